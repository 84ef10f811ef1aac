"""Applications for the titles of FIDE and International Arbiter (B.06.1): what a file must show, line by line.

    article        function
    3, 5.3, 5.4    check_fa_application    form FA2
    4, 5.3, 5.5    check_ia_application    form IA2

Not here: which events give a norm (`arbiters`), the forms themselves (`forms`).
"""

from __future__ import annotations

from collections import Counter
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
from arbitro.officials.checks import Report, Requirement

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
        _stated("ARB-T2.9.1", "2.9.1", _("registered as national arbiter"), file.national_arbiter_registered),
        *_age_at_norms(file),
        _age("ARB-T5.4.2", "5.4.2", file, MINIMUM_AGE["FA"]),
        *_fa_language(file),
        *_fa_seminar(file),
        _count("ARB-T5.4.3", "5.4.3", file, EVENT_NORMS["FA"]),
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
        Requirement(
            "ARB-T4.11", "B.06.1 4.11", _("holds the title FIDE Arbiter"), str(file.fa_award or "-"), f"<= {day}", held
        ),
        _stated("ARB-T2.9.2", "2.9.2", _("active as FIDE Arbiter"), file.active),
        _age("ARB-T5.5.2", "5.5.2", file, MINIMUM_AGE["IA"]),
        *_ia_language(file),
        *_ia_seminar(file),
        _count("ARB-T5.5.3", "5.5.3", file, EVENT_NORMS["IA"]),
        *_routes(file, "IA"),
        *_rounds(file, "IA"),
        _systems(file, "IA"),
        *_after_fa(file),
        *_signatures(file),
        *_validity(file, day),
        *_licence(file),
    ]
    return Report(_("Application for International Arbiter (form IA2)"), tuple(rows))


def _yes(value: bool | None) -> str:
    return _("not stated") if value is None else _("yes") if value else _("no")


def _stated(rule: str, article: str, text: str, value: bool | None) -> Requirement:
    return Requirement(rule, f"B.06.1 {article}", text, _yes(value), _yes(True), value)


def _label(norm: NormEvent, number: int) -> str:
    name = norm.name or _("norm {n}").format(n=number)
    return f"{name} ({norm.last_day})" if norm.last_day else name


def _age(rule: str, article: str, file: Application, years: int) -> Requirement:
    age = age_on(file.birth, file.application)
    return Requirement(
        rule, f"B.06.1 {article}", _("age on the day of the application"), str(age), f">= {years}", age >= years
    )


def _age_at_norms(file: Application) -> list[Requirement]:
    """2.9.3: at least 18 years old when the norm was earned."""
    rows = []
    for number, norm in enumerate(file.norms, 1):
        day = norm.start or norm.end
        if day is not None and norm.route is not Route.DISABILITY_TITLE:
            age, least = age_on(file.birth, day), MINIMUM_AGE["FA norm"]
            text = _("{norm}: age at the event").format(norm=_label(norm, number))
            rows.append(Requirement("ARB-T2.9.3", "B.06.1 2.9.3", text, str(age), f">= {least}", age >= least))
    return rows


def _fa_language(file: Application) -> list[Requirement]:
    if file.languages is None:
        return []
    known = sorted(FA_LANGUAGES & set(file.languages))
    return [
        Requirement(
            "ARB-T3.3", "B.06.1 3.3", _("one of the FIDE languages, and chess terms in English"),
            ", ".join(file.languages), " / ".join(sorted(FA_LANGUAGES)), bool(known),
        )
    ]  # fmt: skip


def _ia_language(file: Application) -> list[Requirement]:
    if file.languages is None:
        return []
    return [
        Requirement(
            "ARB-T4.3", "B.06.1 4.3", _("English at conversation level"), ", ".join(file.languages), "en",
            "en" in file.languages,
        )
    ]  # fmt: skip


def _fa_seminar(file: Application) -> list[Requirement]:
    """3.7: one FA seminar with its exam passed at 80 %; 5.3.2: not older than four years."""
    seminar = file.seminar
    score = seminar.score_pct if seminar else None
    passed = score is not None and score >= PASS_PERCENT
    if seminar is not None and score is None:
        passed = seminar.passed is True
    found = _("none") if seminar is None else f"{float(score):g} %" if score is not None else _yes(passed)
    row = Requirement(
        "ARB-T3.7", "B.06.1 3.7", _("FIDE Arbiter seminar, exam passed"), found, f">= {PASS_PERCENT} %", passed
    )
    return [row, *_seminar_age(file)]


def _ia_seminar(file: Application) -> list[Requirement]:
    """4.7: from 2024 one certification seminar with a positive assessment."""
    if file.application < IA_SEMINAR_FROM:
        return []
    passed = file.seminar is not None and file.seminar.passed is not False
    found = _("none") if file.seminar is None else _yes(passed)
    text = _("International Arbiter certification seminar, positive assessment")
    row = Requirement("ARB-T4.7", "B.06.1 4.7", text, found, _yes(True), passed)
    return [row, *_seminar_age(file)]


def _seminar_age(file: Application) -> list[Requirement]:
    if file.seminar is None:
        return []
    last = add_years(file.seminar.end, SEMINAR_NORM_YEARS)
    return [
        Requirement(
            "ARB-T5.3.2", "B.06.1 5.3.2", _("seminar norm not older than four years"), str(file.seminar.end),
            _("applied by {day}").format(day=last), file.application <= last,
        )
    ]  # fmt: skip


def _count(rule: str, article: str, file: Application, number: int) -> Requirement:
    found = len(file.norms)
    text = _("number of event norms, exactly")
    return Requirement(rule, f"B.06.1 {article}", text, str(found), str(number), found == number)


ONCE = {"FA": "ARB-T3.9.", "IA": "ARB-T4.9."}
MOST = {"ARB-T4.8.1": 2, "ARB-T4.8.4": 1}


def _routes(file: Application, title: str) -> list[Requirement]:
    """3.8-3.9 and 4.8-4.9: every event under one article, and the options with a maximum."""
    basis, general = (fa_basis, "3.8") if title == "FA" else (ia_basis, "4.8")
    rows, used = [], Counter[str]()
    for number, norm in enumerate(file.norms, 1):
        route = basis(norm)
        text = _("{norm}: gives a norm under an article").format(norm=_label(norm, number))
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


def _federations(file: Application) -> list[Requirement]:
    """2.6.2 a: an international event has players of two federations."""
    return [
        Requirement(
            "ARB-T2.6.2a", "B.06.1 2.6.2 a",
            _("{norm}: federations of an international event").format(norm=_label(norm, number)),
            str(norm.feds), ">= 2", international(norm, "FA"),
        )
        for number, norm in enumerate(file.norms, 1)
        if norm.level is EventLevel.INTERNATIONAL and norm.feds is not None
    ]  # fmt: skip


def _rounds(file: Application, title: str) -> list[Requirement]:
    """3.10 and 4.10: seven (nine) rounds; one event with five or six (seven or eight)."""
    article, full, short = ("3.10", 7, 5) if title == "FA" else ("4.10", 9, 7)
    rows, few = [], 0
    for number, norm in enumerate(file.norms, 1):
        rounds = norm.counted_rounds
        if rounds is None or norm.route is Route.DISABILITY_TITLE:
            continue
        few += short <= rounds < full
        text = _("{norm}: rounds").format(norm=_label(norm, number))
        rows.append(Requirement(f"ARB-T{article}", f"B.06.1 {article}", text, str(rounds), f">= {short}",
                                rounds >= short))  # fmt: skip
    text = _("events with fewer than {rounds} rounds").format(rounds=full)
    rows.append(Requirement(f"ARB-T{article}.1", f"B.06.1 {article}.1", text, str(few), "<= 1", few <= 1))
    return rows


def _systems(file: Application, title: str) -> Requirement:
    found = ", ".join(sorted({n.system.value for n in file.norms})) or "-"
    needed = _("two systems, or one large international Swiss")
    return Requirement("ARB-T2.4/2.5", "B.06.1 2.4-2.5", _("different systems"), found, needed,
                       systems_ok(file.norms, title))  # fmt: skip


def _after_fa(file: Application) -> list[Requirement]:
    """4.12: norms earned after the FA title was awarded."""
    if file.fa_award is None:
        return []
    rows = []
    for number, norm in enumerate(file.norms, 1):
        day = norm.start or norm.end
        if day is not None and norm.route is not Route.DISABILITY_TITLE:
            text = _("{norm}: after the FA award").format(norm=_label(norm, number))
            rows.append(Requirement("ARB-T4.12", "B.06.1 4.12", text, str(day), f">= {file.fa_award}",
                                    day >= file.fa_award))  # fmt: skip
    return rows


def _signatures(file: Application) -> list[Requirement]:
    """4.13: signed by the chief arbiters, not all by the same one."""
    signed = [norm.signed_by for norm in file.norms if norm.signed_by]
    different = len(set(signed)) > 1 if len(signed) > 1 else None
    text = _("not all signed by the same chief arbiter")
    return [Requirement("ARB-T4.13.1", "B.06.1 4.13.1", text, ", ".join(dict.fromkeys(signed)) or "-", ">= 2",
                        different)]  # fmt: skip


def _validity(file: Application, day: date) -> list[Requirement]:
    """5.3.1 and 5.3.3: six years for each event, one year after the last."""
    rows, last = [], None
    for number, norm in enumerate(file.norms, 1):
        end = norm.last_day
        if end is None or norm.route is Route.DISABILITY_TITLE:
            continue
        last = max(last, end) if last else end
        limit = add_years(end, EVENT_NORM_YEARS)
        text = _("{norm}: not older than six years").format(norm=_label(norm, number))
        needed = _("applied by {day}").format(day=limit)
        rows.append(Requirement("ARB-T5.3.1", "B.06.1 5.3.1", text, str(end), needed, day <= limit))
    if last:
        limit = add_years(last, FILING_YEARS)
        text = _("filed within a year of the last event")
        needed = _("applied by {day}").format(day=limit)
        rows.append(Requirement("ARB-T5.3.3", "B.06.1 5.3.3", text, str(last), needed, day <= limit))
    return rows


def _licence(file: Application) -> list[Requirement]:
    if file.licence_paid is None:
        return []
    return [_stated("ARB-T6", "6.1", _("FIDE registration (licence) paid"), file.licence_paid)]
