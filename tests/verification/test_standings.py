"""Standings at the desk (170, 198, 204 to 209) and long events (210 to 216)."""

from __future__ import annotations

import pytest

from arbitro.desk import store
from arbitro.desk.advice import competition_report
from arbitro.desk.commands import Level
from arbitro.desk.settings import is_long
from arbitro.desk.tables import excluded_of, table
from arbitro.errors import Refused
from arbitro.papers.context import Context
from arbitro.papers.rankings import standings_long, standings_short
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


def test_the_expelled_leave_no_hole(desk):  # 197, 198
    event = desk(rounds=3)
    event.start(4)
    event.finish_round()
    first = table(event.state, event.tournament).rows[0].number
    event("exclude", id=event.state.by_number(first).id)
    assert sorted(set(ranks(event).values()))[0] == 1
    assert len(ranks(event)) == 3


def test_the_withdrawn_are_marked_on_screen_command_and_paper(hall, capsys):  # 170
    from arbitro.cli import main
    from arbitro.desk import store as desk_store

    hall.start(4)
    hall.finish_round()
    hall.give("withdraw", id=2)
    page = hall.owner.get(hall.url("standings")).content.decode()
    assert "withdrawn" in page
    with pytest.raises(SystemExit):
        main(["event", "standings", "open", "--lang", "en"])
    assert "Player 2 (withdrawn)" in capsys.readouterr().out
    paper = Context(hall.state, desk_store.tournament_of(hall.section.pk))
    assert any("Player 2 (withdrawn)" in map(str, row) for row in standings_short(paper).blocks[0].rows)


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
    with pytest.raises(store.NeedsConfirmation) as question:
        event("ranks", ids=[3, 1], confirm=2)
    assert question.value.level is Level.CONFIRM
    event("ranks", ids=[3, 1, 4, 2])
    assert ranks(event) == {"Player 3": 1, "Player 1": 2, "Player 4": 3, "Player 2": 4}
    event("ranks", ids=[3], none=True)
    assert set(ranks(event).values()) == {1}


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
