"""`arbitro backup`, `restore`, `export`, `import`: events as files. Copies with the whole journal, reports, and other
programs' tournaments."""

from __future__ import annotations

import time
from pathlib import Path

import click

from arbitro.cli.common import answer_no, common_options, print_json
from arbitro.cli.event.group import DeskCommand, who
from arbitro.errors import FileError
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    cls=DeskCommand, help=_("Copy an event, journal and all, into a folder or file; without EVENT: every event.")
)
@click.argument("event", default="")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=None, help=_("Folder (default: the data folder).")
)
@click.option("--every", type=float, default=0.0, help=_("Repeat every so many minutes until stopped."))
def backup(event: str, output: Path | None, every: float) -> None:
    from arbitro.desk.backup import backup_folder, save
    from arbitro.desk.events import find_event
    from arbitro.desk.models import Event

    folder = output or backup_folder()
    while True:
        for each in [find_event(event.partition("/")[0])] if event else Event.objects.all():
            click.echo(str(save(each, folder)))
        if not every:
            return
        time.sleep(60 * every)


@click.command(
    cls=DeskCommand, help=_("Bring a backup in, or with --compare only say how it differs from what is here.")
)
@click.argument("file", type=_FILE)
@click.option("--compare", "only_compare", is_flag=True)
@common_options
def restore(file: Path, only_compare: bool, as_json: bool) -> None:
    from arbitro.desk import backup as copies
    from arbitro.desk.models import Event

    copy = copies.read(file)
    if not only_compare:
        event = copies.restore(copy)
        if as_json:
            print_json({"event": event.slug})
        else:
            click.echo(event.slug)
        return
    here = Event.objects.filter(slug=copy.slug).first()
    differences = copies.compare(here, copy) if here else []
    if as_json:
        rows = [
            {
                "section": d.section,
                "common": d.common,
                "here": [f"#{e.number} {e.kind} {e.who}" for e in d.here],
                "there": [f"#{e.number} {e.kind} {e.who}" for e in d.there],
            }
            for d in differences
        ]
        print_json({"event": copy.slug, "known": here is not None, "sections": rows})
    elif here is None:
        click.echo(_("{event} is not here.").format(event=copy.slug))
    else:
        for d in differences:
            click.echo(
                _("{section}: the same up to entry {n}; then {here} entries here, {there} in the copy").format(
                    section=d.section, n=d.common, here=len(d.here), there=len(d.there)
                )
            )
            for side, entries in ((_("here"), d.here), (_("copy"), d.there)):
                for e in entries:
                    click.echo(f"  {side} #{e.number} {e.at} {e.who} {e.kind}")
    if any(d.here or d.there for d in differences):
        answer_no()


@click.command(
    cls=DeskCommand, help=_("Write an event to a file: .arbitro (whole journal), .trf or .json (one tournament).")
)
@click.argument("event")
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
def export(event: str, output: Path) -> None:
    from arbitro.desk import backup as copies
    from arbitro.desk.events import find_event
    from arbitro.desk.integrity import report_of

    match output.suffix.lower():
        case ".arbitro":
            output.write_bytes(copies.export(find_event(event.partition("/")[0])))
            return
        case ".trf" | ".trfx":
            from arbitro.files.trf import write

            text = write(report_of(event))
        case ".json":
            from arbitro.files.document import dumps

            text = dumps(report_of(event), indent=1)
        case other:
            raise FileError(output, found=other, expected=".arbitro, .trf or .json")
    output.write_text(text, encoding="utf-8", newline="")


@click.command(
    "import",
    cls=DeskCommand,
    help=_("Import a tournament file (TRF) as an event; every round is paired again and compared."),
)
@click.argument("file", type=_FILE)
@click.option("--name", default="", help=_("The name of the event (default: the file's)."))
@common_options
def import_(file: Path, name: str, as_json: bool) -> None:
    from django.db import transaction

    from arbitro.desk.commands import Role
    from arbitro.desk.events import create_event
    from arbitro.desk.importing import import_tournament
    from arbitro.files.trf import read

    source = read(file)
    with transaction.atomic():
        event = create_event(name or source.tournament.info.name or file.stem)
        imported = import_tournament(event, source.tournament, who=who(), role=Role.OWNER, name=name)
    notes = [*map(str, source.warnings), *imported.adjustments]
    if as_json:
        print_json({"event": str(imported.section), "adjustments": notes})
    else:
        click.echo("\n  ".join([str(imported.section), *notes]))
