"""What a z-score may and may not do (Anti-Cheating Regulations I.5; the published notes on statistical evidence).

    source          function
    I.5             presumes_cheating        above 4.25 online, above 5.00 over the board
    I.5             usable_as_support        from 2.50, beside other evidence
    notes           one_in                   rarity of a z-score
    notes           z_for_intrusive_action   by the size of the event
    notes           actions_allowed          discreet, orange alert, intrusive
    notes           outcome_without_evidence ignore, private enquiry, public procedure
    notes           unusual_match_percent    flag of a quick test

A number alone never convicts: even a presumption only turns the burden of proof, and nobody is disqualified on the spot
for statistics (`may_disqualify_on_the_spot`). Thresholds are data with a date. Not here: how a z-score is computed
(`screening`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from statistics import NormalDist


class Mode(StrEnum):
    OTB = "otb"
    ONLINE = "online"


class Action(StrEnum):
    """What an arbiter may do on site, from the unnoticed to the open."""

    DISCREET = "discreet"
    ORANGE = "orange"
    INTRUSIVE = "intrusive"


class Evidence(StrEnum):
    NONE = "none"
    OBSERVATIONAL = "observational"
    PHYSICAL = "physical"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The figures of the regulation, with the day they came into force."""

    since: date
    presumption: dict[Mode, float]
    support: float


THRESHOLDS = Thresholds(date(2022, 4, 1), {Mode.ONLINE: 4.25, Mode.OTB: 5.00}, 2.50)

INTRUSIVE_BANDS = ((150, 3.00), (400, 3.30))  # players up to, z
SINGLED_OUT_Z = 2.00
ODDS_PER_PLAYER = 5
PRIVATE_ENQUIRY_Z, PUBLIC_PROCEDURE_Z = 4.00, 4.50
DISMISS_Z = 2.00
GAMES_PER_CORE_HOUR = (5, 7)
CORE_HOURS_PER_GAME = (4, 8)


def one_in(z: float) -> float:
    """The rarity of a z-score: 1 / (upper tail of the normal distribution)."""
    return 2 / math.erfc(z / math.sqrt(2))


def presumes_cheating(z: float, mode: Mode) -> bool:
    """I.5: strictly above the threshold; the player may then rebut on the balance of probabilities."""
    return z > THRESHOLDS.presumption[mode]


def usable_as_support(z: float, other_evidence: bool) -> bool:
    """I.5: supporting evidence from 2.50, where other evidence exists."""
    return other_evidence and z >= THRESHOLDS.support


def z_for_intrusive_action(players: int, singled_out_before: bool) -> float:
    """The smallest z of a full test that justifies intrusive action on statistics alone, to two decimals.

    2.00 against a player singled out before the event; else 3.00 up to 150 players, 3.30 up to 400, above that odds
    of at least five times the number of players.
    """
    if singled_out_before:
        return SINGLED_OUT_Z
    for most, z in INTRUSIVE_BANDS:
        if players <= most:
            return z
    highest = INTRUSIVE_BANDS[-1][1]
    return max(highest, round(NormalDist().inv_cdf(1 - 1 / (ODDS_PER_PLAYER * players)), 2))


def actions_allowed(
    *,
    test: str | None = None,
    z: float | None = None,
    evidence: Evidence = Evidence.NONE,
    players: int = 0,
    singled_out: bool = False,
) -> tuple[Action, ...]:
    """What the arbiter may do: intrusive action needs observational or physical evidence, or a full test that is
    rare enough for the size of the event. A quick test never suffices."""
    strong = test == "full" and z is not None and z >= z_for_intrusive_action(players, singled_out)
    if evidence is not Evidence.NONE or strong:
        return (Action.DISCREET, Action.ORANGE, Action.INTRUSIVE)
    return (Action.DISCREET, Action.ORANGE)


def outcome_without_evidence(z: float) -> str:
    """What a central body does with a z-score that nothing else supports."""
    if z > PUBLIC_PROCEDURE_Z:
        return "may_open_public_procedure"
    return "private_enquiry" if z > PRIVATE_ENQUIRY_Z else "ignore"


def may_be_dismissed(z_scores: tuple[float, ...], performance: float, rating: float, margin: float) -> bool:
    """Even observational evidence falls if every z is below 2.00 or the intrinsic performance does not exceed the
    rating appreciably; what is appreciable (`margin`) is the reader's to say."""
    return all(z < DISMISS_Z for z in z_scores) or performance <= rating + margin


def may_disqualify_on_the_spot(z: float) -> bool:
    """Never: only a proven breach of the Laws does; an extreme z goes to the central body."""
    return False


def unusual_match_percent(rating: int) -> float:
    """A quick test's flag: the share of moves that match the engine is unusual from here on, in per cent."""
    return 70 - 1.5 * (2800 - rating) / 100


def quick_test_capacity(cores: int, hours: int) -> tuple[int, int]:
    """Games that a quick test can look at: five to seven a core-hour."""
    least, most = GAMES_PER_CORE_HOUR
    return least * cores * hours, most * cores * hours


def full_test_core_hours(games: int) -> tuple[int, int]:
    """Core-hours of a full test: four to eight a game."""
    least, most = CORE_HOURS_PER_GAME
    return least * games, most * games
