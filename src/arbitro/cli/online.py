"""`arbitro online`: the set-up of an online or hybrid event, what differs, and rulings."""

from __future__ import annotations

import click

from arbitro.cli.common import common_options, print_json, print_table
from arbitro.cli.reports import language_option, read_record, show_report
from arbitro.i18n import gettext_for
from arbitro.officials.online import OnlineEvent, check_online, differences, flag_fall_result

_ = gettext_for("officials")


@click.group()
@language_option
def command() -> None: ...


@command.command("check", help=_("Check the set-up of an online or hybrid event (JSON)."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--open", "open_only", is_flag=True, help=_("Only what is not met or not stated."))
@common_options
def check(file: str, open_only: bool, as_json: bool) -> None:
    show_report(check_online(read_record(OnlineEvent, file)), as_json, all_lines=not open_only)


@command.command("differences", help=_("What differs from over-the-board play."))
@common_options
def what_differs(as_json: bool) -> None:
    rows = differences()
    if as_json:
        print_json({"differences": rows})
    else:
        columns = ("", _("over the board"), _("supervised"), _("hybrid"), _("articles"))
        print_table("", columns, [tuple(row.values()) for row in rows])


@command.command("flag", help=_("The result after a flag fall: a draw only if the opponent cannot mate at all."))
@click.argument("fen")
@click.argument("fell", type=click.Choice(("white", "black")))
@common_options
def flag(fen: str, fell: str, as_json: bool) -> None:
    result = flag_fall_result(fen, fell)
    if as_json:
        print_json({"result": result, "article": "E.04 4.5"})
    else:
        print(result or _("Not decided within the budget: the arbiter judges."))
