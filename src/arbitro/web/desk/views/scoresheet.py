"""A scoresheet typed in: read while it is typed, compared with the opponent's, kept as the board's game."""

from __future__ import annotations

from typing import Any

import chess
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from arbitro.desk import feeds, store
from arbitro.desk import games as kept
from arbitro.desk.commands.games import game_key, start_of
from arbitro.desk.state import GameKey, State
from arbitro.errors import Refused
from arbitro.games import START, RecordedGame, Typed, compare, typed
from arbitro.games.completion import completions, fillings, misread
from arbitro.games.game import UNREADABLE
from arbitro.laws.duties import clock_text
from arbitro.laws.notation import write_move
from arbitro.model import System
from arbitro.web.desk.views.common import Desk, at_desk, done, give, integer
from arbitro.web.diagrams import in_words, written
from arbitro.web.public.viewer import move_table, numbered, source_words, steps_of

LONGEST = 20_000  # letters of a sheet


def _key(desk: Desk, state: State, number: int, board: int) -> GameKey:
    leg = integer(desk.request.GET.get("leg")) or 0
    if not leg and state.settings.system is System.DOUBLE:
        leg = 1
    return game_key(state, number, board, leg)


def as_typed(game: RecordedGame) -> str:
    """A game as its sheet would be typed again: numbers, the reader's letters, doubts and clocks."""
    words = []
    for n, (move, (number, dots)) in enumerate(zip(game.moves, numbered(game), strict=True), 1):
        if dots == "." or n == 1:
            words.append(f"{number}{'.' if dots == '.' else '...'}")
        words.append(written(move.san) + ("?" if n in game.doubts else ""))
        if move.clock is not None:
            words.append(clock_text(move.clock))
    if game.stopped:
        before, _space, word = game.stopped.rpartition(" ")
        words += [word if before.endswith("...") and words else game.stopped, game.rest]
    return " ".join(words).strip()


@at_desk
def scoresheet(desk: Desk, number: int, board: int) -> HttpResponse:
    """Type a game; without scripts the button reads it and says where it stops."""
    state = desk.state
    key = _key(desk, state, number, board)
    post = desk.request.POST
    moves, second, refused = post.get("moves", "")[:LONGEST], post.get("second", "")[:LONGEST], ""
    if desk.request.method == "POST" and post.get("act") == "again":
        return _again(desk, state, key)
    if desk.request.method == "POST" and post.get("act") != "read":
        args = {"round": number, "board": board, "leg": key[2], "moves": moves, "keep": post.get("act") == "keep"}
        try:
            done(desk, give(desk, "game", args))
        except Refused as error:
            refused = f"{str(error).rstrip('.')}."
        else:
            return redirect(_next(desk, desk.state, key) if post.get("act") == "next" else desk.request.get_full_path())
    old = kept.game_of(state, key)
    if desk.request.method != "POST" and old is not None:
        moves = as_typed(old)
    start = start_of(state, number)
    read = typed(moves, start)
    paired = state.round(number)
    seats = paired.boards[board]
    ids = (seats.black, seats.white) if key[2] == 2 else (seats.white, seats.black)
    steps = steps_of(read.game)
    fen = steps[-1]["fen"] if steps else start or START
    context = {
        "round_number": number,
        "board": board,
        "label": paired.label(board),
        "leg": key[2],
        "white": state.entrants[ids[0]].name,
        "black": state.entrants[ids[1]].name,
        "moves": moves,
        "second": second,
        "refused": refused,
        "answer": _answer(read, second, start),
        "table": move_table(read.game, steps, len(steps)),
        "fen": fen,
        "words": in_words(fen),
        "last": steps[-1]["uci"] if steps else "",
        "kept": old is not None,
        "may_remove": store.allowed("game-remove", desk.role),
        "source": source_words(old.source) if old else "",
        "records": _records(desk, state, key),
        "next_board": _next(desk, state, key),
    }
    return desk.render("desk/scoresheet.html", context)


def _records(desk: Desk, state: State, key: GameKey) -> list[dict[str, Any]]:
    """What else is known of a board: what the electronic board has, and the records that others replaced."""
    fed = [d.theirs for d in feeds.disagreements(desk.section.pk, state, kept=True) if d.key == key]
    found: list[dict[str, Any]] = [
        {"entry": "feed", "source": source_words(game.source), "moves": as_typed(game)} for game in fed
    ]
    for record in kept.earlier(desk.section.pk, state, key):
        game = record.game()
        said = {"entry": record.entry, "source": source_words(game.source), "moves": as_typed(game)}
        found.append({**said, "who": record.who, "at": record.at})
    return found


def _again(desk: Desk, state: State, key: GameKey) -> HttpResponse:
    """Another record becomes the board's; the one that it replaces stays reachable in its turn."""
    entry = desk.request.POST.get("entry", "")
    if entry == "feed":
        games = [d.theirs for d in feeds.disagreements(desk.section.pk, state, kept=True) if d.key == key]
    else:
        games = [r.game() for r in kept.earlier(desk.section.pk, state, key) if r.entry == integer(entry)]
    if not games:
        raise Refused(_("This record is not there any more."))
    who = desk.request.user.get_username()
    number = kept.save(desk.section.pk, [(key, games[0])], who=who, role=desk.role)
    feeds.keep_ours(desk.section.pk, key, entry != "feed")
    done(desk, store.entries(desk.section.pk, number - 1)[0])
    return redirect(desk.request.get_full_path())


@require_POST
@at_desk
def read(desk: Desk, number: int, board: int) -> HttpResponse:
    """What has been typed so far, read: moves, where it stops and why, what the last word may become."""
    state = desk.state
    _key(desk, state, number, board)
    post = desk.request.POST
    moves, second = post.get("moves", "")[:LONGEST], post.get("second", "")[:LONGEST]
    start = start_of(state, number)
    found = typed(moves, start)
    steps = steps_of(found.game)
    table = move_table(found.game, steps, len(steps))
    return JsonResponse({**_answer(found, second, start), "start": start or START, "steps": steps, "table": table})


def _next(desk: Desk, state: State, key: GameKey) -> str:
    """The next board of the round that has no moves yet; the round where there is none."""
    open_boards = [
        (key[0], n, leg)
        for n, seats in state.round(key[0]).boards.items()
        for leg in ((1, 2) if key[2] else (0,))
        if seats.white and seats.black and kept.packed_of(state, (key[0], n, leg)) is None
    ]
    coming = [k for k in open_boards if k > key] or [k for k in open_boards if k != key]
    if not coming:
        return desk.url("desk-round", key[0])
    found = desk.url("desk-scoresheet", coming[0][0], coming[0][1])
    return f"{found}?leg={coming[0][2]}" if coming[0][2] else found


def _answer(read: Typed, second: str, start: str) -> dict[str, Any]:
    """What the page says about a sheet."""
    plies = len(read.game.line)
    said = ngettext("{n} move read.", "{n} moves read.", (plies + 1) // 2).format(n=(plies + 1) // 2)
    board = read.game.end()
    answer: dict[str, Any] = {
        "said": said,
        "stopped": None,
        "readings": [],
        "guesses": [],
        "legal": [[move.uci(), write_move(board, move, read.language)] for move in board.legal_moves],
        "differences": _differences(read, second, start),
    }
    if board.is_checkmate():
        answer["said"] = f"{said} {_('Checkmate.')}"
    elif board.is_stalemate():
        answer["said"] = f"{said} {_('Stalemate.')}"
    if (stop := read.stopped) is not None:
        after = stop.after
        if UNREADABLE.fullmatch(stop.word):
            readings = [f"{move}?" for move in fillings(board, after, read.language)]
            reason = _("unreadable; these moves let the sheet go on") if readings else _("unreadable")
        else:
            readings, reason = _meant(read, stop.word), stop.reason
            guesses = [] if readings else misread(board, stop.word, after, read.language)
            answer["guesses"] = [f"{move}?" for move in guesses]  # a doubt: nobody has read it
        answer |= {
            "stopped": {
                "ply": stop.ply,
                "number": stop.number,
                "word": stop.word,
                "reason": reason,
                "last": not after,
                "at": stop.at,
            },
            "readings": readings if UNREADABLE.fullmatch(stop.word) else readings[:12],
        }
    return answer


def _meant(read: Typed, word: str) -> list[str]:
    """The moves that the word at which a sheet stops may mean: those that begin so, else those between which it does
    not decide."""
    board = read.game.end()
    several = read.stopped.readings if read.stopped and len(read.stopped.readings) > 1 else ()
    return completions(board, word, read.language) or [
        write_move(board, board.parse_san(san), read.language) for san in several
    ]


def _next_word(read: Typed, other: Typed) -> str:
    """What a sheet has after the moves that both have: a move, or the word at which it stops where that is none that
    the other one may mean; else nothing."""
    shared = min(len(read.game.line), len(other.game.line))
    if len(read.game.line) > shared:
        return written(read.game.sans()[shared])
    if (stop := read.stopped) is None or UNREADABLE.fullmatch(stop.word):
        return ""
    if len(other.game.line) > shared and read.game.line == other.game.line[:shared]:
        move = write_move(read.game.end(), chess.Move.from_uci(other.game.line[shared]), read.language)
        return "" if move in _meant(read, stop.word) else stop.word
    return stop.word


def _differences(read: Typed, second: str, start: str) -> dict[str, Any] | None:
    """Where the second sheet says something else; None while it is empty."""
    if not second.strip():
        return None
    game, other = read.game, typed(second, start)
    mine, theirs = len(game.line), len(other.game.line)
    marks = {
        ply: f"{number}{dots}" for sheet in (game, other.game) for ply, (number, dots) in enumerate(numbered(sheet), 1)
    }
    rows = [(d.ply, marks[d.ply], written(d.one), written(d.other)) for d in compare(game, other.game)]
    rows = [row for row in rows if row[2] and row[3]]
    one, two = _next_word(read, other), _next_word(other, read)
    if one and two and one != two:
        ply = min(mine, theirs) + 1
        rows.append((ply, marks.get(ply) or (read.stopped.number if read.stopped else ""), one, two))
    said = ngettext("{n} difference.", "{n} differences.", len(rows)) if rows else _("Both scoresheets agree.")
    if mine != theirs and not (one and two):
        ends = _("The first sheet ends before {move}") if mine < theirs else _("The second sheet ends before {move}")
        move = f"{marks[min(mine, theirs) + 1]} {one or two}"
        said = f"{said if min(mine, theirs) else ''} {ends.format(move=move)}."
    return {
        "rows": [dict(zip(("ply", "number", "one", "other"), row, strict=True)) for row in rows[:20]],
        "said": said.format(n=len(rows)).strip(),
        "stopped": f"{other.stopped.number} {other.stopped.word}: {other.stopped.reason}." if other.stopped else "",
    }
