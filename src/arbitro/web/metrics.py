"""Is the site well? `/health` (alive), `/health/ready` (it knows the journals) and `/metrics` in Prometheus' text form.

All three are answered before Django, for any host name. The figures are told to the machine itself; to others, through
a proxy too, only where ARBITRO_METRICS=on says so.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from arbitro.web.live import Message, Scope, Send, hub

if TYPE_CHECKING:
    from arbitro.web.front import Answer

STEPS: Final = (0.005, 0.025, 0.1, 0.5, 2.0)  # seconds: up to where each bucket of latencies reaches
ENDS: Final = (*STEPS, float("inf"))
FRESH: Final = 15.0  # seconds after which numbers that could not be read make the site not ready
statuses: Counter[int] = Counter()
latencies: Counter[float] = Counter()
seconds = 0.0


class Working:
    """How many requests are being answered."""

    now = 0

    def __enter__(self) -> None:
        self.now += 1

    def __exit__(self, *_error: object) -> None:
        self.now -= 1


working: Final = Working()


def counting(send: Send, began: float) -> Send:
    """Count an answer of Django by its status, and how long its first byte took."""

    async def noting(message: Message) -> None:
        if message["type"] == "http.response.start":
            note(message["status"], time.perf_counter() - began)
        await send(message)

    return noting


def note(status: int, took: float) -> None:
    """One more answer."""
    global seconds
    statuses[status] += 1
    seconds += took
    latencies[ENDS[bisect_left(STEPS, took)]] += 1


async def page(scope: Scope) -> Answer | None:
    """The answer to one of our addresses; None for any other."""
    from arbitro.web.front import answer_of

    plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    match scope["path"]:
        case "/health":
            return answer_of(0, 200, plain, b"alive\n")
        case "/health/ready":
            ready = await _ready()
            return answer_of(0, 200 if ready else 503, plain, b"ready\n" if ready else b"the database is away\n")
        case "/metrics" if _may_see(scope):
            plain[0] = (b"content-type", b"text/plain; version=0.0.4; charset=utf-8")
            return answer_of(0, 200, plain, text().encode())
    return None


async def _ready() -> bool:
    known = hub()
    if known.away or time.monotonic() - known.read_at > FRESH:
        try:
            await known.read()
        except Exception:  # whatever the database says: not ready
            return False
    return True


def _may_see(scope: Scope) -> bool:
    if os.environ.get("ARBITRO_METRICS", "") == "on":
        return True
    client = scope.get("client") or ("",)
    if any(name == b"x-forwarded-for" for name, _value in scope["headers"]):
        return False
    try:
        return ip_address(client[0]).is_loopback
    except ValueError:
        return False


def text() -> str:
    """The figures, one a line."""
    known = hub()
    lines = ["# TYPE arbitro_requests_total counter"]
    lines += [f'arbitro_requests_total{{status="{status}"}} {n}' for status, n in sorted(statuses.items())]
    lines.append("# TYPE arbitro_request_seconds histogram")
    total = 0
    for step in ENDS:
        total += latencies[step]
        label = "+Inf" if step == float("inf") else f"{step:g}"
        lines.append(f'arbitro_request_seconds_bucket{{le="{label}"}} {total}')
    lines += [f"arbitro_request_seconds_sum {seconds:.6f}", f"arbitro_request_seconds_count {total}"]
    gauges = {
        "arbitro_requests_in_work": working.now,
        "arbitro_listeners": known.listeners,
        "arbitro_journal_entry": known.last,
        "arbitro_tournaments": len(known.numbers),
        "arbitro_journal_age_seconds": round(time.monotonic() - known.read_at, 3) if known.read_at else -1,
    }
    for name, value in gauges.items():
        lines += [f"# TYPE {name} gauge", f"{name} {value}"]
    lines += ["# TYPE arbitro_frames_total counter", f"arbitro_frames_total {known.told}"]
    return "\n".join(lines) + "\n"
