"""Points off the scale: a bonus or a penalty for a player or a team, of one round or of every round, with a reason.

rule           command
C.05 11        points           points of a player: what a committee has decided
C.05 11        team-points      match and game points of a team

The points stand beside the result and are added to it (record 299 of report files); the result itself stays.
"""

from __future__ import annotations

from typing import Annotated

from arbitro import words
from arbitro.desk.commands.base import Caution, Draft, Level, command, entrant_keys, require_open, round_number
from arbitro.desk.commands.parameters import PlayerId, Says, TeamId
from arbitro.desk.commands.teams import team_keys, team_of
from arbitro.desk.roles import CHIEFS
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for
from arbitro.model import ONE, System, signed
from arbitro.model.points import points as number_of

_ = gettext_for("desk")

AddedRound = Annotated[int | None, Says(help=N_("The round (default: the one in progress); 0: every round."))]


@command("points", CHIEFS, needs_reason=True, help=N_("Add or take away points of a player, with a reason."))
def player_points(
    state: State,
    *,
    id: PlayerId,
    points: Annotated[str, Says(help=N_("Points, for example -1 or +½."))] = "0",
    round: AddedRound = None,
) -> Draft:
    """Points off the scale of one player: a penalty, or what a committee has decided."""
    if id not in state.numbers:
        raise Refused(_("There is no such player."))
    if reason := no_points(state):
        raise Refused(reason)
    asked, added = _round(state, round), _signed(points)
    name = state.entrants[id].name
    given = words.count(1 if abs(added) <= ONE else 2, "point", shown=signed(added))
    text = f"{name}: {given}, {round_words(asked)}."
    payload = {"id": id, "round": asked, "points": added}
    return _draft("points", payload, entrant_keys(id), text, [added], state)


@command("team-points", CHIEFS, needs_reason=True, help=N_("Add or take away points of a team, with a reason."))
def team_points(
    state: State,
    *,
    team: TeamId,
    match_points: Annotated[str, Says(help=N_("Match points, for example -1."))] = "0",
    game_points: Annotated[str, Says(help=N_("Game points, for example -½."))] = "0",
    round: AddedRound = None,
) -> Draft:
    """Points off the scale of a team: a penalty, or what a committee has decided."""
    entry = team_of(state, team)
    asked, match, game = _round(state, round), _signed(match_points), _signed(game_points)
    text = _("{name}: match points {match}, game points {game}, {round}.").format(
        name=entry.name, match=signed(match), game=signed(game), round=round_words(asked)
    )
    payload = {"team": team, "round": asked, "match_points": match, "game_points": game}
    return _draft("team-points", payload, team_keys(entry), text, [match, game], state)


def no_points(state: State) -> str:
    """Why nobody's points can be changed here; "" where they can."""
    if state.settings.system in (System.KNOCKOUT, System.LADDER):
        return _("This system ranks by who goes on, not by points.")
    return _("Teams are ranked here: change the points of the team.") if state.settings.team_boards else ""


def added_to(state: State, *, id: int = 0, team: int = 0) -> list[str]:
    """What was added to a player's or a team's points, in words."""
    of_player = [(r, [added]) for who, r, added, _entry in state.points if who == id]
    of_team = [(r, [match, game]) for who, r, match, game in state.team_points if who == team]
    return [f"{' / '.join(map(signed, given))} · {round_words(r)}" for r, given in (*of_player, *of_team)]


def round_words(round: int) -> str:
    """The round that points are added in, in words."""
    return _("round {n}").format(n=round) if round else _("every round")


def _draft(
    kind: str, payload: dict[str, int], keys: frozenset[str], text: str, added: list[int], state: State
) -> Draft:
    require_open(state)
    if not any(added):
        raise Refused(_("Nothing would change."))
    warnings = [Caution(Level.CONFIRM, text)]
    if payload["round"] < len(state.rounds):
        warnings.append(Caution(Level.NOTE, _("Rounds that are paired stay as they are."), "C.04.2 D.10"))
    return Draft(kind, payload, keys, tuple(warnings), text)


def _round(state: State, asked: int | None) -> int:
    if state.current is None:
        raise Refused(_("No round has been paired."))
    return round_number(state, asked, first=0)


def _signed(text: str) -> int:
    """Points as people write them, with a sign: -1, −½, +2."""
    written = text.strip().replace("−", "-").removeprefix("+")
    try:
        return -number_of(written[1:]) if written.startswith("-") else number_of(written or "0")
    except ValueError:
        raise Refused(_("{text} is not a number of points; write -1 or ½.").format(text=text)) from None
