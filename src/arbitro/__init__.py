"""Arbitro: chess tournaments by the rules.

>>> from arbitro import Player, Tournament, pair
>>> t = Tournament.new([Player("Ana", 2100), Player("Blas", 2050)], rounds=1)
>>> t = t.with_pairings(pair(t)).with_result(board=1, result="1-0")
>>> print(t.standings())
Rk  No.  Name  Pts
 1    1  Ana     1
 2    2  Blas    0

See `arbitro.library`. Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # as typing has it; importing typing would cost more than everything else here
if TYPE_CHECKING:
    from arbitro.editions import Editions as Editions
    from arbitro.errors import ArbitroError as ArbitroError
    from arbitro.errors import FileError as FileError
    from arbitro.errors import NoPairing as NoPairing
    from arbitro.errors import Refused as Refused
    from arbitro.i18n import speaking as speaking
    from arbitro.library import Table as Table
    from arbitro.library import Tournament as Tournament
    from arbitro.library import can_mate as can_mate
    from arbitro.library import norms as norms
    from arbitro.library import pair as pair
    from arbitro.library import rate as rate
    from arbitro.library import read as read
    from arbitro.library import rule as rule
    from arbitro.library import write as write
    from arbitro.model import Colour as Colour
    from arbitro.model import Outcome as Outcome
    from arbitro.model import Pair as Pair
    from arbitro.model import Pairings as Pairings
    from arbitro.model import Player as Player
    from arbitro.model import RatingList as RatingList
    from arbitro.model import System as System
    from arbitro.model import Title as Title

_HOMES = {
    "arbitro.editions": ("Editions",),
    "arbitro.errors": ("ArbitroError", "FileError", "NoPairing", "Refused"),
    "arbitro.i18n": ("speaking",),
    "arbitro.library": ("Table", "Tournament", "can_mate", "norms", "pair", "rate", "read", "rule", "write"),
    "arbitro.model": ("Colour", "Outcome", "Pair", "Pairings", "Player", "RatingList", "System", "Title"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
