"""Equipment and venue in figures (C.02), and the provision for disabled players (D.04.12) and schools.

    article      function
    C.02 2.3     PIECE_CM, check_pieces    heights within 10 %, strictly descending K Q B N R P
    C.02 2.4     check_pieces              base 40 to 50 % of the height
    C.02 3.3     check_board               squares of 5 to 6 cm; four pawns fit on one
    C.02 4.1     check_tables              110 x 85 cm within 15 %, height 74
    C.02 6       SCORESHEET_FIELDS
    C.05 4.4     needs_large_clock         30 players and more at level 1
    D.04.12      check_disabled, late_notice
    schools      check_school

Exactly 30 players stand between "more than 30" and "fewer than 30": the clock is asked for. All lengths are exact.
Not here: settings of the whole event (`competition`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from arbitro.i18n import gettext_for
from arbitro.officials.appointments import suggested_school_arbiters
from arbitro.officials.checks import Binding, Requirement, need

_ = gettext_for("officials")

PIECE_CM = {
    "K": Fraction("9.5"), "Q": Fraction("8.5"), "B": Fraction(7), "N": Fraction(6), "R": Fraction("5.5"),
    "P": Fraction(5),
}  # fmt: skip
PIECE_TOLERANCE = Fraction(10, 100)
BASE_SHARE = (Fraction(40, 100), Fraction(50, 100))
SQUARE_CM = (5, 6)
TABLE_CM = (Fraction(110), Fraction(85))
TABLE_TOLERANCE = Fraction(15, 100)
TABLE_HEIGHT_CM = 74
LARGE_CLOCK_FROM = 30
NOTICE_DAYS = 20
SCHOOL_SETS_MM = ((55, 90), (38, 75))  # square at least, king: Staunton 5 and 4
SCHOOL_AREA_M2 = 2
SCHOOL_HOURS = 6
SPECTATOR_DISTANCE_M = 1
WHEELCHAIR_TABLE_M = 2


@dataclass(frozen=True, slots=True)
class Equipment:
    """Measures in centimetres. None: not stated."""

    heights: dict[str, Fraction] | None = None
    bases: dict[str, Fraction] | None = None
    square: Fraction | None = None
    pawn_base: Fraction | None = None
    table: tuple[Fraction, ...] | None = None  # length, width
    table_height: Fraction | None = None
    approved: bool | None = None
    electronic_clocks: bool | None = None
    clock_types: int | None = None


def _fmt(value: Fraction | None) -> str:
    return "-" if value is None else f"{float(value):g}"


def check_pieces(heights: Mapping[str, Fraction], bases: Mapping[str, Fraction] | None = None) -> list[Requirement]:
    """C.02 2.3-2.4: every height within 10 % and lower than the piece before; bases 40 to 50 % of the height."""
    rows = []
    for piece, normal in PIECE_CM.items():
        if piece in heights:
            low, high = normal * (1 - PIECE_TOLERANCE), normal * (1 + PIECE_TOLERANCE)
            found, needed = _fmt(heights[piece]), f"{_fmt(low)}-{_fmt(high)}"
            rows.append(need("EQ-2.3", found, needed, low <= heights[piece] <= high, piece=piece))
    given = [piece for piece in PIECE_CM if piece in heights]
    for higher, lower in pairwise(given):
        found, met = f"{_fmt(heights[higher])} / {_fmt(heights[lower])}", heights[higher] > heights[lower]
        rows.append(need("EQ-2.3.order", found, ">", met, higher=higher, lower=lower))
    for piece, base in (bases or {}).items():
        if piece in heights:
            low, high = (share * heights[piece] for share in BASE_SHARE)
            rows.append(need("EQ-2.4", _fmt(base), f"{_fmt(low)}-{_fmt(high)}", low <= base <= high, piece=piece))
    return rows


def check_board(square: Fraction, pawn_base: Fraction | None = None) -> list[Requirement]:
    """C.02 3.3: side of the squares; two pawn bases side by side fit (four pawns on a square)."""
    low, high = SQUARE_CM
    rows = [need("EQ-3.3", _fmt(square), f"{low}-{high}", low <= square <= high)]
    if pawn_base is not None:
        rows.append(need("EQ-3.3.pawns", _fmt(2 * pawn_base), f"<= {_fmt(square)}", 2 * pawn_base <= square))
    return rows


def check_tables(table: tuple[Fraction, ...], height: Fraction | None) -> list[Requirement]:
    """C.02 4.1: 110 x 85 cm, each within 15 %; 74 cm high."""
    rows = []
    for side, normal, key in zip(table, TABLE_CM, ("EQ-4.1 length", "EQ-4.1 width"), strict=False):
        low, high = normal * (1 - TABLE_TOLERANCE), normal * (1 + TABLE_TOLERANCE)
        rows.append(need(key, _fmt(side), f"{_fmt(low)}-{_fmt(high)}", low <= side <= high))
    if height is not None:
        rows.append(need("EQ-4.1 height", _fmt(height), TABLE_HEIGHT_CM, height == TABLE_HEIGHT_CM))
    return rows


def check_equipment(equipment: Equipment, *, official: bool) -> list[Requirement]:
    """C.02: everything that was measured."""
    rows = check_pieces(equipment.heights or {}, equipment.bases)
    if equipment.square is not None:
        rows += check_board(equipment.square, equipment.pawn_base)
    if equipment.table:
        rows += check_tables(equipment.table, equipment.table_height)
    if official:
        rows += [need("EQ-1", equipment.approved), need("EQ-5", equipment.electronic_clocks)]
    if equipment.clock_types is not None:
        rows.append(need("EQ-5.type", equipment.clock_types, 1, equipment.clock_types == 1))
    return rows


def needs_large_clock(level: int, players: int) -> bool:
    """C.05 4.4: at level 1 a large clock from 30 players; with fewer, five minutes and one minute are announced."""
    return level == 1 and players >= LARGE_CLOCK_FROM


def late_notice(notice_days: int) -> bool:
    """D.04.12 4: needs of a disabled player are told at least 20 days before the start."""
    return notice_days < NOTICE_DAYS


@dataclass(frozen=True, slots=True)
class Disabled:
    """Provision for disabled players. None: not stated."""

    accessible: bool | None = None
    needs_asked: bool | None = None
    doctor: bool | None = None
    plans_published: bool | None = None
    assistants: bool | None = None
    table_width_m: Fraction | None = None
    sockets: bool | None = None
    large_print: bool | None = None
    recording_waived_last_five: bool | None = None
    one_round_a_day: bool | None = None


def check_disabled(provision: Disabled, *, official: bool) -> list[Requirement]:
    """D.04.12: binding in FIDE events, urged upon all organisers."""
    level = Binding.MUST if official else Binding.SHOULD
    rows = [
        need("DIS-3", provision.accessible, level=level),
        need("DIS-4", provision.needs_asked, level=level),
        need("DIS-7", provision.plans_published, level=level),
        need("DIS-8", provision.doctor, level=level),
        need("DIS-10", provision.assistants, level=level),
        need("DIS-11", provision.large_print, level=level),
        need("DIS-R", provision.sockets),
        need("DIS-T", provision.one_round_a_day),
        need("DIS-S", provision.recording_waived_last_five),
    ]
    if (width := provision.table_width_m) is not None:
        rows.append(need("DIS-R width", _fmt(width), f">= {WHEELCHAIR_TABLE_M}", width >= WHEELCHAIR_TABLE_M))
    return rows


@dataclass(frozen=True, slots=True)
class School:
    """A school event. None: not stated."""

    players: int = 0
    rooms: int = 1
    arbiters: int | None = None
    area_m2: Fraction | None = None
    hours_a_day: Fraction | None = None
    square_mm: int | None = None
    king_mm: int | None = None
    spectator_distance_m: Fraction | None = None
    briefing: bool | None = None
    accompanied: bool | None = None


def check_school(school: School) -> list[Requirement]:
    """School events: arbiters, space, length of the day, equipment."""
    least, arbiters = suggested_school_arbiters(school.players, school.rooms), school.arbiters
    enough = None if arbiters is None else arbiters >= least
    rows = [need("SCHOOL-5", "-" if arbiters is None else arbiters, f">= {least}", enough)]
    if school.area_m2 is not None and school.players:
        needed = SCHOOL_AREA_M2 * school.players
        rows.append(need("SCHOOL-8", _fmt(school.area_m2), f">= {needed}", school.area_m2 >= needed))
    if (hours := school.hours_a_day) is not None:
        rows.append(need("SCHOOL-12", _fmt(hours), f"<= {SCHOOL_HOURS}", hours <= SCHOOL_HOURS))
    if school.square_mm is not None and school.king_mm is not None:
        size = (school.square_mm, school.king_mm)
        standard = (SQUARE_CM[0] * 10 <= size[0] <= SQUARE_CM[1] * 10
                    and abs(Fraction(size[1], 10) - PIECE_CM["K"]) <= PIECE_CM["K"] * PIECE_TOLERANCE)  # fmt: skip
        (big_square, big_king), small = SCHOOL_SETS_MM
        met = standard or (size[0] >= big_square and size[1] == big_king) or size == small
        rows.append(need("SCHOOL-9", f"{size[0]} / {size[1]}", "C.02; 55 / 90; 38 / 75", met))
    if (distance := school.spectator_distance_m) is not None:
        met = distance >= SPECTATOR_DISTANCE_M
        rows.append(need("SCHOOL-10", _fmt(distance), f">= {SPECTATOR_DISTANCE_M}", met))
    rows += [need("SCHOOL-6", school.briefing), need("SCHOOL-2", school.accompanied)]
    return [replace(row, article=_("school events")) for row in rows]
