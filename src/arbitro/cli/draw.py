"""`arbitro draw`: pairing numbers by lot, with a protocol that anyone can check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json
from arbitro.errors import ArbitroError, FileError
from arbitro.files import trf
from arbitro.formats import lots, varma
from arbitro.i18n import gettext_for
from arbitro.outputs import write_whole
from arbitro.records import load

_ = gettext_for("formats")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False), required=False)
@click.option("--name", "names", multiple=True, help=_("A player instead of FILE: NAME or NAME;FED. Repeat it."))
@click.option("--sentence", help=_("A sentence that nobody could choose alone."))
@click.option("--dice", help=_("The numbers on the dice in the order thrown, for example 3 5 1 6."))
@click.option("--restricted", is_flag=True, help=_("Keep players of one federation apart in the last three rounds."))
@click.option("-o", "--output", type=click.Path(dir_okay=False), help=_("Write the protocol as JSON."))
@click.option("--check", is_flag=True, help=_("FILE is a protocol: draw again and compare."))
@common_options
def command(
    file: str | None,
    names: tuple[str, ...],
    sentence: str | None,
    dice: str | None,
    restricted: bool,
    output: str | None,
    check: bool,
    as_json: bool,
) -> None:
    if check:
        _check(file, as_json)
        return
    entries = [_entry(name) for name in names] + (_read(Path(file)) if file else [])
    if (sentence is None) == (dice is None):
        raise ArbitroError(_("Give the seed of the draw once: --sentence or --dice."))
    seed = lots.seed_of_sentence(sentence) if sentence is not None else lots.seed_of_dice(dice or "")
    document, lines = _draw(entries, seed, restricted)
    if output:
        write_whole(output, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    if as_json:
        print_json(document)
    else:
        click.echo("\n".join(lines))


def _entry(text: str) -> tuple[str, str]:
    name, _sep, federation = text.encode("utf-8", "replace").decode().partition(";")
    return " ".join(name.split()), federation.strip().upper()


def _read(path: Path) -> list[tuple[str, str]]:
    """Names with federations from a tournament file (by its ending or its lines 001) or from a list."""
    content = path.read_bytes()
    if path.suffix.lower().startswith(".trf") or b"\n001 " in b"\n" + content.replace(b"\r", b"\n"):
        return [(player.name, player.federation) for player in trf.read(path).tournament.players]
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return [_entry(line.replace("\t", ";", 1)) for line in text.splitlines() if line.strip()]


def _draw(entries: list[tuple[str, str]], seed: str, restricted: bool) -> tuple[dict[str, Any], list[str]]:
    """The draw as a JSON document and as lines to print."""
    document: dict[str, Any] = {
        "seed": seed,
        "method": "lots",
        "entries": [{"name": name, "federation": federation} for name, federation in entries],
    }
    if restricted:
        drawn = varma.restricted_draw([varma.Entrant(*entry) for entry in entries], seed)
        document["method"] = "envelopes" if drawn.steps else "search"
        document["steps"] = [
            {
                "name": step.entrant.name,
                "federation": step.entrant.federation,
                "eligible": list(step.eligible),
                "envelope": step.envelope,
                "number": step.number,
            }
            for step in drawn.steps
        ]
        document["late_meetings"] = [{"round": m.round, "players": [m.first.name, m.second.name]} for m in drawn.late]
        document["unavoidable"] = drawn.proved
        order = sorted(drawn.numbers.items(), key=lambda item: item[1])
        document["numbers"] = [
            {"number": number, "name": entrant.name, "federation": entrant.federation} for entrant, number in order
        ]
        record, lines = drawn.lots, varma.protocol(drawn)
    else:
        federation = dict(entries)
        plain = lots.draw([name for name, _federation in entries], seed)
        document["numbers"] = [
            {"number": number, "name": name, "federation": federation[name]} for name, number in plain.numbers.items()
        ]
        record, lines = plain.lots, lots.protocol(plain)
    document["lots"] = [
        {"step": lot.step, "text": lot.text, "hash": lot.hash, "left": lot.left, "index": lot.index} for lot in record
    ]
    return document, lines


def _check(file: str | None, as_json: bool) -> None:
    """Draw a published protocol again; exit code 1 where it differs."""
    if file is None:
        raise ArbitroError(_("Which protocol? Give the file that --output wrote."))
    try:
        claimed = load(file)
        entries = [(entry["name"], entry["federation"]) for entry in claimed["entries"]]
        seed, method, numbers = claimed["seed"], claimed["method"], claimed["numbers"]
        published = {entry["name"]: entry["number"] for entry in numbers}
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        raise FileError(file, expected=_("a protocol written by arbitro draw --output")) from None
    if not isinstance(seed, str) or not all(isinstance(text, str) for entry in entries for text in entry):
        raise FileError(file, expected=_("a protocol written by arbitro draw --output"))
    again, _lines = _draw(entries, seed, method != "lots")
    drawn = {entry["name"]: entry["number"] for entry in again["numbers"]}
    wrong = sorted(name for name in drawn.keys() | published.keys() if drawn.get(name) != published.get(name))
    if claimed.get("lots") not in (None, again["lots"]) and not wrong:
        wrong = [_("the recorded hashes")]
    if as_json:
        print_json({"genuine": not wrong, "differences": wrong})
    elif wrong:
        click.echo(_("Not the draw of this seed: {names}").format(names=", ".join(wrong)))
    else:
        click.echo(_("Genuine: the seed gives exactly these numbers."))
    if wrong:
        answer_no()
