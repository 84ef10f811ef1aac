"""Run the benchmarks named on the command line, or all of them; words after the first option are theirs.

The proof against another program is `bench.proof`.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from itertools import takewhile

import bench

names = [
    module.name
    for module in pkgutil.iter_modules(bench.__path__)
    if not module.name.startswith("_") and module.name != "proof"
]
chosen = list(takewhile(lambda word: not word.startswith("--"), sys.argv[1:])) or names
for name in chosen:
    if name not in names:
        sys.exit(f"no benchmark {name!r}; there are: {', '.join(names)}")
for name in chosen:
    print(f"\n## {name}\n", flush=True)
    importlib.import_module(f"bench.{name}").run()
