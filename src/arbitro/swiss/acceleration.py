"""Acceleration: virtual points that sort the field in the first rounds (C.04.5.1; C.04.7 in 2026).

    article              function            what it says
    C.04.5.1 2           group_size          GA is the first half of the field, rounded up to an even number of pairs
    C.04.5.1 3           closing_number      the person who closes GA stays, whoever enters later
    C.04.5.1 4, 2026     schedule            virtual points of GA, round by round
    C.04.5.1 5           virtual_points      everyone's virtual points; the pairing score is points + virtual points

A tournament file may give any other virtual points (XXA, TRF26 250); they are used as they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arbitro.editions import Texts
from arbitro.errors import Refused
from arbitro.frozen import NamedTuple
from arbitro.i18n import gettext_for
from arbitro.model import ONE, Outcome, Player, Points, Scoring, Tournament

_ = gettext_for("swiss")

ASSUMED_ROUNDS = 9  # where the number of rounds is not known


class Baku(NamedTuple):
    """What a text says about the acceleration."""

    least_rounds: int
    phases: Callable[[int], tuple[int, int]]  # of so many rounds: with a win's points, with virtual points at all
    one_point_wins: bool  # does it provide for wins of one point only?
    byes_count: bool  # does whoever has a bye in round 1 count when the field is divided?


def _first_halves(rounds: int) -> tuple[int, int]:
    """The first half of the rounds is accelerated, the first half of those with a win's points (rounded up)."""
    accelerated = -(-rounds // 2)
    return -(-accelerated // 2), accelerated


TEXTS = Texts(
    "swiss",
    {
        "2017": Baku(9, lambda _rounds: (3, 5), one_point_wins=True, byes_count=True),
        "2026": Baku(1, _first_halves, one_point_wins=False, byes_count=False),
    },
)


def group_size(players: int) -> int:
    """How many players GA has: twice a quarter of the field, rounded up."""
    return 2 * -(-players // 4)


def schedule(rounds: int, edition: str = "2017", scoring: Scoring | None = None) -> tuple[Points, ...]:
    """The virtual points of GA in each round.

    2017: a point in rounds 1-3 and half a point in rounds 4-5. 2026: a win's points and a draw's, by `_first_halves`.
    """
    scoring = scoring or Scoring()
    full, accelerated = TEXTS.of(edition).phases(rounds)
    return tuple(
        scoring.win if k <= full else scoring.draw if k <= accelerated else Points(0) for k in range(1, rounds + 1)
    )


def require_applicable(rounds: int, scoring: Scoring, edition: str = "2017") -> None:
    """Refuse where the text does not provide for acceleration."""
    text = TEXTS.of(edition)
    if rounds < text.least_rounds:
        message = _("Baku acceleration needs {least} rounds or more, not {rounds}")
        raise Refused(message.format(least=text.least_rounds, rounds=rounds), article="C.04.5.1")
    fits = scoring.win == ONE or not text.one_point_wins
    if not fits or scoring.win != 2 * scoring.draw or scoring.loss:
        message = _("Baku acceleration needs a win to be worth two draws and a loss nothing")
        raise Refused(message, article="C.04.5.1")


def closing_number(tournament: Tournament, edition: str = "2017") -> int:
    """The pairing number of the last member of GA: settled by the field of round 1.

    Whoever has no entry at all in round 1 entered later: they join the group that their number falls into. So does, by
    FIDE's reading of 2026, whoever asked for a bye there: they have no number until they first play (C.04.2 2.4).
    """
    text, index = TEXTS.of(edition), tournament.index
    field = [
        player.number
        for player in entered_for_round_1(tournament)
        if text.byes_count or not any(r.outcome.requested for r in tournament.results[index[player.number]][:1])
    ]
    return field[min(group_size(len(field)), len(field)) - 1] if field else 0


def entered_for_round_1(tournament: Tournament) -> list[Player]:
    """The field of round 1 in the order of numbers: before it, everyone; later, whoever has an entry there."""
    begun = tournament.rounds_paired > 0
    present = (
        player
        for player, rounds in zip(tournament.players, tournament.results, strict=True)
        if (rounds[0].outcome is not Outcome.ABSENT if rounds else not begun)
    )
    return sorted(present, key=lambda player: player.number)


def virtual_points(tournament: Tournament, edition: str = "2017") -> Mapping[int, tuple[Points, ...]]:
    """Virtual points by player and round: those of the file, or Baku's where the tournament asks for it."""
    if not tournament.baku or tournament.acceleration:
        return tournament.acceleration
    rounds = tournament.planned_rounds or max(ASSUMED_ROUNDS, tournament.rounds_paired + 1)
    require_applicable(rounds, tournament.scoring, edition)
    points = schedule(rounds, edition, tournament.scoring)
    last = closing_number(tournament, edition)
    return {number: points for number in tournament.numbers if number <= last}


def is_baku(tournament: Tournament, edition: str = "2017") -> bool:
    """Are the virtual points those of Baku, be they asked for or stated one by one?"""
    rounds = tournament.planned_rounds or max(ASSUMED_ROUNDS, tournament.rounds_paired + 1)
    usual = [value for value in schedule(rounds, edition, tournament.scoring) if value]
    stated = ([value for value in values if value] for values in tournament.acceleration.values())
    return tournament.baku or (bool(tournament.acceleration) and all(values == usual for values in stated))
