"""What was known when a round was paired, where it differs from what a file says now (C.04.2 D.1, D.8).

A result corrected after the next pairing, colours recorded the wrong way round, an adjourned game that counted as a
draw: the pairing that stands was made from other results than those in the file. A remark line keeps them:

    ### known for round 5: round 4, 12 w 17 WIN

Player 12 had White against 17 and had won, as far as was known. The checker pairs round 5 from that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from arbitro.model import Colour, Outcome, PlayerRound, Points, Tournament

_LINE = re.compile(r"### known for round (\d+): round (\d+), (\d+) ([wb]) (\d+) (\w+)(?: (\d+))?")


def line_of(paired: int, number: int, known: PlayerRound) -> str:
    """The remark: what a player's earlier round was taken to be when a round was paired."""
    colour = "w" if known.colour is Colour.WHITE else "b"
    points = "" if known.points is None else f" {known.points}"
    return (
        f"### known for round {paired}: round {known.round}, {number} {colour} {known.opponent} "
        f"{known.outcome.name}{points}"
    )


def lines_for(paired: int, then: Tournament, now: Tournament) -> list[str]:
    """The remarks for a round: every earlier game that was known otherwise. Both have the same pairing numbers."""
    return [
        line_of(paired, number, known)
        for number in (player.number for player in then.players if player.number in now.index)
        for known in then.rounds_of(number)[: paired - 1]
        if known.opponent is not None and known != now.round_of(number, known.round)
    ]


def as_known(tournament: Tournament, round: int) -> Tournament:
    """The tournament with the results that were known when a round was paired, by its remark lines."""
    changed: dict[int, list[PlayerRound]] = {}
    for number, known in _remarks(tournament.unknown_lines, round):
        if number in tournament.index and known.opponent in tournament.index:
            rounds = changed.setdefault(number, list(tournament.results[tournament.index[number]]))
            if 1 <= known.round <= len(rounds):
                rounds[known.round - 1] = known
    if not changed:
        return tournament
    results = list(tournament.results)
    for number, rounds in changed.items():
        results[tournament.index[number]] = tuple(rounds)
    return replace(tournament, results=tuple(results))


def _remarks(lines: Iterable[str], round: int) -> Iterable[tuple[int, PlayerRound]]:
    for line in lines:
        found = _LINE.fullmatch(line.strip())
        if found and int(found[1]) == round and found[6] in Outcome.__members__:
            colour = Colour.WHITE if found[4] == "w" else Colour.BLACK
            points = None if found[7] is None else Points(int(found[7]))
            yield int(found[3]), PlayerRound(int(found[2]), int(found[5]), colour, Outcome[found[6]], points)
