"""From a form's fields to a command's arguments: the fields have the names of the command's parameters.

What each field means is read off the command's signature (`arbitro.desk.commands.parameters`), so a new command needs a
template and nothing here. Django's own forms would describe every command a second time. A field `args` with JSON is
taken as it is, for buttons. A tick box stands behind a hidden field of its name, so that not ticked is said too.

Also here: a prize plan from two or three fields, which is what most opens need.
"""

from __future__ import annotations

import json
import re
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from arbitro.desk.commands import Parameter, Takes, parameters, player_parameters
from arbitro.errors import FileError, Refused
from arbitro.records import loads

ENTRANT_FIELDS = (
    "half_byes_allowed",
    "family",
    "note",
    "flag",
    "fixed_board",
)  # what `edit-player` takes beside the player's own data
LONGEST = 2000  # letters of a text
SHARING = ("hort", "equal", "tiebreak")
NUMBERS = (Takes.NUMBER, Takes.PLAYER, Takes.TEAM)


def arguments(command: str, post: QueryDict) -> dict[str, Any]:
    """The arguments of a command; a field that cannot be read is named."""
    if "args" in post:
        try:
            args = loads(post.get("args", ""))
        except FileError:
            args = None
        if not isinstance(args, dict):
            raise Refused(_("The form was damaged on the way; go back and try again."))
        return args
    taken = parameters(command)
    return {p.name: _value(p, post) for p in taken if p.required or _said(p, post)}


def _said(parameter: Parameter, post: QueryDict) -> bool:
    if parameter.kind is Takes.PLAYER_DATA:
        return True
    if parameter.name == "entrant_fields":
        return bool({*ENTRANT_FIELDS} & set(post))
    if parameter.many or parameter.name not in post:
        return parameter.name in post
    usual = parameter.kind in NUMBERS or (parameter.default and not parameter.optional)
    return not (usual and not post.get(parameter.name, "").strip())  # an empty field leaves what is usual


def _value(parameter: Parameter, post: QueryDict) -> Any:
    name = parameter.name
    match parameter.kind:
        case Takes.PLAYER_DATA:
            return [player(post)] if parameter.many else player(post, changes=True)
        case Takes.SETTINGS if name == "values":  # a field `value-N` for each pairing number
            given = {key.removeprefix("value-"): post.get(key, "").strip() for key in post if key.startswith("value-")}
            return {key: int(text) if re.fullmatch("[0-9]{1,9}", text) else text for key, text in given.items() if text}
        case Takes.SETTINGS:
            said = {field: _flag_or_text(post.get(field, "")) for field in ENTRANT_FIELDS if field in post}
            return said | ({"fixed_board": _board(post)} if "fixed_board" in post else {})
        case Takes.FLAG:
            return post.get(name) == "on"
        case Takes.CHOICE:
            return post.get(name, "") or (None if parameter.optional else "")
        case Takes.PLAYER if parameter.many and name != "boards":  # an empty board is said, an empty choice is not
            return [int(text) for text in post.getlist(name) if text.isdecimal() and len(text) <= 9]
        case Takes.PLAYER if parameter.many:
            return [int(text) if text.isdecimal() and len(text) <= 9 else None for text in post.getlist(name)]
        case kind if kind in NUMBERS:
            return number(post, name)
    text = post.get(name, "").strip()[:LONGEST]
    return [part.strip() for part in text.split(",") if part.strip()] if parameter.many else text


def _board(post: QueryDict) -> int:
    return number(post, "fixed_board") if post.get("fixed_board", "").strip() else 0


def _flag_or_text(text: str) -> bool | str:
    return text == "on" if text in ("on", "off") else text


def number(post: QueryDict, name: str) -> int:
    """A whole number from a field."""
    text = post.get(name, "").strip()
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        names = {
            "rating": _("rating"),
            "national_rating": _("national rating"),
            "round": _("round"),
            "board": _("board"),
            "team": _("team"),
            "appeals_deadline_min": _("time for appeals"),
        }
        raise Refused(_("{field}: {text} is not a number.").format(field=names.get(name, name), text=text or "–"))
    return int(text)


def player(post: QueryDict, *, changes: bool = False) -> dict[str, Any]:
    """A player's fields; empty ones are left out, or say that something is to be emptied (`changes`)."""
    fields: dict[str, Any] = {}
    for p in player_parameters():
        text = post.get(p.name, "").strip()
        if text:
            fields[p.name] = number(post, p.name) if p.kind is Takes.NUMBER else text
        elif changes and p.name in post and not p.required:
            fields[p.name] = p.default
    return fields


def amounts(text: str) -> list[str]:
    """Amounts as people write them: `500, 300, 200` or `500 300 200`."""
    written = [part for part in re.split(r"[;,\s]+", text.strip()) if part]
    for part in written:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,2})?", part, re.ASCII):
            raise Refused(_("{text} is not an amount.").format(text=part))
    return written


def quick_plan(post: QueryDict) -> str:
    """A prize plan as TOML from the fields prize_amounts, _women, _currency and _sharing; empty without an amount."""
    lists = [(_("General"), "", "prize_amounts"), (_("Women"), 'who = ["women"]\n', "prize_women")]
    plan = "".join(
        f"\n[[list]]\nname = {json.dumps(name)}\n{who}prizes = [{', '.join(money)}]\n"
        for name, who, field in lists
        if (money := amounts(post.get(field, "")))
    )
    sharing = post.get("prize_sharing", "")
    head = (
        f"currency = {json.dumps(post.get('prize_currency', '').strip()[:8])}\n"
        f"sharing = {json.dumps(sharing if sharing in SHARING else SHARING[0])}\n"
        "one_prize_per_player = true\n"
    )
    return head + plan if plan else ""
