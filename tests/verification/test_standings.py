"""Standings at the desk (170, 198, 204 to 209) and long events (210 to 216)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from arbitro.desk import store
from arbitro.desk.advice import competition_report
from arbitro.desk.commands import Level
from arbitro.desk.settings import is_long
from arbitro.desk.snapshot import snapshot
from arbitro.desk.tables import excluded_of, table
from arbitro.errors import Refused
from arbitro.files.trf import parse
from arbitro.model import remarks
from arbitro.papers.context import Context
from arbitro.papers.lists import pairings, start_list
from arbitro.papers.rankings import cross_table, standings_long, standings_short
from arbitro.ratings import rate_event
from tests.verification.conftest import lines


def ranks(event) -> dict[str, int]:
    out = excluded_of(event.state)
    rows = table(event.state, event.tournament).rows
    return {event.tournament.player(row.number).name: row.rank for row in rows if row.number not in out}


def drawn_event(desk, **settings):
    event = desk(rounds=3, tiebreaks=["WIN"], **settings)
    event.start(4)
    event.finish_round("½-½")
    return event


@pytest.mark.parametrize("place", [0, 2, 5])
def test_the_expelled_leave_no_hole(hall, place):  # 197, 198
    hall.start(6)
    hall.finish_round()
    hall.next_round()
    hall.finish_round()
    before = [row.number for row in table(hall.state, store.tournament_of(hall.section.pk)).rows]
    out = hall.state.by_number(before[place])
    hall.give("exclude", id=out.id)
    event = store.tournament_of(hall.section.pk)
    rows = [row for row in table(hall.state, event).rows if row.number != before[place]]
    assert {row.number for row in rows} == set(before) - {before[place]}
    for row in rows:  # as many stand before a player as the rank says
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
    paper = Context(hall.state, event)
    shown = standings_long(paper).blocks[0].rows
    assert [row[1] for row in shown] == [row.number for row in rows]
    assert [row[0] for row in shown if row[0]] == sorted({row.rank for row in rows})
    page = hall.owner.get(hall.url("standings")).content.decode()
    assert out.name not in page
    ranks = [line[86:89].strip() for line in lines(hall, "001") if int(line[4:8]) != before[place]]
    assert sorted(map(int, ranks)) == [1, 2, 3, 4, 5]


def test_the_withdrawn_are_marked_everywhere(hall, capsys):  # 170
    from arbitro.cli import main

    hall.start(6)
    hall.finish_round()
    hall.give("withdraw", id=2)
    hall.next_round()
    hall.finish_round()
    marked = re.compile(r"Player 2\b[^P]*withdrawn", re.S)
    pages = [hall.url(name) for name in ("standings", "crosstable", "players", "screen-standings", "desk-standings")]
    pages += [hall.url(name, 1) for name in ("round", "desk-round")] + [hall.url("player", 2), hall.url("desk-players")]
    assert [page for page in pages if not marked.search(hall.owner.get(page).content.decode())] == []
    for kind in ("players", "standings"):
        rows = hall.owner.get(f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/{kind}").json()
        assert [row["name"] for row in rows if row["withdrawn"]] == ["Player 2"]
    hall.give("bye", id=3, round=4, outcome="HALF_BYE")
    assert lines(hall, "240") == ["240 Z 003    2", "240 H 004    3", "240 Z 004    2", "240 Z 005    2"]
    with pytest.raises(SystemExit):
        main(["event", "standings", "open", "--lang", "en"])
    assert "Player 2 (withdrawn)" in capsys.readouterr().out
    paper = Context(hall.state, store.tournament_of(hall.section.pk))
    for made in (standings_short, standings_long, cross_table, start_list):
        cells = {str(cell) for block in made(paper).blocks for row in getattr(block, "rows", ()) for cell in row}
        assert "Player 2 (withdrawn)" in cells, made.__name__
    table = pairings(Context(hall.state, store.tournament_of(hall.section.pk), {"round": "1"})).blocks[0]
    assert any("Player 2 (withdrawn)" in row for row in table.rows)


def test_lots_among_the_tied_are_drawn_once_and_stay(desk):  # 204, 206
    event = drawn_event(desk)
    assert set(ranks(event).values()) == {1}
    event("lots", sentence="three dice: 2 5 6", what="ties")
    drawn = ranks(event)
    assert sorted(drawn.values()) == [1, 2, 3, 4]
    with pytest.raises(Refused, match="they hold"):
        event("lots", sentence="again", what="ties")
    store.forget()
    assert ranks(event) == drawn


def test_lots_among_the_tied_are_drawn_on_the_site(hall):  # 204
    hall.start(4)
    hall.finish_round("½-½")
    assert 'value="ties"' in hall.owner.get(hall.url("desk-standings")).content.decode()
    assert hall.do("lots", what="ties", sentence="three dice").status_code == 302
    assert hall.state.lots[-1]["what"] == "ties"


def test_places_by_hand_for_the_tied(desk):  # 205
    event = drawn_event(desk)
    with pytest.raises(Refused, match="all who share the place"):
        event("ranks", ids=[3, 1])
    with pytest.raises(store.NeedsConfirmation) as question:
        event("ranks", ids=[3, 1, 4, 2], confirm=2)
    assert question.value.level is Level.CONFIRM
    event("ranks", ids=[3, 1, 4, 2])
    assert ranks(event) == {"Player 3": 1, "Player 1": 2, "Player 4": 3, "Player 2": 4}
    told = "1 Player 3, 2 Player 1, 3 Player 4, 4 Player 2"
    paper = standings_long(Context(event.state, event.tournament))
    assert any(told in getattr(block, "text", "") for block in paper.blocks)
    page = (
        Client(headers={"accept-language": "en"})
        .get(reverse("standings", args=[event.event.slug, event.section.slug]))
        .content.decode()
    )
    assert f"Places by hand: {told}" in " ".join(page.split())
    event("ranks", ids=[3], none=True)
    assert set(ranks(event).values()) == {1}
    event("ranks", ids=[3, 1, 4, 2])
    event.next_round()
    event.finish_round("1-0")  # the places were those after round 1
    assert sorted(ranks(event).values()) == [1, 1, 3, 3]
    first = table(event.state, event.tournament, 1)
    assert {event.tournament.player(row.number).name: row.rank for row in first.rows}["Player 3"] == 1


def test_a_tie_break_computed_elsewhere(desk):  # 207
    event = drawn_event(desk)
    event("tie-values", name="EXT", values={"1": 1, "2": "7.5", "3": 3, "4": 3})
    assert ranks(event) == {"Player 2": 1, "Player 3": 2, "Player 4": 2, "Player 1": 4}
    assert table(event.state, event.tournament).rows[0].values["EXT"] == 7.5
    paper = standings_long(Context(event.state, event.tournament))
    assert "7.5" in paper.blocks[0].rows[0]
    with pytest.raises(Refused, match="no player with the number 9"):
        event("tie-values", name="EXT", values={"9": 1})


@pytest.mark.parametrize(("rule", "rating"), [("1400", 1400), ("lowest", 2000), ("average", 2100), ("0", 0)])
def test_unrated_players_in_rating_tie_breaks(desk, rule, rating):  # 208, 209
    event = desk(rounds=3, tiebreaks=["ARO"], unrated=rule)
    event("enter", players=[{"name": n, "rating": r} for n, r in (("A", 2200), ("B", 2000), ("C", 0), ("D", 2100))])
    event("number")
    event("lots", sentence="x")
    event.next_round()
    event.finish_round()
    found = table(event.state, event.tournament)
    assert not found.left_out
    other = next(r.opponent for r in event.tournament.rounds_of(event.state.numbers[3]))
    assert found.row(other).values["ARO"] == rating
    assert lines(event, "202") == [f"202 ARO/U{rating}"]
    with pytest.raises(Refused, match="count as a rating"):
        event("configure", changes={"unrated": "friendly"})


def long(desk, **settings):
    event = desk(rounds=3, start="2026-01-10", end="2026-03-01", tiebreaks=["ARO"], **settings)
    event.start(4)
    event.finish_round("½-½")
    return event


def test_an_event_above_30_days_is_known_by_its_dates(desk):  # 210, 211
    event = long(desk)
    assert is_long(event.state.settings)
    assert any("rating" in f.text.casefold() and f.article.startswith("C.07") for f in competition_report(event.state))
    assert not is_long(desk(name="short", start="2026-01-10", end="2026-02-08").state.settings)
    event("configure", changes={"long_event": "no"})
    assert not is_long(event.state.settings)


@pytest.mark.parametrize("by_round", [False, True])
def test_tie_breaks_use_the_first_rating_or_each_rounds(desk, by_round):  # 212 to 216
    event = long(desk, round_ratings=by_round)
    event("ratings", round=2, values={"1": 2600, "2": 2590})
    assert event.state.entrants[1].ratings == {2: 2600}
    event.next_round()
    event.finish_round("½-½")
    found, first = table(event.state, event.tournament), event.tournament.player(1)
    met = [r.opponent for r in event.tournament.rounds_of(3)]
    later = {1: 2600, 2: 2590} if by_round else {}
    expected = [event.tournament.player(met[0]).rating, later.get(met[1], event.tournament.player(met[1]).rating)]
    assert found.row(3).values["ARO"] == round(sum(expected) / 2 + 0.01)
    assert first.rating == 2490
    with pytest.raises(Refused, match="from round 2"):
        event("ratings", round=1, values={"1": 2500})
    with pytest.raises(Refused, match="more than 30 days"):
        desk(name="short")("ratings", round=2, values={})


def test_each_game_is_rated_with_the_rating_of_its_round(desk):  # B.02 7.1
    event = long(desk)
    event("ratings", round=2, values={"1": 2600, "2": 2590})
    event.next_round()
    event.finish_round()
    whole = rate_event(event.tournament)
    first = replace(event.tournament, later_ratings={})
    given = {1: 2600, 2: 2590}
    players = tuple(replace(p, rating=given.get(p.number, p.rating)) for p in first.players)
    parts = zip(rate_event(first, rounds=[1]), rate_event(replace(first, players=players), rounds=[2]), strict=True)
    assert [r.change_exact for r in whole] == [one.change_exact + two.change_exact for one, two in parts]
    assert whole != rate_event(first)
    again = remarks.with_ratings(parse("\n".join(lines(event, ""))).tournament)
    assert [r.change_exact for r in rate_event(again)] == [r.change_exact for r in whole]


def test_a_long_event_is_reported_month_by_month(hall):  # B.02 4.1
    hall.give("configure", changes={"start": "2026-01-10", "end": "2026-03-01"})
    hall.start(4)
    hall.finish_round()
    hall.give("ratings", round=2, values={"1": 2600})
    hall.next_round()
    hall.finish_round()
    page = hall.owner.get(hall.url("desk-ratings")).content.decode()
    assert "enter the day of every round" in page
    hall.give("configure", changes={"round_times": ["2026-01-10 10:00", "2026-02-07 10:00"]})
    page = hall.owner.get(hall.url("desk-ratings")).content.decode()
    assert re.findall(r"\?month=([\d-]+)\"", page) == ["2026-01", "2026-02"]
    january, february = (
        parse(hall.owner.get(hall.url("desk-trf"), {"month": month, "version": "26"}).content).tournament
        for month in ("2026-01", "2026-02")
    )
    assert (january.player(1).rating, february.player(1).rating) == (2390, 2600)
    assert (january.rounds_paired, february.info.start) == (1, "2026/02/07")
    assert february.round_of(1, 1).opponent == snapshot(hall.state).round_of(1, 2).opponent
    assert hall.owner.get(hall.url("desk-trf"), {"month": "soon"}).status_code < 500
