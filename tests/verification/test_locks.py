"""What is announced stays (57, 75, 85, 93, 105, 109, 201), and what a bye may be worth (79 to 84)."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Level, Role
from arbitro.desk.events import create_event, create_section
from arbitro.desk.importing import looked_at
from arbitro.errors import Refused
from arbitro.files.trf import parse
from arbitro.model import Scoring, points
from tests.verification.conftest import lines


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", 7),
        ("system", "dubov"),
        ("acceleration", ""),
        ("scoring", asdict(Scoring.of(points(3), points(1)))),
        ("scoring", asdict(Scoring(pairing_bye=points("½")))),
    ],
)
def test_what_is_announced_is_locked_once_round_1_is_paired(desk, name, value):
    event = desk(rounds=9, acceleration="baku")
    event.start(10)
    with pytest.raises(Refused, match="fixed before the first round"):
        event("configure", changes={name: value})


def test_the_bye_is_worth_what_a_game_can_bring(desk):  # 82 to 84
    event = desk()
    for wrong in ("0.7", "0.2"):
        with pytest.raises(Refused, match="worth one of these"):
            event("configure", changes={"scoring": asdict(Scoring(pairing_bye=points(wrong)))})
    event("configure", changes={"scoring": asdict(Scoring(pairing_bye=points(0)))})
    event("configure", changes={"scoring": asdict(Scoring.of(points(3), points(1), pairing_bye=points(2)))})
    assert event.state.settings.scoring.pairing_bye == points(2)


def test_an_adjourned_game_has_no_value_but_the_draws(desk):  # 167
    with pytest.raises(Refused, match="worth a draw"):
        desk()("configure", changes={"scoring": asdict(Scoring(adjourned=points(1)))})
    row = "001    1      Ana".ljust(91) + "0000 - U"
    preview = looked_at(parse("012 Copa\n142 3\n162  X 1.0\n" + row + "\n").tournament)
    assert preview.settings.scoring.adjourned == points("½")
    assert any("adjourned games" in note for note in preview.notes)


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB", "BH/M1"])
def test_no_buchholz_in_a_round_robin(desk, code):  # 105
    event = desk(system="round-robin")
    assert event.state.settings.tiebreaks == ("DE", "WIN", "SB", "KS")
    with pytest.raises(Refused, match="not for round robins"):
        event("configure", changes={"tiebreaks": ["DE", code]})
    swiss = desk(name="Swiss")
    with pytest.raises(Refused, match="not for round robins"):
        swiss("configure", changes={"system": "round-robin", "tiebreaks": [code]})
    rows = [f"001{n:>5}      P{n}" for n in (1, 2)]
    text = "\n".join(["012 Copa", "192 FIDE_ROUNDROBIN", f"202 DE,{code}", *rows]) + "\n"
    preview = looked_at(parse(text).tournament)
    assert preview.settings.tiebreaks == ("DE",)
    assert any(code in note for note in preview.notes)


def test_other_tie_breaks_take_two_steps_and_are_remarked_with_the_old_list(desk):  # 201, 202
    event = desk(tiebreaks=["BH", "SB"])
    event.start(4)
    with pytest.raises(store.NeedsConfirmation) as question:
        event("configure", changes={"tiebreaks": ["SB"]}, confirm=3)
    assert question.value.level is Level.TWO_STEPS
    event("configure", changes={"tiebreaks": ["SB"]})
    (line,) = lines(event, "### Configuration")
    assert line.startswith("### Configuration @ Round 1: tiebreaks: ['BH', 'SB'] => ['SB']")


def test_the_club_swiss_leaves_fide_mode(desk):  # 92
    home = create_event("Club")
    with pytest.raises(store.NeedsConfirmation, match="not in the FIDE Handbook") as question:
        create_section(home, {"name": "Club", "system": "club"}, who="ana", role=Role.OWNER, confirm=3)
    assert question.value.level is Level.TWO_STEPS
    club = desk(system="club")
    assert not club.state.fide_mode
    assert "### FIDE mode exited @ before round 1" in lines(club)
    swiss = desk(name="Swiss")
    swiss("configure", changes={"system": "club"})
    assert not swiss.state.fide_mode


def test_an_older_text_is_acknowledged_and_stands_in_the_report(desk):
    older = {"name": "Old", "start": "2026-05-01", "editions": {"swiss": "2017"}}
    with pytest.raises(store.NeedsConfirmation, match="2026 was in force") as question:
        create_section(create_event("Old"), older, who="ana", role=Role.OWNER, confirm=1)
    assert question.value.level is Level.ACKNOWLEDGE
    event = desk(**older)
    assert any("swiss by the text of 2017, in force 2026" in line for line in lines(event, "### Configuration"))
    assert lines(desk(name="New", start="2026-05-01"), "### Configuration") == []
