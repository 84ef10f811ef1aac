"""Every console block of the documentation runs, and so does the example of every command.

A `console` block is a session in a folder with the files of `examples`: what follows `$ ` is run, what stands below it
must be said (`…`: anything; a line of its own: any lines). Steps that need a server, another system or the network
stand in `sh` blocks, which may hold nothing else.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbitro.cli import reference
from tests.cli.test_frame import run

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SERVERS = ("deploy", "security", "site", "site-arbiter")  # sessions on a server, some of them as root
PAGES = [ROOT / "README.md", *sorted(page for page in DOCS.rglob("*.md") if page.stem not in SERVERS)]
NOT_RUN = (  # what an `sh` block may hold
    r"make ", r"pip wheel", r"(py|python3) -m venv", r"\.venv[/\\]", r"(ARBITRO_BACKUPS=\S+ )?arbitro (serve|demo)\b",
    r"arbitro event user \w+ --(link|log-out)", r"curl ", r"eval ", r"printf ",
    r"_ARBITRO_COMPLETE", r"arbitro --man >", r"man ./",
)  # fmt: skip
BEFORE = {  # other events that some examples speak of
    "event ranks": [
        "event create Rapid rounds=1", "event enter rapid Ana", "event enter rapid Blas", "event start-list rapid",
        "event lots rapid x", "event pair rapid --publish", "event result rapid 1 =",
    ],
    "event ratings": [
        "event create Winter long_event=yes", "event enter-file winter players.csv", "event start-list winter",
    ],
    "event close": [
        "event create Blitz rounds=1", "event enter blitz Ana", "event enter blitz Blas", "event start-list blitz",
        "event lots blitz x", "event pair blitz --publish", "event result blitz 1 1-0", "event close-round blitz",
    ],
    "event team": ["event create League system=team team_boards=2", "event enter-file league players.csv"],
    "event team-points": [
        "event create Duel system=team team_boards=1 rounds=1", "event enter duel Ana", "event enter duel Blas",
        "event team duel Torre id:1", "event team duel Roque id:2", "event start-list duel", "event lots duel x",
        "event pair duel --publish",
    ],
    "event challenge": ["event create Stairs system=ladder", "event enter stairs Ana", "event enter stairs Blas"],
    "event advance": ["event create Final system=knockout"],
}  # fmt: skip
MACHINES = {  # examples that need what a test has not
    "event accept-damage": "a damaged journal", "serve": "a server", "demo": "a server",
    "register fetch": "the network",
    "fairplay calibrate": "a chess engine, for minutes", "event games screen": "a chess engine",
    "fairplay screen": "a chess engine, for minutes",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample files, and a data folder of its own."""
    for file in (ROOT / "examples").iterdir():
        shutil.copyfile(file, tmp_path / file.name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITRO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ARBITRO_BACKUP_MINUTES", "0")
    return tmp_path


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


def said_as_written(written: list[str], said: str) -> bool:
    """Is this what the page says? Blanks at the end of lines do not count."""
    pattern = "\n".join(
        ".*" if line == "…" else ".*?".join(map(re.escape, line.rstrip().split("…"))) for line in written
    )
    there = "\n".join(line.rstrip() for line in said.strip("\n").splitlines())
    return re.fullmatch(pattern, there, re.S) is not None


def sessions() -> Iterator[Any]:
    """The pages with console blocks; Spanish ones that type and expect what the English ones do, in the long run."""
    for page in PAGES:
        twin = DOCS / page.relative_to(DOCS / "es") if DOCS / "es" in page.parents else page
        same = [re.sub(r" --lang \w+", "", block) for block in blocks(page, "console")]
        again = page != twin and same == [re.sub(r" --lang \w+", "", block) for block in blocks(twin, "console")]
        if same:
            yield pytest.param(page, id=name(page), marks=pytest.mark.slow if again else ())


def name(page: Path) -> str:
    return str(page.relative_to(ROOT).with_suffix(""))


@pytest.mark.parametrize("page", list(sessions()))
@pytest.mark.django_db
def test_the_console_blocks_of_a_page_run(page: Path, folder: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8" if "/es/" in str(page) else "C")
    for block in blocks(page, "console"):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, *written = step.rstrip("\n").splitlines()
            command = re.sub(r"\s+# .*", "", line)  # a remark beside it
            if piped := re.fullmatch(r"echo '(.*)' \| (arbitro .*)", command):
                monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped[1].encode()), "utf-8"))
                command = piped[2]
            program, *words = shlex.split(command)
            assert program == "arbitro", command
            code, out, err = run(*words, capsys=capsys)
            agrees = said_as_written(written, out + err) or said_as_written(written, err + out)
            assert code in (0, 1) or (written and agrees), f"{command}: {err}"
            assert not written or agrees, f"{command}\n{out}{err}"


def test_what_is_not_run_needs_a_machine() -> None:
    lines = [
        line
        for page in PAGES
        if page.stem != "commands"  # the examples of the table
        for block in blocks(page, "sh")
        for line in block.splitlines()
    ]
    assert [line for line in lines if not any(re.match(pattern, line) for pattern in NOT_RUN)] == []


def test_every_command_has_a_purpose_help_for_each_option_and_an_example():
    poor = {
        each.path: problem
        for each in reference.commands()
        for problem in [
            "no purpose" if not each.purpose else "",
            "no example" if not each.example.startswith(each.path) else "",
            ", ".join(f"no help: {names}" for names, help in each.options if not help.split("[")[0].strip()),
        ]
        if problem
    }
    assert poor == {}
    assert set(reference.EXAMPLES) == {each.path for each in reference.commands()}


@pytest.mark.django_db
def test_the_examples_of_the_commands_run_one_after_the_other(folder: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    failed = {}
    for path, example in reference.EXAMPLES.items():
        for step in [*BEFORE.get(path, []), example] if path not in MACHINES else []:
            code, _out, err = run(*shlex.split(step), capsys=capsys)
            if code not in (0, 1) or "to go on" in err:
                failed[step] = err
    assert failed == {}, "\n".join(f"{k}: {v}" for k, v in failed.items())


@pytest.mark.parametrize("lang", ["en", pytest.param("es", marks=pytest.mark.slow)])
def test_the_generated_pages_are_those_of_the_commands(lang: str, tmp_path: Path) -> None:
    """In a process of its own: options are translated when they are declared."""
    subprocess.run([sys.executable, "-m", "arbitro.cli.reference", lang, str(tmp_path)], check=True)
    for name in ("commands.md", "settings.md"):
        kept = DOCS / ("" if lang == "en" else lang) / "programmer" / name
        assert (tmp_path / name).read_text(encoding="utf-8") == kept.read_text(encoding="utf-8"), "make reference"


def test_help_shows_the_example_and_defaults(capsys):
    code, out, _err = run("--lang", "en", "backup", "--help", capsys=capsys)
    assert (code, "Example:\n  arbitro backup club-open -o copies" in out) == (0, True)
    assert "[default: 26]" in run("--lang", "en", "generate", "--help", capsys=capsys)[1]


def test_the_man_page_has_every_command():
    man = reference.man()
    assert ".SH SYNOPSIS\n\\fBarbitro [OPTIONS] COMMAND [ARGS]...\\fR\n" in man
    assert [each.path for each in reference.commands() if f".SS {each.path}\n".replace("-", "\\-") not in man] == []


@pytest.mark.django_db
def test_a_shell_completes_the_names_of_events(folder: Path, capsys) -> None:
    run("event", "create", "Club open", capsys=capsys)
    from click.shell_completion import ShellComplete

    from arbitro.cli.frame import LazyGroup

    shell = ShellComplete(LazyGroup("arbitro"), {}, "arbitro", "_ARBITRO_COMPLETE")
    assert [item.value for item in shell.get_completions(["event", "show"], "cl")] == [
        "club-open",
        "club-open/club-open",
    ]
