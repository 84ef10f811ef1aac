"""Fair play on paper: complaints, the chief arbiter's report on one, and the reports on the measures of the event.

    paper                  rule
    ITC, PTC               fair-play rules III.B
    report on a complaint  fair-play rules III.B.5
    measures taken         protection measures 2, 3: every duty of the level, breaches, waivers
    after the event        the same with what followed: games sent, screening, cases

What the tournament does not know is a line to write on. Not here: the absence log (`working`).
"""

from __future__ import annotations

from fractions import Fraction

from arbitro import words
from arbitro.errors import ArbitroError
from arbitro.fairplay.complaints import chief_arbiter_duties
from arbitro.fairplay.levels import Duty, DutyLine, Event, Measures, Protection, check_measures, protection_level
from arbitro.i18n import gettext_for
from arbitro.model import Sex, System
from arbitro.papers.blocks import (
    Block,
    Cell,
    Column,
    Document,
    Fields,
    Heading,
    Lines,
    Signatures,
    Table,
    Text,
    Ticks,
    fill,
    form,
)
from arbitro.papers.context import Context
from arbitro.prizes import parse_plan

_ = gettext_for("papers")


def duty_word(duty: Duty) -> str:
    return {
        Duty.MUST: _("must"), Duty.STRONG: _("strongly recommended"), Duty.RECOMMENDED: _("recommended"),
        Duty.ENCOURAGED: _("encouraged"), Duty.OPTIONAL: _("optional"), Duty.NONE: "–",
    }[duty]  # fmt: skip


def protection(ctx: Context) -> tuple[str, tuple[DutyLine, ...]]:
    """The level by what is known here (prizes in euros, averages of round robins), and its duties."""
    players = ctx.tournament.players
    rated = [p.rating for p in players if p.rating]
    event = Event(
        prize_eur=_fund_in_euros(ctx),
        round_robin=ctx.settings.system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN),
        avg=Fraction(sum(rated), len(rated)) if rated else None,
        women=bool(players) and all(p.sex is Sex.FEMALE for p in players),
    )
    level = protection_level(event)
    names = {Protection.STANDARD: _("standard"), Protection.ENHANCED: _("enhanced"), Protection.MAXIMUM: _("maximum")}
    return names[level], check_measures(level, Measures())


def _fund_in_euros(ctx: Context) -> Fraction:
    try:
        plan = parse_plan(ctx.settings.prizes)
    except ArbitroError:
        return Fraction(0)
    amounts = (Fraction(amount) for prizes in plan.lists for amount in prizes.prizes)
    return sum(amounts, Fraction(0)) if plan.currency in ("EUR", "€") else Fraction(0)


def _event_fields(ctx: Context) -> tuple[tuple[str, Cell], ...]:
    s = ctx.settings
    return (
        (_("Tournament"), s.name), (_("Place and dates"), ctx.subtitle), (_("Chief arbiter"), s.chief_arbiter),
    )  # fmt: skip


def complaint_in_tournament(ctx: Context) -> Document:
    """The complaint during the tournament (ITC), taken down by the chief arbiter."""
    return form("complaint-during", event=[Fields(_event_fields(ctx))])


def complaint_after_tournament(ctx: Context) -> Document:
    """The complaint after the tournament (PTC), with the block on engine analysis."""
    return form("complaint-after", event=[Fields(_event_fields(ctx))])


def fair_play_report(ctx: Context) -> Document:
    """The chief arbiter's report on a complaint or a suspicion: findings, searches, decision."""
    columns = (
        Column(_("Room"), width=9), fill(_("Searched by")), fill(_("Witnesses")), Column(_("From"), width=5),
        Column(_("To"), width=5), fill(_("Result")),
    )  # fmt: skip
    duties = tuple(text[:1].upper() + text[1:] for text in chief_arbiter_duties())
    searches = Table(columns, tuple(("",) * len(columns) for _k in range(4)), roomy=True, grid=True)
    event = Fields(_event_fields(ctx))
    return form("fair-play-report", event=[event], duties=[Ticks(duties)], searches=[searches])


# -- the measures of the event


def measures_report(ctx: Context) -> Document:
    """The chief arbiter's report on the protection measures of the event."""
    return _measures(ctx, _("Fair play: report on the measures of the tournament"), ())


def measures_report_after(ctx: Context) -> Document:
    """The same after the event: what was sent, what screening found, what is still open."""
    later = (
        Heading(_("After the tournament"), 2),
        Fields((
            (_("Games in the PGN file"), len(ctx.state.games) or ""), (_("Sent to the screening tool on"), ""),
            (_("Players named by the screening"), ""), (_("Cases handed over, and to whom"), ""),
            (_("Prizes held until"), ""),
        ), width=48),
        Lines(_("What should be changed next time"), 2),
    )  # fmt: skip
    return _measures(ctx, _("Fair play: report after the tournament"), later)


def _measures(ctx: Context, title: str, later: tuple[Block, ...]) -> Document:
    level, duties = protection(ctx)
    columns = (
        fill(_("Measure"), strong=True), Column(_("At this level")), Column(_("Taken"), "center", 6),
        Column(_("Waived by"), width=8), fill(_("Remarks")),
    )  # fmt: skip
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{line.text[:1].upper()}{line.text[1:]}", duty_word(line.duty), "☐", "", "") for line in duties
    )
    noted = [i for i in ctx.state.incidents if i.kind == "fair-play"]
    known = (
        _("Records in the journal: {n}.").format(n=len(noted))
        if noted
        else _("No complaint or suspicion was recorded.")
    )
    absences = _("The absence log is enclosed.")
    blocks: tuple[Block, ...] = (
        Fields((*_event_fields(ctx), (_("System"), words.label(words.system(ctx.settings.system))),
                (_("Players"), len(ctx.tournament.players)), (_("Protection level"), level),
                (_("Anti-cheating arbiter"), ""))),
        Table(columns, rows, grid=True, banded=False, roomy=True),
        Lines(_("Breaches, with the reason"), 2),
        Heading(_("Incidents"), 2),
        Text(known),
        Lines("", 2),
        Ticks((absences, _("The games of norm seekers are in the PGN file."))),
        *later,
        Signatures((_("Chief arbiter"), _("Anti-cheating arbiter"), _("Place"), _("Date"))),
    )  # fmt: skip
    return Document(title, ctx.subtitle, blocks)
