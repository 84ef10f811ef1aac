"""`arbitro event`: who plays. Entries, the start list, check-in, byes, withdrawals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import common_options, print_json, print_table
from arbitro.cli.event.common import command, confirmable, entrant, give, section_of, settings_of
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


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
@confirmable
def enter(event: str, name: str, fide_id: str, confirm: int, why: str, as_json: bool, **fields: Any) -> None:
    from arbitro.errors import Refused

    section = section_of(event)
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
    give(event, "enter", {"players": [player]}, confirm, why, as_json)


@command.command(
    "enter-file", help=_("Enter all players of a CSV or XLSX file; nothing is entered if one row is wrong.")
)
@click.argument("event")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@confirmable
def enter_file(event: str, file: Path, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.desk.fold import player_to_json
    from arbitro.files.spreadsheet import read_players

    give(event, "enter", {"players": [player_to_json(p) for p in read_players(file)]}, confirm, why, as_json)


@command.command("players", help=_("The start list: numbers, names, ratings, who is present, withdrawn, on a bye."))
@click.argument("event")
@common_options
def players(event: str, as_json: bool) -> None:
    from arbitro.desk import store

    state = store.state_of(section_of(event).pk)
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


@command.command("edit", help=_("Correct a player's data: NAME=VALUE, for example rating=2105 title=FM."))
@click.argument("event")
@click.argument("player")
@click.argument("fields", nargs=-1, required=True)
@confirmable
def edit(event: str, player: str, fields: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    ours = {"family", "note", "half_byes_allowed", "confirmed"}
    given = settings_of(fields)
    texts = {"name", "fide_id", "birth", "club", "federation", "national_id"}
    args: dict[str, Any] = {"id": entrant(event, player)}
    data = {key: str(value) if key in texts else value for key, value in given.items() if key not in ours}
    own = {key: value for key, value in given.items() if key in ours}
    if data:
        args["player"] = data
    if own:
        args["entrant_fields"] = own
    give(event, "edit-player", args, confirm, why, as_json)


@command.command("remove", help=_("Take entries off the list, before round 1."))
@click.argument("event")
@click.argument("players", nargs=-1, required=True)
@confirmable
def remove(event: str, players: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    give(event, "remove", {"ids": [entrant(event, player) for player in players]}, confirm, why, as_json)


@command.command("check-in", help=_("Tick players as present (or --absent)."))
@click.argument("event")
@click.argument("players", nargs=-1, required=True)
@click.option("--absent", is_flag=True)
@confirmable
def check_in(event: str, players: tuple[str, ...], absent: bool, confirm: int, why: str, as_json: bool) -> None:
    ids = [entrant(event, player) for player in players]
    give(event, "check-in", {"ids": ids, "present": not absent}, confirm, why, as_json)


@command.command("bye", help=_("A requested bye for a round to come; --none takes it back."))
@click.argument("event")
@click.argument("player")
@click.argument("round", type=int)
@click.option("--half", "kind", flag_value="HALF_BYE", default=True)
@click.option("--zero", "kind", flag_value="ZERO_BYE")
@click.option("--full", "kind", flag_value="FULL_BYE")
@click.option("--none", "kind", flag_value="")
@confirmable
def bye(event: str, player: str, round: int, kind: str, confirm: int, why: str, as_json: bool) -> None:
    args = {"id": entrant(event, player), "round": round, "outcome": kind or None}
    give(event, "bye", args, confirm, why, as_json)


def _for_player(name: str, help: str) -> None:
    @command.command(name, help=help)
    @click.argument("event")
    @click.argument("player")
    @confirmable
    def act(event: str, player: str, confirm: int, why: str, as_json: bool) -> None:
        give(event, name, {"id": entrant(event, player)}, confirm, why, as_json)


_for_player("withdraw", _("A player leaves: not paired again, results stay."))
_for_player("return", _("A withdrawn player comes back."))
_for_player("exclude", _("Expel a player: out of pairings and standings."))


@command.command("start-list", help=_("Order the start list and give pairing numbers (C.04.2 B)."))
@click.argument("event")
@click.option("--order", default="", help=_("An order by hand: every player once, for example id:3,id:1,id:2."))
@confirmable
def start_list(event: str, order: str, confirm: int, why: str, as_json: bool) -> None:
    args = {"order": [entrant(event, name) for name in order.split(",")]} if order else {}
    give(event, "number", args, confirm, why, as_json)
