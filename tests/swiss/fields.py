"""Random small fields: every history that a legal tournament can leave on a player."""

from __future__ import annotations

from hypothesis import strategies as st

from arbitro.model import Colour, Float
from arbitro.swiss.colours import preference
from arbitro.swiss.dutch.state import Contender, Field, is_topscorer, rank_order
from arbitro.swiss.dutch.texts import TEXTS


@st.composite
def histories(draw: st.DrawFn, games: int) -> tuple[Colour, ...]:
    """Colours of so many games: never a difference beyond 2, never three in a row."""
    history: list[Colour] = []
    difference = 0
    for _ in range(games):
        choices = [
            c
            for c in Colour
            if abs(difference + c.sign) <= 2 and not (len(history) > 1 and history[-1] is history[-2] is c)
        ]
        history.append(draw(st.sampled_from(choices)))
        difference += history[-1].sign
    return tuple(history)


@st.composite
def fields(draw: st.DrawFn, edition: str, most: int = 9) -> Field:
    """Up to `most` players: scores in a few groups, rematches, floats, absolute colours, barred byes, last rounds.

    Scores are in half points, or in the odd steps that other scoring systems and virtual points make; some pairs are
    kept apart by the arbiter.
    """
    count = draw(st.integers(2, most))
    played = draw(st.integers(0, 7))
    rounds = played + 1 if draw(st.booleans()) else played + 2
    groups = draw(st.sampled_from([1, 2, 3, 4, 6]))
    density = draw(st.sampled_from([0.0, 0.1, 0.25, 0.5]))
    step = draw(st.sampled_from([5, 5, 5, 10, 7]))
    met: dict[int, set[int]] = {n: set() for n in range(1, count + 1)}
    apart: dict[int, set[int]] = {n: set() for n in range(1, count + 1)}
    pairs = [(a, b) for a in met for b in met if a < b]
    for a, b in draw(st.lists(st.sampled_from(pairs), max_size=2)):
        apart[a].add(b)
        apart[b].add(a)
    if density and played:
        for a, b in draw(st.lists(st.sampled_from(pairs), max_size=int(density * len(pairs)) + 1, unique=True)):
            met[a].add(b)
            met[b].add(a)
    players = []
    for n in range(1, count + 1):
        games = draw(histories(draw(st.integers(max(0, played - 2), played))))
        score = step * draw(st.integers(0, groups - 1)) + (5 * played if draw(st.booleans()) and groups == 1 else 0)
        players.append(
            Contender(
                number=n,
                score=score,
                games=games,
                wish=preference(games),
                opponents=frozenset(met[n]),
                forbidden=frozenset(apart[n]),
                last_float=draw(st.sampled_from(list(Float))),
                earlier_float=draw(st.sampled_from(list(Float))),
                may_have_bye=draw(st.integers(0, 3)) > 0,
                topscorer=is_topscorer(score, played, rounds, 10),
                unplayed=played - len(games),
                order=n,
                place=n,
            )
        )
    return Field(rank_order(players), played + 1, TEXTS[edition], Colour.WHITE)
