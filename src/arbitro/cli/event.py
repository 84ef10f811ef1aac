"""`arbitro event`: run a tournament without the site. Whoever can read the database acts as its owner.

EVENT is `event` or `event/tournament`; players are named by pairing number once there is a start list, before it by
`id:7`.
"""

from __future__ import annotations

import getpass
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


class _DeskCommand(click.Command):
    """A command that finds the database ready; its help needs none."""

    def invoke(self, ctx: click.Context) -> Any:
        from arbitro import desk

        desk.setup()
        return super().invoke(ctx)


class _DeskGroup(click.Group):
    command_class = _DeskCommand


def _section(path: str) -> Any:
    from arbitro.desk.events import find_section

    return find_section(path)


def _who() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "cli"


def _run(path: str, name: str, args: dict[str, Any], confirm: int, why: str, as_json: bool) -> None:
    """Give one command and say what was written."""
    from arbitro.desk import store
    from arbitro.desk.commands import Role

    section = _section(path)
    try:
        entry = store.execute(section.pk, name, args, who=_who(), role=Role.OWNER, confirm=confirm, why=why)
    except store.NeedsConfirmation as question:
        click.echo(
            _("{text} Say --confirm {level} to go on.").format(text=str(question), level=int(question.level)), err=True
        )
        answer_no()
    if as_json:
        print_json({"number": entry.number, "kind": entry.kind, "payload": entry.payload, "at": entry.at})
    else:
        click.echo(f"#{entry.number} {entry.kind}")


def _confirmable(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.option(
        "--confirm", type=click.IntRange(0, 4), default=0, help=_("Confirm warnings up to a level.")
    )(function)
    function = click.option("--why", default="", help=_("The reason, kept in the journal."))(function)
    return common_options(function)


def _entrant(path: str, name: str) -> int:
    """An entrant id from what was typed: a pairing number, or id:7."""
    from arbitro.desk import store
    from arbitro.errors import Refused

    state = store.state_of(_section(path).pk)
    if name.startswith("id:") and name[3:].isdigit():
        return int(name[3:])
    for id, number in state.numbers.items():
        if name.isdigit() and int(name) == number:
            return id
    raise Refused(_("There is no player {name}; use a pairing number, or id:7.").format(name=name))


def _settings(words: tuple[str, ...]) -> dict[str, Any]:
    """NAME=VALUE pairs; values are JSON, or else plain text."""
    from arbitro.errors import Refused

    fields: dict[str, Any] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            raise Refused(_("{text}: settings are written NAME=VALUE.").format(text=word))
        try:
            fields[key] = json.loads(value)
        except ValueError:
            fields[key] = value
    return fields


@click.group(cls=_DeskGroup, help=_("Run a tournament: create, enter, pair, record, correct, undo, publish."))
def command() -> None: ...


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
        right = "right"
        print_table(
            "", [_("Event"), _("Name"), (_("Players"), right), (_("Paired"), right), (_("Rounds"), right)], rows
        )


@command.command("create", help=_("Create an event with one tournament; settings as NAME=VALUE (JSON values)."))
@click.argument("name")
@click.argument("settings", nargs=-1)
@click.option("--event", "event_slug", default="", help=_("Add the tournament to this event."))
@common_options
def create(name: str, settings: tuple[str, ...], event_slug: str, as_json: bool) -> None:
    from arbitro.desk.commands import Role
    from arbitro.desk.events import create_event, create_section
    from arbitro.desk.models import Event
    from arbitro.errors import Refused

    fields = {"name": name} | _settings(settings)
    event = Event.objects.filter(slug=event_slug).first() if event_slug else None
    if event_slug and event is None:
        raise Refused(_("There is no event {slug}.").format(slug=event_slug))
    from django.db import transaction

    with transaction.atomic():
        event = event or create_event(name)
        section = create_section(event, fields, who=_who(), role=Role.OWNER)
    if as_json:
        print_json({"event": str(section)})
    else:
        click.echo(str(section))


@command.command("show", help=_("Where a tournament stands."))
@click.argument("event")
@common_options
def show(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands.results import sign_of

    section = _section(event)
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
            {
                "board": n,
                "white": state.numbers.get(b.white),
                "black": state.numbers.get(b.black),
                "result": sign_of(b),
            }
            for n, b in (current.boards.items() if current else ())
        ],
    }
    if as_json:
        print_json(document)
        return
    click.echo(
        _("{name}: {players} players, round {round} of {rounds}, {missing} results missing, journal #{number}").format(
            name=state.settings.name,
            players=len(state.entrants),
            round=len(state.rounds),
            rounds=state.settings.rounds,
            missing=document["missing_results"],
            number=state.number,
        )
    )
    if current:
        names = {id: f"{state.numbers.get(id, '?')} {e.name}" for id, e in state.entrants.items()}
        rows: list[tuple[object, ...]] = [
            (n, names.get(b.white, "–"), sign_of(b), names.get(b.black, "–")) for n, b in current.boards.items()
        ]
        if current.bye:
            rows.append(("", names[current.bye], _("bye"), ""))
        print_table("", [(_("Board"), "right"), _("White"), _("Result"), _("Black")], rows)


@command.command(
    "do", help=_('Give any command with its arguments as JSON: arbitro event do EVENT bye \'{"id": 3, "round": 2}\'.')
)
@click.argument("event")
@click.argument("name")
@click.argument("arguments", default="{}")
@_confirmable
def do(event: str, name: str, arguments: str, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.errors import Refused

    try:
        args = json.loads(sys.stdin.read() if arguments == "-" else arguments)
        assert isinstance(args, dict)
    except (ValueError, AssertionError) as error:
        raise Refused(
            _("The arguments are one JSON object, for example {example}.").format(example='{"round": 2}')
        ) from error
    _run(event, name, args, confirm, why, as_json)


@command.command("configure", help=_("Change settings: NAME=VALUE (JSON values)."))
@click.argument("event")
@click.argument("settings", nargs=-1, required=True)
@_confirmable
def configure(event: str, settings: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    _run(event, "configure", {"changes": _settings(settings)}, confirm, why, as_json)


@command.command("enter", help=_("Enter a player by name, or from the register with --fide-id."))
@click.argument("event")
@click.argument("name", default="")
@click.option("--fide-id", default="")
@click.option("--rating", type=int, default=0)
@click.option("--title", default="")
@click.option("--federation", default="")
@click.option("--birth", default="")
@click.option("--sex", type=click.Choice(["", "m", "w"]), default="")
@click.option("--club", default="")
@_confirmable
def enter(event: str, name: str, fide_id: str, confirm: int, why: str, as_json: bool, **fields: Any) -> None:
    from arbitro.errors import Refused

    section = _section(event)
    player: dict[str, Any] = {}
    if fide_id:
        from arbitro.desk.entering import player_of_register

        player = player_of_register(fide_id, section)
    player |= {key: value for key, value in fields.items() if value}
    if name:
        player["name"] = name
    if fide_id:
        player["fide_id"] = fide_id
    if "name" not in player:
        raise Refused(_("Say a name, or the FIDE id of a player of the register."))
    _run(event, "enter", {"players": [player]}, confirm, why, as_json)


@command.command(
    "enter-file", help=_("Enter all players of a CSV or XLSX file; nothing is entered if one row is wrong.")
)
@click.argument("event")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_confirmable
def enter_file(event: str, file: Path, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.desk.fold import player_to_json
    from arbitro.files.spreadsheet import read_players

    _run(event, "enter", {"players": [player_to_json(p) for p in read_players(file)]}, confirm, why, as_json)


@command.command("players", help=_("The start list: numbers, names, ratings, who is present, withdrawn, on a bye."))
@click.argument("event")
@common_options
def players(event: str, as_json: bool) -> None:
    from arbitro.desk import store

    state = store.state_of(_section(event).pk)
    last = len(state.entrants) + 1
    people = sorted(state.entrants.values(), key=lambda e: (state.numbers.get(e.id, last), e.id))
    if as_json:
        print_json(
            {
                "players": [
                    {
                        "id": e.id,
                        "number": state.numbers.get(e.id),
                        "name": e.name,
                        "title": e.player.title.value,
                        "rating": e.player.rating,
                        "federation": e.player.federation,
                        "fide_id": e.player.fide_id,
                        "club": e.player.club,
                        "present": e.present,
                        "first_round": e.first_round,
                        "withdrawn_after": e.withdrawn_after,
                        "excluded": e.excluded,
                        "byes": {round: outcome.name for round, outcome in e.byes.items()},
                    }
                    for e in people
                ]
            }
        )
        return
    rows = []
    for e in people:
        notes = [_("present")] if e.present else []
        if e.excluded:
            notes.append(_("excluded"))
        elif e.withdrawn_after is not None:
            notes.append(_("withdrawn after round {n}").format(n=e.withdrawn_after))
        if e.first_round > 1:
            notes.append(_("from round {n}").format(n=e.first_round))
        notes += [f"{round}: {outcome.code}" for round, outcome in sorted(e.byes.items())]
        player = e.player
        number = state.numbers.get(e.id, "")
        rows.append(
            (number, f"id:{e.id}", player.title.value, e.name, player.rating or "", player.federation, ", ".join(notes))
        )
    right = "right"
    print_table("", [("#", right), ("", right), "", _("Name"), (_("Rating"), right), _("Fed."), _("Notes")], rows)


@command.command("standings", help=_("The standings now, or --after a round; excluded players are left out."))
@click.argument("event")
@click.option("--after", type=int, default=None, help=_("After this round (default: the last one)."))
@common_options
def standings(event: str, after: int | None, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.stages import left_table
    from arbitro.model import show as points
    from arbitro.standings import standings as table_of
    from arbitro.standings import team_standings

    section = _section(event)
    state, tournament = store.state_of(section.pk), store.tournament_of(section.pk)
    edition = state.settings.editions.tiebreaks
    if state.teams:
        names = tuple(t for t in state.settings.tiebreaks if t in ("GP", "DE")) or ("GP",)
        table = team_standings(tournament, names, edition=edition, after=after)
        who = {team.id: ("", team.name, team.strength or "") for team in state.teams.values()}
        out: set[int] = set()
    else:
        names = state.settings.tiebreaks
        table = table_of(tournament, names, edition=edition, after=after, withdrawn=left_table(state))
        out = {state.numbers[e.id] for e in state.entrants.values() if e.excluded and e.id in state.numbers}
        who = {p.number: (p.title.value, p.name, p.rating or "") for p in tournament.players}
    rows = [row for row in table.rows if row.number not in out]
    if as_json:
        keys = ("title", "name", "rating")
        print_json(
            {
                "standings": [
                    {
                        "rank": row.rank,
                        "number": row.number,
                        **dict(zip(keys, who[row.number], strict=True)),
                        "points": points(row.points),
                        "values": dict(row.values),
                    }
                    for row in rows
                ]
            }
        )
        return
    right = "right"
    columns: list[str | tuple[str, str]] = [
        (_("Rank"), right),
        ("#", right),
        "",
        _("Name"),
        (_("Rating"), right),
        (_("Points"), right),
    ]
    columns += [(name, right) for name in (rows[0].values if rows else ())]
    print_table(
        "",
        columns,
        [
            (row.rank, row.number, *who[row.number], points(row.points), *(_value(v) for v in row.values.values()))
            for row in rows
        ],
    )


def _value(value: Any) -> str:
    from fractions import Fraction

    number = Fraction(value)
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"


@command.command("edit", help=_("Correct a player's data: NAME=VALUE, for example rating=2105 title=FM."))
@click.argument("event")
@click.argument("player")
@click.argument("fields", nargs=-1, required=True)
@_confirmable
def edit(event: str, player: str, fields: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    ours = {"family", "note", "half_byes_allowed", "confirmed"}
    given = _settings(fields)
    texts = {"name", "fide_id", "birth", "club", "federation", "national_id"}
    args: dict[str, Any] = {"id": _entrant(event, player)}
    data = {key: str(value) if key in texts else value for key, value in given.items() if key not in ours}
    own = {key: value for key, value in given.items() if key in ours}
    if data:
        args["player"] = data
    if own:
        args["entrant_fields"] = own
    _run(event, "edit-player", args, confirm, why, as_json)


@command.command("remove", help=_("Take entries off the list, before round 1."))
@click.argument("event")
@click.argument("players", nargs=-1, required=True)
@_confirmable
def remove(event: str, players: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    _run(event, "remove", {"ids": [_entrant(event, player) for player in players]}, confirm, why, as_json)


@command.command("keep-apart", help=_("Groups never to be paired, for example 1,4 2,7,9; without groups: none."))
@click.argument("event")
@click.argument("groups", nargs=-1)
@_confirmable
def keep_apart(event: str, groups: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    ids = [[_entrant(event, player) for player in group.split(",")] for group in groups]
    _run(event, "keep-apart", {"groups": ids}, confirm, why, as_json)


@command.command("team", help=_("Enter a team with its basic list, strongest board first."))
@click.argument("event")
@click.argument("name")
@click.argument("players", nargs=-1, required=True)
@click.option("--captain", default="")
@_confirmable
def team(event: str, name: str, players: tuple[str, ...], captain: str, confirm: int, why: str, as_json: bool) -> None:
    members = [_entrant(event, player) for player in players]
    _run(event, "team", {"name": name, "members": members, "captain": captain}, confirm, why, as_json)


@command.command("line-up", help=_("Hand in a team's line-up for the next round; - is an empty board."))
@click.argument("event")
@click.argument("team", type=int)
@click.argument("players", nargs=-1, required=True)
@_confirmable
def line_up(event: str, team: int, players: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    boards = [None if player == "-" else _entrant(event, player) for player in players]
    _run(event, "line-up", {"team": team, "boards": boards}, confirm, why, as_json)


@command.command("check-in", help=_("Tick players as present (or --absent)."))
@click.argument("event")
@click.argument("players", nargs=-1, required=True)
@click.option("--absent", is_flag=True)
@_confirmable
def check_in(event: str, players: tuple[str, ...], absent: bool, confirm: int, why: str, as_json: bool) -> None:
    ids = [_entrant(event, player) for player in players]
    _run(event, "check-in", {"ids": ids, "present": not absent}, confirm, why, as_json)


@command.command("bye", help=_("A requested bye for a round to come; --none takes it back."))
@click.argument("event")
@click.argument("player")
@click.argument("round", type=int)
@click.option("--half", "kind", flag_value="HALF_BYE", default=True)
@click.option("--zero", "kind", flag_value="ZERO_BYE")
@click.option("--full", "kind", flag_value="FULL_BYE")
@click.option("--none", "kind", flag_value="")
@_confirmable
def bye(event: str, player: str, round: int, kind: str, confirm: int, why: str, as_json: bool) -> None:
    args = {"id": _entrant(event, player), "round": round, "outcome": kind or None}
    _run(event, "bye", args, confirm, why, as_json)


def _for_player(name: str, help: str) -> None:
    @command.command(name, help=help)
    @click.argument("event")
    @click.argument("player")
    @_confirmable
    def act(event: str, player: str, confirm: int, why: str, as_json: bool) -> None:
        _run(event, name, {"id": _entrant(event, player)}, confirm, why, as_json)


_for_player("withdraw", _("A player leaves: not paired again, results stay."))
_for_player("return", _("A withdrawn player comes back."))
_for_player("exclude", _("Expel a player: out of pairings and standings."))


def _plain(name: str, command_name: str, help: str) -> None:
    @command.command(name, help=help)
    @click.argument("event")
    @_confirmable
    def act(event: str, confirm: int, why: str, as_json: bool) -> None:
        _run(event, command_name, {}, confirm, why, as_json)


_plain("start-list", "number", _("Order the start list and give pairing numbers (C.04.2 B)."))
_plain("leave-fide-mode", "leave-fide-mode", _("Leave FIDE mode, for ever; needs a reason and --confirm 4."))
_plain("unpair", "unpair", _("Throw the last pairing away."))
_plain("publish", "publish", _("Publish the pairing of the last round."))
_plain("close-round", "close-round", _("Close the round: all results are in."))
_plain("close", "close-event", _("Close the tournament: the results are final."))
_plain("reopen", "reopen-event", _("Reopen a closed tournament, with a reason."))


@command.command("lots", help=_("Draw the first colour (or the numbers) from a public sentence or dice."))
@click.argument("event")
@click.argument("sentence")
@click.option("--numbers", is_flag=True, help=_("Draw pairing numbers instead of the first colour."))
@_confirmable
def lots(event: str, sentence: str, numbers: bool, confirm: int, why: str, as_json: bool) -> None:
    what = "numbers" if numbers else "colour"
    _run(event, "lots", {"sentence": sentence, "what": what}, confirm, why, as_json)


@command.command("pair", help=_("Pair the next round as a draft; --publish shows it to everyone."))
@click.argument("event")
@click.option("--publish", is_flag=True)
@_confirmable
def pair(event: str, publish: bool, confirm: int, why: str, as_json: bool) -> None:
    _run(event, "pair", {}, confirm, why, as_json)
    if publish:
        _run(event, "publish", {}, confirm, why, as_json)


@command.command("result", help=_("Record results: BOARD RESULT pairs, for example 1 1-0 2 = 3 0-1 4 +/-."))
@click.argument("event")
@click.argument("results", nargs=-1, required=True)
@click.option("--round", "round_", type=int, default=None)
@click.option("--everywhere", is_flag=True, help=_("A late correction counts in the standings too."))
@_confirmable
def result(
    event: str,
    results: tuple[str, ...],
    round_: int | None,
    everywhere: bool,
    confirm: int,
    why: str,
    as_json: bool,
) -> None:
    from arbitro.errors import Refused

    if len(results) % 2 or not all(board.isdigit() for board in results[::2]):
        raise Refused(_("Results are written BOARD RESULT BOARD RESULT …"))
    for board, sign in zip(results[::2], results[1::2], strict=True):
        args = {"board": int(board), "result": sign, "round": round_, "everywhere": everywhere}
        _run(event, "result", args, confirm, why, as_json)


@command.command("swap-colours", help=_("The players of a board sat the other way round: each keeps the result."))
@click.argument("event")
@click.argument("board", type=int)
@click.option("--round", "round_", type=int, default=None)
@click.option("--everywhere", is_flag=True, help=_("Even when the time for corrections is over."))
@_confirmable
def swap_colours(
    event: str, board: int, round_: int | None, everywhere: bool, confirm: int, why: str, as_json: bool
) -> None:
    args = {"board": board, "round": round_, "everywhere": everywhere}
    _run(event, "swap-colours", args, confirm, why, as_json)


@command.command("override", help=_("Pair boards of the last round by hand: BOARD:WHITE-BLACK, for example 3:7-12."))
@click.argument("event")
@click.argument("boards", nargs=-1, required=True)
@click.option("--bye", default=None, help=_("Who has the bye then."))
@_confirmable
def override(event: str, boards: tuple[str, ...], bye: str | None, confirm: int, why: str, as_json: bool) -> None:
    import re

    from arbitro.errors import Refused

    changes = []
    for text in boards:
        found = re.fullmatch(r"(\d+):((?:id:)?\d+)-((?:id:)?\d+)", text)
        if found is None:
            raise Refused(_("{text}: boards are written BOARD:WHITE-BLACK.").format(text=text))
        changes.append({"board": int(found[1]), "white": _entrant(event, found[2]), "black": _entrant(event, found[3])})
    args = {"boards": changes, "bye": _entrant(event, bye) if bye else None}
    _run(event, "override", args, confirm, why, as_json)


@command.command("manual", help=_("Start or end pairing by hand; the end compares with the engine."))
@click.argument("event")
@click.argument("what", type=click.Choice(["start", "end"]))
@_confirmable
def manual(event: str, what: str, confirm: int, why: str, as_json: bool) -> None:
    _run(event, "manual", {"on": what == "start"}, confirm, why, as_json)


@command.command("incident", help=_("Write an incident down, with --board, --round and the --ruling."))
@click.argument("event")
@click.argument("text")
@click.option("--kind", default="other")
@click.option("--round", "round_", type=int, default=None)
@click.option("--board", type=int, default=None)
@click.option("--ruling", default="")
@click.option("--article", "articles", multiple=True)
@_confirmable
def incident(event: str, text: str, round_: int | None, confirm: int, why: str, as_json: bool, **fields: Any) -> None:
    args = {"text": text, "round": round_, **fields} | {"articles": list(fields["articles"])}
    _run(event, "incident", args, confirm, why, as_json)


@command.command("undo", help=_("Take the last decision back, or entry --number N."))
@click.argument("event")
@click.option("--number", type=int, default=None)
@click.option("--why", default="")
@common_options
def undo(event: str, number: int | None, why: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands import Role

    entry = store.undo(_section(event).pk, who=_who(), role=Role.OWNER, target=number, why=why)
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

    entry = store.redo(_section(event).pk, who=_who(), role=Role.OWNER)
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

    section = _section(event)
    if integrity:
        lines = [(e.number, e.at, e.who, e.text, e.why) for e in log(section.pk)]
        keys = ("number", "at", "who", "text", "why")
    else:
        lines = [
            (e.number, e.at, e.who, f"{e.kind} {json.dumps(e.payload, ensure_ascii=False)[:100]}", e.why)
            for e in store.entries(section.pk)
        ]
        keys = ("number", "at", "who", "text", "why")
    lines = lines[-last:] if last else lines
    if as_json:
        print_json({"entries": [dict(zip(keys, line, strict=True)) for line in lines]})
    else:
        print_table("", [("#", "right"), _("When"), _("Who"), _("What"), _("Why")], lines)


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

    section = _section(event)
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

    section = _section(event)
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


@command.command("check", help=_("Check the settings against the competition rules: must, should, could."))
@click.argument("event")
@common_options
def check(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.advice import competition_report

    report = competition_report(store.state_of(_section(event).pk))
    if as_json:
        print_json({"findings": [finding.to_json() for finding in report]})
    else:
        print_table("", [_("Level"), _("Rule"), _("What")], [(f.level, f.article, f.text) for f in report])
    if any(f.level == "must" for f in report):
        answer_no()


@command.command("advance", help=_("Enter the best of each tournament named first into the last one (groups, final)."))
@click.argument("sources", nargs=-1, required=True)
@click.argument("target")
@click.option("--places", type=int, required=True, help=_("How many qualify from each."))
@common_options
def advance(sources: tuple[str, ...], target: str, places: int, as_json: bool) -> None:
    from arbitro.desk.commands import Role
    from arbitro.desk.stages import advance_groups

    groups = [_section(source) for source in sources]
    entry = advance_groups(groups, _section(target), places, who=_who(), role=Role.OWNER)
    if as_json:
        print_json({"number": entry.number, "players": entry.payload["players"]})
    else:
        click.echo(f"#{entry.number} " + ", ".join(row["player"]["name"] for row in entry.payload["players"]))


@command.command("user", help=_("Create an account, or give it a role in an event."))
@click.argument("name")
@click.option("--event", "event_slug", default="")
@click.option("--role", type=click.Choice(["owner", "chief", "arbiter", "entry", "viewer"]), default="owner")
@click.option("--password", default=None, help=_("Asked for when it is not given."))
def user(name: str, event_slug: str, role: str, password: str | None) -> None:
    from django.contrib.auth import get_user_model

    from arbitro.desk.accounts import create_user, set_role
    from arbitro.desk.commands import Role
    from arbitro.desk.models import Event
    from arbitro.errors import Refused

    account = get_user_model().objects.filter(username=name).first()
    if account is None:
        secret = password or click.prompt(_("Password"), hide_input=True, confirmation_prompt=True)
        account = create_user(name, secret)
        click.echo(_("Account {name} made.").format(name=name))
    if event_slug:
        event = Event.objects.filter(slug=event_slug).first()
        if event is None:
            raise Refused(_("There is no event {slug}.").format(slug=event_slug))
        set_role(event, account, Role(role), by=Role.OWNER)
        click.echo(f"{name}: {role} · {event.slug}")


@command.command("invite", help=_("Make an invitation: its secret gives a role once, until it expires."))
@click.argument("event")
@click.option("--role", type=click.Choice(["owner", "chief", "arbiter", "entry", "viewer"]), default="arbiter")
@click.option("--hours", type=int, default=72, show_default=True)
@common_options
def invite(event: str, role: str, hours: int, as_json: bool) -> None:
    from arbitro.desk.accounts import invite as make_invitation
    from arbitro.desk.commands import Role
    from arbitro.desk.events import find_event

    found = find_event(event.partition("/")[0])
    secret = make_invitation(found, Role(role), by=Role.OWNER, hours=hours)
    if as_json:
        print_json({"event": found.slug, "role": role, "secret": secret, "hours": hours})
    else:
        click.echo(secret)
