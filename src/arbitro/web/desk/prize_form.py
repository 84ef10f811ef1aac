"""A prize plan by form: one row of fields for each list; the file (TOML) stays the form in which it is kept.

What the form does not ask about (deductions, guarantees, the unit) stays as the plan had it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arbitro.errors import ArbitroError
from arbitro.prizes import PrizeList, PrizePlan, Sharing, money, parse_plan, write_plan
from arbitro.web.desk.forms import LONGEST, SHARING, amounts
from arbitro.words import label

KINDS = {  # how the circle of a list is written; {} is the value of the field beside it
    "": gettext_noop("everyone"),
    "women": gettext_noop("women"),
    "unrated": gettext_noop("unrated"),
    "U{}": gettext_noop("up to an age"),
    "S{}": gettext_noop("from an age"),
    "R{}": gettext_noop("rating band"),
    "club:{}": gettext_noop("club"),
    "fed:{}": gettext_noop("federation"),
    "title:{}": gettext_noop("title"),
    "surprise": gettext_noop("most points over the expected ones"),
    "{}": gettext_noop("several categories"),
}
SPARE = 2  # empty rows


def kinds() -> list[tuple[str, str]]:
    return [(kind, _(name)) for kind, name in KINDS.items()]


def old_plan(text: str) -> PrizePlan:
    try:
        return parse_plan(text) if text.strip() else PrizePlan(())
    except ArbitroError:
        return PrizePlan(())


def rows(plan: PrizePlan) -> list[dict[str, Any]]:
    """The lists of a plan as the fields show them, and empty rows below."""
    found = []
    for one in plan.lists:
        kind, value = _circle(one)
        written = ", ".join(money(prize) for prize in one.prizes)
        trophies = ", ".join(one.trophies)
        found.append({"list": one, "kind": kind, "value": value, "amounts": written, "trophies": trophies})
    return found + [{"kind": "", "value": ""} for _row in range(SPARE)]


FIELDS = ("list_name", "list_kind", "list_value", "list_amounts", "list_sharing", "list_trophies")


def typed(post: QueryDict) -> list[dict[str, Any]]:
    """The rows as they were typed, for a form that is refused."""
    found = []
    for name, kind, value, sums, sharing, trophies in zip(*(post.getlist(f) for f in FIELDS), strict=False):
        one = PrizeList(name, sharing=Sharing(sharing if sharing in SHARING else SHARING[0]))
        found.append({"list": one, "kind": kind, "value": value, "amounts": sums, "trophies": trophies})
    return found


def _circle(one: PrizeList) -> tuple[str, str]:
    if one.by_surprise:
        return "surprise", ", ".join(one.who)
    if len(one.who) != 1:
        return ("{}", ", ".join(one.who)) if one.who else ("", "")
    for kind in KINDS:
        pattern = re.escape(kind).replace(r"\{\}", "(.+)")
        if kind not in ("", "{}") and (match := re.fullmatch(pattern, one.who[0])):
            return kind, match[1] if match.groups() else ""
    return "{}", one.who[0]


def from_form(post: QueryDict, before: str) -> str:
    """The text of the plan that the fields say; lists without a name and prizes are left out."""
    plan = old_plan(before)
    lists = []
    for k, (name, kind, value, sums, sharing, trophies) in enumerate(
        zip(*(post.getlist(field) for field in FIELDS), strict=False)
    ):
        if not sums.strip() and not trophies.strip():
            continue
        old = plan.lists[k] if k < len(plan.lists) else PrizeList("")
        who = [part.strip() for part in kind.replace("{}", value.strip()).split(",") if part.strip()]
        if kind == "surprise":
            who = [part.strip() for part in value.split(",") if part.strip()]
        lists.append(
            replace(
                old,
                name=name.strip()[:LONGEST] or (label(_(KINDS[kind])) if kind in KINDS and kind else _("General")),
                who=tuple(who),
                prizes=tuple(Fraction(part) for part in amounts(sums)),
                sharing=Sharing(sharing if sharing in SHARING else SHARING[0]),
                trophies=tuple(part.strip() for part in trophies.split(",") if part.strip()),
                by_surprise=kind == "surprise",
            )
        )
    changed = replace(
        plan,
        lists=tuple(lists),
        currency=post.get("currency", "").strip()[:8],
        one_prize_per_player=post.get("one_prize") == "on",
        hold=post.get("hold") == "on",
    )
    return write_plan(changed) if lists else ""
