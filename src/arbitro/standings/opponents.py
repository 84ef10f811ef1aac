"""Tie-breaks that add up the opponents' scores: Buchholz, Sonneborn-Berger, Koya.

    2023   2024   code   function           unplayed rounds
    7.1    8.1    BH     buchholz           14.4 for opponents, 14.5 for one's own
    7.2    8.2    AOB    opponents_buchholz over-the-board opponents only
    8.4    8.3    FB     (buchholz of Book.fore)
    9.1    9.2    SB     sonneborn_berger   as BH, times the points
    9.2    9.2    KS     koya               real scores; forfeited games count
    12.2   13.2   E..SB  extended           as SB, match or game points
    US Chess 34E9 OCUM   opponents_cumulative  games over the board only

Every function gives the summands of one participant. Not here: what is cut (`cuts`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from arbitro.model.points import HALF
from arbitro.standings.book import NOBODY, Book, BookRound
from arbitro.standings.cuts import Summands, summands
from arbitro.standings.edition import OwnRounds
from arbitro.standings.own import cumulative


def own_round(book: Book, i: int, entry: BookRound) -> int:
    """14.5 (16.4): the score of the opponent that stands in for a round one did not play."""
    match book.edition.own_rounds:
        case OwnRounds.SELF:
            return book.score[i]
        case OwnRounds.CAPPED:
            if entry.opponent != NOBODY:
                return min(book.score[i], book.adjusted[entry.opponent])
            return min(book.score[i], book.draw * book.rounds)
        case OwnRounds.DRAWN_SELF:
            return book.adjusted[i]
        case OwnRounds.VIRTUAL:
            before = sum([e.points for e in book.entries[i][: entry.round - 1]])
            return before + book.win - entry.points + book.draw * (book.rounds - entry.round)
        case OwnRounds.NOTHING:
            return 0


def own_result(book: Book, entry: BookRound) -> int:
    """The points that such a round multiplies with: those awarded, or a draw's (2009)."""
    return book.draw if book.edition.own_rounds is OwnRounds.DRAWN_SELF else entry.points


def buchholz(book: Book, i: int) -> Summands:
    """7.1: one summand per round, the opponent's score as 14.4 adjusts it."""
    adjusted = book.adjusted
    entries: Sequence[BookRound] = book.entries[i]
    if book.all_met[i]:
        return summands([adjusted[e.opponent] for e in entries], entries)
    entries = [e for e in entries if e.met or e.category is not None]
    return summands([adjusted[e.opponent] if e.met else own_round(book, i, e) for e in entries], entries)


def buchholz_of_all(book: Book) -> list[int]:
    return [sum(buchholz(book, i).values) for i in range(len(book.numbers))]


def opponents_buchholz(book: Book, i: int) -> Summands:
    """7.2: the Buchholz of every opponent met over the board."""
    column = book.kept("BH", buchholz_of_all)
    entries = [e for e in book.entries[i] if e.met]
    return summands([column[e.opponent] for e in entries], entries)


def cumulative_of_all(book: Book) -> list[int]:
    return [sum(cumulative(book, i).values) for i in range(len(book.numbers))]


def opponents_cumulative(book: Book, i: int) -> Summands:
    """US Chess 34E9: the cumulative value (34E3) of every opponent met over the board."""
    column = book.kept("CUM", cumulative_of_all)
    entries = [e for e in book.entries[i] if e.met]
    return summands([column[e.opponent] for e in entries], entries)


def sonneborn_berger(book: Book, i: int) -> Summands:
    """9.1: the opponent's adjusted score times the points scored against them."""
    return extended(book, book, i)


def extended(totals: Book, results: Book, i: int) -> Summands:
    """12.2: the opponent's total in one kind of points times one's own result in another.

    For individuals both books are the same one (9.1).
    """
    _, weights, entries = buchholz(totals, i)
    own = results.entries[i]
    scored = [own[e.round - 1].points if e.met else own_result(results, own[e.round - 1]) for e in entries]
    return Summands([w * p for w, p in zip(weights, scored, strict=True)], weights, entries)


def koya(book: Book, i: int, line: int) -> Summands:
    """9.2: points against those who reach the line."""
    entries = [e for e in book.entries[i] if e.opponent != NOBODY and 2 * book.score[e.opponent] >= line]
    return summands([e.points for e in entries], entries)


def koya_line(book: Book, limit: int = 0) -> int:
    """Twice the score that counts: half of the highest possible one, moved by half points up or down (13.5).

    In 2009 it moved by score groups: one more group below the line, or one less above it (2b1).
    """
    line = book.win * book.games
    if not book.edition.koya_by_groups or not limit:
        return line + 2 * limit * HALF
    doubled = sorted({2 * score for score in book.score})
    first = bisect_left(doubled, line) + limit
    return doubled[max(first, 0)] if first < len(doubled) else doubled[-1] + 1
