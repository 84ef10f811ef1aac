"""Follow a player: the installable page, its service worker, and the browsers that want letters (`web.push`)."""

from __future__ import annotations

import json

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from arbitro.desk import store
from arbitro.errors import ArbitroError
from arbitro.web import push
from arbitro.web.addresses import address_of
from arbitro.web.middleware import status_of
from arbitro.web.models import spend
from arbitro.web.public.pages import Page, find, page
from arbitro.web.static_files import all_files

LARGEST = 4000  # letters of a browser's subscription
FOLLOWS = {"tries": 60, "seconds": 900}  # from one address: a club's phones may share one


@csrf_exempt  # no session, no account: what is sent is all there is
@require_POST
def follow(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """A browser begins or ends to follow a player: JSON with its subscription, and `follow` true or false."""
    found = find(request, event, section)
    state = store.state_of(found.pk)
    if number not in state.numbers.values():
        raise Http404
    entrant = state.by_number(number).id
    try:
        spend(f"follow:{address_of(request)}", **FOLLOWS)
        asked = json.loads(request.body) if len(request.body) <= LARGEST else None
        subscription = asked.get("subscription") if isinstance(asked, dict) else None
        if isinstance(asked, dict) and asked.get("follow") is False and isinstance(subscription, dict):
            push.unfollow(found, entrant, str(subscription.get("endpoint", "")))
        else:
            push.follow(found, entrant, subscription, (get_language() or "es")[:2])
    except ArbitroError as refused:
        return JsonResponse({"detail": str(refused)}, status=status_of(refused))
    except ValueError:
        return JsonResponse({"detail": "JSON"}, status=422)
    return JsonResponse({"key": push.public_key()})


@page
def manifest(page: Page, number: int) -> HttpResponse:
    """The player's page as an application of the phone."""
    if number not in page.tournament.index:
        raise Http404
    start = reverse("player", args=[page.event.slug, page.section.slug, number])
    return as_app(page.tournament.player(number).name, page.state.settings.name, start)


def as_app(name: str, event: str, start: str) -> HttpResponse:
    """A web application's manifest."""
    icons = [("web/mark.svg", "any", "image/svg+xml"), ("web/mark-512.png", "512x512", "image/png")]
    return JsonResponse(
        {
            "name": f"{name} · {event}",
            "short_name": name.partition(",")[0][:20],
            "start_url": start,
            "scope": "/",
            "display": "standalone",
            "background_color": "#fbf8f1",
            "theme_color": "#fbf8f1",
            "icons": [{"src": staticfiles_storage.url(n), "sizes": s, "type": t} for n, s, t in icons],
        },
        content_type="application/manifest+json",
    )


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the followed pages for when there is no network, and shows the letters."""
    script = HttpResponse(all_files()["public/worker.js"].read_bytes(), content_type="text/javascript; charset=utf-8")
    script["Cache-Control"] = "no-cache"
    return script
