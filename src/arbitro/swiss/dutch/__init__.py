"""The Dutch system (C.04.3): the rules of 2017 and of 2026.

    article            where                        what
    A.2-A.8            state, criteria              rank, scoregroups, floats, colour preferences, topscorers, PSD
    A.9, B             text2017                     brackets from the top; PPB and collapsed last bracket
    B.1-B.8            bracket                      MaxPairs, M1, S1, S2, Limbo, the best candidate
    C.1-C.3            state.compatible             who may meet; who may have the bye
    C.4-C.7            text2017, completion         completion, downfloaters, the next bracket
    C.8-C.19           criteria                     colours and floats, as marks of pairs and downfloaters
    D.1-D.3            matching.first, exact        transpositions, exchanges, MDP-exchanges
    E.1-E.5            swiss.colours                who gets which colour
    2026 C1-C21        text2026, criteria           completion and the bye's score in every bracket

The first of the best candidates is found without walking through all of them: by classes of players
(`bracket_classes` and `arbitro.matching`), else exactly (`exact`). A literal engine that does walk, as B and D tell it,
is its witness in the tests. What is told about a round: `account`, `alternatives`, `reasons` and `words`; where there
is none, `impossible`.
"""

from __future__ import annotations

from functools import cached_property

from arbitro.frozen import dataclass
from arbitro.model import Colour, Pair, Pairings, Tournament
from arbitro.swiss import general
from arbitro.swiss.colours import allocate
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import PairedBrackets
from arbitro.swiss.dutch.state import Field, field_of
from arbitro.swiss.dutch.texts import TEXTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbitro.swiss.account import PairExplanation
    from arbitro.swiss.dutch.reasons import Explainer


def made_round(
    tournament: Tournament, edition: str, *, listed_numbers: bool = False, boards_by_points: bool = False
) -> DutchRound:
    """The next round with its account. Raises NoPairing where no legal pairing exists.

    Two points that the text leaves open may be chosen otherwise than here: E.5 by the numbers as they are listed, and
    boards by points without virtual ones (`choices`).
    """
    field = field_of(tournament, TEXTS.of(edition), listed_numbers=listed_numbers)
    paired = pair(field)
    if paired is None:
        from arbitro.swiss.dutch.alternatives import impossible

        raise impossible(tournament, field).error()
    return DutchRound(tournament, field, paired, boards_by_points)


def pair(field: Field, arena: Arena | None = None) -> PairedBrackets | None:
    """The brackets of the round by the field's text, or None if no legal pairing exists."""
    return field.text.pair(arena or Arena(field))


@dataclass(frozen=True)
class DutchRound:
    """A round as the Dutch system made it; its explanations are worked out when they are asked for."""

    tournament: Tournament
    field: Field
    paired: PairedBrackets
    boards_by_points: bool = False

    def pairings(self) -> Pairings:
        """With colours, in board order."""
        answer = with_colours(self.field, self.paired)
        return by_points(self.tournament, answer) if self.boards_by_points else answer

    def explained(self) -> list[PairExplanation]:
        """One explanation per board, in board order, the bye last."""
        answer = self.pairings()
        byes = [] if answer.bye is None else [self._explainer.bye(answer.bye)]
        return [self._explainer.pair(white, black) for white, black in answer.pairs] + byes

    def why_not(self, a: int, b: int) -> str:
        """Why two players do not meet; or that they do."""
        return self._explainer.why_not(a, b)

    @cached_property
    def _explainer(self) -> Explainer:
        from arbitro.swiss.dutch.reasons import Explainer

        return Explainer(self.tournament, self.field, self.paired)


def by_points(tournament: Tournament, pairings: Pairings) -> Pairings:
    """The boards in the order of points won, virtual ones left out (C.04.2 D.9)."""
    points, order = tournament.scores(pairings.round - 1), general.ranking_numbers(tournament)
    return pairings._replace(pairs=general.board_order(pairings.pairs, points, order))


def with_colours(field: Field, paired: PairedBrackets) -> Pairings:
    """E: colours for every pair; C.04.2 D.9: boards."""
    players, first = field.players, field.first_colour
    boards = []
    for a, b in paired.pairs():
        higher, lower = players[a], players[b]
        colour = allocate(higher.wish, lower.wish, higher.games, lower.games, higher.place, first).higher
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        key = general.board_key(higher.score, lower.score, higher.order)
        boards.append((key, Pair(white.number, black.number)))
    boards.sort()
    bye = None if paired.bye is None else players[paired.bye].number
    return Pairings(field.round, tuple(pair for _, pair in boards), bye)
