"""`arbitro crosstable`: who met whom with which result, in the order of the standings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arbitro import standings as room
from arbitro.cli.common import common_options, print_json, print_table, read_tournament
from arbitro.cli.standings import (
    lists_of,
    numbers,
    plain_values,
    say_left_out,
    stated_tiebreaks,
    tiebreak_columns,
)
from arbitro.formats import places_of
from arbitro.i18n import gettext_for
from arbitro.model import show
from arbitro.standings import Crosstable, printed

_ = gettext_for("standings")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--style", type=click.Choice(["swiss", "round-robin"]), default=None, help=_("Form of the table."))
@click.option("--tiebreaks", "-t", default=None, help=_("Ordered list, such as BH/C1,BH,SB,DE, or a preset."))
@click.option("--edition", default=None, help=_("Edition of C.07: 2009, 2023, 2023-09, 2024, 2026, club."))
@click.option("--after", type=click.IntRange(min=0), default=None, help=_("Standings after this round."))
@click.option("--predetermined", is_flag=True, help=_("Round-robin rules for unplayed games (14.2)."))
@click.option("--unrated", type=click.IntRange(min=1), default=None, help=_("Rating of unrated players (4.5)."))
@click.option("--withdrawn", default="", help=_("Players who withdrew from a round robin: 4,7."))
@common_options
def command(
    file: Path,
    style: str | None,
    tiebreaks: str | None,
    edition: str | None,
    after: int | None,
    predetermined: bool,
    unrated: int | None,
    withdrawn: str,
    as_json: bool,
) -> None:
    tournament = read_tournament(file)
    strict = tiebreaks is not None
    for_players, for_teams = lists_of(tiebreaks if tiebreaks is not None else stated_tiebreaks(tournament), tournament)
    common: dict[str, Any] = {"edition": edition, "after": after, "strict": strict}
    common["predetermined"] = predetermined or None
    gone = numbers(withdrawn, "--withdrawn", tournament.index)
    places = places_of(tournament, after)
    ranking = room.standings(tournament, for_players, unrated=unrated, withdrawn=gone, places=places, **common)
    table = room.crosstable(tournament, ranking, style=style, withdrawn=gone)
    teams = None
    if tournament.teams:
        places = places_of(tournament, after, teams=True)
        ranked = room.team_standings(tournament, for_teams, places=places, **common)
        teams = room.team_crosstable(tournament, ranked, style=style)
    say_left_out(ranking)
    if as_json:
        document = _document(table)
        if teams is not None:
            document["teams"] = _document(teams)
        print_json(document)
        return
    click.echo(tournament.info.name)
    _print(table)
    if teams is not None:
        click.echo()
        click.echo(_("Teams"))
        _print(teams)


def _document(table: Crosstable) -> dict[str, Any]:
    return {
        "style": table.style,
        "columns": list(table.columns),
        "rows": [
            {
                "rank": line.row.rank,
                "number": line.row.number,
                "name": line.name,
                "rating": line.rating,
                "cells": list(line.cells),
                "points": line.row.points / 10,
                "tiebreaks": plain_values(line.row.values),
            }
            for line in table.rows
        ],
    }


def _print(table: Crosstable) -> None:
    ranking = table.standings
    named = tiebreak_columns(ranking.tiebreaks)
    letter = _("R")
    heads = [f"{letter}{n}" if table.style == "swiss" else str(n) for n in table.columns]
    columns: list[str | tuple[str, str]] = [(_("Rank"), "right"), (_("No."), "right"), _("Name"), (_("Rtg"), "right")]
    columns += [(head, "right") for head in heads]
    columns += [(_("Pts"), "right"), *((name, "right") for name in named)]
    rows = []
    for line in table.rows:
        values = [
            printed(t, line.row.values[name]) if name in line.row.values else ""
            for t, name in zip(ranking.tiebreaks, named, strict=True)
        ]
        rating = line.rating or ""
        rows.append([line.row.rank, line.row.number, line.name, rating, *line.cells, show(line.row.points), *values])
    print_table("", columns, rows)
