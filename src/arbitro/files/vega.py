"""Vega's tournament file (`.veg`): its settings and players. The rounds stand in another file; Vega's TRF has both.

1 program          4 first day, last day      7 tie-breaks, by number           10 is the registration closed?
2 name             5 arbiter                  8 name of the file                11 number of players
3 town, federation 6 points of a draw, a win  9 rounds, system, FIDE, accelerated   12 headings, then the players
"""

from __future__ import annotations

from os import PathLike

from arbitro.dates import birth_of, year_first
from arbitro.errors import FileError
from arbitro.files.forms import Content
from arbitro.files.text import TITLES, decode, lines
from arbitro.i18n import gettext_for
from arbitro.model import Info, Player, Scoring, Sex, System, Title, Tournament, points

_ = gettext_for("files")

HEAD = "NAME;"
SYSTEMS = {
    "1": System.DUBOV, "2": System.ROUND_ROBIN, "5": System.DOUBLE_ROUND_ROBIN, "7": System.LIM, "10": System.DUTCH,
}  # fmt: skip
TIE_BREAKS = {"1": "BH/C1", "2": "BH", "3": "BH/M1", "4": "SB", "5": "PS", "6": "ARO", "8": "WIN", "9": "APRO"}
SEXES = {"m": Sex.MALE, "f": Sex.FEMALE, "w": Sex.FEMALE}


def parse(data: bytes, path: str | PathLike[str]) -> Content:
    rows = lines(decode(data))
    start = next((at for at, row in enumerate(rows) if row.upper().replace(" ", "").startswith(HEAD)), None)
    if start is None or not 8 <= start <= 60:
        raise FileError(
            path, expected=_("a tournament file of Vega (.veg), with a line of headings that begins with NAME")
        )
    warnings: list[str] = []
    players: list[Player] = []
    for at, row in enumerate(rows[start + 1 :], start + 2):
        cells = [cell.strip() for cell in row.split(";")]
        if len(cells) < 9 or not cells[0]:
            if row.strip():
                warnings.append(_("line {n}: “{text}” is not read").format(n=at, text=row.strip()[:40]))
            continue
        players.append(_player(cells, len(players) + 1))
    if not players:
        raise FileError(path, line=start + 1, expected=_("players after the line of headings"))
    days = [year_first(day.strip()) for day in f"{rows[3]},".split(",")[:2]]
    numbers = rows[8].split()
    town, federation = rows[2][:20].strip(), rows[2][20:].strip().upper()
    info = Info(
        name=rows[1].strip(),
        city=town,
        federation=federation if len(federation) == 3 else "",
        start=days[0],
        end=days[1],
        chief_arbiter=rows[4].strip(),
        tie_breaks=tuple(TIE_BREAKS[code] for code in rows[6].split() if code in TIE_BREAKS),
        pairing_program="Vega",
    )
    rounds = int(numbers[0]) if numbers and numbers[0].isdecimal() else 0
    event = Tournament(
        players=tuple(players),
        results=((),) * len(players),
        info=info,
        scoring=_scoring(rows[5]),
        system=SYSTEMS.get(numbers[1] if len(numbers) > 1 else "", System.DUTCH),
        planned_rounds=rounds if 0 < rounds < 100 else None,
    )
    return Content(event, warnings, (_("this file holds no rounds: to bring them, write the FIDE report in Vega"),))


def _scoring(row: str) -> Scoring:
    try:
        draw, win = (points(text) for text in row.split()[:2])
    except ValueError:
        return Scoring()
    return Scoring.of(win, draw) if 0 <= draw <= win else Scoring()


def _player(cells: list[str], number: int) -> Player:
    name, federation, birth, sex, title, fide_id, rating, national_id, national, *rest = cells
    return Player(
        name,
        number=number,
        federation=federation.upper() if len(federation) == 3 and federation.isalpha() else "",
        birth=birth_of(birth) or "",
        sex=SEXES.get(sex.lower(), Sex.UNKNOWN),
        title=TITLES.get(title.upper(), Title.NONE),
        fide_id=fide_id.lstrip("0"),
        rating=_rating(rating),
        national_id=national_id.lstrip("0"),
        national_rating=_rating(national),
        k=_rating(rest[0]) or None if rest else None,
    )


def _rating(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
