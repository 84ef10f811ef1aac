"""Arbiters' titles and norms (B.06.1): which events give a norm, who signs it, and the records of a file.

    article        function
    2.4-2.5        systems_ok              two systems, or Swiss only with one large international event
    2.6            international           two federations for an FA norm, three for an IA norm
    2.7            certificate_limit       how many certificates an event may issue
    2.8            norm_signatory          chief arbiter, supervisor or nobody
    3.8-3.10       fa_norm_route           the article under which an event gives an FA norm
    4.8-4.10       ia_norm_route           the same for an IA norm
    5.1.1          may_register_national   national arbiters from 16 years

Conventions where the text is silent: 3.8 and 3.9 options may be mixed freely; RR and DRR are two systems (2.3.1 lists
both); the certificate limit of team and knock-out events is not stated; 4.9.3 asks for IA level.
Not here: applications (`applications`), categories (`categories`), seminars (`training`), forms (`forms`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from arbitro.dates import age_on
from arbitro.model import RatingList

MINIMUM_AGE = {"NA": 16, "FA norm": 18, "FA": 19, "IA": 21}  # 5.1.1, 2.9.3, 5.4.2, 5.5.2
EVENT_NORMS = {"FA": 3, "IA": 4}  # 5.4.3, 5.5.3
PASS_PERCENT = 80  # 3.7
PLAYERS_PER_CERTIFICATE = 25  # 2.7.1
ROUND_ROBIN_CERTIFICATES = 2  # 2.7.2
SUPERVISORS = frozenset({"IA", "FA", "IO"})  # 2.8.1


class System(StrEnum):
    """B.06.1 2.3.1: the systems of the rating server."""

    SWISS = "swiss"
    ROUND_ROBIN = "rr"
    DOUBLE_ROUND_ROBIN = "drr"
    TEAM_LEAGUE = "team_top"  # top division of the national team championship
    TEAM = "team"
    KNOCKOUT = "knockout"
    MATCH = "match"
    OTHER = "other"


class EventLevel(StrEnum):
    """B.06.1 2.6."""

    WORLD = "world"
    CONTINENTAL = "continental"
    INTERNATIONAL = "international"
    NATIONAL = "national"


class Category(StrEnum):
    """B.06.3: of arbiters and of events."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class Route(StrEnum):
    """What an event is, where its figures do not say it."""

    NATIONAL_FINAL = "national_final"  # 4.8.1
    OFFICIAL = "official_fide"  # 4.8.2
    OFFICIAL_RAPID_BLITZ = "official_rapid_blitz"  # 4.8.4
    HYBRID = "hybrid"  # 3.9.3, 4.9.3
    OLYMPIAD_MATCH = "olympiad_match"  # 3.9.4, 4.9.4
    DISABILITY_TITLE = "disability_title"  # 3.9.5, 4.9.5: IBCA, ICCD or IPCA international arbiter


@dataclass(frozen=True, slots=True)
class NormEvent:
    """An event that a norm was, or may be, earned in. None: not stated."""

    system: System = System.OTHER
    tempo: RatingList = RatingList.STANDARD
    level: EventLevel | None = None
    route: Route | None = None
    players: int | None = None
    rated: int | None = None
    pct_rated: Fraction | None = None
    feds: int | None = None
    rounds: int | None = None
    rounds_worked: int | None = None
    boards: int | None = None
    teams: int | None = None
    double: bool = False
    rated_for_all: bool = False  # 3.8.2: ratable for every player at the end
    player_norms_possible: bool = False  # 4.8.3
    hybrid: bool = False
    approved: bool = False  # 2.3.2: hybrid, approved beforehand
    festival_players: int | None = None  # 2.5.1
    festival_rated: int | None = None
    start: date | None = None
    end: date | None = None
    signed_by: str | None = None
    name: str = ""

    @property
    def counted_rounds(self) -> int | None:
        """The rounds that 3.10 and 4.10 count: those worked, in a league."""
        return self.rounds_worked if self.rounds_worked is not None else self.rounds

    @property
    def last_day(self) -> date | None:
        return self.end or self.start

    @property
    def rated_share(self) -> Fraction | None:
        """Rated players in per cent."""
        if self.pct_rated is not None:
            return self.pct_rated
        if self.players and self.rated is not None:
            return Fraction(100 * self.rated, self.players)
        return None


@dataclass(frozen=True, slots=True)
class Seminar:
    """An FA seminar (with its exam in per cent) or an IA certification seminar (passed or not)."""

    end: date
    score_pct: Fraction | None = None
    passed: bool | None = None
    lecturer: str = ""


@dataclass(frozen=True, slots=True)
class Application:
    """An application for FA (form FA2) or IA (form IA2)."""

    application: date
    birth: date
    norms: tuple[NormEvent, ...] = ()
    seminar: Seminar | None = None
    national_arbiter_registered: bool | None = None
    fa_award: date | None = None
    active: bool | None = None
    languages: tuple[str, ...] | None = None  # ISO codes; for IA: English at conversation level
    licence_paid: bool | None = None
    name: str = ""
    fide_id: str = ""
    federation: str = ""


def at_least(value: int | Fraction | None, minimum: int) -> bool:
    return value is not None and value >= minimum


def international(event: NormEvent, title: str) -> bool:
    """B.06.1 2.6.2: players of two federations for an FA norm, of three for an IA norm; world events always are."""
    if event.level in (EventLevel.WORLD, EventLevel.CONTINENTAL):
        return True
    if event.level is not EventLevel.INTERNATIONAL:
        return False
    return event.feds is None or event.feds >= (2 if title == "FA" else 3)


def certificate_limit(level: EventLevel, system: System, players: int) -> int | None:
    """B.06.1 2.7: certificates an event may issue; None: no limit. Raises LookupError where the text gives none."""
    if level in (EventLevel.WORLD, EventLevel.CONTINENTAL):
        return None
    if system is System.SWISS:
        return -(-players // PLAYERS_PER_CERTIFICATE)
    if system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        return ROUND_ROBIN_CERTIFICATES
    raise LookupError(system.value)


def norm_signatory(chief_title: str | None, candidate_is_chief: bool, supervisor_title: str | None = None) -> str:
    """B.06.1 2.8: who signs the certificate: `chief_arbiter`, `supervisor` or `none`."""
    if candidate_is_chief:
        return "supervisor" if supervisor_title in SUPERVISORS else "none"
    return "chief_arbiter" if chief_title in ("IA", "FA") else "none"


def _team_league(event: NormEvent, rounds: int) -> bool:
    """B.06.1 3.9.1 and 4.9.2: the top national team division."""
    return (
        event.system is System.TEAM_LEAGUE
        and at_least(event.counted_rounds, rounds)
        and at_least(event.boards, 4)
        and at_least(event.teams, 6 if event.double else 10)
        and at_least(event.rated_share, 60)
    )


def _large_international(event: NormEvent, title: str) -> bool:
    """B.06.1 2.5 and 4.9.1: 100 players, 30 % of them rated, 7 rounds, international; a festival counts together."""
    players = event.festival_players or event.players
    share = event.rated_share
    if event.festival_players and event.festival_rated is not None:
        share = Fraction(100 * event.festival_rated, event.festival_players)
    return international(event, title) and at_least(players, 100) and at_least(share, 30) and at_least(event.rounds, 7)


def fa_basis(event: NormEvent) -> str | None:
    """B.06.1 3.8-3.9 without the number of rounds of 3.10."""
    if event.route is Route.DISABILITY_TITLE:
        return "ARB-T3.9.5"
    if event.route is Route.OLYMPIAD_MATCH:
        return "ARB-T3.9.4"
    if event.hybrid or event.route is Route.HYBRID:
        return "ARB-T3.9.3" if event.approved else None
    if event.system is System.TEAM_LEAGUE:
        return "ARB-T3.9.1" if _team_league(event, 5) else None
    if event.tempo is not RatingList.STANDARD:
        return "ARB-T3.9.2" if at_least(event.rated, 30) and at_least(event.rounds, 9) else None
    if event.system is System.SWISS and at_least(event.rated, 20):
        return "ARB-T3.8.1"
    if event.system is System.ROUND_ROBIN and (event.rated_for_all or at_least(event.rated, 10)):
        return "ARB-T3.8.2"
    if event.system is System.DOUBLE_ROUND_ROBIN and at_least(event.rated, 6):
        return "ARB-T3.8.3"
    return None


def fa_norm_route(event: NormEvent) -> str | None:
    """The rule under which the event gives an FA norm, None if it gives none (B.06.1 3.8-3.10)."""
    basis = fa_basis(event)
    rounds = event.counted_rounds
    return None if rounds is not None and rounds < 5 and basis != "ARB-T3.9.5" else basis


def ia_basis(event: NormEvent) -> str | None:
    """B.06.1 4.8-4.9 without the number of rounds of 4.10."""
    world = event.level in (EventLevel.WORLD, EventLevel.CONTINENTAL)
    if event.route is Route.DISABILITY_TITLE:
        return "ARB-T4.9.5"
    if event.route is Route.OLYMPIAD_MATCH:
        return "ARB-T4.9.4"
    if event.hybrid or event.route is Route.HYBRID:
        return "ARB-T4.9.3" if event.approved else None
    if event.route is Route.OFFICIAL_RAPID_BLITZ or (world and event.tempo is not RatingList.STANDARD):
        return "ARB-T4.8.4"
    if event.route is Route.OFFICIAL or world:
        return "ARB-T4.8.2"
    if event.route is Route.NATIONAL_FINAL:
        return "ARB-T4.8.1"
    if event.system is System.TEAM_LEAGUE:
        return "ARB-T4.9.2" if _team_league(event, 7) else None
    if international(event, "IA") and event.player_norms_possible:
        return "ARB-T4.8.3"
    return "ARB-T4.9.1" if _large_international(event, "IA") else None


def ia_norm_route(event: NormEvent) -> str | None:
    """The rule under which the event gives an IA norm, None if it gives none (B.06.1 4.8-4.10)."""
    basis = ia_basis(event)
    rounds = event.counted_rounds
    return None if rounds is not None and rounds < 7 and basis != "ARB-T4.9.5" else basis


def systems_ok(norms: tuple[NormEvent, ...], title: str) -> bool:
    """B.06.1 2.4-2.5: norms of two systems; Swiss only if one event is large and international."""
    systems = {norm.system for norm in norms if norm.route is not Route.DISABILITY_TITLE}
    if len(systems) >= 2:
        return True
    return systems == {System.SWISS} and any(_large_international(norm, title) for norm in norms)


def may_register_national(birth: date, day: date) -> bool:
    """B.06.1 5.1.1: national arbiters from 16 years."""
    return age_on(birth, day) >= MINIMUM_AGE["NA"]
