"""A chess clock that can be asked: periods, increments, delays, flags, corrections, the arbiter's time sheet.

    article          matter                                                   function
    6.2.1, 6.2.2     pressing completes the move; time till then is spent     Clock.press
    6.3.2            unused time carries over, delay modes                    Clock.press
    6.4, 6.9         flag: the moves of the period are not complete           Clock.run, Clock.flags
    6.10.2           wrong setting: stop, note, set right                     Clock.reset_to
    6.11             stopping and going on                                    Clock.stop, Clock.go_on
    7.5.5, 9.5.3     time added or taken as a penalty                         Clock.adjust
    6.10 (practice)  every 30 minutes: times, moves, expected sum             expected_sum, time_sheet

A clock is a value: every action returns a new one. Times are whole milliseconds. It never loses or invents time:
what it was given equals what it shows plus what was spent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

import chess

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model.time_control import Mode, TimeControl

_ = gettext_for("laws")

Ms = int
DELAYS = (Mode.DELAY, Mode.BRONSTEIN)


def ms(seconds: float | Fraction) -> Ms:
    """Seconds as whole milliseconds."""
    return round(Fraction(seconds).limit_denominator(1000) * 1000)


@dataclass(frozen=True, slots=True)
class Half:
    """One player's half of the clock."""

    remaining: Ms  # main time left; in Fischer mode the bonus of the present move is in it
    moves: int = 0  # completed moves, as the counter of the clock counts presses
    period: int = 0
    turn_used: Ms = 0  # time used for the present move (delay modes need it)
    spent: Ms = 0  # real time that passed while this clock ran
    given: Ms = 0  # main time, bonuses and adjustments received so far
    flag: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the adjustment log."""

    what: str
    colour: chess.Color | None
    change: Ms
    white: Ms
    black: Ms


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides, which of them runs, and what the arbiter did to them."""

    control: TimeControl
    white: Half
    black: Half
    running: chess.Color | None = None
    next_to_run: chess.Color = chess.WHITE
    first_flag: chess.Color | None = None
    counter: bool = True  # the clock counts presses and adds the next period by itself
    carries_over: bool = True  # 6.3.2; 2009: not in delay mode
    log: tuple[Note, ...] = ()

    @staticmethod
    def new(control: TimeControl, *, counter: bool = True, carries_over: bool = True) -> Clock:
        """A clock set for the control, standing; the increment of the first move is on it (6.3.2)."""
        start = given_after(control, 0)
        side = Half(remaining=start, given=start)
        return Clock(control, side, side, counter=counter, carries_over=carries_over)

    def side(self, colour: chess.Color) -> Half:
        return self.white if colour else self.black

    def _with(self, colour: chess.Color, side: Half) -> Clock:
        return replace(self, white=side) if colour else replace(self, black=side)

    def _bonus(self, side: Half) -> Ms:
        """What a move of the side's present period brings, or leaves free."""
        return ms(self.control.periods[side.period].increment)

    def start(self) -> Clock:
        """6.6: White's clock is started."""
        return replace(self, running=chess.WHITE, next_to_run=chess.WHITE)

    def stop(self) -> Clock:
        """6.11: the clock is paused; nobody loses time."""
        return replace(self, running=None)

    def go_on(self) -> Clock:
        """6.11.3: the arbiter resumes the game."""
        return replace(self, running=self.next_to_run)

    def shown(self, colour: chess.Color) -> Ms:
        """The main display: Bronstein shows the bonus with the main time, the simple delay does not."""
        side = self.side(colour)
        if self.control.mode is Mode.BRONSTEIN:
            return max(0, side.remaining + self._bonus(side) - side.turn_used)
        if self.control.mode is Mode.DELAY:
            return max(0, side.remaining - max(0, side.turn_used - self._bonus(side)))
        return side.remaining

    def _left(self, side: Half) -> Ms:
        """Real time until the flag of a running side falls."""
        if self.control.mode in DELAYS:
            return side.remaining + self._bonus(side) - side.turn_used
        return side.remaining

    def run(self, elapsed: Ms) -> Clock:
        """Let real time pass. At zero the flag falls, unless the moves of the period were completed before.

        A clock whose flag is down stands at zero and counts nothing further.
        """
        if elapsed < 0:
            raise Refused(_("time does not run backwards"))
        if self.running is None or elapsed == 0:
            return self
        colour = self.running
        side = self.side(colour)
        if side.flag:
            return self
        left = self._left(side)
        if elapsed < left:
            return self._with(colour, self._spend(side, elapsed))
        following = self._with(colour, self._spend(side, left))
        if self._period_done(side):
            return following._open_period(colour).run(elapsed - left)
        flagged = replace(following.side(colour), flag=True)
        first = self.first_flag if self.first_flag is not None else colour
        return replace(following._with(colour, flagged), first_flag=first)

    def _spend(self, side: Half, time: Ms) -> Half:
        if self.control.mode in DELAYS:
            return replace(side, turn_used=side.turn_used + time, spent=side.spent + time)
        return replace(side, remaining=side.remaining - time, spent=side.spent + time)

    def _period_done(self, side: Half) -> bool:
        """Without a counter the next period is added only when the old one has run out."""
        due = self.control.periods[side.period].moves
        if due is None or side.period + 1 >= len(self.control.periods):
            return False
        return side.moves >= self._due(side.period)

    def _due(self, period: int) -> int:
        """Completed moves that a period's end asks for."""
        return sum(p.moves or 0 for p in self.control.periods[: period + 1])

    def _open_period(self, colour: chess.Color) -> Clock:
        side = self.side(colour)
        addition = ms(self.control.periods[side.period + 1].seconds)
        keep = side.remaining if self.carries_over or side.turn_used or self.control.mode is Mode.INCREMENT else 0
        side = replace(
            side,
            remaining=keep + addition,
            given=side.given + addition - (side.remaining - keep),
            period=side.period + 1,
        )
        return self._with(colour, side)

    def press(self, elapsed: Ms = 0) -> Clock:
        """The running side completes its move after `elapsed` more time, and the other side runs (6.2.1)."""
        if self.running is None:
            raise Refused(_("the clock stands still: nobody can complete a move"), article="6.2.1")
        colour = self.running
        clock = self.run(elapsed)
        side = clock.side(colour)
        if side.flag:
            return replace(clock, running=not colour, next_to_run=not colour)
        side = replace(side, moves=side.moves + 1)
        if self.control.mode in DELAYS:
            free = min(side.turn_used, self._bonus(side))
            side = replace(
                side, remaining=side.remaining - (side.turn_used - free), turn_used=0, given=side.given + free
            )
        clock = clock._with(colour, side)
        if self.counter and clock._period_done(side):
            clock = clock._open_period(colour)
        if self.control.mode is Mode.INCREMENT:
            side = clock.side(colour)
            bonus = self._bonus(side)
            clock = clock._with(colour, replace(side, remaining=side.remaining + bonus, given=side.given + bonus))
        return replace(clock, running=not colour, next_to_run=not colour)

    @property
    def flags(self) -> tuple[chess.Color, ...]:
        """Whose flags are down, the first one first; a digital clock marks it with a dash."""
        down = [colour for colour in chess.COLORS if self.side(colour).flag]
        return tuple(sorted(down, key=lambda colour: colour != self.first_flag))

    def adjust(self, colour: chess.Color, change: Ms, why: str) -> Clock:
        """The arbiter adds time or takes it away (never below zero), and writes it down."""
        side = self.side(colour)
        change = max(change, -side.remaining)
        changed = replace(side, remaining=side.remaining + change, given=side.given + change)
        if change > 0 and changed.flag:
            changed = replace(changed, flag=False)
        clock = self._with(colour, changed)
        if self.first_flag == colour and not changed.flag:
            clock = replace(clock, first_flag=None)
        return clock._noted(why, colour, change)

    def _noted(self, what: str, colour: chess.Color | None, change: Ms) -> Clock:
        note = Note(what, colour, change, self.white.remaining, self.black.remaining)
        return replace(self, log=(*self.log, note))

    def reset_to(self, control: TimeControl, why: str = "wrong setting") -> Clock:
        """6.10.2: the setting was wrong. Each player keeps what he used; what he should have received is given.

        Adjustments made before (penalties) are kept. The arbiter may still decide otherwise.
        """
        noted = self._noted(f"{why}: {self.control} -> {control}", None, 0)
        fresh = Clock.new(control, counter=self.counter, carries_over=self.carries_over)
        for colour in chess.COLORS:
            old = self.side(colour)
            penalties = sum(note.change for note in self.log if note.colour == colour)
            due = given_after(control, old.moves) + penalties
            if control.mode in DELAYS:  # the free part of earlier moves is not known: judged generously
                due += min(old.spent, bonuses(control, old.moves))
            remaining = max(0, due - old.spent)
            period = period_after(control, old.moves)
            fresh = fresh._with(colour, Half(remaining, old.moves, period, 0, old.spent, remaining + old.spent))
        return replace(fresh, running=None, next_to_run=self.next_to_run, log=noted.log)


# ---------------------------------------------------------------- the arbiter's time sheet


def period_after(control: TimeControl, moves: int) -> int:
    """The period that a player is in once he completed so many moves (with a move counter)."""
    ends = accumulate(period.moves or 0 for period in control.periods[:-1])
    return sum(moves >= end for end in ends)


def bonuses(control: TimeControl, moves: int) -> Ms:
    """What the first `moves` moves bring, each by the period that it is made in."""
    total, left = 0, moves
    for i, period in enumerate(control.periods, 1):
        made = left if period.moves is None or i == len(control.periods) else min(left, period.moves)
        total += made * ms(period.increment)
        left -= made
    return total


def given_after(control: TimeControl, moves: int) -> Ms:
    """Main time and increments that a player has received once he completed so many moves (with a move counter)."""
    begun = control.periods[: period_after(control, moves) + 1]
    total = sum(ms(period.seconds) for period in begun)
    return total + (bonuses(control, moves + 1) if control.mode is Mode.INCREMENT else 0)


def after_wrong_setting(wrong: TimeControl, right: TimeControl, shown: Ms, moves: int) -> Ms:
    """6.10.2: what a display should show that ran with a wrong setting: what was used stays used (never below zero)."""
    used = given_after(wrong, moves) - shown
    return max(0, given_after(right, moves) - used)


def expected_sum(control: TimeControl, elapsed: Ms, white_moves: int, black_moves: int) -> tuple[Ms, Ms]:
    """What both displays together should show after so much play, as (least, most).

    The two are equal except in delay modes, where the free part of each move is not known.
    """
    total = given_after(control, white_moves) + given_after(control, black_moves) - elapsed
    free = 0
    if control.mode in DELAYS:
        free = min(elapsed, bonuses(control, white_moves + 1) + bonuses(control, black_moves))
    return total, total + free


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One check of a clock, and what the sum should have been."""

    minute: int
    white: Ms
    black: Ms
    white_moves: int
    black_moves: int
    expected: tuple[Ms, Ms]

    @property
    def difference(self) -> Ms:
        """How far the displays are off; positive when they show too much."""
        shown = self.white + self.black
        least, most = self.expected
        return shown - most if shown > most else min(0, shown - least)


def time_sheet(control: TimeControl, checks: list[tuple[int, Ms, Ms, int, int]]) -> list[SheetLine]:
    """The arbiter's checks as (minute since the start, white, black, white's moves, black's moves), each compared."""
    return [
        SheetLine(minute, white, black, wm, bm, expected_sum(control, minute * 60_000, wm, bm))
        for minute, white, black, wm, bm in checks
    ]
