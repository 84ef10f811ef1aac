"""Files are whole or not there, and nobody else's business: a full disk at every write, damaged keys, rights."""

from __future__ import annotations

import ast
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import arbitro as package
from arbitro.outputs import PRIVATE, private_folder, write_whole
from tests.files.tournaments import WORKED

SOURCE = Path(package.__file__).parent
MODES = ("w", "wb", "a", "ab", "x", "xb", "wt", "w+", "r+", "r+b")
CLI = "from arbitro.cli import main; main()"
FULL = """
import resource, signal
import arbitro.outputs as outputs
def fill(room):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
"""
FULL_LATER = """
write = outputs.write_whole
def write_on_a_full_disk(*arguments, **options):
    fill(100)
    write(*arguments, **options)
outputs.write_whole = write_on_a_full_disk
"""


def arbitro(*words: object, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own. As on a full disk no file may grow beyond ARBITRO_TEST_ROOM bytes, or
    (ARBITRO_TEST_FULL) beyond 100 bytes from the moment when the command has its answer and writes it."""
    outside = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    outside |= {"ARBITRO_DATA": str(data), "LANG": "en", "ARBITRO_BACKUP_MINUTES": "0", **environment}
    outside.pop("ARBITRO_SECRET_KEY", None)
    code = CLI
    if "ARBITRO_TEST_ROOM" in environment:
        code = FULL + f"fill({environment['ARBITRO_TEST_ROOM']});" + CLI
    elif "ARBITRO_TEST_FULL" in environment:
        code = FULL + FULL_LATER + CLI
    return subprocess.run([sys.executable, "-c", code, *map(str, words)], env=outside, capture_output=True, text=True)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_cannot_be_written_leaves_the_old_file(tmp_path):
    target = tmp_path / "report.trf"
    write_whole(target, "the old one")
    with pytest.raises(OSError, match=r"report\.trf"):
        write_whole(tmp_path / "no such folder" / "report.trf", "new")
    with pytest.raises(UnicodeEncodeError):
        write_whole(target, "\ud800")
    assert target.read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["report.trf"]


def test_what_is_no_plain_file_is_written_to(tmp_path):
    write_whole("/dev/null", "x")
    real = tmp_path / "real"
    real.write_text("old")
    (tmp_path / "link").symlink_to(real)
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert real.read_text() == "new"


def test_rights_are_for_the_owner_alone(tmp_path):
    write_whole(tmp_path / "secret", "x", mode=PRIVATE)
    assert mode(tmp_path / "secret") == 0o600
    (tmp_path / "folder").mkdir(mode=0o755)
    assert mode(private_folder(tmp_path / "folder")) == 0o700


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A data folder with an event."""
    data = tmp_path_factory.mktemp("data") / "arbitro"
    done = arbitro("event", "create", "Open", "rounds=5", data=data)
    assert done.returncode == 0, done.stderr
    for n in range(1, 7):
        arbitro("event", "enter", "open", f"Player {n}", data=data)
    for words in (("start-list", "open"), ("lots", "open", "x"), ("pair", "open", "--publish")):
        assert arbitro("event", *words, data=data).returncode == 0
    return data


def test_database_copies_and_key_are_readable_by_their_owner_alone(made, tmp_path):
    assert arbitro("backup", data=made).returncode == 0
    assert mode(made) == 0o700
    files = [path for path in made.rglob("*") if path.is_file()]
    assert {"secret-key", "arbitro.sqlite3"} <= {path.name for path in files}
    assert any(path.suffix == ".arbitro" for path in files)
    assert {path.name: mode(path) for path in files if mode(path) & 0o077} == {}


WRITES = [
    ("event", "trf", "open", "-o"),
    ("export", "open"),
    ("print", "open", "pairings", "--force", "-o"),
    ("backup", "open", "-o"),
    ("convert", WORKED),
    ("pair", WORKED, "-o"),
    ("draw", "--name", "Ana", "--name", "Blas", "--sentence", "x", "-o"),
    ("generate", "--players", "8", "--seed", "3", "-o"),
]


def test_every_file_is_written_by_the_one_way_that_leaves_no_half():
    """What writes otherwise: parts of an archive that is itself written so, what is thrown away once it is read (lists,
    uploads), and the lock of a start."""
    otherwise = []
    for path in sorted(SOURCE.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and path.name != "outputs.py":
                name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                words = {arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
                if name in ("write_text", "write_bytes") or (name in ("open", "fdopen") and words & set(MODES)):
                    otherwise.append(f"{path.relative_to(SOURCE)}:{name}")
    thrown_away = ["web/desk/views/events.py:write_bytes", "web/desk/views/lists.py:open"]
    parts = ["desk/backup.py:open"]
    assert otherwise == [*parts, "desk/rating_lists.py:open", "desk/upgrade.py:fdopen", *thrown_away]


@pytest.mark.parametrize("words", WRITES, ids=lambda words: words[0])
def test_a_full_disk_leaves_the_old_output(made, tmp_path, words):
    folder = words[0] == "backup"
    target = tmp_path / ("copies" if folder else "x.arbitro" if words[0] == "export" else "x.trf")
    if not folder:
        target.write_text("the old one")
    done = arbitro(*words, target, data=made, ARBITRO_TEST_FULL="1")
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "File too large" in done.stderr
    if folder:
        assert not target.exists() or list(target.iterdir()) == []
    else:
        assert target.read_text() == "the old one"
        assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_a_full_disk_at_the_first_start_is_said(tmp_path):
    done = arbitro("event", "create", "Open", data=tmp_path / "new", ARBITRO_TEST_ROOM="10")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    key = tmp_path / "new" / "secret-key"
    assert not key.exists() or len(key.read_text()) > 32
    assert arbitro("event", "create", "Open", data=tmp_path / "new").returncode == 0


@pytest.mark.parametrize("damage", [b"", b"short", b"\xff\xfe\x00\x01" * 20])
def test_an_empty_or_damaged_key_is_named_with_what_to_do(tmp_path, damage):
    assert arbitro("event", "create", "Open", data=tmp_path).returncode == 0
    (tmp_path / "secret-key").write_bytes(damage)
    done = arbitro("event", "list", data=tmp_path)
    assert done.returncode == 2
    assert "secret-key is empty or damaged" in done.stderr
    (tmp_path / "secret-key").unlink()
    assert arbitro("event", "verify", data=tmp_path).returncode == 1
    assert arbitro("event", "verify", "--accept", data=tmp_path).returncode == 0


def test_the_demonstration_never_touches_a_real_folder(made):
    before = (made / "arbitro.sqlite3").read_bytes()
    done = arbitro("demo", "--data", made, "--port", 1, data=made)
    assert done.returncode == 2
    assert "holds real tournaments" in done.stderr
    assert (made / "arbitro.sqlite3").read_bytes() == before


def test_an_account_gets_a_new_password_from_the_machines_owner(made):
    assert "created" in arbitro("event", "user", "ana", "--password", "first-of-all-passwords", data=made).stdout
    assert "New password" in arbitro("event", "user", "ana", "--password", "another-long-one", data=made).stdout
    assert "password" in arbitro("event", "user", "ana", "--password", "short", data=made).stderr
    assert arbitro("event", "user", "ana", "--link", data=made).stdout.startswith("http://")
    assert "ended: 0" in arbitro("event", "user", "ana", "--log-out", data=made).stdout
    assert "no account" in arbitro("event", "user", "nobody", "--link", data=made).stderr
