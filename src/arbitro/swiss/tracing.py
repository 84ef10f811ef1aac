"""Why a recorded round is not the one that the rules give: what was otherwise when it was paired.

A file says what is known today. When the round was paired a result may have been another, a game may have been made
besides the pairing, the start list may have had another order. Each is tried, and an answer is given only if with it
every other game of the round comes out as it is recorded, colours and bye included.

    rule          what was otherwise                                            tried
    C.04.2 D.8    a result, corrected after the round was paired                one game, the last round first
    C.04.2 C      games besides the pairing: for players who came late          up to MOST_CAUSES
    C.04.2 B.3    the start list: ratings and players corrected after round 1   round 1, with games besides it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from arbitro.errors import NoPairing
from arbitro.i18n import gettext_for
from arbitro.model import Game, Outcome, Pair, PlayerRound, System, Tournament
from arbitro.swiss import next_round
from arbitro.swiss.checker import as_known, boards_of, by_teams, recorded_round
from arbitro.swiss.general import first_colour

_ = gettext_for("swiss")

MOST_CAUSES = 8
MOST_TRIES = 5_000  # pairings: some seconds for 300 players
RESULTS = ((Outcome.WIN, Outcome.LOSS), (Outcome.DRAW, Outcome.DRAW), (Outcome.LOSS, Outcome.WIN))


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What was otherwise when a round was paired."""

    result: Game | None = None  # a game of an earlier round, with the result that it had then
    besides: tuple[Pair, ...] = ()  # games of the round that the pairing did not make
    moved: tuple[tuple[int, int], ...] = ()  # players, each with the one behind whom they stood

    def sentences(self, name: Callable[[int], str]) -> Iterator[str]:
        """In words; `name` gives a player's."""
        if self.result is not None:
            then = self.result.white_outcome
            sentence = _(
                "The rules give this round if {white} – {black} of round {r} ended {result}: "
                "it was corrected after the pairing (C.04.2 D.8)."
            )
            result = {Outcome.WIN: "1-0", Outcome.DRAW: "½-½", Outcome.LOSS: "0-1"}[then]
            white, black = name(self.result.white), name(self.result.black)
            yield sentence.format(white=white, black=black, r=self.result.round, result=result)
        for pair in self.besides:
            sentence = _("{white} – {black} was made besides the pairing, as for players who come late (C.04.2 C).")
            yield sentence.format(white=name(pair.white), black=name(pair.black))
        for player, before in self.moved:
            sentence = _("{player} stood behind {other} in the start list, which was corrected later (C.04.2 B.3).")
            yield sentence.format(player=name(player), other=name(before))
        if self.besides or self.moved:
            yield _("With this, every other game of the round comes out as it is recorded.")


def trace(
    tournament: Tournament,
    k: int,
    system: System | None = None,
    edition: str | None = None,
    options: Sequence[str] = (),
    tries: int = MOST_TRIES,
) -> Otherwise | None:
    """What was otherwise when round k was paired; None where nothing that is tried explains the round.

    `tries` bounds how many earlier results are tried, for somebody who waits for a page.
    """
    if by_teams(tournament, system):
        return None
    tournament = as_known(tournament, k)
    recorded = boards_of(recorded_round(tournament, k))

    def paired(of: Tournament, besides: Sequence[Pair] = (), order: Sequence[int] = ()) -> set[Pair]:
        """The boards of the round, without the games besides it, from a start list in that order."""
        before = _without(of.before_pairing(k), k, [n for pair in besides for n in pair])
        numbers = order or before.numbers
        try:
            computed = boards_of(next_round(_reordered(before, numbers), system, edition, options))
        except NoPairing:
            return set()
        if not order:
            return computed
        return {Pair(numbers[a - 1], numbers[b - 1] if b else 0) for a, b in computed}

    wrong = recorded ^ paired(tournament)
    if not wrong:
        return None
    concerned = {number for pair in wrong for number in pair}
    for game in _earlier(tournament, k, concerned):
        for outcomes in RESULTS:
            if outcomes != (game.white_outcome, game.black_outcome) and (tries := tries - 1) >= 0:
                then = game._replace(white_outcome=outcomes[0], black_outcome=outcomes[1])
                if paired(_with_result(tournament, then)) == recorded:
                    return Otherwise(result=then)
    return _besides(tournament, k, recorded, paired)


def explained(
    tournament: Tournament,
    k: int,
    system: System | None = None,
    edition: str | None = None,
    options: Sequence[str] = (),
) -> list[str]:
    """What was otherwise when a round was paired, in sentences; one that says so where nothing was found."""
    tournament = replace(tournament, first_colour=first_colour(tournament))
    found = trace(tournament, k, system, edition, options)
    if found is None:
        return [_("No earlier result, late game or other start list explains it.")]
    return [*found.sentences(lambda number: f"{number} {tournament.player(number).name}".strip())]


def _earlier(tournament: Tournament, k: int, concerned: set[int]) -> Iterator[Game]:
    """The played games of earlier rounds of the players concerned, the last round first."""
    for r in range(k - 1, 0, -1):
        for game in tournament.games(r):
            if {game.white, game.black} & concerned and game.white_outcome.played:
                yield game


def _besides(tournament: Tournament, k: int, recorded: set[Pair], paired: Callable[..., set[Pair]]) -> Otherwise | None:
    """Games made besides the pairing and, in round 1, players who stood elsewhere, found from the top board down."""
    besides: list[Pair] = []
    moved: list[tuple[int, int]] = []
    order = list(tournament.numbers)
    for _cause in range(MOST_CAUSES):
        computed = paired(tournament, besides, order if moved else ())
        left = recorded - set(besides)
        if computed == left:
            return Otherwise(besides=tuple(besides), moved=tuple(moved))
        best, tried = _agreed(left, computed), None
        for game, place in _steps(left - computed, computed, order, k == 1 and not tournament.forbidden):
            now = [n for n in order if n != place[0]] if place else order
            if place:
                now = [*now[: (at := now.index(place[1]) + 1)], place[0], *now[at:]]
            out = [*besides, game] if game else besides
            agreed = _agreed(recorded - set(out), paired(tournament, out, now if moved or place else ()))
            if agreed > best:
                best, tried = agreed, (out, now, [*moved, place] if place else moved)
        if tried is None:
            return None
        besides, order, moved = tried
    return None


def _agreed(recorded: set[Pair], computed: set[Pair]) -> tuple[int, int]:
    """How far down from the top all is as recorded, and how many games are in all."""
    wrong = [min(filter(None, pair)) for pair in recorded - computed]
    return min(wrong, default=10**9), -len(wrong)


def _steps(
    wrong: set[Pair], computed: set[Pair], order: Sequence[int], movable: bool
) -> Iterator[tuple[Pair | None, tuple[int, int] | None]]:
    """What may have been otherwise about the first games that do not come out: made besides, or by another order."""
    place = {number: at for at, number in enumerate(order)}
    for pair in sorted(wrong, key=lambda pair: min(filter(None, pair)))[:3]:
        if pair.black:
            yield pair, None
            if movable:
                top, low = sorted(pair, key=place.__getitem__)
                across = next((n for one in computed if top in one for n in one if n and n != top), None)
                if across is not None and low not in (across, behind := order[place[across] - 1]):
                    yield None, (low, behind)
    byes = [pair.white for pair in wrong if not pair.black]
    if movable and byes and byes[0] != order[-1]:
        yield None, (byes[0], order[-1])


def _with_result(tournament: Tournament, game: Game) -> Tournament:
    results = list(tournament.results)
    for number, outcome in ((game.white, game.white_outcome), (game.black, game.black_outcome)):
        rounds = list(results[tournament.index[number]])
        rounds[game.round - 1] = rounds[game.round - 1]._replace(outcome=outcome, points=None)
        results[tournament.index[number]] = tuple(rounds)
    return replace(tournament, results=tuple(results))


def _without(before: Tournament, k: int, numbers: Sequence[int]) -> Tournament:
    """The tournament with some players who are not there to be paired."""
    if not numbers:
        return before
    results = list(before.results)
    for number in numbers:
        at = before.index[number]
        results[at] = (*results[at][: k - 1], PlayerRound(k, None, None, Outcome.ZERO_BYE))
    return replace(before, results=tuple(results))


def _reordered(before: Tournament, order: Sequence[int]) -> Tournament:
    """Before round 1: the players with numbers by another order."""
    if tuple(order) == before.numbers:
        return before
    players = tuple(replace(before.player(number), number=at) for at, number in enumerate(order, 1))
    results = tuple(before.results[before.index[number]] for number in order)
    return replace(before, players=players, results=results)
