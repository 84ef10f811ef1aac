"""`arbitro event`: the journal, undo and redo, incidents, the report file, shadow mode."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.cli.event.common import command, confirmable, give, section_of, who
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@command.command("incident", help=_("Write an incident down, with --board, --round and the --ruling."))
@click.argument("event")
@click.argument("text")
@click.option("--kind", default="other")
@click.option("--round", "round_", type=int, default=None)
@click.option("--board", type=int, default=None)
@click.option("--ruling", default="")
@click.option("--article", "articles", multiple=True)
@confirmable
def incident(event: str, text: str, round_: int | None, confirm: int, why: str, as_json: bool, **fields: Any) -> None:
    args = {"text": text, "round": round_, **fields} | {"articles": list(fields["articles"])}
    give(event, "incident", args, confirm, why, as_json)


@command.command("remark", help=_("A line for the integrity log by hand."))
@click.argument("event")
@click.argument("about")
@click.argument("text")
@confirmable
def remark(event: str, about: str, text: str, confirm: int, why: str, as_json: bool) -> None:
    give(event, "remark", {"about": about, "text": text}, confirm, why, as_json)


@command.command("tick", help=_("Tick an item of a checklist, or --undone."))
@click.argument("event")
@click.argument("item")
@click.option("--undone", is_flag=True)
@confirmable
def tick(event: str, item: str, undone: bool, confirm: int, why: str, as_json: bool) -> None:
    give(event, "tick", {"item": item, "done": not undone}, confirm, why, as_json)


@command.command("undo", help=_("Take the last decision back, or entry --number N."))
@click.argument("event")
@click.option("--number", type=int, default=None)
@click.option("--why", default="")
@common_options
def undo(event: str, number: int | None, why: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands import Role

    entry = store.undo(section_of(event).pk, who=who(), role=Role.OWNER, target=number, why=why)
    if as_json:
        print_json({"number": entry.number, "kind": entry.kind, "payload": entry.payload})
    else:
        click.echo(_("#{n}: entry {target} undone").format(n=entry.number, target=entry.payload["target"]))


@command.command("redo", help=_("Give back what the last undo took."))
@click.argument("event")
@common_options
def redo(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands import Role

    entry = store.redo(section_of(event).pk, who=who(), role=Role.OWNER)
    if as_json:
        print_json({"number": entry.number, "kind": entry.kind, "payload": entry.payload})
    else:
        click.echo(f"#{entry.number}")


@command.command("journal", help=_("Who decided what, when and why."))
@click.argument("event")
@click.option("--last", type=int, default=None, help=_("Only the last N entries."))
@click.option("--integrity", is_flag=True, help=_("Only what can touch the integrity of the pairings."))
@common_options
def journal(event: str, last: int | None, integrity: bool, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.integrity import log
    from arbitro.desk.words import describe

    section = section_of(event)
    if integrity:
        rows = [asdict(line) for line in log(section.pk)]
    else:
        state = store.state_of(section.pk)
        rows = [
            {"number": e.number, "at": e.at, "who": e.who, "text": describe(e, state), "why": e.why, "kind": e.kind,
             "payload": e.payload}
            for e in store.entries(section.pk)
        ]  # fmt: skip
    rows = rows[-last:] if last else rows
    if as_json:
        print_json({"entries": rows})
    else:
        cells = [[row[name] for name in ("number", "at", "who", "text", "why")] for row in rows]
        print_table("", [("#", "right"), _("When"), _("Who"), _("What"), _("Why")], cells)


@command.command("trf", help=_("Write the report file (with the integrity log as remarks)."))
@click.argument("event")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), default=None)
@click.option("--version", type=click.Choice(["16", "26"]), default="16")
@click.option("--as-paired", is_flag=True, help=_("Without the corrections that count for rating only."))
@click.option("--lang", type=click.Choice(["en", "es"]), expose_value=False)
def trf(event: str, output: Path | None, version: str, as_paired: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.integrity import report
    from arbitro.files.trf import write

    section = section_of(event)
    text = write(report(section.pk, store.state_of(section.pk), for_rating=not as_paired), version=int(version))
    if output:
        output.write_text(text, encoding="utf-8", newline="")
    else:
        click.echo(text, nl=False)


@command.command("shadow", help=_("Compare with the file of another program."))
@click.argument("event")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@common_options
def shadow(event: str, file: Path, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.shadow import compare
    from arbitro.desk.stages import ranked
    from arbitro.files.trf import read

    section = section_of(event)
    state, tournament = store.state_of(section.pk), store.tournament_of(section.pk)
    order = [] if state.teams or not state.rounds else ranked(state, tournament)
    found = compare(tournament, read(file).tournament, order)
    rows = [(d.round, d.what, d.here, d.there) for d in found]
    if as_json:
        print_json({"differences": [dict(zip(("round", "what", "here", "there"), row, strict=True)) for row in rows]})
    elif rows:
        print_table("", [(_("Round"), "right"), _("What"), _("Here"), _("There")], rows)
    else:
        click.echo(_("No differences."))
    if rows:
        answer_no()
