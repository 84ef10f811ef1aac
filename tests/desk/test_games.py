"""Games at the desk: written, undone, copied, merged, searched."""

from __future__ import annotations

import pytest

from arbitro.desk import backup, games, store
from arbitro.desk.commands import Role
from arbitro.desk.game_files import matched
from arbitro.desk.models import JournalEntry
from arbitro.errors import Refused
from arbitro.games import read_pgn, write_pgn
from tests.desk.test_formats import with_teams

MOVES = "e4 e5 Nf3 Nc6 Bb5 a6"


@pytest.fixture
def open_(desk):
    tournament = desk()
    tournament.start(6)
    return tournament


def test_a_typed_game_is_stored_and_undone(open_):
    pk = open_.section.pk
    entry = open_("game", board=2, moves=MOVES)
    assert games.of_round(pk, 1, 2).get(2).sans() == MOVES.split()
    assert list(games.of_round(pk, 1)) == [2]
    assert games.of_round(pk, 1)[2].end_fen() == games.of_round(pk, 1, 2).get(2).moves[-1].fen
    number = open_.state.numbers[open_.state.round(1).boards[2].white]
    assert games.keys_of_player(open_.state, number) == ((1, 2, 0),)
    open_("result", board=2, result="0-1")
    assert games.of_round(pk, 1, 2).get(2).result == "0-1"  # the tournament's result stands before the sheet's
    open_.undo(entry.number)  # the result does not rest on the moves
    assert games.of_round(pk, 1, 2).get(2) is None
    open_("game", board=2, moves=MOVES)
    open_("game-remove", board=2)
    assert games.of_round(pk, 1, 2).get(2) is None
    assert store.state_of(pk) == store.replay(store.entries(pk))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"board": 9, "moves": MOVES}, "boards 1 to 3, not 9"),
        ({"board": 1, "moves": "e4 e5 Ke3"}, "2. Ke3"),
        ({"board": 1, "moves": " "}, "moves"),
        ({"board": 1, "moves": MOVES, "round": 3}, "Round 3"),
        ({"board": 1, "moves": MOVES, "leg": 2}, "one game"),
    ],
)
def test_what_cannot_be_stored_says_why(open_, args, said):
    with pytest.raises(Refused, match=said):
        open_("game", **args)


def test_moves_go_with_copies_and_merges(open_, tmp_path):
    entry = open_("game", board=1, moves=MOVES)
    copy = backup.read(backup.save(open_.event, tmp_path))
    JournalEntry.objects.filter(section=open_.section, number=entry.number).delete()  # this side never heard of it
    store.forget(open_.section.pk)
    open_("result", board=3, result="1-0")
    merged = backup.merge(open_.event, copy, who="ana", ask=lambda here, there: False)
    assert len(merged.written) == 1
    assert games.of_round(open_.section.pk, 1, 1).get(1).sans() == MOVES.split()
    open_.event.delete()
    event = backup.restore(copy)
    assert games.of_round(event.sections.get().pk, 1, 1)[1].sans() == MOVES.split()


def test_a_board_paired_anew_loses_the_game(open_):
    open_("game", board=1, moves=MOVES)
    open_("unpair")
    open_.next_round()
    assert games.of_round(open_.section.pk, 1) == {}


def test_pgn_tells_forfeits_from_games_without_moves(open_):
    open_("game", board=1, moves=MOVES)
    for board, result in ((1, "1-0"), (2, "+/-"), (3, "½-½")):
        open_("result", board=board, result=result)
    text = write_pgn(games.games_for_pgn(open_.state))
    read = read_pgn(text).games
    assert [(g.result, g.termination, len(g.line)) for g in read] == [
        ("1-0", "", 6), ("1-0", "forfeit", 0), ("1/2-1/2", "", 0),
    ]  # fmt: skip
    white = open_.state.entrants[open_.state.round(1).boards[1].white]
    assert read[0].headers["WhiteElo"] == str(white.player.rating)


@pytest.mark.parametrize(
    ("control", "tag"),
    [
        ("5400+30", "5400+30"),
        ("40/5400+30:1800+30", "40/5400+30:1800+30"),
        ("1500d10", None),
        ("W300-B240", None),
        ("", None),
    ],
)
def test_pgn_has_the_rate_of_play_where_it_has_a_way_to_write_it(desk, control, tag):
    tournament = desk(time_control=control)
    tournament.start(4)
    assert games.headers_of(tournament.state, (1, 1, 0)).get("TimeControl") == tag


def test_pgn_of_teams_names_match_and_teams_and_finds_its_boards_again(desk):
    cup = with_teams(desk, 4, system="team", rounds=3)
    cup.next_round()
    cup("game", board=2, moves=MOVES)
    text = write_pgn(games.games_for_pgn(cup.state))
    read = read_pgn(text).games
    assert [game.headers["Round"] for game in read] == ["1.1.1", "1.1.2", "1.2.1", "1.2.2"]
    seats = cup.state.round(1).boards[2]
    for side, id in (("White", seats.white), ("Black", seats.black)):
        (team,) = (team.name for team in cup.state.teams.values() if id in team.members)
        assert read[1].headers[f"{side}Team"] == team
    cup("game-remove", board=2)
    assert [(match.key, match.same) for match in matched(cup.state, read)][1] == ((1, 2, 0), False)


def test_both_games_of_a_match_have_their_moves(desk):
    cup = desk(system="double", rounds=3)
    cup.start(4)
    cup("game", board=1, moves=MOVES, leg=1)
    cup("game", board=1, moves="d4 d5", leg=2)
    one, two = (games.game_of(cup.state, (1, 1, leg)) for leg in (1, 2))
    assert games.of_round(cup.section.pk, 1, 1)[1] == one  # of a match the first game stands for the board
    assert (one.headers["Round"], two.headers["Round"]) == ("1.1.1", "1.1.2")
    assert (one.headers["White"], one.headers["Black"]) == (two.headers["Black"], two.headers["White"])
    again = matched(cup.state, read_pgn(write_pgn([one, two])).games)
    assert [(match.key, match.same) for match in again] == [((1, 1, 1), True), ((1, 1, 2), True)]


def test_games_are_searched_over_tournaments(open_):
    pk = open_.section.pk
    open_("game", board=1, moves=MOVES)
    games.save(pk, [((1, 2, 0), games.of_round(pk, 1, 1).get(1))], who="ana", role=Role.ENTRY)
    assert [row.board for row in games.search(opening=["e2e4", "e7e5"])] == [2, 1]
    assert games.search(opening=["e2e4", "c7c5"]) == []
    white = open_.state.entrants[open_.state.round(1).boards[2].white].name
    assert [row.board for row in games.search(player=white[:6])] == [2, 1]
    assert [row.board for row in games.search(player=white)] == [2]
    open_("result", board=2, result="1-0")
    assert [row.board for row in games.search(result="1-0")] == [2]
    open_("game-remove", board=2)
    assert [row.board for row in games.search()] == [1]
    with pytest.raises(store.Forbidden):
        games.save(pk, [], who="eva", role=Role.VIEWER)


def test_a_replaced_or_removed_record_stays_reachable(open_):
    pk, key = open_.section.pk, (1, 1, 0)
    assert games.earlier(pk, open_.state, key) == []
    open_("game", board=1, moves="e4 e5")
    second = open_("game", board=1, moves="d4 d5")
    assert [record.game().sans() for record in games.earlier(pk, open_.state, key)] == [["e4", "e5"]]
    open_.undo(second.number)  # the first is the board's again
    assert games.earlier(pk, open_.state, key) == [] and games.of_round(pk, 1, 1).get(1).sans() == ["e4", "e5"]
    open_("game-remove", board=1)
    assert [record.game().sans() for record in games.earlier(pk, open_.state, key)] == [["e4", "e5"]]


def test_a_sheet_with_a_bad_move_is_kept_with_the_place_marked(open_):
    pk = open_.section.pk
    open_("game", board=1, moves="e4 e5 Ke3 Nc6 Bb5 1-0", keep=True)
    game = games.of_round(pk, 1, 1).get(1)
    assert (game.sans(), game.stopped, game.rest, game.illegible) == (["e4", "e5"], "2. Ke3", "Nc6 Bb5", False)
    open_("game", board=1, moves="e4 e5 Nf3 ? Bb5", keep=True)
    game = games.of_round(pk, 1, 1).get(1)
    assert (game.sans(), game.stopped, game.rest, game.illegible) == (["e4", "e5", "Nf3"], "2... ?", "Bb5", True)
    with pytest.raises(Refused, match="these moves already"):
        open_("game", board=1, moves="e4 e5 Nf3 ? Bb5", keep=True)
    with pytest.raises(Refused, match="moves"):
        open_("game", board=1, moves="? e5", keep=True)


def test_found_games_have_the_names_of_today(open_):
    open_("game", board=1, moves=MOVES)
    assert games.search()[0].white_name.startswith("Player ")
    white = open_.state.round(1).boards[1].white
    open_("edit-player", id=white, player={"name": "Núñez, Ana"})
    assert [row.white_name for row in games.search(player="nunez")] == ["Núñez, Ana"]
