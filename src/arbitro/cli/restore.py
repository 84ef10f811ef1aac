"""`arbitro restore`: bring a copy in; copies that went different ways are shown, never merged."""

from __future__ import annotations

from pathlib import Path

import click

from arbitro.cli.common import answer_no, common_options, print_json
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@click.command(help=_("Bring a backup in, or with --compare only say how it differs from what is here."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--compare", "only_compare", is_flag=True)
@common_options
def command(file: Path, only_compare: bool, as_json: bool) -> None:
    from arbitro import desk

    desk.setup()
    from arbitro.desk.backup import compare, read, restore
    from arbitro.desk.models import Event

    copy = read(file)
    if not only_compare:
        event = restore(copy)
        if as_json:
            print_json({"event": event.slug})
        else:
            click.echo(event.slug)
        return
    here = Event.objects.filter(slug=copy.slug).first()
    found = compare(here, copy) if here else []
    rows = [
        {
            "section": d.section,
            "common": d.common,
            "here": [f"#{e.number} {e.kind} {e.who}" for e in d.here],
            "there": [f"#{e.number} {e.kind} {e.who}" for e in d.there],
        }
        for d in found
    ]
    if as_json:
        print_json({"event": copy.slug, "known": here is not None, "sections": rows})
    elif here is None:
        click.echo(_("{event} is not here.").format(event=copy.slug))
    else:
        for d in found:
            click.echo(
                _("{section}: the same up to entry {n}; then {here} entries here, {there} in the copy").format(
                    section=d.section, n=d.common, here=len(d.here), there=len(d.there)
                )
            )
            for side, entries in ((_("here"), d.here), (_("copy"), d.there)):
                for e in entries:
                    click.echo(f"  {side} #{e.number} {e.at} {e.who} {e.kind}")
    if any(d.here or d.there for d in found):
        answer_no()
