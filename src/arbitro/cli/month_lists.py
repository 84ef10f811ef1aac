"""Rating lists given by month (`--ratings-of 2023-06=LIST`), for events of more than 30 days."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

from arbitro.cli.common import warn
from arbitro.errors import ArbitroError, FileError
from arbitro.files import rating_list
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Player, RatingList, Title, Tournament
from arbitro.ratings.event import list_of
from arbitro.ratings.long_event import Months, month_named, month_report, months_of

ngettext_ = ngettext_for("ratings")

_ = gettext_for("ratings")
F = TypeVar("F", bound=Callable[..., Any])


def month_lists_option(function: F) -> F:
    """`--ratings-of`, passed on as `month_lists`."""
    return click.option(
        "--ratings-of",
        "month_lists",
        metavar="YYYY-MM=LIST",
        multiple=True,
        help=_(
            "The rating list of a later month of an event of more than 30 days: as FIDE publishes it, or CSV with id, "
            "rating, k and title. Give one for each month after the first."
        ),
    )(function)


def read_months(values: Iterable[str], tournament: Tournament, kind: RatingList) -> Months | None:
    """The months of a long event with the players of each; None where no list is given."""
    files = dict(_month(value) for value in values)
    if not files:
        return None
    ids = {player.fide_id: player for player in tournament.players if player.fide_id}
    lists = {}
    for month, path in files.items():
        found = {ids[identity].number: player for identity, player in _players(path, ids, kind).items()}
        if missing := len(tournament.players) - len(found):
            sentence = ngettext_(
                "{missing} player is not on the list of {month}: taken as in the tournament file",
                "{missing} players are not on the list of {month}: taken as they are in the tournament file",
                missing,
            )
            warn([sentence.format(missing=missing, month=f"{month:%Y-%m}")])
        lists[month] = found
    return months_of(tournament, lists)


def read_month_report(tournament: Tournament, month: str, values: Iterable[str]) -> Tournament:
    """The interim report of a month, with the ratings of its list if one is given."""
    day = month_named(month)
    path = dict(_month(value) for value in values).get(day)
    if path is None:
        return month_report(tournament, day)
    ids = {player.fide_id: player for player in tournament.players if player.fide_id}
    listed = {ids[identity].number: player for identity, player in _players(path, ids, list_of(tournament)).items()}
    return month_report(tournament, day, listed)


def _month(value: str) -> tuple[date, str]:
    month, _equals, path = value.partition("=")
    try:
        day = date.fromisoformat(f"{month}-01")
    except ValueError:
        raise ArbitroError(
            _("found “{value}”, expected a month and its list: 2023-06=FILE").format(value=value)
        ) from None
    if not Path(path).is_file():
        raise FileError(path or value, expected=_("the rating list of {month}").format(month=month))
    return day, path


def _players(path: str, ids: dict[str, Player], kind: RatingList) -> dict[str, Player]:
    """The players of a tournament as a list has them, by FIDE ID."""
    if path.lower().endswith(".csv"):
        return _table(path, ids)
    return {
        identity: replace(
            ids[identity], rating=entry.rating(kind), title=(listed := entry.player(kind)).title,
            ratings=listed.ratings, k=listed.k,
        )
        for identity, entry in rating_list.pick(path, ids, kind=kind).items()
    }  # fmt: skip


def _table(path: str, ids: dict[str, Player]) -> dict[str, Player]:
    players = {}
    with Path(path).open(encoding="utf-8-sig", newline="") as stream:
        rows = csv.DictReader(stream)
        names = {name.strip().lower(): name for name in rows.fieldnames or ()}
        key = next((names[name] for name in ("id", "fideid", "fide_id") if name in names), None)
        if key is None or "rating" not in names:
            raise FileError(path, line=1, expected=_("the columns id and rating"))
        for row in rows:
            player = ids.get((row[key] or "").strip())
            if player is None:
                continue
            try:
                k = (row.get(names.get("k", "")) or "").strip()
                title = (row[names["title"]] or "").strip().upper() if "title" in names else player.title.value
                players[player.fide_id] = replace(
                    player, rating=int(row[names["rating"]] or 0), ratings={}, k=int(k) if k else player.k,
                    title=Title(title),
                )  # fmt: skip
            except ValueError:
                raise FileError(
                    path, line=rows.line_num, found=str(list(row.values())), expected=_("a rating, a K and a title")
                ) from None
    return players
