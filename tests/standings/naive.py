"""Tie-breaks once more: slow, straight from the articles of 2023, and sharing nothing with the real ones. Points are
plain fractions of a point."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from arbitro.model import Colour, Outcome, Tournament

HALF = Fraction(1, 2)
GAMES = {Outcome.WIN: Fraction(1), Outcome.DRAW: HALF, Outcome.LOSS: Fraction(0)}
UNPLAYED = {
    Outcome.FORFEIT_WIN: Fraction(1),
    Outcome.FORFEIT_LOSS: Fraction(0),
    Outcome.PAIRING_BYE: Fraction(1),
    Outcome.FULL_BYE: Fraction(1),
    Outcome.HALF_BYE: HALF,
    Outcome.ZERO_BYE: Fraction(0),
    Outcome.ABSENT: Fraction(0),
}
NOT_AVAILABLE = {Outcome.FORFEIT_LOSS, Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT}  # the rest of 14.1.3


def outcomes(event: Tournament, player: int) -> list[Outcome]:
    return [event.round_of(player, k).outcome for k in range(1, event.rounds_paired + 1)]


def awarded(outcome: Outcome) -> Fraction:
    return GAMES[outcome] if outcome in GAMES else UNPLAYED[outcome]


def score(event: Tournament, player: int) -> Fraction:
    return sum((awarded(o) for o in outcomes(event, player)), Fraction(0))


def score_for_opponents(event: Tournament, player: int) -> Fraction:
    """14.4."""
    total = Fraction(0)
    mine = outcomes(event, player)
    for k, outcome in enumerate(mine):
        followed = any(later not in NOT_AVAILABLE for later in mine[k + 1 :])
        if outcome in NOT_AVAILABLE and not followed:  # 14.3.4, 14.3.5
            total += HALF
        else:
            total += awarded(outcome)
    return total


def contributions(event: Tournament, player: int, times_result: bool) -> list[tuple[Fraction, bool]]:
    """7.1 and 9.1 with 14.5: value and whether the round was missed by choice or fault."""
    found = []
    for k in range(1, event.rounds_paired + 1):
        r = event.round_of(player, k)
        if r.outcome in GAMES:
            assert r.opponent is not None
            value = score_for_opponents(event, r.opponent)
        else:
            value = score(event, player)
        found.append((value * awarded(r.outcome) if times_result else value, r.outcome in NOT_AVAILABLE))
    return found


def value(event: Tournament, player: int, code: str) -> Fraction:
    """BH and SB, also with /C1, /C2, /M1, /M2 (13, 14.6)."""
    name, _, modifier = code.partition("/")
    parts = contributions(event, player, name == "SB")
    low = int(modifier[1]) if modifier else 0
    high = low if modifier.startswith("M") else 0
    for _cut in range(min(low, len(parts))):
        missed = [part for part in parts if part[1]]
        parts.remove(min(missed) if missed else min(parts))
    for _cut in range(min(high, len(parts))):
        parts.remove(max(parts, key=lambda part: part[0]))
    return sum((part[0] for part in parts), Fraction(0))


def own_value(event: Tournament, player: int, code: str) -> Fraction:
    """6, 7.2, 8.1, 8.4: own results, and means over the opponents met over the board."""
    rounds = [event.round_of(player, k) for k in range(1, event.rounds_paired + 1)]
    games = [r for r in rounds if r.outcome in GAMES]
    met = [r.opponent for r in games if r.opponent is not None]
    if code == "AOB":
        return sum((value(event, other, "BH") for other in met), Fraction(0)) / max(len(met), 1)
    if code == "ARO":
        return Fraction(sum(event.player(other).rating for other in met), max(len(met), 1))
    if code == "FB":
        return value(last_round_drawn(event), player, "BH")
    if code == "PS":
        so_far = [sum((awarded(r.outcome) for r in rounds[:k]), Fraction(0)) for k in range(1, len(rounds) + 1)]
        return sum(so_far, Fraction(0))
    counted = {
        "WIN": [r for r in rounds if awarded(r.outcome) == 1],
        "WON": [r for r in games if r.outcome is Outcome.WIN],
        "BPG": [r for r in games if r.colour is Colour.BLACK],
        "BWG": [r for r in games if r.colour is Colour.BLACK and r.outcome is Outcome.WIN],
        "GE": [r for r in rounds if r.outcome not in NOT_AVAILABLE],
    }
    return Fraction(len(counted[code]))


def last_round_drawn(event: Tournament) -> Tournament:
    """8.4: every paired game of the last round as a draw."""
    last = event.rounds_paired
    return replace(
        event,
        results=tuple(
            tuple(r._replace(outcome=Outcome.DRAW) if r.round == last and r.opponent is not None else r for r in rounds)
            for rounds in event.results
        ),
    )


def direct_encounter(event: Tournament, tied: list[int]) -> list[list[int]]:
    """5.1 for a Swiss event."""
    points = dict.fromkeys(tied, Fraction(0))
    games = dict.fromkeys(tied, 0)
    missing = dict.fromkeys(tied, 0)
    for a, b in combinations(tied, 2):
        met = [
            (event.round_of(a, k), event.round_of(b, k))
            for k in range(1, event.rounds_paired + 1)
            if event.round_of(a, k).opponent == b and event.round_of(a, k).outcome in GAMES
        ]
        for mine, theirs in met:
            for player, r in ((a, mine), (b, theirs)):
                points[player] += GAMES[r.outcome]
                games[player] += 1
        if not met:
            missing[a] += 1
            missing[b] += 1
    if not any(missing.values()):
        share = {player: points[player] / games[player] for player in tied}
        groups = [[p for p in tied if share[p] == v] for v in sorted(set(share.values()), reverse=True)]
    else:
        groups, rest = [], list(tied)
        while len(rest) > 1:
            sure = [p for p in rest if all(points[p] > points[q] + missing[q] for q in rest if q != p)]
            if not sure:
                break
            groups.append(sure)
            rest.remove(sure[0])
        groups.append(rest)
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in (direct_encounter(event, group) if len(group) > 1 else [group])]
