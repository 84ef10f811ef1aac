"""Editions of the tie-break rules (C.07), as data in `texts/tiebreaks.toml`: what differs is a field, never a year.

    edition   in force       opponents' unplayed rounds   own unplayed round            low cuts
    2009      until 2011     every one a draw             draw against oneself          lowest value
    virtual   2012-2023      every one a draw             virtual opponent              lowest value
    2023      1 Jul 2023     final absences a draw        oneself, points awarded       absences first, always
    2023-09   1 Sep 2023     withdrawal a draw            dummy with the own score      absences first, if not lower
    2024      1 Aug 2024     withdrawal a draw            dummy with the own score      the same; SB by opponent
    2026      1 Mar 2026     withdrawal a draw            dummy, capped                 the same
    club      1974 manual    every one a draw             nothing                       Harkness median
    us-chess  no edition: the text of US Chess (34E, 7th edition), which its own tie-breaks follow in every edition

Not here: the tie-breaks themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from arbitro.editions import Texts
from arbitro.records import decode
from arbitro.texts import table


class OpponentRounds(Enum):
    """How an opponent's unplayed rounds count in the sums of those who met them (14.4, later 16.3)."""

    FINAL_ABSENCES_DRAWN = "final absences drawn"  # requested byes and forfeit losses without an available round after
    WITHDRAWAL_DRAWN = "withdrawal drawn"  # requested byes without an available round after them
    ALL_DRAWN = "all drawn"


class OwnRounds(Enum):
    """What an own unplayed round adds (14.5, later 16.4)."""

    SELF = "self"  # the own score times what was awarded
    CAPPED = "capped"  # the own score, no more than the scheduled opponent's or than a draw in every round
    DRAWN_SELF = "drawn self"
    VIRTUAL = "virtual"  # a virtual opponent who draws the rest
    NOTHING = "nothing"


class LowCut(Enum):
    """Which summand a low cut takes first (14.6, later 16.5)."""

    VOLUNTARY_FIRST = "voluntary first"  # voluntary unplayed rounds
    VOLUNTARY_IF_NOT_LOWER = "voluntary if not lower"  # unless it is worth less than the least significant value
    LOWEST = "lowest"


class Encounter(Enum):
    """How the games among tied participants are counted in direct encounter (5.1, later 6)."""

    PERCENTAGE = "percentage"
    AVERAGE = "average"  # points, several games with one opponent counted as their average
    SUM_IF_ALL_MET = "sum if all met"


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakEdition:
    """One text of the rules."""

    name: str
    text: str = "C.07"  # the chapter of the rulebook that its articles stand in
    opponent_rounds: OpponentRounds
    own_rounds: OwnRounds
    low_cut: LowCut
    encounter: Encounter
    cut_weakest_opponent: bool = False  # SB Cut-1 takes the lowest-scoring opponent's product, not the lowest product
    whole_averages: bool = False  # rating averages are whole numbers, half up
    average_over_rounds: bool = False  # ARO: unplayed rounds count with the own rating, divided by all rounds
    absences_sink_performance: bool = False  # TPR of one who chose to miss more than two games ranks last
    koya_by_groups: bool = False  # Koya's limit moves by score groups, not by half points
    forfeit_wins_are_games: bool = False  # round robins: a forfeit win counts for WON, BPG and BWG
    buchholz_in_round_robins: bool = True
    cancels_results: bool = False  # what counts no more leaves the table too; C.05 6.6 keeps it there
    articles: dict[str, str] = field(default_factory=dict)

    def article(self, topic: str) -> str:
        """The article of a tie-break code or of a topic such as `adjust`, `own` or `cut` in this text."""
        return self.articles.get(topic, "")

    @property
    def title(self) -> str:
        """The text as lists name it: `C.07 2023`, `C.06 2009`, `club`."""
        return f"{self.text} {self.name}".strip()

    def cited(self, topic: str) -> str:
        """The article with its chapter: `C.07 4.5`; nothing where the text has none."""
        article = self.article(topic)
        return f"{self.text} {article}".strip() if article else ""


def _texts(kind: str) -> dict[str, TieBreakEdition]:
    """The texts of the table, `edition` or `text`, each with its articles."""
    known = table("tiebreaks")
    rows = {name: dict(row) for name, row in known[kind].items()}
    articles = {name: known["articles"].get(row.pop("articles_of", ""), {}) for name, row in rows.items()}
    return {
        name: decode(TieBreakEdition, row | {"name": name, "articles": articles[name]}) for name, row in rows.items()
    }


EDITIONS = Texts("tiebreaks", _texts("edition"))
OWN_TEXTS = _texts("text")  # of tie-breaks that are read by one text, whatever edition the event follows


def edition_of(name: str | TieBreakEdition) -> TieBreakEdition:
    """The edition of that name; dates of entry into force and the years in between are understood too.

    >>> edition_of("2024-08").name
    '2024'
    """
    if isinstance(name, TieBreakEdition):
        return name
    return EDITIONS.of(name.strip().lower().removeprefix("tiebreaks-"))
