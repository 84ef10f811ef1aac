"""Many positions, several engines: evaluate in parallel here, or on a Dask cluster.

Positions go out in chunks, each to one engine process; what is in the cache is not asked again. A chunk that fails
is reported and the run goes on. Not here: what a position says about a player (`model`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from arbitro.errors import ArbitroError
from arbitro.fairplay.screening.cache import Cache, MemoryCache
from arbitro.fairplay.screening.engine import Analyst, EngineMissing, Evaluation, Failure, Settings
from arbitro.i18n import gettext_for

_ = gettext_for("fairplay")

SMALLEST_CHUNK, LARGEST_CHUNK = 10, 200  # starting an engine costs as much as some ten positions
Chunk = Sequence[tuple[str, tuple[str, ...]]]
Answers = list[tuple[str, Evaluation | Failure]]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What is known after the run: evaluations, positions that are missing with the reason, and engine calls made."""

    evaluations: dict[str, Evaluation]
    missing: dict[str, str]
    computed: int


def evaluate_chunk(chunk: Chunk, settings: Settings) -> Answers:
    """One engine over some positions: the unit of work of a Dask worker."""
    with Analyst(settings) as analyst:
        return [(position, analyst.evaluate(position, played)) for position, played in chunk]


def evaluate(
    positions: Mapping[str, tuple[str, ...]],
    settings: Settings,
    *,
    cache: Cache | None = None,
    workers: int = 0,
    scheduler: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Evaluated:
    """Evaluate every position (with the moves played there); `scheduler` is the address of a Dask scheduler.

    Without a scheduler, `workers` engines run side by side (0: one for each core).
    """
    store = cache if cache is not None else MemoryCache()
    done = {
        position: evaluation
        for position, evaluation in store.get(settings.key, positions).items()
        if all(evaluation.value(move) is not None for move in positions[position])
    }
    todo = [(position, played) for position, played in positions.items() if position not in done]
    engines = workers or os.cpu_count() or 1
    spread = min(max(len(todo) // (4 * engines), SMALLEST_CHUNK), LARGEST_CHUNK)
    size = spread if scheduler else SMALLEST_CHUNK  # here an engine serves chunk after chunk, and progress is told
    chunks = [todo[i : i + size] for i in range(0, len(todo), size)]
    missing: dict[str, str] = {}
    computed = 0
    if progress:
        progress(len(done), len(positions))
    source = _on_dask(chunks, settings, scheduler) if scheduler else _here(chunks, settings, engines)
    for chunk, answers in source:
        if isinstance(answers, str):
            missing.update({position: answers for position, _played in chunk})
        else:
            fresh = {position: answer for position, answer in answers if isinstance(answer, Evaluation)}
            store.put(settings.key, fresh)
            done |= fresh
            computed += len(fresh)
            missing.update({position: a.reason for position, a in answers if isinstance(a, Failure)})
        if progress:
            progress(len(done) + len(missing), len(positions))
    return Evaluated(done, missing, computed)


def _here(chunks: Sequence[Chunk], settings: Settings, engines: int) -> Iterator[tuple[Chunk, Answers | str]]:
    """Engines are processes of their own: threads keep them busy, and each engine serves chunk after chunk."""
    if not chunks:
        return
    idle: list[Analyst] = []  # pop and append are atomic

    def work(chunk: Chunk) -> Answers:
        analyst = idle.pop() if idle else Analyst(settings)
        try:
            return [(position, analyst.evaluate(position, played)) for position, played in chunk]
        finally:
            idle.append(analyst)

    with ThreadPoolExecutor(min(engines, len(chunks)), thread_name_prefix="screening") as pool:
        futures = {pool.submit(copy_context().run, work, chunk): chunk for chunk in chunks}  # they speak our language
        try:
            for future in as_completed(futures):
                try:
                    yield futures[future], future.result()
                except EngineMissing as error:
                    yield futures[future], str(error)
        finally:
            pool.shutdown(cancel_futures=True)
            for analyst in idle:
                analyst.stop()


def _on_dask(chunks: Sequence[Chunk], settings: Settings, address: str) -> Iterator[tuple[Chunk, Answers | str]]:
    try:
        from distributed import Client
        from distributed import as_completed as dask_completed
    except ImportError as error:
        raise ArbitroError(_("A Dask scheduler needs the package dask[distributed].")) from error
    try:
        client: Any = Client(address, timeout=5, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise ArbitroError(_("No Dask scheduler answers at {address}.").format(address=address)) from error
    with client:
        futures = {client.submit(evaluate_chunk, chunk, settings, pure=False): chunk for chunk in chunks}
        for future in dask_completed(list(futures), loop=client.loop):  # type: ignore[no-untyped-call]
            trouble = future.exception()
            yield futures[future], future.result() if trouble is None else str(trouble)
