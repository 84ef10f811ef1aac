"""The demonstration's games: every board has moves, all different, ended as the result says."""

from __future__ import annotations

from arbitro.desk import games, store
from arbitro.desk.demo import make
from arbitro.desk.games import games_for_pgn, result_of
from arbitro.games import write_pgn
from arbitro.laws import check_game
from arbitro.laws.pgn import read_pgn


def test_every_game_of_the_demonstration_has_moves_that_agree_with_its_result(db):
    store.forget()
    section = make()
    state = store.state_of(section.pk)
    known = list(games_for_pgn(state))
    played = [game for game in known if game.termination != "forfeit"]
    assert len(played) >= 140 and all(len(game.line) >= 18 and game.clocks for game in played)
    assert len({game.line for game in played}) == len(played)
    assert all(len(games.of_round(section.pk, round.number)) >= 28 for round in state.rounds)
    for game in read_pgn(write_pgn(played[::15])):
        assert check_game(game, claims=False).ok
    for round in state.rounds:
        for number, board in round.boards.items():
            game = games.of_round(section.pk, round.number, number).get(number)
            assert game is None or game.result == result_of(board)[0]
