"""A journal entry in words: what a desk is told about the decisions of another, and what the journal shows."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.desk.commands.adjustments import round_words
from arbitro.desk.commands.results import sign_of
from arbitro.desk.entry import Entry
from arbitro.desk.state import Board, State
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.laws.board import start_board
from arbitro.laws.procedures import procedures
from arbitro.model import Outcome, Points, signed
from arbitro.officials.checklists import checklist

_ = gettext_for("desk")
ngettext_ = ngettext_for("desk")

FEATURES = {"rated", "titles", "swiss", "team"}  # every item of every checklist


def start_array(state: State, round: int) -> str:
    """The start position of a round of Chess960, by its number and first row; nothing elsewhere."""
    number = state.start_position(round)
    if number is None:
        return ""
    board = start_board(str(number))
    return f"Chess960 {number}: {board.board_fen().rpartition('/')[2]}" if board else ""


def describe(entry: Entry, state: State) -> str:
    """One entry as a sentence without a full stop. `state` knows the names; a newer one will do."""
    p = entry.payload
    round = p.get("round")
    match entry.kind:
        case "create":
            return _("Tournament created")
        case "configure":
            return _("Settings changed: {names}").format(names=", ".join(map(setting_name, p["changes"])))
        case "enter":
            return _("Entered: {names}").format(names=_some(row["player"]["name"] for row in p["players"]))
        case "edit-player":
            return _("Data of {name} corrected").format(name=_name(state, p["id"]))
        case "remove":
            return _("Entries removed: {n}").format(n=len(p["ids"]))
        case "check-in":
            text = _("Present: {names}") if p["present"] else _("Not present: {names}")
            return text.format(names=_some(_name(state, id) for id in p["ids"]))
        case "bye" | "team-bye":
            who = _name(state, p["id"]) if "id" in p else _team(state, p["team"])
            given = p["outcome"] is not None
            text = _("{name}: bye in round {round}") if given else _("{name}: bye in round {round} cancelled")
            return text.format(name=who, round=round)
        case "withdraw" | "team-withdraw":
            who = _name(state, p["id"]) if "id" in p else _team(state, p["team"])
            return (_("{name} expelled") if p.get("excluded") else _("{name} withdrawn")).format(name=who)
        case "return" | "team-return":
            return _("{name} reinstated").format(name=_name(state, p["id"]) if "id" in p else _team(state, p["team"]))
        case "ratings":
            return _("Ratings from round {round} on: {n}").format(round=round, n=len(p["ratings"]))
        case "ranks":
            return _("Places by hand: {names}").format(names=_some(_name(state, int(id)) for id in p["ranks"]))
        case "tie-values":
            return _("Tie-break computed elsewhere: {name}").format(name=p["name"])
        case "number":
            return _("Start list created")
        case "lots":
            return _("Lots drawn")
        case "keep-apart":
            return _("Forbidden pairs changed")
        case "team":
            return _("Team {name}").format(name=p["team"]["name"])
        case "team-remove":
            return _("Team {name} removed").format(name=_team(state, p["team"]))
        case "points" | "team-points":
            who = _name(state, p["id"]) if "id" in p else _team(state, p["team"])
            added = (p[key] for key in ("points", "match_points", "game_points") if p.get(key))
            text = _("Points of {name}: {points} ({round})")
            return text.format(name=who, points=", ".join(map(signed, added)), round=round_words(p["round"]))
        case "line-up":
            return _("Line-up of {name} for round {round}").format(name=_team(state, p["team"]), round=round)
        case "pair":
            return _("Round {round} paired").format(round=round)
        case "pair-all":
            return _("All rounds paired")
        case "unpair":
            return _("Pairing of round {round} discarded").format(round=round)
        case "override":
            return _("Round {round} changed by hand").format(round=round)
        case "manual":
            text = _("Round {round}: pairing by hand started") if p["on"] else _("Round {round}: pairing by hand ended")
            return text.format(round=round)
        case "publish":
            return _("Round {round} published").format(round=round)
        case "close-round":
            return _("Round {round} closed").format(round=round)
        case "result":
            return _("Round {r}, board {b}: {result}").format(
                r=round, b=_board(state, round, p["board"]), result=_sign(entry) or "–"
            )
        case "report":
            text = _("Round {r}, board {b}: {name} reports {result}")
            text = _("Round {r}, board {b}: {result}, confirmed by both") if "entered" in p else text
            return text.format(
                r=round, b=_board(state, round, p["board"]), name=_name(state, p["id"]), result=p["result"]
            )
        case "decide":
            winner, loser = (_in_bracket(state, p[side]) for side in ("winner", "loser"))
            return _("Match {winner} - {loser}: {winner} goes on").format(winner=winner, loser=loser)
        case "challenge":
            return _("{a} challenges {b}").format(a=_name(state, p["challenger"]), b=_name(state, p["opponent"]))
        case "challenge-games":
            scores = " ".join({"L": "1-0", "D": "½-½", "H": "0-1"}[game] for game in p["games"])
            names = {"a": _name(state, p["challenger"]), "b": _name(state, p["opponent"])}
            return _("Challenge {a} - {b}: {games}").format(**names, games=scores)
        case "incident" if p.get("confidential"):
            return _("Confidential record")
        case "incident":
            return _("Incident: {text}").format(text=p["text"][:60])
        case "ruling":
            told = p["rulings"]
            if told[0]["incident"].get("kind") == "appeal":
                first = told[0]["incident"]
                text = _("Round {r}, board {b}: {text}")
                return text.format(r=first["round"], b=first["board"] or "–", text=first["ruling"][:120])
            if len(told) > 1:
                sentence = ngettext_("Round {r}: {n} forfeit", "Round {r}: {n} forfeits", len(told))
                return sentence.format(r=told[0]["incident"]["round"], n=len(told))
            first = told[0]["incident"]
            if first.get("confidential"):
                return _("Confidential record")
            b = _board(state, first["round"], first["board"])
            text = _("Round {r}, board {b}: {text}").format(r=first["round"], b=b, text=first["text"][:60])
            return f"{text}. {first['result']}" if first.get("result") else text
        case "hall":
            if p.get("checks"):
                return _("Round {round}: clocks read").format(round=round)
            if p.get("arrivals"):
                return _("Round {round}: at the board, or not: {names}").format(
                    round=round, names=_some(_name(state, int(id)) for id in p["arrivals"])
                )
            return _("Round {round}: supervision and start").format(round=round)
        case "game":
            rows = p["games"]
            if len(rows) > 1:
                return ngettext_("Moves of {n} game", "Moves of {n} games", len(rows)).format(n=len(rows))
            r, b = rows[0]["round"], rows[0]["board"]
            return _("Round {r}, board {b}: moves of the game").format(r=r, b=_board(state, r, b))
        case "game-remove":
            r, b, _leg = p["games"][0]
            return _("Round {r}, board {b}: moves removed").format(r=r, b=_board(state, r, b))
        case "tick":
            return _("Checklist: {item}").format(item=_item(p["item"]))
        case "undo":
            return _("Entry {n} undone").format(n=p["target"])
        case "leave-fide-mode":
            return _("FIDE mode left")
        case "accept-damage":
            return _("The journal goes on although entry {n} is damaged").format(n=p["entry"])
        case "close-event":
            return _("Tournament closed")
        case "reopen-event":
            return _("Tournament reopened")
        case "remark":
            return ": ".join(part for part in (p["about"], p["text"]) if part)
    return entry.kind


def _some(names: Iterable[str]) -> str:
    """The first names, and how many more there are."""
    known = list(names)
    more = len(known) - 3
    return "; ".join(known[:3]) + (f" (+{more})" if more > 0 else "")


def _name(state: State, id: int) -> str:
    return state.entrants[id].name if id in state.entrants else f"id:{id}"


def _team(state: State, id: int) -> str:
    return state.teams[id].name if id in state.teams else f"#{id}"


def _in_bracket(state: State, number: int) -> str:
    """A player or a team by the number that a bracket has."""
    ids = {n: id for id, n in state.numbers.items()}
    return _team(state, number) if state.settings.team_boards else _name(state, ids.get(number, 0))


def _sign(entry: Entry) -> str:
    awarded = entry.payload.get("points")
    points = (Points(awarded[0]), Points(awarded[1])) if awarded else None
    white, black = (Outcome[entry.payload[side]] for side in ("white", "black"))
    return sign_of(Board(0, 0, white, black, points=points))


def setting_name(name: str) -> str:
    """A setting as people call it."""
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
        "options": _("pairing options"),
        "plan": _("format"),
        "line_up_minutes": _("time for line-ups"),
        "board_colours": _("colours of the boards"),
        "board_order": _("board order"),
        "half_bye_last_round": _("last round for half-point byes"),
        "late_points": _("points for missed rounds"),
        "start_order": _("order of the start list"),
        "website": _("website"),
        "round_times": _("times of the rounds"),
        "time_zone": _("time zone"),
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
        "team_type": _("colour preferences of teams"),
        "team_primary": _("score that pairs and ranks teams"),
        "players_may": _("what players may do by their links"),
        "entry": _("entry form"),
        "result_keys": _("keys of results"),
        "variant": _("variant"),
        "unrated": _("what unrated players count as"),
        "equal_order": _("order of equals"),
        "long_event": _("long event"),
        "round_ratings": _("ratings of each round"),
        "rating_lists": _("lists of ratings"),
        "check_ratings": _("check of ratings"),
        "public": _("who may see it"),
        "language": _("language"),
    }
    return names.get(name, name)


def _board(state: State, r: int | None, b: int | None) -> str:
    """A board as people name it, 2.3 in a match of teams; its number where the round is there no more."""
    if r is None or b is None or not 1 <= r <= len(state.rounds) or b not in state.round(r).boards:
        return str(b or "–")
    return state.round(r).label(b)


def _item(id: str) -> str:
    """An item of a checklist in words; those of a round begin with its number."""
    if id.startswith("board:") and id.count(":") == 4:
        _word, r, b, name, step = id.split(":")
        known = procedures().get(name)
        text = next((s.text for s in known.steps if s.id == step), step) if known else step
        return _("Round {r}, board {b}: {text}").format(r=r, b=b, text=text)
    round, _colon, key = id.rpartition(":")
    text = next((item.text for item in checklist(None, FEATURES) if item.key == key), key)
    return _("{item} (round {n})").format(item=text, n=round) if round else text
