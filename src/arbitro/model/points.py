"""Points: exact scores, counted in tenths.

A tournament file holds one decimal (`11.5`), so a tenth of a point holds every score that can be recorded, half
points included, in a plain integer that adds, compares and sorts exactly. `Points(15)` is a point and a half.
"""

from __future__ import annotations

from arbitro.i18n import gettext_for
from arbitro.records import MAX_INTEGER, RecordError, reads, writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import NewType

    Points = NewType("Points", int)
else:

    class Points(int):
        """What NewType makes, without importing typing: a name for the reader, an int for the machine."""

        __supertype__ = int

        def __new__(cls, tenths):
            return tenths


_ = gettext_for("records")

UNIT = 10  # how many of our units make one point
ZERO = Points(0)
HALF = Points(5)
ONE = Points(10)
TWO = Points(20)


def points(value: str | int | float | Fraction) -> Points:
    """Points from what people write: `"4½"`, `"4.5"`, `"4,5"`, `4.5`, `4`.

    >>> points("4½"), points(".5"), points(3)
    (45, 5, 30)

    Raises ValueError where the value is no number of tenths.
    """
    if isinstance(value, str):
        text = value.strip().replace(",", ".")
        if text.endswith("½"):
            text = (text[:-1].strip() or "0") + ".5"
        if len(text) > 18 or "e" in text.lower():  # 1e999999999 would fill the memory
            raise ValueError(f"{value[:20]!r} is not a number of tenths of a point")
        whole, _point, tenths = text.partition(".")
        if (whole + tenths).isdecimal() and len(tenths) <= 1:
            return Points(int(whole or 0) * UNIT + int(tenths or 0))
        value = text
    if isinstance(value, int):
        return Points(value * UNIT)
    from fractions import Fraction  # few files need it

    scaled = Fraction(str(value)) * UNIT
    if scaled.denominator != 1:
        raise ValueError(f"{value!r} is not a number of tenths of a point")
    return Points(int(scaled))


def show(value: int) -> str:
    """As arbiters write it: `4½`, `4`, `½`, `0`; other decimals as `4.3`."""
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), UNIT)
    if rest == 0:
        return f"{sign}{whole}"
    if rest == HALF:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}.{rest}"


def signed(value: int) -> str:
    """Points that are added or taken away: `+½`, `−1`."""
    return f"−{show(-value)}" if value < 0 else f"+{show(value)}"


def decimal(value: int) -> str:
    """As tournament files write it: `4.5`."""
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), UNIT)
    return f"{sign}{whole}.{rest}"


def plain(value: int) -> str:
    """As a cell of a spreadsheet: `4.5`, `4`.

    >>> plain(45), plain(40), plain(-5)
    ('4.5', '4', '-0.5')
    """
    return decimal(value).removesuffix(".0")


def number(value: int) -> float:
    """For JSON: the float nearest to the exact value; never used in a comparison."""
    return value / UNIT


@reads(Points)
def _read(value: object, where: str) -> Points:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_INTEGER:
        try:
            return points(value)
        except ValueError:
            pass
    raise RecordError(where, value, _("points such as 11.5"))


@writes(Points)
def _write(value: int) -> int | float:
    return value // UNIT if value % UNIT == 0 else value / UNIT
