"""arbitro ruling: an incident as JSON on stdin, the ruling on stdout."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any, get_args, get_type_hints

import click

from arbitro.cli.common import common_options, print_json, print_table
from arbitro.errors import FileError
from arbitro.i18n import gettext_for
from arbitro.laws.board import position
from arbitro.laws.rulings import KINDS, Conditions, Party, Ruling, incident_from, rule
from arbitro.laws.rulings.base import written
from arbitro.records import encode, loads

_ = gettext_for("laws")


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8"), default="-")
@click.option("--kinds", is_flag=True, help=_("List the kinds of incidents and their fields."))
@common_options
def command(file: Any, kinds: bool, as_json: bool) -> None:
    if kinds:
        _list_kinds(as_json)
        return
    name = getattr(file, "name", "-")
    try:
        text = file.read()
    except UnicodeDecodeError:
        raise FileError(name, expected=_("an incident in JSON")) from None
    document = loads(text, name)
    if not isinstance(document, dict):
        raise FileError(name, found=text[:20], expected=_("a JSON object with the key kind"))
    ruling = rule(incident_from(document))
    if as_json:
        print_json(encode(ruling))
    else:
        _print(ruling, document.get("fen"))


def _print(ruling: Ruling, fen: str | None) -> None:
    parties = {
        Party.OFFENDER: _("the offender"),
        Party.OPPONENT: _("the opponent"),
        Party.BOTH: _("both"),
        Party.WHITE: _("White"),
        Party.BLACK: _("Black"),
    }
    click.echo(ruling.text())
    if ruling.ending:
        click.echo(_("Result: {result}").format(result=ruling.ending.text()))
    for one in ruling.outcomes:
        click.echo(f"  - {one.when.text()} " + _("Result: {result}").format(result=one.ending.text()))
    for change in ruling.times:
        click.echo(
            _("Time: {seconds:+d} seconds for {party}").format(seconds=change.seconds, party=parties[change.party])
        )
    if ruling.obligation and ruling.obligation.moves:
        click.echo(_("To be played: {moves}").format(moves=" ".join(_moves(ruling.obligation.moves, fen))))
    for i, line in enumerate(ruling.log):
        head = _("To be logged:")
        click.echo(f"{head if i == 0 else ' ' * len(head)} {line.text()}")
    click.echo(_("Articles: {articles}").format(articles=", ".join(ruling.articles)))
    if ruling.options:
        click.echo(_("Left to the arbiter:"))
        for option in ruling.options:
            click.echo(f"  - {option.text()}")


def _moves(moves: tuple[str, ...], fen: str | None) -> list[str]:
    """Moves as players write them, where the position is known."""
    if fen is None:
        return list(moves)
    return [written(position(fen), move).text() for move in moves]


def _list_kinds(as_json: bool) -> None:
    def values(hint: Any) -> str:
        inner = next((a for a in get_args(hint) if isinstance(a, type) and issubclass(a, Enum)), hint)
        if isinstance(inner, type) and issubclass(inner, Enum):
            return " | ".join(member.value for member in inner)
        return getattr(hint, "__name__", str(hint))

    listing = {"conditions": {f.name: values(get_type_hints(Conditions)[f.name]) for f in fields(Conditions)}}
    for kind, (incident, _rule) in KINDS.items():
        hints = get_type_hints(incident)
        listing[kind] = {f.name: values(hints[f.name]) for f in fields(incident) if f.name != "game"}
    if as_json:
        print_json(listing)
        return
    print_table(
        "", [_("Kind"), _("Field"), _("Values")], [(k, f, v) for k, fs in listing.items() for f, v in fs.items()]
    )
