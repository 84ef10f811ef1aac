"""`arbitro title-check FILE.json`: is a title due, by norms, by rating or directly?"""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json, warn
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for
from arbitro.records import RecordError, decode, encode, loads
from arbitro.titles import rules_of, rules_on, titles_by_rating
from arbitro.titles.application import NormApplication, RatingApplication, check_application, is_late
from arbitro.titles.direct import DirectApplication, available_now, awards, event_requirements
from arbitro.titles.rules import TitleRules
from arbitro.titles.texts import application_lines, award_line, requirement_line
from arbitro.titles.verdict import Requirement

_ = gettext_for("titles")

Answer = tuple[dict[str, Any], list[str]]


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--edition",
    type=click.Choice(("2023", "2024")),
    help=_("Edition of the title rules (default: the one in force on the day)."),
)
@common_options
def command(file: str, edition: str | None, as_json: bool) -> None:
    data = loads(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes(), file)
    if not isinstance(data, dict):
        raise FileError(file, expected=_("a JSON object"))
    try:
        if "norms" in data:
            document, lines = _by_norms(decode(NormApplication, data), edition)
        elif "event" in data:
            document, lines = _direct(decode(DirectApplication, data), edition)
        else:
            document, lines = _by_rating(decode(RatingApplication, data))
    except RecordError as error:
        raise ArbitroError(f"{file}: {error}") from None
    if as_json:
        print_json(document)
    else:
        click.echo("\n".join(lines))
    if not document["eligible"]:
        answer_no()


def _text(edition: str | None, day: dt.date | None) -> TitleRules:
    """The text asked for, else the one in force on a day; one that was no longer in force is said on stderr."""
    in_force = rules_of("2023") if day is None else rules_on(day)
    rules = rules_of(edition) if edition else in_force
    if day is not None and rules.edition < in_force.edition:
        sentence = _("on {day} the text of {in_force} was in force; asked for was {edition}")
        warn([sentence.format(day=day, in_force=in_force.edition, edition=rules.edition)])
    return rules


def _requirement(requirement: Requirement) -> dict[str, Any]:
    return {**encode(requirement, without=("article", "waived")), "met": requirement.met}


def _by_norms(asked: NormApplication, edition: str | None) -> Answer:
    found = check_application(asked.title, asked.max_rating, asked.norms)
    lines = application_lines(found)
    document: dict[str, Any] = {
        "title": found.title.value,
        "eligible": found.eligible,
        "games": found.games,
        "missing": list(found.missing),
        "unused_norms": list(found.unused),
        "requirements": [_requirement(r) for r in found.requirements],
        "norms": encode(found.norms),
    }
    if asked.applied is not None and asked.meeting is not None:
        rules = _text(edition, asked.applied)
        document["late"] = is_late(rules, asked.applied, asked.meeting)
        if document["late"]:
            sentence = _("Applied less than {days} days before the meeting: half the fee more (2.3).")
            lines.append("  " + sentence.format(days=rules.application_days))
    return document, lines


def _by_rating(asked: RatingApplication) -> Answer:
    woman = asked.sex.lower() in ("f", "w")
    titles = [title.value for title in titles_by_rating(asked.max_rating, asked.rated_games, asked.date, woman=woman)]
    sentence = _("By rating: {titles}.").format(titles=", ".join(titles)) if titles else _("No title by rating.")
    return {"eligible": bool(titles), "titles": titles}, [sentence]


def _direct(asked: DirectApplication, edition: str | None) -> Answer:
    rules = _text(edition, asked.date)
    size = event_requirements(asked)
    large_enough = all(requirement.met for requirement in size)
    found = awards(asked, asked.max_rating, rules, reached=asked.date, rated_games=asked.rated_games)
    lines = [f"  {'✓' if r.met else '✗'} {requirement_line(r)}" for r in size]
    rows = []
    for award in found if large_enough else ():
        row: dict[str, Any] = {"title": award.title.value, "kind": award.kind.value, "final": award.final}
        lower = None
        if award.condition is not None:
            row |= {"min_rating": award.condition.min_rating, "min_games": award.condition.min_games}
            if award.condition.min_rating:
                lower = available_now(award.title, asked.max_rating)
                row["available_now"] = lower.value if lower else None
        rows.append(row)
        lines.append(award_line(award, lower))
    if not rows:
        lines.append(_("No title or norm."))
    document = {"eligible": bool(rows), "awards": rows, "edition": rules.edition}
    if size:
        document |= {"missing": [r.id for r in size if not r.met], "requirements": [_requirement(r) for r in size]}
    return document, lines
