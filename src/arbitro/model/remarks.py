"""What the remark lines (`###`) of a report carry that its records cannot: acts by hand, written and read again.

    ### MPA @ Round 3: 3-7 12-5 => 3-5 12-7 (a slip)     pairs: those of the rules, then those played; none: all by hand
    ### Places by hand after round 5: 7=1 9=2            of players of equal points, whatever the tie-breaks say
    ### Tie-break elsewhere LOT: 1=2.0 2=1.5             values that were computed elsewhere
    ### Lots among the tied: the sea is heard            the sentence from which they were drawn
    ### Ratings from round 4: 1=2110 2=2060              a long event's later ratings; "in tie-breaks" if these use them
    ### Byes of teams by round: 1=5 2=3                  TRF16 alone, which has no line 320: the fifth team, the third

Players and teams are their pairing numbers in the report, whatever they were when it happened.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from arbitro.frozen import dataclass
from arbitro.model.pairing import Pair
from arbitro.model.points import decimal, points
from arbitro.model.tournament import Tournament


def _words(one: str) -> str:
    return rf"({one}(?: {one})*)"


_LOTS = "### Lots among the tied: "
_PAIRS, _NUMBERS, _TENTHS = _words(r"\d+-(?:\d+|bye)"), _words(r"\d+=\d+"), _words(r"\d+=-?\d+[.]\d")
_MPA = rf"### MPA @ Round (\d+): (?:none|{_PAIRS}) => {_PAIRS}(?: \((.*)\))?"
_PLACES = rf"### Places by hand after round (\d+): {_NUMBERS}"
_VALUES = rf"### Tie-break elsewhere (.{{1,12}}): {_TENTHS}"
_TEAM_BYES = rf"### Byes of teams by round: {_NUMBERS}"
_RATINGS = rf"### Ratings from round (\d+)(, in tie-breaks)?: {_NUMBERS}"


@dataclass(frozen=True, slots=True)
class ByHand:
    """A round that was changed by hand. Black 0 stands for the bye."""

    round: int
    gone: frozenset[Pair] | None  # None: there was no pairing by the rules
    made: frozenset[Pair]
    why: str


def written(pairs: Iterable[tuple[int, int]]) -> str:
    """Pairs as reports have them: `3-7 12-5`; the bye as `9-bye`."""
    return " ".join(f"{white}-{black or 'bye'}" for white, black in sorted(pairs))


def renumbered(pairs: str, numbers: Mapping[int, int]) -> str:
    """The same pairs after players got other numbers.

    >>> renumbered("3-7 9-bye", {3: 4, 9: 10})
    '4-7 10-bye'
    """
    return re.sub(r"\d+", lambda found: str(numbers.get(int(found[0]), int(found[0]))), pairs)


def _pairs(text: str) -> frozenset[Pair]:
    found = (word.split("-") for word in text.split())
    return frozenset(Pair(int(white), 0 if black == "bye" else int(black)) for white, black in found)


def _numbers(text: str) -> Iterator[tuple[int, str]]:
    for word in text.split():
        number, _equals, value = word.partition("=")
        yield int(number), value


def by_hand(lines: Iterable[str]) -> list[ByHand]:
    """The rounds that a report calls changed by hand, act by act."""
    found = filter(None, (re.fullmatch(_MPA, line.strip()) for line in lines))
    return [ByHand(int(m[1]), _pairs(m[2]) if m[2] else None, _pairs(m[3]), m[4] or "") for m in found]


def says_so(lines: Iterable[str], round: int, computed: Collection[Pair], recorded: Collection[Pair]) -> bool:
    """Is a round that differs from the rules' pairing the one that these lines make of it, pair for pair?

    >>> said = ["### MPA @ Round 2: 3-5 9-2 => 2-5 9-3 (a slip)"]
    >>> says_so(said, 2, [Pair(3, 5), Pair(9, 2), Pair(1, 4)], [Pair(9, 3), Pair(2, 5), Pair(1, 4)])
    True
    >>> says_so(said, 2, [Pair(3, 5), Pair(9, 2), Pair(1, 4)], [Pair(9, 3), Pair(2, 5), Pair(4, 1)])
    False
    """
    acts = [act for act in by_hand(lines) if act.round == round]
    pairs = frozenset(computed)
    for act in acts:
        pairs = act.made if act.gone is None else (pairs - act.gone) | act.made
    return bool(acts) and pairs == frozenset(recorded)


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that is not paired as the rules, its table or its bracket pair it: what differs. Black 0: the bye."""

    round: int
    recorded: tuple[Pair, ...]
    computed: tuple[Pair, ...]  # empty with `impossible`
    impossible: bool = False  # the rules allow no pairing at all, the event was over, something had to be settled first
    by_hand: bool = False  # the file says so, pair for pair


def difference(lines: Iterable[str], round: int, recorded: set[Pair], computed: set[Pair] | None) -> Difference | None:
    """What differs in a round from the pairing by the rules (None: there is none), and whether the lines say so."""
    if recorded == computed:
        return None
    right = computed or set()
    wrong, missing = tuple(sorted(recorded - right)), tuple(sorted(right - recorded))
    return Difference(round, wrong, missing, computed is None, says_so(lines, round, right, recorded))


def places_line(after: int, places: Mapping[int, int]) -> str:
    """The places given by hand, by number."""
    return f"### Places by hand after round {after}: {' '.join(f'{n}={place}' for n, place in sorted(places.items()))}"


def places(lines: Iterable[str], after: int) -> dict[int, int]:
    """The places given by hand after a round, by number."""
    found = (re.fullmatch(_PLACES, line.strip()) for line in lines)
    return {n: int(place) for m in found if m and int(m[1]) == after for n, place in _numbers(m[2])}


def values_line(name: str, values: Mapping[int, int]) -> str:
    """A tie-break that was computed elsewhere: values in tenths, by number."""
    return f"### Tie-break elsewhere {name}: {' '.join(f'{n}={decimal(v)}' for n, v in sorted(values.items()))}"


def values(lines: Iterable[str]) -> dict[str, dict[int, int]]:
    """Tie-breaks computed elsewhere, in tenths by number."""
    found = (re.fullmatch(_VALUES, line.strip()) for line in lines)
    return {m[1]: {n: _tenths(value) for n, value in _numbers(m[2])} for m in found if m}


def _tenths(text: str) -> int:
    return -points(text[1:]) if text.startswith("-") else points(text)


def lots_line(sentence: str) -> str:
    """The sentence from which lots among the tied were drawn."""
    return f"{_LOTS}{sentence}"


def lots(lines: Iterable[str]) -> str:
    """That sentence; "" where none were drawn."""
    return next((line.removeprefix(_LOTS).strip() for line in lines if line.startswith(_LOTS)), "")


def ratings_line(first: int, ratings: Mapping[int, int], in_tie_breaks: bool) -> str:
    """The ratings that hold from a round on, by number."""
    which = ", in tie-breaks" if in_tie_breaks else ""
    return f"### Ratings from round {first}{which}: {' '.join(f'{n}={r}' for n, r in sorted(ratings.items()))}"


def ratings(lines: Iterable[str]) -> tuple[dict[int, dict[int, int]], bool]:
    """The later ratings of a long event by round and number, and whether tie-breaks use them."""
    found = [m for line in lines if (m := re.fullmatch(_RATINGS, line.strip()))]
    return {int(m[1]): {n: int(r) for n, r in _numbers(m[3])} for m in found}, any(m[2] for m in found)


def with_ratings(tournament: Tournament) -> Tournament:
    """A tournament with the later ratings that its remarks state."""
    stated, in_tie_breaks = ratings(tournament.unknown_lines)
    later: dict[int, dict[int, int]] = {}
    for first, by_number in stated.items():
        for number in by_number.keys() & tournament.index.keys():
            later.setdefault(number, {})[first] = by_number[number]
    return replace(tournament, later_ratings=later, round_ratings=in_tie_breaks) if later else tournament


def team_byes_line(byes: Mapping[int, int]) -> str:
    """Which team had the bye, by round: its place among the teams of the report, from 1."""
    return f"### Byes of teams by round: {' '.join(f'{round}={team}' for round, team in sorted(byes.items()))}"


def team_byes(line: str) -> dict[int, int]:
    """The byes of teams that a line states; none where it is another line.

    >>> team_byes(team_byes_line({1: 5, 3: 2}))
    {1: 5, 3: 2}
    """
    found = re.fullmatch(_TEAM_BYES, line.strip())
    return {round: int(team) for round, team in _numbers(found[1])} if found else {}
