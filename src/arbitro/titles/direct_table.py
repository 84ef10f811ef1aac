"""The tables of direct titles 1.24a (women) and 1.24b (open), in force from 1 July 2017: data only.

The amateur rows are printed differently in the two tables; we read the gold medal of the under-1700 group as the
lowest title in both. Seniors stand with the under-20 row that follows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arbitro.model import Title


class Table(Enum):
    """1.24a for women's events, 1.24b for open ones."""

    WOMEN = "women"
    OPEN = "open"

    __hash__ = object.__hash__


class Result(Enum):
    """What a player must have done."""

    GOLD = "gold"
    FIRST_EQUAL = "first_equal"
    SILVER_OR_BRONZE = "silver_or_bronze"
    CHAMPION = "champion"
    RUNNER_UP = "runner_up"
    LAST_8 = "reach_last_8"
    LAST_16 = "reach_last_16"
    QUALIFIED = "qualified_by_playing"
    SCORE = "score_pct"

    __hash__ = object.__hash__


class Kind(Enum):
    """What the table gives."""

    TITLE = "title"
    NORM = "norm"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Award:
    """One entry of a table: a result and what it brings; `only` where it holds for some events of the row."""

    result: Result
    kind: Kind
    min_percent: int = 0
    min_games: int = 0
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: events that give the same awards."""

    id: str
    table: Table
    events: tuple[str, ...]
    awards: Mapping[Title, tuple[Award, ...]]


def _score(percent: int, games: int) -> Award:
    return Award(Result.SCORE, Kind.TITLE, percent, games)


CHAMPION_TITLE = Award(Result.CHAMPION, Kind.TITLE)
FIRST_EQUAL_NORM = Award(Result.FIRST_EQUAL, Kind.NORM)
FIRST_EQUAL_TITLE = Award(Result.FIRST_EQUAL, Kind.TITLE)
GOLD_NORM = Award(Result.GOLD, Kind.NORM)
GOLD_TITLE = Award(Result.GOLD, Kind.TITLE)
LAST_16_TITLE = Award(Result.LAST_16, Kind.TITLE)
LAST_8_TITLE = Award(Result.LAST_8, Kind.TITLE)
QUALIFIED_TITLE = Award(Result.QUALIFIED, Kind.TITLE)
RUNNER_UP_NORM = Award(Result.RUNNER_UP, Kind.NORM)
RUNNER_UP_TITLE = Award(Result.RUNNER_UP, Kind.TITLE)
SILVER_OR_BRONZE_NORM = Award(Result.SILVER_OR_BRONZE, Kind.NORM)
SILVER_OR_BRONZE_TITLE = Award(Result.SILVER_OR_BRONZE, Kind.TITLE)
_STRONGER_AMATEURS = ("World Amateur under 2300", "World Amateur under 2000")

ROWS: tuple[Row, ...] = (
    Row(
        "a-women-world",
        Table.WOMEN,
        ("Women's World Championship",),
        {Title.WGM: (LAST_8_TITLE,), Title.WIM: (QUALIFIED_TITLE,)},
    ),
    Row("a-olympiad", Table.WOMEN, ("Olympiad",), {Title.WFM: (_score(65, 9),), Title.WCM: (_score(50, 7),)}),
    Row(
        "a-world-team",
        Table.WOMEN,
        ("World Team Championship",),
        {Title.WFM: (_score(65, 7),), Title.WCM: (_score(50, 7),)},
    ),
    Row(
        "a-world-amateur",
        Table.WOMEN,
        (
            "World Amateur under 2300",
            "World Amateur under 2000",
            "World Amateur under 1700",
        ),
        {
            Title.WFM: (Award(Result.GOLD, Kind.TITLE, only=_STRONGER_AMATEURS),),
            Title.WCM: (
                Award(Result.SILVER_OR_BRONZE, Kind.TITLE, only=_STRONGER_AMATEURS),
                Award(Result.GOLD, Kind.TITLE, only=("World Amateur under 1700",)),
            ),
        },
    ),
    Row(
        "a-world-u20-senior",
        Table.WOMEN,
        (
            "World Senior 65+",
            "World Senior 50+",
            "World U20",
        ),
        {
            Title.WGM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.WIM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "a-world-u18",
        Table.WOMEN,
        ("World U18",),
        {
            Title.WGM: (GOLD_NORM,),
            Title.WIM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.WFM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "a-world-u16",
        Table.WOMEN,
        ("World U16",),
        {
            Title.WIM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.WFM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "a-world-u14",
        Table.WOMEN,
        ("World U14",),
        {Title.WIM: (GOLD_NORM,), Title.WFM: (FIRST_EQUAL_TITLE,), Title.WCM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "a-world-u12",
        Table.WOMEN,
        (
            "World U12",
            "World Schools U17",
            "World Schools U15",
            "World Schools U13",
        ),
        {Title.WFM: (FIRST_EQUAL_TITLE,), Title.WCM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "a-world-u10",
        Table.WOMEN,
        (
            "World U10",
            "World U8",
            "World Schools U11",
            "World Schools U9",
            "World Schools U7",
        ),
        {
            Title.WCM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_TITLE,
            )
        },
    ),
    Row(
        "a-continental-team",
        Table.WOMEN,
        ("Continental Team Championship",),
        {Title.WFM: (_score(65, 7),), Title.WCM: (_score(50, 7),)},
    ),
    Row(
        "a-continental-individual",
        Table.WOMEN,
        ("Continental Individual Championship",),
        {
            Title.WGM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.WIM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "a-continental-u20-senior",
        Table.WOMEN,
        (
            "Continental Senior 65+",
            "Continental Senior 50+",
            "Continental and Regional U20",
        ),
        {
            Title.WGM: (GOLD_NORM,),
            Title.WIM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.WFM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "a-continental-u18",
        Table.WOMEN,
        ("Continental and Regional U18",),
        {
            Title.WIM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.WFM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "a-continental-u16",
        Table.WOMEN,
        ("Continental and Regional U16",),
        {Title.WIM: (GOLD_NORM,), Title.WFM: (FIRST_EQUAL_TITLE,), Title.WCM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "a-continental-u14",
        Table.WOMEN,
        (
            "Continental and Regional U14",
            "Continental and Regional U12",
            "Continental Schools U17",
            "Continental Schools U15",
            "Continental Schools U13",
        ),
        {Title.WFM: (GOLD_TITLE,), Title.WCM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "a-continental-u10",
        Table.WOMEN,
        (
            "Continental Amateur",
            "Continental and Regional U10",
            "Continental and Regional U8",
            "Continental Schools U11",
            "Continental Schools U9",
            "Continental Schools U7",
        ),
        {
            Title.WCM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_TITLE,
            )
        },
    ),
    Row(
        "a-sub-continental",
        Table.WOMEN,
        ("Sub-Continental Individual (zonal, sub-zonal, Arab, ASEAN)",),
        {
            Title.WIM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.WFM: (
                SILVER_OR_BRONZE_TITLE,
                _score(65, 9),
            ),
            Title.WCM: (_score(50, 9),),
        },
    ),
    Row(
        "a-linguistic-blind",
        Table.WOMEN,
        (
            "Commonwealth Individual",
            "Francophone Individual",
            "Iberoamerican Individual",
            "World Blind Championship (adults)",
        ),
        {
            Title.WIM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.WFM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "a-blind-u20",
        Table.WOMEN,
        ("World Blind U20",),
        {Title.WFM: (FIRST_EQUAL_TITLE,), Title.WCM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row("b-world-cup", Table.OPEN, ("World Cup",), {Title.GM: (LAST_16_TITLE,), Title.IM: (QUALIFIED_TITLE,)}),
    Row(
        "b-women-world",
        Table.OPEN,
        ("Women's World Championship",),
        {
            Title.GM: (
                CHAMPION_TITLE,
                RUNNER_UP_NORM,
            ),
            Title.IM: (RUNNER_UP_TITLE,),
        },
    ),
    Row("b-olympiad", Table.OPEN, ("Olympiad",), {Title.FM: (_score(65, 9),), Title.CM: (_score(50, 7),)}),
    Row(
        "b-world-team",
        Table.OPEN,
        ("World Team Championship",),
        {Title.FM: (_score(65, 7),), Title.CM: (_score(50, 7),)},
    ),
    Row(
        "b-world-amateur",
        Table.OPEN,
        (
            "World Amateur under 2300",
            "World Amateur under 2000",
            "World Amateur under 1700",
        ),
        {
            Title.FM: (Award(Result.GOLD, Kind.TITLE, only=_STRONGER_AMATEURS),),
            Title.CM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_TITLE,
            ),
        },
    ),
    Row(
        "b-world-u20-senior",
        Table.OPEN,
        (
            "World Senior 65+",
            "World Senior 50+",
            "World U20",
        ),
        {
            Title.GM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.IM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_TITLE,
            ),
        },
    ),
    Row(
        "b-world-u18",
        Table.OPEN,
        ("World U18",),
        {
            Title.GM: (GOLD_NORM,),
            Title.IM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.FM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "b-world-u16",
        Table.OPEN,
        ("World U16",),
        {
            Title.IM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.FM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "b-world-u14",
        Table.OPEN,
        ("World U14",),
        {Title.IM: (GOLD_NORM,), Title.FM: (FIRST_EQUAL_TITLE,), Title.CM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "b-world-u12",
        Table.OPEN,
        (
            "World U12",
            "World Schools U17",
            "World Schools U15",
            "World Schools U13",
        ),
        {Title.FM: (FIRST_EQUAL_TITLE,), Title.CM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "b-world-u10",
        Table.OPEN,
        (
            "World U10",
            "World U8",
            "World Schools U11",
            "World Schools U9",
            "World Schools U7",
        ),
        {
            Title.CM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_TITLE,
            )
        },
    ),
    Row(
        "b-continental-team",
        Table.OPEN,
        ("Continental Team Championship",),
        {Title.FM: (_score(65, 7),), Title.CM: (_score(50, 7),)},
    ),
    Row(
        "b-continental-individual",
        Table.OPEN,
        ("Continental Individual Championship",),
        {
            Title.GM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.IM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "b-continental-u20-senior",
        Table.OPEN,
        (
            "Continental Senior 65+",
            "Continental Senior 50+",
            "Continental and Regional U20",
        ),
        {
            Title.GM: (GOLD_NORM,),
            Title.IM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.FM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "b-continental-u18",
        Table.OPEN,
        ("Continental and Regional U18",),
        {
            Title.IM: (
                GOLD_TITLE,
                FIRST_EQUAL_NORM,
            ),
            Title.FM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "b-continental-u16",
        Table.OPEN,
        ("Continental and Regional U16",),
        {Title.IM: (GOLD_NORM,), Title.FM: (FIRST_EQUAL_TITLE,), Title.CM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "b-continental-u14",
        Table.OPEN,
        (
            "Continental and Regional U14",
            "Continental and Regional U12",
            "Continental Schools U17",
            "Continental Schools U15",
            "Continental Schools U13",
        ),
        {Title.FM: (GOLD_TITLE,), Title.CM: (SILVER_OR_BRONZE_TITLE,)},
    ),
    Row(
        "b-continental-u10",
        Table.OPEN,
        (
            "Continental Amateur",
            "Continental and Regional U10",
            "Continental and Regional U8",
            "Continental Schools U11",
            "Continental Schools U9",
            "Continental Schools U7",
        ),
        {
            Title.CM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_TITLE,
            )
        },
    ),
    Row(
        "b-sub-continental",
        Table.OPEN,
        ("Sub-Continental Individual (zonal, sub-zonal, Arab, ASEAN)",),
        {
            Title.IM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.FM: (
                SILVER_OR_BRONZE_TITLE,
                _score(65, 9),
            ),
            Title.CM: (_score(50, 9),),
        },
    ),
    Row(
        "b-linguistic-blind",
        Table.OPEN,
        (
            "Commonwealth Individual",
            "Francophone Individual",
            "Iberoamerican Individual",
            "World Blind Championship (adults)",
        ),
        {
            Title.IM: (
                FIRST_EQUAL_TITLE,
                SILVER_OR_BRONZE_NORM,
            ),
            Title.FM: (SILVER_OR_BRONZE_TITLE,),
        },
    ),
    Row(
        "b-blind-u20",
        Table.OPEN,
        ("World Blind U20",),
        {Title.FM: (FIRST_EQUAL_TITLE,), Title.CM: (SILVER_OR_BRONZE_TITLE,)},
    ),
)
