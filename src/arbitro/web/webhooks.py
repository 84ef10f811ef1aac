"""Webhooks: addresses of an event that hear of published rounds, results and closed rounds as signed letters.

    POST URL      X-Arbitro-Signature: sha256=HMAC-SHA-256(secret, body)      X-Arbitro-Delivery: number of the letter
    {"event", "tournament", "change": as in the API's `changes`}

Any answer from 200 to 299 is a receipt; otherwise the letter is tried again after `AGAIN`, then given up. No redirect
is followed. The address is looked up, and only public ones are called, by the very number that was looked at: otherwise
the site could be made to knock at doors inside its own network. ARBITRO_WEBHOOK_HOSTS (host or host:port, with commas)
names those inside that the owner of the machine allows.
"""

from __future__ import annotations

import hmac
import http.client
import ipaddress
import json
import os
import secrets
import socket
import ssl
from collections.abc import Collection
from datetime import timedelta
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitro import __version__
from arbitro.desk import store
from arbitro.desk.models import Event, Section
from arbitro.errors import Refused
from arbitro.web import outbox
from arbitro.web.models import Delivery, Webhook
from arbitro.web.public.changes import changes_of

KINDS = ("publish", "result", "close", "undo")
MOST = 10  # of one event
KEPT = 50  # letters of a webhook in its log
PATIENCE = 10  # seconds
AGAIN = tuple(timedelta(seconds=s) for s in (10, 60, 300, 1800, 7200, 21600))
LEASE = timedelta(minutes=2)  # a letter that a process has taken and not brought back is due again


def add(event: Event, url: str, kinds: Collection[str]) -> Webhook:
    """A new webhook with a secret of its own."""
    url = url.strip()
    _place(url)
    chosen = [kind for kind in KINDS if kind in kinds]
    if not chosen:
        raise Refused(_("Say what the address wants to hear of."))
    if event.webhooks.count() >= MOST:
        raise Refused(_("An event has at most {n} webhooks; remove one first.").format(n=MOST))
    for section in event.sections.all():
        outbox.begin(section)
    return Webhook.objects.create(event=event, url=url, secret=secrets.token_hex(24), kinds=" ".join(chosen))


def write(section: Section, after: int) -> None:
    """Put letters of a tournament's changes after a number into the queue; private tournaments tell nobody."""
    hooks = list(Webhook.objects.filter(event_id=section.event_id))
    if not hooks or not store.state_of(section.pk).settings.public:
        return
    changes = changes_of(section.pk, after)
    for hook in hooks:
        wanted = [change for change in changes if change["kind"] in hook.kinds.split()]
        Delivery.objects.bulk_create(Delivery(webhook=hook, body=_body(section, c), due=timezone.now()) for c in wanted)


def _body(section: Section, change: dict[str, Any]) -> dict[str, Any]:
    return {"event": section.event.slug, "tournament": section.slug, "change": change}


def test(hook: Webhook) -> Delivery:
    """A letter that says only that it is one, sent now."""
    body = {"event": hook.event.slug, "tournament": None, "change": {"kind": "test"}}
    letter = Delivery.objects.create(webhook=hook, body=body, due=timezone.now() + LEASE)
    _deliver(letter, again=False)
    return letter


def deliver_due() -> None:
    """Send the letters that are due, each by one process, those of one webhook in order."""
    held: set[int] = set()  # webhooks that did not answer: their later letters wait for the earlier one
    now = timezone.now()
    for letter in Delivery.objects.filter(due__lte=now).select_related("webhook").order_by("pk")[:200]:
        if letter.webhook_id in held or letter.webhook.deliveries.filter(pk__lt=letter.pk, due__gt=now).exists():
            continue
        if Delivery.objects.filter(pk=letter.pk, due=letter.due).update(due=timezone.now() + LEASE):
            _deliver(letter)
            if letter.due is not None:
                held.add(letter.webhook_id)


def _deliver(letter: Delivery, *, again: bool = True) -> None:
    letter.status, letter.trouble = 0, ""
    try:
        letter.status = post(letter)
    except (OSError, http.client.HTTPException, Refused) as error:
        letter.trouble = (str(error) or type(error).__name__)[:200]
    received = 200 <= letter.status < 300
    left = again and not received and letter.tries < len(AGAIN)
    letter.due = timezone.now() + AGAIN[letter.tries] if left else None
    letter.tries += 1
    letter.save(update_fields=["status", "trouble", "due", "tries"])
    log = letter.webhook.deliveries.order_by("-pk").values_list("pk", flat=True)
    letter.webhook.deliveries.filter(Q(due=None), pk__lt=min(log[:KEPT])).delete()


def signature(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, "sha256").hexdigest()


def post(letter: Delivery) -> int:
    """Send one letter; the status of the answer."""
    hook = letter.webhook
    place = _place(hook.url)
    host, port = place.hostname or "", place.port or (443 if place.scheme == "https" else 80)
    body = json.dumps(letter.body, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Arbitro/{__version__}",
        "X-Arbitro-Delivery": str(letter.pk),
        "X-Arbitro-Signature": signature(hook.secret, body),
    }
    line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    line.sock = socket.create_connection((_allowed_address(host, port), port), timeout=PATIENCE)
    try:
        if place.scheme == "https":
            line.sock = ssl.create_default_context().wrap_socket(line.sock, server_hostname=host)
        path = (place.path or "/") + (f"?{place.query}" if place.query else "")
        line.request("POST", path, body, headers)
        return line.getresponse().status
    finally:
        line.close()


def _place(url: str) -> SplitResult:
    """An address that can be called at all."""
    try:
        place = urlsplit(url)
        known = place.scheme in ("http", "https") and bool(place.hostname) and place.port != 0
    except ValueError:
        known = False
    if not known or len(url) > 500 or not url.isascii() or any(c.isspace() for c in url) or "@" in place.netloc:
        raise Refused(_("Write a whole address: https://example.org/hook"))
    return place


def _allowed_address(host: str, port: int) -> str:
    """The number of a host, if every number that it has is public or its name is allowed."""
    allowed = {name.strip() for name in os.environ.get("ARBITRO_WEBHOOK_HOSTS", "").split(",")}
    addresses = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    inside = [number for number in addresses if not _is_public(number)]
    if inside and not {host, f"{host}:{port}"} & allowed:
        text = _("{host} is an address inside a network ({number}): the owner of the server must allow it.")
        raise Refused(text.format(host=host, number=inside[0]))
    return addresses[0]


def _is_public(number: str) -> bool:
    address = ipaddress.ip_address(number.partition("%")[0])
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None) or address
    return address.is_global and inner.is_global and not (inner.is_multicast or inner.is_reserved)
