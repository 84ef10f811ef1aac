"""Sanctions: which are possible, how long they may be, when they lapse, what is left to serve.

    article            function
    Code 13            edc_sanction_fault      ranges of the Ethics and Disciplinary Commission
    Code 15            probation, months_to_serve
    Code 12.7          remaining_ban_months    a voluntary provisional suspension is deducted
    Code 20.7          ban_end                 time in which a ban is evaded does not count
    Code 9.3, 9.5      fast_track_fault        1, 2 or 3 months; up to 12 months
    Code 10.6          lapses_on               warning 12 months, reprimand 24
    B.06.5A 4          dsc_sanction_fault      18 months first, 24 later; never points

The Code names no tariff for an offence: only ranges. Not here: procedures and limits (`cases`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from arbitro.dates import Term, add_days, add_months
from arbitro.i18n import gettext_for

_ = gettext_for("officials")


class Penalty(StrEnum):
    """Code 13.1 (common), 13.2 (only with a common one), 15 (probation)."""

    WARNING = "warning"
    REPRIMAND = "reprimand"
    FINE = "fine"
    BAN = "ban"
    MEMBERSHIP_EXCLUSION = "membership_exclusion"
    OFFICE_EXCLUSION = "office_exclusion"
    RETURN_OF_AWARDS = "return_of_awards"
    REVOCATION = "revocation"
    LICENCE_WITHDRAWAL = "licence_withdrawal"
    HISTORY_DELETION = "history_deletion"
    COMMUNITY_SERVICE = "community_service"
    INELIGIBILITY = "ineligibility"
    REIMBURSEMENT = "reimbursement"
    PROBATION = "probation"


COMMON = frozenset(
    {
        Penalty.WARNING,
        Penalty.REPRIMAND,
        Penalty.FINE,
        Penalty.BAN,
        Penalty.MEMBERSHIP_EXCLUSION,
        Penalty.OFFICE_EXCLUSION,
    }
)
SUPPLEMENTARY = frozenset(Penalty) - COMMON - {Penalty.PROBATION}
MAX_FINE_EUR = 50_000
BAN_MONTHS = (1, 180)
EXCLUSION_YEARS = 5
SERVICE_MONTHS = 12
INELIGIBLE_TERMS = 2
PROBATION_MONTHS = (6, 36)
DSC_BAN_MONTHS = {False: 18, True: 24}  # first, repeated
FAST_TRACK = {"FPL": (1, 2, 3), "EDC_single_member": tuple(range(1, 13))}
LAPSE_MONTHS = {Penalty.WARNING: 12, Penalty.REPRIMAND: 24}


@dataclass(frozen=True, slots=True)
class Sanction:
    """A sanction as proposed or imposed. Only the fields of its kind are read."""

    type: Penalty
    months: Fraction | None = None
    years: Fraction | None = None
    eur: Fraction | None = None
    terms: int | None = None
    life: bool = False
    exceptional_recurrent: bool = False
    combined_with: str | None = None  # the common sanction that a supplementary one goes with

    @property
    def length(self) -> Fraction | None:
        """Length in months."""
        if self.months is not None:
            return self.months
        return self.years * 12 if self.years is not None else None


def edc_sanction_fault(sanction: Sanction) -> str | None:
    """Code 13 and 15: why the commission could not impose this; None if it could."""
    kind, length = sanction.type, sanction.length
    if kind in SUPPLEMENTARY:
        if sanction.combined_with not in {c.value for c in COMMON}:
            return _("only together with a common sanction (13.2)")
        if kind is Penalty.HISTORY_DELETION and not (sanction.combined_with == Penalty.BAN and sanction.life):
            return _("only with a ban for life (13.2 d)")
        if kind is Penalty.COMMUNITY_SERVICE and not _between(length, Fraction(0), SERVICE_MONTHS):
            return _("at most {months} months (13.2 e)").format(months=SERVICE_MONTHS)
        if kind is Penalty.INELIGIBILITY and not _between(sanction.terms, 1, INELIGIBLE_TERMS):
            return _("at most {terms} terms of office (13.2 f)").format(terms=INELIGIBLE_TERMS)
        return None
    if kind is Penalty.FINE and not _between(sanction.eur, 0, MAX_FINE_EUR):
        return _("at most {eur} euros (13.1 c)").format(eur=MAX_FINE_EUR)
    if kind is Penalty.BAN:
        if sanction.life:
            recurrent = sanction.exceptional_recurrent
            return None if recurrent else _("for life only in exceptional, recurrent cases (13.1 d)")
        if not _between(length, *BAN_MONTHS):
            return _("from one month to 15 years (13.1 d)")
    if kind is Penalty.MEMBERSHIP_EXCLUSION and not _between(length, Fraction(0), 12 * EXCLUSION_YEARS):
        return _("at most {years} years (13.1 e)").format(years=EXCLUSION_YEARS)
    if kind is Penalty.PROBATION and not _between(length, *PROBATION_MONTHS):
        return _("from 6 months to 3 years (15)")
    return None


def _between(value: Fraction | int | None, low: Fraction | int, high: int) -> bool:
    return value is not None and low <= value <= high


def dsc_sanction_fault(sanction: Sanction, *, repeat: bool) -> str | None:
    """B.06.5A 4.1: warning, reprimand, or a ban up to 18 months (24 for a later offence); above that: to the EDC."""
    if sanction.type in (Penalty.WARNING, Penalty.REPRIMAND):
        return None
    if sanction.type is not Penalty.BAN or sanction.life:
        return _("not a sanction of this body (4.1)")
    most = DSC_BAN_MONTHS[repeat]
    if not sanction.length or not 0 < sanction.length <= most:
        return _("at most {months} months; otherwise refer to the Ethics Commission (4.1 c)").format(months=most)
    return None


def fast_track_fault(months: Fraction | int, stage: str) -> str | None:
    """Code 9.3 and 9.5: the Fair Play Commission offers 1, 2 or 3 months; a single EDC member up to 12."""
    if stage == "FPL":
        return None if months in FAST_TRACK["FPL"] else _("1, 2 or 3 months (9.3)")
    return None if 0 < months <= 12 else _("at most 12 months (9.5)")


def lapses_on(kind: Penalty, issued: date) -> date | None:
    """Code 10.6 and B.06.5A 4.1: the day on which a warning or reprimand lapses and leaves the record."""
    months = LAPSE_MONTHS.get(kind)
    return add_months(issued, months) if months else None


def months_to_serve(
    original_months: Fraction | int, *, suspended: bool, reoffended: bool, new_months: Fraction | int
) -> Fraction | int:
    """Code 15: reoffending in probation revives the suspended sanction in full, added to the new one."""
    revived = original_months if reoffended or not suspended else 0
    return revived + new_months


def remaining_ban_months(ban_months: Fraction | int, voluntary_months: Fraction | int) -> Fraction | int:
    """Code 12.7: a provisional suspension that was accepted voluntarily is deducted."""
    return max(ban_months - voluntary_months, 0)


def ban_end(start: date, months: int, evaded: Iterable[tuple[date, date]] = ()) -> date:
    """Code 20.7: the last day of a ban; every day of evasion (both ends included) is added."""
    days = sum((last - first).days + 1 for first, last in evaded)
    return add_days(add_days(add_months(start, months), -1), days)


def probation_end(start: date, months: int) -> date:
    return Term(months=months).last_day(start)


@dataclass(frozen=True, slots=True)
class Measure:
    """A sanction in force: whom, what, from when to when (None: for life), in which scope."""

    person: str  # FIDE ID
    type: Penalty
    start: date
    end: date | None
    scope: tuple[str, ...] = ("otb", "online")
    suspended_until: date | None = None
    body: str = "EDC"
    decision: str = ""


@dataclass(frozen=True, slots=True)
class SanctionRegister:
    """The sanctions of a body, as stored."""

    measures: tuple[Measure, ...] = ()


def in_force(measures: Iterable[Measure], person: str, day: date, scope: str = "otb") -> tuple[Measure, ...]:
    """What stands against a person on a day: consulted when players are entered and arbiters appointed."""
    return tuple(
        m
        for m in measures
        if m.person == person
        and scope in m.scope
        and m.start <= day
        and (m.end is None or day <= m.end)
        and m.suspended_until is None
    )
