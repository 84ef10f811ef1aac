"""Teams: the board order, line-ups and what a match is worth. How a line-up is checked is told in `formats.teams`."""

from __future__ import annotations

from arbitro.frozen import dataclass
from arbitro.model.points import ONE, TWO, ZERO, Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team with its players in board order, by their pairing numbers, reserves last."""

    number: int
    name: str
    players: tuple[int, ...] = ()
    nickname: str = ""
    strength: int = 0
    federation: str = ""
    captain: str = ""
    stated_match_points: Points | None = None
    stated_game_points: Points | None = None
    stated_rank: int | None = None


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who sits for a team in a round, by board; None is an empty board."""

    round: int
    team: int
    opponent: int
    boards: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TeamForfeit:
    """A match decided without play. `result` from the first-named team's side: `+-`, `-+` or `--`."""

    round: int
    first: int
    second: int
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamAward:
    """Points off the scale of a team event (TRF26 299): for an outcome, or added where no type names one."""

    type: str = ""  # a letter of `outcome.AWARD_TYPES`
    match_points: Points | None = None
    game_points: Points | None = None
    round: int = 0  # 0: every round
    teams: tuple[int, ...] = ()  # none: every team


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamScoring:
    """Match points for a won, drawn and lost match, and for the pairing-allocated bye."""

    win: Points = TWO
    draw: Points = ONE
    loss: Points = ZERO
    bye_match_points: Points = ONE
    bye_game_points: Points | None = None  # None: those of a drawn match
