"""Type B: tie-breaks from a participant's own results.

    2023   2024   code      function         what counts
    6.1    7.1    WIN       wins             rounds that brought a win's points, played or not
    6.2    7.2    WON       won              wins over the board
    6.3    7.3    BPG       black            games with Black over the board
    6.4    7.4    BWG       black_won        wins with Black over the board
    6.5    7.5    PS        progressive      the score after every round
    6.6    7.6    GE, REP   elected          rounds without a requested bye, absence or forfeit loss
           7.7    STD       standard         1 per round won, ½ per round drawn, whatever the scoring system
    club   -      KASHDAN   kashdan          4 won, 2 drawn, 1 lost, 0 unplayed
    US Chess 34E3 CUM       cumulative       the score after every round, less the points of unplayed rounds

Every function gives the summands of one participant. Not here: team results (`boards`, `teams`).
"""

from __future__ import annotations

from itertools import accumulate

from arbitro.model import Outcome
from arbitro.model.outcome import Worth
from arbitro.standings.book import Book, BookRound
from arbitro.standings.cuts import Summands, counted, summands

_KASHDAN = {Worth.WIN: 4, Worth.DRAW: 2, Worth.LOSS: 1}  # nothing for what was not played
_STANDARD = {Worth.WIN: 2, Worth.DRAW: 1, Worth.ADJOURNED: 1}
_WON = frozenset(outcome for outcome in Outcome if outcome.worth in (Worth.WIN, Worth.FORFEIT_WIN))
_VOLUNTARY = frozenset(outcome for outcome in Outcome if outcome.voluntary_unplayed)


def wins(book: Book, i: int) -> Summands:
    """6.1: rounds worth as many points as a win."""
    win, black_win = book.win, book.black_win
    return counted([e for e in book.entries[i] if e.points == (black_win if e.black and e.played else win)])


def _games(book: Book, i: int) -> list[BookRound]:
    """Over the board; in round robins of 2026 a forfeit win is a game too (15.2)."""
    if book.predetermined and book.edition.forfeit_wins_are_games:
        return [e for e in book.entries[i] if e.played or (e.met and e.outcome is Outcome.FORFEIT_WIN)]
    return book.played[i]


def won(book: Book, i: int) -> Summands:
    """6.2: games won over the board."""
    return counted([e for e in _games(book, i) if e.outcome in _WON])


def black(book: Book, i: int) -> Summands:
    """6.3: games played with Black over the board."""
    return counted([e for e in _games(book, i) if e.black])


def black_won(book: Book, i: int) -> Summands:
    """6.4: games won with Black over the board."""
    return counted([e for e in _games(book, i) if e.black and e.outcome in _WON])


def progressive(book: Book, i: int) -> Summands:
    """6.5: the score after each round."""
    entries = book.entries[i]
    return summands(list(accumulate([e.points for e in entries])), entries)


def elected(book: Book, i: int) -> Summands:
    """6.6: rounds that were neither requested byes nor forfeit losses."""
    return counted([e for e in book.entries[i] if e.outcome not in _VOLUNTARY])


def standard(book: Book, i: int) -> Summands:
    """7.7 (2026): two for a round won, one for a round drawn; unplayed rounds by the points they brought."""
    entries = book.entries[i]
    return summands([_standard(e, book.draw) for e in entries], entries)


def _standard(entry: BookRound, draw: int) -> int:
    if entry.played:
        return _STANDARD.get(entry.outcome.worth, 0)
    return 2 if entry.points > draw else 1 if entry.points == draw else 0


def kashdan(book: Book, i: int) -> Summands:
    """Club rules: 4 for a win, 2 for a draw, 1 for a loss, nothing for what was not played."""
    entries = book.played[i]
    return summands([_KASHDAN.get(e.outcome.worth, 0) for e in entries], entries)


def cumulative(book: Book, i: int) -> Summands:
    """US Chess 34E3: the score after each round; what a bye or a forfeit brought is taken off once."""
    after, _, entries = progressive(book, i)
    return Summands([n if e.played else n - e.points for n, e in zip(after, entries, strict=True)], after, entries)
