"""Why these games: one sentence for every pair of the next round, and for the bye.

Not here: the pairing itself (`rounds`). Nothing is decided here, only told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbitro import words
from arbitro.formats.knockout import Stage, bracket, match_number, open_matches
from arbitro.formats.rounds import entries_of, knockout_progress, match_progress, next_round
from arbitro.formats.table import Seat
from arbitro.i18n import gettext_for
from arbitro.model import Leg, System, Tournament
from arbitro.model.match import legs_of

_ = gettext_for("formats")


@dataclass(frozen=True, slots=True)
class Reason:
    """A pair, White first (the second is None for a bye), the sentence, and the rule."""

    pair: tuple[int, int | None]
    text: str
    article: str


def reasons(tournament: Tournament) -> list[Reason]:
    """The next round (`next_round`), explained."""
    tell = {
        System.ROUND_ROBIN: _round_robin,
        System.DOUBLE_ROUND_ROBIN: _round_robin,
        System.KNOCKOUT: _knockout,
        System.MATCH: _match,
    }.get(tournament.system, _team_table)
    return tell(tournament)


def _round_robin(tournament: Tournament) -> list[Reason]:
    pairings = next_round(tournament)
    groups = tournament.plan.groups or (entries_of(tournament),)
    place = {entry: (i, group) for group in groups for i, entry in enumerate(group, 1)}
    r = pairings.round - tournament.plan.first_round + 1
    article = _("C.05 5.1, annex I")
    told = [
        Reason(
            pair,
            _("Berger table for {n}, round {r}: number {a} has White against number {b}.").format(
                n=len(place[pair.white][1]), r=r, a=place[pair.white][0], b=place[pair.black][0]
            ),
            article,
        )
        for pair in pairings.pairs
    ]
    if pairings.bye is not None:
        i, group = place[pairings.bye]
        text = _("Berger table for {n}, round {r}: number {a} would meet the number that is missing, and rests.")
        told.append(Reason((pairings.bye, None), text.format(n=len(group), r=r, a=i), article))
    return told


def _team_table(tournament: Tournament) -> list[Reason]:
    pairings = next_round(tournament)
    teams = sorted(tournament.teams, key=lambda team: team.number)
    seat = {number: Seat(t, b) for t, team in enumerate(teams, 1) for b, number in enumerate(team.players, 1)}
    name = tournament.system.value.capitalize()
    return [
        Reason(
            pair,
            _("{system} table, round {r}: {a} has White against {b}.").format(
                system=name, r=pairings.round - tournament.plan.first_round + 1, a=seat[pair.white], b=seat[pair.black]
            ),
            _("{system} tables").format(system=name),
        )
        for pair in pairings.pairs
    ]


def _match(tournament: Tournament) -> list[Reason]:
    (pair,) = next_round(tournament).pairs
    first, second = sorted(pair)
    now = match_progress(tournament, first, second)
    leg = legs_of(tournament)[now.leg]
    if now.leg:
        text = _("The match is level: {leg} game {g} of {n}; colours alternate.").format(
            leg=leg_name(leg), g=now.games_in_leg + 1, n=leg.games
        )
    else:
        text = _("Game {g} of the match; colours alternate.").format(g=now.games_in_leg + 1)
    return [Reason(pair, text + _black_has_the_draw(leg), _("match"))]


def _knockout(tournament: Tournament) -> list[Reason]:
    pairings = next_round(tournament)
    stage = knockout_progress(tournament)[-1]
    entries = entries_of(tournament)
    legs = legs_of(tournament)
    article = _("knock-out")
    told = []
    for pair, (slot, now) in zip(pairings.pairs, open_matches(stage), strict=True):
        leg = legs[now.leg]
        text = _("Stage {s}, match {m} ({pair}), {leg} game {g} of {n}.").format(
            s=stage.number,
            m=match_number(len(entries), stage.number, slot),
            pair=_pair_name(entries, stage, slot),
            leg=leg_name(leg),
            g=now.games_in_leg + 1,
            n=leg.games,
        )
        told.append(Reason(pair, text + _black_has_the_draw(leg), article))
    if pairings.bye is not None:
        text = _("Stage {s}: an entrant is missing, and the strongest goes on without a match.").format(s=stage.number)
        told.append(Reason((pairings.bye, None), text, article))
    return told


def _pair_name(entries: Sequence[int], stage: Stage, slot: int) -> str:
    """A match as `arbitro schedule knockout` names it: `3-6`, `1-W2`."""
    if stage.final and slot == 2:
        return _("third place")
    planned = bracket(len(entries))[stage.number - 1]
    byes = len(stage.slots) // 2 - len(planned)
    sides = planned[slot - byes - 1]
    return "-".join(str(entries[side - 1] if isinstance(side, int) else side) for side in sides)


def _black_has_the_draw(leg: Leg) -> str:
    return " " + _("White must win: a draw sends Black through.") if leg.draw_is_black else ""


def leg_name(leg: Leg) -> str:
    """What people call a leg; names of their own stay as they are."""
    if leg.name in words.LISTS:
        return words.rating_list(leg.name)
    return _("sudden death") if leg.name == "sudden death" else leg.name
