"""One truth on every page and in the file: late corrections for rating, withdrawals from a round robin."""

from __future__ import annotations

import re

import pytest

from arbitro.desk import store
from arbitro.desk.integrity import report
from arbitro.desk.roles import Role
from arbitro.desk.snapshot import rated
from arbitro.desk.tables import table
from arbitro.errors import Refused
from arbitro.model import show
from arbitro.ratings import rate_event
from arbitro.web.public.rows import cells


def test_a_correction_for_rating_alone_is_shown_and_rated_everywhere_and_ranks_nobody_anew(hall):  # C.04.2 D.8
    hall.start(8)
    for _round in range(3):
        hall.finish_round()
        hall.next_round()
    hall.give("result", round=1, board=1, result="0-1")
    board = hall.state.rounds[0].boards[1]
    assert (board.white_outcome.name, board.rating_white.name) == ("WIN", "LOSS")
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    row = page[page.index('id="board-1"') : page.index('id="board-2"')]
    assert "1-0" in row
    assert "0-1 for rating" in row
    number = hall.state.numbers[board.white]
    state, event = store.state_and_tournament(hall.section.pk)
    file = report(hall.section.pk, state)
    changes = {r.number: r.change_exact for r in rate_event(file)}
    assert changes != {r.number: r.change_exact for r in rate_event(event)}
    text = f"{float(changes[number]):+.1f}".replace("-", "−")
    assert text in hall.owner.get(hall.url("desk-norms")).content.decode()
    assert text in hall.owner.get(hall.url("player", number)).content.decode()
    card = hall.owner.get(hall.url("desk-player", board.white)).content.decode()
    assert f'<a href="{hall.url("desk-correct", 1, 1)}">' in card
    assert "0-1 for rating" in card
    assert rated(state, event).round_of(number, 1).outcome.name == "LOSS"
    shown = re.findall(r"/player/(\d+)", hall.owner.get(hall.url("standings")).content.decode())
    in_file = [p.number for p in sorted(file.players, key=lambda p: p.stated_rank)]
    assert list(map(int, dict.fromkeys(shown))) == in_file


def test_games_against_who_left_a_round_robin_early_are_worth_the_same_everywhere(hall):  # C.05 6.6
    hall.give("configure", changes={"system": "round-robin", "rounds": 5})
    hall.give("enter", players=[{"name": f"Player {i}", "rating": 2400 - i} for i in range(1, 7)])
    hall.give("number")
    hall.next_round()
    hall.finish_round("½-½")
    board = hall.state.rounds[0].boards[1]
    gone, other = board.white, board.black
    hall.give("withdraw", id=gone)
    hall.next_round()
    number = hall.state.numbers[other]
    event = store.tournament_of(hall.section.pk)
    file = report(hall.section.pk, hall.state)
    assert show(event.score(number, 1)) == "0"
    assert show(file.player(number).stated_points) == show(event.score(number))
    standings = hall.owner.get(hall.url("standings"))
    name = hall.state.entrants[gone].name
    assert [player.name for player, _points, _text in standings.context["annulled"]] == [name]
    assert "C.05 6.6" in standings.content.decode()
    assert cells(event, number, 1).count(">–<") == 1  # no nought, which would be a loss
    assert event.round_of(number, 1).outcome.name == "DRAW"  # it stays in the table and is rated


def test_points_added_to_a_player_are_the_same_number_everywhere_and_undone_by_one_click(hall):  # TRF26 299
    hall.start(8)
    hall.finish_round()
    won, lost = hall.state.rounds[0].boards[1].white, hall.state.rounds[0].boards[1].black
    page = hall.owner.get(hall.url("desk-player", won)).content.decode()
    assert "Add or take away points" in page
    sent = {"id": won, "points": "−½", "round": "1", "why": "a phone rang"}
    asked = hall.do("points", **sent)
    assert asked.status_code == 409
    assert hall.do("points", **sent, confirm="4").status_code == 302
    assert hall.do("points", id=lost, points="+1", round="0", why="appeal", confirm="4").status_code == 302
    event, file = store.tournament_of(hall.section.pk), report(hall.section.pk, hall.state)
    first, fifth = hall.state.numbers[won], hall.state.numbers[lost]
    assert [show(event.score(n)) for n in (first, fifth)] == ["½", "1"]
    assert [show(file.player(n).stated_points) for n in (first, fifth)] == ["½", "1"]
    rows = {row.number: row.points for row in table(hall.state, event).rows}
    assert (rows[first], rows[fifth]) == (5, 10)
    assert event.round_of(first, 1).outcome.name == "WIN"  # the game stays what it was
    for name, args in (("player", (first,)), ("crosstable", ()), ("standings", ()), ("desk-player", (won,))):
        assert "½" in hall.owner.get(hall.url(name, *args)).content.decode()
    assert "−½ · round 1" in hall.owner.get(hall.url("desk-player", won)).content.decode()
    assert "−½ (round 1)" in hall.owner.get(hall.url("desk-journal")).content.decode()
    store.undo(hall.section.pk, who="ana", role=Role.OWNER, target=hall.state.points[1][3], why="heard again")
    assert show(store.tournament_of(hall.section.pk).score(fifth)) == "0"
    hall.next_round()
    paired = hall.state.rounds[1].boards[1]
    assert won not in (paired.white, paired.black)  # half a point behind the winners


def test_points_that_cannot_be_added_are_refused_in_one_sentence(hall):
    hall.give("enter", players=[{"name": f"Player {i}", "rating": 2400 - i} for i in range(1, 5)])
    hall.give("number")
    for args, said in (
        ({"id": 1, "points": "1"}, "No round has been paired"),
        ({"id": 9, "points": "1"}, "no such player"),
    ):
        with pytest.raises(Refused, match=said):
            hall.give("points", **args)
    hall.give("lots", sentence="a public sentence")
    hall.next_round()
    for args, said in (
        ({"id": 1, "points": "0"}, "Nothing would change"),
        ({"id": 1, "points": "much"}, "not a number of points"),
        ({"id": 1, "points": "1", "round": 2}, "Round 2 has not been paired"),
    ):
        with pytest.raises(Refused, match=said):
            hall.give("points", **args)
