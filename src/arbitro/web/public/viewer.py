"""Games on public pages: one board to walk through, and all boards of a round at a glance.

Everything can be read without scripts: each move leads to its position, and every tenth has a diagram beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arbitro import words as vocabulary
from arbitro.desk import games as kept
from arbitro.desk.commands.results import sign_of
from arbitro.desk.state import GameKey
from arbitro.games import START, RecordedGame, Source, write_pgn
from arbitro.games.packing import last_move
from arbitro.laws.duties import clock_text
from arbitro.model import Player
from arbitro.web import charts
from arbitro.web.diagrams import diagram, in_words, written
from arbitro.web.public.pages import Page, page
from arbitro.web.public.rows import pairing_rows

EVERY = 10  # moves between two diagrams of a list that is read without scripts


def _asked(page: Page, round: int, board: int) -> tuple[list[GameKey], GameKey, RecordedGame]:
    """The games of a round, the one of a board that is asked for, and its moves so far."""
    if page.state.published_round(round) is None:
        raise Http404
    games = kept.shown(page.section.pk, page.state, round)
    mine = [key for key in games if key[1] == board]
    if not mine:
        raise Http404
    leg = page.request.GET.get("leg")
    key = next((k for k in mine if str(k[2]) == leg), mine[0])
    return list(games), key, kept.unpacked(page.state, key, games[key])


@page
def latest(page: Page) -> HttpResponse:
    """The boards of the last round that has moves, else of the last; before the first the tournament."""
    rounds = [key[0] for key in page.state.games] or [r.number for r in page.state.rounds if r.published]
    if not rounds:
        return redirect(page.base)
    return redirect("boards", page.event.slug, page.section.slug, max(rounds))


@page
def pgn(page: Page, number: int, board: int) -> HttpResponse:
    """One game as a PGN file."""
    game = _asked(page, number, board)[2]
    response = HttpResponse(write_pgn([game]), content_type="application/x-chess-pgn; charset=utf-8")
    name = f"{page.event.slug}-{page.section.slug}-{number}-{board}.pgn"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# -- one game


def source_words(source: Source) -> str:
    """Who brought the moves, as a page says it."""
    return {
        Source.TYPED: _("from the scoresheet"),
        Source.FILE: _("from a file"),
        Source.FEED: _("from an electronic board"),
        Source.PLAYED: _("played here"),
    }[source]


def stop_words(game: RecordedGame) -> str:
    """Why the moves are known up to a place only: a scoresheet names the move, a file or a board is only not read."""
    if not game.stopped:
        return ""
    number, _space, _word = game.stopped.rpartition(" ")
    why = f" ({reason})" if (reason := game.why_stopped()) else ""
    if game.illegible:
        said = _("The scoresheet is illegible at move {move}.").format(move=number)
    elif game.source is Source.TYPED:
        said = _("The scoresheet has a move that cannot be played: {move}.").format(move=game.stopped + why)
    elif game.source is Source.FILE:
        said = _("The file can be read up to {move} only.").format(move=game.stopped + why)
    else:
        said = _("The electronic board can be followed up to {move} only.").format(move=game.stopped + why)
    return f"{said} {_('After it the sheet says: {moves}').format(moves=game.rest)}" if game.rest else said


def numbered(game: RecordedGame) -> list[tuple[int, str]]:
    """The number of each half-move and what stands behind it: `.` for White, `…` for Black."""
    fields = (game.start or START).split()
    number, black = int(fields[5]) if len(fields) > 5 else 1, fields[1] == "b"
    marks = []
    for _move in game.line:
        marks.append((number, "…" if black else "."))
        number += black
        black = not black
    return marks


def steps_of(game: RecordedGame) -> list[dict[str, Any]]:
    """A game's moves as the viewer's script walks them, in the reader's piece letters."""
    return [
        {
            "san": (san := written(move.san)),
            "uci": move.uci,
            "fen": move.fen,
            "clock": move.clock,
            "number": number,
            "dots": dots,
            "label": _("Position after {move}").format(move=f"{number}{dots} {san}"),
        }
        for move, (number, dots) in zip(game.moves, numbered(game), strict=True)
    ]


def move_table(game: RecordedGame, steps: Sequence[dict[str, Any]], ply: int, more: str = "") -> SafeString:
    """The moves, two a line, with the time left; a diagram after every tenth for readers without scripts."""
    heads = [
        f'<th scope="col"><span class="disc{style}"></span>{escape(name)}</th>'
        for style, name in (("", _("White")), (" b", _("Black")))
    ]
    out = [
        f'<table><caption class="vh">{escape(_("Moves with the time left"))}</caption><thead><tr>'
        f'<th scope="col" class="num n"><span class="vh">{escape(_("Move"))}</span></th>{"".join(heads)}</tr></thead>'
        "<tbody>"
    ]
    doubtful = escape(_("hard to read on the scoresheet"))
    for n, step in enumerate(steps, 1):
        if step["dots"] == "." or n == 1:
            out.append(f'<tr><th scope="row" class="num n">{step["number"]}</th>')
            if step["dots"] != ".":
                out.append('<td class="soft">…</td>')
        here = ' aria-current="true"' if n == ply else ""
        time = f" <small>{clock_text(step['clock'])}</small>" if step["clock"] is not None else ""
        doubt = f' class="doubt" title="{doubtful}"' if n in game.doubts else ""
        out.append(f'<td{doubt}><a href="?ply={n}{more}" data-ply="{n}"{here}>{escape(step["san"])}</a>{time}</td>')
        if step["dots"] == "…" or n == len(steps):
            out.append("</tr>" if step["dots"] == "…" else "<td></td></tr>")
        if step["dots"] == "…" and step["number"] % EVERY == 0:
            picture = diagram(step["fen"], f"{step['label']}. {in_words(step['fen'])}", step["uci"])
            out.append(f'<tr class="every"><td colspan="3">{picture}</td></tr>')
    return mark_safe("".join(out) + "</tbody></table>")


def clocks_at(game: RecordedGame, ply: int) -> dict[str, int | None]:
    """What both clocks showed after a half-move, as far as it is known."""
    shown: dict[str, int | None] = {"white": None, "black": None}
    for clock, (_number, dots) in zip(game.clocks[:ply], numbered(game), strict=False):
        if clock is not None:
            shown["white" if dots == "." else "black"] = clock
    return shown


@page
def game(page: Page, number: int, board: int) -> HttpResponse:
    """A game: the board at a half-move, the moves, the clocks."""
    try:
        games, key, found = _asked(page, number, board)
    except Http404:
        return _without_moves(page, number, board)
    white, black = _players(page, key)
    steps = steps_of(found)
    ply = _nearest(page.request.GET.get("ply", ""), len(steps))
    start = {"uci": "", "fen": found.start or START, "label": _("Start position")}
    shown = steps[ply - 1] if ply else start
    flip = "flip" in page.request.GET
    more = f"&leg={key[2]}" if key[2] else ""
    seats = page.state.round(number).boards[board]
    live = not seats.finished
    order = list(dict.fromkeys(k[1] for k in games))
    at = order.index(board)
    context = {
        "tab": "games",
        "stopped": stop_words(found),
        "source": source_words(found.source),
        "white": white,
        "black": black,
        "round_number": number,
        "label": page.state.round(number).label(board),
        "legs": [k[2] for k in games if k[1] == board and key[2]],
        "leg": key[2],
        "before": f"{page.base}round/{number}/board/{order[at - 1]}" if at else "",
        "after": f"{page.base}round/{number}/board/{order[at + 1]}" if at + 1 < len(order) else "",
        "shown": {**shown, "words": f"{shown['label']}. {in_words(shown['fen'])}"},
        "flip": flip,
        "clocks": clocks_at(found, ply),
        "steps": _buttons(ply, len(steps), more, flip),
        "result": "" if live else _result(found.result if key[2] else sign_of(seats)),
        "opening": " ".join(found.headers.get(name, "") for name in ("ECO", "Opening")).strip(),
        "moves": move_table(found, steps, ply, f"{more}&flip" if flip else more),
        "minutes": charts.minutes_left(found.clocks),
        "address": page.request.build_absolute_uri(f"{page.request.path}?ply={ply}{more}{'&flip' if flip else ''}"),
        "pgn": f"{page.base}round/{number}/board/{board}.pgn" + (f"?leg={key[2]}" if key[2] else ""),
        "follow": _stream(page, number, f"board={board}") if live and not key[2] else "",
        "data": {"start": start["fen"], "moves": steps, "live": live and not page.alone},
    }
    return page.render("public/game.html", context)


def _stream(page: Page, number: int, query: str) -> str:
    """Where the moves of a round come from while it is played; a page in a file has nobody to ask."""
    return "" if page.alone else f"{page.base}round/{number}/games.ndjson?{query}"


def _nearest(text: str, last: int) -> int:
    """The half-move that an address asks for: one before the first or after the last is the first or last, and what is
    no number asks for none."""
    asked = re.fullmatch(r"(-?)([0-9]{1,9})", text)
    if asked is None:
        return last
    return 0 if asked[1] else min(int(asked[2]), last)


def _without_moves(page: Page, number: int, board: int) -> HttpResponse:
    """A board of two players whose moves nobody has brought yet; any other address leads nowhere."""
    paired = page.state.published_round(number)
    seats = paired.boards.get(board) if paired else None
    if seats is None or not seats.white or not seats.black:
        raise Http404
    white, black = _players(page, (number, board, 0))
    context = {"tab": "games", "white": white, "black": black, "round_number": number}
    return page.render("public/no_game.html", {**context, "label": page.state.round(number).label(board)})


def _result(sign: str) -> str:
    return vocabulary.result_sign(sign.replace("1/2-1/2", "½-½"))


def _players(page: Page, key: GameKey) -> tuple[Player, Player]:
    """White and Black of a game; in the second game of a match the colours are the other way round."""
    board = page.state.round(key[0]).boards[key[1]]
    ids = (board.black, board.white) if key[2] == 2 else (board.white, board.black)
    white, black = (page.tournament.player(page.state.numbers[id]) for id in ids)
    return white, black


def _buttons(ply: int, last: int, more: str, flip: bool) -> list[dict[str, str]]:
    """The row below the board: without scripts each leads to a page."""
    turned = f"{more}&flip" if flip else more
    places = (
        ("first", "first", _("Start position"), 0, turned),
        ("back", "left", _("Back"), max(0, ply - 1), turned),
        ("play", "play", _("Play"), ply, turned),
        ("on", "right", _("Forward"), min(last, ply + 1), turned),
        ("last", "last", _("Last move"), last, turned),
        ("flip", "flip", _("Turn the board"), ply, more if flip else f"{more}&flip"),
    )
    return [{"name": n, "icon": i, "label": label, "href": f"?ply={to}{rest}"} for n, i, label, to, rest in places]


# -- all boards of a round


@page
def boards(page: Page, number: int) -> HttpResponse:
    """Every board of a round that has a game, small, with its last move."""
    if page.state.published_round(number) is None:
        raise Http404
    rows = {row["board"]: row for row in pairing_rows(page, number)}
    games = kept.shown(page.section.pk, page.state, number)
    chosen = sorted(kept.by_board(games).items())
    lines = [_mini(rows[board], key, games[key]) for board, key in chosen]
    context = {
        "tab": "games",
        "round": page.state.round(number),
        "rounds_with_games": sorted({key[0] for key in page.state.games} | {number}),
        "lines": mark_safe("".join(lines)),
        "follow": page.state.round(number).missing and _stream(page, number, "last"),
        "shown": len(lines),
        "boards": len(rows),
    }
    return page.render("public/boards.html", context)


def _mini(row: dict[str, Any], key: GameKey, packed: Mapping[str, Any]) -> str:
    """A small board: number and Black above, White and the result below, as they sit."""
    white, black = (escape(row[side]["player"].name) for side in ("white", "black"))
    result = escape(vocabulary.result_sign(row["result"])) if row["result"] else ""
    end = f'<b class="end">{result}</b>' if result else f'<span class="end soft">{escape(_("in progress"))}</span>'
    names = (
        f'<span class="dn"><i class="disc"></i>{white}</span>',
        f'<span class="up"><i class="disc b"></i>{black}</span>',
    )
    return (
        f'<li><a href="board/{key[1]}"><span class="no">{row["label"]}</span>{names[1]}'
        f"{diagram(packed['end'], '', last_move(packed.get('moves', '')))}{names[0]}{end}</a></li>"
    )
