"""Money: who wins what, what is paid after tax, and a receipt for every winner.

paper            rule or source
announcement     the plan, before the first move
prize list       the plan of the settings, place by place (`prizes.awards`)
payment sheet    deductions, what is held for fair play, two signatures (`prizes.payments`)
receipts         one for each winner
"""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import show
from arbitro.papers.blocks import (
    Block,
    Cell,
    Column,
    Document,
    Fields,
    Heading,
    Signatures,
    Table,
    Text,
    fill,
    right,
)
from arbitro.papers.context import Context, cash, places_of
from arbitro.papers.hall import place_text
from arbitro.papers.rankings import after_line
from arbitro.prizes import PaymentSheet, PrizePlan, PrizeReport, award_prizes, parse_plan, payment_sheet
from arbitro.records import is_whole

_ = gettext_for("papers")


def _awarded(ctx: Context) -> tuple[PrizePlan, PrizeReport]:
    """The prize plan, and what it gives by the standings; players who were excluded win nothing."""
    if not ctx.settings.prizes.strip():
        raise Refused(_("The tournament has no prize plan."))
    plan = parse_plan(ctx.settings.prizes)
    numbers = ctx.state.numbers
    out = [numbers[e.id] for e in ctx.state.entrants.values() if e.excluded and e.id in numbers]
    return plan, award_prizes(ctx.tournament, ctx.ranking, plan, excluded=out)


def _priced(amount: Fraction, currency: str) -> str:
    """`1500 EUR`, `99.50 EUR`."""
    return f"{cash(amount, places_of([amount]))} {currency}".strip()


def prize_list(ctx: Context) -> Document:
    """Who wins what, and why: by the plan of the settings."""
    _plan, report = _awarded(ctx)
    places = {row.number: row.rank for row in ctx.ranking.rows}
    points = {row.number: row.points for row in ctx.ranking.rows}
    columns = (
        right(_("Rk")), fill(_("Name"), strong=True), right(_("Points")), Column(_("Prize")),
        Column(_("Reason"), width="wide"), right(_("Amount"), strong=True),
    )  # fmt: skip
    places_shown = places_of(prize.amount for award in report.awards for prize in award.prizes)
    rows: list[tuple[Cell, ...]] = []
    for award in report.awards:
        for k, prize in enumerate(award.prizes):
            first = k == 0
            rows.append((
                places.get(award.number, "") if first else "",
                ctx.tournament.player(award.number).name if first else "",
                show(points.get(award.number, 0)) if first else "",
                f"{prize.prize_list} {prize.place}", prize.reason,
                prize.trophy or f"{cash(prize.amount, places_shown)} {report.currency}".strip(),
            ))  # fmt: skip
    total, fund = (_priced(amount, report.currency) for amount in (report.awarded, report.fund))
    blocks: list[Block] = [
        Table(columns, tuple(rows), roomy=True),
        Text(_("Awarded: {total} of a fund of {fund}.").format(total=total, fund=fund)),
    ]
    for left in report.unawarded:
        text = _("{name}: {amount} could not be awarded.").format(
            name=left.prize_list, amount=_priced(left.amount, report.currency)
        )
        blocks.append(Text(text, quiet=True))
    blocks += [Text(warning, quiet=True) for warning in report.warnings]
    return Document(_("Prize list"), after_line(ctx), tuple(blocks), landscape=True)


def announcement(ctx: Context) -> Document:
    """The prizes before the first move, as the regulations promise them: list by list, place by place."""
    plan = parse_plan(ctx.settings.prizes)
    columns = (fill(_("Rank"), strong=True), right(_("Prize"), strong=True))
    blocks: list[Block] = []
    for prizes in plan.lists:
        named = [_priced(amount, plan.currency) for amount in prizes.prizes]
        both = zip_longest(named, prizes.trophies, fillvalue="")
        rows = tuple((place_text(k), ", ".join(filter(None, pair))) for k, pair in enumerate(both, 1))
        blocks += [Heading(prizes.name), Table(columns, rows, roomy=True)]
    if plan.fund:
        blocks.append(Text(_("Prize fund: {fund}.").format(fund=_priced(plan.fund, plan.currency))))
    if plan.one_prize_per_player:
        blocks.append(Text(_("Nobody wins more than one money prize; the highest counts."), quiet=True))
    return Document(_("Prizes"), ctx.subtitle, tuple(blocks))


def _sheet(ctx: Context) -> PaymentSheet:
    """What is paid to whom; the option `hold` names players (by number) whose prizes wait."""
    plan, report = _awarded(ctx)
    asked = [part.strip() for part in ctx.option("hold").split(",") if part.strip()]
    for part in asked:
        if not is_whole(part) or int(part) not in ctx.tournament.index:
            raise Refused(_("{value} is not a value for hold: use pairing numbers, such as 3,7.").format(value=part))
    return payment_sheet(ctx.tournament, report, plan, held={int(part) for part in asked})


def payments(ctx: Context) -> Document:
    """The payment sheet: gross, every deduction, net; signed by each winner and by two who worked it out."""
    sheet = _sheet(ctx)
    places = {row.number: row.rank for row in ctx.ranking.rows}
    columns = (
        right(_("Rk")), fill(_("Name"), strong=True), Column(_("Fed.")), right(_("Prize")),
        *(right(name) for name in sheet.deductions), right(_("To be paid"), strong=True),
        fill(_("Received, signature")),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for p in sheet.payments:
        player = ctx.tournament.player(p.number)
        name = ", ".join((player.name, *p.trophies))
        rows.append((
            places.get(p.number, ""), name, player.federation, cash(p.gross), *(cash(k) for k in p.kept),
            cash(p.net), _("held") if p.held else "",
        ))  # fmt: skip
    kept = (cash(k) for k in sheet.kept)
    rows.append(("", _("Total"), "", cash(sheet.gross), *kept, cash(sheet.net), ""))
    blocks: list[Block] = []
    if sheet.currency:
        blocks.append(Text(_("Amounts in {currency}.").format(currency=sheet.currency), quiet=True))
    blocks.append(Table(columns, tuple(rows), roomy=True))
    if sheet.held:
        text = _("Held until the fair-play checks are over: {amount} {currency}.")
        blocks.append(Text(text.format(amount=cash(sheet.held), currency=sheet.currency)))
    blocks.append(Signatures((_("Calculated by (treasurer)"), _("Checked by (chief arbiter)"), _("Place"), _("Date"))))
    wide = ctx.large or len(sheet.deductions) > 2
    return Document(_("Payment sheet"), after_line(ctx), tuple(blocks), landscape=wide)


def _won(ctx: Context) -> dict[int, str]:
    """What every winner is paid for: his money prizes, each by its list and place, and the tournament."""
    _plan, report = _awarded(ctx)
    return {
        award.number: "; ".join(f"{p.prize_list}: {place_text(p.place)}" for p in award.prizes if p.amount)
        + f", {ctx.settings.name}"
        for award in report.awards
    }


def receipts(ctx: Context) -> Document:
    """A receipt for every winner of money, with the deductions that apply to him; nothing that is held is receipted."""
    sheet, won = _sheet(ctx), _won(ctx)
    paid = [p for p in sheet.payments if p.gross and not p.held]
    if not paid:
        raise Refused(_("No prize can be paid now."))
    blocks: list[Block] = []
    for k, p in enumerate(paid):
        player = ctx.tournament.player(p.number)
        unit = f" {sheet.currency}".rstrip()
        kept = [(name, taken) for name, taken in zip(sheet.deductions, p.kept, strict=True) if taken]
        gross = [(_("Prize"), cash(p.gross) + unit)] if kept else []
        blocks += [
            Heading(_("Receipt {n}").format(n=k + 1)),
            Fields((
                (_("Paid to"), player.name), (_("FIDE ID"), player.fide_id or "–"),
                (_("For"), won[p.number]),
                *gross, *((name, f"−{cash(taken)}{unit}") for name, taken in kept),
                (_("Amount received"), cash(p.net) + unit),
                (_("Identity document"), ""),
            )),
            Signatures((_("Signature"), _("Paid by"), _("Place"), _("Date"))),
        ]  # fmt: skip
    return Document(_("Receipts"), ctx.subtitle, tuple(blocks))
