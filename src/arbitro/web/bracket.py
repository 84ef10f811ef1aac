"""A knock-out for pages: its stages with their matches, games inside the pair, who goes on; the bracket as a picture.

    stages_of(tournament)        every stage, those to come too, in the order in which they are drawn
    picture(stages)              the bracket as SVG: winners in bold, their way drawn strong
    round_title(tournament, 5)   what round 5 was: "Semi-finals, rapid game 2"
    places(tournament, stages)   everyone's place and the stage that decided it

The rules are `formats.knockout`; here is only how it looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arbitro.formats import knockout_progress, places_of
from arbitro.formats.knockout import Stage, match_number, size_for
from arbitro.formats.reasons import leg_name
from arbitro.formats.rounds import entries_of, games_of
from arbitro.model import Leg, Points, Tournament, show
from arbitro.model.match import Played, Progress, legs_of, meets_by_teams, state

BOX, LINE, GAP, PITCH, TOP = 236, 28, 36, 76, 34  # of the picture; boxes are wider where names need it
LETTER, CAPITAL, WIDEST = 6.6, 8.8, 12.5  # how wide letters are, strong ones too: no name is measured here
NAME_AT, AFTER_NAME = 32, 46  # in a box: where the name begins; room for the points and their mark
MOST_LETTERS = 48


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: an entry, or who it will be."""

    number: int | None
    name: str
    title: str = ""
    points: str = ""
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class LegScore:
    """A game inside the pair: its leg ("" for the match proper) and the points of both sides."""

    leg: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """One match as it stands; `live`: it has begun and is not decided; `exhausted`: level with no tie-break left.

    `level`: its games are drawn so far, and the tie-break that comes next.
    """

    number: int | None
    sides: tuple[Side, Side]
    games: tuple[LegScore, ...] = ()
    live: bool = False
    exhausted: bool = False
    note: str = ""
    mark: str = ""  # the leg that decided it, in a letter
    level: str = ""

    @property
    def winner(self) -> Side | None:
        return next((side for side in self.sides if side.won), None)


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage with its matches in the order of the picture; a match for the third place stands beside the final."""

    name: str
    short: str
    matches: tuple[KnockoutMatch, ...]
    third: KnockoutMatch | None = None


def stage_name(slots: int) -> str:
    """What a stage with so many places is called."""
    names = {2: _("Final"), 4: _("Semi-finals"), 8: _("Quarter-finals"), 16: _("Round of 16"), 32: _("Round of 32")}
    return names.get(slots) or _("Round of {n}").format(n=slots)


def _short(slots: int) -> str:
    return {2: _("Final"), 4: _("Semis")}.get(slots) or f"1/{slots // 2}"


def stages_of(tournament: Tournament) -> tuple[StageView, ...]:
    """Every stage of the bracket, also those to come; nothing while there are not two entries."""
    entries = entries_of(tournament)
    if len(entries) < 2:
        return ()
    size = size_for(len(entries))
    known = knockout_progress(tournament)
    look = _Look(tournament, len(entries))
    stages: list[StageView] = []
    for index in range(size.bit_length() - 1):
        slots = size >> index
        stage = known[index] if index < len(known) else None
        count = slots // 2
        matches = {slot: look.match(stage, index + 1, slot, known) for slot in range(count)}
        third = look.match(stage, index + 1, 1, known, third=True) if stage and len(stage.matches) > count else None
        order = _order(count)
        stages.append(StageView(stage_name(slots), _short(slots), tuple(matches[slot] for slot in order), third))
    return tuple(stages)


def _order(count: int) -> list[int]:
    """The matches of a stage from top to bottom, so that the winners of neighbours meet.

    >>> _order(4)
    [0, 3, 1, 2]
    """
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [slot for first in order for slot in (first, size - 1 - first)]
    return order


class _Look:
    """How the entries and matches of one tournament are shown."""

    def __init__(self, tournament: Tournament, entries: int) -> None:
        self.tournament, self.entries = tournament, entries
        self.by_teams = meets_by_teams(tournament)
        self.games = games_of(tournament, self.by_teams)
        self.legs = legs_of(tournament)

    def side(self, number: int | None, waiting_for: str = "") -> Side:
        if number is None:
            return Side(None, waiting_for)
        if self.by_teams:
            return Side(number, self.tournament.team(number).name)
        player = self.tournament.player(number)
        return Side(number, player.name, player.title.value)

    def match(
        self, stage: Stage | None, number: int, slot: int, known: Sequence[Stage], third: bool = False
    ) -> KnockoutMatch:
        through = None if third else match_number(self.entries, number, slot + 1)
        if stage is None:
            return KnockoutMatch(through, self._to_come(number, slot, known))
        first, second = stage.slots[slot], stage.slots[-1 - slot]
        now = stage.matches[slot]
        if now is None:
            alone = self.side(first if first is not None else second)
            return KnockoutMatch(None, (Side(alone.number, alone.name, alone.title, won=True), Side(None, _("bye"))))
        return self._played(through, now)

    def _to_come(self, number: int, slot: int, known: Sequence[Stage]) -> tuple[Side, Side]:
        """Winners already known of the stage before, or which match they come from."""
        before = size_for(self.entries) >> (number - 1)
        sides = []
        for feeder in (slot, before - 1 - slot):
            stage = known[number - 2] if number - 2 < len(known) else None
            if stage is not None and stage.matches[feeder] is None:
                winner = stage.slots[feeder]
            else:
                winner = stage.matches[feeder].winner if stage is not None else None  # type: ignore[union-attr]
            wait = _("winner of match {n}").format(n=match_number(self.entries, number - 1, feeder + 1))
            sides.append(self.side(winner, wait))
        return sides[0], sides[1]

    def _played(self, through: int | None, now: Progress) -> KnockoutMatch:
        games = self.games(now.first, now.second)
        legs = [self._leg(now, games, k) for k in range(len(games))]
        totals = [Points(sum(_of(game, n) for game in games)) for n in (now.first, now.second)]
        sides = []
        for number, total in zip((now.first, now.second), totals, strict=True):
            seen = self.side(number)
            lost = now.winner is not None and now.winner != number
            sides.append(Side(number, seen.name, seen.title, show(total) if games else "", now.winner == number, lost))
        shown = tuple(
            LegScore(leg_name(leg) if leg else "", *(("…", "…") if not game.finished else _pair(game, now)))
            for game, leg in zip(games, legs, strict=True)
        )
        live = now.winner is None and bool(games)
        last = self.legs[now.leg]
        note = _("level: no tie-break is left") if now.exhausted else _("playing") if live else ""
        if live and now.leg and not now.exhausted:
            note = _("playing: {leg}").format(leg=leg_name(last))
        between = live and not now.waiting and not now.exhausted
        leg, words = _next_game(now, self.legs) if between else (0, "")
        if leg:
            note = _("level: next {leg}").format(leg=words)
        mark = leg_name(legs[-1])[:1] if games and legs[-1] is not None and now.winner is not None else ""
        return KnockoutMatch(
            through, (sides[0], sides[1]), shown, live, now.exhausted, note, mark, words if leg else ""
        )

    def _leg(self, now: Progress, games: Sequence[Played], index: int) -> Leg | None:
        """The leg of a game; None for the match proper."""
        so_far = state(now.first, now.second, games[:index], self.legs)
        return self.legs[so_far.leg] if so_far.leg else None


def _of(game: Played, number: int) -> int:
    return game.white_points if game.white == number else game.black_points


def _pair(game: Played, now: Progress) -> tuple[str, str]:
    return show(Points(_of(game, now.first))), show(Points(_of(game, now.second)))


def picture(stages: Sequence[StageView]) -> SafeString | str:
    """The whole bracket, left to right."""
    if not stages:
        return ""
    rows = len(stages[0].matches)
    height = TOP + rows * PITCH + (PITCH if stages[-1].third else 0)
    matches = [match for stage in stages for match in (*stage.matches, *filter(None, [stage.third]))]
    box = max(BOX, *(_room(_name(side)) for match in matches for side in match.sides))
    width = len(stages) * (box + GAP) - GAP
    parts = []
    for column, stage in enumerate(stages):
        x = column * (box + GAP)
        parts.append(f'<text class="stage" x="{x}" y="18">{escape(stage.name)}</text>')
        step = PITCH << column
        for k, match in enumerate(stage.matches):
            middle = TOP + k * step + step // 2
            parts.append(_box(x, box, middle, match))
            if column + 1 < len(stages):
                target = TOP + (k // 2) * 2 * step + step
                style = "way" if match.winner is not None else "to-come"
                turn = x + box + GAP // 2
                parts.append(f'<path class="{style}" d="M{x + box} {middle}H{turn}V{target}H{x + box + GAP}"/>')
        if stage.third:
            parts.append(f'<text class="stage" x="{x}" y="{height - PITCH + 2}">{escape(_("Third place"))}</text>')
            parts.append(_box(x, box, height - PITCH // 2 + 6, stage.third))
    title = escape(_("Bracket"))
    return mark_safe(
        f'<svg class="bracket" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="{title}">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


def _name(side: Side) -> str:
    return f"{side.title} {side.name}".strip()


def _cut(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1] + "…"


def _room(name: str) -> int:
    """How wide a box must be for a name and the points behind it."""
    letters = sum(WIDEST if c in "MWmw…" else CAPITAL if c.isupper() else LETTER for c in _cut(name))
    return NAME_AT + ceil(letters) + AFTER_NAME


def _box(x: int, box: int, middle: int, match: KnockoutMatch) -> str:
    top = middle - LINE
    style = "box live" if match.live else "box"
    lines = [f'<rect class="{style}" x="{x}" y="{top}" width="{box}" height="{2 * LINE}" rx="3"/>']
    lines.append(f'<path class="hair" d="M{x} {middle}H{x + box}"/>')
    for side, y in zip(match.sides, (top + 19, middle + 19), strict=True):
        style = "won" if side.won else "out" if side.lost or side.number is None else ""
        name, whole = _cut(_name(side)), _name(side)
        told = f"<title>{escape(whole)}</title>" if name != whole else ""
        if side.won and match.games:
            lines.append(f'<path class="win" d="M{x + 1.5} {y - 18}v{LINE - 2}"/>')
        mark = f'<tspan class="mark" dy="-5"> {escape(match.mark)}</tspan>' if match.mark and side.won else ""
        lines.append(
            f'<g class="{style}"><text class="seed" x="{x + 26}" y="{y}" text-anchor="end">{side.number or ""}</text>'
            f'<text x="{x + NAME_AT}" y="{y}">{told}{escape(name)}</text>'
            f'<text x="{x + box - 8}" y="{y}" text-anchor="end">{side.points}{mark}</text></g>'
        )
    return "".join(lines)


def _next_game(now: Progress, legs: Sequence[Leg]) -> tuple[int, str]:
    """The leg that an open match goes on with (0: the match proper), and its game in words."""
    leg, game = now.leg, now.games_in_leg + 1
    if game > legs[leg].games and leg + 1 < len(legs):
        leg, game = leg + 1, 1
    names = [leg_name(legs[leg])] if leg else []
    if legs[leg].games > 1:
        names.append(_("game {n}").format(n=game))
    return leg, ", ".join(names)


def round_title(tournament: Tournament, number: int) -> str:
    """The stage, leg and game that a round of a knock-out was."""
    then = tournament.before_pairing(number)
    stage = knockout_progress(then)[-1]
    name = stage_name(2 if stage.final else len(stage.slots))
    open_match = next((m for m in stage.matches if m is not None and m.winner is None), None)
    game = _next_game(open_match, legs_of(tournament))[1] if open_match is not None else ""
    return ", ".join(filter(None, (name, game)))


def places(tournament: Tournament, stages: Sequence[StageView]) -> list[tuple[str, Side, str]]:
    """Place (shared ones as 5-8), who, and what decided it; those still in come first."""
    by_teams = meets_by_teams(tournament)
    found = places_of(tournament, teams=by_teams) or {}
    look = _Look(tournament, len(entries_of(tournament)))
    lost_in = {
        side.number: (_("Third place") if match is stage.third else stage.name)
        for stage in stages
        for match in (*stage.matches, *([stage.third] if stage.third else []))
        for side in match.sides
        if side.lost
    }
    champion = stages[-1].matches[0].winner if stages else None
    decided = {side.number for match in (stages[-1].matches[0], stages[-1].third) if match for side in match.sides}
    rows = []
    for number, place in sorted(found.items(), key=lambda item: (item[1], item[0])):
        last = place if number in decided else min(2 * (place - 1), len(entries_of(tournament)))
        shown = str(place) if last <= place else f"{place}-{last}"
        if champion is not None and number == champion.number:
            text = _("winner")
        elif stages and stages[-1].third and stages[-1].third.winner and stages[-1].third.winner.number == number:
            text = _("Third place")
        elif number in lost_in:
            text = _("lost: {stage}").format(stage=lost_in[number])
        else:
            text, shown = _("still in"), ""
        rows.append((shown, look.side(number), text))
    return rows
