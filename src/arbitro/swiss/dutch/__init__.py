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

from typing import TYPE_CHECKING

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Pair, Pairings, Tournament
from arbitro.swiss import handling
from arbitro.swiss.colours import allocate
from arbitro.swiss.dutch.paired import PairedRound
from arbitro.swiss.dutch.rounds import pair
from arbitro.swiss.dutch.state import Field, field_of

if TYPE_CHECKING:
    from arbitro.swiss.explanation import PairExplanation

EDITIONS = ("2017", "2026")


def next_round(
    tournament: Tournament, edition: str = "2017", *, listed_numbers: bool = False, boards_by_points: bool = False
) -> Pairings:
    """The next round's pairings, with colours and in board order. Raises NoPairing where no legal pairing exists.

    Two points that the text leaves open may be chosen otherwise than here: E.5 by the numbers as they are listed, and
    boards by points without virtual ones (`choices`).
    """
    field = field_of(tournament, known_edition(edition), listed_numbers=listed_numbers)
    paired = pair(field)
    if paired is None:
        from arbitro.swiss.dutch.impossible import no_pairing

        raise no_pairing(tournament, field)
    answer = with_colours(field, paired)
    return by_points(tournament, answer) if boards_by_points else answer


def by_points(tournament: Tournament, pairings: Pairings) -> Pairings:
    """The boards in the order of points won, virtual ones left out (C.04.2 D.9)."""
    points, order = tournament.scores(pairings.round - 1), handling.ranking_numbers(tournament)
    return pairings._replace(pairs=handling.board_order(pairings.pairs, points, order))


def known_edition(edition: str) -> str:
    if edition not in EDITIONS:
        _ = gettext_for("swiss")
        raise ArbitroError(
            _("the Dutch system has the editions {known}, not {edition}").format(
                known=", ".join(EDITIONS), edition=edition
            )
        )
    return edition


def with_colours(field: Field, paired: PairedRound) -> Pairings:
    """E: colours for every pair; C.04.2 D.9: boards."""
    players, first = field.players, field.first_colour
    boards = []
    for a, b in paired.pairs():
        higher, lower = players[a], players[b]
        colour = allocate(higher.wish, lower.wish, higher.games, lower.games, higher.place, first).higher
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        key = handling.board_key(higher.score, lower.score, higher.order)
        boards.append((key, Pair(white.number, black.number)))
    boards.sort()
    bye = None if paired.bye is None else players[paired.bye].number
    return Pairings(field.round, tuple(pair for _, pair in boards), bye)


def explain(
    tournament: Tournament,
    lang: str | None = None,
    edition: str = "2017",
    *,
    listed_numbers: bool = False,
    boards_by_points: bool = False,
) -> list[PairExplanation]:
    """Why the next round is paired as it is: one explanation per board, the bye last."""
    from arbitro.swiss.dutch.reasons import explain as explain_round

    return explain_round(tournament, lang, edition, listed_numbers=listed_numbers, boards_by_points=boards_by_points)
