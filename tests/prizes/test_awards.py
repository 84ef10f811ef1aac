"""Plans and awards: the best prize for each player, reasons, and mistakes in the file."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arbitro.cli import main
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import speaking
from arbitro.model import Colour, Player, PlayerRound, Scoring, Tournament, points
from arbitro.model.outcome import Outcome
from arbitro.prizes import Placed, PrizeList, PrizePlan, Sharing, award_prizes, money, parse_plan, share
from arbitro.prizes.awards import surprise_of
from arbitro.prizes.worksheets import ClockReading, clock_check, minutes_between, surplus, surplus_by_game
from arbitro.standings import player_group, standings, within
from tests.standings.events import ORACLE, random_event

WORKED = ORACLE.parent / "vectors" / "swiss-worked-tournament.trf"
PLAN = """
currency = "EUR"
fund = 1500
sharing = "hort"
tiebreaks = ["BH/C1", "BH", "SB"]

[[list]]
name = "General"
prizes = [500, 300, 200, 100]
trophies = ["Cup"]

[[list]]
name = "Under 2200"
who = ["R-2199"]
prizes = [150, 50]
sharing = "equal"

[[list]]
name = "Surprise"
by = "surprise"
fund = 200
percent = [60, 40]
"""


def scores(*rows: tuple[int, float]) -> Tournament:
    """Players 1, 2 … with a rating and a score."""
    return Tournament(
        players=tuple(Player(number=k, name=f"P{k}", rating=rating) for k, (rating, _) in enumerate(rows, 1)),
        results=tuple((PlayerRound(1, None, None, Outcome.PAIRING_BYE, points(score)),) for _, score in rows),
    )


def amounts(event: Tournament, plan: PrizePlan, **options: object) -> dict[int, list[tuple[str, Fraction]]]:
    report = award_prizes(event, standings(event), plan, **options)  # type: ignore[arg-type]
    assert report.awarded + sum((u.amount for u in report.unawarded), Fraction(0)) == report.fund
    return {a.number: [(p.prize_list, p.amount) for p in a.prizes] for a in report.awards}


def prize_list(name: str, *prizes: int, who: tuple[str, ...] = ()) -> PrizeList:
    return PrizeList(name, tuple(map(Fraction, prizes)), who, Sharing.TIEBREAK)


def test_each_player_keeps_his_best_prize_and_the_next_move_up() -> None:
    event = scores((2300, 5), (1800, 4), (1700, 3), (1600, 2))
    plan = PrizePlan((prize_list("General", 100, 50), prize_list("Under 1900", 80, 20, who=("R-1899",))))
    assert amounts(event, plan) == {
        1: [("General", 100)],
        2: [("Under 1900", 80)],
        3: [("General", 50)],
        4: [("Under 1900", 20)],
    }


def test_of_equal_prizes_the_earlier_list_counts() -> None:
    event = scores((1800, 4), (1700, 3))
    plan = PrizePlan((prize_list("General", 50), prize_list("Under 1900", 50, who=("R-1899",))))
    assert amounts(event, plan) == {1: [("General", 50)], 2: [("Under 1900", 50)]}


def test_several_prizes_if_the_plan_says_so() -> None:
    event = scores((1800, 4), (1700, 3))
    plan = PrizePlan(
        (prize_list("General", 50), prize_list("Under 1900", 50, who=("R-1899",))), one_prize_per_player=False
    )
    assert amounts(event, plan) == {1: [("General", 50), ("Under 1900", 50)]}


def test_who_declines_is_passed_over() -> None:
    event = scores((1800, 4), (1700, 3))
    assert amounts(event, PrizePlan((prize_list("General", 50),)), excluded=[1]) == {2: [("General", 50)]}


def test_a_trophy_goes_to_the_best_whatever_money_he_wins() -> None:
    event = scores((1800, 4), (1700, 3))
    band = PrizeList("Under 1900", (Fraction(20),), ("R-1899",), trophies=("Cup",))
    report = award_prizes(event, standings(event), PrizePlan((prize_list("General", 100), band)))
    assert [(a.number, [p.trophy or p.amount for p in a.prizes]) for a in report.awards] == [
        (1, [100, "Cup"]),
        (2, [20]),
    ]


def test_money_without_a_winner_is_reported() -> None:
    event = scores((1800, 4))
    report = award_prizes(event, standings(event), PrizePlan((prize_list("General", 50, 30),)))
    assert [(u.prize_list, u.amount) for u in report.unawarded] == [("General", 30)]


@given(seed=st.integers(0, 10**6), sharing=st.sampled_from(Sharing), one=st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_fund_is_given_out_to_the_cent(seed: int, sharing: Sharing, one: bool) -> None:
    rng = random.Random(seed)
    event = random_event(rng, rng.randint(2, 16), 5)
    plan = PrizePlan(
        tuple(
            PrizeList(
                name, tuple(sorted((Fraction(rng.randint(1, 9999), 100) for _ in range(n)), reverse=True)), who, sharing
            )
            for name, n, who in (("General", 4, ()), ("Band", 3, ("R-2000",)), ("Band 2", 2, ("R1800-2200",)))
        ),
        one_prize_per_player=one,
    )
    found = amounts(event, plan)
    if one:
        assert all(len(prizes) == 1 for prizes in found.values())


@given(seed=st.integers(0, 10**6), sharing=st.sampled_from(Sharing))
@settings(max_examples=60, deadline=None)
@example(seed=182, sharing=Sharing.EQUAL)
@example(seed=112, sharing=Sharing.HORT)
def test_nobody_would_win_more_in_a_list_that_he_left(seed: int, sharing: Sharing) -> None:
    rng = random.Random(seed)
    event = random_event(rng, rng.randint(6, 20), 5)
    bands = (("General", 4, "R-9999"), ("A", 3, "R-2000"), ("B", 2, "R1800-2200"), ("C", 2, "R-1700"))
    plan = PrizePlan(
        tuple(
            PrizeList(
                name, tuple(sorted((Fraction(rng.randint(1, 300)) for _ in range(n)), reverse=True)), (who,), sharing
            )
            for name, n, who in bands
        )
    )
    ranking = standings(event, ["BH"])
    won = {a.number: a.prizes[0] for a in award_prizes(event, ranking, plan).awards}
    for prize_list in plan.lists:
        rows = within(ranking, event, player_group(prize_list.who[0])).rows
        for guest in (row.number for row in rows if row.number in won):
            here = [
                r
                for r in rows
                if r.number == guest or r.number not in won or won[r.number].prize_list == prize_list.name
            ]
            ranks = [row.rank for row in here]
            circle = [Placed(row.number, ranks.index(row.rank) + 1, Fraction(row.points, 10)) for row in here]
            found = {s.number: s.amount for s in share(circle, prize_list.prizes, sharing)}
            assert found.get(guest, 0) <= won[guest].amount


def test_overlapping_bands_are_warned_about() -> None:
    plan = PrizePlan((prize_list("U2400", 1, who=("R-2399",)), prize_list("U2300", 1, who=("R-2299",))))
    assert "overlap" in plan.warnings()[0]
    closed = PrizePlan((prize_list("A", 1, who=("R2300-2399",)), prize_list("B", 1, who=("R2200-2299",))))
    assert closed.warnings() == []
    ages = PrizePlan((prize_list("A", 1, who=("U12",)), prize_list("B", 1, who=("U14",))))
    assert "overlap" in ages.warnings()[0]
    mixed = PrizePlan((prize_list("A", 1, who=("U12",)), prize_list("B", 1, who=("S65",)), prize_list("C", 1)))
    assert mixed.warnings() == []


def test_a_lower_place_that_earns_more_is_warned_about() -> None:
    assert "place 3" in PrizePlan((prize_list("A", 100, 50, 60),)).warnings()[0]


def test_surprises_count_points_of_a_game_whatever_the_event_awards() -> None:
    """Three points for a win: W stays 1, so W - We of 1 against an equal is ½."""
    white = PlayerRound(1, 2, Colour.WHITE, Outcome.WIN)
    event = Tournament(
        players=(Player(number=1, name="A", rating=2000), Player(number=2, name="B", rating=2000)),
        results=((white,), (PlayerRound(1, 1, Colour.BLACK, Outcome.LOSS),)),
        scoring=Scoring.of(points(3), points(1)),
    )
    found = surprise_of(event, 1)
    assert found is not None
    assert found.difference == Fraction(1, 2)


def test_expectations_can_be_added_up_game_by_game() -> None:
    """2000 against 1600 and 2400: .92 + .08 = 1; against their average also 1. Against 1200 and 2000: 1 + .50, while
    the average of 1600 gives 2 x .92."""
    assert surplus_by_game(2000, [1600, 2400], Fraction(1)).difference == 0
    assert surplus_by_game(2000, [1200, 2000], Fraction(2)).expected == Fraction(150, 100)
    assert surplus(2000, Fraction(1600), 2, Fraction(2)).expected == Fraction(184, 100)
    plan = parse_plan("[[list]]\nby = 'surprise-by-game'\nprizes = [5]")
    assert plan.lists[0].by_surprise
    assert plan.lists[0].game_by_game


def test_a_plan_from_its_file() -> None:
    plan = parse_plan(PLAN)
    assert plan.fund == 1500
    assert [p.sharing for p in plan.lists] == [Sharing.HORT, Sharing.EQUAL, Sharing.HORT]
    assert plan.lists[2].prizes == (120, 80)
    assert plan.lists[2].by_surprise


@pytest.mark.parametrize(
    "wrong",
    ["", "fund = ", "[[list]]\nprizes = [-5]", "[[list]]\nprizes = ['a']", "[[list]]\nname = 'x'",
     "unit = 0\n[[list]]\nprizes=[1]",
     "fund = 7\n[[list]]\nprizes=[5]", "[[list]]\nprizes=[5]\nwho=['girls']", "[[list]]\nprizes=[5]\nsharing='lots'",
     "tiebreaks=['XX']\n[[list]]\nprizes=[5]", "[[list]]\nfund=10\npercent=[50]", "[[list]]\nprize=[5]", "list = 3",
     "[[list]]\nprizes=[nan]", "cutoff = 1\n[[list]]\nprizes=[1]", "[[list]]\nprizes=[1]\nby='age'", "list=[1]"],
)  # fmt: skip
def test_a_wrong_plan_is_refused_in_one_sentence(wrong: str) -> None:
    with pytest.raises(ArbitroError) as error:
        parse_plan(wrong, "plan.toml")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("wrong", "line", "expected"),
    [
        ("currency = 3\n[[list]]\nprizes = [1]", 1, "a text"),
        ("# plan\n\n[[list]]\nname = 'A'\nprizes = [5]\n\n[[list]]\nprizes = [1.234]", 8, "in cents"),
        ("[[list]]\nprizes = [5]\n[[list]]\nname = 'B'\nwho = ['girls']\nprizes = [1]", 5, "categories such as"),
        ("[[list]]\nprizes = [5]\n[[list]]\nname = 'B'", 3, "prizes, fund and percent, or trophies"),
        ("[[list]]\nprizes = [5]\nprize = 3", 1, "one of the keys name"),
        ("[[list]]\nfund = 5\nprizes = [5]\npercent = [100]", 4, "either prizes"),
        ("[[list]]\nprizes = [5]\n[[deduction]]\npercent = 119", 4, "a number up to 100"),
        ("[[list]]\nprizes = [5]\n[[deduction]]\npercent = 1\nplayers = ['A']", 5, "a whole number"),
        ("[[list]]\nprizes = [5]\n[[deduction]]\npercent = 1\non = 'some'", 5, '"all" or "excess"'),
        ("fund = 7\n[[list]]\nprizes = [5]", 1, "the sum of the lists, 5"),
        ("currency = 'EUR'\nrounding = 1\n[[list]]\nprizes = [5]", 2, "one of the keys currency"),
    ],
)
def test_a_mistake_is_told_with_its_line_in_both_languages(wrong: str, line: int, expected: str) -> None:
    with pytest.raises(FileError) as error:
        parse_plan(wrong, "plan.toml")
    assert error.value.line == line and "_" not in str(error.value).partition(", expected")[0]
    assert expected in error.value.expected
    with speaking("es"):
        with pytest.raises(FileError) as error:
            parse_plan(wrong, "plan.toml")
        assert expected not in error.value.expected
        assert str(error.value).startswith(f"plan.toml, línea {line}")


def test_a_file_that_is_no_text() -> None:
    with pytest.raises(FileError):
        parse_plan(b"\xff\xfe\x00", "plan.toml")


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")

    def run(*argv: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as left:
            main(["prizes", *argv, "--lang", "en"])
        return int(left.value.code or 0), capsys.readouterr().out

    code, out = run(str(WORKED), str(path), "--json")
    document = json.loads(out)
    assert code == 0
    assert document["fund"] == document["awarded"] == 1500
    assert document["awards"][0]["number"] == 5
    assert document["awards"][0]["total"] == 500
    assert all(prize["reason"] for awards in document["awards"] for prize in awards["prizes"])
    code, out = run(str(WORKED), str(path))
    assert "Cup" in out
    path.write_text("nonsense", encoding="utf-8")
    assert run(str(WORKED), str(path))[0] == 2


def test_amounts_as_people_write_them() -> None:
    assert [money(Fraction(n, 100)) for n in (25000, 9950, 5)] == ["250", "99.50", "0.05"]


def test_a_clock_that_was_not_pressed_shows_up() -> None:
    readings = [ClockReading(1, Fraction(82), Fraction(78), 10), ClockReading(2, Fraction(85), Fraction(80), 12)]
    lines = clock_check(Fraction(150), 30, readings)
    assert [line.check for line in lines] == [False, True]
    assert minutes_between("23:50", "00:20") == 30
