"""Who may officiate where: the table of B.06.3 8.3, the panels and limits of B.06.4, and how many arbiters.

    article        function
    B.06.3 8.3     may_serve               role by event category and arbiter
    B.06.4 3       panel_allows            green, blue, red, yellow
    B.06.4 4       yearly_limit_ok         two as chief, two as deputy, three events a year
    B.06.4 6       panel_share_ok, gender_quota_ok
    B.06.4 7       olympiad_local_ok
    B.01 1.1.5     check_appointments      titled chief; arbiters do not play; licence, activity, sanctions
    C.05 13.1      check_appointments      official events: a chief arbiter of category A or B
    (practice)     suggested_arbiters      one for 20 to 25 players; schools one for 30

Table 8.3 is printed with merged cells; each value is read as the middle of its block. B.06.4 is stricter for the
chief arbiters of category A events; both hold. Not here: categories themselves (`categories`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from arbitro.i18n import gettext_for
from arbitro.officials.arbiters import Category
from arbitro.officials.categories import inactive_may_act
from arbitro.officials.checks import Report, Requirement, need

_ = gettext_for("officials")


class Role(StrEnum):
    """B.06.3 8.3: the rows of the table."""

    CHIEF = "CA"
    DEPUTY = "DCA"
    SECTOR = "SECTOR"
    PAIRINGS = "PAIRINGS"
    FAIR_PLAY = "FAIRPLAY"
    ARBITER = "ARBITER"
    MATCH = "MATCH"


class Panel(IntEnum):
    """B.06.4 3: a panel may fill its own roles and those of all lower panels."""

    YELLOW = 0
    RED = 1
    BLUE = 2
    GREEN = 3


ANY = "ABCD"  # every IA and every FA
SERVE: dict[Role, dict[str, str]] = {
    Role.CHIEF: {"A": "AB", "B": "AB", "C": "ABC", "D": ANY},
    Role.DEPUTY: {"A": "AB", "B": "ABC", "C": ANY, "D": ANY},
    Role.SECTOR: {"A": "AB", "B": "ABC", "C": ANY, "D": ANY},
    Role.PAIRINGS: {"A": "AB", "B": "ABC", "C": ANY, "D": ANY},
    Role.FAIR_PLAY: {"A": "AB", "B": "ABC", "C": ANY, "D": ANY},
    Role.ARBITER: {"A": "ABC", "B": "ABC", "C": ANY, "D": ANY},
    Role.MATCH: {"A": ANY, "B": ANY, "C": ANY, "D": ANY},
}
PANEL_FOR: dict[tuple[Role, str], Panel] = {
    (Role.CHIEF, "A"): Panel.GREEN,
    (Role.CHIEF, "B"): Panel.BLUE,
    (Role.DEPUTY, "A"): Panel.BLUE,
    (Role.DEPUTY, "B"): Panel.RED,
    (Role.SECTOR, "A"): Panel.RED,
    (Role.PAIRINGS, "A"): Panel.RED,
}
YEARLY = {Role.CHIEF: 2, Role.DEPUTY: 2}
YEARLY_TOTAL = 3
SCHOOL_PLAYERS_PER_ARBITER = 30
PLAYERS_PER_ARBITER = (20, 25)


def may_serve(role: Role, event_category: str, title: str, category: str | None) -> bool:
    """B.06.3 8.3: whether an arbiter of this title and category may have this role; FIDE Arbiters are category D."""
    if title not in ("IA", "FA"):
        return False
    return (category if title == "IA" and category else "D") in SERVE[role][event_category]


def panel_allows(panel: Panel, role: Role, event_category: str) -> bool:
    """B.06.4 3: whether the panel may fill the role (table 8.3 must hold as well)."""
    return panel >= PANEL_FOR.get((role, event_category), Panel.YELLOW)


def yearly_limit_ok(appointments: Iterable[tuple[str, Role]]) -> bool:
    """B.06.4 4: official events of one arbiter in one year as (event, role), the new one included."""
    entries = set(appointments)
    if len({event for event, _role in entries}) > YEARLY_TOTAL:
        return False
    return all(len({e for e, r in entries if r is role}) <= most for role, most in YEARLY.items())


def gender_quota_ok(women: int, men: int) -> bool:
    """B.06.4 6-7: each gender at least a quarter of the arbiters."""
    return 4 * min(women, men) >= women + men


def panel_share_ok(total: int, from_panel: int, others_all_local: bool) -> bool:
    """B.06.4 6: at least half of the arbiters from a panel, the others only from the host federation."""
    return 2 * from_panel >= total and (others_all_local or from_panel == total)


def olympiad_local_ok(match_arbiters: int, local: int) -> bool:
    """B.06.4 7: the host federation names at most a quarter of the match arbiters of an Olympiad."""
    return 4 * local <= match_arbiters


def olympiad_federation_ok(women: int, men: int) -> bool:
    """B.06.4 7: at most one man and one woman of a federation as match arbiters."""
    return women <= 1 and men <= 1


@dataclass(frozen=True, slots=True)
class Staff:
    """How many arbiters general practice suggests."""

    chief: int
    deputy: int
    arbiters_min: int
    arbiters_max: int


def suggested_arbiters(players: int) -> Staff:
    """General practice: a chief, a deputy and about one arbiter for 20 to 25 players, rounded up."""
    fewest, most = (-(-players // n) for n in reversed(PLAYERS_PER_ARBITER))
    return Staff(1, 1, fewest, most)


def suggested_school_arbiters(players: int, rooms: int = 1) -> int:
    """School events: one arbiter for 30 players, at least one in every room."""
    return max(-(-players // SCHOOL_PLAYERS_PER_ARBITER), rooms)


# --- one arbiter, one event -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Appointee:
    """An arbiter who is to be appointed. None: not stated."""

    name: str = ""
    title: str = "NA"
    category: Category | None = None
    role: Role = Role.ARBITER
    active: bool | None = None
    licence_paid: bool | None = None
    banned: bool | None = None
    under_investigation: bool | None = None
    plays: bool | None = None
    arb_approval: bool | None = None  # 8.2: a national arbiter, exceptionally


@dataclass(frozen=True, slots=True)
class Appointment:
    """The event side of an appointment."""

    arbiters: tuple[Appointee, ...]
    players: int | None = None
    rooms: int = 1
    school: bool = False
    rated: bool = True
    official: bool = False
    player_norms_possible: bool = False
    event_category: Category | None = None


def check_appointments(event: Appointment) -> Report:
    """All arbiters of an event: title, category, activity, licence, sanctions, number."""
    rows = [row for arbiter in event.arbiters for row in _check_one(arbiter, event)]
    chiefs = [a for a in event.arbiters if a.role is Role.CHIEF]
    rows.append(need("ARB-P0.chief", len(chiefs), 1, len(chiefs) == 1))
    if event.player_norms_possible:
        rows.append(need("TTL-1.1.5", any(a.title in ("IA", "FA") for a in event.arbiters)))
    if event.players is not None:
        count = len(event.arbiters)
        if event.school:
            least = suggested_school_arbiters(event.players, event.rooms)
        else:
            staff = suggested_arbiters(event.players)
            least = max(staff.arbiters_min, event.rooms)
        practice = _("general practice")
        rows.append(need("ARB-P0", count, f">= {least}", count >= least, article=practice, players=event.players))
    return Report(_("Appointments"), tuple(rows))


def _check_one(arbiter: Appointee, event: Appointment) -> list[Requirement]:
    who = f"{arbiter.name or '?'} ({arbiter.role.value})"
    rank = f"{arbiter.title} {arbiter.category or ''}".strip()
    rows = []
    if event.event_category:
        allowed = SERVE[arbiter.role][event.event_category]
        needed = "IA / FA" if allowed == ANY else f"IA {'/'.join(allowed)}"
        met = may_serve(arbiter.role, event.event_category, arbiter.title, arbiter.category)
        if not met and arbiter.title == "NA" and arbiter.role is not Role.CHIEF:
            met = bool(arbiter.arb_approval)
        rows.append(need("ARB-C8.3", rank, needed, met, who=who, category=event.event_category))
    if event.official and arbiter.role is Role.CHIEF:
        senior = arbiter.title == "IA" and arbiter.category in ("A", "B")
        rows.append(need("GR-13.1", rank, "IA A/B", senior, who=who))
    if event.player_norms_possible and arbiter.role is Role.CHIEF:
        rows.append(need("TTL-1.1.5 chief", rank, "IA / FA", arbiter.title in ("IA", "FA"), who=who))
    if arbiter.active is False:
        may = inactive_may_act(arbiter.role, official=event.official, player_norms_possible=event.player_norms_possible)
        rows.append(need("ARB-C2.1", False, True, may, who=who))
    if event.rated:
        rows.append(need("ARB-T6", arbiter.licence_paid, who=who))
        rows.append(need("ARB-D4", arbiter.banned, False, _not(arbiter.banned), who=who))
    if event.official and arbiter.under_investigation:
        rows.append(need("ARB-P5", True, False, False, who=who))
    if event.player_norms_possible:
        rows.append(need("TTL-1.1.6", arbiter.plays, False, _not(arbiter.plays), who=who))
    return rows


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value
