"""Web push: a phone that follows a player hears when the pairing is out, when the
round begins soon and when the result is in, also when it sleeps.

The site's VAPID key is derived from its secret key, which is made at set-up: all workers have the same, and no further
file is to be kept. The outbox of a serving process sends the letters, also of what others have written; a push service
that says that the browser is gone ends the following. Letters are only sent to the services of browsers,
or to hosts that ARBITRO_PUSH_HOSTS names: otherwise anybody could make the site knock at any door.
"""

from __future__ import annotations

import base64
import hmac
import json
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from arbitro.desk import store
from arbitro.desk.commands.results import sign_of
from arbitro.desk.entry import Entry
from arbitro.desk.models import Section
from arbitro.desk.settings import start_of_round
from arbitro.desk.state import Round, State
from arbitro.errors import Refused
from arbitro.web import outbox
from arbitro.web.models import Follower
from arbitro.web.public.words import day_words, seat_words

if TYPE_CHECKING:
    from py_vapid import Vapid02

SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
MOST = 5000  # followers of one tournament
PATIENCE = 10  # seconds for a push service
GONE = (404, 410)
SOON = 600  # seconds before the round
TOO_LATE = 420  # seconds before the round, when it is no longer "in ten minutes"
KINDS = ("publish", "result", "report", "ruling")
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
log = logging.getLogger(__name__)
_senders = ThreadPoolExecutor(max_workers=4, thread_name_prefix="push")


@cache
def vapid() -> Vapid02:
    """The key that tells push services who writes."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02

    digest = hmac.digest(settings.SECRET_KEY.encode(), b"arbitro web push", "sha256")
    return Vapid02(ec.derive_private_key(int.from_bytes(digest) % (_ORDER - 1) + 1, ec.SECP256R1()))


@cache
def public_key() -> str:
    """The site's public key, as browsers want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def follow(section: Section, entrant: int, subscription: Any, language: str) -> None:
    """A browser wants to hear of a player from now on."""
    endpoint = subscription.get("endpoint") if isinstance(subscription, dict) else None
    keys = subscription.get("keys") if isinstance(subscription, dict) else None
    if not isinstance(endpoint, str) or len(endpoint) > 500 or not _is_service(endpoint):
        raise Refused(_("This browser's push service is not known here."))
    if not isinstance(keys, dict) or not _is_key(keys.get("p256dh"), 65) or not _is_key(keys.get("auth"), 16):
        raise Refused(_("The form was damaged on the way; go back and try again."))
    if section.followers.count() >= MOST:
        raise Refused(_("Too many follow this tournament already; the page itself still tells you."))
    kept = {"keys": {name: keys[name] for name in ("p256dh", "auth")}, "language": language}
    Follower.objects.update_or_create(section=section, entrant=entrant, endpoint=endpoint, defaults=kept)
    outbox.begin(section)


def _is_key(text: object, length: int) -> bool:
    if not isinstance(text, str) or len(text) > 200:
        return False
    try:
        return len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == length
    except ValueError:
        return False


def _is_service(endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        host = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or ""
    except ValueError:
        return False
    if host in filter(None, os.environ.get("ARBITRO_PUSH_HOSTS", "").split(",")):
        return True
    return parts.scheme == "https" and any(host == known or host.endswith(f".{known}") for known in SERVICES)


def unfollow(section: Section, entrant: int, endpoint: str) -> None:
    Follower.objects.filter(section=section, entrant=entrant, endpoint=endpoint).delete()


# -- letters


def tell_later(section: int, entry: Entry) -> None:
    """After an entry is written: whoever follows those whom it concerns hears of it; nobody waits for that."""
    if entry.kind not in KINDS or not Follower.objects.filter(section_id=section).exists():
        return
    _senders.submit(_tell, section, entry)


def begins_soon(section: int) -> int:
    """The number of the published round that begins in ten minutes; 0: none does."""
    state = store.state_of(section)
    current = next((round for round in reversed(state.rounds) if round.published), None)
    start = start_of_round(state.settings, current.number) if current else None
    if current is None or start is None:
        return 0
    return current.number if TOO_LATE < (start - datetime.now(UTC)).total_seconds() <= SOON else 0


def remind(section: int, round: int) -> None:
    """Whoever follows somebody who plays in this round hears that it begins."""
    _senders.submit(_tell, section, Entry(0, "soon", {"round": round}))


def _tell(section: int, entry: Entry) -> None:
    try:
        close_old_connections()
        state = store.state_of(section)
        for follower in Follower.objects.filter(section_id=section).select_related("section__event"):
            with override(follower.language):
                text = news(state, entry, follower.entrant)
            if text:
                send(follower, {"title": state.settings.name, "body": text, "url": _address(state, follower)})
    except DatabaseError as error:
        log.warning("followers not told: %s", error)
    finally:
        connection.close()


def _address(state: State, follower: Follower) -> str:
    number = state.numbers.get(follower.entrant, 0)
    return reverse("player", args=[follower.section.event.slug, follower.section.slug, number])


def news(state: State, entry: Entry, id: int) -> str:
    """What an entry says to one player, in a line; nothing where it does not concern them."""
    number = entry.payload.get("round") or len(state.rounds)
    current = state.published_round(number)
    if current is None:
        return ""
    seat = next(((n, b) for n, b in current.boards.items() if id in (b.white, b.black)), None)
    if entry.kind == "publish":
        return _pairing(state, current, id)
    if entry.kind == "soon":
        return _("The round begins in ten minutes.") if seat and not seat[1].finished else ""
    if seat is None or seat[1].entry != entry.number or not seat[1].finished:
        return ""
    return _("Round {n}: your result is in, {result}").format(n=number, result=sign_of(seat[1]))


def _pairing(state: State, current: Round, id: int) -> str:
    times = state.settings.round_times
    when = day_words(times[current.number - 1]) if len(times) >= current.number else ""
    for n, board in current.boards.items():
        if id in (board.white, board.black):
            other = state.entrants.get(board.black if board.white == id else board.white)
            white, name = board.white == id, other.name if other else "–"
            said = seat_words(current.number, current.label(n), white, name)
            return f"{said}. {when}" if when else said
    known = state.entrants.get(id)
    resting = current.bye == id or (known is not None and current.number in known.byes)
    return _("Round {n}: you have a bye").format(n=current.number) if resting else ""


def send(follower: Follower, letter: dict[str, str]) -> None:
    """One letter, encrypted for that browser; one that is gone is forgotten."""
    import requests
    from pywebpush import WebPushException, webpush

    about = {"endpoint": follower.endpoint, "keys": follower.keys}
    try:
        webpush(about, json.dumps(letter), vapid_private_key=vapid(), vapid_claims={"sub": "mailto:arbitro@localhost"},
                ttl=3600, timeout=PATIENCE)  # fmt: skip
    except WebPushException as error:
        if error.response is not None and error.response.status_code in GONE:
            follower.delete()
        else:
            log.warning("not pushed: %s", error)
    except requests.RequestException as error:
        log.warning("not pushed: %s", error)
