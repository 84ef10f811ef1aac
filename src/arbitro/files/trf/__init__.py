"""Tournament report files: TRF16 with the pairing programs' extensions, and TRF26.

columns    where every field stands (one table for reading, writing and checking)
codes      the coded tournament types of line 192
reader     a file -> Tournament
checks     does the file agree with itself? (scores, games seen from both sides, ranks, byes)
writer     Tournament -> a file

>>> from arbitro.files import trf
>>> file = trf.parse("012 Club Open\\n001    1      Ana                               2100\\n")
>>> file.tournament.info.name, file.warnings
('Club Open', [])
"""

from arbitro.files.trf.checks import Doubt, FileDoubt, TrfError
from arbitro.files.trf.reader import TrfFile, parse, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbitro.files.trf.writer import losses, write

__all__ = ["Doubt", "FileDoubt", "TrfError", "TrfFile", "losses", "parse", "read", "write"]


def __getattr__(name: str) -> object:
    """The writer is loaded when it is first used: a process that only pairs starts without it."""
    if name not in ("losses", "write"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arbitro.files.trf import writer

    found: object = getattr(writer, name)
    globals()[name] = found
    return found
