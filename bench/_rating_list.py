"""Make a FIDE rating list out of nothing: the layout of the combined list, text or XML, any number of players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COLUMNS = (
    ("ID Number", 15), ("Name", 61), ("Fed", 4), ("Sex", 4), ("Tit", 5), ("WTit", 5), ("OTit", 15), ("FOA", 4),
    ("SRtng", 6), ("SGm", 4), ("SK", 3), ("RRtng", 6), ("RGm", 4), ("Rk", 3), ("BRtng", 6), ("BGm", 4), ("BK", 3),
    ("B-day", 6), ("Flag", 4),
)  # fmt: skip
TAGS = (
    "fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating", "games", "k",
    "rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k", "birthday", "flag",
)  # fmt: skip
SURNAMES = ("García", "Ivanov", "Müller", "Rossi", "Silva", "Nguyen", "Kumar", "O'Neil", "Çelik", "Novák")
NAMES = ("Ana", "Boris", "Carla", "David", "Elena", "Félix", "Greta", "Hugo", "Inés", "Juan")
FEDERATIONS = ("ESP", "ARG", "IND", "GER", "FRA", "USA", "CUB", "MEX", "POL", "UKR")
TITLES = ("", "", "", "", "", "", "", "CM", "FM", "IM", "GM")


class _Kind(NamedTuple):
    rating: str
    games: str
    k: str


def rows(players: int, seed: int = 1) -> Iterator[list[str]]:
    """The fields of each player, in the order of COLUMNS."""
    chance = random.Random(seed)
    for i in range(players):
        ratings = [
            _Kind(str(chance.randrange(1400, 2700)), str(chance.randrange(10)), chance.choice(("10", "20", "40")))
            if chance.random() < share
            else _Kind("0", "0", "0")
            for share in (0.6, 0.4, 0.3)
        ]
        sex = "F" if chance.random() < 0.12 else "M"
        name = f"{chance.choice(SURNAMES)} {i}, {chance.choice(NAMES)}"
        title = chance.choice(TITLES)
        flag = chance.choice(("", "", "", "i", "w" if sex == "F" else ""))
        yield [
            str(100_000 + 7 * i), name, chance.choice(FEDERATIONS), sex, title, "", "", "",
            *ratings[0], *ratings[1], *ratings[2], str(chance.randrange(1930, 2020)), flag,
        ]  # fmt: skip


def write_text(path: Path, players: int) -> None:
    with path.open("w", encoding="latin-1", errors="replace", newline="\r\n") as out:
        out.write("".join(f"{heading:{width}}" for heading, width in COLUMNS) + "\n")
        form = "".join(f"{{:{width}}}" for _heading, width in COLUMNS) + "\n"
        out.writelines(form.format(*row) for row in rows(players))


def write_xml(path: Path, players: int) -> None:
    with path.open("w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n')
        form = "<player>\n" + "".join(f"<{tag}>{{}}</{tag}>\n" for tag in TAGS) + "</player>\n"
        out.writelines(form.format(*row) for row in rows(players))
        out.write("</playerslist>\n")
