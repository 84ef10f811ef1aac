"""A file that is not for a command is named for what it is, with the command that it is for, in one line."""

from __future__ import annotations

import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from arbitro.cli.common import spoken
from arbitro.i18n import speaking
from tests.cli.test_frame import run

EXAMPLES = Path(__file__).parents[2] / "examples"
NOBODYS = {
    "foto.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)),
    "foto.csv": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "carta.pdf": b"%PDF-1.7\n" + bytes(range(128, 256)),
    "datos": b"SQLite format 3\0" + bytes(100),
    "ruido.trf": bytes(range(256)),
}
PARTS = {
    "carta.docx": ["word/document.xml"],
    "todo.zip": ["readme.txt"],
    "copia.arbitro": ["event.json", "SHA256SUMS"],
    "lista.zip": ["standard_rating_list.txt"],
}
DOORS = {
    "copia.arbitro": "arbitro restore copia.arbitro",
    "lista.zip": "arbitro register import lista.zip",
    "standard.txt": "arbitro register import standard.txt",
    "players.csv": "arbitro event enter-file EVENT players.csv",
    "black.txt": "arbitro game black.txt",
    "open.trf": "arbitro import open.trf",
    "plan.toml": "arbitro prizes FILE plan.toml",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, data in NOBODYS.items():
        Path(name).write_bytes(data)
    for name, members in PARTS.items():
        with ZipFile(name, "w") as archive:
            for member in members:
                archive.writestr(member, "x")
    for name in ("players.csv", "standard.txt", "black.txt", "open.trf", "plan.toml"):
        shutil.copyfile(EXAMPLES / name, name)


def said(capsys, *words: str) -> str:
    code, out, err = run(*words, capsys=capsys)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    return err


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("command", ["pair", "check", "standings", "rate", "norms", "print"])
@pytest.mark.usefixtures("folder")
def test_a_file_of_something_else_points_to_the_command_that_is_meant(capsys, command, lang):
    more = ["standings"] if command == "print" else []
    event = {"pair": "event pair EVENT", "standings": "event standings EVENT", "print": "print EVENT PAPER"}
    with speaking(lang):
        meant = spoken(event.get(command, "event trf EVENT -o open.trf"))
    for name in (*NOBODYS, "carta.docx", "todo.zip"):
        told = said(capsys, "--lang", lang, command, name, *more)
        assert told.startswith(f"{name} {'is' if lang == 'en' else 'es'} "), told
        assert meant in told


@pytest.mark.parametrize(
    ("words", "name"),
    [(("standings",), name) for name in DOORS if name != "open.trf"]
    + [(("check",), "players.csv"), (("rate",), "players.csv"), (("norms",), "copia.arbitro")]
    + [(("register", "import"), "open.trf"), (("register", "import"), "players.csv"), (("restore",), "players.csv")],
)
@pytest.mark.usefixtures("folder")
@pytest.mark.django_db
def test_a_file_of_another_command_points_to_it(capsys, words, name):
    with speaking("es"):
        door = spoken(DOORS[name])
    assert door in said(capsys, "--lang", "es", *words, name)


@pytest.mark.parametrize("command", ["check", "rate", "norms"])
@pytest.mark.usefixtures("folder")
def test_the_name_of_an_event_points_to_its_file(capsys, command):
    assert "arbitro event trf club-open -o club-open.trf" in said(capsys, command, "club-open")


@pytest.mark.parametrize("form", ["boards", "uscf"])
def test_archives_that_are_one_tournament_are_checked_as_one(capsys, tmp_path, form):
    from arbitro.files.forms import encoded
    from tests.files.test_other_programs import EVENT

    (tmp_path / "open.zip").write_bytes(encoded(EVENT, form))
    code, out, _err = run("check", str(tmp_path / "open.zip"), capsys=capsys)
    assert code in (0, 1) and "1 file, 6 rounds checked" in out


@pytest.mark.django_db
def test_columns_left_out_are_named_when_players_are_entered(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("list.csv").write_text("Name;Elo;Hat\nRoy, Ana;2100;57\nDiaz, Luis;2000;58\n")
    assert run("event", "create", "Club", "rounds=3", capsys=capsys)[0] == 0
    code, _out, err = run("event", "enter-file", "club", "list.csv", capsys=capsys)
    assert code == 0 and err.count("left out: Hat") == 1
