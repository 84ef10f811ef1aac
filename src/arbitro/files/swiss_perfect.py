"""The files of SwissPerfect: three of one name, read from a zip.

    .ini   the event: name, arbiter, rounds, tie-breaks by number
    .trn   a record of dBase III for each player
    .sco   one for each board: round, both players' ids (0: nobody), their half points, how each score came about

A score came about by play where its type is 1; other types are forfeits and byes. Points given besides (BONUS) are byes
in rounds that the player missed, half a point each. The files state no days.
"""

from __future__ import annotations

import configparser
import io
from collections import defaultdict
from collections.abc import Mapping
from os import PathLike
from zipfile import ZipFile

from arbitro.dates import birth_of
from arbitro.errors import FileError
from arbitro.files.dbf import MOST_BYTES, records
from arbitro.files.forms import Content
from arbitro.files.text import broken_archive, decode
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Sex, System, Title, Tournament, absent

_ = gettext_for("files")

ENDINGS = (".ini", ".trn", ".sco")
TITLES = (Title.NONE, Title.GM, Title.WGM, Title.IM, Title.WIM, Title.FM, Title.WFM)
SEXES = (Sex.UNKNOWN, Sex.MALE, Sex.FEMALE)
TIE_BREAKS = {"1217": "BH", "1218": "BH/M1", "1219": "PS", "1220": "SB", "1222": "WIN"}
SYSTEMS = {"0": System.DUTCH, "1": System.ROUND_ROBIN}
PLAYED = (Outcome.LOSS, Outcome.DRAW, Outcome.WIN)
FORFEITED = (Outcome.FORFEIT_LOSS, Outcome.UNRATED_DRAW, Outcome.FORFEIT_WIN)
BYES = (Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.PAIRING_BYE)
MOST_ROUNDS = 99


def parse(data: bytes, path: str | PathLike[str]) -> Content:
    expected = _("a zip with the three files of SwissPerfect (.ini, .trn, .sco)")
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            parts = {
                one.filename.lower()[-4:]: archive.read(one)
                for one in archive.infolist()
                if one.filename.lower().endswith(ENDINGS) and one.file_size < MOST_BYTES
            }
    except broken_archive() as error:
        raise FileError(path, found=str(error)[:80], expected=expected) from None
    if not {".trn", ".sco"} <= parts.keys():
        raise FileError(path, expected=expected)
    people = [one for one in records(parts[".trn"], path, expected) if _whole(one.get("ID", ""))]
    boards = [one for one in records(parts[".sco"], path, expected) if 0 < _whole(one.get("ROUND", "")) <= MOST_ROUNDS]
    if not people:
        raise FileError(path, expected=expected)
    return _tournament(people, boards, _settings(parts.get(".ini", b"")))


def _settings(data: bytes) -> Mapping[str, str]:
    """The tournament's own lines and its tie-breaks; a file that is no .ini says nothing."""
    ini = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        ini.read_string(decode(data))
    except configparser.Error:
        return {}
    info = dict(ini["Tournament Info"]) if ini.has_section("Tournament Info") else {}
    breaks = ini.get("Standings", "Tie Breaks", fallback="")
    return {key: value or "" for key, value in info.items()} | {"tie breaks": breaks or ""}


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


def _tournament(people: list[dict[str, str]], boards: list[dict[str, str]], settings: Mapping[str, str]) -> Content:
    order = sorted(people, key=lambda one: (_whole(one.get("START_NO", "")) or len(people) + 1, _whole(one["ID"])))
    numbers = {_whole(one["ID"]): number for number, one in enumerate(order, 1)}
    rounds = max((_whole(board["ROUND"]) for board in boards), default=0)
    warnings: list[str] = []
    cells: dict[int, dict[int, PlayerRound]] = defaultdict(dict)
    for board in boards:
        k = _whole(board["ROUND"])
        white, black = (numbers.get(_whole(board.get(side, "")), 0) for side in ("WHITE", "BLACK"))
        for number, met, colour, side in ((white, black, Colour.WHITE, "W"), (black, white, Colour.BLACK, "B")):
            if not number:
                continue
            score = min(_whole(board.get(f"{side}_SCORE", "")), 2)
            by_play = board.get("W_TYPE") == board.get("B_TYPE") == "1"
            if not met:
                cells[number][k] = PlayerRound(k, None, None, BYES[score])
            else:
                cells[number][k] = PlayerRound(k, met, colour, (PLAYED if by_play else FORFEITED)[score])
    for white_number, row in list(cells.items()):
        for k, cell in list(row.items()):
            back = cells[cell.opponent].get(k) if cell.opponent else None
            if cell.opponent and (back is None or back.opponent != white_number):
                row[k] = absent(k)
                text = _("round {k}: player {n} stands on two boards; one is read")
                warnings.append(text.format(k=k, n=cell.opponent))
    for one in order:
        _give_bonus(cells[numbers[_whole(one["ID"])]], one, rounds)
    players = tuple(_player(one, number) for number, one in enumerate(order, 1))
    named = tuple(filter(None, (TIE_BREAKS.get(code.strip()) for code in settings.get("tie breaks", "").split(","))))
    info = Info(
        name=settings.get("name", ""), chief_arbiter=settings.get("arbiter", ""), tie_breaks=named,
        pairing_program="SwissPerfect",
    )  # fmt: skip
    event = Tournament(
        players=players,
        results=tuple(tuple(cells[p.number].get(k, absent(k)) for k in range(1, rounds + 1)) for p in players),
        info=info,
        system=SYSTEMS.get(settings.get("system", "0"), System.DUTCH),
        planned_rounds=max(rounds, min(_whole(settings.get("rounds", "")), MOST_ROUNDS)) or None,
    )
    return Content(event, warnings, (_("the file states no days"), _("the points are taken as 1, ½ and 0")))


def _give_bonus(row: dict[int, PlayerRound], one: Mapping[str, str], rounds: int) -> None:
    """Half points given besides are byes in the first rounds that the player missed."""
    try:
        halves = min(int(2 * float(one.get("BONUS", "") or 0)), rounds)
    except (ValueError, OverflowError):
        return
    for k in range(1, rounds + 1):
        if halves > 0 and row.get(k, absent(k)).outcome in (Outcome.ABSENT, Outcome.ZERO_BYE):
            row[k] = PlayerRound(k, None, None, Outcome.HALF_BYE)
            halves -= 1


def _player(one: Mapping[str, str], number: int) -> Player:
    names = (one.get("SURNAME", ""), one.get("FIRSTNAME", ""))
    title, sex = _whole(one.get("TITLE", "")), _whole(one.get("SEX", ""))
    federation = one.get("FEDER", "").upper()
    born = one.get("BIRTH_DATE", "")
    return Player(
        ", ".join(filter(None, names)) or str(number),
        number=number,
        rating=_whole(one.get("INTL_RTG", "")),
        national_rating=_whole(one.get("LOC_RTG", "")),
        fide_id=str(_whole(one.get("INTL_ID", "")) or ""),
        national_id=one.get("LOC_ID", ""),
        federation=federation if len(federation) == 3 and federation.isalpha() else "",
        club=one.get("CLUB", ""),
        title=TITLES[title] if title < len(TITLES) else Title.NONE,
        sex=SEXES[sex] if sex < len(SEXES) else Sex.UNKNOWN,
        birth=(birth_of(f"{born[:4]}/{born[4:6]}/{born[6:]}") or "") if len(born) == 8 else "",
    )
