"""Why two do not meet: every reason that is told is checked by listing all pairings of the group."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import pytest

from arbitro import swiss
from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.model import Colour, System, Tournament
from arbitro.swiss import burstein, club, double, dubov, lim, team
from arbitro.swiss.account import RoundAccount
from arbitro.swiss.dubov.text2026 import preference_of
from arbitro.swiss.units import Field, Unit, legal
from tests.swiss_other.simulate import field, rounds_of, team_rounds_of
from tests.swiss_other.test_literal import pairings

SMALL = 8  # players of a group whose pairings are listed

Due = Callable[[Unit], Colour | None]
SYSTEMS: dict[str, tuple[System, str, Callable[[Tournament, str], swiss.MadeRound], Due]] = {
    "dubov": (System.DUBOV, "2017", dubov.made_round, lambda u: u.due),
    "dubov-2026": (System.DUBOV, "2026", dubov.made_round, lambda u: preference_of(u).colour),
    "burstein": (System.BURSTEIN, "2017", burstein.made_round, lambda u: u.due),
    "burstein-2026": (System.BURSTEIN, "2026", burstein.made_round, lambda u: u.due),
    "lim": (System.LIM, "2017", lim.made_round, lambda u: u.due),
    "club": (System.CLUB, "2017", club.made_round, club.due),
    "double": (System.DOUBLE, "2026", double.made_round, lambda u: None),
}


def clashes(pairs: Sequence[tuple[Unit, Unit]], due: Due) -> int:
    return sum(due(a) is not None and due(a) is due(b) for a, b in pairs)


def has_limits(system: System, event: Field) -> bool:
    if system is System.LIM:
        return not event.is_last
    return system in (System.DUBOV, System.BURSTEIN)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_reason_is_true(name: str) -> None:
    system, edition, made_round, due = SYSTEMS[name]
    told: Counter[str] = Counter()
    for seed in range(40):
        rng = Random(seed)
        for t, _ in rounds_of(seed, lambda t: swiss.next_round(t, system, edition), most=14, forfeits=0.1):
            made = made_round(t, edition)
            if not isinstance(made, RoundAccount):  # a seeding round of Burstein 2026 is a round of the Dutch system
                continue
            units, limits = made.field.units, has_limits(system, made.field)
            place = {n: m for m in made.made for n in (m.white, m.black) if n is not None}
            for a, b in rng.sample(list(combinations(sorted(place), 2)), min(6, len(place) // 2)):
                text = made.why_not(a, b)
                group = [u for u in units.values() if u.number in place and place[u.number].bracket == place[a].bracket]
                group = [u for u in group if place[u.number].black is not None]
                made_here = [
                    (units[m.white], units[m.black])
                    for m in made.made
                    if m.black is not None and m.bracket == place[a].bracket
                ]
                with_both = [
                    p
                    for p in (pairings([u for u in group if u.number not in (a, b)]) if len(group) <= SMALL else ())
                    if all(legal(x, y, colours=limits) for x, y in p)
                ]
                counted = [clashes([*p, (units[a], units[b])], due) for p in with_both]
                if place[a] is place[b]:
                    assert "do meet" in text
                elif "have met" in text:
                    assert b in t.opponents(a)
                elif "break a limit" in text:
                    assert not legal(units[a], units[b], colours=limits)
                    assert b not in t.opponents(a)
                elif "has the bye" in text:
                    assert None in (place[a].black, place[b].black)
                elif "in the group of" in text:
                    assert place[a].bracket != place[b].bracket
                elif len(group) > SMALL:
                    continue
                elif "no opponent would be left" in text:
                    assert not with_both
                elif "unmet" in text:
                    n, best = map(int, re.findall(r"would be (\d+) instead of (\d+)", text)[0])
                    assert (min(counted), clashes(made_here, due)) == (n, best)
                    assert n > best
                elif "just as good" in text:
                    assert min(counted) <= clashes(made_here, due)
                else:
                    assert "upfloater" in text, text
                told[re.sub(r"\d+", "n", text)[:24]] += 1
    assert len(told) >= 4  # several kinds of reasons were needed


def test_the_first_rounds_of_burstein_2026_have_dutch_reasons() -> None:
    t = field(8, Random(1), 7)
    burstein_round, dutch_round = (swiss.pair_round(t, s, "2026").account for s in (System.BURSTEIN, System.DUTCH))
    assert burstein_round.why_not(1, 2) == dutch_round.why_not(1, 2)


@pytest.mark.parametrize("edition", ["2026", "olympiad", "burstein", "club"])
def test_teams_are_told_apart_too(edition: str) -> None:
    for seed in range(4):
        for t, paired in team_rounds_of(seed, lambda t: team.made_round(t, edition).pairings()):
            first = paired.pairs[0]
            assert "do meet" in swiss.pair_round(t, System.TEAM, edition).account.why_not(*first)
            other = next(x.number for x in t.teams if x.number not in first)
            assert "do meet" not in swiss.pair_round(t, System.TEAM, edition).account.why_not(first[0], other)


def test_strangers_absentees_and_oneself() -> None:
    t = field(6, Random(1), 5)
    for a, b, words in ((1, 9, "does not take part"), (2, 2, "two different numbers")):
        with pytest.raises(ArbitroError, match=words):
            swiss.pair_round(t, System.LIM).account.why_not(a, b)
    assert "no participa" in _refusal(t, 1, 9)


def _refusal(t: Tournament, a: int, b: int) -> str:
    with speaking("es"), pytest.raises(ArbitroError) as refusal:
        swiss.pair_round(t, System.LIM).account.why_not(a, b)
    return str(refusal.value)
