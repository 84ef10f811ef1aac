"""Time controls as they are written.

TRF26 222, PGN     seconds, periods joined by colons: 40/5400+30:1800+30       parse_encoded
TRF 122            as people write it: 90 min + 30 sec                         parse
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from arbitro import words
from arbitro.model.time_control import Mode, Period, TimeControl, simple

LONGEST_TEXT = 500  # letters; nobody needs more to write a time control
MOST_MINUTES = 179  # a bare number above this is taken for seconds: 180+2 is three minutes, 150+30 two hours and a half


_ENCODED = re.compile(
    r"(?:(?P<moves>\d+)/)?(?P<seconds>\d+(?:\.\d+)?)(?:(?P<sign>[+dD])(?P<increment>\d+(?:\.\d+)?))?$"
)


def parse_encoded(text: str) -> TimeControl | None:
    """A time control in seconds, as TRF26 222 and PGN have it, or None: `5400+30`, `40/5400+30:1800+30`, `1500d10`.

    >>> parse_encoded("180+2").minutes
    Fraction(5, 1)
    """
    if sides := _SIDES.fullmatch(text.strip()):
        return _unequal(parse_encoded(sides[1]), parse_encoded(sides[2]))
    periods, mode = [], Mode.INCREMENT
    for part in re.split(r"[:;,]", text.strip()):
        match = _ENCODED.match(part.strip())
        if match is None:
            return None
        if match["sign"] in ("d", "D"):
            mode = Mode.DELAY
        moves = int(match["moves"]) if match["moves"] else None
        periods.append(Period(moves, _number(match["seconds"]), _number(match["increment"] or "0")))
    return TimeControl(tuple(periods), mode)


_SIDES = re.compile(r"w\s*(\d.*?)\s*-\s*b\s*(\d.*)", re.IGNORECASE)  # different times: W300-B240


def _unequal(white: TimeControl | None, black: TimeControl | None) -> TimeControl | None:
    return replace(white, black=black.periods) if white is not None and black is not None else None


def in_words(text: str) -> str:
    """A written time control as people read it; what cannot be told stays as it stands.

    >>> in_words("40/5400+30:1800+30"), in_words("W300-B240"), in_words("by agreement")
    ('40 moves in 90 min + 30 s, then 30 min + 30 s', 'White 5 min, Black 4 min', 'by agreement')
    """
    control = parse(text) if text else None
    if control is None:
        return text
    sides = [
        words.time_control(((p.moves, p.seconds, p.increment) for p in periods), delay=control.mode is Mode.DELAY)
        for periods in (control.periods, control.black)
        if periods
    ]
    if len(sides) == 1:
        return sides[0]
    return f"{words.colour('w')} {sides[0]}, {words.colour('b')} {sides[1]}"


def _number(text: str) -> int | Fraction:
    return int(text) if text.isdigit() else Fraction(text)


def parse(text: str) -> TimeControl | None:
    """A time control as people write it, or None where it cannot be told. Bare numbers are minutes, bonuses seconds.

    `90+30`, `3'+2''`, `40/90, 30 +30` (the same bonus in both periods), `40/120 then 60`, `2h/40, 1h`, `25 d10`,
    `15 b5`, `G/60;d5`, `40 moves in 90 minutes, then 30 minutes, 30 seconds per move`, `W5-B4` where the players have
    different times. What begins with more than 179 is encoded in seconds. Of other sentences only minutes, seconds and
    moves are read.

    >>> parse("90 min / 40 jugadas + 30 min, 30 seg por jugada").minutes
    Fraction(150, 1)
    """
    if len(text) > LONGEST_TEXT:
        return None
    encoded = parse_encoded(text)
    if encoded is not None and encoded.periods[0].seconds > MOST_MINUTES:
        return encoded
    if sides := _SIDES.fullmatch(text.strip()):
        return _unequal(parse(sides[1]), parse(sides[2]))
    return _as_typed(text.strip().lower()) or _in_words(text)


_HOURS = r"h|hrs?|hours?|horas?"
_MINUTES = r"min(?:s|utes?|utos?)?\.?|m|['′’](?!['′’])"
_SECONDS = r"s|secs?\.?|seconds?|seg(?:s|undos?)?\.?|\"|''|″|”"
_MOVE = r"moves?|movs?\.?|movimientos?|jugadas?|mv"
_AMOUNT = r"\d+(?:\.\d+)?"
_PER_MOVE = rf"(?:/|per|a|each|for each|por|cada)\s*(?:{_MOVE})"

# what says nothing: "session length", "for all moves", "game in", "60 moves a side", "from move 1"
_SAYS_NOTHING = re.compile(
    r"\bsession length\b,?|,?\s*\b60\s+moves? a side\b.*|,?\s*\b(?:from|desde)\s+(?:the\s+|la\s+|el\s+)?"
    rf"(?:{_MOVE})\s*(?:1|one|uno)\b|"
    r"(?:\b(?:for|para)\s+)?\b(?:the\s+|el\s+)?(?:all|whole|rest|todas|todos|toda|resto)\b[^,;:+\d]*|"
    r"\b(?:game|partida|g|sd)\s*(?:/|in|en)?\s*(?=\d)"
)
_DELAYS = (
    (Mode.DELAY, re.compile(rf"[\s+;,]*\b(?:d|delay|demora)\s*(?:/|of|de)?\s*({_AMOUNT})\s*(?:{_SECONDS})?$")),
    (
        Mode.DELAY,
        re.compile(rf"[\s+;,]*({_AMOUNT})\s*(?:{_SECONDS})?\s*(?:delay|(?:de\s+)?demora)(?:\s*{_PER_MOVE})?$"),
    ),
    (Mode.BRONSTEIN, re.compile(rf"[\s+;,]*\b(?:b|bronstein)\s*({_AMOUNT})\s*(?:{_SECONDS})?$")),
)
_SEPARATE_BONUS = re.compile(
    rf"(?:[,;+|]|\b(?:with|plus|con|más|and|y)\b)?\s*(?:\binc(?:rement)?\s*)?({_AMOUNT})\s*(?:{_SECONDS})\s*{_PER_MOVE}$|"
    rf"[\s,;+|]*\binc(?:rement)?\s*({_AMOUNT})\s*(?:{_SECONDS})?$"
)
_SPLIT = re.compile(
    rf"\s*(?:[,;:]|\b(?:then|luego|and|y)\b|\+(?=\s*(?:\d+\s*/|{_AMOUNT}\s*(?:{_HOURS}|{_MINUTES}))))\s*"
)
_PERIOD = re.compile(
    rf"(?:(?P<moves>\d+)\s*(?:{_MOVE})?\s*(?:/|in|en)\s*)?(?P<time>{_AMOUNT})\s*(?P<unit>{_HOURS}|{_MINUTES}|{_SECONDS})?"
    rf"(?:\s*(?P<extra>\d+)\s*(?:{_MINUTES})?)?(?:\s*(?:/|for|para)\s*(?P<after>\d+)\s*(?:{_MOVE})?)?"
    rf"(?:\s*[+|]\s*(?P<bonus>{_AMOUNT})\s*(?:{_SECONDS})?(?:\s*{_PER_MOVE})?)?"
)


def _as_typed(text: str) -> TimeControl | None:
    """The short forms, read to the last letter; None where something is left over."""
    body = _SAYS_NOTHING.sub(" ", text).strip(" ,;")
    mode, common = Mode.INCREMENT, None
    for delay, pattern in _DELAYS:
        if found := pattern.search(body):
            mode, common, body = delay, _number(found[1]), body[: found.start()]
            break
    else:
        if found := _SEPARATE_BONUS.search(body):
            common, body = _number(found[1] or found[2]), body[: found.start()]
    periods = [_period(part.strip()) for part in _SPLIT.split(body.strip(" ,;")) if part.strip()]
    known = [period for period in periods if period is not None]
    if not known or len(known) < len(periods):
        return None
    if common is None and not any(period.increment for period in known[:-1]):
        common = known[-1].increment  # "40/90, 30 +30": from the first move on
    if common is not None:
        known = [replace(period, increment=common) for period in known]
    return TimeControl(tuple(known), mode if common else Mode.INCREMENT)


def _period(text: str) -> Period | None:
    match = _PERIOD.fullmatch(text)
    if match is None:
        return None
    unit, moves = match["unit"] or "", match["moves"] or match["after"]
    hours = re.fullmatch(_HOURS, unit)
    if (match["extra"] and not hours) or (moves and not int(moves)):
        return None
    factor = 3600 if hours else 1 if re.fullmatch(_SECONDS, unit) else 60
    seconds = _number(match["time"]) * factor + 60 * int(match["extra"] or 0)
    return Period(int(moves) if moves else None, seconds, _number(match["bonus"] or "0"))


_ANY_MINUTES = re.compile(
    rf"(?P<hours>\d+)\s*(?:{_HOURS})\b\.?\s*(?:(?P<extra>\d+)\s*(?:{_MINUTES}))?|(?P<minutes>\d+)\s*(?:min\w*\.?|m\b|['′’](?!['′’]))",
    re.IGNORECASE,
)
_ANY_SECONDS = re.compile(r"(?P<seconds>\d+)\s*(?:s(?:ec\w*|eg\w*)?\b\.?|\"|''|″|”)", re.IGNORECASE)
_ANY_SHORT = re.compile(r"(?<![\d/+])(\d{1,3})\s*\+\s*(\d{1,3})(?![\w.+])")
_ANY_MOVES = re.compile(r"(?P<moves>\d+)\s*(?:moves?|jugadas?|movimientos?)\b", re.IGNORECASE)


def _in_words(text: str) -> TimeControl | None:
    """What a sentence says of minutes, seconds per move and moves of the first control, whatever else it says."""
    seconds = [
        60 * int(m["minutes"]) if m["minutes"] else 3600 * int(m["hours"]) + 60 * int(m["extra"] or 0)
        for m in _ANY_MINUTES.finditer(text)
    ]
    if not seconds:
        short = _ANY_SHORT.findall(text)
        return simple(int(short[0][0]), int(short[0][1])) if len(short) == 1 else None
    increment = _ANY_SECONDS.search(text)
    per_move = int(increment["seconds"]) if increment else 0
    moves = _ANY_MOVES.search(text)
    first_moves = int(moves["moves"]) if moves and len(seconds) > 1 else None
    return TimeControl(tuple(Period(first_moves if i == 0 else None, s, per_move) for i, s in enumerate(seconds)))
