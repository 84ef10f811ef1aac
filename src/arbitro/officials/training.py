"""Seminars, lecturers and examinations (B.06.2).

    article   function
    3.1       fa_seminar_minimum      hours and days by what is new to the national curriculum
    3-5       SEMINARS                capacity, fee, lecturers, language, what a course gives
    5.2.2     application_latest, missing_items
    5.2.6     report_due              a week after the end
    2.2       check_lecturer          accreditation of a FIDE lecturer
    (annex)   paper_stats, exam_passed  55 % of the marks for the Laws, passed from 80 %

Not here: what a seminar is worth in an application (`arbiters`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from arbitro.dates import add_days, add_months, add_years
from arbitro.i18n import gettext_for
from arbitro.officials.arbiters import PASS_PERCENT, Category
from arbitro.officials.checks import Report, need

_ = gettext_for("officials")

LAWS_PERCENT = 55
ACCREDITATION_YEARS = 4


class Course(StrEnum):
    FA_SEMINAR = "initial"
    IA_CERTIFICATION = "ia_certification"
    REFRESHER = "refresher"


@dataclass(frozen=True, slots=True)
class CourseRules:
    """B.06.2 3 to 5 as figures; the fee is per candidate (FA), participant (IA, refresher), in euros from 2021."""

    hours: int
    days: int
    capacity: int
    fee_eur: int
    lecturers: int
    gives: str


SEMINARS = {
    Course.FA_SEMINAR: CourseRules(16, 2, 20, 20, 1, "FA norm"),
    Course.IA_CERTIFICATION: CourseRules(16, 2, 20, 30, 2, "IA norm"),
    Course.REFRESHER: CourseRules(12, 1, 25, 40, 1, "active for four years"),
}

APPLICATION_ITEMS = (
    "organiser", "dates", "venue", "type", "timetable", "expected numbers", "topics with durations", "committee",
    "lecturer", "assistants", "technical organiser", "language", "fees", "lodging", "contact",
)  # fmt: skip


def fa_seminar_minimum(new_topics: int, english: bool) -> tuple[int, int]:
    """B.06.2 3.1: (hours, days): 16 and 2; three hours for every syllabus topic a-f that is new, then three days;
    an hour more where the seminar is not in English."""
    rules = SEMINARS[Course.FA_SEMINAR]
    hours = rules.hours + 3 * new_topics + (0 if english else 1)
    return hours, 3 if new_topics else rules.days


def seminar_rules(course: Course) -> CourseRules:
    """B.06.2 3 to 5: hours, days, capacity, fee, lecturers and what the course gives."""
    return SEMINARS[course]


def seminar_fee(course: Course, participants: int) -> int:
    return SEMINARS[course].fee_eur * participants


def application_latest(start: date) -> date:
    """B.06.2 5.2.2: at least one month before the start."""
    return add_months(start, -1)


def missing_items(stated: Collection[str]) -> tuple[str, ...]:
    """B.06.2 5.2.2: what the application for a seminar still lacks."""
    return tuple(item for item in APPLICATION_ITEMS if item not in stated)


def report_due(end: date) -> date:
    """B.06.2 5.2.6: lecturer and observer each within one week."""
    return add_days(end, 7)


# --- examinations -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PaperStats:
    """An examination paper in marks: total, those for the Laws, their share in per cent, the mark that passes."""

    total: int
    laws: int
    laws_pct: Fraction
    pass_mark: Fraction

    @property
    def valid(self) -> bool:
        """The Laws carry at least 55 % of the marks."""
        return self.laws_pct >= LAWS_PERCENT


def paper_stats(marks: Sequence[int], laws: Sequence[int]) -> PaperStats:
    """Figures of a paper: `marks` by question, `laws` the numbers (from 1) of the questions about the Laws."""
    total, on_laws = sum(marks), sum(marks[n - 1] for n in set(laws))
    share = Fraction(100 * on_laws, total) if total else Fraction(0)
    return PaperStats(total, on_laws, share, Fraction(PASS_PERCENT * total, 100))


def exam_passed(score: Fraction | int, total: Fraction | int) -> bool:
    """B.06.1 3.7: 80 % or more, nothing is rounded up."""
    return total > 0 and 100 * score >= PASS_PERCENT * total


# --- lecturers --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ParticipationReport:
    """Form APR: what a trainee did in a seminar."""

    date: date
    signed_by: str
    satisfactory: bool = True


@dataclass(frozen=True, slots=True)
class Trainee:
    """A candidate for FIDE lecturer."""

    title: str
    category: Category
    active: bool
    programme_accepted: bool
    teaching_demonstrated: bool
    apr: tuple[ParticipationReport, ...] = ()
    category_since: date | None = None
    name: str = ""


def check_lecturer(trainee: Trainee) -> Report:
    """B.06.2 2.2.1: accreditation as FIDE lecturer, every requirement with what was found."""
    since = trainee.category_since
    good = [r for r in trainee.apr if r.satisfactory and (since is None or r.date >= since)]
    signers = {r.signed_by for r in good}
    active = _("active") if trainee.active else _("inactive")
    senior = trainee.title == "IA" and trainee.category in ("A", "B")
    rows = [
        need("ARB-S2.2.1a", f"{trainee.title} {trainee.category}, {active}", "IA A / B", senior and trainee.active),
        need("ARB-S2.2.1b", trainee.programme_accepted),
        need("ARB-S2.2.1c", trainee.teaching_demonstrated),
        need("ARB-S2.2.1d", len(good), ">= 3", len(good) >= 3),
    ]
    if len(good) >= 3:
        rows.append(need("ARB-S2.2.1e", ", ".join(sorted(signers)), ">= 2", len(signers) >= 2))
    return Report(_("Accreditation as FIDE lecturer"), tuple(rows))


def accreditation_end(accredited: date) -> date:
    """B.06.2 2.1: accredited for four years, not renewed by itself."""
    return add_years(accredited, ACCREDITATION_YEARS)


def inactivity_warning_from(last_seminar: date) -> date:
    """B.06.2 2.2.2: four years without a seminar make a lecturer inactive; he is warned in the last six months."""
    return add_months(add_years(last_seminar, ACCREDITATION_YEARS), -6)
