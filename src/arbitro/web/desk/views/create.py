"""Create a tournament and change its settings, with advice while the form is filled in."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arbitro import words
from arbitro.desk import store
from arbitro.desk.accounts import role_of
from arbitro.desk.advice import Finding, competition_report, facts
from arbitro.desk.commands import Role
from arbitro.desk.commands.setup import LOCKED_AFTER_START
from arbitro.desk.events import create_event, create_section
from arbitro.desk.models import Event
from arbitro.desk.settings import Settings
from arbitro.desk.state import State
from arbitro.errors import ArbitroError
from arbitro.model import Editions, RatingList, Scoring, System, points
from arbitro.model.time_text import parse as parse_time
from arbitro.ratings.time_control import time_class
from arbitro.standings import PRESETS, parse_list
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
         "prizes", "regulations", "start_order", "board_colours", "language", "acceleration")  # fmt: skip
STATED = ("draw_restriction", "smoking", "dress", "media", "supervision", "line_up_time")  # matters of regulations
APPEALS = ("deadline_min", "deposit", "currency", "members")
NUMBERS = ("rounds", "default_time", "half_byes", "team_boards")
OFFERED = (System.DUTCH, System.DUBOV, System.BURSTEIN, System.LIM, System.CLUB, System.TEAM, System.DOUBLE,
           System.KEIZER, System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCKOUT)  # fmt: skip


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
    data: dict[str, Any] = {name: post.get(name, "").strip() for name in TEXTS if name in post}
    for name in NUMBERS:
        if post.get(name, "").strip():
            data[name] = post.get(name, "").strip()
    if "system" in post:
        data["system"] = post.get("system", "")
    if "deputies" in post:
        data["deputies"] = [line.strip() for line in post.get("deputies", "").splitlines() if line.strip()]
    if "tiebreaks" in post:
        data["tiebreaks"] = [name for name in re.split(r"[\s,;]+", post.get("tiebreaks", "").upper()) if name]
    if "round_times" in post:
        lines = post.get("round_times", "").strip().splitlines()
        data["round_times"] = [line.strip().replace("T", " ") for line in lines]
    if "keep_apart_shown" in post:
        data["keep_apart"] = post.getlist("keep_apart")
    if post.get("pairing_bye"):
        data["scoring"] = asdict(Scoring(pairing_bye=points(post.get("pairing_bye", ""))))
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
        kind = time_class(control.minutes)
        data["rating_list"] = (kind or RatingList.BLITZ).value
    return data


def checked(data: dict[str, Any]) -> Settings:
    """Typed settings, with tie-break names checked."""
    typed = Settings.from_json(data)
    parse_list(typed.tiebreaks)
    return typed


def readable(settings: Settings, post: QueryDict) -> Settings:
    """These settings with everything that can be read from a form that was refused, so that nothing typed is lost."""
    parts = [[name] for name in (*TEXTS, *NUMBERS, "system", "deputies", "tiebreaks", "round_times", "edition")]
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


def _choices() -> dict[str, Any]:
    return {
        "systems": [(system.value, words.label(words.system(system))) for system in OFFERED],
        "presets": {name: ",".join(map(str, names)) for name, names in PRESETS.items()},
        "controls": [
            ("5400+30", "90 min + 30 s"),
            ("40/5400+30:1800+30", "90 min/40 + 30 min + 30 s"),
            ("3600+30", "60 min + 30 s"),
            ("900+10", "15 min + 10 s"),
            ("600+5", "10 min + 5 s"),
            ("3 min + 2 s", "3 min + 2 s"),
        ],
    }


@any_desk
def new(request: HttpRequest, event: str | None = None) -> HttpResponse:
    """One page, sensible defaults; a second tournament of an event comes here too."""
    parent = get_object_or_404(Event, slug=event) if event else None
    if parent is not None and role_of(request.user, parent) not in (Role.OWNER, Role.CHIEF):
        raise store.Forbidden(_("Only the owner and the chief arbiter may do this."))
    error, confirm = "", 0
    today = date.today()
    start = Settings(name="", start=str(today), end=str(today), editions=Editions.by_default(today))
    if request.method == "POST":
        try:
            settings = checked(fields(request.POST))
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
            error = str(question) + " " + _("Press the button once more to create it all the same.")
            confirm = confirmation(question, request.POST)
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
        **_choices(),
    }
    return render(request, "desk/new.html", context, status=400 if error else 200)


@any_desk
@require_POST
def advice(request: HttpRequest) -> HttpResponse:
    """What the form means so far: which list, rateable, norms, what the regulations must still state."""
    try:
        settings = checked({"name": "?"} | {k: v for k, v in fields(request.POST).items() if v != ""})
        findings = competition_report(State(settings=settings))
    except (ArbitroError, ValueError) as problem:
        findings = [Finding("must", "", str(problem))]
    return render(request, "desk/_advice.html", {"findings": findings})


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
        "findings": competition_report(desk.state),
        "facts": facts(desk.state.settings),
        **_choices(),
    }
    return desk.render("desk/settings.html", context, status=400 if error else 200)
