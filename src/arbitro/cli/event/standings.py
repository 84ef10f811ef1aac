"""`arbitro event standings`: the table now or after a round."""

from __future__ import annotations

from typing import Any

import click

from arbitro.cli.common import common_options, print_json, print_table, warn
from arbitro.cli.event.common import command, section_of
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@command.command("standings", help=_("The standings now, or --after a round; excluded players are left out."))
@click.argument("event")
@click.option("--after", type=int, default=None, help=_("After this round (default: the last one)."))
@common_options
def standings(event: str, after: int | None, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.tables import table as table_of
    from arbitro.desk.tables import team_table
    from arbitro.model import show as points

    section = section_of(event)
    state, tournament = store.state_of(section.pk), store.tournament_of(section.pk)
    if state.teams:
        table = team_table(state, tournament, after)
        who = {team.id: ("", team.name, team.strength or "") for team in state.teams.values()}
        out: set[int] = set()
    else:
        table = table_of(state, tournament, after)
        warn(f"{out.tiebreak}: {out.reason}" for out in table.left_out)
        out = {state.numbers[e.id] for e in state.entrants.values() if e.excluded and e.id in state.numbers}
        who = {p.number: (p.title.value, p.name, p.rating or "") for p in tournament.players}
    rows = [row for row in table.rows if row.number not in out]
    if as_json:
        keys = ("title", "name", "rating")
        print_json(
            {
                "standings": [
                    {
                        "rank": row.rank,
                        "number": row.number,
                        **dict(zip(keys, who[row.number], strict=True)),
                        "points": points(row.points),
                        "values": dict(row.values),
                    }
                    for row in rows
                ]
            }
        )
        return
    right = "right"
    columns: list[str | tuple[str, str]] = [
        (_("Rank"), right),
        ("#", right),
        "",
        _("Name"),
        (_("Rating"), right),
        (_("Points"), right),
    ]
    columns += [(name, right) for name in (rows[0].values if rows else ())]
    print_table(
        "",
        columns,
        [
            (row.rank, row.number, *who[row.number], points(row.points), *(_value(v) for v in row.values.values()))
            for row in rows
        ],
    )


def _value(value: Any) -> str:
    from fractions import Fraction

    number = Fraction(value)
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"
