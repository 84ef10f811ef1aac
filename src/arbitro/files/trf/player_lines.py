"""Line 001 of a tournament report file, a player and their rounds, and the line of a national rating."""

from __future__ import annotations

import re

from arbitro.files.text import TITLES
from arbitro.files.trf.checks import Doubt
from arbitro.files.trf.columns import PLAYER, RECORDS
from arbitro.files.trf.lines import DECIMAL, MAX_ROUNDS, Lines, Signs, is_number, read_points
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Outcome, Player, PlayerRound, Points, Sex, Title

_ = gettext_for("files")

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
} | {"": Outcome.PENDING, "X": Outcome.ADJOURNED, "?": Outcome.ADJOURNED}
_BYES = {
    outcome.code: outcome for outcome in (Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE)
} | {"": Outcome.ABSENT}
_OLD_BYES = {"+": Outcome.PAIRING_BYE, "=": Outcome.HALF_BYE, "-": Outcome.ZERO_BYE} | dict.fromkeys(
    "*?X", Outcome.ABSENT
)
_HONORARY = {"H": Title.GM, "HG": Title.GM, "WH": Title.WGM}
_SEXES = {"": Sex.UNKNOWN, "m": Sex.MALE, "w": Sex.FEMALE, "f": Sex.FEMALE}
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
_BLANKS = (9, 14, 48, 53, 57, 69, 85, 90)  # the columns between the fields of a player


def _aligned(line: str) -> bool:
    return all(line[column - 1 : column] in ("", " ") for column in _BLANKS)


def _as_bytes(line: str) -> str:
    """A line whose columns were counted in bytes of UTF-8, one character for each byte."""
    return line.encode("utf-8", "replace").decode("latin-1")


def _from_bytes(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")


def player_line(said: Lines, n: int, line: str) -> None:
    in_bytes = not line.isascii() and not _aligned(line) and _aligned(_as_bytes(line))
    if in_bytes:
        line = _as_bytes(line)
    text = line[_NUMBER].strip()
    if not is_number(text) or text == "0" * len(text):
        raise said.error(n, PLAYER.field("number").columns, text, _("a pairing number from 1"))
    number = int(text)
    if number in said.line_of:
        expected = _("a pairing number not used before (line {line} has it)")
        columns = PLAYER.field("number").columns
        raise said.error(n, columns, text, expected.format(line=said.line_of[number]))
    said.line_of[number] = n
    sex = _SEXES.get(line[_SEX].strip().lower())
    if sex is None:
        _field_doubt(said, n, line, "sex", _("m or w"))
        sex = Sex.UNKNOWN
    written = line[_TITLE].strip().upper()
    title = TITLES.get(written)
    if title is None and (title := _HONORARY.get(written)):
        sentence = _("line {n}: the honorary title {text} is taken for {title}")
        said.adjusted.append(sentence.format(n=n, text=written, title=title.value))
    if title is None:
        _field_doubt(said, n, line, "title", _("a FIDE title"))
        title = Title.NONE
    rating_text = line[_RATING].strip()
    rating = 0
    if rating_text:
        if is_number(rating_text):
            rating = int(rating_text)
        else:
            _field_doubt(said, n, line, "rating", _("a rating"))
    birth = line[_BIRTH].strip()
    if birth and birth[2:3] in ".-/ ":
        birth = said.day(n, birth)
    if birth and not _BIRTH_FORM.fullmatch(birth):
        _field_doubt(said, n, line, "birth", _("a date such as 1999/12/31"))
    else:
        birth = birth.replace("-", "/").replace(".", "/")
    points_text = line[_POINTS].strip()
    stated: Points | None = None
    if points_text:
        if DECIMAL.fullmatch(points_text):
            stated = read_points(points_text)
        else:
            _field_doubt(said, n, line, "points", _("points such as 11.5"))
    rank_text = line[_RANK].strip()
    rank: int | None = None
    if rank_text:
        if is_number(rank_text):
            rank = int(rank_text) or None
        else:
            _field_doubt(said, n, line, "rank", _("a rank"))
    said.players.append(
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
    said.lines.append(n)
    said.rounds.append(_player_rounds(said, n, line.rstrip()))


def _field_doubt(said: Lines, n: int, line: str, name: str, expected: str) -> None:
    field = PLAYER.field(name)
    said.doubt(Doubt.FIELD, n, field.columns, field.of(line), expected)


def _player_rounds(said: Lines, n: int, line: str) -> list[PlayerRound]:
    """The rounds of a player line. A file has few distinct numbers and signs, so each is understood once."""
    rounds: list[PlayerRound] = []
    numbers, games, byes = said.known_numbers, said.known_signs[True], said.known_signs[False]
    for k, start in enumerate(range(_BLOCK, len(line), 10), 1):
        number, after = line[start : start + 5], line[start + 5 : start + 10]
        opponent = numbers.get(number)
        if opponent is None:
            opponent = numbers[number] = _opponent(said, n, number, start)
        signs = (games if opponent else byes).get(after)
        if signs is None:
            signs = (games if opponent else byes)[after] = _signs(said, n, after, start + 5, opponent != 0)
        if signs.old:
            said.old_byes.append((n, k, signs.old))
        rounds.append(PlayerRound(k, opponent or None, signs.colour, signs.outcome))
    if len(rounds) > MAX_ROUNDS:
        columns = (_BLOCK + 10 * MAX_ROUNDS + 1, len(line))
        raise said.error(n, columns, None, _("at most {n} rounds").format(n=MAX_ROUNDS))
    while rounds and rounds[-1].outcome is Outcome.ABSENT:
        rounds.pop()
    return rounds


def _opponent(said: Lines, n: int, block: str, start: int) -> int:
    """An opponent's number, 0 for none; `start` counts from 0."""
    text = block.strip()
    if text and not is_number(text):
        raise said.error(n, (start + 2, start + 5), text, _("a pairing number, or 0000 for no opponent"))
    return int(text or 0)


def _signs(said: Lines, n: int, block: str, start: int, game: bool) -> Signs:
    """A blank, the colour, a blank, the result, a blank."""
    for gap in (0, 2, 4):
        if block[gap : gap + 1].strip():
            column = start + gap + 1
            raise said.error(n, (column, column), block[gap], _("a blank between two fields"))
    colour, result = block[1:2].strip().lower(), block[3:4].strip().upper()
    if colour not in _COLOURS:
        raise said.error(n, (start + 2, start + 2), colour, _("w, b or -"))
    if game and result in _GAMES:
        return Signs(_COLOURS[colour], _GAMES[result])
    if not game and result in _BYES:
        return Signs(None, _BYES[result])
    if not game and result in _OLD_BYES:
        return Signs(None, _OLD_BYES[result], old=result)
    game_expected = _("the result of a game: 1 = 0 W D L + -")
    bye_expected = _("U H F Z or a blank where there is no opponent")
    raise said.error(n, (start + 4, start + 4), result, game_expected if game else bye_expected)


def national_player(line: str) -> int | None:
    """Whom a national line speaks of: it begins with the code of a federation and a pairing number; None for others."""
    code, number = line[:3], line[4:8].strip()
    federation = code.isalpha() and code.isascii() and code.isupper() and not code.startswith("XX")
    return int(number) if federation and is_number(number) else None


def national_line(said: Lines, n: int, line: str) -> bool:
    """A player's national rating and number; False where the line says more than that and must be kept.

    Class and origin have no place in the model; name, sex and birth repeat line 001 or are blank.
    """
    record = RECORDS["NRS"]
    rating, identity = record.field("rating").of(line), record.field("fide_id").of(line)
    number = int(record.field("number").of(line))
    said.national.append((n, number, int(rating) if is_number(rating) else 0, identity))
    more = any(record.field(name).of(line) for name in ("title", "federation", "name", "sex", "birth"))
    return not more and line[:3] == said.texts.get("federation", "")
