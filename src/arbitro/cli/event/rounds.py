"""`arbitro event`: pair, publish, record results, pair by hand, close rounds."""

from __future__ import annotations

import re

import click

from arbitro.cli.event.common import command, confirmable, entrant, give, give_all, plain, section_of
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@command.command("pair", help=_("Pair the next round as a draft; --publish shows it to everyone."))
@click.argument("event")
@click.option("--publish", is_flag=True)
@confirmable
def pair(event: str, publish: bool, confirm: int, why: str, as_json: bool) -> None:
    give_all(event, [("pair", {}), *([("publish", {})] if publish else [])], confirm, why, as_json)


@command.command("result", help=_("Record results: BOARD RESULT pairs, for example 1 1-0 2 = 3 0-1 4 +/-."))
@click.argument("event")
@click.argument("results", nargs=-1, required=True)
@click.option("--round", "round_", type=int, default=None)
@click.option("--everywhere", is_flag=True, help=_("A late correction counts in the standings too."))
@confirmable
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
    rest = {"round": round_, "everywhere": everywhere}
    pairs = zip(results[::2], results[1::2], strict=True)
    commands = [("result", {"board": int(board), "result": sign, **rest}) for board, sign in pairs]
    give_all(event, commands, confirm, why, as_json)


@command.command("swap-colours", help=_("The players of a board sat the other way round: each keeps the result."))
@click.argument("event")
@click.argument("board", type=int)
@click.option("--round", "round_", type=int, default=None)
@click.option("--everywhere", is_flag=True, help=_("Even when the time for corrections is over."))
@confirmable
def swap_colours(
    event: str, board: int, round_: int | None, everywhere: bool, confirm: int, why: str, as_json: bool
) -> None:
    args = {"board": board, "round": round_, "everywhere": everywhere}
    give(event, "swap-colours", args, confirm, why, as_json)


@command.command(
    "override",
    help=_("Pair boards of the last round by hand: BOARD:WHITE-BLACK, for example 3:7-12; teams: MATCH:TEAM-TEAM."),
)
@click.argument("event")
@click.argument("boards", nargs=-1, required=True)
@click.option("--bye", default=None, help=_("Who has the bye then."))
@confirmable
def override(event: str, boards: tuple[str, ...], bye: str | None, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.errors import Refused

    current = store.state_of(section_of(event).pk).current
    teams = current is not None and bool(current.matches)
    what = "match" if teams else "board"
    number = (lambda text: int(text)) if teams else (lambda text: entrant(event, text))
    changes = []
    for text in boards:
        found = re.fullmatch(r"(\d+):(\d+)-(\d+)" if teams else r"(\d+):((?:id:)?\d+)-((?:id:)?\d+)", text)
        if found is None:
            form = "MATCH:TEAM-TEAM" if teams else "BOARD:WHITE-BLACK"
            raise Refused(_("{text}: changes are written {form}.").format(text=text, form=form))
        changes.append({what: int(found[1]), "white": number(found[2]), "black": number(found[3])})
    if bye is not None and teams and not bye.isdecimal():
        raise Refused(_("{text}: teams are named by their number.").format(text=bye))
    args = {"matches" if teams else "boards": changes, "bye": number(bye) if bye else None}
    give(event, "override", args, confirm, why, as_json)


@command.command("manual", help=_("Start or end pairing by hand; the end compares with the engine."))
@click.argument("event")
@click.argument("what", type=click.Choice(["start", "end"]))
@confirmable
def manual(event: str, what: str, confirm: int, why: str, as_json: bool) -> None:
    give(event, "manual", {"on": what == "start"}, confirm, why, as_json)


plain("unpair", "unpair", _("Throw the last pairing away."))
plain("publish", "publish", _("Publish the pairing of the last round."))
plain("close-round", "close-round", _("Close the round: all results are in."))
