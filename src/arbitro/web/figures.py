"""What pages show of the rule rooms' answers, each computed once: standings, cross tables, ratings, norms, reasons.

`Figures` belongs to one state of the journal, so nothing stale is ever shown. Whoever asks first computes; whoever asks
meanwhile waits for the same answer. Django's own cache would copy a table of two thousand players at every look; this
one hands out the object itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Generic, TypeVar

from arbitro import swiss
from arbitro.desk import store
from arbitro.desk.snapshot import left_table, rated, snapshot
from arbitro.desk.state import State
from arbitro.desk.tables import table, team_table
from arbitro.errors import ArbitroError
from arbitro.i18n import current_language
from arbitro.model import Points, Tournament, show
from arbitro.prizes import award_prizes, money, parse_plan
from arbitro.ratings import PlayerRating, rate_event
from arbitro.standings import Breakdown, Crosstable, LeftOut, Standings, crosstable, explain
from arbitro.swiss.account import PairExplanation
from arbitro.titles import norms
from arbitro.titles.forecast import NormStatus
from arbitro.titles.texts import outlook_sentence, verdict_sentence
from arbitro.web.charts import gauge

T = TypeVar("T")
Reasons = dict[frozenset[int], PairExplanation]


class _Answer(Generic[T]):
    """A place for one answer, and the lock of whoever computes it."""

    __slots__ = ("lock", "value")

    def __init__(self) -> None:
        self.lock = Lock()
        self.value: list[T] = []


class Once:
    """Answers by key, each computed by one thread while the others wait; the least used go first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._answers: OrderedDict[Hashable, _Answer[Any]] = OrderedDict()

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        with self._lock:
            answer: _Answer[T] = self._answers.setdefault(key, _Answer())
            self._answers.move_to_end(key)
            while len(self._answers) > self.most:
                self._answers.popitem(last=False)
        with answer.lock:
            if not answer.value:
                answer.value.append(make())
            return answer.value[0]

    def clear(self) -> None:
        with self._lock:
            self._answers.clear()


class Figures:
    """A tournament as everyone may see it after one journal entry: a draft that is not published does not exist yet."""

    def __init__(self, section: int, state: State, tournament: Tournament) -> None:
        current = state.current
        published = current is None or current.published
        self.section = section
        self.of = state
        self.state = state if published else replace(state, rounds=state.rounds[:-1])
        self.tournament = tournament if published else snapshot(self.state)
        self.once = Once(4096)

    @property
    def rated(self) -> Tournament:
        """The tournament as ratings and norms see it (C.04.2 D.8)."""
        return self.once("rated", lambda: rated(self.state, self.tournament))

    def ranking(self, after: int | None = None) -> Standings:
        """The standings after the last paired round or after a given one.

        Tie-breaks that the rules refuse here (a rating one without a rule for unrated players) are left out.
        """
        return self.once(("standings", after), lambda: self._standings(after))

    def _standings(self, after: int | None) -> Standings:
        event = self.tournament
        return table(self.state, event, after if after is not None else event.rounds_paired)

    def rank_of(self, number: int) -> int | None:
        """A player's rank now."""
        ranks = self.once("ranks", lambda: {row.number: row.rank for row in self.ranking().rows})
        return ranks.get(number)

    def tiebreaks_left_out(self, after: int | None = None) -> tuple[LeftOut, ...]:
        """The tie-breaks of the list that are not used, with the reason in the reader's language; usually none."""
        if self.tournament.teams or not self.ranking(after).left_out:
            return ()
        return self._standings(after).left_out

    def team_ranking(self, after: int | None = None) -> Standings | None:
        """The teams by match points and the tournament's tie-breaks; None where there are no teams."""
        if not self.tournament.teams:
            return None
        return self.once(("teams", after), lambda: team_table(self.state, self.tournament, after))

    def _tiebreaks(self, after: int | None = None) -> list[str]:
        return [str(tiebreak) for tiebreak in self.ranking(after).tiebreaks]

    def cross_table(self) -> Crosstable:
        """The cross table in the order of the standings."""
        gone = left_table(self.state)
        return self.once("cross", lambda: crosstable(self.tournament, self.ranking(), withdrawn=gone))

    def sums_of(self, number: int, after: int | None = None) -> list[Breakdown]:
        """The sum behind each tie-break of a player."""
        edition, gone = self.state.settings.editions.tiebreaks, left_table(self.state)
        return explain(self.tournament, number, self._tiebreaks(after), edition=edition, after=after, withdrawn=gone)

    def ratings(self, *numbers: int) -> list[dict[str, Any]]:
        """Everybody's rating change, or that of `numbers` alone; no row without rated games."""
        keep = _per_player.setdefault((self.section, "ratings", ""), PerPlayer())
        return keep(self.state, self.rated, lambda some: rating_rows(self.rated, self.state, some), *numbers)

    def norms(self, *numbers: int) -> list[dict[str, Any]]:
        """Everybody's norms, achieved or possible, in the reader's language, or those of `numbers` alone."""
        keep = _per_player.setdefault((self.section, "norms", current_language()), PerPlayer())
        return keep(self.state, self.rated, lambda some: norm_rows(self.rated, some), *numbers)

    def rating_of(self, number: int) -> dict[str, Any] | None:
        """A player's rating change; None without rated games."""
        return next(iter(self.ratings(number)), None)

    def rounds(self) -> list[dict[str, int | bool]]:
        """The rounds for the row of tabs: number, and whether results are missing."""
        return self.once("rounds", lambda: [{"number": r.number, "open": bool(r.missing)} for r in self.state.rounds])

    def leading_scores(self) -> tuple[list[Points], list[Points]]:
        """The leader's score and the field's middle one after each round, from round 0."""
        return self.once("leading", self._leading_scores)

    def _leading_scores(self) -> tuple[list[Points], list[Points]]:
        event = self.tournament
        rounds = [sorted(event.scores(k).values()) or [Points(0)] for k in range(event.rounds_paired + 1)]
        return [scores[-1] for scores in rounds], [scores[len(scores) // 2] for scores in rounds]


class PerPlayer:
    """Rows of every player, kept while the rounds behind them are the same: one more result concerns few of them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._frame: tuple[object, ...] = ()
        self._kept: dict[int, tuple[object, list[dict[str, Any]]]] = {}

    def __call__(
        self, state: State, event: Tournament, make: Callable[[list[int]], list[dict[str, Any]]], *numbers: int
    ) -> list[Any]:
        """The rows of everybody, or of `numbers` alone."""
        with self._lock:
            frame = (event.players, state.settings, event.rounds_paired)
            if len(self._frame) != len(frame) or any(a is not b for a, b in zip(self._frame, frame, strict=True)):
                self._frame, self._kept = frame, {}
            rounds = {n: _rounds_behind(event, n) for n in numbers or event.numbers}
            changed = [n for n in rounds if n not in self._kept or self._kept[n][0] != rounds[n]]
            fresh: dict[int, list[dict[str, Any]]] = {n: [] for n in changed}
            for row in make(changed) if changed else ():
                fresh[row["number"]].append(row)
            self._kept |= {n: (rounds[n], rows) for n, rows in fresh.items()}
            return [row for n in rounds for row in self._kept[n][1]]


def _rounds_behind(event: Tournament, number: int) -> tuple[object, ...]:
    """A player's own rounds, and those of unrated opponents: whether these have points counts for a norm."""
    own = event.results[event.index[number]]
    met = (r.opponent for r in own if r.opponent is not None)
    return (own, *(event.results[event.index[n]] for n in met if not event.player(n).rating))


_per_player: dict[tuple[int, str, str], PerPlayer] = {}


_figures: OrderedDict[int, Figures] = OrderedDict()
_figures_lock = Lock()
_reasons = Once(200)
TOURNAMENTS = 64


def figures_of(section: int) -> Figures:
    """The figures of a tournament now; those of before are dropped."""
    state, tournament = store.state_and_tournament(section)
    with _figures_lock:
        known = _figures.get(section)
        if known is None or known.of is not state:
            known = _figures[section] = Figures(section, state, tournament)
        _figures.move_to_end(section)
        while len(_figures) > TOURNAMENTS:
            _figures.popitem(last=False)
        return known


def forget() -> None:
    """Drop everything that was computed: for tests that replace journals."""
    _figures.clear()
    _reasons.clear()
    _per_player.clear()


def reasons_of(section: int, state: State, number: int) -> Reasons:
    """Why a round was paired so, in the reader's language, by the pairing numbers of a pair (one number for the bye).

    As the desk knew things when it paired; a round of two thousand players takes a while to account for.
    """
    if not 1 <= number <= len(state.rounds) or not state.settings.system.is_swiss:
        return {}
    paired_at = state.round(number).paired_at
    return _reasons((section, paired_at, number, current_language()), lambda: _explain(section, paired_at - 1))


def _explain(section: int, journal_number: int) -> Reasons:
    try:
        state = store.state_at(section, journal_number)
        reasons = swiss.pair_round(snapshot(state), options=state.settings.options).account.explained()
    except ArbitroError:
        reasons = []
    return {frozenset(n for n in reason.pair if n is not None): reason for reason in reasons}


# -- rows for pages


def rating_rows(event: Tournament, state: State, numbers: list[int] | None = None) -> list[dict[str, Any]]:
    """One row per player with rated games, or for those of `numbers` alone."""
    rows = []
    for r in rate_event(event, state.settings.rating_list, state.settings.editions.ratings, numbers=numbers):
        if not r.games:
            continue
        rows.append(
            {
                "number": r.number,
                "name": r.name,
                "rating": r.rating,
                "k": r.k,
                "games": r.games,
                "score": show(r.score),
                "expected": f"{r.expected / 100:.2f}" if r.expected is not None else "",
                "change": f"{float(r.change_exact):+.1f}" if r.change_exact is not None else "",
                "new_rating": r.new_rating,
                "steps": _steps(r),
                "performance": r.performance.rating if r.performance else None,
            }
        )
    return rows


def _steps(player: PlayerRating) -> list[float]:
    """The change by each rated game, in the order of the rounds."""
    if not player.k:
        return []
    return [player.k * line.delta / 100 for line in player.sheet]


def norm_rows(event: Tournament, numbers: list[int]) -> list[dict[str, Any]]:
    """Norms achieved, and those still possible with what they need: points of the rounds left, opponents' average."""
    rows = []
    for norm in norms(event, numbers=numbers):
        outlook = norm.outlook
        if norm.achieved:
            text = verdict_sentence(norm.verdict)
        elif outlook.status is not NormStatus.IMPOSSIBLE and outlook.rounds_left:
            text = outlook_sentence(outlook)
        else:
            continue
        score = event.score(norm.number)
        rows.append(
            {
                "number": norm.number,
                "name": norm.name,
                "title": norm.title.value,
                "achieved": norm.achieved,
                "text": text,
                "left": outlook.rounds_left,
                "needs": [(show(o.points), o.opponents_average) for o in outlook.options[:3]],
                "gauge": gauge(score, outlook.least, outlook.rounds_left) if outlook.least is not None else "",
            }
        )
    return rows


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """Awards as a page shows them."""

    rows: list[dict[str, Any]]
    total: str


def prize_table(state: State) -> PrizeTable:
    """Who wins what at this moment, by the plan of the settings."""
    event = snapshot(state)
    order = table(state, event)
    out = [state.numbers[e.id] for e in state.entrants.values() if e.excluded and e.id in state.numbers]
    report = award_prizes(event, order, parse_plan(state.settings.prizes), excluded=out)
    rows = [
        {
            "number": award.number,
            "name": event.player(award.number).name,
            "prizes": [
                {
                    "list": p.prize_list,
                    "place": p.place,
                    "amount": f"{money(p.amount)} {report.currency}".strip() if p.amount else "",
                    "trophy": p.trophy,
                    "reason": p.reason,
                }
                for p in award.prizes
            ],
            "total": f"{money(award.total)} {report.currency}".strip(),
        }
        for award in report.awards
        if award.prizes
    ]
    return PrizeTable(rows, f"{money(report.awarded)} {report.currency}".strip())
