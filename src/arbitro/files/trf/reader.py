"""Read a tournament report file.

`parse` goes through the lines once; a table gives each kind of line its handler, the rest is kept for the writer.
What a handler cannot place before all players are known (byes asked for, points off the scale, acceleration) waits
until the end. Fields that pairing and rating need are errors when malformed, others are doubts (see `checks`).

Conventions where programs differ:

    a blank round column         ABSENT, cut off after the player's last entry
    opponent and no result       PENDING: paired, not finished
    0000 with + = -              byes of older files: pairing-allocated (if the only one), half-point, zero-point
    XXZ, 240 for a coming round  a bye in that round's column, so that the player is not paired
    numbers above 9999           stand one column further left, in the blank before their field
    columns counted in bytes     accepted where a name with accents makes the characters not fit
    092 with a code of 192       read as line 192
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

from arbitro.files.problems import sentence
from arbitro.files.text import decode, lines
from arbitro.files.trf import codes
from arbitro.files.trf.checks import Doubt, Finding, examine
from arbitro.files.trf.columns import PLAYER, RECORDS, VALUE, Field
from arbitro.files.trf.errors import TrfError
from arbitro.i18n import gettext_for
from arbitro.model import (
    Colour,
    Editions,
    Forbidden,
    Info,
    LineUp,
    Outcome,
    Player,
    PlayerRound,
    Points,
    Scoring,
    Sex,
    System,
    Team,
    TeamForfeit,
    TeamScoring,
    Title,
    Tournament,
    absent,
    points,
)

MAX_ROUNDS = 999  # three columns hold a round


@dataclass(frozen=True, slots=True)
class TrfFile:
    """What a file holds, and what is doubtful about it."""

    tournament: Tournament
    findings: tuple[Finding, ...] = ()

    @property
    def warnings(self) -> list[str]:
        """One line for each doubt, in the language in use."""
        return [sentence(finding.error) for finding in self.findings]


def read(path: str | PathLike[str], *, strict: bool = False, lang: str | None = None) -> TrfFile:
    """Read a file. Raises TrfError where it is no tournament, or (strict) where it is doubtful."""
    return parse(Path(path).read_bytes(), path, strict=strict, lang=lang)


def parse(
    source: str | bytes, path: str | PathLike[str] | None = None, strict: bool = False, lang: str | None = None
) -> TrfFile:
    """Read the text of a file; `path` is only named in errors."""
    text = decode(source) if isinstance(source, bytes) else source.removeprefix("\ufeff")
    reader = _Reader(fspath(path) if path is not None else None, strict, gettext_for("files", lang))
    rows = lines(text)
    for n, line in enumerate(rows, 1):
        reader.line(n, line)
    return reader.finish(len(rows))


class _Signs(NamedTuple):
    """What stands after the opponent in a round of a player line."""

    colour: Colour | None
    outcome: Outcome
    old: bool = False  # a bye in the manner of older files


_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, "": None}
_GAMES = {
    outcome.code: outcome
    for outcome in (
        Outcome.WIN,
        Outcome.DRAW,
        Outcome.LOSS,
        Outcome.UNRATED_WIN,
        Outcome.UNRATED_DRAW,
        Outcome.UNRATED_LOSS,
        Outcome.FORFEIT_WIN,
        Outcome.FORFEIT_LOSS,
        Outcome.ADJOURNED,
    )
} | {"": Outcome.PENDING, "X": Outcome.ADJOURNED}
_BYES = {
    outcome.code: outcome for outcome in (Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE)
} | {"": Outcome.ABSENT}
_OLD_BYES = {"+": Outcome.PAIRING_BYE, "=": Outcome.HALF_BYE, "-": Outcome.ZERO_BYE}
_TITLES = {title.value: title for title in Title} | {
    "G": Title.GM,
    "M": Title.IM,
    "F": Title.FM,
    "C": Title.CM,
    "WG": Title.WGM,
    "WM": Title.WIM,
    "WF": Title.WFM,
    "WC": Title.WCM,
}
_SEXES = {"": Sex.UNKNOWN, "m": Sex.MALE, "w": Sex.FEMALE, "f": Sex.FEMALE}
_TEXTS = {
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
_BB_CODES = {
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
_SYSTEM_WORDS = (  # free text of line 092
    (re.compile(r"double.?round.?robin|doble vuelta", re.I), System.DOUBLE_ROUND_ROBIN),
    (re.compile(r"round.?robin|\bberger\b|\bliga\b|todos contra todos", re.I), System.ROUND_ROBIN),
    (re.compile(r"dubov", re.I), System.DUBOV),
    (re.compile(r"burstein", re.I), System.BURSTEIN),
    (re.compile(r"\blim\b", re.I), System.LIM),
    (re.compile(r"scheveningen", re.I), System.SCHEVENINGEN),
    (re.compile(r"knock.?out|eliminatori", re.I), System.KNOCKOUT),
)
_BLOCK = PLAYER.repeated[0].first - 2  # a round's block begins with the blank before its opponent field
_NUMBER = slice(PLAYER.field("number").first - 2, PLAYER.field("number").last)
_SEX = PLAYER.field("sex").slice
_TITLE = PLAYER.field("title").slice
_NAME = PLAYER.field("name").slice
_RATING = PLAYER.field("rating").slice
_FEDERATION = PLAYER.field("federation").slice
_FIDE_ID = PLAYER.field("fide_id").slice
_BIRTH = PLAYER.field("birth").slice
_POINTS = slice(PLAYER.field("points").first - 2, PLAYER.field("points").last)
_RANK = PLAYER.field("rank").slice
_BIRTH_FORM = re.compile(r"\d{4}([/.-]\d\d?([/.-]\d\d?)?)?|0000/00/00", re.ASCII)
_DECIMAL = re.compile(r"\d{1,5}([.,]\d?)?|[.,]\d", re.ASCII)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


@lru_cache(maxsize=4096)
def _points(text: str) -> Points:
    return points(text.rstrip(".,"))


_BLANKS = (9, 14, 48, 53, 57, 69, 85, 90)  # the columns between the fields of a player


def _aligned(line: str) -> bool:
    return all(line[column - 1 : column] in ("", " ") for column in _BLANKS)


def _as_bytes(line: str) -> str:
    """A line whose columns were counted in bytes of UTF-8, one character for each byte."""
    return line.encode("utf-8", "replace").decode("latin-1")


def _from_bytes(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")


class _Bye(NamedTuple):
    line: int
    outcome: Outcome
    round: int | None  # None: the round to come
    players: tuple[int, ...]


class _Award(NamedTuple):
    line: int
    type: str
    points: Points
    relative: bool
    round: int
    players: tuple[int, ...]


class _Acceleration(NamedTuple):
    match_points: Points | None
    points: Points | None
    first_round: int
    last_round: int
    first_id: int
    last_id: int


class _Reader:
    """The state of one reading."""

    def __init__(self, path: str | None, strict: bool, translate: Callable[[str], str]) -> None:
        self.path = path
        self.strict = strict
        self._ = translate
        self.findings: list[Finding] = []
        self.players: list[Player] = []
        self.rounds: list[list[PlayerRound]] = []
        self.old_byes: list[tuple[int, int]] = []  # line, round
        self.lines: list[int] = []
        self.line_of: dict[int, int] = {}
        self.known_numbers: dict[str, int] = {}
        self.known_signs: dict[bool, dict[str, _Signs]] = {True: {}, False: {}}  # with an opponent, without
        self.texts: dict[str, str] = {}
        self.deputies: list[str] = []
        self.round_dates: tuple[str, ...] = ()
        self.tie_breaks: tuple[str, ...] = ()
        self.standings_criteria: tuple[str, ...] = ()
        self.planned_rounds: int | None = None
        self.first_colour: Colour | None = None
        self.order_by_rank = False
        self.scoring: dict[str, Points] = {}
        self.byes: list[_Bye] = []
        self.awards: list[_Award] = []
        self.acceleration: dict[int, tuple[Points, ...]] = {}
        self.accelerations: list[_Acceleration] = []
        self.forbidden: list[tuple[int, Forbidden]] = []
        self.old_teams: list[tuple[int, Team]] = []
        self.teams: list[tuple[int, Team]] = []
        self.line_ups: list[LineUp] = []
        self.team_forfeits: list[TeamForfeit] = []
        self.team_byes: tuple[int | None, ...] = ()
        self.team_scoring: dict[str, Points] = {}
        self.board_colours = ""
        self.national: list[tuple[int, int, int, str]] = []  # line, player, rating, id
        self.unknown: list[str] = []

    # -- problems

    def error(self, n: int, columns: tuple[int, int] | None, found: str | None, expected: str) -> TrfError:
        return TrfError(self.path, line=n, columns=columns, found=found, expected=expected)

    def doubt(self, doubt: Doubt, n: int, columns: tuple[int, int] | None, found: str | None, expected: str) -> None:
        self.found(Finding(doubt, self.error(n, columns, found, expected)))

    def found(self, finding: Finding) -> None:
        if self.strict:
            raise finding.error
        self.findings.append(finding)

    # -- fields

    def integer(self, n: int, line: str, field: Field, expected: str, low: int = 0) -> int:
        text = field.of(line)
        if field.width == 4 and line[field.first - 2 : field.first - 1].isdigit():
            text = line[field.first - 2] + text
        if not _is_number(text) or int(text) < low:
            raise self.error(n, field.columns, text, expected)
        return int(text)

    def decimal(self, n: int, line: str, field: Field) -> Points | None:
        """Points such as 11.5; None where the field is blank."""
        text = field.of(line)
        if not text:
            return None
        if not _DECIMAL.fullmatch(text):
            raise self.error(n, field.columns, text, self._("points such as 11.5"))
        return _points(text)

    def ids(self, n: int, line: str, record: str) -> list[int]:
        """The numbers of a repeated field; a blank one is left out, 0000 stays."""
        result = []
        field, stride = RECORDS[record].repeated[0], RECORDS[record].stride
        for k in range(RECORDS[record].repetitions(line)):
            place = field.shifted(stride * k)
            if record == "013" and k == 0:
                line = line[: place.first - 2] + " " + line[place.first - 1 :]  # the name has no blank after it
            if place.of(line):
                result.append(self.integer(n, line, place, self._("a start number")))
        return result

    def tokens(self, n: int, line: str) -> list[int]:
        """Numbers separated by blanks, as the extensions of TRF16 have them."""
        result = []
        for word in re.finditer(r"\S+", line[3:]):
            if not _is_number(word[0]) or len(word[0]) > 5 or int(word[0]) == 0:
                columns = (word.start() + 4, word.end() + 3)
                raise self.error(n, columns, word[0], self._("a start number"))
            result.append(int(word[0]))
        return result

    # -- lines

    def line(self, n: int, line: str) -> None:
        code = line[:3].upper()
        if code == "001":
            self.player_line(n, line)
        elif code in _TEXTS:
            self.text_line(code, line)
        elif handler := _HANDLERS.get(code):
            handler(self, n, line)
        elif line.strip():
            self.unknown.append(line.rstrip())
            if code.isalpha() and code.isascii() and line[:3] == code and _is_number(line[4:8].strip()):
                self.national_line(n, line)

    def text_line(self, code: str, line: str) -> None:
        self.texts[_TEXTS[code]] = line[VALUE - 1 :].strip()

    def player_line(self, n: int, line: str) -> None:
        in_bytes = not line.isascii() and not _aligned(line) and _aligned(_as_bytes(line))
        if in_bytes:
            line = _as_bytes(line)
        text = line[_NUMBER].strip()
        if not _is_number(text) or text == "0" * len(text):
            raise self.error(n, PLAYER.field("number").columns, text, self._("a start number from 1"))
        number = int(text)
        if number in self.line_of:
            expected = self._("a start number not used before (line {line} has it)")
            columns = PLAYER.field("number").columns
            raise self.error(n, columns, text, expected.format(line=self.line_of[number]))
        self.line_of[number] = n
        sex = _SEXES.get(line[_SEX].strip().lower())
        if sex is None:
            self.field_doubt(n, line, "sex", self._("m or w"))
            sex = Sex.UNKNOWN
        title = _TITLES.get(line[_TITLE].strip().upper())
        if title is None:
            self.field_doubt(n, line, "title", self._("a FIDE title"))
            title = Title.NONE
        rating_text = line[_RATING].strip()
        rating = 0
        if rating_text:
            if _is_number(rating_text):
                rating = int(rating_text)
            else:
                self.field_doubt(n, line, "rating", self._("a rating"))
        birth = line[_BIRTH].strip()
        if birth and not _BIRTH_FORM.fullmatch(birth):
            self.field_doubt(n, line, "birth", self._("a date such as 1999/12/31"))
        points_text = line[_POINTS].strip()
        stated: Points | None = None
        if points_text:
            if _DECIMAL.fullmatch(points_text):
                stated = _points(points_text)
            else:
                self.field_doubt(n, line, "points", self._("points such as 11.5"))
        rank_text = line[_RANK].strip()
        rank: int | None = None
        if rank_text:
            if _is_number(rank_text):
                rank = int(rank_text) or None
            else:
                self.field_doubt(n, line, "rank", self._("a rank"))
        self.players.append(
            Player(
                number=number,
                name=_from_bytes(line[_NAME]).strip() if in_bytes else line[_NAME].strip(),
                sex=sex,
                title=title,
                rating=rating,
                federation=line[_FEDERATION].strip(),
                fide_id=line[_FIDE_ID].strip(),
                birth=birth,
                stated_points=stated,
                stated_rank=rank,
            )
        )
        self.lines.append(n)
        self.rounds.append(self.player_rounds(n, line.rstrip()))

    def field_doubt(self, n: int, line: str, name: str, expected: str) -> None:
        field = PLAYER.field(name)
        self.doubt(Doubt.FIELD, n, field.columns, field.of(line), expected)

    def player_rounds(self, n: int, line: str) -> list[PlayerRound]:
        """The rounds of a player line. A file has few distinct numbers and signs, so each is understood once."""
        rounds: list[PlayerRound] = []
        numbers, games, byes = self.known_numbers, self.known_signs[True], self.known_signs[False]
        for k, start in enumerate(range(_BLOCK, len(line), 10), 1):
            number, after = line[start : start + 5], line[start + 5 : start + 10]
            opponent = numbers.get(number)
            if opponent is None:
                opponent = numbers[number] = self.opponent(n, number, start)
            signs = (games if opponent else byes).get(after)
            if signs is None:
                signs = (games if opponent else byes)[after] = self.signs(n, after, start + 5, opponent != 0)
            if signs.old:
                self.old_byes.append((n, k))
            rounds.append(PlayerRound(k, opponent or None, signs.colour, signs.outcome))
        if len(rounds) > MAX_ROUNDS:
            columns = (_BLOCK + 10 * MAX_ROUNDS + 1, len(line))
            raise self.error(n, columns, None, self._("at most {n} rounds").format(n=MAX_ROUNDS))
        while rounds and rounds[-1].outcome is Outcome.ABSENT:
            rounds.pop()
        return rounds

    def opponent(self, n: int, block: str, start: int) -> int:
        """An opponent's number, 0 for none; `start` counts from 0."""
        text = block.strip()
        if text and not _is_number(text):
            raise self.error(n, (start + 2, start + 5), text, self._("a start number, or 0000 for no opponent"))
        return int(text or 0)

    def signs(self, n: int, block: str, start: int, game: bool) -> _Signs:
        """A blank, the colour, a blank, the result, a blank."""
        for gap in (0, 2, 4):
            if block[gap : gap + 1].strip():
                column = start + gap + 1
                raise self.error(n, (column, column), block[gap], self._("a blank between two fields"))
        colour, result = block[1:2].strip().lower(), block[3:4].strip().upper()
        if colour not in _COLOURS:
            raise self.error(n, (start + 2, start + 2), colour, self._("w, b or -"))
        if game and result in _GAMES:
            return _Signs(_COLOURS[colour], _GAMES[result])
        if not game and result in _BYES:
            return _Signs(None, _BYES[result])
        if not game and result in _OLD_BYES:
            return _Signs(None, _OLD_BYES[result], old=True)
        game_expected = self._("the result of a game: 1 = 0 W D L + -")
        bye_expected = self._("U H F Z or a blank where there is no opponent")
        raise self.error(n, (start + 4, start + 4), result, game_expected if game else bye_expected)

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
        if not _is_number(text) or len(text) > 4 or not 1 <= int(text) <= MAX_ROUNDS:
            columns = (VALUE, max(VALUE, len(line.rstrip())))
            raise self.error(n, columns, text, self._("a number of rounds from 1 to {n}").format(n=MAX_ROUNDS))
        self.planned_rounds = int(text)

    def configuration_line(self, n: int, line: str) -> None:
        for word in line[3:].lower().split():
            if word in ("white1", "black1"):
                self.first_colour = Colour.WHITE if word == "white1" else Colour.BLACK
            elif word == "rank":
                self.order_by_rank = True
            else:
                self.doubt(Doubt.FIELD, n, None, word, self._("white1, black1 or rank"))

    def colour_line(self, n: int, line: str) -> None:
        text = line[VALUE - 1 :].strip()
        if text[:1].lower() not in ("w", "b"):
            raise self.error(n, (VALUE, VALUE), text, self._("W or B"))
        self.first_colour = Colour.WHITE if text[0].lower() == "w" else Colour.BLACK

    def absent_line(self, n: int, line: str) -> None:
        self.byes.append(_Bye(n, Outcome.ZERO_BYE, None, tuple(self.tokens(n, line))))

    def bye_line(self, n: int, line: str) -> None:
        record = RECORDS["240"]
        text = record.field("type").of(line).upper()
        if text not in _REQUESTED:
            raise self.error(n, record.field("type").columns, text, self._("F, H or Z"))
        round = self.integer(n, line, record.field("round"), self._("a round from 1"), low=1)
        self.byes.append(_Bye(n, _REQUESTED[text], round, tuple(self.ids(n, line, "240"))))

    def forbidden_line(self, n: int, line: str) -> None:
        self.forbidden.append((n, Forbidden(tuple(self.tokens(n, line)))))

    def forbidden_rounds_line(self, n: int, line: str) -> None:
        record = RECORDS["260"]
        first = self.integer(n, line, record.field("first_round"), self._("a round from 1")) or 1
        last = self.integer(n, line, record.field("last_round"), self._("a round from 1")) or MAX_ROUNDS
        self.forbidden.append((n, Forbidden(tuple(self.ids(n, line, "260")), first, last)))

    def virtual_points_line(self, n: int, line: str) -> None:
        record = RECORDS["XXA"]
        number = self.integer(n, line, record.field("number"), self._("a start number"), low=1)
        values = [
            self.decimal(n, line, record.repetition(k)[0]) or Points(0) for k in range(1, record.repetitions(line) + 1)
        ]
        self.acceleration[number] = _trimmed(values)

    def acceleration_line(self, n: int, line: str) -> None:
        record = RECORDS["250"]
        first_round = self.integer(n, line, record.field("first_round"), self._("a round from 1"), low=1)
        first_id = self.integer(n, line, record.field("first_id"), self._("a start number"), low=1)
        last_round, last_id = record.field("last_round"), record.field("last_id")
        self.accelerations.append(
            _Acceleration(
                self.decimal(n, line, record.field("match_points")),
                self.decimal(n, line, record.field("points")),
                first_round,
                self.integer(n, line, last_round, self._("a round from 1")) if last_round.of(line) else first_round,
                first_id,
                self.integer(n, line, last_id, self._("a start number")) if last_id.of(line) else first_id,
            )
        )

    def bb_line(self, n: int, line: str) -> None:
        text = line[3:].strip()
        if not _DECIMAL.fullmatch(text):
            raise self.error(n, (VALUE, max(VALUE, len(line.rstrip()))), text, self._("points such as 11.5"))
        self.scoring[_BB_CODES[line[:3].upper()]] = _points(text)

    def scoring_line(self, n: int, line: str) -> None:
        """XXS: CODE=VALUE, separated by blanks or commas."""
        for word in re.finditer(r"([A-Za-z]+)\s*=\s*([^\s,;]+)|[^\s,;]+", line[3:]):
            if not word[1] or word[1].upper() not in _XXS_CODES or not _DECIMAL.fullmatch(word[2]):
                columns = (word.start() + 4, word.end() + 3)
                raise self.error(n, columns, word[0], self._("a code and its points, such as W=3.0"))
            for name in _XXS_CODES[word[1].upper()]:
                self.scoring[name] = _points(word[2])

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
                expected = self._("one of {symbols} and its points").format(symbols=allowed)
                raise self.error(n, columns, word[0], expected)
            yield word[1].upper(), _points(word[2])

    def tie_breaks_line(self, n: int, line: str) -> None:
        names = tuple(word for word in re.split(r"[,;\s]+", line[VALUE - 1 :].strip()) if word)
        if line.startswith("202"):
            self.tie_breaks = names
        else:
            self.standings_criteria = names

    def award_line(self, n: int, line: str) -> None:
        """299: points off the scale. Programs disagree about its columns, so it is read word by word."""
        words = re.match(
            r"\s*(?:([+-]?)\s*(\d{1,3}[.,]\d)\s+)?([+-]?)\s*(\d{1,3}[.,]\d)\s+(\d{1,3})((?:\s+\d{1,4})*)\s*$",
            line[5:],
            re.ASCII,
        )
        if not words:
            expected = self._("a type, points, a round and start numbers")
            raise self.error(n, (VALUE, max(VALUE, len(line.rstrip()))), line[VALUE - 1 :].strip(), expected)
        value = _points(words[4])
        self.awards.append(
            _Award(
                n,
                line[4:5].strip().upper(),
                Points(-value) if words[3] == "-" else value,
                bool(words[3]),
                int(words[5]),
                tuple(int(word) for word in words[6].split()),
            )
        )

    def old_team_line(self, n: int, line: str) -> None:
        name = RECORDS["013"].field("name").of(line)
        players = tuple(number for number in self.ids(n, line, "013") if number)
        self.old_teams.append((n, Team(number=len(self.old_teams) + 1, name=name, players=players)))

    def team_line(self, n: int, line: str) -> None:
        record = RECORDS["310"]
        number = self.integer(n, line, record.field("number"), self._("a team number from 1"), low=1)
        if any(team.number == number for _n, team in self.teams):
            found = record.field("number").of(line)
            raise self.error(n, record.field("number").columns, found, self._("a team number not used before"))
        strength, rank = record.field("strength").of(line), record.field("rank").of(line)
        if strength and not _DECIMAL.fullmatch(strength) and not _is_number(strength):
            self.doubt(Doubt.FIELD, n, record.field("strength").columns, strength, self._("a rating"))
            strength = ""
        if rank and not _is_number(rank):
            self.doubt(Doubt.FIELD, n, record.field("rank").columns, rank, self._("a rank"))
            rank = ""
        self.teams.append(
            (
                n,
                Team(
                    number=number,
                    name=record.field("name").of(line),
                    nickname=record.field("nickname").of(line),
                    strength=int(re.split("[.,]", strength)[0] or 0),
                    stated_match_points=self.decimal(n, line, record.field("match_points")),
                    stated_game_points=self.decimal(n, line, record.field("game_points")),
                    stated_rank=int(rank or 0) or None,
                    players=tuple(number for number in self.ids(n, line, "310") if number),
                ),
            )
        )

    def line_up_line(self, n: int, line: str) -> None:
        record = RECORDS["300"]
        self.line_ups.append(
            LineUp(
                self.integer(n, line, record.field("round"), self._("a round from 1"), low=1),
                self.integer(n, line, record.field("team"), self._("a team number from 1"), low=1),
                self.integer(n, line, record.field("opponent"), self._("a team number from 1")),
                tuple(number or None for number in self.ids(n, line, "300")),
            )
        )

    def team_byes_line(self, n: int, line: str) -> None:
        record = RECORDS["320"]
        match_points = self.decimal(n, line, record.field("match_points"))
        game_points = self.decimal(n, line, record.field("game_points"))
        if match_points is not None:
            self.team_scoring["bye_match_points"] = match_points
        if game_points is not None:
            self.team_scoring["bye_game_points"] = game_points
        byes = []
        for k in range(1, record.repetitions(line) + 1):
            field = record.repetition(k)[0]
            text = field.of(line)
            byes.append(self.integer(n, line, field, self._("a team number, or 000")) or None if text else None)
        self.team_byes = tuple(byes)

    def team_forfeit_line(self, n: int, line: str) -> None:
        record = RECORDS["330"]
        result = record.field("result").of(line)
        if result not in ("+-", "-+", "--"):
            raise self.error(n, record.field("result").columns, result, self._("+-, -+ or --"))
        self.team_forfeits.append(
            TeamForfeit(
                self.integer(n, line, record.field("round"), self._("a round from 1"), low=1),
                self.integer(n, line, record.field("white"), self._("a team number from 1"), low=1),
                self.integer(n, line, record.field("black"), self._("a team number from 1"), low=1),
                result,
            )
        )

    def boards_line(self, n: int, line: str) -> None:
        text = line[VALUE - 1 :].strip().upper()
        if text.strip("WB"):
            raise self.error(n, (VALUE, max(VALUE, len(line.rstrip()))), text, self._("board colours such as WBWB"))
        self.board_colours = text

    def national_line(self, n: int, line: str) -> None:
        record = RECORDS["NRS"]
        rating, identity = record.field("rating").of(line), record.field("fide_id").of(line)
        number = int(record.field("number").of(line))
        self.national.append((n, number, int(rating) if _is_number(rating) else 0, identity))

    # -- the whole

    def finish(self, last_line: int) -> TrfFile:
        """Put together what the lines said."""
        if not self.players:
            raise self.error(last_line, None, None, self._("at least one player (a line that begins with 001)"))
        order = sorted(range(len(self.players)), key=lambda i: self.players[i].number)
        line_numbers = [self.lines[i] for i in order]
        results = [self.checked_rounds(i) for i in order]
        self.resolve_old_byes(results, line_numbers)
        index = {self.players[i].number: k for k, i in enumerate(order)}
        self.place_byes(results, index)
        scoring = self.final_scoring()
        self.place_awards(results, index, scoring)
        teams = self.final_teams(index)
        team_of = {number: team.number for team in teams for number in team.players}
        players = [self.players[i] for i in order]
        self.place_details(players, index, team_of)
        system, editions, baku = self.final_system(bool(teams))
        numbers = [team.number for team in teams] if self.teams else list(index)
        match_acceleration, acceleration = self.final_acceleration(numbers, bool(self.teams))
        tournament = Tournament(
            players=tuple(players),
            results=tuple(tuple(rounds) for rounds in results),
            info=Info(
                **self.texts,
                deputies=tuple(self.deputies),
                round_dates=self.round_dates,
                tie_breaks=self.tie_breaks,
                standings_criteria=self.standings_criteria,
            ),
            system=system,
            editions=editions,
            planned_rounds=self.planned_rounds,
            scoring=scoring,
            first_colour=self.first_colour,
            acceleration=match_acceleration if self.teams else acceleration,
            game_acceleration=acceleration if self.teams else {},
            baku=baku and not acceleration and not match_acceleration,
            forbidden=tuple(self.final_forbidden(set(numbers) | set(index))),
            order_by_rank=self.order_by_rank,
            teams=tuple(teams),
            line_ups=tuple(self.line_ups),
            team_forfeits=tuple(self.team_forfeits),
            team_byes=self.team_byes,
            team_scoring=TeamScoring(**self.team_scoring),
            board_colours=self.board_colours,
            unknown_lines=tuple(self.unknown),
        )
        for finding in examine(tournament, line_numbers, self.path, self._):
            self.found(finding)
        return TrfFile(tournament, tuple(self.findings))

    def checked_rounds(self, i: int) -> list[PlayerRound]:
        """A player's rounds, now that all players are known; an opponent who is not there is left out."""
        number, n, rounds = self.players[i].number, self.lines[i], self.rounds[i]
        for k, r in enumerate(rounds):
            if r.opponent is not None and (r.opponent not in self.line_of or r.opponent == number):
                columns, found = PLAYER.repetition(k + 1)[0].columns, str(r.opponent)
                if r.opponent == number:
                    raise self.error(n, columns, found, self._("an opponent other than the player"))
                expected = self._("a start number from 1 to {highest}").format(highest=max(self.line_of))
                self.doubt(Doubt.MISSING_OPPONENT, n, columns, found, expected)
                rounds[k] = r._replace(opponent=None)
            if r.colour is None and r.outcome.played:
                columns = PLAYER.repetition(k + 1)[1].columns
                self.doubt(Doubt.NO_COLOUR, n, columns, "", self._("w or b in a played game"))
        return rounds

    def resolve_old_byes(self, results: list[list[PlayerRound]], line_numbers: list[int]) -> None:
        """`0000 - +` is the pairing-allocated bye of its round, or a full-point bye where there are several."""
        if not self.old_byes:
            return
        byes = Counter(r.round for rounds in results for r in rounds if r.outcome is Outcome.PAIRING_BYE)
        place = {n: i for i, n in enumerate(line_numbers)}
        for n, k in self.old_byes:
            rounds = results[place[n]]
            r = rounds[k - 1]
            columns = PLAYER.repetition(k)[2].columns
            self.doubt(Doubt.OLD_SIGN, n, columns, r.outcome.code, self._("U, F, H or Z for a bye"))
            if r.outcome is Outcome.PAIRING_BYE and byes[k] > 1:
                rounds[k - 1] = r._replace(outcome=Outcome.FULL_BYE)

    def place_byes(self, results: list[list[PlayerRound]], index: dict[int, int]) -> None:
        """Byes asked for (XXZ, 240) into the columns of their rounds."""
        if not self.byes:
            return
        coming = 1 + max(
            (
                r.round
                for rounds in results
                for r in rounds
                if r.outcome.has_opponent or r.outcome is Outcome.PAIRING_BYE
            ),
            default=0,
        )
        furthest = max(coming, self.planned_rounds or 99)
        for n, outcome, round, numbers in self.byes:
            k = round or coming
            if k > furthest:
                expected = self._("a number of rounds from 1 to {n}").format(n=furthest)
                self.doubt(Doubt.REFERENCE, n, RECORDS["240"].field("round").columns, str(k), expected)
                continue
            for number in numbers:
                if number not in index:
                    self.unknown_reference(n, number)
                    continue
                rounds = results[index[number]]
                rounds.extend(absent(j) for j in range(len(rounds) + 1, k + 1))
                there = rounds[k - 1]
                if there.outcome is Outcome.ABSENT:
                    rounds[k - 1] = PlayerRound(k, None, None, outcome)
                elif there.outcome is not outcome and round is not None:
                    expected = self._("a bye in agreement with round {round} of player {number}")
                    self.doubt(Doubt.REFERENCE, n, None, outcome.code, expected.format(round=k, number=number))

    def unknown_reference(self, n: int, number: int) -> None:
        self.doubt(Doubt.REFERENCE, n, None, str(number), self._("the number of a player or team of this file"))

    def final_scoring(self) -> Scoring:
        given = dict(self.scoring)
        standard = Scoring()
        return Scoring.of(
            given.pop("win", standard.win), given.pop("draw", standard.draw), given.pop("loss", standard.loss), **given
        )

    def place_awards(self, results: list[list[PlayerRound]], index: dict[int, int], scoring: Scoring) -> None:
        """Points off the scale (299) onto the rounds they are for."""
        for award in self.awards:
            for number in award.players:
                if number not in index:
                    self.unknown_reference(award.line, number)
                    continue
                rounds = results[index[number]]
                for k, r in enumerate(rounds):
                    if award.round not in (0, k + 1) or not _is_of_type(r.outcome, award.type):
                        continue
                    normal = scoring.points(r.outcome, r.colour)
                    value = Points(normal + award.points) if award.relative else award.points
                    rounds[k] = r._replace(points=value)

    def final_teams(self, index: dict[int, int]) -> list[Team]:
        """Teams of 310, else of 013; members who are not in the file are left out."""
        teams = []
        for n, team in self.teams or self.old_teams:
            missing = [number for number in team.players if number not in index]
            for number in missing:
                self.unknown_reference(n, number)
            if missing:
                team = replace(team, players=tuple(number for number in team.players if number in index))
            teams.append(team)
        return teams

    def place_details(self, players: list[Player], index: dict[int, int], team_of: dict[int, int]) -> None:
        for number, team in team_of.items():
            players[index[number]] = replace(players[index[number]], team=team)
        for n, number, rating, identity in self.national:
            if number not in index:
                self.unknown_reference(n, number)
                continue
            k = index[number]
            players[k] = replace(players[k], national_rating=rating, national_id=identity)

    def final_system(self, team_event: bool) -> tuple[System, Editions, bool]:
        """The system and edition that lines 192 and 092 name; a bare code means the text in force at the start."""
        type_ = self.texts.get("type", "")
        said = codes.meaning(self.texts.get("system_code", "")) or codes.meaning(type_)
        if said:
            start = self.texts.get("start", "")
            edition = said.edition or (Editions.in_force(start).swiss if re.match(r"\d{4}", start) else "2026")
            return said.system, Editions(swiss=edition), said.baku
        if team_event and re.search(r"team|equipo", type_, re.I) and re.search(r"swiss|suizo", type_, re.I):
            return System.TEAM, Editions(), False
        system = next((system for words, system in _SYSTEM_WORDS if words.search(type_)), System.DUTCH)
        return system, Editions(), False

    def final_acceleration(
        self, numbers: list[int], team_event: bool
    ) -> tuple[dict[int, tuple[Points, ...]], dict[int, tuple[Points, ...]]]:
        """Virtual match points (teams) and virtual points, per round, by number."""
        match_points: dict[int, tuple[Points, ...]] = {}
        game_points = dict(self.acceleration)
        if not self.accelerations:
            return match_points, game_points
        made: dict[tuple[int, ...], tuple[tuple[Points, ...], tuple[Points, ...]]] = {}
        for number in numbers:
            rows = tuple(k for k, row in enumerate(self.accelerations) if row.first_id <= number <= row.last_id)
            if not rows:
                continue
            if rows not in made:
                made[rows] = self.per_round([self.accelerations[k] for k in rows], team_event)
            if made[rows][0]:
                match_points[number] = made[rows][0]
            if made[rows][1]:
                game_points[number] = made[rows][1]
        return match_points, game_points

    def per_round(
        self, rows: Iterable[_Acceleration], team_event: bool
    ) -> tuple[tuple[Points, ...], tuple[Points, ...]]:
        match_points, game_points = [Points(0)] * MAX_ROUNDS, [Points(0)] * MAX_ROUNDS
        for row in rows:
            rounds = range(row.first_round - 1, min(row.last_round, MAX_ROUNDS))
            for k in rounds:
                if team_event:
                    match_points[k] = row.match_points or Points(0)
                    game_points[k] = row.points or Points(0)
                else:  # some programs fill the field of match points in individual events
                    game_points[k] = row.points or row.match_points or Points(0)
        return _trimmed(match_points), _trimmed(game_points)

    def final_forbidden(self, known: set[int]) -> Iterator[Forbidden]:
        for n, group in self.forbidden:
            for number in group.players:
                if number not in known:
                    self.unknown_reference(n, number)
            yield replace(group, players=tuple(number for number in group.players if number in known))


def _trimmed(values: list[Points]) -> tuple[Points, ...]:
    end = len(values)
    while end and not values[end - 1]:
        end -= 1
    return tuple(values[:end])


_TYPES_299 = {
    "W": (Outcome.WIN, Outcome.UNRATED_WIN, Outcome.ADJUDICATED_WIN),
    "D": (Outcome.DRAW, Outcome.UNRATED_DRAW, Outcome.ADJUDICATED_DRAW),
    "L": (Outcome.LOSS, Outcome.UNRATED_LOSS, Outcome.ADJUDICATED_LOSS),
    "F": (Outcome.FULL_BYE,),
    "H": (Outcome.HALF_BYE,),
    "Z": (Outcome.ZERO_BYE, Outcome.ABSENT),
    "+": (Outcome.FORFEIT_WIN,),
    "-": (Outcome.FORFEIT_LOSS,),
}


def _is_of_type(outcome: Outcome, type_: str) -> bool:
    return type_ not in _TYPES_299 or outcome in _TYPES_299[type_]


_HANDLERS: dict[str, Callable[[_Reader, int, str], None]] = {
    "112": _Reader.deputy_line,
    "132": _Reader.dates_line,
    "142": _Reader.rounds_line,
    "XXR": _Reader.rounds_line,
    "152": _Reader.colour_line,
    "XXC": _Reader.configuration_line,
    "162": _Reader.points_line,
    "XXS": _Reader.scoring_line,
    "202": _Reader.tie_breaks_line,
    "212": _Reader.tie_breaks_line,
    "240": _Reader.bye_line,
    "XXZ": _Reader.absent_line,
    "250": _Reader.acceleration_line,
    "XXA": _Reader.virtual_points_line,
    "260": _Reader.forbidden_rounds_line,
    "XXP": _Reader.forbidden_line,
    "299": _Reader.award_line,
    "013": _Reader.old_team_line,
    "310": _Reader.team_line,
    "300": _Reader.line_up_line,
    "320": _Reader.team_byes_line,
    "330": _Reader.team_forfeit_line,
    "352": _Reader.boards_line,
    "362": _Reader.team_points_line,
    **dict.fromkeys(_BB_CODES, _Reader.bb_line),
}
