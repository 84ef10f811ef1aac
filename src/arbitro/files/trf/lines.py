"""The lines of a tournament report file: what each kind says, field by field.

A table gives each kind of line its handler; a line without one is kept for the writer. Nothing here looks at two lines
at once: that is `reader`. Fields that pairing and rating need are errors when malformed, others are doubts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from arbitro.files.trf.checks import Doubt, Finding
from arbitro.files.trf.columns import PLAYER, RECORDS, VALUE, Field
from arbitro.files.trf.errors import TrfError
from arbitro.model import (
    Colour,
    Forbidden,
    LineUp,
    Outcome,
    Player,
    PlayerRound,
    Points,
    Sex,
    Team,
    TeamForfeit,
    Title,
    points,
)

DOMAIN = "files"  # of the sentences below; the caller gives the translation
MAX_ROUNDS = 999  # three columns hold a round


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


class Bye(NamedTuple):
    line: int
    outcome: Outcome
    round: int | None  # None: the round to come
    players: tuple[int, ...]


class Award(NamedTuple):
    line: int
    text: str
    type: str
    points: Points
    relative: bool
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
        self.byes.append(Bye(n, Outcome.ZERO_BYE, None, tuple(self.tokens(n, line))))

    def bye_line(self, n: int, line: str) -> None:
        record = RECORDS["240"]
        text = record.field("type").of(line).upper()
        if text not in _REQUESTED:
            raise self.error(n, record.field("type").columns, text, self._("F, H or Z"))
        round = self.integer(n, line, record.field("round"), self._("a round from 1"), low=1)
        self.byes.append(Bye(n, _REQUESTED[text], round, tuple(self.ids(n, line, "240"))))

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
        self.acceleration[number] = trimmed(values)

    def acceleration_line(self, n: int, line: str) -> None:
        record = RECORDS["250"]
        first_round = self.integer(n, line, record.field("first_round"), self._("a round from 1"), low=1)
        first_id = self.integer(n, line, record.field("first_id"), self._("a start number"), low=1)
        last_round, last_id = record.field("last_round"), record.field("last_id")
        self.accelerations.append(
            Acceleration(
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
            Award(
                n,
                line.rstrip(),
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


def trimmed(values: list[Points]) -> tuple[Points, ...]:
    """Without the zeros at the end, which say nothing."""
    end = len(values)
    while end and not values[end - 1]:
        end -= 1
    return tuple(values[:end])


_HANDLERS: dict[str, Callable[[Lines, int, str], None]] = {
    "112": Lines.deputy_line,
    "132": Lines.dates_line,
    "142": Lines.rounds_line,
    "XXR": Lines.rounds_line,
    "152": Lines.colour_line,
    "XXC": Lines.configuration_line,
    "162": Lines.points_line,
    "XXS": Lines.scoring_line,
    "202": Lines.tie_breaks_line,
    "212": Lines.tie_breaks_line,
    "240": Lines.bye_line,
    "XXZ": Lines.absent_line,
    "250": Lines.acceleration_line,
    "XXA": Lines.virtual_points_line,
    "260": Lines.forbidden_rounds_line,
    "XXP": Lines.forbidden_line,
    "299": Lines.award_line,
    "013": Lines.old_team_line,
    "310": Lines.team_line,
    "300": Lines.line_up_line,
    "320": Lines.team_byes_line,
    "330": Lines.team_forfeit_line,
    "352": Lines.boards_line,
    "362": Lines.team_points_line,
    **dict.fromkeys(_BB_CODES, Lines.bb_line),
}
