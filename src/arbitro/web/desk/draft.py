"""The marks on the draft of a round: who changes the score group, colours so far, same club, what a hand changed.

The reason of a board is told when it is asked for: accounting for a round of a thousand takes longer than pairing it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from arbitro.desk.state import Round
from arbitro.model import Player, Tournament
from arbitro.standings import printed
from arbitro.standings.book import book_of
from arbitro.standings.edition import edition_of
from arbitro.standings.keizer import SIXTHS, keizer_points, order_of
from arbitro.web.figures import reasons_of
from arbitro.web.public.words import decimals

if TYPE_CHECKING:
    from arbitro.swiss.account import PairExplanation
    from arbitro.web.desk.views.common import Desk

BYE = 0  # the bye's place in the address of a reason


def mark(rows: list[dict[str, Any]], event: Tournament, number: int, *, by_score: bool = True) -> None:
    """Write the marks of a draft's boards into their rows; floats and score groups where it is paired by score."""
    group = None
    for row in rows:
        white, black = row["white"], row["black"]
        if not white or not black:
            continue
        for seat, other in ((white, black), (black, white)):
            seat["float"] = by_score * ((seat["tenths"] < other["tenths"]) - (seat["tenths"] > other["tenths"]))
            past = event.rounds_of(seat["number"])[: number - 1]
            seat["colours"] = [r.colour if r.played else None for r in past]
            seat["club"] = event.player(seat["number"]).club
        row["same_club"] = bool(white["club"]) and white["club"] == black["club"]
        top = max(white["tenths"], black["tenths"])
        row["step"] = by_score and group is not None and top != group
        group = top


def keizer_order(event: Tournament, number: int) -> list[tuple[int, Player, str]]:
    """What a Keizer round is paired by: everybody's place and Keizer points before it."""
    before = event.after(number - 1)
    book = book_of(before, edition_of(before.editions.tiebreaks))
    points = keizer_points(book)
    return [
        (place, before.player(book.numbers[i]), decimals(printed("KEIZER", Fraction(points[i], SIXTHS))))
        for place, i in enumerate(order_of(book, points), 1)
    ]


def reason(desk: Desk, draft: Round, board: int) -> PairExplanation | None:
    """Why a board of the draft was paired so, or why somebody has the bye."""
    state = desk.state
    seated = draft.boards.get(board)
    ids = [seated.white, seated.black] if seated else [draft.bye]
    numbers = frozenset(state.numbers[id] for id in ids if id is not None and id in state.numbers)
    return reasons_of(desk.section.pk, state, draft.number).get(numbers)
