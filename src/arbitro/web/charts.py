"""Pictures made by the server: SVG in the page's own colours, with words for those who do not see them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arbitro.model import Tournament, show

WIDTH, HEIGHT, LEFT, BOTTOM = 480, 220, 34, 28
BAR, LABEL = 26, 104


def _svg(title: str, body: str, height: int = HEIGHT) -> SafeString:
    return mark_safe(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def progress(event: Tournament, number: int) -> SafeString | str:
    """A player's score after each round against the leader's and the field's middle."""
    rounds = event.rounds_paired
    if rounds < 1:
        return ""
    mine = [event.score(number, k) for k in range(rounds + 1)]
    table = [sorted(event.scores(k).values()) for k in range(rounds + 1)]
    best = [scores[-1] for scores in table]
    middle = [scores[len(scores) // 2] for scores in table]
    top = max(best[-1], 1)

    def x(k: int) -> float:
        return LEFT + k * (WIDTH - LEFT - 16) / max(1, rounds)

    def y(value: int) -> float:
        return HEIGHT - BOTTOM - value * (HEIGHT - BOTTOM - 16) / top

    def line(values: Sequence[int], style: str) -> str:
        path = " ".join(f"{x(k):.1f},{y(v):.1f}" for k, v in enumerate(values))
        return f'<polyline class="{style}" points="{path}"/>'

    grid = "".join(
        f'<line class="grid-line" x1="{LEFT}" y1="{y(10 * v):.1f}" x2="{WIDTH - 16}" y2="{y(10 * v):.1f}"/>'
        f'<text x="{LEFT - 8}" y="{y(10 * v) + 5:.1f}" text-anchor="end" class="axis">{v}</text>'
        for v in range(0, top // 10 + 1, max(1, top // 50))
    )
    labels = "".join(
        f'<text x="{x(k):.1f}" y="{HEIGHT - 8}" text-anchor="middle" class="axis">{k}</text>'
        for k in range(1, rounds + 1)
    )
    dots = "".join(f'<circle class="dot" cx="{x(k):.1f}" cy="{y(v):.1f}" r="5"/>' for k, v in enumerate(mine) if k)
    title = _("{name}: {points} points after {n} rounds").format(
        name=event.player(number).name, points=show(mine[-1]), n=rounds
    )
    body = grid + labels + line(best, "leader-line") + line(middle, "middle-line") + line(mine, "own-line") + dots
    return _svg(title, body)


def histogram(ratings: Sequence[int], step: int = 100) -> SafeString | str:
    """How many players per hundred rating points."""
    if not ratings:
        return ""
    low, high = min(ratings) // step * step, max(ratings) // step * step
    return bars([(str(v), sum(v <= r < v + step for r in ratings)) for v in range(low, high + step, step)])


def bars(rows: Sequence[tuple[str, int]]) -> SafeString | str:
    """Horizontal bars with their numbers."""
    if not rows:
        return ""
    most = max(count for _label, count in rows) or 1
    height = BAR * len(rows) + 4
    parts = []
    for i, (label, count) in enumerate(rows):
        y = BAR * i + 2
        width = (WIDTH - LABEL - 56) * count / most
        parts.append(
            f'<text x="{LABEL - 8}" y="{y + 16}" text-anchor="end" class="axis">{escape(label)}</text>'
            f'<rect class="bar" x="{LABEL}" y="{y}" width="{width:.1f}" height="{BAR - 5}" rx="2"/>'
            f'<text x="{LABEL + 8 + width:.1f}" y="{y + 16}" class="bar-number">{count}</text>'
        )
    title = ", ".join(f"{label}: {count}" for label, count in rows)
    return _svg(title, "".join(parts), height)
