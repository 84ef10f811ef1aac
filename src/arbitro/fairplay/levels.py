"""Protection levels of events and what each level asks for (Anti-Cheating Protection Measures).

    section   function
    1         protection_level       maximum, enhanced, standard; national championships one level up
    2-3       DUTIES, check_measures every duty of the level with what was found
    3         waiver                  who may grant one and until when
    3         pgn_submission          games to the screening tool: required or recommended
    annex A   AnnexA                  the security measures that count

Averages "or higher" here, "above" in the classification of arbiters. Not here: searches (`conduct`), complaints.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum, StrEnum
from fractions import Fraction

from arbitro.dates import add_days
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for

_ = gettext_for("fairplay")

WAIVER_DAYS = 28


class Protection(IntEnum):
    """Section 1, from the lowest to the highest."""

    STANDARD = 0
    ENHANCED = 1
    MAXIMUM = 2

    @property
    def label(self) -> str:
        return self.name.lower()


class AnnexA(StrEnum):
    """Annex A: the security measures."""

    HAND_DETECTOR = "hand-held metal detector"
    FAIR_PLAY_ARBITER = "anti-cheating arbiter"
    WALK_THROUGH = "walk-through detector"
    SCREENING = "electromagnetic screening"
    CAMERAS = "closed-circuit cameras"


PRIZE_EUR = ((Protection.MAXIMUM, 100_000), (Protection.ENHANCED, 20_000))  # more than
AVERAGE = ((Protection.MAXIMUM, 2600, 2400), (Protection.ENHANCED, 2400, 2200))  # at least: open, women


@dataclass(frozen=True, slots=True)
class Event:
    """The figures of section 1."""

    fide_level: int = 3
    prize_eur: Fraction = Fraction(0)
    round_robin: bool = False
    avg: Fraction | None = None
    women: bool = False
    national_championship: bool = False  # individual, team or youth


def protection_level(event: Event) -> Protection:
    """Section 1: the highest level that a trigger calls for; one more for national championships."""
    level = {1: Protection.MAXIMUM, 2: Protection.ENHANCED}.get(event.fide_level, Protection.STANDARD)
    for protection, amount in PRIZE_EUR:
        if event.prize_eur > amount:
            level = max(level, protection)
    if event.round_robin and event.avg is not None:
        for protection, men, women in AVERAGE:
            if event.avg >= (women if event.women else men):
                level = max(level, protection)
    return Protection(min(level + event.national_championship, Protection.MAXIMUM))


def waiver(level: Protection, start: date) -> tuple[str, date] | None:
    """Section 3: (authority, last day); None at maximum protection, where there is no waiver."""
    authority = {Protection.STANDARD: "national_federation", Protection.ENHANCED: "FIDE_QC"}.get(level)
    return (authority, add_days(start, -WAIVER_DAYS)) if authority else None


def pgn_submission(level: Protection, *, norm_related: bool, tempo: str) -> str:
    """Section 3: whether games must go to the screening tool. Rapid and blitz: recommended only, unless norms depend
    on the game."""
    if norm_related or (level is Protection.MAXIMUM and tempo == "standard"):
        return "required"
    return "recommended"


class Duty(StrEnum):
    """How binding a duty is at a level."""

    MUST = "must"
    STRONG = "strongly recommended"
    RECOMMENDED = "recommended"
    ENCOURAGED = "encouraged"
    OPTIONAL = "optional"
    NONE = "-"


# duty: (standard, enhanced, maximum)
DUTIES: dict[str, tuple[Duty, Duty, Duty]] = {
    "areas": (Duty.MUST, Duty.MUST, Duty.MUST),
    "annex_a": (Duty.MUST, Duty.MUST, Duty.MUST),
    "watches": (Duty.NONE, Duty.NONE, Duty.MUST),
    "venue_checks": (Duty.NONE, Duty.MUST, Duty.MUST),
    "games_to_screening": (Duty.RECOMMENDED, Duty.RECOMMENDED, Duty.MUST),
    "declared": (Duty.MUST, Duty.MUST, Duty.MUST),
    "device_storage": (Duty.NONE, Duty.STRONG, Duty.MUST),
    "screening_during": (Duty.NONE, Duty.ENCOURAGED, Duty.STRONG),
    "random_checks": (Duty.ENCOURAGED, Duty.ENCOURAGED, Duty.MUST),
    "anticheating_arbiter": (Duty.NONE, Duty.OPTIONAL, Duty.MUST),
    "consulted_fpl": (Duty.NONE, Duty.STRONG, Duty.STRONG),
}
ANNEX_A_NUMBER = {Protection.STANDARD: 1, Protection.ENHANCED: 2, Protection.MAXIMUM: 2}


def measures_sufficient(
    level: Protection,
    *,
    annex_a_measures: int,
    device_storage: bool,
    anticheating_arbiter: bool,
    games_to_screening: bool,
) -> bool:
    """Section 3: the equipment and staff that a level cannot do without."""
    if annex_a_measures < ANNEX_A_NUMBER[level]:
        return False
    return level < Protection.MAXIMUM or (device_storage and anticheating_arbiter and games_to_screening)


@dataclass(frozen=True, slots=True)
class Measures:
    """What an event has done; keys of `done` are those of DUTIES, missing means not stated."""

    annex_a: tuple[AnnexA, ...] = ()
    done: dict[str, bool] = field(default_factory=dict)
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DutyLine:
    """One duty at the event's level: how binding, done or not (None: not stated), waived or not."""

    key: str
    text: str
    duty: Duty
    done: bool | None
    waived: bool

    @property
    def breach(self) -> bool:
        """A duty that must be fulfilled and is not: it goes into the chief arbiter's report."""
        return self.duty is Duty.MUST and not self.done and not self.waived


def duty_texts() -> dict[str, str]:
    return {
        "areas": _("separate, marked areas for players and spectators"),
        "annex_a": _("security measures of annex A"),
        "watches": _("no watches, metal pens and the like in the playing area"),
        "venue_checks": _("the chief arbiter has the venue checked before, during and after rounds"),
        "games_to_screening": _("games sent to the screening tool"),
        "declared": _("compliance declared at registration"),
        "device_storage": _("secure storage for devices"),
        "screening_during": _("screening during the event"),
        "random_checks": _("random checks during play"),
        "anticheating_arbiter": _("anti-cheating arbiter with a hand scanner"),
        "consulted_fpl": _("Fair Play Commission consulted on the measures"),
    }


def check_measures(level: Protection, measures: Measures) -> tuple[DutyLine, ...]:
    """Sections 2-3: every duty of the level. An event that does not comply materially is not rated."""
    unknown = sorted({*measures.done, *measures.waived} - DUTIES.keys())
    if unknown:
        raise ArbitroError(
            _("there is no duty {key}; there are {all}").format(key=unknown[0], all=", ".join(DUTIES))
        )  # fmt: skip
    lines = []
    for key, text in duty_texts().items():
        duty = DUTIES[key][level]
        if duty is Duty.NONE:
            continue
        done = measures.done.get(key)
        if key == "annex_a":
            done = len(set(measures.annex_a)) >= ANNEX_A_NUMBER[level]
            text = f"{text} ({len(set(measures.annex_a))} / {ANNEX_A_NUMBER[level]})"
        lines.append(DutyLine(key, text, duty, done, key in measures.waived and level < Protection.MAXIMUM))
    return tuple(lines)
