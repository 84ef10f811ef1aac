"""`arbitro event`: teams, their line-ups, byes and withdrawals."""

from __future__ import annotations

from typing import Any

import click

from arbitro.cli.common import common_options, print_json, print_table
from arbitro.cli.event.common import command, confirmable, entrant, give, section_of
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@command.command("team", help=_("Enter a team with its basic list, strongest board first."))
@click.argument("event")
@click.argument("name")
@click.argument("players", nargs=-1, required=True)
@click.option("--captain", default="")
@click.option("--federation", default="")
@click.option("--strength", type=int, default=0, help=_("Default: the average of the strongest line-up."))
@click.option("--id", type=int, default=None, help=_("Change this team instead of entering a new one."))
@confirmable
def team(event: str, name: str, players: tuple[str, ...], confirm: int, why: str, as_json: bool, **fields: Any) -> None:
    members = [entrant(event, player) for player in players]
    give(event, "team", {"name": name, "members": members, **fields}, confirm, why, as_json)


@command.command("teams", help=_("The teams: numbers, names, strength, basic lists, who has withdrawn or a bye."))
@click.argument("event")
@common_options
def teams(event: str, as_json: bool) -> None:
    from arbitro.desk import store

    state = store.state_of(section_of(event).pk)
    if as_json:
        rows = [
            {
                "number": t.id,
                "name": t.name,
                "strength": t.strength,
                "captain": t.captain,
                "members": [state.numbers.get(id) for id in t.members],
                "ids": list(t.members),
                "withdrawn_after": t.withdrawn_after,
                "byes": {round: outcome.name for round, outcome in t.byes.items()},
            }
            for t in state.teams.values()
        ]
        print_json({"teams": rows})
        return
    table = []
    for t in state.teams.values():
        notes = [f"{round}: {outcome.code}" for round, outcome in sorted(t.byes.items())]
        if t.withdrawn_after is not None:
            notes.insert(0, _("withdrawn after round {n}").format(n=t.withdrawn_after))
        names = "; ".join(state.entrants[id].name for id in t.members if id in state.entrants)
        table.append((t.id, t.name, t.strength or "", names, ", ".join(notes)))
    right = "right"
    print_table("", [("#", right), _("Name"), (_("Rating"), right), _("Players"), _("Notes")], table)


@command.command("line-up", help=_("Hand in a team's line-up for the next round; - is an empty board."))
@click.argument("event")
@click.argument("team", type=int)
@click.argument("players", nargs=-1, required=True)
@confirmable
def line_up(event: str, team: int, players: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    boards = [None if player == "-" else entrant(event, player) for player in players]
    give(event, "line-up", {"team": team, "boards": boards}, confirm, why, as_json)


@command.command("team-bye", help=_("A requested bye of a team for a round to come; --none takes it back."))
@click.argument("event")
@click.argument("team", type=int)
@click.argument("round", type=int)
@click.option("--half", "kind", flag_value="HALF_BYE", default=True)
@click.option("--zero", "kind", flag_value="ZERO_BYE")
@click.option("--full", "kind", flag_value="FULL_BYE")
@click.option("--none", "kind", flag_value="")
@confirmable
def team_bye(event: str, team: int, round: int, kind: str, confirm: int, why: str, as_json: bool) -> None:
    give(event, "team-bye", {"team": team, "round": round, "outcome": kind or None}, confirm, why, as_json)


def _for_team(name: str, help: str) -> None:
    @command.command(name, help=help)
    @click.argument("event")
    @click.argument("team", type=int)
    @confirmable
    def act(event: str, team: int, confirm: int, why: str, as_json: bool) -> None:
        give(event, name, {"team": team}, confirm, why, as_json)


_for_team("team-withdraw", _("A team leaves: not paired again, results stay."))
_for_team("team-return", _("A withdrawn team comes back."))
_for_team("team-remove", _("Take a team off the list, before round 1; its players stay."))
