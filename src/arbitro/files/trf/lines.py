"""The lines of a tournament report file: what each kind says, field by field.

`reader` has the table of handlers; a line without one is kept for the writer. Players are in `player_lines`, teams in
`team_lines`. Nothing here looks at two lines at once: that is `reader`. Fields that pairing and rating need are errors
when malformed, others are doubts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from arbitro import records
from arbitro.errors import ArbitroError
from arbitro.files.trf.checks import Doubt, FileDoubt, TrfError
from arbitro.files.trf.columns import RECORDS, VALUE, Field
from arbitro.frozen import NamedTuple
from arbitro.i18n import gettext_for
from arbitro.model import (
    Colour,
    Forbidden,
    LineUp,
    Outcome,
    Plan,
    Player,
    PlayerRound,
    Points,
    Team,
    TeamForfeit,
    points,
)
from arbitro.model.outcome import AWARD_TYPES
from arbitro.model.plan import NO_PLAN

_ = gettext_for("files")
MAX_ROUNDS = 999  # three columns hold a round


TEXTS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "062": "stated_players",
    "072": "stated_rated",
    "082": "stated_teams",
    "092": "type",
    "102": "chief_arbiter",
    "122": "time_control",
    "172": "rating_method",
    "182": "pairing_program",
    "192": "system_code",
    "222": "encoded_time_control",
}
BB_CODES = {
    "BBW": "win",
    "BBD": "draw",
    "BBL": "loss",
    "BBZ": "zero_bye",
    "BBF": "forfeit_loss",
    "BBU": "pairing_bye",
}
_XXS_CODES = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "WW": ("win",),
    "BW": ("black_win",),
    "WD": ("draw",),
    "BD": ("black_draw",),
    "WL": ("loss",),
    "BL": ("black_loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
_SYMBOLS_162 = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "P": ("pairing_bye",),
    "X": ("adjourned",),
}
_REQUESTED = {"F": Outcome.FULL_BYE, "H": Outcome.HALF_BYE, "Z": Outcome.ZERO_BYE}
DECIMAL = re.compile(r"\d{1,5}([.,]\d?)?|[.,]\d", re.ASCII)


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


@lru_cache(maxsize=4096)
def read_points(text: str) -> Points:
    return points(text.rstrip(".,"))


class Signs(NamedTuple):
    """What stands after the opponent in a round of a player line."""

    colour: Colour | None
    outcome: Outcome
    old: str = ""  # the sign of a bye in the manner of older files


class Bye(NamedTuple):
    line: int
    outcome: Outcome
    round: int | None  # None: the round to come
    players: tuple[int, ...]


class Award(NamedTuple):
    line: int
    text: str
    type: str
    match_points: Points | None
    points: Points | None
    round: int
    players: tuple[int, ...]


class Acceleration(NamedTuple):
    match_points: Points | None
    points: Points | None
    first_round: int
    last_round: int
    first_id: int
    last_id: int


class Lines:
    """What the lines of one file say, gathered as they are read; problems are raised or kept here too."""

    def __init__(self, path: str | None, strict: bool) -> None:
        self.path = path
        self.strict = strict
        self.findings: list[FileDoubt] = []
        self.players: list[Player] = []
        self.rounds: list[list[PlayerRound]] = []
        self.old_byes: list[tuple[int, int, str]] = []  # line, round, sign
        self.lines: list[int] = []
        self.line_of: dict[int, int] = {}
        self.known_numbers: dict[str, int] = {}
        self.known_signs: dict[bool, dict[str, Signs]] = {True: {}, False: {}}  # with an opponent, without
        self.texts: dict[str, str] = {}
        self.deputies: list[str] = []
        self.round_dates: tuple[str, ...] = ()
        self.tie_breaks: tuple[str, ...] = ()
        self.standings_criteria: tuple[str, ...] = ()
        self.planned_rounds: int | None = None
        self.first_colour: Colour | None = None
        self.plan = NO_PLAN
        self.order_by_rank = False
        self.scoring: dict[str, Points] = {}
        self.byes: list[Bye] = []
        self.awards: list[Award] = []
        self.acceleration: dict[int, tuple[Points, ...]] = {}
        self.accelerations: list[Acceleration] = []
        self.forbidden: list[tuple[int, Forbidden]] = []
        self.old_teams: list[tuple[int, Team]] = []
        self.teams: list[tuple[int, Team]] = []
        self.line_ups: list[LineUp] = []
        self.team_forfeits: list[TeamForfeit] = []
        self.team_byes: tuple[int | None, ...] = ()
        self.team_scoring: dict[str, Points] = {}
        self.board_colours = ""
        self.national: list[tuple[int, int, int, str]] = []  # line, player, rating, id
        self.kept: list[tuple[int, str]] = []  # line number and text of what nobody understands
        self.adjusted: list[str] = []  # sentences about what was read otherwise than it is written

    # -- problems

    def error(self, n: int, columns: tuple[int, int] | None, found: str | None, expected: str) -> TrfError:
        return TrfError(self.path, line=n, columns=columns, found=found, expected=expected)

    def doubt(self, doubt: Doubt, n: int, columns: tuple[int, int] | None, found: str | None, expected: str) -> None:
        self.found(FileDoubt(doubt, self.error(n, columns, found, expected)))

    def found(self, finding: FileDoubt) -> None:
        if self.strict:
            raise finding.error
        self.findings.append(finding)

    # -- fields

    def integer(self, n: int, line: str, field: Field, expected: str, low: int = 0) -> int:
        text = field.of(line)
        if field.width == 4 and line[field.first - 2 : field.first - 1].isdigit():
            text = line[field.first - 2] + text
        if not is_number(text) or int(text) < low:
            raise self.error(n, field.columns, text, expected)
        return int(text)

    def decimal(self, n: int, line: str, field: Field) -> Points | None:
        """Points such as 11.5; None where the field is blank."""
        text = field.of(line)
        if not text:
            return None
        if not DECIMAL.fullmatch(text):
            raise self.error(n, field.columns, text, _("points such as 11.5"))
        return read_points(text)

    def ids(self, n: int, line: str, record: str) -> list[int]:
        """The numbers of a repeated field; a blank one is left out, 0000 stays."""
        result = []
        field, stride = RECORDS[record].repeated[0], RECORDS[record].stride
        for k in range(RECORDS[record].repetitions(line)):
            place = field.shifted(stride * k)
            if record == "013" and k == 0:
                line = line[: place.first - 2] + " " + line[place.first - 1 :]  # the name has no blank after it
            if place.of(line):
                result.append(self.integer(n, line, place, _("a pairing number")))
        return result

    def tokens(self, n: int, line: str) -> list[int]:
        """Numbers separated by blanks, as the extensions of TRF16 have them."""
        result = []
        for word in re.finditer(r"\S+", line[3:]):
            if not is_number(word[0]) or len(word[0]) > 5 or int(word[0]) == 0:
                columns = (word.start() + 4, word.end() + 3)
                raise self.error(n, columns, word[0], _("a pairing number"))
            result.append(int(word[0]))
        return result

    # -- lines

    def text_line(self, n: int, line: str) -> None:
        name, text = TEXTS[line[:3]], line[VALUE - 1 :].strip()
        if name in ("start", "end"):
            text = self.day(n, text)
        self.texts[name] = text

    def day(self, n: int, text: str) -> str:
        """A day; one that is written in another way is read, one that cannot be is kept and doubted."""
        if not text or text[:4].isdecimal():
            return text
        from arbitro.dates import day_of

        turned = day_of(text)
        if not turned:
            self.doubt(Doubt.FIELD, n, None, text, _("a day such as 2026/05/31"))
            return text
        if turned != text:
            self.adjusted.append(_("line {n}: the day {text} is read as {day}").format(n=n, text=text, day=turned))
        return turned

    def deputy_line(self, n: int, line: str) -> None:
        if line[VALUE - 1 :].strip():
            self.deputies.append(line[VALUE - 1 :].strip())

    def dates_line(self, n: int, line: str) -> None:
        record = RECORDS["132"]
        self.round_dates = tuple(record.repetition(k)[0].of(line) for k in range(1, record.repetitions(line) + 1))

    def rounds_line(self, n: int, line: str) -> None:
        text = line[VALUE - 1 :].strip()
        if not text:
            return
        if not is_number(text) or len(text) > 4 or not 1 <= int(text) <= MAX_ROUNDS:
            columns = (VALUE, max(VALUE, len(line.rstrip())))
            raise self.error(n, columns, text, _("a number of rounds from 1 to {n}").format(n=MAX_ROUNDS))
        self.planned_rounds = int(text)

    def configuration_line(self, n: int, line: str) -> None:
        for word in line[3:].lower().split():
            if word in ("white1", "black1"):
                self.first_colour = Colour.WHITE if word == "white1" else Colour.BLACK
            elif word == "rank":
                self.order_by_rank = True
            else:
                self.doubt(Doubt.FIELD, n, None, word, _("white1, black1 or rank"))

    def plan_line(self, n: int, line: str) -> None:
        """XXF: what a format knows besides (games of a match, groups, tie-break legs), as a JSON object."""
        try:
            self.plan = records.decode(Plan, records.loads(line[3:]), "XXF")
        except ArbitroError as wrong:
            raise self.error(n, (VALUE, len(line)), line[3:].strip()[:60], str(wrong)) from None

    def colour_line(self, n: int, line: str) -> None:
        text = line[VALUE - 1 :].strip()
        if text[:1].lower() not in ("w", "b"):
            raise self.error(n, (VALUE, VALUE), text, _("W or B"))
        self.first_colour = Colour.WHITE if text[0].lower() == "w" else Colour.BLACK

    def absent_line(self, n: int, line: str) -> None:
        self.byes.append(Bye(n, Outcome.ZERO_BYE, None, tuple(self.tokens(n, line))))

    def bye_line(self, n: int, line: str) -> None:
        record = RECORDS["240"]
        text = record.field("type").of(line).upper()
        if text not in _REQUESTED:
            raise self.error(n, record.field("type").columns, text, _("F, H or Z"))
        round = self.integer(n, line, record.field("round"), _("a round from 1"), low=1)
        self.byes.append(Bye(n, _REQUESTED[text], round, tuple(self.ids(n, line, "240"))))

    def forbidden_line(self, n: int, line: str) -> None:
        self.forbidden.append((n, Forbidden(tuple(self.tokens(n, line)))))

    def forbidden_rounds_line(self, n: int, line: str) -> None:
        record = RECORDS["260"]
        first = self.integer(n, line, record.field("first_round"), _("a round from 1")) or 1
        last = self.integer(n, line, record.field("last_round"), _("a round from 1")) or MAX_ROUNDS
        self.forbidden.append((n, Forbidden(tuple(self.ids(n, line, "260")), first, last)))

    def virtual_points_line(self, n: int, line: str) -> None:
        record = RECORDS["XXA"]
        number = self.integer(n, line, record.field("number"), _("a pairing number"), low=1)
        values = [
            self.decimal(n, line, record.repetition(k)[0]) or Points(0) for k in range(1, record.repetitions(line) + 1)
        ]
        self.acceleration[number] = trimmed(values)

    def acceleration_line(self, n: int, line: str) -> None:
        record = RECORDS["250"]
        first_round = self.integer(n, line, record.field("first_round"), _("a round from 1"), low=1)
        first_id = self.integer(n, line, record.field("first_id"), _("a pairing number"), low=1)
        last_round, last_id = record.field("last_round"), record.field("last_id")
        self.accelerations.append(
            Acceleration(
                self.decimal(n, line, record.field("match_points")),
                self.decimal(n, line, record.field("points")),
                first_round,
                self.integer(n, line, last_round, _("a round from 1")) if last_round.of(line) else first_round,
                first_id,
                self.integer(n, line, last_id, _("a pairing number")) if last_id.of(line) else first_id,
            )
        )

    def bb_line(self, n: int, line: str) -> None:
        text = line[3:].strip()
        if not DECIMAL.fullmatch(text):
            raise self.error(n, (VALUE, max(VALUE, len(line.rstrip()))), text, _("points such as 11.5"))
        self.scoring[BB_CODES[line[:3].upper()]] = read_points(text)

    def scoring_line(self, n: int, line: str) -> None:
        """XXS: CODE=VALUE, separated by blanks or commas."""
        for word in re.finditer(r"([A-Za-z]+)\s*=\s*([^\s,;]+)|[^\s,;]+", line[3:]):
            if not word[1] or word[1].upper() not in _XXS_CODES or not DECIMAL.fullmatch(word[2]):
                columns = (word.start() + 4, word.end() + 3)
                raise self.error(n, columns, word[0], _("a code and its points, such as W=3.0"))
            for name in _XXS_CODES[word[1].upper()]:
                self.scoring[name] = read_points(word[2])

    def points_line(self, n: int, line: str) -> None:
        """162: a symbol and its points, again and again."""
        for name, value in self.symbols(n, line, r"[WDLAPX]", "W D L A P X"):
            for key in _SYMBOLS_162[name]:
                self.scoring[key] = value

    def team_points_line(self, n: int, line: str) -> None:
        names = {"TW": "win", "TD": "draw", "TL": "loss"}
        for name, value in self.symbols(n, line, r"T[WDL]", "TW TD TL"):
            self.team_scoring[names[name]] = value

    def symbols(self, n: int, line: str, pattern: str, allowed: str) -> Iterator[tuple[str, Points]]:
        for word in re.finditer(rf"({pattern})\s*(\d{{1,3}}(?:[.,]\d?)?)(?=\s|$)|\S+", line[3:], re.I | re.ASCII):
            if not word[1]:
                columns = (word.start() + 4, word.end() + 3)
                expected = _("one of {symbols} and its points").format(symbols=allowed)
                raise self.error(n, columns, word[0], expected)
            yield word[1].upper(), read_points(word[2])

    def tie_breaks_line(self, n: int, line: str) -> None:
        names = tuple(word for word in re.split(r"[,;\s]+", line[VALUE - 1 :].strip()) if word)
        if line.startswith("202"):
            self.tie_breaks = names
        else:
            self.standings_criteria = names

    def award_line(self, n: int, line: str) -> None:
        """299: points off the scale. Programs disagree about its columns, so it is read word by word.

        A letter says which outcome the points are for; without one they are added. Without a round all rounds are
        meant, without numbers everybody.
        """
        words = re.match(
            r"\s*(?:(?P<match>[+-]?\s*\d{1,3}[.,]\d)\s+)?(?P<points>[+-]?\s*\d{1,3}[.,]\d)"
            r"(?:\s+(?P<round>\d{1,4}))?(?P<ids>(?:\s+\d{1,4})*)\s*$",
            line[5:],
            re.ASCII,
        )
        if not words:
            expected = _("a type, points, a round and pairing numbers")
            raise self.error(n, (VALUE, max(VALUE, len(line.rstrip()))), line[VALUE - 1 :].strip(), expected)
        type_ = line[4:5].strip().upper()
        if type_ and type_ not in AWARD_TYPES:
            expected = _("one of {symbols} or nothing").format(symbols=" ".join(AWARD_TYPES))
            raise self.error(n, (VALUE, VALUE), type_, expected)
        first, ids = words["round"] or "", [int(word) for word in words["ids"].split()]
        states_round = len(first) == 3 or 5 + words.end("round") <= RECORDS["299"].field("round").last
        if first and not states_round:
            ids.insert(0, int(first))
        match, game = words["match"], words["points"]
        if match is None and 5 + words.end("points") <= RECORDS["299"].field("match_points").last + 1:
            match, game = game, None
        self.awards.append(
            Award(
                n,
                line.rstrip(),
                type_,
                _signed_points(match) if match else None,
                _signed_points(game) if game else None,
                int(first) if first and states_round else 0,
                tuple(ids),
            )
        )

    def boards_line(self, n: int, line: str) -> None:
        text = line[VALUE - 1 :].strip().upper()
        if text.strip("WB"):
            raise self.error(n, (VALUE, max(VALUE, len(line.rstrip()))), text, _("board colours such as WBWB"))
        self.board_colours = text


def _signed_points(text: str) -> Points:
    value = "".join(text.split())
    return Points(-read_points(value[1:])) if value[0] == "-" else read_points(value.lstrip("+"))


def trimmed(values: list[Points]) -> tuple[Points, ...]:
    """Without the zeros at the end, which say nothing."""
    end = len(values)
    while end and not values[end - 1]:
        end -= 1
    return tuple(values[:end])
