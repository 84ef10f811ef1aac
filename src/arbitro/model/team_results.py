"""Team matches read out of the players' games: who met whom, with which points and colours.

    matches(t, round)           the matches of a round, board by board
    team_rounds(t)              what every round was for every team: opponent, colour, outcome, points
    team_scores(t, after)       match and game points of every team
    spread_matches(t)           matches whose boards are played in several rounds (Skalitzka, Molter, Hilton)
    boards(t, white, black)     who sits where when two teams meet in their board order
    seats(first, second, …)     White and Black of each board from two line-ups
    recorded_round(t, round)    a past round as pairs of teams
    before_pairing(t, round)    what was known when a round of teams was paired
    first_colour(t)             the colour drawn for the first team, as round 1 shows it

A team's colour is that of its first board (C.04.6); a match is played when at least one of its games is. Match points
follow from the game points unless the match was forfeited as a whole or the team had a bye. Only the snapshot is read:
how a line-up is checked or a team is ranked belongs elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, zip_longest
from typing import NamedTuple

from arbitro.model.outcome import AWARD_TYPES, Colour, Outcome
from arbitro.model.pairing import Game, Pair, Pairings
from arbitro.model.points import HALF, ONE, ZERO, Points
from arbitro.model.system import System
from arbitro.model.team import TeamForfeit
from arbitro.model.tournament import PlayerRound, Tournament

_BYES = (Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE)


class TeamScore(NamedTuple):
    """What a team has: points for matches, and the sum of its boards."""

    match_points: Points
    game_points: Points


class Board(NamedTuple):
    """One board: the players of the team with White on board 1 and of the other, None where nobody sat."""

    first: int | None
    second: int | None
    first_points: Points
    second_points: Points
    finished: bool = True


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
    boards: tuple[Board, ...] = ()  # the games, and boards that one team left empty

    @property
    def played(self) -> bool:
        return not self.forfeit and any(g.white_outcome.played or g.black_outcome.played for g in self.games)

    @property
    def pending(self) -> bool:
        """Some game has no result yet."""
        return any(Outcome.PENDING in (g.white_outcome, g.black_outcome) for g in self.games)

    @property
    def finished(self) -> bool:
        return all(board.finished for board in self.boards)

    def points(self, team: int) -> Points:
        """The game points of one of the two teams."""
        return self.white_points if team == self.white else self.black_points


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What one round was for one team; the outcome is that of the match."""

    round: int
    opponent: int | None
    colour: Colour | None
    outcome: Outcome
    match_points: Points
    game_points: Points
    boards: tuple[Points, ...] = ()  # what each board brought, board 1 first


def team_of(tournament: Tournament) -> Mapping[int, int]:
    """The team of every player who has one: by the board orders, else by their own entry."""
    teams = {player.number: player.team for player in tournament.players if player.team is not None}
    return teams | {player: team.number for team in tournament.teams for player in team.players}


def basic_list(tournament: Tournament, team: int) -> tuple[int, ...]:
    """A team's players in board order; those known by their own entry only come last, by number."""
    listed = next((t.players for t in tournament.teams if t.number == team), ())
    return listed + tuple(p.number for p in tournament.players if p.team == team and p.number not in listed)


def line_up_of(tournament: Tournament, r: int, team: int) -> tuple[int | None, ...] | None:
    """The line-up that a team handed in for a round."""
    return next((x.boards for x in tournament.line_ups if x.round == r and x.team == team), None)


def board_pattern(tournament: Tournament) -> str:
    """The colours of the first-named team by board, as the tournament says (`WBWB`), else W on odd boards."""
    return "".join(sign for sign in tournament.board_colours.upper() if sign in "WB") or "WB"


def rounds_paired(tournament: Tournament) -> int:
    """The last round with a match, a forfeited match or a bye."""
    forfeits = max((f.round for f in tournament.team_forfeits), default=0)
    byes = max((i for i, team in enumerate(tournament.team_byes, 1) if team is not None), default=0)
    return max(tournament.rounds_paired, forfeits, byes)


def matches(tournament: Tournament, r: int) -> tuple[Match, ...]:
    """The matches of a round, in the order of the lower team number."""
    team = team_of(tournament)
    forfeits = {frozenset((f.first, f.second)): f for f in tournament.team_forfeits if f.round == r}
    games: dict[frozenset[int], list[Game]] = {}
    for game in tournament.games(r):
        sides = frozenset(team[p] for p in (game.white, game.black) if p in team)
        if len(sides) == 2:
            games.setdefault(sides, []).append(game)
    played = [
        _match(tournament, team, r, sides, games.get(sides, []), forfeits.get(sides))
        for sides in dict.fromkeys([*games, *forfeits])
    ]
    return tuple(sorted(played, key=lambda m: min(m.white, m.black)))


def _match(
    t: Tournament,
    team: Mapping[int, int],
    r: int,
    sides: frozenset[int],
    games: list[Game],
    forfeit: TeamForfeit | None,
) -> Match:
    first, second = (forfeit.first, forfeit.second) if forfeit else sorted(sides)
    opponent = {a: b for g in games for a, b in ((g.white, g.black), (g.black, g.white))}
    seats = _seats(t, r, first, second, opponent) if games else []
    if not _begins_with_white(t, r, seats, opponent):
        first, second = second, first
        seats = [(b, a) for a, b in seats]
    boards = tuple(Board(a, b, *_board_points(t, r, a, b, opponent)) for a, b in seats)
    mine: int = sum(board.first_points for board in boards)
    theirs: int = sum(board.second_points for board in boards)
    result = ""
    if forfeit is not None:
        result = forfeit.result if forfeit.first == first else forfeit.result[::-1]
        if not games:
            every_board = boards_per_match(t) * t.scoring.forfeit_win
            mine, theirs = (every_board if sign == "+" else 0 for sign in f"{result:<2}"[:2])
    place = {player: i for i, seat in enumerate(seats) for player in seat}
    ordered = tuple(sorted(games, key=lambda g: place.get(g.white, len(seats))))
    return Match(r, first, second, Points(mine), Points(theirs), ordered, result, boards)


Seat = tuple[int | None, int | None]  # one board: the player of each team, or nobody


def _seats(t: Tournament, r: int, first: int, second: int, opponent: Mapping[int, int]) -> list[Seat]:
    """The boards of a match: by the line-ups handed in, where there are any, else in the order of the board order."""
    mine, theirs = line_up_of(t, r, first), line_up_of(t, r, second)
    one, other = basic_list(t, first), basic_list(t, second)
    alone = {n for n in (*one, *other) if _alone(t, r, n)}
    if mine is not None:
        return list(zip_longest(mine, theirs or _facing(mine, [n for n in other if n in alone], opponent)))
    if theirs is not None:
        return list(zip_longest(_facing(theirs, [n for n in one if n in alone], opponent), theirs))
    place = {number: i for players in (one, other) for i, number in enumerate(players)}
    seats: list[Seat] = [(n, opponent[n]) for n in one if n in opponent]
    seats += [(n, None) for n in one if n in alone]
    seats += [(None, n) for n in other if n in alone]
    return sorted(seats, key=lambda seat: min(place.get(n, len(place)) for n in seat if n is not None))


def _facing(line_up: Sequence[int | None], alone: Sequence[int], opponent: Mapping[int, int]) -> tuple[int | None, ...]:
    """Who sat opposite a line-up: each one's opponent, and those without one at the boards that it left empty."""
    waiting = iter(alone)
    return tuple(next(waiting, None) if n is None else opponent.get(n) for n in line_up)


def _alone(t: Tournament, k: int, number: int) -> bool:
    """Did a player sit at a board (or fail to) for which no opponent was named?"""
    if number not in t.index:
        return False
    r = t.round_of(number, k)
    return r.opponent is None and r.outcome in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def _begins_with_white(t: Tournament, r: int, seats: Sequence[Seat], opponent: Mapping[int, int]) -> bool:
    """Has the first of two teams White on board 1? It shows in the colours of the highest board with a game."""
    pattern = board_pattern(t)
    for i, (a, b) in enumerate(seats):
        if a is not None and b is not None and opponent.get(a) == b:
            colour = t.round_of(a, r).colour
            if colour is not None:
                return (colour is Colour.WHITE) is (pattern[i % len(pattern)] == pattern[0])
    return True


def _board_points(
    t: Tournament, r: int, a: int | None, b: int | None, opponent: Mapping[int, int]
) -> tuple[Points, Points, bool]:
    """Both players' points on a board, and whether they are final; an empty board is lost by forfeit."""
    win, loss = t.scoring.forfeit_win, t.scoring.forfeit_loss
    if a is not None and b is not None:
        if opponent.get(a) != b:
            return loss, loss, True
        mine, theirs = t.round_of(a, r), t.round_of(b, r)
        return t.points_of(mine), t.points_of(theirs), mine.outcome.finished and theirs.outcome.finished
    if a is not None and t.round_of(a, r).outcome is not Outcome.FORFEIT_LOSS:
        return win, loss, True
    if b is not None and t.round_of(b, r).outcome is not Outcome.FORFEIT_LOSS:
        return loss, win, True
    return loss, loss, True


def team_rounds(tournament: Tournament) -> Mapping[int, tuple[TeamRound, ...]]:
    """Every team's rounds, from the first to the last one paired."""
    n = rounds_paired(tournament)
    table: dict[int, list[TeamRound]] = {team.number: [] for team in tournament.teams}
    for r in range(1, n + 1):
        here: dict[int, TeamRound] = {}
        for match in matches(tournament, r):
            here.update(_sides(tournament, match))
        for team in table:
            row = here.get(team) or _without_opponent(tournament, team, r)
            table[team].append(_awarded(tournament, team, row) if tournament.team_awards else row)
    return {team: tuple(rounds) for team, rounds in table.items()}


def _awarded(t: Tournament, team: int, row: TeamRound) -> TeamRound:
    """A round with the points off the scale that a team has for it."""
    for award in t.team_awards:
        if award.round not in (0, row.round) or (award.teams and team not in award.teams):
            continue
        if award.type and row.outcome not in AWARD_TYPES.get(award.type, ()):
            continue
        match, game = award.match_points, award.game_points
        if not award.type:
            match, game = Points(row.match_points + (match or 0)), Points(row.game_points + (game or 0))
        row = replace(
            row,
            match_points=row.match_points if match is None else match,
            game_points=row.game_points if game is None else game,
        )
    return row


# The boards of a match are played in several rounds. In the Hilton tables every team meets all others in each of the
# three rounds, on one board: a match has three games.
SPREAD = frozenset({System.SKALITZKA, System.MOLTER, System.HILTON})
HILTON_ROUNDS = 3


def spread_matches(tournament: Tournament) -> Mapping[int, tuple[TeamRound, ...]]:
    """Every team's matches where each is spread over several rounds: opponent after opponent, all boards together.

    A match whose boards are not all over has no match points yet.
    """
    team = team_of(tournament)
    s = tournament.team_scoring
    found: dict[int, tuple[TeamRound, ...]] = {}
    for own in tournament.teams:
        rows: list[TeamRound] = []
        for other in (t for t in tournament.teams if t.number != own.number):
            games = {
                player: r
                for player in own.players
                if player in tournament.index
                for r in tournament.rounds_of(player)
                if r.opponent is not None and team.get(r.opponent) == other.number
            }
            boards = tuple(tournament.points_of(games[p]) if p in games else ZERO for p in own.players)
            against = sum(tournament.points_of(tournament.round_of(r.opponent or 0, r.round)) for r in games.values())
            mine = Points(sum(boards))
            outcome, points = Outcome.PENDING, ZERO
            whole = HILTON_ROUNDS if tournament.system is System.HILTON else len(own.players)
            if len(games) == whole and all(r.outcome.finished for r in games.values()):
                outcome = Outcome.WIN if mine > against else Outcome.LOSS if mine < against else Outcome.DRAW
                points = {Outcome.WIN: s.win, Outcome.DRAW: s.draw}.get(outcome, s.loss)
            rows.append(TeamRound(len(rows) + 1, other.number, None, outcome, points, mine, boards))
        found[own.number] = tuple(rows)
    return found


def _sides(t: Tournament, match: Match) -> Iterator[tuple[int, TeamRound]]:
    s = t.team_scoring
    first = tuple(board.first_points for board in match.boards)
    second = tuple(board.second_points for board in match.boards)
    for team, other, colour, mine, theirs, boards, sign in (
        (match.white, match.black, Colour.WHITE, match.white_points, match.black_points, first, match.forfeit[:1]),
        (match.black, match.white, Colour.BLACK, match.black_points, match.white_points, second, match.forfeit[1:]),
    ):
        if sign:
            outcome, points = (Outcome.FORFEIT_WIN, s.win) if sign == "+" else (Outcome.FORFEIT_LOSS, s.loss)
        elif match.pending:
            outcome, points = Outcome.PENDING, ZERO
        elif not match.played:  # every board defaulted; as many on both sides make a drawn match all the same
            outcome = Outcome.FORFEIT_WIN if mine > theirs else Outcome.FORFEIT_LOSS
            points = s.win if mine > theirs else s.draw if mine == theirs > ZERO else s.loss
        else:
            outcome, points = (
                (Outcome.WIN, s.win) if mine > theirs else (Outcome.LOSS, s.loss) if mine < theirs
                else (Outcome.DRAW, s.draw)
            )  # fmt: skip
        if match.forfeit and not match.games:
            boards = unplayed_boards(outcome, boards_per_match(t))
        yield team, TeamRound(match.round, other, colour, outcome, points, mine, boards)


def unplayed_boards(outcome: Outcome, boards: int) -> tuple[Points, ...]:
    """Every board of a round without a match (C.07 11): the pairing-allocated bye wins each, whatever was awarded."""
    full = (Outcome.FORFEIT_WIN, Outcome.FULL_BYE, Outcome.PAIRING_BYE)
    return (ONE if outcome in full else HALF if outcome is Outcome.HALF_BYE else ZERO,) * boards


def _without_opponent(t: Tournament, team: int, r: int) -> TeamRound:
    """A bye, read from the record of team byes or from what the members have; otherwise the team was absent."""
    entries = [t.round_of(p, r) for p in t.team(team).players if p in t.index]
    has_bye = r <= len(t.team_byes) and t.team_byes[r - 1] == team
    outcome = Outcome.PAIRING_BYE if has_bye else _common_bye(entries)
    s = t.team_scoring
    boards = unplayed_boards(outcome, boards_per_match(t))
    if outcome is Outcome.PAIRING_BYE:
        return TeamRound(r, None, None, outcome, s.bye_match_points, _bye_game_points(t), boards)
    match_points = {Outcome.FULL_BYE: s.win, Outcome.HALF_BYE: s.draw}.get(outcome, ZERO)
    game_points = Points(boards_per_match(t) * t.scoring.points(outcome))  # a bye of the reserves is no board
    return TeamRound(r, None, None, outcome, match_points, game_points, boards)


def _common_bye(entries: list[PlayerRound]) -> Outcome:
    """The first kind of bye that a member of the team has for the round."""
    kinds = {r.outcome for r in entries}
    return next((bye for bye in _BYES if bye in kinds), Outcome.ABSENT)


def _bye_game_points(t: Tournament) -> Points:
    given = t.team_scoring.bye_game_points
    return given if given is not None else Points(t.scoring.draw * boards_per_match(t))


def boards_per_match(t: Tournament) -> int:
    """How many boards a match has: the most of what line-ups, colours and games show, else the shortest board order.

    Colours for two boards (`WB`) may be a pattern that repeats: before anything else is known the lists decide.
    """
    if "_boards_per_match" not in t.__dict__:
        t.__dict__["_boards_per_match"] = _boards_per_match(t)
    return int(t.__dict__["_boards_per_match"])


def _boards_per_match(t: Tournament) -> int:
    line_ups = max((len(line_up.boards) for line_up in t.line_ups), default=0)
    colours = len(t.board_colours)
    team = team_of(t)
    seen = Counter(
        (game.round, frozenset((team[game.white], team[game.black])))
        for r in range(1, t.rounds_paired + 1)
        for game in t.games(r)
        if game.white in team and game.black in team and team[game.white] != team[game.black]
    )
    shortest = min((len(x.players) for x in t.teams if x.players), default=0)
    shown = max(line_ups, *seen.values(), 0)
    return max(colours, shown) if shown or colours > 2 else max(colours, shortest)


def team_scores(tournament: Tournament, after: int | None = None) -> dict[int, TeamScore]:
    """Match and game points of every team after a round (default: after the last one)."""
    if tournament.system in SPREAD:
        table, after = spread_matches(tournament if after is None else tournament.after(after)), None
    else:
        table = team_rounds(tournament)
    return {
        team: TeamScore(
            Points(sum(r.match_points for r in rounds[:after])), Points(sum(r.game_points for r in rounds[:after]))
        )
        for team, rounds in table.items()
    }


def boards(tournament: Tournament, white: int, black: int) -> tuple[Pair, ...]:
    """The games of a match in board order: the first team has the declared colours, by default White on odd boards."""
    n = boards_per_match(tournament)
    first, second = (tournament.team(team).players[:n] for team in (white, black))
    seated = seats(first, second, board_pattern(tournament))
    return tuple(Pair(a, b) for a, b in seated if a is not None and b is not None)


def seats(first: Sequence[int | None], second: Sequence[int | None], pattern: str) -> tuple[Seat, ...]:
    """White and Black of each board: `pattern` gives the first team's colours and repeats as needed.

    None is an empty board: the other player wins it by forfeit; a board without anybody is none.
    """
    rows = zip(zip_longest(first, second), cycle(pattern), strict=False)
    return tuple((a, b) if colour == "W" else (b, a) for (a, b), colour in rows if (a, b) != (None, None))


def recorded_round(tournament: Tournament, r: int) -> Pairings:
    """A past round as it was paired: the teams with White on board 1 first, and who had the bye."""
    pairs = tuple(Pair(m.white, m.black) for m in matches(tournament, r))
    rounds = team_rounds(tournament)
    byes = [team for team, played in rounds.items() if played[r - 1].outcome is Outcome.PAIRING_BYE]
    return Pairings(r, pairs, byes[0] if byes else None)


def before_pairing(tournament: Tournament, r: int) -> Tournament:
    """The snapshot that a round of teams was paired from.

    A team that then had the bye was there to be paired, and so was one whose match was forfeited.
    """
    before = tournament.before_pairing(r)
    bye = recorded_round(tournament, r).bye
    paired = {bye} | {team for f in tournament.team_forfeits if f.round == r for team in (f.first, f.second)}
    resting = {player for team in tournament.teams if team.number in paired for player in team.players}
    results = tuple(
        rounds[: r - 1] if player.number in resting else rounds
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
