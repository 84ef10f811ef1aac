"""The page of an event's tokens: make one (its secret is shown once), see when each was used last, revoke."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitro import words
from arbitro.desk import tokens as desk
from arbitro.desk.models import Event, Token
from arbitro.desk.roles import Role
from arbitro.errors import ArbitroError, Refused
from arbitro.web.desk.views.common import account, event_desk, integer
from arbitro.web.middleware import status_of


@require_http_methods(["GET", "HEAD", "POST"])
@event_desk
def tokens(request: HttpRequest, event: Event, role: Role) -> HttpResponse:
    """Programs that may act in the event."""
    secret = error = ""
    status = 200
    if request.method == "POST":
        try:
            if "revoke" in request.POST:
                desk.revoke(event, integer(request.POST["revoke"]) or 0, by=role)
                messages.success(request, _("The token is revoked: whoever has it can do nothing any more."))
                return redirect("desk-tokens", event.slug)
            scopes = [scope for scope in desk.Scope if scope.value in request.POST.getlist("scope")]
            if not scopes and request.POST.get("role") not in {r.value for r in Role}:
                raise Refused(_("Choose a role."))
            wanted = desk.role_for(scopes) if scopes else Role(request.POST["role"])
            name = request.POST.get("name", "")
            scopes = scopes or [desk.Scope.ALL]
            secret = desk.make_token(event, name, wanted, by=role, maker=account(request), scopes=scopes)
        except ArbitroError as refused:
            error, status = str(refused), status_of(refused)
    context = {
        "event": event,
        "tokens": [(token, _may(token)) for token in desk.tokens(event)],
        "scopes": [(scope.value, text) for scope, text in _scopes().items()],
        "secret": secret,
        "error": error,
        "roles": [(r.value, words.role(r.value)) for r in desk.roles_for(role)],
    }
    return render(request, "desk/tokens.html", context, status=status)


def _scopes() -> dict[desk.Scope, str]:
    """What a token can be for, in words."""
    return {
        desk.Scope.READ: _("read private tournaments"),
        desk.Scope.RESULTS: _("results and games"),
        desk.Scope.ENTRIES: _("entries, byes, line-ups"),
        desk.Scope.PAIR: _("pair, publish, close rounds"),
    }


def _may(token: Token) -> str:
    """What a token may, in words: its role, or less."""
    scopes, told = desk.scopes_of(token), _scopes()
    return words.role(token.role) if desk.Scope.ALL in scopes else "; ".join(told[scope] for scope in scopes)
