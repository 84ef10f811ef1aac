"""`arbitro event`: what there is to see. Tournaments, players, teams, standings, the journal, the report file, a
comparison with another program."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from arbitro import words
from arbitro.cli.common import (
    Columns,
    answer_no,
    common_options,
    event_names,
    language_option,
    not_played,
    picked,
    print_json,
    print_table,
    right,
    warn,
)
from arbitro.cli.event.group import command, print_differences, section_of
from arbitro.errors import Refused, cite
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.outputs import write_whole

_ = gettext_for("cli")
ngettext_ = ngettext_for("cli")


@command.command("list", help=_("The events of this database."))
@common_options
def list_(as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.models import Event

    rows = []
    for event in Event.objects.order_by("-created"):
        for section in event.sections.all():
            state = store.state_of(section.pk)
            rows.append(
                (str(section), state.settings.name, len(state.entrants), len(state.rounds), state.settings.rounds)
            )
    if as_json:
        keys = ("event", "name", "players", "rounds_paired", "rounds")
        print_json({"events": [dict(zip(keys, row, strict=True)) for row in rows]})
    else:
        print_table("", [_("Event"), _("Name"), *right(_("Players"), _("Paired"), _("Rounds"))], rows)


@command.command("show", help=_("Where a tournament stands."))
@click.argument("event", shell_complete=event_names)
@common_options
def show(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands.results import sign_of

    section = section_of(event)
    state = store.state_of(section.pk)
    current = state.current
    document = {
        "event": str(section),
        "name": state.settings.name,
        "number": state.number,
        "players": len(state.entrants),
        "rounds": state.settings.rounds,
        "rounds_paired": len(state.rounds),
        "missing_results": current.missing if current else 0,
        "published": current.published if current else False,
        "closed": state.closed,
        "fide_mode": state.fide_mode,
        "boards": [
            {"board": n, "white": state.numbers.get(b.white), "black": state.numbers.get(b.black), "result": sign_of(b)}
            for n, b in (current.boards.items() if current else ())
        ],
    }
    if as_json:
        print_json(document)
        return
    missing = current.missing if current else 0
    sentence = ngettext_(
        "{name}: {players}, round {round} of {rounds}, {missing} result missing, journal #{number}",
        "{name}: {players}, round {round} of {rounds}, {missing} results missing, journal #{number}",
        missing,
    )
    facts = {"players": words.count(len(state.entrants), "player"), "round": len(state.rounds), "missing": missing}
    facts |= {"name": state.settings.name, "rounds": state.settings.rounds, "number": state.number}
    click.echo(sentence.format(**facts))
    if current:
        names = {id: f"{state.numbers.get(id, '?')} {e.name}" for id, e in state.entrants.items()}
        rows: list[tuple[object, ...]] = [
            (n, names.get(b.white, "–"), sign_of(b), names.get(b.black, "–")) for n, b in current.boards.items()
        ]
        if current.bye:
            rows.append(("", names[current.bye], _("bye"), ""))
        print_table("", [*right(_("Board")), _("White"), _("Result"), _("Black")], rows)


@command.command("players", help=_("The start list: numbers, names, ratings, who is present, withdrawn, on a bye."))
@click.argument("event", shell_complete=event_names)
@common_options
def players(event: str, as_json: bool) -> None:
    from arbitro.desk import store

    state = store.state_of(section_of(event).pk)
    last = len(state.entrants) + 1
    people = sorted(state.entrants.values(), key=lambda e: (state.numbers.get(e.id, last), e.id))
    if as_json:
        rows = [
            picked(e, "id", "name", "present", "first_round", "withdrawn_after", "excluded")
            | picked(e.player, "title", "rating", "federation", "fide_id", "club")
            | {"number": state.numbers.get(e.id), "byes": {n: outcome.name for n, outcome in e.byes.items()}}
            for e in people
        ]
        print_json({"players": rows})
        return
    table: list[tuple[object, ...]] = []
    for e in people:
        notes = [_("present")] if e.present else []
        if e.excluded:
            notes.append(_("expelled"))
        elif e.withdrawn_after is not None:
            notes.append(_("withdrawn after round {n}").format(n=e.withdrawn_after))
        if e.first_round > 1:
            notes.append(_("from round {n}").format(n=e.first_round))
        notes += [f"{round}: {outcome.code}" for round, outcome in sorted(e.byes.items())]
        player = e.player
        number = state.numbers.get(e.id, "")
        table.append(
            (number, f"id:{e.id}", player.title.value, e.name, player.rating or "", player.federation, ", ".join(notes))
        )
    print_table("", [*right("#", ""), "", _("Name"), *right(_("Rating")), _("Fed."), _("Notes")], table)


@command.command("teams", help=_("The teams: numbers, names, strength, board orders, who has withdrawn or a bye."))
@click.argument("event", shell_complete=event_names)
@common_options
def teams(event: str, as_json: bool) -> None:
    from arbitro.desk import store

    state = store.state_of(section_of(event).pk)
    if as_json:
        rows = [
            picked(t, "name", "strength", "captain", "withdrawn_after")
            | {"number": t.id, "members": [state.numbers.get(id) for id in t.members], "ids": list(t.members)}
            | {"byes": {n: outcome.name for n, outcome in t.byes.items()}}
            for t in state.teams.values()
        ]
        print_json({"teams": rows})
        return
    table = []
    for t in state.teams.values():
        notes = [f"{round}: {outcome.code}" for round, outcome in sorted(t.byes.items())]
        if t.withdrawn_after is not None:
            notes.insert(0, _("withdrawn after round {n}").format(n=t.withdrawn_after))
        names = "; ".join(state.entrants[id].name for id in t.members if id in state.entrants)
        table.append((t.id, t.name, t.strength or "", names, ", ".join(notes)))
    print_table("", [*right("#"), _("Name"), *right(_("Rating")), _("Players"), _("Notes")], table)


@command.command("standings", help=_("The standings now, or --after a round; expelled players are left out."))
@click.argument("event", shell_complete=event_names)
@click.option("--after", type=int, default=None, help=_("After this round (default: the last one)."))
@common_options
def standings(event: str, after: int | None, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.tables import excluded_of, team_table, withdrawn_of
    from arbitro.desk.tables import table as table_of
    from arbitro.model import show as points

    section = section_of(event)
    state, tournament = store.state_of(section.pk), store.tournament_of(section.pk)
    if after is not None and not 0 <= after <= len(state.rounds):
        raise Refused(not_played(after, len(state.rounds)))
    if state.teams:
        table = team_table(state, tournament, after)
        who = {team.id: ("", team.name, team.strength or "") for team in state.teams.values()}
        out: set[int] = set()
    else:
        table = table_of(state, tournament, after)
        warn(f"{out.tiebreak}: {out.reason}" for out in table.left_out)
        out = excluded_of(state)
        gone = withdrawn_of(state)
        left = f" ({_('withdrawn')})"
        who = {
            p.number: (p.title.value, p.name + left * (p.number in gone and not as_json), rating or "")
            for p, rating in zip(tournament.players, tournament.strengths, strict=True)
        }
    rows = [row for row in table.rows if row.number not in out]
    if as_json:
        keys = ("title", "name", "rating")
        document = [
            picked(row, "rank", "number")
            | dict(zip(keys, who[row.number], strict=True))
            | {"points": points(row.points), "values": dict(row.values)}
            for row in rows
        ]
        print_json({"standings": document})
        return
    values = rows[0].values if rows else ()
    columns: Columns = [*right(_("Rank"), "#"), "", _("Name"), *right(_("Rating"), _("Points"), *values)]
    print_table(
        "",
        columns,
        [
            (row.rank, row.number, *who[row.number], points(row.points), *(_value(v) for v in row.values.values()))
            for row in rows
        ],
    )


def _value(value: Any) -> str:
    number = Fraction(value)
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"


@command.command("check", help=_("Check the settings against the competition rules: must, should, could."))
@click.argument("event", shell_complete=event_names)
@common_options
def check(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.advice import competition_report

    report = competition_report(store.state_of(section_of(event).pk))
    if as_json:
        print_json({"findings": [finding.to_json() for finding in report]})
    else:
        print_table("", [_("Level"), _("Rule"), _("What")], [(f.level, cite(f.article), f.text) for f in report])
    if any(f.level == "must" for f in report):
        answer_no()


@command.command("journal", help=_("Who decided what, when and why."))
@click.argument("event", shell_complete=event_names)
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
        print_table("", [*right("#"), _("When"), _("Who"), _("What"), _("Why")], cells)


@command.command("verify", help=_("Check a journal entry by entry, digests and signatures; without EVENT: all."))
@click.argument("event", shell_complete=event_names, default="")
@click.option("--accept", is_flag=True, help=_("Sign anew what another key has signed (after the key was changed)."))
@common_options
def verify(event: str, accept: bool, as_json: bool) -> None:
    from arbitro.desk.integrity import sign_anew, verified
    from arbitro.desk.models import Section

    sections = [section_of(event)] if event else list(Section.objects.select_related("event"))
    for section in sections if accept else ():
        sign_anew(section)
    checks = [verified(section) for section in sections]
    if as_json:
        print_json({"journals": [check.to_json() for check in checks]})
    for check in checks if not as_json else ():
        text = _("{event}: {entries}, {digest}, key {key}: {state}")
        entries = words.count(check.number, "entry")
        state = _("in order") if check.broken is None else str(check.broken)
        click.echo(text.format(event=check.event, entries=entries, digest=check.digest, key=check.key, state=state))
    if any(check.broken for check in checks):
        answer_no()


@command.command("trf", help=_("Write the report file (with the integrity log as remarks)."))
@click.argument("event", shell_complete=event_names)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help=_("File to write (default: the standard output)."),
)
@click.option("--version", type=click.Choice(["16", "26"]), default="16", help=_("The form of the file."))
@click.option("--as-paired", is_flag=True, help=_("Without the corrections that count for rating only."))
@click.option("--month", metavar="YYYY-MM", help=_("More than 30 days: the rounds of one month, with its ratings."))
@language_option
def trf(event: str, output: Path | None, version: str, as_paired: bool, month: str | None) -> None:
    from arbitro.desk import store
    from arbitro.desk.integrity import report_of
    from arbitro.files.trf import write

    text = write(report_of(event, for_rating=not as_paired, month=month or ""), version=int(version))
    if (found := store.broken(section_of(event).pk)) is not None:
        warn([_("the journal is damaged: {what}").format(what=found)])
    if output:
        write_whole(output, text)
    else:
        click.echo(text, nl=False)


@command.command("shadow", help=_("Compare with the file of another program."))
@click.argument("event", shell_complete=event_names)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@common_options
def shadow(event: str, file: Path, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.importing import compare
    from arbitro.desk.tables import places
    from arbitro.files.trf import read

    section = section_of(event)
    state, tournament = store.state_of(section.pk), store.tournament_of(section.pk)
    ours = {} if state.teams or not state.rounds else places(state, tournament)
    discrepancies = compare(tournament, read(file).tournament, ours)
    rows = [(d.round, d.what, d.here, d.there) for d in discrepancies]
    if as_json:
        print_json({"differences": [dict(zip(("round", "what", "here", "there"), row, strict=True)) for row in rows]})
    elif rows:
        print_differences(discrepancies, {p.number: p.name for p in tournament.players})
    else:
        click.echo(_("No differences."))
    if rows:
        answer_no()
