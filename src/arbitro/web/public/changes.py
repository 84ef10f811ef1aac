"""What has happened in a tournament, with its contents: for the API, its stream and the webhooks.

    publish   a round is out, with its pairs         result   a board has a result, or another one
    close     a round is over                        undo     the entry `undone` does not count any more

Only what everybody may see: drafts are nobody's news. Numbers are those of the journal, so a reader who was away asks
for everything after the last one seen.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import DatabaseError, connection

from arbitro.desk import store
from arbitro.desk.commands.results import sign_of
from arbitro.desk.entry import Entry, effective
from arbitro.desk.state import Board, State
from arbitro.web.figures import figures_of
from arbitro.web.live import hub

KINDS = {"publish": "publish", "result": "result", "report": "result", "ruling": "result", "close-round": "close"}
MOST = 1000  # changes at once
LOOK_EVERY, HEARTBEAT = 0.2, 15.0
Change = dict[str, Any]
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="changes")


def changes_of(section: int, after: int = 0) -> list[Change]:
    """The changes after a journal number, the oldest first."""
    state = figures_of(section).state
    entries = store.entries(section)
    counted = {entry.number for entry in effective(entries)}
    by_number = {entry.number: entry for entry in entries}
    told: list[Change] = []
    for entry in entries:
        if entry.number <= after or entry.number > state.number:
            continue
        if entry.kind == "undo":
            change = _undone(by_number[entry.payload["target"]], entry)
        else:
            change = change_of(state, entry) if entry.number in counted else None
        if change is not None:
            told.append(change)
            if len(told) == MOST:
                break
    return told


def _undone(target: Entry, entry: Entry) -> Change | None:
    if target.kind not in (*KINDS, "undo"):
        return None
    return _change("undo", entry, target.payload.get("round", 0)) | {"undone": target.number}


def _change(kind: str, entry: Entry, round: int) -> Change:
    empty = dict.fromkeys(("board", "white", "black", "result", "pairs", "undone"))
    return {"number": entry.number, "kind": kind, "at": entry.at, "round": round, **empty}


def change_of(state: State, entry: Entry) -> Change | None:
    """What an entry tells everybody; None: nothing, or a later one has replaced it."""
    kind = KINDS.get(entry.kind, "")
    round, board = entry.payload.get("round", 0), entry.payload.get("board")
    paired = state.published_round(round)
    if not kind or paired is None:
        return None
    boards = paired.boards
    told = _change(kind, entry, round)
    if kind == "publish":
        return told | {"pairs": [{"board": n, **_seats(state, seats)} for n, seats in sorted(boards.items())]}
    if kind == "close":
        return told
    seats = boards.get(board) if board else None
    if seats is None or seats.entry != entry.number:
        return None
    return told | {"board": board, **_seats(state, seats)}


def _seats(state: State, seats: Board) -> Change:
    numbers = state.numbers
    result = sign_of(seats) if seats.finished else ""
    return {"white": numbers.get(seats.white), "black": numbers.get(seats.black), "result": result}


# -- the stream


def _told(section: int, after: int, allowed: Callable[[], bool]) -> list[Change] | None:
    """None: the reader may not go on."""
    try:
        return changes_of(section, after) if allowed() else None
    except DatabaseError:  # away for a moment: the next look finds it
        return []
    finally:
        connection.close()


async def lines(section: int, after: int, allowed: Callable[[], bool]) -> AsyncIterator[bytes]:
    """The changes as NDJSON: those after a number at once, then each as it comes; empty lines: the line lives."""
    loop = asyncio.get_running_loop()
    seen, quiet = -1, HEARTBEAT  # the first sign of life comes at once: the reader knows that the line stands
    while True:
        now = hub().numbers.get(section, 0)
        if now != seen:
            told = await loop.run_in_executor(_threads, _told, section, after, allowed)
            if told is None:
                return
            for change in told:
                after, quiet = change["number"], 0.0
                yield json.dumps(change, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            seen = now if len(told) < MOST else -1
        if quiet >= HEARTBEAT:
            quiet = 0.0
            yield b"\n"
        await asyncio.sleep(LOOK_EVERY)
        quiet += LOOK_EVERY
