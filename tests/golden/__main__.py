"""`python -m tests.golden renew [PATTERN …]`: keep today's answers of the cases whose names match (`pair-*`)."""

from __future__ import annotations

import os
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

USAGE = "python -m tests.golden renew [PATTERN …]   for example: renew 'standings-*' 'pages/demo/*'"


class Chosen:
    """Runs only the tests that can make an answer of a chosen name."""

    def __init__(self, patterns: list[str]) -> None:
        self.patterns = patterns

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._wanted(re.search(r"\[(.+)\]$", item.name))]

    def _wanted(self, case: re.Match[str] | None) -> bool:
        if case is None:
            return False
        worlds = [re.sub(r"^[^/]*/([^/]*).*", r"\1", pattern) for pattern in self.patterns]
        return any(fnmatch(case[1], pattern) for pattern in [*self.patterns, *worlds])


def main(words: list[str]) -> int:
    if not words or words[0] != "renew":
        print(USAGE, file=sys.stderr)
        return 2
    patterns = words[1:] or ["*"]
    os.environ["ARBITRO_GOLDEN_RENEW"] = "\n".join(patterns)
    return int(pytest.main([str(Path(__file__).parent), "-q", "-p", "no:cacheprovider"], plugins=[Chosen(patterns)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
