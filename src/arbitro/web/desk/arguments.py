"""From a form's fields to a command's arguments. A field `args` with JSON is taken as it is, for buttons."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from arbitro.errors import Refused

PLAYER_TEXTS = ("name", "federation", "fide_id", "birth", "club", "sex", "title", "national_id")
PLAYER_NUMBERS = ("rating", "national_rating", "k")


def arguments(command: str, post: QueryDict) -> dict[str, Any]:
    """The arguments of a command; a field that cannot be read is named."""
    if "args" in post:
        try:
            args = json.loads(post["args"])
        except ValueError as error:
            raise Refused(_("The form was damaged on the way; go back and try again.")) from error
        if not isinstance(args, dict):
            raise Refused(_("The form was damaged on the way; go back and try again."))
        return args
    reader = READERS.get(command)
    return reader(post) if reader else {}


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


def ids(post: QueryDict, name: str) -> list[int]:
    """The whole numbers of a field that may be there several times."""
    return [int(v) for v in post.getlist(name) if v.isdecimal() and len(v) <= 9]


def optional(post: QueryDict, name: str) -> int | None:
    return number(post, name) if post.get(name, "").strip() else None


def player(post: QueryDict) -> dict[str, Any]:
    """A player's fields; empty ones are left out."""
    fields: dict[str, Any] = {name: post[name].strip() for name in PLAYER_TEXTS if post.get(name, "").strip()}
    for name in PLAYER_NUMBERS:
        if post.get(name, "").strip():
            fields[name] = number(post, name)
    return fields


def _enter(post: QueryDict) -> dict[str, Any]:
    return {"players": [player(post)], "present": post.get("present") == "on"}


def _edit(post: QueryDict) -> dict[str, Any]:
    fields = player(post)
    for name in PLAYER_TEXTS:
        if name in post and name not in fields and name != "name":
            fields[name] = ""
    for name in PLAYER_NUMBERS:
        if name in post and name not in fields:
            fields[name] = 0 if name != "k" else None
    entrant = {
        "half_byes_allowed": post.get("half_byes_allowed") == "on",
        "family": post.get("family", ""),
        "note": post.get("note", ""),
    }
    return {"id": number(post, "id"), "player": fields, "entrant_fields": entrant}


def _check_in(post: QueryDict) -> dict[str, Any]:
    return {"ids": ids(post, "id"), "present": post.get("present") != "no"}


def _bye(post: QueryDict) -> dict[str, Any]:
    return {"id": number(post, "id"), "round": number(post, "round"), "outcome": post.get("outcome") or None}


def _id(post: QueryDict) -> dict[str, Any]:
    return {"id": number(post, "id")}


def _result(post: QueryDict) -> dict[str, Any]:
    args: dict[str, Any] = {"board": number(post, "board"), "result": post.get("result", "")}
    if post.get("round"):
        args["round"] = number(post, "round")
    if post.get("everywhere") == "on":
        args["everywhere"] = True
    return args


def _swap(post: QueryDict) -> dict[str, Any]:
    return {
        "board": number(post, "board"),
        "round": number(post, "round"),
        "everywhere": post.get("everywhere") == "on",
    }


def _remark(post: QueryDict) -> dict[str, Any]:
    return {"about": post.get("about", "")[:200], "text": post.get("text", "").strip()[:500]}


def _lots(post: QueryDict) -> dict[str, Any]:
    return {"sentence": post.get("sentence", ""), "what": post.get("what") or "colour"}


def _incident(post: QueryDict) -> dict[str, Any]:
    return {
        "id": optional(post, "id"),
        "text": post.get("text", "")[:2000],
        "kind": post.get("kind") or "other",
        "round": optional(post, "round"),
        "board": optional(post, "board"),
        "ruling": post.get("ruling", "")[:2000],
        "articles": [a.strip() for a in post.get("articles", "").split(",") if a.strip()],
        "open": post.get("settled") != "on",
    }


def _team(post: QueryDict) -> dict[str, Any]:
    return {
        "name": post.get("name", ""),
        "members": ids(post, "member"),
        "id": optional(post, "id"),
        "captain": post.get("captain", ""),
        "federation": post.get("federation", ""),
    }


def _line_up(post: QueryDict) -> dict[str, Any]:
    return {
        "team": number(post, "team"),
        "boards": [int(v) if v.isdecimal() and len(v) <= 9 else None for v in post.getlist("board")],
    }


def _team_id(post: QueryDict) -> dict[str, Any]:
    return {"team": number(post, "team")}


def _team_bye(post: QueryDict) -> dict[str, Any]:
    return {**_team_id(post), "round": number(post, "round"), "outcome": post.get("outcome") or None}


def _tick(post: QueryDict) -> dict[str, Any]:
    return {"item": post.get("item", ""), "done": post.get("done") == "on"}


READERS: dict[str, Callable[[QueryDict], dict[str, Any]]] = {
    "enter": _enter,
    "edit-player": _edit,
    "check-in": _check_in,
    "bye": _bye,
    "withdraw": _id,
    "exclude": _id,
    "return": _id,
    "result": _result,
    "swap-colours": _swap,
    "remark": _remark,
    "lots": _lots,
    "incident": _incident,
    "team": _team,
    "team-remove": _team_id,
    "team-withdraw": _team_id,
    "team-return": _team_id,
    "team-bye": _team_bye,
    "line-up": _line_up,
    "tick": _tick,
}
