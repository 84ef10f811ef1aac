"""`arbitro register`: the rating list as a local search index."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arbitro.cli.common import common_options, print_json, print_table
from arbitro.cli.event.group import DeskGroup
from arbitro.files.rating_list import read
from arbitro.i18n import gettext_for, ngettext_for

ngettext_ = ngettext_for("cli")

_ = gettext_for("cli")


@click.group(cls=DeskGroup)
def command() -> None: ...


@command.command("import", help=_("Replace the register by a FIDE rating list (text or XML, also zipped)."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_(file: Path) -> None:
    from arbitro.desk.register import replace_all, rows_of

    def progress(count: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{count:,}", err=True, nl=False)

    count = replace_all(rows_of(read(file)), progress)
    click.echo(ngettext_("{n} player in the register.", "{n} players in the register.", count).format(n=count))


@command.command("search", help=_("Find players: parts of names in any order, a FIDE ID, a federation."))
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=int, default=12)
@common_options
def search(words: tuple[str, ...], limit: int, as_json: bool) -> None:
    from arbitro.desk.register import search as find

    found = find(" ".join(words), limit)
    rows = [(p.fide_id, p.title, p.name, p.federation, p.standard, p.rapid, p.blitz, p.birth_year or "") for p in found]
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
