"""Form IT1, the certificate of a norm, as data: what the arbiter signs, filled from the tournament.

    article   field
    1.4.6     ratings as they are and as adjusted
    1.4.3d    totals of foreign players, where the exemption is used
    1.8       one certificate per norm; the chief arbiter signs it

The page itself is printed by `papers`; the table of form IT3 is `events.statistics`.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbitro.model import Player, Points, Title, Tournament
from arbitro.ratings.long_event import Months
from arbitro.titles.events import ForeignTotals, foreign_totals, statistics
from arbitro.titles.rules import TITLE_HOLDERS, TitleRules
from arbitro.titles.tournament import PlayerNorm, norm_games
from arbitro.titles.verdict import How, NormGame, adjusted


@dataclass(frozen=True, slots=True)
class Line:
    """One round. `adjusted` is None where the game is no part of the norm; `score` is as the form writes it."""

    round: int
    opponent: Player | None
    rating: int
    adjusted: int | None
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """Form IT1."""

    title: Title
    player: Player
    event: str
    start: str
    end: str
    chief_arbiter: str
    rounds: int
    not_of_own_federation: int
    rated_opponents: int
    opponents_of_host: int
    titled_opponents: int
    foreign: ForeignTotals | None  # where 1.4.3d is used
    lines: tuple[Line, ...]
    average: int  # Ra
    dp: int
    performance: int  # Rp
    games: int
    score: Points
    ignored_wins: tuple[int, ...]


_MARKS = {How.FORFEIT_WIN: "+", How.FORFEIT_LOSS: "-", How.LAST_ROUND_ABSENT: "+"}
_SCORES = {10: "1", 5: "½", 0: "0"}


def _mark(game: NormGame) -> str:
    if game.how in (How.BYE, How.REQUESTED_BYE):
        return ""
    return _MARKS.get(game.how) or _SCORES[game.score]


def _opponent(tournament: Tournament, game: NormGame, months: Months | None) -> Player | None:
    if not isinstance(game.opponent, int):
        return None
    return tournament.player(game.opponent) if months is None else months.player(game.opponent, game.round)


def certificate(
    tournament: Tournament, norm: PlayerNorm, rules: TitleRules, months: Months | None = None
) -> Certificate:
    """Form IT1 of a norm that was achieved; `months` if it was judged with them (1.1.4)."""
    info, verdict = tournament.info, norm.verdict
    player = tournament.player(norm.number)
    games = norm_games(tournament, norm.number, months)
    counted = [game for game in games if game.round in verdict.rounds]
    ratings = dict(zip((game.round for game in counted), adjusted(counted, norm.title, rules)[0], strict=True))
    exempt = any(requirement.waived == "1.4.3d" for requirement in verdict.requirements)
    return Certificate(
        title=norm.title,
        player=player,
        event=info.name,
        start=info.start,
        end=info.end,
        chief_arbiter=info.chief_arbiter,
        rounds=tournament.planned_rounds or tournament.rounds_paired,
        not_of_own_federation=sum(game.federation != player.federation for game in counted),
        rated_opponents=sum(game.rating > 0 for game in counted),
        opponents_of_host=sum(game.federation == info.federation for game in counted),
        titled_opponents=sum(game.title in TITLE_HOLDERS for game in counted),
        foreign=foreign_totals(statistics(tournament.players, info.federation)) if exempt else None,
        lines=tuple(
            Line(
                game.round,
                _opponent(tournament, game, months),
                game.rating,
                ratings.get(game.round),
                _mark(game),
            )
            for game in games
        ),
        average=verdict.average,
        dp=verdict.dp,
        performance=verdict.performance,
        games=verdict.games,
        score=verdict.score,
        ignored_wins=verdict.ignored_wins,
    )
