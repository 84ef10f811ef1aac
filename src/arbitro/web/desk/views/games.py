"""The desk page *Games*: which boards have their moves, files brought in, and the games that could not be placed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from arbitro.desk import feeds, games, store
from arbitro.desk.commands.games import game_key
from arbitro.desk.commands.results import sign_of
from arbitro.desk.game_files import GameOfFile, candidates_text, choices_of, matched
from arbitro.desk.models import Feed
from arbitro.desk.state import GameKey
from arbitro.errors import Refused
from arbitro.games import RecordedGame, pack, read_pgn, unpack
from arbitro.games.packing import unpack_line
from arbitro.games.pgn import LARGEST
from arbitro.web.desk.views.common import Desk, at_desk, done, integer
from arbitro.web.diagrams import written
from arbitro.web.public.viewer import numbered, source_words

SALT = "a game that waits for its board"
DRAWN = "1/2-1/2"
ASKED = 300  # games at once: a form has a limit of fields
SHOWN = 6  # half-moves of each version where a feed disagrees


@at_desk
def overview(desk: Desk) -> HttpResponse:
    """Every round with its boards: which have moves, which lack them. A page that is open asks again what the
    electronic boards say, and is answered only where that is something else than it shows."""
    said = {"proposals": _proposals(desk), **_feed(desk)}
    mark = sha256(repr(sorted(said.items())).encode()).hexdigest()[:16]
    shown = desk.request.GET.get("said")
    if shown == mark:
        return HttpResponse(status=204)
    if shown is not None:
        return desk.render("desk/_games_said.html", {**said, "mark": mark})
    return desk.render("desk/games.html", {**said, "mark": mark, "rounds": _rounds(desk)})


@at_desk
def note(desk: Desk) -> HttpResponse:
    """What the electronic boards want of the arbiter, for pages that are open."""
    said = boards_say(desk)
    if said == desk.request.GET.get("said", ""):
        return HttpResponse(status=204)
    return desk.render("desk/_boards_note.html", {"boards_say": said})


def boards_say(desk: Desk) -> str | None:
    """What waits for the arbiter on the page *Games*, in one line; None: no electronic boards are followed."""
    pk, state, now = desk.section.pk, desk.state, datetime.now(UTC)
    feed = Feed.objects.filter(section=pk).first()
    if feed is None or state.current is None:
        return None
    silent = now - feed.heard > feeds.GONE and feeds.has_boards(pk, state.current.number)
    lost = len(feeds.lost_boards(pk, state, now))
    asked, results = len(feeds.disagreements(pk, state)), len(feeds.proposals(pk, state))
    parts = (
        lost and ngettext("{n} board is lost", "{n} boards are lost", lost),
        asked
        and ngettext("{n} has other moves than the tournament", "{n} have other moves than the tournament", asked),
        results and ngettext("{n} result waits to be entered", "{n} results wait to be entered", results),
    )
    told = [_("not heard since {time}").format(time=f"{localtime(feed.heard):%H:%M}")] if silent else []
    told += [text.format(n=n) for text, n in zip(parts, (lost, asked, results), strict=True) if text]
    return _("Electronic boards: {what}").format(what=", ".join(told)) if told else ""


def _named(desk: Desk, key: GameKey) -> dict[str, Any]:
    state = desk.state
    paired = state.round(key[0])
    board = paired.boards[key[1]]
    names = {side: state.entrants[id].name for side, id in (("white", board.white), ("black", board.black))}
    return {"round": key[0], "board": key[1], "leg": key[2], "label": paired.label(key[1]), **names}


def _proposals(desk: Desk) -> list[dict[str, Any]]:
    """The results that wait for a tap."""
    found = feeds.proposals(desk.section.pk, desk.state)
    return [{**_named(desk, p.key), "result": p.result, "entered": p.entered} for p in found]


def _feed(desk: Desk) -> dict[str, Any]:
    """What the electronic boards say: is the feed alive, which boards are lost, which have other moves than ours."""
    feed = Feed.objects.filter(section=desk.section).first()
    if feed is None:
        return {"feed": None}
    state, now = desk.state, datetime.now(UTC)
    return {
        "feed": feed,
        "trouble": feed.trouble,
        "followed": now - feed.heard < feeds.GONE,
        "lost": [{**_named(desk, key), "why": why} for key, why in feeds.lost_boards(desk.section.pk, state, now)],
        "asked": [{**_named(desk, d.key), **_both(d)} for d in feeds.disagreements(desk.section.pk, state)],
    }


def _both(found: feeds.Disagreement) -> dict[str, Any]:
    """Both versions of a board from the first half-move that differs."""
    marks = [f"{number}{dots}" for number, dots in numbered(max(found.ours, found.theirs, key=lambda g: len(g.line)))]
    first = found.from_ply - 1

    def told(game: RecordedGame) -> str:
        words = [written(san) for san in game.sans()[first : first + SHOWN]]
        return " ".join(words) + (" …" if len(game.line) > first + SHOWN else "") or "–"

    ours, theirs = found.ours, found.theirs
    source = source_words(ours.source)
    return {"from": marks[first], "source": source, "ours": told(ours), "theirs": told(theirs)}


@require_POST
@at_desk
def choose(desk: Desk) -> HttpResponse:
    """A board of which the feed has other moves: take them, or keep ours."""
    if not store.allowed("game", desk.role):
        raise store.Forbidden(_("Your role does not allow this."))
    post = desk.request.POST
    key = tuple(integer(post.get(name)) or 0 for name in ("round", "board", "leg"))
    found = next((d for d in feeds.disagreements(desk.section.pk, desk.state, kept=True) if d.key == key), None)
    if found is None:
        raise Refused(_("The feed and the tournament have the same moves of this board now."))
    if post.get("take") == "feed":
        _write(desk, [(found.key, found.theirs)])
    feeds.keep_ours(desk.section.pk, found.key, post.get("take") != "feed")
    if post.get("take") != "feed":
        messages.success(desk.request, _("The moves stay; the feed is not asked about this board any more."))
    return redirect(desk.url("desk-games"))


def _rounds(desk: Desk) -> list[dict[str, Any]]:
    state = desk.state
    found = []
    for paired in reversed([r for r in state.rounds if r.published]):
        boards = []
        for number, board in paired.boards.items():
            if not board.white or not board.black:
                continue
            keys = [key for leg in range(3) if (key := (paired.number, number, leg)) in state.games]
            packed = next(filter(None, (games.packed_of(state, key) for key in keys)), None)
            boards.append(
                {
                    "number": number,
                    "label": paired.label(number),
                    "white": state.entrants[board.white].name,
                    "black": state.entrants[board.black].name,
                    "result": sign_of(board) if board.finished else "",
                    "packed": packed,
                    "moves": (len(unpack_line(packed["moves"])) + 1) // 2 if packed else 0,
                }
            )
        found.append({"number": paired.number, "boards": boards, "known": sum(bool(b["packed"]) for b in boards)})
    return found


@require_POST
@at_desk
def upload(desk: Desk) -> HttpResponse:
    """PGN files: what is sure is written in one entry, what is not is asked."""
    if not store.allowed("game", desk.role):
        raise store.Forbidden(_("Your role does not allow this."))
    files = desk.request.FILES.getlist("file")
    if not files:
        raise Refused(_("Choose a file."))
    if sum(file.size or 0 for file in files) > LARGEST:
        raise Refused(_("The file is larger than {n} MB.").format(n=LARGEST >> 20))
    readings = {file.name or "?": read_pgn(file.read()) for file in files}
    round = integer(desk.request.POST.get("round"))
    found = matched(desk.state, [game for reading in readings.values() for game in reading.games], round)
    placed = [(match.key, match.game) for match in found if match.key is not None and not match.same]
    doubts = [match for match in found if match.key is None]
    if placed:
        _write(desk, placed)
    context = {
        "names": list(readings),
        "placed": len(placed),
        "same": sum(match.same for match in found),
        "problems": [
            f"{name}: {problem}" if len(files) > 1 else str(problem)
            for name, reading in readings.items()
            for problem in reading.problems
        ],
        "doubts": [_doubt(desk, match, round) for match in doubts[:ASKED]],
        "later": max(0, len(doubts) - ASKED),
        "rounds": _rounds(desk),
        "proposals": _proposals(desk),
    }
    return desk.render("desk/game_matches.html", context)


def _write(desk: Desk, placed: list[tuple[GameKey, RecordedGame]]) -> None:
    number = games.save(desk.section.pk, placed, who=desk.request.user.get_username(), role=desk.role)
    done(desk, next(entry for entry in store.entries(desk.section.pk, number - 1) if entry.number == number))


def _doubt(desk: Desk, match: GameOfFile, round: int | None) -> dict[str, Any]:
    """A game that waits: signed, so that what comes back is what was read."""
    headers = match.game.headers
    choices = choices_of(desk.state, match, round)
    waiting = {**pack(match.game), "exchanged": match.exchanged}
    why = match.doubt
    if set(choices) <= set(match.exchanged) and match.game.result not in ("*", DRAWN):
        why = f"{why}; {_('its result is not proposed')}"
    moves = match.game.sans()
    return {
        "number": match.number,
        "white": headers.get("White", "?"),
        "black": headers.get("Black", "?"),
        "round": headers.get("Round", "?"),
        "result": match.game.result,
        "moves": " ".join(map(written, moves[:8])) + (" …" if len(moves) > 8 else ""),
        "why": why,
        "choices": candidates_text(desk.state, choices, match.exchanged),
        "packed": signing.dumps(waiting, salt=SALT, compress=True),
    }


@require_POST
@at_desk
def place(desk: Desk) -> HttpResponse:
    """The boards that the arbiter has chosen for games that could not be placed. Where the players sit the other way
    round, nobody can say whose a win is: it does not come with the moves."""
    placed = []
    post = desk.request.POST
    for packed, board in zip(post.getlist("packed"), post.getlist("board"), strict=False):
        if not board:
            continue
        try:
            waiting = signing.loads(packed, salt=SALT)
            game = unpack(waiting)
            round, number, leg = (int(part) for part in board.split("."))
        except (signing.BadSignature, ValueError, KeyError) as error:
            raise Refused(_("The form was damaged on the way; go back and try again.")) from error
        key = game_key(desk.state, round, number, leg)
        if list(key) in waiting["exchanged"] and game.result != DRAWN:
            game = replace(game, result="*")
        placed.append((key, game))
    if len({key for key, _game in placed}) < len(placed):
        raise Refused(_("Two games were given the same board."))
    if placed:
        _write(desk, placed)
        text = ngettext("{n} game placed.", "{n} games placed.", len(placed)).format(n=len(placed))
        messages.success(desk.request, text)
    return redirect(desk.url("desk-games"))
