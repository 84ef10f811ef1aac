"""`arbitro generate`: a random tournament, for tests and for trying things out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arbitro.cli.common import common_options, print_json
from arbitro.cli.pair import SYSTEM_NAMES
from arbitro.cli.swiss_options import option_words
from arbitro.i18n import gettext_for
from arbitro.outputs import write_whole

_ = gettext_for("swiss")


ALWAYS = 1 - 1e-9  # a rate just below 1, where numbers begin

if TYPE_CHECKING:
    _Number = click.ParamType[float]
else:
    _Number = click.ParamType


class Amount(_Number):
    """`12` for so many, `0.02` or `2%` for a rate per player and round."""

    name = "amount"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        percent = text.endswith("%")
        try:
            amount = float(text[:-1]) / 100 if percent else float(text)
        except ValueError:
            amount = -1
        if not 0 <= amount < 1e9 or (percent and amount > 1) or (amount > 1 and amount != int(amount)):
            self.fail(_("{value}: a number (12) or a rate (2% or 0.02)").format(value=text), param, ctx)
        return min(amount, ALWAYS) if percent else amount


class Chance(_Number):
    """`35%` or `0.35`."""

    name = "chance"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        try:
            chance = float(text[:-1]) / 100 if text.endswith("%") else float(text)
        except ValueError:
            chance = -1
        if not 0 <= chance <= 1:
            self.fail(_("{value}: a chance (35% or 0.35)").format(value=text), param, ctx)
        return chance


AMOUNT, CHANCE = Amount(), Chance()
MOST_PLAYERS = 20_000  # more would take longer than anybody waits


@click.command(help=_("Make a random tournament with results drawn from ratings; the same seed gives the same one."))
@click.option("--players", type=click.IntRange(min=2, max=MOST_PLAYERS), required=True, help=_("Number of players."))
@click.option("--rounds", type=click.IntRange(min=1, max=999), required=True, help=_("Number of rounds."))
@click.option("--seed", type=int, default=0, show_default=True, help=_("Seed of the random numbers."))
@click.option(
    "--system", type=click.Choice(SYSTEM_NAMES), default="dutch", show_default=True, help=_("Pairing system.")
)
@click.option("--edition", default="2017", show_default=True, help=_("Text of the rules: 2017 or 2026."))
@option_words
@click.option("--half-point-byes", type=AMOUNT, default="0", help=_("Half-point byes: a number or a rate (2%)."))
@click.option("--zero-point-byes", type=AMOUNT, default="0", help=_("Announced absences: a number or a rate."))
@click.option("--forfeits", type=AMOUNT, default="0", help=_("Players who do not come: a number or a rate."))
@click.option("--withdrawals", type=AMOUNT, default="0", help=_("Players who leave: a number or a rate."))
@click.option("--late-entries", type=AMOUNT, default="0", help=_("Players who enter in round 2 or 3."))
@click.option("--unusual", type=AMOUNT, default="0", help=_("Unusual results (½-0, 0-0, unrated): a number or a rate."))
@click.option("--draws", type=CHANCE, default="35%", help=_("Chance of a draw between equals."))
@click.option("--accelerated", is_flag=True, help=_("Baku acceleration (C.04.5.1)."))
@click.option("--first-colour", type=click.Choice(["white", "black"]), help=_("Default: drawn from the seed."))
@click.option("--version", "trf_version", type=click.Choice(["16", "26"]), default="16", help=_("TRF version."))
@click.option("-o", "--output", type=click.Path(dir_okay=False, allow_dash=True), default="-", help=_("File to write."))
@common_options
def command(
    players: int,
    rounds: int,
    seed: int,
    system: str,
    edition: str,
    options: tuple[str, ...],
    half_point_byes: float,
    zero_point_byes: float,
    forfeits: float,
    withdrawals: float,
    late_entries: float,
    unusual: float,
    draws: float,
    accelerated: bool,
    first_colour: str | None,
    trf_version: str,
    output: str,
    as_json: bool,
) -> None:
    from arbitro.files import trf
    from arbitro.model import Colour, System
    from arbitro.swiss.generator import Recipe, generate

    tournament = generate(
        Recipe(
            players=players,
            rounds=rounds,
            seed=seed,
            system=System(system),
            edition=edition,
            options=options,
            half_point_byes=half_point_byes,
            zero_point_byes=zero_point_byes,
            forfeits=forfeits,
            withdrawals=withdrawals,
            late_entries=late_entries,
            unusual=unusual,
            draws=draws,
            accelerated=accelerated,
            first_colour=Colour[first_colour.upper()] if first_colour else None,
        )
    )
    if tournament.rounds_paired < rounds:
        note = _("Note: round {round} cannot be paired; the tournament ends after {played}.")
        click.echo(note.format(round=tournament.rounds_paired + 1, played=tournament.rounds_paired), err=True)
    text = trf.write(tournament, int(trf_version))
    if output == "-" and not as_json:
        click.echo(text, nl=False)
        return
    if output != "-":
        write_whole(output, text)
    if as_json:
        print_json(
            {
                "file": None if output == "-" else output,
                "players": len(tournament.players),
                "rounds": tournament.rounds_paired,
                "seed": seed,
                "system": system,
                "edition": edition,
            }
        )
