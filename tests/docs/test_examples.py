"""Every Python example of the documentation runs, page by page, in a folder with the files that it names."""

from __future__ import annotations

import ast
import doctest
import re
import shutil
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    if "```python" in page.read_text(encoding="utf-8")
)
RATING_LIST = """\
ID Number      Name                 Fed Sex Tit  WTit OTit FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag
117129         Ruiz, Marta          MEX F   WIM                2210  0   20 2190  0   20 2200  0   20 1990
2200015        Sol, Iván            ESP M   FM                 2305  9   20 2300  0   20 2310  0   20 1985
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample files, and a rating list as FIDE sends it."""
    for file in (ROOT / "examples").iterdir():
        shutil.copyfile(file, tmp_path / file.name)
    (tmp_path / "players_list_foa.txt").write_text(RATING_LIST, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "players_list_foa.zip", "w") as packed:
        packed.writestr("players_list_foa.txt", RATING_LIST)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_examples_of_a_page_run(page: Path, folder: Path) -> None:
    """The blocks of a page share their names, as a reader who types them in one after another does."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": page.stem}
    for block in re.finditer(r"^```python[^\n]*\n(.*?)^```", text, re.S | re.M):
        first = text[: block.start(1)].count("\n")
        if ">>>" in block[1]:
            _session(block[1], names, page, first)
        else:
            source = ast.parse("\n" * first + block[1], page.name)
            exec(compile(source, str(page), "exec"), names)


def _session(text: str, names: dict[str, object], page: Path, line: int) -> None:
    test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), line)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert said == [], "".join(said)
