"""Classification of arbiters and of events (B.06.3): activity, categories A to D, upgrades.

    article   function
    1.3       event_category, kind_named   A to D, or none
    2.1       inactive_may_act        what an inactive arbiter may still do
    2.2       activity_end            four years after the award or the last refresher course
    2.6       transition_2021         end of activity of the arbiters of 2021
    3-5, 7    check_upgrade           form IA3

Averages must lie above the figure here (the protection levels of fair play say "or higher").
Not here: who may be appointed to what (`appointments`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from arbitro.dates import add_years
from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import RatingList
from arbitro.officials.arbiters import Category, System, at_least
from arbitro.officials.checks import Report, need
from arbitro.texts import table

_ = gettext_for("officials")

ACTIVITY_YEARS = 4  # 2.2
RECENT_YEARS = 5  # 3.5, 4.5, 5.4
TRANSITION = {("IA", 2017): 2021, ("FA", 2017): 2022}  # 2.6: the other years end four years later
TOP_LEVEL = {"B": (2600, 2400), "C": (2500, 2300)}  # average above: open, women


class EventKind(StrEnum):
    """B.06.3 1.3: what an event is by its organiser."""

    MAJOR_WORLD = "major_world"
    OTHER_WORLD = "other_world"
    MAJOR_CONTINENTAL = "major_continental"
    OTHER_CONTINENTAL = "other_continental"
    OTHER = "other"


KIND_CATEGORY = {
    EventKind.MAJOR_WORLD: Category.A,
    EventKind.OTHER_WORLD: Category.B,
    EventKind.MAJOR_CONTINENTAL: Category.B,
    EventKind.OTHER_CONTINENTAL: Category.C,
}


@dataclass(frozen=True, slots=True)
class EventProfile:
    """The figures that B.06.3 1.3 looks at."""

    kind: EventKind = EventKind.OTHER
    system: System = System.OTHER
    tempo: RatingList = RatingList.STANDARD
    participants: int = 0
    avg: Fraction | None = None
    women: bool = False
    rounds: int | None = None
    rated_pct: Fraction | None = None
    titled: int | None = None  # GM to WFM
    feds: int | None = None
    ia_norm_level: bool = False


def kind_named(name: str) -> EventKind:
    """B.06.3 1.3: the kind of an official event by its name in the list; any other event is `other`."""
    return next((EventKind(k) for k, names in table("officials")["events"].items() if name in names), EventKind.OTHER)


def _strong_round_robin(event: EventProfile, category: str) -> bool:
    least = {System.ROUND_ROBIN: 10, System.DOUBLE_ROUND_ROBIN: 6}.get(event.system)
    limit = TOP_LEVEL[category][event.women]
    return least is not None and event.participants >= least and event.avg is not None and event.avg > limit


def event_category(event: EventProfile) -> Category | None:
    """B.06.3 1.3: the category of an event for appointments and upgrades; None where it has none."""
    if event.kind in KIND_CATEGORY:
        return KIND_CATEGORY[event.kind]
    if _strong_round_robin(event, "B"):
        return Category.B
    large = (
        at_least(event.rounds, 9)
        and event.participants > 150
        and at_least(event.rated_pct, 75)
        and at_least(event.titled, 20)
        and at_least(event.feds, 3)
    )
    if event.tempo is RatingList.STANDARD and (_strong_round_robin(event, "C") or large):
        return Category.C
    return Category.D if event.ia_norm_level else None


def activity_end(reference: date) -> date:
    """B.06.3 2.2: four years after the FA award or the last day of the latest refresher or certification course."""
    return add_years(reference, ACTIVITY_YEARS)


def is_active(reference: date, day: date) -> bool:
    """B.06.3 2.1: active up to and including the end-of-activity date."""
    return day <= activity_end(reference)


def transition_2021(last_event_year: int, title: str) -> tuple[date, bool]:
    """B.06.3 2.6: end of activity by the year of the last event, and whether the arbiter was active in 2021."""
    if last_event_year <= 2016:
        return date(2020, 12, 31), False
    return date(TRANSITION.get((title, last_event_year), last_event_year + ACTIVITY_YEARS), 12, 31), True


def inactive_may_act(role: str, *, official: bool, player_norms_possible: bool) -> bool:
    """B.06.3 2.1.1-2.1.2: never in official events; as chief arbiter only where no player norm is possible."""
    return not official and (role != "CA" or not player_norms_possible)


# --- upgrades ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UpgradeTerms:
    """What an upgrade asks for: years as IA, the category before and the years in it."""

    ia_years: int
    previous: str | None
    previous_years: int
    lower: str  # the events that three of may stand for one
    article: str


UPGRADES = {
    Category.A: UpgradeTerms(5, "B", 2, "B", "3"),
    Category.B: UpgradeTerms(3, "C", 2, "C", "4"),
    Category.C: UpgradeTerms(1, None, 0, "D", "5"),
}


@dataclass(frozen=True, slots=True)
class Service:
    """An event that the arbiter served at."""

    cat: Category
    start: date
    role: str
    positive: bool = True
    name: str = ""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An application for a category (form IA3)."""

    target: Category
    application: date
    ia_award: date
    active: bool
    sanctioned: bool
    current: Category = Category.D
    current_since: date | None = None
    events: tuple[Service, ...] = ()
    name: str = ""


def events_suffice(file: Upgrade) -> bool:
    """B.06.3 3.5, 4.5, 5.4 and 7: exactly two events of the target category, or one and three of the next lower.

    Each as chief or deputy chief arbiter, positively assessed, in the last five years, and begun after the day of the
    last upgrade or title (7.3).
    """
    terms = UPGRADES[file.target]
    since = max(file.ia_award, file.current_since or file.ia_award)
    oldest = add_years(file.application, -RECENT_YEARS)
    good = [
        e.cat
        for e in file.events
        if e.role in ("CA", "DCA") and e.positive and since < e.start <= file.application and e.start >= oldest
    ]
    if len(good) != len(file.events):
        return False
    return sorted(good) in ([file.target] * 2, [file.target] + [terms.lower] * 3)


def check_upgrade(file: Upgrade) -> Report:
    """B.06.3 3-5 and 7: every requirement of an upgrade with what was found."""
    if file.target not in UPGRADES:
        raise Refused(_("There is no upgrade to category {category}.").format(category=file.target), article="B.06.3 6")
    terms = UPGRADES[file.target]
    held = add_years(file.ia_award, terms.ia_years)
    article, from_day = f"B.06.3 {terms.article}", _("applied from {day}")
    long_enough, needed = file.application >= held, from_day.format(day=held)
    clean = _("sanctioned") if file.sanctioned else True
    rows = [
        need("ARB-C.title-years", file.ia_award, needed, long_enough, article=f"{article}.1", years=terms.ia_years),
        need("ARB-C.active", file.active, article=f"{article}.2"),
        need("ARB-C.unsanctioned", clean, True, not file.sanctioned, article=f"{article}.3"),
    ]
    if terms.previous:
        right = file.current == terms.previous
        rows.append(need("ARB-C.previous-category", file.current, terms.previous, right, article=f"{article}.4"))
        if right:
            since, years = file.current_since, terms.previous_years
            due = add_years(since, years) if since else None
            needed, met = from_day.format(day=due or "-"), due is not None and file.application >= due
            key = "ARB-C.previous-category-years"
            rows.append(need(key, since or "-", needed, met, article=f"{article}.4", years=years))
    needed = _("exactly 2 x {high}, or 1 x {high} + 3 x {low}").format(high=file.target, low=terms.lower)
    found = ", ".join(f"{e.cat} {e.role} {e.start}" for e in file.events) or "-"
    last = "5.4" if file.target == "C" else f"{terms.article}.5"
    rows.append(need("ARB-C.events", found, needed, events_suffice(file), article=f"B.06.3 {last}"))
    title = _("Upgrade to category {category} (form IA3)").format(category=file.target)
    return Report(title, tuple(rows))
