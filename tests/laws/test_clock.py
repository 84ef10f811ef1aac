"""Time controls and clocks (Article 6), and a game in play as a state machine."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arbitro.errors import ArbitroError, Refused
from arbitro.laws.clock import Clock, expected_sum, given_after, time_sheet
from arbitro.laws.edition import LawsEdition, TimeClass
from arbitro.laws.live import LiveGame
from arbitro.laws.rulings import Side
from arbitro.laws.rulings.draws import Ground
from arbitro.laws.scores import EndedBy, GameResult
from arbitro.laws.timecontrol import check, from_pgn, parse, quickplay_finish, time_class
from arbitro.model.time_control import Mode, Period, TimeControl, simple

READINGS = [
    ("90+30", [(None, 5400)], 30, Mode.INCREMENT),
    ("3'+2''", [(None, 180)], 2, Mode.INCREMENT),
    ("40/90, 30 +30", [(40, 5400), (None, 1800)], 30, Mode.INCREMENT),
    ("40/120 then 60", [(40, 7200), (None, 3600)], 0, Mode.INCREMENT),
    ("40 moves/120 min then 60 min", [(40, 7200), (None, 3600)], 0, Mode.INCREMENT),
    ("90 min + 30 s per move", [(None, 5400)], 30, Mode.INCREMENT),
    ("40/100, 20/50, 15 + 30", [(40, 6000), (20, 3000), (None, 900)], 30, Mode.INCREMENT),
    ("60", [(None, 3600)], 0, Mode.INCREMENT),
    ("25 d10", [(None, 1500)], 10, Mode.DELAY),
    ("15 b5", [(None, 900)], 5, Mode.BRONSTEIN),
    ("90 min for all moves", [(None, 5400)], 0, Mode.INCREMENT),
    ("40 moves in 90 min then 30 min, 30 s per move", [(40, 5400), (None, 1800)], 30, Mode.INCREMENT),
    ("2h/40, 1h", [(40, 7200), (None, 3600)], 0, Mode.INCREMENT),
    ("1h30+30", [(None, 5400)], 30, Mode.INCREMENT),
    ("game in 120", [(None, 7200)], 0, Mode.INCREMENT),
    ("2 h for the whole game", [(None, 7200)], 0, Mode.INCREMENT),
    ("G/60;d5", [(None, 3600)], 5, Mode.DELAY),
    ("40/90+30, 30+30", [(40, 5400), (None, 1800)], 30, Mode.INCREMENT),
    ("40/5400+30:1800+30", [(40, 5400), (None, 1800)], 30, Mode.INCREMENT),
    (
        "40 jugadas en 90 minutos, luego 30 minutos con 30 segundos por jugada",
        [(40, 5400), (None, 1800)],
        30,
        Mode.INCREMENT,
    ),
    ("15+10 (FIDE)", [(None, 900)], 10, Mode.INCREMENT),
]


@pytest.mark.parametrize(("text", "periods", "bonus", "mode"), READINGS)
def test_time_controls_as_people_write_them(
    text: str, periods: list[tuple[int | None, int]], bonus: int, mode: Mode
) -> None:
    control = parse(text)
    assert [(p.moves, p.seconds) for p in control.periods] == periods
    assert (control.increment, control.mode) == (bonus, mode)


def test_pgn_time_controls_are_in_seconds() -> None:
    control = from_pgn("40/7200:3600+30")
    assert control.periods == (Period(40, 7200), Period(None, 3600, 30))
    with pytest.raises(ArbitroError, match="PGN"):
        from_pgn("40 moves")


@pytest.mark.parametrize("text", ["*180", "hourglass 5", "sand-clock"])
def test_the_hour_glass_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(Refused, match="hour-glass"):
        parse(text)


@pytest.mark.parametrize("text", ["", "soon", "90++", "0/90", "x/5+3", "90 min + 30 min", "40/99999999", "9" * 5000])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ArbitroError):
        parse(text)


def test_exactly_ten_is_blitz_and_exactly_sixty_is_standard() -> None:  # A.1, B.1
    assert time_class(simple(10)) is TimeClass.BLITZ
    assert time_class(simple(9, 1)) is TimeClass.BLITZ
    assert time_class(simple(30, 30)) is TimeClass.STANDARD
    assert time_class(simple(10, 4), LawsEdition.E2009) is TimeClass.BLITZ
    assert time_class(simple(10, 5), LawsEdition.E2009) is TimeClass.RAPID


def test_all_periods_count_for_the_class() -> None:  # A.1: the time allotted
    assert time_class(parse("60/50, 30")) is TimeClass.STANDARD


def test_a_bonus_may_begin_with_a_later_period() -> None:  # 6.3.1
    clock = Clock.new(TimeControl((Period(2, 60), Period(None, 60, 10)))).start()
    shown = []
    for _move in range(3):
        clock = clock.press(5_000)
        shown.append(clock.white.remaining)
        clock = clock.press(0)
    assert shown == [55_000, 50_000 + 60_000 + 10_000, 125_000]
    assert [given_after(clock.control, moves) for moves in range(4)] == [60_000, 60_000, 130_000, 140_000]


def test_a_quickplay_finish_has_no_bonus() -> None:  # III.1, III.2.2
    assert quickplay_finish(parse("40/120, 60")) == Period(None, 3600)
    assert quickplay_finish(parse("120")) == Period(None, 7200)
    assert quickplay_finish(parse("90+30")) is None


def test_a_rated_first_control_has_thirty_moves() -> None:
    assert not check(parse("25/60, 30")).accepted and check(parse("25/60, 30"), rated=False).accepted
    assert check(simple(90, 61)).warnings and not check(simple(90)).warnings


def test_the_increment_is_on_the_clock_before_the_first_move() -> None:  # 6.3.2
    clock = Clock.new(simple(5, 5))
    assert clock.white.remaining == clock.black.remaining == 305_000


def test_both_delays_have_the_same_effect_on_the_main_time() -> None:
    shown = []
    for mode in (Mode.DELAY, Mode.BRONSTEIN):
        clock = Clock.new(simple(5, 5, mode)).start()
        for used in (3_000, 8_000, 5_000):
            clock = clock.press(used).press(0)
        shown.append(clock.white.remaining)
    assert shown == [297_000, 297_000]


def test_bronstein_shows_the_bonus_and_the_simple_delay_does_not() -> None:
    running = {m: Clock.new(simple(1, 5, m)).start().run(3_000) for m in (Mode.DELAY, Mode.BRONSTEIN)}
    assert running[Mode.DELAY].shown(chess.WHITE) == 60_000
    assert running[Mode.BRONSTEIN].shown(chess.WHITE) == 62_000


def test_with_a_move_counter_the_next_period_comes_at_the_move() -> None:
    clock = Clock.new(parse("2/1, 1")).start()
    clock = clock.press(10_000).press(0).press(10_000)
    assert clock.white.remaining == 100_000 and clock.white.period == 1


def test_without_a_move_counter_the_next_period_comes_at_zero() -> None:
    clock = Clock.new(parse("1/1, 1"), counter=False).start().press(10_000).press(0)
    assert clock.white.remaining == 50_000
    clock = clock.run(55_000)
    assert clock.white.period == 1 and clock.white.remaining == 55_000 and not clock.white.flag


def test_a_flag_falls_when_the_moves_of_the_period_are_missing() -> None:  # 6.4
    clock = Clock.new(parse("2/1, 1")).start().press(10_000).press(0).run(60_000)
    assert clock.flags == (chess.WHITE,) and clock.first_flag is chess.WHITE


def test_the_first_of_two_flags_is_remembered() -> None:  # III.3.1, the dash of a digital clock
    clock = Clock.new(simple(1)).start().press(10_000).run(61_000).press().run(61_000)
    assert clock.flags == (chess.BLACK, chess.WHITE)


def test_in_2009_unused_delay_time_is_not_carried_over() -> None:
    control = TimeControl((Period(1, 60, 5), Period(None, 60, 5)), Mode.DELAY)
    assert Clock.new(control, carries_over=False).start().press(10_000).white.remaining == 60_000
    assert Clock.new(control).start().press(10_000).white.remaining == 115_000


def test_a_wrong_setting_is_corrected_and_nobody_loses_what_he_used() -> None:  # 6.10.2
    clock = Clock.new(simple(90)).start()
    for _ in range(10):
        clock = clock.press(60_000).press(30_000)
    clock = clock.adjust(chess.BLACK, 120_000, "illegal move")
    right = clock.reset_to(simple(90, 30))
    assert right.white.remaining == 5400_000 + 11 * 30_000 - 600_000
    assert right.black.remaining == 5400_000 + 11 * 30_000 - 300_000 + 120_000
    assert right.running is None and len(right.log) == 2


def test_the_arbiters_time_sheet_finds_a_lost_minute() -> None:
    control = simple(90, 30)
    clock = Clock.new(control).start()
    for _ in range(15):
        clock = clock.press(60_000).press(60_000)
    least, most = expected_sum(control, 1800_000, 15, 15)
    assert least == most == clock.white.remaining + clock.black.remaining
    line = time_sheet(control, [(30, clock.white.remaining - 60_000, clock.black.remaining, 15, 15)])[0]
    assert line.difference == -60_000


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([parse(t) for t in ("5+3", "1", "3/1, 2/1, 1", "40/90, 30 +30", "2 d5", "2 b3")]),
    st.lists(st.integers(0, 40_000), max_size=30),
)
def test_what_was_given_is_what_is_shown_and_what_was_spent(control: TimeControl, thoughts: list[int]) -> None:
    clock = Clock.new(control).start()
    for used in thoughts:
        clock = clock.press(used)
    for colour in chess.COLORS:
        side = clock.side(colour)
        assert side.remaining >= 0
        if control.mode is Mode.INCREMENT:
            assert side.given == side.remaining + side.spent
            if not side.flag:
                assert side.given == given_after(control, side.moves)
        elif not side.flag:
            assert side.given == side.remaining + side.spent


class GameInPlay(RuleBasedStateMachine):
    """Random moves, thoughts, claims and ends: time, board and result stay consistent."""

    @initialize(control=st.sampled_from(["5+3", "1+1", "2/1, 1", "2 d5", "1 b2"]), edition=st.sampled_from(LawsEdition))
    def begin(self, control: str, edition: LawsEdition) -> None:
        self.live = LiveGame.new(parse(control), edition)
        self.elapsed = 0
        self.adjusted = 0

    def spend(self, before: LiveGame) -> None:
        spent = [sum((g.clock.white.spent, g.clock.black.spent)) for g in (before, self.live)]
        self.elapsed += spent[1] - spent[0]

    def going(self) -> bool:
        return self.live.result is None

    @precondition(going)
    @rule(choice=st.integers(0, 10**6), thought=st.integers(0, 9_000))
    def move(self, choice: int, thought: int) -> None:
        moves = list(self.live.board.legal_moves)
        before = self.live
        self.live = before.move(moves[choice % len(moves)].uci(), thought)
        self.spend(before)
        total = self.live.clock.white.spent + self.live.clock.black.spent
        old = before.clock.white.spent + before.clock.black.spent
        assert total - old == thought or self.live.ended_by is EndedBy.FLAG

    @precondition(going)
    @rule(thought=st.integers(0, 20_000))
    def think(self, thought: int) -> None:
        before = self.live
        self.live = before.think(thought)
        self.spend(before)

    @precondition(going)
    @rule(ground=st.sampled_from(Ground))
    def claim(self, ground: Ground) -> None:
        self.live = self.live.claim(ground)

    @precondition(going)
    @rule(player=st.sampled_from(Side), sure=st.integers(0, 9))
    def resign(self, player: Side, sure: int) -> None:
        if sure == 0:
            self.live = self.live.resign(player)

    @precondition(going)
    @rule(seconds=st.integers(-60, 120), white=st.booleans())
    def penalise(self, seconds: int, white: bool) -> None:
        self.live = replace(self.live, clock=self.live.clock.adjust(white, seconds * 1000, "penalty"))

    @precondition(lambda self: not self.going())
    @rule()
    def a_finished_game_stays_finished(self) -> None:
        for act in (
            lambda: self.live.move("e2e4"),
            lambda: self.live.think(1_000),
            lambda: self.live.resign(Side.WHITE),
            lambda: self.live.agree(),
            lambda: self.live.claim(Ground.REPETITION),
        ):
            with pytest.raises(Refused):
                act()

    @invariant()
    def time_is_never_negative_and_zero_means_a_flag(self) -> None:
        if not hasattr(self, "live"):
            return
        for colour in chess.COLORS:
            side = self.live.clock.side(colour)
            assert side.remaining >= 0 and self.live.clock.shown(colour) >= 0

    @invariant()
    def sums_match_the_elapsed_time(self) -> None:
        if hasattr(self, "live"):
            clock = self.live.clock
            assert clock.white.spent + clock.black.spent == self.elapsed
            for colour in chess.COLORS:
                side = clock.side(colour)
                bonus = min(side.turn_used, int(clock.control.increment * 1000))
                main = side.remaining - max(0, side.turn_used - bonus)
                assert side.given + bonus == main + side.spent or side.flag

    @invariant()
    def the_player_on_move_is_the_one_whose_clock_runs(self) -> None:
        if hasattr(self, "live") and self.live.result is None:
            assert self.live.clock.running == self.live.board.turn
            assert not self.live.clock.flags


TestGameInPlay = GameInPlay.TestCase
TestGameInPlay.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)


def test_a_mate_ends_the_game_without_a_press() -> None:  # 5.1.1, 6.2.1.1
    live = LiveGame.new(simple(5))
    for uci in ("f2f3", "e7e5", "g2g4", "d8h4"):
        live = live.move(uci, 1_000)
    assert live.result is GameResult.BLACK_WINS and live.ended_by is EndedBy.CHECKMATE


def test_a_flag_against_a_bare_king_is_a_draw() -> None:  # 6.9
    live = LiveGame.new(simple(1), fen="8/8/4k3/8/8/3K1Q2/8/8 w - - 0 1")
    assert live.think(61_000).result is GameResult.DRAW


def test_agreement_before_both_have_moved_is_refused_in_2023() -> None:  # 5.2.3
    with pytest.raises(Refused):
        LiveGame.new(simple(5)).agree()
    assert LiveGame.new(simple(5), LawsEdition.E2009).agree().result is GameResult.DRAW
