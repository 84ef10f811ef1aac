"""Late entries: the tournament as it stands once somebody has taken a number in the middle (C.04.2 C.2, C.3)."""

from __future__ import annotations

from dataclasses import replace

from arbitro.model import Player, PlayerRound, Tournament
from arbitro.model.tournament import absent
from arbitro.swiss.general import number_after_entry


def with_late_entry(tournament: Tournament, player: Player) -> Tournament:
    """C.2, C.3: the late entry takes the number that they name, everyone from there on moves one down.

    They have been absent so far; `acceleration` and forbidden pairs follow the persons, not the numbers.
    """

    def moved(number: int) -> int:
        return number_after_entry(number, player.number)

    def shifted(r: PlayerRound) -> PlayerRound:
        return r if r.opponent is None else r._replace(opponent=moved(r.opponent))

    entries = [
        (replace(p, number=moved(p.number)), tuple(shifted(r) for r in rounds))
        for p, rounds in zip(tournament.players, tournament.results, strict=True)
    ]
    entries.append((player, tuple(absent(k) for k in range(1, tournament.rounds_paired + 1))))
    entries.sort(key=lambda entry: entry[0].number)
    return replace(
        tournament,
        players=tuple(p for p, _ in entries),
        results=tuple(rounds for _, rounds in entries),
        acceleration={moved(number): values for number, values in tournament.acceleration.items()},
        forbidden=tuple(replace(f, players=tuple(moved(n) for n in f.players)) for f in tournament.forbidden),
        teams=tuple(replace(t, players=tuple(moved(n) for n in t.players)) for t in tournament.teams),
    )
