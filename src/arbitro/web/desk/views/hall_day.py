"""Around the decisions: who is not at the board, the clocks as they were read, appeals, fair play, Chess960.

Confidential records (checks, searches, complaints) are written and seen by the owner and the chief arbiter only.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

import chess
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.desk.advice import appeals_of
from arbitro.desk.commands import Role
from arbitro.desk.commands.base import round_number
from arbitro.desk.hall import (
    absentees,
    calls,
    clock_corrections,
    clock_sheet,
    deadline,
    hall_of,
    no_show_letter,
    start_of,
)
from arbitro.desk.state import State
from arbitro.errors import ArbitroError, Refused
from arbitro.fairplay.conduct import Search, check_search, draw_random_checks, first_steps
from arbitro.formats.lots import draw, seed_of_sentence
from arbitro.i18n import LANGUAGES, current_language, speaking
from arbitro.laws.board import start_board
from arbitro.laws.duties import clock_checks, clock_seconds, clock_text, minutes_of, time_of
from arbitro.laws.procedures import item, procedures
from arbitro.model.outcome import RESULTS
from arbitro.officials.appeals import appellants, last_moment, votes
from arbitro.web.desk.views.common import Desk, at_desk, confirm_page, done, give, integer
from arbitro.web.desk.views.hall import page_names


def _number(desk: Desk, number: int) -> State:
    round_number(desk.state, number)
    return desk.state


def in_both(make: Callable[[], Any]) -> list[tuple[str, Any]]:
    """A text in each language, the reader's first."""
    first = current_language()
    told = []
    for lang in sorted(LANGUAGES, key=lambda one: one != first):
        with speaking(lang):
            told.append((lang, make()))
    return told


def _now(desk: Desk) -> str:
    """The time of day on the arbiter's device, else on the site's clock."""
    told = desk.request.POST.get("now", "")
    return told if len(told) == 5 and told[2] == ":" else f"{timezone.localtime():%H:%M}"


@at_desk
def absent(desk: Desk, number: int) -> HttpResponse:
    """6.7: tap whoever is not at the board; tap again when they come; one tap forfeits those who did not."""
    state = _number(desk, number)
    post = desk.request.POST
    if desk.request.method == "POST":
        args: dict[str, Any] = {"round": number}
        if "forfeit" in post:
            entry = give(desk, "forfeits", args)
        else:
            act = next((name for name in ("came", "here", "id") if name in post), "id")
            args["id"] = integer(post.get(act)) or 0
            args |= {"here": True} if act == "here" else {"at": _now(desk) if act == "came" else ""}
            entry = give(desk, "arrival", args)
        done(desk, entry)
        return redirect(desk.url("desk-hall-absent", number))
    noted = hall_of(state, number).arrivals
    rows = [
        {"board": n, "seats": [(id, state.entrants[id].name, noted.get(id)) for id in (b.white, b.black) if id]}
        for n, b in state.round(number).boards.items()
        if not b.finished
    ]
    start = start_of(state, number)
    seated = {id for b in state.round(number).boards.values() if not b.finished for id in (b.white, b.black)}
    context = {
        "round_number": number,
        "rows": rows,
        "started": start,
        "deadline": deadline(state, number),
        "early": _early(desk, number),
        "missing": sum(not at for id, at in noted.items() if id in seated),
        "calls": in_both(partial(calls, state, number)),
        "letters": [
            (state.entrants[id].name, in_both(partial(no_show_letter, state, number, id)))
            for id in absentees(state, number)
        ],
        "default": state.settings.default_time,
    }
    return desk.render("desk/hall/absent.html", context)


def _early(desk: Desk, number: int) -> bool:
    """Is the default time of a round of today still running?"""
    times, over = desk.state.settings.round_times, deadline(desk.state, number)
    today = f"{timezone.localtime():%Y-%m-%d}"
    day = times[number - 1][:10] if number <= len(times) else today
    return day > today or (day == today and _now(desk) < over)


@at_desk
def clocks(desk: Desk, number: int) -> HttpResponse:
    """6.10: what each clock showed, what both together should show, who is in time trouble and who must write (8.4)."""
    state = _number(desk, number)
    post, asked = desk.request.POST, desk.request.GET
    if desk.request.method == "POST":
        moves = integer(post.get("moves")) or 0
        board = integer(post.get("board")) or 0
        args = {
            "round": number,
            "board": board,
            "at": post.get("at") or _now(desk),
            "white": post.get("white", ""),
            "black": post.get("black", ""),
            "white_moves": moves,
            "black_moves": moves - (post.get("turn") == "black"),
        }
        done(desk, give(desk, "clock-check", args))
        return redirect(desk.url("desk-hall-clocks", number) + f"?board={board + 1}")
    start = start_of(state, number)
    context = {
        "round_number": number,
        "rows": clock_sheet(state, number),
        "board": integer(asked.get("board")) if asked.get("board") else "",
        "due": clock_checks(start, time_of(minutes_of(start) + 240)) if start else [],
        "right": _right_times(state, asked) if asked.get("wrong") else None,
        "asked": asked,
        "started": start,
    }
    return desk.render("desk/hall/clocks.html", context)


def _right_times(state: State, asked: Any) -> dict[str, str]:
    """6.10.2: what the clocks should show after they ran with a wrong setting."""
    sides = ("white", "black")
    try:
        shown = [asked.get(side, "") for side in sides]
        given = clock_corrections(state, asked["wrong"], shown[0], shown[1], integer(asked.get("moves")) or 0)
        return {side: clock_text(clock_seconds(clock) + given[side]) for side, clock in zip(sides, shown, strict=True)}
    except ArbitroError as error:
        return {"error": str(error)}


@at_desk
def appeals(desk: Desk) -> HttpResponse:
    """C.05 10: lodge an appeal in time and with its deposit, see who votes, write the decision."""
    state, post = desk.state, desk.request.POST
    rules = appeals_of(state.settings)
    if desk.request.method == "POST":
        if "decision" in post:
            args: dict[str, Any] = {"id": integer(post.get("id")) or 0, "reasonable": "reasonable" in post}
            args |= {name: post.get(name, "")[:500] for name in ("decision", "committee", "result", "text")}
            try:
                done(desk, give(desk, "appeal-decision", args))
            except store.NeedsConfirmation as question:
                return confirm_page(desk, "appeal-decision", question, args, desk.url("desk-appeals"), keep=False)
        else:
            done(desk, give(desk, "incident", _appeal(state, rules, post)))
        return redirect(desk.url("desk-appeals"))
    limit = rules.deadline_min
    rulings = [
        {"incident": i, "name": page_names(state, i), "until": _until(i.at, limit)}
        for i in reversed(state.incidents)
        if i.row and not i.confidential and i.kind != "appeal"
    ]
    filed = [
        {"incident": i, "voters": _voters(state, rules.members, i.entrant), "name": page_names(state, i)}
        for i in reversed(state.incidents)
        if i.kind == "appeal"
    ]
    context = {
        "round_number": len(state.rounds),
        "rules": rules,
        "rulings": rulings,
        "filed": filed,
        "appellants": appellants(),
    }
    context["results"] = [sign for sign in RESULTS if sign and " " not in sign and sign != "adjourned"]
    context["deposit"] = f"{float(rules.deposit):g}" if rules.deposit else ""
    return desk.render("desk/hall/appeals.html", context)


def _until(at: str, limit: int | None) -> str:
    return f"{last_moment(datetime.fromisoformat(at), limit):%Y-%m-%d %H:%M}" if limit is not None and at else ""


def _voters(state: State, members: Any, entrant: int | None) -> list[str]:
    """Who votes on an appeal: nobody who is a party, or of a party's federation."""
    party = state.entrants.get(entrant) if entrant is not None else None
    involved = {party.player.name, party.player.federation} - {""} if party else set()
    return [member.name for member in votes(members, involved)]


def _appeal(state: State, rules: Any, post: Any) -> dict[str, Any]:
    """The arguments of the incident that an appeal is."""
    id = integer(post.get("id"))
    about = next((i for i in state.incidents if i.id == id), None)
    if about is None:
        raise Refused(_("Choose the ruling that is appealed against."))
    if not post.get("deposit") and rules.deposit:
        raise Refused(_("The deposit comes with the appeal."), article="C.05 10.4")
    limit = rules.deadline_min
    if limit is not None and about.at and timezone.now() > last_moment(datetime.fromisoformat(about.at), limit):
        raise Refused(_("The time limit for this appeal is over."), article="C.05 10.4")
    reasons = post.get("reasons", "").strip()[:1500]
    text = _("Appeal of the {who} against “{ruling}”: {reasons}").format(
        who=appellants().get(post.get("appellant"), _("Player")), ruling=about.ruling[:200], reasons=reasons or "–"
    )
    return {"text": text, "kind": "appeal", "round": about.round, "board": about.board, "entrant": about.entrant,
            "articles": ["11.10", "C.05 10"], "open": True, "about": about.id}  # fmt: skip


CHIEFS = (Role.OWNER, Role.CHIEF)


@at_desk
def fair_play(desk: Desk, number: int) -> HttpResponse:
    """Checks by lot, searches with witnesses, complaints: records that only the chief arbiter and the owner see."""
    state = _number(desk, number)
    if desk.role not in CHIEFS:
        raise store.Forbidden(_("Only the owner and the chief arbiter may do this."))
    post = desk.request.POST
    drawn: tuple[int, ...] = ()
    lot = ""
    if desk.request.method == "POST":
        text = ""
        if "lot" in post:
            lot = post.get("lot", "")
            boards = state.round(number).boards.values()
            seated = {state.numbers[id] for b in boards for id in (b.white, b.black) if id in state.numbers}
            many = integer(post.get("many")) or 2
            drawn = draw_random_checks(sorted(seated), many, event=desk.event.slug, round_number=number, lot=lot)
            names = ", ".join(f"{n} {state.by_number(n).name}" for n in drawn)
            text = _("Drawn for a check by the lot {lot}: {names}").format(lot=lot, names=names)
        elif "search" in post:
            found = check_search(_search(post))
            if found:
                raise Refused("; ".join(fault.text for fault in found))
            text = _("Search: {text}").format(text=post.get("text", ""))
        else:
            text = _("Complaint: {text}").format(text=post.get("text", ""))
        record = {"text": text[:2000], "kind": "fair-play", "round": number}
        entry = give(desk, "incident", record | {"confidential": True, "open": "complaint" in post})
        done(desk, entry)
        messages.success(desk.request, text)
        return redirect(desk.url("desk-hall-fair-play", number))
    context = {
        "round_number": number,
        "records": [i for i in reversed(state.incidents) if i.confidential],
        "steps": first_steps(),
        "people": [("player", _("Player")), ("searcher", _("Searcher")), ("witness", _("Witness"))],
    }
    return desk.render("desk/hall/fair_play.html", context)


def _search(post: Any) -> Search:
    return Search(
        player_gender=post.get("player", ""),
        searcher_gender=post.get("searcher", ""),
        witness_gender=post.get("witness", ""),
        private_room=post.get("room") == "on",
        ground=post.get("ground", ""),
        during_play=post.get("during") == "on",
        overwhelming=post.get("overwhelming") == "on",
    )


@at_desk
def chess960(desk: Desk) -> HttpResponse:
    """Guideline II: a start position by a lot that everybody can repeat from a public sentence."""
    sentence = desk.request.GET.get("sentence", "").strip()[:200]
    context: dict[str, Any] = {"sentence": sentence, "round_number": len(desk.state.rounds)}
    if sentence:
        drawn = draw([str(n) for n in range(960)], seed_of_sentence(sentence))
        board, lot = start_board(drawn.result[0]), drawn.lots[0]
        assert board is not None
        context |= {"drawn": drawn.result[0], "rank": _letters(board), "lot": lot, "fen": board.fen()}
    return desk.render("desk/hall/chess960.html", context)


def _letters(board: chess.Board) -> list[str]:
    return [chess.piece_symbol(piece) for file in range(8) if (piece := board.piece_type_at(file))]


@at_desk
def at_a_board(desk: Desk, number: int, board: int, procedure: str) -> HttpResponse:
    """A procedure at a board, step by step; what was ticked, by whom and with which note stays with the board."""
    state = _number(desk, number)
    name, known = procedure, procedures().get(procedure)
    if known is None or board not in state.round(number).boards:
        raise Refused(_("There is no such procedure or board."))
    seats = state.round(number).boards[board]
    rows = []
    for step in known.steps:
        id = item(number, board, name, step.id)
        told, _dot, note = state.ticks.get(id, "").partition(" · ")
        who, _blank, at = told.rpartition(" ")
        rows.append({"step": step, "id": id, "done": id in state.ticks, "who": f"{who} {at[11:16]}", "note": note})
    context = {
        "round_number": number,
        "board_number": board,
        "board": seats,
        "names": [state.entrants[id].name for id in (seats.white, seats.black) if id],
        "procedure": known,
        "others": [(key, one.text) for key, one in procedures().items() if key != name],
        "rows": rows,
        "left": sum(not row["done"] for row in rows),
        "adjourned": name == "adjournment" and not seats.finished,
    }
    return desk.render("desk/hall/procedure.html", context)
