"""Lists in the columns that Swiss-Manager and chess-results print them with, as tables (CSV).

    start-list         No., title, Name, FideID, FED, Rtg, Club/City        by pairing number
    alphabetical-list  the same, by name
    pairing-list       Bo., No., White, Rtg, Pts., Result, Pts., Black, Rtg, No.   the last paired round
    ranking-list       Rk., SNo, title, Name, FED, Rtg, Club/City, Pts., TB1, TB2 …

The heads are the words of those lists in English, so that what reads them there reads them here. The cross table by
rank is `round_table`. Start lists are read back as players; the other two are for people and web pages.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence

from arbitro.files.games_event import WORTHS, games_of
from arbitro.files.round_table import tie_breaks_of
from arbitro.files.spreadsheet import harmless
from arbitro.model import Game, Outcome, Player, Tournament, show
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
    for row in rows:
        table.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def _players(players: Iterable[Player]) -> Iterator[Row]:
    yield PLAYER
    for p in players:
        yield p.number, p.title.value, p.name, p.fide_id, p.federation, p.rating or "", p.club


def _start(tournament: Tournament) -> Iterator[Row]:
    return _players(tournament.players)


def _alphabetical(tournament: Tournament) -> Iterator[Row]:
    return _players(sorted(tournament.players, key=lambda p: (p.name.casefold(), p.number)))


def _pairings(tournament: Tournament) -> Iterator[Row]:
    last = tournament.rounds_paired
    yield BOARD
    scores = tournament.scores(last - 1)
    for k, board, game in games_of(tournament):
        if k == last:
            white, black = tournament.player(game.white), tournament.player(game.black)
            yield (
                board, white.number, white.title.value, white.name, white.rating or "", show(scores[white.number]),
                _result(game),
                show(scores[black.number]), black.title.value, black.name, black.rating or "", black.number,
            )  # fmt: skip
    for p in tournament.players:
        r = tournament.round_of(p.number, last)
        if r.outcome is Outcome.PAIRING_BYE:
            points = show(tournament.points_of(r))
            yield "", p.number, p.title.value, p.name, p.rating or "", show(scores[p.number]), points, "", "", "bye"


def _result(game: Game) -> str:
    """`1 - 0`, `½ - ½`, with K where the game was not played; nothing before it is over."""
    if not (game.white_outcome.finished and game.black_outcome.finished):
        return ""
    ends = " - ".join(WORTHS.get(outcome.worth, "0") for outcome in (game.white_outcome, game.black_outcome))
    return ends if game.white_outcome.played else f"{ends} K"


def _ranking(tournament: Tournament) -> Iterator[Row]:
    return _ranked(tournament, standings(tournament, tie_breaks_of(tournament)))


def _ranked(tournament: Tournament, ranking: Standings) -> Iterator[Row]:
    breaks = {str(tiebreak): tiebreak for tiebreak in ranking.tiebreaks}
    yield "Rk.", "SNo", "", "Name", "FED", "Rtg", "Club/City", "Pts.", *(f"TB{k}" for k in range(1, len(breaks) + 1))
    for row in ranking.rows:
        p = tournament.player(row.number)
        values = (printed(t, row.values[code]) if code in row.values else "" for code, t in breaks.items())
        yield row.rank, p.number, p.title.value, p.name, p.federation, p.rating or "", p.club, show(row.points), *values
    for k, (code, t) in enumerate(breaks.items(), 1):
        yield (f"TB{k}: {t.title} ({code})",)


LAYOUTS: dict[str, Callable[[Tournament], Iterator[Row]]] = {
    "start-list": _start,
    "alphabetical-list": _alphabetical,
    "pairing-list": _pairings,
    "ranking-list": _ranking,
}
