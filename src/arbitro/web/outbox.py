"""The outbox: one thread of a serving process that tells the world outside of new entries, whoever wrote them.

A tournament that somebody follows or has a webhook for keeps how far it was told (`Told`). The thread is woken by every
entry that this process writes and every number that it sees in the database, so what the command line or another worker
writes is told too. Of several processes the one that moves the number on tells. Letters to webhooks wait in the
database with the time of their next try; phones hear at once or not at all. What is told is imported when it is told:
the site's first page does not wait for it.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from threading import Event as Signal
from threading import Thread
from typing import TYPE_CHECKING

from django.db import DatabaseError, close_old_connections, connection
from django.db.models import F, Max
from django.utils import timezone
from django.utils.dateparse import parse_datetime

if TYPE_CHECKING:
    from arbitro.desk.models import Section
    from arbitro.web.models import Told

LOOK_EVERY = 10.0  # seconds, if nobody wakes it: letters that are tried again
NEWS_FOR = timedelta(minutes=10)  # older entries are no news for a phone
_wake = Signal()
_thread: list[Thread] = []
log = logging.getLogger(__name__)


def start() -> None:
    """Begin to tell; once in a process that serves."""
    if not _thread:
        _thread.append(Thread(target=_run, name="outbox", daemon=True))
        _thread[0].start()


def wake() -> None:
    _wake.set()


def begin(section: Section) -> None:
    """Tell of this tournament from now on."""
    from arbitro.desk import store
    from arbitro.web.models import Told

    Told.objects.get_or_create(section=section, defaults={"number": store.last_number(section.pk)})


def _run() -> None:
    while True:
        try:
            close_old_connections()
            work()
        except DatabaseError as error:  # away for a moment, or locked
            log.warning("outbox: %s", error)
            connection.close()
        except Exception:
            log.exception("outbox")
        _wake.wait(LOOK_EVERY)
        _wake.clear()


def work() -> None:
    """Tell of everything that is new, and deliver the letters that are due."""
    from arbitro.desk.models import Section
    from arbitro.web import webhooks
    from arbitro.web.models import Told

    for section in Section.objects.filter(event__webhooks__isnull=False, told=None).distinct():
        begin(section)  # made after the webhook
    known = Told.objects.select_related("section__event").annotate(last=Max("section__journal__number"))
    for told in known.filter(last__gt=F("number")):
        if Told.objects.filter(pk=told.pk, number=told.number).update(number=told.last):
            tell(told.section, told.number)
    for followed in Told.objects.filter(section__followers__isnull=False).distinct():
        remind(followed)
    webhooks.deliver_due()


def remind(told: Told) -> None:
    """Ten minutes before a round, once, whichever process publishes and whichever looks at the clock."""
    from arbitro.web import push
    from arbitro.web.models import Told

    round = push.begins_soon(told.section_id)
    if round > told.begun and Told.objects.filter(pk=told.pk, begun__lt=round).update(begun=round):
        push.remind(told.section_id, round)


def tell(section: Section, after: int) -> None:
    """Tell of the entries of a tournament after a number."""
    from arbitro.desk import store
    from arbitro.web import push, webhooks
    from arbitro.web.models import Told

    webhooks.write(section, after)
    for entry in store.entries(section.pk, after):
        at = parse_datetime(entry.at)
        if at is None or timezone.now() - at < NEWS_FOR:
            push.tell_later(section.pk, entry)
        if entry.kind == "publish" and (round := push.begins_soon(section.pk)):  # the letter has said when
            Told.objects.filter(section=section).update(begun=round)
