"""Pictures made by the server: SVG in the page's own colours, with words for those who do not see them.

progress    a player's score after each round against the leader's and the field's middle
ratings     a player's rating after each rated game
colours     how often each colour, round by round
gauge       points for a norm: made, still needed, to spare
brackets    who was paired out of their score group, as arrows between groups
bars        counts by name; `histogram` of ratings
minutes_left  both clocks of a game, move by move
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitro.model import Colour, Tournament, show

WIDTH, HEIGHT, LEFT, BOTTOM = 360, 190, 40, 26
BAR, LABEL = 26, 78


def _svg(title: str, body: str, height: int = HEIGHT, width: int = WIDTH, style: str = "chart") -> SafeString:
    return mark_safe(
        f'<svg class="{style}" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


class _Plane:
    """Rounds from left to right, values from the bottom up."""

    def __init__(self, rounds: int, low: float, high: float) -> None:
        self.rounds, self.low, self.high = rounds, low, high

    def x(self, k: int) -> float:
        return LEFT + k * (WIDTH - LEFT - 12) / max(1, self.rounds)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.low) * (HEIGHT - BOTTOM - 14) / ((self.high - self.low) or 1)

    def line(self, values: Sequence[float], style: str) -> str:
        path = " ".join(f"{self.x(k):.1f},{self.y(v):.1f}" for k, v in enumerate(values))
        return f'<polyline class="{style}" points="{path}"/>'

    def dots(self, values: Sequence[float]) -> str:
        return "".join(
            f'<circle class="dot" cx="{self.x(k):.1f}" cy="{self.y(v):.1f}" r="4.5"/>'
            for k, v in enumerate(values)
            if k
        )

    def grid(self, labelled: Sequence[tuple[float, str]]) -> str:
        lines = "".join(
            f'<line class="grid-line" x1="{LEFT}" y1="{self.y(v):.1f}" x2="{WIDTH - 12}" y2="{self.y(v):.1f}"/>'
            f'<text x="{LEFT - 6}" y="{self.y(v) + 4:.1f}" text-anchor="end" class="axis">{label}</text>'
            for v, label in labelled
        )
        step = max(1, -(-self.rounds // 12))
        rounds = "".join(
            f'<text x="{self.x(k):.1f}" y="{HEIGHT - 8}" text-anchor="middle" class="axis">{k}</text>'
            for k in range(1, self.rounds + 1, step)
        )
        return lines + rounds


def progress(event: Tournament, number: int, best: Sequence[int], middle: Sequence[int]) -> SafeString | str:
    """A player's score after each round against the leader's (`best`) and the field's middle."""
    rounds = event.rounds_paired
    if rounds < 1:
        return ""
    mine = [event.score(number, k) for k in range(rounds + 1)]
    top = max(best[-1], 1)
    plane = _Plane(rounds, 0, top)
    grid = plane.grid([(10 * v, str(v)) for v in range(0, top // 10 + 1, max(1, top // 50))])
    sentence = ngettext("{name}, points after {n} round: {points}", "{name}, points after {n} rounds: {points}", rounds)
    title = sentence.format(name=event.player(number).name, points=show(mine[-1]), n=rounds)
    lines = plane.line(best, "leader-line") + plane.line(middle, "middle-line") + plane.line(mine, "own-line")
    return _svg(title, grid + lines + plane.dots(mine))


def ratings(name: str, start: int, changes: Sequence[float]) -> SafeString | str:
    """A player's rating after each rated game, from the rating at the start."""
    if not start or len(changes) < 2:
        return ""
    values = [float(start)]
    for change in changes:
        values.append(values[-1] + change)
    low, high = min(values), max(values)
    margin = max(2.0, (high - low) / 10)
    plane = _Plane(len(changes), low - margin, high + margin)
    marks = sorted({round(low), start, round(high)})
    far = [v for i, v in enumerate(marks) if i == 0 or plane.y(marks[i - 1]) - plane.y(v) > 14]
    title = _("{name}: {before} before the event, {now} after {n} rated games").format(
        name=name, before=start, now=round(values[-1]), n=len(changes)
    )
    return _svg(title, plane.grid([(v, str(v)) for v in far]) + plane.line(values, "own-line") + plane.dots(values))


def colours(event: Tournament, number: int) -> SafeString | str:
    """White above the line, Black below it, one mark a round; games that were not played are gaps."""
    played = [r for r in event.rounds_of(number) if r.colour is not None and r.played]
    if not played:
        return ""
    step, radius, middle = 26, 8, 30
    width = max(r.round for r in played) * step + 10
    parts = [f'<line class="grid-line" x1="0" y1="{middle}" x2="{width}" y2="{middle}"/>']
    for r in played:
        x, above = r.round * step - step / 2 + 5, r.colour is Colour.WHITE
        kind = "piece-white" if above else "piece-black"
        parts.append(f'<circle class="{kind}" cx="{x}" cy="{middle + (-14 if above else 14)}" r="{radius}"/>')
    whites = sum(r.colour is Colour.WHITE for r in played)
    title = _("Games with White: {w}, with Black: {b}").format(w=whites, b=len(played) - whites)
    return _svg(title, "".join(parts), 2 * middle, width, "colours")


def gauge(made: int, needed: int, left: int) -> SafeString:
    """Points for a norm: made (full), still needed (striped by its border), to spare (empty)."""
    most = max(made + 10 * left, 1)
    width, height = 160, 14

    def part(start: int, points: int, style: str) -> str:
        x, w = width * start / most, width * points / most
        return f'<rect class="{style}" x="{x:.1f}" y="1" width="{w:.1f}" height="{height - 2}"/>'

    need = min(needed, 10 * left)
    title = _("{made} points made, {need} of {left} still needed").format(made=show(made), need=show(need), left=left)
    body = part(0, most, "gauge-all") + part(0, made, "gauge-made") + part(made, need, "gauge-need")
    return _svg(title, body, height, width, "gauge")


def brackets(pairs: Sequence[tuple[int, int]]) -> SafeString | str:
    """Score groups from the highest, with how many were paired in each, and arrows for those paired out of theirs.

    `pairs`: the points of both players of each pair. A round without floaters has no picture.
    """
    floats = [(max(pair), min(pair)) for pair in pairs if pair[0] != pair[1]]
    if not floats:
        return ""
    groups = sorted(Counter(points for pair in pairs for points in pair).items(), reverse=True)
    row, top, wide = 30, 4, 120
    place = {points: i for i, (points, _n) in enumerate(groups)}
    most = max(n for _points, n in groups)
    parts = [
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="arrow-tip" d="M0 0 8 4 0 8z"/></marker></defs>'
    ]
    for points, n in groups:
        y = top + row * place[points]
        parts.append(
            f'<text class="bar-number" x="28" y="{y + 16}" text-anchor="end">{show(points)}</text>'
            f'<rect class="group" x="36" y="{y}" width="{max(6.0, wide * n / most):.1f}" height="22" rx="3"/>'
            f'<text class="axis" x="{44 + max(6.0, wide * n / most):.1f}" y="{y + 16}">{n}</text>'
        )
    for i, ((start, end), n) in enumerate(sorted(Counter(floats).items(), reverse=True)):
        x = 36 + wide + 44 + 26 * (i % 6)
        y1, y2 = (top + row * place[p] + 11 for p in (start, end))
        parts.append(
            f'<path class="arrow" d="M{x} {y1} V{y2}" marker-end="url(#tip)"/>'
            + (f'<text class="axis" x="{x + 6}" y="{(y1 + y2) / 2 + 4:.0f}">{n}</text>' if n > 1 else "")
        )
    words = "; ".join(
        ngettext("{points}: {n} player", "{points}: {n} players", n).format(points=show(points), n=n)
        for points, n in groups
    )
    return _svg(words, "".join(parts), top + row * len(groups), WIDTH, "chart brackets")


def histogram(ratings: Sequence[int]) -> SafeString | str:
    """How many players per hundred rating points."""
    if not ratings:
        return ""
    groups = Counter(rating // 100 for rating in ratings)
    return bars([(str(100 * group), groups[group]) for group in range(min(groups), max(groups) + 1)])


def bars(rows: Sequence[tuple[str, int]]) -> SafeString | str:
    """Horizontal bars with their numbers."""
    if not rows:
        return ""
    most = max(count for _label, count in rows) or 1
    parts = []
    for i, (label, count) in enumerate(rows):
        y = BAR * i + 2
        width = (WIDTH - LABEL - 44) * count / most
        parts.append(
            f'<text x="{LABEL - 8}" y="{y + 16}" text-anchor="end" class="axis">{escape(label)}</text>'
            f'<rect class="bar" x="{LABEL}" y="{y}" width="{width:.1f}" height="{BAR - 5}" rx="2"/>'
            f'<text x="{LABEL + 8 + width:.1f}" y="{y + 16}" class="bar-number">{count}</text>'
        )
    title = ", ".join(f"{label}: {count}" for label, count in rows)
    return _svg(title, "".join(parts), BAR * len(rows) + 4)


def minutes_left(clocks: Sequence[int | None]) -> SafeString | str:
    """What both clocks showed after each move, in minutes; nothing where fewer than two moves have a time."""
    sides = [[c for c in clocks[side::2] if c is not None] for side in (0, 1)]
    if min(map(len, sides)) < 2:
        return ""
    high = max(map(max, sides)) // 60 + 1
    step = next(s for s in (1, 2, 5, 10, 30, 60, 120, 600) if high / s <= 4 or s == 600)
    plane = _Plane(max(map(len, sides)) - 1, 0, high)
    grid = plane.grid([(v, str(v)) for v in range(0, high + 1, step)])
    white, black = (
        plane.line([c / 60 for c in side], style)
        for side, style in zip(sides, ("time-white", "time-black"), strict=True)
    )
    title = _("Minutes left at the end: White {white}, Black {black}").format(
        white=sides[0][-1] // 60, black=sides[1][-1] // 60
    )
    return _svg(title, grid + black + white)
