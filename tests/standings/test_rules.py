"""Single articles of C.07, each with numbers that can be checked by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import speaking
from arbitro.model import Scoring, System, points
from arbitro.standings import explain, parse_tiebreak, standings
from arbitro.standings.book import book_of
from arbitro.standings.edition import EDITIONS, edition_of
from arbitro.standings.performance import perfect
from tests.speaking import speak
from tests.standings.events import event, recomputed

SMALL = """
    1 Ana    2100   2w1  3b½  -H
    2 Bruno  2050   1b0  4w1  3w1
    3 Carla  2000   4b1  1w½  2b0
    4 David  1950   3w0  2b0  -U
"""


def adjusted(text: str, number: int, edition: str = "2023") -> Fraction:
    book = book_of(event(text), EDITIONS[edition])
    return Fraction(book.adjusted[book.index(number)], 10)


def value(text: str, number: int, code: str, edition: str = "2023", **options: object) -> Fraction:
    found = standings(event(text), [code], edition=edition, **options).row(number).values[code]  # type: ignore[arg-type]
    assert isinstance(found, Fraction)
    return found


def test_a_final_requested_bye_counts_as_a_draw_for_opponents() -> None:  # 14.4.2
    assert adjusted(SMALL, 1) == 2
    assert value(SMALL, 2, "BH") == 2 + 1 + Fraction(3, 2)


ZEROES = """
    1 Ana    2100   2w1  -Z  {last}
    2 Bruno  2050   1b0  3w1 3b½
    3 Carla  2000   -U   2b0 2w½
"""


@pytest.mark.parametrize(("last", "expected"), [("-Z", 2), ("-H", 2), ("-F", 2), ("-U", 2)])
def test_only_an_available_round_makes_a_zero_point_bye_count_nothing(last: str, expected: int) -> None:  # 14.1.3
    """After Z: another absence makes both draws (1 + ½ + ½), an available round leaves 0 (1 + 0 + 1)."""
    assert adjusted(ZEROES.format(last=last), 1) == expected


def test_a_final_forfeit_loss_is_a_draw_in_2023_and_nothing_later() -> None:  # 14.3.5, 16.2.4
    text = """
        1 Ana    2100   2w1  3b-
        2 Bruno  2050   1b0  -U
        3 Carla  2000   -U   1w+
    """
    assert adjusted(text, 1, "2023") == Fraction(3, 2)
    assert adjusted(text, 1, "2024") == 1


def test_the_dummy_is_capped_in_2026() -> None:  # 16.4
    text = """
        1 Ana    2100   2w1  3b1  4w+
        2 Bruno  2050   1b0  4w1  3w½
        3 Carla  2000   4b1  1w0  2b½
        4 David  1950   3w0  2b0  1b-
    """
    assert value(text, 1, "BH", "2024") == Fraction(3, 2) + Fraction(3, 2) + 3
    assert value(text, 1, "BH", "2026") == Fraction(3, 2) + Fraction(3, 2) + 0


def test_forfeits_are_games_in_a_round_robin() -> None:  # 14.2
    table = event(
        """
        1 Ana    2100   2w1  3b+
        2 Bruno  2050   1b0  -Z   3w1
        3 Carla  2000   -Z   1w-  2b0
        """,
        System.ROUND_ROBIN,
    )
    row = standings(table, ["SB", "WON", "DE", "KS"]).row(1)
    assert row.values["SB"] == 1 * 1 + 0 * 1
    assert row.values["WON"] == 1
    assert row.values["KS"] == 1
    assert standings(table, ["WON"], edition="2026").row(1).values["WON"] == 2  # 15.2


def test_win_counts_what_brings_a_win_and_won_only_games() -> None:  # 6.1, 6.2
    text = """
        1 Ana    2100   2w1  -F  -U  3w+
        2 Bruno  2050   1b0  3w½ 3b1 -H
        3 Carla  2000   -H   2b½ 2w0 1b-
    """
    assert value(text, 1, "WIN") == 4
    assert value(text, 1, "WON") == 1
    assert value(text, 2, "GE") == 3


def test_win_follows_the_scoring_system() -> None:
    three = replace(event(SMALL), scoring=Scoring.of(points(3), points(1)))
    assert standings(three, ["WIN", "STD"]).row(2).values == {"WIN": Fraction(2), "STD": Fraction(2)}
    cheap_bye = replace(event(SMALL), scoring=Scoring.of(points(3), points(1), pairing_bye=points(1)))
    assert standings(cheap_bye, ["WIN"]).row(4).values["WIN"] == 0


def test_perfect_performance_is_the_lowest_rating_that_expects_the_points() -> None:  # 8.3
    opponents = [2150, 2300, 2200, 2250, 2350]
    assert perfect(opponents, 35) == 2404
    assert perfect(opponents, 0) == 2150 - 800
    assert perfect(opponents, 50) == 2350 + 736
    assert perfect([], 0) == 0


def test_a_rating_tie_break_needs_a_rule_for_unrated_players() -> None:  # 4.5
    text = SMALL.replace("1950", "0   ")
    with pytest.raises(Refused, match=r"4\.5"):
        value(text, 2, "ARO")
    assert value(text, 2, "ARO", unrated=1500) == Fraction(2100 + 1500 + 2000, 3)
    assert value(text, 2, "ARO/U1600") == Fraction(2100 + 1600 + 2000, 3)


def test_what_the_rules_refuse_can_be_left_out_with_the_reason() -> None:
    unrated = event(SMALL.replace("1950", "0   "))
    ranking = standings(unrated, ["ARO", "BH", "BHX", "EDE"], strict=False)
    assert [str(t) for t in ranking.tiebreaks] == ["BH"]
    assert [left.tiebreak for left in ranking.left_out] == ["ARO", "BHX", "EDE"]
    assert "(C.07 4.5)" in ranking.left_out[0].reason
    assert standings(unrated, ["BH"]).left_out == ()
    with speaking("es"):
        (told,) = standings(unrated, ["ARO"], strict=False).left_out
    assert "necesita" in told.reason


def test_the_350_point_rule_of_2009() -> None:  # 5c1
    """Ana (2100) met 2050 and 1500: the latter counts 1750. Drawn and won, 75 %: +193."""
    text = """
        1 Ana    2100   2w½  3b1
        2 Bruno  2050   1b½  -U
        3 Carla  1500   -U   1w0
    """
    assert value(text, 1, "TPR", "2023") == 1775 + 193
    assert value(text, 1, "TPR/D350", "2023") == 1900 + 193
    (shown,) = speak("en", explain, event(text), 1, ["TPR/D350"])
    assert [t.value for t in shown.terms] == [2050, 1750]
    assert recomputed(shown) == shown.value


def test_an_unplayed_round_is_a_draw_against_oneself_in_the_performance_of_2009() -> None:
    """Ana won once and had a bye: opponents 2050 and 2100 (herself), 1½ out of 2."""
    text = """
        1 Ana    2100   2w1  -U
        2 Bruno  2050   1b0  3w1
        3 Carla  2000   -U   2b0
    """
    assert value(text, 1, "TPR", "2009") == 2075 + 193
    (shown,) = speak("en", explain, event(text), 1, ["TPR"], edition="2009")
    assert "1½ out of 2 = 75%" in shown.notes[0]


def test_the_limit_of_koya_moved_by_score_groups_in_2009() -> None:  # 2b1
    """Three points for a win: scores 9, 4, 2, 1, the line of 50 % is 4½. Two steps down are 3½ by half points, but the
    groups of 4 and of 2 by groups; one step up leaves nobody."""
    table = event(
        """
        1 Ana    2100   2w1  3b1  4w1
        2 Bruno  2050   1b0  4w1  3w½
        3 Carla  2000   4b½  1w0  2b½
        4 David  1950   3w½  2b0  1b0
        """,
        System.ROUND_ROBIN,
    )
    table = replace(table, scoring=Scoring.of(points(3), points(1)))
    for code, by_half_points, by_groups in (("KS", 0, 0), ("KS/L-1", 3, 3), ("KS/L-2", 3, 6), ("KS/L-9", 9, 9)):
        assert standings(table, [code]).row(1).values[code] == by_half_points
        assert standings(table, [code], edition="2009").row(1).values[code] == by_groups
    assert standings(table, ["KS/L+1"], edition="2009").row(2).values["KS/L+1"] == 0


def test_buchholz_is_not_for_round_robins_in_2026() -> None:
    table = event(SMALL, System.ROUND_ROBIN)
    assert standings(table, ["BH"]).rows
    with pytest.raises(Refused, match="round robins"):
        standings(table, ["BH"], edition="2026")


def test_median_of_the_club_rules_drops_more_in_longer_events() -> None:
    """Own unplayed games count nothing; opponents' unplayed games count half."""
    shown = explain(event(SMALL), 4, ["MEDIAN", "SOLKOFF", "KASHDAN"], edition="club")
    assert [b.value for b in shown] == [Fraction(3, 2), Fraction(7, 2), 2]
    assert [t.cut for t in shown[0].terms] == ["", "high", "low"]


@pytest.mark.parametrize(("edition", "cited"), [("2009", "C.06 4a"), ("2026", "C.07 8.1"), ("club", "")])
def test_a_breakdown_cites_the_chapter_of_its_text(edition: str, cited: str) -> None:
    (shown,) = explain(event(SMALL), 4, ["BH"], edition=edition)
    assert shown.cited == cited


def test_performance_of_absentees_ranks_last_in_2009() -> None:
    text = """
        1 Ana    2100   2w1  -H  -H  -H
        2 Bruno  2050   1b0  3w1 3b1 3w½
        3 Carla  2000   -U   2b0 2w0 2b½
    """
    order = standings(event(text), ["TPR"], edition="2009").order
    assert order[0] in (1, 2)
    assert value(text, 1, "TPR", "2009") > value(text, 2, "TPR", "2009")
    assert order == (2, 1, 3)


@pytest.mark.parametrize("wrong", ["BX", "bucholz", "SBB", "BH:XP", "BH/C", "BH/Q1", "", "WIN/C1", "SB/L+1", "SSSC/K0"])
def test_a_wrong_name_is_refused_in_one_sentence(wrong: str) -> None:
    with pytest.raises(ArbitroError) as error:
        parse_tiebreak(wrong)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("said", "meant"),
    [("2023-07", "2023"), ("2024-08", "2024"), ("2025", "2024"), ("2026-03", "2026"), ("2016", "virtual"),
     ("2011", "2009"), ("1974", "club"), ("club-1974", "club"), (" 2023 ", "2023")],
)  # fmt: skip
def test_the_year_of_an_event_names_the_text_in_force(said: str, meant: str) -> None:
    assert edition_of(said) is EDITIONS[meant]


def test_a_wrong_name_gets_the_nearest_ones() -> None:
    with pytest.raises(ArbitroError, match="BH"):
        parse_tiebreak("BHH")
    with pytest.raises(ArbitroError, match="EMGSB"):
        parse_tiebreak("EMGS")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("bhc1", "BH/C1"), ("BH-M2", "BH/M2"), ("BH#C1", "BH/C1"), ("AROC", "ARO/C1"), ("AROC1", "ARO/C1"), ("SNO", "TPN"),
     ("emmsbc1", "EMMSB/C1"), ("BH:GP/C1", "BH:GP/C1"), ("KS/L-1", "KS/L-1"), ("SSSC/K4", "SSSC/K4"), ("DE/P", "DE/P"),
     ("TPN/R", "TPN/R"), ("AOB/F", "AOB/F"), ("ARO/U1400", "ARO/U1400")],
)  # fmt: skip
def test_names_as_people_write_them(written: str, meant: str) -> None:
    assert str(parse_tiebreak(written)) == meant
    assert parse_tiebreak(meant) == parse_tiebreak(written)


def test_team_tie_breaks_are_refused_without_teams() -> None:
    for code in ("SSSC", "BC", "EDE", "BH:GP"):
        with pytest.raises(Refused):
            standings(event(SMALL), [code])


def test_standings_after_any_round_never_look_ahead() -> None:
    whole = event(SMALL)
    for after in (0, 1, 2, 3):
        assert (
            standings(whole, ["BH", "SB", "WIN"], after=after).rows
            == standings(whole.after(after), ["BH", "SB", "WIN"], after=after).rows
        )


def test_the_explanation_names_articles_in_both_languages() -> None:
    left = SMALL.replace("-H", "-Z")
    for lang in ("en", "es"):
        (shown,) = speak(lang, explain, event(left), 2, ["BH/C1"])
        assert shown.article == "7.1"
        assert "14.4.2" in shown.terms[0].text
        assert "13.1" in next(t.text for t in shown.terms if t.cut)
    (own,) = speak("en", explain, event(SMALL), 1, ["BH/C1"])
    assert "half-point bye [14.3.4]: own score (14.5)" in own.terms[2].text
    assert "14.6" in own.terms[2].text
