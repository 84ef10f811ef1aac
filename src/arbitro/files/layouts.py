"""Lists in the columns that Swiss-Manager and chess-results print them with, as tables (CSV).

    start-list         No., title, Name, FideID, FED, Rtg, Club/City        by pairing number
    alphabetical-list  the same, by name
    pairing-list       Bo., No., White, Rtg, Pts., Result, Pts., Black, Rtg, No.   the last paired round
    ranking-list       Rk., SNo, title, Name, FED, Rtg, Club/City, Pts., TB1, TB2 …

The heads are those of chess-results in English, held against its pages and workbooks of some twenty events of 2018 to
2026: `No. | title | Name | FideID | FED | Rtg | Club/City` (KT Kuantan 2018, Jogga 2026); `Bo. | No. | title | White |
Rtg | Pts. | Result | Pts. | title | Black | Rtg | No.` (Frome, Jeddah 2026); `Rk. | SNo | title | Name | FED | RtgI |
Club/City | Pts. | TB1 …` (Portimão 2024). Events of several federations have a column for flags more, those of two
rating lists RtgI and RtgN for Rtg; results are `1 - 0`, `½ - ½`, `+ - -`, and 1, ½ or 0 against `bye` and `not paired`.
Points are `2½` in pairing lists, numbers (6.5) in ranking lists and cross tables.

The cross table by rank is `round_table`. Start lists and ranking lists are read back as players, pairing lists as the
rounds that they are of (`pairing_table`).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence

from arbitro.files.games_event import games_of
from arbitro.files.round_table import CELLS, tie_breaks_of
from arbitro.files.spreadsheet import harmless
from arbitro.model import Game, Outcome, Player, PlayerRound, Tournament, show
from arbitro.model.points import plain
from arbitro.standings import Standings, printed, standings

Row = Sequence[object]
PLAYER = ("No.", "", "Name", "FideID", "FED", "Rtg", "Club/City")
BOARD = ("Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No.")


def write(tournament: Tournament, layout: str, delimiter: str = ",", ranking: Standings | None = None) -> str:
    """One of the lists, below the name of the event; a ranking list by the standings given, if there are any."""
    rows = LAYOUTS[layout](tournament) if ranking is None else _ranked(tournament, ranking)
    out = io.StringIO()
    table = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    table.writerow([harmless(tournament.info.name)])
    table.writerows(rows)
    return out.getvalue()


def _players(players: Iterable[Player]) -> Iterator[Row]:
    yield PLAYER
    for p in players:
        yield (
            p.number,
            p.title.value,
            *map(harmless, (p.name, p.fide_id, p.federation)),
            p.rating or "",
            harmless(p.club),
        )


def _start(tournament: Tournament) -> Iterator[Row]:
    return _players(tournament.players)


def _alphabetical(tournament: Tournament) -> Iterator[Row]:
    return _players(sorted(tournament.players, key=lambda p: (p.name.casefold(), p.number)))


def _pairings(tournament: Tournament) -> Iterator[Row]:
    last = tournament.rounds_paired
    dates = tournament.info.round_dates
    day = dates[last - 1] if last and last <= len(dates) else ""
    yield (f"Round {last} on {day}" if day else f"Round {last}",)
    yield BOARD
    scores = tournament.scores(last - 1)
    games = [game for k, _board, game in games_of(tournament) if k == last]
    for board, game in enumerate(games, 1):
        white, black = tournament.player(game.white), tournament.player(game.black)
        yield (
            board, *_side(white), show(scores[white.number]), _result(game), show(scores[black.number]),
            *_side(black)[1:], black.number,
        )  # fmt: skip
    own_rounds = ((p, tournament.round_of(p.number, last)) for p in tournament.players if last)
    alone = sorted((one for one in own_rounds if one[1].opponent is None), key=lambda one: _word(one[1]))
    for board, (p, r) in enumerate(alone, len(games) + 1):
        yield board, *_side(p), show(scores[p.number]), show(tournament.points_of(r)), "", "", _word(r), "", ""


def _side(player: Player) -> Row:
    return player.number, player.title.value, harmless(player.name), player.rating or ""


def _word(alone: PlayerRound) -> str:
    return "bye" if alone.outcome is Outcome.PAIRING_BYE else "not paired"


def _result(game: Game) -> str:
    """`1 - 0`, `½ - ½`, `+ - -` where the game was not played; nothing before it is over."""
    if not (game.white_outcome.finished and game.black_outcome.finished):
        return ""
    return " - ".join(CELLS.get(outcome.worth, "0") for outcome in (game.white_outcome, game.black_outcome))


def _ranking(tournament: Tournament) -> Iterator[Row]:
    return _ranked(tournament, standings(tournament, tie_breaks_of(tournament)))


def _ranked(tournament: Tournament, ranking: Standings) -> Iterator[Row]:
    breaks = {str(tiebreak): tiebreak for tiebreak in ranking.tiebreaks}
    yield "Rk.", "SNo", "", "Name", "FED", "Rtg", "Club/City", "Pts.", *(f"TB{k}" for k in range(1, len(breaks) + 1))
    for row in ranking.rows:
        p = tournament.player(row.number)
        values = (printed(t, row.values[code]) if code in row.values else "" for code, t in breaks.items())
        own = (p.title.value, *map(harmless, (p.name, p.federation)), p.rating or "", harmless(p.club))
        yield row.rank, p.number, *own, plain(row.points), *values
    for k, (code, t) in enumerate(breaks.items(), 1):
        yield (f"TB{k}: {t.title} ({code})",)


LAYOUTS: dict[str, Callable[[Tournament], Iterator[Row]]] = {
    "start-list": _start,
    "alphabetical-list": _alphabetical,
    "pairing-list": _pairings,
    "ranking-list": _ranking,
}
