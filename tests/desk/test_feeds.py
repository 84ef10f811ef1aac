"""Feeds: a file that grows is followed; lost boards are shown, results proposed, finished games kept."""

from __future__ import annotations

import errno
import http.client
import socket
import ssl
import threading
import urllib.error
from datetime import UTC, datetime, timedelta

import pytest

from arbitro.desk import feeds, games
from arbitro.desk.commands import Role
from arbitro.errors import ArbitroError
from arbitro.i18n import speaking


def text(open_, boards, *, round=1):
    parts = []
    for number, (moves, result) in boards.items():
        seats = open_.state.round(round).boards[number]
        white, black = (open_.state.entrants[id].name for id in (seats.white, seats.black))
        tags = {"Event": "x", "Round": round, "White": white, "Black": black, "Result": result}
        parts.append("".join(f'[{k} "{v}"]\n' for k, v in tags.items()) + f"\n{moves} {result}\n\n")
    return "".join(parts).encode()


@pytest.fixture
def open_(desk):
    tournament = desk()
    tournament.start(6)
    return tournament


def test_a_feed_is_played_from_files(open_, tmp_path, monkeypatch):
    pk, file, told = open_.section.pk, tmp_path / "games.pgn", []
    number = open_.state.number
    story = [
        {1: ("1. e4", "*"), 2: ("1. d4 d5", "*")},
        {1: ("1. e4 e5 2. Nf3", "*"), 2: ("1. d4 d5 2. c4", "*")},
        {1: ("1. e4 e5 2. Nf3", "*")},  # board 2 is unplugged
        {1: ("1. e4 e5 2. Nf3 Nc6 3. Ke3", "*"), 2: ("1. d4 d5 2. c4 e6", "*")},  # a piece fell over
        {1: ("1. e4 e5 2. Nf3 Nc6 3. Bb5", "1-0"), 2: ("1. d4 d5 2. c4 e6", "*")},
    ]
    seen = []

    def stop():
        if len(told) == len(story):
            return True
        file.write_bytes(text(open_, story[len(told)]))
        return False

    def hear(looked):
        told.append(looked)
        game = games.of_round(pk, 1, 1).get(1)
        seen.append((len(game.line), [key[1] for key, _why in feeds.lost_boards(pk, open_.state, datetime.now(UTC))]))

    monkeypatch.setattr(feeds, "EVERY", 0)
    feeds.follow(pk, str(tmp_path), hear, stop)
    assert seen == [(1, []), (3, []), (3, [2]), (4, [1]), (5, [])]
    assert open_.state.number == number + 1  # one entry: the finished game; no move of it is a decision
    assert games.of_round(pk, 1, 1).get(1).source.value == "feed"
    assert games.of_round(pk, 1)[2].end_fen().startswith("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4")
    assert told[-1].ended == ((1, 1, 0),)
    (proposal,) = feeds.proposals(pk, open_.state)
    assert (proposal.key, proposal.result) == ((1, 1, 0), "1-0")
    assert not open_.state.round(1).boards[1].finished  # never silently
    open_("result", board=1, result=proposal.result)
    assert feeds.proposals(pk, open_.state) == []
    later = datetime.now(UTC) + timedelta(hours=1)
    assert [key[1] for key, _why in feeds.lost_boards(pk, open_.state, later)] == [2]


def test_what_cannot_be_read_or_placed_is_told(open_, tmp_path):
    with pytest.raises(ArbitroError, match=r"nothing\.pgn cannot be read: there is nothing of this name$"):
        feeds.read_place(str(tmp_path / "nothing.pgn"))
    with pytest.raises(ArbitroError, match=r"games\.pgn does not answer: nobody listens there$"):
        feeds.read_place("http://127.0.0.1:9/games.pgn")
    other = text(open_, {1: ("1. e4", "*")}).replace(b"Player", b"Nobody")
    looked = feeds.look(open_.section.pk, "x", [other])
    assert "no board of the tournament" in looked.trouble and looked.changed == ()
    assert feeds.look(open_.section.pk, "x", [], trouble="away").trouble == "away"


def followed(open_, place, texts, monkeypatch):
    """What is told while a file has these texts, one after the other; None: there is no file."""
    told, ahead = [], list(texts)

    def stop():
        if not ahead:
            return True
        now = ahead.pop(0)
        place.unlink(missing_ok=True) if now is None else place.write_bytes(now)
        return False

    monkeypatch.setattr(feeds, "EVERY", 0)
    feeds.follow(open_.section.pk, str(place), told.append, stop)
    return told


def test_a_file_that_is_being_written_loses_no_move(open_, tmp_path, monkeypatch):
    whole = text(open_, {1: ("1. e4 e5 2. Nf3 Nc6", "*"), 2: ("1. d4 d5", "*")})
    grown = text(open_, {1: ("1. e4 e5 2. Nf3 Nc6 3. Bb5", "*"), 2: ("1. d4 d5", "*")})
    cut = grown[: grown.index(b"2. Nf3")]
    told = followed(open_, tmp_path / "games.pgn", [whole, b"", grown, cut, grown, whole, whole], monkeypatch)
    assert [looked.changed for looked in told] == [((1, 1, 0), (1, 2, 0)), ((1, 1, 0),), ((1, 1, 0),)]
    assert (
        games.of_round(open_.section.pk, 1, 1).get(1).sans()[-1] == "Nc6"
    )  # taken back at the board: twice the same is true
    assert feeds.lost_boards(open_.section.pk, open_.state, datetime.now(UTC)) == []


def test_a_trouble_is_told_once(open_, tmp_path, monkeypatch):
    whole = text(open_, {1: ("1. e4", "*")})
    told = followed(open_, tmp_path / "games.pgn", [None, None, None, whole, whole, None, None], monkeypatch)
    assert [bool(looked.trouble) for looked in told] == [True, False, True]


def test_a_folder_is_read_whatever_the_case_of_its_names(open_, tmp_path):
    (tmp_path / "BOARD1.PGN").write_bytes(b"one")
    (tmp_path / "board2.pgn").write_bytes(b"two")
    (tmp_path / "old.pgn").mkdir()
    (tmp_path / "notes.txt").write_bytes(b"three")
    assert feeds.read_place(str(tmp_path)) == [b"one", b"two"]


def test_an_address_that_answers_nonsense_is_told():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            for said in (b"hello\r\n\r\n", b"", b"HTTP/1.1 404 Not Found\r\n\r\n"):
                line, _address = server.accept()
                line.recv(4096)
                line.sendall(said)
                line.close()

        threading.Thread(target=answer, daemon=True).start()
        place = f"http://127.0.0.1:{server.getsockname()[1]}/games.pgn"
        for why in ("what comes from there is not a web page", "the connection was broken off", "HTTP 404"):
            with pytest.raises(ArbitroError, match=f"does not answer: {why}$"):
                feeds.read_place(place)
    for place in ("http://", "http://a b/games.pgn", "http://[x/games.pgn"):
        with pytest.raises(ArbitroError, match=r"this is not an address$"):
            feeds.read_place(place)


@pytest.mark.parametrize(
    ("error", "spanish"),
    [
        (OSError(errno.EIO, "Input/output error"), "el disco o la carpeta de red no responde"),
        (OSError(errno.ESTALE, "Stale file handle"), "el disco o la carpeta de red no responde"),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "desde esta máquina no hay camino hasta allí"),
        (OSError(errno.ENAMETOOLONG, "File name too long"), "no hay nada con ese nombre"),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "la conexión se cortó"),
        (ssl.SSLCertVerificationError(1, "self-signed"), "su certificado no es de fiar"),
        (ssl.SSLError(1, "wrong version number"), "no se logró una conexión segura"),
        (http.client.BadStatusLine("hello"), "lo que llega de allí no es una página web"),
    ],
)
def test_what_the_machine_refuses_is_told_in_the_reader_s_words(error, spanish):
    with speaking("es"):
        assert feeds.why(error) == spanish
        if isinstance(error, OSError):  # as the library for addresses wraps it
            assert feeds.why(urllib.error.URLError(error)) == spanish


def test_a_feed_never_replaces_what_was_typed_by_itself(open_):
    pk = open_.section.pk
    open_("game", board=1, moves="e4 e5")
    number = open_.state.number
    feeds.look(pk, "x", [text(open_, {1: ("1. e4", "*")})])
    assert feeds.disagreements(pk, open_.state) == []  # it knows less
    feeds.look(pk, "x", [text(open_, {1: ("1. e4 c5 2. Nf3", "*")})])
    assert (games.of_round(pk, 1, 1).get(1).source.value, len(games.of_round(pk, 1, 1).get(1).line)) == ("typed", 2)
    (asked,) = feeds.disagreements(pk, open_.state)
    assert (asked.key, len(asked.ours.line), len(asked.theirs.line), asked.from_ply) == ((1, 1, 0), 2, 3, 2)
    assert open_.state.number == number  # nothing is taken out, nothing is written

    # the arbiter takes the feed's: from now on it grows by itself, and the typed record stays reachable
    games.save(pk, [(asked.key, asked.theirs)], who="ana", role=Role.ARBITER)
    feeds.look(pk, "x", [text(open_, {1: ("1. e4 c5 2. Nf3 Nc6", "*")})])
    assert feeds.disagreements(pk, open_.state) == []
    assert (games.of_round(pk, 1, 1).get(1).source.value, len(games.of_round(pk, 1, 1).get(1).line)) == ("feed", 4)
    assert len(games.shown(pk, open_.state, 1)[1, 1, 0]["moves"]) == 8
    feeds.look(pk, "x", [text(open_, {1: ("1. e4 c5 2. Nf3 Nc6 3. Bb5", "0-1")})])
    assert len(open_.state.games[1, 1, 0]["moves"]) == 10
    before = games.earlier(pk, open_.state, (1, 1, 0))
    assert [(record.game().source.value, record.who) for record in before] == [("feed", "ana"), ("typed", "ana")]
    assert before[-1].game().sans() == ["e4", "e5"]


def test_a_feed_that_disagrees_is_told_with_both_versions(open_):
    pk = open_.section.pk
    open_("game", board=1, moves="e4 e5 Nf3")
    open_("result", board=1, result="1-0")
    looked = feeds.look(pk, "x", [text(open_, {1: ("1. e4 c5 2. Nf3", "0-1")})])
    assert looked.asked == ((1, 1, 0),)  # the terminal says it, too
    (asked,) = feeds.disagreements(pk, open_.state)
    assert (asked.from_ply, asked.ours.sans()[1], asked.theirs.sans()[1]) == (2, "e5", "c5")
    (proposal,) = feeds.proposals(pk, open_.state)
    assert (proposal.result, proposal.entered) == ("0-1", "1-0")
    feeds.keep_ours(pk, asked.key)
    feeds.look(pk, "x", [text(open_, {1: ("1. e4 c5 2. Nf3 d6", "0-1")})])
    assert feeds.disagreements(pk, open_.state) == [] and feeds.proposals(pk, open_.state) == []
    assert len(feeds.disagreements(pk, open_.state, kept=True)) == 1  # it can still be taken
    assert games.of_round(pk, 1, 1).get(1).sans() == ["e4", "e5", "Nf3"]


def test_the_feed_does_not_rewrite_a_game_that_it_brought(open_):
    pk = open_.section.pk
    feeds.look(pk, "x", [text(open_, {1: ("1. e4 e5 2. Nf3", "1-0")})])
    feeds.look(pk, "x", [text(open_, {1: ("1. d4 d5", "0-1")})])  # somebody has set the board up again
    assert games.of_round(pk, 1, 1).get(1).sans() == ["e4", "e5", "Nf3"]
    assert [asked.from_ply for asked in feeds.disagreements(pk, open_.state)] == [1]


def test_a_feed_that_only_goes_on_with_what_was_typed_is_not_asked(open_):
    pk = open_.section.pk
    open_("game", board=1, moves="e4 e5")
    looked = feeds.look(pk, "x", [text(open_, {1: ("1. e4 e5 2. Nf3", "*")})])
    assert looked.asked == () and feeds.disagreements(pk, open_.state) == []
    assert games.of_round(pk, 1, 1).get(1).sans() == ["e4", "e5", "Nf3"]
    feeds.look(pk, "x", [text(open_, {1: ("1. e4 e5 2. Nf3 Nc6", "1-0")})])
    assert len(open_.state.games[1, 1, 0]["moves"]) == 8
    assert [r.game().sans() for r in games.earlier(pk, open_.state, (1, 1, 0))] == [["e4", "e5"]]

    # a sheet with a move that cannot be played is more than its beginning
    open_("game", board=2, moves="e4 e5 Ke3", keep=True)
    looked = feeds.look(pk, "x", [text(open_, {2: ("1. e4 e5 2. Ke2", "1-0")})])
    assert looked.asked == ((1, 2, 0),) and looked.ended == ()

    # what an arbiter has kept stays, even where the feed comes round to it
    open_("game", board=3, moves="e4 e5")
    feeds.look(pk, "x", [text(open_, {3: ("1. e4 c5", "*")})])
    feeds.keep_ours(pk, (1, 3, 0))
    assert feeds.look(pk, "x", [text(open_, {3: ("1. e4 e5 2. Nf3", "1-0")})]).ended == ()
    assert games.of_round(pk, 1, 3).get(3).sans() == ["e4", "e5"]
