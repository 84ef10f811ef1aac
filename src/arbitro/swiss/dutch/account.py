"""The account of a bracket: how a chosen candidate stands in the rulebook's terms (B.1-B.3, C, D).

Read off the finished pairing, in time linear in the bracket; nothing is searched.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbitro.model import Colour
from arbitro.swiss.dutch.bracket import PairedBracket
from arbitro.swiss.dutch.criteria import LISTS, C, Marks, unmet_preferences, value_of
from arbitro.swiss.dutch.state import Contender, Field


@dataclass(frozen=True, slots=True)
class Account:
    """A bracket and its chosen candidate; players by pairing number."""

    kind: str
    score: int  # of the residents (the lowest one of a collapsed bracket)
    mdps: tuple[int, ...]
    residents: tuple[int, ...]
    limbo: tuple[int, ...]
    max_pairs: int
    s1: tuple[int, ...]  # original S1 of the homogeneous bracket or remainder
    s2: tuple[int, ...]
    leaving: tuple[int, ...]  # exchanged out of S1
    entering: tuple[int, ...]
    floaters: tuple[int, ...]
    x: int  # pairs that must deny a preference, by head count
    failures: dict[C, int]  # counting criteria that are not met, and by how much


def float_marks(field: Field, player: Contender, bracket: PairedBracket, moved_down: bool) -> Marks:
    """The marks of a downfloater."""
    lowest = field.players[(bracket.residents or bracket.mdps)[-1]].score
    return field.text.float_marks(player, lowest, field.unit, moved_down)


def account_of(field: Field, bracket: PairedBracket) -> Account:
    """The account of one bracket."""
    players = field.players
    mdps = set(bracket.mdps)
    upper = {a: b for a, b in bracket.pairs if a in mdps}
    rest_pairs = {a: b for a, b in bracket.pairs if a not in mdps}
    taken = set(upper.values())
    remainder = [v for v in bracket.residents if v not in taken]
    s1, s2 = remainder[: len(rest_pairs)], remainder[len(rest_pairs) :]

    def numbers(places: list[int] | tuple[int, ...]) -> tuple[int, ...]:
        return tuple(players[v].number for v in places)

    marks: Marks = []
    for a, b in bracket.pairs:
        marks += field.text.pair_marks(players[a], players[b])
    for v in bracket.floaters:
        marks += float_marks(field, players[v], bracket, v in mdps)
    value = value_of(marks)
    colours = [players[v].wish.colour for v in (*bracket.mdps, *bracket.residents)]
    white, black = colours.count(Colour.WHITE), colours.count(Colour.BLACK)
    return Account(
        kind=bracket.kind,
        score=players[(bracket.residents or bracket.mdps)[-1]].score,
        mdps=numbers(bracket.mdps),
        residents=numbers(bracket.residents),
        limbo=numbers([v for v in bracket.mdps if v not in upper]),
        max_pairs=len(bracket.pairs),
        s1=numbers(s1),
        s2=numbers(s2),
        leaving=numbers([v for v in s1 if v not in rest_pairs]),
        entering=numbers([v for v in s2 if v in rest_pairs]),
        floaters=numbers(bracket.floaters),
        x=unmet_preferences(white, black, len(colours) - white - black, len(bracket.pairs)),
        failures={c: n for c in C if c not in LISTS and c > C.UNPLAYED and (n := value[c])},  # type: ignore[misc]
    )
