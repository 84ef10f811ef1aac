"""Create a tournament and change its settings, with advice while the form is filled in."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import date
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arbitro.desk import store
from arbitro.desk.accounts import role_of
from arbitro.desk.advice import Advice, competition_report
from arbitro.desk.commands import Role
from arbitro.desk.commands.setup import LOCKED_AFTER_START
from arbitro.desk.events import create_event, create_section
from arbitro.desk.formats import (
    KINDS,
    Format,
    asked,
    kind_of,
    offered,
    option_fields,
    rounds_advice,
    usual,
    usual_list,
    usual_scoring,
    usual_team_scoring,
    with_kind,
)
from arbitro.desk.models import Event
from arbitro.desk.settings import Settings
from arbitro.desk.state import State
from arbitro.errors import ArbitroError, Refused
from arbitro.formats.length import length_of
from arbitro.formats.teams import BoardOrder, order_words
from arbitro.i18n import current_language
from arbitro.model import Editions, Scoring, System, points
from arbitro.model.plan import BLITZ, LADDER, RAPID, SUDDEN_DEATH
from arbitro.model.time_text import in_words
from arbitro.model.time_text import parse as parse_time
from arbitro.records import encode
from arbitro.standings import parse_list, parse_tiebreak
from arbitro.standings.tiebreak import PRESETS, offered_lists
from arbitro.web.desk.forms import amounts, number, quick_plan
from arbitro.web.desk.views.common import (
    Desk,
    account,
    any_desk,
    at_desk,
    confirm_page,
    confirmation,
    done,
    give,
    integer,
)

TEXTS = ("name", "city", "federation", "start", "end", "time_control", "chief_arbiter", "organiser", "website",
         "prizes", "regulations", "start_order", "equal_order", "unrated", "long_event", "variant", "result_keys",
         "language", "time_zone")  # fmt: skip
OF_FORMAT = {
    "acceleration": "acceleration",
    "board_colours": "matches_of_teams",
    "board_order": "matches_of_teams",
    "team_type": "team_swiss",
    "team_primary": "team_swiss",
}  # fmt: skip  (texts that not every format has)
STATED = ("draw_restriction", "smoking", "dress", "media", "supervision", "line_up_time")  # matters of regulations
APPEALS = ("deadline_min", "deposit", "currency", "members")
NUMBERS = ("rounds", "default_time", "half_byes", "team_boards", "half_bye_last_round", "line_up_minutes")
TIEBREAKS = 6  # fields for them
COMMON = ("BH/C1", "BH", "BH/C2", "BH/M1", "SB", "DE", "WIN", "WON", "BPG", "BWG", "PS", "KS", "ARO", "ARO/C1", "TPR",
          "PTP", "APRO", "RTNG", "MEDIAN", "SOLKOFF", "MODMED", "USSOLK", "CUM", "OCUM", "KEIZER", "TPN")  # fmt: skip
OF_TEAMS = ("MP", "GP", "EDE", "BH:MP", "BH:GP", "EMGSB", "EGGSB", "BC", "TBR", "BBE", "SB", "BH/C1", "BH", "DE",
            "BMED")  # fmt: skip
CONTROLS = ("5400+30", "40/5400+30:1800+30", "40/7200:3600", "3600+30", "3600", "1500+10", "900+10", "600+5", "300+3",
            "180+2")  # fmt: skip
MOST_TIMES = 30  # rounds whose start the form asks for
LADDERS = {
    "usual": None,  # the format's own: of teams lots, of a match of two nothing
    "full": [*LADDER],
    "none": [],
    "rapid": [RAPID],
    "blitz": [BLITZ, SUDDEN_DEATH],
    "sudden": [SUDDEN_DEATH],
    "matches": [RAPID, BLITZ],  # of teams, which have no sudden death
}


PLANNED = ("games", "ladder", "third_place", "play_on", "balanced", "double")


def _stated(post: QueryDict, before: Mapping[str, Any]) -> dict[str, Any]:
    """What the form says that the regulations state; matters that the form does not ask about stay as they were."""
    said: dict[str, Any] = {name: text.strip() for name in STATED if (text := post.get(f"stated_{name}", ""))}
    appeals: dict[str, Any] = {}
    if post.get("appeals_deadline_min", "").strip():
        appeals["deadline_min"] = number(post, "appeals_deadline_min")
    if deposit := post.get("appeals_deposit", "").strip():
        appeals["deposit"] = float(amounts(deposit.replace(",", "."))[0])
    if currency := post.get("appeals_currency", "").strip():
        appeals["currency"] = currency
    lines = [line.split(",", 1) for line in post.get("appeals_members", "").splitlines() if line.strip()]
    if lines:
        appeals["members"] = [{"name": name.strip(), "federation": "".join(rest).strip()} for name, *rest in lines]
    others = {k: v for k, v in before.items() if k not in (*STATED, "appeals")}
    kept = {k: v for k, v in dict(before.get("appeals", {})).items() if k not in APPEALS}
    together = kept | appeals
    return others | said | ({"appeals": together} if together else {})


def fields(post: QueryDict, before: Settings | None = None) -> dict[str, Any]:
    """The settings that a form states, as JSON forms; `before` are those that it changes."""
    kind = _kind(post, before)
    has = asked(kind)
    data: dict[str, Any] = {name: post.get(name, "").strip() for name in TEXTS if name in post}
    data |= {name: post.get(name, "").strip() for name, where in OF_FORMAT.items() if where in has and name in post}
    for name in NUMBERS:
        if name == "team_boards" and not kind.teams:
            continue
        if text := post.get(name, "").strip():
            data[name] = number(post, name) if name == "half_bye_last_round" else text
    if (advised := advised_rounds(post, kind)) is not None:
        data["rounds"] = advised
    if "system" in post and not (before and kind == kind_of(before)):
        data = usual(kind) | data
    if not kind.teams and (before is None or "system" in post):
        data["team_boards"] = 0
    data |= _points(post, kind, before) | _plan(post, has, before)
    if "options_shown" in post:
        data["options"] = [word for word in post.getlist("options") if word]
    if "deputies" in post:
        data["deputies"] = [line.strip() for line in post.get("deputies", "").splitlines() if line.strip()]
    if "tiebreaks" in post:
        typed = " ".join(post.getlist("tiebreaks")).upper()
        data["tiebreaks"] = list(dict.fromkeys(name for name in re.split(r"[\s,;]+", typed) if name))
    if chosen := PRESETS.get(post.get("tiebreak_list", "")):
        data["tiebreaks"] = list(chosen)
    if "round_times" in post:
        data["round_times"] = _times(post, before)
    if "keep_apart_shown" in post:
        data["keep_apart"] = post.getlist("keep_apart")
    if before is None or post.get("edition", "kept") != "kept":
        start = data.get("start") or (before.start if before else "")
        data["editions"] = asdict(Editions() if post.get("edition") == "manual" else Editions.by_default(start))
    if post.get("prize_amounts", "").strip() or post.get("prize_women", "").strip():
        data["prizes"] = quick_plan(post)
    if "stated_shown" in post:
        data["stated"] = _stated(post, before.stated if before else {})
    if "public_shown" in post:
        data["public"] = post.get("public") == "on"
    control = parse_time(data.get("time_control", ""))
    if control is not None:
        data["time_control"] = control.encoded
        data["rating_list"] = usual_list(control.encoded).value
    return data


def _times(post: QueryDict, before: Settings | None) -> list[str]:
    """When the rounds begin, a field each; "" where not fixed. A day without its hour stays: no field shows it."""
    lines = "\n".join(post.getlist("round_times")).rstrip().splitlines()
    days = [time if len(time) == 10 else "" for time in (before.round_times if before else ())]
    times = zip_longest((line.strip().replace("T", " ") for line in lines), days, fillvalue="")
    return "\n".join(time or day for time, day in times).rstrip().splitlines()


def advised_rounds(post: QueryDict, kind: Format) -> int | None:
    """The rounds that follow from the players expected; None where the organiser has typed a number of their own."""
    players = integer(post.get("expected"))
    if "rounds_advised" not in post or _own_rounds(post) or not players or not kind.system.is_swiss:
        return None
    length = length_of(kind.system, players)
    return length.sensible if length else None


def _own_rounds(post: QueryDict) -> bool:
    typed = post.get("rounds", "").strip()
    return bool(typed) and typed != post.get("rounds_advised", typed)


def _kind(post: QueryDict, before: Settings | None) -> Format:
    """The format that a form names; a tournament keeps its own where the form does not."""
    name = post.get("system", "")
    if not name:
        return kind_of(before) if before else Format(System.DUTCH)
    if name not in KINDS:
        raise Refused(_("There is no system {name}.").format(name=name))
    return KINDS[name]


def _points(post: QueryDict, kind: Format, before: Settings | None) -> dict[str, Any]:
    """What games, matches and byes are worth, where the form says it."""
    data: dict[str, Any] = {}
    if post.get("points_win"):
        win, draw, loss = (points(post.get(f"points_{name}", "") or "0") for name in ("win", "draw", "loss"))
        was = (before.scoring if before else usual_scoring(kind.system)).pairing_bye  # a match has no bye to ask about
        bye = points(post.get("points_bye", "") or "0") if "points_bye" in post else was
        data["scoring"] = asdict(Scoring.of(win, draw, loss, pairing_bye=bye))
    if post.get("match_win"):
        names = ("win", "draw", "loss", "bye_match_points")
        worth = {name: points(post.get(f"match_{name}", "") or "0") for name in names}
        scoring = before.team_scoring if before else usual_team_scoring(kind.system)
        data["team_scoring"] = asdict(replace(scoring, **worth))
    if post.get("late_points"):
        data["late_points"] = points(post.get("late_points", ""))
    return data


def _plan(post: QueryDict, has: frozenset[str], before: Settings | None) -> dict[str, Any]:
    """What a table or a bracket needs to know."""
    if "plan_shown" not in post:
        return {}
    plan = {k: v for k, v in (before.plan if before else {}).items() if k not in PLANNED}
    if "games" in has and post.get("games", "").strip():
        plan["games"] = number(post, "games")
    if "ladder" in has and (chosen := LADDERS.get(post.get("ladder", "usual"))) is not None:
        plan["ladder"] = [encode(leg) for leg in chosen]
    plan |= {name: True for name in ("third_place", "play_on", "balanced") if name in has and post.get(name) == "on"}
    if "double" in has and post.get("double", "first") != "first":
        plan["double"] = post.get("double")
    return {"plan": plan}


def checked(data: dict[str, Any]) -> Settings:
    """Typed settings, with tie-break names checked."""
    typed = Settings.from_json(data)
    parse_list(typed.tiebreaks)
    return typed


def readable(settings: Settings, post: QueryDict) -> Settings:
    """These settings with everything that can be read from a form that was refused, so that nothing typed is lost."""
    with contextlib.suppress(ArbitroError):
        settings = with_kind(settings, _kind(post, settings))
    parts = [[name] for name in (*TEXTS, *OF_FORMAT, *NUMBERS, "deputies", "tiebreaks", "round_times", "edition")]
    parts.append(["tiebreak_list"])
    parts.append(["rounds_advised", "rounds", "expected"])
    parts.append(["plan_shown", *PLANNED])
    parts.append(["options_shown", "options"])
    parts.append(["points_win", *(name for name in post if name.startswith("points_"))])
    parts.append(["match_win", *(name for name in post if name.startswith("match_"))])
    parts.append(["keep_apart_shown", "keep_apart"])
    parts.append(["stated_shown", *(name for name in post if name.startswith(("stated_", "appeals_")))])
    for names in parts:
        if names[0] in post:
            single = QueryDict(mutable=True)
            for name in names:
                single.setlist(name, post.getlist(name))
            with contextlib.suppress(ArbitroError, ValueError):
                settings = settings.with_changes(fields(single, settings))
    return settings


def _choices(settings: Settings, post: QueryDict | None = None) -> dict[str, Any]:
    """What a form of these settings offers and shows; `post` is what was typed into the form of a new tournament."""
    kind = kind_of(settings)
    named = {}
    for code in (*settings.tiebreaks, *(OF_TEAMS if kind.teams else COMMON)):
        with contextlib.suppress(ArbitroError):
            named[code] = parse_tiebreak(code)
    chosen = [code for code in settings.tiebreaks if code in named]
    ladder = settings.plan.get("ladder")
    open_rounds = max(0, min(settings.rounds, MOST_TIMES) - len(settings.round_times))
    return {
        "new": post is not None,
        "expected": post.get("expected", "") if post else "",
        "rounds_own": post is not None and _own_rounds(post),
        "kind": kind,
        "kinds": offered(),
        "asked": asked(kind),
        "tiebreak_lists": offered_lists(
            ("team-" if kind.teams else "") + ("swiss" if kind.system.is_swiss else "table"), settings.federation
        ),
        "tiebreak_fields": [*chosen, *[""] * (TIEBREAKS - len(chosen))],
        "tiebreak_names": [(code, tiebreak.title, tiebreak.about) for code, tiebreak in named.items()],
        "tiebreaks_unknown": ", ".join(code for code in settings.tiebreaks if code not in named),
        "board_orders": [(order.value, order_words(order)) for order in BoardOrder],
        "controls": [in_words(control) for control in CONTROLS],
        "option_fields": option_fields(settings.system, settings.options),
        "round_times": [*(time.replace(" ", "T") for time in settings.round_times), *[""] * open_rounds],
        "ladder": next((name for name, legs in LADDERS.items() if ladder == (legs and encode(legs))), "usual"),
    }


@any_desk
def new(request: HttpRequest, event: str | None = None) -> HttpResponse:
    """One page, sensible defaults; a second tournament of an event comes here too."""
    parent = get_object_or_404(Event, slug=event) if event else None
    if parent is not None and role_of(request.user, parent) not in (Role.OWNER, Role.CHIEF):
        raise store.Forbidden(_("Only the owner and the chief arbiter may do this."))
    error, confirm = "", 0
    today = date.today()
    language = _language(parent)
    start = Settings(name="", start=str(today), end=str(today), editions=Editions.by_default(today), language=language)
    if request.method == "POST":
        try:
            settings = checked({"language": language} | fields(request.POST))
            with transaction.atomic():
                home = parent or create_event(settings.name, account(request))
                role = role_of(request.user, home)
                section = create_section(
                    home,
                    settings.to_json(),
                    who=request.user.get_username(),
                    role=role,
                    name=settings.name,
                    confirm=integer(request.POST.get("confirm")) or 0,
                )
            return redirect("desk-players", home.slug, section.slug)
        except store.NeedsConfirmation as question:
            confirm = confirmation(question, request.POST)
            again = _("Press the button once more; it will be asked again.")
            last = _("Press the button once more to create it all the same.")
            error = f"{question} {again if confirm < question.level else last}"
            start = readable(start, request.POST)
        except (ArbitroError, ValueError) as problem:
            error = str(problem)
            start = readable(start, request.POST)
    context = {
        "start": start,
        "error": error,
        "confirm": confirm,
        "event": parent,
        "posted": request.POST,
        **_choices(start, request.POST),
    }
    return render(request, "desk/new.html", context, status=400 if error else 200)


def _language(event: Event | None) -> str:
    """What a new tournament's papers speak: as the others of its event do, else as its maker does."""
    other = event.sections.first() if event else None
    return store.state_of(other.pk).settings.language if other else current_language()


@any_desk
@require_POST
def format_fields(request: HttpRequest) -> HttpResponse:
    """The fields of the format that was just chosen, with what was typed in the others."""
    worth = [name for name in request.POST if name.startswith(("points_", "match_"))]  # other formats, other points
    chosen = readable(Settings(name=""), _without(request.POST, "tiebreaks", *worth))
    shown = _choices(chosen, request.POST if "expected" in request.POST else None)
    return render(request, "desk/_format_fields.html", {"v": chosen, **shown})


def _without(post: QueryDict, *names: str) -> QueryDict:
    left = post.copy()
    for name in names:
        left.pop(name, None)
    return left


@any_desk
@require_POST
def advice(request: HttpRequest) -> HttpResponse:
    """What the form means so far: which list, rateable, norms, what the regulations must still state."""
    advised = None
    try:
        advised = advised_rounds(request.POST, _kind(request.POST, None))
        settings = checked({"name": "?"} | {k: v for k, v in fields(request.POST).items() if v != ""})
        findings = competition_report(State(settings=settings))
        players = integer(request.POST.get("expected")) or 0
        if players > 1 and (text := rounds_advice(kind_of(settings), players)):
            findings.insert(0, Advice("note", "C.04.1", text))
    except (ArbitroError, ValueError) as problem:
        findings = [Advice("wrong", "", str(problem))]
    return render(request, "desk/_advice.html", {"advised": advised, **sorted_findings(findings)})


def sorted_findings(findings: list[Advice]) -> dict[str, Any]:
    """Facts and mistakes first; what the regulations must still say is folded until it matters."""
    now = [f for f in findings if f.level in ("note", "wrong")]
    return {"facts": now, "later": [f for f in findings if f not in now]}


@at_desk
def settings(desk: Desk) -> HttpResponse:
    """Settings of a running tournament: what is fixed by the rules is shown with its article."""
    error = ""
    shown = desk.state.settings
    if desk.request.method == "POST":
        try:
            data = fields(desk.request.POST, desk.state.settings)
            wanted = desk.state.settings.with_changes(data)
            parse_list(wanted.tiebreaks)
            changes = {
                name: wanted.to_json()[name]
                for name in data
                if getattr(wanted, name) != getattr(desk.state.settings, name)
            }
            entry = give(desk, "configure", {"changes": changes})
            done(desk, entry)
            return redirect(desk.url("desk-settings"))
        except store.NeedsConfirmation as question:
            return confirm_page(desk, "configure", question, {"changes": changes}, desk.url("desk-settings"))
        except (ArbitroError, ValueError) as problem:
            error = str(problem)
            shown = readable(shown, desk.request.POST)
    locked = LOCKED_AFTER_START if desk.state.started else {}
    context = {
        "error": error,
        "shown": shown,
        "locked": locked,
        **sorted_findings(competition_report(desk.state)),
        **_choices(shown),
    }
    return desk.render("desk/settings.html", context, status=400 if error else 200)
