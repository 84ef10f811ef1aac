"""Feeds: the PGN of electronic boards, a file, a folder or an address, read again and again while it grows.

What is new goes to `FeedBoard`, beside the journal: a move is no decision. A game that has ended goes into the journal
as a `game` entry; its result is only proposed (`proposals`), an arbiter enters it. A board that cannot be read, has
left the file or has been silent for long is lost, and the desk shows it.

    follow(section, place)      reads until it is stopped
    look(section, texts)        one reading: what changed
"""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Max

from arbitro.desk.commands.base import Draft, Role
from arbitro.desk.game_files import matched
from arbitro.desk.games import SIGNS, packed_of, save
from arbitro.desk.models import Feed, FeedBoard
from arbitro.desk.state import GameKey, State
from arbitro.desk.store import append_all, state_of, written
from arbitro.errors import ArbitroError
from arbitro.games import Game, Source, pack, read_pgn
from arbitro.games.packing import pack_line
from arbitro.games.pgn import LARGEST
from arbitro.i18n import gettext_for

_ = gettext_for("desk")
EVERY = 0.5  # seconds between two looks
SILENT = timedelta(minutes=20)  # without a move, while the round is played
GONE = timedelta(seconds=15)  # a feed that was not read for so long is not followed any more


@dataclass(frozen=True, slots=True)
class Proposal:
    """A result that a feed states and the tournament does not have yet."""

    key: GameKey
    result: str  # as the desk writes it: 1-0, ½-½, 0-1


@dataclass(frozen=True, slots=True)
class Looked:
    """What one reading changed."""

    changed: tuple[GameKey, ...]
    ended: tuple[GameKey, ...]
    trouble: str


def read_place(place: str) -> list[bytes]:
    """The texts of a file, of all PGN files of a folder, or of an address."""
    if place.startswith(("http://", "https://")):
        try:
            with urllib.request.urlopen(place, timeout=5) as answer:
                return [answer.read(LARGEST + 1)]
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise ArbitroError(_("{place} does not answer: {error}").format(place=place, error=error)) from error
    path = Path(place)
    try:
        files = sorted(path.glob("*.pgn")) if path.is_dir() else [path]
        return [file.read_bytes() for file in files]
    except OSError as error:
        raise ArbitroError(_("{place} cannot be read: {error}").format(place=place, error=error)) from error


def look(section: int, place: str, texts: Iterable[bytes], *, trouble: str = "") -> Looked:
    """One reading of a feed: boards that changed, games that ended, what cannot be placed."""
    state = state_of(section)
    now = datetime.now(UTC)
    seen: dict[GameKey, Game] = {}
    problems = [trouble] if trouble else []
    for text in texts:
        reading = read_pgn(text, Source.FEED)
        for match in matched(state, reading.games):
            sure = len(match.candidates) == 1 and not match.exchanged
            key = match.key or (match.candidates[0] if sure else None)
            if not match.game.line:
                continue
            if key is not None and key not in seen:
                seen[key] = match.game
            elif key is None:
                players = " - ".join(match.game.headers.get(side, "?") for side in ("White", "Black"))
                problems.append(f"{players}: {match.doubt}")
    _take_over(section, state, seen)
    said = "; ".join(problems)[:300]
    with transaction.atomic():
        changed = _kept(section, state, seen, now, complete=not trouble)
        Feed.objects.update_or_create(section_id=section, defaults={"place": place, "heard": now, "trouble": said})
    state = state_of(section)
    ended = [
        (key, game) for key, game in seen.items() if game.line and game.result != "*" and _is_news(state, key, game)
    ]
    if ended:
        save(section, ended, who="feed", role=Role.ARBITER)
    return Looked(tuple(changed), tuple(key for key, _game in ended), said)


def _take_over(section: int, state: State, seen: dict[GameKey, Game]) -> None:
    """A board has one source at a time: where the feed goes on with a game that another source began, an entry says
    that the moves come from the feed from now on."""
    taken = [
        key
        for key, game in seen.items()
        if (known := packed_of(state, key)) is not None
        and known["source"] != Source.FEED.value
        and not state.round(key[0]).boards[key[1]].finished
        and len(packed := pack_line(game.line)) > len(known["moves"])
        and packed.startswith(known["moves"])
    ]
    if taken:
        touches = frozenset("game:{}:{}:{}".format(*key) for key in taken)
        draft = Draft("game-remove", {"games": [list(key) for key in taken]}, touches)
        written(section, lambda: append_all(section, [draft], who="feed"))


def _is_news(state: State, key: GameKey, game: Game) -> bool:
    known = packed_of(state, key)
    return known is None or (known["source"] == Source.FEED.value and known["moves"] != pack(game).get("moves", ""))


def _kept(section: int, state: State, seen: dict[GameKey, Game], now: datetime, *, complete: bool) -> list[GameKey]:
    """Write the boards that changed; those that have left the file are lost."""
    rows = {(row.round, row.board, row.leg): row for row in FeedBoard.objects.filter(section_id=section)}
    version = max((row.version for row in rows.values()), default=0)
    changed = []
    for key, game in seen.items():
        seats = state.round(key[0]).boards[key[1]]
        packed: dict[str, Any] = {"white": seats.white, "black": seats.black} | pack(game)
        lost = _("illegal since {move}").format(move=game.stopped) if game.stopped else ""
        row = rows.get(key)
        if row is not None and row.packed == packed and row.lost == lost:
            continue
        version += 1
        moved = now if row is None or row.packed.get("moves") != packed["moves"] else row.moved
        FeedBoard.objects.update_or_create(
            section_id=section, round=key[0], board=key[1], leg=key[2],
            defaults={"packed": packed, "version": version, "moved": moved, "lost": lost},
        )  # fmt: skip
        changed.append(key)
    current = state.current.number if state.current else 0
    for key, row in rows.items():
        if complete and key not in seen and key[0] == current and row.packed.get("result", "*") == "*" and not row.lost:
            version += 1
            row.lost, row.version = _("no longer in the file"), version
            row.save(update_fields=["lost", "version"])
            changed.append(key)
    return changed


def follow(section: int, place: str, told: Callable[[Looked], None], stop: Callable[[], bool] = lambda: False) -> None:
    """Read a feed until it is stopped; what is away is asked again, and the desk is told."""
    before: list[bytes] | None = None
    beat = 0.0
    while not stop():
        trouble = ""
        texts: list[bytes] = []
        try:
            texts = read_place(place)
        except ArbitroError as error:
            trouble = str(error)
        if trouble or texts != before or time.monotonic() - beat > GONE.total_seconds() / 3:
            beat = time.monotonic()
            told(look(section, place, texts, trouble=trouble))
            before = None if trouble else texts
        time.sleep(EVERY)


# -- what pages ask


def version_of(section: int) -> int:
    """Rises with every change of a feed."""
    return FeedBoard.objects.filter(section_id=section).aggregate(last=Max("version"))["last"] or 0


def proposals(section: int, state: State) -> list[Proposal]:
    """Results that the feed states and nobody has entered."""
    signs = {pgn: sign for sign, pgn in SIGNS.items()}
    found = []
    for row in FeedBoard.objects.filter(section_id=section).order_by("round", "board"):
        sign = signs.get(row.packed.get("result", "*"))
        if sign is None or row.leg or row.round > len(state.rounds):
            continue
        board = state.round(row.round).boards.get(row.board)
        if board is not None and not board.finished and {board.white, board.black} == _players(row):
            found.append(Proposal((row.round, row.board, row.leg), sign))
    return found


def _players(row: FeedBoard) -> set[int]:
    return {row.packed["white"], row.packed["black"]}


def lost_boards(section: int, state: State, now: datetime) -> list[tuple[GameKey, str]]:
    """Boards of the round in play of which nothing more is heard, with the reason."""
    current = state.current
    if current is None:
        return []
    found = []
    for row in FeedBoard.objects.filter(section_id=section, round=current.number).order_by("board"):
        board = current.boards.get(row.board)
        if board is None or board.finished or row.packed.get("result", "*") != "*":
            continue
        silent = _("no move for {n} minutes").format(n=int((now - row.moved).total_seconds() // 60))
        if reason := row.lost or (silent if now - row.moved > SILENT else ""):
            found.append(((row.round, row.board, row.leg), reason))
    return found
