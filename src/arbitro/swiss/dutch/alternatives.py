"""What speaks against another pairing of a bracket: against a pair, a downfloater, or the players as first divided.

    pair           two players meet, given the pairs that come before them in the order (D.1)
    floater        one player floats (or has the bye) in the place of another
    undivided      S1 and S2 stay as they were first divided, without an exchange (D.2)

The answers are facts, not sentences (`reasons` tells them). In brackets of up to SOLVE_AGAIN players the bracket is
solved again with the alternative in it, and the first criterion that suffers is named. In larger ones its classes are
(`classes`): exact but for what single players have met.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from arbitro.matching.classes import duals
from arbitro.matching.first import Candidate
from arbitro.matching.largest import Matching, bits
from arbitro.model import Outcome, Tournament
from arbitro.swiss.dutch.account import float_marks
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import Bracket, PairedBracket
from arbitro.swiss.dutch.bracket_classes import Classes
from arbitro.swiss.dutch.criteria import C, Marks, Value, value_of
from arbitro.swiss.dutch.exact import first_best
from arbitro.swiss.dutch.state import Contender, Field, compatible
from arbitro.swiss.dutch.texts import Text
from arbitro.swiss.general import bars_bye
from arbitro.swiss.impossible import Articles, Bar, Impossible, Obstacle

SOLVE_AGAIN = 32  # brackets up to this size are solved again


class Why(Enum):
    """What kind of thing speaks against it."""

    BARRED = auto()  # C.1-C.3, or the arbiter's wish: `obstacle`
    NO_TAKER = auto()  # C.2: everybody else could be paired, but nobody who may have the bye would be left for it
    UNPAIRED = auto()  # C.5: `players` would lack opponents
    CRITERION = auto()  # `criterion` suffers: `mine` instead of `theirs`
    FOLLOWS = auto()  # C.4, C.7: the players below could not be paired as well
    REST = auto()  # the rest of a large bracket could not be paired as well


class Against(NamedTuple):
    """One thing that speaks against an alternative; players by pairing number."""

    why: Why
    players: tuple[int, ...] = ()
    obstacle: Obstacle | None = None
    criterion: C | None = None
    mine: int | tuple[int, ...] = 0
    theirs: int | tuple[int, ...] = 0


def barred(tournament: Tournament, p: Contender, q: Contender) -> Obstacle | None:
    """Why two players may not meet: C.1, the arbiter's wish, C.3; None if they may."""
    both = (p.number, q.number)
    if q.number in p.opponents:
        games = (r.round for r in tournament.rounds_of(p.number) if r.outcome.played and r.opponent == q.number)
        return Obstacle(Bar.MET, both, max(games, default=0))
    if q.number in p.forbidden:
        return Obstacle(Bar.APART, both)
    return None if compatible(p, q) else Obstacle(Bar.ABSOLUTE, both, colour=p.wish.colour)


def bye_barred(tournament: Tournament, player: Contender, text: Text) -> Obstacle:
    """Why a player may not have the bye: C.2."""
    for r in tournament.rounds_of(player.number):
        if r.outcome is Outcome.PAIRING_BYE:
            return Obstacle(Bar.HAD_BYE, (player.number,), r.round)
    wins = (r.round for r in tournament.rounds_of(player.number) if bars_bye(tournament, r, text.general))
    return Obstacle(Bar.HAD_WIN, (player.number,), next(wins, 0))


def articles_of(text: Text) -> Articles:
    """C.1 to C.3 as the text calls them."""
    return Articles(text.article("C.1"), text.article("C.3"), text.article("C.2"))


def impossible(tournament: Tournament, field: Field) -> Impossible:
    """Who stands in the way where a field has no legal pairing."""
    players = field.players
    return Impossible(
        [p.number for p in players],
        Arena(field).adjacency(range(len(players))),
        sum(1 << k for k, p in enumerate(players) if p.may_have_bye),
        lambda a, b: barred(tournament, *sorted((players[a], players[b]), key=lambda p: p.number)),
        lambda a: bye_barred(tournament, players[a], field.text),
        articles_of(field.text),
    )


class _Large(NamedTuple):
    """A large bracket by classes, and twice what its best pairing costs."""

    classes: Classes
    place: dict[int, int]  # by player: their place in the bracket
    twice: int


class Alternatives:
    """Answers for one paired round. Players are known by their place in the field."""

    def __init__(
        self, tournament: Tournament, field: Field, standing: Sequence[PairedBracket], bye: int | None
    ) -> None:
        self.tournament = tournament
        self.field = field
        self.players: Sequence[Contender] = field.players
        self.standing = standing
        self.bye = bye
        self.arena = Arena(field)
        self._large: dict[int, _Large | None] = {}
        self._known: dict[tuple[int, int, int], Against | None] = {}  # by bracket and classes

    # -- the questions

    def pair(self, i: int, before: Sequence[tuple[int, int]], a: int, x: int) -> Against | None:
        """What speaks against a-x in a bracket, given the pairs before; None if nothing but the order does."""
        barred = self.barred(a, x)
        if barred is not None:
            return barred
        if self.size(i) > SOLVE_AGAIN:
            return self._by_classes(i, a, x) or Against(Why.REST)
        return self._solved_again(i, [*before, (a, x)], ())

    def meeting(self, i: int, a: int, x: int) -> Against | None:
        """What speaks against a-x in a bracket, whatever the other pairs are; None if nothing but the order does."""
        if self.size(i) > SOLVE_AGAIN:
            return self._by_classes(i, a, x) or self._solved_again(i, [(a, x)], (), easily=True)
        return self._solved_again(i, [(a, x)], ())

    def floater(self, i: int, x: int, v: int) -> Against | None:
        """What speaks against x floating (or having the bye) in the place of v; None if nothing but the order does."""
        player = self.players[x]
        if self.gives_bye(i) and not player.may_have_bye:
            return Against(Why.BARRED, obstacle=bye_barred(self.tournament, player, self.field.text))
        if self.size(i) > SOLVE_AGAIN:
            return self._by_classes(i, x, None) or Against(Why.REST)
        return self._solved_again(i, (), [x if y == v else y for y in self.standing[i].floaters])

    def undivided(self, i: int) -> Against | None:
        """What speaks against the original S1 and S2 of a homogeneous bracket or remainder (D.2)."""
        if self.size(i) > SOLVE_AGAIN:
            return Against(Why.REST)
        standing = self.standing[i]
        upper = [pair for pair in standing.pairs if pair[0] in standing.mdps]
        limbo = [v for v in standing.floaters if v in standing.mdps]
        taken = {b for _, b in upper}
        rest = [v for v in standing.residents if v not in taken]
        floaters = len(standing.floaters) - len(limbo)
        half = (len(rest) - floaters) // 2
        sub = Bracket(self.arena, rest, 0)
        edges = {(a, b): marks for (a, b), marks in sub.inner_edges().items() if a < half <= b}
        takers = self._takers(i, rest)
        for k in range(half, len(rest)):
            if takers >> k & 1:
                edges |= {(k, d): sub.float_marks(k) for d in range(len(rest), len(rest) + floaters)}
        found = first_best(len(rest) + floaters, len(rest), [], edges)
        if found is None:
            upper_half = (1 << half) - 1
            graph = [row & (~upper_half if k < half else upper_half) for k, row in enumerate(sub.graph())]
            return self._unpaired(rest, graph, floaters, takers & ~upper_half)
        pairs = [*upper, *((rest[a], rest[b]) for a, b in found[0])]
        return self._compared(i, pairs, [*limbo, *(rest[k] for k in found[1])])

    def barred(self, a: int, x: int) -> Against | None:
        """C.1, forbidden pairs, C.3."""
        found = barred(self.tournament, self.players[a], self.players[x])
        return found and Against(Why.BARRED, obstacle=found)

    # -- brackets

    def is_last(self, i: int) -> bool:
        return i + 1 == len(self.standing)

    def size(self, i: int) -> int:
        return len(self.standing[i].mdps) + len(self.standing[i].residents)

    def gives_bye(self, i: int) -> bool:
        """Does the bracket choose who has the bye: the last one, or, looking below, the one that floats them alone?"""
        alone = self.bye is not None and self.standing[i].floaters == (self.bye,)
        return alone and (self.is_last(i) or self.field.text.looks_below)

    def _takers(self, i: int, group: Sequence[int]) -> int:
        """Who of a bracket's players may float, or have the bye (a bit set)."""
        if not self.gives_bye(i):
            return (1 << len(group)) - 1
        return sum(1 << k for k, x in enumerate(group) if self.players[x].may_have_bye)

    def _solved_again(
        self, i: int, pairs: Sequence[tuple[int, int]], floaters: Sequence[int], *, easily: bool = False
    ) -> Against | None:
        """The first thing that suffers if these pairs and downfloaters are in the bracket's pairing.

        With `easily` a bracket that classes cannot prove is answered with REST.
        """
        standing = self.standing[i]
        used = {x for pair in pairs for x in pair} | set(floaters)
        rest = [x for x in (*standing.mdps, *standing.residents) if x not in used]
        wanted = len(standing.floaters) - len(floaters)
        if wanted > len(rest):  # more pairs than were made: only what follows can forbid them
            return Against(Why.FOLLOWS)
        best: Candidate | None = ([], [])
        if rest:
            sub = Bracket(self.arena, rest, sum(1 for x in rest if x in standing.mdps))
            takers = self._takers(i, rest)
            unplayed = bool(wanted) and self.gives_bye(i) and self.field.text.looks_below
            if len(rest) - 2 * sub.max_pairs() > wanted:
                best = None
            elif easily:
                best = sub.best_if_easy(wanted, takers, unplayed)
                if best is None:
                    return Against(Why.REST)
            else:
                best = sub.best(wanted, takers, None, unplayed)
            if best is None:
                return self._unpaired(rest, sub.graph(), wanted, takers)
        assert best is not None
        down = [*floaters, *(rest[x] for x in best[1])]
        against = self._compared(i, [*pairs, *((rest[a], rest[b]) for a, b in best[0])], down)
        as_good = against == Against(Why.FOLLOWS) and not floaters and used.isdisjoint(standing.floaters)
        if as_good and self._solved_again(i, pairs, standing.floaters, easily=easily) is None:
            return None  # with the same downfloaters it would be as good
        return against

    def _compared(self, i: int, pairs: Sequence[tuple[int, int]], down: Sequence[int]) -> Against | None:
        """The first criterion in which a pairing of the bracket is worse than the chosen one."""
        standing = self.standing[i]
        mine, theirs = self._value(i, pairs, down), self._value(i, standing.pairs, standing.floaters)
        for c in C:
            if mine[c] != theirs[c]:
                if mine[c] > theirs[c]:  # type: ignore[operator]
                    return Against(Why.CRITERION, criterion=c, mine=mine[c], theirs=theirs[c])
                return Against(Why.FOLLOWS)
        return Against(Why.FOLLOWS) if sorted(down) != sorted(standing.floaters) else None

    def _value(self, i: int, pairs: Sequence[tuple[int, int]], floaters: Sequence[int]) -> Value:
        standing = self.standing[i]
        marks: Marks = []
        for a, b in pairs:
            marks += self.field.text.pair_marks(self.players[min(a, b)], self.players[max(a, b)])
        for x in floaters:
            marks += float_marks(self.field, self.players[x], standing, x in standing.mdps)
            if self.field.text.looks_below and self.gives_bye(i):
                marks.append((C.UNPLAYED, self.players[x].unplayed))
        return value_of(marks)

    def _unpaired(self, rest: Sequence[int], graph: Sequence[int], floaters: int, takers: int) -> Against:
        """C.5: who competes for too few opponents when so many of the rest may float (Gallai and Edmonds)."""
        everybody = (1 << len(rest)) - 1
        if takers != everybody and not _over(graph, floaters, everybody):
            return Against(Why.NO_TAKER)
        over = _over(graph, floaters, takers)
        return Against(Why.UNPAIRED, tuple(self.players[rest[k]].number for k in bits(over & everybody)))

    # -- large brackets

    def _by_classes(self, i: int, a: int, x: int | None) -> Against | None:
        """What a pair, or a downfloater (x is None), costs the classes of a large bracket; None if nothing."""
        large = self._large_bracket(i)
        if large is None:
            return None
        classes, place = large.classes, large.place
        c = classes.of[place[a]]
        d = len(classes.members) if x is None else classes.of[place[x]]
        if (i, c, d) not in self._known:
            self._known[i, c, d] = self._class_cost(large, c, d)
        return self._known[i, c, d]

    def _large_bracket(self, i: int) -> _Large | None:
        if i not in self._large:
            standing = self.standing[i]
            group = [*standing.mdps, *standing.residents]
            bracket = Bracket(self.arena, group, len(standing.mdps))
            unplayed = self.gives_bye(i) and self.field.text.looks_below
            classes = Classes(bracket, len(standing.floaters), self._takers(i, group), None, unplayed)
            solved = duals(classes.sizes, classes.cost)
            self._large[i] = None
            if solved is not None:
                twice = sum(size * value for size, value in zip(classes.sizes, solved[0], strict=True))
                self._large[i] = _Large(classes, {v: k for k, v in enumerate(group)}, twice)
        return self._large[i]

    def _class_cost(self, large: _Large, c: int, d: int) -> Against | None:
        """The classes solved again without one player of c and one of d (or a floater's place), who meet."""
        classes = large.classes
        if d >= len(classes.sizes):
            return None
        price = classes.cost[c][d]
        if price is None:
            return None
        sizes = list(classes.sizes)
        sizes[c] -= 1
        sizes[d] -= 1
        solved = duals(sizes, classes.cost)
        if solved is None:
            return Against(Why.UNPAIRED)
        excess = sum(size * value for size, value in zip(sizes, solved[0], strict=True)) + 2 * price - large.twice
        for (criterion, _value), unit in reversed(classes.scale.units.items()):
            if excess >= unit and criterion < len(C):
                return Against(Why.CRITERION, criterion=C(criterion))
        return None


def _over(graph: Sequence[int], floaters: int, takers: int) -> int:
    """Whom some largest matching leaves over when so many of the `takers` may float (a bit set)."""
    size = len(graph)
    places = ((1 << floaters) - 1) << size
    whole = [row | places if takers >> k & 1 else row for k, row in enumerate(graph)] + [takers] * floaters
    matching = Matching(whole)
    matching.greedy(sorted(range(len(whole)), key=lambda k: whole[k].bit_count()))
    matching.grow()
    return matching.outer
