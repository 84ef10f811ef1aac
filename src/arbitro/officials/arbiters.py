"""Arbiters' titles and norms (B.06.1): who may earn a norm, which events give one, what an application needs.

    article        function
    2.4-2.5        systems_ok              two systems, or Swiss only with one large international event
    2.6            international           two federations for an FA norm, three for an IA norm
    2.7            certificate_limit       how many certificates an event may issue
    2.8            norm_signatory          chief arbiter, supervisor or nobody
    3.8-3.10       fa_norm_route           the article under which an event gives an FA norm
    4.8-4.10       ia_norm_route           the same for an IA norm
    3, 5.3, 5.4    check_fa_application    form FA2
    4, 5.3, 5.5    check_ia_application    form IA2
    5.1.1          may_register_national   national arbiters from 16 years

Conventions where the text is silent: 3.8 and 3.9 options may be mixed freely; RR and DRR are two systems (2.3.1 lists
both); the certificate limit of team and knock-out events is not stated; 4.9.3 asks for IA level.
Not here: categories (`categories`), seminars (`training`), forms (`forms`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from arbitro.dates import add_years, age_on
from arbitro.i18n import gettext_for
from arbitro.model import RatingList
from arbitro.officials.checks import Report, Requirement

IA_SEMINAR_FROM = date(2024, 1, 1)  # 4.7
FA_LANGUAGES = frozenset({"ar", "en", "fr", "pt", "ru", "es"})  # 3.3
MINIMUM_AGE = {"NA": 16, "FA norm": 18, "FA": 19, "IA": 21}  # 5.1.1, 2.9.3, 5.4.2, 5.5.2
EVENT_NORMS = {"FA": 3, "IA": 4}  # 5.4.3, 5.5.3
EVENT_NORM_YEARS = 6  # 5.3.1
SEMINAR_NORM_YEARS = 4  # 5.3.2
FILING_YEARS = 1  # 5.3.3
PASS_PERCENT = 80  # 3.7
PLAYERS_PER_CERTIFICATE = 25  # 2.7.1
ROUND_ROBIN_CERTIFICATES = 2  # 2.7.2
SUPERVISORS = frozenset({"IA", "FA", "IO"})  # 2.8.1
PROCESSING_DAYS, OBJECTION_DAYS = 45, 60  # 5.7, 5.8


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


# --- events -----------------------------------------------------------------------------------------------------


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


def _fa_basis(event: NormEvent) -> str | None:
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
    basis = _fa_basis(event)
    rounds = event.counted_rounds
    return None if rounds is not None and rounds < 5 and basis != "ARB-T3.9.5" else basis


def _ia_basis(event: NormEvent) -> str | None:
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
    basis = _ia_basis(event)
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


# --- applications -----------------------------------------------------------------------------------------------


def check_fa_application(file: Application, lang: str | None = None) -> Report:
    """B.06.1 3 and 5: an application for FIDE Arbiter (form FA2), every requirement with what was found."""
    _ = gettext_for("officials", lang)
    day = file.application
    rows = [
        _stated("ARB-T2.9.1", "2.9.1", _("registered as national arbiter"), file.national_arbiter_registered, lang),
        *_age_at_norms(file, lang),
        _age("ARB-T5.4.2", "5.4.2", file, MINIMUM_AGE["FA"], lang),
        *_fa_language(file, lang),
        *_fa_seminar(file, lang),
        _count("ARB-T5.4.3", "5.4.3", file, EVENT_NORMS["FA"], lang),
        *_routes(file, "FA", lang),
        *_federations(file, lang),
        *_rounds(file, "FA", lang),
        _systems(file, "FA", lang),
        *_validity(file, day, lang),
        *_licence(file, lang),
    ]
    return Report(_("Application for FIDE Arbiter (form FA2)"), tuple(rows))


def check_ia_application(file: Application, lang: str | None = None) -> Report:
    """B.06.1 4 and 5: an application for International Arbiter (form IA2), every requirement with what was found."""
    _ = gettext_for("officials", lang)
    day = file.application
    held = file.fa_award is not None and file.fa_award <= day
    rows = [
        Requirement(
            "ARB-T4.11", "B.06.1 4.11", _("holds the title FIDE Arbiter"), str(file.fa_award or "-"), f"<= {day}", held
        ),
        _stated("ARB-T2.9.2", "2.9.2", _("active as FIDE Arbiter"), file.active, lang),
        _age("ARB-T5.5.2", "5.5.2", file, MINIMUM_AGE["IA"], lang),
        *_ia_language(file, lang),
        *_ia_seminar(file, lang),
        _count("ARB-T5.5.3", "5.5.3", file, EVENT_NORMS["IA"], lang),
        *_routes(file, "IA", lang),
        *_rounds(file, "IA", lang),
        _systems(file, "IA", lang),
        *_after_fa(file, lang),
        *_signatures(file, lang),
        *_validity(file, day, lang),
        *_licence(file, lang),
    ]
    return Report(_("Application for International Arbiter (form IA2)"), tuple(rows))


def _yes(value: bool | None, lang: str | None) -> str:
    _ = gettext_for("officials", lang)
    return _("not stated") if value is None else _("yes") if value else _("no")


def _stated(rule: str, article: str, text: str, value: bool | None, lang: str | None) -> Requirement:
    return Requirement(rule, f"B.06.1 {article}", text, _yes(value, lang), _yes(True, lang), value)


def _label(norm: NormEvent, number: int, lang: str | None) -> str:
    _ = gettext_for("officials", lang)
    name = norm.name or _("norm {n}").format(n=number)
    return f"{name} ({norm.last_day})" if norm.last_day else name


def _age(rule: str, article: str, file: Application, years: int, lang: str | None) -> Requirement:
    _ = gettext_for("officials", lang)
    age = age_on(file.birth, file.application)
    return Requirement(
        rule, f"B.06.1 {article}", _("age on the day of the application"), str(age), f">= {years}", age >= years
    )


def _age_at_norms(file: Application, lang: str | None) -> list[Requirement]:
    """2.9.3: at least 18 years old when the norm was earned."""
    _ = gettext_for("officials", lang)
    rows = []
    for number, norm in enumerate(file.norms, 1):
        day = norm.start or norm.end
        if day is not None and norm.route is not Route.DISABILITY_TITLE:
            age, least = age_on(file.birth, day), MINIMUM_AGE["FA norm"]
            text = _("{norm}: age at the event").format(norm=_label(norm, number, lang))
            rows.append(Requirement("ARB-T2.9.3", "B.06.1 2.9.3", text, str(age), f">= {least}", age >= least))
    return rows


def _fa_language(file: Application, lang: str | None) -> list[Requirement]:
    if file.languages is None:
        return []
    _ = gettext_for("officials", lang)
    known = sorted(FA_LANGUAGES & set(file.languages))
    return [
        Requirement(
            "ARB-T3.3", "B.06.1 3.3", _("one of the FIDE languages, and chess terms in English"),
            ", ".join(file.languages), " / ".join(sorted(FA_LANGUAGES)), bool(known),
        )
    ]  # fmt: skip


def _ia_language(file: Application, lang: str | None) -> list[Requirement]:
    if file.languages is None:
        return []
    _ = gettext_for("officials", lang)
    return [
        Requirement(
            "ARB-T4.3", "B.06.1 4.3", _("English at conversation level"), ", ".join(file.languages), "en",
            "en" in file.languages,
        )
    ]  # fmt: skip


def _fa_seminar(file: Application, lang: str | None) -> list[Requirement]:
    """3.7: one FA seminar with its exam passed at 80 %; 5.3.2: not older than four years."""
    _ = gettext_for("officials", lang)
    seminar = file.seminar
    score = seminar.score_pct if seminar else None
    passed = score is not None and score >= PASS_PERCENT
    if seminar is not None and score is None:
        passed = seminar.passed is True
    found = _("none") if seminar is None else f"{float(score):g} %" if score is not None else _yes(passed, lang)
    row = Requirement(
        "ARB-T3.7", "B.06.1 3.7", _("FIDE Arbiter seminar, exam passed"), found, f">= {PASS_PERCENT} %", passed
    )
    return [row, *_seminar_age(file, lang)]


def _ia_seminar(file: Application, lang: str | None) -> list[Requirement]:
    """4.7: from 2024 one certification seminar with a positive assessment."""
    _ = gettext_for("officials", lang)
    if file.application < IA_SEMINAR_FROM:
        return []
    passed = file.seminar is not None and file.seminar.passed is not False
    found = _("none") if file.seminar is None else _yes(passed, lang)
    text = _("International Arbiter certification seminar, positive assessment")
    row = Requirement("ARB-T4.7", "B.06.1 4.7", text, found, _yes(True, lang), passed)
    return [row, *_seminar_age(file, lang)]


def _seminar_age(file: Application, lang: str | None) -> list[Requirement]:
    if file.seminar is None:
        return []
    _ = gettext_for("officials", lang)
    last = add_years(file.seminar.end, SEMINAR_NORM_YEARS)
    return [
        Requirement(
            "ARB-T5.3.2", "B.06.1 5.3.2", _("seminar norm not older than four years"), str(file.seminar.end),
            _("applied by {day}").format(day=last), file.application <= last,
        )
    ]  # fmt: skip


def _count(rule: str, article: str, file: Application, number: int, lang: str | None) -> Requirement:
    _ = gettext_for("officials", lang)
    found = len(file.norms)
    text = _("number of event norms, exactly")
    return Requirement(rule, f"B.06.1 {article}", text, str(found), str(number), found == number)


ONCE = {"FA": "ARB-T3.9.", "IA": "ARB-T4.9."}
MOST = {"ARB-T4.8.1": 2, "ARB-T4.8.4": 1}


def _routes(file: Application, title: str, lang: str | None) -> list[Requirement]:
    """3.8-3.9 and 4.8-4.9: every event under one article, and the options with a maximum."""
    _ = gettext_for("officials", lang)
    basis, general = (_fa_basis, "3.8") if title == "FA" else (_ia_basis, "4.8")
    rows, used = [], Counter[str]()
    for number, norm in enumerate(file.norms, 1):
        route = basis(norm)
        text = _("{norm}: gives a norm under an article").format(norm=_label(norm, number, lang))
        found = route.removeprefix("ARB-T") if route else _("none")
        rows.append(Requirement(f"ARB-T{general}", f"B.06.1 {general}", text, found, f"{general} / {general[0]}.9",
                                route is not None))  # fmt: skip
        if route:
            used[route] += 1
    for route, times in sorted(used.items()):
        most = 1 if route.startswith(ONCE[title]) else MOST.get(route)
        if most is not None:
            article = route.removeprefix("ARB-T")
            rule = ONCE[title].removesuffix(".") if route.startswith(ONCE[title]) else route
            text = _("norms under article {article}").format(article=article)
            rows.append(Requirement(rule, f"B.06.1 {article}", text, str(times), f"<= {most}", times <= most))
    return rows


def _federations(file: Application, lang: str | None) -> list[Requirement]:
    """2.6.2 a: an international event has players of two federations."""
    _ = gettext_for("officials", lang)
    return [
        Requirement(
            "ARB-T2.6.2a", "B.06.1 2.6.2 a",
            _("{norm}: federations of an international event").format(norm=_label(norm, number, lang)),
            str(norm.feds), ">= 2", international(norm, "FA"),
        )
        for number, norm in enumerate(file.norms, 1)
        if norm.level is EventLevel.INTERNATIONAL and norm.feds is not None
    ]  # fmt: skip


def _rounds(file: Application, title: str, lang: str | None) -> list[Requirement]:
    """3.10 and 4.10: seven (nine) rounds; one event with five or six (seven or eight)."""
    _ = gettext_for("officials", lang)
    article, full, short = ("3.10", 7, 5) if title == "FA" else ("4.10", 9, 7)
    rows, few = [], 0
    for number, norm in enumerate(file.norms, 1):
        rounds = norm.counted_rounds
        if rounds is None or norm.route is Route.DISABILITY_TITLE:
            continue
        few += short <= rounds < full
        text = _("{norm}: rounds").format(norm=_label(norm, number, lang))
        rows.append(Requirement(f"ARB-T{article}", f"B.06.1 {article}", text, str(rounds), f">= {short}",
                                rounds >= short))  # fmt: skip
    text = _("events with fewer than {rounds} rounds").format(rounds=full)
    rows.append(Requirement(f"ARB-T{article}.1", f"B.06.1 {article}.1", text, str(few), "<= 1", few <= 1))
    return rows


def _systems(file: Application, title: str, lang: str | None) -> Requirement:
    _ = gettext_for("officials", lang)
    found = ", ".join(sorted({n.system.value for n in file.norms})) or "-"
    needed = _("two systems, or one large international Swiss")
    return Requirement("ARB-T2.4/2.5", "B.06.1 2.4-2.5", _("different systems"), found, needed,
                       systems_ok(file.norms, title))  # fmt: skip


def _after_fa(file: Application, lang: str | None) -> list[Requirement]:
    """4.12: norms earned after the FA title was awarded."""
    if file.fa_award is None:
        return []
    _ = gettext_for("officials", lang)
    rows = []
    for number, norm in enumerate(file.norms, 1):
        day = norm.start or norm.end
        if day is not None and norm.route is not Route.DISABILITY_TITLE:
            text = _("{norm}: after the FA award").format(norm=_label(norm, number, lang))
            rows.append(Requirement("ARB-T4.12", "B.06.1 4.12", text, str(day), f">= {file.fa_award}",
                                    day >= file.fa_award))  # fmt: skip
    return rows


def _signatures(file: Application, lang: str | None) -> list[Requirement]:
    """4.13: signed by the chief arbiters, not all by the same one."""
    _ = gettext_for("officials", lang)
    signed = [norm.signed_by for norm in file.norms if norm.signed_by]
    different = len(set(signed)) > 1 if len(signed) > 1 else None
    text = _("not all signed by the same chief arbiter")
    return [Requirement("ARB-T4.13.1", "B.06.1 4.13.1", text, ", ".join(dict.fromkeys(signed)) or "-", ">= 2",
                        different)]  # fmt: skip


def _validity(file: Application, day: date, lang: str | None) -> list[Requirement]:
    """5.3.1 and 5.3.3: six years for each event, one year after the last."""
    _ = gettext_for("officials", lang)
    rows, last = [], None
    for number, norm in enumerate(file.norms, 1):
        end = norm.last_day
        if end is None or norm.route is Route.DISABILITY_TITLE:
            continue
        last = max(last, end) if last else end
        limit = add_years(end, EVENT_NORM_YEARS)
        text = _("{norm}: not older than six years").format(norm=_label(norm, number, lang))
        needed = _("applied by {day}").format(day=limit)
        rows.append(Requirement("ARB-T5.3.1", "B.06.1 5.3.1", text, str(end), needed, day <= limit))
    if last:
        limit = add_years(last, FILING_YEARS)
        text = _("filed within a year of the last event")
        needed = _("applied by {day}").format(day=limit)
        rows.append(Requirement("ARB-T5.3.3", "B.06.1 5.3.3", text, str(last), needed, day <= limit))
    return rows


def _licence(file: Application, lang: str | None) -> list[Requirement]:
    if file.licence_paid is None:
        return []
    _ = gettext_for("officials", lang)
    return [_stated("ARB-T6", "6.1", _("FIDE registration (licence) paid"), file.licence_paid, lang)]
