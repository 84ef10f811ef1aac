"""Systems, lists and time controls in words, for forms and regulations."""

from __future__ import annotations

from fractions import Fraction

from arbitro.i18n import gettext_for
from arbitro.model import RatingList, System
from arbitro.model.time_text import parse as parse_time
from arbitro.papers.context import Context

_ = gettext_for("papers")


def list_name(ctx: Context, rating_list: RatingList) -> str:
    """Standard, rapid or blitz."""
    return {RatingList.STANDARD: _("standard"), RatingList.RAPID: _("rapid"), RatingList.BLITZ: _("blitz")}[rating_list]


def system_name(ctx: Context) -> str:
    """The pairing system in words."""
    return {
        System.DUTCH: _("FIDE (Dutch) Swiss system, C.04.3"),
        System.DUBOV: _("Dubov Swiss system, C.04.4.1"),
        System.BURSTEIN: _("Burstein Swiss system, C.04.4.2"),
        System.LIM: _("Lim Swiss system, C.04.4.3"),
        System.TEAM: _("Swiss system for teams"),
        System.DOUBLE: _("Swiss system with two games a round"),
        System.CLUB: _("club Swiss system"),
        System.ROUND_ROBIN: _("round robin (Berger tables)"),
        System.DOUBLE_ROUND_ROBIN: _("double round robin (Berger tables)"),
        System.KNOCKOUT: _("knock-out"),
        System.MATCH: _("match"),
        System.SCHEVENINGEN: _("Scheveningen system"),
        System.SEMI_SCHEVENINGEN: _("Semi-Scheveningen system"),
        System.SCHILLER: _("Schiller system"),
        System.SKALITZKA: _("Skalitzka system"),
        System.HILTON: _("Hilton system"),
        System.OTHER: _("other"),
    }[ctx.settings.system]


def control_in_words(ctx: Context) -> str:
    """`5400+30` as people read it."""
    control = parse_time(ctx.settings.time_control)
    if control is None:
        return ctx.settings.time_control
    parts = []
    for stage in control.periods:
        minutes = Fraction(stage.seconds, 60)
        shown = str(minutes) if minutes.denominator == 1 else f"{float(minutes):.1f}"
        if stage.moves:
            text = _("{minutes} minutes for {moves} moves").format(minutes=shown, moves=stage.moves)
        else:
            text = _("{minutes} minutes").format(minutes=shown)
        if stage.increment:
            text += _(" with {n} seconds added for each move").format(n=stage.increment)
        parts.append(text)
    return _(", then ").join(parts)
