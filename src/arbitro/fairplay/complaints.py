"""Complaints during (ITC) and after (PTC) a tournament: what they must hold, and where they go.

    article        function
    III.B.1-6      admissibility          admissible, incomplete, inadmissible, manifestly unfounded
    III.B          missing_content        what the complaint still lacks
    annexes        missing_fields         what the form ITC or PTC still lacks
    III.A          report_to              national federation, Fair Play Commission, or both
    III.B.5        CHIEF_ARBITER_DUTIES   warn, investigate, send everything on
    E.04 app. I    admissibility          online: participants only, within 24 hours, PTC only
    I.6            false_accusation       reckless or manifestly unfounded

Not here: the investigation (`investigation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from arbitro.fairplay.levels import Protection
from arbitro.fairplay.statistics import Mode
from arbitro.i18n import N_, gettext_for

_ = gettext_for("fairplay")

ONLINE_LIMIT = timedelta(hours=24)
ABOVE_RATING = "plays above rating"
FPL_TITLES = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})  # not CM, WCM


class ComplaintKind(StrEnum):
    """During the tournament or after it: the form that is filled in."""

    ITC = "ITC"
    PTC = "PTC"


# What the forms hold: the complaint itself, what a PTC adds, and what the chief arbiter writes on an ITC.
COMPLAINT_FIELDS = {
    "event": N_("tournament"), "round": N_("round"), "board": N_("board"), "complainant": N_("complainant"),
    "complainant_id": N_("FIDE ID of the complainant"), "accused": N_("accused player"), "time": N_("time"),
    "grounds": N_("grounds"), "evidence": N_("list of the evidence"), "signature": N_("signature"),
}  # fmt: skip
ITC_FIELDS = COMPLAINT_FIELDS | {
    "warning": N_("warning of the penalty acknowledged"), "findings": N_("findings of the chief arbiter"),
    "measures": N_("measures taken (search: room, searcher, witnesses, start, end, result)"),
    "decision": N_("decision of the chief arbiter"), "sent": N_("date sent to the commission"),
}  # fmt: skip
PTC_FIELDS = COMPLAINT_FIELDS | {"why_no_itc": N_("why no complaint was made during the tournament")}
FORMS = {ComplaintKind.ITC: ITC_FIELDS, ComplaintKind.PTC: PTC_FIELDS}


def missing_fields(kind: ComplaintKind, values: Mapping[str, object]) -> tuple[str, ...]:
    """The empty fields of a form, by their names on it."""
    return tuple(_(label) for key, label in FORMS[kind].items() if values.get(key) in (None, "", []))


class Verdict(StrEnum):
    ADMISSIBLE = "admissible"
    INCOMPLETE = "incomplete"
    INADMISSIBLE = "inadmissible"
    MANIFESTLY_UNFOUNDED = "manifestly_unfounded"


@dataclass(frozen=True, slots=True)
class EngineMatching:
    """A complaint that cites agreement with an engine says how it was measured, so that it can be repeated."""

    engine: str = ""
    settings: str = ""
    hash_mb: int | None = None
    lines: int | None = None
    interface: str = ""
    platform: str = ""
    procedure: str = ""
    move_ranges: str = ""
    matches: str = ""
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Complaint:
    """A complaint as filed. For an ITC, `form` and `evidence_listed` are what the chief arbiter takes down."""

    kind: ComplaintKind
    mode: Mode = Mode.OTB
    complainant_fide_id: bool = False
    written: bool = False
    form: bool = True
    evidence_listed: bool = True
    why_no_itc: str | None = None
    only_ground: str | None = None
    participant: bool = True
    last_round_end: datetime | None = None
    lodged: datetime | None = None
    engine_matching: EngineMatching | None = None
    warned: bool = False  # ITC: told of the penalty for a manifestly unfounded complaint


def in_time(complaint: Complaint) -> bool:
    """Online: within 24 hours after the last round. Over the board the limitation period decides."""
    if complaint.mode is not Mode.ONLINE or complaint.last_round_end is None or complaint.lodged is None:
        return True
    return complaint.lodged <= complaint.last_round_end + ONLINE_LIMIT


def admissibility(complaint: Complaint) -> Verdict:
    """III.B: who may file, the written form, the deadline; then the ground; then what is still missing."""
    online = complaint.mode is Mode.ONLINE
    barred = (
        not complaint.written
        or not complaint.complainant_fide_id
        or (online and (complaint.kind is ComplaintKind.ITC or not complaint.participant or not in_time(complaint)))
    )
    if barred:
        return Verdict.INADMISSIBLE
    if complaint.only_ground == ABOVE_RATING:
        return Verdict.MANIFESTLY_UNFOUNDED
    return Verdict.INCOMPLETE if missing_content(complaint) else Verdict.ADMISSIBLE


def missing_content(complaint: Complaint) -> tuple[str, ...]:
    """What the file lacks; the complainant gets a deadline to supply it, then the complaint is inadmissible."""
    lacks = [
        (not complaint.form, _("the official form")),
        (not complaint.evidence_listed, _("the list of all evidence at hand")),
        (
            complaint.kind is ComplaintKind.PTC and complaint.mode is Mode.OTB and not complaint.why_no_itc,
            _("why no complaint was made during the tournament"),
        ),
    ]
    if complaint.engine_matching is not None:
        cited = complaint.engine_matching
        lacks += [
            (not cited.engine, _("engine and version")),
            (not cited.settings, _("engine settings")),
            (cited.hash_mb is None, _("hash size")),
            (cited.lines is None, _("number of lines")),
            (not cited.interface, _("interface and platform")),
            (not cited.procedure, _("a procedure that others can repeat")),
            (not cited.move_ranges, _("the moves compared in each game, and why")),
            (not cited.matches, _("the number of matches")),
            (not cited.signed, _("the signature")),
        ]
    return tuple(text for missing, text in lacks if missing)


def report_to(level: Protection, title_at_stake: str | None = None, party_titles: Iterable[str] = ()) -> str:
    """III.A: cases of enhanced and maximum events go to the commission; of standard ones to the federation, and also
    to the commission if a title from FM up is affected or held by a party."""
    if level > Protection.STANDARD:
        return "FPL"
    return "NF+FPL" if FPL_TITLES & {title_at_stake, *party_titles} else "NF"


def chief_arbiter_duties() -> tuple[str, ...]:
    """III.B.5-6: what the chief arbiter does with an ITC."""
    return (
        _("warn the complainant of the penalty for a manifestly unfounded complaint"),
        _("investigate with the powers of Laws 12.9"),
        _("send complaint, report and findings to the Fair Play Commission, even if dismissed"),
        _("keep it confidential"),
    )


def false_accusation(*, only_emotion: bool, insufficient_data: bool, reasonable_inference: bool) -> bool:
    """I.6: reckless or manifestly unfounded; not what a reasonable person could draw from the facts."""
    return (only_emotion or insufficient_data) and not reasonable_inference
