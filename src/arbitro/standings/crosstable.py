"""Cross tables: who met whom with which result, in the Swiss or in the round-robin form.

    style         a cell
    swiss         one per round: `12w1` opponent, colour, result; `-H` half-point bye; `7b+` forfeit win
    round-robin   one per opponent: `1`, `½`, `0`, `+`, `-`; two characters in a double round robin; `*` oneself

Teams have their game points instead: `12:2½`, or `2½` alone; a match that was not played is `+` or `-`.
Rows are in the order of the standings. Not here: tie-break values (they come with the standings).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from arbitro.model import Colour, Outcome, Tournament, show
from arbitro.model.team_results import TeamRound
from arbitro.standings.edition import edition_of
from arbitro.standings.ranking import Row, Standings
from arbitro.standings.roundrobin import with_forfeits
from arbitro.standings.teams import team_table

_SIGNS = {
    Outcome.DRAW: "½",
    Outcome.UNRATED_WIN: "1",
    Outcome.UNRATED_DRAW: "½",
    Outcome.UNRATED_LOSS: "0",
    Outcome.ADJUDICATED_DRAW: "½",
    Outcome.PENDING: "",
    Outcome.ADJOURNED: "*",
}


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A line of the standings with its cells. The rating of a team is its strength as entered."""

    row: Row
    name: str
    rating: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A cross table; `columns` are rounds (Swiss) or the numbers of the opponents in row order (round robin)."""

    style: str
    columns: tuple[int, ...]
    rows: tuple[CrosstableRow, ...]
    standings: Standings


def sign(outcome: Outcome) -> str:
    """A result as cross tables show it: 1, ½, 0, + and - for forfeits, letters for byes."""
    return _SIGNS.get(outcome, outcome.code.strip())


def crosstable(
    tournament: Tournament, ranking: Standings, *, style: str | None = None, withdrawn: Iterable[int] = ()
) -> Crosstable:
    """The cross table of a ranking of players; by default in the form that suits the schedule.

    Players whose results do not count stay in the table (C.05 6.6), below the others; what players who left did not
    play any more is `-` for them and `+` for the others.
    """
    chosen = style or ("round-robin" if ranking.predetermined else "swiss")
    rounds = ranking.after
    rows = list(ranking.rows)
    if not edition_of(ranking.edition).cancels_results:
        rows += [Row(len(rows) + 1, number, points, {}) for number, points in ranking.annulled.items()]
    columns = tuple(range(1, rounds + 1)) if chosen == "swiss" else tuple(row.number for row in rows)
    make = _swiss_cells if chosen == "swiss" else _pair_cells
    shown = with_forfeits(tournament, withdrawn)
    return Crosstable(
        chosen,
        columns,
        tuple(
            CrosstableRow(
                row,
                tournament.player(row.number).name,
                tournament.strengths[tournament.index[row.number]],
                make(shown, row.number, columns, rounds),
            )
            for row in rows
        ),
        ranking,
    )


def _swiss_cells(tournament: Tournament, number: int, columns: tuple[int, ...], rounds: int) -> tuple[str, ...]:
    cells = []
    for k in columns:
        r = tournament.round_of(number, k)
        if r.opponent is None:
            cells.append(f"-{r.outcome.code}" if r.outcome is not Outcome.ABSENT else "-")
        else:
            colour = {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}[r.colour]
            cells.append(f"{r.opponent}{colour}{sign(r.outcome)}")
    return tuple(cells)


def _pair_cells(tournament: Tournament, number: int, columns: tuple[int, ...], rounds: int) -> tuple[str, ...]:
    against: dict[int, str] = defaultdict(str)
    for r in tournament.rounds_of(number)[:rounds]:
        if r.opponent is not None:
            against[r.opponent] += sign(r.outcome)
    return tuple("*" if opponent == number else against[opponent] for opponent in columns)


def team_crosstable(tournament: Tournament, ranking: Standings, *, style: str | None = None) -> Crosstable:
    """The cross table of a ranking of teams: the game points of every match."""
    chosen = style or ("round-robin" if ranking.predetermined else "swiss")
    table = team_table(tournament, ranking.after)
    records = dict(zip(table.teams, table.records, strict=True))
    order = tuple(row.number for row in ranking.rows)
    columns = tuple(range(1, ranking.after + 1)) if chosen == "swiss" else order
    rows = []
    for row in ranking.rows:
        team = tournament.team(row.number)
        mine = records[row.number]
        cells = tuple(map(_match_cell, mine)) if chosen == "swiss" else _match_cells(mine, row.number, columns)
        rows.append(CrosstableRow(row, team.name, team.strength, cells))
    return Crosstable(chosen, columns, tuple(rows), ranking)


def _match_points(record: TeamRound) -> str:
    if record.outcome.played:
        return show(record.game_points)
    return sign(record.outcome)


def _match_cell(record: TeamRound) -> str:
    if record.opponent is None:
        return f"-{record.outcome.code}" if record.outcome is not Outcome.ABSENT else "-"
    return f"{record.opponent}:{_match_points(record)}"


def _match_cells(records: Iterable[TeamRound], own: int, columns: tuple[int, ...]) -> tuple[str, ...]:
    against: dict[int, list[str]] = defaultdict(list)
    for record in records:
        if record.opponent is not None:
            against[record.opponent].append(_match_points(record))
    return tuple("*" if opponent == own else " ".join(against[opponent]) for opponent in columns)
