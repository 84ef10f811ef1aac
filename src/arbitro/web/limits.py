"""Limits on tries: so many in so many seconds, per address or name, counted in the database for all workers."""

from __future__ import annotations

from datetime import timedelta
from hashlib import blake2b

from django.utils import timezone
from django.utils.translation import gettext

from arbitro.errors import ArbitroError
from arbitro.web.models import Try

LONGEST = timedelta(hours=1)  # no limit looks further back; older tries are thrown away


class TooMany(ArbitroError):
    """Too many tries: wait."""


def _digest(key: str) -> str:
    return blake2b(key.encode(), digest_size=16).hexdigest()


def spend(key: str, *, tries: int, seconds: float) -> None:
    """Count one try; raises TooMany when there have been too many lately. A try that is refused is not counted."""
    now = timezone.now()
    Try.objects.filter(at__lt=now - LONGEST).delete()
    mine = Try.objects.create(key=_digest(key), at=now)
    if Try.objects.filter(key=mine.key, at__gt=now - timedelta(seconds=seconds)).count() > tries:
        mine.delete()
        raise TooMany(gettext("Too many tries; wait a few minutes."))


def forgive(*keys: str) -> None:
    """Forget the tries after a success."""
    Try.objects.filter(key__in=[_digest(key) for key in keys]).delete()
