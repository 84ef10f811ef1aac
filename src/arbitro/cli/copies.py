"""`arbitro backup`, `restore`, `export`, `import`: events as files. Copies with the whole journal, reports, and other
programs' tournaments."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arbitro import words
from arbitro.cli.common import answer_no, common_options, confirmed, event_names, print_json, warn
from arbitro.cli.event.group import DeskCommand, print_differences, say_owner, who
from arbitro.errors import ArbitroError, FileError
from arbitro.files.document import dumps
from arbitro.files.trf import write
from arbitro.i18n import gettext_for
from arbitro.outputs import write_whole
from arbitro.records import encode

if TYPE_CHECKING:
    from arbitro.desk.backup import Copy
    from arbitro.desk.models import Event
    from arbitro.desk.sorting import Joined

_ = gettext_for("cli")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(cls=DeskCommand)
@click.argument("event", shell_complete=event_names, default="")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help=_("Folder (default: the data folder), or a file .arbitro."),
)
@click.option("--damaged", is_flag=True, help=_("Keep a damaged event as evidence, under a name of its own."))
@click.option("--every", type=float, default=0.0, help=_("Repeat every so many minutes until stopped."))
def backup(event: str, output: Path | None, every: float, damaged: bool) -> None:
    from arbitro.desk.backup import backup_folder, save, save_as
    from arbitro.desk.events import find_event
    from arbitro.desk.models import Event

    folder = output or backup_folder()
    one_file = folder.suffix.lower() == ".arbitro" and not folder.is_dir()
    if one_file and not event:
        raise ArbitroError(_("{file} holds one event: name it, or give a folder for all of them.").format(file=folder))
    while True:
        for each in [find_event(event.partition("/")[0] or event)] if event else Event.objects.all():
            if one_file:
                save_as(each, folder, damaged=damaged)
            click.echo(str(folder if one_file else save(each, folder, damaged=damaged)))
        if not every:
            return
        time.sleep(60 * every)


@click.command(cls=DeskCommand)
@click.argument("file", type=_FILE)
@click.option("--compare", "only_compare", is_flag=True, help=_("Only say what differs."))
@click.option("--merge", "merging", is_flag=True, help=_("Merge a copy that went another way; it asks."))
@click.option("--ours/--theirs", "ours", default=None, help=_("The answer to all questions of --merge."))
@common_options
def restore(file: Path, only_compare: bool, merging: bool, ours: bool | None, as_json: bool) -> None:
    from arbitro.desk import backup as copies
    from arbitro.desk.chain import fingerprint
    from arbitro.desk.events import find_event
    from arbitro.desk.models import Event

    copy = copies.read(file)
    if copy.key and copy.key != fingerprint():
        warn(
            [
                _("signed with the key {key}, which is not this installation's: it cannot be checked").format(
                    key=copy.key
                )
            ]
        )
    if only_compare:
        _say_differences(Event.objects.filter(slug=copy.slug).first(), copy, as_json)
    elif merging:
        question = (lambda mine, theirs: not ours) if ours is not None else _ask
        merged = copies.merge(find_event(copy.slug), copy, who=who(), ask=question)
        if as_json:
            written = [{"number": e.number, "text": text} for e, text in merged.written]
            left = [{"number": e.number, "text": text, "why": why} for e, text, why in merged.left]
            print_json({"event": copy.slug, "written": written, "left": left})
        for entry, text in merged.written if not as_json else ():
            click.echo(f"#{entry.number} {text}")
        warn(f"#{entry.number} {text}: {why}" for entry, text, why in merged.left)
        if merged.left:
            answer_no()
    else:
        event = copies.restore(copy)
        if as_json:
            print_json({"event": event.slug})
        else:
            click.echo(event.slug)


def _ask(mine: str, theirs: str) -> bool:
    click.echo(_("here: {mine}").format(mine=mine))
    click.echo(_("copy: {theirs}").format(theirs=theirs))
    return confirmed(_("Shall the copy's decision stand?"))


def _say_differences(here: Event | None, copy: Copy, as_json: bool) -> None:
    from arbitro.desk import backup as copies
    from arbitro.desk.snapshot import snapshot

    differences = copies.compare(here, copy) if here else []
    if as_json:
        rows = [
            {
                "section": d.section,
                "common": d.common,
                "here": [f"#{e.number} {text}" for e, text, there in d.said() if not there],
                "there": [f"#{e.number} {text}" for e, text, there in d.said() if there],
                "differences": [encode(line) for line in d.differences()],
            }
            for d in differences
        ]
        print_json({"event": copy.slug, "known": here is not None, "sections": rows})
    elif here is None:
        click.echo(_("{event} is not here.").format(event=copy.slug))
    for d in differences if not as_json else ():
        click.echo(
            _("{section}: the same up to entry {n}; then {here} here, {there} in the copy").format(
                section=d.section, n=d.common, here=words.count(len(d.here), "entry"), there=len(d.there)
            )
        )
        for e, text, there in d.said():
            click.echo(f"  {_('copy') if there else _('here')} #{e.number} {e.at} {e.who} {text}")
        if lines := d.differences():
            print_differences(lines, {p.number: p.name for p in snapshot(d.states[0]).players})
    if any(d.here or d.there for d in differences):
        answer_no()


@click.command(cls=DeskCommand)
@click.argument("event", shell_complete=event_names)
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
def export(event: str, output: Path) -> None:
    from arbitro.desk import backup as copies
    from arbitro.desk.events import find_event
    from arbitro.desk.integrity import report_of

    match output.suffix.lower():
        case ".arbitro":
            write_whole(output, copies.export(find_event(event.partition("/")[0])))
            return
        case ".trf" | ".trfx":
            text = write(report_of(event))
        case ".json":
            text = dumps(report_of(event), indent=1)
        case other:
            raise FileError(output, found=other, expected=".arbitro, .trf or .json")
    write_whole(output, text)


@click.command(cls=DeskCommand)
@click.argument("file", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--name", default="", help=_("The name of the event (default: the file's)."))
@click.option("--confirm", is_flag=True, help=_("Import although rounds are paired otherwise by our engine."))
@common_options
def import_(file: tuple[Path, ...], name: str, confirm: bool, as_json: bool) -> None:
    if not (len(file) > 1 or file[0].is_dir() or _is_heap(file[0])):
        _import_one(file[0], file[0].read_bytes(), None, name, confirm, as_json)
    elif whole := _together(file):
        _import_one(Path(whole.name), whole.data, whole.form or None, name, confirm, as_json)
    else:
        _explain(file, as_json)


def _files(paths: tuple[Path, ...]) -> list[tuple[str, bytes]]:
    found = (one for path in paths for one in (sorted(path.rglob("*")) if path.is_dir() else [path]) if one.is_file())
    return [(str(one), one.read_bytes()) for one in found]


def _together(paths: tuple[Path, ...]) -> Joined | None:
    """The one tournament that all these files make together, if they do."""
    from arbitro.desk.sorting import joined, unpacked

    found = list(joined(unpacked(_files(paths))))
    return found[0] if len(found) == 1 and found[0].parts else None


def _is_heap(file: Path) -> bool:
    """Is it an archive of files, none of them a part of one tournament?"""
    from arbitro.desk.sorting import is_copy
    from arbitro.files.forms import is_heap

    if file.suffix.lower() != ".zip":
        return False
    data = file.read_bytes()
    return is_heap(data, file) and not is_copy(data)


def _explain(paths: tuple[Path, ...], as_json: bool) -> None:
    """Several files, a folder or an archive: what each is and which command it is for; nothing is stored."""
    from arbitro.cli.strangers import door
    from arbitro.desk.sorting import Kind, sort_files

    doors = {Kind.TOURNAMENT: "tournament", Kind.COPY: "copy", Kind.PLAYERS: "players", Kind.RATINGS: "list"}
    found = sort_files(_files(paths))
    if as_json:
        print_json(
            {
                "files": [
                    {"file": one.name, "kind": one.kind.value, "found": one.found, "same": one.same, "later": one.later}
                    for one in found
                ]
            }
        )
        return
    for one in found:
        click.echo(f"{one.name}: {', '.join(filter(None, (_(one.form), one.found)))}")
        if one.later:
            click.echo("  " + one.earlier)
        elif one.same:
            click.echo("  " + _("the same players and points as {name}").format(name=one.same))
        elif one.parts and all(Path(part).exists() for part in one.parts):
            click.echo("  " + "arbitro import " + " ".join(map(shlex.quote, one.parts)))
        elif one.kind in doors:
            click.echo("  " + door(doors[one.kind], shlex.quote(one.name)).partition(": ")[2])


def _import_one(file: Path, data: bytes, form: str | None, name: str, confirm: bool, as_json: bool) -> None:
    from django.db import transaction

    from arbitro.desk.commands import Role
    from arbitro.desk.events import create_event, first_account
    from arbitro.desk.importing import import_tournament, looked_at
    from arbitro.files.forms import content, form_of

    source = content(data, file, form)
    if (form or form_of(data, file)) in ("csv", "xlsx") and not source.tournament.rounds_paired:
        from arbitro.cli.strangers import door

        raise ArbitroError(door("players", str(file)))
    preview = looked_at(source.tournament, name, (*source.warnings, *source.assumptions))
    if not as_json:
        click.echo("\n".join(f"  {note}" for note in (*preview.notes, *preview.otherwise)))
    if preview.different and not confirm:
        sentence = _(
            "rounds {rounds} are paired otherwise by our engine; nothing is stored: --confirm imports all the same"
        )
        raise ArbitroError(sentence.format(rounds=", ".join(map(str, preview.different))))
    with transaction.atomic():
        event = create_event(name or source.tournament.info.name or file.stem, first_account())
        imported = import_tournament(event, preview, who=who(), role=Role.OWNER)
    if as_json:
        print_json({"event": str(imported.section), "adjustments": list(imported.adjustments)})
    else:
        click.echo(str(imported.section))
        say_owner(event)
