"""Pair every past round again from what was known then, and compare (the checker that approved programs must have).

Works for every Swiss system. A file that does not say which colour was drawn is judged by the one that round 1 shows;
one that does not say how many rounds there are, as if the last one that it holds were the last, or were not. Rounds
and places that the arbiter made by hand, and that the file declares (`model.remarks`), are told apart from faults.

What was known when a round was paired may differ from what a file says now (C.04.2 D.1, D.8): a result corrected after
the next pairing, colours the wrong way round, an adjourned game that counted as a draw. A remark line keeps it:

    ### known for round 5: round 4, 12 w 17 WIN

Player 12 had White against 17 and had won, as far as was known. Round 5 is paired again from that. What is known for
the round after the last one is what the standings count: a correction for rating alone is not there. A round without
a game is `12 - 0 HALF_BYE`; points off the scale follow in tenths.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arbitro.errors import ArbitroError, NoPairing
from arbitro.model import (
    Colour,
    Outcome,
    Pair,
    Pairings,
    PlayerRound,
    Points,
    System,
    Tournament,
    remarks,
    team_results,
)
from arbitro.model.remarks import Difference
from arbitro.standings import Row, standings, team_standings
from arbitro.swiss import general, next_round


@dataclass(frozen=True, slots=True)
class Check:
    """A checked tournament."""

    rounds: int
    differences: tuple[Difference, ...]
    assumed_rounds: int | None = None  # how many there are to be, where the file does not say
    by_hand: tuple[Difference, ...] = ()  # rounds that the file itself calls changed by hand: they are no faults


@dataclass(frozen=True, slots=True)
class WrongRank:
    """A rank that does not follow the tie-breaks that the file states: what it says, and the best that it may say."""

    number: int
    stated: int
    computed: int
    shared_by: int = 1  # whom nothing separates may stand in any order
    decided_by: str = "PTS"  # what parts them from the next rank above or below, on the side of the wrong one


def recorded_round(tournament: Tournament, k: int) -> Pairings:
    """A past round as it was paired."""
    bye = None
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        if k <= len(rounds) and rounds[k - 1].outcome is Outcome.PAIRING_BYE:
            bye = player.number
    return Pairings(k, tuple(Pair(g.white, g.black) for g in tournament.games(k)), bye)


def check(
    tournament: Tournament, system: System | None = None, edition: str | None = None, options: Sequence[str] = ()
) -> Check:
    """Every paired round against what the rules would have paired."""
    first = team_results.first_colour(tournament) if by_teams(tournament, system) else general.first_colour(tournament)
    tournament = replace(tournament, first_colour=first)
    assumed = tournament.rounds_paired if tournament.planned_rounds is None else None
    finished = tournament if assumed is None else replace(tournament, planned_rounds=assumed)
    differences = []
    for k in range(1, tournament.rounds_paired + 1):
        difference = check_round(finished, k, system, edition, options)
        if difference is not None and assumed is not None:
            difference = check_round(tournament, k, system, edition, options) and difference
        if difference is not None:
            differences.append(difference)
    faults, by_hand = (tuple(d for d in differences if d.by_hand is told) for told in (False, True))
    return Check(tournament.rounds_paired, faults, assumed, by_hand)


def wrong_ranks(tournament: Tournament) -> tuple[WrongRank, ...]:
    """The ranks of the file that do not follow its own list of tie-breaks (TRF26 202, 212), for players or teams.

    Nothing is said where the rank field orders the pairing (XXC rank) or is not filled in, nor where a tie-break of the
    list cannot be used or is of the file's own making; nor of places that the file says were given by hand.
    """
    codes = [code for code in tournament.info.standings_criteria or tournament.info.tie_breaks if code.upper() != "PTS"]
    if not codes or tournament.order_by_rank:
        return ()
    tournament = remarks.with_ratings(as_counted(tournament))
    stated = {one.number: one.stated_rank for one in (tournament.teams or tournament.players)}
    if None in stated.values() or len(set(stated.values())) < 2:
        return ()
    try:
        rows = (team_standings if tournament.teams else standings)(tournament, codes).rows
    except ArbitroError:
        return ()
    placed = places_by_hand(tournament, rows)
    size = Counter(row.rank for row in rows)
    parted = {row.rank: row.decided_by or "PTS" for row in reversed(rows)}  # from the rank above
    return tuple(
        WrongRank(row.number, rank, row.rank, size[row.rank], parted.get(row.rank if rank < row.rank else below, "PTS"))
        for row in rows
        if (rank := stated.get(row.number)) is not None
        and not row.rank <= rank < (below := row.rank + size[row.rank])
        and placed.get(row.number) != rank
    )


def places_by_hand(tournament: Tournament, rows: Sequence[Row]) -> dict[int, int]:
    """The places that the file says were given by hand (C.07 4.2), by number: those that players of equal points have
    between them in any case."""
    given = remarks.places(tournament.unknown_lines, tournament.rounds_paired)
    groups: dict[int, list[tuple[int, int]]] = {}  # by points: the place by the tie-breaks, and who has it
    for place, row in enumerate(rows, 1):
        if row.number in given:
            groups.setdefault(row.points, []).append((place, row.number))
    fair = (group for group in groups.values() if sorted(given[n] for _p, n in group) == [place for place, _n in group])
    return {number: given[number] for group in fair for _place, number in group}


def check_round(
    tournament: Tournament,
    k: int,
    system: System | None = None,
    edition: str | None = None,
    options: Sequence[str] = (),
) -> Difference | None:
    """One round; None if it is paired as it should be, from the results known then."""
    tournament = as_known(tournament, k)
    if by_teams(tournament, system):
        recorded = boards_of(team_results.recorded_round(tournament, k))
        before = team_results.before_pairing(tournament, k)
    else:
        recorded = boards_of(recorded_round(tournament, k))
        before = tournament.before_pairing(k)
    try:
        computed = boards_of(next_round(before, system, edition, options))
    except NoPairing:
        computed = None
    return remarks.difference(tournament.unknown_lines, k, recorded, computed)


def by_teams(tournament: Tournament, system: System | None) -> bool:
    """Are the units that were paired teams?"""
    return bool(tournament.teams) and (system or tournament.system) is System.TEAM


def boards_of(pairings: Pairings) -> set[Pair]:
    """The pairs of a round; the bye as a pair with 0."""
    boards = set(pairings.pairs)
    if pairings.bye is not None:
        boards.add(Pair(pairings.bye, 0))
    return boards


# -- what was known


_LINE = re.compile(r"### known for round (\d+): round (\d+), (\d+) ([wb-]) (\d+) (\w+)(?: (-?\d+))?")


def line_of(paired: int, number: int, known: PlayerRound) -> str:
    """The remark: what a player's earlier round was taken to be when a round was paired."""
    colour = known.colour.value if known.colour else "-"
    points = "" if known.points is None else f" {known.points}"
    return (
        f"### known for round {paired}: round {known.round}, {number} {colour} {known.opponent or 0} "
        f"{known.outcome.name}{points}"
    )


def lines_for(paired: int, then: Tournament, now: Tournament) -> list[str]:
    """The remarks for a round: all of earlier ones that was known otherwise. Both have the same pairing numbers."""
    return [
        line_of(paired, number, known)
        for number in (player.number for player in then.players if player.number in now.index)
        for known in then.rounds_of(number)[: paired - 1]
        if known != now.round_of(number, known.round)
    ]


def as_counted(tournament: Tournament) -> Tournament:
    """The tournament with the results that its standings count and its next round is paired from (C.04.2 D.8)."""
    return as_known(tournament, tournament.rounds_paired + 1)


def as_known(tournament: Tournament, k: int) -> Tournament:
    """The tournament with the results that were known when a round was paired, by its remark lines."""
    changed: dict[int, list[PlayerRound]] = {}
    for number, known in _remarks(tournament.unknown_lines, k):
        if number in tournament.index and (known.opponent is None or known.opponent in tournament.index):
            rounds = changed.setdefault(number, list(tournament.results[tournament.index[number]]))
            if 1 <= known.round <= len(rounds):
                rounds[known.round - 1] = known
    if not changed:
        return tournament
    results = list(tournament.results)
    for number, rounds in changed.items():
        results[tournament.index[number]] = tuple(rounds)
    return replace(tournament, results=tuple(results))


def _remarks(lines: Iterable[str], k: int) -> Iterable[tuple[int, PlayerRound]]:
    for line in lines:
        found = _LINE.fullmatch(line.strip())
        if found and int(found[1]) == k and found[6] in Outcome.__members__:
            colour = None if found[4] == "-" else Colour(found[4])
            points = None if found[7] is None else Points(int(found[7]))
            yield int(found[3]), PlayerRound(int(found[2]), int(found[5]) or None, colour, Outcome[found[6]], points)
