"""A game as a value: where it began, the moves, the clocks, how it ended and who brought it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

import chess

from arbitro.i18n import current_language
from arbitro.laws.board import position
from arbitro.laws.notation import why_unplayed

START = chess.STARTING_FEN
UNREADABLE = re.compile(r"[?….]+")  # stands for a move that cannot be read


class Source(Enum):
    """Who brought the moves."""

    TYPED = "typed"  # from a scoresheet
    FILE = "file"  # PGN
    FEED = "feed"  # an electronic board's file that keeps growing
    PLAYED = "played"  # in the playing zone


@dataclass(frozen=True, slots=True)
class Move:
    """One move: as written in English, as squares, the position after it, seconds left of who moved."""

    san: str
    uci: str
    fen: str
    clock: int | None = None


@dataclass(frozen=True)
class RecordedGame:
    """One board of one round. `start` is empty for the usual array, else a FEN (Chess960 too)."""

    start: str = ""
    line: tuple[str, ...] = ()  # UCI; in Chess960 the king takes its own rook to castle
    clocks: tuple[int | None, ...] = ()  # seconds, one for each move, or none at all
    headers: Mapping[str, str] = field(default_factory=dict)
    result: str = "*"
    termination: str = ""
    source: Source = Source.FILE
    doubts: tuple[int, ...] = ()  # half-moves (from 1) that could hardly be read
    stopped: str = ""  # the move that could not be played, with its number: 23. Nf6; illegible: 23. ?
    rest: str = ""  # what a scoresheet says after that, as it was typed
    last: str = field(default="", compare=False)  # the last position as FEN, where whoever read it knew it

    @property
    def illegible(self) -> bool:
        """Does the sheet stop at a move that nobody can read, not at one that cannot be played?"""
        return bool(self.stopped) and UNREADABLE.fullmatch(self.stopped.rpartition(" ")[2]) is not None

    def why_stopped(self) -> str:
        """Why the move at which the moves stop cannot be played; nothing where it is illegible."""
        if not self.stopped or self.illegible:
            return ""
        first = current_language() if self.source is Source.TYPED else "en"
        return why_unplayed(self.end(), self.stopped.rpartition(" ")[2], first=first)

    def board(self) -> chess.Board:
        """The position in which the game began."""
        return start_board(self.start)

    def end_fen(self) -> str:
        """The last position as FEN."""
        return self.last or self.end().fen()

    def end(self) -> chess.Board:
        """The last position, with the moves behind it."""
        board = self.board()
        for uci in self.line:
            board.push(chess.Move.from_uci(uci))
        return board

    def sans(self) -> list[str]:
        """The moves as PGN writes them."""
        board = self.board()
        return [board.san_and_push(chess.Move.from_uci(uci)) for uci in self.line]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every move with the position after it."""
        board = self.board()
        clocks = self.clocks or (None,) * len(self.line)
        return tuple(
            Move(board.san_and_push(chess.Move.from_uci(uci)), uci, board.fen(), clock)
            for uci, clock in zip(self.line, clocks, strict=True)
        )


def start_board(start: str) -> chess.Board:
    """The first position of a game; one whose castling needs Chess960 gets its rules."""
    if not start:
        return chess.Board()
    board = position(start)
    return position(start, chess960=True) if board.has_chess960_castling_rights() else board


def as_json(game: RecordedGame) -> dict[str, Any]:
    """A game for programs and for the viewer."""
    return {
        "start": game.start or START,
        "moves": [{"san": m.san, "uci": m.uci, "fen": m.fen, "clock": m.clock} for m in game.moves],
        "result": game.result,
        "termination": game.termination,
        "source": game.source.value,
        "doubts": list(game.doubts),
        "stopped": game.stopped,
        "rest": game.rest,
        "white": game.headers.get("White", ""),
        "black": game.headers.get("Black", ""),
    }
