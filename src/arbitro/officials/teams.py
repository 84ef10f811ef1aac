"""Team events and captains (C.05 7, C.10): who may start, line-ups, wrong boards, a captain's rights.

    article      function
    C.05 7.2     team_may_start       more than half present at level 1
    C.05 7.1     default_line_up      the first-named players
    (order)      line_ups             the fixed order is kept, everyone moves up
    (order)      wrong_boards         where a line-up breaks the order
    (order)      judge_match          the games are rated, the offender forfeits in the match
    (order)      order_by_rating_ok   nobody above another rated more than so much higher
    C.10 3-5     captain_may, check_captain

Draw advice: C.05 7.7 (2018) allowed it, C.10 3.2.5 (2022) forbids it; the newer text is the default.
If both teams sat wrongly on a board the text is silent: both forfeit, and the chief arbiter confirms.
Not here: pairing of teams.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.officials.checks import Requirement

HALF = Fraction(1, 2)
POINTS = {"1-0": Fraction(1), "0-1": Fraction(0), "1/2": HALF, "1/2-1/2": HALF, "½-½": HALF}
RATING_GAP = 100


def team_may_start(level: int, boards: int, present: int) -> bool:
    """C.05 7.2: at level 1 more than half of the team must be there; elsewhere it is recommended."""
    return level != 1 or 2 * present > boards


def default_line_up(order: Sequence[int], boards: int) -> tuple[int, ...]:
    """C.05 7.1: the line-up of a team that hands in none in time."""
    return tuple(order[:boards])


def line_ups(order: Sequence[int], boards: int) -> list[tuple[int, ...]]:
    """Every line-up that keeps the fixed order: with a reserve everyone moves up."""
    return list(combinations(order, boards))


def wrong_boards(order: Sequence[int], line_up: Sequence[int]) -> tuple[int, ...]:
    """The boards (from 1) on which a line-up differs from the fixed order of the players who sat down."""
    place = {player: n for n, player in enumerate(order)}
    strangers = [player for player in line_up if player not in place]
    if strangers:
        raise ArbitroError(f"player {strangers[0]} is not in the board order")
    right = sorted(line_up, key=place.__getitem__)
    return tuple(board for board, (sat, due) in enumerate(zip(line_up, right, strict=True), 1) if sat != due)


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
    bad_first, bad_second = wrong_boards(order_first, first), wrong_boards(order_second, second)
    played = []
    for result in results:
        if result not in POINTS:
            raise ArbitroError(f'found "{result}", expected 1-0, 0-1 or 1/2')
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


def order_by_rating_ok(ratings: Sequence[int], gap: int = RATING_GAP) -> bool:
    """A variant of board order: nobody sits above a player rated more than `gap` points higher."""
    return all(lower - higher <= gap for higher, lower in combinations(ratings, 2))


class CaptainAct(StrEnum):
    HAND_IN_LINE_UP = "hand in the line-up"
    SIGN_PROTOCOL = "sign the match protocol"
    APPEAL = "appeal"
    REPRESENT_IN_CLAIMS = "represent a player in a claim"
    SPEAK_THROUGH_ARBITER = "speak to a player through the arbiter"
    SPEAK_DIRECTLY = "speak to a player directly"
    STAND_BEHIND_OPPONENTS = "stand behind the opposing team"
    DRAW_ADVICE = "advise a player on a draw"
    COMMENT_ON_POSITION = "comment on a position"
    LEAVE_AND_RETURN = "leave and return with permission"


FORBIDDEN = frozenset({CaptainAct.SPEAK_DIRECTLY, CaptainAct.STAND_BEHIND_OPPONENTS, CaptainAct.COMMENT_ON_POSITION})


def captain_may(act: CaptainAct, *, draw_advice_allowed: bool = False) -> bool:
    """C.10 3: a captain's rights during play."""
    if act is CaptainAct.DRAW_ADVICE:
        return draw_advice_allowed
    return act not in FORBIDDEN


@dataclass(frozen=True, slots=True)
class Captain:
    """A captain or head of delegation. None: not stated."""

    name: str = ""
    fide_id: str = ""
    email: str = ""
    telephone: str = ""
    generic_email: bool | None = None
    sanctioned: bool | None = None


def check_captain(captain: Captain, lang: str | None = None) -> list[Requirement]:
    """C.10 4-5: FIDE ID, personal e-mail, telephone; entry may be refused to one who is sanctioned."""
    _ = gettext_for("officials", lang)
    who = captain.name or _("captain")
    yes, no = _("yes"), _("no")
    personal = None if captain.generic_email is None else not captain.generic_email
    free = None if captain.sanctioned is None else not captain.sanctioned
    sanctioned = _("not stated") if free is None else no if free else yes
    lines = [
        ("CAP-4", "4.1", _("FIDE ID"), captain.fide_id or "-", yes, bool(captain.fide_id)),
        ("CAP-4", "4.2", _("personal e-mail address"), captain.email or "-", yes,
         bool(captain.email) and personal is not False),
        ("CAP-4", "4.2", _("telephone"), captain.telephone or "-", yes, bool(captain.telephone)),
        ("CAP-5", "5", _("under sanction"), sanctioned, no, free),
    ]  # fmt: skip
    return [
        Requirement(rule, f"C.10 {article}", f"{who}: {text}", found, needed, met, topic="teams")
        for rule, article, text, found, needed, met in lines
    ]
