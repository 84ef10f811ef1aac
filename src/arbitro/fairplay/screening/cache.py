"""Evaluations by position: kept in memory, or in an SQLite file that outlives the run.

The key is the position together with the engine's settings. Several processes may use one file (WAL, short writes).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Protocol

from arbitro.errors import FileError
from arbitro.fairplay.screening.engine import Evaluation


class Cache(Protocol):
    def get(self, key: str, positions: Iterable[str]) -> dict[str, Evaluation]: ...

    def put(self, key: str, evaluations: Mapping[str, Evaluation]) -> None: ...


def encode(evaluation: Evaluation) -> str:
    return json.dumps([evaluation.listed, *(f"{move} {value}" for move, value in evaluation.moves)])


def decode(text: str) -> Evaluation:
    listed, *moves = json.loads(text)
    pairs = (move.split() for move in moves)
    return Evaluation(tuple((move, int(value)) for move, value in pairs), int(listed))


class MemoryCache:
    """A dictionary: for one run."""

    def __init__(self, entries: Mapping[tuple[str, str], Evaluation] | None = None) -> None:
        self._entries: dict[tuple[str, str], Evaluation] = dict(entries or {})

    def get(self, key: str, positions: Iterable[str]) -> dict[str, Evaluation]:
        return {p: self._entries[key, p] for p in positions if (key, p) in self._entries}

    def put(self, key: str, evaluations: Mapping[str, Evaluation]) -> None:
        for position, evaluation in evaluations.items():
            self._entries[key, position] = evaluation


class FileCache:
    """An SQLite file, created when it is first needed."""

    def __init__(self, path: str | PathLike[str]) -> None:
        try:
            self._db = sqlite3.connect(path, timeout=30, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS evaluation"
                " (settings TEXT, position TEXT, moves TEXT, PRIMARY KEY (settings, position)) WITHOUT ROWID"
            )
        except sqlite3.Error as error:
            raise FileError(path, expected=f"a cache of evaluations (SQLite: {error})") from error

    def get(self, key: str, positions: Iterable[str]) -> dict[str, Evaluation]:
        query = "SELECT moves FROM evaluation WHERE settings = ? AND position = ?"
        rows = ((position, self._db.execute(query, (key, position)).fetchone()) for position in positions)
        return {position: decode(row[0]) for position, row in rows if row}

    def put(self, key: str, evaluations: Mapping[str, Evaluation]) -> None:
        rows = [(key, position, encode(evaluation)) for position, evaluation in evaluations.items()]
        with self._db:
            self._db.executemany("INSERT OR REPLACE INTO evaluation VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        self._db.close()
