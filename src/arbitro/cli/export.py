"""`arbitro export`: an event as one file: the whole journal, or the report of a tournament (TRF, JSON)."""

from __future__ import annotations

from pathlib import Path

import click

from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@click.command(help=_("Write an event to a file: .arbitro (whole journal), .trf or .json (one tournament)."))
@click.argument("event")
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
def command(event: str, output: Path) -> None:
    from arbitro import desk
    from arbitro.errors import FileError

    desk.setup()
    from arbitro.desk import store
    from arbitro.desk.backup import export
    from arbitro.desk.events import find_event, find_section
    from arbitro.desk.integrity import report

    match output.suffix.lower():
        case ".arbitro":
            output.write_bytes(export(find_event(event.partition("/")[0])))
            return
        case ".trf" | ".trfx":
            from arbitro.files.trf import write

            section = find_section(event)
            text = write(report(section.pk, store.state_of(section.pk)))
        case ".json":
            from arbitro.files.document import dumps

            section = find_section(event)
            text = dumps(report(section.pk, store.state_of(section.pk)), indent=1)
        case other:
            raise FileError(output, found=other, expected=".arbitro, .trf or .json")
    output.write_text(text, encoding="utf-8", newline="")
