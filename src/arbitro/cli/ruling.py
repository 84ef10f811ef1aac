"""arbitro ruling: an incident as JSON on stdin, the ruling on stdout."""

from __future__ import annotations

import json
from typing import Any

import click

from arbitro.cli.common import common_options, print_json, print_table
from arbitro.errors import FileError
from arbitro.i18n import current_language, gettext_for

_ = gettext_for("laws")


@click.command(
    name="ruling",
    help=_(
        "Rule on an incident. JSON on stdin, for example "
        '{"kind": "illegal_move", "time_class": "rapid", "supervision": "inadequate", "number": 2}. '
        "--kinds lists what can be asked."
    ),
)
@click.argument("file", type=click.File("r", encoding="utf-8"), default="-")
@click.option("--kinds", is_flag=True, help=_("List the kinds of incidents and their fields."))
@common_options
def command(file: Any, kinds: bool, as_json: bool) -> None:
    from arbitro.laws.rulings import incident_from_json, rule, ruling_to_json

    if kinds:
        _list_kinds(as_json)
        return
    try:
        text = file.read()
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileError(
            file.name,
            line=error.lineno,
            columns=(error.colno, error.colno),
            found=text[error.pos : error.pos + 20] or None,
            expected=_("an incident in JSON"),
        ) from None
    except (ValueError, RecursionError):  # not text, a number without end, too deep
        raise FileError(file.name, expected=_("an incident in JSON")) from None
    if not isinstance(document, dict):
        raise FileError(file.name, found=text[:20], expected=_("a JSON object with the key kind"))
    answer = ruling_to_json(rule(incident_from_json(document)), current_language())
    if as_json:
        print_json(answer)
        return
    ruling = answer["ruling"]
    click.echo(ruling["text"])
    if ruling["result"]:
        click.echo(_("Result: {result}").format(result=ruling["result"]))
    parties = {
        "offender": _("the offender"),
        "opponent": _("the opponent"),
        "both": _("both"),
        "white": _("White"),
        "black": _("Black"),
    }
    for change in ruling["times"]:
        click.echo(
            _("Time: {seconds:+d} seconds for {party}").format(
                seconds=change["seconds"], party=parties[change["party"]]
            )
        )
    if ruling["must_play"] and ruling["must_play"]["moves"]:
        click.echo(_("To be played: {moves}").format(moves=" ".join(ruling["must_play"]["moves"])))
    for i, line in enumerate(ruling["log"]):
        head = _("To be logged:")
        click.echo(f"{head if i == 0 else ' ' * len(head)} {line}")
    click.echo(_("Articles: {articles}").format(articles=", ".join(answer["articles"])))
    if answer["discretion"]:
        click.echo(_("Left to the arbiter:"))
        for option in answer["discretion"]:
            click.echo(f"  - {option}")


def _list_kinds(as_json: bool) -> None:
    from dataclasses import fields
    from enum import Enum
    from typing import get_args, get_type_hints

    from arbitro.laws.rulings import KINDS, Conditions

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
