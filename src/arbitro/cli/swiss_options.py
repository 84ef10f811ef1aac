"""What the commands of the Swiss systems share: `--option` (`swiss.choices`) and `--list` (`swiss.lists`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from arbitro import swiss
from arbitro.cli.common import print_json, print_table, warn
from arbitro.editions import Outdated, edition_on, is_older, read_day
from arbitro.i18n import gettext_for
from arbitro.model import System, Tournament

_ = gettext_for("swiss")
F = TypeVar("F", bound=Callable[..., Any])


def option_words(function: F) -> F:
    """`--option maxi`, `--option type=B`: passed on as `options`."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME[=VALUE]",
        help=_(
            "Dutch: listed-numbers, boards-by-points. Lim: maxi. Club: small-event, equalise-first. "
            "Team: type=A|B|none, score=match|game, leader=… Repeat it."
        ),
    )(function)


def list_flag(function: F) -> F:
    """`--list`, passed on as `as_list`."""
    return click.option(
        "--list", "as_list", is_flag=True, help=_("Print the list that the round is paired from, and do not pair it.")
    )(function)


def warn_of_older_text(tournament: Tournament, system: System, edition: str) -> None:
    """Say on stderr where a later text of the system was in force on the first day."""
    day = read_day(tournament.info.start)
    if day is not None and is_older(system.value, edition, current := edition_on(system.value, day)):
        warn([str(Outdated(system.value, edition, current, day))])


def show_list(
    tournament: Tournament, system: System | None, edition: str | None, options: tuple[str, ...], as_json: bool
) -> None:
    """Scores, colours due, floats and the system's own order, as a table or as JSON."""
    warn_of_older_text(tournament, system or tournament.system, swiss.edition_of(tournament, system, edition))
    shown = swiss.pairing_list(tournament, system, edition, options)
    if as_json:
        print_json(
            {
                "system": (system or tournament.system).value,
                "edition": swiss.edition_of(tournament, system, edition),
                "list": shown.rows,
            }
        )
        return
    numbers = ("number", "score", "rating", "average_opposition", "sonneborn_berger", "buchholz", "median", "secondary")
    columns = [(heading, "right" if key in numbers else "left") for key, heading in shown.headings.items()]
    print_table("", columns, [[_cell(row[key]) for key in shown.headings] for row in shown.rows])


def _cell(value: object) -> object:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value
