"""What is still possible before the last rounds: which points, against which opponents (B.01 1.4).

    question                                        function
    the opponent is known: which result?            against
    only totals are known (the arbiter's slip)      last_opponent
    a player's games so far, some rounds to come    outlook

Rounds whose opponents are unknown are thought of as one rating for all of them: the least average that will do. The
lowest opponent is raised to the floor (1.4.6) whether met already or still to come. Where enough games remain,
beaten opponents may be left out (1.4.1f), also one who is still to be beaten; in a round robin, where that is doubtful,
only if nothing else will do. Where pairings are not known beforehand the last rounds may be ignored (1.4.1e). The
sentence for people is in `titles.texts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from arbitro.model import HALF, ONE, ZERO, Points, Title
from arbitro.model.rounding import mean_half_up
from arbitro.titles.rules import (
    MIN_OTHER_FEDERATIONS,
    TITLE_HOLDERS,
    Limits,
    TitleRules,
    level_of,
    limits,
    lowest_average,
    minimum_score,
)
from arbitro.titles.search import best_norm, ignorable
from arbitro.titles.verdict import (
    FIDE_FLAG,
    NormEvent,
    NormGame,
    NormVerdict,
    adjusted,
    excluded,
    judge,
    minimum_games,
)

STRONGEST = 3000  # nobody is rated higher: what asks for more is impossible


@dataclass(frozen=True, slots=True)
class Unmet:
    """The ratings of those who may still be met, the best first; None: nobody knows who."""

    ratings: tuple[int, ...] | None = None

    def average(self, opponents: int) -> int:
        """The best average that so many of them can have."""
        if self.ratings is None:
            return STRONGEST
        best = self.ratings[:opponents]
        return sum(best) // len(best) if best else 0


ANYBODY = Unmet()


MOST_WINS_TO_COME = 3  # known opponents of whom some may be beaten and left out; with more it is too early to tell


# -- from totals


@dataclass(frozen=True, slots=True)
class LastOpponent:
    """What the last opponent must be. `result` None: no opponent will do."""

    result: Points | None
    score_needed: Points | None
    min_rating: int | None  # with the average rounded half up (1.4.7)
    min_rating_unrounded: int | None  # so that the average itself reaches the minimum
    titles: frozenset[Title] | None  # one of these; None: any, or none
    not_from: tuple[str, ...]
    new_federation: bool  # must come from a federation not met yet, nor one's own


def last_opponent(
    title: Title,
    federation: str,
    rounds: int,
    score: Points,
    rating_sum: Fraction,
    holders: Iterable[Title],
    federations: Mapping[str, int],
) -> LastOpponent:
    """What the last of `rounds` games needs, from totals of the games before it (no opponent under the floor)."""
    level = level_of(title)
    mix = limits(rounds)
    titles = list(holders)
    sought_missing = mix.holders_sought - sum(t in level.holders for t in titles)
    titled_missing = mix.title_holders - sum(t in TITLE_HOLDERS for t in titles)
    others = sum(1 for name, n in federations.items() if n and name not in (federation, FIDE_FLAG))
    not_from = _full(federations, federation, mix)
    wanted = level.holders if sought_missing == 1 else TITLE_HOLDERS if titled_missing == 1 else None
    low = lowest_average(title, rounds, Points(score + ONE))
    possible = (
        low is not None
        and max(sought_missing, titled_missing, MIN_OTHER_FEDERATIONS - others) <= 1
        and all(n <= _allowed(name, federation, mix) for name, n in federations.items())
    )
    if low is None or not possible:
        return LastOpponent(None, None, None, None, wanted, not_from, False)
    needed = minimum_score(title, rounds, low) or ZERO
    return LastOpponent(
        Points(max(0, needed - score)),
        needed,
        max(0, _least_sum(rounds, low, rating_sum)),
        max(0, -((rating_sum - rounds * low).__floor__())),
        wanted,
        not_from,
        others < MIN_OTHER_FEDERATIONS,
    )


def _least_sum(games: int, mean: int, already: Fraction) -> int:
    """What is missing to a sum whose average over the games rounds (half up) to a mean."""
    least = games * (mean - Fraction(1, 2)) - already
    return -((-least).__floor__())


def _allowed(name: str, own: str, mix: Limits) -> int:
    return min(mix.own_federation, mix.one_federation) if name == own else mix.one_federation


def _full(federations: Mapping[str, int], own: str, mix: Limits) -> tuple[str, ...]:
    """Federations from which no further opponent may come (1.4.4)."""
    return tuple(sorted(name for name, n in federations.items() if n >= _allowed(name, own, mix)))


# -- from the games


class NormStatus(Enum):
    """Where a player stands."""

    ACHIEVED = "achieved"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Option:
    """Points from the rounds to come, and the least average of the opponents not yet known (0: anybody)."""

    points: Points
    opponents_average: int
    ignored_wins: tuple[int, ...] = ()  # rounds left out (1.4.1f), those still to be won with them


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What a title still takes. The mix (holders, federations) is asked of the opponents not yet known."""

    title: Title
    status: NormStatus
    rounds_left: int = 0
    rounds: int = 0  # those that count, from the next on; later ones may be ignored (1.4.1e)
    known: tuple[NormGame, ...] = ()  # opponents of these rounds who are known already
    options: tuple[Option, ...] = ()  # the fewest points first
    holders_missing: int = 0  # of the title sought or a higher one
    title_holders_missing: int = 0
    federations_missing: int = 0  # other than one's own, and not met yet
    not_from: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()  # requirements that cannot be met any more
    beyond: Option | None = None  # what would do, if anybody so strong were left to be met
    conditional: bool = False  # rests on 1.4.1f although all pairings are known beforehand
    norm: NormVerdict | None = None  # if achieved

    @property
    def unknown(self) -> int:
        return self.rounds - len(self.known)

    @property
    def least(self) -> Points | None:
        """The fewest points from these rounds that may still make the norm."""
        return self.options[0].points if self.options else None


def outlook(
    title: Title,
    federation: str,
    so_far: Sequence[NormGame],
    event: NormEvent,
    rules: TitleRules,
    *,
    known: Sequence[NormGame] = (),
    rounds_left: int = 0,
    unmet: Unmet = ANYBODY,
) -> Outlook:
    """Is the norm still possible, and how, against those who may still be met?

    A norm made before the last round cannot be lost where later games may be ignored (1.4.1e).
    """
    counted = [game for game in so_far if excluded(game, event.format) is None]
    if rounds_left == 0 or not event.format.predetermined:
        norm = best_norm(title, federation, so_far, event, rules)
        if norm is not None:
            return Outlook(title=title, status=NormStatus.ACHIEVED, rounds_left=rounds_left, norm=norm)
    least, article = minimum_games(event, so_far)
    unknown = rounds_left - len(known)
    spare = len(counted) + rounds_left - least
    if spare < 0 or rounds_left == 0:
        failed = (article,) if spare < 0 else judge(title, federation, so_far, event, rules).failed
        return Outlook(title=title, status=NormStatus.IMPOSSIBLE, rounds_left=rounds_left, impossible=failed)
    if event.format.predetermined:
        plain = _with_games(title, federation, counted, list(known), unknown, event, rules, unmet)
        if plain.status is NormStatus.POSSIBLE:
            return replace(plain, rounds_left=rounds_left)
    candidates = [
        replace(found, rounds_left=rounds_left)
        for rounds in _horizons(event, rounds_left, least - len(counted))
        for found in _choices(title, federation, counted, known[:rounds], rounds, event, rules, least, unmet)
    ]
    found = _merged(min(candidates, key=_easiest), candidates)
    return replace(found, conditional=event.format.predetermined and found.status is NormStatus.POSSIBLE)


def _horizons(event: NormEvent, rounds_left: int, missing: int) -> Iterable[int]:
    """1.4.1e: how many of the rounds left may count: all, or fewer where the later ones may be ignored."""
    return [rounds_left] if event.format.predetermined else range(rounds_left, max(1, missing) - 1, -1)


def _choices(
    title: Title,
    federation: str,
    counted: Sequence[NormGame],
    known: Sequence[NormGame],
    rounds: int,
    event: NormEvent,
    rules: TitleRules,
    least: int,
    unmet: Unmet,
) -> Iterator[Outlook]:
    """The outlook for each choice of wins left out (1.4.1f), made or still to be made against a known opponent."""
    spare = len(counted) + rounds - least
    unknown = rounds - len(known)
    to_win = [replace(game, score=ONE) for game in known] if len(known) <= MOST_WINS_TO_COME else []
    for past in ignorable(title, counted, spare, every=False):
        rest = [game for game in counted if game.round not in past]
        for future in ignorable(title, to_win, spare - len(past), every=False):
            ahead = [game for game in known if game.round not in future]
            found = _with_games(title, federation, rest, ahead, unknown, event, rules, unmet)
            ignored = tuple(sorted(past | future))
            options = tuple(
                Option(Points(option.points + len(future) * ONE), option.opponents_average, ignored)
                for option in found.options
            )
            yield replace(found, rounds=rounds, known=tuple(known), options=options)


def _easiest(candidate: Outlook) -> tuple[bool, int, int, int, int]:
    """Order of candidates: possible, fewest points, weakest opponents, fewest games left out, most rounds."""
    first = candidate.options[0] if candidate.options else Option(Points(10**6), 0)
    return (
        candidate.status is NormStatus.IMPOSSIBLE,
        first.points,
        first.opponents_average,
        len(first.ignored_wins),
        -candidate.rounds,
    )


def _merged(best: Outlook, candidates: Iterable[Outlook]) -> Outlook:
    """The best candidate with, for each number of points, the weakest opponents of all that ask for the same mix."""

    def mix(found: Outlook) -> tuple[object, ...]:
        return (
            found.status, found.rounds, found.holders_missing, found.title_holders_missing, found.federations_missing,
            found.not_from,
        )  # fmt: skip

    alike = (option for found in candidates if mix(found) == mix(best) for option in found.options)
    options: list[Option] = []
    for option in sorted(alike, key=lambda o: (o.points, o.opponents_average, len(o.ignored_wins))):
        if not options or option.opponents_average < options[-1].opponents_average:
            options.append(option)
    return replace(best, options=tuple(options))


def _with_games(
    title: Title,
    federation: str,
    counted: list[NormGame],
    known: list[NormGame],
    unknown: int,
    event: NormEvent,
    rules: TitleRules,
    unmet: Unmet,
) -> Outlook:
    """The outlook if these games are the ones that count."""
    level = level_of(title)
    games = [*counted, *known]
    total = len(games) + unknown
    opponents = {game.key: game for game in games}.values()
    mix = limits(len(opponents) + unknown)
    sought = mix.holders_sought - sum(game.title in level.holders for game in opponents)
    titled = mix.title_holders - sum(game.title in TITLE_HOLDERS for game in opponents)
    federations = Counter(game.federation for game in opponents if game.federation not in ("", FIDE_FLAG))
    others = mix.other_federations - sum(1 for name in federations if name != federation)
    own_allowed = _allowed(federation, federation, mix)
    lacking = {
        level.holders_article: sought > unknown,
        "1.4.5a": titled > unknown,
        "1.4.3": others > unknown and not event.federations_irrelevant,
        "1.4.4-own": federations.get(federation, 0) > own_allowed and not event.federations_irrelevant,
        "1.4.4-one": max(federations.values(), default=0) > mix.one_federation and not event.federations_irrelevant,
    }
    options: list[Option] = []
    beyond: Option | None = None
    if not any(lacking.values()):
        field = _Field(title, games, unknown, rules)
        score = sum(game.score for game in counted)
        strongest = unmet.average(unknown)
        for points in range(0, (len(known) + unknown) * ONE + 1, HALF):
            low = lowest_average(title, total, Points(score + points))
            rating = None if low is None else field.least_rating(low)
            if rating is None:
                continue
            if rating > strongest:
                beyond = Option(Points(points), rating)  # the last one asks for the weakest opponents
                continue
            if not options or rating < options[-1].opponents_average:
                options.append(Option(Points(points), rating))
            if rating == 0:
                break
        if not options:
            lacking["1.4.8a" if field.mean(strongest) < level.average else "1.4.8"] = True
    impossible = tuple(name for name, lost in lacking.items() if lost)
    return Outlook(
        title=title,
        status=NormStatus.IMPOSSIBLE if impossible else NormStatus.POSSIBLE,
        rounds=len(known) + unknown,
        known=tuple(known),
        options=tuple(options),
        holders_missing=max(0, sought),
        title_holders_missing=max(0, titled),
        federations_missing=0 if event.federations_irrelevant else max(0, others),
        not_from=() if event.federations_irrelevant else _full(federations, federation, mix),
        impossible=impossible,
        beyond=beyond if impossible else None,
    )


class _Field:
    """The opponents met and `unknown` ones of one rating: what that rating must be for an average (1.4.6, 1.4.7)."""

    def __init__(self, title: Title, games: Sequence[NormGame], unknown: int, rules: TitleRules) -> None:
        ratings, raised = adjusted(games, title, rules)
        plain = [game.rating or rules.unrated for game in games]
        self.floor = level_of(title).floor
        self.unrated = rules.unrated
        self.unknown = unknown
        self.total = len(games) + unknown
        self.sum = sum(plain)
        self.raise_by = sum(ratings) - self.sum if raised else 0
        self.lowest = min(plain, default=STRONGEST)

    def _adjusted_sum(self, rating: int) -> int:
        """The sum that counts if every unknown opponent has this rating: the lowest of all is raised."""
        if self.unknown and rating < self.lowest:
            return self.sum + self.unknown * rating + max(0, self.floor - rating)
        return self.sum + self.unknown * rating + self.raise_by

    def mean(self, rating: int) -> int:
        """Ra, half up, with unknown opponents of this rating."""
        return mean_half_up(self._adjusted_sum(rating), self.total) if self.total else 0

    def least_rating(self, low: int) -> int | None:
        """The least rating of the unknown that lifts Ra to `low`: 0 if any will do, None if none will.

        The sum grows with the rating in three straight pieces: the unknown are the lowest and one is raised; they are
        the lowest but above the floor; somebody met before is the lowest.
        """
        if self.mean(self.unrated) >= low:
            return 0
        if not self.unknown:
            return None
        needed = self.total * low - self.total // 2  # the least sum that rounds to `low`
        edge = min(self.lowest, self.floor)
        if self.unknown > 1:
            piece = -((self.sum + self.floor - needed) // (self.unknown - 1))
            if self.unrated <= piece < edge:
                return piece
        piece = max(self.floor, -((self.sum - needed) // self.unknown))
        if piece < self.lowest:
            return piece
        piece = max(self.lowest, -((self.sum + self.raise_by - needed) // self.unknown))
        return piece if piece <= STRONGEST else None
