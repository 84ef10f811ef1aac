"""B.01 1.5, 1.3, 0.6.2."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest

from arbitro.errors import ArbitroError
from arbitro.model import Title
from arbitro.titles import NormRecord, check_application, rules_of, titles_by_rating
from arbitro.titles.application import ShortEvent, is_late
from arbitro.titles.direct import (
    Achievement,
    Honour,
    Table,
    available_now,
    awards,
    event_names,
    event_requirements,
    rating_condition,
    row_of,
    rows,
)
from arbitro.titles.texts import requirement_line


def norm(title: Title = Title.GM, games: int = 9, **facts: object) -> NormRecord:
    values: dict[str, object] = {
        "date": date(2023, 1, 1), "kind_1_5_6": "a", "normal_foreigners": True, "one_round_a_day_3_days": True, **facts,
    }  # fmt: skip
    return NormRecord(title=title, games=games, **values)  # type: ignore[arg-type]


def test_a_gm_norm_serves_every_lower_title_and_not_the_other_way_round() -> None:  # 1.5.2
    assert check_application(Title.IM, 2400, [norm(Title.GM)] * 3).eligible
    found = check_application(Title.GM, 2500, [norm(Title.IM)] * 3)
    assert found.games == 0 and found.unused == (0, 1, 2)


def test_every_application_needs_a_norm_with_normal_foreigners() -> None:  # 1.4.3e
    found = check_application(Title.IM, 2400, [norm(Title.IM, normal_foreigners=False)] * 3)
    assert found.missing == ("1.4.3e",)
    mixed = [norm(Title.IM, normal_foreigners=False)] * 2 + [norm(Title.IM)]
    assert check_application(Title.IM, 2400, mixed).eligible


def test_norms_before_july_2005_had_to_be_registered() -> None:  # 1.5.5
    old = norm(date=date(2005, 6, 30))
    assert check_application(Title.GM, 2500, [old] * 3).games == 0
    kept = norm(date=date(2005, 6, 30), registered=date(2013, 7, 31))
    assert check_application(Title.GM, 2500, [kept] * 3).games == 27


def test_a_second_norm_of_eight_games_does_no_harm_if_the_others_suffice() -> None:  # 1.4.1c
    eight = norm(games=8, type_1_4_1c=True)
    found = check_application(Title.GM, 2500, [eight, eight, norm()])
    assert found.missing == ("1.4.1c", "1.5.1") and found.games == 18
    found = check_application(Title.GM, 2500, [eight, eight, norm(), norm()])
    assert found.eligible and found.games == 27 and found.unused == (1,)


def test_of_two_norms_of_eight_games_the_one_that_serves_stays() -> None:  # 1.4.1c, 1.4.3e
    exempt = norm(games=8, type_1_4_1c=True, normal_foreigners=False)
    normal = norm(games=8, type_1_4_1c=True)
    others = [norm(normal_foreigners=False)] * 2
    found = check_application(Title.GM, 2500, [exempt, normal, *others])
    assert found.eligible and found.unused == (0,)


@pytest.mark.parametrize(
    ("games", "counted"),
    [
        ((13, 14), 26),  # 1.7: fourteen count as thirteen
        ((27,), 13),
        ((19, 8), 13),  # 1.4.1a: eight games are no norm where nothing says that they count as nine
        ((5, 13, 9), 22),
        ((6, 3), 0),
    ],
)
def test_lengths_of_norms_are_checked_before_they_count(games: tuple[int, ...], counted: int) -> None:
    found = check_application(Title.IM, 2400, [norm(Title.IM, n) for n in games])
    assert found.games == counted and "1.5.1" in found.missing
    claimed = check_application(Title.IM, 2400, [norm(Title.IM, n, counts_as=27) for n in games])
    assert all(one.games < 27 for one in claimed.norms)


def test_a_norm_of_seven_games_is_one_in_a_team_championship() -> None:  # 1.4.1b
    assert check_application(Title.GM, 2500, [norm(), norm(), norm(games=7)]).games == 18
    team = norm(games=7, event=ShortEvent.TEAM)
    assert check_application(Title.GM, 2500, [norm(), norm(), team]).games == 25
    cup = norm(games=8, event=ShortEvent.WORLD_CUP)
    assert check_application(Title.GM, 2500, [cup] * 3).eligible


def test_points_above_the_requirement_are_games_if_the_score_shows_them() -> None:  # 1.4.1d
    strong = norm(games=9, score=80, average=2475)  # six points are enough
    assert [one.games for one in check_application(Title.GM, 2500, [strong]).norms] == [11]
    claimed = norm(games=9, counts_as=13, score=80, average=2475)
    assert check_application(Title.GM, 2500, [claimed]).norms[0].cut_by == "1.4.1d"
    assert check_application(Title.GM, 2500, [norm(score=40, average=2475)]).norms[0].refused == "1.4.8"
    assert check_application(Title.GM, 2500, [norm(games=9, counts_as=10)]).games == 10
    assert check_application(Title.GM, 2500, [norm(games=9, counts_as=30)]).games == 14  # nine won, 3½ enough


@pytest.mark.parametrize(
    ("left_out", "article"),
    [("normal_foreigners", "1.4.3e"), ("one_round_a_day_3_days", "1.1.3a"), ("kind_1_5_6", "1.5.6")],
)
def test_what_an_application_leaves_out_is_not_fulfilled(left_out: str, article: str) -> None:
    found = check_application(Title.GM, 2500, [norm(**{left_out: None})] * 3)
    assert found.missing == (article,)
    (requirement,) = (r for r in found.requirements if not r.met)
    assert requirement.unknown == 3 and requirement_line(requirement).endswith("(not stated)")


def test_every_norm_names_the_text_of_its_day() -> None:  # 1.5.4
    found = check_application(Title.GM, 2500, [norm(date=date(2023, 12, 31)), norm(date=date(2024, 1, 1))])
    assert [one.edition for one in found.norms] == ["2023", "2024"]


def test_a_late_norm_that_would_ask_for_a_listed_event_is_left_out() -> None:  # 1.5.6
    early, late = norm(date=date(2022, 6, 30), kind_1_5_6=None), norm(date=date(2022, 7, 1), kind_1_5_6=None)
    found = check_application(Title.GM, 2500, [early, early, late, early])
    assert found.eligible and found.unused == (2,)
    assert check_application(Title.GM, 2500, [early, early, late]).missing == ("1.5.6",)


def test_an_application_in_time() -> None:  # 2.3
    meeting = date(2024, 9, 1)
    for edition, days in (("2023", 30), ("2024", 45)):
        assert not is_late(rules_of(edition), meeting - timedelta(days=days), meeting)
        assert is_late(rules_of(edition), meeting - timedelta(days=days - 1), meeting)


def test_titles_by_rating_need_30_games_since_july_2017() -> None:  # 1.3
    assert titles_by_rating(2300, 29, date(2017, 7, 1)) == [Title.FM, Title.CM]
    assert titles_by_rating(2300, 29, date(2017, 7, 2)) == []
    assert titles_by_rating(2300, 30, date(2023, 1, 1), woman=True) == [Title.FM, Title.CM, Title.WFM, Title.WCM]


RULES = rules_of("2023")


def test_a_higher_title_swallows_the_lower_and_a_title_its_norm() -> None:
    silver = Achievement(event="World U18", table=Table.OPEN, place="silver", tied_for_first=True)
    assert [(a.title, a.kind) for a in awards(silver, 2400, RULES)] == [(Title.IM, Honour.TITLE)]
    plain = Achievement(event="World U18", table=Table.OPEN, place="silver")
    assert [(a.title, a.kind) for a in awards(plain, 2400, RULES)] == [
        (Title.IM, Honour.NORM),
        (Title.FM, Honour.TITLE),
    ]


def test_under_35_percent_there_is_nothing() -> None:  # 1.2.2
    last = Achievement(event="World Cup", table=Table.OPEN, place="qualified_by_playing", score_pct=Fraction(34))
    assert awards(last, 2600, RULES) == []


def test_a_conditional_title_waits_for_its_rating_and_a_lower_one_may_be_taken() -> None:  # 0.6.2
    gold = Achievement(event="World U20", table=Table.OPEN, place="gold")
    (award,) = awards(gold, 2150, RULES)
    assert award.title is Title.GM and not award.final
    assert award.condition is not None and award.condition.min_rating == 2300
    assert available_now(Title.GM, 2150) is Title.FM
    assert available_now(Title.WGM, 1700) is None


def test_since_2024_an_olympic_cm_needs_no_rating() -> None:
    assert rating_condition(Title.CM, 1200, rules_of("2024"), event="Olympiad") is None
    assert rating_condition(Title.CM, 1200, rules_of("2023"), event="Olympiad") is not None


@pytest.mark.parametrize(("place", "title"), [("gold", Title.CM), ("silver", Title.CM)])
def test_the_amateurs_under_1700_win_the_lowest_title(place: str, title: Title) -> None:
    found = awards(Achievement(event="World Amateur under 1700", table=Table.OPEN, place=place), 2400, RULES)
    assert [award.title for award in found] == [title]


def test_every_row_of_the_tables_gives_titles_from_the_highest_down() -> None:
    assert len(rows()) == 41
    for row in rows():
        titles = [award.title.order for award in row.awards]
        assert titles == sorted(titles)
        assert {name for award in row.awards for name in award.only} | {*row.exempt} <= {*row.events}
    assert len({row.id for row in rows()}) == 41


CONTINENTAL = {"event": "Continental Individual Championship", "place": "gold"}


def test_a_continental_gold_needs_an_event_large_enough() -> None:  # 1.2.3
    small = Achievement(**CONTINENTAL, players=4, rounds=5, federations=1)
    failed = [r.id for r in event_requirements(small) if not r.met]
    assert failed == ["1.2.3-federations", "1.2.3-players", "1.2.3-rounds"]
    silent = event_requirements(Achievement(**CONTINENTAL))
    assert [r.unknown for r in silent] == [1, 1, 1] and not any(r.met for r in silent)
    large = Achievement(**CONTINENTAL, players=10, rounds=9, federations=4, member_federations=12)
    assert all(r.met for r in event_requirements(large))


def test_world_events_and_those_of_the_blind_have_no_size_to_show() -> None:  # 1.2.3
    for event in ("World U16", "World Blind Championship", "Olympiad"):
        assert event_requirements(Achievement(event=event)) == ()
    assert event_requirements(Achievement(event="Commonwealth Individual"))


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("Continental U18", "Continental and Regional U18"),
        ("Regional U8", "Continental and Regional U8"),
        ("sub-continental individual", "Sub-Continental Individual (zonal, sub-zonal, Arab, ASEAN)"),
        ("World Blind Championship", "World Blind Championship (adults)"),
        ("Continental Individual", "Continental Individual Championship"),
    ],
)
def test_an_event_may_go_by_a_shorter_name(name: str, event: str) -> None:
    for table in Table:
        assert row_of(name, table) is row_of(event, table)


def test_no_two_rows_share_a_name() -> None:
    for table in Table:
        names = [{name for event in row.events for name in event_names(event)} for row in rows() if row.table is table]
        assert sum(map(len, names)) == len(set().union(*names))


def test_an_unknown_event_is_refused_with_the_names() -> None:
    with pytest.raises(ArbitroError, match="World U18"):
        awards(Achievement(event="My Open", table=Table.OPEN, place="gold"), 2400, RULES)
