"""Pairing lists of rounds, as Swiss-Manager and chess-results print and export them: read as pairings and results.

    Bo. | No. | title | White | Rtg | Pts. | Result | Pts. | title | Black | Rtg | No.

Lines above a list name the event and the round (`Round 3 on 2026/08/03 at 14:30`). Columns may be missing or stand in
another order: White, Black and the result make a list; without numbers players are known by their names. Who does not
play stands alone with 1, ½ or 0: against `bye` (the pairing's) or `not paired` (asked for, or away).

A list says nothing of the rounds before its own, so a tournament needs those of all rounds up to its last: below each
other, perhaps after a list of players. `stacked` puts files together so.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import NamedTuple

from arbitro.dates import year_first
from arbitro.errors import FileError
from arbitro.files import game_table, round_table, spreadsheet
from arbitro.files.above import round_named, title_of
from arbitro.files.forms import Content
from arbitro.files.text import TITLES
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Title, Tournament, absent, points

_ = gettext_for("files")

Rows = Sequence[Sequence[str]]
DAY = re.compile(r"\b(\d{4}[/.-]\d\d?[/.-]\d\d?|\d\d?[/.-]\d\d?[/.-]\d{4})\b")
BYES = frozenset({"bye", "spielfrei", "descansa", "descanso", "exempt", "riposo", "folga", "vrij", "volno"})
ALONE = {"1": Outcome.FULL_BYE, "½": Outcome.HALF_BYE, "0,5": Outcome.HALF_BYE, "0.5": Outcome.HALF_BYE}
NOT_PAIRED = frozenset({"notpaired", "nichtausgelost", "noemparejado", "nonapparie", "nonabbinato", "naoemparceirado"})
FORFEITS = {Outcome.WIN: Outcome.FORFEIT_WIN, Outcome.LOSS: Outcome.FORFEIT_LOSS}


class Columns(NamedTuple):
    """Where the fields stand; numbers, ratings and points of White and Black are None where a list has none."""

    names: tuple[int, int]
    result: int
    numbers: tuple[int | None, int | None]
    ratings: tuple[int | None, int | None]
    points: tuple[int | None, int | None]


class Side(NamedTuple):
    """White or Black of a line, and the points that it states before the round."""

    player: Player
    points: str


class Line(NamedTuple):
    """A game or a bye (without Black) of a round."""

    white: Side
    black: Side | None
    outcomes: tuple[Outcome, Outcome]


class Part(NamedTuple):
    """A list of a round as it stands in a table: its round (0: not said), its day, its lines."""

    round: int
    day: str
    lines: list[Line]

    @property
    def finished(self) -> int:
        return sum(line.outcomes[0].finished for line in self.lines)


def columns_of(row: Sequence[str]) -> Columns | None:
    """The columns, if a row is the headings of a pairing list (and not of a table of games, which has rounds)."""
    fields = [game_table.field_of(text) for text in row]
    if "round" in fields or not {"0name", "1name", "result"} <= set(fields):
        return None
    white, black, result = (fields.index(field) for field in ("0name", "1name", "result"))
    if not white < result < black:
        return None
    kinds = [spreadsheet.field_of(text) for text in row]
    sums = [spreadsheet.is_points(text) for text in row]
    left, right = range(result), range(len(row) - 1, result, -1)

    def place(found: Sequence[bool], side: Iterable[int]) -> int | None:
        return next((i for i in side if found[i]), None)

    numbers = [kind == "number" for kind in kinds]
    ratings = [kind in ("rating", "national_rating") for kind in kinds]
    return Columns(
        (white, black),
        result,
        (place(numbers, left), place(numbers, right)),
        (place(ratings, left), place(ratings, right)),
        (place(sums, left), place(sums, right)),
    )


def is_list(rows: Rows) -> bool:
    """Is there a pairing list among these rows?"""
    return any(columns_of(row) for row in rows if game_table.names_sides(row))


def parts_of(rows: Rows, warnings: list[str] | None = None) -> list[Part]:
    """The lists of rounds in a table, one after the other."""
    found: list[Part] = []
    columns, k, day = None, 0, ""
    for n, row in enumerate(rows, 1):
        texts = [text for text in row if text]
        if len(texts) == 1:
            if named := round_named(texts[0]):
                k, stated = named, DAY.search(texts[0])
                day, columns = (year_first(stated[1]) if stated else ""), None
        elif game_table.names_sides(row) and (head := columns_of(row)):
            columns = head
            found.append(Part(k, day, []))
        elif columns and texts:
            line = _line(row, columns)
            if line:
                found[-1].lines.append(line)
            elif warnings is not None:
                told = " ".join(texts)[:60]
                warnings.append(_("line {line}: “{text}” is not a game").format(line=n, text=told))
    return [part for part in found if part.lines]


def _line(row: Sequence[str], columns: Columns) -> Line | None:
    white, black = _side(row, columns, 0), _side(row, columns, 1)
    text = row[columns.result].strip() if columns.result < len(row) else ""
    if white is None:
        return None
    word = re.sub("[^a-z]", "", black.player.name.casefold()) if black else ""
    stated = black is not None and bool(black.points or black.player.number)
    counted = columns.points[1] is not None or columns.numbers[1] is not None
    lone = text in ("", "0", "1", *ALONE)
    if black is None or (not stated and lone and (word in BYES or word in NOT_PAIRED or (counted and text))):
        if not lone or (black is None and not text):
            return None
        if word in BYES and text in ("", "1"):
            return Line(white, None, (Outcome.PAIRING_BYE, Outcome.ABSENT))
        return Line(white, None, (ALONE.get(text, Outcome.ZERO_BYE), Outcome.ABSENT))
    unplayed = bool(re.search(r"[kf]\s*$", text, re.I))
    outcomes = game_table.outcomes_of(re.sub(r"\s*[kf]\s*$", "", text, flags=re.I))
    if outcomes is None:
        return None
    if unplayed:
        outcomes = FORFEITS.get(outcomes[0], outcomes[0]), FORFEITS.get(outcomes[1], outcomes[1])
    return Line(white, black, outcomes)


def _side(row: Sequence[str], columns: Columns, side: int) -> Side | None:
    def text(column: int | None) -> str:
        return row[column].strip().removeprefix("'") if column is not None and column < len(row) else ""

    at = columns.names[side]
    name = " ".join(text(at).removesuffix("*)").split())
    if not any(map(str.isalpha, name)):
        return None
    number, rating = text(columns.numbers[side]), text(columns.ratings[side])
    title = TITLES.get(text(at - 1).upper(), Title.NONE) if at else Title.NONE
    player = Player(
        name,
        int(rating) if re.fullmatch("[0-9]{3,4}", rating) else 0,
        number=int(number) if re.fullmatch("[0-9]{1,4}", number) else 0,
        title=title,
    )
    return Side(player, text(columns.points[side]))


def parse(rows: Rows, path: str | PathLike[str] | None = None) -> Content:
    """The tournament of the lists; raises FileError where the round is not said or rounds before it are missing."""
    warnings: list[str] = []
    parts = parts_of(rows, warnings)
    if not parts:
        raise FileError(path, expected=_("a row of headings with White, Result and Black, and games below it"))
    rounds = _by_round(parts, path, warnings)
    missing = [k for k in range(1, max(rounds)) if k not in rounds]
    if missing:
        found = _("the pairing list of round {k}").format(k=max(rounds))
        expected = _("the lists of the rounds before it too (missing: {rounds}), or the cross table")
        raise FileError(path, found=found, expected=expected.format(rounds=", ".join(map(str, missing))))
    people = _People(_players_above(rows))
    cells: dict[str, dict[int, tuple[str | None, Colour | None, Outcome]]] = {}
    for k, part in sorted(rounds.items()):
        for line in part.lines:
            keys = people.key(line.white.player), None if line.black is None else people.key(line.black.player)
            if keys[0] == keys[1] or any(key is not None and k in cells.get(key, ()) for key in keys):
                sentence = _("round {k}: {name} has another game")
                warnings.append(sentence.format(k=k, name=line.white.player.name))
                continue
            for i, key in enumerate(keys):
                if key is not None:
                    colour = None if keys[1] is None else (Colour.WHITE, Colour.BLACK)[i]
                    cells.setdefault(key, {})[k] = (keys[1 - i], colour, line.outcomes[i])
    event, numbers = people.tournament(cells, len(rounds))
    days = tuple(rounds[k].day for k in sorted(rounds))
    event = replace(event, info=Info(name=title_of(rows), round_dates=days if all(days) else ()))
    warnings += _sums(event, rounds, people, numbers)
    assumed = [_("the system is not stated; a bye of a point is taken as the pairing's where the list says bye")]
    if not people.numbered:
        assumed.append(_("the numbers follow the ratings, then the titles and names: the file has none"))
    return Content(event, warnings, tuple(assumed))


def _by_round(parts: Sequence[Part], path: str | PathLike[str] | None, warnings: list[str]) -> dict[int, Part]:
    """The list of each round; of two of the same round the one with more results. Without a word it is round 1, if
    nobody has points yet."""
    found: dict[int, Part] = {}
    for part in parts:
        k = part.round
        if not k:
            stated = {side.points for line in part.lines for side in (line.white, line.black) if side}
            if len(parts) > 1 or not stated <= {"0", "0,0", "0.0"}:
                raise FileError(path, expected=_("a line above the list that names its round, such as Round 3"))
            k = 1
        if k in found:
            warnings.append(_("round {k} is there twice: the list with more results counts").format(k=k))
        if k not in found or part.finished > found[k].finished:
            found[k] = part
    return found


def players_in(rows: Rows) -> int:
    """How many columns a list of players has; 0 for another table."""
    if round_table.head_of(rows) or game_table.head_of(rows):
        return 0
    heads = (spreadsheet.recognise(row) for row in rows[: spreadsheet.HEADINGS_AMONG])
    return max((len(set(fields) - {None}) for fields in heads if spreadsheet.NAMES & set(fields)), default=0)


def _players_above(rows: Rows) -> list[Player]:
    """The list of players that stands before the first pairing list, if there is one."""
    until = next(n for n, row in enumerate(rows) if game_table.names_sides(row) and columns_of(row))
    for n, row in enumerate(rows[:until]):
        head = spreadsheet.recognise(row, rows[n + 1 : until])
        if spreadsheet.NAMES & set(head) and len(set(head) - {None}) > 1:
            return list(_read(rows[n + 1 : until], head))
    return []


def _read(rows: Rows, head: Sequence[str | None]) -> Iterator[Player]:
    for row in rows:
        texts = {field: row[i].removeprefix("'") for i, field in enumerate(head) if field and i < len(row) and row[i]}
        player, _wrong = spreadsheet.read_row(texts) if len(texts) > 1 else (None, [])
        if player:
            yield player


class _People:
    """Who plays: known by number where lists give them, else by name; a list of players says more of each."""

    def __init__(self, listed: Iterable[Player]) -> None:
        self.found: dict[str, Player] = {}
        self._number_of: dict[str, int] = {}
        for player in listed:
            self.key(player)

    @property
    def numbered(self) -> bool:
        return all(player.number for player in self.found.values())

    def key(self, player: Player) -> str:
        name = player.name.casefold()
        number = player.number or self._number_of.get(name, 0)
        if number:
            self._number_of.setdefault(name, number)
        key = str(number or name)
        self.found.setdefault(key, player)
        return key

    def tournament(
        self, cells: Mapping[str, Mapping[int, tuple[str | None, Colour | None, Outcome]]], last: int
    ) -> tuple[Tournament, dict[str, int]]:
        """The tournament, and the number of each key."""
        if self.numbered:
            order = sorted(self.found, key=lambda key: self.found[key].number)
            numbers = {key: self.found[key].number for key in order}
        else:
            order = sorted(self.found, key=lambda key: spreadsheet.start_order(self.found[key]))
            numbers = {key: n for n, key in enumerate(order, 1)}
        results = []
        for key in order:
            own = cells.get(key, {})
            rounds = []
            for k in range(1, last + 1):
                other, colour, outcome = own.get(k, (None, None, Outcome.ABSENT))
                cell = PlayerRound(k, numbers[other] if other else None, colour, outcome)
                rounds.append(cell if k in own else absent(k))
            results.append(tuple(rounds))
        players = tuple(replace(self.found[key], number=numbers[key]) for key in order)
        return Tournament(players=players, results=tuple(results), planned_rounds=last), numbers


def _sums(event: Tournament, rounds: Mapping[int, Part], people: _People, numbers: Mapping[str, int]) -> Iterator[str]:
    """Where the points that a list states before its round are not those of the rounds before; a player once."""
    told: set[int] = set()
    for k, part in sorted(rounds.items()):
        for side in (side for line in part.lines for side in (line.white, line.black) if side and side.points):
            number = numbers[people.key(side.player)]
            try:
                wrong = points(side.points) != event.score(number, k - 1)
            except ValueError:
                wrong = False
            if wrong and number not in told:
                told.add(number)
                sentence = _("{name}, round {r}: the list says {text} points before it, the other lists another sum")
                yield sentence.format(name=side.player.name, r=k, text=side.points)


def stacked(title: str, players: Rows, lists: Mapping[int, Rows]) -> bytes:
    """Lists of single rounds, after a list of players, as one table that `parse` reads."""
    out = io.StringIO()
    table = csv.writer(out, delimiter="\t", lineterminator="\n")
    table.writerow([title])
    table.writerows(players)
    for k, rows in sorted(lists.items()):
        head = next(n for n, row in enumerate(rows) if game_table.names_sides(row) and columns_of(row))
        above = next((row for row in rows[:head] if sum(map(bool, row)) == 1 and round_named("".join(row)) == k), None)
        table.writerow(above or [f"Round {k}"])
        table.writerows(rows[head:])
    return out.getvalue().encode()
