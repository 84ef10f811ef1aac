"""What explanations say against other pairings is true: every pairing of the bracket is looked at."""

from __future__ import annotations

import pytest

from arbitro.swiss.dutch import pair
from arbitro.swiss.dutch.account import account_of
from arbitro.swiss.dutch.alternatives import Against, Alternatives, Why
from arbitro.swiss.dutch.bracket import REJECTED
from arbitro.swiss.dutch.criteria import C, Value
from arbitro.swiss.dutch.state import Field, compatible, field_of
from arbitro.swiss.dutch.texts import TEXTS
from arbitro.swiss.generator import Recipe, generate
from tests.engines.dutch import Found, Literal


class Bracket:
    """One bracket of a paired round, with all its pairings."""

    def __init__(self, field: Field, asked: Alternatives, i: int) -> None:
        self.asked, self.i = asked, i
        self.chosen = asked.standing[i]
        group = (*self.chosen.mdps, *self.chosen.residents)
        bye = asked.gives_bye(i)
        self.every = [
            found
            for pairs in range(len(self.chosen.pairs), len(group) // 2 + 1)
            for found in Literal(field).pairings(group, len(self.chosen.mdps), pairs)
            if not bye or all(field.players[x].may_have_bye for x in found[1])
        ]

    def value(self, found: Found) -> Value:
        return self.asked._value(self.i, found[0], found[1])

    def expected(self, candidates: list[Found]) -> Against | None:
        """The truth: nothing left, the first criterion in which the best one is worse, or what lies outside."""
        if not candidates:
            return Against(Why.UNPAIRED)
        candidates = [found for found in candidates if len(found[0]) == len(self.chosen.pairs)]
        if not candidates:  # only with more pairs than were made
            return Against(Why.FOLLOWS)
        theirs = self.value((self.chosen.pairs, self.chosen.floaters))
        mine = min(self.value(found) for found in candidates)
        for c in C:
            if mine[c] > theirs[c]:  # type: ignore[operator]
                return Against(Why.CRITERION, criterion=c, mine=mine[c], theirs=theirs[c])
            if mine[c] < theirs[c]:  # type: ignore[operator]
                return Against(Why.FOLLOWS)
        best = [found for found in candidates if self.value(found) == mine]
        same = any(sorted(found[1]) == sorted(self.chosen.floaters) for found in best)
        return None if same else Against(Why.FOLLOWS)

    def judge(self, against: Against | None, candidates: list[Found]) -> None:
        wanted = self.expected(candidates)
        if against is None:  # as good with the same downfloaters: only the order decides
            same = [found for found in candidates if sorted(found[1]) == sorted(self.chosen.floaters)]
            assert self.value((self.chosen.pairs, self.chosen.floaters)) in map(self.value, same)
        elif against.why in (Why.UNPAIRED, Why.NO_TAKER):
            assert wanted is not None and wanted.why is Why.UNPAIRED
        else:
            assert against == wanted


def questions(bracket: Bracket, field: Field) -> int:
    """Ask about every pair and every downfloater that is possible in the bracket; how many were asked."""
    chosen, asked, i = bracket.chosen, bracket.asked, bracket.i
    group = (*chosen.mdps, *chosen.residents)
    count = 0
    for a in group:
        for x in chosen.residents:
            if a < x and compatible(field.players[a], field.players[x]) and (a, x) not in chosen.pairs:
                bracket.judge(asked.meeting(i, a, x), [f for f in bracket.every if (a, x) in f[0]])
                count += 1
    for v in chosen.floaters:
        for x in chosen.residents:
            if x not in chosen.floaters and (field.players[x].may_have_bye or not asked.gives_bye(i)):
                down = sorted(x if y == v else y for y in chosen.floaters)
                bracket.judge(asked.floater(i, x, v), [f for f in bracket.every if sorted(f[1]) == down])
                count += 1
    account = account_of(field, chosen)
    if account.leaving:
        place = {p.number: x for x, p in enumerate(field.players)}
        s1, s2 = ({place[n] for n in half} for half in (account.s1, account.s2))
        upper = {p for p in chosen.pairs if p[0] in chosen.mdps}
        undivided = [
            f
            for f in bracket.every
            if upper == {p for p in f[0] if p[0] in chosen.mdps}
            and all(p in upper or (p[0] in s1 and p[1] in s2) for p in f[0])
        ]
        bracket.judge(asked.undivided(i), undivided)
        count += 1
    return count


@pytest.mark.parametrize("edition", ["2017", "2026"])
@pytest.mark.parametrize("players", [9, 10, 11, 12])
def test_what_speaks_against_a_pair_or_a_floater_is_true(players: int, edition: str) -> None:
    asked = 0
    for seed in range(6):
        recipe = Recipe(players=players, rounds=6, seed=seed, edition=edition, forfeits=0.05, half_point_byes=0.05)
        event = generate(recipe)
        for k in range(2, event.rounds_paired + 1):
            before = event.before_pairing(k)
            field = field_of(before, TEXTS[edition])
            paired = pair(field)
            assert paired is not None
            standing = [b for b in paired.brackets if b.kind != REJECTED]
            alternatives = Alternatives(before, field, standing, paired.bye)
            for i in range(len(standing)):
                asked += questions(Bracket(field, alternatives, i), field)
    assert asked > 100
