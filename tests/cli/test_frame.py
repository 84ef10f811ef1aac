"""What all commands share: exit codes, languages, one line for every error, never a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from arbitro import __version__
from arbitro.cli import main
from arbitro.cli.common import ARGUMENTS
from arbitro.cli.frame import COMMANDS
from arbitro.cli.reference import commands
from arbitro.i18n import speaking
from tests.files.test_trf_reading import player
from tests.files.tournaments import WORKED


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, stdout, stderr."""
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def test_version(capsys):
    assert run("--version", capsys=capsys) == (0, f"arbitro, version {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--lang", "es"], "Torneos de ajedrez según el reglamento"),
        (["--lang=es"], "Comandos:"),
        (["--lang", "en"], "Chess tournaments by the rules"),
        ([], "Commands:"),
    ],
)
def test_help_in_both_languages(words: list[str], sentence: str, capsys):
    code, out, _err = run(*words, "--help", capsys=capsys)
    assert code == 0
    assert sentence in " ".join(out.split())


def test_the_locale_chooses_the_language(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert "Uso:" in run("--help", capsys=capsys)[1]


def test_lang_may_follow_the_command():
    child = subprocess.run(
        [sys.executable, "-c", "from arbitro.cli import main; main()", "convert", "--help", "--lang", "es"],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert "Escribe el torneo" in child.stdout


def test_every_listed_command_has_help_in_both_languages(capsys):
    _code, out, _err = run("--help", capsys=capsys)
    names = [name for name in COMMANDS if f"  {name} " in out]
    assert "convert" in names
    for name in names:
        for lang in ("en", "es"):
            code, text, err = run("--lang", lang, name, "--help", capsys=capsys)
            assert (code, err) == (0, ""), name
            assert text.startswith("Uso:" if lang == "es" else "Usage:"), name


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nonsense"], "There is no command nonsense."),
        (["convert"], "Missing argument 'IN'."),
        (["convert", "--nonsense"], "No such option"),
        (["convert", "no-such-file.trf", "x.json"], "does not exist"),
        (["--lang", "xx", "convert"], "'xx' is not one of 'en', 'es'."),
        (["--lang", "es", "nonsense"], "No existe el comando nonsense."),
        (["--lang", "es", "convert"], "Falta el argumento 'ORIGEN'."),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(words: list[str], sentence: str, capsys):
    code, out, err = run(*words, capsys=capsys)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert "--help" in err


def test_a_bad_file_is_one_line_with_its_place(capsys, tmp_path: Path):
    bad = tmp_path / "bad.trf"
    bad.write_text("001    1\n001    1\n")
    target = tmp_path / "out.json"
    code, out, err = run("convert", str(bad), str(target), capsys=capsys)
    assert (code, out) == (2, "")
    assert err == f'{bad}, line 2, columns 5-8: found "1", expected a pairing number not used before (line 1 has it)\n'
    assert not target.exists()
    assert "línea 2" in run("--lang", "es", "convert", str(bad), str(target), capsys=capsys)[2]


def test_a_file_that_cannot_be_written(capsys, tmp_path: Path):
    code, _out, err = run("convert", str(WORKED), str(tmp_path / "missing" / "out.json"), capsys=capsys)
    assert code == 2
    assert err.count("\n") == 1


def test_a_defect_shows_no_traceback(capsys, monkeypatch):
    from arbitro.cli import convert

    def broken(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(convert, "encoded", broken)
    monkeypatch.delenv("ARBITRO_TRACEBACK", raising=False)
    code, _out, err = run("convert", str(WORKED), "x.json", capsys=capsys)
    assert code == 2
    assert err == "This is a defect of Arbitro: RuntimeError: broken (ARBITRO_TRACEBACK=1 shows where)\n"


def test_a_reader_who_leaves_early_sees_no_traceback():
    read, write = os.pipe()
    os.close(read)
    child = subprocess.run(
        [sys.executable, "-c", "from arbitro.cli import main; main()", "convert", str(WORKED), "-", "--to", "trf16"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert child.stderr == b""


def test_the_command_starts_without_the_site():
    code = "import sys, arbitro.cli; sys.exit(any(m in sys.modules for m in ('django', 'polars', 'typst', 'chess')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# -- convert


@pytest.mark.parametrize("ending", ["trf", "trf26", "json"])
def test_convert_there_and_back(ending: str, capsys, tmp_path: Path):
    middle, back = tmp_path / f"middle.{ending}", tmp_path / "back.trf"
    assert run("convert", str(WORKED), str(middle), capsys=capsys)[0] == 0
    assert run("convert", str(middle), str(back), capsys=capsys)[0] == 0
    assert sorted(back.read_text().splitlines()) == sorted(WORKED.read_text().splitlines())


@pytest.mark.parametrize("ending", ["csv", "tsv", "xlsx"])
def test_convert_players(ending: str, capsys, tmp_path: Path):
    sheet, back = tmp_path / f"players.{ending}", tmp_path / "back.json"
    code, out, err = run("convert", str(WORKED), str(sheet), capsys=capsys)
    assert code == 0
    assert "40 players" in out
    assert "not written: the rounds" in err
    code, out, err = run("convert", str(sheet), str(back), "--json", capsys=capsys)
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "input": str(sheet), "output": str(back), "form": "json", "players": 40, "rounds": 0, "warnings": [],
        "not_written": [], "assumed": [],
    }  # fmt: skip


def test_convert_warns_and_strict_refuses(capsys, tmp_path: Path):
    doubtful = tmp_path / "doubtful.trf"
    doubtful.write_text("\n".join([player(1, "   2 w 1", points="2.0"), player(2, "   1 b 0")]))
    target = tmp_path / "out.json"
    code, _out, err = run("convert", str(doubtful), str(target), capsys=capsys)
    assert (code, err.startswith("warning: ")) == (0, True)
    target.unlink()
    code, _out, err = run("convert", "--strict", str(doubtful), str(target), capsys=capsys)
    assert (code, target.exists()) == (2, False)
    assert 'found "2.0", expected 1.0, the sum of the results' in err


def test_convert_needs_a_known_form(capsys, tmp_path: Path):
    code, _out, err = run("convert", str(WORKED), str(tmp_path / "out.pdf"), capsys=capsys)
    assert code == 2
    assert "--to" in err
    unnamed = tmp_path / "tournament"
    unnamed.write_bytes(WORKED.read_bytes())
    assert run("convert", str(unnamed), str(tmp_path / "out"), "--to", "trf26", capsys=capsys)[0] == 0


def test_a_file_that_another_process_could_not_read_is_named_as_ever(tmp_path: Path, capsys):
    broken = tmp_path / "broken.trf"
    broken.write_text("001 abcd\n", encoding="utf-8")
    code, _, err = run("check", str(WORKED), str(broken), "--jobs", "2", "--lang", "es", capsys=capsys)
    assert code == 2
    said = "línea 1, columnas 5-8: se encontró «abcd», se esperaba un número de emparejamiento a partir de 1"
    assert err == f"{broken}, {said}\n"


@pytest.mark.parametrize("command", ["standings", "crosstable", "check", "rate", "norms", "pair"])
def test_every_command_reads_json_as_it_reads_trf(command: str, tmp_path: Path, capsys):
    other = tmp_path / "worked.json"
    run("convert", str(WORKED), str(other), capsys=capsys)
    code, from_trf, _ = run(command, str(WORKED), "--json", capsys=capsys)
    code_too, from_json, _ = run(command, str(other), "--json", capsys=capsys)
    assert (code_too, from_json.replace(str(other), str(WORKED))) == (code, from_trf)


def test_what_is_odd_in_a_file_is_a_warning_not_an_error(tmp_path: Path, capsys):
    odd = tmp_path / "odd.trf"
    odd.write_text("\n".join([player(1, "   2 w 1"), player(2, "   1 b 0")]) + "\n240 H   1    1\n", encoding="utf-8")
    code, _, err = run("standings", str(odd), capsys=capsys)
    assert (code, err.startswith(f"warning: {odd}, line ")) == (0, True)


@pytest.mark.parametrize("damage", ["password", "packing", "data"])
@pytest.mark.parametrize("command", [["check"], ["rate-period", str(WORKED)]])
def test_a_broken_archive_is_named_in_one_line(command: list[str], damage: str, tmp_path: Path, capsys):
    archive = tmp_path / "open.zip"
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        packed.writestr("open.trf", "\n".join([player(1, "   2 w 1"), player(2, "   1 b 0")]))
    data = bytearray(archive.read_bytes())
    central = data.index(b"PK\x01\x02")
    if damage == "password":  # the flag of an encrypted part, in both headers
        data[6] |= 1
        data[central + 8] |= 1
    elif damage == "packing":  # a method that nobody knows
        data[8] = data[central + 10] = 97
    else:
        data[38] = data[39] = data[40] = 0xFF  # the first packed bytes
    archive.write_bytes(data)
    words = [command[0], str(archive), *command[1:]]
    code, _, err = run(*words, *(["-o", str(tmp_path / "new.csv")] if command[1:] else []), capsys=capsys)
    assert (code, err.count("\n"), str(archive) in err, "defect" in err) == (2, 1, True, False)


def test_starting_the_command_reads_neither_the_site_nor_the_rules():
    code = "import json, sys; from arbitro import cli; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {
        "django",
        "rich",
        "polars",
        "arbitro.swiss",
        "arbitro.desk",
        "arbitro.web",
        "arbitro.standings",
    }


def test_pairing_for_another_program_loads_what_pairing_needs():
    """Other programs start the engine for every round: nothing is loaded that the answer is not made with."""
    code = (
        "import atexit, json, sys; from arbitro.cli import main;"
        "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr)); main()"
    )
    called = [sys.executable, "-c", code, "--dutch", str(WORKED), "-p"]
    done = subprocess.run(called, capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stderr.splitlines()[-1])) - {"json"}
    assert "arbitro.swiss.dutch" in loaded
    assert not loaded & {
        "arbitro.dates",
        "arbitro.files.forms",
        "arbitro.files.trf.assumptions",
        "arbitro.files.trf.writer",
        "arbitro.model.time_control",
        "arbitro.records.codec",
        "arbitro.standings",
        "arbitro.swiss.dutch.reasons",
        "arbitro.texts",
        "arbitro.words",
        "ast",
        "click",
        "decimal",
        "fractions",
        "typing",
        "gettext",
        "importlib.metadata",
        "logging",
        "tomllib",
        "unicodedata",
    }


@pytest.mark.parametrize(
    "words",
    [
        ["--help"], ["--man"], ["standings", "FILE"], ["standings", "FILE", "--json"], ["check", "FILE"],
        ["convert", "FILE", "-", "--to", "json"], ["pair", "FILE", "--explain"], ["print", "FILE"], ["ask", "--help"],
        ["standings", "nothing.trf"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_reader_who_leaves_ends_the_command_quietly(words: list[str], tmp_path: Path):
    """`arbitro … | true`: 141, as a shell says of a closed pipe, and not a word."""
    read, write = os.pipe()
    os.close(read)
    said = tmp_path / "said"
    command = [word.replace("FILE", str(WORKED)) for word in words]
    with said.open("wb") as errors:
        child = subprocess.run(
            [sys.executable, "-c", "from arbitro.cli import main; main()", *command],
            stdout=write,
            stderr=write if "nothing.trf" in words else errors,  # its sentence goes to the error output
            env=os.environ | {"ARBITRO_DATA": str(tmp_path)},
        )
    os.close(write)
    assert child.returncode == 141
    assert "Error" not in said.read_text() and "Traceback" not in said.read_text()


def completed(words: list[str], tmp_path: Path, shell: str = "bash") -> list[str]:
    """What a shell is told that the last word may become."""
    asked = {"COMP_WORDS": " ".join(["arbitro", *words]), "COMP_CWORD": str(len(words)), "ARBITRO_DATA": str(tmp_path)}
    child = subprocess.run(
        [sys.executable, "-c", "from arbitro.cli import main; main()"],
        env=os.environ | asked | {"_ARBITRO_COMPLETE": f"{shell}_complete", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    return [line.partition(",")[2] for line in child.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["event", "configure", "demo", "roun"], ["rounds=", "round_times=", "round_ratings="]),
        (["event", "configure", "demo", "system=du"], ["system=dutch", "system=dubov"]),
        (["event", "configure", "demo", "system", "=", "du"], ["dutch", "dubov"]),  # as bash parts it
        (["event", "configure", "demo", "rounds=9", "tieb"], ["tiebreaks="]),
        (["event", "configure", "demo", "rounds="], []),
        (["event", "create", "Open", "cit"], ["city="]),
    ],
    ids=lambda value: " ".join(value),
)
def test_a_shell_completes_settings(words: list[str], offered: list[str], tmp_path: Path):
    assert completed(words, tmp_path) == offered


@pytest.mark.parametrize(
    ("words", "usage"),
    [
        (["pair"], "ARCHIVO"),
        (["convert"], "ORIGEN DESTINO"),
        (["event", "bye"], "EVENTO JUGADOR RONDA"),
        (["print"], "EVENTO [DOCUMENTO]"),
        (["import"], "ARCHIVO..."),
        (["board"], "[FEN]"),
        (["schedule", "berger"], "N"),
    ],
)
def test_usage_lines_name_their_arguments_in_the_language(words: list[str], usage: str, capsys):
    command = " ".join(words)
    spanish = run("--lang", "es", *words, "--help", capsys=capsys)[1].splitlines()[0]
    assert spanish == f"Uso: arbitro {command} [OPCIONES] {usage}"
    english = run("--lang", "en", *words, "--help", capsys=capsys)[1].splitlines()[0]
    assert not any(word in english for word in ("ARCHIVO", "EVENTO", "DOCUMENTO", "ORIGEN"))  # said anew each time


def test_every_word_of_a_usage_line_is_translated():
    """Words in capitals in the Spanish reference are Spanish, or signs that are the same everywhere."""
    with speaking("es"):
        words = {word for each in commands() for word in re.findall(r"\b[A-Z_]{2,}\b", each.usage)}
    assert not words & ARGUMENTS - {"PLAN"}, words & ARGUMENTS
    with speaking("en"):
        words = {word for each in commands() for word in re.findall(r"\b[A-Z_]{2,}\b", each.usage)}
    assert words - ARGUMENTS <= {"FEN", "OPTIONS"}, words - ARGUMENTS


@pytest.mark.parametrize(
    ("words", "hint"),
    [(["everything", "demo"], "arbitro print demo everything"), (["pairings"], "arbitro print EVENT pairings")],
)
def test_a_paper_before_its_event_is_told_the_order(words, hint, tmp_path):
    child = subprocess.run(
        [sys.executable, "-c", "from arbitro.cli import main; main()", "--lang", "en", "print", *words],
        env=os.environ | {"ARBITRO_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 2
    assert child.stderr == f"First the event or the file, then the paper: {hint}\n"
