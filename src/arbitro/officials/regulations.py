"""What published regulations must, should and may state, and what applies where they are silent.

    source                     what
    Rules Commission guide     FIELDS               ten fields of three levels, with their defaults
    C.05                       check_regulations    tie-breaks, byes, line-ups, smoking, dress, media, rating notice
    C.05 12                    check_invitation     24 items of an invitation

An announcement at the start of a round does not repair an omission. Not here: figures (`timing`, `equipment`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from arbitro.i18n import gettext_for
from arbitro.model import RatingList
from arbitro.officials.checks import Binding, Requirement, need, said
from arbitro.texts import table

_ = gettext_for("officials")


class Supervision(StrEnum):
    """Rapid and blitz: the whole event under the competition rules (A.3, B.3) or with the exceptions (A.4, B.4)."""

    COMPETITION_RULES = "competition rules"
    EXCEPTIONS = "exceptions"


class Quickplay(StrEnum):
    """Guidelines III: what a player with less than two minutes may ask for."""

    INCREMENT = "III.4"
    CLAIM = "III.5"


@dataclass(frozen=True, slots=True)
class Regulations:
    """What the regulations say. None or empty: nothing."""

    default_time_min: int | None = None
    supervision: Supervision | None = None
    quickplay: bool | None = None
    quickplay_procedure: Quickplay | None = None
    draw_restriction: str | None = None
    device_in_bag: bool | None = None
    points: str | None = None
    leaving_area: bool | None = None
    appeal_after_signing: bool | None = None
    adjournment: str | None = None
    tie_breaks: tuple[str, ...] | None = None
    pairing_system: str | None = None
    half_point_byes: str | None = None
    rated_notice: bool | None = None
    smoking: str | None = None
    dress: str | None = None
    media: str | None = None
    restricted_pairings: str | None = None
    line_up_time: str | None = None
    board_order: str | None = None
    draw_advice_by_captain: bool | None = None


def check_regulations(
    rules: Regulations, *, tempo: RatingList | None, increment: bool, team: bool, rated: bool
) -> list[Requirement]:
    """Every field with what applies if it is empty; an empty "must" is not met."""
    rows: list[Requirement] = []

    def row(key: str, value: object, default: str) -> None:
        level = Binding(table("requirements")[key].get("level", "must"))
        silent = _("not stated; by default: {default}").format(default=default) if default else _("not stated")
        found = _said(value) if value is not None else silent
        met = value is not None or (None if level is Binding.COULD else False)
        rows.append(need(key, found, _("stated"), met))

    nothing = ""
    row("ORG-1.1", rules.default_time_min, "0")
    if tempo in (RatingList.RAPID, RatingList.BLITZ):
        row(f"ORG-1.2 {tempo.value}", rules.supervision, nothing)
    if not increment and tempo in (RatingList.STANDARD, RatingList.RAPID):
        row("ORG-1.3a", rules.quickplay, _("no"))
        if rules.quickplay:
            row("ORG-1.3b", rules.quickplay_procedure, nothing)
    row("ORG-2.1", rules.draw_restriction, _("a draw may be agreed once both have moved"))
    row("ORG-2.2", rules.device_in_bag, _("forbidden"))
    row("ORG-3.1", rules.points, "1, ½, 0")
    row("ORG-3.2", rules.leaving_area, _("no duty to tell"))
    row("ORG-3.3", rules.appeal_after_signing, _("allowed"))
    row("ORG-3.4", rules.adjournment, _("the Guidelines decide"))
    row("GR-pairing", rules.pairing_system, nothing)
    row("GR-tiebreaks", rules.tie_breaks, nothing)
    row("GR-6.7.4", rules.half_point_byes, _("none"))
    if rated:
        row("RTG-9.2", rules.rated_notice, nothing)
    row("GR-4.1", rules.smoking, _("outside the playing room"))
    row("GR-9.2", rules.dress, _("proper dress"))
    row("GR-11", rules.media, _("flash in the first minutes only"))
    row("GR-pairing.restricted", rules.restricted_pairings, _("none"))
    if team:
        row("GR-7.1", rules.line_up_time, nothing)
        row("LINE-1", rules.board_order, _("fixed before round 1"))
        advice = rules.draw_advice_by_captain
        found = _("not stated; by default: {default}").format(default=_("forbidden")) if advice is None else advice
        rows.append(need("CAP-3.2.5", found, False, None if advice is None else not advice))
    return rows


def _said(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else said(value)


def check_invitation(stated: Mapping[str, bool], *, official: bool) -> list[Requirement]:
    """C.05 12: the items of an invitation; obligatory at level 1, adapted elsewhere."""
    level = Binding.MUST if official else Binding.SHOULD
    given = {key for key, value in stated.items() if value}
    return [
        Requirement(
            f"INV-2.{n}", "C.05 12.2", _(text), _said(key in given), _("stated"), key in given, level, "invitation"
        )
        for n, (key, text) in enumerate(table("requirements")["invitation"].items(), 1)
    ]
