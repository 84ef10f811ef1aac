"""The boards of a round as the public sees them: pairs, and in team events the matches that they belong to."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from arbitro.desk.commands.results import sign_of
from arbitro.desk.state import Round
from arbitro.errors import ArbitroError
from arbitro.formats.teams import matches as team_matches
from arbitro.model import Points, Team
from arbitro.web.public.pages import Page


def pairing_rows(page: Page, number: int) -> list[dict[str, Any]]:
    """The boards of a round: number, both players with their points before it, result, match."""
    state, event = page.state, page.tournament
    before = event.scores(number - 1)

    def seat(id: int) -> dict[str, Any] | None:
        no = state.numbers.get(id)
        return None if no is None else {"number": no, "player": event.player(no), "points": before[no]}

    return [
        {
            "board": n,
            "white": seat(board.white),
            "black": seat(board.black),
            "result": sign_of(board) if board.finished else "",
            "by_hand": board.by_hand,
            "match": board.match,
        }
        for n, board in state.round(number).boards.items()
    ]


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams and their game points so far; `index` is the match's place in the round, as boards know it."""

    index: int
    first: Team
    second: Team
    first_points: Points | None
    second_points: Points | None


def matches_of(page: Page, current: Round) -> list[Match]:
    """The matches of a round in the order of their boards; none in an event of players."""
    event = page.tournament
    if not current.matches:
        return []
    points: dict[int, Points] = {}
    with suppress(ArbitroError):
        for match in team_matches(event, current.number):
            points |= {match.first: match.first_points, match.second: match.second_points}
    return [
        Match(i, event.team(first), event.team(second), points.get(first), points.get(second))
        for i, (first, second) in enumerate(current.matches, 1)
    ]


def turned(sign: str) -> str:
    """A result as Black's side sees it: `1-0` is `0-1`, `+/-` is `-/+`; remarks stay."""
    result, blank, remark = sign.partition(" ")
    mark = "/" if "/" in result else "-"
    first, found, second = result.partition(mark)
    return f"{second}{mark}{first}{blank}{remark}" if found else sign
