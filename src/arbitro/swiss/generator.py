"""Random tournaments: results drawn from ratings, with the accidents of real ones. Same seed, same tournament.

Rounds are paired by the tournament's own system, so a generated file is also a test of it (`checker`); its ranks follow
the tie-breaks that it states. What may happen besides games is given as a rate (below 1: chance per player and round),
as a number for the whole event, or as a tuple of such values, one per round. `drawn` chooses what is left open.

    full_, half_, zero_point_byes      asked for before the round
    forfeits, forfeit_wins             paired, and does not come; paired, and the opponent does not come
    withdrawals                        leaves for good
    late_entries                       arrives in round 2 or 3
    unusual                            results such as ½-0, 0-0, or games of no rated move

In team tournaments the players form teams of four, the strongest on the first boards; only forfeits and unusual
results happen there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from arbitro.errors import ArbitroError, NoPairing
from arbitro.i18n import gettext_for
from arbitro.model import (
    Colour,
    Editions,
    Info,
    Outcome,
    Pairings,
    Player,
    PlayerRound,
    Scoring,
    System,
    Team,
    Tournament,
    team_results,
)
from arbitro.model.tournament import absent
from arbitro.standings import standings
from arbitro.swiss import acceleration, next_round
from arbitro.swiss.acceleration import virtual_points
from arbitro.swiss.general import renumbered

UNUSUAL = (
    (Outcome.DRAW, Outcome.LOSS),
    (Outcome.LOSS, Outcome.DRAW),
    (Outcome.LOSS, Outcome.LOSS),
    (Outcome.UNRATED_WIN, Outcome.UNRATED_LOSS),
    (Outcome.UNRATED_LOSS, Outcome.UNRATED_WIN),
    (Outcome.UNRATED_DRAW, Outcome.UNRATED_DRAW),
)


Amount = float | tuple[float, ...]
LISTED = ("BH/C1", "BH", "SB", "WIN", "WON", "BPG", "PS", "ARO", "DE")  # tie-breaks that every Swiss event can use


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What kind of tournament is wanted."""

    players: int
    rounds: int
    seed: int = 0
    system: System = System.DUTCH
    edition: str = "2017"
    full_point_byes: Amount = 0
    half_point_byes: Amount = 0
    zero_point_byes: Amount = 0
    forfeits: Amount = 0
    forfeit_wins: Amount = 0
    withdrawals: Amount = 0
    late_entries: Amount = 0
    unusual: Amount = 0
    draws: float = 0.35  # chance of a draw between equals
    widest: int = 4000  # rating differences count up to this
    accelerated: bool = False
    first_colour: Colour | None = None
    highest_rating: int = 2600
    lowest_rating: int = 1400
    rating_step: int | None = None  # from the highest down in steps; None: at random
    ratings: tuple[int, ...] = ()  # one by one; those that are missing are drawn
    tiebreaks: tuple[str, ...] = ()  # stated by the file (202); its ranks follow them
    start: str = ""  # the first day, for the texts besides that of the pairing
    scoring: Scoring | None = None  # None: the system's own
    options: tuple[str, ...] = ()  # of the system (`choices`)

    def check(self) -> None:
        _ = gettext_for("swiss")
        if self.players < 2:
            raise ArbitroError(_("a tournament needs two players or more, not {n}").format(n=self.players))
        if self.rounds < 1:
            raise ArbitroError(_("a tournament needs one round or more, not {n}").format(n=self.rounds))
        if len(self.ratings) > self.players:
            sentence = _("there are {n} ratings for {players} players")
            raise ArbitroError(sentence.format(n=len(self.ratings), players=self.players))
        if self.lowest_rating > self.highest_rating:
            sentence = _("the lowest rating {lowest} is above the highest, {highest}")
            raise ArbitroError(sentence.format(lowest=self.lowest_rating, highest=self.highest_rating))


def drawn(seed: int, players: int | None, **stated: Any) -> Recipe:
    """A recipe in which sensible values are drawn for all that is not stated (None)."""
    rng = Random(f"recipe {seed}")
    if players is None:  # by numbers of their own, so that a seed gives the same tournament where they are stated
        least = max(10, len(stated.get("ratings") or ()), 4 * (stated.get("rounds") or 0))
        players = least + Random(f"players {seed}").randint(0, 100)
    system, edition = stated.get("system") or System.DUTCH, stated.get("edition") or "2017"
    most = players // 4 if system is System.TEAM else players
    rounds = stated.get("rounds") or min(rng.randint(5, 11), max(1, most - 1))
    lowest = 50 * rng.randint(20, 36)
    chosen: dict[str, Any] = {
        "rounds": rounds,
        "lowest_rating": lowest,
        "highest_rating": lowest + 50 * rng.randint(8, 24),
        "draws": rng.choice((0.2, 0.35, 0.5)),
        "widest": 400,  # as FIDE's table of expected scores is used (B.02 8.3.1)
    }
    likely = {"half_point_byes": 0.03, "zero_point_byes": 0.03, "full_point_byes": 0.005, "forfeits": 0.01,
              "forfeit_wins": 0.01, "withdrawals": 0.005, "late_entries": 0.005, "unusual": 0.01}  # fmt: skip
    for name, most_often in likely.items():
        chosen[name] = round(rng.uniform(0, most_often), 4) if rng.random() < 0.6 else 0
    if chosen["lowest_rating"] >= (stated.get("highest_rating") or 10**6):
        chosen["lowest_rating"] = stated["highest_rating"] - 400
    long_enough = rounds >= acceleration.TEXTS.of(edition).least_rounds
    can_accelerate = system is System.DUTCH and long_enough and players >= 8
    chosen["accelerated"] = rng.random() < 0.25 and can_accelerate
    listed = tuple(rng.sample(LISTED, rng.randint(2, 4)))
    chosen["tiebreaks"] = () if system in (System.TEAM, System.DOUBLE) else listed
    given = {name: value for name, value in stated.items() if value is not None}
    return Recipe(**chosen | given | {"seed": seed, "players": players})


def generate(recipe: Recipe, tell: Callable[[int, int], None] = lambda _done, _all: None) -> Tournament:
    """A whole tournament; it ends early if a round cannot be paired legally. `tell` hears of every round."""
    recipe.check()
    rng = Random(recipe.seed)
    tournament = _start(recipe, rng)
    plan = _Plan(recipe, rng)
    if recipe.system is System.TEAM:
        return _team_tournament(in_teams(tournament), recipe.rounds, plan, rng)
    if recipe.accelerated:
        tournament = _accelerated(tournament, plan)
    for k in range(1, recipe.rounds + 1):
        tell(k - 1, recipe.rounds)
        tournament = replace(
            tournament,
            results=tuple(
                rounds if (away := plan.away(player.number, k)) is None else (*rounds, PlayerRound(k, None, None, away))
                for player, rounds in zip(tournament.players, tournament.results, strict=True)
            ),
        )
        if len(tournament.available(k)) < 2:
            break
        try:
            pairings = next_round(tournament, options=recipe.options)
        except NoPairing:
            break
        tournament = played(tournament, pairings, plan, rng)
    return _with_standings(tournament)


def _accelerated(tournament: Tournament, plan: _Plan) -> Tournament:
    """Baku's virtual points by the field of round 1: late entries are not there yet (C.04.5.1 2, 3)."""
    first = replace(
        tournament,
        results=tuple(
            (absent(1),)
            if p.number in plan.enters
            else (PlayerRound(1, None, None, away),)
            if (away := plan.away(p.number, 1)) is not None
            else ()
            for p in tournament.players
        ),
    )
    return replace(tournament, acceleration=virtual_points(replace(first, acceleration={}), plan.recipe.edition))


def _with_standings(tournament: Tournament) -> Tournament:
    """Points and ranks as a file states them: by points, by the stated tie-breaks, then by number."""
    order: Sequence[int] = sorted(tournament.numbers, key=lambda n: (-tournament.score(n, tournament.rounds_paired), n))
    if tournament.info.tie_breaks:
        order = standings(tournament, tournament.info.tie_breaks, strict=False).order
    rank = {n: k for k, n in enumerate(order, 1)}
    return replace(
        tournament,
        players=tuple(
            replace(p, stated_points=tournament.score(p.number), stated_rank=rank[p.number]) for p in tournament.players
        ),
    )


def _start(recipe: Recipe, rng: Random) -> Tournament:
    ratings = _ratings(recipe, rng)
    width = len(str(recipe.players))
    players = renumbered(
        (Player(number=i, name=f"Player {i:0{width}}", rating=rating) for i, rating in enumerate(ratings, 1)),
        last_key=lambda player: player.number,
    )
    tournament = Tournament(
        players=tuple(replace(p, name=f"Player {p.number:0{width}}") for p in players),
        results=((),) * recipe.players,
        info=Info(name=f"Random tournament {recipe.seed}", start=recipe.start, tie_breaks=recipe.tiebreaks),
        system=recipe.system,
        editions=Editions.by_default(recipe.start, swiss=recipe.edition),
        planned_rounds=recipe.rounds,
        scoring=recipe.scoring or _own_scoring(recipe.system),
        first_colour=recipe.first_colour or _lot(recipe.system, rng),
        baku=recipe.accelerated,
    )
    if recipe.accelerated:
        tournament = replace(tournament, acceleration=virtual_points(tournament, recipe.edition))
    return tournament


def _ratings(recipe: Recipe, rng: Random) -> list[int]:
    """Ratings one by one, in steps from the highest, or drawn between the lowest and the highest."""
    span = recipe.highest_rating - recipe.lowest_rating
    if recipe.rating_step is not None:
        ratings = [
            max(recipe.lowest_rating, recipe.highest_rating - i * recipe.rating_step) for i in range(recipe.players)
        ]
    else:
        ratings = [recipe.lowest_rating + int(span * rng.betavariate(2, 2)) for _ in range(recipe.players)]
    return [*recipe.ratings, *ratings][: recipe.players]


def _lot(system: System, rng: Random) -> Colour:
    """The colour drawn for number 1; the club Swiss draws none: number 1 has White."""
    drawn = Colour.WHITE if rng.random() < 0.5 else Colour.BLACK
    return Colour.WHITE if system is System.CLUB else drawn


def _own_scoring(system: System) -> Scoring:
    """What results are worth; a round of the Double-Swiss is a match of two games (C.04.5), here won or drawn."""
    if system is System.DOUBLE:
        from arbitro.swiss.double import SCORING

        return SCORING
    return Scoring()


class _Plan:
    """Who will be away when, and who will not come: drawn before the first round."""

    def __init__(self, recipe: Recipe, rng: Random) -> None:
        self.recipe = recipe
        self.half = self._slots(recipe.half_point_byes, rng)
        self.zero = self._slots(recipe.zero_point_byes, rng)
        self.forfeits = self._slots(recipe.forfeits, rng)
        self.unusual = self._slots(recipe.unusual, rng)
        self.leaves = {number: k for number, k in sorted(self._slots(recipe.withdrawals, rng), reverse=True) if k > 1}
        self.enters = {number: 2 + (k > 2) for number, k in self._slots(recipe.late_entries, rng)}
        self.full = self._slots(recipe.full_point_byes, rng)
        self.forfeit_wins = self._slots(recipe.forfeit_wins, rng)

    def _slots(self, wanted: Amount, rng: Random) -> set[tuple[int, int]]:
        n, rounds = self.recipe.players, self.recipe.rounds
        if isinstance(wanted, tuple):
            return {(number, k) for k, one in enumerate(wanted[:rounds], 1) for number in self._in_round(one, rng)}
        if wanted >= 1:
            return {(1 + x % n, 1 + x // n) for x in rng.sample(range(n * rounds), min(int(wanted), n * rounds))}
        if wanted <= 0:
            return set()
        return {(number, k) for k in range(1, rounds + 1) for number in range(1, n + 1) if rng.random() < wanted}

    def _in_round(self, wanted: float, rng: Random) -> list[int]:
        numbers = range(1, self.recipe.players + 1)
        if wanted >= 1:
            return rng.sample(numbers, min(int(wanted), len(numbers)))
        return [number for number in numbers if rng.random() < wanted] if wanted > 0 else []

    def away(self, number: int, k: int) -> Outcome | None:
        """Why a player is not paired in a round; None if they are."""
        if k < self.enters.get(number, 0):
            return Outcome.ABSENT
        if k >= self.leaves.get(number, 10**6):
            return Outcome.ZERO_BYE
        if (number, k) in self.half:
            return Outcome.HALF_BYE
        if (number, k) in self.full:
            return Outcome.FULL_BYE
        return Outcome.ZERO_BYE if (number, k) in self.zero else None


def played(tournament: Tournament, pairings: Pairings, plan: _Plan, rng: Random) -> Tournament:
    """The tournament after a round with random results."""
    k = pairings.round
    entries: dict[int, PlayerRound] = {}
    for white, black in pairings.pairs:
        mine, theirs = _result(tournament, white, black, plan, rng, k)
        entries[white] = PlayerRound(k, black, Colour.WHITE, mine)
        entries[black] = PlayerRound(k, white, Colour.BLACK, theirs)
    if pairings.bye is not None:
        entries[pairings.bye] = PlayerRound(k, None, None, Outcome.PAIRING_BYE)
    return replace(
        tournament,
        results=tuple(
            (*rounds, entries[player.number]) if player.number in entries else rounds
            for player, rounds in zip(tournament.players, tournament.results, strict=True)
        ),
    )


BOARDS = "WBWB"


def in_teams(tournament: Tournament) -> Tournament:
    """The players as teams of four; whoever is left over does not play."""
    count = len(tournament.players) // len(BOARDS)
    if count < 2:
        _ = gettext_for("swiss")
        raise ArbitroError(
            _("a team tournament needs {least} players or more, not {n}").format(
                least=2 * len(BOARDS), n=len(tournament.players)
            )
        )
    width = len(str(count))
    teams = []
    for k in range(1, count + 1):
        members = tuple(range(k, count * len(BOARDS) + 1, count))
        strength = sum(tournament.player(n).rating for n in members) // len(members)
        teams.append(Team(number=k, name=f"Team {k:0{width}}", players=members, strength=strength))
    return replace(
        tournament,
        players=tournament.players[: count * len(BOARDS)],
        results=tournament.results[: count * len(BOARDS)],
        teams=tuple(teams),
        board_colours=BOARDS,
    )


def _team_tournament(tournament: Tournament, rounds: int, plan: _Plan, rng: Random) -> Tournament:
    for k in range(1, rounds + 1):
        try:
            pairings = next_round(tournament, options=plan.recipe.options)
        except NoPairing:
            break
        games = tuple(game for pair in pairings.pairs for game in team_results.boards(tournament, *pair))
        tournament = played(tournament, Pairings(k, games), plan, rng)
        resting = tournament.team(pairings.bye).players if pairings.bye is not None else ()
        tournament = replace(
            tournament,
            team_byes=(*tournament.team_byes, pairings.bye),
            results=tuple(
                (*rounds_, PlayerRound(k, None, None, Outcome.ZERO_BYE)) if player.number in resting else rounds_
                for player, rounds_ in zip(tournament.players, tournament.results, strict=True)
            ),
        )
    return tournament


def _result(
    tournament: Tournament, white: int, black: int, plan: _Plan, rng: Random, k: int
) -> tuple[Outcome, Outcome]:
    missing = (white, k) in plan.forfeits or (black, k) in plan.forfeit_wins
    absent = (black, k) in plan.forfeits or ((white, k) in plan.forfeit_wins and not missing)
    if missing or absent:
        return (
            Outcome.FORFEIT_LOSS if missing else Outcome.FORFEIT_WIN,
            Outcome.FORFEIT_LOSS if absent else Outcome.FORFEIT_WIN,
        )
    if (white, k) in plan.unusual:
        return rng.choice(UNUSUAL)
    widest = plan.recipe.widest
    difference = tournament.player(white).rating - tournament.player(black).rating + 35
    difference = max(-widest, min(widest, difference))
    expected = 1 / (1 + 10 ** (-difference / 400))
    draw = plan.recipe.draws * 4 * expected * (1 - expected)
    x = rng.random()
    if x < draw:
        return Outcome.DRAW, Outcome.DRAW
    won = draw + max(0.0, expected - draw / 2)
    return (Outcome.WIN, Outcome.LOSS) if x < won else (Outcome.LOSS, Outcome.WIN)
