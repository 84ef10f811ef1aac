"""Questions with numbers: clocks, tie-breaks, staff, deadlines, scores, rating lists."""

from __future__ import annotations

import random
from fractions import Fraction

from arbitro.exam.questions import CLASS_NAMES, NO, SUPERVISION_NAMES, YES, Question, choices, raw
from arbitro.i18n import N_
from arbitro.laws import duties, timecontrol
from arbitro.laws.clock import Clock, ms
from arbitro.laws.edition import Supervision, TimeClass
from arbitro.laws.rulings.base import Say, say
from arbitro.laws.scores import GameScoring, score_allowed
from arbitro.model import Colour
from arbitro.model.time_control import Mode, simple
from arbitro.swiss.colours import Strength, preference

DOMAIN = "laws"  # of the sentences marked here


def _classes(minutes: int, bonus: int, ask: str, article: tuple[str, ...]) -> Question:
    """A question whose answer is the class of a time control."""
    control = simple(minutes, bonus)
    answer = CLASS_NAMES[timecontrol.time_class(control)]
    why = N_("{minutes} minutes and sixty times {bonus} seconds make {total} minutes: blitz up to 10, rapid below 60.")
    return Question(
        say(ask, minutes=minutes, bonus=bonus),
        answer,
        choices(answer, *CLASS_NAMES.values()),
        say(why, minutes=minutes, bonus=bonus, total=int(control.minutes)),
        article,
    )


def time_class(rng: random.Random) -> Question:
    """A.1, B.1: which class?"""
    minutes, bonus = rng.choice((3, 5, 8, 9, 10, 15, 25, 30, 50, 60, 90)), rng.choice((0, 2, 3, 5, 10, 30))
    ask = N_("What is a game with {minutes} minutes and {bonus} seconds per move?")
    return _classes(minutes, bonus, ask, ("A.1", "B.1"))


def rating_list(rng: random.Random) -> Question:
    """Which rating list?"""
    minutes, bonus = rng.choice((5, 10, 12, 20, 45, 60, 90)), rng.choice((0, 3, 5, 10, 15, 30))
    ask = N_(
        "For which rating list does a game with {minutes} minutes and {bonus} seconds per move count, if it is rated?"
    )
    return _classes(minutes, bonus, ask, ("B.02",))


def display(rng: random.Random) -> Question:
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
    ask = N_(
        "{base} seconds with {mode} of {bonus} seconds per move. White uses {used} seconds for the "
        "first three moves. How many seconds of main time has White after the third press?"
    )
    why = N_(
        "The increment is on the clock before every move, the first included; with a delay only "
        "what exceeds it is charged."
    )
    is_open = rng.random() < 0.5 or len(others) < 3
    return Question(
        say(ask, base=base, mode=name, bonus=bonus, used=", ".join(map(str, used))),
        raw(shown),
        () if is_open else choices(raw(shown), *(raw(n) for n in sorted(others))),
        say(why),
        ("6.3.2",),
        str(shown),
        points=3,
    )


def _open(ask: Say, answer: object, why: str, article: str, *, points: int = 2) -> Question:
    """A question that asks for a number or a time."""
    return Question(ask, raw(answer), (), say(why), (article,), str(answer), points=points)


def session(rng: random.Random) -> Question:
    """6.3: how long must a session be?"""
    minutes, bonus = rng.choice((60, 75, 90, 100)), rng.choice((0, 10, 30))
    ask = N_(
        "How many minutes do both players together have for 60 moves each with {minutes} minutes "
        "and {bonus} seconds per move?"
    )
    total = int(timecontrol.session_minutes(simple(minutes, bonus)))
    why = N_("Twice the minutes, plus sixty times the increment for each player.")
    return _open(say(ask, minutes=minutes, bonus=bonus), total, why, "6.3")


def round_robin(rng: random.Random) -> Question:
    """How many rounds and games has a round robin?"""
    players = rng.randint(5, 14)
    rounds = players - 1 if players % 2 == 0 else players
    offered = choices(raw(rounds), *(raw(n) for n in {players - 1, players, players + 1, players // 2}))
    return Question(
        say(N_("How many rounds does a single round robin of {n} players have?"), n=players),
        raw(rounds),
        () if rng.random() < 0.5 else offered,
        say(N_("One round less than players; with an odd number one player rests in every round.")),
        ("C.05",),
        str(rounds),
    )


def sonneborn_berger(rng: random.Random) -> Question:
    """Sonneborn-Berger of one player from the results."""
    halves = [rng.randint(0, 10) for _ in range(5)]  # opponents' scores in half points
    results = [rng.choice((0, 1, 2)) for _ in range(5)]  # in half points
    total = sum(Fraction(h, 2) * Fraction(r, 2) for h, r in zip(halves, results, strict=True))
    rows = ", ".join(f"{h / 2:g} ({('0', '½', '1')[r]})" for h, r in zip(halves, results, strict=True))
    ask = N_(
        "In a round robin a player met opponents with these final scores (the player's result in brackets): "
        "{rows}. What is the player's Sonneborn-Berger score?"
    )
    why = N_("The scores of the beaten opponents and half the scores of those drawn with.")
    return _open(say(ask, rows=rows), f"{float(total):g}", why, "C.07", points=3)


def buchholz(rng: random.Random) -> Question:
    """Buchholz, cut 1, of one player."""
    halves = sorted(rng.randint(0, 14) for _ in range(7))
    rows = ", ".join(f"{h / 2:g}" for h in rng.sample(halves, len(halves)))
    ask = N_(
        "A player has met seven opponents, all games played, with these scores: {rows}. What is "
        "the player's Buchholz Cut 1?"
    )
    why = N_("The sum of the opponents' scores without the lowest one.")
    return _open(say(ask, rows=rows), f"{sum(halves[1:]) / 2:g}", why, "C.07", points=3)


_STRENGTHS = {
    Strength.ABSOLUTE: N_("absolute, for {colour}"),
    Strength.STRONG: N_("strong, for {colour}"),
    Strength.MILD: N_("mild, for {colour}"),
}


def colours(rng: random.Random) -> Question:
    """C.04.3: what colour preference has this history?"""
    while True:
        history = "".join(rng.choice("WB") for _ in range(rng.randint(2, 6)))
        wish = preference(tuple(Colour(letter.lower()) for letter in history))
        contrary = wish.repeated and abs(wish.difference) > 1 and (history[-1] == "W") != (wish.difference > 0)
        if not contrary:
            break
    due = say(N_("White") if wish.colour is Colour.WHITE else N_("Black"))
    answer = say(_STRENGTHS[wish.strength], colour=due)
    ask = N_("A player has had these colours in the Dutch system: {history}. What is the player's colour preference?")
    why = N_(
        "Absolute: difference beyond one, or twice the same colour in a row; strong: difference of "
        "one; mild: balanced, alternate."
    )
    offered = choices(answer, *(say(key, colour=due) for key in _STRENGTHS.values()))
    return Question(say(ask, history=history), answer, offered, say(why), ("C.04.3",))


def default_time(rng: random.Random) -> Question:
    """6.7: until when may a player come?"""
    late, default = rng.choice((0, 5, 10, 15)), rng.choice((0, 15, 30, 60))
    ask = N_(
        "The round was scheduled for 16:00 and really began {late} minutes later; the default time "
        "is {default} minutes. Until what time may a player arrive without losing (hh:mm)?"
    )
    deadline = duties.time_of(duties.minutes_of("16:00") + late + default)
    why = N_("The default time runs from the real start; only those who arrive after it lose.")
    return _open(say(ask, late=late, default=default), deadline, why, "6.7.1")


def staff(rng: random.Random) -> Question:
    """How many sector arbiters?"""
    players = rng.choice((40, 60, 75, 90, 120, 150, 180))
    least, most = duties.sector_arbiters(players)
    others = {(least + 2, most + 2), (max(1, least - 2), max(1, most - 2)), (least + 4, most + 5)} - {(least, most)}
    answer = raw(f"{least}-{most}")
    ask = N_("How many sector arbiters, beside the chief arbiter and a deputy, does a tournament of {n} players need?")
    return Question(
        say(ask, n=players),
        answer,
        choices(answer, *(raw(f"{a}-{b}") for a, b in sorted(others))),
        say(N_("One arbiter for 20 to 25 players, rounded up.")),
        ("12",),
    )


def supervision(rng: random.Random) -> Question:
    """A.4, B.2: do the Competition Rules apply in full?"""
    kind = rng.choice((TimeClass.RAPID, TimeClass.BLITZ))
    games, recorded = rng.randint(1, 5), rng.random() < 0.6
    answer = SUPERVISION_NAMES[duties.supervision(kind, games, recorded)]
    who = say(N_("the arbiter records them") if recorded else N_("nobody records them"))
    ask = N_(
        "In {kind} each arbiter watches {n} games and {who}. Is the supervision adequate for the "
        "full Competition Rules?"
    )
    why = N_(
        "At most three games per arbiter in rapid, one in blitz, and each recorded by the arbiter or an assistant."
    )
    return Question(
        say(ask, kind=CLASS_NAMES[kind], n=games, who=who),
        answer,
        choices(answer, *(SUPERVISION_NAMES[one] for one in Supervision)),
        say(why),
        ("A.4", "B.2"),
    )


def scores(rng: random.Random) -> Question:
    """10.2: is this score possible?"""
    scoring = rng.choice(
        (GameScoring(), GameScoring(Fraction(3), Fraction(1)), GameScoring(Fraction(3), Fraction(2), Fraction(1)))
    )
    values = sorted(scoring.values)
    white, black = rng.choice(values), rng.choice(values)
    answer = YES if score_allowed(scoring, white, black) else NO
    system = "-".join(f"{float(v):g}" for v in (scoring.win, scoring.draw, scoring.loss))
    ask = N_(
        "The regulations score {system} for win, draw and loss, 0 for a forfeit. May the arbiter "
        "decide {white} for White and {black} for Black?"
    )
    why = N_("Only scores of the system, and together never more than in a normal game ({most}).")
    return Question(
        say(ask, system=system, white=f"{float(white):g}", black=f"{float(black):g}"),
        answer,
        choices(answer, YES, NO),
        say(why, most=f"{float(scoring.maximum):g}"),
        ("10.2",),
    )


def first_control(rng: random.Random) -> Question:
    """Rated games: how many moves in the first control?"""
    moves = rng.choice((20, 24, 29, 30, 36, 40))
    answer = YES if timecontrol.check_control(moves, 30).accepted else NO
    return Question(
        say(N_("May a rated tournament set its first time control at move {n}?"), n=moves),
        answer,
        choices(answer, YES, NO),
        say(N_("The first control of a rated game has at least 30 moves.")),
        ("B.02",),
    )
