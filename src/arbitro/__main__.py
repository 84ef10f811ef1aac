"""`python -m arbitro`: the command `arbitro`."""

from __future__ import annotations

from arbitro.cli import main

main()
