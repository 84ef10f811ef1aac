"""`arbitro norms FILE.trf`: norms achieved, and what is still possible."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, picked, print_json, print_table, read_tournament, text_of
from arbitro.cli.month_lists import month_lists_option, read_months
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import RatingList, Title, Tournament
from arbitro.titles import Event, NormStatus, PlayerNorm, norms
from arbitro.titles.events import conditions_of, failed_conditions, one_round_days, round_strengths, strong_swiss
from arbitro.titles.texts import condition_text, outlook_sentence, requirement_line, verdict_sentence
from arbitro.titles.tournament import norm_event, rules_for

_ = gettext_for("titles")

EXEMPTIONS = ("none", "1.4.3a", "1.4.3b", "1.4.3c", "1.4.3d")
EVENTS = {"normal": "NORMAL", "team-championship": "TEAM_CHAMPIONSHIP", "world-cup": "WORLD_CUP"}


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--player", type=int, help=_("One player, with every requirement."))
@click.option("--title", type=click.Choice(("GM", "IM", "WGM", "WIM")), help=_("One title."))
@click.option(
    "--edition", type=click.Choice(("2023", "2024")), help=_("Edition of the title rules (default: the tournament's).")
)
@click.option(
    "--exempt",
    type=click.Choice(EXEMPTIONS),
    help=_("Exemption from the federation rules (default: 1.4.3d if the tournament earns it)."),
)
@click.option("--event", type=click.Choice(tuple(EVENTS)), default="normal", help=_("What the event is (1.4.1b)."))
@click.option("--approved", is_flag=True, help=_("The format was approved beforehand (1.4.2e)."))
@month_lists_option
@common_options
def command(
    file: str,
    player: int | None,
    title: str | None,
    edition: str | None,
    exempt: str | None,
    event: str,
    approved: bool,
    month_lists: tuple[str, ...],
    as_json: bool,
) -> None:
    tournament = read_tournament(file)
    if player is not None and player not in tournament.index:
        raise ArbitroError(_("{file}: there is no player {number}").format(file=file, number=player))
    edition = text_of("titles", tournament, edition)
    judged = norms(
        tournament,
        numbers=None if player is None else [player],
        titles=None if title is None else [Title(title)],
        edition=edition,
        event=Event[EVENTS[event]],
        exemption=None if exempt is None else exempt.removeprefix("none"),
        months=read_months(month_lists, tournament, RatingList.STANDARD),
    )
    event_facts = event_dict(tournament, edition, approved=approved)
    if as_json:
        print_json({"edition": edition, "norms": [as_dict(norm) for norm in judged], "event": event_facts})
    else:
        _print(judged, details=player is not None)
        for article in event_facts["failed"]:
            click.echo(_("No norm can be made here: {reason}").format(reason=condition_text(article)), err=True)
    if not any(norm.achieved for norm in judged):
        answer_no()


def event_dict(tournament: Tournament, edition: str, *, approved: bool = False) -> dict[str, Any]:
    """What the event is worth: conditions it breaks, 1.4.3d, 1.5.6a, 1.1.3a (null: the file does not tell)."""
    swiss, rules = tournament.system.is_swiss, rules_for(tournament, edition)
    conditions = replace(conditions_of(tournament), format_approved=approved)
    return {
        "failed": failed_conditions(conditions, rules),
        "exemption_1_4_3d": norm_event(tournament).federations_exempt == "1.4.3d",
        "strong_swiss_1_5_6a": swiss and strong_swiss(round_strengths(tournament, rules)),
        "one_round_a_day_3_days": one_round_days(tournament.info.round_dates),
    }


def as_dict(norm: PlayerNorm) -> dict[str, Any]:
    """One player and title for JSON."""
    requirements = [
        picked(requirement, "id", "article", "found", "needed", "at_least", "met")
        | {"waived": requirement.waived or None, "text": requirement_line(requirement)}
        for requirement in norm.verdict.requirements
    ]
    forecast = picked(
        norm.outlook, "status", "rounds_left", "rounds", "conditional", "holders_missing",
        "title_holders_missing", "federations_missing", "not_from", "impossible",
    )  # fmt: skip
    options = [picked(o, "opponents_average", "ignored_wins", points=["points"]) for o in norm.outlook.options]
    return {
        **picked(norm, "number", "name", "title", "achieved"),
        **picked(
            norm.verdict, "games", "average", "performance", "failed", "counts_as", "rounds",
            "ignored_wins", "conditional", points=("score", "score_needed"),
        ),
        "requirements": requirements,
        "forecast": forecast | {"options": options, "sentence": outlook_sentence(norm.outlook)},
    }  # fmt: skip


def _print(found: list[PlayerNorm], *, details: bool) -> None:
    shown = [norm for norm in found if details or norm.achieved or norm.outlook.status is NormStatus.POSSIBLE]
    if not shown:
        click.echo(_("No norm, and none is possible any more."))
        return
    if details:
        for norm in shown:
            click.echo(f"{norm.number} {norm.name}: {verdict_sentence(norm.verdict)}")
            for requirement in norm.verdict.requirements:
                click.echo(f"  {'✓' if requirement.met else '✗'} {requirement_line(requirement)}")
            if norm.outlook.rounds_left:
                click.echo(f"  {outlook_sentence(norm.outlook)}")
        return
    print_table(
        _("Norms"),
        [(_("No."), "right"), _("Name"), _("Title"), _("Norm")],
        (
            (
                norm.number,
                norm.name,
                norm.title.value,
                verdict_sentence(norm.verdict) if norm.achieved else outlook_sentence(norm.outlook),
            )
            for norm in shown
        ),
    )
