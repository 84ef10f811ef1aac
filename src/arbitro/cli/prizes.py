"""`arbitro prizes`: the money of a plan given out on the ranking of a tournament file, and what is paid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import Columns, common_options, picked, print_json, print_table, read_tournament, right, warn
from arbitro.cli.standings import Asked, numbers, ranking_options
from arbitro.i18n import gettext_for
from arbitro.prizes import PaymentSheet, PrizeReport, award_prizes, money, payment_sheet, read_plan
from arbitro.standings import Standings

_ = gettext_for("prizes")
LINE = "_" * 24  # to be signed on


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("plan", type=click.Path(path_type=Path))
@ranking_options
@click.option("--exclude", default="", help=_("Players who declined or may not win: 4,7."))
@click.option("--payments", is_flag=True, help=_("The payment sheet: taxes and other deductions, what is paid."))
@click.option("--hold", default="", help=_("Payment sheet: players who are not paid yet: 4,7."))
@click.option("--worked-out-by", default="", metavar="NAME", help=_("Payment sheet: who calculated it."))
@click.option("--checked-by", default="", metavar="NAME", help=_("Payment sheet: who calculated it a second time."))
@common_options
def command(
    file: Path,
    plan: Path,
    asked: Asked,
    exclude: str,
    payments: bool,
    hold: str,
    worked_out_by: str,
    checked_by: str,
    as_json: bool,
) -> None:
    announced = read_plan(plan)
    tournament = read_tournament(file)
    known = tournament.index
    ranking = asked.players(tournament, list(announced.tiebreaks) or None)
    report = award_prizes(tournament, ranking, announced, excluded=numbers(exclude, "--exclude", known))
    sheet = None
    if payments or hold:
        sheet = payment_sheet(tournament, report, announced, held=numbers(hold, "--hold", known))
    names = {player.number: player.name for player in tournament.players}
    if as_json:
        document = _document(report, names)
        if sheet is not None:
            document["payments"] = _payments_document(sheet, names)
        print_json(document)
        return
    click.echo(tournament.info.name)
    if sheet is None:
        _print_awards(report, ranking, names)
    else:
        _print_payments(sheet, names)
        click.echo()
        for words, name in ((_("Calculated by"), worked_out_by), (_("Checked by"), checked_by)):
            click.echo(f"{words}: {name or LINE}")
    warn(report.warnings)


def _document(report: PrizeReport, names: dict[int, str]) -> dict[str, Any]:
    return {
        **picked(report, "fund", "awarded", "currency", "warnings"),
        "awards": [
            {
                "number": awards.number,
                "name": names[awards.number],
                "prizes": [
                    {"list": award.prize_list, **picked(award, "place", "amount", "trophy", "reason")}
                    for award in awards.prizes
                ],
                "total": awards.total,
            }
            for awards in report.awards
        ],
        "unawarded": [{"list": left.prize_list, "amount": left.amount} for left in report.unawarded],
    }


def _payments_document(sheet: PaymentSheet, names: dict[int, str]) -> dict[str, Any]:
    def deductions(kept: Sequence[object]) -> dict[str, object]:
        return dict(zip(sheet.deductions, kept, strict=True))

    return {
        **picked(sheet, "gross", "net", "held"),
        "players": [
            {
                **picked(payment, "number", "gross", "net", "trophies", "held"),
                "name": names[payment.number],
                "deductions": deductions(payment.kept),
            }
            for payment in sheet.payments
        ],
        "deductions": deductions(sheet.kept),
    }


def _print_awards(report: PrizeReport, ranking: Standings, names: dict[int, str]) -> None:
    columns: Columns = [*right(_("Rank"), _("No.")), _("Name"), _("List"), *right(_("Amount")), _("Reason")]
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
    print_table("", columns, rows)
    for left in report.unawarded:
        click.echo(_("{name}: {amount} without a winner").format(name=left.prize_list, amount=money(left.amount)))
    click.echo(
        _("Fund {fund} {currency}, awarded {awarded}").format(
            fund=money(report.fund), currency=report.currency, awarded=money(report.awarded)
        )
    )


def _print_payments(sheet: PaymentSheet, names: dict[int, str]) -> None:
    numbers = right(_("Prizes"), *sheet.deductions, _("To be paid"))
    columns: Columns = [*right(_("No.")), _("Name"), *numbers, _("Signature")]
    rows: list[list[object]] = [
        [
            payment.number,
            names[payment.number],
            money(payment.gross) if payment.gross else ", ".join(payment.trophies),
            *map(money, payment.kept),
            money(payment.net),
            _("held until the fair-play checks are over") if payment.held else LINE,
        ]
        for payment in sheet.payments
    ]
    total = f"{_('Total')} {sheet.currency}".strip()
    rows.append(["", total, money(sheet.gross), *map(money, sheet.kept), money(sheet.net), ""])
    print_table("", columns, rows)
