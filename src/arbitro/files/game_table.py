"""Results as a plain table, a line for each game or bye: what national federations ask for (CSV).

    Round  Board  White no.  White national no.  White FIDE no.  White  White rating  Result  Black no. …

`1-0`, `½-½`, `0-1`; `+/-` for forfeits; `W-L`, `D-D` for games that are not rated; a bye has no opponent and its letter
of report files (U, F, H, Z). Headings are English or Spanish; they are read in six more languages.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from os import PathLike

from arbitro.errors import FileError
from arbitro.files.above import title_of
from arbitro.files.forms import Content
from arbitro.files.games_event import games_of
from arbitro.files.spreadsheet import harmless
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Tournament, absent

_ = gettext_for("files")

FIELDS = ("number", "national_id", "fide_id", "name", "rating")
SIGNS = {
    Outcome.WIN: "1", Outcome.DRAW: "½", Outcome.LOSS: "0", Outcome.FORFEIT_WIN: "+", Outcome.FORFEIT_LOSS: "-",
    Outcome.UNRATED_WIN: "W", Outcome.UNRATED_DRAW: "D", Outcome.UNRATED_LOSS: "L",
    Outcome.ADJOURNED: "*", Outcome.PENDING: "",
}  # fmt: skip
SAME = {  # a table says who won, not who decided it
    Outcome.ADJUDICATED_WIN: Outcome.WIN,
    Outcome.ADJUDICATED_DRAW: Outcome.DRAW,
    Outcome.ADJUDICATED_LOSS: Outcome.LOSS,
}
OF_SIGN = {sign: outcome for outcome, sign in SIGNS.items()} | {
    "=": Outcome.DRAW,
    "1/2": Outcome.DRAW,
    "0.5": Outcome.DRAW,
}
BYES = {o.code: o for o in (Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE)}
WORDS = {
    "round": "round", "ronda": "round", "ronde": "round", "rd": "round", "board": "board", "mesa": "board",
    "tablero": "board", "echiquier": "board", "result": "result", "resultado": "result", "resultat": "result",
    "res": "result", "ergebnis": "result", "erg": "result", "risultato": "result", "uitslag": "result",
    "vysledek": "result",
}  # fmt: skip
SIDES = {
    "white": 0, "blancas": 0, "blanc": 0, "blancs": 0, "weiss": 0, "bianco": 0, "brancas": 0, "wit": 0, "bily": 0,
    "black": 1, "negras": 1, "noir": 1, "noirs": 1, "schwarz": 1, "nero": 1, "pretas": 1, "zwart": 1, "cerny": 1,
}  # fmt: skip
OF_FIELD = {
    "": "name", "name": "name", "nombre": "name", "nom": "name", "no": "number", "num": "number", "fideno": "fide_id",
    "fideid": "fide_id", "idfide": "fide_id", "nationalno": "national_id", "idnacional": "national_id",
    "idnational": "national_id", "rating": "rating", "elo": "rating", "valoracion": "rating",
}  # fmt: skip
MOST_ROUNDS = 99


def write(tournament: Tournament, delimiter: str = ",") -> str:
    """The table, with CRLF line ends as spreadsheets like them."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(_heads())
    for k, place, white, black, result in _lines(tournament):
        row = [str(k), place, *_person(tournament, white), result, *_person(tournament, black)]
        writer.writerow([harmless(value) for value in row])
    return out.getvalue()


def _heads() -> list[str]:
    white = [_("White no."), _("White national no."), _("White FIDE no."), _("White"), _("White rating")]
    black = [_("Black no."), _("Black national no."), _("Black FIDE no."), _("Black"), _("Black rating")]
    return [_("Round"), _("Board"), *white, _("Result"), *black]


def _lines(tournament: Tournament) -> Iterator[tuple[int, str, int, int | None, str]]:
    """Round, board, White, Black and result; the byes of a round after its games."""
    games = list(games_of(tournament))
    for k in range(1, tournament.rounds_paired + 1):
        for number, place, game in games:
            if number == k:
                signs = [SIGNS[SAME.get(one, one)] for one in (game.white_outcome, game.black_outcome)]
                between = "/" if {"+", "-"} & set(signs) else "-"
                yield k, str(place), game.white, game.black, between.join(signs) if any(signs) else ""
        for player in tournament.players:
            r = tournament.round_of(player.number, k)
            if r.outcome.code in BYES:
                yield k, "", player.number, None, r.outcome.code


def _person(tournament: Tournament, number: int | None) -> list[str]:
    if number is None:
        return [""] * len(FIELDS)
    player = tournament.player(number)
    rating = player.rating or player.national_rating
    return [str(number), player.national_id, player.fide_id, player.name, str(rating or "")]


# -- reading


def head_of(rows: Sequence[Sequence[str]]) -> tuple[int, dict[str, int]] | None:
    """The row of headings and the column of each field (`0name`: of White), if there is one of games."""
    for k, row in enumerate(rows[:20]):
        found: dict[str, int] = {}
        for i, text in enumerate(row):
            if (field := field_of(text)) is not None:
                found.setdefault(field, i)
        if {"round", "result"} <= found.keys() and all(
            f"{side}name" in found or f"{side}number" in found for side in (0, 1)
        ):
            return k, found
    return None


def names_sides(row: Sequence[str]) -> bool:
    """Can a row be headings of games? A quick look, before each cell is read."""
    return sum(any(word in cell.casefold() for word in SIDES) for cell in row if len(cell) < 40) > 1


def field_of(text: str) -> str | None:
    """What a heading stands for: a word of the game, or a field of a side (`0name`: White's name)."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    words = re.findall("[a-z]+", "".join(c for c in letters if not unicodedata.combining(c)))
    if len(words) == 1 and words[0] in WORDS:
        return WORDS[words[0]]
    sides = [word for word in words if word in SIDES]
    if len(sides) != 1:
        return None
    field = OF_FIELD.get("".join(word for word in words if word not in SIDES))
    return f"{SIDES[sides[0]]}{field}" if field else None


def parse(rows: Sequence[Sequence[str]], path: str | PathLike[str] | None = None) -> Content:
    """The tournament of a table; players who never appear are not in it."""
    head = head_of(rows)
    if head is None:
        raise FileError(path, expected=_("a row of headings with round, white, black and result"))
    start, column = head
    people: dict[str, Player] = {}
    cells: dict[str, dict[int, tuple[str | None, Colour | None, Outcome]]] = {}
    warnings: list[str] = []
    for line, row in enumerate(rows[start + 1 :], start + 2):
        if not any(row):
            continue
        texts = {field: row[i].strip().removeprefix("'") for field, i in column.items() if i < len(row)}
        k = int(texts["round"]) if texts.get("round", "").isdecimal() else 0
        sides = [_player(texts, side) for side in (0, 1)]
        outcomes = outcomes_of(texts.get("result", ""), alone=sides[1] is None)
        if sides[0] is None or outcomes is None or not 1 <= k <= MOST_ROUNDS:
            found = " ".join(text for text in row if text)[:60]
            warnings.append(_("line {line}: “{text}” is not a game").format(line=line, text=found))
            continue
        keys = [None if side is None else str(side.number or side.name.casefold()) for side in sides]
        if keys[0] == keys[1] or any(key is not None and k in cells.get(key, ()) for key in keys):
            warnings.append(_("line {line}: a player has another game in round {k}").format(line=line, k=k))
            continue
        for i, player in enumerate(sides):
            key = keys[i]
            if player is not None and key is not None:
                people.setdefault(key, player)
                colour = None if keys[1] is None else (Colour.WHITE, Colour.BLACK)[i]
                cells.setdefault(key, {})[k] = (keys[1 - i], colour, outcomes[i])
    if not people:
        raise FileError(path, expected=_("a row of headings with round, white, black and result"))
    event = _tournament(people, cells)
    return Content(replace(event, info=Info(name=title_of(rows[:start]))), warnings)


def _player(texts: dict[str, str], side: int) -> Player | None:
    def text(field: str) -> str:
        return texts.get(f"{side}{field}", "")

    number = int(text("number")) if re.fullmatch("[0-9]{1,4}", text("number")) else 0
    if not number and not text("name"):
        return None
    rating = int(text("rating")) if re.fullmatch("[0-9]{3,4}", text("rating")) else 0
    return Player(
        text("name") or str(number),
        rating,
        number=number,
        fide_id=text("fide_id") if text("fide_id").isdecimal() else "",
        national_id=text("national_id"),
    )


def outcomes_of(text: str, *, alone: bool = False) -> tuple[Outcome, Outcome] | None:
    """What a result means for White and Black; alone: for who has a bye. None for what is no result."""
    text = text.strip().upper()
    if alone:
        return (BYES[text], Outcome.ABSENT) if text in BYES else None
    if not text:
        return Outcome.PENDING, Outcome.PENDING
    found = re.fullmatch(r"(1/2|0\.5|[10½=+\-WDL*])\s*[-:/]\s*(1/2|0\.5|[10½=+\-WDL*])", text)
    return (OF_SIGN[found[1]], OF_SIGN[found[2]]) if found else None


def _tournament(
    people: dict[str, Player], cells: dict[str, dict[int, tuple[str | None, Colour | None, Outcome]]]
) -> Tournament:
    order = sorted(people, key=lambda key: (people[key].number, -people[key].rating, people[key].name.casefold()))
    stated = [people[key].number for key in order]
    numbers = stated if all(stated) else list(range(1, len(order) + 1))
    number = dict(zip(order, numbers, strict=True))
    last = max(max(own) for own in cells.values())
    results = []
    for key in order:
        own = cells[key]
        rounds = []
        for k in range(1, last + 1):
            other, colour, outcome = own.get(k, (None, None, Outcome.ABSENT))
            rounds.append(
                absent(k) if k not in own else PlayerRound(k, number[other] if other else None, colour, outcome)
            )
        results.append(tuple(rounds))
    players = tuple(replace(people[key], number=number[key]) for key in order)
    return Tournament(players=players, results=tuple(results), planned_rounds=last)
