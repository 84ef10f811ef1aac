"""`arbitro pair`: the next round of a tournament file, and why it is paired so."""

from __future__ import annotations

from typing import Any

import click

from arbitro import swiss
from arbitro.cli.common import answer_no, common_options, print_json, read_tournament
from arbitro.cli.drop_in import javafo_form
from arbitro.cli.format_round import has_table, refuse_swiss_questions, show_round
from arbitro.cli.swiss_options import list_flag, option_words, show_list, warn_of_older_text
from arbitro.errors import NoPairing
from arbitro.i18n import gettext_for
from arbitro.model import System
from arbitro.outputs import write_whole
from arbitro.records import encode
from arbitro.swiss import PairedRound
from arbitro.swiss.account import PairExplanation
from arbitro.swiss.choices import notice

_ = gettext_for("swiss")

SYSTEM_NAMES = ("dutch", "dubov", "burstein", "lim", "team", "double", "club", "keizer")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--system", type=click.Choice(SYSTEM_NAMES), help=_("Pairing system (default: the file's)."))
@click.option("--edition", help=_("Text of the rules: 2017 or 2026 (default: the file's)."))
@option_words
@click.option("--explain", is_flag=True, help=_("Explain every pair and the bye."))
@click.option("--full", is_flag=True, help=_("As --explain, with the whole account of every pair."))
@list_flag
@click.option("--why-not", nargs=2, type=int, metavar="A B", help=_("Say why A and B do not meet."))
@click.option("-o", "--output", type=click.Path(dir_okay=False), help=_("Write the pairs to this file."))
@common_options
def command(
    file: str,
    system: str | None,
    edition: str | None,
    options: tuple[str, ...],
    explain: bool,
    full: bool,
    as_list: bool,
    why_not: tuple[int, int] | None,
    output: str | None,
    as_json: bool,
) -> None:
    tournament = read_tournament(file)
    chosen = System(system) if system else None
    if chosen is None and has_table(tournament):
        if as_list or why_not:
            refuse_swiss_questions(tournament)
        show_round(tournament, explain=explain or full, output=output, as_json=as_json)
        return
    if as_list:
        show_list(tournament, chosen, edition, options, as_json)
        return
    try:
        paired = swiss.pair_round(tournament, chosen, edition, options)
    except NoPairing as error:
        if as_json:
            reply = {"error": str(error), "blockers": list(error.blockers), "options": list(error.options)}
            print_json({"round": tournament.rounds_paired + 1, "pairs": [], "bye": None, **reply})
            answer_no()
        click.echo(str(error), err=True)
        for option in error.options:
            click.echo(_("The arbiter may: {option}.").format(option=option), err=True)
        answer_no()
    warn_of_older_text(tournament, paired.system, paired.edition)
    pairings = paired.pairings
    told = paired.account.explained() if explain or full else None
    reason = paired.account.why_not(*why_not) if why_not else None
    known = notice(paired.system)
    if known and not as_json:
        click.echo(known, err=True)
    planned = tournament.planned_rounds
    if planned is not None and pairings.round > planned:
        note = _("Note: {planned} rounds were planned; this is round {round} (C.04.1 a).")
        click.echo(note.format(planned=planned, round=pairings.round), err=True)
    text = javafo_form(pairings)
    if output:
        write_whole(output, text)
    if as_json:
        document = _document(paired, told, reason)
        print_json(document | ({"notice": known} if known else {}))
        return
    if not output:
        click.echo(text, nl=False)
    for item in told or ():
        click.echo("")
        click.echo(item.text if full else item.sentence)
    if reason is not None:
        click.echo("")
        click.echo(reason)


def _document(paired: PairedRound, told: list[PairExplanation] | None, reason: str | None) -> dict[str, Any]:
    pairings = paired.pairings
    document: dict[str, Any] = {
        "round": pairings.round,
        "pairs": [list(pair) for pair in pairings.pairs],
        "bye": pairings.bye,
        "system": paired.system.value,
        "edition": paired.edition,
    }
    if told is not None:
        document["explanations"] = [encode(item) for item in told]
    if reason is not None:
        document["why_not"] = reason
    return document
