"""The club Swiss of 1974 ("improved Harkness", the Mexican federation's instructions): halves, and cards brought up.

    rule           function               what it says
    1-3            (pairing numbers)      number 1 has the highest rating; unknown players come last by surname
    4, III         bye_candidates         the bye goes to the lowest-rated of the lowest score, never twice
    5              pair, first round      i against i + n/2, odd i of the upper half White
    6              _brought_up            an odd group takes the best card of the next group and puts it last
    6              pair_cards             halves; a card of the lower half gives way when both are due the same colour
    6              allocate               nothing helps: the higher-rated has White in odd rounds, Black in even ones
    7              group_order            small events: top, bottom, second, second-last … the middle last
    9, VI          after_absence          an excused absence, an unexcused one, a second one, a late entry
    10             adjourned_points       an unclear adjourned game counts a point for both, for pairing only
    -              pairing_rating         a provisional rating corrected by the first round, for pairing only
    2              cards                  the pairing card of every player, round by round

Order of importance: nobody meets twice, equal scores meet, then all the rest. There are no colour limits.

Silent points and what is done: where the halves admit no complete pairing the last choices are revised, then the last
upper card and the first lower one change places, then any complete pairing of the group is taken, upper half first;
cards left over open the next group; a group whose pairing would leave the others unpairable is joined with the next;
the card brought up must leave its new group pairable; a forfeit win does not bar the bye; a colour counts from the
last game played. The option `equalise_first` puts the balance of colours before the parity of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from arbitro.matching.largest import bits, maximum
from arbitro.matching.ordered import covered_first, in_order
from arbitro.model import ONE, Colour, Outcome, Points, Tournament, show
from arbitro.swiss.account import ByeRule, Convention, Made, Note, RoundAccount, Say, convention, note, without_bye
from arbitro.swiss.passed_over import UNMET, Count, Groups, Rules
from arbitro.swiss.units import (
    Field,
    Unit,
    UnitRound,
    graph,
    legal,
    no_pairing,
    of_players,
    pairable,
    ranked,
    score_groups,
    spare,
)

Group = TypeVar("Group")


def made_round(
    tournament: Tournament, edition: str, *, small_event: bool = False, equalise_first: bool = False
) -> RoundAccount:
    """The next round by the club Swiss, with its account. The system has one text only."""
    return pair(field_of(tournament), small_event=small_event, equalise_first=equalise_first)


def field_of(tournament: Tournament) -> Field:
    """The cards before the next round: adjourned games count a point, only a bye bars another bye."""
    field = of_players(tournament, pairing_points=adjourned_points)
    units = {
        n: replace(u, may_have_bye=all(e.outcome is not Outcome.PAIRING_BYE for e in u.record))
        for n, u in field.units.items()
    }
    return replace(field, units=units)


# -- rules that stand alone


def adjourned_points(entry: UnitRound) -> Points:
    """10: an unfinished game of unclear outcome is a full point for either player when the next round is paired."""
    return ONE if entry.outcome is Outcome.ADJOURNED else entry.points


PAIRING_RATING_STEP = {Outcome.WIN: 50, Outcome.DRAW: 0, Outcome.LOSS: -50}


def pairing_rating(opponent_rating: int, outcome: Outcome) -> int:
    """A provisional rating after round 1, for pairing only: the opponent's, 50 more for a win, 50 less for a loss."""
    return opponent_rating + PAIRING_RATING_STEP[outcome]


def group_order(groups: Sequence[Group]) -> list[Group]:
    """7: the order in which a small event pairs its groups, given from the top.

    >>> group_order("abcde")
    ['a', 'e', 'b', 'd', 'c']
    """
    half = (len(groups) + 1) // 2
    order: list[Group] = []
    for i in range(half):
        order.append(groups[i])
        if len(groups) - 1 - i != i:
            order.append(groups[len(groups) - 1 - i])
    return order


class Absence(Enum):
    """What an absence leads to."""

    PAIRED = "paired next round"
    WITHDRAWN = "treated as withdrawn, not paired"
    EXCLUDED = "excluded"
    ROUND_LOST = "round 1 lost by default, 0 points, no bye"


def after_absence(absences: int, *, excused: bool = False, late_entry: bool = False) -> Absence:
    """9, VI, III: one absence without word is a withdrawal, a second one ends the event for the player.

    A late entry only loses the round that they missed; the bye is no present for late-comers.
    """
    if late_entry:
        return Absence.ROUND_LOST
    if absences > 1:
        return Absence.EXCLUDED
    return Absence.PAIRED if excused else Absence.WITHDRAWN


def bye_candidates(units: Sequence[Unit]) -> list[Unit]:
    """4, III: the lowest-rated of the lowest score, then upwards."""
    return sorted(units, key=lambda u: (u.score, -u.rank))


# -- the round


LeaderKey = Callable[[Unit, Unit], Any]  # a lone leader and a candidate: the smaller, the better


def pair(
    field: Field, *, small_event: bool = False, equalise_first: bool = False, leader_key: LeaderKey | None = None
) -> RoundAccount:
    """All groups; raises NoPairing where no complete pairing exists."""
    units, made = without_bye(field.here, bye_candidates(field.here), ByeRule.CLUB, "4", colours=False)
    for pool in pools(units, small_event=small_event, leader_key=leader_key):
        for upper, lower, reasons in pair_cards(pool.cards):
            white, black, colour = allocate(field, upper, lower, equalise_first=equalise_first)
            notes = [n for n in pool.notes if n.values.get("a") in (None, upper.number, lower.number)]
            made.append(Made(white.number, black.number, show(pool.score), (*reasons, *notes, colour)))
    return RoundAccount(field, made, RULES)


class Pool(NamedTuple):
    """A group as it is paired: the cards in their order, brought-up cards last."""

    score: Points
    cards: list[Unit]
    notes: tuple[Note, ...] = ()


def pools(units: Sequence[Unit], *, small_event: bool = False, leader_key: LeaderKey | None = None) -> list[Pool]:
    """4-7: the groups of a round with an even number of cards, each made so that it can be paired.

    `leader_key` says which of the next group meets a leader who is alone; otherwise it is the best card.
    """
    if not pairable(units, colours=False):
        raise no_pairing(units, colours=False)
    groups = score_groups(units)
    if small_event:
        made = _from_both_ends(groups)
        if made is not None:
            return made
    made = []
    waiting: list[Unit] = []
    while groups:
        pool, waiting, groups = _pool(waiting, groups[0], groups[1:], leader_key)
        leader_key = None
        if pool.cards:
            made.append(pool)
    return made


def _pool(
    waiting: list[Unit], group: list[Unit], below: list[list[Unit]], leader_key: LeaderKey | None
) -> tuple[Pool, list[Unit], list[list[Unit]]]:
    """One group: its cards, what is left waiting for the next one, and the groups below."""
    cards = waiting + group
    score = group[0].score
    notes = [note(Say.LEFT_OVER, "V", a=u.number, score=show(u.score)) for u in waiting]
    while True:
        rest = [u for g in below for u in g]
        if len(cards) % 2:
            taken = _brought_up(cards, below, leader_key)
            if taken is not None:
                notes.append(note(Say.BORROWED, "6", a=taken.number))
                below = [kept for g in below if (kept := [u for u in g if u is not taken])]
                return Pool(score, [*cards, taken], tuple(notes)), [], below
        elif pairable(cards, colours=False) and pairable(rest, colours=False):
            return Pool(score, cards, tuple(notes)), [], below
        left = [cards[i] for i in covered_first(graph(cards, colours=False), range(len(cards)))]
        if left and pairable([*left, *rest], colours=False):
            return Pool(score, [u for u in cards if u not in left], tuple(notes)), left, below
        cards = cards + below[0]
        below = below[1:]
        notes += [note(Say.MERGED, "", scores=_scores(cards)), convention(Convention.JOINED)]


def _brought_up(cards: Sequence[Unit], below: list[list[Unit]], leader_key: LeaderKey | None) -> Unit | None:
    """6: the best card of the nearest group that makes this group pairable and leaves the others so."""
    awaited = spare(cards, colours=False)  # whoever meets one of these completes the group
    can_leave = {u.number for u in spare([u for g in below for u in g], colours=False)}
    for group in below:
        order = group
        if leader_key is not None and len(cards) == 1:
            key = leader_key
            order = sorted(group, key=lambda u: (key(cards[0], u), u.rank))
        for unit in order:
            if unit.number in can_leave and any(legal(unit, u, colours=False) for u in awaited):
                return unit
    return None


def _scores(cards: Sequence[Unit]) -> str:
    return ", ".join(dict.fromkeys(show(u.score) for u in ranked(cards)))


def _from_both_ends(groups: list[list[Unit]]) -> list[Pool] | None:
    """7: groups from both ends to the middle; a surplus card goes on towards the middle. None if that fails."""
    waiting: dict[int, list[Unit]] = {i: [] for i in range(len(groups))}
    made = []
    order = group_order(range(len(groups)))
    for k, i in enumerate(order):
        cards = ranked([*waiting[i], *groups[i]])
        down = 2 * i < len(groups)
        priority = range(len(cards)) if down else range(len(cards) - 1, -1, -1)
        left = [cards[j] for j in covered_first(graph(cards, colours=False), priority)]
        if left and k == len(order) - 1:
            return None
        if left:
            target = i + 1 if down else i - 1
            waiting[order[-1] if target in order[:k] else target] += left
        made.append(Pool(groups[i][0].score, [u for u in cards if u not in left]))
    return [pool for pool in made if pool.cards]


# -- pairing one group


def pair_cards(cards: Sequence[Unit]) -> list[tuple[Unit, Unit, tuple[Note, ...]]]:
    """6: the upper half against the lower half; exchanges in the lower half so that colours alternate."""
    half = len(cards) // 2
    plain = list(range(len(cards)))
    swapped = plain.copy()
    if half:
        swapped[half - 1], swapped[half] = half, half - 1
    neighbours = graph(cards, colours=False)
    silent = (convention(Convention.ANY_COMPLETE),)
    ways: list[tuple[list[int], bool, tuple[Note, ...]]] = [
        (plain, True, ()),
        (swapped, True, silent),
        (plain, False, silent),
    ]
    for order, across, notes in ways:
        pairs = _halves([cards[i] for i in order], _reordered(neighbours, order), half, across)
        if pairs is not None:
            return [(a, b, (reason, *notes)) for a, b, reason in pairs]
    raise no_pairing(cards, colours=False)


def _reordered(neighbours: Sequence[int], order: Sequence[int]) -> list[int]:
    if list(order) == sorted(order):
        return list(neighbours)
    place = {old: new for new, old in enumerate(order)}
    return [sum(1 << place[j] for j in bits(neighbours[i])) for i in order]


def _halves(
    cards: Sequence[Unit], neighbours: Sequence[int], half: int, across: bool
) -> list[tuple[Unit, Unit, Note]] | None:
    """The first complete pairing; `across` keeps to pairs between the halves."""
    lower = ((1 << len(cards)) - 1) ^ ((1 << half) - 1)
    if across:
        neighbours = [mask & (lower if i < half else ~lower) for i, mask in enumerate(neighbours)]
    mate, free = maximum(neighbours)
    if free:
        return None
    formed: dict[int, int] = {}

    def options(v: int, rest: int) -> Iterator[int]:
        tried = [*bits(rest & lower), *reversed(list(bits(rest & ~lower)))]
        if tried:
            formed[v] = tried[0]
        return iter(sorted(tried, key=lambda w: clash(cards[v], cards[w])))

    mate = in_order(neighbours, mate, options)
    return [
        (cards[v], cards[w], _pair_note(cards, v, w, formed.get(v, w))) for v, w in enumerate(mate) if v < w
    ]  # fmt: skip


def _pair_note(cards: Sequence[Unit], v: int, w: int, formed: int) -> Note:
    names = {"a": cards[v].number, "b": cards[w].number, "first": cards[formed].number}
    if formed == w:
        return note(Say.HALVES, "6", **names)
    met = cards[formed].number in cards[v].barred
    return note(Say.EXCHANGED if met else Say.COLOUR_EXCHANGE, "6", **names)


# -- colours


def due(unit: Unit) -> Colour | None:
    """6: the opposite of the last colour; none before the first game."""
    return unit.games[-1].other if unit.games else None


RULES = Rules("", Groups.TAKING, "V, 6", "6", "6", counts=(Count(UNMET, "6"),), kind=lambda unit, _rises: due(unit))


def clash(a: Unit, b: Unit) -> bool:
    """Both are due the same colour."""
    return due(a) is not None and due(a) is due(b)


def allocate(field: Field, a: Unit, b: Unit, *, equalise_first: bool = False) -> tuple[Unit, Unit, Note]:
    """5, 6: White, Black and why."""
    higher, lower = (a, b) if a.rank < b.rank else (b, a)
    mine, theirs = due(higher), due(lower)
    if field.round == 1:
        colour = Colour.WHITE if field.place[higher.number] % 2 else Colour.BLACK
        reason = note(Say.NUMBER, "5", a=higher.number, colour=colour.value)
    elif mine is not theirs:
        colour = mine if mine is not None else theirs.other if theirs is not None else Colour.WHITE
        reason = note(Say.BOTH_DUE if mine and theirs else Say.NO_COLOUR_YET, "6")
    elif equalise_first and mine is not None and _balance(higher) != _balance(lower):
        whose = max(higher, lower, key=lambda u: abs(_balance(u)))
        wanted = Colour.BLACK if _balance(whose) > 0 else Colour.WHITE
        colour = wanted if whose is higher else wanted.other
        reason = note(Say.EQUALISE, "8", a=whose.number, colour=wanted.value)
    else:
        colour = Colour.WHITE if field.round % 2 else Colour.BLACK
        reason = note(Say.ROUND_PARITY, "6", a=higher.number, colour=colour.value)
    return (higher, lower, reason) if colour is Colour.WHITE else (lower, higher, reason)


def _balance(unit: Unit) -> int:
    return unit.wish.difference


# -- pairing cards


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a pairing card. An unplayed point is circled."""

    round: int
    colour: Colour | None
    opponent: int | None
    opponent_name: str
    outcome: Outcome
    points: Points
    total: Points
    circled: bool


@dataclass(frozen=True, slots=True)
class Card:
    """2: what the director keeps for each player."""

    number: int
    name: str
    rating: int
    lines: tuple[CardLine, ...]
    pairing_score: Points
    due: Colour | None


def cards(tournament: Tournament) -> tuple[Card, ...]:
    """The pairing cards after the rounds played, in the order of numbers."""
    field = field_of(tournament)
    made = []
    for number in sorted(field.units, key=lambda n: field.units[n].rank):
        unit = field.units[number]
        total = 0
        lines = []
        for k, e in enumerate(unit.record, 1):
            total += e.points
            name = field.units[e.opponent].name if e.opponent is not None else ""
            circled = not e.outcome.played and e.points > 0
            lines.append(CardLine(k, e.colour, e.opponent, name, e.outcome, e.points, Points(total), circled))
        made.append(Card(number, unit.name, unit.rating, tuple(lines), unit.score, due(unit)))
    return tuple(made)
