"""PGN files at the desk: placed where the board is sure, asked where it is not; PGN for everybody."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest

from arbitro.desk import games, store
from arbitro.desk.commands import Role
from arbitro.desk.models import Feed
from arbitro.games import read_pgn


def heads(hall, board, **tags):
    seats = hall.state.round(1).boards[board]
    names = {"White": hall.state.entrants[seats.white].name, "Black": hall.state.entrants[seats.black].name}
    stated = {"Event": "x", "Round": "1", "Result": "*"} | names | tags
    return "".join(f'[{name} "{value}"]\n' for name, value in stated.items())


def pgn(hall, board, moves="1. e4 e5 2. Nf3", **tags):
    return heads(hall, board, **tags) + f"\n{moves} {tags.get('Result', '*')}\n\n"


def send(hall, text, client=None, **fields):
    file = BytesIO(text.encode())
    file.name = "round1.pgn"
    return (client or hall.owner).post(hall.url("desk-games-upload"), {"file": file, **fields})


@pytest.fixture
def hall(hall):
    hall.start()
    return hall


def test_a_round_is_uploaded_and_taken_back_in_one_act(hall):
    before = hall.state.number
    page = send(hall, "".join(pgn(hall, board) for board in hall.state.round(1).boards))
    assert "6 games were placed" in page.content.decode()
    assert hall.state.number == before + 1
    assert len(games.of_round(hall.section.pk, 1)) == 6
    assert "moves of 6 of 6 boards" in hall.owner.get(hall.url("desk-games")).content.decode()
    assert "1 was here already" in send(hall, pgn(hall, 1)).content.decode()
    assert hall.state.number == before + 1
    hall.owner.post(hall.url("desk-undo"), {"target": before + 1})
    assert games.of_round(hall.section.pk, 1) == {}


def test_a_file_for_each_board_is_brought_in_at_once(hall):
    before, files = hall.state.number, []
    for board in hall.state.round(1).boards:
        files.append(BytesIO(pgn(hall, board, moves="1. e4 e5" if board > 1 else "1. e4 Ke7").encode()))
        files[-1].name = f"board{board}.pgn"
    page = hall.owner.post(hall.url("desk-games-upload"), {"file": files}).content.decode()
    assert "<h1>6 files</h1>" in page and "6 games were placed" in page
    assert "board1.pgn: game 1: " in page and "1... Ke7 cannot be played" in page
    assert hall.state.number == before + 1  # one act, which one tap takes back


def test_a_form_asks_of_so_many_games_at_once(hall, monkeypatch):
    from arbitro.web.desk.views import games as views

    monkeypatch.setattr(views, "ASKED", 2)
    page = send(hall, "".join(pgn(hall, board, White="X") for board in hall.state.round(1).boards)).content.decode()
    assert page.count('name="packed"') == 2 and "4 games more wait" in page


def test_what_is_not_sure_is_asked_and_placed_by_the_arbiter(hall):
    first = hall.state.round(1).boards[1]
    white, black = (hall.state.entrants[id].name for id in (first.white, first.black))
    hall.give("result", board=3, result="1-0")
    text = "".join(
        [
            pgn(hall, 1, White=black, Black=white),  # colours
            pgn(hall, 2, White="Nobody", Black="Unknown"),
            pgn(hall, 3, Result="0-1"),  # another result
            pgn(hall, 4, moves="1. e4 e5 2. Ke3"),  # read in part
        ]
    )
    page = send(hall, text).content.decode()
    assert "1 game was placed" in page
    assert "2. Ke3 cannot be played" in page
    for doubt in ("the colours are the other way round", "no board of the tournament", "the file says 0-1"):
        assert doubt in page
    packed = re.findall(r'name="packed" value="([^"]+)"', page)
    assert len(packed) == 3
    answer = hall.owner.post(hall.url("desk-games-place"), {"packed": packed, "board": ["1.1.0", "", "1.3.0"]})
    assert answer.status_code == 302
    assert sorted(games.of_round(hall.section.pk, 1)) == [1, 3, 4]
    assert games.of_round(hall.section.pk, 1, 3).get(3).result == "1-0"  # never changed by a file
    assert games.of_round(hall.section.pk, 1, 4).get(4).stopped == "2. Ke3"
    forged = hall.owner.post(hall.url("desk-games-place"), {"packed": [packed[0][:-3] + "xyz"], "board": ["1.2.0"]})
    assert forged.status_code == 422 and "damaged" in forged.content.decode()


def test_heads_without_moves_bring_nothing(hall):
    hall.give("game", board=1, moves="e4 e5")
    number = hall.state.number
    page = send(hall, hall.client().get(hall.url("pgn")).content.decode()).content.decode()
    assert "0 games were placed" in page and "6 were here already" in page
    assert hall.state.number == number


def test_other_spellings_and_ids(hall):
    state = hall.state
    seats = state.round(1).boards[2]
    tags = {"White": "P. 1", "WhiteFideId": state.entrants[seats.white].player.fide_id}
    assert "1 game was placed" not in send(hall, pgn(hall, 2, **tags, Black="Somebody")).content.decode()
    tags |= {"Black": "Q", "BlackFideId": state.entrants[seats.black].player.fide_id, "Round": "?"}
    assert "1 game was placed" in send(hall, pgn(hall, 2, **tags)).content.decode()
    assert list(games.of_round(hall.section.pk, 1)) == [2]


def test_a_wrong_letter_or_a_strange_opponent_leaves_the_likely_board_first(hall):
    seats = hall.state.round(1).boards[4]
    hall.give("edit-player", id=seats.white, player={"name": "González, María"})
    hall.give("edit-player", id=seats.black, player={"name": "Zamora, Walter"})
    page = send(hall, pgn(hall, 4, White="Gonzales, Maria", Black="Zamorra, Walter")).content.decode()
    assert "the names are written another way" in page
    assert re.findall(r'<option value="([^"]+)">', page.split('name="board"')[1].split("</select>")[0]) == ["1.4.0"]
    page = send(hall, pgn(hall, 4, Black="Somebody, Else", moves="1. Nf3 Nf6")).content.decode()
    assert "only one of the players fits" in page
    offered = re.findall(r'<option value="([^"]+)">', page.split('name="board"')[1].split("</select>")[0])
    assert offered[0] == "1.4.0" and len(offered) == 6
    hall.owner.cookies["django_language"] = "es"
    assert "Cf3 Cf6" in send(hall, pgn(hall, 1, White="X", moves="1. Nf3 Nf6")).content.decode()


def test_only_roles_that_may_and_only_games(hall):
    assert send(hall, pgn(hall, 1), hall.person("vera", Role.VIEWER)).status_code == 403
    assert send(hall, pgn(hall, 1), hall.person("eva", Role.ENTRY)).status_code == 200
    for text in ("\x00\x01 no chess here", "", "PK\x03\x04"):
        assert "no game in PGN form" in send(hall, text).content.decode()
    assert "no game in PGN form" in " ".join(map(str, read_pgn(bytes(range(256))).problems))  # nor in another encoding


def test_pgn_of_an_event_a_round_and_a_player(hall):
    send(hall, pgn(hall, 1, moves="1. e4 {[%clk 1:29:59]} e5"))
    hall.give("result", board=2, result="+/-")
    client = hall.client()
    whole = read_pgn(client.get(hall.url("pgn")).content).games
    assert len(whole) == 6
    assert (whole[0].clocks[0], whole[0].headers["WhiteFideId"][:2]) == (5399, "77")
    assert (whole[1].result, whole[1].termination) == ("1-0", "forfeit")
    assert len(read_pgn(client.get(hall.url("round-pgn", 1)).content).games) == 6
    number = hall.state.numbers[hall.state.round(1).boards[1].black]
    (own,) = read_pgn(client.get(hall.url("player-pgn", number)).content).games
    assert own.line == ("e2e4", "e7e5")
    assert client.get(hall.url("round-pgn", 2)).status_code == 404
    assert client.get(hall.url("player-pgn", 99)).status_code == 404


def test_the_terminal_brings_games_in_and_writes_them(hall, tmp_path, capsys):
    from arbitro.cli import main

    def run(*words: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as end:
            main(["event", *words, "--lang", "en"])
        assert (end.value.code or 0) == code
        return capsys.readouterr().out

    file = tmp_path / "r1.pgn"
    file.write_text(pgn(hall, 1) + pgn(hall, 2, White="Nobody"))
    told = run("games", "import", hall.event.slug, str(file), code=1)
    assert "1 game placed" in told and "Nobody" in told
    assert '"board": 1' in run("games", "list", "-", "--opening", "e4 e5", "--json")
    assert "Player 1" in run("games", "list", hall.event.slug)  # names, not what is searched
    assert run("games", "list", "-", "--player", "nobody") == "No game was found.\n"
    run("games", "list", "-", "--result", "½-½")
    run("games", "list", "-", "--result", "2-0", code=2)
    written = run("games", "export", hall.event.slug, "--round", "1")
    assert read_pgn(written).games[0].line[:2] == ("e2e4", "e7e5")
    run("game", hall.event.slug, "3", "d4 d5 c4")
    assert store.state_of(hall.section.pk).games[1, 3, 0]["source"] == "typed"


def test_a_feed_at_the_desk_shows_lost_boards_and_proposes_results(hall, tmp_path):
    from arbitro.cli import main

    def feed(text):
        (tmp_path / "live.pgn").write_text(text)
        with pytest.raises(SystemExit):
            main(["event", "games", "follow", hall.event.slug, str(tmp_path), "--once"])
        return hall.owner.get(hall.url("desk-games")).content.decode()

    assert "games follow" in hall.owner.get(hall.url("desk-games")).content.decode()
    page = feed(pgn(hall, 1, Result="1/2-1/2") + pgn(hall, 2, moves="1. e4 e5 2. Ke3"))
    assert "illegal since 2. Ke3" in page
    assert "Enter ½-½" in page
    assert not hall.state.round(1).boards[1].finished
    hall.do("result", round=1, board=1, result="½-½", next=hall.url("desk-games"))
    assert "Enter ½-½" not in hall.owner.get(hall.url("desk-games")).content.decode()
    assert games.of_round(hall.section.pk, 1, 1).get(1).result == "1/2-1/2"


def test_an_open_page_hears_what_the_boards_say_and_only_what_is_new(hall):
    from arbitro.desk import feeds

    pk = hall.section.pk

    def asks(page):
        (address,) = re.findall(r'hx-get="([^"]*[?]said=[^"]*)"', page.content.decode())
        return hall.owner.get(html.unescape(address))

    games_page, round_page = hall.owner.get(hall.url("desk-games")), hall.owner.get(hall.url("desk-round", 1))
    assert asks(games_page).status_code == 204 and "boards-note" not in round_page.content.decode()
    feeds.look(pk, "x", [pgn(hall, 2, moves="1. e4 e5").encode()])
    round_page = hall.owner.get(hall.url("desk-round", 1))
    assert asks(round_page).status_code == 204
    feeds.look(pk, "x", [(pgn(hall, 2, moves="1. e4 e5 2. Ke3") + pgn(hall, 1, Result="1-0")).encode()])
    told = asks(round_page)
    assert "Electronic boards: 1 board is lost, 1 result waits to be entered" in told.content.decode()
    assert asks(told).status_code == 204
    told = asks(games_page)
    assert "illegal since 2. Ke3" in told.content.decode() and "Enter 1-0" in told.content.decode()
    assert "every 3s" in told.content.decode() and asks(told).status_code == 204
    feeds.look(pk, "x", [], trouble="away")
    assert "away" in asks(told).content.decode()
    Feed.objects.update(heard=datetime.now(UTC) - timedelta(minutes=5))  # whoever followed it has stopped
    assert "not heard since" in asks(round_page).content.decode()
    assert "not heard since" in asks(told).content.decode()


def test_a_feed_that_disagrees_is_asked_with_both_versions(hall):
    from arbitro.desk import feeds

    pk = hall.section.pk
    hall.give("game", board=1, moves="e4 e5 Nf3")
    feeds.look(pk, "x", [pgn(hall, 1, moves="1. e4 c5").encode()])
    page = hall.owner.get(hall.url("desk-games")).content.decode()
    assert "other moves from 1… on" in page and "1… e5 Nf3" in page and "1… c5" in page
    for place in (hall.url("desk-section"), hall.url("desk-round", 1)):
        assert "1 has other moves than the tournament" in hall.owner.get(place).content.decode()
    board = {"round": 1, "board": 1, "leg": 0}
    viewer = hall.person("vera", Role.VIEWER)
    assert viewer.post(hall.url("desk-games-choose"), {**board, "take": "feed"}).status_code == 403
    hall.owner.post(hall.url("desk-games-choose"), {**board, "take": "feed"})
    assert games.of_round(pk, 1, 1).get(1).sans() == ["e4", "c5"]

    # what it replaced is on the scoresheet's page, and comes back by one tap
    sheet = hall.url("desk-scoresheet", 1, 1)
    page = hall.owner.get(sheet).content.decode()
    assert "1 other record of this board" in page and "1. e4 e5 2. Nf3" in page
    (entry,) = re.findall(r'name="entry" value="(\d+)"', page)
    assert hall.owner.post(sheet, {"act": "again", "entry": entry}).status_code == 302
    assert games.of_round(pk, 1, 1).get(1).sans() == ["e4", "e5", "Nf3"]
    assert hall.owner.post(sheet, {"act": "again", "entry": "9999"}).status_code == 422
    hall.owner.post(hall.url("desk-games-choose"), {**board, "take": "here"})
    assert "other moves from" not in hall.owner.get(hall.url("desk-games")).content.decode()
    hall.owner.post(sheet, {"act": "again", "entry": "feed"})  # it can still be taken, and then it is followed again
    feeds.look(pk, "x", [pgn(hall, 1, moves="1. e4 c5 2. Nf3", Result="1-0").encode()])
    assert games.of_round(pk, 1, 1).get(1).sans() == ["e4", "c5", "Nf3"] and len(feeds.proposals(pk, hall.state)) == 1
    hall.give("game", board=1, moves="e4 e5")
    hall.owner.post(hall.url("desk-games-choose"), {**board, "take": "feed"})
    assert hall.owner.post(hall.url("desk-games-choose"), {**board, "take": "feed"}).status_code == 422


def test_the_result_of_a_file_is_entered_by_one_tap(hall):
    page = send(hall, pgn(hall, 1, Result="1-0") + pgn(hall, 2)).content.decode()
    assert "Results that the games state" in page and page.count("Enter 1-0") == 1
    assert not hall.state.round(1).boards[1].finished  # never silently
    hall.do("result", round=1, board=1, result="1-0", next=hall.url("desk-games"))
    assert "Enter 1-0" not in hall.owner.get(hall.url("desk-games")).content.decode()


def test_a_sheet_with_a_bad_move_is_refused_with_a_full_stop_or_kept(hall):
    sheet = hall.url("desk-scoresheet", 1, 1)
    page = hall.owner.post(sheet, {"act": "save", "moves": "e4 e5 Ke3 Nc6"}).content.decode()
    assert re.search(r"2\. Ke3: [^.]+\. Nothing was saved", page) and 'value="keep"' in page
    assert hall.owner.post(sheet, {"act": "keep", "moves": "e4 e5 Ke3 Nc6"}).status_code == 302
    page = hall.owner.get(sheet).content.decode()
    assert ">1. e4 e5 2. Ke3 Nc6</textarea>" in page  # all of the sheet is there
    assert "up to 2. Ke3" in hall.owner.get(hall.url("desk-games")).content.decode()
    hall.owner.post(sheet, {"act": "keep", "moves": "e4 ? Nf3"})
    assert ">1. e4 ? Nf3</textarea>" in hall.owner.get(sheet).content.decode()
    assert "illegible at move 1..." in hall.client().get(hall.url("game", 1, 1)).content.decode()


def test_an_ambiguous_word_offers_the_moves_that_it_may_mean(hall):
    read = hall.url("desk-read-sheet", 1, 1)
    answer = hall.owner.post(read, {"moves": "d4 d5 Nf3 Nf6 Nd2 e6 "}).json()
    assert answer["stopped"]["word"] == "Nd2" and answer["readings"] == ["Nbd2", "Nfd2"]
    answer = hall.owner.post(read, {"moves": "d4 d5 Cf3 Cf6 Cd2 e6 "}).json()
    assert answer["readings"] == ["Cbd2", "Cfd2"]
    # a wrong move to a square that one piece can reach is not mended behind the arbiter's back
    assert hall.owner.post(read, {"moves": "e4 e5 Ngc3 "}).json()["readings"] == []
    answer = hall.owner.post(read, {"moves": "e4 e5 Nf3 Nc6 Bd5 a6 Bxc6 dxc6"}).json()
    assert (answer["stopped"]["word"], answer["readings"], answer["guesses"]) == ("Bd5", [], ["Bb5?"])


def test_a_sheet_that_stops_where_the_other_has_another_move_differs(hall):
    read = hall.url("desk-read-sheet", 1, 1)
    opening = "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 "

    def compared(first, second):
        answer = hall.owner.post(read, {"moves": opening + first, "second": opening + second}).json()["differences"]
        return answer["said"], [(row["number"], row["one"], row["other"]) for row in answer["rows"]]

    assert compared("O-O d6", "Re1 d6") == ("1 difference.", [("5.", "O-O", "Re1")])
    assert compared("Re1 d6", "O-O d6") == ("1 difference.", [("5.", "Re1", "O-O")])
    assert compared("Re1", "Re1") == ("Both scoresheets agree.", [])
    assert compared("Re1", "Rd1") == ("1 difference.", [("5.", "Re1", "Rd1")])
    assert compared("O-O", "") == ("Both scoresheets agree. The second sheet ends before 5. O-O.", [])
    assert compared("O-O O-O", "O-O ?") == ("Both scoresheets agree. The second sheet ends before 5… O-O.", [])
    assert compared("Nbd2", "Nd2")[1] == []  # it may mean the same
    assert len(compared("O-O Ke7 Re1", "Bg5 Kh1")[1]) == 2  # they differ before it, too


def test_all_that_speaks_against_a_board_is_told(hall):
    hall.give("game", board=1, moves="d4 d5")
    hall.give("result", board=1, result="1-0")
    page = send(hall, pgn(hall, 1, Result="0-1")).content.decode()
    assert "the file says 0-1, the tournament 1-0; the board has other moves already" in page
    id = hall.state.entrants[hall.state.round(1).boards[1].black].player.fide_id
    page = send(hall, pgn(hall, 1, White="Player", BlackFideId=id)).content.decode()
    assert "the names are written another way; the board has other moves already" in page
    assert " (has moves)</option>" in page


def test_the_result_of_a_game_with_the_colours_exchanged_is_not_proposed(hall):
    first = hall.state.round(1).boards[1]
    white, black = (hall.state.entrants[id].name for id in (first.white, first.black))
    page = send(hall, pgn(hall, 1, White=black, Black=white, Result="0-1")).content.decode()
    assert "the colours are the other way round; its result is not proposed" in page
    packed = re.findall(r'name="packed" value="([^"]+)"', page)
    hall.owner.post(hall.url("desk-games-place"), {"packed": packed, "board": ["1.1.0"]})
    assert games.of_round(hall.section.pk, 1, 1).get(1).sans() == ["e4", "e5", "Nf3"]
    assert "Enter 0-1" not in hall.owner.get(hall.url("desk-games")).content.decode()


@pytest.mark.parametrize(("result", "offered"), [("1-0", 0), ("1/2-1/2", 1)])
def test_a_board_with_the_colours_exchanged_among_several_takes_no_win(hall, result, offered):
    one, two = (hall.state.entrants[hall.state.round(1).boards[n].white].player.rating for n in (1, 2))
    tags = {"White": "Player", "Black": "Player", "WhiteElo": one, "BlackElo": two, "Result": result}
    page = send(hall, pgn(hall, 1, **tags)).content.decode()
    assert "more than one board fits" in page and "its result is not proposed" not in page
    options = re.findall(r'<option value="1.(\d).0">[^<]+?( \(colours the other way round\))?</option>', page)
    assert [number for number, _turned in options] == ["1", "2", "3", "4", "5", "6"]  # each board once
    assert [number for number, turned in options if turned] == ["2"]
    packed = re.findall(r'name="packed" value="([^"]+)"', page)
    hall.owner.post(hall.url("desk-games-place"), {"packed": packed, "board": ["1.2.0"]})
    page = hall.owner.get(hall.url("desk-games")).content.decode()
    assert page.count(f"Enter {result.replace('1/2', '½')}") == offered
    hall.owner.post(hall.url("desk-games-place"), {"packed": packed, "board": ["1.1.0"]})
    page = hall.owner.get(hall.url("desk-games")).content.decode()
    assert page.count(f"Enter {result.replace('1/2', '½')}") == offered + 1


def test_a_game_of_unknown_players_may_be_of_any_board_of_its_round(hall):
    page = send(hall, pgn(hall, 2, White="Nobody", Black="Unknown")).content.decode()
    assert re.findall(r'<option value="([^"]+)"', page) == [f"1.{n}.0" for n in range(1, 7)]
