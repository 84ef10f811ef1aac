"""Games as values: read, written, packed, typed, compared."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.games import RecordedGame, Source, as_json, compare, pack, read_pgn, typed, unpack, write_pgn
from arbitro.i18n import speaking
from arbitro.laws.notation import NotationForm, write_move

PGN = """[Event "Club"]
[Site "Oaxaca"]
[Date "2026.11.16"]
[Round "1.2"]
[White "Ruiz, Ana"]
[Black "Soto, Benito"]
[Result "1-0"]
[WhiteElo "2010"]

1. e4 {[%clk 1:29:50] a comment (with brackets)} e5 {[%clk 1:29:40]} 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 $1 a6 1-0
"""


def random_line(seed: int, start: chess.Board, most: int = 60) -> tuple[str, ...]:
    rng, line = random.Random(seed), []
    while len(line) < most and (moves := list(start.legal_moves)):
        move = rng.choice(moves)
        line.append(move.uci())
        start.push(move)
    return tuple(line)


@st.composite
def games(draw: st.DrawFn) -> RecordedGame:
    array = draw(st.none() | st.integers(0, 959))
    start = chess.Board() if array is None else chess.Board.from_chess960_pos(array)
    fen = "" if start.fen() == chess.STARTING_FEN else start.fen()
    game = RecordedGame(fen)
    line = random_line(draw(st.integers(0, 10**9)), game.board())
    clocks = draw(st.none() | st.lists(st.none() | st.integers(0, 40_000), min_size=len(line), max_size=len(line)))
    times = tuple(clocks) if clocks and any(c is not None for c in clocks) else ()
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    return RecordedGame(fen, line, times, {"White": draw(st.sampled_from(["Ana", 'O"Neill \\ x', "?"]))}, result)


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_game_survives_the_journal_and_a_file(game):
    again = unpack(pack(game), game.headers)
    assert (again.start, again.line, again.clocks, again.result) == (game.start, game.line, game.clocks, game.result)
    assert pack(game)["end"] == game.end().fen()
    (read,) = read_pgn(write_pgn([game])).games
    assert (read.line, read.clocks, read.result) == (game.line, game.clocks, game.result)
    assert read.headers["White"] == game.headers["White"]
    assert read.end().fen() == game.end().fen()


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300) | st.text(alphabet='[]"{}();.$%e4Nf3 1-0*\\\n', max_size=200).map(str.encode))
def test_any_bytes_are_read_or_listed(data):
    reading = read_pgn(data)
    assert reading.games or reading.problems


def test_a_file_is_read_with_clocks_and_without_variations():
    reading = read_pgn(PGN)
    (game,) = reading.games
    assert reading.problems == ()
    assert [move.san for move in game.moves] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert game.clocks == (5390, 5380, None, None, None, None)
    assert as_json(game)["moves"][0] == {
        "san": "e4", "uci": "e2e4", "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "clock": 5390,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (PGN.replace("Nc6", "Nc5"), 3, "2... Nc5 cannot be played (no such piece can reach c5): read up to there"),
        (PGN[: PGN.index("3. Bb5")], 4, "cut off"),
        (PGN.replace("a6 1-0", "a6 0-1"), 6, "the tag says 1-0"),
        (PGN.replace("a comment (with brackets)", "a { nested } comment"), 6, ""),
        (PGN.replace("e4 {", "e4 {never closed ").replace("}", ""), 1, "cut off"),
        (PGN.replace("1-0", "2-0"), 6, "2-0"),
    ],
)
def test_a_bad_game_is_read_in_part_and_says_so(text, line, said):
    reading = read_pgn(text + PGN)
    assert len(reading.games[0].line) == line
    assert said in " ".join(map(str, reading.problems))
    assert len(reading.games) == 2 or "never closed" in text  # what follows is not lost


def test_other_variants_and_bad_starts_are_listed_and_the_rest_is_read():
    other = PGN.replace("[WhiteElo", '[Variant "Atomic"]\n[WhiteElo')
    broken = PGN.replace("[WhiteElo", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n[WhiteElo')
    nonsense = PGN.replace("[WhiteElo", '[FEN "no position"]\n[WhiteElo')
    reading = read_pgn("\n".join([other, broken, nonsense, PGN]))
    assert len(reading.games) == 1
    assert [problem.game for problem in reading.problems] == [1, 2, 3]
    assert "Atomic" in reading.problems[0].text


def test_encodings():
    latin = PGN.replace("Ruiz", "Muñoz").encode("latin-1")
    reading = read_pgn(latin)
    assert reading.games[0].headers["White"] == "Muñoz, Ana"
    assert "Windows-1252" in str(reading.problems[0])
    assert read_pgn(PGN.replace("Ruiz", "Łoś").encode("utf-16")).games[0].headers["White"] == "Łoś, Ana"
    with pytest.raises(ArbitroError, match="64 MB"):
        read_pgn(b" " * (65 * 1024**2))


def test_files_in_other_piece_letters():
    spanish = PGN.replace("Nf3", "Cf3").replace("Nc6", "Cc6").replace("Bb5", "Ab5")
    assert read_pgn(spanish).games[0].line == read_pgn(PGN).games[0].line


def test_chess960_keeps_its_start_and_castles():
    start = chess.Board.from_chess960_pos(0).fen()  # BBQNNRKR
    game = typed("g3 g6 0-0", start).game
    text = write_pgn([game])
    assert '[Variant "Chess960"]\n[SetUp "1"]' in text
    assert f'[FEN "{start}"]' in text
    again = read_pgn(text).games[0]
    assert again.line == game.line and again.start == start


def test_a_scoresheet_is_typed_as_it_is_written():
    with speaking("es"):
        read = typed("1. e4 e5 2. Cf3 cc6 Ab5? 1:20 a6 Axc6 dc6 0-0 1-0")
    assert read.stopped is None
    assert read.game.sans() == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"]
    assert read.game.doubts == (5,) and read.game.clocks[4] == 4800
    assert (read.game.result, read.game.source) == ("1-0", Source.TYPED)


@pytest.mark.parametrize(
    ("end", "result"),
    [
        ("1-0", "1-0"), ("0–1", "0-1"), ("½", "1/2-1/2"), ("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"),
        ("1/2–1/2", "1/2-1/2"), ("(=) ½-½", "1/2-1/2"), ("= ½", "1/2-1/2"), ("=", "*"), ("*", "*"), ("", "*"),
    ],
)  # fmt: skip
def test_a_sheet_ends_as_people_write_it(end, result):
    read = typed(f"1) e4 e5 2) Nf3 Nc6 {end}")
    assert (read.stopped, read.game.sans(), read.game.result) == (None, ["e4", "e5", "Nf3", "Nc6"], result)


def test_typing_stops_at_an_illegal_and_at_an_ambiguous_move():
    stopped = typed("e4 e5 Nf3 Nc6 Ng1 Nf6 Nc4").stopped
    assert stopped is not None
    assert (stopped.ply, stopped.number, stopped.word, stopped.reason) == (7, "4.", "Nc4", "no such piece can reach c4")
    stopped = typed("d4 d5 Nf3 Nf6 Nd2").stopped
    assert stopped is not None
    assert (stopped.ply, stopped.reason, stopped.readings) == (5, "ambiguous", ("Nbd2", "Nfd2"))


@pytest.mark.parametrize(
    ("text", "moves", "stops", "at"),
    [
        ("e4e5Cf3Cc6Ab5a6 Axc6dc600", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O", "", -1),
        ("1.e4c5 2.e5d5exd6ep", "e4 c5 e5 d5 exd6", "ep", 17),
        ("e4e5Cf3?Cc6 1:20 Ab5", "e4 e5 Nf3 Nc6 Bb5", "", -1),
        ("e4e5Ke3Nc6", "e4 e5", "Ke3", 4),  # the reading stops at the move, not at the word
        ("{e4} e4e5 Cf", "e4 e5", "Cf", 10),
        ("d4e5de5f6ef6Cc6 fg7Cb8 gh8DCc6", "d4 e5 dxe5 f6 exf6 Nc6 fxg7 Nb8 gxh8=Q Nc6", "", -1),
        ("d4e5de5f6ef6cc6 fg7cb8 gh8dcc6", "d4 e5 dxe5 f6 exf6 Nc6 fxg7 Nb8 gxh8=Q Nc6", "", -1),  # small letters
        ("e2e4e7e5", "e4 e5", "", -1),
        ("e2e4 e7e5 c4d5", "e4 e5", "c4d5", 10),  # a sheet of squares: one move, and it is illegal
        ("e4-e5", "", "e4-e5", 0),
        ("Cf3Cf6 g3g6 Ag2Ag7 0000", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", "", -1),
        ("d4d5Cc3Cc6Af4Af5Dd2Dd7e3e6Ad3Ad6Cf3Cf600000",
         "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 e3 e6 Bd3 Bd6 Nf3 Nf6", "00000", 38),  # two ways to divide it
    ],
)  # fmt: skip
def test_moves_need_no_space_between_them_where_one_reading_divides_them(text, moves, stops, at):
    with speaking("es"):
        read = typed(text)
    assert " ".join(read.game.sans()) == moves
    assert (read.stopped.word, read.stopped.at) == (stops, at) if stops else read.stopped is None


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["es", "en", "de"]), st.booleans())
def test_without_spaces_a_sheet_is_read_as_it_was_written_or_stops(seed, language, long):
    board, line, words = chess.Board(), random_line(seed, chess.Board(), 80), []
    for uci in line:
        move = chess.Move.from_uci(uci)
        words.append(
            write_move(board, move, language, form=NotationForm.LONG if long else NotationForm.SHORTER, suffixes=False)
        )
        board.push(move)
    with speaking(language if language != "de" else "en"):
        read = typed("".join(words).replace(" e.p.", "").replace(" a.p.", ""))
    assert read.game.line == line or (read.stopped is not None and read.game.line == line[: len(read.game.line)])
    assert read.stopped is None or "0" in read.stopped.word


def test_two_sheets_are_compared_move_by_move():
    one, other = typed("e4 e5 Nf3 Nc6 Bb5").game, typed("e4 e5 Nf3 Nf6").game
    assert [(d.ply, d.one, d.other) for d in compare(one, other)] == [(4, "Nc6", "Nf6"), (5, "Bb5", "")]
    assert compare(one, one) == []


def test_what_a_kept_sheet_says_after_its_end_is_in_the_file():
    sheet = typed("e4 e5 Ke3 Nc6 {").kept()
    text = write_pgn([sheet])
    assert "1. e4 e5 {2. Ke3 Nc6 (} *" in text
    (again,) = read_pgn(text).games
    assert again.sans() == ["e4", "e5"] and not again.stopped
    assert (as_json(sheet)["stopped"], as_json(sheet)["rest"]) == ("2. Ke3", "Nc6 {")


@pytest.mark.parametrize(
    ("text", "plies", "said"),
    [
        ("1. e4 -- 2. d4 *", 1, "1... -- cannot be played"),  # a null move is no move
        ("1. e4 e5 2. Nf", 2, "cut off"),
        ("", 0, "cut off"),  # nothing but tags
        ("1. e4 e5 *\r\r", 2, ""),  # lines as old machines end them
    ],
)
def test_what_is_cut_off_or_no_move_is_told(text, plies, said):
    head = '[Event "x"]\r[White "A"]\r' if "\r" in text else '[Event "x"]\n[White "A"]\n'
    reading = read_pgn(f"{head}{head[-1]}{text}")
    (game,) = reading.games
    assert len(game.line) == plies and pack(game)["moves"] is not None
    assert said in " ".join(map(str, reading.problems)) and bool(said) == bool(reading.problems)


def test_control_characters_are_told_to_nobody():
    reading = read_pgn(b'[Event "x\x07"]\n\n1. e4 \x1b[31mQ\x02\x9d\x7f *\n\x1a')
    told = " ".join([*map(str, reading.problems), *(game.stopped for game in reading.games)])
    assert told and told.isprintable()
    assert read_pgn("1. e4\x0ce5\x85Nf3 *\x1a").games[0].sans() == ["e4", "e5", "Nf3"]
