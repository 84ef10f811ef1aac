"""Games in files: PGN read by `laws.pgn`, with a list of what was not read; PGN written as other programs expect it.

    Result 1-0, moves                     a game that was played
    Result 1-0, Termination forfeit       nobody moved: the opponent did not come (both: Result *)
    Result 1-0, no moves                  played, but its moves are not known
    Result *, Termination unterminated    not finished

Clocks are comments ([%clk 1:29:45]). A start position has SetUp and FEN, Chess960 also Variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

import chess
import chess.pgn

from arbitro.errors import ArbitroError
from arbitro.games.game import RecordedGame, Source, start_board
from arbitro.i18n import gettext_for
from arbitro.laws.board import UNPLAYABLE
from arbitro.laws.notation import numbered, why_unplayed
from arbitro.laws.pgn import Mainline, Unclosed, read_mainlines, unplayed

_ = gettext_for("games")

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"Date": "????.??.??", "Result": "*"}
_CONTROL = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
FORFEIT, UNTERMINATED = "forfeit", "unterminated"
LARGEST = 64 * 1024**2  # bytes of a file
MOST = 20_000  # games of a file
LONGEST = 2_000  # half-moves of a game


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that was not read: which game of the file (from 1; 0: the file), whose, and why."""

    game: int
    players: str
    text: str

    def __str__(self) -> str:
        where = _("game {n}").format(n=self.game) if self.game else _("file")
        return ": ".join(part for part in (where, self.players, self.text) if part)


@dataclass(frozen=True, slots=True)
class Reading:
    """The games of a file as far as they can be read, and what could not."""

    games: tuple[RecordedGame, ...]
    problems: tuple[Unread, ...]


def decode(data: bytes) -> tuple[str, tuple[Unread, ...]]:
    """The text of a file: UTF-8, else UTF-16 where it says so, else the letters of western Europe, with a note."""
    if len(data) > LARGEST:
        text = _("a file of at most {n} MB is read: divide it").format(n=LARGEST // 1024**2)
        raise ArbitroError(text)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace"), ()
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        note = _("not UTF-8: read as Windows-1252; look at the names")
        return data.decode("cp1252", "replace"), (Unread(0, "", note),)


def read_pgn(text: str | bytes, source: Source = Source.FILE) -> Reading:
    """Every game of a PGN text, in the piece letters of any language; a bad game is read as far as it goes."""
    problems: list[Unread] = []
    if isinstance(text, bytes):
        text, notes = decode(text)
        problems.extend(notes)
    games: list[RecordedGame] = []
    plain = _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    for number, line in enumerate(read_mainlines(plain), 1):
        if number > MOST:
            problems.append(Unread(number, "", _("only the first {n} games of a file are read").format(n=MOST)))
            break
        players = " - ".join(line.headers.get(side, "?") for side in ("White", "Black"))
        try:
            game, said = _game(line, source)
        except ArbitroError as error:
            problems.append(Unread(number, players, str(error)))
            continue
        games.append(game)
        problems.extend(Unread(number, players, text) for text in said)
    if not games and not any(problem.game for problem in problems):
        problems.append(Unread(0, "", _("no game in PGN form was found")))
    return Reading(tuple(games), tuple(problems))


def _game(line: Mainline, source: Source) -> tuple[RecordedGame, list[str]]:
    """One game, and what could not be read of it; one of another variant is refused."""
    headers = {name: re.sub(r'\\(["\\])', r"\1", value) for name, value in line.headers.items()}
    try:
        standard = line.headers.variant() is chess.Board
    except ValueError:
        standard = False
    if not standard:
        raise ArbitroError(_("{variant} is not chess: not read").format(variant=headers.get("Variant", "?")))
    start = headers.get("FEN", "").strip()
    if start:
        board = start_board(start)
        if board.status() & UNPLAYABLE:
            raise ArbitroError(_("the start position {fen} cannot be played: not read").format(fen=start))
        start = "" if board.fen() == chess.STARTING_FEN else start
    said = []
    moves = list(takewhile(bool, line.moves[:LONGEST]))  # a null move is false
    if len(line.moves) > LONGEST:
        said.append(_("only the first {n} half-moves are read").format(n=LONGEST))
    stopped = ""
    if line.errors and isinstance(line.errors[-1], Unclosed):
        said.append(_("{begun} is never closed: the text may be cut off").format(begun=line.errors[-1]))
    if len(moves) < len(line.moves[:LONGEST]):
        stopped = f"{numbered(RecordedGame(start, tuple(move.uci() for move in moves)).end())} --"
        said.append(_("{move} cannot be played: read up to there").format(move=stopped))
    elif line.errors and not isinstance(line.errors[0], Unclosed):
        at = line.board or start_board(start)
        word = unplayed(line.errors[0])
        stopped = f"{numbered(at)} {word}".strip()
        why = why_unplayed(at, word)
        text = (
            _("{move} cannot be played ({why}): read up to there")
            if why
            else _("{move} cannot be played: read up to there")
        )
        said.append(text.format(move=stopped, why=why))
    result, stated = line.result or headers.get("Result", "*"), headers.get("Result", "*")
    if result not in RESULTS:
        said.append(_("{result} is not a result of PGN").format(result=result[:20]))
        result = "*"
    if not line.result and not line.errors:
        said.append(_("the text ends without a result: it may be cut off"))
    elif stated in RESULTS and "*" not in (stated, result) and stated != result:
        said.append(_("the tag says {stated}, the moves end with {result}").format(stated=stated, result=result))
    result = stated if result == "*" and stated in RESULTS else result
    clocks = line.clocks[: len(moves)]
    game = RecordedGame(
        start=start,
        line=tuple(move.uci() for move in moves),
        clocks=tuple(clocks) if any(clock is not None for clock in clocks) else (),
        headers=headers,
        result=result,
        termination=headers.get("Termination", "")[:40],
        source=source,
        stopped=stopped,
        last=line.board.fen() if line.board is not None and len(moves) == len(line.moves) else "",
    )
    return game, said


def write_pgn(games: Iterable[RecordedGame]) -> str:
    """Games as one PGN text."""
    return "\n".join(map(_written, games))


def _written(game: RecordedGame) -> str:
    return "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags(game)) + f"\n{_movetext(game)}\n"


def tags(game: RecordedGame) -> Iterator[tuple[str, str]]:
    """The tags of a game: the seven of the roster first, then the others that say something."""
    own = {**game.headers, "Result": game.result}
    for name in ROSTER:
        yield name, own.pop(name, "") or UNKNOWN.get(name, "?")
    for name in ("SetUp", "FEN", "Variant", "Termination"):
        own.pop(name, None)
    if game.start:
        if game.board().chess960:
            yield "Variant", "Chess960"
        yield from (("SetUp", "1"), ("FEN", game.start))
    if game.termination:
        yield "Termination", game.termination
    yield from ((name, value) for name, value in own.items() if value and name.isalnum())


def _quoted(value: str) -> str:
    plain = " ".join(value.split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _movetext(game: RecordedGame) -> str:
    words = []
    board = game.board()
    black, number = not board.turn, board.fullmove_number
    clocks = game.clocks or (None,) * len(game.line)
    again = True  # a number stands before White's moves, before the first and after a comment
    for san, clock in zip(game.sans(), clocks, strict=True):
        number_word = f"{number}{'...' if black else '.'} " if again or not black else ""
        words.append(number_word + san)
        again = clock is not None
        if clock is not None:
            words.append(f"{{[%clk {clock // 3600}:{clock // 60 % 60:02}:{clock % 60:02}]}}")
        number += black
        black = not black
    if game.stopped:  # what cannot be played is not lost
        said = " ".join(f"{game.stopped} {game.rest}".translate({ord("{"): "(", ord("}"): ")"}).split())
        words.append(f"{{{said}}}")
    return _folded([*words, game.result])


def _folded(words: list[str]) -> str:
    """Lines of at most 79 letters."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < 79:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)
