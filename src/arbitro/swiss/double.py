"""Double-Swiss (C.04.5, 2026): every round is a match of two games, the colours change for the second one.

    C.04.5 (2026)   function        what it says
    matches         two_games       a match as one result: points of both games
    bye             SCORING         a bye is worth a win and a draw
    bye             bye_order       lowest score, most matches, largest number
    C1-C3           brackets        no second match, a legal bye, everyone pairable
    C4-C7           floats_judge    fewest upfloaters, their scores, the next group, who floated in the last round
    C8              pair_bracket    opponents of upfloaters who floated; then upper members and partners by number
    colours         allocate        who has White in the first game

There is no colour criterion and no colour limit: in every match both players have both colours.

In the model a round holds one entry per player: `colour` is that of the first game, `outcome` that of the match and
`points` the sum of both games. A match counts as played unless a player forfeits both games; a single forfeited game
keeps the match played. The system exists since 2026 only.
"""

from __future__ import annotations

from arbitro.model import Colour, Outcome, Points, Scoring, Tournament, points
from arbitro.swiss.account import ByeRule, Note, RoundAccount, Say, without_bye
from arbitro.swiss.allocation import Choice, alternating, seated
from arbitro.swiss.units import Field, Unit, of_players
from arbitro.swiss.upfloat import (
    NO_WISH,
    boards,
    brackets,
    bye_order,
    floats_judge,
    next_group_suffers,
    pair_bracket,
    rules,
)

SCORING = Scoring(
    win=points(2),
    draw=points(1),
    forfeit_win=points(2),
    pairing_bye=points("1½"),
    full_bye=points(2),
    half_bye=points(1),
    adjourned=points(1),
)


def two_games(first: Outcome, second: Outcome) -> tuple[Outcome, Outcome, Points, Points]:
    """Two games, as one player had them, as one match: the outcome and the points of that player and of the opponent.

    >>> two_games(Outcome.WIN, Outcome.DRAW)[2:]
    (15, 5)
    """
    value = Scoring()
    mine = Points(value.points(first) + value.points(second))
    theirs = Points(value.points(first.opposite) + value.points(second.opposite))
    if not first.played and not second.played:
        outcome = Outcome.FORFEIT_WIN if mine > theirs else Outcome.FORFEIT_LOSS
    else:
        outcome = Outcome.WIN if mine > theirs else Outcome.LOSS if mine < theirs else Outcome.DRAW
    return outcome, outcome.opposite, mine, theirs


def made_round(tournament: Tournament, edition: str) -> RoundAccount:
    """The next round with its account; the first of a pair has White in the first game."""
    return pair(of_players(tournament, edition))


def pair(field: Field) -> RoundAccount:
    """The bye first, then bracket after bracket."""
    units, made = without_bye(field.here, bye_order(field.here), ByeRule.MATCHES, "C.04.5, bye", colours=False)
    counting = not field.is_last
    for bracket in brackets(units, floats_judge(next_group_suffers, floats_count=counting), colours=False):
        pairs = pair_bracket(bracket, floats_count=counting)
        made += boards(bracket, pairs, lambda a, b: allocate(field, a, b), "C.04.5")
    return RoundAccount(
        field, made, rules("C.04.5", lambda _u: NO_WISH, floats_count=counting, criteria=("", "", "C8"))
    )


def allocate(field: Field, a: Unit, b: Unit) -> tuple[Unit, Unit, Note]:
    """Who has White in the first game."""
    higher, lower = (a, b) if (-a.score, a.rank) < (-b.score, b.rank) else (b, a)
    mine, theirs = (u.games.count(Colour.WHITE) for u in (higher, lower))
    if not higher.games and not lower.games:
        choice = Choice(higher, field.by_parity(higher), Say.PARITY, "C.04.5, colours 1")
    elif mine != theirs:
        choice = Choice(higher if mine < theirs else lower, Colour.WHITE, Say.FEWER_WHITES, "C.04.5, colours 2")
    else:
        alternation = alternating(higher, lower, "C.04.5, colours 3")
        last = higher if higher.games else lower
        choice = alternation or Choice(last, last.games[-1].other, Say.LAST_COLOUR, "C.04.5, colours 4")
    return seated(choice, higher, lower)
