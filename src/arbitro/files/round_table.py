"""Cross tables by rounds, as chess-results and Swiss-Manager lay them out (XLSX, CSV, text with tabs or semicolons).

A row a player, a column a round (`1.Rd`), cells `12w1`, `5b½`, `7s+`, `-1` (a bye). Opponents are named by start number
or by rank: whichever makes both sides of every game agree. Lines before the headings name the event. Written in the
same layout, by rank, with the points and the tie-breaks of the event; opponents by start number.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import NamedTuple

from arbitro.errors import FileError
from arbitro.files import spreadsheet
from arbitro.files.above import title_of
from arbitro.files.forms import Content
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Tournament, Worth, absent, points
from arbitro.model.points import plain
from arbitro.standings import parse_tiebreak, printed, standings
from arbitro.standings.tiebreak import PRESETS

_ = gettext_for("files")

ROUND_WORD = "(?:rd|rnd|r|runde|rde|rda|rod|ronda|round|ronde|tour|turno|turn|t|kolo|k|f)"
ROUND = re.compile(rf"(?:(\d{{1,2}})\s*\.?\s*{ROUND_WORD}\.?|{ROUND_WORD}\.?\s*(\d{{1,2}}))", re.I | re.ASCII)
CELL = re.compile(r"(\d{1,4})\s*([wbsn])\s*(1|0|½|=|\+|-|0[.,]5|1/2|\*|\?)?\s*(k|f)?", re.I)
BYE = re.compile(r"(?:-|bye|spielfrei|exempt|descanso|libre)\s*(1|0|½|\+|0[.,]5|1/2)?|0", re.I)  # a sheet's -0 is 0
SIGNS = {"1": Outcome.WIN, "+": Outcome.FORFEIT_WIN, "0": Outcome.LOSS, "-": Outcome.FORFEIT_LOSS}
CELLS = {
    Worth.WIN: "1", Worth.DRAW: "½", Worth.LOSS: "0", Worth.FORFEIT_WIN: "+", Worth.FORFEIT_LOSS: "-",
}  # fmt: skip
BYE_CELLS = {
    Worth.PAIRING_BYE: "-1", Worth.FULL_BYE: "-1", Worth.FORFEIT_WIN: "-1", Worth.HALF_BYE: "-½", Worth.ZERO_BYE: "-0",
}  # fmt: skip
BYES = {"1": Outcome.PAIRING_BYE, "+": Outcome.PAIRING_BYE, "0": Outcome.ZERO_BYE}


MOST_UNLISTED = 3  # games against players whom the table does not have, named one by one


class Met(NamedTuple):
    """A cell: whom a player met, by the table's own numbers; None for a bye."""

    opponent: int | None
    colour: Colour | None
    outcome: Outcome


class Head(NamedTuple):
    """Where the columns stand."""

    row: int
    fields: list[str | None]
    rounds: dict[int, int]  # column by round
    rank: int | None
    points: int | None


def head_of(rows: Sequence[Sequence[str]]) -> Head | None:
    """The row of headings, if one of the first twenty names players and rounds."""
    for k, row in enumerate(rows[:20]):
        fields = spreadsheet.recognise(row, rows[k + 1 :])
        rounds = {int(m[1] or m[2]): i for i, text in enumerate(row) if (m := ROUND.fullmatch(text.strip()))}
        if rounds and "name" in fields and sorted(rounds) == list(range(1, len(rounds) + 1)):
            plain = [re.sub("[^a-z]", "", text.lower()) for text in row]
            rank = next((i for i, text in enumerate(plain) if text in spreadsheet.RANKS), None)
            fields = [None if i in (rank, *rounds.values()) else field for i, field in enumerate(fields)]
            return Head(
                k, fields, rounds, rank, next((i for i, text in enumerate(row) if spreadsheet.is_points(text)), None)
            )
    return None


def parse(rows: Sequence[Sequence[str]], path: str | PathLike[str] | None = None) -> Content:
    """The tournament of a table; cells that cannot be read or do not agree are named."""
    head = head_of(rows)
    if head is None:
        raise FileError(path, expected=_("a row of headings with names and rounds (1.Rd, 2.Rd …)"))
    warnings: list[str] = []
    people: list[tuple[Player, Sequence[str]]] = []
    for line, row in enumerate(rows[head.row + 1 :], head.row + 2):
        texts = {f: row[i] for i, f in enumerate(head.fields) if f and i < len(row) and row[i]}
        player, wrong = spreadsheet.read_row(texts)
        if player is None or len(row) <= max(head.rounds.values()) - 1:
            continue  # remarks below the table
        warnings += [f"{_('row')} {line}: {cell.field} “{cell.found}”, {cell.expected}" for cell in wrong]
        people.append((player, row))
    if not people:
        raise FileError(path, expected=_("a player in every row below the headings"))
    played = [_cells(player, row, head, warnings) for player, row in people]
    keys = _keys(people, played, head)
    numbers = [player.number for player, _row in people]
    if len(set(numbers)) < len(numbers) or 0 in numbers:
        numbers = keys
    beyond = _beyond(played, keys)
    if beyond:
        sentence = _("opponents beyond the {k} players listed are left out, with their points ({n} games)")
        warnings.append(sentence.format(k=len(keys), n=len(beyond)))
    found = _tournament(rows, head, people, numbers, _linked(people, played, keys, numbers, beyond, warnings))
    whole = set(numbers) - {numbers[k] for k, _r in beyond}
    warnings += _sums(found, people, numbers, head, whole)
    return Content(found, warnings, (_("the system is not stated; a full-point bye is taken as the pairing's"),))


def _cells(player: Player, row: Sequence[str], head: Head, warnings: list[str]) -> dict[int, Met]:
    found = {}
    for r, column in head.rounds.items():
        text = row[column].strip() if column < len(row) else ""
        if not text:
            continue
        cell = _cell(text)
        if cell is None:
            told = _("{name}, round {r}: “{text}” is not a result like 12w1").format(name=player.name, r=r, text=text)
            warnings.append(told)
        else:
            found[r] = cell
    return found


def _cell(text: str) -> Met | None:
    if m := CELL.fullmatch(text):
        colour = Colour.WHITE if m[2].lower() == "w" else Colour.BLACK
        sign = m[3] or "*"
        outcome = SIGNS.get(sign, Outcome.PENDING if sign in "*?" else Outcome.DRAW)
        if m[4]:
            outcome = {Outcome.WIN: Outcome.FORFEIT_WIN, Outcome.LOSS: Outcome.FORFEIT_LOSS}.get(outcome, outcome)
        return Met(int(m[1]), colour, outcome)
    if m := BYE.fullmatch(text):
        return Met(None, None, BYES.get(m[1] or "0", Outcome.HALF_BYE))
    return None


def _keys(people: Sequence[tuple[Player, Sequence[str]]], played: Sequence[Mapping[int, Met]], head: Head) -> list[int]:
    """By which numbers the cells name opponents: those by which most games agree from both sides."""
    ranks = [_number(row[head.rank]) if head.rank is not None and head.rank < len(row) else 0 for _p, row in people]
    choices = [[player.number for player, _row in people], ranks, list(range(1, len(people) + 1))]

    def agreeing(keys: list[int]) -> int:
        if len(set(keys)) < len(keys) or 0 in keys:
            return -1
        at = dict(zip(keys, played, strict=True))
        return sum(
            r in at.get(met.opponent or 0, {}) and at[met.opponent or 0][r].opponent == key
            for key, own in zip(keys, played, strict=True)
            for r, met in own.items()
        )

    return max(choices, key=agreeing)


def _number(text: str) -> int:
    return int(text.strip(" .")) if text.strip(" .").isdecimal() else 0


def _beyond(played: Sequence[Mapping[int, Met]], keys: Container[int]) -> set[tuple[int, int]]:
    """The cells (row and round) against players whom the table does not have: many where it is the top of a longer
    one; none where they are few, and slips."""
    cells = ((k, r, met.opponent) for k, own in enumerate(played) for r, met in own.items())
    found = {(k, r) for k, r, opponent in cells if opponent and opponent not in keys}
    return found if len(found) > MOST_UNLISTED else set()


def _linked(
    people: Sequence[tuple[Player, Sequence[str]]],
    played: Sequence[Mapping[int, Met]],
    keys: list[int],
    numbers: list[int],
    beyond: Container[tuple[int, int]],
    warnings: list[str],
) -> list[dict[int, PlayerRound]]:
    """The rounds by pairing numbers; one side of a game that the other does not know is left out and named."""
    at = dict(zip(keys, range(len(keys)), strict=True))
    linked: list[dict[int, PlayerRound]] = []
    byes = Counter(r for own in played for r, met in own.items() if met.outcome is Outcome.PAIRING_BYE)
    for k, own in enumerate(played):
        rounds = {}
        for r, met in own.items():
            other = at.get(met.opponent) if met.opponent else None
            if (k, r) in beyond:
                continue
            if met.opponent and (other is None or played[other].get(r, met).opponent != keys[k]):
                told = _("{name}, round {r}: player {n} does not name this game").format(
                    name=people[k][0].name, r=r, n=met.opponent
                )
                warnings.append(told)
                continue
            outcome = met.outcome
            if outcome is Outcome.PAIRING_BYE and byes[r] > 1:
                outcome = Outcome.FULL_BYE
            rounds[r] = PlayerRound(r, None if other is None else numbers[other], met.colour, outcome)
        linked.append(rounds)
    return linked


def _tournament(
    rows: Sequence[Sequence[str]],
    head: Head,
    people: Sequence[tuple[Player, Sequence[str]]],
    numbers: Sequence[int],
    linked: Sequence[Mapping[int, PlayerRound]],
) -> Tournament:
    table = sorted(zip(numbers, (player for player, _row in people), linked, strict=True), key=lambda one: one[0])
    return Tournament(
        players=tuple(replace(player, number=n) for n, player, _rounds in table),
        results=tuple(
            tuple(rounds.get(r, absent(r)) for r in range(1, max(rounds, default=0) + 1)) for _n, _p, rounds in table
        ),
        info=Info(name=title_of(rows[: head.row])),
        planned_rounds=len(head.rounds),
    )


def _sums(
    event: Tournament,
    people: Sequence[tuple[Player, Sequence[str]]],
    numbers: Sequence[int],
    head: Head,
    whole: Container[int],
) -> Iterator[str]:
    """Where the stated points are not the sum of the cells, all of which could be read."""
    for number, (player, row) in zip(numbers, people, strict=True):
        stated = row[head.points].strip() if head.points is not None and head.points < len(row) else ""
        try:
            wrong = bool(stated) and number in whole and points(stated) != event.score(number)
        except ValueError:
            wrong = False
        if wrong:
            yield _("{name}: the table says {text} points, its cells another sum").format(name=player.name, text=stated)


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    """The tie-breaks that a table shows: the tournament's, else the usual ones."""
    return tournament.info.tie_breaks or PRESETS["swiss" if tournament.system.is_swiss else "round-robin"]


def write(tournament: Tournament, delimiter: str = ",") -> str:
    """The table, as Swiss-Manager lays out its cross table by rank."""
    played, codes = tournament.rounds_paired, tie_breaks_of(tournament)
    rows = standings(tournament, codes).rows
    heads = ["Rk.", "SNo", "", "Name", "Rtg", "FED", "Club/City"]
    heads += [*(f"{k}.Rd" for k in range(1, played + 1)), "Pts.", *(f"TB{k}" for k in range(1, len(codes) + 1))]
    out = io.StringIO()
    table = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    table.writerow([tournament.info.name])
    table.writerow(heads)
    for row in rows:
        player = tournament.player(row.number)
        own = [player.title.value, player.name, player.rating or "", player.federation, player.club]
        values = [printed(code, row.values[code]) for code in codes]
        cells = [_written(tournament.round_of(row.number, k)) for k in range(1, played + 1)]
        line = [row.rank, row.number, *own, *cells, plain(row.points), *values]
        table.writerow([spreadsheet.harmless(cell) if k in range(2, 7) else cell for k, cell in enumerate(line)])
    for k, code in enumerate(codes, 1):
        table.writerow([f"TB{k}: {parse_tiebreak(code).title} ({code})"])
    return out.getvalue()


def _written(r: PlayerRound) -> str:
    if r.outcome is Outcome.ABSENT:
        return ""
    if r.opponent is None:
        return BYE_CELLS.get(r.outcome.worth, "-0")
    return f"{r.opponent}{'w' if r.colour is Colour.WHITE else 'b'}{CELLS.get(r.outcome.worth, '*')}"
