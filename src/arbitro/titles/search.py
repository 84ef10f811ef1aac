"""Which games to leave out: the best norm among all that the articles allow.

    article   choice
    1.4.1e    pairings not known beforehand: all games after any round may be ignored
    1.4.1f    games against beaten opponents may be ignored
    1.4.2c    an opponent absent in the last round: judged as a loss, if the game is needed for the number

Every choice that matters is tried; what is worth most toward the 27 games wins, then more games, then the higher
performance, so the order of the rounds makes no difference beyond 1.4.1e. Where all pairings are known beforehand, a
norm that rests on 1.4.1f is reported as conditional: the text does not say whether the article holds there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from arbitro.model import ONE, ZERO, Points, Title
from arbitro.titles.rules import MIN_OTHER_FEDERATIONS, TITLE_HOLDERS, TitleRules, level_of, limits, lowest_average
from arbitro.titles.verdict import (
    FIDE_FLAG,
    How,
    NormEvent,
    NormGame,
    NormVerdict,
    adjusted,
    average,
    excluded,
    judge_counted,
    minimum_games,
)


def valid_sets(
    title: Title,
    federation: str,
    games: Sequence[NormGame],
    event: NormEvent,
    rules: TitleRules,
    *,
    every: bool = True,
) -> Iterator[NormVerdict]:
    """Every allowed set of games that is a norm: by the round it stops at, then by the number of wins left out.

    Without `every`, sets that another one surpasses in all respects are passed over (`ignorable`).
    """
    counted = [game for game in games if excluded(game, event.format) is None]
    least, article = minimum_games(event, games)
    if not _conceivable(title, federation, counted, event, least):
        return
    last = max((game.round for game in games), default=0)
    stops = [last] if event.format.predetermined else sorted({game.round for game in counted})
    for stop in stops:
        within = [game for game in counted if game.round <= stop]
        for ignored in ignorable(title, within, len(within) - least, every=every):
            rest = [game for game in within if game.round not in ignored]
            if not _performs(title, rest, rules):
                continue
            verdict = judge_counted(title, federation, rest, event, rules, least, article)
            if verdict.achieved:
                yield replace(
                    verdict,
                    rounds_up_to=stop,
                    ignored_wins=tuple(sorted(ignored)),
                    conditional=bool(ignored) and event.format.predetermined,
                )


def best_norm(
    title: Title, federation: str, games: Sequence[NormGame], event: NormEvent, rules: TitleRules
) -> NormVerdict | None:
    """The norm worth most, or None: counted games, then games, then performance; certain before conditional."""
    return max(
        valid_sets(title, federation, games, event, rules, every=False),
        key=lambda v: (not v.conditional, v.counts_as, v.games, v.performance, v.rounds_up_to, -len(v.ignored_wins)),
        default=None,
    )


def ignorable(title: Title, games: Sequence[NormGame], spare: int, *, every: bool) -> Iterator[frozenset[int]]:
    """1.4.1f: the rounds that may be left out, `spare` at most, fewest first; nothing left out comes first of all.

    Of two beaten opponents alike in title and federation, leaving out the weaker one is never worse: the score is the
    same and the average no lower, whoever is raised to the floor. Without `every` only such choices are made, which
    keeps long events quick.
    """
    if spare < 0:
        return
    wins = wins_by_opponent(games)
    if every or any(len(group) > 1 for group in wins):
        choices: Iterator[tuple[tuple[NormGame, ...], ...]] = (
            beaten for size in range(min(spare, len(wins)) + 1) for beaten in combinations(wins, size)
        )
    else:
        choices = _weakest_first(title, wins, spare)
    for beaten in choices:
        ignored = frozenset(game.round for group in beaten for game in group)
        if len(ignored) <= spare:
            yield ignored


def _performs(title: Title, games: Sequence[NormGame], rules: TitleRules) -> bool:
    """Is it a title performance (0.5)? Asked first, because most choices fail here and it is quickly told."""
    low = lowest_average(title, len(games), Points(sum(game.score for game in games)))
    return low is not None and average(adjusted(games, title, rules)[0]) >= low


def _weakest_first(
    title: Title, wins: Sequence[tuple[NormGame, ...]], spare: int
) -> Iterator[tuple[tuple[NormGame, ...], ...]]:
    """Choices that take from each kind of opponent (title, federation) the weakest ones."""
    holders = level_of(title).holders
    kinds: dict[tuple[bool, bool, str], list[tuple[NormGame, ...]]] = {}
    for group in sorted(wins, key=lambda group: (group[0].rating, group[0].round)):
        game = group[0]
        kinds.setdefault((game.title in holders, game.title in TITLE_HOLDERS, game.federation), []).append(group)
    counts = product(*(range(min(spare, len(groups)) + 1) for groups in kinds.values()))
    for taken in sorted((c for c in counts if sum(c) <= spare), key=sum):
        yield tuple(group for groups, n in zip(kinds.values(), taken, strict=True) for group in groups[:n])


def with_last_round_absent(games: Sequence[NormGame]) -> list[NormGame] | None:
    """1.4.2c: the games with a forfeit win of the last round taken as a loss to the absent opponent; None without one.

    The norm stands if the player needed the game only for the number and could afford to lose it.
    """
    last = max((game.round for game in games), default=0)
    if not any(game.round == last and game.how is How.FORFEIT_WIN and game.opponent is not None for game in games):
        return None
    return [replace(game, how=How.LAST_ROUND_ABSENT, score=ZERO) if game.round == last else game for game in games]


def wins_by_opponent(games: Sequence[NormGame]) -> list[tuple[NormGame, ...]]:
    """The games that 1.4.1f lets a player ignore: all games against an opponent of whom they won each one."""
    by_opponent: dict[tuple[str, int | str], list[NormGame]] = {}
    for game in games:
        by_opponent.setdefault(game.key, []).append(game)
    return [tuple(group) for group in by_opponent.values() if all(game.score == ONE for game in group)]


def _conceivable(title: Title, federation: str, counted: Sequence[NormGame], event: NormEvent, least: int) -> bool:
    """Could any subset be a norm? What all games together lack, none of their subsets has."""
    if len(counted) < least:
        return False
    opponents = {game.key: game for game in counted}.values()
    if sum(game.title in level_of(title).holders for game in opponents) < limits(1).holders_sought:
        return False
    titled = sum(game.title in TITLE_HOLDERS for game in opponents)
    if len(opponents) == len(counted) and titled < limits(least).title_holders:
        return False
    others = {game.federation for game in opponents} - {federation, "", FIDE_FLAG}
    return event.federations_irrelevant or len(others) >= MIN_OTHER_FEDERATIONS
