"""Shadow mode: run beside another program. Its file is read after each round and compared with the journal here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbitro.model import Tournament, show


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the two programs say differently."""

    round: int
    what: str  # "player", "pairing", "result", "score", "rank"
    here: str
    there: str


def compare(here: Tournament, there: Tournament, order: Sequence[int] = ()) -> list[Difference]:
    """Everything that differs, round by round: players, pairs and colours, results, byes, scores.

    `order` is our standings (pairing numbers, first place first); then ranks that the file states are compared too.
    """
    found: list[Difference] = []
    names = {p.number: p.name for p in here.players}
    for player in there.players:
        if player.number not in names:
            found.append(Difference(0, "player", "–", f"{player.number} {player.name}"))
        elif names[player.number].casefold() != player.name.casefold():
            found.append(Difference(0, "player", f"{player.number} {names[player.number]}", player.name))
    found += [Difference(0, "player", f"{p.number} {p.name}", "–") for p in here.players if p.number not in there.index]
    common = [n for n in here.numbers if n in there.index]
    for round in range(1, max(here.rounds_paired, there.rounds_paired) + 1):
        for n in common:
            mine, theirs = here.round_of(n, round), there.round_of(n, round)
            if (mine.opponent, mine.colour) != (theirs.opponent, theirs.colour):
                found.append(Difference(round, "pairing", _cell(n, mine.opponent), _cell(n, theirs.opponent)))
            elif mine.outcome is not theirs.outcome and mine.outcome.code != theirs.outcome.code:
                found.append(Difference(round, "result", f"{n} {mine.outcome.code}", f"{n} {theirs.outcome.code}"))
    for n in common:
        if here.score(n) != there.score(n):
            found.append(
                Difference(here.rounds_paired, "score", f"{n} {show(here.score(n))}", f"{n} {show(there.score(n))}")
            )
    ranks = {n: place for place, n in enumerate(order, 1)}
    for player in there.players:
        stated, ours = player.stated_rank, ranks.get(player.number)
        if stated and ours is not None and ours != stated:
            found.append(
                Difference(here.rounds_paired, "rank", f"{player.number} {ours}.", f"{player.number} {stated}.")
            )
    return found


def _cell(number: int, opponent: int | None) -> str:
    return f"{number}-{opponent if opponent is not None else '–'}"
