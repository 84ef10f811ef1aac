"""The players of a round as arrays, and brackets as graphs: what both searches of the production engine work on.

Players are known by their place in the field's rank order; inside a bracket by their place in the bracket (BSN - 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arbitro.model import Colour, Float
from arbitro.swiss.colours import Preference
from arbitro.swiss.dutch.criteria import (
    AGAIN,
    LISTS,
    C,
    Marks,
)
from arbitro.swiss.dutch.state import Contender, Field

_FLOATS = {Float.NONE: 0, Float.DOWN: 1, Float.UP: 2}
_DOWN_ONLY = (0, 1, 0)
_UP_ONLY = (0, 0, 2)
# by the floats of the last round and of the one before, as one number 3·last + earlier:
_DOWN = [7 * _DOWN_ONLY[f // 3] + 21 * _DOWN_ONLY[f % 3] for f in range(9)]
_UP = [7 * _UP_ONLY[f // 3] + 21 * _UP_ONLY[f % 3] for f in range(9)]
_BOTH = [7 * (f // 3) + 21 * (f % 3) for f in range(9)]
_ABSOLUTE = (0, 0, 0, 1, 0, 0, 2)  # by colour code

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
    differences: tuple[int, ...], scores: tuple[int, ...], next_values: tuple[int, ...], text: str, unit: int
) -> Scale:
    """Scales are kept, with the prices they remember: most brackets of most rounds need one of a few."""
    return Scale(differences, scores, next_values)


def colour_code(wish: Preference) -> int:
    """The colour due: 0 none, 1-3 White, 4-6 Black, mild to absolute."""
    if wish.colour is None:
        return 0
    return wish.strength + (0 if wish.colour is Colour.WHITE else 3)


class Arena:
    """The field as arrays."""

    __slots__ = (
        "absolute",
        "binding",
        "code",
        "code_both",
        "code_down",
        "code_up",
        "exemptions",
        "field",
        "marks_of_pair",
        "met",
        "number",
        "players",
        "score",
        "stats",
        "text",
        "unit",
    )

    def __init__(self, field: Field) -> None:
        self.field = field
        players = self.players = field.players
        self.text = field.text
        self.unit = field.unit
        self.score = [p.score for p in players]
        self.number = [p.number for p in players]
        self.met = [p.opponents | p.forbidden if p.forbidden else p.opponents for p in players]  # pairing numbers
        codes: dict[int, int] = {}  # by preference: equal ones are one object (`colours.preference` keeps them)
        for p in players:
            if id(p.wish) not in codes:
                codes[id(p.wish)] = colour_code(p.wish)
        code = self.code = [codes[id(p.wish)] for p in players]
        floats = [3 * _FLOATS[p.last_float] + _FLOATS[p.earlier_float] for p in players]
        self.code_down = [c + _DOWN[f] for c, f in zip(code, floats, strict=True)]  # … and downfloats
        self.code_up = [c + _UP[f] for c, f in zip(code, floats, strict=True)]  # … and upfloats
        self.code_both = [c + _BOTH[f] for c, f in zip(code, floats, strict=True)]  # … and both
        self.absolute = [_ABSOLUTE[c] for c in code]  # 0, 1 White, 2 Black
        self.exemptions = any(p.topscorer for p in players)
        self.binding = self.absolute  # C.3: who may not meet their like
        if self.exemptions:
            self.binding = [0 if p.topscorer else due for p, due in zip(players, self.absolute, strict=True)]
        self.marks_of_pair = field.text.pair_marks
        self.stats = {"brackets": 0, "classes": 0, "exact": 0, "largest": 0}

    def marks_of_floater(self, player: Contender, lowest: int, moved_down: bool) -> Marks:
        return self.text.float_marks(player, lowest, self.unit, moved_down)

    def barred(self, vertices: Sequence[int]) -> list[int]:
        """Whom each of these players has met or must not meet (C.1), with themselves, as bit sets by their place."""
        number, met = self.number, self.met
        bit = {number[v]: 1 << k for k, v in enumerate(vertices)}
        rows = []
        for v in vertices:
            row = bit[number[v]]
            for x in met[v]:
                if x in bit:
                    row |= bit[x]
            rows.append(row)
        return rows

    def adjacency(self, vertices: Sequence[int], moved_down: int = 0) -> list[int]:
        """Who may meet whom among these players (C.1, C.3), as bit sets by their place in the list.

        The first `moved_down` ones never meet each other.
        """
        binding = self.binding
        everybody = (1 << len(vertices)) - 1
        same = [0, self.due(vertices, 1), self.due(vertices, 2)]
        allowed = [everybody & ~mask for mask in same]
        graph = [allowed[binding[v]] & ~row for v, row in zip(vertices, self.barred(vertices), strict=True)]
        for k in range(moved_down):
            graph[k] = graph[k] >> moved_down << moved_down
        return graph

    def due(self, vertices: Sequence[int], colour: int) -> int:
        """Those absolutely due one colour (1 White, 2 Black) who may not meet their like, as a bit set."""
        binding = self.binding
        return int("".join("1" if binding[v] == colour else "0" for v in reversed(vertices)) or "0", 2)

    def scarce(self, vertices: Sequence[int]) -> int:
        """Those who find opponents least easily: absolutely due a colour (a bit set, by their place in the list)."""
        binding = self.binding
        return int("".join("1" if binding[v] else "0" for v in reversed(vertices)) or "0", 2)

    def differences(self, vertices: Sequence[int], moved_down: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The values that score differences and downfloaters' scores can take in a bracket (for `Scale`)."""
        score = self.score
        scores = sorted({score[v] for v in vertices})
        lowest = scores[0]
        if not self.text.by_differences:
            values = {s - lowest for s in scores if s > lowest}
            return (*sorted(values), AGAIN), tuple(scores)
        floats = {s - lowest + self.unit for s in scores}
        values = {a - b for a in scores for b in scores if a > b} | floats
        ordered = tuple(sorted(values))
        return ordered, ordered
