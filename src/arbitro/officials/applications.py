"""Applications for the titles of FIDE and International Arbiter (B.06.1): what a file must show, line by line.

    article        function
    3, 5.3, 5.4    check_fa_application    form FA2
    4, 5.3, 5.5    check_ia_application    form IA2

Not here: which events give a norm (`arbiters`), the forms themselves (`forms`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date

from arbitro.dates import add_years, age_on
from arbitro.i18n import gettext_for
from arbitro.officials.arbiters import (
    EVENT_NORMS,
    MINIMUM_AGE,
    PASS_PERCENT,
    Application,
    EventLevel,
    NormEvent,
    Route,
    fa_basis,
    ia_basis,
    international,
    systems_ok,
)
from arbitro.officials.checks import Report, Requirement, need

_ = gettext_for("officials")

IA_SEMINAR_FROM = date(2024, 1, 1)  # 4.7
FA_LANGUAGES = frozenset({"ar", "en", "fr", "pt", "ru", "es"})  # 3.3
EVENT_NORM_YEARS = 6  # 5.3.1
SEMINAR_NORM_YEARS = 4  # 5.3.2
FILING_YEARS = 1  # 5.3.3


def check_fa_application(file: Application) -> Report:
    """B.06.1 3 and 5: an application for FIDE Arbiter (form FA2), every requirement with what was found."""
    day = file.application
    rows = [
        need("ARB-T2.9.1", file.national_arbiter_registered),
        *_age_at_norms(file),
        _age("ARB-T5.4.2", file, MINIMUM_AGE["FA"]),
        *_fa_language(file),
        *_fa_seminar(file),
        _count("ARB-T5.4.3", file, EVENT_NORMS["FA"]),
        *_routes(file, "FA"),
        *_federations(file),
        *_rounds(file, "FA"),
        _systems(file, "FA"),
        *_validity(file, day),
        *_licence(file),
    ]
    return Report(_("Application for FIDE Arbiter (form FA2)"), tuple(rows))


def check_ia_application(file: Application) -> Report:
    """B.06.1 4 and 5: an application for International Arbiter (form IA2), every requirement with what was found."""
    day = file.application
    held = file.fa_award is not None and file.fa_award <= day
    rows = [
        need("ARB-T4.11", file.fa_award or "-", f"<= {day}", held),
        need("ARB-T2.9.2", file.active),
        _age("ARB-T5.5.2", file, MINIMUM_AGE["IA"]),
        *_ia_language(file),
        *_ia_seminar(file),
        _count("ARB-T5.5.3", file, EVENT_NORMS["IA"]),
        *_routes(file, "IA"),
        *_rounds(file, "IA"),
        _systems(file, "IA"),
        *_after_fa(file),
        *_signatures(file),
        *_validity(file, day),
        *_licence(file),
    ]
    return Report(_("Application for International Arbiter (form IA2)"), tuple(rows))


def _label(norm: NormEvent, number: int) -> str:
    name = norm.name or _("norm {n}").format(n=number)
    return f"{name} ({norm.last_day})" if norm.last_day else name


def _age(key: str, file: Application, years: int) -> Requirement:
    age = age_on(file.birth, file.application)
    return need(key, age, f">= {years}", age >= years)


def _age_at_norms(file: Application) -> list[Requirement]:
    """2.9.3: at least 18 years old when the norm was earned."""
    rows = []
    for number, norm in enumerate(file.norms, 1):
        day = norm.start or norm.end
        if day is not None and norm.route is not Route.DISABILITY_TITLE:
            age, least = age_on(file.birth, day), MINIMUM_AGE["FA norm"]
            rows.append(need("ARB-T2.9.3", age, f">= {least}", age >= least, who=_label(norm, number)))
    return rows


def _fa_language(file: Application) -> list[Requirement]:
    if file.languages is None:
        return []
    needed, met = " / ".join(sorted(FA_LANGUAGES)), bool(FA_LANGUAGES & set(file.languages))
    return [need("ARB-T3.3", ", ".join(file.languages), needed, met)]


def _ia_language(file: Application) -> list[Requirement]:
    if file.languages is None:
        return []
    return [need("ARB-T4.3", ", ".join(file.languages), "en", "en" in file.languages)]


def _fa_seminar(file: Application) -> list[Requirement]:
    """3.7: one FA seminar with its exam passed at 80 %; 5.3.2: not older than four years."""
    seminar = file.seminar
    score = seminar.score_pct if seminar else None
    passed = score is not None and score >= PASS_PERCENT
    if seminar is not None and score is None:
        passed = seminar.passed is True
    found = _("none") if seminar is None else f"{float(score):g} %" if score is not None else passed
    return [need("ARB-T3.7", found, f">= {PASS_PERCENT} %", passed), *_seminar_age(file)]


def _ia_seminar(file: Application) -> list[Requirement]:
    """4.7: from 2024 one certification seminar with a positive assessment."""
    if file.application < IA_SEMINAR_FROM:
        return []
    passed = file.seminar is not None and file.seminar.passed is not False
    found = _("none") if file.seminar is None else passed
    return [need("ARB-T4.7", found, True, passed), *_seminar_age(file)]


def _seminar_age(file: Application) -> list[Requirement]:
    if file.seminar is None:
        return []
    last = add_years(file.seminar.end, SEMINAR_NORM_YEARS)
    needed = _("applied by {day}").format(day=last)
    return [need("ARB-T5.3.2", file.seminar.end, needed, file.application <= last)]


def _count(key: str, file: Application, number: int) -> Requirement:
    return need(key, len(file.norms), number, len(file.norms) == number)


ONCE = {"FA": "ARB-T3.9.", "IA": "ARB-T4.9."}
MOST = {"ARB-T4.8.1": 2, "ARB-T4.8.4": 1}


def _routes(file: Application, title: str) -> list[Requirement]:
    """3.8-3.9 and 4.8-4.9: every event under one article, and the options with a maximum."""
    basis, general = (fa_basis, "3.8") if title == "FA" else (ia_basis, "4.8")
    rows, used = [], Counter[str]()
    for number, norm in enumerate(file.norms, 1):
        route = basis(norm)
        found, needed = route.removeprefix("ARB-T") if route else _("none"), f"{general} / {general[0]}.9"
        rows.append(need(f"ARB-T{general}", found, needed, route is not None, who=_label(norm, number)))
        if route:
            used[route] += 1
    for route, times in sorted(used.items()):
        most = 1 if route.startswith(ONCE[title]) else MOST.get(route)
        if most is not None:
            article = route.removeprefix("ARB-T")
            rule = ONCE[title].removesuffix(".") if route.startswith(ONCE[title]) else route
            row = need("ARB-T.most", times, f"<= {most}", times <= most, article=f"B.06.1 {article}", number=article)
            rows.append(replace(row, rule=rule))
    return rows


def _federations(file: Application) -> list[Requirement]:
    """2.6.2 a: an international event has players of two federations."""
    return [
        need("ARB-T2.6.2a", norm.feds, ">= 2", international(norm, "FA"), who=_label(norm, number))
        for number, norm in enumerate(file.norms, 1)
        if norm.level is EventLevel.INTERNATIONAL and norm.feds is not None
    ]


def _rounds(file: Application, title: str) -> list[Requirement]:
    """3.10 and 4.10: seven (nine) rounds; one event with five or six (seven or eight)."""
    article, full, short = ("3.10", 7, 5) if title == "FA" else ("4.10", 9, 7)
    rows, few = [], 0
    for number, norm in enumerate(file.norms, 1):
        rounds = norm.counted_rounds
        if rounds is None or norm.route is Route.DISABILITY_TITLE:
            continue
        few += short <= rounds < full
        rows.append(need(f"ARB-T{article}", rounds, f">= {short}", rounds >= short, who=_label(norm, number)))
    rows.append(need(f"ARB-T{article}.1", few, "<= 1", few <= 1, rounds=full))
    return rows


def _systems(file: Application, title: str) -> Requirement:
    found = ", ".join(sorted({n.system.value for n in file.norms})) or "-"
    needed = _("two systems, or one large international Swiss")
    return need("ARB-T2.4/2.5", found, needed, systems_ok(file.norms, title))


def _after_fa(file: Application) -> list[Requirement]:
    """4.12: norms earned after the FA title was awarded."""
    if file.fa_award is None:
        return []
    rows = []
    for number, norm in enumerate(file.norms, 1):
        day = norm.start or norm.end
        if day is not None and norm.route is not Route.DISABILITY_TITLE:
            rows.append(need("ARB-T4.12", day, f">= {file.fa_award}", day >= file.fa_award, who=_label(norm, number)))
    return rows


def _signatures(file: Application) -> list[Requirement]:
    """4.13: signed by the chief arbiters, not all by the same one."""
    signed = [norm.signed_by for norm in file.norms if norm.signed_by]
    different = len(set(signed)) > 1 if len(signed) > 1 else None
    return [need("ARB-T4.13.1", ", ".join(dict.fromkeys(signed)) or "-", ">= 2", different)]


def _validity(file: Application, day: date) -> list[Requirement]:
    """5.3.1 and 5.3.3: six years for each event, one year after the last."""
    rows, last = [], None
    for number, norm in enumerate(file.norms, 1):
        end = norm.last_day
        if end is None or norm.route is Route.DISABILITY_TITLE:
            continue
        last = max(last, end) if last else end
        limit = add_years(end, EVENT_NORM_YEARS)
        needed = _("applied by {day}").format(day=limit)
        rows.append(need("ARB-T5.3.1", end, needed, day <= limit, who=_label(norm, number)))
    if last:
        limit = add_years(last, FILING_YEARS)
        rows.append(need("ARB-T5.3.3", last, _("applied by {day}").format(day=limit), day <= limit))
    return rows


def _licence(file: Application) -> list[Requirement]:
    return [] if file.licence_paid is None else [need("ARB-T6", file.licence_paid)]
