"""Teams: basic lists, line-ups, byes, withdrawals.

rule           command
C.05 7         team, line-up    the board order that the regulations state, nobody twice, no empty board above a filled
                                one
C.05 6.7.4     team-bye         half-point byes as the regulations allow them; worth a drawn match
C.04.2 D.3     team-withdraw    not paired again; in a table its matches are lost by forfeit (C.05 6.6)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from arbitro.desk.commands.base import EVERYTHING, Caution, Draft, Level, board_key, command, entrant_keys, require_open
from arbitro.desk.commands.entries import bye_limits, team_strength
from arbitro.desk.commands.parameters import ByeKind, LastRound, PlayerIds, RoundNumber, Says, Takes, TeamId
from arbitro.desk.commands.rounds import board_row
from arbitro.desk.roles import ARBITERS, ENTRY_DESK
from arbitro.desk.state import Round, State, TeamEntry
from arbitro.errors import Refused
from arbitro.formats.teams import BoardOrder, check
from arbitro.i18n import N_, gettext_for
from arbitro.model import Team, team_results

_ = gettext_for("desk")


@command("team", ENTRY_DESK, help=N_("Enter a team with its board order, strongest board first."))
def team(
    state: State,
    *,
    name: Annotated[str, Says(help=N_("The team's name."))],
    members: PlayerIds,
    id: Annotated[int | None, Says(Takes.TEAM, N_("Change this team instead of entering a new one."))] = None,
    nickname: Annotated[str, Says(help=N_("A short name for lists."))] = "",
    federation: Annotated[str, Says(help=N_("Three letters, for example MEX."))] = "",
    captain: Annotated[str, Says(help=N_("The captain's name."))] = "",
    strength: Annotated[int, Says(help=N_("Default: the average of the strongest line-up."))] = 0,
) -> Draft:
    """Enter a team or change its basic list (before round 1; later only additions at the end)."""
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
            raise Refused(_("The board order is fixed; players may only be added at its end."), article="C.05 7")
    payload: dict[str, Any] = {
        "id": id or state.next_team,
        "name": " ".join(name.split()),
        "members": list(members),
        "nickname": nickname,
        "federation": federation,
        "captain": captain,
        "strength": strength or team_strength(state, members),
    }
    return Draft("team", {"team": payload})


def team_of(state: State, id: int) -> TeamEntry:
    if id not in state.teams:
        raise Refused(_("There is no such team."))
    return state.teams[id]


def team_keys(team: TeamEntry) -> frozenset[str]:
    """What an act of a team concerns: the team, and each member's place in the rounds to come."""
    return frozenset({f"team:{team.id}"}) | entrant_keys(*team.members)


@command("team-remove", ENTRY_DESK, help=N_("Remove a team from the list, before round 1; its players stay."))
def team_remove(state: State, *, team: TeamId) -> Draft:
    """Remove a team from the list, before round 1; its players stay entered."""
    require_open(state)
    team_of(state, team)
    if state.started:
        raise Refused(_("After round 1 is paired a team withdraws; the results stay."), article="C.05 6.7.1")
    return Draft("team-remove", {"team": team}, frozenset({EVERYTHING}))


@command("team-withdraw", ENTRY_DESK, help=N_("A team withdraws: not paired again, results stay."))
def team_withdraw(state: State, *, team: TeamId) -> Draft:
    """A team withdraws: not paired any more, its results stay; its members are out with it."""
    require_open(state)
    entry = team_of(state, team)
    if entry.withdrawn_after is not None:
        raise Refused(_("{name} has withdrawn already.").format(name=entry.name), article="C.04.2 D.3")
    text = _("{name} will not be paired again after round {n}.").format(name=entry.name, n=len(state.rounds))
    payload = {"team": team, "after": len(state.rounds)}
    return Draft("team-withdraw", payload, team_keys(entry), (Caution(Level.NOTE, text, "C.04.2 D.3"),))


@command("team-return", ARBITERS, help=N_("A withdrawn team is reinstated."))
def team_return(state: State, *, team: TeamId) -> Draft:
    """Take the withdrawal of a team back: the rounds missed stay unpaired and worth nothing."""
    require_open(state)
    entry = team_of(state, team)
    if entry.withdrawn_after is None:
        raise Refused(_("{name} has not withdrawn.").format(name=entry.name))
    if len(state.rounds) >= state.settings.rounds:
        raise Refused(_("All rounds have been paired."))
    missed = list(range(entry.withdrawn_after + 1, len(state.rounds) + 1))
    text = _("A withdrawn team is not paired again; the chief arbiter answers for the exception.")
    warnings = (Caution(Level.CONFIRM, text, "C.04.2 D.3"),) if missed else ()
    return Draft("team-return", {"team": team, "missed": missed}, team_keys(entry), warnings)


@command("team-bye", ENTRY_DESK, help=N_("A requested bye of a team for a round to come; --none cancels it."))
def team_bye(state: State, *, team: TeamId, round: RoundNumber, outcome: ByeKind = "HALF_BYE") -> Draft:
    """A requested bye of a team for a round to come (outcome None takes it back)."""
    require_open(state)
    entry = team_of(state, team)
    warnings = bye_limits(state, entry.name, entry.byes, round, outcome)
    return Draft("team-bye", {"team": team, "round": round, "outcome": outcome}, team_keys(entry), tuple(warnings))


@command("line-up", ENTRY_DESK, help=N_("Hand in a team's line-up for a round; - is an empty board."))
def line_up(
    state: State,
    *,
    team: TeamId,
    boards: Annotated[
        Sequence[int | None], Says(Takes.PLAYER, N_("Who sits on the boards; - is an empty one."), word="players")
    ],
    round: LastRound = None,
) -> Draft:
    """Hand in a line-up for the round to come, or another for one that is paired and whose match has not begun."""
    require_open(state)
    coming = len(state.rounds) + 1
    current = state.current
    asked = coming if round is None else round
    if asked != coming and (current is None or asked != current.number):
        raise Refused(
            _("Line-ups are handed in for the round to come, or for the one in progress."), article="C.05 7.1"
        )
    members = team_of(state, team).members
    known = [replace(state.entrants[id].player, number=id) for id in members]
    seats = list(boards)
    listed, order = Team(number=team, name="", players=members), BoardOrder(state.settings.board_order)
    check(listed, seats, state.settings.team_boards, order=order, players=known)
    payload: dict[str, Any] = {"team": team, "round": asked, "boards": seats}
    touches = {f"line-up:{asked}:{team}"}
    if asked != coming and current is not None:
        match, pairs = _seated_anew(state, current, team, seats)
        payload |= {"match": match, "pairs": pairs}
        touches |= {board_key(asked, n) for n, board in current.boards.items() if board.match == match}
    return Draft("line-up", payload, frozenset(touches))


def sitting(state: State, team: int) -> list[int | None] | None:
    """Who sits for a team in the round in play, as long as its match has not begun; None where nothing can change."""
    current = state.current
    if current is None or current.closed or state.closed or current.number != len(state.rounds):
        return None
    match = next((i for i, pair in enumerate(current.matches, 1) if team in pair), None)
    boards = [board for board in current.boards.values() if match and board.match == match]
    if not boards or any(board.white and board.black and board.finished for board in boards):
        return None
    members = set(team_of(state, team).members)
    return [next((id for id in (board.white, board.black) if id in members), None) for board in boards]


def _seated_anew(state: State, round: Round, team: int, seats: Sequence[int | None]) -> tuple[int, list[list[Any]]]:
    """The boards of a team's match with another line-up: the opponents stay where they sit (C.05 7.1)."""
    if sitting(state, team) is None:
        text = _("The match of {name} has begun, or there is none: its line-up stays.")
        raise Refused(text.format(name=team_of(state, team).name), article="C.05 7.1")
    match, (first, second) = next((i, pair) for i, pair in enumerate(round.matches, 1) if team in pair)
    across = sitting(state, second if team == first else first) or []
    given = [*seats, *[None] * (len(across) - len(seats))]
    lines = (given, across) if team == first else (across, given)
    pairs = team_results.seats(*lines, state.settings.board_colours)
    return match, [board_row(match, white, black) for white, black in pairs]
