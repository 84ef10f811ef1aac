"""Commands run as a user runs them, with files made from dictionaries."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbitro.cli import main

Run = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command; dictionaries become files. Gives the exit code, the JSON (or text) and stderr."""

    def call(*words: object, lang: str = "en") -> tuple[int, Any, str]:
        argv = []
        for n, word in enumerate(words):
            if isinstance(word, dict):
                path = tmp_path / f"input{n}.json"
                path.write_text(json.dumps(word), encoding="utf-8")
                argv.append(str(path))
            else:
                argv.append(str(word))
        with pytest.raises(SystemExit) as leaving:
            main([*argv, "--lang", lang])
        out, err = capsys.readouterr()
        code = leaving.value.code
        return (code if isinstance(code, int) else 0), json.loads(out) if "--json" in argv and out else out, err

    return call
