"""`arbitro prizes`: the money of a plan given out on the ranking of a tournament file."""

from __future__ import annotations

from pathlib import Path

import click

from arbitro.cli.common import common_options, print_json, print_table, read_tournament
from arbitro.cli.standings import numbers, stated_tiebreaks
from arbitro.i18n import gettext_for

_ = gettext_for("prizes")


@click.command(help=_("Share out the prizes of a plan (TOML) among the players of a tournament file."))
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("plan", type=click.Path(path_type=Path))
@click.option("--tiebreaks", "-t", default=None, help=_("Tie-breaks, if neither the plan nor the file states them."))
@click.option("--edition", default=None, help=_("Text of the tie-break rules."))
@click.option("--after", type=click.IntRange(min=0), default=None, help=_("Prizes as they stand after this round."))
@click.option("--predetermined", is_flag=True, help=_("Round-robin rules for unplayed games."))
@click.option("--unrated", type=click.IntRange(min=1), default=None, help=_("Rating of unrated players."))
@click.option("--lots", type=int, default=None, help=_("Draw lots from this seed where the tie-breaks leave a tie."))
@click.option("--exclude", default="", help=_("Players who declined or may not win: 4,7."))
@common_options
def command(
    file: Path,
    plan: Path,
    tiebreaks: str | None,
    edition: str | None,
    after: int | None,
    predetermined: bool,
    unrated: int | None,
    lots: int | None,
    exclude: str,
    as_json: bool,
) -> None:
    from arbitro import standings as room
    from arbitro.prizes import award_prizes, money, read_plan

    announced = read_plan(plan)
    tournament = read_tournament(file)
    given = tiebreaks or announced.tiebreaks or stated_tiebreaks(tournament)
    chosen = [str(t) for t in room.parse_list(given) if not t.for_teams_only]
    ranking = room.standings(
        tournament,
        chosen,
        edition=edition,
        after=after,
        predetermined=predetermined or None,
        unrated=unrated,
        lots=lots,
    )
    report = award_prizes(tournament, ranking, announced, excluded=numbers(exclude, "--exclude"))
    names = {player.number: player.name for player in tournament.players}
    if as_json:
        print_json(
            {
                "awards": [
                    {
                        "number": awards.number,
                        "name": names[awards.number],
                        "prizes": [
                            {
                                "list": award.prize_list,
                                "place": award.place,
                                "amount": award.amount,
                                "trophy": award.trophy,
                                "reason": award.reason,
                            }
                            for award in awards.prizes
                        ],
                        "total": awards.total,
                    }
                    for awards in report.awards
                ],
                "fund": report.fund,
                "awarded": report.awarded,
                "unawarded": [{"list": left.prize_list, "amount": left.amount} for left in report.unawarded],
                "currency": report.currency,
                "warnings": list(report.warnings),
            }
        )
        return
    columns: list[str | tuple[str, str]] = [(_("Rank"), "right"), (_("No."), "right"), _("Name"), _("List")]
    columns += [(_("Amount"), "right"), _("Reason")]
    rank = {row.number: row.rank for row in ranking.rows}
    rows = [
        [
            rank[awards.number],
            awards.number,
            names[awards.number],
            award.prize_list,
            award.trophy or money(award.amount),
            award.reason,
        ]
        for awards in report.awards
        for award in awards.prizes
    ]
    click.echo(tournament.info.name)
    print_table("", columns, rows)
    for left in report.unawarded:
        click.echo(_("{name}: {amount} without a winner").format(name=left.prize_list, amount=money(left.amount)))
    click.echo(
        _("Fund {fund} {currency}, awarded {awarded}").format(
            fund=money(report.fund), currency=report.currency, awarded=money(report.awarded)
        )
    )
    for warning in report.warnings:
        click.echo(warning, err=True)
