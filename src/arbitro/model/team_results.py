"""Team matches read out of the players' games: who met whom, with which points and colours.

    matches(t, round)           the matches of a round, boards in order
    team_rounds(t)              what every round was for every team: opponent, colour, outcome, points
    team_scores(t, after)       match and game points of every team
    boards(t, white, black)     who sits where when two teams meet in their basic order
    recorded_round(t, round)    a past round as pairs of teams
    before_pairing(t, round)    what was known when a round of teams was paired
    first_colour(t)             the colour drawn for the first team, as round 1 shows it

A team's colour is that of its first board (C.04.6); a match is played when at least one of its games is. Match points
follow from the game points unless the match was forfeited as a whole or the team had a bye. Only the snapshot is read:
how a line-up is checked or a team is ranked belongs elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from arbitro.model.outcome import Colour, Outcome
from arbitro.model.pairing import Game, Pair, Pairings
from arbitro.model.points import ZERO, Points
from arbitro.model.team import TeamForfeit
from arbitro.model.tournament import PlayerRound, Tournament

_BYES = (Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE)


class TeamScore(NamedTuple):
    """What a team has: points for matches, and the sum of its boards."""

    match_points: Points
    game_points: Points


@dataclass(frozen=True, slots=True)
class Match:
    """One match. `white` is the team with White on board 1; `games` are in board order."""

    round: int
    white: int
    black: int
    white_points: Points
    black_points: Points
    games: tuple[Game, ...]
    forfeit: str = ""  # "+-", "-+" or "--" from White's side, where the match was not played at all

    @property
    def played(self) -> bool:
        return not self.forfeit and any(g.white_outcome.played or g.black_outcome.played for g in self.games)

    @property
    def pending(self) -> bool:
        """Some game has no result yet."""
        return any(Outcome.PENDING in (g.white_outcome, g.black_outcome) for g in self.games)


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What one round was for one team; the outcome is that of the match."""

    round: int
    opponent: int | None
    colour: Colour | None
    outcome: Outcome
    match_points: Points
    game_points: Points


def team_of(tournament: Tournament) -> Mapping[int, int]:
    """The team of every player who has one."""
    return {player: team.number for team in tournament.teams for player in team.players}


def rounds_paired(tournament: Tournament) -> int:
    """The last round with a match, a forfeited match or a bye."""
    forfeits = max((f.round for f in tournament.team_forfeits), default=0)
    byes = max((i for i, team in enumerate(tournament.team_byes, 1) if team is not None), default=0)
    return max(tournament.rounds_paired, forfeits, byes)


def matches(tournament: Tournament, round: int) -> tuple[Match, ...]:
    """The matches of a round, in the order of the lower team number."""
    team = team_of(tournament)
    forfeits = {frozenset((f.first, f.second)): f for f in tournament.team_forfeits if f.round == round}
    games: dict[frozenset[int], list[Game]] = {}
    for game in tournament.games(round):
        sides = frozenset(team[p] for p in (game.white, game.black) if p in team)
        if len(sides) == 2:
            games.setdefault(sides, []).append(game)
    found = [
        _match(tournament, team, round, sides, games.get(sides, []), forfeits.get(sides))
        for sides in dict.fromkeys([*games, *forfeits])
    ]
    return tuple(sorted(found, key=lambda m: min(m.white, m.black)))


def _match(
    t: Tournament,
    team: Mapping[int, int],
    round: int,
    sides: frozenset[int],
    games: list[Game],
    forfeit: TeamForfeit | None,
) -> Match:
    place = _board_places(t, round, sides)
    games = sorted(games, key=lambda g: min(place.get(g.white, 99), place.get(g.black, 99)))
    first, second = (forfeit.first, forfeit.second) if forfeit else sorted(sides)
    white = team[games[0].white] if games else first
    black = second if white == first else first
    result = "" if forfeit is None else forfeit.result if white == first else forfeit.result[::-1]
    points = {white: 0, black: 0}
    for game in games:
        for number in (game.white, game.black):
            points[team[number]] += t.points_of(t.round_of(number, round))
    for side in (white, black) if games else ():
        points[side] += _boards_without_opponent(t, side, round)
    if result and not games:
        for side, sign in ((white, result[0]), (black, result[1])):
            points[side] = boards_per_match(t) * t.scoring.forfeit_win if sign == "+" else ZERO
    return Match(round, white, black, Points(points[white]), Points(points[black]), tuple(games), result)


def _boards_without_opponent(t: Tournament, team: int, round: int) -> int:
    """The points of members who sat at a board that the other team left empty."""
    rounds = (t.round_of(number, round) for number in t.team(team).players if number in t.index)
    forfeits = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    return sum(t.points_of(r) for r in rounds if r.opponent is None and r.outcome in forfeits)


def _board_places(t: Tournament, round: int, sides: frozenset[int]) -> dict[int, int]:
    """The board of each player: by the line-up of the round where there is one, else by the basic list."""
    place: dict[int, int] = {}
    for number in sides:
        order: tuple[int | None, ...] = t.team(number).players
        for line_up in t.line_ups:
            if line_up.round == round and line_up.team == number:
                order = line_up.boards
        place.update({player: i for i, player in enumerate(order) if player is not None})
    return place


def team_rounds(tournament: Tournament) -> Mapping[int, tuple[TeamRound, ...]]:
    """Every team's rounds, from the first to the last one paired."""
    n = rounds_paired(tournament)
    table: dict[int, list[TeamRound]] = {team.number: [] for team in tournament.teams}
    for round in range(1, n + 1):
        here: dict[int, TeamRound] = {}
        for match in matches(tournament, round):
            here.update(_sides(tournament, match))
        for team in table:
            table[team].append(here.get(team) or _without_opponent(tournament, team, round))
    return {team: tuple(rounds) for team, rounds in table.items()}


def _sides(t: Tournament, match: Match) -> Iterator[tuple[int, TeamRound]]:
    s = t.team_scoring
    for team, other, colour, mine, theirs, sign in (
        (match.white, match.black, Colour.WHITE, match.white_points, match.black_points, match.forfeit[:1]),
        (match.black, match.white, Colour.BLACK, match.black_points, match.white_points, match.forfeit[1:]),
    ):
        if sign:
            outcome, points = (Outcome.FORFEIT_WIN, s.win) if sign == "+" else (Outcome.FORFEIT_LOSS, s.loss)
        elif match.pending:
            outcome, points = Outcome.PENDING, ZERO
        elif not match.played:  # every board defaulted
            outcome, points = (Outcome.FORFEIT_WIN, s.win) if mine > theirs else (Outcome.FORFEIT_LOSS, s.loss)
        else:
            outcome, points = (
                (Outcome.WIN, s.win) if mine > theirs else (Outcome.LOSS, s.loss) if mine < theirs
                else (Outcome.DRAW, s.draw)
            )  # fmt: skip
        yield team, TeamRound(match.round, other, colour, outcome, points, mine)


def _without_opponent(t: Tournament, team: int, round: int) -> TeamRound:
    """A bye, read from the record of team byes or from what the members have; otherwise the team was absent."""
    entries = [t.round_of(p, round) for p in t.team(team).players if p in t.index]
    has_bye = round <= len(t.team_byes) and t.team_byes[round - 1] == team
    outcome = Outcome.PAIRING_BYE if has_bye else _common_bye(entries)
    s = t.team_scoring
    if outcome is Outcome.PAIRING_BYE:
        return TeamRound(round, None, None, outcome, s.bye_match_points, _bye_game_points(t))
    match_points = {Outcome.FULL_BYE: s.win, Outcome.HALF_BYE: s.draw}.get(outcome, ZERO)
    game_points = Points(boards_per_match(t) * t.scoring.points(outcome))  # a bye of the reserves is no board
    return TeamRound(round, None, None, outcome, match_points, game_points)


def _common_bye(entries: list[PlayerRound]) -> Outcome:
    """The first kind of bye that a member of the team has for the round."""
    kinds = {r.outcome for r in entries}
    return next((bye for bye in _BYES if bye in kinds), Outcome.ABSENT)


def _bye_game_points(t: Tournament) -> Points:
    given = t.team_scoring.bye_game_points
    return given if given is not None else Points(t.scoring.draw * boards_per_match(t))


def boards_per_match(t: Tournament) -> int:
    """How many boards a match has: as declared, else the most games seen in one, else the shortest basic list."""
    if t.board_colours:
        return len(t.board_colours)
    team = team_of(t)
    seen = Counter(
        frozenset((team[g.white], team[g.black]))
        for g in (t.games(1) if t.rounds_paired else ())
        if g.white in team and g.black in team
    )
    return max(seen.values(), default=0) or min((len(x.players) for x in t.teams if x.players), default=0)


def team_scores(tournament: Tournament, after: int | None = None) -> dict[int, TeamScore]:
    """Match and game points of every team after a round (default: after the last one)."""
    return {
        team: TeamScore(
            Points(sum(r.match_points for r in rounds[:after])), Points(sum(r.game_points for r in rounds[:after]))
        )
        for team, rounds in team_rounds(tournament).items()
    }


def boards(tournament: Tournament, white: int, black: int) -> tuple[Pair, ...]:
    """The games of a match in basic order: the first team has the declared colours, by default White on odd boards."""
    n = boards_per_match(tournament)
    pattern = (tournament.board_colours or "WB" * n)[:n].upper()
    sides = zip(pattern, tournament.team(white).players, tournament.team(black).players, strict=False)
    return tuple(Pair(a, b) if colour == "W" else Pair(b, a) for colour, a, b in sides)


def recorded_round(tournament: Tournament, round: int) -> Pairings:
    """A past round as it was paired: the teams with White on board 1 first, and who had the bye."""
    pairs = tuple(Pair(m.white, m.black) for m in matches(tournament, round))
    rounds = team_rounds(tournament)
    byes = [team for team, played in rounds.items() if played[round - 1].outcome is Outcome.PAIRING_BYE]
    return Pairings(round, pairs, byes[0] if byes else None)


def before_pairing(tournament: Tournament, round: int) -> Tournament:
    """The snapshot that a round of teams was paired from.

    A team that then had the bye was there to be paired, and so was one whose match was forfeited.
    """
    before = tournament.before_pairing(round)
    bye = recorded_round(tournament, round).bye
    paired = {bye} | {team for f in tournament.team_forfeits if f.round == round for team in (f.first, f.second)}
    resting = {player for team in tournament.teams if team.number in paired for player in team.players}
    results = tuple(
        rounds[: round - 1] if player.number in resting else rounds
        for player, rounds in zip(before.players, before.results, strict=True)
    )
    return replace(before, results=results)


def first_colour(tournament: Tournament) -> Colour:
    """The colour of board 1 drawn for the first team: as recorded, else as round 1 shows it, else White."""
    if tournament.first_colour is not None:
        return tournament.first_colour
    if rounds_paired(tournament):
        for match in matches(tournament, 1):
            colour = Colour.WHITE if match.white < match.black else Colour.BLACK
            return colour if min(match.white, match.black) % 2 else colour.other
    return Colour.WHITE
