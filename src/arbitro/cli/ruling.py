"""arbitro ruling: an incident in words, by questions and answers, or as JSON; the ruling on stdout."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import chess
import click

from arbitro import words
from arbitro.cli.common import common_options, print_json, print_table
from arbitro.errors import FileError
from arbitro.i18n import gettext_for
from arbitro.laws import hall
from arbitro.laws.board import position
from arbitro.laws.edition import Supervision, TimeClass
from arbitro.laws.notation import play_written
from arbitro.laws.rulings import KINDS, Conditions, Party, Ruling, Side, incident_from, rule
from arbitro.laws.rulings.base import Incident, written
from arbitro.laws.rulings.draws import DrawClaim
from arbitro.records import encode, loads

_ = gettext_for("laws")


@click.command()
@click.argument("incident", default="-")
@click.option("--ask", is_flag=True, help=_("Answer questions until the ruling is clear."))
@click.option("--cases", is_flag=True, help=_("List what can be said in words."))
@click.option("--kinds", is_flag=True, help=_("List the kinds of incidents and their fields."))
@common_options
def command(incident: str, ask: bool, cases: bool, kinds: bool, as_json: bool) -> None:
    if kinds:
        _list_kinds(as_json)
    elif cases:
        _list_cases(as_json)
    elif ask:
        _answer(_dialogue("" if incident == "-" else incident), None, as_json)
    elif incident == "-" or Path(incident).exists():
        told = incident_from(_document(incident))
        _answer(rule(told), _board_of(told), as_json)
    else:
        heard = hall.understand(incident)
        ruling = hall.decide(heard.case, heard.game, heard.known, {}, heard.side)
        if heard.unheard:
            click.echo(_("Not understood: {words}").format(words=" ".join(heard.unheard)), err=True)
        if not as_json:
            click.echo(_("Understood: {case}").format(case=_taken_as(heard)))
            for question in hall.next_questions(heard.case, heard.game, heard.known, {}, heard.side):
                if question.name not in heard.known:
                    usual = question.answers[question.usual][1].text()
                    click.echo(f"  {_(question.ask)} {usual}")
        _answer(ruling, None, as_json)


def _taken_as(heard: hall.Understood) -> str:
    game = heard.game
    supervision = {True: _("supervised adequately"), False: _("not supervised adequately")}[not game.appendix]
    parts = [heard.case.text, words.rating_list(game.time_class), *([supervision] if game.fast else [])]
    if heard.side:
        parts.append(words.colour(heard.side.value[0]))
    return ", ".join([*parts, _("Laws of {year}").format(year=game.edition.value)])


def _document(name: str) -> dict[str, Any]:
    with click.open_file(name, encoding="utf-8") as file:
        try:
            text = file.read()
        except UnicodeDecodeError:
            raise FileError(name, expected=_("an incident in JSON")) from None
    document = loads(text, name)
    if not isinstance(document, dict):
        raise FileError(name, found=text[:20], expected=_("a JSON object with the key kind"))
    return document


def _dialogue(text: str) -> Ruling:
    """Tile, case, conditions, and then only the questions that change the answer."""
    if text:
        heard = hall.understand(text)
        case, game = heard.case, heard.game
        known, side = dict(heard.known), heard.side
    else:
        tile = _choose(_("What is it about?"), [(tile, tile["say"]) for tile in hall.tiles()])
        case = hall.case_named(_choose(_("What happened?"), [(c["id"], c["say"]) for c in tile["cases"]]))
        pace = _choose(_("Which games?"), [(one, words.rating_list(one)) for one in TimeClass])
        watched = Supervision.ADEQUATE
        if pace is not TimeClass.STANDARD:
            watched = _choose(_("Supervised adequately (A.4, B.2)?"), [(Supervision.ADEQUATE, _("yes")),
                              (Supervision.INADEQUATE, _("no"))])  # fmt: skip
        game, known, side = Conditions(time_class=pace, supervision=watched), {}, None
    if case.who and side is None:
        side = _choose(_("Who?"), [(one, words.colour(one.value[0])) for one in Side])
    while left := [q for q in hall.next_questions(case, game, known, {}, side) if q.name not in known]:
        question = left[0]
        label = f"{_(question.ask)} [{question.article}]" if question.article else _(question.ask)
        answers = [(value, said.text()) for value, said in question.answers]
        known[question.name] = _choose(label, answers, question.usual)
    return hall.decide(case, game, known, {}, side)


def _choose(ask: str, options: list[tuple[Any, str]], usual: int | None = None) -> Any:
    for n, (_value, label) in enumerate(options, 1):
        click.echo(f"  {n}  {label}", err=True)
    number = click.prompt(
        ask, type=click.IntRange(1, len(options)), default=None if usual is None else usual + 1, err=True
    )
    return options[number - 1][0]


def _answer(ruling: Ruling, board: chess.Board | None, as_json: bool) -> None:
    if as_json:
        print_json(encode(ruling))
    else:
        _print(ruling, board)


def _list_cases(as_json: bool) -> None:
    listing = [(tile["say"], c["id"], c["say"]) for tile in hall.tiles(online=True) for c in tile["cases"]]
    if as_json:
        print_json([{"tile": tile, "case": id, "text": text} for tile, id, text in listing])
    else:
        print_table("", [_("Tile"), _("Case"), _("What happened")], listing)


def _print(ruling: Ruling, board: chess.Board | None) -> None:
    parties = {
        Party.OFFENDER: _("the offender"),
        Party.OPPONENT: _("the opponent"),
        Party.BOTH: _("both"),
        Party.WHITE: words.colour("w"),
        Party.BLACK: words.colour("b"),
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
        click.echo(_("To be played: {moves}").format(moves=" ".join(_moves(ruling.obligation.moves, board))))
    for i, line in enumerate(ruling.log):
        head = _("To be logged:")
        click.echo(f"{head if i == 0 else ' ' * len(head)} {line.text()}")
    click.echo(_("Articles: {articles}").format(articles=", ".join(ruling.articles)))
    if ruling.options:
        click.echo(_("Left to the arbiter:"))
        for option in ruling.options:
            click.echo(f"  - {option.text()}")


def _board_of(incident: Incident) -> chess.Board | None:
    """The position in which something may have to be played, where it is known."""
    if isinstance(incident, DrawClaim):
        return None if incident.moves is None else play_written(position(incident.start_fen), incident.moves)
    fen = getattr(incident, "fen", None)
    return position(fen) if fen else None


def _moves(moves: tuple[str, ...], board: chess.Board | None) -> list[str]:
    """Moves as players write them, where the position is known."""
    return list(moves) if board is None else [written(board, move).text() for move in moves]


def _values(hint: Any) -> str:
    """What a field may hold, in the words of JSON."""
    if get_origin(hint) is tuple:
        return "array"
    hint = next((inner for inner in get_args(hint) if inner is not NoneType), hint)
    if get_origin(hint) is tuple or hint is tuple:
        return "array"
    if issubclass(hint, Enum):
        return " | ".join(str(member.value) for member in hint)
    return {bool: "true | false", str: "string", int: "integer"}.get(hint, "number")


def _list_kinds(as_json: bool) -> None:
    listing = {"conditions": {f.name: _values(get_type_hints(Conditions)[f.name]) for f in fields(Conditions)}}
    for kind, (incident, _rule) in KINDS.items():
        hints = get_type_hints(incident)
        listing[kind] = {f.name: _values(hints[f.name]) for f in fields(incident) if f.name != "game"}
    if as_json:
        print_json(listing)
        return
    print_table(
        "", [_("Kind"), _("Field"), _("Values")], [(k, f, v) for k, fs in listing.items() for f, v in fs.items()]
    )
