"""The book: every participant's rounds as the tie-breaks see them.

    article (2023)   article (2024)   here
    14.1, 14.3       16.1, 16.2       Category: the kinds of unplayed rounds
    14.4             16.3             BookRound.counted, Book.adjusted: the score that opponents' sums use
    14.2             15.2             `predetermined`: forfeits are games, rests are no rounds
    8.4              8.3              Book.fore: the last round's games as draws

A participant is a player, or a team with match points or game points; nothing below knows which. Participants are
counted 0, 1, 2 … in the order of the snapshot; `numbers` has their pairing numbers. Points are in tenths.

Not here: what is added up (`opponents`, `own`, `performance`), what is cut (`cuts`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from arbitro.model import Colour, Outcome, Tournament
from arbitro.model.tournament import PlayerRound, absent
from arbitro.standings.edition import OpponentRounds, TieBreakEdition

NOBODY = -1


class Category(Enum):
    """The kinds of unplayed rounds; the values are the articles of 2023 and of 2024."""

    NOT_CHOSEN = "14.3.1", "16.2.1"  # pairing-allocated bye, full-point bye; in 2023 forfeit wins too
    FORFEIT_WIN = "14.3.1", "16.2.2"
    BYE_THEN_AVAILABLE = "14.3.2", "16.2.3"
    FORFEIT_THEN_AVAILABLE = "14.3.3", "16.2.4"
    FINAL_BYE = "14.3.4", "16.2.5"
    FINAL_FORFEIT = "14.3.5", "16.2.4"

    __hash__ = object.__hash__

    @property
    def voluntary(self) -> bool:
        """Absent by choice or by fault: the rounds that low cuts take first (14.6)."""
        return self not in (Category.NOT_CHOSEN, Category.FORFEIT_WIN)

    def article(self, edition: TieBreakEdition) -> str:
        """The article that defines it; the oldest texts know no categories."""
        if edition.opponent_rounds is OpponentRounds.ALL_DRAWN:
            return edition.article("adjust")
        return self.value[0 if edition.opponent_rounds is OpponentRounds.FINAL_ABSENCES_DRAWN else 1]


class BookRound(NamedTuple):
    """One participant in one round."""

    round: int
    opponent: int  # index, NOBODY without one; a forfeited game keeps the scheduled opponent
    points: int  # what was awarded
    met: bool  # the opponent counts in sums: a game over the board, or one that the rules treat so
    played: bool  # a game over the board
    counted: int  # what the round is worth in the sums of opponents (14.4)
    category: Category | None  # of an unplayed round
    outcome: Outcome
    black: bool

    @property
    def voluntary(self) -> bool:
        return self.category is not None and self.category.voluntary


class Slot(NamedTuple):
    """One round of one participant before the rules of unplayed rounds are applied."""

    opponent: int
    outcome: Outcome
    points: int
    black: bool = False


Rounds = Sequence[tuple[int, Outcome, int, bool]]  # slots, or plain tuples where there are many


class Line(NamedTuple):
    """One participant's rounds with their sums."""

    entries: list[BookRound]
    score: int
    adjusted: int  # 14.4
    all_met: bool
    opponents: frozenset[int]  # those scheduled, whether they were met or not


class UnplayedReading(NamedTuple):
    """How unplayed rounds are read; the same for all participants of a book."""

    draw: int
    drawn: frozenset[Category]
    forfeits_meet: bool
    predetermined: bool

    @staticmethod
    def of(
        edition: TieBreakEdition, draw: int, predetermined: bool, forfeits_as_played: bool = False
    ) -> UnplayedReading:
        older = edition.opponent_rounds is OpponentRounds.ALL_DRAWN  # these texts know no 14.2
        meet = forfeits_as_played or (predetermined and not older)
        return UnplayedReading(draw, _DRAWN_WHEN_FINAL[edition.opponent_rounds], meet, predetermined)


_PLAYED = frozenset(o for o in Outcome if o.played)
_VOLUNTARY = frozenset(o for o in Outcome if o.voluntary_unplayed)
_FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})
_DRAWN_WHEN_FINAL = {
    OpponentRounds.FINAL_ABSENCES_DRAWN: frozenset({Category.FINAL_BYE, Category.FINAL_FORFEIT}),
    OpponentRounds.WITHDRAWAL_DRAWN: frozenset({Category.FINAL_BYE}),
    OpponentRounds.ALL_DRAWN: frozenset(Category),
}


@dataclass(eq=False)
class Book:
    """All participants' rounds up to one round, with the scores that the tie-breaks need."""

    numbers: Sequence[int]
    lines: Sequence[Line]
    edition: TieBreakEdition
    _: KW_ONLY
    win: int
    draw: int
    black_win: int | None = None  # only where Black's points differ from White's
    ratings: Sequence[int] = ()
    later: Mapping[int, Mapping[int, int]] = field(default_factory=dict)  # ratings from a round on, in long events
    predetermined: bool = False
    forfeits_as_played: bool = False

    def __post_init__(self) -> None:
        self.numbers = tuple(self.numbers)
        self.lines = list(self.lines)
        self.black_win = self.win if self.black_win is None else self.black_win
        self.ratings = self.ratings or (0,) * len(self.numbers)
        self.entries = [line.entries for line in self.lines]
        self.rounds = max(map(len, self.entries), default=0)
        self.score = [line.score for line in self.lines]
        self.adjusted = [line.adjusted for line in self.lines]
        self.all_met = [line.all_met for line in self.lines]
        self._kept: dict[str, list[int]] = {}

    @classmethod
    def of_slots(
        cls,
        numbers: Sequence[int],
        slots: Iterable[Rounds],
        edition: TieBreakEdition,
        *,
        draw: int,
        predetermined: bool = False,
        **others: Any,
    ) -> Book:
        """A book from rounds that are not read yet; the other fields as those of a book."""
        reading = UnplayedReading.of(edition, draw, predetermined)
        lines = [line_of(rounds, reading) for rounds in slots]
        return cls(numbers, lines, edition, draw=draw, predetermined=predetermined, **others)

    @cached_property
    def games(self) -> int:
        """How many games the schedule gives a participant: in round robins a rest is none."""
        if not self.predetermined:
            return self.rounds
        return max((sum(e.opponent != NOBODY for e in entries) for entries in self.entries), default=0)

    @cached_property
    def played(self) -> list[list[BookRound]]:
        """Every participant's games over the board."""
        return [[entry for entry in entries if entry.played] for entries in self.entries]

    def index(self, number: int) -> int:
        return self.numbers.index(number)

    def kept(self, name: str, compute: Callable[[Book], list[int]]) -> list[int]:
        """A column that others build upon (the Buchholz of all, the performance of all), computed once."""
        column = self._kept.get(name)
        if column is None:
            column = self._kept[name] = compute(self)
        return column

    def changed_since(self, earlier: Book) -> frozenset[int]:
        """Whose lines are not those of an earlier book: after one more result, two participants."""
        pairs = enumerate(zip(self.lines, earlier.lines, strict=True))
        return frozenset(i for i, (now, before) in pairs if now is not before)

    def rating_of(self, entry: BookRound) -> int:
        """The opponent's rating in the round in which they met."""
        later = self.later.get(entry.opponent)
        held = [first for first in later or () if first <= entry.round]
        return later[max(held)] if later and held else self.ratings[entry.opponent]

    def meeting(self, participants: frozenset[int]) -> list[int]:
        """These participants and everybody who was paired with one of them."""
        return [
            i for i, line in enumerate(self.lines) if i in participants or not participants.isdisjoint(line.opponents)
        ]

    def fore(self) -> Book:
        """8.4: the same book with every paired game of the last round drawn."""
        last = self.rounds
        return self._like(
            (
                [
                    (e.opponent, Outcome.DRAW, self.draw, e.black)
                    if e.round == last and e.opponent != NOBODY
                    else (e.opponent, e.outcome, e.points, e.black)
                    for e in entries
                ]
                for entries in self.entries
            ),
            self.forfeits_as_played,
        )

    def with_forfeits_played(self, played: bool = True) -> Book:
        """The same book where a forfeited game counts as played against the scheduled opponent (modifier /P)."""
        return self._like(([(e.opponent, e.outcome, e.points, e.black) for e in es] for es in self.entries), played)

    def read_by(self, edition: TieBreakEdition) -> Book:
        """The same book as another text reads unplayed rounds."""
        return replace(self, edition=edition).with_forfeits_played(self.forfeits_as_played)

    def with_unrated_as(self, rating: int) -> Book:
        """The same book where unrated players have a rating (4.5)."""
        return replace(self, ratings=[r or rating for r in self.ratings])

    def _like(self, slots: Iterable[Rounds], forfeits_as_played: bool) -> Book:
        reading = UnplayedReading.of(self.edition, self.draw, self.predetermined, forfeits_as_played)
        lines = [line_of(rounds, reading) for rounds in slots]
        return replace(self, lines=lines, forfeits_as_played=forfeits_as_played)


def line_of(rounds: Rounds, reading: UnplayedReading, *, here: bool = False) -> Line:
    """A participant's rounds as the tie-breaks see them, with their sums; `here`: they are available afterwards."""
    entries = _entries(rounds, reading, here)
    return Line(
        entries,
        sum([entry.points for entry in entries]),
        sum([entry.counted for entry in entries]),
        all(entry.met for entry in entries),
        frozenset([entry.opponent for entry in entries]),
    )


def _entries(rounds: Rounds, reading: UnplayedReading, available: bool) -> list[BookRound]:
    """The rounds with their categories, walked from the last to the first: was the player available later? (14.3)"""
    draw, drawn, forfeits_meet, predetermined = reading
    entries = []
    for k in range(len(rounds), 0, -1):
        opponent, outcome, points, black = rounds[k - 1]
        if outcome in _PLAYED:
            available = True
            entries.append(BookRound(k, opponent, points, True, True, points, None, outcome, black))
        elif outcome in _FORFEITS and opponent != NOBODY and forfeits_meet:
            if outcome is Outcome.FORFEIT_WIN:
                available = True
            entries.append(BookRound(k, opponent, points, True, False, points, None, outcome, black))
        elif outcome is Outcome.PENDING or (predetermined and opponent == NOBODY):  # not yet played, or a rest
            available = True
            entries.append(BookRound(k, opponent, points, False, False, points, None, outcome, black))
        else:
            if outcome not in _VOLUNTARY:
                available = True
                category = Category.FORFEIT_WIN if outcome is Outcome.FORFEIT_WIN else Category.NOT_CHOSEN
            elif outcome is Outcome.FORFEIT_LOSS:
                category = Category.FORFEIT_THEN_AVAILABLE if available else Category.FINAL_FORFEIT
            else:
                category = Category.BYE_THEN_AVAILABLE if available else Category.FINAL_BYE
            counted = draw if category in drawn else points
            entries.append(BookRound(k, opponent, points, False, False, counted, category, outcome, black))
    entries.reverse()
    return entries


def book_of(
    tournament: Tournament,
    edition: TieBreakEdition,
    *,
    after: int | None = None,
    predetermined: bool = False,
    here: Collection[int] = (),
) -> Book:
    """The book of a tournament's players after a round (default: the last paired one).

    `here` are players known to take part afterwards: their last absences are no withdrawal (14.3).

    A player's line depends on their own rounds alone; it is kept with the snapshot, so that one more result makes only
    two lines anew.
    """
    scoring = tournament.scoring
    return Book(
        [player.number for player in tournament.players],
        _lines(tournament, after, UnplayedReading.of(edition, scoring.draw, predetermined), frozenset(here)),
        edition,
        win=scoring.win,
        draw=scoring.draw,
        black_win=scoring.black_win,
        ratings=tournament.strengths,
        later={tournament.index[n]: dict(later) for n, later in tournament.later_ratings.items()}
        if tournament.round_ratings
        else {},
        predetermined=predetermined,
    )


def _lines(tournament: Tournament, after: int | None, reading: UnplayedReading, here: frozenset[int]) -> list[Line]:
    last = tournament.rounds_paired if after is None else min(after, tournament.rounds_paired)
    kept = tournament.memo.setdefault(("standings", last, reading, here), {})
    lines = []
    for i, results in enumerate(tournament.results):
        found = kept.get(i)
        if found is None or found[0] is not results:
            returns = tournament.players[i].number in here
            found = kept[i] = (results, line_of(_slots(tournament, results, last), reading, here=returns))
        lines.append(found[1])
    return lines


def _slots(tournament: Tournament, results: tuple[PlayerRound, ...], last: int) -> Rounds:
    index = tournament.index
    points_of = tournament.scoring.points
    black = Colour.BLACK
    rounds: Sequence[PlayerRound] = results[:last]
    if len(rounds) < last:
        rounds = (*rounds, *(absent(k) for k in range(len(rounds) + 1, last + 1)))
    return [
        (
            NOBODY if opponent is None else index.get(opponent, NOBODY),
            outcome,
            points_of(outcome, colour) if points is None else points,
            colour is black,
        )
        for _, opponent, colour, outcome, points in rounds
    ]
