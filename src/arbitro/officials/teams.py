"""Team events before the arbiter (C.05 7): who may start, and a match in which somebody sat on a wrong board.

    article      function
    C.05 7.2     team_may_start       more than half present at level 1
    (order)      judge_match          the games are rated, the offender forfeits in the match

If both teams sat wrongly on a board the text is silent: both forfeit, and the chief arbiter confirms.
Not here: line-ups and their order (`formats.line_ups`), captains (`captains`), pairing of teams.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbitro.errors import ArbitroError
from arbitro.formats.line_ups import may_start, wrong_boards
from arbitro.i18n import gettext_for

_ = gettext_for("officials")

HALF = Fraction(1, 2)
POINTS = {"1-0": Fraction(1), "0-1": Fraction(0), "1/2": HALF, "1/2-1/2": HALF, "½-½": HALF}


def team_may_start(level: int, boards: int, present: int) -> bool:
    """C.05 7.2: at level 1 more than half of the team must be there; elsewhere it is recommended."""
    return level != 1 or may_start(present, boards)


@dataclass(frozen=True, slots=True)
class MatchJudgement:
    """Two results of one match: what is rated, and what counts in the match."""

    wrong_first: tuple[int, ...]
    wrong_second: tuple[int, ...]
    rating_score: tuple[Fraction, Fraction]
    match_score: tuple[Fraction, Fraction]

    @property
    def wrong_boards(self) -> tuple[int, ...]:
        return tuple(sorted({*self.wrong_first, *self.wrong_second}))


def judge_match(
    first: Sequence[int],
    second: Sequence[int],
    results: Sequence[str],
    order_first: Sequence[int],
    order_second: Sequence[int],
) -> MatchJudgement:
    """Wrong board order: every game is rated as played; in the match whoever sat wrongly loses by forfeit.

    `results` are from the first team's side, board by board.
    """  # fmt: skip
    for order, line_up in ((order_first, first), (order_second, second)):
        strangers = [player for player in line_up if player not in order]
        if strangers:
            raise ArbitroError(_("player {n} is not in the board order").format(n=strangers[0]))
    bad_first, bad_second = wrong_boards(order_first, first), wrong_boards(order_second, second)
    played = []
    for result in results:
        if result not in POINTS:
            raise ArbitroError(_('found "{result}", expected 1-0, 0-1 or 1/2').format(result=result))
        played.append(POINTS[result])
    match_first = match_second = Fraction(0)
    for board, points in enumerate(played, 1):
        if board in bad_first or board in bad_second:
            match_first += board not in bad_first
            match_second += board not in bad_second
        else:
            match_first += points
            match_second += 1 - points
    rated = sum(played, Fraction(0))
    return MatchJudgement(bad_first, bad_second, (rated, len(played) - rated), (match_first, match_second))
