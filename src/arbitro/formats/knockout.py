"""Knock-outs: whoever loses a match is out.

    rule                                                             function
    numbers by strength; strongest against weakest                   groups.seeding_order, first_round
    next round: winner of match 1 - winner of the last, and so on    meetings
    2009 "Wimbledon" groups of eight, I - IV, II - III               groups, group_matches (the same bracket)
    entries missing: byes to the strongest                           first_round, byes
    bracket known in advance                                         bracket, match_number
    a round is a match of some games, then the ladder                progress, next_games
    seeds 1 and 2 meet only in the final                             meeting_stage
    losers of the same stage share their place                       placings

The bracket is kept in slots. In a stage of M slots, slot s meets slot M + 1 - s and the winner takes the better slot;
that one sentence is the whole bracket. A bye is a slot without anybody.

Not here: what decides a match (`match`), team line-ups (`teams`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arbitro.errors import Refused
from arbitro.formats.table import snake
from arbitro.i18n import gettext_for
from arbitro.model import ONE, Leg, Points
from arbitro.model.match import Played, Progress, next_colours, state

_ = gettext_for("formats")

GROUP = 8  # players in a Wimbledon group


def size_for(entries: int) -> int:
    """The power of two that holds all entries."""
    if entries < 2:
        raise Refused(
            _("A knock-out needs at least 2 entrants, not {n}.").format(n=entries), article=_("knock-out system")
        )
    return 1 << (entries - 1).bit_length()


def first_round(entries: int) -> tuple[tuple[int, int | None], ...]:
    """The first matches, the stronger number first; None is a bye.

    >>> first_round(6)
    ((1, None), (2, None), (3, 6), (4, 5))
    """
    size = size_for(entries)
    return tuple((s, size + 1 - s if size + 1 - s <= entries else None) for s in range(1, size // 2 + 1))


def byes(entries: int) -> tuple[int, ...]:
    """Who has no opponent in the first stage: the strongest, as many as are missing."""
    return tuple(strong for strong, weak in first_round(entries) if weak is None)


def meeting_stage(a: int, b: int, entries: int) -> int:
    """The stage in which two seeds can meet at the earliest: 1 is the first round."""
    size = size_for(entries)
    stage = 0
    while a != b:
        stage += 1
        a, b = min(a, size + 1 - a), min(b, size + 1 - b)
        size //= 2
    return stage


def groups(entries: int) -> tuple[tuple[int, ...], ...]:
    """Wimbledon: snake groups of eight (two groups for 16, four for 32 …); a smaller field is one group."""
    size = size_for(entries)
    return snake(tuple(range(1, size + 1)), max(1, size // GROUP))


def group_matches(group: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Inside a group: highest against lowest, second against second lowest, numbered in that order."""
    return tuple((group[i], group[-1 - i]) for i in range(len(group) // 2))


def bracket(entries: int) -> tuple[tuple[tuple[int | str, int | str], ...], ...]:
    """The whole bracket before play: numbers in the first stage, then `W3` for the winner of match 3.

    Matches are numbered through the event; whoever has a bye appears with their number in the second stage.

    >>> bracket(3)
    (((2, 3),), ((1, 'W1'),))
    """
    size = size_for(entries)
    slots: list[int | str | None] = [s if s <= entries else None for s in range(1, size + 1)]
    stages = []
    played = 0
    while len(slots) > 1:
        matches = []
        winners: list[int | str | None] = []
        for i in range(len(slots) // 2):
            first, second = slots[i], slots[-1 - i]
            if first is None or second is None:
                winners.append(first)
                continue
            played += 1
            matches.append((first, second))
            winners.append(f"W{played}")
        stages.append(tuple(matches))
        slots = winners
    return tuple(stages)


def match_number(entries: int, stage: int, slot: int) -> int:
    """The number of a match through the event, as `bracket` counts: the match of a slot in a stage, both from 1.

    >>> match_number(6, 1, 3), match_number(6, 2, 1), match_number(6, 3, 1)
    (1, 3, 5)
    """
    in_stage = size_for(entries) // 2
    if stage == 1:
        return slot - len(byes(entries))
    before = entries - in_stage
    for _stage in range(2, stage):
        in_stage //= 2
        before += in_stage
    return before + slot


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a knock-out: its slots and the progress of its matches (None where somebody has a bye)."""

    number: int
    slots: tuple[int | None, ...]
    matches: tuple[Progress | None, ...]
    final: bool = False

    @property
    def over(self) -> bool:
        return all(match is None or match.winner is not None for match in self.matches)

    @property
    def losers(self) -> tuple[int, ...]:
        return tuple(match.loser for match in self.matches if match is not None and match.loser is not None)

    @property
    def byes(self) -> tuple[int, ...]:
        return tuple(
            slot
            for i, slot in enumerate(self.slots[: len(self.slots) // 2])
            if slot is not None and self.slots[-1 - i] is None
        )


def progress(
    entries: Sequence[int],
    games_of: Callable[[int, int], Sequence[Played]],
    legs: Sequence[Leg],
    *,
    win: Points = ONE,
    awarded: frozenset[tuple[int, int]] = frozenset(),
    third_place: bool = False,
) -> tuple[Stage, ...]:
    """All stages so far, from the games that have been played. The last one has an open match, or is the final.

    `awarded` holds (winner, loser) for matches that were decided otherwise: by lot, or by the arbiter. With
    `third_place` the losers of the semi-finals meet beside the final, as match 2 of the last stage.
    """
    size = size_for(len(entries))
    slots: tuple[int | None, ...] = (*entries, *(None for _ in range(size - len(entries))))
    stages: list[Stage] = []
    while len(slots) > 1:
        final = len(slots) == 2
        if final and third_place and stages and len(stages[-1].losers) == 2:
            slots = (slots[0], *stages[-1].losers, slots[1])
        matches: list[Progress | None] = []
        for i in range(len(slots) // 2):
            first, second = slots[i], slots[-1 - i]
            if first is None or second is None:
                matches.append(None)
                continue
            now = state(first, second, games_of(first, second), legs, win=win)
            for winner, loser in ((first, second), (second, first)):
                if (winner, loser) in awarded and now.winner is None:
                    now = Progress(
                        first, second, now.first_points, now.second_points, now.leg, now.games_in_leg,
                        winner, None, False, False,
                    )  # fmt: skip
            matches.append(now)
        stages.append(Stage(len(stages) + 1, slots, tuple(matches), final))
        if final or not stages[-1].over:
            break
        slots = tuple(slots[i] if match is None else match.winner for i, match in enumerate(matches))
    return tuple(stages)


def winner(stages: Sequence[Stage]) -> int | None:
    """The winner of the event once the final is decided."""
    first = stages[-1].matches[0]
    return first.winner if stages[-1].final and first is not None else None


def placings(stages: Sequence[Stage]) -> dict[int, int]:
    """Everyone's place who has one: the losers of a stage share the best place below those who went on."""
    places: dict[int, int] = {}
    for stage in stages:
        if stage.final:
            for i, match in enumerate(stage.matches):
                if match is not None and match.winner is not None and match.loser is not None:
                    places |= {match.winner: 2 * i + 1, match.loser: 2 * i + 2}
        else:
            places |= dict.fromkeys(stage.losers, len(stage.slots) // 2 + 1)
    return places


def open_matches(stage: Stage) -> tuple[tuple[int, Progress], ...]:
    """The matches of a stage that still need a game, with their number in the stage from 1."""
    return tuple((i, m) for i, m in enumerate(stage.matches, 1) if m is not None and m.winner is None)


def next_games(
    stage: Stage, games_of: Callable[[int, int], Sequence[Played]], *, first_white: bool = True
) -> tuple[tuple[int, int], ...]:
    """The next game of every open match, White first.

    In game 1 the better slot of match 1 has White if `first_white`, that of match 2 Black, and so on; then colours
    alternate. Refused while a result is outstanding or a match is level with no leg left.
    """
    games = []
    for number, match in open_matches(stage):
        if match.waiting:
            raise Refused(
                _("The game between {a} and {b} has no result yet.").format(a=match.first, b=match.second),
                article=_("knock-out system"),
            )
        if match.exhausted:
            raise Refused(
                _("{a} and {b} are level and no tie-break is left: decide the winner, for example by lot.").format(
                    a=match.first, b=match.second
                ),
                article=_("knock-out system"),
            )
        played = games_of(match.first, match.second)
        games.append(next_colours(match.first, match.second, played, first_white is (number % 2 == 1)))
    return tuple(games)
