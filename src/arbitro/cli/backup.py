"""`arbitro backup`: a copy of an event with its whole journal in one checksummed file."""

from __future__ import annotations

from pathlib import Path

import click

from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@click.command(help=_("Copy an event, journal and all, into a folder or file; without EVENT: every event."))
@click.argument("event", default="")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=None, help=_("Folder (default: the data folder).")
)
@click.option("--every", type=float, default=0.0, help=_("Repeat every so many minutes until stopped."))
def command(event: str, output: Path | None, every: float) -> None:
    import time

    from arbitro import desk
    from arbitro.errors import Refused

    desk.setup()
    from arbitro.desk.backup import backup_folder, save
    from arbitro.desk.models import Event

    folder = output or backup_folder()
    while True:
        events = Event.objects.filter(slug=event.partition("/")[0]) if event else Event.objects.all()
        if event and not events:
            raise Refused(_("There is no event {slug}.").format(slug=event))
        for found in events:
            click.echo(str(save(found, folder)))
        if not every:
            return
        time.sleep(60 * every)
