"""Limits on tries: so many in so many seconds, per address or name, per process. For passwords and invitations."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from django.utils.translation import gettext

from arbitro.errors import ArbitroError

_tries: OrderedDict[str, list[float]] = OrderedDict()
_lock = threading.Lock()
MOST_KEYS = 20_000


class TooMany(ArbitroError):
    """Too many tries: wait."""


def spend(key: str, *, tries: int, seconds: float) -> None:
    """Count one try; raises TooMany when there have been too many lately."""
    now = time.monotonic()
    with _lock:
        recent = [at for at in _tries.pop(key, []) if now - at < seconds]
        recent.append(now)
        _tries[key] = recent[-2 * tries :]
        while len(_tries) > MOST_KEYS:
            _tries.popitem(last=False)
        if len(recent) > tries:
            raise TooMany(gettext("Too many tries; wait a few minutes."))


def forgive(*keys: str) -> None:
    """Forget the tries after a success."""
    with _lock:
        for key in keys:
            _tries.pop(key, None)
