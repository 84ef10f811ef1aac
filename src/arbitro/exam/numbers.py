"""Questions with numbers: clocks, tie-breaks, staff, deadlines, scores, rating lists."""

from __future__ import annotations

import random
from fractions import Fraction

from arbitro.exam.questions import (
    Draft,
    Kind,
    class_name,
    raw,
    supervision_name,
)
from arbitro.i18n import gettext_for
from arbitro.laws import duties, timecontrol
from arbitro.laws.clock import Clock, ms
from arbitro.laws.edition import Supervision, TimeClass
from arbitro.laws.rulings.base import say
from arbitro.laws.scores import GameScoring, score_allowed
from arbitro.model import Mode
from arbitro.model.time_control import simple

N_ = gettext_for("laws", "en")


def time_class(rng: random.Random) -> Draft:
    """A.1, B.1: which class?"""
    minutes, bonus = rng.choice((3, 5, 8, 9, 10, 15, 25, 30, 50, 60, 90)), rng.choice((0, 2, 3, 5, 10, 30))
    control = simple(minutes, bonus)
    found = timecontrol.time_class(control)
    return Draft(
        say(N_("What is a game with {minutes} minutes and {bonus} seconds per move?"), minutes=minutes, bonus=bonus),
        class_name(found),
        tuple(class_name(c) for c in TimeClass if c is not found),
        say(
            N_(
                "{minutes} minutes and sixty times {bonus} seconds make {total} minutes: blitz up to 10, "
                "rapid below 60."
            ),
            minutes=minutes,
            bonus=bonus,
            total=int(timecontrol.equivalent_minutes(control)),
        ),
        ("A.1", "B.1"),
    )


def display(rng: random.Random) -> Draft:
    """6.3.2: what does the clock show?"""
    mode = rng.choice((Mode.INCREMENT, Mode.DELAY))
    base, bonus = rng.choice((180, 300, 900)), rng.choice((2, 3, 5, 10))
    used = [rng.randint(1, 20) for _ in range(3)]
    clock = Clock.new(simple(Fraction(base, 60), bonus, mode)).start()
    for seconds in used:
        clock = clock.press(ms(seconds)).press(0)
    shown = clock.white.remaining // 1000
    others = {base - sum(used), base - sum(used) + 3 * bonus, base, shown + bonus} - {shown}
    name = say(N_("an increment") if mode is Mode.INCREMENT else N_("a simple delay"))
    return Draft(
        say(
            N_(
                "{base} seconds with {mode} of {bonus} seconds per move. White uses {used} seconds for his "
                "first three moves. How many seconds of main time has he after the third press?"
            ),
            base=base,
            mode=name,
            bonus=bonus,
            used=", ".join(map(str, used)),
        ),
        raw(shown),
        tuple(raw(n) for n in sorted(others)),
        say(
            N_(
                "The increment is on the clock before every move, the first included; with a delay only "
                "what exceeds the bonus is charged."
            )
        ),
        ("6.3.2",),
        Kind.OPEN if rng.random() < 0.5 or len(others) < 3 else Kind.CHOICE,
        str(shown),
        points=3,
    )


def session(rng: random.Random) -> Draft:
    """6.3: how long must a session be?"""
    minutes, bonus = rng.choice((60, 75, 90, 100)), rng.choice((0, 10, 30))
    total = int(timecontrol.session_minutes(simple(minutes, bonus)))
    return Draft(
        say(
            N_(
                "How many minutes do both players together have for 60 moves each with {minutes} minutes "
                "and {bonus} seconds per move?"
            ),
            minutes=minutes,
            bonus=bonus,
        ),
        raw(total),
        (),
        say(N_("Twice the minutes, plus sixty times the bonus for each player.")),
        ("6.3",),
        Kind.OPEN,
        str(total),
    )


def round_robin(rng: random.Random) -> Draft:
    """How many rounds and games has a round robin?"""
    players = rng.randint(5, 14)
    rounds = players - 1 if players % 2 == 0 else players
    return Draft(
        say(N_("How many rounds does a single round robin of {n} players have?"), n=players),
        raw(rounds),
        tuple(raw(n) for n in {players - 1, players, players + 1, players // 2} - {rounds}),
        say(N_("One round less than players; with an odd number one player is free in every round.")),
        ("C.05",),
        Kind.OPEN if rng.random() < 0.5 else Kind.CHOICE,
        str(rounds),
    )


def sonneborn_berger(rng: random.Random) -> Draft:
    """Sonneborn-Berger of one player from his results."""
    halves = [rng.randint(0, 10) for _ in range(5)]  # opponents' scores in half points
    results = [rng.choice((0, 1, 2)) for _ in range(5)]  # in half points
    total = sum(Fraction(h, 2) * Fraction(r, 2) for h, r in zip(halves, results, strict=True))
    rows = ", ".join(
        f"{float(Fraction(h, 2)):g} ({'1' if r == 2 else '½' if r == 1 else '0'})"
        for h, r in zip(halves, results, strict=True)
    )
    return Draft(
        say(
            N_(
                "In a round robin a player met opponents with these final scores (his result in brackets): "
                "{rows}. What is his Sonneborn-Berger score?"
            ),
            rows=rows,
        ),
        raw(f"{float(total):g}"),
        (),
        say(N_("The scores of the beaten opponents and half the scores of those drawn with.")),
        ("C.07",),
        Kind.OPEN,
        f"{float(total):g}",
        points=3,
    )


def buchholz(rng: random.Random) -> Draft:
    """Buchholz, cut 1, of one player."""
    halves = sorted(rng.randint(0, 14) for _ in range(7))
    cut = Fraction(sum(halves[1:]), 2)
    rows = ", ".join(f"{h / 2:g}" for h in rng.sample(halves, len(halves)))
    return Draft(
        say(
            N_(
                "A player has met seven opponents, all games played, with these scores: {rows}. What is "
                "his Buchholz Cut 1?"
            ),
            rows=rows,
        ),
        raw(f"{float(cut):g}"),
        (),
        say(N_("The sum of the opponents' scores without the lowest one.")),
        ("C.07",),
        Kind.OPEN,
        f"{float(cut):g}",
        points=3,
    )


def colours(rng: random.Random) -> Draft:
    """C.04.3: what colour preference has this history?"""
    while True:
        history = "".join(rng.choice("WB") for _ in range(rng.randint(2, 6)))
        difference = history.count("W") - history.count("B")
        twice = history[-2:] in ("WW", "BB")
        contrary = twice and abs(difference) > 1 and (history[-1] == "W") != (difference > 0)
        if not contrary:
            break
    due = say(N_("Black") if difference > 0 or (difference == 0 and history[-1] == "W") else N_("White"))
    if twice and abs(difference) < 2:
        due = say(N_("Black") if history[-1] == "W" else N_("White"))
    absolute, strong, mild = N_("absolute, for {colour}"), N_("strong, for {colour}"), N_("mild, for {colour}")
    key = absolute if abs(difference) > 1 or twice else strong if abs(difference) == 1 else mild
    return Draft(
        say(
            N_("A player has had these colours in the Dutch system: {history}. What is his colour preference?"),
            history=history,
        ),
        say(key, colour=due),
        tuple(say(k, colour=due) for k in (absolute, strong, mild) if k != key),
        say(
            N_(
                "Absolute: difference beyond one, or twice the same colour in a row; strong: difference of "
                "one; mild: balanced, alternate."
            )
        ),
        ("C.04.3",),
    )


def default_time(rng: random.Random) -> Draft:
    """6.7: until when may a player come?"""
    late, default = rng.choice((0, 5, 10, 15)), rng.choice((0, 15, 30, 60))
    deadline = duties.time_of(duties.minutes_of("16:00") + late + default)
    return Draft(
        say(
            N_(
                "The round was scheduled for 16:00 and really began {late} minutes later; the default time "
                "is {default} minutes. Until what time may a player arrive without losing (hh:mm)?"
            ),
            late=late,
            default=default,
        ),
        raw(deadline),
        (),
        say(N_("The default time runs from the real start; only who arrives after it loses.")),
        ("6.7.1",),
        Kind.OPEN,
        deadline,
    )


def staff(rng: random.Random) -> Draft:
    """How many sector arbiters?"""
    players = rng.choice((40, 60, 75, 90, 120, 150, 180))
    least, most = duties.sector_arbiters(players)
    choices = {(least, most), (least + 2, most + 2), (max(1, least - 2), max(1, most - 2)), (least + 4, most + 5)}
    return Draft(
        say(
            N_(
                "How many sector arbiters, beside the chief arbiter and a deputy, does a tournament of {n} "
                "players need?"
            ),
            n=players,
        ),
        raw(f"{least}-{most}"),
        tuple(raw(f"{a}-{b}") for a, b in sorted(choices - {(least, most)})),
        say(N_("One arbiter for 20 to 25 players, rounded up.")),
        ("12",),
    )


def supervision(rng: random.Random) -> Draft:
    """A.4, B.2: do the Competition Rules apply in full?"""
    kind = rng.choice((TimeClass.RAPID, TimeClass.BLITZ))
    games, recorded = rng.randint(1, 5), rng.random() < 0.6
    found = duties.supervision(kind, games, recorded)
    wrong = Supervision.INADEQUATE if found is Supervision.ADEQUATE else Supervision.ADEQUATE
    who = say(N_("the arbiter records them") if recorded else N_("nobody records them"))
    return Draft(
        say(
            N_(
                "In {kind} each arbiter watches {n} games and {who}. Is the supervision adequate for the "
                "full Competition Rules?"
            ),
            kind=class_name(kind),
            n=games,
            who=who,
        ),
        supervision_name(found),
        (supervision_name(wrong),),
        say(
            N_(
                "At most three games per arbiter in rapid, one in blitz, and each recorded by the arbiter "
                "or an assistant."
            )
        ),
        ("A.4", "B.2"),
    )


def scores(rng: random.Random) -> Draft:
    """10.2: is this score possible?"""
    scoring = rng.choice(
        (GameScoring(), GameScoring(Fraction(3), Fraction(1)), GameScoring(Fraction(3), Fraction(2), Fraction(1)))
    )
    values = sorted(scoring.values)
    white, black = rng.choice(values), rng.choice(values)
    ok = score_allowed(scoring, white, black)
    system = "-".join(f"{float(v):g}" for v in (scoring.win, scoring.draw, scoring.loss))
    yes, no = say(N_("Yes")), say(N_("No"))
    return Draft(
        say(
            N_(
                "The regulations score {system} for win, draw and loss, 0 for a forfeit. May the arbiter "
                "decide {white} for White and {black} for Black?"
            ),
            system=system,
            white=f"{float(white):g}",
            black=f"{float(black):g}",
        ),
        yes if ok else no,
        (no if ok else yes,),
        say(
            N_("Only scores of the system, and together never more than in a normal game ({most})."),
            most=f"{float(scoring.maximum):g}",
        ),
        ("10.2",),
    )


def rating_list(rng: random.Random) -> Draft:
    """Which rating list?"""
    minutes, bonus = rng.choice((5, 10, 12, 20, 45, 60, 90)), rng.choice((0, 3, 5, 10, 15, 30))
    control = simple(minutes, bonus)
    found = timecontrol.time_class(control)
    return Draft(
        say(
            N_(
                "For which rating list does a game with {minutes} minutes and {bonus} seconds per move "
                "count, if it is rated?"
            ),
            minutes=minutes,
            bonus=bonus,
        ),
        class_name(found),
        tuple(class_name(c) for c in TimeClass if c is not found),
        say(
            N_(
                "{minutes} minutes and sixty times {bonus} seconds make {total} minutes: blitz up to 10, "
                "rapid below 60."
            ),
            minutes=minutes,
            bonus=bonus,
            total=int(timecontrol.equivalent_minutes(control)),
        ),
        ("B.02",),
    )


def first_control(rng: random.Random) -> Draft:
    """Rated games: how many moves in the first control?"""
    moves = rng.choice((20, 24, 29, 30, 36, 40))
    ok = timecontrol.check_control(moves, 30).accepted
    yes, no = say(N_("Yes")), say(N_("No"))
    return Draft(
        say(N_("May a rated tournament set its first time control at move {n}?"), n=moves),
        yes if ok else no,
        (no if ok else yes,),
        say(N_("The first control of a rated game has at least 30 moves.")),
        ("B.02",),
    )
