"""The tie-breaks of US Chess (34E, 7th edition): the examples of the rulebook and of those who explain it, small tables
worked out by hand, and a second, naive computation on random events."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from arbitro.model import Outcome, Tournament
from arbitro.standings import EDITIONS, explain, standings
from arbitro.standings.cuts import modified_discards
from tests.speaking import speak
from tests.standings.events import event, random_event

CODES = ["MODMED", "USSOLK", "USMED", "CUM", "OCUM"]
SIX = """
    1 Ana    2100   2w1  3b½  -U   4w1  -H
    2 Bruno  2050   1b0  4w1  5b1  3w0  -Z
    3 Carla  2000   4b½  1w½  6w+  2b1  5w0
    4 David  1950   3w½  2b0  -F   1b0  6b1
    5 Eva    1900   6w1  -H   2w0  -Z   3b1
    6 Fito   1850   5b0  -U   3b-  -Z   4w0
"""


def half(text: str) -> Fraction:
    return Fraction(text.replace("½", ".5"))


def cumulative(text: str) -> Fraction:
    """The cumulative value of the first player."""
    value = standings(event(text), ["CUM"]).row(1).values["CUM"]
    assert isinstance(value, Fraction)
    return value


def test_the_running_scores_of_the_rulebook() -> None:  # 34E3: 1, 1, 2, 2½, 2½ and 1, 2, 2½, 2½, 2½
    others = "\n".join(f"{n} P{n} 2000 -Z -Z -Z -Z -Z" for n in range(2, 7))
    assert cumulative(f"1 Ana 2100 2w1 3w0 4w1 5w½ 6w0\n{others}") == 9
    assert cumulative(f"1 Ana 2100 2w1 3w1 4w½ 5w0 6w0\n{others}") == half("10½")


def test_a_point_is_taken_off_for_a_bye_and_half_a_point_for_half_a_bye() -> None:
    """Bye, win, loss, draw, win: 1 + 2 + 2 + 2½ + 3½ - 1 = 10; a forfeit loss takes nothing off."""
    others = "\n".join(f"{n} P{n} 2000 -Z -Z -Z -Z -Z" for n in range(2, 7))
    assert cumulative(f"1 Ana 2100 -U 3w1 4w0 5w½ 6w1\n{others}") == 10
    assert cumulative(f"1 Ana 2100 2w+ 3w1 4w0 5w½ 6w1\n{others}") == 10
    assert cumulative(f"1 Ana 2100 -H 3w1 4w- 5w½ 6w1\n{others}") == half("½") + half("1½") * 2 + 2 + 3 - half("½")


def test_an_opponent_who_withdrew_has_drawn_the_rest() -> None:
    """34E1: two wins, a loss, then gone: 1 + 1 + 0 + ½ + ½ = 3; one's own score is not changed."""
    text = """
        1 Ana    2100   2w1  3w1  4w0  -Z   -Z
        2 Bruno  2050   1b0  -Z   -Z   4w0  3w1
        3 Carla  2000   -Z   1b0  -Z   -Z   2b0
        4 David  1950   -Z   -Z   1b1  2b1  -Z
    """
    row = standings(event(text), ["USSOLK"]).row(4)
    assert (row.points, row.values["USSOLK"]) == (20, 3 + 2)  # Ana 3, Bruno 0 + ½ + ½ + 0 + 1


@pytest.mark.parametrize(("score", "cut"), [(30, (1, 0)), (25, (1, 1)), (20, (0, 1))])
def test_who_has_more_than_half_loses_the_lowest_who_has_less_the_highest(score: int, cut: tuple[int, int]) -> None:
    assert modified_discards(5, score, 50) == cut
    assert modified_discards(9, score + 20, 90) == (2 * cut[0], 2 * cut[1])


def test_all_of_them_in_a_small_table() -> None:
    """By hand. Unplayed rounds of opponents are draws: Ana 3½ (1 + ½ + ½ + 1 + ½), Bruno 2½, Carla 2½ (3 less the
    forfeit, plus ½), David 2, Eva 3, Fito 1½; one's own are opponents with nothing."""
    ranking = standings(event(SIX), CODES, edition="2026")
    expected = {  # MODMED, USSOLK, USMED, CUM, OCUM
        1: ("7", "7", "4½", "11", "21"),  # 4 points: 2½ + 2½ + 2, two rounds of 0
        2: ("7½", "11", "7½", "7", "32½"),  # 2 points: 3½ is left out; the zero stays
        3: ("11", "11", "7½", "8½", "31"),  # 3 points: the forfeit, 0, is left out
        4: ("6½", "10", "6½", "5½", "29½"),  # 2½ points: just half
        5: ("4", "6½", "4", "7½", "18½"),
        6: ("2", "5", "2", "3", "13"),
    }
    for number, values in expected.items():
        assert ranking.row(number).values == dict(zip(CODES, map(half, values), strict=True)), number


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_they_follow_their_own_text_in_every_edition(edition: str) -> None:
    ranking = standings(event(SIX), CODES, edition=edition)
    assert ranking.row(3).values == dict(zip(CODES, map(half, ("11", "11", "7½", "8½", "31")), strict=True))


def test_the_breakdown_names_the_rule_and_what_was_taken_off() -> None:
    shown = {b.tiebreak: b for b in speak("en", explain, event(SIX), 1, CODES, edition="2026")}
    assert [shown[code].cited for code in CODES] == [f"US Chess 34E{n}" for n in (1, 2, 4, 3, 9)]
    assert "3 Carla (3 counts 2½, 34E1): 2½" in shown["MODMED"].text()
    assert "[cut: lowest, 34E1]" in shown["MODMED"].text()
    assert "Round 3: pairing-allocated bye [34E3]: 2½ − 1 = 1½" in shown["CUM"].text()
    assert shown["OCUM"].notes == ("7 + 8½ + 5½ = 21",)


def naive(table: Tournament, code: str, number: int) -> Fraction:
    """34E once more, game by game, in plain points."""
    worth = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0, Outcome.FORFEIT_WIN: 2, Outcome.HALF_BYE: 1}
    worth |= {Outcome.PAIRING_BYE: 2, Outcome.FULL_BYE: 2}
    games = {
        p.number: [(Fraction(worth.get(r.outcome, 0), 2), r.opponent if r.played else None) for r in rounds]
        for p, rounds in zip(table.players, table.results, strict=True)
    }
    adjusted = {n: sum((w if o else Fraction(1, 2) for w, o in rows), Fraction(0)) for n, rows in games.items()}

    def running(n: int) -> Fraction:
        rows = games[n]
        taken = sum((w for w, o in rows if not o), Fraction(0))
        return sum((sum((w for w, _ in rows[:k]), Fraction(0)) for k in range(1, len(rows) + 1)), Fraction(0)) - taken

    if code == "CUM":
        return running(number)
    if code == "OCUM":
        return sum((running(o) for _, o in games[number] if o), Fraction(0))
    met = sorted(adjusted[o] if o else Fraction(0) for _, o in games[number])
    each = 2 if len(met) >= 9 else 1
    balance = 2 * sum(w for w, _ in games[number]) - len(met)
    if code == "USMED" or (code == "MODMED" and balance == 0):
        met = met[each : max(len(met) - each, each)]
    elif code == "MODMED":
        met = met[each:] if balance > 0 else met[: max(len(met) - each, 0)]
    return sum(met, Fraction(0))


def test_a_naive_computation_agrees_on_random_events() -> None:
    rng = random.Random(34)
    for _ in range(200):
        table = random_event(rng, rng.randint(2, 24), rng.randint(1, 11), rng.choice([0.0, 0.2, 0.6]))
        ranking = standings(table, CODES, edition=rng.choice(sorted(EDITIONS)))
        for row in ranking.rows:
            assert row.values == {code: naive(table, code, row.number) for code in CODES}
