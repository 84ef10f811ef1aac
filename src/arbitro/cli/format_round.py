"""`arbitro pair` for tables and brackets: the next round and its rule, in the same form as the Swiss systems'."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from arbitro.cli.common import answer_no, print_json
from arbitro.i18n import gettext_for
from arbitro.outputs import write_whole

if TYPE_CHECKING:
    from arbitro.model import Tournament

_ = gettext_for("formats")


def has_table(tournament: Tournament) -> bool:
    """Do the rounds come from a table or a bracket?"""
    return tournament.system.has_table


def show_round(tournament: Tournament, *, explain: bool, output: str | None, as_json: bool) -> None:
    """Print the next round; exit code 1 where the event is over."""
    from arbitro.cli.drop_in import javafo_form
    from arbitro.errors import NoPairing
    from arbitro.formats import next_round, reasons

    try:
        pairings = next_round(tournament)
    except NoPairing as error:
        if as_json:
            print_json({"round": None, "pairs": [], "bye": None, "error": str(error)})
        else:
            click.echo(str(error), err=True)
        answer_no()
    for warning in _warnings(tournament):
        click.echo(warning, err=True)
    text = javafo_form(pairings)
    if output:
        write_whole(output, text)
    why = reasons(tournament) if explain else []
    if as_json:
        document: dict[str, Any] = {"round": pairings.round, "pairs": pairings.pairs, "bye": pairings.bye}
        document["system"] = tournament.system.value
        if explain:
            document["explanations"] = [
                {"pair": r.pair, "sentence": r.text, "text": r.text, "criteria": [r.article]} for r in why
            ]
        print_json(document)
        return
    if not output:
        click.echo(text, nl=False)
    for reason in why:
        click.echo("")
        click.echo(f"{reason.text} ({reason.article})")


def _warnings(tournament: Tournament) -> Iterator[str]:
    """What an arbiter should look at before the first round."""
    from arbitro.formats.roundrobin import numbers_by_strength
    from arbitro.model import System

    is_round_robin = tournament.system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
    if is_round_robin and not tournament.rounds_paired and not tournament.teams and numbers_by_strength(tournament):
        yield _("The numbers follow the ratings; in a round robin they are drawn by lot: arbitro draw (C.05 6.2).")


def refuse_swiss_questions(tournament: Tournament) -> None:
    """Lists and why-not belong to the Swiss systems: a table leaves nothing to ask."""
    from arbitro.errors import ArbitroError

    raise ArbitroError(
        _("The rounds of this event ({system}) come from a table: see --explain.").format(
            system=tournament.system.value
        )
    )
