"""A knock-out on the site: drawn matches go through the ladder, winners go on, the bracket and the places tell it."""

from __future__ import annotations

import json
import re

import pytest

from arbitro.desk.models import Section
from arbitro.desk.ways_out import ways_out
from arbitro.errors import Refused


def knockout(hall, players: int, **plan) -> None:
    changes = {"system": "knockout", "rounds": 2, "plan": plan}
    hall.give("configure", changes=changes)
    hall.give("enter", players=[{"name": f"Player {i}", "rating": 2500 - i} for i in range(1, players + 1)])
    hall.give("number")
    hall.next_round()


def test_drawn_matches_do_not_eat_the_rounds_and_everyone_gets_a_place(hall):
    knockout(hall, 6, third_place=True)
    while True:
        page = hall.owner.get(hall.url("desk-round", len(hall.state.rounds))).content.decode()
        boards = hall.state.rounds[-1].boards
        first = len(hall.state.rounds) in (1, 2)
        for n in boards:
            hall.give("result", board=n, result="½-½" if first else "1-0")
        if not hall.owner.get(hall.url("desk-round", len(hall.state.rounds))).context["rounds_left"]:
            break
        hall.next_round()
    assert "Final" in page
    titles = [hall.owner.get(hall.url("desk-round", n)).context["stage_title"] for n in (1, 2, 3)]
    assert titles == ["Quarter-finals", "Quarter-finals, rapid, game 1", "Quarter-finals, rapid, game 2"]
    assert len(hall.state.rounds) > 2  # more games than the two rounds that were announced
    answer = hall.owner.get(hall.url("standings"))
    public = answer.content.decode()
    assert [place for place, _side, _text in answer.context["final_places"]] == ["1", "2", "3", "4", "5-6", "5-6"]
    assert "<svg" in public
    assert "winner" in public
    assert "BH" not in public
    hall.give("close-event")
    assert hall.state.closed


def test_a_level_match_without_tie_break_is_decided_by_a_public_lot(hall):
    knockout(hall, 2, ladder=[])
    hall.give("result", board=1, result="½-½")
    page = hall.owner.get(hall.url("desk-pair")).content.decode()
    assert "no tie-break is left" in page
    with pytest.raises(Refused, match="no open match"):
        hall.give("decide", first=1, second=7, winner=1)
    assert hall.do("decide", first=1, second=2, sentence="The wind is from the north").status_code == 302
    entry = hall.state.lots[-1]
    assert entry["winner"] in (1, 2)
    assert hall.owner.get(hall.url("standings")).context["final_places"][0][1].number == entry["winner"]
    name = hall.state.by_number(entry["winner"]).name
    assert f": {name} goes on" in hall.owner.get(hall.url("desk-journal")).content.decode()


def test_the_round_page_names_the_tie_break_of_a_drawn_pair_and_offers_to_pair_it(hall):
    knockout(hall, 4)
    hall.give("result", board=1, result="½-½")
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "Player 1 and Player 4 are level. The tie-break goes on: rapid, game 1." in page
    assert "when all games of the round are finished" in page
    hall.give("result", board=2, result="1-0")
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "when all games" not in page
    assert "Pair: Semi-finals, rapid, game 1" in page
    form = hall.owner.get(hall.url("desk-settings")).content.decode()
    assert 'name="plan_shown"' not in form  # what the bracket was made of is fixed: the form does not send it again
    hall.next_round()
    assert [(b.white, b.black) for b in hall.state.rounds[-1].boards.values()] == [(4, 1)]  # only the drawn pair plays


def test_a_knock_out_of_teams_is_played_to_the_end_and_a_level_match_by_lot(hall):
    hall.give("configure", changes={"system": "knockout", "team_boards": 2, "plan": {"third_place": True}})
    hall.give("enter", players=[{"name": f"Player {i}", "rating": 2500 - i} for i in range(1, 7)])
    for team in range(3):
        hall.do("team", name=f"Club {team + 1}", members=[2 * team + 1, 2 * team + 2])
    hall.give("number")
    hall.next_round()
    assert [set(match) for match in hall.state.rounds[-1].matches] == [{2, 3}]  # the first has a bye
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "Semi-finals" in page
    hall.finish_round("1-0")  # White on one board each: 1-1
    assert "Round 1, board 1.2: 1-0" in hall.owner.get(hall.url("desk-section")).content.decode().replace(
        '<span class="nowrap">', ""
    )
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "Club 2 and Club 3 are level and no tie-break is left" in page
    hall.do("decide", first=2, second=3, sentence="The wind is from the north")
    winner = hall.state.lots[-1]["winner"]
    hall.next_round()
    assert set(hall.state.rounds[-1].matches[0]) == {1, winner}
    first = hall.state.rounds[-1].boards
    hall.give("result", board=1, result="1-0" if first[1].white in (1, 2) else "0-1")
    hall.give("result", board=2, result="½-½")
    answer = hall.owner.get(hall.url("standings"))
    assert [(place, side.name) for place, side, _text in answer.context["final_places"]][:2] == [
        ("1", "Club 1"), ("2", f"Club {winner}"),
    ]  # fmt: skip
    page = hall.owner.get(hall.url("desk-round", 2)).content.decode()
    assert "Final" in page
    hall.give("close-event")
    assert hall.state.closed


def test_level_teams_play_the_tie_break_that_the_form_chose(hall):
    form = {
        "name": "Cup",
        "system": "knockout-teams",
        "team_boards": "2",
        "plan_shown": "1",
        "games": "1",
        "ladder": "matches",
    }
    hall.owner.post("/desk/new", form)
    hall.section = Section.objects.get(event__name="Cup")
    hall.event = hall.section.event
    assert 'value="matches" selected' in hall.owner.get(hall.url("desk-settings")).content.decode()
    hall.give("enter", players=[{"name": f"Player {i}", "rating": 2500 - i} for i in range(1, 5)])
    for team in range(2):
        hall.do("team", name=f"Club {team + 1}", members=[2 * team + 1, 2 * team + 2])
    hall.give("number")
    for leg in ("rapid, game 1", "rapid, game 2", "blitz, game 1", "blitz, game 2"):
        hall.next_round()
        hall.finish_round("½-½")
        assert (
            f"The tie-break goes on: {leg}."
            in hall.owner.get(hall.url("desk-round", len(hall.state.rounds))).content.decode()
        )
    hall.next_round()
    hall.finish_round("½-½")
    assert "no tie-break is left" in hall.owner.get(hall.url("desk-round", 5)).content.decode()


def test_a_tournament_with_an_adjourned_game_is_not_closed(hall):
    hall.give("configure", changes={"rounds": 1})
    hall.start(4)
    hall.give("result", board=1, result="adjourned")
    hall.give("result", board=2, result="1-0")
    with pytest.raises(Refused, match="Adjourned"):
        hall.give("close-event")
    hall.give("result", board=1, result="1-0")
    assert '<details class="ask"' in hall.owner.get(hall.url("desk-section")).content.decode()
    assert hall.do("close-event").status_code == 302
    assert hall.state.closed


def test_a_published_round_says_what_may_still_change_by_which_rule_and_what_goes_along(hall):  # C.04.2 D.10
    hall.start(6)
    page = hall.owner.get(hall.url("desk-change", 1)).content.decode()
    assert "C.04.2 D.10" in page
    assert hall.url("desk-do", "unpair") in page
    sent = dict(re.findall(r'name="(confirm|expected)" value="(\d+)"', page.rpartition("do/unpair")[2]))
    asked = hall.do("unpair", why="a wrong colour", **sent)  # the page has named the consequences: asked once
    assert asked.status_code == 409
    assert "Are you sure?" in asked.content.decode()
    again = re.search(r'name="confirm" value="(\d)"', asked.content.decode())[1]
    assert hall.do("unpair", why="a wrong colour", **sent | {"confirm": again}).status_code == 302
    assert not hall.state.rounds
    hall.next_round()
    hall.finish_round()
    page = hall.owner.get(hall.url("desk-change", 1)).content.decode()
    assert "3 results, which would be lost" in page
    assert hall.url("desk-do", "unpair") not in page
    with pytest.raises(Refused, match="would be lost"):
        hall.give("unpair")
    hall.next_round()
    page = hall.owner.get(hall.url("desk-change", 1)).content.decode()
    assert "Later rounds rest on this pairing: 2" in page


def test_a_small_field_without_a_legal_pairing_is_offered_exceptions_with_their_rule(hall):
    hall.start(4)
    for _round in range(3):
        hall.finish_round("½-½")
        hall.give("pair") if _round < 2 else None
        hall.give("publish") if _round < 2 else None
    answer = hall.do("pair")
    assert answer["Location"] == f"{hall.url('desk-pair')}?stuck"
    ways = ways_out(hall.state)
    assert ways
    assert all(way.article for way in ways)
    assert all(sorted(id for pair in way.pairs for id in pair) == [1, 2, 3, 4] for way in ways)
    args = json.dumps({"pairs": [list(pair) for pair in ways[0].pairs], "bye": ways[0].bye})
    hall.do("pair-by-hand", args=args, why="the rules give no pairing", confirm="4")
    page = hall.owner.get(hall.url("desk-pair")).content.decode()
    assert "End and publish" in page and hall.url("desk-do", "publish") not in page
    ended = {"args": '{"on": false}', "then": "publish"}
    asked = hall.do("manual", **ended)  # what differs from the engine is still said
    assert asked.status_code == 409 and 'name="then" value="publish"' in asked.content.decode()
    assert not hall.state.current.published
    answer = hall.do("manual", confirm="3", **ended)
    assert answer["Location"] == hall.url("desk-round", 4)
    assert hall.state.current.published and not hall.state.current.manual
