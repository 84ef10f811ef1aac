"""`arbitro event`: what is written in a way of its own. Results by boards, pairings by hand, players by name, any
command by its JSON; undo and redo; new tournaments and stages."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import common_options, event_names, print_json, setting_names, warn
from arbitro.cli.event.derived import declare
from arbitro.cli.event.group import (
    command,
    confirmable,
    entrant,
    give,
    give_all,
    say_owner,
    section_of,
    settings_of,
    to_write_in,
    unanswered,
    who,
)
from arbitro.desk.commands import COMMANDS, Takes, parameters, player_parameters
from arbitro.errors import FileError, Refused
from arbitro.i18n import current_language, gettext_for
from arbitro.records import is_whole, loads

_ = gettext_for("cli")
PLAYER = {p.name: p for p in player_parameters() if p.kind is not Takes.SETTINGS}


@command.command("create", help=COMMANDS["create"].help)
@click.argument("name")
@click.argument("settings", nargs=-1, shell_complete=setting_names)
@click.option("--event", "event_slug", default="", help=_("Add the tournament to this event."))
@click.option("--confirm", type=click.IntRange(0, 4), default=0, help=_("Confirm warnings up to a level."))
@common_options
def create(name: str, settings: tuple[str, ...], event_slug: str, confirm: int, as_json: bool) -> None:
    from django.db import transaction

    from arbitro.desk import store
    from arbitro.desk.commands import Caution, Role
    from arbitro.desk.events import create_event, create_section, find_event, first_account

    fields = {"name": name, "language": current_language()} | settings_of(settings)
    notes: list[Caution] = []
    try:
        with transaction.atomic():
            event = find_event(event_slug) if event_slug else create_event(name, first_account())
            section = create_section(event, fields, who=who(), role=Role.OWNER, confirm=confirm, tell=notes.append)
    except store.NeedsConfirmation as question:
        unanswered(question)
    if as_json:
        print_json({"event": str(section)})
    else:
        click.echo(str(section))
        for note in notes:
            click.echo(str(note), err=True)
        say_owner(event)


@command.command(
    "do", help=_('Give any command with its arguments as JSON: arbitro event do EVENT bye \'{"id": 3, "round": 2}\'.')
)
@click.argument("event", shell_complete=event_names)
@click.argument("name")
@click.argument("arguments", default="{}")
@confirmable
def do(event: str, name: str, arguments: str, confirm: int, why: str, as_json: bool) -> None:
    try:
        args = loads(sys.stdin.read() if arguments == "-" else arguments)
    except FileError:
        args = None
    if not isinstance(args, dict):
        raise Refused(_("The arguments are one JSON object, for example {example}.").format(example='{"round": 2}'))
    give(event, name, args, confirm, why, as_json)


@command.command("enter", help=COMMANDS["enter"].help)
@click.argument("event", shell_complete=event_names)
@click.argument("name", default="")
@confirmable
def enter(event: str, name: str, confirm: int, why: str, as_json: bool, **said: Any) -> None:
    from arbitro.desk import store
    from arbitro.desk.rating_lists import row_of
    from arbitro.desk.register import registered

    kind = store.state_of(section_of(event).pk).settings.rating_list.value
    row = row_of(registered(said["fide_id"]), kind) if said["fide_id"] else {"player": {}}
    row["player"] |= {key: value for key, value in {"name": name, **said}.items() if value}
    if said["rating"]:
        row.pop("source", None)
    if "name" not in row["player"]:
        raise Refused(_("Say a name, or the FIDE ID of a player of the register."))
    give(event, "enter", {"players": [row]}, confirm, why, as_json)


for _field in (field for name, field in PLAYER.items() if name != "name"):
    choices = click.Choice([word for word, _value in _field.choices]) if _field.choices else None
    kind = choices or {Takes.NUMBER: int}.get(_field.kind)
    enter = click.option(f"--{_field.word}", _field.name, type=kind, default=None, help=_field.help)(enter)


@command.command(
    "enter-file", help=_("Enter all players of a CSV or XLSX file; nothing is entered if one row is wrong.")
)
@click.argument("event", shell_complete=event_names)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@confirmable
def enter_file(event: str, file: Path, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.desk.entry import player_to_json
    from arbitro.files.spreadsheet import cells, read_players, remark_left_out

    players = read_players(file)
    warn(remark_left_out(cells(file.read_bytes(), str(file))))
    give(event, "enter", {"players": [player_to_json(p) for p in players]}, confirm, why, as_json)


@command.command("edit", help=COMMANDS["edit-player"].help)
@click.argument("event", shell_complete=event_names)
@click.argument("player")
@click.argument("fields", nargs=-1, required=True)
@confirmable
def edit(event: str, player: str, fields: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    from dataclasses import fields as fields_of

    from arbitro.desk.commands.entries import EntrantFields

    ours = {field.name for field in fields_of(EntrantFields)}
    args: dict[str, Any] = {"id": entrant(event, player)}
    for name, value in settings_of(fields).items():
        part = "entrant_fields" if name in ours else "player"
        text = name in PLAYER and PLAYER[name].kind is Takes.TEXT
        args.setdefault(part, {})[name] = str(value) if text else value
    give(event, "edit-player", args, confirm, why, as_json)


@command.command("pair", help=COMMANDS["pair"].help)
@click.argument("event", shell_complete=event_names)
@click.option("--publish", is_flag=True, help=COMMANDS["publish"].help)
@confirmable
def pair(event: str, publish: bool, confirm: int, why: str, as_json: bool) -> None:
    give_all(event, [("pair", {}), *([("publish", {})] if publish else [])], confirm, why, as_json)


@command.command("result", help=COMMANDS["result"].help, context_settings={"ignore_unknown_options": True})  # -/+
@click.argument("event", shell_complete=event_names)
@click.argument("results", nargs=-1, required=True)
@confirmable
def result(event: str, results: tuple[str, ...], confirm: int, why: str, as_json: bool, **rest: Any) -> None:
    if len(results) % 2 or not all(is_whole(board) for board in results[::2]):
        raise Refused(_("Results are written BOARD RESULT BOARD RESULT …"))
    pairs = zip(results[::2], results[1::2], strict=True)
    commands = [("result", {"board": int(board), "result": sign, **rest}) for board, sign in pairs]
    give_all(event, commands, confirm, why, as_json)


for _option in (p for p in parameters("result") if not p.required):
    result = declare(_option)(result)


@command.command("override", help=COMMANDS["override"].help)
@click.argument("event", shell_complete=event_names)
@click.argument("boards", nargs=-1, required=True)
@click.option("--bye", default=None, help=_("Who has the bye then."))
@confirmable
def override(event: str, boards: tuple[str, ...], bye: str | None, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.desk import store

    current = store.state_of(section_of(event).pk).current
    teams = current is not None and bool(current.matches)
    what = "match" if teams else "board"
    changes = []
    for text in boards:
        who = r"(\d{1,9})" if teams else r"((?:id:)?\d{1,9})"
        change = re.fullmatch(rf"(\d{{1,9}}):{who}-{who}", text)
        if change is None:
            form = "MATCH:TEAM-TEAM" if teams else "BOARD:WHITE-BLACK"
            raise Refused(_("{text}: changes are written {form}.").format(text=text, form=form))
        white, black = (int(name) if teams else entrant(event, name) for name in change.groups()[1:])
        changes.append({what: int(change[1]), "white": white, "black": black})
    if bye is not None and teams and not is_whole(bye):
        raise Refused(_("{text}: teams are named by their number.").format(text=bye))
    resting = None if not bye else int(bye) if teams else entrant(event, bye)
    args = {"matches" if teams else "boards": changes, "bye": resting}
    give(event, "override", args, confirm, why, as_json)


@command.command("undo", help=_("Undo the last decision, or entry --number N."))
@click.argument("event", shell_complete=event_names)
@click.option("--number", type=int, default=None, help=_("The journal entry to undo."))
@click.option("--why", default="", help=_("The reason, kept in the journal."))
@common_options
def undo(event: str, number: int | None, why: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands import Role

    entry = store.undo(to_write_in(event).pk, who=who(), role=Role.OWNER, target=number, why=why)
    if as_json:
        print_json({"number": entry.number, "kind": entry.kind, "payload": entry.payload})
    else:
        click.echo(_("#{n}: entry {target} undone").format(n=entry.number, target=entry.payload["target"]))


@command.command("redo", help=_("Redo what the last undo took."))
@click.argument("event", shell_complete=event_names)
@common_options
def redo(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands import Role

    entry = store.redo(to_write_in(event).pk, who=who(), role=Role.OWNER)
    if as_json:
        print_json({"number": entry.number, "kind": entry.kind, "payload": entry.payload})
    else:
        click.echo(f"#{entry.number}")


@command.command("advance", help=_("Enter the best of each tournament named first into the last one (groups, final)."))
@click.argument("sources", nargs=-1, required=True)
@click.argument("target")
@click.option("--places", type=int, required=True, help=_("How many qualify from each."))
@common_options
def advance(sources: tuple[str, ...], target: str, places: int, as_json: bool) -> None:
    from arbitro.desk.commands import Role
    from arbitro.desk.tables import advance_groups

    groups = [section_of(source) for source in sources]
    entry = advance_groups(groups, section_of(target), places, who=who(), role=Role.OWNER)
    if as_json:
        print_json({"number": entry.number, "players": entry.payload["players"]})
    else:
        click.echo(f"#{entry.number} " + ", ".join(row["player"]["name"] for row in entry.payload["players"]))
