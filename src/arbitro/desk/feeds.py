"""Feeds: the PGN of electronic boards, a file, a folder or an address, read again and again while it grows.

What is new goes to `FeedBoard`, beside the journal: a move is no decision. A game that has ended goes into the journal
as a `game` entry; its result is only proposed (`proposals`), an arbiter enters it. Where the journal has other moves
of the board, an arbiter chooses (`disagreements`). A board that cannot be read, has left the file or has been silent
for long is lost, and the desk shows it.

    follow(section, place)      reads until it is stopped
    look(section, texts)        one reading: what changed
"""

from __future__ import annotations

import errno
import http.client
import socket
import ssl
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

from arbitro.desk.commands.results import sign_of
from arbitro.desk.game_files import matched
from arbitro.desk.games import SIGNS, game_of, goes_on, packed_of, save
from arbitro.desk.models import Feed, FeedBoard
from arbitro.desk.roles import Role
from arbitro.desk.state import GameKey, State
from arbitro.desk.store import state_of
from arbitro.errors import ArbitroError
from arbitro.games import RecordedGame, Source, pack, read_pgn, unpack
from arbitro.games.packing import pack_line
from arbitro.games.pgn import LARGEST
from arbitro.i18n import gettext_for

_ = gettext_for("desk")
EVERY = 0.5  # seconds between two looks
SILENT = timedelta(minutes=20)  # without a move, while the round is played
GONE = timedelta(seconds=15)  # a feed that was not read for so long is not followed any more


@dataclass(frozen=True, slots=True)
class Proposal:
    """A result that a feed or a stored game states and the tournament does not have."""

    key: GameKey
    result: str  # as the desk writes it: 1-0, ½-½, 0-1
    entered: str = ""  # what the tournament has instead


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A board of which the journal has other moves than the feed; `from_ply` is the first half-move that differs."""

    key: GameKey
    ours: RecordedGame
    theirs: RecordedGame
    from_ply: int


@dataclass(frozen=True, slots=True)
class Looked:
    """What one reading changed."""

    changed: tuple[GameKey, ...]
    ended: tuple[GameKey, ...]
    asked: tuple[GameKey, ...]  # of those changed, the boards of which the journal has other moves
    trouble: str


def read_place(place: str) -> list[bytes]:
    """The texts of a file, of all PGN files of a folder, or of an address."""
    if place.startswith(("http://", "https://")):
        try:
            with urllib.request.urlopen(place, timeout=5) as answer:
                return [answer.read(LARGEST + 1)]
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise ArbitroError(_("{place} does not answer: {error}").format(place=place, error=why(error))) from error
    path = Path(place)
    try:
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.iterdir() if file.suffix.lower() == ".pgn" and file.is_file())
        return [file.read_bytes() for file in files]
    except OSError as error:
        raise ArbitroError(_("{place} cannot be read: {error}").format(place=place, error=why(error))) from error


def why(error: object) -> str:
    """What the machine or the net refused, in the user's words; what hardly ever happens keeps the machine's."""
    match error:
        case urllib.error.HTTPError():
            return f"HTTP {error.code}"
        case urllib.error.URLError(reason=OSError() as reason):
            return why(reason)
        case ssl.SSLCertVerificationError():
            return _("its certificate cannot be trusted")
        case ssl.SSLError():
            return _("no secure connection came about")
        case FileNotFoundError() | NotADirectoryError() | OSError(errno=errno.ENAMETOOLONG | errno.ELOOP):
            return _("there is nothing of this name")
        case PermissionError():
            return _("this user may not read it")
        case ConnectionRefusedError():
            return _("nobody listens there")
        case ConnectionError():
            return _("the connection was broken off")
        case TimeoutError():
            return _("no answer came in time")
        case socket.gaierror():
            return _("no machine of this name is known")
        case OSError(errno=errno.ENETUNREACH | errno.EHOSTUNREACH | errno.ENETDOWN | errno.EHOSTDOWN):
            return _("this machine has no way there")
        case OSError(errno=errno.EIO | errno.ESTALE | errno.ENXIO | errno.ENODEV):
            return _("the disk, or the network folder, does not answer")
        case http.client.InvalidURL() | ValueError() | urllib.error.URLError(reason=str()):
            return _("this is not an address")
        case http.client.HTTPException():
            return _("what comes from there is not a web page")
    return getattr(error, "strerror", None) or str(error)


def look(section: int, place: str, texts: Iterable[bytes], *, trouble: str = "") -> Looked:
    """One reading of a feed: boards that changed, games that ended, what cannot be placed."""
    state = state_of(section)
    now = datetime.now(UTC)
    seen: dict[GameKey, RecordedGame] = {}
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
    said = "; ".join(problems)[:300]
    with transaction.atomic():
        changed = _kept(section, state, seen, now, complete=not trouble)
        Feed.objects.update_or_create(section_id=section, defaults={"place": place, "heard": now, "trouble": said})
    state = state_of(section)
    stay = {key for key, row in _rows(section, state).items() if row.kept}
    over = [(key, game) for key, game in seen.items() if game.line and game.result != "*"]
    ended = [(key, game) for key, game in over if _is_news(state, key, game, stays=key in stay)]
    if ended:
        save(section, ended, who="feed", role=Role.ARBITER)
    asked = [found.key for found in disagreements(section, state) if found.key in changed] if changed else []
    return Looked(tuple(changed), tuple(key for key, _game in ended), tuple(asked), said)


def _is_news(state: State, key: GameKey, game: RecordedGame, *, stays: bool) -> bool:
    """May the journal take a game without asking? Where it has nothing of the board, or the beginning of the same and
    no arbiter has decided that this `stays`."""
    known, fed = packed_of(state, key), {"moves": pack_line(game.line)}
    return known is None or (not stays and known["moves"] != fed["moves"] and goes_on(known, fed))


def _kept(
    section: int, state: State, seen: dict[GameKey, RecordedGame], now: datetime, *, complete: bool
) -> list[GameKey]:
    """Write the boards that changed; those that have left the file are lost."""
    rows = {(row.round, row.board, row.leg): row for row in FeedBoard.objects.filter(section_id=section)}
    version = max((row.version for row in rows.values()), default=0)
    changed = []
    for key, game in seen.items():
        seats = state.round(key[0]).boards[key[1]]
        packed: dict[str, Any] = {"white": seats.white, "black": seats.black} | pack(game)
        lost = "illegal" if game.stopped else ""
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
            row.lost, row.version = "gone", version
            row.save(update_fields=["lost", "version"])
            changed.append(key)
    return changed


def follow(section: int, place: str, told: Callable[[Looked], None], stop: Callable[[], bool] = lambda: False) -> None:
    """Read a feed until it is stopped; what is away is asked again, and the desk is told. `told` hears what is new.

    Files grow. One that is suddenly shorter is perhaps being written just now: it is believed when it is read twice.
    """
    before: tuple[list[bytes], str] | None = None
    shorter: list[bytes] | None = None
    said, beat = "", 0.0
    while not stop():
        texts, trouble = _texts(place)
        if before and not trouble and sum(map(len, texts)) < sum(map(len, before[0])) and texts != shorter:
            shorter = texts
        elif (texts, trouble) != before or time.monotonic() - beat > GONE.total_seconds() / 3:
            beat = time.monotonic()
            looked = look(section, place, texts, trouble=trouble)
            if looked.changed or looked.ended or looked.trouble != said:
                told(looked)
            before, shorter, said = (texts, trouble), None, looked.trouble
        time.sleep(EVERY)


def _texts(place: str) -> tuple[list[bytes], str]:
    """The texts of a place, or why it cannot be read."""
    try:
        return read_place(place), ""
    except ArbitroError as error:
        return [], str(error)


# -- what pages ask


def version_of(section: int) -> int:
    """Rises with every change of a feed."""
    return FeedBoard.objects.filter(section_id=section).aggregate(last=Max("version"))["last"] or 0


def has_boards(section: int, round: int) -> bool:
    """Has a feed brought anything of a round?"""
    return FeedBoard.objects.filter(section_id=section, round=round).exists()


def proposals(section: int, state: State) -> list[Proposal]:
    """Results that a stored game or the feed states and nobody has entered; of the round in play also those of the
    feed that are not the tournament's."""
    signs = {pgn: sign for sign, pgn in SIGNS.items()}
    fed = {key: row.packed for key, row in _rows(section, state).items() if not row.kept}
    kept = {key: packed for key in state.games if (packed := packed_of(state, key)) is not None}
    found = []
    for key, packed in sorted((kept | fed).items()):
        sign, board = signs.get(packed.get("result", "*")), state.round(key[0]).boards[key[1]]
        if sign is None or key[2]:
            continue
        entered = sign_of(board) if board.finished else ""
        if not entered or (key in fed and key[0] == len(state.rounds) and entered in SIGNS and entered != sign):
            found.append(Proposal(key, sign, entered))
    return found


def _rows(section: int, state: State) -> dict[GameKey, FeedBoard]:
    """The boards of a feed whose players sit there."""
    rows = {}
    for row in FeedBoard.objects.filter(section_id=section, round__lte=len(state.rounds)):
        board = state.round(row.round).boards.get(row.board)
        if board is not None and {board.white, board.black} == {row.packed["white"], row.packed["black"]}:
            rows[row.round, row.board, row.leg] = row
    return rows


def disagreements(section: int, state: State, *, kept: bool = False) -> list[Disagreement]:
    """Boards whose moves in the journal are not the beginning, nor the whole, of what the feed has; `kept`: those too
    of which an arbiter has decided that the journal's stay."""
    apart = []
    for key, row in sorted(_rows(section, state).items()):
        known = packed_of(state, key)
        if known is None or (row.kept and not kept) or known["moves"].startswith(row.packed["moves"]):
            continue
        if not goes_on(known, row.packed) and (ours := game_of(state, key)) is not None:
            theirs = unpack(row.packed, ours.headers)
            pairs = enumerate(zip(ours.line, theirs.line, strict=False), 1)
            shorter = min(len(ours.line), len(theirs.line)) + 1
            apart.append(Disagreement(key, ours, theirs, next((n for n, (a, b) in pairs if a != b), shorter)))
    return apart


def keep_ours(section: int, key: GameKey, kept: bool = True) -> None:
    """An arbiter has decided: the journal's moves stay, whatever the feed says of this board; or they do not."""
    FeedBoard.objects.filter(section_id=section, round=key[0], board=key[1], leg=key[2]).update(kept=kept)


def lost_boards(section: int, state: State, now: datetime) -> list[tuple[GameKey, str]]:
    """Boards of the round in play of which nothing more is heard, with the reason."""
    current = state.current
    if current is None:
        return []
    lost = []
    for row in FeedBoard.objects.filter(section_id=section, round=current.number).order_by("board"):
        board = current.boards.get(row.board)
        if board is None or board.finished or row.packed.get("result", "*") != "*":
            continue
        if reason := _why_lost(row, now):
            lost.append(((row.round, row.board, row.leg), reason))
    return lost


def _why_lost(row: FeedBoard, now: datetime) -> str:
    """Why nothing more is heard of a board, in the language of who asks; empty: all is well."""
    if row.lost and row.packed.get("stopped"):
        game = unpack(row.packed)
        why = game.why_stopped()
        return _("illegal since {move}").format(move=f"{game.stopped} ({why})" if why else game.stopped)
    if row.lost:
        return _("no longer in the file")
    silent = _("no move for {n} minutes").format(n=int((now - row.moved).total_seconds() // 60))
    return silent if now - row.moved > SILENT else ""
