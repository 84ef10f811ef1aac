"""The short form of a game, as the journal keeps it: two letters a move, clocks as seconds used.

    {"moves": "MczjGV…", "end": FEN, "source": "file", "result": "1-0"}      what is empty is left out

A square is one of 64 letters (a1 is A, h8 is _); a promotion adds one of =, +, ! and ? (queen, rook, bishop, knight).
`end` is the last position, so that a page with a hundred boards replays nothing.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from typing import Any

from arbitro.games.game import RecordedGame, Source

SQUARES = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
_NAMES = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
_LETTER = dict(zip(_NAMES, SQUARES, strict=True))
_SQUARE = dict(zip(SQUARES, _NAMES, strict=True))
_PROMOTIONS = dict(zip("qrbn", "=+!?", strict=True))
_PIECES = {sign: piece for piece, sign in _PROMOTIONS.items()}
KEPT = ("Date", "Time", "UTCDate", "UTCTime", "TimeControl", "ECO", "Opening", "Annotator")  # of the headers
LONGEST_HEADER = 120


def pack_line(line: Iterable[str]) -> str:
    """Moves (UCI) as letters; a prefix of the moves gives a prefix of the letters."""
    return "".join(_LETTER[uci[:2]] + _LETTER[uci[2:4]] + _PROMOTIONS.get(uci[4:], "") for uci in line)


def unpack_line(packed: str) -> tuple[str, ...]:
    line: list[str] = []
    place = 0
    while place < len(packed):
        if packed[place] in _PIECES:
            line[-1] += _PIECES[packed[place]]
            place += 1
        else:
            line.append(_SQUARE[packed[place]] + _SQUARE[packed[place + 1]])
            place += 2
    return tuple(line)


def last_move(packed: str) -> str:
    """The squares of the last of some packed moves; nothing where there is none."""
    return "".join(unpack_line(packed[-3:] if packed[-1:] in _PIECES else packed[-2:]))


def pack(game: RecordedGame) -> dict[str, Any]:
    """A game in its short form."""
    kept = {name: game.headers[name][:LONGEST_HEADER] for name in KEPT if game.headers.get(name, "?").strip("?. ")}
    packed = {
        "moves": pack_line(game.line),
        "end": game.end_fen(),
        "start": game.start,
        "clocks": _packed_clocks(game.clocks),
        "headers": kept,
        "result": game.result,
        "termination": game.termination,
        "source": game.source.value,
        "doubts": list(game.doubts),
        "stopped": game.stopped,
        "rest": game.rest,
    }
    return {name: value for name, value in packed.items() if value or name == "moves"}


def unpack(packed: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> RecordedGame:
    """The game from its short form; `headers` come before those that were kept."""
    return RecordedGame(
        start=packed.get("start", ""),
        line=unpack_line(packed.get("moves", "")),
        clocks=_clocks(packed.get("clocks", "")),
        headers={**packed.get("headers", {}), **(headers or {})},
        result=packed.get("result", "*"),
        termination=packed.get("termination", ""),
        source=Source(packed["source"]),
        doubts=tuple(packed.get("doubts", ())),
        stopped=packed.get("stopped", ""),
        rest=packed.get("rest", ""),
    )


def _packed_clocks(clocks: tuple[int | None, ...]) -> str:
    """Each clock as what the same player's clock lost since the move before; nothing where it is not known."""
    if not any(clock is not None for clock in clocks):
        return ""
    before = [0, 0]
    words = []
    for n, clock in enumerate(clocks):
        words.append("" if clock is None else str(before[n % 2] - clock))
        before[n % 2] = before[n % 2] if clock is None else clock
    return ",".join(words)


def _clocks(packed: str) -> tuple[int | None, ...]:
    if not packed:
        return ()
    before = [0, 0]
    clocks: list[int | None] = []
    for n, word in enumerate(packed.split(",")):
        before[n % 2] -= int(word or 0)
        clocks.append(before[n % 2] if word else None)
    return tuple(clocks)
