"""`arbitro convert IN OUT`: tournaments and players between all forms of files (`files.forms.FORMS`)."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arbitro import words
from arbitro.cli.common import common_options, print_json, warn
from arbitro.cli.month_lists import month_lists_option, read_month_report
from arbitro.errors import ArbitroError
from arbitro.files.forms import ENDINGS, READ, WRITTEN, content, encoded
from arbitro.files.gathered import gathered
from arbitro.files.trf import losses
from arbitro.i18n import gettext_for
from arbitro.outputs import write_whole

_ = gettext_for("files")

PLAYERS_ONLY = ("csv", "xlsx")


@click.command()
@click.argument("source", metavar="IN", type=click.Path(exists=True, dir_okay=False))
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--from", "form_in", type=click.Choice(READ), help=_("Form of IN."))
@click.option("--to", "form_out", type=click.Choice(WRITTEN), help=_("Form of OUT."))
@click.option("--crlf", is_flag=True, help=_("End the lines of a report file with CR and LF, as FIDE's programs do."))
@click.option(
    "--month",
    metavar="YYYY-MM",
    help=_("The interim report of a month of an event of more than 30 days: its rounds only."),
)
@month_lists_option
@click.option("--strict", is_flag=True, help=_("Stop at doubtful things instead of warning."))
@common_options
def command(
    source: str,
    target: str,
    form_in: str | None,
    form_out: str | None,
    crlf: bool,
    month: str | None,
    month_lists: tuple[str, ...],
    strict: bool,
    as_json: bool,
) -> None:
    written = form_out or ENDINGS.get(Path(target).suffix.lower())
    if written not in WRITTEN:
        raise ArbitroError(
            _("{file}: no known ending; say the form with --to ({forms})").format(file=target, forms=", ".join(WRITTEN))
        )
    tournament, warnings, assumptions = content(Path(source).read_bytes(), source, form_in, strict=strict)
    if month is not None:
        tournament = read_month_report(tournament, month, month_lists)
    data = encoded(tournament, written, "\t" if target.lower().endswith(".tsv") else ",", crlf=crlf)
    if target == "-":
        if as_json:
            raise ArbitroError(_("--json and the standard output as OUT exclude each other"))
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_whole(Path(target), data)
    if written.startswith("trf"):
        lost = losses(tournament, int(written[3:]))
    elif written in PLAYERS_ONLY and tournament.rounds_paired:
        lost = [_("the rounds: CSV and XLSX hold players only")]
    else:
        lost = []
    if as_json:
        print_json(
            {
                "input": source,
                "output": target,
                "form": written,
                "players": len(tournament.players),
                "rounds": tournament.rounds_paired,
                "warnings": warnings,
                "assumed": assumptions,
                "not_written": lost,
            }
        )
        return
    warn(gathered(warnings))
    for thing in assumptions:
        click.echo(_("assumed: {thing}").format(thing=thing), err=True)
    for thing in lost:
        click.echo(_("not written: {thing}").format(thing=thing), err=True)
    if target != "-":
        click.echo(
            _("{file}: {players}, {rounds} ({form})").format(
                file=target,
                players=words.count(len(tournament.players), "player"),
                rounds=words.count(tournament.rounds_paired, "round"),
                form=written,
            )
        )
