"""Events of more than 30 days: each month with its own list."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from bench._open import open_tournament

from arbitro.cli import main
from arbitro.errors import ArbitroError
from arbitro.files import trf
from arbitro.model import Player, Points, RatingList, Title, Tournament
from arbitro.ratings import initial_rating, rate_event, rules_of
from arbitro.ratings.long_event import Months, is_long, month_report, months, months_of, rate_months, together
from arbitro.ratings.submission import deadlines
from arbitro.swiss.generator import Recipe, generate
from arbitro.titles import norms
from arbitro.titles.certificates import certificate
from arbitro.titles.rules import rules_of as title_rules
from tests.titles.test_tournament import norm_maker

MAY, JUNE, JULY = (date(2023, month, 1) for month in (5, 6, 7))


def long(event: Tournament) -> Tournament:
    """Three rounds in each of three months; the first date with its century, as the desk writes it."""
    days = tuple(f"23/0{5 + k // 3}/{1 + k % 3:02}" for k in range(event.rounds_paired))
    return replace(event, info=replace(event.info, end="2023/07/20", round_dates=(f"20{days[0]}", *days[1:])))


def raised(event: Tournament, by: int) -> dict[int, Player]:
    return {p.number: replace(p, rating=p.rating + by, k=20) for p in event.players}


def test_more_than_thirty_days_are_long() -> None:  # 4.1
    assert not is_long(date(2023, 5, 1), date(2023, 5, 30))
    assert is_long(date(2023, 5, 1), date(2023, 5, 31))
    assert not is_long(None, date(2023, 5, 31))


def test_rounds_are_told_apart_by_their_month() -> None:
    assert months(long(open_tournament(20, 9))) == {MAY: (1, 2, 3), JUNE: (4, 5, 6), JULY: (7, 8, 9)}
    with pytest.raises(ArbitroError, match="needs its date"):
        months(open_tournament(20, 9))


def test_a_month_without_a_list_is_named() -> None:
    event = long(open_tournament(20, 9))
    with pytest.raises(ArbitroError, match="2023-07"):
        months_of(event, {JUNE: {}})
    with pytest.raises(ArbitroError, match="30 days"):
        months_of(open_tournament(20, 9), {})


def test_each_month_is_rated_with_its_list_and_rounded_by_itself() -> None:  # 7.1, 8.3.4
    event = long(open_tournament(20, 9))
    found = months_of(event, {JUNE: raised(event, 30), JULY: raised(event, -50)})
    parts = rate_months(found, RatingList.STANDARD, "2022")
    for part, by in zip(parts, (0, 30, -50), strict=True):
        alone = replace(event, players=tuple(raised(event, by).values()) if by else event.players)
        expected = rate_event(alone, RatingList.STANDARD, "2022", rounds=part.rounds)
        assert [(r.rating, r.games, r.change_exact) for r in part.players] == [
            (r.rating, r.games, r.change_exact) for r in expected
        ]
    whole = together(parts, RatingList.STANDARD, "2022")
    for i, result in enumerate(whole):
        single = [part.players[i] for part in parts]
        assert result.change == sum(r.change or 0 for r in single)
        assert result.new_rating == single[-1].new_rating
        assert result.games == len(result.sheet) == sum(r.games for r in single)
        assert result.performance is not None and result.performance.games == result.games


def test_a_first_rating_comes_from_all_months() -> None:  # 7.1.4
    event = long(open_tournament(20, 9))
    event = replace(event, players=tuple(replace(p, rating=0) if p.number == 4 else p for p in event.players))
    parts = rate_months(months_of(event, {JUNE: {}, JULY: {}}), RatingList.STANDARD, "2022")
    result = together(parts, RatingList.STANDARD, "2022")[3]
    (plain,) = (r for r in rate_event(event, RatingList.STANDARD, "2022") if r.number == 4)
    assert all(part.players[3].new_rating is None for part in parts)
    assert (result.initial, result.new_rating) == (plain.initial, plain.new_rating)
    assert result.initial is not None
    n, score = result.games, Points(result.score)
    assert result.initial == initial_rating(rules_of("2022"), n, int(result.initial.average * n), score)


def test_norms_take_opponents_as_they_were_in_the_month_of_the_game() -> None:  # B.01 1.1.4
    event = long(norm_maker())
    weak = replace(event.player(8), rating=2100, title=Title.FM)
    later = months_of(event, {JUNE: {}, JULY: {8: weak}})
    (plain,), (gm,) = norms(event, numbers=[1], titles=[Title.GM]), norms(
        event, numbers=[1], titles=[Title.GM], months=later
    )  # fmt: skip
    assert gm.verdict.sum_adjusted == plain.verdict.sum_adjusted - 2380 + 2200  # raised to the floor
    assert gm.verdict.title_holders == plain.verdict.title_holders + 1
    form = certificate(event, gm, title_rules("2023"), later)
    assert (form.lines[6].rating, form.lines[6].adjusted) == (2100, 2200)
    assert form.titled_opponents == gm.verdict.title_holders


def test_a_round_to_come_takes_the_last_list() -> None:
    event = long(norm_maker())
    stronger = replace(event.player(2), rating=2555)
    found = Months(event, {MAY: (1, 2, 3), JUNE: (4,)}, {JUNE: {2: stronger}})
    assert [found.player(2, k).rating for k in (1, 4, 5)] == [2500, 2555, 2555]


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leave:
        main(list(argv))
    out, err = capsys.readouterr()
    return int(leave.value.code or 0), out, err


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str, str]:
    event = long(open_tournament(20, 9))
    path, june, july = tmp_path / "league.trf", tmp_path / "june.csv", tmp_path / "july.txt"
    path.write_text(trf.write(event), encoding="utf-8")
    june.write_text(
        "fideid,rating,k,title\n" + "".join(f"{p.fide_id},{p.rating + 30},15,\n" for p in event.players),
        encoding="utf-8",
    )
    heading = "ID Number      Name                           Fed Sex Tit  WTit OTit FOA JUL23 Gms K  B-day Flag"
    rows = [
        f"{p.fide_id:<15}{p.name:<31}ESP M                      {p.rating - 50}  0   20 1990" for p in event.players
    ]
    july.write_text("\n".join([heading, *rows[:-1]]) + "\n", encoding="latin-1")
    return str(path), f"2023-06={june}", f"2023-07={july}"


def test_the_commands_take_the_lists(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, june, july = files
    code, out, err = run(capsys, "rate", path, "--ratings-of", june, "--ratings-of", july, "--json")
    assert code == 0 and "1 player is not on the list of 2023-07" in err
    document = json.loads(out)
    assert [(m["list"], m["rounds"]) for m in document["months"]] == [
        ("2023-05-01", [1, 2, 3]), ("2023-06-01", [4, 5, 6]), ("2023-07-01", [7, 8, 9]),
    ]  # fmt: skip
    first = document["players"][0]
    assert first["change"] == sum(m["players"][0]["change"] for m in document["months"])
    assert document["months"][1]["players"][0]["k"] == 15
    assert document["months"][2]["players"][0]["rating"] == first["rating"] - 50
    code, out, _ = run(capsys, "norms", path, "--ratings-of", june, "--ratings-of", july, "--json")
    assert code in (0, 1) and json.loads(out)["norms"]


@pytest.mark.parametrize(
    ("value", "said"),
    [("June=x.csv", "expected a month"), ("2023-06=none.csv", "none.csv"), ("2023-06=", "the rating list of 2023-06")],
)
def test_a_list_that_cannot_be_read_is_one_line(
    value: str, said: str, files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "rate", files[0], "--ratings-of", value, "--lang", "en")
    assert (code, out) == (2, "") and said in err and len(err.splitlines()) == 1


def test_a_bad_row_of_a_list_is_named_by_its_line(
    files: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.csv"
    for text, line in (("id,rating\n1000,strong\n", 2), ("id,elo\n1000,2000\n", 1)):
        bad.write_text(text, encoding="utf-8")
        code, _, err = run(capsys, "rate", files[0], "--ratings-of", f"2023-06={bad}", "--lang", "en")
        assert code == 2 and f"line {line}" in err and len(err.splitlines()) == 1


def test_each_month_is_rated_in_the_list_that_follows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 4.1
    event = long(open_tournament(20, 9))
    found = deadlines(event)
    assert [(d.in_force, d.rated_in, d.rounds) for d in found] == [
        (MAY, JUNE, (1, 2, 3)),
        (JUNE, JULY, (4, 5, 6)),
        (JULY, date(2023, 8, 1), (7, 8, 9)),
    ]
    path = tmp_path / "league.trf"
    path.write_text(trf.write(event), encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["rate", str(path), "--lang", "en"])
    out = capsys.readouterr().out
    assert "Rounds 1, 2, 3: ratings of the list of 2023-05-01; reported and rated monthly, in that of 2023-06-01" in out


def test_the_interim_report_of_a_month_has_its_rounds_and_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # 4.1
    event = long(open_tournament(20, 9))
    june = month_report(event, JUNE, raised(event, 30))
    assert june.rounds_paired == 3 and (june.info.start, june.info.end) == ("2023/06/01", "2023/06/03")
    assert [p.rating for p in june.players] == [p.rating + 30 for p in event.players]
    assert [r.opponent for r in june.rounds_of(1)] == [r.opponent for r in event.rounds_of(1)[3:6]]
    whole = rate_months(months_of(event, {JUNE: raised(event, 30), JULY: {}}), RatingList.STANDARD, "2022")[1]
    alone = rate_event(june, RatingList.STANDARD, "2022")
    assert [r.change for r in alone] == [r.change for r in whole.players]
    with pytest.raises(ArbitroError, match="2023-08"):
        month_report(event, date(2023, 8, 1))
    source, target = tmp_path / "league.trf", tmp_path / "june.trf"
    source.write_text(trf.write(event), encoding="utf-8")
    with pytest.raises(SystemExit) as leave:
        main(["convert", str(source), str(target), "--month", "2023-06"])
    assert not leave.value.code and trf.read(target).tournament.rounds_paired == 3


def test_tie_breaks_by_ratings_are_not_advised_in_long_events(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # C.07 10
    path = tmp_path / "league.trf"
    path.write_text(trf.write(long(open_tournament(20, 9))), encoding="utf-8")
    assert "not advised (ARO" in run(capsys, "standings", str(path), "-t", "ARO", "--lang", "en")[2]
    assert "not advised" not in run(capsys, "standings", str(path), "-t", "BH", "--lang", "en")[2]


def first_of_month_after(day: date, months: int) -> date:
    count = day.year * 12 + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def lists_told(rng: random.Random, path: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """One event with dates: the lists that `rate` names, against the calendar (4.1, 7.1, 7.1.3, 9.1)."""
    event = generate(Recipe(players=4, rounds=3, seed=rng.randrange(10**6)))
    start = date(2022, 1, 1) + timedelta(days=rng.randrange(900))
    days = sorted(start + timedelta(days=rng.choice([0, 2, 9, 33, 60])) for _ in range(event.rounds_paired))
    days[0] = start
    info = replace(
        event.info,
        start=f"{start:%Y/%m/%d}",
        end=f"{days[-1]:%Y/%m/%d}",
        round_dates=tuple(f"{d:%y/%m/%d}" for d in days),
    )
    path.write_text(trf.write(replace(event, info=info)), encoding="utf-8")
    _, out, _ = run(capsys, "rate", str(path), "--list", "standard", "--lang", "en")
    told = [line for line in out.splitlines() if "ratings of the list" in line.lower()]
    groups: dict[date, list[int]] = {first_of_month_after(start, 0): list(range(1, len(days) + 1))}
    if (days[-1] - start).days + 1 > 30:
        groups = {}
        for k, day in enumerate(days, 1):
            groups.setdefault(first_of_month_after(day, 0), []).append(k)
    assert len(told) == len(groups)
    for line, (month, rounds) in zip(told, groups.items(), strict=True):
        last = days[rounds[-1] - 1]
        lists = [first_of_month_after(last, n) for n in range(1, 4)]
        rated = next(day for day in lists if last <= day - timedelta(days=3))
        assert [date.fromisoformat(text) for text in re.findall(r"\d{4}-\d\d-\d\d", line)] == [
            month, rated, lists[2], lists[2] - timedelta(days=3),
        ]  # fmt: skip
        assert ("monthly" in line) == line.startswith(f"Rounds {', '.join(map(str, rounds))}:")
    return len(groups)


def test_every_list_named_is_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(5)
    assert {lists_told(rng, tmp_path / "event.trf", capsys) for _ in range(30)} == {1, 2, 3}


@pytest.mark.slow
def test_every_list_named_is_true_on_200_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(6)
    assert {lists_told(rng, tmp_path / "event.trf", capsys) for _ in range(200)} == {1, 2, 3}
