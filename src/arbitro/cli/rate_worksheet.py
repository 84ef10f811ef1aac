"""`arbitro rate --edition club --worksheet`: the 14 columns of the 1974 manual for a round robin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import click

from arbitro.cli.common import print_json, print_table
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import RatingList, Tournament, show
from arbitro.ratings import club
from arbitro.ratings.club import Worksheet
from arbitro.ratings.event import entry_rating

_ = gettext_for("ratings")


def show_worksheet(tournament: Tournament, rating_list: RatingList, ks: Mapping[int, int], *, as_json: bool) -> None:
    """RAT-10: print the worksheet of a round robin in which everybody has met everybody."""
    needed = len(tournament.players) - 1
    for player in tournament.players:
        games = sum(r.outcome.rated for r in tournament.rounds_of(player.number))
        if games != needed:
            sentence = _("the worksheet is for a round robin: {name} has played {games} games, expected {needed}")
            raise ArbitroError(sentence.format(name=player.name, games=games, needed=needed))
    entries = [
        (player.name, entry_rating(player, rating_list) or None, tournament.score(player.number))
        for player in tournament.players
    ]
    default = club.K_OF_THE_WORKED_EXAMPLE
    sheet = club.worksheet(entries, ks=[ks.get(player.number, default) for player in tournament.players])
    if as_json:
        print_json(_document(sheet))
        return
    print_table(
        _("Worksheet of the 1974 manual"),
        [club.WORKSHEET_COLUMNS[0], *((name, "right") for name in club.WORKSHEET_COLUMNS[1:])],
        (
            (
                row.player, row.rating, show(row.score), row.percent, row.d, _number(row.adjusted_d), row.performance,
                row.difference, row.pe, _number(row.n_pe), _number(row.expected), _number(row.score_minus_expected),
                _number(row.change), row.new_rating,
            )
            for row in sheet.rows
        ),
    )  # fmt: skip
    sentence = _("Mean of the rated {rated}, their mean adjusted difference {adjusted}, mean of the field {field}")
    click.echo(
        sentence.format(
            rated=_number(sheet.mean_rated), adjusted=_number(sheet.mean_adjusted_d), field=sheet.field_mean
        )
    )


def _number(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.2f}".rstrip("0").rstrip(".")


def _document(sheet: Worksheet) -> dict[str, Any]:
    rows = [asdict(row) | {"score": Fraction(row.score, 10)} for row in sheet.rows]
    return {
        "players": sheet.players,
        "mean_rated": sheet.mean_rated,
        "field_mean": sheet.field_mean,
        "mean_adjusted_d": sheet.mean_adjusted_d,
        "rows": rows,
    }
