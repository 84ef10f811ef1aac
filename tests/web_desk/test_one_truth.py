"""One truth on every page and in the file: late corrections for rating, withdrawals from a round robin."""

from __future__ import annotations

import re

from arbitro.desk import store
from arbitro.desk.integrity import report
from arbitro.desk.snapshot import rated
from arbitro.model import show
from arbitro.ratings import rate_event


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
    assert event.round_of(number, 1).outcome.name == "DRAW"  # it stays in the table and is rated
