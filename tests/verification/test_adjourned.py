"""Adjourned games (157 to 169), byes with points (177 to 179), corrections (189 to 193)."""

from __future__ import annotations

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Level
from arbitro.desk.tables import final_order
from arbitro.errors import Refused
from tests.verification.conftest import lines


def test_nothing_is_final_while_a_game_is_open(desk):  # 161, 169
    event = desk(rounds=1)
    event.start(4)
    event("result", board=1, result="adjourned")
    with pytest.raises(Refused):
        final_order(event.section)
    event.finish_round()
    for final in (lambda: event("close-event"), lambda: lines(event)):
        with pytest.raises(Refused, match=r"Player [13] - Player [13]"):
            final()
    with pytest.raises(Refused):
        final_order(event.section)
    event("result", board=1, result="1-0")
    event("close-event")
    assert lines(event, "### Adjournment")
    assert len(final_order(event.section)) == 4


def test_an_adjourned_game_that_is_no_draw_is_confirmed_and_remarked(desk):  # 163
    event = desk(rounds=3)
    event.start(4)
    event("result", board=1, result="adjourned", confirm=1)
    with pytest.raises(store.NeedsConfirmation) as question:
        event("result", board=1, result="1-0", confirm=2)
    assert question.value.level is Level.CONFIRM
    event("result", board=1, result="½-½", confirm=1)
    assert lines(event, "### Adjournment") == []


def test_pairing_past_an_older_open_game_is_acknowledged_by_name(desk):  # 168
    event = desk(rounds=3)
    event.start(4)
    event("result", board=1, result="adjourned")
    event.finish_round()
    event("pair", confirm=1)  # the last round's adjourned game counts as a draw
    event("publish")
    event.finish_round()
    with pytest.raises(store.NeedsConfirmation, match="round 1, board 1: Player") as question:
        event("pair", confirm=1)
    assert question.value.level is Level.ACKNOWLEDGE
    event("pair", confirm=2)


def test_a_full_point_bye_is_warned_of_and_remarked(desk):  # 177 to 179
    event = desk(rounds=3)
    event.start(5)
    with pytest.raises(store.NeedsConfirmation, match="full-point bye"):
        event("bye", id=5, round=2, outcome="FULL_BYE", confirm=1)
    event("bye", id=5, round=2, outcome="FULL_BYE")
    assert lines(event, "### FPB") == ["### FPB @ Round 2: 5 (because)"]


def test_a_second_half_point_bye_is_confirmed(desk):  # 174
    event = desk(rounds=5, half_byes=2)
    event.start(5)
    event("bye", id=5, round=2, confirm=1)
    with pytest.raises(store.NeedsConfirmation) as question:
        event("bye", id=5, round=3, confirm=2)
    assert question.value.level is Level.CONFIRM


def test_rounds_before_the_last_but_one_are_closed(desk):  # 189 to 193
    event = desk(rounds=5)
    event.start(8)
    for _round in range(3):
        event.finish_round()
        event.next_round()
    event.finish_round()  # four rounds have been played
    for past in (1, 2):
        for command in ("result", "swap-colours"):
            extra = {"result": "0-1"} if command == "result" else {}
            before = event.state.number
            with pytest.raises(Refused):
                event(command, round=past, board=1, everywhere=True, **extra)
            assert event.state.number == before
    with pytest.raises(store.NeedsConfirmation) as question:
        event("result", round=3, board=1, result="0-1", everywhere=True, confirm=2)
    assert question.value.level is Level.CONFIRM
    event("result", round=3, board=1, result="0-1", everywhere=True)
    assert lines(event, "### Correction")[0].endswith(": 1-0 => 0-1 (because)")
    event("result", round=1, board=1, result="0-1")  # for the rating report only
    (line,) = lines(event, "### Rating")
    assert "1-0 => 0-1, pairings used 1-0" in line
    event("leave-fide-mode")
    event("result", round=1, board=2, result="0-1", everywhere=True)
