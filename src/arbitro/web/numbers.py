"""Rows for pages from the rule rooms' answers: ratings, norms, prizes, standings, cached by journal number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any, TypeVar

from arbitro.desk import store
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.desk.tables import left_table, table, team_table
from arbitro.model import Tournament, show
from arbitro.prizes import award_prizes, money, parse_plan
from arbitro.ratings import PlayerRating, rate_event
from arbitro.standings import Breakdown, Crosstable, LeftOut, Standings, crosstable, explain
from arbitro.titles import norms
from arbitro.titles.forecast import Status
from arbitro.titles.texts import outlook_sentence, verdict_sentence
from arbitro.web.charts import gauge

T = TypeVar("T")
_kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()
_lock = RLock()
MOST = 400


def kept(key: tuple[object, ...], make: Callable[[], T]) -> T:
    """A value computed once per key; the key holds the journal number, so nothing stale is ever shown."""
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            found: T = _kept[key]
            return found
    made = make()
    with _lock:
        _kept[key] = made
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return made


def hidden_drafts(state: State) -> State:
    """What the public may know: a draft that is not published does not exist yet."""
    current = state.current
    if current is None or current.published:
        return state
    return replace(state, rounds=state.rounds[:-1])


def public_tournament(section: int) -> tuple[State, Tournament]:
    """The state and snapshot that everyone may see."""
    state = store.state_of(section)
    shown = hidden_drafts(state)
    if shown is state:
        return state, store.tournament_of(section)
    return shown, kept(("tournament", section, state.number), lambda: snapshot(shown))


def ranking(section: int, after: int | None = None) -> Standings:
    """The standings that everyone may see, after the last round with a result or after a given one.

    Tie-breaks that the rules refuse here (a rating one without a rule for unrated players) are left out.
    """
    number = public_tournament(section)[0].number
    return kept(("standings", section, number, after), lambda: _standings(section, after))


def tiebreaks_left_out(section: int, after: int | None = None) -> tuple[LeftOut, ...]:
    """The tie-breaks of the list that are not used, with the reason in the reader's language; usually none."""
    if public_tournament(section)[1].teams or not ranking(section, after).left_out:
        return ()
    return _standings(section, after).left_out


def _standings(section: int, after: int | None) -> Standings:
    state, event = public_tournament(section)
    return table(state, event, after if after is not None else event.rounds_paired)


def team_ranking(section: int, after: int | None = None) -> Standings | None:
    """The teams by match points and the tournament's tie-breaks."""
    state, event = public_tournament(section)
    if not event.teams:
        return None
    return kept(("teams", section, state.number, after), lambda: team_table(state, event, after))


def cross_table(section: int) -> Crosstable:
    """The cross table in the order of the standings."""
    state, event = public_tournament(section)
    names = [str(tiebreak) for tiebreak in ranking(section).tiebreaks]
    edition = state.settings.editions.tiebreaks
    return kept(
        ("cross", section, state.number),
        lambda: crosstable(event, names, edition=edition, withdrawn=left_table(state)),
    )


def sums_of(section: int, number: int, after: int | None = None) -> list[Breakdown]:
    """The sum behind each tie-break of a player."""
    state, event = public_tournament(section)
    names = [str(tiebreak) for tiebreak in ranking(section, after).tiebreaks]
    edition = state.settings.editions.tiebreaks
    return explain(event, number, names, edition=edition, after=after, withdrawn=left_table(state))


def rating_rows(event: Tournament, state: State) -> list[dict[str, Any]]:
    """One row per player with rated games."""
    rows = []
    for r in rate_event(event, state.settings.rating_list, state.settings.editions.ratings):
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


def norm_rows(event: Tournament, number: int | None = None) -> list[dict[str, Any]]:
    """Norms achieved, and those still possible with what they need: points of the rounds left, opponents' average."""
    rows = []
    for norm in norms(event, numbers=None if number is None else [number]):
        outlook = norm.outlook
        if norm.achieved:
            text = verdict_sentence(norm.verdict)
        elif outlook.status is not Status.IMPOSSIBLE and outlook.rounds_left:
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
            "prizes": "; ".join(p.reason or f"{p.prize_list} {p.place}" for p in award.prizes),
            "total": f"{money(award.total)} {report.currency}".strip(),
        }
        for award in report.awards
        if award.prizes
    ]
    return PrizeTable(rows, f"{money(report.awarded)} {report.currency}".strip())
