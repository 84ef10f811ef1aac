"""The players of a round as arrays, and brackets as graphs: what both searches of the production engine work on.

Players are known by their place in the field's rank order; inside a bracket by their place in the bracket (BSN - 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arbitro.model import Float
from arbitro.swiss.colours import Strength
from arbitro.swiss.dutch.criteria import (
    AGAIN,
    LISTS,
    C,
    Marks,
    float_marks_2017,
    float_marks_2026,
    pair_marks_2017,
    pair_marks_2026,
)
from arbitro.swiss.dutch.state import Contender, Field

_FLOAT_CODE = {Float.NONE: 0, Float.DOWN: 1, Float.UP: 2}
_DOWN_ONLY = (0, 1, 0)
_UP_ONLY = (0, 0, 2)

LIMBO = len(C)  # D.3 a, as the last digit: the scores of the moved-down players left unpaired
WIDTH = 24  # bits of a digit


class Scale:
    """What each mark is worth as a number: digits, most important criterion first.

    `differences` are the values that score differences can take in the bracket, `scores` those of downfloaters.
    """

    __slots__ = ("memo", "units")

    def __init__(self, differences: Sequence[int], scores: Sequence[int], next_values: Sequence[int]) -> None:
        self.units: dict[tuple[int, int], int] = {}
        self.memo: dict[tuple[int, int, int], int] = {}
        unit = 1
        for criterion in range(LIMBO, -1, -1):
            if criterion in LISTS or criterion == LIMBO:
                if criterion == C.NEXT_SCORES:
                    values = next_values
                elif criterion in (C.SCORES, LIMBO):
                    values = scores
                else:
                    values = differences
                for value in values:
                    self.units[criterion, value] = unit
                    unit <<= WIDTH
            else:
                self.units[criterion, 0] = unit
                unit <<= WIDTH

    def total(self, marks: Marks) -> int:
        units = self.units
        return sum(units[c, value] if c in LISTS else value * units[c, 0] for c, value in marks)

    def digit(self, total: int, criterion: int) -> int:
        """A counting criterion's digit of a total."""
        return total // self.units[criterion, 0] & ((1 << WIDTH) - 1)


@lru_cache(maxsize=1024)
def scale_of(
    differences: tuple[int, ...], scores: tuple[int, ...], next_values: tuple[int, ...] = (), memo_key: str = ""
) -> Scale:
    """Scales are kept: most brackets of most rounds need one of a few. `memo_key` keeps the editions apart."""
    return Scale(differences, scores, next_values)


class Arena:
    """The field as arrays."""

    __slots__ = (
        "absolute",
        "binding",
        "code",
        "code_both",
        "code_down",
        "code_up",
        "edition",
        "exemptions",
        "field",
        "marks_of_pair",
        "met",
        "place",
        "players",
        "score",
        "stats",
        "unit",
    )

    def __init__(self, field: Field) -> None:
        self.field = field
        players = self.players = field.players
        self.edition = field.edition
        self.unit = field.unit
        self.score = [p.score for p in players]
        index = {p.number: i for i, p in enumerate(players)}
        get = index.get
        self.met = [
            [x for x in map(get, p.opponents | p.forbidden if p.forbidden else p.opponents) if x is not None]
            for p in players
        ]
        self.code: list[int] = []  # the colour due: 0 none, 1-3 White, 4-6 Black, mild to absolute
        self.code_down: list[int] = []  # … and downfloats
        self.code_up: list[int] = []  # … and upfloats
        self.code_both: list[int] = []  # … and both
        self.absolute: list[int] = []  # 0, 1 White, 2 Black
        for p in players:
            wish = p.wish
            colour = 0 if wish.colour is None else wish.strength + (0 if wish.colour.value == "w" else 3)
            f1, f2 = _FLOAT_CODE[p.last_float], _FLOAT_CODE[p.earlier_float]
            self.code.append(colour)
            self.code_down.append(colour + 7 * _DOWN_ONLY[f1] + 21 * _DOWN_ONLY[f2])
            self.code_up.append(colour + 7 * _UP_ONLY[f1] + 21 * _UP_ONLY[f2])
            self.code_both.append(colour + 7 * f1 + 21 * f2)
            self.absolute.append(0 if wish.strength is not Strength.ABSOLUTE else 1 if colour < 4 else 2)
        self.binding = [0 if p.topscorer else due for p, due in zip(players, self.absolute, strict=True)]  # C.3
        self.exemptions = any(p.topscorer for p in players)
        self.place = [-1] * len(players)
        self.marks_of_pair = pair_marks_2017 if self.edition == "2017" else pair_marks_2026
        self.stats = {"brackets": 0, "classes": 0, "exact": 0, "largest": 0}

    def marks_of_floater(self, player: Contender, lowest: int, moved_down: bool) -> Marks:
        if self.edition == "2017":
            return float_marks_2017(player, lowest, self.unit)
        return float_marks_2026(player, moved_down=moved_down)

    def adjacency(self, vertices: Sequence[int], moved_down: int = 0) -> list[int]:
        """Who may meet whom among these players (C.1, C.3), as bit sets by their place in the list.

        The first `moved_down` ones never meet each other.
        """
        place, met, binding = self.place, self.met, self.binding
        everybody = (1 << len(vertices)) - 1
        residents = everybody ^ ((1 << moved_down) - 1)
        same = [0, 0, 0]
        for k, v in enumerate(vertices):
            place[v] = k
            if binding[v]:
                same[binding[v]] |= 1 << k
        graph = []
        for k, v in enumerate(vertices):
            barred = 1 << k
            for x in met[v]:
                other = place[x]
                if other >= 0:
                    barred |= 1 << other
            if binding[v]:
                barred |= same[binding[v]]
            graph.append((everybody if k >= moved_down else residents) & ~barred)
        for v in vertices:
            place[v] = -1
        return graph

    def scarce(self, vertices: Sequence[int]) -> int:
        """Those who find opponents least easily: absolutely due a colour (a bit set, by their place in the list)."""
        binding = self.binding
        return int("".join("1" if binding[v] else "0" for v in reversed(vertices)) or "0", 2)

    def differences(self, vertices: Sequence[int], moved_down: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The values that score differences and downfloaters' scores can take in a bracket (for `Scale`)."""
        score = self.score
        scores = sorted({score[v] for v in vertices})
        lowest = scores[0]
        if self.edition != "2017":
            values = {s - lowest for s in scores if s > lowest}
            return (*sorted(values), AGAIN), tuple(scores)
        floats = {s - lowest + self.unit for s in scores}
        values = {a - b for a in scores for b in scores if a > b} | floats
        ordered = tuple(sorted(values))
        return ordered, ordered
