"""`arbitro title-check FILE.json`: is a title due, by norms, by rating or directly?"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for

_ = gettext_for("titles")


@dataclass(frozen=True)
class Fields:
    """The fields of a JSON object, read one by one; what is missing or wrong is said by its name."""

    file: str
    data: dict[str, Any]
    where: str = ""  # before the name of a field: `norms[1].`

    def get(self, name: str) -> Any:
        if self.data.get(name) is None:
            raise FileError(self.file, expected=_("a field {name}").format(name=f"{self.where}{name}"))
        return self.data[name]

    def wrong(self, name: str, expected: str) -> FileError:
        found = json.dumps(self.data[name], ensure_ascii=False)
        return FileError(self.file, found=f"{self.where}{name}: {found}", expected=expected)

    def whole(self, name: str, default: int | None = None) -> int:
        value = self.get(name) if default is None else self.data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.wrong(name, _("a whole number"))
        return value

    def flag(self, name: str, default: bool) -> bool:
        value = self.data.get(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, _("true or false"))
        return value

    def day(self, name: str) -> date:
        value = self.get(name)
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            raise self.wrong(name, _("a date YYYY-MM-DD")) from None

    def day_or_none(self, name: str) -> date | None:
        return None if self.data.get(name) is None else self.day(name)

    def word(self, name: str, allowed: Collection[str], default: str | None = None) -> str:
        value = self.get(name) if default is None else self.data.get(name) or default
        if value not in allowed:
            raise self.wrong(name, _("one of {words}").format(words=", ".join(word for word in allowed if word)))
        return str(value)

    def number(self, name: str) -> Fraction | None:
        value = self.data.get(name)
        if value is None:
            return None
        try:
            return Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            raise self.wrong(name, _("a number")) from None

    def objects(self, name: str) -> list[Fields]:
        value = self.get(name)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(name, _("a list of objects"))
        return [Fields(self.file, item, f"{self.where}{name}[{i}].") for i, item in enumerate(value)]


@click.command(
    name="title-check",
    help=_(
        "Check an application for a title. FILE is JSON (- reads the standard input) with title, max_rating and norms "
        "(title, games, counts_as, date, normal_foreigners, kind_1_5_6, one_round_a_day_3_days, type_1_4_1c), and "
        "applied and meeting (dates) for the fee; or with max_rating, rated_games, date and sex for titles by rating; "
        "or with event, table, place, score_pct, games and max_rating for direct titles. Exit code 1 if no title is "
        "due."
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
    fields = Fields(file, data)
    if "norms" in data:
        answer = _by_norms(fields, edition)
    elif "event" in data:
        answer = _direct(fields, edition)
    else:
        answer = _by_rating(fields)
    if as_json:
        print_json({key: value for key, value in answer.items() if key != "text"})
    else:
        click.echo("\n".join(answer["text"]))
    if not answer["eligible"]:
        answer_no()


def _by_norms(fields: Fields, edition: str) -> dict[str, Any]:
    from arbitro.model import Title
    from arbitro.titles import NORM_TITLES, NormRecord, check_application, rules_of
    from arbitro.titles.application import is_late
    from arbitro.titles.texts import requirement_line

    titles = [title.value for title in NORM_TITLES]
    sought = fields.word("title", titles)
    norms = [
        NormRecord(
            title=Title(norm.word("title", titles, sought)),
            games=norm.whole("games"),
            counts_as=norm.whole("counts_as", norm.whole("games")),
            ended=norm.day("date"),
            normal_foreigners=norm.flag("normal_foreigners", True),
            strong_event=norm.word("kind_1_5_6", ("", *"abcdef"), "") or None,
            one_round_days=norm.flag("one_round_a_day_3_days", True),
            missing_game=norm.flag("type_1_4_1c", False),
            registered=norm.day_or_none("registered"),
        )
        for norm in fields.objects("norms")
    ]
    found = check_application(Title(sought), fields.whole("max_rating"), norms)
    verdict = _("The {title} title is due.") if found.eligible else _("The {title} title is not due yet.")
    lines = [f"  {'✓' if r.met else '✗'} {requirement_line(r)}" for r in found.requirements]
    if found.unused:
        lines.append("  " + _("Not counted: {norms}").format(norms=", ".join(str(i + 1) for i in found.unused)))
    answer: dict[str, Any] = {
        "title": found.title.value,
        "eligible": found.eligible,
        "games": found.games,
        "missing": list(found.missing),
        "unused_norms": list(found.unused),
        "requirements": [
            {"id": r.id, "found": r.found, "needed": r.needed, "at_least": r.at_least, "met": r.met}
            for r in found.requirements
        ],
    }
    applied, meeting = fields.day_or_none("applied"), fields.day_or_none("meeting")
    if applied is not None and meeting is not None:
        rules = rules_of(edition)
        answer["late"] = is_late(rules, applied, meeting)
        if answer["late"]:
            sentence = _("Applied less than {days} days before the meeting: half the fee more (2.3).")
            lines.append("  " + sentence.format(days=rules.application_days))
    return answer | {"text": [verdict.format(title=found.title.value), *lines]}


def _by_rating(fields: Fields) -> dict[str, Any]:
    from arbitro.titles import titles_by_rating

    woman = str(fields.data.get("sex", "")).lower() in ("f", "w")
    found = titles_by_rating(fields.whole("max_rating"), fields.whole("rated_games"), fields.day("date"), woman=woman)
    titles = [title.value for title in found]
    sentence = _("By rating: {titles}.").format(titles=", ".join(titles)) if titles else _("No title by rating.")
    return {"eligible": bool(titles), "titles": titles, "text": [sentence]}


def _direct(fields: Fields, edition: str) -> dict[str, Any]:
    from arbitro.titles import rules_of
    from arbitro.titles.direct import Achievement, available_now, awards
    from arbitro.titles.direct_table import Result, Table

    places = ("", "silver", "bronze", *(result.value for result in Result if result is not Result.SCORE))
    achievement = Achievement(
        event=str(fields.get("event")),
        table=Table(fields.word("table", [table.value for table in Table], "open")),
        place=fields.word("place", places, ""),
        tied_for_first=fields.flag("tied_for_first", False),
        percent=fields.number("score_pct"),
        games=fields.whole("games", 0),
    )
    rating = fields.whole("max_rating")
    games = None if fields.data.get("rated_games") is None else fields.whole("rated_games")
    reached = fields.day_or_none("date")
    try:
        found = awards(achievement, rating, rules_of(edition), reached=reached, rated_games=games)
    except ArbitroError as error:  # no such event in the tables
        raise ArbitroError(f"{fields.file}: {error}") from None
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
                if lower:
                    line += "; " + _("{title} may be taken now").format(title=lower.value)
            else:
                line += " " + _("(conditional until {games} rated games)").format(games=award.condition.min_games)
        rows.append(row)
        text.append(line)
    return {"eligible": bool(rows), "awards": rows, "text": text or [_("No title or norm.")]}
