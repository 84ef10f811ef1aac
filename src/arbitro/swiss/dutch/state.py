"""What the pairing of one round knows: every player to be paired, and nothing else.

    article            where
    C.04.3 A.2         Field.players: score, then pairing number
    A.4, 2026 1.4      Contender.last_float, earlier_float
    A.6                Contender.wish
    A.7                Contender.topscorer, is_topscorer
    C.1                Contender.opponents; forbidden pairs of the tournament are added
    C.2, 2026 C2       Contender.may_have_bye
    C.3                compatible

With acceleration every score is the pairing score of its round, in past rounds too (C.04.5.1 5).
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.frozen import NamedTuple, dataclass
from arbitro.model import Colour, Float, Outcome, Tournament
from arbitro.swiss import general
from arbitro.swiss.acceleration import virtual_points
from arbitro.swiss.colours import Preference, Strength, preference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbitro.swiss.dutch.texts import Text

ABSOLUTE = Strength.ABSOLUTE


class Contender(NamedTuple):
    """One player as the pairing of one round sees them."""

    number: int  # pairing number
    score: int
    games: tuple[Colour, ...] = ()  # colours of the games played, oldest first
    wish: Preference = preference(())
    opponents: frozenset[int] = frozenset()  # numbers of the players already met (C.1)
    forbidden: frozenset[int] = frozenset()  # numbers that the arbiter keeps apart from them in this round
    last_float: Float = Float.NONE
    earlier_float: Float = Float.NONE  # two rounds ago
    may_have_bye: bool = True
    topscorer: bool = False
    unplayed: int = 0  # rounds without a game so far (2026 C9)
    order: int = 0  # rank among equal scores: the pairing number, or the file's rank
    place: int = 0  # number among those who take part so far (E.5)


@dataclass(frozen=True, slots=True)
class Field:
    """The players of a round in rank order (A.2), and what else the pairing depends on."""

    players: tuple[Contender, ...]
    round: int
    text: Text
    first_colour: Colour
    unit: int = 10  # one point, for the artificial score of downfloaters (A.8)


def is_topscorer(score: int, rounds_played: int, rounds: int | None, win: int) -> bool:
    """A.7: in the last round, whoever has more than half of the points that could be won so far."""
    return rounds_played + 1 == rounds and 2 * score > win * rounds_played


def compatible(a: Contender, b: Contender) -> bool:
    """C.1 and C.3: not met, not forbidden, and not both absolutely due the same colour unless one is a topscorer."""
    if b.number in a.opponents or b.number in a.forbidden:
        return False
    if a.wish.strength is ABSOLUTE and b.wish.strength is ABSOLUTE and a.wish.colour is b.wish.colour:
        return a.topscorer or b.topscorer
    return True


def rank_order(players: Sequence[Contender]) -> tuple[Contender, ...]:
    """A.2: score, then pairing number."""
    return tuple(sorted(players, key=lambda p: (-p.score, p.order)))


def field_of(tournament: Tournament, text: Text, *, listed_numbers: bool = False) -> Field:
    """The state of a tournament before its next round is paired.

    E.5 counts the players who take part; with `listed_numbers` it takes the numbers as they are on the list.
    """
    coming = tournament.rounds_paired + 1
    present = general.to_be_paired(tournament, coming)
    order = general.ranking_numbers(tournament)
    places = order if listed_numbers else general.numbers_for_colour(tournament, coming, present)
    virtual = virtual_points(tournament, text.name)
    index, results = tournament.index, tournament.results
    forbidden = general.kept_apart(tournament, coming)

    def pairing_scores(k: int) -> dict[int, int]:
        scores = tournament.scores(k - 1)
        if not virtual:
            return scores  # type: ignore[return-value]
        return {
            n: score + (virtual[n][k - 1] if n in virtual and k <= len(virtual[n]) else 0)
            for n, score in scores.items()
        }

    now = pairing_scores(coming)
    before = {k: pairing_scores(k) for k in (coming - 1, coming - 2) if k > 0}
    last_round = coming == tournament.planned_rounds
    win = tournament.scoring.win
    unplayed_floats, general_text = text.unplayed_floats, text.general
    nobody: frozenset[int] = frozenset()

    def float_of(number: int, k: int) -> Float:
        if k < 1:
            return Float.NONE
        rounds = results[index[number]]
        r = rounds[k - 1] if k <= len(rounds) else None
        if r is not None and r.outcome.played and r.opponent is not None:
            scores = before[k]
            mine, theirs = scores[number], scores[r.opponent]
            return Float.NONE if mine == theirs else Float.DOWN if mine > theirs else Float.UP
        if unplayed_floats:
            return Float.DOWN
        if r is not None and (r.outcome is Outcome.PAIRING_BYE or tournament.points_of(r) > tournament.scoring.loss):
            return Float.DOWN
        return Float.NONE

    players = []
    for number in present:
        opponents, games, barred = [], [], False
        for r in results[index[number]]:
            if r.outcome.played:
                if r.opponent is not None:
                    opponents.append(r.opponent)
                if r.colour is not None:
                    games.append(r.colour)
            elif not barred:
                barred = general.bars_bye(tournament, r, general_text)
        score = now[number]
        colours = tuple(games)
        players.append(
            Contender(
                number,
                score,
                colours,
                preference(colours),
                frozenset(opponents),
                forbidden.get(number, nobody),
                float_of(number, coming - 1),
                float_of(number, coming - 2),
                not barred,
                last_round and is_topscorer(score, coming - 1, coming, win),
                coming - 1 - len(opponents),
                order[number],
                places[number],
            )
        )
    return Field(rank_order(players), coming, text, general.first_colour(tournament))
