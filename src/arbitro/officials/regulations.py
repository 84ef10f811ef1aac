"""What published regulations must, should and may state, and what applies where they are silent.

    source                     what
    Rules Commission guide     FIELDS               ten fields of three levels, with their defaults
    C.05                       check_regulations    tie-breaks, byes, line-ups, smoking, dress, media, rating notice
    C.05 12                    INVITATION           24 items of an invitation

An announcement at the start of a round does not repair an omission. Not here: figures (`timing`, `equipment`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from arbitro.i18n import gettext_for
from arbitro.model import RatingList
from arbitro.officials.checks import N_, Level, Requirement

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

    def row(rule: str, article: str, level: Level, text: str, value: object, default: str) -> None:
        found = _said(value) if value is not None else _("not stated; {default} applies").format(default=default)
        met = value is not None or (None if level is Level.COULD else False)
        rows.append(Requirement(rule, article, text, found, _("stated"), met, level, "regulations"))

    must, should, could = Level.MUST, Level.SHOULD, Level.COULD
    nothing = _("nothing applies")
    row("ORG-1.1", "Laws 6.7.1", must, _("default time in minutes"), rules.default_time_min, "0")
    if tempo in (RatingList.RAPID, RatingList.BLITZ):
        article = "Laws A.3-A.4" if tempo is RatingList.RAPID else "Laws B.3-B.4"
        row("ORG-1.2", article, must, _("supervision of rapid or blitz games"), rules.supervision, nothing)
    if not increment and tempo in (RatingList.STANDARD, RatingList.RAPID):
        text = _("quickplay finish (Guidelines III) in force")
        row("ORG-1.3a", "Laws III.2.1", must, text, rules.quickplay, _("no"))
        if rules.quickplay:
            text = _("what a player with less than two minutes may ask for")
            row("ORG-1.3b", "Laws III.4-III.5", must, text, rules.quickplay_procedure, nothing)
    row("ORG-2.1", "Laws 9.1.1", should, _("restriction of draw offers"), rules.draw_restriction,
        _("a draw may be agreed once both have moved"))  # fmt: skip
    row("ORG-2.2", "Laws 11.3.2.1", should, _("electronic device in a bag"), rules.device_in_bag, _("forbidden"))
    row("ORG-3.1", "Laws 10.1", could, _("points"), rules.points, "1, ½, 0")
    row("ORG-3.2", "Laws 11.2.4", could, _("leaving the playing area"), rules.leaving_area, _("no duty to tell"))
    row("ORG-3.3", "Laws 11.10", could, _("appeal after signing the scoresheet"), rules.appeal_after_signing,
        _("allowed"))  # fmt: skip
    row("ORG-3.4", "Laws I.11", could, _("adjourned games"), rules.adjournment, _("the Guidelines decide"))
    row("GR-pairing", "C.05 5", must, _("pairing system"), rules.pairing_system, nothing)
    row("GR-tiebreaks", "C.07", must, _("tie-breaks in their order"), rules.tie_breaks, nothing)
    row("GR-6.7.4", "C.05 6.7.4", should, _("half-point byes"), rules.half_point_byes, _("none"))
    if rated:
        row("RTG-9.2", "B.02 9.2", must, _("the event will be rated"), rules.rated_notice, nothing)
    row("GR-4.1", "C.05 4.1", should, _("smoking"), rules.smoking, _("outside the playing room"))
    row("GR-9.2", "C.05 9.2", should, _("dress"), rules.dress, _("proper dress"))
    row("GR-11", "C.05 11", could, _("photographs and media"), rules.media, _("flash in the first minutes only"))
    row("GR-pairing.restricted", "C.05 6", could, _("restricted pairings"), rules.restricted_pairings, _("none"))
    if team:
        row("GR-7.1", "C.05 7.1", must, _("time for line-ups"), rules.line_up_time, nothing)
        row("LINE-1", "C.05 7", must, _("board order"), rules.board_order, _("fixed before round 1"))
        text = _("captain's advice on draws")
        advice = rules.draw_advice_by_captain
        found = _("not stated; {default} applies").format(default=_("forbidden")) if advice is None else _said(advice)
        rows.append(Requirement("CAP-3.2.5", "C.10 3.2.5", text, found, _("no"), None if advice is None else not advice,
                                should, "regulations"))  # fmt: skip
    return rows


def _said(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


INVITATION: tuple[tuple[str, str], ...] = (
    ("dates", N_("dates and place")), ("rules", N_("reference to the FIDE rules")), ("hotels", N_("hotels")),
    ("programme", N_("programme")), ("time_control", N_("time control and clocks")),
    ("pairing", N_("pairing system and tie-breaks")), ("default_time", N_("default time")),
    ("draws", N_("restrictions of draws")), ("rapid_articles", N_("rapid or blitz: articles in force")),
    ("finances", N_("financial conditions")), ("prizes", N_("entry fee and prizes")), ("visas", N_("visas")),
    ("transport", N_("access and transport")), ("participants", N_("expected participants and chief arbiter")),
    ("contacts", N_("site, contacts and chief organiser")), ("duties", N_("duties to media, public and sponsors")),
    ("dress", N_("dress code")), ("smoking", N_("smoking")), ("security", N_("security")),
    ("medical", N_("medical notes and vaccinations")), ("tourism", N_("tourism and internet")),
    ("reply_by", N_("date of reply")), ("reply_needs", N_("reply: medical conditions, diet, religion")),
    ("reply_disability", N_("reply: measures for a disability")),
)  # fmt: skip


def check_invitation(stated: Mapping[str, bool], *, official: bool) -> list[Requirement]:
    """C.05 12: the items of an invitation; obligatory at level 1, adapted elsewhere."""
    level = Level.MUST if official else Level.SHOULD
    return [
        Requirement(f"INV-2.{n}", "C.05 12.2", _(text), _said(bool(stated.get(key))), _("stated"),
                    bool(stated.get(key)), level, "invitation")
        for n, (key, text) in enumerate(INVITATION, 1)
    ]  # fmt: skip
