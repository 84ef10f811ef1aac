"""The texts of the Dutch system, each as one object: the engine and its account ask it, never the year."""

from __future__ import annotations

from collections.abc import Callable

from arbitro.editions import Texts
from arbitro.frozen import dataclass
from arbitro.swiss import general
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import PairedBrackets
from arbitro.swiss.dutch.criteria import (
    ARTICLES_2017,
    ARTICLES_2026,
    C,
    Marks,
    float_marks_2017,
    float_marks_2026,
    pair_marks_2017,
    pair_marks_2026,
)
from arbitro.swiss.dutch.state import Contender
from arbitro.swiss.dutch.text2017 import pair_2017
from arbitro.swiss.dutch.text2026 import pair_2026


@dataclass(frozen=True, slots=True)
class Text:
    """What one text of C.04.3 says."""

    name: str
    general: general.GeneralText
    pair: Callable[[Arena], PairedBrackets | None]
    pair_marks: Callable[[Contender, Contender], Marks]
    float_marks: Callable[[Contender, int, int, bool], Marks]  # player, lowest score, unit, moved down?
    articles: tuple[str, ...]  # by criterion
    article: Callable[[str], str]  # how an article of 2017 is called
    by_differences: bool  # downfloaters are measured by score differences (C.6), not by their scores (C7)
    looks_below: bool  # every bracket is paired with all below in view: the bye's score (C5) and holder (C9) too
    unplayed_floats: bool  # A.4: any round without a game was a downfloat
    floats_again: tuple[C, C]  # what a moved-down player suffers who floated down in the last round, or before it


def _article_2026(name: str) -> str:
    """An article of the text of 2017 as that of 2026 calls it: A 1, B 3, D 4, E 5.2.

    >>> _article_2026("E.5"), _article_2026("C.2"), _article_2026("D.1")
    ('5.2.5', 'C2', 'art. 4')
    """
    letter, _dot, number = name.partition(".")
    if letter in "CE":
        return f"C{number}" if letter == "C" else f"5.2.{number}"
    return {"A": "art. 1", "B": "art. 3", "D": "art. 4"}[letter]


TEXTS = Texts(
    "dutch",
    {
        "2017": Text(
            name="2017",
            general=general.TEXTS["2017"],
            pair=pair_2017,
            pair_marks=pair_marks_2017,
            float_marks=lambda player, lowest, unit, _moved_down: float_marks_2017(player, lowest, unit),
            articles=ARTICLES_2017,
            article=str,
            by_differences=True,
            looks_below=False,
            unplayed_floats=True,
            floats_again=(C.DOWN_1, C.DOWN_2),
        ),
        "2026": Text(
            name="2026",
            general=general.TEXTS["2026"],
            pair=pair_2026,
            pair_marks=pair_marks_2026,
            float_marks=lambda player, _lowest, _unit, moved_down: float_marks_2026(player, moved_down=moved_down),
            articles=ARTICLES_2026,
            article=_article_2026,
            by_differences=False,
            looks_below=True,
            unplayed_floats=False,
            floats_again=(C.DOWN_1_BY, C.DOWN_2_BY),
        ),
    },
)
