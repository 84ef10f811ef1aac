"""The command `arbitro`: its frame is `cli.frame`, a module for each subject is imported when it is called.

Other programs call `arbitro engine` for every round they pair: it starts without the frame and the packages that the
frame needs. They may also call `arbitro --dutch FILE …`, as they call their own.
"""

from __future__ import annotations

import gc
import sys

PAIRED = ("dutch", "dubov", "burstein", "lim", "team")  # what the engine is asked for: --dutch …


def main(argv: list[str] | None = None) -> None:
    """Run the command; every error becomes one line on stderr and an exit code."""
    own_process = argv is None
    argv = sys.argv[1:] if argv is None else argv
    if argv[:1] and argv[0].startswith("--") and argv[0][2:] in PAIRED:
        argv = ["engine", *argv]  # programs call a pairing engine without a word before its options
    if argv[:1] == ["engine"] and "--help" not in argv:
        if own_process:
            gc.disable()  # the process ends before it would be worth anything
        from arbitro.cli.drop_in import alone

        sys.exit(alone(argv[1:]))
    from arbitro.cli.frame import main as framed

    framed(argv)
