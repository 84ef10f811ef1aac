"""Units made by hand: what a rule needs to know about a player, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from arbitro.model import Colour, Float, Outcome, points
from arbitro.swiss import lim
from arbitro.swiss.colours import preference
from arbitro.swiss.units import Field, Unit, UnitRound

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def colour(letter: str) -> Colour:
    return WHITE if letter in "Ww" else BLACK


def games(history: str) -> tuple[Colour, ...]:
    """The colours of the games of a history such as WBW=B."""
    return tuple(colour(c) for c in history if c in "WwBb")


def unit(
    no: int,
    *,
    name: str = "",
    due: str | None = None,
    history: str | None = None,
    rating: int = 0,
    score: float | str = 0,
    met: Iterable[int] = (),
    may_have_bye: bool = True,
    last_float: Float = Float.NONE,
) -> Unit:
    """A unit; a colour due stands for one game with the other colour."""
    played = games(history) if history is not None else (colour(due).other,) if due else ()
    record = tuple(UnitRound(None, c, Outcome.DRAW, points(0)) for c in played)
    if last_float is not Float.NONE and not record:
        record = (UnitRound(None, None, Outcome.DRAW, points(0)),)
    return Unit(
        number=no,
        name=name or str(no),
        rating=rating,
        rank=no,
        score=points(score),
        scores=tuple(points(0) for _ in record),
        record=record,
        barred=frozenset(met),
        games=played,
        wish=preference(played),
        floats=(Float.NONE,) * (len(record) - 1) + (last_float,) if record else (),
        may_have_bye=may_have_bye,
    )


def field(units: Iterable[Unit], round: int = 2, rounds: int | None = None) -> Field:
    everyone = {u.number: u for u in units}
    return Field(round, rounds, everyone, tuple(everyone), WHITE, {n: n for n in everyone})


HISTORIES = ("", "W", "B", "WB", "BW", "WBW", "BWB", "WBB", "BWW", "WBWB", "WBBW", "BB", "WW")


def random_bracket(
    rng: Random, n: int, *, met: float = 0.3, scores: Sequence[float] = (3,), floats: float = 0.2
) -> list[Unit]:
    """Players 1 … n with random colours, meetings, floats and scores."""
    barred: dict[int, set[int]] = {i: set() for i in range(1, n + 1)}
    for a in range(1, n + 1):
        for b in range(a + 1, n + 1):
            if rng.random() < met:
                barred[a].add(b)
                barred[b].add(a)
    return [
        unit(
            i,
            history=rng.choice(HISTORIES),
            rating=2400 - 10 * rng.randrange(20),
            score=rng.choice(scores),
            met=barred[i],
            last_float=rng.choice((Float.UP, Float.DOWN)) if rng.random() < floats else Float.NONE,
        )
        for i in range(1, n + 1)
    ]


# -- Lim's exchanges, colours left out


def lim_group(
    players: Sequence[int], incompatible: set[frozenset[int]], *, downward: bool = True, floater: int | None = None
) -> tuple[list[tuple[int, int]], list[int]]:
    """A group by exchanges: its pairs and who floats; `floater` was chosen to make the number even (4.4 a)."""
    everyone = {*players, *([floater] if floater else [])}
    units = [
        unit(n, met=[m for m in everyone if frozenset((n, m)) in incompatible])
        for n in sorted(everyone, reverse=not downward)
    ]
    chosen = next((u for u in units if u.number == floater), None)
    away = lim.who_floats(units, chosen, lambda u: (u.rank if downward else -u.rank,), colours=False)
    ordered = [u for u in units if u not in away]
    pairs = [sorted((ordered[v].number, ordered[w].number)) for v, w, _ in lim.first_pairing(ordered, colours=False)]
    return sorted((a, b) for a, b in pairs), [u.number for u in away]


def lim_sequence(
    players: Sequence[int], incompatible: set[frozenset[int]], player: int, *, downward: bool = True
) -> list[list[tuple[int, int]]]:
    """4.2, 4.3: the pairings tried one after another while an opponent for one player is sought."""
    barred = set(incompatible)
    rows: list[list[tuple[int, int]]] = []
    while True:
        row, floaters = lim_group(players, barred, downward=downward)
        if floaters:
            return rows
        rows.append(row)
        barred.add(next(frozenset(p) for p in row if player in p))
