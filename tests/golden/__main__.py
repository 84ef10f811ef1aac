"""`python -m tests.golden renew [PATTERN …]`: keep today's answers of the cases whose names match (`pair-*`)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

USAGE = "python -m tests.golden renew [PATTERN …]   for example: renew 'standings-*' 'pages/demo/*'"


def main(words: list[str]) -> int:
    if not words or words[0] != "renew":
        print(USAGE, file=sys.stderr)
        return 2
    os.environ["ARBITRO_GOLDEN_RENEW"] = "\n".join(words[1:] or ["*"])
    return int(pytest.main([str(Path(__file__).parent), "-q", "-p", "no:cacheprovider"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
