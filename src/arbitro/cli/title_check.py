"""`arbitro title-check FILE.json`: is a title due, by norms, by rating or directly?"""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json
from arbitro.errors import FileError
from arbitro.i18n import gettext_for

_ = gettext_for("titles")


@click.command(
    name="title-check",
    help=_(
        "Check an application for a title. FILE is JSON (- reads the standard input) with title, max_rating and norms "
        "(title, games, counts_as, date, normal_foreigners, kind_1_5_6, one_round_a_day_3_days, type_1_4_1c); or with "
        "max_rating, rated_games, date and sex for titles by rating; or with event, table, place, score_pct, games and "
        "max_rating for direct titles. Exit code 1 if no title is due."
    ),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--edition", type=click.Choice(("2023", "2024")), default="2023", help=_("Edition of the title rules."))
@common_options
def command(file: str, edition: str, as_json: bool) -> None:
    with click.open_file(file, encoding="utf-8-sig") as stream:
        try:
            data = json.load(stream)
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            raise FileError(file, line=line, expected=_("a JSON document")) from None
    if not isinstance(data, dict):
        raise FileError(file, expected=_("a JSON object"))
    try:
        if "norms" in data:
            answer = _by_norms(data)
        elif "event" in data:
            answer = _direct(data, edition)
        else:
            answer = _by_rating(data)
    except KeyError as error:
        raise FileError(file, expected=_("a field {name}").format(name=error)) from None
    except (TypeError, ValueError, AttributeError) as error:
        raise FileError(file, expected=_("sensible values ({error})").format(error=error)) from None
    if as_json:
        print_json({key: value for key, value in answer.items() if key != "text"})
    else:
        click.echo("\n".join(answer["text"]))
    if not answer["eligible"]:
        answer_no()


def _by_norms(data: dict[str, Any]) -> dict[str, Any]:
    from arbitro.model import Title
    from arbitro.titles import NormRecord, check_application
    from arbitro.titles.texts import requirement_line

    norms = [
        NormRecord(
            title=Title(norm.get("title", data["title"])),
            games=int(norm["games"]),
            counts_as=int(norm.get("counts_as", norm["games"])),
            ended=date.fromisoformat(norm["date"]),
            normal_foreigners=bool(norm.get("normal_foreigners", True)),
            strong_event=norm.get("kind_1_5_6"),
            one_round_days=bool(norm.get("one_round_a_day_3_days", True)),
            missing_game=bool(norm.get("type_1_4_1c", False)),
        )
        for norm in data["norms"]
    ]
    found = check_application(Title(data["title"]), int(data["max_rating"]), norms)
    verdict = _("The {title} title is due.") if found.eligible else _("The {title} title is not due yet.")
    lines = [f"  {'✓' if r.met else '✗'} {requirement_line(r)}" for r in found.requirements]
    return {
        "title": found.title.value,
        "eligible": found.eligible,
        "games": found.games,
        "missing": list(found.missing),
        "unused_norms": list(found.unused),
        "requirements": [
            {"id": r.id, "found": r.found, "needed": r.needed, "at_least": r.at_least, "met": r.met}
            for r in found.requirements
        ],
        "text": [verdict.format(title=found.title.value), *lines],
    }


def _by_rating(data: dict[str, Any]) -> dict[str, Any]:
    from arbitro.titles import titles_by_rating

    woman = str(data.get("sex", "")).lower() in ("f", "w")
    found = titles_by_rating(
        int(data["max_rating"]), int(data["rated_games"]), date.fromisoformat(data["date"]), woman=woman
    )
    titles = [title.value for title in found]
    sentence = _("By rating: {titles}.").format(titles=", ".join(titles)) if titles else _("No title by rating.")
    return {"eligible": bool(titles), "titles": titles, "text": [sentence]}


def _direct(data: dict[str, Any], edition: str) -> dict[str, Any]:
    from arbitro.titles import rules_of
    from arbitro.titles.direct import Achievement, available_now, awards
    from arbitro.titles.direct_table import Table

    percent = data.get("score_pct")
    achievement = Achievement(
        event=data["event"],
        table=Table(data.get("table", "open")),
        place=data.get("place") or "",
        tied_for_first=bool(data.get("tied_for_first", False)),
        percent=Fraction(str(percent)) if percent is not None else None,
        games=int(data.get("games", 0)),
    )
    reached = date.fromisoformat(data["date"]) if "date" in data else None
    rating = int(data["max_rating"])
    found = awards(achievement, rating, rules_of(edition), reached=reached, rated_games=data.get("rated_games"))
    rows, text = [], []
    for award in found:
        row: dict[str, Any] = {"title": award.title.value, "kind": award.kind.value, "final": award.final}
        what = _("title") if award.kind.value == "title" else _("norm of 9 games")
        line = f"{award.title.value}: {what}"
        if award.condition is not None:
            row |= {"min_rating": award.condition.min_rating, "min_games": award.condition.min_games}
            if award.condition.min_rating:
                line += " " + _("(conditional until rated {rating})").format(rating=award.condition.min_rating)
                lower = available_now(award.title, rating)
                row["available_now"] = lower.value if lower else None
            else:
                line += " " + _("(conditional until {games} rated games)").format(games=award.condition.min_games)
        rows.append(row)
        text.append(line)
    return {"eligible": bool(rows), "awards": rows, "text": text or [_("No title or norm.")]}
