"""The command `arbitro`: its frame is `cli.frame`, a module for each subject is imported when it is called.

Other programs call `arbitro engine` for every round they pair: it starts without the frame and the packages that the
frame needs. They may also call `arbitro --dutch FILE …`, as they call their own.
"""

from __future__ import annotations

import gc
import sys
from types import ModuleType

PAIRED = ("dutch", "dubov", "burstein", "lim", "team")  # what the engine is asked for: --dutch …


def main(argv: list[str] | None = None) -> None:
    """Run the command; every error becomes one line on stderr and an exit code."""
    own_process = argv is None
    argv = sys.argv[1:] if argv is None else argv
    if argv == ["-r"] or (argv[:1] and argv[0].startswith("--") and argv[0][2:] in PAIRED):
        argv = ["engine", *argv]  # programs call a pairing engine without a word before its options
    if argv[:1] == ["engine"] and "--help" not in argv:
        if own_process:
            start_lean()
        from arbitro.cli.drop_in import alone

        sys.exit(alone(argv[1:]))
    from arbitro.cli.frame import main as framed

    framed(argv)


def start_lean() -> None:
    """For a process that ends after one answer: no garbage is collected, and `inspect`, which the standard library's
    dataclasses import and our classes do not use, is loaded when somebody asks it something."""
    gc.disable()
    sys.modules.setdefault("inspect", _Later("inspect"))


class _Later(ModuleType):
    """In the place of a module that is loaded when it is first asked for something."""

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        from importlib import import_module

        return getattr(import_module(self.__name__), name)
