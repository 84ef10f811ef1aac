"""A tournament at one moment: an immutable snapshot that answers what every rule asks.

Everything is keyed by pairing number; rounds count from 1. Questions about "after round k" never look at later
rounds, so any past state can be asked for. Building one is linear in the number of player-rounds; the answers are
computed when first asked and kept.

Not here: how a round is paired (`swiss`, `formats`), how ties are broken (`standings`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import Enum
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType

from arbitro.editions import Editions
from arbitro.errors import ArbitroError
from arbitro.frozen import NamedTuple, dataclass
from arbitro.i18n import gettext_for
from arbitro.model.outcome import Colour, Outcome, Scoring, outcomes_of
from arbitro.model.pairing import Game, Pair, Pairings
from arbitro.model.plan import NO_PLAN, Plan
from arbitro.model.player import Player
from arbitro.model.points import ZERO, Points
from arbitro.model.system import System
from arbitro.model.team import LineUp, Team, TeamAward, TeamForfeit, TeamScoring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class PlayerRound(NamedTuple):
    """What happened to one player in one round."""

    round: int
    opponent: int | None
    colour: Colour | None
    outcome: Outcome
    points: Points | None = None  # only where the award differs from the scoring system (TRF26 299)

    @property
    def played(self) -> bool:
        return self.outcome.played


class Float(Enum):
    """A float of the past: the player met another score, or did not play (C.04.3 A.4)."""

    DOWN = "D"
    UP = "U"
    NONE = "-"

    __hash__ = object.__hash__


class FloatRule(Enum):
    """Which unplayed rounds leave a downfloat."""

    ANY_UNPLAYED = "2017"  # C.04.3 A.4.b: everyone who did not play
    WORTH_MORE_THAN_LOSS = "2026"  # 2026 1.4: a pairing-allocated bye, or an unplayed round worth more than a loss

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Players who must not meet each other, in some or all rounds (XXP, TRF26 260)."""

    players: tuple[int, ...]
    first_round: int = 1
    last_round: int = 999


@dataclass(frozen=True, slots=True)
class Info:
    """What the head of a tournament file says; free text as it was given."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    type: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    encoded_time_control: str = ""  # TRF26 222, e.g. 5400+30
    round_dates: tuple[str, ...] = ()  # one per round, "" where unknown
    stated_players: str = ""
    stated_rated: str = ""
    stated_teams: str = ""
    rating_method: str = ""  # TRF26 172
    pairing_program: str = ""  # TRF26 182
    system_code: str = ""  # TRF26 192
    tie_breaks: tuple[str, ...] = ()  # TRF26 202, acronyms
    standings_criteria: tuple[str, ...] = ()  # TRF26 212


_ = gettext_for("words")

NO_POINTS: Mapping[int, tuple[Points, ...]] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """The snapshot. `results[i]` are the rounds of `players[i]`, round 1 first; a short tuple means ABSENT after it.

    Rounds after the last paired one may hold byes already requested for rounds to come.
    """

    players: tuple[Player, ...]
    results: tuple[tuple[PlayerRound, ...], ...]
    info: Info = Info()
    system: System = System.DUTCH
    editions: Editions = Editions()
    planned_rounds: int | None = None
    scoring: Scoring = Scoring()
    first_colour: Colour | None = None
    plan: Plan = NO_PLAN  # what a format knows besides: games of a match, groups, tie-break legs …
    acceleration: Mapping[int, tuple[Points, ...]] = field(default_factory=lambda: NO_POINTS)  # virtual points by round
    game_acceleration: Mapping[int, tuple[Points, ...]] = field(default_factory=lambda: NO_POINTS)  # teams: game points
    later_ratings: Mapping[int, Mapping[int, int]] = field(default_factory=dict)  # long events: from a round on
    round_ratings: bool = False  # long events: rating tie-breaks use each round's rating, not the first one
    baku: bool = False  # virtual points are to be computed by C.04.5.1
    forbidden: tuple[Forbidden, ...] = ()
    order_by_rank: bool = False  # XXC rank: the file's rank field gives the order, not the pairing number
    teams: tuple[Team, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_forfeits: tuple[TeamForfeit, ...] = ()
    team_byes: tuple[int | None, ...] = ()  # TRF26 320: the team with the bye, per round
    team_scoring: TeamScoring = TeamScoring()
    team_awards: tuple[TeamAward, ...] = ()  # points off the scale
    board_colours: str = ""  # TRF26 352, e.g. WBWB
    unknown_lines: tuple[str, ...] = field(default=(), repr=False)  # read and not understood; written back
    paired: tuple[Pairings, ...] = field(default=(), repr=False, compare=False)  # the board order of rounds paired here

    # -- players

    @cached_property
    def index(self) -> Mapping[int, int]:
        """Place in `players` by pairing number."""
        return {player.number: i for i, player in enumerate(self.players)}

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self.index)

    def player(self, number: int) -> Player:
        return self.players[self.index[number]]

    @cached_property
    def strengths(self) -> tuple[int, ...]:
        """The ratings that count in this event, by the method of its start order (TRF26 172: `ESP FIDON`)."""
        method = self.info.rating_method.rpartition(" ")[2].upper()
        return tuple(player.strength(method) for player in self.players)

    def team(self, number: int) -> Team:
        return self._teams[number]

    @cached_property
    def _teams(self) -> Mapping[int, Team]:
        return {team.number: team for team in self.teams}

    # -- rounds

    @cached_property
    def rounds_paired(self) -> int:
        """The last round in which somebody was paired or had the pairing-allocated bye; 0 before round 1."""
        last = 0
        for rounds in self.results:
            for r in rounds[last:]:
                if r.outcome.has_opponent or r.outcome is Outcome.PAIRING_BYE:
                    last = r.round
        return last

    @cached_property
    def rounds_finished(self) -> int:
        """The last round of which no result is outstanding, with all before it."""
        open_rounds = [r.round for rounds in self.results for r in rounds if r.outcome is Outcome.PENDING]
        return min(open_rounds) - 1 if open_rounds else self.rounds_paired

    def rounds_of(self, number: int) -> tuple[PlayerRound, ...]:
        """A player's rounds 1 … rounds_paired; a round without an entry is ABSENT."""
        rounds = self.results[self.index[number]]
        n = self.rounds_paired
        if len(rounds) >= n:
            return rounds[:n]
        return rounds + tuple(absent(k) for k in range(len(rounds) + 1, n + 1))

    def round_of(self, number: int, r: int) -> PlayerRound:
        """One player in one round, rounds to come included."""
        rounds = self.results[self.index[number]]
        return rounds[r - 1] if r <= len(rounds) else absent(r)

    def games(self, k: int) -> tuple[Game, ...]:
        """The scheduled games of a round, White first; players in order of their numbers."""
        games = []
        for player, rounds in zip(self.players, self.results, strict=True):
            if k > len(rounds):
                continue
            r = rounds[k - 1]
            if r.opponent is None or r.opponent not in self.index:
                continue
            white = r.colour is Colour.WHITE or (r.colour is None and player.number < r.opponent)
            if white:
                other = self.round_of(r.opponent, k)
                games.append(Game(k, player.number, r.opponent, r.outcome, other.outcome))
        return tuple(games)

    def available(self, r: int) -> tuple[int, ...]:
        """Who is to be paired in a round to come: everyone without a bye or absence already recorded for it.

        An empty round before a bye of a later one says nothing, nor does one that holds points off the scale.
        """
        return tuple(
            player.number
            for player, rounds in zip(self.players, self.results, strict=True)
            if len(rounds) < r
            or (rounds[r - 1].outcome is Outcome.ABSENT and (len(rounds) > r or rounds[r - 1].points is not None))
        )

    # -- scores

    @cached_property
    def _cumulative(self) -> tuple[tuple[Points, ...], ...]:
        value = self.scoring.points
        return tuple(
            tuple(
                accumulate(
                    (r.points if r.points is not None else value(r.outcome, r.colour) for r in rounds),
                    initial=ZERO,
                )
            )
            for rounds in self.results
        )

    def points_of(self, r: PlayerRound) -> Points:
        """What one player-round is worth."""
        return r.points if r.points is not None else self.scoring.points(r.outcome, r.colour)

    def score(self, number: int, after: int | None = None) -> Points:
        """A player's points after a round (default: after the last paired one); byes of later rounds never count."""
        k = self.rounds_paired if after is None else after
        sums = self._cumulative[self.index[number]]
        return sums[k] if k < len(sums) else sums[-1]

    def scores(self, after: int | None = None) -> dict[int, Points]:
        """All scores after a round, by pairing number."""
        k = self.rounds_paired if after is None else after
        return {
            player.number: sums[k] if k < len(sums) else sums[-1]
            for player, sums in zip(self.players, self._cumulative, strict=True)
        }

    def virtual_points(self, number: int, r: int) -> Points:
        """Acceleration points of a player when a round is paired."""
        values = self.acceleration.get(number, ())
        return values[r - 1] if r <= len(values) else ZERO

    def pairing_score(self, number: int, r: int) -> Points:
        """The score that a round is paired by: points before it and the round's virtual points (C.04.5.1)."""
        return Points(self.score(number, r - 1) + self.virtual_points(number, r))

    # -- histories

    def opponents(self, number: int, after: int | None = None) -> tuple[int, ...]:
        """The opponents met over the board, in order; a pairing that was not played is no meeting (C.04.1 b)."""
        return tuple(r.opponent for r in self.rounds_of(number)[:after] if r.outcome.played and r.opponent is not None)

    def colours(self, number: int, after: int | None = None) -> tuple[Colour, ...]:
        """The colours of the games played, in order: gaps moved to the front (C.04.2 D.5)."""
        return tuple(r.colour for r in self.rounds_of(number)[:after] if r.outcome.played and r.colour is not None)

    def float_in(self, number: int, k: int, rule: FloatRule = FloatRule.ANY_UNPLAYED) -> Float:
        """The float that a round left on a player, by the pairing scores of that round (C.04.3 A.4)."""
        r = self.round_of(number, k)
        if r.outcome.played and r.opponent is not None:
            mine, theirs = self.pairing_score(number, k), self.pairing_score(r.opponent, k)
            return Float.DOWN if mine > theirs else Float.UP if mine < theirs else Float.NONE
        if rule is FloatRule.ANY_UNPLAYED:
            return Float.DOWN
        if r.outcome is Outcome.PAIRING_BYE or self.points_of(r) > self.scoring.loss:
            return Float.DOWN
        return Float.NONE

    @cached_property
    def memo(self) -> dict[object, Any]:
        """What other rooms computed from these rounds and keep, each under a key of its own.

        Snapshots made by `with_rounds` share it: whoever reads it compares the players' rounds by identity.
        """
        return {}

    # -- other snapshots

    def with_rounds(self, changes: Mapping[int, tuple[PlayerRound, ...]]) -> Self:
        """The same tournament with other rounds for a few players: what a new result changes.

        Keeps the answers already computed, so that one result costs no full recount.
        """
        results = list(self.results)
        for number, rounds in changes.items():
            results[self.index[number]] = rounds
        new = replace(self, results=tuple(results))
        new.__dict__["index"] = self.index
        new.__dict__["memo"] = self.memo
        if "_cumulative" in self.__dict__:
            sums = list(self._cumulative)
            for number, rounds in changes.items():
                sums[self.index[number]] = tuple(accumulate((self.points_of(r) for r in rounds), initial=ZERO))
            new.__dict__["_cumulative"] = tuple(sums)
        return new

    def with_pairings(self, pairings: Pairings) -> Self:
        """The same tournament with its next round paired: results are pending, whoever has the bye has it.

        Boards keep the order of the pairings, so that `with_result` can speak of them; players who are not paired have
        no entry for the round, byes that were asked for stay.
        """
        r = pairings.round
        new = {pair.white: PlayerRound(r, pair.black, Colour.WHITE, Outcome.PENDING) for pair in pairings.pairs}
        new |= {pair.black: PlayerRound(r, pair.white, Colour.BLACK, Outcome.PENDING) for pair in pairings.pairs}
        if pairings.bye is not None:
            new[pairings.bye] = PlayerRound(r, None, None, Outcome.PAIRING_BYE)
        results = tuple(
            (*rounds[: r - 1], new[player.number], *rounds[r:]) if player.number in new else rounds
            for player, rounds in zip(self.players, self._padded(r - 1), strict=True)
        )
        earlier = tuple(known for known in self.paired if known.round != r)
        return replace(self, results=results, paired=(*earlier, pairings))

    def boards(self, r: int | None = None) -> tuple[Pair, ...]:
        """The pairs of a round (default: the last one) in board order, as far as it is known; else by the numbers."""
        k = self.rounds_paired if r is None else r
        games = tuple(Pair(game.white, game.black) for game in self.games(k))
        order = next((known.pairs for known in self.paired if known.round == k), ())
        return order if set(order) == set(games) else games

    def with_result(self, board: int, result: str, r: int | None = None) -> Self:
        """The same tournament with the result of a board of a round (default: the last one): `1-0`, `½-½`, `+/-` …"""
        k = self.rounds_paired if r is None else r
        pairs = self.boards(k)
        if not 1 <= board <= len(pairs):
            raise ArbitroError(_("Round {r} has no board {n}: there are {m}.").format(r=k, n=board, m=len(pairs)))
        white, black = outcomes_of(result)
        changes = {}
        for number, outcome in zip(pairs[board - 1], (white, black), strict=True):
            rounds = self.results[self.index[number]]
            changes[number] = (*rounds[: k - 1], rounds[k - 1]._replace(outcome=outcome, points=None), *rounds[k:])
        return self.with_rounds(changes)

    def after(self, r: int) -> Self:
        """This tournament as it stood when `round` rounds had been played; the results of later ones are dropped."""
        return replace(self, results=tuple(rounds[:r] for rounds in self.results), **self._teams_until(r))

    def before_pairing(self, r: int) -> Self:
        """What was known when a round was paired: the rounds before it, and who was not there to be paired."""
        return replace(
            self,
            results=tuple(
                (*rounds[: r - 1], rounds[r - 1]._replace(points=None))
                if len(rounds) >= r and rounds[r - 1].outcome.requested
                else rounds[: r - 1]
                for rounds in self._padded(r)
            ),
            **self._teams_until(r - 1),
        )

    def _teams_until(self, r: int) -> dict[str, Any]:
        """The teams' line-ups, forfeits and byes up to a round."""
        return {
            "line_ups": tuple(x for x in self.line_ups if x.round <= r),
            "team_forfeits": tuple(x for x in self.team_forfeits if x.round <= r),
            "team_byes": self.team_byes[:r],
        }

    def _padded(self, r: int) -> Iterable[tuple[PlayerRound, ...]]:
        for rounds in self.results:
            if len(rounds) < r:
                yield rounds + tuple(absent(k) for k in range(len(rounds) + 1, r + 1))
            else:
                yield rounds


def add_points(rounds: list[PlayerRound], r: int, added: int, scoring: Scoring) -> None:
    """Points off the scale onto a player's round, or onto every round (`r` 0): a bonus, or a penalty (TRF26 299)."""
    rounds.extend(absent(k) for k in range(len(rounds) + 1, r + 1))
    for k in range(len(rounds)) if r == 0 else (r - 1,):
        there = rounds[k].points
        usual = scoring.points(rounds[k].outcome, rounds[k].colour) if there is None else there
        rounds[k] = rounds[k]._replace(points=Points(usual + added))


def absent(r: int) -> PlayerRound:
    """A round in which a player has no entry."""
    return PlayerRound(r, None, None, Outcome.ABSENT)
