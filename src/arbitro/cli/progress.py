"""Long work is not silent: a bar on the terminal while the steps are known, a clock while they are not.

It is drawn on the error output, only if that is a terminal, and wiped off when the work is done.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tell = Callable[[int, int], None]  # steps done, steps in all (0: not known)
WIDTH = 24


@contextmanager
def progress(label: str) -> Iterator[Tell]:
    """Show that something goes on; what is yielded is told how far it is."""
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    state, ended, began = [0, 0], threading.Event(), time.monotonic()

    def tell(done: int, steps: int) -> None:
        first, state[:] = not state[1], (done, steps)
        if first:
            show()

    def show() -> None:
        done, steps = state
        full = WIDTH * done // steps if steps else 0
        shown = f"[{'#' * full}{'-' * (WIDTH - full)}] {done}/{steps}" if steps else f"{done:,}" if done else ""
        sys.stderr.write(f"\r\033[K{label} {shown} {time.monotonic() - began:.0f} s")
        sys.stderr.flush()

    def draw() -> None:
        while not ended.wait(0.2):
            show()

    drawing = threading.Thread(target=draw, daemon=True)
    drawing.start()
    try:
        yield tell
    finally:
        ended.set()
        drawing.join()
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()
