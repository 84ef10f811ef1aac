"""What a newcomer types in the first hour: each slip gets one sentence with the remedy, in their language."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arbitro.cli.progress import progress
from tests.cli.test_frame import run


def arbitro(*words: str, folder: Path, lang: str = "en", **env: str) -> tuple[int, str]:
    """Exit code and everything said, in a process of its own with an empty data folder."""
    child = subprocess.run(
        [sys.executable, "-m", "arbitro", *words],
        capture_output=True,
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        | {"ARBITRO_DATA": str(folder / "data"), "LC_ALL": f"{lang}_ES.UTF-8", "PYTHONUTF8": "1", "DATABASE_URL": ""}
        | env,
        timeout=60,
    )
    return child.returncode, (child.stdout + child.stderr).decode(env.get("PYTHONIOENCODING", "utf-8"), "replace")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pairr"], "Did you mean pair?"),
        (["help"], "arbitro --help"),
        (["version"], "arbitro --version"),
        (["event", "create", "X", "qwertz=5"], "There is no setting called qwertz. Known: name, "),
        (["event", "resutl"], "Did you mean result?"),
        (["event", "create", "X", "ruonds=5"], "There is no setting called ruonds. Did you mean rounds?"),
        (["event", "create", "X", "rounds=five"], "'five' is not a value for rounds: a number from 1 to 60."),
        (["event", "create", "X", "system=duthc"], "Did you mean dutch? Known: dutch, "),
        (["event", "create", "X", "rating_list=rapit"], "Did you mean rapid? Known: standard, rapid, blitz"),
        (["serve", "--port", "80000"], "80000 is not in the range 1<=x<=65535."),
        (["pair", "photo.jpg"], "photo.jpg is a picture, not a tournament; "),
        (["import", "players.csv"], "arbitro event enter-file EVENT players.csv"),
        (["pair", "club-open"], "arbitro event pair club-open"),
        (["register", "search", "carlsen"], "arbitro register fetch"),
        (["event", "delete", "club"], "Did you mean archive?"),
        (["serve", "--port", "five"], "'five' is not a valid number."),
        (["standings", "players.csv", "--after", "x"], "'x' is not a valid number."),
        (["players.csv"], "players.csv is a list of players; into an event: arbitro event enter-file EVENT "),
        (["photo.jpg"], "photo.jpg is a picture; what arbitro takes: arbitro --help"),
        (["pair", "players.csv", "-o", "no/such/pairs.txt"], "There is no folder no/such."),
        (["engine", "--dutch", "absent.trf", "-p"], "There is no file absent.trf."),
    ],
)
@pytest.mark.django_db
def test_a_slip_gets_its_remedy(words: list[str], sentence: str, tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(range(256)))
    (tmp_path / "players.csv").write_text("Name,Rating\nAna,2000\n")
    code, _out, said = run(*words, capsys=capsys)
    assert (code, sentence in said) == (5 if words[0] == "engine" else 2, True), said
    assert "defect" not in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pairr"], "¿Quiso decir pair?"),
        (["ayuda"], "Escriba arbitro --help."),
        (["versión"], "Escriba arbitro --version."),
        (["emparejar", "open.trf"], "¿Quiso decir pair?"),
        (["empareja", "open.trf"], "¿Quiso decir pair?"),
        (["clasificaciones", "open.trf"], "¿Quiso decir standings?"),
        (["event", "enter", "club", "Ana", "--rating", "muchos"], "'muchos' no es un número válido"),
        (["event", "create", "X", "rondas=5"], "¿Quiso decir rounds?"),
        (["event", "create", "X", "system=suizo"], "¿Quiso decir dutch?"),
        (["event", "create", "X", "system=holandés"], "¿Quiso decir dutch?"),
        (["event", "create", "X", "system=todos contra todos"], "¿Quiso decir round-robin?"),
        (["event", "create", "X", "rounds=cinco"], "un número de 1 a 60"),
        (["convert", "nada.trf", "x.json"], "no existe"),
        (["pair", "nada.trf"], "No existe el archivo nada.trf"),
    ],
)
@pytest.mark.django_db
def test_a_slip_gets_its_remedy_in_spanish(words: list[str], sentence: str, capsys) -> None:
    code, _out, said = run("--lang", "es", *words, capsys=capsys)
    assert (code, sentence in said) == (2, True), said


@pytest.mark.django_db
def test_a_time_control_that_nobody_can_read_is_kept_and_named(capsys) -> None:
    code, out, said = run("--lang", "es", "event", "create", "X", "time_control=hora y media", capsys=capsys)
    assert (code, out) == (0, "x/x\n")
    assert "No se entiende el ritmo de juego; escríbalo como 90 min + 30 s." in said
    assert "No se entiende" not in run("--lang", "es", "event", "create", "Y", capsys=capsys)[2]


@pytest.mark.django_db
def test_what_cannot_be_is_refused(capsys) -> None:
    assert run("event", "create", "Club", "rounds=1", capsys=capsys)[0] == 0
    code, _out, said = run("event", "standings", "club", "--after", "1", capsys=capsys)
    assert (code, said) == (2, "No round has been played yet.\n")
    for birth in ("31/02/2001", "hola", "2001-02-30", "1492-10-12", "15-05-2140"):
        code, _out, said = run("event", "enter", "club", "Ana", "--birth", birth, capsys=capsys)
        assert code == 2 and birth in said and "2001-05-31" in said, said
    for words in (["enter", "club", "Ana"], ["enter", "club", "Blas"], ["start-list", "club"], ["lots", "club", "a"]):
        assert run("event", *words, capsys=capsys)[0] == 0
    assert run("event", "pair", "club", "--publish", "--confirm", "4", capsys=capsys)[0] == 0
    code, _out, said = run("event", "standings", "club", "--after", "99", capsys=capsys)
    assert code == 2 and "99" in said, said


@pytest.mark.django_db
def test_an_event_made_in_the_terminal_belongs_to_the_first_account(capsys) -> None:
    def arbitro(*words: str) -> tuple[int, str]:
        code, out, err = run(*words, capsys=capsys)
        return code, out + err

    code, said = arbitro("event", "create", "Before")
    assert code == 0 and "first account" in said, said
    assert arbitro("event", "user", "ana", "--password", "un-caballo-verde-9")[0] == 0
    code, said = arbitro("event", "create", "After")
    assert code == 0 and "ana" in said, said
    code, said = arbitro("event", "user", "ana")
    assert "owner · before" in said and "owner · after" in said, said
    code, said = arbitro("event", "user", "ana", "--link")
    assert code == 0 and "/accounts/password/" in said, said
    code, said = arbitro("event", "invite", "after")
    assert code == 0 and said.startswith("http://") and "/invitation/" in said, said


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = arbitro("serve", "--port", str(port), folder=tmp_path)
    assert (code, f"Port {port} is in use: choose another with --port {port + 1}." in said) == (2, True), said


def test_a_site_for_the_hall_says_address_code_and_first_account_when_it_answers(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {name: value for name, value in os.environ.items() if name not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")}
    served = subprocess.Popen(
        [sys.executable, "-m", "arbitro", "serve", "--host", "0.0.0.0", "--port", str(port)],
        stdout=subprocess.PIPE, text=True, encoding="utf-8",
        env=env | {"ARBITRO_DATA": str(tmp_path), "LC_ALL": "es_ES.UTF-8", "PYTHONUTF8": "1"},
    )  # fmt: skip
    try:
        assert served.stdout is not None
        said = []
        for line in served.stdout:
            said.append(line.rstrip())
            if line.startswith("Primera cuenta: "):
                break
        with socket.create_connection(("127.0.0.1", port)) as caller:  # at once: what is said is true
            caller.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert caller.recv(12).endswith(b"200")
        assert arbitro("event", "create", "Club", folder=tmp_path, ARBITRO_DATA=str(tmp_path))[0] == 0
        _code, link = arbitro("event", "invite", "club", folder=tmp_path, ARBITRO_DATA=str(tmp_path))
        assert link.startswith(f"{said[0]}accounts/invitation/")  # where the site answers, not the usual port
    finally:
        served.terminate()
        served.wait(20)
    assert said[0].endswith(f":{port}/") and "0.0.0.0" not in said[0]
    assert sum("█" in line for line in said) > 10  # the QR code
    assert f"puerto {port}" in said[-2] and "/accounts/new?code=" in said[-1]


def test_long_work_is_shown_on_a_terminal_and_wiped_off(monkeypatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    with progress("everything") as tell:
        tell(3, 12)
    assert "\r\033[Keverything [######------------------] 3/12 0 s" in shown.getvalue()
    assert shown.getvalue().endswith("\r\033[K")


@pytest.mark.parametrize("encoding", [pytest.param("ascii", marks=pytest.mark.slow), "cp1252"])
def test_a_terminal_without_our_letters_gets_others(encoding: str, tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    arbitro("event", "create", "Ñandú ½", "rounds=3", folder=tmp_path)
    for words in (["event", "list"], ["clock", "90+30"], ["schedule", "berger", "6"]):
        code, said = arbitro(*words, folder=tmp_path, lang="es", **env)
        assert code == 0 and "defect" not in said, said


OPEN = str(Path(__file__).parents[2] / "examples/open.trf")


def test_a_terminal_with_ascii_alone_shows_points_that_can_be_read(tmp_path: Path) -> None:
    """Not 41/2 for 4½; the columns stand where they would."""
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    code, said = arbitro("standings", OPEN, "--explain", "3", folder=tmp_path, lang="es", **env)
    assert code == 0 and said.isascii(), said
    rows = {line.split()[1]: line for line in said.splitlines()[1:22] if line}
    assert rows["3"].split()[4] == "4.5" and rows["18"].split()[4] == "1/2"
    assert len({len(row.rstrip()) for row in rows.values()}) == 1
    assert "3 + 3 + 2.5 + 4 = 12.5" in said  # what click writes too
    code, said = arbitro("pairr", folder=tmp_path, lang="es", **env)
    assert (code, said.startswith("No existe el comando pairr. Quiso decir pair?")) == (2, True), said


def test_json_keeps_every_letter_on_any_terminal(tmp_path: Path) -> None:
    code, said = arbitro("standings", OPEN, "--json", folder=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert code == 0 and said.isascii()
    assert "Zúñiga, Tomás" in {row["name"] for row in json.loads(said)["standings"]}


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Invalid value for '--lang': 'zz' is not one of 'en', 'es'."),
        ("es", "Valor no válido para '--lang': 'zz' no es ninguno de 'en', 'es'."),
    ],
)
@pytest.mark.parametrize("words", [["--lang=zz", "event", "list"], ["--lang", "zz"], ["event", "list", "--lang=zz"]])
def test_an_unknown_language_is_refused_in_the_language_of_the_shell(
    words: list[str], lang: str, sentence: str, monkeypatch, capsys
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}_ES.UTF-8")
    code, out, said = run(*words, capsys=capsys)
    assert (code, out, said.startswith(sentence), said.count("\n")) == (2, "", True, 1), said


def test_a_group_without_a_command_shows_its_help_and_nothing_more(capsys) -> None:
    for words in ([], ["event"]):
        code, _out, said = run(*words, capsys=capsys)
        assert code == 2 and said.startswith("Usage: arbitro") and "(help:" not in said, said


def test_a_database_that_is_down_is_named(tmp_path: Path) -> None:
    """In one line, whatever the pool of the site's connections has to say."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    for words in (["event", "list"], ["serve", "--port", port]):
        code, said = arbitro(*words, folder=tmp_path, DATABASE_URL="postgresql://nobody@127.0.0.1:1/arbitro")
        assert (code, said.count("\n")) == (2, 1), said
        assert "127.0.0.1 cannot be used: no server answers there. Look at DATABASE_URL" in said


@pytest.mark.parametrize(
    "address", ["arbitro.sqlite3", "postgres://", "postgres://ana@127.0.0.1", "postgres://ana:secret@127.0.0.1:x/club"]
)
def test_a_database_address_that_is_none_is_refused(address: str, tmp_path: Path) -> None:
    code, said = arbitro("event", "list", folder=tmp_path, DATABASE_URL=address)
    assert (code, said.count("\n")) == (2, 1) and said.startswith("DATABASE_URL"), said
    assert "defect" not in said and "secret" not in said
    assert not (tmp_path / "arbitro.sqlite3").exists()


def test_a_user_without_a_home_is_told_what_to_set(tmp_path: Path) -> None:
    (tmp_path / "a-file").touch()
    for words, remedy in ((["event", "list"], "ARBITRO_DATA"), (["demo"], "--data")):
        code, said = arbitro(*words, folder=tmp_path, HOME=str(tmp_path / "a-file"), ARBITRO_DATA="")
        assert code == 2 and f"name a folder of yours in {remedy}" in said and "defect" not in said, said


def test_the_words_of_a_usage_line_are_of_the_language(tmp_path: Path) -> None:
    for words, line in (
        ([], "Uso: arbitro [OPCIONES] COMANDO [ARGUMENTOS]..."),
        (["event"], "Uso: arbitro event [OPCIONES] COMANDO [ARGUMENTOS]..."),
        (["generate"], "Uso: arbitro generate [OPCIONES]"),
    ):
        said = arbitro(*words, "--help", folder=tmp_path, lang="es")[1]
        assert said.splitlines()[0] == line
    assert "--seed NÚMERO " in said and "--edition TEXTO " in said
    said = arbitro("generate", "--players", "hola", folder=tmp_path, lang="es")[1]
    assert said.startswith("Valor no válido para '--players': 'hola' no es un número válido.")


@pytest.mark.django_db
@pytest.mark.parametrize(("lang", "word"), [("en", "Entry list"), ("es", "Lista de inscritos")])
def test_an_event_prints_in_the_language_of_the_terminal_that_made_it(lang: str, word: str, capsys) -> None:
    assert run("--lang", lang, "event", "create", "Club", capsys=capsys)[0] == 0
    assert word in run("print", "club", capsys=capsys)[1]


def test_the_help_says_in_which_language_a_paper_is_printed(tmp_path: Path) -> None:
    """In a process of its own: options are translated when they are declared."""
    for lang, words in (("en", "the event's"), ("es", "el del torneo")):
        assert words in " ".join(arbitro("print", "--help", folder=tmp_path, lang=lang)[1].split())


def test_an_invitation_in_the_terminal_is_a_whole_link(tmp_path: Path) -> None:
    """In a process of its own: the terminal's settings know nothing of the site's."""
    assert arbitro("event", "create", "Club", folder=tmp_path)[0] == 0
    code, said = arbitro("event", "invite", "club", folder=tmp_path)
    assert code == 0 and said.startswith("http://") and "/accounts/invitation/" in said, said


def test_standings_after_a_round_that_was_not_played_are_refused(capsys) -> None:
    file = Path(__file__).parents[1] / "data/vectors/swiss-worked-tournament.trf"
    assert run("standings", str(file), "--after", "99", "--lang", "en", capsys=capsys)[0] == 2
    assert "the last one is" in run("standings", str(file), "--after", "99", "--lang", "en", capsys=capsys)[2]


def test_a_spanish_question_takes_a_spanish_yes(monkeypatch, capsys) -> None:
    from arbitro.cli.common import confirmed
    from arbitro.i18n import speaking

    for answer, said in (("s\n", True), ("y\n", True), ("\n", False), ("n\n", False)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        with speaking("es"):
            assert confirmed("¿Seguro?") is said
        assert "[s/N]" in capsys.readouterr().out
