"""The hall: one page for a round, with every board's decision desk; it works without network once it is loaded.

What the Laws say is worked out beforehand (`laws.hall.table`) and fetched once; a position or a game is judged here. A
ruling is written by the command `ruling`, which decides again for itself: what the page sends is what was answered.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import chess
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arbitro import words
from arbitro.desk import store
from arbitro.desk.commands.base import round_number
from arbitro.desk.commands.results import Unchanged, sign_of
from arbitro.desk.games import game_of, keys_of_round
from arbitro.desk.hall import (
    clock_corrections,
    conditions,
    deadline,
    facts,
    illegal_moves,
    incidents_at,
    penalties_of,
    ruling_of,
    start_of,
    what_happened,
)
from arbitro.desk.state import Board, Incident, State
from arbitro.errors import ArbitroError, FileError, Refused
from arbitro.games import RecordedGame
from arbitro.laws import ARBITER, Conditions, Supervision, can_mate, explain_verdict, hall
from arbitro.laws.claims import history
from arbitro.laws.notation import write_move, write_moves
from arbitro.laws.procedures import procedures
from arbitro.laws.reference import comments
from arbitro.laws.rulings import Side
from arbitro.laws.rulings.illegal import losing_number
from arbitro.records import loads
from arbitro.web.desk.views.common import Desk, at_desk, done, give
from arbitro.web.diagrams import written


@at_desk
def hall_now(desk: Desk, board: int | None = None) -> HttpResponse:
    """The hall of the running round, or a board of it: where the QR code of its number leads."""
    number = max(1, len(desk.state.rounds))
    return redirect(desk.url("desk-hall-board", number, board) if board else desk.url("desk-hall", number))


@at_desk
def hall_round(desk: Desk, number: int, board: int | None = None) -> HttpResponse:
    """The boards of a round, and the decision desk of one of them."""
    state = desk.state
    round_number(state, number)
    game = conditions(state, number)
    data = page_data(state, number) | {
        "board": board if board in state.round(number).boards else None,
        "tiles": hall.tiles(),
        "urls": {
            "table": desk.url("desk-hall-table", number),
            "games": desk.url("desk-hall-games", number),
            "apply": desk.url("desk-hall-apply", number),
            "ask": desk.url("desk-hall-ask", number),
            "undo": desk.url("desk-undo"),
            "page": desk.url("desk-hall", number),
            "laws": reverse("laws"),
            "worker": reverse("desk-worker"),
            "icons": staticfiles_storage.url("web/icons.svg"),
        },
        "may": store.allowed("ruling", desk.role),
        "say": _sentences() | {"notes": desk.url("desk-incidents")},
    }
    context = {
        "hall": data,
        "round_number": number,
        "pace": words.label(words.rating_list(game.time_class)),
        "fast": game.fast,
        "adequate": game.supervision is Supervision.ADEQUATE,
        "articles": game.cite("competition-rules-apply") if not game.appendix else game.cite("rapid-touch"),
        "started": start_of(state, number),
        "deadline": deadline(state, number),
        "open_incidents": sum(i.open for i in state.incidents if _seen(desk, i)),
    }
    return desk.render("desk/hall/round.html", context)


def _seen(desk: Desk, incident: Incident) -> bool:
    """Confidential records are for those who may close the event."""
    return not incident.confidential or store.allowed("close-event", desk.role)


def page_data(state: State, number: int) -> dict[str, Any]:
    """What a phone needs to know of a round: who sits where, what happened, what comes next for whom."""
    game = conditions(state, number)
    return {
        "round": number,
        "number": state.number,
        "boards": {n: _board(state, number, n, seats, game) for n, seats in state.round(number).boards.items()},
        "past": [_past(state, i) for i in state.incidents if i.row and not i.confidential],
        "deadline": deadline(state, number),
        "lost": losing_number(game),
        "edition": game.edition.value,
    }


def _board(state: State, round: int, n: int, seats: Board, game: Conditions) -> dict[str, Any]:
    sides = {"white": seats.white, "black": seats.black}
    return {
        "result": words.result_sign(sign_of(seats)) if seats.finished else "",
        "illegal": {side: illegal_moves(state, round, n, side) for side in sides},
        "log": [_past(state, i) for i in incidents_at(state, round, n) if not i.confidential],
        **{
            side: {
                "name": entrant.name,
                "rating": entrant.player.rating or "",
                "next": hall.next_penalty(game, penalties_of(state, id)),
                "had": len(penalties_of(state, id)),
            }
            for side, id in sides.items()
            if (entrant := state.entrants.get(id))
        },
    }


@at_desk
def hall_games(desk: Desk, number: int) -> HttpResponse:
    """The stored moves of the round's boards, and where they lead; fetched after the page."""
    state = desk.state
    games = {n: game_of(state, key) for n, key in keys_of_round(state, number).items()}
    return JsonResponse({n: _game(game) for n, game in games.items() if game is not None and game.moves})


def _game(game: RecordedGame) -> dict[str, Any]:
    sans = [move.san for move in game.moves]
    first = len(game.start.split(" ")) > 1 and game.start.split(" ")[1] == "b"
    shown = (f"{n // 2 + 1}{'…' if n == first == 1 else '.'} {san}" if n % 2 == 0 or n == first else san
             for n, san in enumerate(map(written, sans), first))  # fmt: skip
    return {
        "moves": " ".join(sans),
        "shown": " ".join(shown),
        "start": game.start,
        "fen": game.moves[-1].fen,
        "count": len(sans),
    }


def page_names(state: State, incident: Incident) -> str:
    """Whom an incident concerns."""
    who = state.entrants.get(incident.entrant) if incident.entrant is not None else None
    return who.name if who else ""


def _past(state: State, incident: Incident) -> dict[str, Any]:
    return {
        "row": incident.row,
        "round": incident.round,
        "board": incident.board,
        "name": page_names(state, incident),
        "text": what_happened(incident),
        "ruling": ruling_of(state, incident),
        "result": incident.result,
        "noted": incident.noted,
        "at": incident.at[11:16],
        "who": incident.who,
    }


@lru_cache(maxsize=64)
def _table(language: str, game: Conditions, given: str) -> bytes:
    made = hall.table(game, json.loads(given)) | {"comments": comments(game.edition)}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


@at_desk
def hall_table(desk: Desk, number: int) -> HttpResponse:
    """Every case with its questions and every ruling, as this round is played."""
    state = desk.state
    made = _table(get_language() or "en", conditions(state, number), json.dumps(facts(state), sort_keys=True))
    return HttpResponse(made, content_type="application/json")


FIELDS = (
    "board", "case", "side", "answer", "fen", "moves", "declared", "touched", "white_clock", "black_clock", "penalty",
    "seconds", "result", "text", "note", "key", "other", "ran", "made",
)  # fmt: skip


def _posted(desk: Desk) -> dict[str, Any]:
    try:
        data = loads(desk.request.body.decode("utf-8", "replace"))
    except (FileError, RawPostDataException):
        data = None
    if not isinstance(data, dict):
        raise Refused(_("The form was damaged on the way; go back and try again."))
    return data


@require_POST
@at_desk
def hall_apply(desk: Desk, number: int) -> HttpResponse:
    """Write a ruling down, with all that follows; the answer says how the board stands now."""
    data = _posted(desk)
    args = {name: data[name] for name in FIELDS if name in data} | {"round": number}
    try:
        entry = store.execute(
            desk.section.pk,
            "ruling",
            args,
            who=desk.request.user.get_username(),
            role=desk.role,
            confirm=data.get("confirm", 0) if isinstance(data.get("confirm"), int) else 0,
        )
    except Unchanged as agreed:
        return JsonResponse(page_data(desk.state, number) | {"said": str(agreed)})
    except store.NeedsConfirmation as question:
        return JsonResponse({"confirm": int(question.level), "said": str(question)}, status=409)
    except ArbitroError as refused:
        return JsonResponse({"said": str(refused)}, status=422)
    done(desk, entry)
    undo = desk.request.session["undo"]
    return JsonResponse(page_data(desk.state, number) | {"said": undo["text"], "entry": entry.number})


@require_POST
@at_desk
def hall_ask(desk: Desk, number: int) -> HttpResponse:
    """What the Laws say where a position or a game decides: the ruling, the board, who can still mate and how."""
    data = _posted(desk)
    state = desk.state
    try:
        return JsonResponse(judged(state, number, data))
    except ArbitroError as error:
        return JsonResponse({"said": str(error)}, status=422)


def judged(state: State, number: int, data: dict[str, Any]) -> dict[str, Any]:
    """The ruling on a case with a position; with moves, every position of the game and how often it came."""
    text = {name: str(data.get(name) or "") for name in ("case", "side", "fen", "moves", "declared")}
    side = Side(text["side"]) if text["side"] in ("white", "black") else None
    answers = data.get("answers")
    given_answers = answers.items() if isinstance(answers, dict) else ()
    known = {name: value for name, value in given_answers if isinstance(value, str | int)}
    touched = [str(square) for square in data["touched"]] if isinstance(data.get("touched"), list) else []
    game, given = conditions(state, number), facts(state)
    answer: dict[str, Any] = {}
    board, place = hall.placed(text["fen"], text["moves"], touched, text["declared"])
    if place["moves"]:
        answer["steps"] = _steps(board)
    asked = set()
    if text["case"]:
        case = hall.case_named(text["case"])
        asked = {question.name for question in hall.questions(case, game, given)}
        answer |= hall.told(hall.decide(case, game, known, given, side, place), side)
    if data.get("ran"):
        white, black = (str(data.get(f"{colour}_clock") or "") for colour in ("white", "black"))
        made = data["made"] if isinstance(data.get("made"), int) else 0
        answer["times"] = clock_corrections(state, str(data["ran"]), white, black, made)
        return answer
    answer["fen"] = board.fen()
    if side is not None and "opponent_can_mate" in asked:
        verdict = can_mate(board, side.opponent.colour, ARBITER)
        answer["mating"] = explain_verdict(board, side.opponent.colour, verdict)
        line = list(getattr(verdict, "line", ()))
        answer["line"] = write_moves(line, get_language() or "en", start=board) if line else ""
    return answer


def _steps(board: chess.Board) -> list[dict[str, Any]]:
    """Every position of a game: the move that led to it, how often it has appeared by then, and where it did first."""
    keys = history(board)
    work = board.root()
    steps: list[dict[str, Any]] = [{"san": "", "fen": work.fen(), "count": 1, "first": 0}]
    for n, move in enumerate(board.move_stack, 1):
        san = write_move(work, move, get_language() or "en")
        number = f"{work.fullmove_number}{'.' if work.turn else '…'}"
        work.push(move)
        quiet = work.halfmove_clock // 2
        seen = {"count": keys[: n + 1].count(keys[n]), "first": keys.index(keys[n])}
        steps.append({"san": f"{number} {san}", "fen": work.fen()} | seen | ({"quiet": quiet} if quiet >= 20 else {}))
    return steps


def _sentences() -> dict[str, Any]:
    """What the page's script says."""
    return {
        "white": words.colour("w"),
        "black": words.colour("b"),
        "who": _("Who?"),
        "apply": _("Apply and note"),
        "note": _("Only note it"),
        "other": _("Something else"),
        "more": _("More cases"),
        "result": _("Result"),
        "gets": _("{name} gets {time}"),
        "loses": _("{name} loses {time}"),
        "clock": _("{name}: the clock goes from {old} to {new}."),
        "count": _("Counts as illegal move number {n} of {name}; number {lost} loses the game."),
        "lost": _("This is illegal move number {n} of {name}."),
        "penalty": _("Penalty"),
        "next": _("Penalties of {name} so far: {n}; next in the scale: {penalty}."),
        "none": _("no penalty"),
        "minutes": _("Minutes"),
        "left": _("Left to the arbiter:"),
        "comment": _("The Manual's comment"),
        "past": _("The same in this event"),
        "log": _("At this board"),
        "round": _("Round {n}, board {b}"),
        "proposal": _("A proposal: the arbiter decides. It can be undone."),
        "written": _("Written: {text}"),
        "waiting": _("Waiting for the network: {n}"),
        "undo": _("Undo"),
        "anyway": _("Apply all the same"),
        "drop": _("Leave it"),
        "position": _("Position"),
        "game": _("Game and position"),
        "from_game": _("The stored game after half-move {n}. Tap a square to set up something else."),
        "quiet": _("moves without a capture or a pawn move: {n}"),
        "material": _("By the material alone: with these pieces no mate is possible, in whatever position."),
        "look": _("Judge the position"),
        "moves": _("Moves of the game, or PGN"),
        "declared": _("Move written down and not yet made"),
        "before": _("Previous position"),
        "after": _("Next position"),
        "touched": _("Tap the touched pieces in their order, then judge."),
        "toplay": _("On move"),
        "start": _("Start position"),
        "clear": _("Empty board"),
        "flip": _("Turn the board"),
        "erase": _("Take away"),
        "touch": _("Touched"),
        "words": _("What happened, in your own words"),
        "clocks": _("Clocks before, as 0:18:42"),
        "nothing": _("Nothing was found. Note it in your own words."),
        "back": _("All boards"),
        "procedures": [[name, one.text] for name, one in procedures().items()],
        "search": _("Search: two hands, phone, draw …"),
        "noted": _("noted only"),
        "say": _("Say it so"),
        "decides": _("if"),
        "offline": _(
            "This needs the search, and the search needs the network: nothing was decided or kept."
            " Wait, or answer by the material."
        ),
        "times": _("{n} times"),
        "other_board": _("The other board"),
        "as_sat": _("Board {n}: {white} – {black}"),
        "ran": _("It ran as (90+0)"),
        "made": _("Moves made by White"),
        "reckon": _("What should the clocks show?"),
    }


@at_desk
def incidents(desk: Desk) -> HttpResponse:
    """All that was written down, the newest first, and a form for what needs no ruling."""
    state = desk.state
    rows = [_past(state, i) | {"incident": i} for i in reversed(state.incidents) if _seen(desk, i)]
    return desk.render("desk/incidents.html", {"rows": rows, "hidden": len(state.incidents) - len(rows)})


@require_POST
@at_desk
def hall_note(desk: Desk, number: int) -> HttpResponse:
    """Supervision and real start of a round."""
    post = desk.request.POST
    args: dict[str, Any] = {"round": number}
    args |= {name: post.get(name, "") for name in ("supervision", "started") if name in post}
    done(desk, give(desk, "hall-round", args))
    return redirect(desk.url("desk-hall", number))
