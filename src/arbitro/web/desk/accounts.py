"""Accounts: log in (with a limit on wrong tries), a first account, invitations."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth import login as log_in
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from arbitro.desk.accounts import accept, create_user, open_invitation
from arbitro.errors import Refused
from arbitro.web.desk.views.common import has_desk
from arbitro.web.desk.words import role_name
from arbitro.web.models import TooMany, forgive, spend

TRIES = (10, 40, 200)  # in five minutes: for a name from one address, from one address, for a name from anywhere


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next") or ""
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else ""


@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Log in; ten wrong tries for a name from an address, then a pause."""
    form = AuthenticationForm(request, data=request.POST or None)
    too_many = False
    if request.method == "POST":
        address, name = request.META.get("REMOTE_ADDR"), request.POST.get("username", "")[:150].casefold()
        keys = [f"login:{name}@{address}", f"login:@{address}", f"login:{name}"]
        try:
            for key, tries in zip(keys, TRIES, strict=True):
                spend(key, tries=tries, seconds=300)
            if form.is_valid():
                forgive(keys[0])
                log_in(request, form.get_user())
                return redirect(_next(request) or ("desk" if has_desk(form.get_user()) else "home"))
        except TooMany:
            too_many = True
    status = 429 if too_many else 400 if request.method == "POST" else 200
    context = {
        "form": form,
        "next": _next(request),
        "too_many": too_many,
        "first": not get_user_model().objects.exists(),
    }
    return render(request, "desk/login.html", context, status=status)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The first account of an installation is made here; later ones need an invitation."""
    if get_user_model().objects.exists():
        return render(request, "desk/no_account.html", status=403)
    return _make(request, "desk/account.html", {})


def _make(request: HttpRequest, template: str, context: dict[str, object], secret: str = "") -> HttpResponse:
    error = ""
    if request.method == "POST":
        try:
            spend(f"account:{request.META.get('REMOTE_ADDR')}", tries=10, seconds=300)
            user = create_user(request.POST.get("username", ""), request.POST.get("password", ""))
            if secret:
                accept(secret, user)
            log_in(request, user, backend="django.contrib.auth.backends.ModelBackend")
            return redirect("desk" if has_desk(user) else "home")
        except TooMany as many:
            error = str(many)
        except Refused as refused:
            error = str(refused)
    context |= {"error": error, "username": request.POST.get("username", "")}
    return render(request, template, context, status=400 if error else 200)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Take up an invitation, with the account at hand or a new one."""
    spend(f"invitation:{request.META.get('REMOTE_ADDR')}", tries=60, seconds=300)
    found = open_invitation(secret)
    if request.user.is_authenticated:
        if request.method == "POST":
            accept(secret, request.user)
            return redirect("desk" if has_desk(request.user) else "home")
        return render(request, "desk/invitation.html", {"invitation": found, "role": role_name(found.role)})
    return _make(request, "desk/invitation.html", {"invitation": found, "role": role_name(found.role)}, secret)
