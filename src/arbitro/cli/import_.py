"""`arbitro import`: another program's tournament becomes an event here; every adjustment is listed."""

from __future__ import annotations

from pathlib import Path

import click

from arbitro.cli.common import common_options, print_json
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@click.command(help=_("Import a tournament file (TRF) as an event; every round is paired again and compared."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="", help=_("The name of the event (default: the file's)."))
@common_options
def command(file: Path, name: str, as_json: bool) -> None:
    import getpass

    from django.db import transaction

    from arbitro import desk
    from arbitro.files.trf import read

    desk.setup()
    from arbitro.desk.commands import Role
    from arbitro.desk.events import create_event
    from arbitro.desk.importing import import_tournament

    source = read(file)
    with transaction.atomic():
        event = create_event(name or source.tournament.info.name or file.stem)
        imported = import_tournament(event, source.tournament, who=getpass.getuser(), role=Role.OWNER, name=name)
    notes = [*map(str, source.warnings), *imported.adjustments]
    if as_json:
        print_json({"event": str(imported.section), "adjustments": notes})
    else:
        click.echo(str(imported.section))
        for note in notes:
            click.echo(f"  {note}")
