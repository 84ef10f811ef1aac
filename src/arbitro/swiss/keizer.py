"""The Keizer system for club evenings: whoever is there plays the neighbour in the standings.

    rule                                                                           function
    the order is that of the Keizer points (`standings.keizer`), before round 1    ranking
    that of the pairing numbers
    odd number: the lowest who has had the fewest byes                             bye_of
    from the top, everybody meets the next below whom they have not met lately     made_round
    colours: whoever had White less often, else the other colour than last time    colours_of

Nobody meets the same opponent again within five rounds; where that leaves somebody without a game, within four, three …
A pairing exists whenever two are there: the system is for events in which not everybody comes every evening.

It is no FIDE system; where clubs differ, their usual practice is taken. Not here: the points (`standings.keizer`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbitro.errors import NoPairing
from arbitro.i18n import gettext_for
from arbitro.matching.largest import bits, maximum
from arbitro.matching.ordered import in_order
from arbitro.model import Colour, Outcome, Pair, Pairings, Tournament
from arbitro.standings.book import book_of
from arbitro.standings.edition import edition_of
from arbitro.standings.keizer import keizer_points, order_of
from arbitro.swiss.account import PairExplanation

_ = gettext_for("swiss")

APART = 5  # rounds within which nobody meets the same opponent again


@dataclass(frozen=True, slots=True)
class KeizerRound:
    """A round with its account: who is there in the order of the standings, and what had to be allowed."""

    tournament: Tournament
    present: tuple[int, ...]  # in the order of the standings
    pairs: tuple[Pair, ...]
    bye: int | None
    apart: int  # rounds within which nobody meets again in this pairing

    @property
    def round(self) -> int:
        return self.tournament.rounds_paired + 1

    def pairings(self) -> Pairings:
        return Pairings(self.round, self.pairs, self.bye)

    def explained(self) -> list[PairExplanation]:
        place = {number: i for i, number in enumerate(self.present, 1)}
        told = []
        for pair in self.pairs:
            high, low = sorted(pair, key=place.__getitem__)
            lines = [
                _("{a} (place {i} of those present) meets {b} (place {j}), the next below who fits.").format(
                    a=high, i=place[high], b=low, j=place[low]
                ),
                self._colour(pair),
            ]
            passed = [n for n in self.present[place[high] : place[low] - 1] if self._last_met(high, n)]
            if passed:
                lines.append(_("Met lately and passed over: {numbers}.").format(numbers=", ".join(map(str, passed))))
            told.append(PairExplanation((pair.white, pair.black), "", lines[0], "\n".join(lines), ("Keizer",)))
        if self.bye is not None:
            text = _("{a} has the bye: the lowest of those present with the fewest byes.").format(a=self.bye)
            told.append(PairExplanation((self.bye, None), "", text, text, ("Keizer",)))
        return told

    def why_not(self, a: int, b: int) -> str:
        if Pair(a, b) in self.pairs or Pair(b, a) in self.pairs:
            return _("{a} and {b} meet.").format(a=a, b=b)
        missing = [n for n in (a, b) if n not in self.present and n != self.bye]
        if missing:
            return _("{a} is not there.").format(a=missing[0])
        last = self._last_met(a, b)
        if last:
            return _("{a} and {b} met in round {r}, not more than {n} rounds ago.").format(a=a, b=b, r=last, n=APART)
        return _("From the top, each of them had another neighbour before.")

    def _colour(self, pair: Pair) -> str:
        whites = {n: _balance(self.tournament, n) for n in pair}
        if whites[pair.white] < whites[pair.black]:
            return _("{a} has White: fewer games with White so far.").format(a=pair.white)
        return _("{a} has White: the colours alternate.").format(a=pair.white)

    def _last_met(self, a: int, b: int) -> int:
        """The last round in which two met, if it was lately; 0 else."""
        return _last_meeting(self.tournament, a, b) if _lately(self.tournament, a, b, self.round, APART) else 0


def made_round(tournament: Tournament, edition: str) -> KeizerRound:
    """The next round by the Keizer system, with its account."""
    coming = tournament.rounds_paired + 1
    here = set(tournament.available(coming))
    present = [number for number in ranking(tournament) if number in here]
    if len(present) < 2:
        raise NoPairing(_("Fewer than two players are there."))
    bye = bye_of(tournament, present) if len(present) % 2 else None
    playing = [number for number in present if number != bye]
    barred = {frozenset(pair) for pair in _forbidden(tournament, coming)}
    for apart in range(APART, -1, -1):
        neighbours = [
            sum(
                1 << j
                for j, b in enumerate(playing)
                if i != j and frozenset((a, b)) not in barred and not _lately(tournament, a, b, coming, apart)
            )
            for i, a in enumerate(playing)
        ]
        mate, left = maximum(neighbours)
        if not left:
            mates = in_order(neighbours, mate, lambda v, free: bits(free))
            pairs = tuple(colours_of(tournament, playing[i], playing[j]) for i, j in enumerate(mates) if i < j)
            return KeizerRound(tournament, tuple(present), pairs, bye, apart)
    raise NoPairing(_("The forbidden pairs leave somebody without an opponent."))


def ranking(tournament: Tournament) -> tuple[int, ...]:
    """Everybody in the order of the Keizer points."""
    book = book_of(tournament, edition_of(tournament.editions.tiebreaks))
    return tuple(book.numbers[i] for i in order_of(book, keizer_points(book)))


def bye_of(tournament: Tournament, present: Sequence[int]) -> int:
    """The lowest of those present among whoever has had the fewest pairing-allocated byes."""
    byes = {n: sum(r.outcome is Outcome.PAIRING_BYE for r in tournament.rounds_of(n)) for n in present}
    return min(reversed(present), key=byes.__getitem__)


def colours_of(tournament: Tournament, high: int, low: int) -> Pair:
    """White for whoever had it less often; else the colours alternate, first those of the higher in the standings."""
    balance = _balance(tournament, high) - _balance(tournament, low)
    if balance:
        return Pair(high, low) if balance < 0 else Pair(low, high)
    mine, theirs = tournament.colours(high), tournament.colours(low)
    if mine and mine[-1] is Colour.BLACK:
        return Pair(high, low)
    if mine or (theirs and theirs[-1] is Colour.BLACK):
        return Pair(low, high)
    white = (tournament.first_colour is not Colour.BLACK) is (high % 2 == 1)
    return Pair(high, low) if white else Pair(low, high)


def _balance(tournament: Tournament, number: int) -> int:
    return sum(colour.sign for colour in tournament.colours(number))


def _last_meeting(tournament: Tournament, a: int, b: int) -> int:
    """The last round in which two met over the board; 0 if they never did."""
    return max((r.round for r in tournament.rounds_of(a) if r.opponent == b and r.outcome.played), default=0)


def _lately(tournament: Tournament, a: int, b: int, coming: int, apart: int) -> bool:
    """Did two meet so lately that fewer than `apart` rounds lie between?"""
    last = _last_meeting(tournament, a, b)
    return bool(last) and coming - last <= apart


def _forbidden(tournament: Tournament, coming: int) -> list[tuple[int, int]]:
    groups = [g.players for g in tournament.forbidden if g.first_round <= coming <= g.last_round]
    return [(a, b) for group in groups for a in group for b in group if a < b]
