"""The two editions of the Laws that this room knows: what differs between them stands in `laws.toml` and nowhere else.

    2009   in force from 1 July 2009
    2023   in force from 1 January 2023

A rule asks the text of its edition (`LawsEdition.text`), never the year. The texts in force between them are not known
here (the Laws changed in 2014, 2017 and 2018): for such a date there is no edition, and the arbiter is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from arbitro.model import RatingList
from arbitro.records import decode, load

TimeClass = RatingList  # A.1, B.1: the class of a game by its thinking time; each has its rating list


class Supervision(Enum):
    """A.4, B.2: whether the Competition Rules apply in full to rapid and blitz."""

    ADEQUATE = "adequate"
    INADEQUATE = "inadequate"


class LawsEdition(Enum):
    """An edition of the Laws of Chess."""

    E2009 = "2009"
    E2023 = "2023"

    @property
    def text(self) -> LawsText:
        return _text(self)


@dataclass(frozen=True, slots=True)
class Penalty:
    """What the arbiter may impose: a word for programs, a sentence for people."""

    name: str
    say: str


@dataclass(frozen=True, slots=True)
class LawsText:
    """What an edition says where editions disagree."""

    blitz_below_min: int  # blitz: t below this, or equal to it where `blitz_includes_bound`
    blitz_includes_bound: bool
    illegal_moves_lose_at: int  # 7.5.5 / 7.4.b: the completed illegal move that loses
    blitz_illegal_moves_lose_at: int  # the same in blitz without adequate supervision (B.3.c of 2009)
    illegal_move_s: dict[TimeClass, int]  # time for the opponent
    wrong_claim_s: dict[TimeClass, int]  # 9.5.3 / 9.5.b
    press_without_move_is_illegal: bool  # 7.5.3
    two_hands_is_illegal: bool  # 7.5.4
    automatic_draws: bool  # 9.6: five occurrences, 75 moves
    resignation_needs_mate: bool  # 5.1.2
    moves_before_agreement: int  # 5.2.3
    touch_move_guards_mate: bool  # 5.1.1: the mating move must also comply with 4.2-4.7
    setup_claims_until: int  # A.5.1 / A.4.a: moves by each player
    rapid_needs_claims: bool  # A.4.b-d of 2009: without adequate supervision the arbiter waits for a claim
    waits_on_illegal_position: bool  # A.5.4: the arbiter waits for the next completed move
    games_per_arbiter: dict[TimeClass, int]  # A.4.1, B.2.1
    must_be_recorded_by_arbiter: bool  # A.4.2, B.2.2
    delay_time_carries_over: bool  # 6.3.2 / 6.2.b
    score_cap: bool  # 10.2
    reversed_colours_restart: bool  # 7.3: fewer than ten moves by both: a new game
    device_loses: bool  # 11.3.2: a device on the player loses; else only one that sounds (12.3.b)
    area_needs_permission: bool  # 11.2.4, 12.7: to enter the playing area, and to leave it where notice is asked
    assistants_of_disabled_are_free: bool  # 6.2.6
    quickplay_is_a_guideline: bool  # III: only if announced, without increment, not in blitz; III.4 five seconds more
    final_rulings: tuple[str, ...]  # articles whose rulings cannot be appealed against
    flag_before_sealed_move: bool  # adjourned games 10: the present player's flag counts before the sealed move
    penalties: tuple[Penalty, ...]  # 12.9 / 13.4, mildest first
    articles: dict[str, str]  # by matter; "" where the text has none
    adjournment_late_min: int | None = None  # I.10: None = the default time of the tournament


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = load(Path(__file__).with_name("laws.toml"))
    return data


@cache
def _text(edition: LawsEdition) -> LawsText:
    data = _data()
    column = tuple(LawsEdition).index(edition)
    articles = {matter: row[1 - column] for matter, row in data["articles"].items()}
    penalties = tuple(decode(Penalty, row) for row in data["penalties"][edition.value])
    given = {"articles": articles, "penalties": penalties}
    return decode(LawsText, data["editions"][edition.value], f"laws.toml {edition.value}", given=given)


@cache
def online_articles() -> dict[str, str]:
    """The articles of the Online Chess Regulations (E.04) by matter, where they rule it instead of the Laws."""
    return {matter: row[2] for matter, row in _data()["articles"].items() if len(row) > 2}
