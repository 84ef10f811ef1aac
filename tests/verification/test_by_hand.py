"""Pairing by hand (63 to 69, 100 to 102): it begins and ends, is compared, and is remarked."""

from __future__ import annotations

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Level
from arbitro.errors import NoPairing, Refused
from tests.verification.conftest import lines


def turned(event, *numbers: int) -> list[dict[str, int]]:
    boards = event.state.rounds[-1].boards
    return [{"board": n, "white": boards[n].black, "black": boards[n].white} for n in numbers]


def drafted(desk, result: str = "1-0"):
    event = desk(rounds=3)
    event.start(4)
    event.finish_round(result)
    event("pair")
    return event


def test_nothing_changes_outside_the_phase_and_the_next_round_waits_for_its_end(desk):  # 65
    event = drafted(desk)
    with pytest.raises(Refused, match="Start the pairing by hand"):
        event("override", boards=turned(event, 1))
    event("manual", on=True)
    event("override", boards=turned(event, 1))
    for command in ("publish", "pair", "close-round"):
        with pytest.raises(Refused):
            event(command)
    event("manual", on=False)
    event("publish")
    event("manual", on=True)
    event.finish_round()
    with pytest.raises(Refused, match="End the pairing by hand"):
        event("pair")


def test_colours_that_nobody_is_due_are_told(desk):  # 67
    event = drafted(desk, "½-½")
    event("manual", on=True)
    with pytest.raises(store.NeedsConfirmation, match="not due"):
        event("override", boards=turned(event, *event.state.rounds[-1].boards), confirm=0)


def test_the_end_compares_with_the_engine(desk):  # 68, 69
    event = drafted(desk)
    event("manual", on=True)
    event("manual", on=False, confirm=0)  # nothing changed: nothing to confirm
    assert lines(event, "### MPA") == []
    event("manual", on=True)
    event("override", boards=turned(event, 1))
    with pytest.raises(store.NeedsConfirmation) as question:
        event("manual", on=False, confirm=2)
    assert question.value.level is Level.CONFIRM
    event("manual", on=False)
    numbers, board = event.state.numbers, event.state.rounds[-1].boards[1]
    white, black = numbers[board.white], numbers[board.black]
    assert lines(event, "### MPA") == [f"### MPA @ Round 2: {black}-{white} => {white}-{black} (because)"]


def test_a_new_phase_or_another_pairing_takes_the_remark_with_it(desk):  # 65
    event = drafted(desk)
    for _again in range(2):
        event("manual", on=True)
        event("override", boards=turned(event, 1))
        event("manual", on=False)
    assert lines(event, "### MPA") == []  # turned twice: the engine's again
    event("manual", on=True)
    event("override", boards=turned(event, 1))
    event("manual", on=False)
    assert len(lines(event, "### MPA")) == 1
    event("unpair")
    event("pair")
    assert lines(event, "### MPA") == []


def test_a_round_without_a_legal_pairing_is_made_by_hand(desk):  # 63
    event = desk(rounds=4)
    event.start(3)
    for _round in range(2):
        event.finish_round()
        event.next_round()
    event.finish_round()
    with pytest.raises(NoPairing):
        event("pair")
    with pytest.raises(Refused, match="Not seated: Player 3"):
        event("pair-by-hand", pairs=[[1, 2]])
    with pytest.raises(store.NeedsConfirmation, match="met before"):
        event("pair-by-hand", pairs=[[1, 2]], bye=3, confirm=2)
    event("pair-by-hand", pairs=[[1, 2]], bye=3)
    assert event.state.rounds[3].boards[1].by_hand
    assert "met before" in event.state.rounds[3].boards[1].breach
    with pytest.raises(Refused, match="End the pairing by hand"):
        event("publish")
    event("manual", on=False)
    event("publish")
    event.finish_round()
    event("close-event")
    assert lines(event, "### MPA") == ["### MPA @ Round 4: none => 1-2 3-bye (because)"]
    event("reopen-event")


def test_more_rounds_than_can_be_played_are_warned_of(desk):  # 62
    event = desk(rounds=12)
    event("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(9)])
    event("number")
    event("lots", sentence="x")
    with pytest.raises(store.NeedsConfirmation, match="9 rounds") as question:
        event("pair", confirm=1)
    assert question.value.level is Level.ACKNOWLEDGE
    event("configure", changes={"rounds": 9})
    event("pair", confirm=1)


def test_a_round_of_a_round_robin_by_hand(desk):  # 100 to 102
    event = desk(system="round-robin", rounds=3)
    event("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(4)])
    event("number")
    event("pair")
    event("manual", on=True)
    one, two = event.state.rounds[0].boards[1], event.state.rounds[0].boards[2]
    crossed = [
        {"board": 1, "white": one.white, "black": two.white},
        {"board": 2, "white": one.black, "black": two.black},
    ]
    with pytest.raises(store.NeedsConfirmation, match="too often") as question:
        event("override", boards=crossed, confirm=2)
    assert question.value.level >= Level.CONFIRM
    event("override", boards=crossed)
    event("manual", on=False)
    event("publish")
    event.finish_round()
    event.next_round()
