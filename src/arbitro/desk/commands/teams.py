"""Teams: basic lists and line-ups.

C.05 7, line-ups   the order of the basic list is kept, nobody twice, no empty board above a filled one
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbitro.desk.commands.base import ENTRY_DESK, Draft, command, require_open
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.i18n import gettext_for


@command("team", ENTRY_DESK)
def team(
    state: State,
    *,
    name: str,
    members: Sequence[int],
    id: int | None = None,
    nickname: str = "",
    federation: str = "",
    captain: str = "",
    strength: int = 0,
) -> Draft:
    """Enter a team or change its basic list (before round 1; later only additions at the end)."""
    _ = gettext_for("desk")
    require_open(state)
    if not state.settings.team_boards:
        raise Refused(_("This is an individual tournament; set the number of boards per team first."))
    if not name.strip():
        raise Refused(_("A team needs a name."))
    if len(set(members)) != len(members) or any(m not in state.entrants for m in members):
        raise Refused(_("Every member must be an entered player, named once."))
    taken = {m for t in state.teams.values() if t.id != id for m in t.members}
    if taken & set(members):
        who = state.entrants[min(taken & set(members))].name
        raise Refused(_("{name} plays for another team.").format(name=who))
    if id is not None and id not in state.teams:
        raise Refused(_("There is no such team."))
    if state.started:
        if id is None:
            raise Refused(_("Teams enter before round 1."), article="C.04.6")
        old = state.teams[id].members
        if tuple(members[: len(old)]) != old:
            raise Refused(
                _("The order of the basic list is fixed; players may only be added at its end."), article="C.05 7"
            )
    payload: dict[str, Any] = {
        "id": id or state.next_team,
        "name": " ".join(name.split()),
        "members": list(members),
        "nickname": nickname,
        "federation": federation,
        "captain": captain,
        "strength": strength or _strength(state, members),
    }
    return Draft("team", {"team": payload})


def _strength(state: State, members: Sequence[int]) -> int:
    """The average rating of the strongest line-up."""
    best = sorted((state.entrants[m].player.rating for m in members), reverse=True)[: state.settings.team_boards]
    return round(sum(best) / len(best)) if best else 0


@command("line-up", ENTRY_DESK)
def line_up(state: State, *, team: int, boards: Sequence[int | None], round: int | None = None) -> Draft:
    """Hand in a line-up for the round to come."""
    _ = gettext_for("desk")
    require_open(state)
    coming = len(state.rounds) + 1
    if round is not None and round != coming:
        raise Refused(_("Line-ups are handed in before the round is paired."), article="C.05 7.1")
    if team not in state.teams:
        raise Refused(_("There is no such team."))
    seats = list(boards)
    if len(seats) > state.settings.team_boards:
        raise Refused(_("A match has {n} boards.").format(n=state.settings.team_boards))
    order = state.teams[team].members
    places = [order.index(id) if id in order else -1 for id in seats if id is not None]
    if -1 in places:
        raise Refused(_("The line-up names a player who is not on the team's list."), article="C.05 7.1")
    if places != sorted(set(places)):
        raise Refused(_("The order of the basic list must be kept, and nobody sits twice."), article="C.05 7")
    if None in seats and any(id is not None for id in seats[seats.index(None) :]):
        raise Refused(_("Empty boards come last."), article="C.05 7")
    return Draft("line-up", {"team": team, "round": coming, "boards": seats}, frozenset({f"line-up:{coming}:{team}"}))
