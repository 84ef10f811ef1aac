"""What runs out in an arbiter's file, and when: norms, seminar, filing, activity, accreditation, warnings.

    article          what                                                until
    B.06.1 5.3.1     an event norm                                       six years after the event
    B.06.1 5.3.2     a seminar norm                                      four years after the seminar
    B.06.1 5.3.3     filing the application                              a year after the last event
    B.06.3 2.2       active status                                       four years after award or refresher course
    B.06.2 2.1       accreditation as lecturer                           four years
    B.06.2 2.2.2     a lecturer without a seminar                        four years after the last one
    B.06.5A 4.1      a written warning, a reprimand                      12 and 24 months

Not here: whether an application is good (`applications`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from arbitro.dates import add_years
from arbitro.i18n import gettext_for
from arbitro.officials.applications import EVENT_NORM_YEARS, FILING_YEARS, SEMINAR_NORM_YEARS
from arbitro.officials.arbiters import NormEvent, Route, Seminar
from arbitro.officials.categories import activity_end
from arbitro.officials.sanctions import Penalty, lapses_on
from arbitro.officials.training import ACCREDITATION_YEARS, accreditation_end

_ = gettext_for("officials")


@dataclass(frozen=True, slots=True)
class PastSanction:
    """A sanction on the arbiter's record; only warnings and reprimands lapse."""

    type: Penalty
    issued: date


@dataclass(frozen=True, slots=True)
class ArbiterFile:
    """What an arbiter's record holds of things that run out. None or empty: there is none."""

    name: str = ""
    norms: tuple[NormEvent, ...] = ()
    seminar: Seminar | None = None
    fa_award: date | None = None
    refreshed: date | None = None  # last day of the latest refresher course or certification seminar
    lecturer_since: date | None = None
    last_lectured: date | None = None
    sanctions: tuple[PastSanction, ...] = ()


@dataclass(frozen=True, slots=True)
class Expiry:
    """Something that holds up to and including a day."""

    what: str
    article: str
    last_day: date

    def passed(self, day: date) -> bool:
        return day > self.last_day

    def as_json(self, day: date) -> dict[str, Any]:
        return {
            "what": self.what, "article": self.article, "last_day": self.last_day.isoformat(),
            "passed": self.passed(day), "days_left": (self.last_day - day).days,
        }  # fmt: skip


def expiries(file: ArbiterFile) -> tuple[Expiry, ...]:
    """Everything that runs out, the nearest first."""
    lapses = []
    ends = []
    for number, norm in enumerate(file.norms, 1):
        if norm.last_day is not None and norm.route is not Route.DISABILITY_TITLE:
            ends.append(norm.last_day)
            what = _("norm of {event}").format(event=norm.name or _("norm {n}").format(n=number))
            lapses.append(Expiry(what, "B.06.1 5.3.1", add_years(norm.last_day, EVENT_NORM_YEARS)))
    if file.seminar is not None:
        lapses.append(Expiry(_("seminar norm"), "B.06.1 5.3.2", add_years(file.seminar.end, SEMINAR_NORM_YEARS)))
    if ends:
        text = _("filing within a year of the last event")
        lapses.append(Expiry(text, "B.06.1 5.3.3", add_years(max(ends), FILING_YEARS)))
    active_since = [day for day in (file.fa_award, file.refreshed) if day is not None]
    if active_since:
        lapses.append(Expiry(_("active status"), "B.06.3 2.2", activity_end(max(active_since))))
    if file.lecturer_since is not None:
        lapses.append(Expiry(_("accreditation as lecturer"), "B.06.2 2.1", accreditation_end(file.lecturer_since)))
    if file.last_lectured is not None:
        text = _("activity as lecturer (warned in the last six months)")
        lapses.append(Expiry(text, "B.06.2 2.2.2", add_years(file.last_lectured, ACCREDITATION_YEARS)))
    words = {
        Penalty.WARNING: _("written warning on the record"),
        Penalty.REPRIMAND: _("reprimand on the record"),
    }
    for sanction in file.sanctions:
        lapse = lapses_on(sanction.type, sanction.issued)
        if lapse is not None:
            lapses.append(Expiry(words[sanction.type], "B.06.5A 4.1", lapse))
    return tuple(sorted(lapses, key=lambda e: (e.last_day, e.article, e.what)))
