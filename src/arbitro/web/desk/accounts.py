"""Accounts: log in (wrong tries slow down), a first account, invitations, passwords, sessions."""

from __future__ import annotations

import asyncio
import hmac
from ipaddress import ip_address

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model, update_session_auth_hash
from django.contrib.auth import login as log_in
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitro import words
from arbitro.desk import accounts as desk
from arbitro.desk.accounts import has_desk
from arbitro.desk.plain import require_plain
from arbitro.errors import ArbitroError, Refused
from arbitro.web.addresses import address_of
from arbitro.web.models import count, forgive, spend, trying

WINDOW = 900  # seconds in which wrong tries are counted
FREE_TRIES = (5, 30, 60)  # for a name from one address, from one address, for a name from anywhere
LONGEST_PAUSES = (16.0, 16.0, 4.0)  # seconds


def pause(tries: tuple[int, int, int]) -> float:
    """How long an answer waits after so many tries: nothing at first, then twice as long each time, up to a limit.

    Nobody is shut out: whoever knows the password gets in after the pause.
    """
    over = (max(0, n - free) for n, free in zip(tries, FREE_TRIES, strict=True))
    return max(min(2.0 ** min(n - 1, 10), most) if n else 0.0 for n, most in zip(over, LONGEST_PAUSES, strict=True))


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next") or ""
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else ""


async def login(request: HttpRequest) -> HttpResponse:
    """Log in; after some wrong tries each answer takes longer."""
    if request.method == "POST":
        seconds = await sync_to_async(_pause_of)(request)
        if seconds:
            await asyncio.sleep(seconds * settings.LOGIN_PAUSE_FACTOR)
    answer: HttpResponse = await sync_to_async(_login)(request)
    return answer


def _who(request: HttpRequest) -> tuple[str, str, str]:
    address, name = address_of(request), request.POST.get("username", "")[:150].casefold()
    return f"login:{name}@{address}", f"login:@{address}", f"login:{name}"


def _pause_of(request: HttpRequest) -> float:
    """Count this try, and tell how long its answer waits; meanwhile it keeps no connection from others."""
    both, address, name = _who(request)
    seconds = pause(
        (count(both, both, seconds=WINDOW), count(address, both, seconds=WINDOW), count(name, both, seconds=WINDOW))
    )
    if seconds and not connection.in_atomic_block:
        connection.close()
    return seconds


@require_http_methods(["GET", "HEAD", "POST"])
def _login(request: HttpRequest) -> HttpResponse:
    form = AuthenticationForm(request, data=request.POST or None)
    if request.method == "POST":
        require_plain(request.POST.get("username", ""))
        if form.is_valid():
            forgive(_who(request)[0])
            enter(request, form.get_user())
            return redirect(_next(request) or ("desk" if has_desk(form.get_user()) else "home"))
    context = {"form": form, "next": _next(request), "first": not get_user_model().objects.exists()}
    return render(request, "desk/login.html", context, status=400 if request.method == "POST" else 200)


def enter(request: HttpRequest, user: User) -> None:
    """Log in, and remember where and when for the list of sessions."""
    log_in(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session["since"] = timezone.now().isoformat(timespec="seconds")
    request.session["browser"] = request.headers.get("User-Agent", "")[:120]
    request.session["address"] = address_of(request)


# -- new accounts


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The first account of an installation is made here; later ones need an invitation.

    Whoever sits at the machine itself may; anybody else needs the code that `arbitro serve` says.
    """
    if get_user_model().objects.exists():
        return render(request, "desk/no_account.html", status=403)
    code = request.POST.get("code") or request.GET.get("code") or ""
    known = hmac.compare_digest(code.strip().encode(), desk.first_account_code().encode())
    asks = not known and not at_the_machine(request)
    if request.method == "POST" and asks:
        spend(f"code:{address_of(request)}", tries=10, seconds=300)
        raise Refused(_("The first account needs the code that was shown when the site was started."))
    return _make(request, "desk/account.html", {"code": code if known else "", "asks_for_code": asks})


def at_the_machine(request: HttpRequest) -> bool:
    """Does the request come from this very machine, with no proxy between?"""
    if settings.SERVER or "X-Forwarded-For" in request.headers:
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _make(request: HttpRequest, template: str, context: dict[str, object], secret: str = "") -> HttpResponse:
    error = ""
    name, password = request.POST.get("username", ""), request.POST.get("password", "")
    if request.method == "POST":
        try:
            with trying(f"account:{address_of(request)}", tries=10, seconds=300):
                user = desk.join(secret, name, password) if secret else desk.create_user(name, password)
            desk.take_ownerless(user)
            enter(request, user)
            return redirect("desk" if has_desk(user) else "home")
        except ArbitroError as refused:
            error = str(refused)
    context |= {"error": error, "username": name}
    return render(request, template, context, status=400 if error else 200)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Take up an invitation, with the account at hand or a new one."""
    with trying(f"invitation:{address_of(request)}", tries=60, seconds=300):
        found = desk.open_invitation(secret)
    context = {"invitation": found, "role": words.role(found.role)}
    if request.user.is_authenticated:
        if request.method == "POST":
            desk.accept(secret, request.user)
            return redirect("desk" if has_desk(request.user) else "home")
        return render(request, "desk/invitation.html", context)
    return _make(request, "desk/invitation.html", context, secret)


# -- one's own account


@login_required
@require_http_methods(["GET", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """One's own account: another password (all other sessions end), the list of sessions, ending them."""
    assert isinstance(request.user, User)
    error = done = ""
    here = request.session.session_key or ""
    if request.method == "POST":
        try:
            if request.POST.get("action") == "password":
                spend(f"password:{request.user.pk}", tries=10, seconds=300)
                desk.change_password(request.user, request.POST.get("old", ""), request.POST.get("new", ""))
                update_session_auth_hash(request, request.user)
                enter(request, request.user)
                here = request.session.session_key or ""
                done = _("The password is changed; all other sessions have ended.")
            elif keys := [key for key in request.POST.getlist("session") if key != here]:
                done = _("Sessions ended: {n}").format(n=desk.end_sessions(request.user, *keys))
        except ArbitroError as refused:
            error = str(refused)
    context = {"sessions": desk.sessions(request.user), "here": here, "error": error, "done": done}
    return render(request, "desk/me.html", context, status=400 if error else 200)


@require_http_methods(["GET", "POST"])
def new_password(request: HttpRequest, secret: str) -> HttpResponse:
    """A new password by a link that the owner of the event sent; it works once."""
    with trying(f"invitation:{address_of(request)}", tries=60, seconds=300):
        link = desk.open_password_link(secret)
    error = ""
    if request.method == "POST":
        try:
            enter(request, desk.use_password_link(secret, request.POST.get("password", "")))
            return redirect("desk" if has_desk(link.user) else "home")
        except ArbitroError as refused:
            error = str(refused)
    context = {"error": error, "username": link.user.get_username()}
    return render(request, "desk/new_password.html", context, status=400 if error else 200)
