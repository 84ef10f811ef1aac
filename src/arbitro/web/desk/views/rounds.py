"""Pairing and results: the heart of the arbiter's day."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arbitro import words
from arbitro.desk import store
from arbitro.desk.commands import COMMANDS, Level
from arbitro.desk.commands.base import round_number
from arbitro.desk.commands.by_hand import before_round
from arbitro.desk.commands.results import MATCHES, Unchanged, consequence, rating_sign, reported, sign_of
from arbitro.desk.commands.rounds import (
    can_pair_ahead,
    differences,
    open_games,
    pairs_teams,
    require_ready,
    rounds_left,
)
from arbitro.desk.entry import Entry
from arbitro.desk.hall import mark_of
from arbitro.desk.state import Board, Round, State
from arbitro.desk.ways_out import WayOut, ways_out
from arbitro.desk.words import describe, start_array
from arbitro.errors import ArbitroError, Refused
from arbitro.model import Outcome, Pair, System, Tournament, show
from arbitro.model.outcome import RESULTS
from arbitro.model.team_results import matches as team_matches
from arbitro.swiss.general import Reported, may_change_published
from arbitro.web import bracket, charts
from arbitro.web.desk.draft import keizer_order, mark, reason
from arbitro.web.desk.rows import board_lines, draft_lines, reports_of
from arbitro.web.desk.views.common import UNDO_SECONDS, Desk, any_desk, at_desk, confirm_page, done, give, integer
from arbitro.web.desk.views.games import boards_say
from arbitro.web.figures import reasons_of
from arbitro.web.public.words import day_words
from arbitro.web.static_files import all_files

# One tap or one key for each usual result. A match of the double Swiss is typed as White's half points.
PICKS = {"1-0": "1", "½-½": "½", "0-1": "0"}
KEYS = {"1": "1-0", "0": "0-1", "=": "½-½", "5": "½-½", "+": "+/-", "-": "-/+"}
OTHER_KEYS = {  # of other programs, in which a digit alone is a result: Sharly Chess, Swiss-Manager, Vega
    "123": {"1": "1-0", "2": "0-1", "3": "½-½", "0": "", "=": "½-½", "+": "+/-", "-": "-/+"},
    "1=3": {"1": "1-0", "2": "½-½", "3": "0-1", "4": "+/-", "5": "-/+", "=": "½-½", "+": "+/-", "-": "-/+"},
    "150": KEYS,
}
SQUARES = 60  # boards drawn one by one in the progress of a round
MATCH_PICKS = {"2-0": "2", "1½-½": "1½", "1-1": "1", "½-1½": "½", "0-2": "0"}
MATCH_KEYS = {
    "4": "2-0",
    "3": "1½-½",
    "2": "1-1",
    "=": "1-1",
    "1": "½-1½",
    "0": "0-2",
    "+": "+/-",
    "-": "-/+",
}


def results_of(state: State) -> list[str]:
    """The results that this tournament knows, as the pages write them."""
    return [sign for sign in (MATCHES if state.settings.system is System.DOUBLE else RESULTS) if sign]


def rows_of(desk: Desk, round: Round) -> list[dict[str, Any]]:
    """The boards of a round for a page: names, numbers, points before the round, result; the match it begins."""
    state, event = store.state_and_tournament(desk.section.pk)
    written = {
        e.number: e for e in store.entries(desk.section.pk, round.paired_at) if e.kind in ("result", "ruling", "report")
    }
    rows = [row_of(desk, state, event, round, n, board, written) for n, board in round.boards.items()]
    headings = _match_headings(state, event, round)
    for row, above in zip(rows, [None, *rows], strict=False):
        if row["match"] and (above is None or above["match"] != row["match"]):
            row["heading"] = headings[row["match"]]
    return rows


def _lines(desk: Desk, round: Round, rows: list[dict[str, Any]], **options: Any) -> str:
    picks = [(sign, label, words.result(sign)) for sign, label in _picks(desk.state).items()]
    at = (desk.url(name, round.number, 0)[:-1] for name in ("desk-correct", "desk-hall-board", "desk-scoresheet"))
    return board_lines(rows, picks, *at, **options)


def _match_headings(state: State, event: Tournament, round: Round) -> dict[int, dict[str, Any]]:
    """The teams of each match with their game points so far."""
    points: dict[int, str] = {}
    if round.matches:
        with suppress(ArbitroError):
            for match in team_matches(event, round.number):
                points |= {match.white: show(match.white_points), match.black: show(match.black_points)}
    return {
        i: {
            "teams": (first, second),
            "names": (state.teams[first].name, state.teams[second].name),
            "points": (points.get(first, "–"), points.get(second, "–")),
        }
        for i, (first, second) in enumerate(round.matches, 1)
    }


def row_of(
    desk: Desk,
    state: State,
    event: Tournament,
    round: Round,
    number: int,
    board: Board,
    written: Mapping[int, Entry],
) -> dict[str, Any]:
    """One board for a page; numbers as text: a long table is written faster."""
    white, black = (_seat(state, event, round.number - 1, id) for id in (board.white, board.black))
    finished = board.finished
    sign = sign_of(board) if finished else ""
    both = white is not None and black is not None and store.allowed("result", desk.role)
    last = round.number == len(state.rounds) or can_pair_ahead(state)
    entry = written.get(board.entry)
    return {
        "board": str(number),
        "label": round.label(number),
        "white": white,
        "black": black,
        "result": sign,
        "shown": words.result_sign(sign) if finished else "",
        "unusual": finished and sign not in _picks(state),
        "finished": finished,
        "classes": "done" if finished else "",
        "open": both and last and not round.closed and not state.closed,
        "may_correct": both and not last and not state.closed,
        "by_hand": board.by_hand,
        "breach": board.breach,
        "match": board.match,
        "by": (_("both players") if entry.kind == "report" else entry.who) if entry else "",
        "at": entry.at if entry else "",
        "hall": mark_of(state, round.number, number),
        "game": any((round.number, number, leg) in state.games for leg in range(3)),
        "for_rating": words.result_sign(rated) if (rated := rating_sign(board)) else "",
    }


def _seat(state: State, event: Tournament, before: int, id: int) -> dict[str, Any] | None:
    number = state.numbers.get(id)
    if number is None:
        return None
    player = event.player(number)
    return {
        "id": id,
        "number": number,
        "name": player.name,
        "title": player.title.value,
        "gone": (left := state.entrants[id].withdrawn_after) is not None and left <= before + 1,
        "rating": player.rating,
        "points": show(event.score(number, before)),
        "tenths": event.score(number, before),
    }


@at_desk
def pair(desk: Desk) -> HttpResponse:
    """The next round: what is missing, the draft with its reasons, changes by hand, publish."""
    state = desk.state
    if desk.request.method == "POST" and desk.request.POST.get("a"):
        return _swap(desk)
    current = state.current
    draft = current if current is not None and not current.published else None
    context: dict[str, Any] = {"draft": draft, "coming": len(state.rounds) + (0 if draft else 1)}
    asked = integer(desk.request.GET.get("why"))
    if draft and asked is not None:
        context |= {"asked": str(asked), "reason": reason(desk, draft, asked)}
        if desk.request.headers.get("HX-Request"):
            return desk.render("desk/_reason.html", context)
    if draft:
        rows = rows_of(desk, draft)
        edition = draft.engine.rpartition(" ")[2]
        context["engine"] = words.system(state.settings.system) + (f", {edition}" if edition.isdecimal() else "")
        context["stage_title"] = _of_knockout(desk, state, draft.number).get("stage_title", "")
        context["bye"] = state.entrants.get(draft.bye) if draft.bye else None
        context["absent"] = [(state.entrants[id], o) for id, o in draft.absent.items() if id in state.entrants]
        by_teams = state.settings.system is System.TEAM
        by_keizer = state.settings.system is System.KEIZER
        context["swiss"] = state.settings.system.is_swiss and not state.settings.team_boards
        context["reasons"] = state.settings.system.is_swiss and not by_teams
        if by_teams:
            reasons = reasons_of(desk.section.pk, state, draft.number)
            for row in rows:
                if "heading" in row:
                    row["heading"]["why"] = reasons.get(frozenset(row["heading"]["teams"]))
        if context["swiss"]:
            event = store.tournament_of(desk.section.pk)
            mark(rows, event, draft.number, by_score=not by_keizer)
            context["order"] = keizer_order(event, draft.number) if by_keizer else []
        context["units"] = _units(state, draft) if draft.manual else []
        if draft.team_bye:
            context["team_bye"] = state.teams[draft.team_bye].name
        if state.settings.system.is_swiss and not by_teams and not by_keizer:
            seated = [(row["white"], row["black"]) for row in rows if row["white"] and row["black"]]
            context["graph"] = charts.brackets([(white["tenths"], black["tenths"]) for white, black in seated])
        told = render_to_string("desk/_reason.html", context) if asked is not None else ""
        context["lines"] = draft_lines(rows, context.get("asked", ""), told, reasons=context["reasons"])
        context["different"] = differences(state, draft) if any(r["by_hand"] for r in rows) else []
    else:
        context |= _of_knockout(desk, state, len(state.rounds) + 1)
        try:
            require_ready(state)
            context["ready"] = True
            context["ways_out"] = _ways_out(state) if "stuck" in desk.request.GET else []
        except ArbitroError as problem:
            context["obstacle"] = str(problem)
        context["needs_colour"] = state.settings.system.is_swiss and state.first_colour is None and not state.started
        context["ahead"] = not state.started and can_pair_ahead(state)
        context["needs_numbers"] = any(e.id not in state.numbers for e in state.entrants.values() if e.confirmed)
        coming, by_teams = len(state.rounds) + 1, pairs_teams(state)
        there = [team for team in state.teams.values() if team.absence(coming) is None]
        context["pairs_teams"] = by_teams
        context["playing"] = len(there if by_teams else state.playing(coming))
        absent = ((e, state.absence(e, coming)) for e in state.entrants.values())
        context["byes"] = [(e, outcome) for e, outcome in absent if outcome is not None]
    return desk.render("desk/pair.html", context)


def _ways_out(state: State) -> list[tuple[WayOut, str]]:
    """The exceptions that help where no legal pairing exists, with the arguments of the command for the round."""
    found = ways_out(state) if "pair-by-hand" in COMMANDS and state.settings.system.is_swiss else []
    return [(way, json.dumps({"pairs": way.pairs, "bye": way.bye})) for way in found]


def _units(state: State, current: Round) -> list[tuple[int, str]]:
    """Who was paired, for a choice: players with their boards or teams with their matches, and whoever has the bye."""
    bye = f" ({_('bye')})"
    if current.matches:
        found = [(id, f"{i} {state.teams[id].name}") for i, pair in enumerate(current.matches, 1) for id in pair]
        return [*found, (current.team_bye, state.teams[current.team_bye].name + bye)] if current.team_bye else found
    found = [
        (id, f"{n} {state.entrants[id].name}")
        for n, board in current.boards.items()
        for id in (board.white, board.black)
        if id in state.entrants
    ]
    return [*found, (current.bye, state.entrants[current.bye].name + bye)] if current.bye else found


def _swap(desk: Desk) -> HttpResponse:
    """Two players, or two teams, change places by hand, with a reason."""
    current = desk.state.current
    a, b = integer(desk.request.POST.get("a")), integer(desk.request.POST.get("b"))
    if current is None or a is None or b is None or a == b:
        raise Refused(_("Choose two different players."))
    if current.matches:
        what, bye = "match", current.team_bye
        pairs = dict(enumerate(current.matches, 1))
    else:
        what, bye = "board", current.bye
        pairs = {n: (board.white, board.black) for n, board in current.boards.items()}
    if a == bye:
        a, b = b, a
    places = {id: n for n, pair in pairs.items() for id in pair}
    if a not in places or (b not in places and b != bye):
        raise Refused(_("Both players must be in this round."))
    other = {a: b, b: a}
    changed = [
        {what: n, "white": other.get(pairs[n][0], pairs[n][0]), "black": other.get(pairs[n][1], pairs[n][1])}
        for n in sorted({places[id] for id in (a, b) if id in places})
    ]
    args: dict[str, Any] = {"round": current.number, "matches" if current.matches else "boards": changed}
    if b == bye:
        args["bye"] = a
    try:
        entry = give(desk, "override", args)
    except store.NeedsConfirmation as question:
        return confirm_page(desk, "override", question, args, desk.url("desk-pair"))
    done(desk, entry)
    return redirect(desk.url("desk-round", current.number) if current.published else desk.url("desk-pair"))


@at_desk
def round(desk: Desk, number: int) -> HttpResponse:
    """Results: by keyboard, by tap; a progress bar; who entered what."""
    state = desk.state
    current = state.round(round_number(state, number))
    if not current.published:
        return redirect(desk.url("desk-pair"))
    resting = [state.entrants[id].name for id in (current.bye,) if id is not None and id in state.entrants]
    context = {
        **_of_round(desk, state, current),
        "lines": _lines(desk, current, rows_of(desk, current)),
        "reports": reports_of(state, current),
        "resting": [*resting, *([state.teams[current.team_bye].name] if current.team_bye else [])],
        "absent": [(state.entrants[id], o) for id, o in current.absent.items() if id in state.entrants],
        "by_matches": state.settings.system is System.DOUBLE,
        "keys": json.dumps(_keys(state)),
        "at_once": state.settings.result_keys in OTHER_KEYS and state.settings.system is not System.DOUBLE,
        "boards_say": boards_say(desk) if current is state.current else None,
    }
    return desk.render("desk/round.html", context)


def _keys(state: State) -> dict[str, str]:
    """The result of each key, by the habit that the settings name."""
    if state.settings.system is System.DOUBLE:
        return MATCH_KEYS
    return OTHER_KEYS.get(state.settings.result_keys, KEYS)


@at_desk
def change(desk: Desk, number: int) -> HttpResponse:
    """What may still be changed in a published round, by which rule, how grave it is and what it takes along."""
    state = desk.state
    current = state.round(round_number(state, number))
    last = number == len(state.rounds)
    draft = store.prepare(state, "unpair", {}) if last and not state.closed else None
    event = before_round(state, current)
    pairs = [
        Pair(state.numbers[b.white], state.numbers[b.black]) for b in current.boards.values() if b.white and b.black
    ]
    context = {
        "round": current,
        "is_last": last and not state.closed,
        "later": [r.number for r in state.rounds[number:]],
        "cautions": draft.warnings if draft else (),
        "refused": draft is not None and draft.needs(state.fide_mode) is Level.REFUSE,
        "second_meeting": not current.matches and may_change_published(event, pairs),
        "units": _units(state, current),
    }
    return desk.render("desk/change.html", context)


def _picks(state: State) -> dict[str, str]:
    return MATCH_PICKS if state.settings.system is System.DOUBLE else PICKS


def _of_round(desk: Desk, state: State, round: Round) -> dict[str, Any]:
    last = round.number == len(state.rounds)
    times = state.settings.round_times
    adjourned = [n for n, b in round.boards.items() if b.white_outcome is Outcome.ADJOURNED]
    marks = ["w" if n in adjourned else "d" if b.finished else "" for n, b in round.boards.items()]
    return {
        "round": round,
        "start_array": start_array(state, round.number),
        "entered": round.entered - len(adjourned),
        "adjourned": len(adjourned),
        "total": len(round.boards),
        "marks": marks if len(marks) <= SQUARES else [],
        "when": day_words(times[round.number - 1]) if len(times) >= round.number else "",
        "is_last": last,
        "onward": _onward(state, round),
        "open_games": open_games(state) if last and not round.missing else {},
        **_of_knockout(desk, state, round.number),
        "next_round_ready": last and not round.missing and _ready(state) and store.allowed("pair", desk.role),
        "open_for_results": (last or can_pair_ahead(state)) and not round.closed and not state.closed,
    }


def _onward(state: State, round: Round) -> int | None:
    """The round that is on, seen from one that is complete: where all rounds of a table are paired, nobody pairs it."""
    current = state.current
    if current is None or not current.published or not current.missing or round.missing:
        return None
    return current.number


def _of_knockout(desk: Desk, state: State, number: int) -> dict[str, Any]:
    """The stage that a round belongs to, and how its matches stand."""
    if state.settings.system is not System.KNOCKOUT or not state.numbers:
        return {}
    event = store.tournament_of(desk.section.pk)
    stages = bracket.stages_of(event)
    running = [s for s in stages if any(m.live or m.winner is None for m in s.matches)][:1]
    matches = [m for s in running for m in (*s.matches, *([s.third] if s.third else []))]
    going_on = rounds_left(state) and not any(r.missing for r in state.rounds)
    return {
        "stages": running or stages[-1:],
        "level_matches": [m for m in matches if m.exhausted],
        "tied_matches": [m for m in matches if m.level],
        "stage_title": bracket.round_title(event, number) if number <= len(state.rounds) else "",
        "next_title": bracket.round_title(event, len(state.rounds) + 1) if going_on else "",
    }


def _ready(state: State) -> bool:
    with suppress(ArbitroError):
        require_ready(state)
        return True
    return False


@require_POST
@at_desk
def board(desk: Desk, number: int) -> HttpResponse:
    """One result, typed or tapped: BOARD RESULT. A script is answered with the row, how it went, and what to offer;
    without scripts the arbiter comes back to the round."""
    post = desk.request.POST
    written, _blank, sign = post.get("result", "").partition(" ")
    board = integer(written)
    scripted = desk.request.accepts("application/json") and not desk.request.accepts("text/html")
    note, state_word, insist = "", "saved", 0
    entry: Entry | None = None
    try:
        if board is None:
            raise Refused(_("There is no such board."))
        entry = give(desk, "result", {"round": number, "board": board, "result": sign})
    except Unchanged:
        pass  # typed twice, and both agree
    except store.NeedsConfirmation as question:
        if not scripted:
            args = {"round": number, "board": board, "result": sign}
            return confirm_page(desk, "result", question, args, desk.url("desk-round", number))
        note, state_word = str(question), "conflict"
        insist = int(question.level) if question.level < Level.TWO_STEPS else 0
    except store.Conflict as conflict:
        note, state_word, insist = str(conflict), "conflict", int(Level.ACKNOWLEDGE)
    except Refused as refused:
        note, state_word = str(refused), "refused"
    if not scripted:
        if note:
            messages.error(desk.request, note)
        if entry is not None:
            done(desk, entry)
        return redirect(desk.url("desk-round", number))
    state, event = store.state_and_tournament(desk.section.pk)
    answer: dict[str, Any] = {"state": state_word, "note": note, "insist": insist, "number": state.number}
    if board is not None and 1 <= number <= len(state.rounds) and board in state.round(number).boards:
        answer |= _answer(desk, state, event, state.round(number), board, entry)
    return JsonResponse(answer, status={"saved": 200, "conflict": 409, "refused": 422}[state_word])


def _answer(
    desk: Desk, state: State, event: Tournament, round: Round, board: int, entry: Entry | None
) -> dict[str, str]:
    """The parts of the round page that one result changes."""
    seats = round.boards[board]
    written = (
        {seats.entry: entry} if entry else {e.number: e for e in store.entries(desk.section.pk, seats.entry - 1)[:1]}
    )
    context = {
        **_of_round(desk, state, round),
        "event": desk.event,
        "section": desk.section,
        "undo": {"number": entry.number, "text": describe(entry, state), "seconds": UNDO_SECONDS} if entry else None,
        "here": desk.url("desk-round", round.number),
    }
    parts = {"progress": "desk/_progress.html"} | ({"undo": "desk/_undo.html"} if entry else {})
    row = row_of(desk, state, event, round, board, seats, written)
    texts = {name: render_to_string(template, context, desk.request).strip() for name, template in parts.items()}
    return texts | {"row": _lines(desk, round, [row], seen=state.number, saved=entry is not None)}


@at_desk
def correct(desk: Desk, number: int, board: int) -> HttpResponse:
    """Correct any earlier result; the consequence is spelled out before it is saved."""
    state = desk.state
    if not 1 <= number <= len(state.rounds) or board not in state.round(number).boards:
        raise Refused(_("There is no such board."))
    current = state.round(number)
    row = row_of(desk, state, store.tournament_of(desk.section.pk), current, board, current.boards[board], {})
    adjourned = current.boards[board].white_outcome is Outcome.ADJOURNED
    context = {
        **_of_round(desk, state, current),
        "row": row,
        "results": [(sign, words.result(sign)) for sign in results_of(state)],
        "usual": list(_picks(state)),
        "may_swap": row["white"] and row["black"],
        "consequence": consequence(state, number, current.boards[board]) if row["finished"] else "",
        "adjourned": adjourned,
        "too_late": row["finished"] and not adjourned and reported(state, number) is Reported.LATER,
    }
    return desk.render("desk/correct.html", context)


def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the desk's pages for when there is no network: its address says which pages are its own."""
    script = HttpResponse(all_files()["desk/worker.js"].read_bytes(), content_type="text/javascript; charset=utf-8")
    script["Cache-Control"] = "no-cache"
    return script


@any_desk
def offline(request: HttpRequest) -> HttpResponse:
    """What that script shows for a page that it has not kept: which pages it has, and what waits to be sent."""
    return render(request, "desk/offline.html")
