"""Payment sheets: deductions, what is held, and the command that prints them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from arbitro.cli import main
from arbitro.model import Outcome, Player, PlayerRound, Tournament, points
from arbitro.prizes import PaymentSheet, award_prizes, parse_plan, payment_sheet
from arbitro.standings import standings
from tests.standings.events import ORACLE

WORKED = ORACLE.parent / "vectors" / "swiss-worked-tournament.trf"
LISTS = """
[[list]]
name = "General"
prizes = [1000, 333.35, 300, 20]
"""


def event() -> Tournament:
    """Four players, 4 to 1 points; 1 and 2 from Spain."""
    return Tournament(
        players=tuple(
            Player(number=k, name=f"P{k}", rating=2000, federation="ESP" if k < 3 else "MEX") for k in (1, 2, 3, 4)
        ),
        results=tuple((PlayerRound(1, None, None, Outcome.PAIRING_BYE, points(5 - k)),) for k in (1, 2, 3, 4)),
    )


def sheet(deductions: str, head: str = "", held: tuple[int, ...] = ()) -> PaymentSheet:
    plan = parse_plan(head + LISTS + deductions)
    return payment_sheet(event(), award_prizes(event(), standings(event()), plan), plan, held=held)


def test_a_tax_on_what_exceeds_a_limit_or_on_all() -> None:
    tax = "[[deduction]]\nname = 'Tax'\npercent = 19\nabove = 300\n"
    whole = sheet(tax)
    assert [p.kept for p in whole.payments] == [(190,), (Fraction("63.34"),), (0,), (0,)]  # 63.3365, half up
    assert [p.net for p in whole.payments] == [810, Fraction("270.01"), 300, 20]
    excess = sheet(tax + "on = 'excess'")
    assert [p.kept for p in excess.payments] == [(133,), (Fraction("6.34"),), (0,), (0,)]
    for found in (whole, excess):
        assert found.gross == found.net + sum(found.kept, Fraction(0)) == Fraction("1653.35")


def test_a_deduction_of_some_only() -> None:
    found = sheet(
        "[[deduction]]\npercent = 10\nwho = ['fed:ESP']\n[[deduction]]\nname = 'Hotel'\namount = 50\nplayers = [4]\n"
    )
    assert found.deductions == ("Deduction 1", "Hotel")
    assert [p.kept for p in found.payments] == [
        (100, 0),
        (Fraction("33.34"), 0),
        (0, 0),
        (0, 20),
    ]  # never below nothing
    assert found.payments[3].net == 0
    assert found.kept == (Fraction("133.34"), 20)


def test_prizes_wait_for_the_fair_play_checks() -> None:
    assert [p.held for p in sheet("", held=(2,)).payments] == [False, True, False, False]
    assert sheet("", held=(2,)).held == Fraction("333.35")
    assert sheet("", head="hold = true").held == Fraction("1653.35")
    assert sheet("").held == 0


def test_an_empty_sheet_adds_up() -> None:
    plan = parse_plan(LISTS + "[[deduction]]\npercent = 10")
    nobody = Tournament(players=(), results=())
    found = payment_sheet(nobody, award_prizes(nobody, standings(nobody), plan), plan)
    assert (found.gross, found.kept, found.net) == (0, (0,), 0)


def test_the_command_prints_a_sheet_to_sign(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(LISTS + "[[deduction]]\nname = 'Tax'\npercent = 20", encoding="utf-8")

    def run(*options: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["prizes", str(WORKED), str(path), *options])
        return int(left.value.code or 0), *capsys.readouterr()

    code, out, _ = run("--payments", "--hold", "6", "--worked-out-by", "Ana", "--lang", "en")
    assert code == 0
    assert "Calculated by: Ana" in out
    assert "Checked by: ____" in out
    assert "held until" in next(line for line in out.splitlines() if "Jugador 06" in line)
    assert "Total" in out
    code, out, _ = run("--payments", "--json", "--lang", "en")
    paid = json.loads(out)["payments"]
    assert (paid["gross"], paid["net"], paid["deductions"]) == (1653.35, 1322.68, {"Tax": 330.67})
    assert paid["players"][0]["deductions"] == {"Tax": 200}
    code, out, err = run("--hold", "99", "--lang", "es")
    assert (code, out) == (2, "")
    assert err.strip() == "--hold: no hay ningún jugador 99"
