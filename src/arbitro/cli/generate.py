"""`arbitro generate`: a random tournament, for tests and for trying things out."""

from __future__ import annotations

from datetime import date
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import click

from arbitro.cli.common import common_options, print_json
from arbitro.cli.pair import SYSTEM_NAMES
from arbitro.cli.progress import progress
from arbitro.cli.swiss_options import option_words
from arbitro.editions import edition_on, is_older
from arbitro.errors import ArbitroError
from arbitro.files import trf
from arbitro.i18n import gettext_for
from arbitro.model import Colour, System
from arbitro.outputs import write_whole
from arbitro.standings import parse_list
from arbitro.swiss.generator import drawn, generate

_ = gettext_for("swiss")


ALWAYS = 1 - 1e-9  # a rate just below 1, where numbers begin

if TYPE_CHECKING:
    _Number = click.ParamType[float]
    _Amount = click.ParamType[float | tuple[float, ...]]
else:
    _Number = _Amount = click.ParamType


class Amount(_Amount):
    """`12` for so many, `0.02` or `2%` for a rate per player and round; `0,2,1%` for each round by itself."""

    name = "amount"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | tuple[float, ...]:
        parts = [self._one(part, param, ctx) for part in str(value).split(",")]
        return parts[0] if len(parts) == 1 else tuple(parts)

    def _one(self, part: str, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = part.strip()
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


@click.command()
@click.option("--players", type=click.IntRange(min=2, max=MOST_PLAYERS), help=_("Number of players."))
@click.option("--rounds", type=click.IntRange(min=1, max=999), help=_("Number of rounds."))
@click.option("--seed", type=int, help=_("Seed of the random numbers."))
@click.option(
    "--system", type=click.Choice(SYSTEM_NAMES), default="dutch", show_default=True, help=_("Pairing system.")
)
@click.option("--edition", help=_("Text of the rules: 2017 or 2026 (default: in force today)."))
@option_words
@click.option("--full-point-byes", type=AMOUNT, help=_("Full-point byes."))
@click.option("--half-point-byes", type=AMOUNT, help=_("Half-point byes."))
@click.option("--zero-point-byes", type=AMOUNT, help=_("Announced absences."))
@click.option("--forfeits", "--forfeit-losses", type=AMOUNT, help=_("Players who do not come."))
@click.option("--forfeit-wins", type=AMOUNT, help=_("Players whose opponent does not come."))
@click.option("--withdrawals", type=AMOUNT, help=_("Players who withdraw."))
@click.option("--late-entries", type=AMOUNT, help=_("Players who enter in round 2 or 3."))
@click.option("--unusual", type=AMOUNT, help=_("Unusual results (½-0, 0-0, not rated)."))
@click.option("--plain", is_flag=True, help=_("Nothing is drawn but ratings and results: no byes, no forfeits."))
@click.option("--draws", type=CHANCE, help=_("Chance of a draw between equals."))
@click.option("--accelerated/--not-accelerated", default=None, help=_("Baku acceleration (C.04.5.1)."))
@click.option("--first-colour", type=click.Choice(["white", "black"]), help=_("Default: drawn from the seed."))
@click.option("--ratings", metavar="N,N,…", help=_("Ratings one by one; those that are missing are drawn."))
@click.option("--highest-rating", type=click.IntRange(0, 4000), help=_("The highest rating."))
@click.option("--lowest-rating", type=click.IntRange(0, 4000), help=_("The lowest rating."))
@click.option("--rating-step", type=click.IntRange(0, 1000), help=_("Ratings in equal steps from the highest down."))
@click.option("-t", "--tiebreaks", metavar="NAMES", help=_("Tie-breaks that the file states and its ranks follow."))
@click.option("--version", "trf_version", type=click.Choice(["16", "26"]), default="26", help=_("TRF version."))
@click.option("-o", "--output", type=click.Path(dir_okay=False, allow_dash=True), default="-", help=_("File to write."))
@common_options
def command(
    players: int | None,
    seed: int | None,
    system: str,
    edition: str | None,
    options: tuple[str, ...],
    plain: bool,
    first_colour: str | None,
    ratings: str | None,
    tiebreaks: str | None,
    trf_version: str,
    output: str,
    as_json: bool,
    **stated: Any,
) -> None:
    fresh = seed is None
    seed = randbelow(10**9) if seed is None else seed
    text = edition or edition_on("swiss", date.today())
    if plain:
        stated = PLAIN | {name: value for name, value in stated.items() if value is not None}
    recipe = drawn(
        seed,
        players,
        **stated,
        system=System(system),
        edition=text,
        start="" if is_older("swiss", text, "2026") else "2026/03/01",
        options=options,
        first_colour=Colour[first_colour.upper()] if first_colour else None,
        ratings=_ratings(ratings) if ratings else None,
        tiebreaks=tuple(map(str, parse_list(tiebreaks))) if tiebreaks is not None else () if plain else None,
    )
    with progress(_("Pairing")) as tell:
        tournament = generate(recipe, tell)
    if fresh:
        click.echo(_("Seed: {seed}").format(seed=seed), err=True)
    if tournament.rounds_paired < recipe.rounds:
        note = _("Note: round {round} cannot be paired; the tournament ends after {played}.")
        click.echo(note.format(round=tournament.rounds_paired + 1, played=tournament.rounds_paired), err=True)
    written = trf.write(tournament, int(trf_version))
    if output == "-" and not as_json:
        click.echo(written, nl=False)
        return
    if output != "-":
        write_whole(output, written)
    if as_json:
        print_json(
            {
                "file": None if output == "-" else output,
                "players": len(tournament.players),
                "rounds": tournament.rounds_paired,
                "seed": seed,
                "system": system,
                "edition": text,
            }
        )


PLAIN = {"full_point_byes": 0, "half_point_byes": 0, "zero_point_byes": 0, "forfeits": 0, "forfeit_wins": 0,
         "withdrawals": 0, "late_entries": 0, "unusual": 0, "accelerated": False, "draws": 0.35,
         "lowest_rating": 1400, "highest_rating": 2600}  # fmt: skip


def _ratings(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
        raise ArbitroError(_("found “{text}”, expected ratings such as 2400,2350,1990").format(text=text[:40]))
    return tuple(map(int, words))
