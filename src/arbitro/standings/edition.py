"""Editions of the tie-break rules (C.07) as data: what differs is a field, never a year in an algorithm.

    edition   in force       opponents' unplayed rounds   own unplayed round            low cuts
    2009      until 2011     every one a draw             draw against oneself          lowest value
    virtual   2012-2023      every one a draw             virtual opponent              lowest value
    2023      1 Jul 2023     final absences a draw        oneself, points awarded       absences first, always
    2023-09   1 Sep 2023     withdrawal a draw            dummy with the own score      absences first, if not lower
    2024      1 Aug 2024     withdrawal a draw            dummy with the own score      the same; SB by opponent
    2026      1 Mar 2026     withdrawal a draw            dummy, capped                 the same
    club      1974 manual    every one a draw             nothing                       Harkness median

Not here: the tie-breaks themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from arbitro.editions import Texts


class OpponentRounds(Enum):
    """How an opponent's unplayed rounds count in the sums of those who met him (14.4, later 16.3)."""

    FINAL_ABSENCES_DRAWN = "requested byes and forfeit losses without an available round after them are draws"
    WITHDRAWAL_DRAWN = "requested byes without an available round after them are draws"
    ALL_DRAWN = "every unplayed round is a draw"


class OwnRounds(Enum):
    """What an own unplayed round adds (14.5, later 16.4)."""

    SELF = "the own score times what was awarded"
    CAPPED = "the own score, but no more than the scheduled opponent's or than a draw in every round"
    DRAWN_SELF = "a draw against oneself"
    VIRTUAL = "a virtual opponent who draws the rest"
    NOTHING = "nothing"


class LowCut(Enum):
    """Which summand a low cut takes first (14.6, later 16.5)."""

    VOLUNTARY_FIRST = "voluntary unplayed rounds first"
    VOLUNTARY_IF_NOT_LOWER = (
        "a voluntary unplayed round first, unless it is worth less than the least significant value"
    )
    LOWEST = "the lowest value"


class Encounter(Enum):
    """How the games among tied participants are counted in direct encounter (5.1, later 6)."""

    PERCENTAGE = "percentage of the points"
    AVERAGE = "points, several games with one opponent counted as their average"
    SUM_IF_ALL_MET = "points, only if all have met"


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


_ARTICLES_2023 = {
    "DE": "5.1", "WIN": "6.1", "WON": "6.2", "BPG": "6.3", "BWG": "6.4", "PS": "6.5", "GE": "6.6", "REP": "6.6",
    "BH": "7.1", "SOLKOFF": "7.1", "AOB": "7.2", "SOB": "7.2", "ARO": "8.1", "TPR": "8.2", "PTP": "8.3", "FB": "8.4",
    "SB": "9.1", "KS": "9.2", "APRO": "9.3", "APPO": "9.4", "BC": "11.1", "TBR": "11.2", "BBE": "11.3",
    "MP": "12.1", "GP": "12.1", "MPvGP": "12.1", "EMMSB": "12.2.1", "EMGSB": "12.2.2", "EGMSB": "12.2.3",
    "EGGSB": "12.2.4", "EDE": "12.3", "SSSC": "12.4", "teams": "10", "C1": "13.1", "C2": "13.2", "M1": "13.3",
    "M2": "13.4", "limit": "13.5", "unrated": "4.5", "round robin": "14.2", "adjust": "14.4.2", "awarded": "14.4.1",
    "own": "14.5", "voluntary": "14.6", "lots": "4.2",
}  # fmt: skip
_ARTICLES_2024 = {
    "DE": "6", "WIN": "7.1", "WON": "7.2", "BPG": "7.3", "BWG": "7.4", "PS": "7.5", "GE": "7.6", "REP": "7.6",
    "STD": "7.7", "TPN": "7.8", "BH": "8.1", "SOLKOFF": "8.1", "AOB": "8.2", "SOB": "8.2", "FB": "8.3", "SB": "9.1",
    "KS": "9.2", "ARO": "10.1", "TPR": "10.2", "PTP": "10.3", "APRO": "10.4", "APPO": "10.5", "RTNG": "10.6",
    "BC": "12.1", "TBR": "12.2", "BBE": "12.3", "MP": "13.1", "GP": "13.1", "MPvGP": "13.1", "EMMSB": "13.2.1",
    "EMGSB": "13.2.2", "EGMSB": "13.2.3", "EGGSB": "13.2.4", "EDE": "13.3", "SSSC": "13.4", "teams": "11",
    "C1": "14.1", "C2": "14.2", "M1": "14.3", "M2": "14.4", "limit": "14.5", "unrated": "4.5",
    "round robin": "15.2", "adjust": "16.3.2", "awarded": "16.3.1", "own": "16.4", "voluntary": "16.5", "lots": "4.2",
}  # fmt: skip
_ARTICLES_2009 = {
    "PS": "2a", "KS": "2b", "WIN": "2c", "WON": "2c", "BPG": "2d", "DE": "2e", "MP": "3a", "GP": "3b", "MPGP": "3c",
    "BH": "4a", "SOB": "4a5", "SB": "4b", "ARO": "5a", "TPR": "5c", "C1": "4a3", "C2": "4a4", "M1": "4a1",
    "M2": "4a2", "limit": "2b1", "teams": "3", "adjust": "1", "awarded": "1", "own": "1", "unrated": "7",
}  # fmt: skip

_2024 = TieBreakEdition(
    name="2024",
    opponent_rounds=OpponentRounds.WITHDRAWAL_DRAWN,
    own_rounds=OwnRounds.SELF,
    low_cut=LowCut.VOLUNTARY_IF_NOT_LOWER,
    encounter=Encounter.AVERAGE,
    cut_weakest_opponent=True,
    whole_averages=True,
    articles=_ARTICLES_2024,
)

EDITIONS = Texts(
    "tiebreaks",
    {
        "2009": TieBreakEdition(
            name="2009",
            text="C.06",
            opponent_rounds=OpponentRounds.ALL_DRAWN,
            own_rounds=OwnRounds.DRAWN_SELF,
            low_cut=LowCut.LOWEST,
            encounter=Encounter.SUM_IF_ALL_MET,
            average_over_rounds=True,
            absences_sink_performance=True,
            koya_by_groups=True,
            articles=_ARTICLES_2009,
        ),
        "virtual": TieBreakEdition(
            name="virtual",
            text="C.06",
            opponent_rounds=OpponentRounds.ALL_DRAWN,
            own_rounds=OwnRounds.VIRTUAL,
            low_cut=LowCut.LOWEST,
            encounter=Encounter.SUM_IF_ALL_MET,
            articles=_ARTICLES_2009,
        ),
        "2023": TieBreakEdition(
            name="2023",
            opponent_rounds=OpponentRounds.FINAL_ABSENCES_DRAWN,
            own_rounds=OwnRounds.SELF,
            low_cut=LowCut.VOLUNTARY_FIRST,
            encounter=Encounter.PERCENTAGE,
            articles=_ARTICLES_2023,
        ),
        "2023-09": TieBreakEdition(
            name="2023-09",
            opponent_rounds=OpponentRounds.WITHDRAWAL_DRAWN,
            own_rounds=OwnRounds.SELF,
            low_cut=LowCut.VOLUNTARY_IF_NOT_LOWER,
            encounter=Encounter.AVERAGE,
            articles=_ARTICLES_2024,
        ),
        "2024": _2024,
        "2026": TieBreakEdition(
            name="2026",
            opponent_rounds=OpponentRounds.WITHDRAWAL_DRAWN,
            own_rounds=OwnRounds.CAPPED,
            low_cut=LowCut.VOLUNTARY_IF_NOT_LOWER,
            encounter=Encounter.AVERAGE,
            cut_weakest_opponent=True,
            whole_averages=True,
            forfeit_wins_are_games=True,
            buchholz_in_round_robins=False,
            articles=_ARTICLES_2024,
        ),
        "club": TieBreakEdition(
            name="club",
            text="",
            opponent_rounds=OpponentRounds.ALL_DRAWN,
            own_rounds=OwnRounds.NOTHING,
            low_cut=LowCut.LOWEST,
            encounter=Encounter.SUM_IF_ALL_MET,
        ),
    },
)


def edition_of(name: str | TieBreakEdition) -> TieBreakEdition:
    """The edition of that name; dates of entry into force and the years in between are understood too.

    >>> edition_of("2024-08").name
    '2024'
    """
    if isinstance(name, TieBreakEdition):
        return name
    return EDITIONS.of(name.strip().lower().removeprefix("tiebreaks-"))
