"""Words for pages: journal entries for the journal page and the undo bar, roles, results, kinds of incidents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from arbitro.desk.commands.results import sign_of
from arbitro.desk.fold import Entry
from arbitro.desk.state import Board, State
from arbitro.model import Outcome, Points
from arbitro.officials.checklists import checklist

FEATURES = {"rated", "titles", "swiss", "team"}  # every item of every checklist


def role_name(role: str) -> str:
    """A role as people say it."""
    names = {
        "owner": _("owner"),
        "chief": _("chief arbiter"),
        "arbiter": _("arbiter"),
        "entry": _("entry desk"),
        "viewer": _("viewer"),
    }
    return names.get(role, role)


def result_name(sign: str) -> str:
    """What a result means, for the page that offers all of them."""
    names = {
        "1-0": _("White wins"),
        "½-½": _("draw"),
        "0-1": _("Black wins"),
        "+/-": _("Black forfeits"),
        "-/+": _("White forfeits"),
        "-/-": _("both forfeit"),
        "0-0": _("both lose"),
        "½-0": _("draw for White, loss for Black"),
        "0-½": _("loss for White, draw for Black"),
        "1-0 unrated": _("White wins, not rated"),
        "½-½ unrated": _("draw, not rated"),
        "0-1 unrated": _("Black wins, not rated"),
        "1-0 adjudicated": _("White wins by adjudication"),
        "½-½ adjudicated": _("draw by adjudication"),
        "0-1 adjudicated": _("Black wins by adjudication"),
        "adjourned": _("adjourned"),
        "": _("no result"),
    }
    return names.get(sign, sign)


def result_sign(sign: str) -> str:
    """A result as a table shows it: the sign, with a word where the sign alone does not tell."""
    first, _blank, rest = sign.partition(" ")
    return f"{first} ({result_name(sign)})" if rest or sign == "adjourned" else sign


def setting_name(name: str) -> str:
    """A setting as the form calls it."""
    names = {
        "name": _("name"),
        "city": _("place"),
        "federation": _("federation"),
        "start": _("first day"),
        "end": _("last day"),
        "system": _("system"),
        "editions": _("rules"),
        "rounds": _("rounds"),
        "scoring": _("points"),
        "tiebreaks": _("tie-breaks"),
        "time_control": _("time control"),
        "rating_list": _("rating list"),
        "acceleration": _("acceleration"),
        "round_times": _("times of the rounds"),
        "default_time": _("default time"),
        "half_byes": _("half-point byes"),
        "chief_arbiter": _("chief arbiter"),
        "deputies": _("arbiters"),
        "organiser": _("organiser"),
        "prizes": _("prizes"),
        "stated": _("regulations"),
        "regulations": _("regulations"),
        "keep_apart": _("who is kept apart"),
        "team_boards": _("boards per team"),
        "team_scoring": _("points of teams"),
        "public": _("who may see it"),
        "language": _("language"),
    }
    return names.get(name, name)


def _item(id: str) -> str:
    """An item of a checklist in words; those of a round begin with its number."""
    round, _colon, key = id.rpartition(":")
    text = next((item.text for item in checklist(None, FEATURES) if item.key == key), key)
    return _("{item} (round {n})").format(item=text, n=round) if round else text


def _points(payload: Mapping[str, Any]) -> tuple[Points, Points] | None:
    """What the two games of a double Swiss match were worth."""
    given = payload.get("points")
    return (Points(given[0]), Points(given[1])) if given else None


def _name(state: State, id: int | None) -> str:
    return state.entrants[id].name if id in state.entrants else "?"


def _team(state: State, id: int) -> str:
    return state.teams[id].name if id in state.teams else "?"


def describe(entry: Entry, state: State) -> str:
    """One entry as a sentence without a full stop."""
    p = entry.payload
    match entry.kind:
        case "create":
            return _("Tournament created")
        case "configure":
            return _("Settings changed: {names}").format(names=", ".join(map(setting_name, p["changes"])))
        case "enter":
            names = [row["player"]["name"] for row in p["players"]]
            if len(names) > 3:
                return _("{n} players entered").format(n=len(names))
            return _("{names} entered").format(names=", ".join(names))
        case "edit-player":
            return _("{name} edited").format(name=_name(state, p["id"]))
        case "remove":
            return _("{n} entries removed").format(n=len(p["ids"]))
        case "check-in":
            names_here = ", ".join(_name(state, id) for id in p["ids"][:3])
            text = _("{names} present") if p["present"] else _("{names} not present")
            return text.format(names=names_here)
        case "bye":
            if p["outcome"] is None:
                return _("{name}: bye in round {round} taken back").format(name=_name(state, p["id"]), round=p["round"])
            return _("{name}: bye in round {round}").format(name=_name(state, p["id"]), round=p["round"])
        case "withdraw":
            text = _("{name} excluded") if p.get("excluded") else _("{name} withdrawn")
            return text.format(name=_name(state, p["id"]))
        case "return":
            return _("{name} is back").format(name=_name(state, p["id"]))
        case "number":
            return _("Start list made")
        case "lots":
            return _("Lots drawn")
        case "pair":
            return _("Round {round} paired").format(round=p["round"])
        case "unpair":
            return _("Pairing of round {round} thrown away").format(round=p["round"])
        case "override":
            return _("Round {round} changed by hand").format(round=p["round"])
        case "manual":
            text = _("Round {round}: pairing by hand started") if p["on"] else _("Round {round}: pairing by hand ended")
            return text.format(round=p["round"])
        case "publish":
            return _("Round {round} published").format(round=p["round"])
        case "close-round":
            return _("Round {round} closed").format(round=p["round"])
        case "result":
            sign = sign_of(Board(0, 0, Outcome[p["white"]], Outcome[p["black"]], points=_points(p)))
            shown = result_sign(sign) if sign else _("no result")
            return _("Round {round}, board {board}: {result}").format(round=p["round"], board=p["board"], result=shown)
        case "team":
            return _("Team {name}").format(name=p["team"]["name"])
        case "team-remove":
            return _("A team taken off the list")
        case "team-withdraw":
            return _("{name} withdrawn").format(name=_team(state, p["team"]))
        case "team-return":
            return _("{name} is back").format(name=_team(state, p["team"]))
        case "team-bye":
            text = (
                _("{name}: bye in round {round} taken back")
                if p["outcome"] is None
                else _("{name}: bye in round {round}")
            )
            return text.format(name=_team(state, p["team"]), round=p["round"])
        case "line-up":
            return _("{name}: line-up for round {round}").format(name=_team(state, p["team"]), round=p["round"])
        case "incident":
            return _("Incident: {text}").format(text=p["text"][:60])
        case "tick":
            return _("Checklist: {item}").format(item=_item(p["item"]))
        case "undo":
            return _("Entry {n} undone").format(n=p["target"])
        case "keep-apart":
            return _("Players kept apart")
        case "leave-fide-mode":
            return _("FIDE mode left")
        case "close-event":
            return _("Tournament closed")
        case "reopen-event":
            return _("Tournament reopened")
        case "remark":
            return p["text"]
    return entry.kind
