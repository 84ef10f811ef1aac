"""Dubov, the text of 1997 (C.04.4.1).

    article    function              what it says
    1.2        average_opposition    ARO, the mean rating of the opponents met
    1.3, 1.4   (Unit.due)            the colour had less often, else the opposite of the last
    2.1        may_rise              upward transfers: not twice running, three or four in all; free in the last round
    2.2        balance               nobody changes sides into a colour that they must not have
    3          allocate              colours
    4          bye_candidates        lowest score, lowest rating, the colour of the majority, higher ARO
    5          _halves               before anybody has played: halves, colours by number
    6.2        white_key, black_key  the two columns: ARO rising against rating falling
    6.3        pair_columns          no second meeting: the first arrangement of the Black column, then the same side
    6.4        _leave                who floats down when not all can be paired
    7.1, 7.2   _pull_up              someone is brought up for a player without opponents, or to make the number even
    7.3, 7.4   balance               the larger side gives players to the smaller one
    8          floater_order         floaters first, White and Black in turn, against the highest rating

Silent points and what is done (article 9 leaves them to the arbiter): floaters are paired before sides are balanced;
players without a game fill the smaller column; an upward transfer is any pairing with a higher score, played or not;
who is brought up must leave the group and everyone below pairable, if anyone does; among equally good floaters the
lowest rating floats; where a group cannot be paired without spoiling the rest, it is joined with the next one; after
a pair of the same side, the sides are evened out by as few further such pairs as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from arbitro.matching.largest import bits, maximum
from arbitro.matching.ordered import covered_first, first_cheapest, in_order
from arbitro.model import Colour, Tournament, show
from arbitro.swiss.account import (
    ByeRule,
    Convention,
    Made,
    Note,
    RoundAccount,
    Say,
    convention,
    label,
    note,
    without_bye,
)
from arbitro.swiss.allocation import Choice, alternating, by_due, equalising, seated
from arbitro.swiss.lim import exchange_order
from arbitro.swiss.passed_over import UNMET, Count, Groups, Rules
from arbitro.swiss.units import (
    Field,
    Unit,
    graph,
    legal,
    no_pairing,
    of_players,
    pairable,
    score_groups,
    spare,
)

RULES = Rules("C.04.1 f, g", Groups.TAKING, "6.4, 7.1, 7.2", "6.4", "6.2, 6.3, 8.2", counts=(Count(UNMET, "6.1, 6.2"),))
LONG_EVENT = 10  # rounds; from here on four upward transfers are allowed, below it three (2.1)


class Seat(NamedTuple):
    """A player of a group with their ARO."""

    unit: Unit
    aro: Fraction

    @property
    def due(self) -> Colour | None:
        return self.unit.due

    @property
    def rating(self) -> int:
        return self.unit.rating


def field_of(tournament: Tournament) -> Field:
    return of_players(tournament)


def average_opposition(field: Field, unit: Unit) -> Fraction:
    """1.2: the mean rating of the opponents met over the board; 0 before the first game."""
    met = unit.opponents
    return Fraction(sum(field.units[o].rating for o in met), len(met)) if met else Fraction(0)


# -- orders


def white_key(seat: Seat) -> tuple[Fraction, int, str, int]:
    """6.2, due White: ARO rising, then the lower rating, then the alphabet."""
    return (seat.aro, seat.rating, seat.unit.name.casefold(), seat.unit.rank)


def black_key(seat: Seat) -> tuple[int, Fraction, str, int]:
    """6.2, due Black: rating falling, then the higher ARO, then the alphabet."""
    return (-seat.rating, -seat.aro, seat.unit.name.casefold(), seat.unit.rank)


def columns(white: Sequence[Seat], black: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
    """6.2: the two columns side by side."""
    return sorted(white, key=white_key), sorted(black, key=black_key)


def floater_order(floaters: Sequence[Seat]) -> list[Seat]:
    """8.1: White and Black in turn, beginning with the first White; what is left of one kind follows."""
    white = [s for s in floaters if s.due is Colour.WHITE]
    white, black = columns(white, [s for s in floaters if s not in white])
    order: list[Seat] = []
    for i in range(max(len(white), len(black))):
        order += white[i : i + 1] + black[i : i + 1]
    return order


def same_side_order(row: int, size: int) -> list[int]:
    """6.3: who of the same column is tried for the White of a row: the rows below to the end, then upwards from above.

    >>> same_side_order(2, 4)
    [3, 4, 1]
    """
    return [*range(row + 1, size + 1), *range(row - 1, 0, -1)]


def rise_key(opposite_to: Colour | None, seat: Seat) -> tuple[bool, int, Fraction, int]:
    """7.1, 7.2: who is brought up first: due the other colour, highest rating, lowest ARO."""
    return (opposite_to is not None and seat.due is opposite_to, -seat.rating, seat.aro, seat.unit.rank)


def bye_candidates(units: Sequence[Unit], seats: dict[int, Seat]) -> list[Unit]:
    """4: lowest score; lowest rating; of both colours, the one that more are due; the higher ARO."""
    order: list[Unit] = []
    for group in reversed(score_groups(units)):
        majority = _majority([seats[u.number] for u in group])
        order += sorted(
            group,
            key=lambda u: (u.rating, majority is not None and u.due is not majority, -seats[u.number].aro, -u.rank),
        )
    return order


def _majority(seats: Sequence[Seat]) -> Colour | None:
    white = sum(s.due is Colour.WHITE for s in seats)
    black = sum(s.due is Colour.BLACK for s in seats)
    return None if white == black else Colour.WHITE if white > black else Colour.BLACK


def may_rise(field: Field, unit: Unit) -> bool:
    """2.1: not two rounds running, at most three times (four from ten rounds on); no limit in the last round."""
    if field.is_last:
        return True
    most = 4 if (field.rounds or field.round) >= LONG_EVENT else 3
    risen = rises(field, unit)
    return field.round - 1 not in risen and len(risen) < most


def rises(field: Field, unit: Unit) -> list[int]:
    """2.1: the rounds in which the unit was transferred upwards; a game forfeited later changes nothing about that."""
    return [
        k
        for k, entry in enumerate(unit.record, 1)
        if entry.opponent is not None and field.units[entry.opponent].scores[k - 1] > unit.scores[k - 1]
    ]


# -- the round


def pair(field: Field) -> RoundAccount:
    """All groups from the top; raises NoPairing where no complete pairing exists."""
    units = field.here
    seats = {u.number: Seat(u, average_opposition(field, u)) for u in units}
    units, made = without_bye(units, bye_candidates(units, seats), ByeRule.DUBOV, "4")
    if not pairable(units):
        raise no_pairing(units)
    session = _Session(field, seats)
    groups = score_groups(units)
    floaters: list[Unit] = []
    while groups or floaters:
        bracket, floaters, groups = session.bracket(floaters, groups)
        made += session.pair_bracket(bracket)
    return RoundAccount(field, made, RULES)


class _Bracket(NamedTuple):
    floaters: list[Unit]  # from above
    others: list[Unit]
    notes: dict[int, list[Note]]


class _Session:
    """One round in the making."""

    def __init__(self, field: Field, seats: dict[int, Seat]) -> None:
        self.field, self.seats = field, seats
        self.why: dict[int, list[Note]] = {}

    # -- making up a bracket (6.4, 7.1, 7.2)

    def bracket(self, floaters: list[Unit], groups: list[list[Unit]]) -> tuple[_Bracket, list[Unit], list[list[Unit]]]:
        """The next bracket, who floats down from it, and the groups left below."""
        group, below = list(groups[0]), groups[1:]
        merged: list[Note] = []
        while True:
            raised, left_below = self._pull_up([*floaters, *group], below)
            pool = [*floaters, *group, *raised]
            leave = self._leave(pool, floaters, left_below)
            rest = [u for g in left_below for u in g]
            if pairable([*leave, *rest]):
                break
            group += below[0]
            below = below[1:]
            merged = [note(Say.MERGED, "9", scores=label(u.score for u in group)), convention(Convention.JOINED)]
        score = show(group[0].score)
        notes: dict[int, list[Note]] = {u.number: list(merged) for u in pool}
        for unit in raised:
            notes[unit.number].append(note(Say.PULLED_UP, "7.1, 7.2", a=unit.number, score=show(unit.score)))
        for unit in floaters:
            notes[unit.number] += self.why.get(unit.number, [])
        for unit in leave:
            alone = not any(legal(unit, other) for other in pool if other is not unit)
            self.why[unit.number] = [
                note(Say.UNPAIRABLE if alone else Say.LEFT_OVER, "6.4", a=unit.number, score=score),
                convention(Convention.LOWEST_FLOATS),
            ]
        gone = {u.number for u in leave}
        stay = [u for u in pool if u.number not in gone]
        above = {u.number for u in floaters}
        return (
            _Bracket([u for u in stay if u.number in above], [u for u in stay if u.number not in above], notes),
            leave,
            left_below,
        )

    def _pull_up(self, pool: list[Unit], below: list[list[Unit]]) -> tuple[list[Unit], list[list[Unit]]]:
        """7.1, then 7.2: who is brought up into a group."""
        raised: list[Unit] = []
        for unit in sorted(pool, key=lambda u: (-u.rating, u.rank)):
            if not any(legal(unit, other) for other in [*pool, *raised] if other is not unit):
                found = self._first_riser([unit], unit.due, below)
                if found is not None:
                    raised.append(found)
                    below = _without(below, found)
        everyone = [*pool, *raised]
        if len(everyone) % 2:
            majority = _majority([self.seats[u.number] for u in everyone])
            found = self._first_riser(everyone, majority, below, complete=True)
            if found is not None:
                raised.append(found)
                below = _without(below, found)
        return raised, below

    def _first_riser(
        self, targets: list[Unit], colour: Colour | None, below: list[list[Unit]], *, complete: bool = False
    ) -> Unit | None:
        """The best candidate of the nearest group that has one; with `complete`, one who leaves all pairable."""
        possible = []
        for group in below:
            seats = sorted((self.seats[u.number] for u in group), key=lambda s: rise_key(colour, s))
            possible += [
                s.unit for s in seats if may_rise(self.field, s.unit) and any(legal(s.unit, t) for t in targets)
            ]
            if possible and not complete:
                return possible[0]
        if not possible:
            return None
        awaited = spare(targets)  # whoever meets one of these completes the group
        can_leave = {u.number for u in spare([u for g in below for u in g])}
        for unit in possible:
            if unit.number in can_leave and any(legal(unit, u) for u in awaited):
                return unit
        return possible[0]

    def _leave(self, pool: Sequence[Unit], floaters: Sequence[Unit], below: list[list[Unit]]) -> list[Unit]:
        """6.4: who floats down, if not all can be paired: best a newcomer who can be paired below."""
        following = below[0] if below else []
        above = {u.number for u in floaters}

        def keep(i: int) -> tuple[bool, bool, int, Fraction, int]:
            unit = pool[i]
            seat = self.seats[unit.number]
            can = any(legal(unit, other) for other in following)
            return (unit.number not in above, can, -unit.rating, seat.aro, unit.rank)

        return [pool[i] for i in covered_first(graph(pool), sorted(range(len(pool)), key=keep))]

    # -- pairing a bracket

    def pair_bracket(self, bracket: _Bracket) -> list[Made]:
        if all(u.due is None for u in [*bracket.floaters, *bracket.others]):
            return self._halves(bracket)
        pairs, others = self._pair_floaters(bracket)
        pairs += self._pair_columns(others)
        scores = label(u.score for u in bracket.others) or label(u.score for u in bracket.floaters)
        made = []
        for a, b, reason in pairs:
            white, black, colour = allocate(self.field, self.seats[a.number], self.seats[b.number])
            reasons = [reason, *_once([*bracket.notes.get(a.number, []), *bracket.notes.get(b.number, [])]), colour]
            made.append(Made(white.number, black.number, scores, tuple(reasons)))
        return made

    def _halves(self, bracket: _Bracket) -> list[Made]:
        """5: nobody has played yet. Pairs that are forbidden give way by the exchanges of the Lim system."""
        units = sorted([*bracket.floaters, *bracket.others], key=lambda u: u.rank)
        neighbours = graph(units)
        mate, _ = maximum(neighbours)
        half = len(units) // 2
        mate = in_order(neighbours, mate, lambda _v, free: exchange_order(list(bits(free))))
        made = []
        for v, w in enumerate(mate):
            if v < w:
                a, b = self.seats[units[v].number], self.seats[units[w].number]
                white, black, colour = allocate(self.field, a, b)
                say = Say.HALVES if w == v + half else Say.EXCHANGED
                first = units[min(v + half, len(units) - 1)].number
                reason = note(say, "5", a=a.unit.number, b=b.unit.number, first=first)
                made.append(Made(white.number, black.number, label(u.score for u in units), (reason, colour)))
        return made

    def _pair_floaters(self, bracket: _Bracket) -> tuple[list[tuple[Unit, Unit, Note]], list[Unit]]:
        """8: the floaters in turn, each against the highest rating due the other colour."""
        floaters = [s.unit for s in floater_order([self.seats[u.number] for u in bracket.floaters])]
        units = floaters + bracket.others
        if not floaters:
            return [], units
        k = len(floaters)
        neighbours = graph(units)
        mate, _ = maximum(neighbours)

        def options(v: int, free: int) -> list[int]:
            if v >= k:
                return list(bits(free))
            return sorted(
                bits(free),
                key=lambda w: (w < k, *rise_key(units[v].due, self.seats[units[w].number])),
            )

        mate = in_order(neighbours, mate, options)
        pairs = []
        for v in range(k):
            if mate[v] > v:
                a, b = units[v], units[mate[v]]
                pairs.append((a, b, note(Say.FLOATER_PAIR, "8.1, 8.2", a=a.number, b=b.number)))
        paired = {u.number for p in pairs for u in p[:2]}
        return pairs, [u for u in units if u.number not in paired]

    def _pair_columns(self, units: Sequence[Unit]) -> list[tuple[Unit, Unit, Note]]:
        if not units:
            return []
        seats = [self.seats[u.number] for u in units]
        white, black, _ = balance(seats)
        pairs = []
        rows = pair_columns(white, black)
        assert rows is not None
        for i, (a, b) in enumerate(rows, 1):
            names = {"a": a.unit.number, "b": b.unit.number}
            if b in black:
                shown = f"{round(float(a.aro), 1):.1f}"
                reason = note(Say.COLUMNS, "6.2, 6.3", i=i, aro=shown, rating=b.rating, **names)
            else:
                reason = note(Say.SAME_SIDE, "6.3", **names)
            pairs.append((a.unit, b.unit, reason))
        return pairs


def _once(notes: Sequence[Note]) -> list[Note]:
    """The same note only once."""
    seen: list[Note] = []
    for n in notes:
        if n not in seen:
            seen.append(n)
    return seen


def _without(groups: list[list[Unit]], unit: Unit) -> list[list[Unit]]:
    return [kept for g in groups if (kept := [u for u in g if u is not unit])]


# -- sides and columns


def balance(seats: Sequence[Seat]) -> tuple[list[Seat], list[Seat], list[Seat]]:
    """7.3, 7.4, 2.2: the two sides with equal numbers, and who changed sides.

    Of Whites in excess the lowest ARO changes, then the higher rating; of Blacks the highest ARO, then the lower
    rating; then the alphabet. Nobody goes to a side whose colour they must not have.
    """
    white = [s for s in seats if s.due is Colour.WHITE]
    black = [s for s in seats if s.due is Colour.BLACK]
    for seat in sorted((s for s in seats if s.due is None), key=black_key):
        (white if len(white) < len(black) else black).append(seat)
    moved: list[Seat] = []
    surplus = (len(white) - len(black)) // 2 if len(white) >= len(black) else -((len(black) - len(white)) // 2)
    if surplus > 0:
        order = sorted(white, key=lambda s: (s.aro, -s.rating, s.unit.name.casefold()))
        moved = [s for s in order if not s.unit.absolute][:surplus]
        white, black = [s for s in white if s not in moved], black + moved
    elif surplus < 0:
        order = sorted(black, key=lambda s: (-s.aro, s.rating, s.unit.name.casefold()))
        moved = [s for s in order if not s.unit.absolute][:-surplus]
        white, black = white + moved, [s for s in black if s not in moved]
    white, black = columns(white, black)
    return white, black, moved


def pair_columns(white: Sequence[Seat], black: Sequence[Seat]) -> list[tuple[Seat, Seat]] | None:
    """6.3: the first arrangement of the Black column without a second meeting; pairs of one side only where needed."""
    seats = [*white, *black]
    k = len(white)
    lower = ((1 << len(seats)) - 1) ^ ((1 << k) - 1)

    def options(v: int, free: int) -> list[int]:
        if v < k:
            same_side = [w - 1 for w in same_side_order(v + 1, k) if free >> (w - 1) & 1]
            return [*bits(free & lower), *same_side]
        return list(bits(free))

    found = first_cheapest(
        graph([s.unit for s in seats]), [i < k for i in range(len(seats))], lambda a, b: int(a == b), options
    )
    if found is None:
        return None
    return [(seats[v], seats[w]) for v, w in enumerate(found[0]) if v < w]


# -- colours (3)


def allocate(field: Field, a: Seat, b: Seat) -> tuple[Unit, Unit, Note]:
    """3: White, Black and why."""
    choice = (
        by_due(field, a.unit, b.unit, first="5", due="3", limits="C.04.1 f, g")
        or equalising(a.unit, b.unit, "3")
        or alternating(a.unit, b.unit, "3")
        or _white_by_strength(a, b)
    )
    return seated(choice, a.unit, b.unit)


def _white_by_strength(a: Seat, b: Seat) -> Choice:
    """3, last: White to the higher ARO, then to the lower rating."""
    if a.aro != b.aro:
        return Choice(max((a, b), key=lambda s: s.aro).unit, Colour.WHITE, Say.HIGHER_ARO, "3")
    return Choice(min((a, b), key=lambda s: (s.rating, -s.unit.rank)).unit, Colour.WHITE, Say.LOWER_RATING, "3")
