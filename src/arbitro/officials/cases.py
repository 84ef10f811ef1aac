"""Disciplinary cases: who is subject and may complain, time limits, routes, procedures, the register of decisions.

    article              function
    Code 4.2, 5.2        has_standing            the FIDE family by category a to u
    Code 5.1 e           edc_in_time             5 years for fraud, corruption and cheating, else 3
    B.06.5A 2.8          dsc_in_time             the same, and 9 months from knowledge
    Code 3.11            reconsideration_open    30 days from discovery, within 5 years
    Code 17              appeal_latest           21 days; a Sunday or holiday rolls, a Saturday does not
    Code 10.21           review_latest           21 days
    B.06.5A 6            dsc_appeal_latest       15 days, nothing rolls
    Code 10              corrective_authority
    B.06.5A 1            dsc_composition_ok
    Code 3.13            recusals
    Code 19, B.06.5A 7   Decision, may_read, published

Both limitation clocks of a cheating file are kept: eight years at the Fair Play Commission (`fairplay.investigation`),
five here. Not here: what may be imposed (`sanctions`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from arbitro.dates import Roll, Term, add_months, add_years, parse_date
from arbitro.i18n import gettext_for
from arbitro.officials.checks import Report, need
from arbitro.officials.sanctions import DSC_BAN_MONTHS, LAPSE_MONTHS, Penalty, lapses_on
from arbitro.texts import table
from arbitro.workflow import Deed, History, procedure

_ = gettext_for("officials")

CODE_FROM = date(2022, 4, 1)  # Code 21
DSC_FROM = date(2023, 5, 1)  # B.06.5A 8


class Nature(StrEnum):
    """What decides the limitation period."""

    FRAUD = "fraud"
    CORRUPTION = "corruption"
    CHEATING = "cheating"
    OTHER = "other"


LIMITATION_YEARS = {Nature.FRAUD: 5, Nature.CORRUPTION: 5, Nature.CHEATING: 5, Nature.OTHER: 3}
KNOWLEDGE_MONTHS = 9
EDC_APPEAL = Term(days=21, roll=Roll.SUNDAY_OR_HOLIDAY)
REVIEW = Term(days=21)
DSC_APPEAL = Term(days=15)
DSC_SUBMISSIONS = Term(days=15)
DSC_COPY = Term(days=20)
DSC_REGISTER_YEARS = 10
RECONSIDERATION_DAYS, RECONSIDERATION_YEARS = 30, 5
DSC_APPEAL_FEE_EUR = 300
GIFT_LIMIT_EUR = 250

FAMILY: Mapping[str, str] = table("officials")["family"]
NO_COMPLAINT = frozenset("eiopqrstu")  # 5.2: these may not complain
GENERAL_INTEREST = frozenset({"General_Assembly", "FIDE_President", "FIDE_Council", "Management_Board", "FIDE_organ"})

OFFENCES: dict[str, str] = {
    "11.4": "abcdefg", "11.5": "abcdef", "11.6": "abcde", "11.7": "abcdefg", "11.8": "abcdefg",
    "11.9": "abcdefghijk", "11.10": "abc",
}  # fmt: skip
ARBITER_OFFENCES: dict[str, str] = {
    "3.1": "a", "3.2": "abcde", "3.3": "abcde", "3.4": "abc", "3.5": "abcdef", "3.6": "abcde",
}  # fmt: skip


def is_offence(code: str) -> bool:
    """Whether "11.7 e" (Code) or "3.6 b" (arbiters) names an offence of the catalogues."""
    article, _sep, letter = code.replace("(", " ").replace(")", "").strip().partition(" ")
    known = OFFENCES.get(article) or ARBITER_OFFENCES.get(article) or ""
    return len(letter.strip()) == 1 and letter.strip() in known


def nature_of(offences: Iterable[str]) -> Nature:
    """The longest limitation that an offence of the list brings: 11.7 a-b fraud, c-d corruption, e cheating, 11.8."""
    codes = {code.replace("(", " ").replace(")", "").strip() for code in offences}
    if codes & {"11.7 e", "11.8 c"}:
        return Nature.CHEATING
    if codes & {"11.7 c", "11.7 d", "3.3 a"}:
        return Nature.CORRUPTION
    return Nature.FRAUD if codes & {"11.7 a", "11.7 b", "11.7 g"} else Nature.OTHER


# --- time limits ------------------------------------------------------------------------------------------------


def edc_in_time(act: date, received: date, nature: Nature) -> bool:
    """Code 5.1 e: the act lies within 5 (fraud, corruption, cheating) or 3 years before receipt."""
    return received <= add_years(act, LIMITATION_YEARS[nature])


def dsc_in_time(act: date, received: date, nature: Nature, known_since: date | None) -> bool:
    """B.06.5A 2.8: as the Code, and the complainant has not known the facts for more than nine months."""
    fresh = known_since is None or received <= add_months(known_since, KNOWLEDGE_MONTHS)
    return edc_in_time(act, received, nature) and fresh


def edc_appeal_latest(communicated: date, holidays: Collection[date] = ()) -> date:
    """Code 17: 21 days; a last day that is a Sunday or a public holiday of the appellant's country moves on."""
    return EDC_APPEAL.last_day(communicated, holidays)


def review_latest(received: date) -> date:
    """Code 10.21: 21 days from receipt, with a deposit of 100 euros."""
    return REVIEW.last_day(received)


def dsc_appeal_latest(communicated: date) -> date:
    """B.06.5A 6: 15 calendar days, never extended."""
    return DSC_APPEAL.last_day(communicated)


def dsc_decision_copy_latest(decided: date) -> date:
    """B.06.5A 5: 20 days from the decision."""
    return DSC_COPY.last_day(decided)


class AppealOutcome(StrEnum):
    """What became of an appeal."""

    UPHELD = "upheld"
    PARTLY_UPHELD = "partly_upheld"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"


def dsc_appeal_refund(outcome: AppealOutcome) -> int:
    """B.06.5A 6: the fee comes back if the appeal succeeds at least in part."""
    return DSC_APPEAL_FEE_EUR if outcome in (AppealOutcome.UPHELD, AppealOutcome.PARTLY_UPHELD) else 0


def reconsideration_open(decision: date, discovered: date, requested: date) -> bool:
    """Code 3.11: within 30 days of the discovery and 5 years of the decision."""
    return (
        discovered <= requested
        and requested <= Term(days=RECONSIDERATION_DAYS).last_day(discovered)
        and requested <= add_years(decision, RECONSIDERATION_YEARS)
    )


def gift_must_be_declared(eur: float) -> bool:
    """Code 8: gifts below 250 euros need no declaration."""
    return eur >= GIFT_LIMIT_EUR


def register_until(closed: date) -> date:
    """B.06.5A 7: case files of arbiters are kept for ten years."""
    return add_years(closed, DSC_REGISTER_YEARS)


# --- persons and bodies -----------------------------------------------------------------------------------------


def has_standing(
    category: str, *, directly_affected: bool = False, substantial_interest: bool = False, acts_for: str | None = None
) -> bool:
    """Code 5.2: a member of the family (not e, i, o-u) who is affected or has a substantial interest; or a FIDE body
    in the general interest or in its field."""
    if acts_for in GENERAL_INTEREST:
        return True
    return category in FAMILY and category not in NO_COMPLAINT and (directly_affected or substantial_interest)


def corrective_authority(category: str, conduct_is_governance: bool, *, president: bool = False) -> str:
    """Code 10: who takes corrective action. Complaints against the President or Deputy always go to a chamber."""
    if president:
        return "First_Instance_Chamber"
    if category in "abc":
        return "EDC_President"
    if category in "fghis" or (category in "tu" and conduct_is_governance):
        return "FIDE_President"
    return "EDC_single_member"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a deciding body."""

    fed: str
    category: str = ""
    legal: bool = False
    name: str = ""
    in_arb: bool = False
    sanctioned: bool = False


def dsc_composition_ok(members: Sequence[Member]) -> bool:
    """B.06.5A 1: chair, two members, two substitutes: IA of category A to C, five federations, three with legal
    training, none of the Arbiters' Commission, none sanctioned."""
    return (
        len(members) == 5
        and len({m.fed for m in members}) == 5
        and all(m.category in ("A", "B", "C") for m in members)
        and sum(m.legal for m in members) >= 3
        and not any(m.in_arb or m.sanctioned for m in members)
    )


def recusals(
    members: Iterable[Member], federations: Collection[str], *, parties_agree: bool = False
) -> tuple[Member, ...]:
    """Code 3.13 and B.06.5A 5: members of a party's federation stand aside, unless all parties agree (Code only)."""
    return () if parties_agree else tuple(m for m in members if m.fed in federations)


class Regime(StrEnum):
    """Under which text an act falls (Code 21, B.06.5A 8)."""

    CODE_2022 = "Code of Ethics and Discipline 2022"
    CODE_BEFORE = "earlier code"
    DSC_2023 = "B.06.5A 2023"
    DSC_BEFORE = "earlier arbiters' rules"


def regime(act: date, *, arbiters: bool, all_parties_agree: bool = False) -> Regime:
    """Acts from 1 April 2022 (Code) or 1 May 2023 (arbiters); older ones only if all parties agree."""
    if arbiters:
        return Regime.DSC_2023 if act >= DSC_FROM or all_parties_agree else Regime.DSC_BEFORE
    return Regime.CODE_2022 if act >= CODE_FROM or all_parties_agree else Regime.CODE_BEFORE


# --- a case -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Filing:
    """A complaint as it comes in."""

    act: date
    received: date
    complainant: str  # category of the family, or a body of B.06.5A 2.6
    respondent: str
    offences: tuple[str, ...] = ()
    nature: Nature | None = None
    route: str = "disciplinary"  # or "arbiters"
    directly_affected: bool = False
    substantial_interest: bool = False
    acts_for: str | None = None
    evidence: bool = True
    international: bool = True
    several_federations: bool = False
    judged_at_home: bool = False
    judged_fairly: bool = True
    known_since: date | None = None
    minor_represented: bool | None = None
    already_decided: bool = False
    pending_elsewhere: bool = False


DSC_COMPLAINANTS = frozenset(
    {"FIDE_President", "FIDE_Council", "Management_Board", "FIDE_commission", "federation", "organiser", "arbiter",
     "player"}
)  # fmt: skip


def check_admissibility(filing: Filing) -> Report:
    """Code 5 or B.06.5A 2: every condition with what was found."""
    arbiters = filing.route == "arbiters"
    nature = filing.nature or nature_of(filing.offences)
    years = LIMITATION_YEARS[nature]

    if arbiters:
        standing = filing.complainant in DSC_COMPLAINANTS
        if filing.complainant == "player":
            standing = filing.directly_affected and filing.minor_represented is not False
        where, limit, catalogued, catalogue = "B.06.5A 2.6", "B.06.5A 2.8", "B.06.5A 3", ARBITER_OFFENCES
    else:
        standing = has_standing(
            filing.complainant, directly_affected=filing.directly_affected,
            substantial_interest=filing.substantial_interest, acts_for=filing.acts_for,
        )  # fmt: skip
        where, limit, catalogued, catalogue = "Code 5.1 a, 5.2", "Code 5.1 e", "Code 11", OFFENCES
    in_family = arbiters or filing.respondent in FAMILY
    scope = filing.international or (
        filing.several_federations and (not filing.judged_at_home or not filing.judged_fairly)
    )
    named = [o for o in filing.offences if is_offence(o) and o.replace("(", " ").split()[0] in catalogue]
    offence = bool(named) and len(named) == len(filing.offences)
    latest = add_years(filing.act, years)
    in_time = edc_in_time(filing.act, filing.received, nature)
    rows = [
        need("ETH-5.1a", filing.acts_for or filing.complainant, True, standing, article=where),
        need("ETH-5.1a.evidence", filing.evidence, article=where),
        need("ETH-5.1b", filing.respondent, True, in_family, article="B.06.5A 2.1" if arbiters else "Code 4.2"),
        need("ETH-5.1c", ", ".join(filing.offences) or "-", True, offence, article=catalogued),
        need("ETH-5.1d", filing.international, True, scope, article="B.06.5A 2.7" if arbiters else "Code 4.7"),
        need("ETH-5.1e", filing.act, f"<= {latest}", in_time, article=limit, years=years),
    ]
    if arbiters:
        known = filing.known_since
        until = f"<= {add_months(known, KNOWLEDGE_MONTHS)}" if known else "-"
        met = dsc_in_time(filing.act, filing.received, nature, known) if known else None
        rows.append(need("ARB-D2.8", known or "-", until, met))
    else:
        rows += [need("ETH-5.3b", not filing.pending_elsewhere), need("ETH-5.3c", not filing.already_decided)]
    return Report(_("Admissibility of the complaint"), tuple(rows))


def _reconsideration(history: History, entry: Deed) -> str:
    """Code 3.11: refused where it comes more than 30 days after the discovery or 5 years after the decision."""
    decided = history.last("communicate", "communicate_appeal", "award")
    discovered = parse_date(str(entry.fact("discovered")))
    if decided is None or reconsideration_open(decided.at.date(), discovered, entry.at.date()):
        return ""
    sentence = _("within {days} days of the discovery and {years} years of the decision")
    return sentence.format(days=RECONSIDERATION_DAYS, years=RECONSIDERATION_YEARS)


def _lapse(history: History, entry: Deed) -> str:
    """Code 10.6: a warning lapses after 12 months, a reprimand after 24; nothing else does."""
    found = history.last("find")
    outcome = str(found.fact("outcome")) if found else ""
    until = lapses_on(Penalty(outcome), found.at.date()) if found and outcome in set(LAPSE_MONTHS) else None
    if until is None:
        return _("only a warning or a reprimand lapses")
    return "" if entry.at.date() >= until else _("not before {day}").format(day=until)


_TERMS = {
    "appeal": EDC_APPEAL, "review": REVIEW, "dsc_appeal": DSC_APPEAL, "dsc_submissions": DSC_SUBMISSIONS,
    "dsc_copy": DSC_COPY,
}  # fmt: skip
_GUARDS = {"reconsider": _reconsideration, "lapse": _lapse}
PROCEDURES = {key: procedure(key, _TERMS, _GUARDS) for key in ("disciplinary", "corrective", "fast-track", "arbiters")}


def arbiters_route(months_expected: int, repeat: bool, *, dsc_unsuitable: bool = False) -> str:
    """B.06.5A 2.4: to the EDC where more than the DSC could impose seems possible, or the DSC is unsuitable."""
    return "EDC" if dsc_unsuitable or months_expected > DSC_BAN_MONTHS[repeat] else "DSC"


# --- the register of decisions ----------------------------------------------------------------------------------


class RouteName(StrEnum):
    """The four procedures."""

    DISCIPLINARY = "disciplinary"
    CORRECTIVE = "corrective"
    FAST_TRACK = "fast-track"
    ARBITERS = "arbiters"


READERS: dict[str, frozenset[str]] = {
    "corrective": frozenset({"EDC President", "FIDE Council", "Secretariat"}),  # Code 19.3
    "fast-track": frozenset({"EDC", "FPL", "Secretariat", "party"}),
    "disciplinary": frozenset({"EDC", "Secretariat", "party", "federation"}),  # Code 20.2
    "arbiters": frozenset({"DSC", "ARB", "Secretariat", "party"}),  # B.06.5A 5
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of the register."""

    number: str
    route: RouteName
    body: str
    date: date
    respondent: str
    offences: tuple[str, ...]
    outcome: str
    sanctions: tuple[str, ...] = ()
    final: bool = False
    withheld: bool = False
    named: bool = False  # published with names: the exception


@dataclass(frozen=True, slots=True)
class Register:
    """The decisions of a body, as stored."""

    decisions: tuple[Decision, ...] = ()


def may_read(decision: Decision, reader: str, *, chamber_needs_it: bool = False) -> bool:
    """Code 19 and B.06.5A 7: the full file; corrective files only for a few, and a chamber to which it matters."""
    if decision.route == "corrective" and reader in ("FIC", "AC"):
        return chamber_needs_it
    return reader in READERS[decision.route]


def published(decision: Decision) -> dict[str, Any] | None:
    """What the public sees: final decisions, parties anonymous unless decided otherwise; corrective files never."""
    if not decision.final or decision.withheld or decision.route in ("corrective", "fast-track"):
        return None
    return {
        "number": decision.number, "body": decision.body, "date": decision.date.isoformat(),
        "respondent": decision.respondent if decision.named else "X", "offences": list(decision.offences),
        "outcome": decision.outcome, "sanctions": list(decision.sanctions),
    }  # fmt: skip
