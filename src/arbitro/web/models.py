"""What the site itself keeps in the database: the tries of those who log in, so that all workers count together; the
phones that follow a player; the hall's screens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
    """One try at something that is limited. Keys are digests: no names, no addresses."""

    key = models.CharField(max_length=32)
    whose = models.CharField(max_length=32, default="", db_index=True)  # a success forgets what the same one tried
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["key", "at"])]

    def __str__(self) -> str:
        return f"{self.key} {self.at}"


class Follower(models.Model):
    """A browser that wants to hear of a player: where its push service is, the keys of its letters, its language."""

    section = models.ForeignKey("desk.Section", on_delete=models.CASCADE, related_name="followers")
    entrant = models.PositiveIntegerField()
    endpoint = models.CharField(max_length=500)
    keys = models.JSONField()
    language = models.CharField(max_length=5)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "entrant", "endpoint"], name="follows_once")]

    def __str__(self) -> str:
        return f"{self.section_id} {self.entrant}"


def _digest(key: str) -> str:
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def spend(key: str, *, tries: int, seconds: float) -> None:
    """Count one try; raises TooMany when there have been too many lately. A try that is refused is not counted."""
    if count(key, key, seconds=seconds) > tries:
        Try.objects.filter(key=_digest(key)).latest("at").delete()
        raise TooMany(gettext("Too many tries; wait a few minutes."))


@contextmanager
def trying(key: str, *, tries: int, seconds: float) -> Iterator[None]:
    """Within: one try, as `spend` counts it; one that succeeds is not counted."""
    spend(key, tries=tries, seconds=seconds)
    yield
    Try.objects.filter(key=_digest(key)).latest("at").delete()


def count(key: str, whose: str, *, seconds: float) -> int:
    """Count one try, and tell how many there have been lately with it."""
    now = timezone.now()
    Try.objects.filter(at__lt=now - LONGEST).delete()
    Try.objects.create(key=_digest(key), whose=_digest(whose), at=now)
    return Try.objects.filter(key=_digest(key), at__gt=now - timedelta(seconds=seconds)).count()


def forgive(whose: str) -> None:
    """Forget the tries of one who has succeeded."""
    Try.objects.filter(whose=_digest(whose)).delete()


class Screen(models.Model):
    """A screen in the hall that was paired by its code, and what it is told to show."""

    code = models.CharField(max_length=8, unique=True)
    section = models.ForeignKey("desk.Section", models.CASCADE, null=True, related_name="screens")
    name = models.CharField(max_length=60, default="")
    kinds = models.CharField(max_length=80, default="boards")
    part = models.PositiveSmallIntegerField(default=1)
    parts = models.PositiveSmallIntegerField(default=1)
    light = models.BooleanField(default=False)
    notice = models.CharField(max_length=300, default="")
    orders = models.PositiveIntegerField(default=0)  # counts the changes, so that the screen sees that there is one
    made = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name or self.code


class Series(models.Model):
    """Tournaments that are counted together: by the points of `places`, else by their scores; the `best` count."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    event = models.ForeignKey("desk.Event", models.CASCADE, related_name="series")  # whose owner keeps it
    sections = models.ManyToManyField("desk.Section", related_name="series")
    places = models.CharField(max_length=200, default="")  # 10,8,6
    best = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class Told(models.Model):
    """How far the world outside has been told of a journal: followers' phones and webhooks."""

    section = models.OneToOneField("desk.Section", models.CASCADE, related_name="told")
    number = models.PositiveIntegerField()
    begun = models.PositiveSmallIntegerField(default=0)  # the last round of which phones were told that it begins soon

    def __str__(self) -> str:
        return f"{self.section_id} {self.number}"


class Webhook(models.Model):
    """An address that hears of an event's changes; its letters are signed with the secret."""

    event = models.ForeignKey("desk.Event", models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=64)
    kinds = models.CharField(max_length=60)
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """A letter to a webhook: waiting for `due`, done (`due` is None) with the last answer."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    body = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)
    due = models.DateTimeField(null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(default=0)  # of the last answer; 0: none
    trouble = models.CharField(max_length=200, default="")

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.at}"
