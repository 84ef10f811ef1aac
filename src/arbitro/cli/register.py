"""`arbitro register`: the rating lists kept here, the register that is searched, and checks against them."""

from __future__ import annotations

from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arbitro.cli.common import answer_no, common_options, event_names, print_json, print_table
from arbitro.cli.event.group import DeskGroup, confirmable, entrant, give_all, section_of
from arbitro.cli.progress import progress
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for, ngettext_for

if TYPE_CHECKING:
    from arbitro.desk.rating_lists import Kept

ngettext_ = ngettext_for("cli")

_ = gettext_for("cli")


@click.group(cls=DeskGroup)
def command() -> None: ...


@command.command(
    "import", help=_("Keep a rating list: FIDE's (text, XML, zip; it becomes the register) or one of your own.")
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="fide", show_default=True, help=_("The name of a list of your own (CSV, XLSX)."))
@click.option(
    "--month", default="", metavar="YYYY-MM", help=_("Its month (default: as the list states it, else this one).")
)
def import_(file: Path, name: str, month: str) -> None:
    from arbitro.desk.rating_lists import add

    with progress(file.name) as tell:
        kept = add(file, name, month, lambda count: tell(count, 0))
    _kept(kept)


@command.command("fetch", help=_("Fetch FIDE's newest list (the address is ARBITRO_FIDE_LIST)."))
def fetch() -> None:
    from arbitro.desk.rating_lists import fetch as bring

    with progress("FIDE") as tell:
        kept = bring(lambda count: tell(count, 0))
    _kept(kept)


def _kept(one: Kept) -> None:
    from arbitro.desk.models import RegisteredPlayer
    from arbitro.desk.rating_lists import FIDE, check_all

    check_all()
    if one.name == FIDE:
        n = RegisteredPlayer.objects.count()
        click.echo(ngettext_("{n} player in the register.", "{n} players in the register.", n).format(n=n))
    else:
        click.echo(str(one))


@command.command("lists", help=_("The rating lists kept here, with their months."))
@common_options
def lists(as_json: bool) -> None:
    from arbitro.desk.rating_lists import kept

    rows = [(one.name, one.month, one.path.name) for one in kept()]
    if as_json:
        print_json({"lists": [dict(zip(("name", "month", "file"), row, strict=True)) for row in rows]})
    else:
        print_table("", [_("List"), _("Month"), _("File")], rows)


@command.command("check", help=_("What the lists say otherwise of the players of EVENT; --update takes it over."))
@click.argument("event", shell_complete=event_names)
@click.option(
    "--update", "chosen", default="", help=_("Pairing numbers or id:7, with commas, or all: take these over.")
)
@click.option("--current", is_flag=True, help=_("Yes, the lists here are current."))
@confirmable
def check(event: str, chosen: str, current: bool, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.rating_lists import differences, outdated, update

    today = date.today()
    if outdated(today) and not current:
        raise ArbitroError(_("the lists here are not of this month: fetch or import the newest, or say --current"))
    differing = differences(store.state_of(section_of(event).pk), today)
    wanted = {one.entrant.id for one in differing} if chosen == "all" else set()
    if chosen not in ("", "all"):
        wanted = {entrant(event, name) for name in chosen.split(",")}
    taken = [one for one in differing if one.entrant.id in wanted and one.changes]
    if taken:
        give_all(event, [("edit-player", update(one, tuple(one.changes))) for one in taken], confirm, why, as_json)
        return
    if as_json:
        rows = [
            {
                "id": one.entrant.id, "name": one.entrant.name, "entered": one.entrant.source, "list": one.source,
                "changes": {field: [_plain(old), _plain(new)] for field, (old, new) in one.changes.items()},
                "offers": dict(one.offers),
            }
            for one in differing
        ]  # fmt: skip
        print_json({"differences": rows})
    else:
        cells = [
            (one.entrant.name, field, _plain(old), _plain(new), one.source)
            for one in differing
            for field, (old, new) in one.changes.items()
        ]
        cells += [(one.entrant.name, "rating", "", rating, name) for one in differing for name, rating in one.offers]
        print_table("", [_("Name"), _("What"), _("Here"), _("There"), _("List")], cells)
    if differing:
        answer_no()


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


@command.command("search", help=_("Find players: parts of names in any order, a FIDE ID, a federation."))
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=int, default=12, help=_("How many at most."))
@common_options
def search(words: tuple[str, ...], limit: int, as_json: bool) -> None:
    from arbitro.desk.rating_lists import kept
    from arbitro.desk.register import search as find

    players = find(" ".join(words), limit)
    if not players and not kept():
        raise ArbitroError(
            _("There is no rating list yet: arbitro register fetch brings FIDE's, arbitro register import a file.")
        )
    rows = [
        (p.fide_id, p.title, p.name, p.federation, p.standard, p.rapid, p.blitz, p.birth_year or "") for p in players
    ]
    if as_json:
        keys = ("fide_id", "title", "name", "federation", "standard", "rapid", "blitz", "birth_year")
        print_json({"players": [dict(zip(keys, row, strict=True)) for row in rows]})
    else:
        right = "right"
        print_table(
            "",
            ["FIDE", "", _("Name"), "", (_("Standard"), right), (_("Rapid"), right), (_("Blitz"), right), _("Born")],
            rows,
        )
