"""The page of an event's webhooks: add one (its secret stays readable here), try it, see its letters, remove it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitro.desk.models import Event
from arbitro.desk.roles import Role
from arbitro.errors import ArbitroError
from arbitro.web import webhooks as hooks
from arbitro.web.desk.views.common import event_desk, integer
from arbitro.web.middleware import status_of

SHOWN = 10  # letters of each


@require_http_methods(["GET", "HEAD", "POST"])
@event_desk
def webhooks(request: HttpRequest, event: Event, _role: Role) -> HttpResponse:
    """Addresses that hear of the event."""
    error, status, post = "", 200, request.POST
    if request.method == "POST":
        try:
            _act(request, event)
            return redirect("desk-webhooks", event.slug)
        except ArbitroError as refused:
            error, status = str(refused), status_of(refused)
    context = {
        "event": event,
        "hooks": [(hook, _told(hook.kinds), hook.deliveries.order_by("-pk")[:SHOWN]) for hook in event.webhooks.all()],
        "kinds": _kinds().items(),
        "error": error,
        "url": post.get("url", ""),
    }
    return render(request, "desk/webhooks.html", context, status=status)


def _act(request: HttpRequest, event: Event) -> None:
    post = request.POST
    if "remove" in post:
        event.webhooks.filter(pk=integer(post["remove"]) or 0).delete()
        messages.success(request, _("The webhook is removed."))
    elif "test" in post:
        letter = hooks.test(get_object_or_404(event.webhooks, pk=integer(post["test"]) or 0))
        if 200 <= letter.status < 300:
            messages.success(request, _("The test letter has arrived: {status}").format(status=letter.status))
        else:
            text = _("The test letter was not received: {answer}")
            messages.error(request, text.format(answer=letter.trouble or letter.status))
    else:
        hooks.add(event, post.get("url", ""), post.getlist("kind"))
        messages.success(request, _("The webhook is added. Send a test letter."))


def _kinds() -> dict[str, str]:
    """What a webhook can hear of, in words."""
    return {
        "publish": _("a round is published"),
        "result": _("a result is in"),
        "close": _("a round is closed"),
        "undo": _("something is undone"),
    }


def _told(kinds: str) -> str:
    words = _kinds()
    return "; ".join(words[kind] for kind in kinds.split())
