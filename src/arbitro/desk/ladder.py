"""The challenge ladder of a club (1974 manual) as a tournament without rounds: everything follows from the challenges.

    rungs(state)                     entrant and rating, the best first: the list by rating, changed by each match
    busy(state)                      who is in a match
    may_challenge(state)             whom each may challenge now
    refused(state, a, b, day)        the rule against a challenge, or None

The rules are `ratings.ladder`; here they are asked about entrants.
"""

from __future__ import annotations

from datetime import date

from arbitro.desk.state import Challenge, State
from arbitro.ratings import ladder
from arbitro.ratings.ladder import AfterMatch, Ending, Refusal, match_outcome

Rungs = tuple[tuple[str, int], ...]  # the rules know people by name: here by the entrant's id


def rungs(state: State) -> Rungs:
    """Who stands where: the list by rating, then match by match."""
    return played(state)[0]


def played(state: State) -> tuple[Rungs, dict[int, AfterMatch]]:
    """The ladder, and what each match that is over has changed, by its place among the challenges."""
    here = [e for e in state.entrants.values() if e.confirmed and not e.excluded and e.withdrawn_after is None]
    here.sort(key=lambda e: (-e.player.rating, e.name))
    standing: Rungs = tuple((str(e.id), e.player.rating) for e in here)
    ids = {e.id for e in here}
    ended = {}
    for i, match in enumerate(state.challenges):
        if match.challenger in ids and match.opponent in ids and not is_open(match):
            ended[i] = ladder.after_match(standing, str(match.challenger), str(match.opponent), match.games, match.k)
            standing = ended[i].ladder
    return standing, ended


def is_open(match: Challenge) -> bool:
    """Is a game of it still to be played?"""
    return match_outcome(match.games) is Ending.GOES_ON


def busy(state: State) -> frozenset[str]:
    return frozenset(str(id) for m in state.challenges if is_open(m) for id in (m.challenger, m.opponent))


def may_challenge(state: State) -> dict[int, int | None]:
    """MAT-1: whom each entrant may challenge now."""
    found = ladder.open_challenges(rungs(state), busy(state))
    return {int(name): int(other) if other is not None else None for name, other in found.items()}


def refused(state: State, challenger: int, opponent: int, day: date | None) -> Refusal | None:
    """MAT-1, MAT-4: the rule against this challenge."""
    lost = [
        date.fromisoformat(match.day)
        for match in state.challenges
        if (match.challenger, match.opponent) == (challenger, opponent)
        and match.day
        and match_outcome(match.games) is Ending.HIGHER_WINS
    ]
    return ladder.challenge_refused(
        rungs(state),
        str(challenger),
        str(opponent),
        busy=busy(state),
        lost_on=max(lost, default=None),
        today=day,
    )
