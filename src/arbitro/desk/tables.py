"""The standings of a running tournament by its own settings: tie-breaks, edition, and who left a round robin.

A tie-break of the list that the rules refuse here (a rating one without a rule for unrated players, say) is left out;
`Standings.left_out` tells why.
"""

from __future__ import annotations

from arbitro.desk.state import State
from arbitro.model import System, Tournament
from arbitro.standings import Standings, standings, team_standings


def left_table(state: State) -> list[int]:
    """The numbers of those who left a round robin: what they leave behind is told by C.05 6.6."""
    if state.settings.system not in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        return []
    gone = (e.id for e in state.entrants.values() if e.withdrawn_after is not None)
    return [state.numbers[id] for id in gone if id in state.numbers]


def table(state: State, event: Tournament, after: int | None = None) -> Standings:
    """The players, after the last round or a given one."""
    settings = state.settings
    return standings(
        event,
        settings.tiebreaks,
        edition=settings.editions.tiebreaks,
        after=after,
        withdrawn=left_table(state),
        strict=False,
    )


def team_table(state: State, event: Tournament, after: int | None = None) -> Standings:
    """The teams by match points and the tie-breaks; by game points where none of those is for teams."""
    edition = state.settings.editions.tiebreaks
    found = team_standings(event, state.settings.tiebreaks, edition=edition, after=after, strict=False)
    return found if found.tiebreaks else team_standings(event, ("GP",), edition=edition, after=after)
