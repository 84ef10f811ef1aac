"""The UCI engine of a screening: found, started, asked, restarted after a crash.

An evaluation depends on the position and the settings alone: one thread, a limit in nodes and a new game before every
position. So it can be cached, repeated and computed anywhere. Not here: which positions (`turns`), who asks (`work`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType

import chess
import chess.engine

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for

_ = gettext_for("fairplay")

USUAL_PLACES = ("/usr/games/stockfish", "/usr/local/bin/stockfish", "/opt/homebrew/bin/stockfish")
MATE = 10_000  # centipawns of a forced mate


class EngineMissing(ArbitroError):
    """There is no UCI engine to start."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an evaluation depends on, and the patience with an engine that does not answer."""

    engine: str = ""  # a path; empty: look for stockfish
    nodes: int = 20_000
    lines: int = 5  # MultiPV
    hash_mb: int = 16
    patience: float = 30.0  # seconds for one position; only a hanging engine ever needs them

    @property
    def key(self) -> str:
        """What must be equal for two evaluations to be the same."""
        return f"{os.path.basename(self.engine) or 'stockfish'} nodes={self.nodes} lines={self.lines}"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Moves with their values for the side to move (centipawns), best first: the engine's lines, then played moves.

    `listed` is the number of the engine's own lines; what follows are played moves that were not among them.
    """

    moves: tuple[tuple[str, int], ...]
    listed: int

    def value(self, move: str) -> int | None:
        return next((value for uci, value in self.moves if uci == move), None)


@dataclass(frozen=True, slots=True)
class Failure:
    """A position that the engine did not evaluate, and why."""

    reason: str


def find_engine(name: str = "") -> str:
    """The engine to start: the one named, or Stockfish on the path or in its usual places."""
    if name:
        found = shutil.which(name)
    else:
        found = next((path for path in ("stockfish", *USUAL_PLACES) if shutil.which(path)), None)
        found = found and shutil.which(found)
    if found is None:
        text = (
            _("There is no UCI engine {name}; install Stockfish or name an engine.").format(name=name)
            if name
            else _("There is no UCI engine; install the package stockfish or name an engine.")
        )
        raise EngineMissing(text)
    return found


class Analyst:
    """One engine process at work; a crash or a hang costs one position and a restart.

    >>> with Analyst(Settings(nodes=1000)) as analyst:          # doctest: +SKIP
    ...     analyst.evaluate("8/8/8/8/8/k7/p7/K7 w - -", ["..."])
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.path = find_engine(settings.engine)
        self._engine: chess.engine.SimpleEngine | None = None

    def __enter__(self) -> Analyst:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def _started(self) -> chess.engine.SimpleEngine:
        if self._engine is None:
            self._engine = chess.engine.SimpleEngine.popen_uci(self.path, timeout=self.settings.patience)
            options = {"Threads": 1, "Hash": self.settings.hash_mb}
            self._engine.configure({k: v for k, v in options.items() if k in self._engine.options})
        return self._engine

    def stop(self) -> None:
        """End our engine process, whatever state it is in."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def evaluate(self, position: str, played: Iterable[str]) -> Evaluation | Failure:
        """The engine's best lines, and the value of every played move; a `Failure` after two attempts."""
        reason = ""
        for _attempt in range(2):
            try:
                return self._evaluate(position, played)
            except TimeoutError:
                reason = _("the engine did not answer within {n} seconds").format(n=f"{self.settings.patience:g}")
                self.stop()
            except (chess.engine.EngineError, OSError) as error:
                reason = _("the engine failed ({error})").format(error=error)
                self.stop()
        return Failure(reason)

    def _evaluate(self, position: str, played: Iterable[str]) -> Evaluation:
        board = chess.Board()
        board.set_epd(position)
        engine, settings = self._started(), self.settings
        fields = chess.engine.INFO_SCORE | chess.engine.INFO_PV
        limit = chess.engine.Limit(nodes=settings.nodes, time=settings.patience)
        # A new `game` object makes python-chess send `ucinewgame`: the value does not depend on what came before.
        lines = engine.analyse(board, limit, multipv=settings.lines, game=object(), info=fields)
        values = [(line["pv"][0].uci(), _centipawns(line)) for line in lines if line.get("pv") and "score" in line]
        if not values:
            raise chess.engine.EngineError("no line for this position")
        values.sort(key=lambda pair: -pair[1])
        listed = len(values)
        for move in played:
            if all(uci != move for uci, _value in values):
                limit = chess.engine.Limit(nodes=max(1, settings.nodes // 2), time=settings.patience)
                root = [chess.Move.from_uci(move)]
                line = engine.analyse(board, limit, game=object(), info=fields, root_moves=root)
                values.append((move, min(_centipawns(line), values[listed - 1][1])))
        return Evaluation(tuple(values), listed)


def _centipawns(line: chess.engine.InfoDict) -> int:
    return line["score"].relative.score(mate_score=MATE)
