"""A challenge ladder for pages: who stands where, who may challenge whom, matches being played and those over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from arbitro.desk import ladder
from arbitro.desk.state import Challenge, Entrant, State
from arbitro.ratings.texts import ending_text

SCORES = {"L": "1-0", "D": "½-½", "H": "0-1"}


@dataclass(frozen=True, slots=True)
class Rung:
    """One line of the ladder."""

    place: int
    entrant: Entrant
    rating: int
    gain: str
    against: Entrant | None = None  # the match being played
    may_challenge: Entrant | None = None


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """One challenge; `said`: how it ended."""

    challenge: Challenge
    challenger: Entrant
    opponent: Entrant
    games: str
    said: str = ""
    gain: str = ""


def shown(state: State) -> dict[str, Any]:
    """What the page of the ladder shows, in public and at the desk."""
    people = state.entrants
    standing, over = ladder.played(state)
    above = ladder.may_challenge(state)
    playing = {
        a: b
        for m in state.challenges
        if ladder.is_open(m)
        for a, b in ((m.challenger, m.opponent), (m.opponent, m.challenger))
    }
    lines = [
        Rung(
            place,
            people[int(name)],
            rating,
            _signed(rating - people[int(name)].player.rating),
            people.get(playing.get(int(name), 0)),
            people.get(above[int(name)] or 0),
        )
        for place, (name, rating) in enumerate(standing, 1)
    ]
    matches = [
        ChallengeRow(
            m,
            people[m.challenger],
            people[m.opponent],
            " ".join(SCORES[game] for game in m.games),
            ending_text(over[i]) if i in over else "",
            _signed(over[i].gain) if i in over else "",
        )
        for i, m in enumerate(state.challenges)
        if m.challenger in people and m.opponent in people
    ]
    return {
        "tab": "standings",
        "ladder": lines,
        "is_ladder": True,
        "open_matches": [match for match in matches if ladder.is_open(match.challenge)],
        "over_matches": [match for match in reversed(matches) if not ladder.is_open(match.challenge)],
        "scores": (("L", "1"), ("D", "½"), ("H", "0")),
        "today": date.today().isoformat(),
    }


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else ""
