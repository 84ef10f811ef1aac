"""Games as part of a tournament: the moves of a board, whoever brought them.

    RecordedGame, Move, Source  a game as a value; its moves with SAN, UCI, FEN and clock
    read_pgn, write_pgn         files, with what could not be read
    typed, compare              scoresheets as people write them, and two of them side by side
    pack, unpack                the short form in which the journal keeps a game
    as_json                     what the viewer's script and other programs get

`laws` reads moves and judges positions; here is no second reader. Nothing here knows a database, the web or the time.
"""

from arbitro.games.game import START, Move, RecordedGame, Source, as_json
from arbitro.games.packing import pack, unpack
from arbitro.games.pgn import Reading, Unread, read_pgn, write_pgn
from arbitro.games.sheets import SheetDifference, Stop, Typed, compare, typed

__all__ = [
    "START", "Move", "Reading", "RecordedGame", "SheetDifference", "Source", "Stop", "Typed", "Unread", "as_json",
    "compare", "pack", "read_pgn", "typed", "unpack", "write_pgn",
]  # fmt: skip
