"""Double-Swiss (C.04.5, 2026): every round is a match of two games, the colours change for the second one.

    C.04.5 (2026)   function        what it says
    matches         two_games       a match as one result: points of both games
    bye             SCORING         a bye is worth a win and a draw
    bye             bye_order       lowest score, most matches, largest number
    C1-C3           brackets        no second match, a legal bye, everyone pairable
    C4-C7           _judge          fewest upfloaters, their scores, the next group, who floated in the last round
    C8              pair_bracket    opponents of upfloaters who floated; then upper members and partners by number
    colours         allocate        who has White in the first game

There is no colour criterion and no colour limit: in every match both players have both colours.

In the model a round holds one entry per player: `colour` is that of the first game, `outcome` that of the match and
`points` the sum of both games. A match counts as played unless a player forfeits both games; a single forfeited game
keeps the match played. The system exists since 2026 only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbitro.matching.ordered import first_cheapest
from arbitro.model import Colour, Outcome, Points, Scoring, Tournament, points, show
from arbitro.swiss.account import ByeRule, Made, Note, Round, Say, label, note, without_bye
from arbitro.swiss.allocation import Choice, alternating, seated
from arbitro.swiss.passed_over import FLOATED, Count, Groups, Rules
from arbitro.swiss.units import Field, Unit, graph, of_players
from arbitro.swiss.upfloat import Bracket, Judge, brackets, bye_order, next_group_suffers

SCORING = Scoring(
    win=points(2),
    draw=points(1),
    forfeit_win=points(2),
    pairing_bye=points("1½"),
    full_bye=points(2),
    half_bye=points(1),
    adjourned=points(1),
)


def two_games(first: Outcome, second: Outcome, game: Scoring | None = None) -> tuple[Outcome, Outcome, Points, Points]:
    """Two games, as one player had them, as one match: the outcome and the points of that player and of the opponent.

    >>> two_games(Outcome.WIN, Outcome.DRAW)[2:]
    (15, 5)
    """
    value = game or Scoring()
    mine = Points(value.points(first) + value.points(second))
    theirs = Points(value.points(first.opposite) + value.points(second.opposite))
    if not first.played and not second.played:
        outcome = Outcome.FORFEIT_WIN if mine > theirs else Outcome.FORFEIT_LOSS
    else:
        outcome = Outcome.WIN if mine > theirs else Outcome.LOSS if mine < theirs else Outcome.DRAW
    return outcome, outcome.opposite, mine, theirs


def made_round(tournament: Tournament, edition: str) -> Round:
    """The next round with its account; the first of a pair has White in the first game."""
    return pair(of_players(tournament, edition))


def pair(field: Field) -> Round:
    """The bye first, then bracket after bracket."""
    units, made = without_bye(field.here, bye_order(field.here), ByeRule.MATCHES, "C.04.5, bye", colours=False)
    for bracket in brackets(units, _judge(field), colours=False):
        up = {u.number for u in bracket.upfloaters}
        for a, b in pair_bracket(bracket, floats_count=not field.is_last):
            white, black, colour = allocate(field, a, b)
            reasons = [note(Say.IDENTIFIER, "C.04.5, identifier", a=a.number, b=b.number)]
            reasons += [
                note(Say.UPFLOATER, "C4, C5", a=u.number, score=show(u.score)) for u in (a, b) if u.number in up
            ]
            where = label(u.score for u in bracket.residents)
            made.append(Made(white.number, black.number, where, (*reasons, colour)))
    return Round(field, made, _rules(counting=not field.is_last))


def _rules(*, counting: bool) -> Rules:
    """What is said of pairs that are not made; `counting`: floats of the last round count."""

    def price(a: tuple[bool, bool], b: tuple[bool, bool]) -> tuple[int]:
        return ((a[0] and b[1]) + (b[0] and a[1]),)

    return Rules(
        "",
        Groups.TAKING,
        "C4-C7",
        "C3",
        "C.04.5",
        counts=(Count(FLOATED, "C8"),),
        kind=lambda unit, rises: (rises, counting and unit.floated),
        price=price,
    )


def _judge(field: Field) -> Judge:
    """C6: the next group keeps its own optimum; C7, not in the last round: who floated is not taken again."""

    def again(chosen: Sequence[Unit]) -> int:
        return 0 if field.is_last else sum(u.floated for u in chosen)

    return Judge(
        least=lambda _residents, chosen: (0, again(chosen)),
        value=lambda _residents, chosen, rest: (next_group_suffers(rest), again(chosen)),
    )


class _Kind(NamedTuple):
    upfloater: bool
    floated: bool


def pair_bracket(bracket: Bracket, *, floats_count: bool = True) -> list[tuple[Unit, Unit]]:
    """C8, then the first identifier: upper half against lower half by number, unless players have met."""
    units = sorted([*bracket.residents, *bracket.upfloaters], key=lambda u: u.rank)
    up = {u.number for u in bracket.upfloaters}
    kinds = [_Kind(u.number in up, floats_count and u.floated) for u in units]

    def price(a: _Kind, b: _Kind) -> int:
        return (a.upfloater and b.floated) + (b.upfloater and a.floated)

    found = first_cheapest(graph(units, colours=False), kinds, price)
    assert found is not None
    return [(units[v], units[w]) for v, w in enumerate(found[0]) if v < w]


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
