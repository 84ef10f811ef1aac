"""What all arbiter's pages share: finding the tournament, checking the role, giving a command, undo.

Every change goes through `give`: a refusal, a warning to confirm or a conflict becomes a page that says what happened,
what was kept and what to do; a success goes back to where the arbiter was, with an undo bar.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arbitro import words
from arbitro.desk import store
from arbitro.desk.accounts import has_desk, invite, password_link, resettable, role_of, set_role
from arbitro.desk.advice import rating_ties
from arbitro.desk.backup import export
from arbitro.desk.commands import COMMANDS, Level, Role
from arbitro.desk.commands.results import Unchanged
from arbitro.desk.commands.rounds import rounds_left
from arbitro.desk.entry import Entry, effective, free_ends
from arbitro.desk.formats import draws_numbers
from arbitro.desk.models import Event, Membership, Section
from arbitro.desk.state import State
from arbitro.desk.words import describe
from arbitro.errors import NoPairing, Refused
from arbitro.model import Colour
from arbitro.web.addresses import public_uri
from arbitro.web.desk.forms import arguments
from arbitro.web.desk.frame import TABS, places

UNDO_SECONDS = 10
log = logging.getLogger(__name__)


@dataclass
class Desk:
    """One arbiter at one tournament, for the length of a request."""

    request: HttpRequest
    event: Event
    section: Section
    role: Role

    @property
    def state(self) -> State:
        return store.state_of(self.section.pk)

    def undoable(self) -> dict[str, Any] | None:
        """What the undo bar offers: the arbiter's last act here, for ten seconds, while nothing rests on it."""
        last = self.request.session.get("undo")
        if not last or last.get("section") != self.section.pk or not store.allowed("undo", self.role):
            return None
        left = UNDO_SECONDS - (time.time() - last.get("at", 0))
        return {**last, "seconds": max(1, round(left))} if left > 0 and self._can_undo(last["number"]) else None

    def _can_undo(self, number: int) -> bool:
        counted = effective(store.entries(self.section.pk))
        entry = next((entry for entry in reversed(counted) if entry.number == number), None)
        if entry is None or number not in free_ends(counted):
            return False
        with suppress(Refused):
            store.require_undoable(entry, self.role, "")
            return True
        return False

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.slug, self.section.slug, *args])

    def render(self, template: str, context: Mapping[str, Any] | None = None, status: int = 200) -> HttpResponse:
        state = self.state
        base = {
            "desk": self,
            "event": self.event,
            "section": self.section,
            "role": self.role.value,
            "state": state,
            "settings": state.settings,
            "number": state.number,
            "rounds_left": rounds_left(state),
            "draws_numbers": draws_numbers(state.settings.system),
            "may": {name: store.allowed(name, self.role) for name in COMMANDS},
            "may_undo": store.allowed("undo", self.role),
            "tab": TABS.get(self.request.resolver_match.url_name or "") if self.request.resolver_match else None,
            "places": SimpleLazyObject(lambda: places(self)),
            "undo": self.undoable(),
            "here": self.request.get_full_path(),
            "damage": store.watch(self.section.pk),
            "rating_ties": SimpleLazyObject(lambda: rating_ties(state.settings)),
        }
        return render(self.request, template, base | dict(context or {}), status=status)


View = Callable[..., HttpResponse]


def at_desk(view: Callable[..., HttpResponse]) -> View:
    """For members of the event only; strangers are told that there is no such page."""

    @wraps(view)
    @login_required
    def wrapped(request: HttpRequest, event: str, section: str, **kwargs: Any) -> HttpResponse:
        found = get_object_or_404(Section.objects.select_related("event"), event__slug=event, slug=section)
        role = role_of(request.user, found.event)
        if role is None or role is Role.VIEWER:
            raise store.Forbidden(_("You have no role in this event."))
        desk = Desk(request, found.event, found, role)
        if request.method != "GET":
            return view(desk, **kwargs)
        with store.as_of(found.pk, desk.state.number):  # a page asks the database once for what is new
            return view(desk, **kwargs)

    return wrapped


def event_desk(view: Callable[..., HttpResponse]) -> View:
    """For owners and chief arbiters of an event."""

    @wraps(view)
    @login_required
    def wrapped(request: HttpRequest, event: str, **kwargs: Any) -> HttpResponse:
        found = get_object_or_404(Event, slug=event)
        role = role_of(request.user, found)
        if role not in (Role.OWNER, Role.CHIEF):
            raise store.Forbidden(_("Only the owner and the chief arbiter may do this."))
        return view(request, found, role, **kwargs)

    return wrapped


def back(request: HttpRequest, default: str) -> str:
    """Where the arbiter came from, if it is on this site."""
    target = request.POST.get("next") or ""
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else default


def integer(value: str | None) -> int | None:
    """A whole number of at most nine digits, or None."""
    text = (value or "").strip()
    return int(text) if text.removeprefix("-").isdecimal() and len(text) <= 9 else None


def give(desk: Desk, command: str, args: Mapping[str, Any], after: Entry | None = None) -> Entry:
    """Give a command with what the form says about number seen, confirmation and reason; `after` one just given."""
    post = desk.request.POST
    if not store.allowed(command, desk.role):
        raise store.Forbidden(_("Your role does not allow this."))
    try:
        return store.execute(
            desk.section.pk,
            command,
            args,
            who=desk.request.user.get_username(),
            role=desk.role,
            expected=after.number if after else integer(post.get("expected")),
            confirm=integer(post.get("confirm")) or 0,
            why=post.get("why", "")[:500],
        )
    except (TypeError, KeyError, ValueError, AttributeError, IndexError) as error:
        if not {"args", "players"} & set(post):
            raise
        log.warning("damaged arguments for %s", command, exc_info=error)  # JSON that no page of ours sends
        raise Refused(_("The form was damaged on the way; go back and try again.")) from error


def done(desk: Desk, entry: Entry) -> None:
    """Remember what was done, for the undo bar of the next page."""
    desk.request.session["undo"] = {
        "section": desk.section.pk,
        "number": entry.number,
        "text": describe(entry, desk.state),
        "at": time.time(),
    }


def confirmation(question: store.NeedsConfirmation, post: QueryDict) -> int:
    """What the next press of the button confirms: the level asked for; of the gravest first that it was read."""
    given = integer(post.get("confirm")) or 0
    first_of_two = question.level >= Level.TWO_STEPS and given < Level.CONFIRM
    return int(Level.CONFIRM if first_of_two else question.level)


def confirm_page(
    desk: Desk,
    command: str,
    question: store.NeedsConfirmation,
    args: Mapping[str, Any] | None = None,
    then: str = "",
    keep: bool = True,
) -> HttpResponse:
    """No modal windows: a page with the consequences and one button; the gravest are to be ticked as read, too.

    The page sends the form again, with `args` and `then` where the view made the arguments; without `keep` only those.
    """
    post = desk.request.POST
    left_out = {"confirm", "csrfmiddlewaretoken", "why"} | ({"args", "next"} if args is not None else set())
    fields = [(k, v) for k in post for v in post.getlist(k) if keep and k not in left_out]
    if args is not None:
        fields += [("args", json.dumps(args)), ("next", then)]
    context = {
        "command": command,
        "cautions": question.cautions,
        "level": int(question.level),
        "two_steps": confirmation(question, post) < question.level,
        "fields": fields,
        "why": post.get("why", ""),
        "needs_reason": COMMANDS[command].needs_reason,
        "back": then or back(desk.request, desk.url("desk-section")),
    }
    return desk.render("desk/confirm.html", context, status=409)


@at_desk
def do(desk: Desk, command: str) -> HttpResponse:
    """Any command from any form; the form's fields become its arguments (`arguments`)."""
    if command not in COMMANDS or command == "create":
        raise Http404
    if desk.request.method != "POST":  # a page that asked back, opened again by its address
        return redirect(desk.url("desk-section"))
    if not store.allowed(command, desk.role):
        raise store.Forbidden(_("Your role does not allow this."))
    target = back(desk.request, desk.url("desk-section"))
    try:
        entry = give(desk, command, arguments(command, desk.request.POST))
        if command == "manual" and desk.request.POST.get("then") == "publish":  # one press ends and publishes
            entry = give(desk, "publish", {}, after=entry)
            target = desk.url("desk-round", entry.payload["round"])
    except store.NeedsConfirmation as question:
        return confirm_page(desk, command, question)
    except NoPairing as problem:
        messages.error(desk.request, str(problem))
        return redirect(f"{desk.url('desk-pair')}?stuck")
    except Unchanged as agreed:
        messages.info(desk.request, str(agreed))
        return redirect(target)
    done(desk, entry)
    for note in _notes(desk, entry):
        messages.info(desk.request, note)
    return redirect(target)


def _notes(desk: Desk, entry: Entry) -> list[str]:
    """What the arbiter should know about what was just done."""
    state = desk.state
    if entry.kind == "lots" and state.first_colour is not None:
        colour = _("White") if state.first_colour is Colour.WHITE else _("Black")
        return [_("Drawn: number 1 has {colour} in round 1.").format(colour=colour)]
    if entry.kind == "pair" and state.check_in_used:
        missing = [e.name for e in state.entrants.values() if not e.present and e.withdrawn_after is None]
        return [_("Not checked in, so not paired: {names}.").format(names=", ".join(missing[:12]))] if missing else []
    if entry.kind == "withdraw" and not entry.payload.get("excluded"):
        name = state.entrants[entry.payload["id"]].name
        return [_("{name} is not paired any more; the results stay in the table.").format(name=name)]
    return []


@require_POST
@at_desk
def undo(desk: Desk) -> HttpResponse:
    """Take a decision back: the one named, or the last."""
    post = desk.request.POST
    entry = store.undo(
        desk.section.pk,
        who=desk.request.user.get_username(),
        role=desk.role,
        target=integer(post.get("target")),
        why=post.get("why", ""),
    )
    messages.success(desk.request, _("Undone: entry {n}.").format(n=entry.payload["target"]))
    return redirect(back(desk.request, desk.url("desk-section")))


@require_POST
@at_desk
def redo(desk: Desk) -> HttpResponse:
    store.redo(desk.section.pk, who=desk.request.user.get_username(), role=desk.role)
    messages.success(desk.request, _("Redone."))
    return redirect(back(desk.request, desk.url("desk-section")))


def account(request: HttpRequest) -> User:
    """Who asks for a page that only accounts may see."""
    assert isinstance(request.user, User)
    return request.user


def any_desk(view: Callable[..., HttpResponse]) -> View:
    """For accounts that have a desk somewhere, or none yet; not for those who may only look."""

    @wraps(view)
    @login_required
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not has_desk(request.user):
            raise store.Forbidden(_("Your account can only view."))
        return view(request, *args, **kwargs)

    return wrapped


@any_desk
def home(request: HttpRequest) -> HttpResponse:
    """My events, the newest first."""
    mine = (
        Membership.objects.filter(user_id=request.user.pk or 0)
        .exclude(role=Role.VIEWER.value)
        .select_related("event")
        .prefetch_related("event__sections")
        .order_by("-event__created")
    )
    rows = []
    for membership in mine:
        for section in membership.event.sections.all():
            state = store.state_of(section.pk)
            rows.append(
                {"event": membership.event, "section": section, "state": state, "role": words.role(membership.role)}
            )
    return render(request, "desk/home.html", {"rows": rows})


@event_desk
def users(request: HttpRequest, event: Event, role: Role) -> HttpResponse:
    """Who may do what: roles and invitation links."""
    link = ""
    if request.method == "POST":
        action = request.POST.get("action", "")
        chosen = request.POST.get("role", "")
        if chosen and chosen not in {r.value for r in Role}:
            raise Refused(_("There is no such role."))
        if action == "invite":
            if not chosen:
                raise Refused(_("Choose a role."))
            secret = invite(event, Role(chosen), by=role, hours=integer(request.POST.get("hours")) or 72)
            link = public_uri(request, reverse("invitation", args=[secret]))
        elif action == "role":
            member = get_object_or_404(Membership, event=event, user_id=integer(request.POST.get("user")) or 0)
            set_role(event, member.user, Role(chosen) if chosen else None, by=role)
            return redirect("desk-users", event.slug)
        elif action == "password":
            member = get_object_or_404(Membership, event=event, user_id=integer(request.POST.get("user")) or 0)
            if member.user_id not in resettable(account(request), event):
                raise store.Forbidden(_("Only the owner of all events of an account gives it a new password."))
            link = public_uri(request, reverse("new-password", args=[password_link(member.user)]))
    members = [(m, words.role(m.role)) for m in event.members.select_related("user").order_by("user__username")]
    context = {
        "event": event,
        "members": members,
        "link": link,
        "qr": mark_safe(segno.make(link, error="m").svg_inline(scale=5, border=4, light="white")) if link else "",
        "resettable": resettable(account(request), event),
        "roles": [
            (r.value, words.role(r.value)) for r in Role if role is Role.OWNER or r not in (Role.OWNER, Role.CHIEF)
        ],
    }
    return render(request, "desk/users.html", context)


@event_desk
def backup(request: HttpRequest, event: Event, role: Role) -> HttpResponse:
    """The event with all its journals as one file."""
    response = HttpResponse(export(event), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}.arbitro"'
    return response
