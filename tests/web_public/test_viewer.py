"""A game on the public pages: positions by address, the reader's letters, pictures with words, files."""

from __future__ import annotations

import gzip
import re

from django.test import Client
from django.utils.translation import override

from arbitro.desk import games, store
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event
from arbitro.games import RecordedGame, typed
from arbitro.web.diagrams import diagram, in_words
from tests.web_public.conftest import Open

START_960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b KQkq - 0 12"


def test_a_position_has_an_address_and_words_in_the_readers_language(hall, visitor):
    page = visitor.get(hall.url("game", 2, 1) + "?ply=5").content.decode()
    assert "Position after 3. Bb5. White: Ke1 Qd1" in page
    assert re.search(
        r'<td class="doubt" title="[^"]+"><a href="\?ply=5" data-ply="5" aria-current="true">Bb5</a>', page
    )
    assert "<small>1:20:00</small>" in page
    spanish = Client(headers={"accept-language": "es"}).get(hall.url("game", 2, 1) + "?ply=5").content.decode()
    assert "Posición tras 3. Ab5. Blancas: Re1 Dd1" in spanish
    assert '"N": "C"' in spanish  # what the script writes, too
    beyond = visitor.get(hall.url("game", 2, 1) + "?ply=99").content.decode()
    assert 'label="Position after 3… a6"' in beyond


def test_what_is_not_there_is_not_found(hall, visitor):
    for address in (("game", 9, 1), ("game", 2, 99), ("boards", 9), ("game-pgn", 2, 2)):
        assert visitor.get(hall.url(*address)).status_code == 404, address


def test_an_address_without_a_half_move_of_the_game_shows_the_nearest(hall, visitor):
    last, first = 'label="Position after 3… a6"', 'label="Start position"'
    for query, label in (("ply=-3", first), ("ply=0", first), ("ply=abc", last), ("ply=9999", last), ("ply=", last),
                         ("ply=%C2%B2", last), ("ply=1e3&leg=x", last), ("ply=99999999999999", last)):  # fmt: skip
        page = visitor.get(f"{hall.url('game', 2, 1)}?{query}")
        assert page.status_code == 200 and label in page.content.decode(), query


def test_a_board_whose_moves_nobody_has_brought_says_so(hall, visitor):
    page = visitor.get(hall.url("game", 2, 2)).content.decode()
    assert "No moves of this board yet." in page and hall.url("boards", 2) in page


def test_the_round_and_the_card_lead_to_the_game(hall, visitor):
    link = f'<a class="game" href="{hall.url("game", 2, 1)}"'
    assert link in visitor.get(hall.url("round", 2)).content.decode()
    state = store.state_of(hall.section.pk)
    board = state.round(2).boards[1]
    assert link in visitor.get(hall.url("player", state.numbers[board.white])).content.decode()
    assert visitor.get(hall.url("games")).url == hall.url("boards", 2)
    assert b"1. e4 e5 2. Nf3 Nc6 3. Bb5" in visitor.get(hall.url("game-pgn", 2, 1)).content


def test_a_start_position_with_black_to_move_keeps_its_numbers(hall, visitor):
    game = RecordedGame(START_960, ("e8f6", "e1d3"))
    games.save(hall.section.pk, [((2, 2, 0), game)], who="ana", role=Role.OWNER)
    page = visitor.get(hall.url("game", 2, 2)).content.decode()
    assert re.search(r'class="num n">12</th><td class="soft">…</td><td><a [^>]*data-ply="1">Nf6</a>', page)
    assert 'label="Position after 13. Nd3"' in page


def test_a_diagram_says_and_shows_the_same():
    picture = diagram("8/8/8/8/8/8/P7/K6k w - - 0 1", "x", "h2h1")
    assert picture.count('class="w"') == 2 and picture.count('class="b"') == 1 and picture.count("sq-m") == 2
    assert '<use class="b" href="#p-k" x="315" y="315"/>' in picture
    assert '<use class="b" href="#p-k" x="0" y="0"/>' in diagram("8/8/8/8/8/8/P7/K6k w - - 0 1", flip=True)
    with override("es"):
        assert in_words("8/8/8/8/8/8/P7/K6k w - - 0 1") == "Blancas: Ra1 a2. Negras: Rh1"


def test_many_boards_weigh_little(db, visitor):
    """A hundred boards within 60 KB, packed: 600 bytes each, with the page."""
    large = Open(create_event("Large"))
    large.enter(150)
    large("pair")
    large("publish")
    moves = ("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 0-0", "e4 c5 Nf3 d6 d4 cd4 Nd4 Nf6", "Nf3 g6 g3 Bg7 Bg2", "c4")
    played = [((1, n, 0), typed(moves[n % 4]).game) for n in range(1, 76)]
    games.save(large.section.pk, played, who="ana", role=Role.OWNER)
    page = visitor.get(large.url("boards", 1)).content
    assert page.count(b"<li>") == 75
    assert len(gzip.compress(page, 6)) < 600 * 75
