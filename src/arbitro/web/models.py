"""What the site itself keeps in the database: the tries of those who log in, so that all workers count together."""

from __future__ import annotations

from datetime import timedelta
from hashlib import blake2b

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from arbitro.errors import ArbitroError

LONGEST = timedelta(hours=1)  # no limit looks further back; older tries are thrown away


class TooMany(ArbitroError):
    """Too many tries: wait."""


class Try(models.Model):
    """One try at something that is limited. The key is a digest: no names, no addresses."""

    key = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["key", "at"])]

    def __str__(self) -> str:
        return f"{self.key} {self.at}"


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
