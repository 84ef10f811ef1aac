"""Team play: the boards of a match, matches and their points.

    rule                                                                    function
    colours by board, W B W B or B W B W                                    boards
    C.05 7     wrong board: the game is rated, the board is forfeited       matches, TeamMatch.rated_score
    match points and game points, forfeited boards and matches, byes        matches, scores
    club       a won match is worth a point, and so is a bye                scoring(club=True)

Everything is read from the snapshot: games of players of different teams in a round form a match. A line-up that was
handed in (`Tournament.line_ups`) fixes the board order; without one, the basic list does.

Not here: which line-up is allowed (`line_ups`), who meets whom (`next_round`), team tie-breaks (`standings`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, zip_longest

from arbitro.formats.line_ups import BoardOrder, default_line_up, wrong_boards
from arbitro.model import (
    HALF,
    ONE,
    ZERO,
    Colour,
    LineUp,
    Outcome,
    Pair,
    Points,
    TeamForfeit,
    TeamScoring,
    Tournament,
)


def board_pattern(tournament: Tournament) -> str:
    """The colours of the first-named team by board, as the tournament says (`WBWB`), else W on odd boards."""
    return "".join(sign for sign in tournament.board_colours.upper() if sign in "WB") or "WB"


def boards(
    first: Sequence[int | None], second: Sequence[int | None], pattern: str = "WB"
) -> tuple[tuple[int | None, int | None], ...]:
    """The games of a match, White first: `pattern` gives the first team's colours and repeats as needed.

    None is an empty board: the other player wins it by forfeit.
    """
    length = max(len(first), len(second))
    left = (*first, *(None for _ in range(length - len(first))))
    right = (*second, *(None for _ in range(length - len(second))))
    return tuple((a, b) if colour == "W" else (b, a) for a, b, colour in zip(left, right, cycle(pattern), strict=False))


def match_pairs(tournament: Tournament, round: int, pair: Pair, board_count: int) -> tuple[Pair, ...]:
    """The boards of a paired match, from the line-ups handed in or else the basic lists; empty boards are left out."""
    seated = [
        line_up_of(tournament, round, team) or default_line_up(tournament.team(team), board_count) for team in pair
    ]
    return tuple(
        Pair(white, black)
        for white, black in boards(seated[0], seated[1], board_pattern(tournament))
        if white is not None and black is not None
    )


def line_up_of(tournament: Tournament, round: int, team: int) -> tuple[int | None, ...] | None:
    """The line-up that a team handed in for a round."""
    found: LineUp | None = next((x for x in tournament.line_ups if x.round == round and x.team == team), None)
    return found.boards if found else None


# -- what the matches are worth


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a match, from the first team's side; its points for the match may differ from those played."""

    board: int
    first: int | None
    second: int | None
    first_points: Points  # over the board: what is rated
    second_points: Points
    first_match_points: Points  # for the match, after a wrong order was corrected
    second_match_points: Points
    finished: bool
    wrong: tuple[bool, bool] = (False, False)  # whose player sat in the wrong order: the first team's, the second's


@dataclass(frozen=True)
class TeamMatch:
    """A match of a round: game points of both teams, and match points."""

    round: int
    first: int
    second: int
    boards: tuple[Board, ...]
    first_points: Points
    second_points: Points
    first_match_points: Points
    second_match_points: Points
    forfeited: bool = False

    @cached_property
    def finished(self) -> bool:
        return all(board.finished for board in self.boards)

    @property
    def rated_score(self) -> tuple[Points, Points]:
        """The score over the board, before boards played in the wrong order were corrected."""
        return (
            Points(sum(board.first_points for board in self.boards)),
            Points(sum(board.second_points for board in self.boards)),
        )


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A team's totals."""

    match_points: Points
    game_points: Points
    played: int
    won: int
    drawn: int
    lost: int


def scoring(*, club: bool = False) -> TeamScoring:
    """Match points: 2, 1, 0; in the club manual 1, ½, 0 with a bye worth a won match."""
    return TeamScoring(win=ONE, draw=HALF, loss=ZERO, bye_match_points=ONE) if club else TeamScoring()


def team_of(tournament: Tournament) -> dict[int, int]:
    """Every player's team."""
    found = {player.number: player.team for player in tournament.players if player.team is not None}
    for team in tournament.teams:
        for number in team.players:
            found[number] = team.number
    return found


def basic_list(tournament: Tournament, team: int) -> tuple[int, ...]:
    """A team's players in board order; those known by their own entry only come last, by number."""
    listed = next((t.players for t in tournament.teams if t.number == team), ())
    return listed + tuple(p.number for p in tournament.players if p.team == team and p.number not in listed)


def rounds_paired(tournament: Tournament) -> int:
    """The last round paired, a round in which every match was forfeited included."""
    return max(tournament.rounds_paired, *(forfeit.round for forfeit in tournament.team_forfeits), 0)


def board_count(tournament: Tournament) -> int:
    """How many boards a match has: what the line-ups, the colours or the games played say, else the shortest list."""
    from_line_ups = max((len(line_up.boards) for line_up in tournament.line_ups), default=0)
    pattern = tournament.board_colours
    from_colours = len(pattern) if len(pattern) > 2 else 0
    most = 0
    teams = team_of(tournament)
    for r in range(1, tournament.rounds_paired + 1):
        seated: dict[int, int] = defaultdict(int)
        for game in tournament.games(r):
            for number in (game.white, game.black):
                if number in teams:
                    seated[teams[number]] += 1
        most = max(most, *seated.values()) if seated else most
    fallback = min((len(team.players) for team in tournament.teams), default=0)
    return max(from_line_ups, from_colours, most) or fallback


def matches(tournament: Tournament, round: int, *, order: BoardOrder = BoardOrder.FREE) -> tuple[TeamMatch, ...]:
    """The matches of a round with their points. With `order=FIXED` boards out of the basic order are forfeited.

    A board that both teams manned in the wrong order is lost by both. A match decided without play
    (`team_forfeits`) gives the winner every board and the match points of a win.
    """
    teams = team_of(tournament)
    games: dict[frozenset[int], dict[int, int]] = defaultdict(dict)  # by pair of teams: who met whom, both ways
    for game in tournament.games(round):
        a, b = teams.get(game.white), teams.get(game.black)
        if a is not None and b is not None and a != b:
            games[frozenset((a, b))] |= {game.white: game.black, game.black: game.white}
    forfeits = {
        frozenset((forfeit.first, forfeit.second)): forfeit
        for forfeit in tournament.team_forfeits
        if forfeit.round == round
    }
    result = [_played(tournament, round, pair, games[pair], order) for pair in games if pair not in forfeits]
    result += [_forfeited(tournament, forfeit) for forfeit in forfeits.values()]
    return tuple(sorted(result, key=lambda match: min(match.first, match.second)))


Places = tuple[int | None, int | None]  # one board: the player of each team, or nobody


def _played(
    tournament: Tournament, round: int, pair: frozenset[int], opponent: Mapping[int, int], order: BoardOrder
) -> TeamMatch:
    first, second = sorted(pair)
    seats = _seats(tournament, round, first, second, opponent)
    if not _named_first(tournament, round, seats, opponent):
        first, second = second, first
        seats = [(b, a) for a, b in seats]
    wrong: tuple[Collection[int], Collection[int]] = ((), ())
    if order is BoardOrder.FIXED:
        wrong = (
            wrong_boards(basic_list(tournament, first), [a for a, _ in seats]),
            wrong_boards(basic_list(tournament, second), [b for _, b in seats]),
        )
    rows = tuple(
        _board(tournament, round, board, places, opponent, (board in wrong[0], board in wrong[1]))
        for board, places in enumerate(seats, 1)
    )
    total = Points(sum(row.first_match_points for row in rows)), Points(sum(row.second_match_points for row in rows))
    worth = _match_points(tournament.team_scoring, total) if all(row.finished for row in rows) else (ZERO, ZERO)
    return TeamMatch(round, first, second, rows, *total, *worth)


def _seats(tournament: Tournament, round: int, first: int, second: int, opponent: Mapping[int, int]) -> list[Places]:
    """The boards of a match: by the line-ups handed in, where there are any, else in the order of the basic list."""
    handed_in = [line_up_of(tournament, round, team) for team in (first, second)]
    if handed_in[0] is not None or handed_in[1] is not None:
        sides = [
            mine if mine is not None else tuple(opponent.get(n) if n is not None else None for n in theirs or ())
            for mine, theirs in (handed_in, handed_in[::-1])
        ]
        return list(zip_longest(sides[0], sides[1]))
    one, other = basic_list(tournament, first), basic_list(tournament, second)
    place = {number: i for players in (one, other) for i, number in enumerate(players)}
    seats: list[Places] = [(n, opponent[n]) for n in one if n in opponent]
    seats += [(n, None) for n in one if _alone(tournament, round, n)]
    seats += [(None, n) for n in other if _alone(tournament, round, n)]
    return sorted(seats, key=lambda seat: min(place[n] for n in seat if n is not None))


def _alone(tournament: Tournament, round: int, number: int) -> bool:
    """Did a player sit at a board (or fail to) for which no opponent was named?"""
    r = tournament.round_of(number, round)
    return r.opponent is None and r.outcome in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def _board(
    tournament: Tournament,
    round: int,
    board: int,
    places: Places,
    opponent: Mapping[int, int],
    wrong: tuple[bool, bool],
) -> Board:
    """A board with its points over the board, and for the match when somebody sat in the wrong order."""
    a, b = places
    played, finished = _board_points(tournament, round, a, b, opponent)
    scoring = tournament.scoring
    if not any(wrong):
        counted = played
    else:
        counted = (
            scoring.forfeit_loss if wrong[0] else scoring.forfeit_win,
            scoring.forfeit_loss if wrong[1] else scoring.forfeit_win,
        )
    return Board(board, a, b, *played, *counted, finished, wrong)


def _named_first(tournament: Tournament, round: int, seats: Sequence[Places], opponent: Mapping[int, int]) -> bool:
    """Was the first of these two teams named first? It shows in the colours of the highest board played."""
    pattern = board_pattern(tournament)
    for index, (a, b) in enumerate(seats):
        if a is not None and opponent.get(a) == b:
            colour = tournament.round_of(a, round).colour
            if colour is not None:
                return (colour is Colour.WHITE) is (pattern[index % len(pattern)] == "W")
    return True


def _board_points(
    tournament: Tournament, round: int, a: int | None, b: int | None, opponent: Mapping[int, int]
) -> tuple[tuple[Points, Points], bool]:
    """Both players' points on a board, and whether they are final; an empty board is lost by forfeit."""
    win, loss = tournament.scoring.forfeit_win, tournament.scoring.forfeit_loss
    if a is not None and b is not None:
        if opponent.get(a) != b:
            return (loss, loss), True
        mine, theirs = tournament.round_of(a, round), tournament.round_of(b, round)
        finished = mine.outcome.finished and theirs.outcome.finished
        return (tournament.points_of(mine), tournament.points_of(theirs)), finished
    if a is not None and tournament.round_of(a, round).outcome is not Outcome.FORFEIT_LOSS:
        return (win, loss), True
    if b is not None and tournament.round_of(b, round).outcome is not Outcome.FORFEIT_LOSS:
        return (loss, win), True
    return (loss, loss), True


def _match_points(points: TeamScoring, score: tuple[Points, Points]) -> tuple[Points, Points]:
    if score[0] == score[1]:
        return points.draw, points.draw
    return (points.win, points.loss) if score[0] > score[1] else (points.loss, points.win)


def _forfeited(tournament: Tournament, forfeit: TeamForfeit) -> TeamMatch:
    count = board_count(tournament)
    points, worth = tournament.scoring, tournament.team_scoring
    won = tuple(sign == "+" for sign in f"{forfeit.result:<2}"[:2])
    first, second = (Points(count * (points.forfeit_win if side else points.forfeit_loss)) for side in won)
    return TeamMatch(
        forfeit.round,
        forfeit.first,
        forfeit.second,
        (),
        first,
        second,
        worth.win if won[0] else worth.loss,
        worth.win if won[1] else worth.loss,
        forfeited=True,
    )


def bye_points(tournament: Tournament) -> tuple[Points, Points]:
    """Match points and game points of a team's bye: unless said otherwise, the game points of a drawn match."""
    points = tournament.team_scoring
    drawn = Points(board_count(tournament) * tournament.scoring.draw)
    return points.bye_match_points, drawn if points.bye_game_points is None else points.bye_game_points


def scores(
    tournament: Tournament, after: int | None = None, *, order: BoardOrder = BoardOrder.FREE
) -> dict[int, TeamScore]:
    """Every team's match points, game points and matches won, drawn and lost after a round."""
    last = rounds_paired(tournament) if after is None else after
    match_points: dict[int, int] = defaultdict(int)
    game_points: dict[int, int] = defaultdict(int)
    record: dict[int, list[int]] = {team.number: [0, 0, 0] for team in tournament.teams}
    for r in range(1, last + 1):
        for match in matches(tournament, r, order=order):
            for team, mine, theirs, worth in (
                (match.first, match.first_points, match.second_points, match.first_match_points),
                (match.second, match.second_points, match.first_points, match.second_match_points),
            ):
                match_points[team] += worth
                game_points[team] += mine
                if match.finished and team in record:
                    record[team][0 if mine > theirs else 1 if mine == theirs and not match.forfeited else 2] += 1
        bye = tournament.team_byes[r - 1] if r <= len(tournament.team_byes) else None
        if bye is not None:
            worth, game = bye_points(tournament)
            match_points[bye] += worth
            game_points[bye] += game
    return {
        number: TeamScore(Points(match_points[number]), Points(game_points[number]), sum(wdl), *wdl)
        for number, wdl in record.items()
    }
