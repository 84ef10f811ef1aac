"""The club edition: clocks, unfinished moves and quotas."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import Refused
from arbitro.formats import club


@settings(deadline=None)
@given(
    st.integers(1, 719),
    st.sampled_from([club.clock_practice(practice).flag for practice in club.Practice]),
    st.integers(0, 5),
)
def test_all_flags_fall_at_the_same_position(minutes: int, flag: str, extra: int) -> None:
    start = club.clock_start(minutes, flag=flag, extra=extra)
    assert club.minutes_allowed(start, flag) == (minutes + extra) % 720


def test_a_dial_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Refused, match="11:30"):
        club.minutes_allowed("half past")


def test_serious_play_has_at_most_twenty_five_moves_an_hour() -> None:
    for name, stages in club.TIME_CONTROLS:
        assert club.serious(stages[0].moves, stages[0].minutes), name
    assert not club.serious(30, 60)


@settings(deadline=None)
@given(st.integers(0, 600), st.integers(1, 200), st.data())
def test_proportional_time_never_exceeds_what_was_recorded(minutes: int, moves: int, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, moves))
    found = club.proportional_time(Fraction(minutes), at, moves)
    assert 0 <= found <= minutes
    assert found * moves == Fraction(minutes) * at


def test_an_irregularity_after_the_last_move_is_refused() -> None:
    with pytest.raises(Refused, match="31"):
        club.proportional_time(Fraction(60), 31, 30)


def test_a_flag_is_too_late_against_a_finished_game() -> None:
    assert club.flag_falls(club.LastMove.ORDINARY) is club.Flag.LOST
    assert club.flag_falls(club.LastMove.ORDINARY, clock_pressed=True) is club.Flag.PLAY_ON
    assert club.flag_falls(club.LastMove.MATE) is club.Flag.MATE
    assert club.flag_falls(club.LastMove.MATE, released=False) is club.Flag.LOST
    assert club.flag_falls(club.LastMove.STALEMATE) is club.Flag.DRAW


@pytest.mark.parametrize(("players", "most"), [(10, 6), (11, 6), (12, 7), (13, 8), (14, 9), (16, 10)])
def test_the_quota_of_one_federation(players: int, most: int) -> None:
    assert club.quota(players) == most
