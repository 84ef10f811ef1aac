"""The restricted draw: players of one federation do not meet in the last three rounds of a round robin.

    C.05 annex II            function
    the tables, 9-24         groups: four envelopes of numbers that do not meet in the last three rounds
    1  envelopes             groups, with the number that an odd field does not have taken out
    2  order of the draw     order: larger federations first, then by FIDE code, then by name
    3  choosing              draw: an envelope with room for the whole federation, then a number from it
    4  until all have one    draw

The printed row for 11-12 players puts 6 and 12 into one envelope although they meet in the last round; `groups` has 11
and 12 exchanged, which also agrees with the seven other rows. `printed=True` gives the row as it is printed.

The annex has no answer where the field or a federation is too large for its envelopes. `restricted_draw` then searches
for numbers that keep compatriots apart in the last three rounds all the same, and names the games where it is not
possible.

Not here: the stream of lots and how to check it (`lots`), the Berger table (`roundrobin`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from arbitro.errors import Refused
from arbitro.formats.lots import Lot, Lots
from arbitro.formats.roundrobin import berger
from arbitro.i18n import gettext_for
from arbitro.texts import table

_ = gettext_for("formats")

LAST_ROUNDS = 3

TABLES: Mapping[str, Mapping[str, Sequence[int]]] = table("tables")["varma"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A name in the draw with its FIDE federation code; without one, the player has no compatriots."""

    name: str
    federation: str

    @property
    def side(self) -> str:
        """Who is kept apart: the federation, or a player without one for himself."""
        return self.federation or f"({self.name})"

    def __str__(self) -> str:
        return f"{self.name} ({self.federation})" if self.federation else self.name


@dataclass(frozen=True, slots=True)
class EnvelopeDraw:
    """One player's turn: the envelopes to choose from, the choice, and the number drawn."""

    entrant: Entrant
    eligible: tuple[str, ...]  # empty for team-mates, who draw from the envelope already chosen
    envelope: str
    number: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two compatriots who meet in one of the last rounds."""

    round: int
    first: Entrant
    second: Entrant


@dataclass(frozen=True, slots=True)
class RestrictedDraw:
    """The numbers drawn, the steps, the lots behind them, and the late meetings that could not be avoided."""

    seed: str
    numbers: Mapping[Entrant, int]
    steps: tuple[EnvelopeDraw, ...]  # empty where the numbers were searched, not drawn from envelopes
    lots: tuple[Lot, ...]
    late: tuple[Meeting, ...] = ()
    proved: bool = True  # False: late meetings remain, and the search could not prove that they must


def groups(players: int, *, printed: bool = False) -> dict[str, tuple[int, ...]]:
    """Annex II: the envelopes for 9 to 24 players; an odd field has no highest number.

    >>> groups(9)["D"]
    (2,)
    """
    size = players + players % 2
    if str(size) not in TABLES:
        raise Refused(
            _("The Varma tables serve 9 to 24 players, not {n}.").format(n=players),
            article=_("C.05, annex II"),
        )
    table = TABLES["12_printed" if printed and size == 12 else str(size)]
    return {name: tuple(n for n in numbers if n <= players) for name, numbers in table.items()}


def order(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Annex II 2: larger federations first; equal ones by code; inside a federation by name."""
    size = Counter(entrant.side for entrant in entrants)
    return tuple(sorted(entrants, key=lambda e: (-size[e.side], e.federation, e.name.casefold(), e.name)))


def eligible(envelopes: Mapping[str, Sequence[int]], size: int) -> tuple[str, ...]:
    """Annex II 3: the envelopes that still hold enough numbers for a federation of that size."""
    return tuple(name for name, numbers in envelopes.items() if len(numbers) >= size)


def draw(entrants: Sequence[Entrant], seed: str, *, printed: bool = False) -> RestrictedDraw:
    """Annex II: the draw with envelopes, from a public seed (`lots`).

    Envelopes that would leave a later federation without room are not offered: the annex does not foresee them, and
    a draw that cannot be finished helps nobody. Refused where a federation has no envelope at all.
    """
    _check_names(entrants)
    players = order(entrants)
    envelopes = {name: list(numbers) for name, numbers in groups(len(players), printed=printed).items()}
    sizes = Counter(entrant.side for entrant in players)
    waiting = sorted(sizes.values(), reverse=True)
    lots = Lots(seed)
    steps = []
    envelope = ""
    federation = None
    for entrant in players:
        choices: tuple[str, ...] = ()
        if entrant.side != federation:
            federation = entrant.side
            size = waiting.pop(0)
            choices = tuple(
                name
                for name in eligible(envelopes, size)
                if _fits({k: len(v) - (size if k == name else 0) for k, v in envelopes.items()}, tuple(waiting))
            )
            if not choices:
                raise Refused(
                    _("No envelope has room for the {n} players of {federation}: use the general draw.").format(
                        n=size, federation=federation
                    ),
                    article=_("C.05, annex II"),
                )
            envelope = lots.choose(choices)
        number = envelopes[envelope].pop(lots.below(len(envelopes[envelope])))
        steps.append(EnvelopeDraw(entrant, choices, envelope, number))
    numbers = {step.entrant: step.number for step in steps}
    return RestrictedDraw(seed, numbers, tuple(steps), tuple(lots.record), late_meetings(numbers))


def restricted_draw(entrants: Sequence[Entrant], seed: str) -> RestrictedDraw:
    """The envelopes where they serve, else the general search (`search`)."""
    try:
        return draw(entrants, seed)
    except Refused:
        return search(entrants, seed)


def late_rounds(players: int) -> dict[frozenset[int], int]:
    """The games of the last three rounds of the Berger table, each with its round."""
    table = berger(players)
    return {
        frozenset(game): r for r in range(max(len(table) - LAST_ROUNDS, 0) + 1, len(table) + 1) for game in table[r - 1]
    }


def late_meetings(numbers: Mapping[Entrant, int]) -> tuple[Meeting, ...]:
    """The compatriots who meet in the last three rounds when they have these numbers."""
    if len(numbers) < 2:
        return ()
    holder = {number: entrant for entrant, number in numbers.items()}
    meetings = []
    for pair, r in late_rounds(len(numbers)).items():
        a, b = (holder[number] for number in sorted(pair))
        if a.side == b.side:
            meetings.append(Meeting(r, a, b))
    return tuple(sorted(meetings, key=lambda m: (m.round, numbers[m.first])))


def latest_meeting(players: int, envelope: Sequence[int]) -> int:
    """The last round in which two numbers of an envelope meet; 0 where it has fewer than two."""
    inside = frozenset(envelope)
    return max(
        (r for r, games in enumerate(berger(players), 1) for game in games if inside.issuperset(game)), default=0
    )


# -- the general search, for fields that the envelopes do not serve


def search(entrants: Sequence[Entrant], seed: str) -> RestrictedDraw:
    """Numbers for any field: as few compatriots as possible meet in the last three rounds.

    The numbers are first drawn freely; then two players exchange numbers as long as that removes late meetings, from
    several free draws. If some remain, a complete search either finds numbers without any or proves that none exist.
    """
    _check_names(entrants)
    players = order(entrants)
    n = len(players)
    late = late_rounds(n)
    neighbours = _neighbours(late, n)
    lots = Lots(seed)
    best: list[str] | None = None
    for _attempt in range(40):
        federations = _improved(list(lots.order([entrant.side for entrant in players])), late, neighbours)
        if best is None or _cost(federations, late) < _cost(best, late):
            best = federations
        if _cost(best, late) == 0:
            break
    assert best is not None
    proved = True
    if _cost(best, late):
        exact, proved = _complete([entrant.side for entrant in players], neighbours)
        best = exact or best
    waiting = {code: list(lots.order([e for e in players if e.side == code])) for code in dict.fromkeys(best)}
    numbers = {waiting[code].pop(): number for number, code in enumerate(best, 1)}
    numbers = {entrant: numbers[entrant] for entrant in players}
    return RestrictedDraw(seed, numbers, (), tuple(lots.record), late_meetings(numbers), proved)


def _improved(
    seats: list[str], late: Mapping[frozenset[int], int], neighbours: Mapping[int, Sequence[int]]
) -> list[str]:
    """Exchange two numbers while that removes late meetings. `seats[i]` is the federation of number i + 1."""

    def clashes(number: int, code: str) -> int:
        return sum(1 for other in neighbours[number] if seats[other - 1] == code)

    improving = True
    while improving:
        improving = False
        for a in neighbours:
            if not clashes(a, seats[a - 1]):
                continue
            before = _cost(seats, late)
            for b in neighbours:
                if seats[a - 1] == seats[b - 1]:
                    continue
                seats[a - 1], seats[b - 1] = seats[b - 1], seats[a - 1]
                if _cost(seats, late) < before:
                    improving = True
                    break
                seats[a - 1], seats[b - 1] = seats[b - 1], seats[a - 1]
    return seats


def _cost(seats: Sequence[str], late: Mapping[frozenset[int], int]) -> int:
    """Few late meetings before all; among equally many, the earlier ones."""
    many = 1000 * len(seats)
    return sum(many + r for pair, r in late.items() if len({seats[number - 1] for number in pair}) == 1)


def _neighbours(late: Mapping[frozenset[int], int], players: int) -> dict[int, tuple[int, ...]]:
    neighbours: dict[int, list[int]] = {number: [] for number in range(1, players + 1)}
    for pair in late:
        a, b = pair
        neighbours[a].append(b)
        neighbours[b].append(a)
    return {number: tuple(sorted(others)) for number, others in neighbours.items()}


def _complete(
    federations: Sequence[str], neighbours: Mapping[int, Sequence[int]], budget: int = 60_000
) -> tuple[list[str] | None, bool]:
    """Seats without any late meeting, by backtracking over the most constrained number; and whether it finished.

    `(None, True)` is a proof that there are none; `(None, False)` means that the budget ran out.
    """
    left = Counter(federations)
    seats: dict[int, str] = {}
    steps = 0

    def options(number: int) -> list[str]:
        taken = {seats[other] for other in neighbours[number] if other in seats}
        return [code for code, n in left.most_common() if n and code not in taken]

    def place() -> bool | None:
        nonlocal steps
        if len(seats) == len(federations):
            return True
        steps += 1
        if steps > budget:
            return None
        open_to = {number: options(number) for number in neighbours if number not in seats}
        room = Counter(code for codes in open_to.values() for code in codes)
        if any(n > room[code] for code, n in left.items()):
            return False
        number = min(open_to, key=lambda x: (len(open_to[x]), -sum(1 for o in neighbours[x] if o in seats), x))
        for code in open_to[number]:
            seats[number] = code
            left[code] -= 1
            outcome = place()
            if outcome is not False:
                return outcome
            del seats[number]
            left[code] += 1
        return False

    outcome = place()
    if outcome:
        return [seats[number] for number in sorted(seats)], True
    return None, outcome is False


@cache
def _fit(room: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Can federations of these sizes, each whole, be put into envelopes with this room? (Sizes in falling order.)"""
    if not sizes:
        return True
    first, *others = sizes
    return any(
        _fit(tuple(sorted((*room[:i], room[i] - first, *room[i + 1 :]))), tuple(others))
        for i in {room.index(space) for space in set(room)}
        if room[i] >= first
    )


def _fits(room: Mapping[str, int], sizes: tuple[int, ...]) -> bool:
    return _fit(tuple(sorted(room.values())), sizes)


def _check_names(entrants: Sequence[Entrant]) -> None:
    if not all(entrant.name for entrant in entrants):
        raise Refused(_("A player of the draw has no name."), article=_("C.05, annex II"))
    repeated = sorted({e.name for e in entrants if entrants.count(e) > 1})
    if repeated:
        raise Refused(_("Twice in the draw: {names}.").format(names=", ".join(repeated)), article=_("C.05, annex II"))
    if len(entrants) < 2:
        raise Refused(
            _("A draw needs at least 2 players, not {n}.").format(n=len(entrants)), article=_("C.05, annex II")
        )


def protocol(drawn: RestrictedDraw) -> list[str]:
    """The record of a restricted draw as lines to print."""
    lines = [_("Seed: {seed}").format(seed=drawn.seed)]
    for step in drawn.steps:
        if step.eligible:
            lines.append(
                _("{name} chooses among the envelopes {eligible}: {envelope}; draws number {n}").format(
                    name=step.entrant,
                    eligible=", ".join(step.eligible),
                    envelope=step.envelope,
                    n=step.number,
                )
            )
        else:
            lines.append(
                _("{name} draws number {n} from envelope {envelope}").format(
                    name=step.entrant, n=step.number, envelope=step.envelope
                )
            )
    if drawn.steps:
        lines += [
            _("Draw {n}: SHA-256 of “{text}” = {hash}; modulo {left} = {index}").format(
                n=lot.step, text=lot.text, hash=lot.hash, left=lot.left, index=lot.index
            )
            for lot in drawn.lots
        ]
    else:
        lines.append(_("The envelopes of the annex do not serve these players; the numbers were searched:"))
        lines += [
            _("{name} has number {n}").format(name=e, n=n)
            for e, n in sorted(drawn.numbers.items(), key=lambda item: item[1])
        ]
    if not drawn.late:
        lines.append(_("No players of one federation meet in the last three rounds."))
    else:
        lines += [
            _("Round {r}: {first} and {second}, both {federation}, meet in one of the last three rounds.").format(
                r=m.round, first=m.first.name, second=m.second.name, federation=m.first.federation
            )
            for m in drawn.late
        ]
        lines.append(
            _("No numbers exist that avoid all late meetings of compatriots.")
            if drawn.proved
            else _("No numbers were found that avoid all late meetings of compatriots.")
        )
    return lines
