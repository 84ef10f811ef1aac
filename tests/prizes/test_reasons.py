"""Every figure of a prize's reason, recomputed from the plan and the ranking on 200 generated events."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest

from arbitro.prizes import PrizeList, PrizePlan, Sharing, award_prizes, parse_plan
from arbitro.prizes.awards import Award
from arbitro.prizes.plan import exact_money
from arbitro.prizes.sharing import rounded
from arbitro.standings import Standings, standings
from tests.prizes.test_awards import scores
from tests.standings.events import random_event

MONEY = r"(?:\d+ \d+/\d+|\d+/\d+|\d+(?:\.\d+)?)"


def amount(text: str) -> Fraction:
    return sum((Fraction(part) for part in text.split()), Fraction(0))


def plan_of(seed: int) -> PrizePlan:
    rng = random.Random(seed)
    prizes = sorted((Fraction(rng.randrange(100, 60_000), 100) for _ in range(rng.randrange(1, 8))), reverse=True)
    minimum = Fraction(rng.choice([0, 0, 5]))
    chosen = PrizeList("General", tuple(prizes), sharing=rng.choice(list(Sharing)), cutoff=rng.random() < 0.5,
                       minimum=minimum)  # fmt: skip
    return PrizePlan((chosen,), unit=rng.choice([Fraction(1, 100), Fraction(1), Fraction(5)]))


def check(award: Award, number: int, table: Standings, plan: PrizePlan) -> None:
    (chosen,) = plan.lists
    rows = table.rows
    own = next(row for row in rows if row.number == number)
    group = [k for k, row in enumerate(rows, 1) if row.points == own.points]
    level = [k for k, row in enumerate(rows, 1) if row.rank == own.rank and row.points == own.points]
    pool = sum(chosen.prizes[group[0] - 1 : group[-1]], Fraction(0))
    payees = [k for k in group if not chosen.cutoff or rows[k - 1].rank <= len(chosen.prizes)]
    mine = sum(chosen.prizes[level[0] - 1 : level[-1]], Fraction(0)) / len(level)
    text = award.reason
    assert award.place == [row.number for row in rows].index(number) + 1
    if found := re.match(r"places (\d+) to (\d+)", text):
        assert (int(found[1]), int(found[2])) == (group[0], group[-1])
    if found := re.search(rf"(?:: |half of )({MONEY})(?: shared equally by (\d+)|, for one player)", text):
        assert (amount(found[1]), int(found[2] or 1)) == (pool, len(payees))
    if found := re.search(rf"half of ({MONEY}) for place (\d+)", text):
        assert (amount(found[1]), int(found[2])) == (mine, award.place) and len(level) == 1
    if found := re.search(rf"half of ({MONEY}), an equal part of places (\d+) to (\d+)", text):
        assert (amount(found[1]), int(found[2]), int(found[3])) == (mine, level[0], level[-1])
    equal = pool / len(payees)
    exact = {Sharing.EQUAL: equal, Sharing.TIEBREAK: mine, Sharing.HORT: (mine + equal) / 2}[chosen.sharing]
    if len(group) == 1:
        exact = chosen.prizes[group[0] - 1]
    if found := re.search(rf"; ({MONEY}) before rounding", text):
        assert amount(found[1]) == exact != award.amount
    else:
        assert exact == award.amount


def test_every_figure_of_a_reason_is_true() -> None:
    shared = 0
    for seed in range(200):
        rng = random.Random(seed)
        event = random_event(rng, rng.randrange(4, 24), rng.randrange(1, 6))
        table = standings(event, ["BH"])
        plan = plan_of(seed)
        for awards in award_prizes(event, table, plan).awards:
            for award in awards.prizes:
                check(award, awards.number, table, plan)
                shared += "shared equally" in award.reason
    assert shared > 50


def test_what_rounding_took_is_named_exactly() -> None:
    plan = parse_plan("unit = 0.01\n[[list]]\nprizes = [200.01, 149.99, 0.01]")
    event = scores((2000, 1), (1900, 1), (1800, 1))
    first, *_ = award_prizes(event, standings(event), plan).awards
    assert first.prizes[0].reason == "places 1 to 3: 350.01 shared equally by 3"
    halves = parse_plan("sharing = 'hort'\n[[list]]\nprizes = [200.01, 150]")
    found = award_prizes(event, standings(event), halves).awards[0].prizes[0].reason
    assert found.endswith("; 175.0025 before rounding") or "before rounding" not in found
    assert exact_money(Fraction("175.0025")) == "175.0025"


@pytest.mark.parametrize("unit", [Fraction(1, 100), Fraction(1)])
def test_the_leftover_unit_goes_to_the_best_placed(unit: Fraction) -> None:
    assert rounded([10 * unit, 7 * unit / 2, 7 * unit / 2], unit) == [11 * unit, 3 * unit, 3 * unit]
