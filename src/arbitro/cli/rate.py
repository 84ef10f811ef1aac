"""`arbitro rate FILE.trf`: rating changes, first ratings and performances of a tournament."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arbitro.cli.common import common_options, print_json, print_table, read_tournament
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for

if TYPE_CHECKING:
    from arbitro.model import Tournament
    from arbitro.ratings import PlayerRating

_ = gettext_for("ratings")

EDITIONS = ("2022", "2024", "2025", "club")
CAPS = ("once_favourable", "once_any", "all", "none")


@click.command(
    name="rate",
    help=_(
        "Rating changes, first ratings and performances of a tournament. The event is taken as the whole rating period."
    ),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--list",
    "list_name",
    type=click.Choice(("standard", "rapid", "blitz")),
    help=_("The rating list (default: by the time control, else standard)."),
)
@click.option("--edition", type=click.Choice(EDITIONS), help=_("Edition of the rating rules (default: the file's)."))
@click.option(
    "--k",
    "k_file",
    type=click.Path(exists=True, dir_okay=False),
    help=_("K by player: JSON or lines of NUMBER,K; NUMBER is a pairing number or a FIDE ID."),
)
@click.option("--cap", type=click.Choice(CAPS), help=_("Another reading of the 400-point rule."))
@click.option("--player", type=int, help=_("One player, with the sheet of his games."))
@common_options
def command(
    file: str,
    list_name: str | None,
    edition: str | None,
    k_file: str | None,
    cap: str | None,
    player: int | None,
    as_json: bool,
) -> None:
    from arbitro.model import RatingList
    from arbitro.ratings import Cap, list_of, rate_event
    from arbitro.ratings.submission import deadlines, problems
    from arbitro.ratings.texts import finding_text

    tournament = read_tournament(file)
    if player is not None and player not in tournament.index:
        raise ArbitroError(_("{file}: there is no player {number}").format(file=file, number=player))
    chosen = RatingList(list_name) if list_name else list_of(tournament)
    edition = edition or tournament.editions.ratings
    ks = read_ks(k_file, tournament) if k_file else {}
    results = rate_event(tournament, chosen, edition, ks, cap=Cap(cap) if cap else None)
    if player is not None:
        results = [result for result in results if result.number == player]
    warnings = [finding_text(problem) for problem in problems(tournament, chosen)] if edition != "club" else []
    if as_json:
        document: dict[str, Any] = {"list": chosen.value, "edition": edition}
        document["players"] = [as_dict(result, sheet=player is not None) for result in results]
        document["warnings"] = warnings
        if dates := deadlines(tournament):
            document["list_in_force"] = dates.in_force.isoformat()
            document["rated_in"] = dates.rated_in.isoformat()
            document["last_list"] = dates.last.list_date.isoformat()
        print_json(document)
    else:
        _print(results, chosen.value, edition, sheet=player is not None)
        for warning in warnings:
            click.echo(warning, err=True)


def read_ks(path: str, tournament: Tournament) -> dict[int, int]:
    """K by pairing number, from a JSON object or lines of `number,k` (or `number k`); FIDE IDs are looked up."""
    text = Path(path).read_text(encoding="utf-8-sig")
    try:
        if text.lstrip().startswith("{"):
            pairs = [(str(key), int(value)) for key, value in json.loads(text).items()]
        else:
            rows = [re.split(r"[,;\s]+", line.strip()) for line in text.splitlines() if line.strip()]
            pairs = [(row[0], int(row[1])) for row in rows if row[0].isdecimal()]
    except (ValueError, IndexError, TypeError, AttributeError):
        raise FileError(path, expected=_("a JSON object or lines of NUMBER,K")) from None
    by_id = {player.fide_id: player.number for player in tournament.players if player.fide_id}
    found = {}
    for key, k in pairs:
        number = int(key) if key.isdecimal() and int(key) in tournament.index else by_id.get(key)
        if number is None:
            raise FileError(path, found=key, expected=_("a pairing number or FIDE ID of the tournament"))
        if not 1 <= k <= 100:
            raise FileError(path, found=str(k), expected=_("a K from 1 to 100"))
        found[number] = k
    return found


def as_dict(result: PlayerRating, *, sheet: bool = False) -> dict[str, Any]:
    """One player for JSON; numbers as they are printed."""
    from arbitro.ratings.texts import k_text, reason_text

    row: dict[str, Any] = {
        "number": result.number,
        "name": result.name,
        "rating": result.rating,
        "games": result.games,
        "score": result.score / 10,
        "expected": None if result.expected is None else result.expected / 100,
        "k": result.k,
        "k_reason": k_text(result.k_reason) if result.k_reason else None,
        "change": result.change,
        "change_exact": None if result.change_exact is None else float(result.change_exact),
        "new_rating": result.new_rating,
        "performance": result.performance.rating if result.performance else None,
        "not_rated": [
            {
                "round": game.round,
                "opponent": game.opponent,
                "reason": reason_text(game.reason),
                "article": game.reason.article,
            }
            for game in result.left_out
        ],
    }
    if result.initial is not None:
        first = result.initial
        row["initial"] = {
            "rating": first.rating,
            "average": float(first.average),
            "percent": first.percent,
            "games": first.games,
            "published": first.published,
        }
    if sheet:
        row["sheet"] = [
            {
                "round": line.game.round,
                "opponent": line.game.number,
                "opponent_rating": line.game.opponent,
                "score": line.game.score / 10,
                "difference": line.difference,
                "difference_used": line.used,
                "expected": line.expected / 100,
                "delta": line.delta / 100,
            }
            for line in result.sheet
        ]
    return row


def _signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def _print(results: list[PlayerRating], list_name: str, edition: str, *, sheet: bool) -> None:
    from arbitro.model import show
    from arbitro.ratings.texts import reason_text

    right = "right"
    print_table(
        _("Ratings: {list} list, edition {edition}").format(list=list_name, edition=edition),
        [
            (_("No."), right),
            _("Name"),
            (_("Rating"), right),
            (_("Games"), right),
            (_("Score"), right),
            (_("Expected"), right),
            ("K", right),
            (_("Change"), right),
            (_("New"), right),
            (_("Performance"), right),
        ],
        (
            (
                result.number,
                result.name,
                result.rating or "",
                result.games,
                show(result.score),
                "" if result.expected is None else f"{result.expected / 100:.2f}",
                result.k or "",
                "" if result.change_exact is None else _signed(float(result.change_exact)),
                result.new_rating or "-",
                result.performance.rating if result.performance else "",
            )
            for result in results
        ),
    )
    if not sheet:
        return
    for result in results:
        print_table(
            _("Games"),
            [
                (_("Round"), right),
                (_("Opponent"), right),
                (_("Rating"), right),
                (_("Score"), right),
                (_("Difference"), right),
                (_("Used"), right),
                ("PD", right),
                (_("Delta"), right),
            ],
            (
                (
                    line.game.round,
                    line.game.number,
                    line.game.opponent,
                    show(line.game.score),
                    line.difference,
                    line.used,
                    f"{line.expected / 100:.2f}",
                    f"{line.delta / 100:+.2f}",
                )
                for line in result.sheet
            ),
        )
        for game in result.left_out:
            click.echo(
                _("Round {round}: not rated, {reason} ({article})").format(
                    round=game.round, reason=reason_text(game.reason), article=game.reason.article
                )
            )
