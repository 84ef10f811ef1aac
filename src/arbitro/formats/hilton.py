"""Hilton tables (jamboree): an even number of teams with one board less than there are teams, three rounds.

    rule (Arbiters' manual, team pairings)                         function
    tables for 4, 6, 8, 10, 12 teams; any even number              hilton

On each board the players of that board meet three different opponents; in each round a team meets every other team
exactly once, each on another board; nobody has one colour three times.

The table for four teams is data, since it follows a law of its own; all others are generated. Two cells of the printed
table for twelve teams break the promise (board 6, round 2 and board 7, round 3) and are as the law says.
"""

from __future__ import annotations

from functools import lru_cache

from arbitro.errors import Refused
from arbitro.formats.table import Seat, Table
from arbitro.i18n import gettext_for

ROUNDS = 3
FOUR = (  # by round, then by board
    ("CB DA", "AC BD", "BA DC"),
    ("BA DC", "CB DA", "AC BD"),
    ("AC BD", "BA DC", "CB DA"),
)
OFFSETS = (0, 2, 3)  # how far the centre of each round stands from that of the first


@lru_cache(maxsize=128)
def hilton(teams: int) -> Table[Seat]:
    """The three rounds; in each, the games of board 1 first, then those of board 2, and so on."""
    if teams < 4 or teams % 2:
        _ = gettext_for("formats")
        raise Refused(
            _("Hilton tables need an even number of at least 4 teams, not {n}.").format(n=teams),
            article=_("Hilton pairings"),
        )
    return tuple(
        tuple(
            (Seat(white, board), Seat(black, board))
            for board in range(1, teams)
            for white, black in board_games(teams, board, r)
        )
        for r in range(1, ROUNDS + 1)
    )


def board_games(teams: int, board: int, round: int) -> tuple[tuple[int, int], ...]:
    """Which teams meet on one board in one round, White first.

    All teams but the last stand in a circle; those at equal distance from the centre meet, and the last team meets
    the centre. The centre moves by one team from board to board.
    """
    if teams == 4:
        return tuple((_team(game[0]), _team(game[1])) for game in FOUR[round - 1][board - 1].split())
    circle = teams - 1
    centre = (board - 1 + OFFSETS[round - 1]) % circle
    games = []
    for j in range(1, teams // 2):
        ahead, behind = (centre + j) % circle + 1, (centre - j) % circle + 1
        ahead_white = (j % 2 == 0) is (round == 1)
        games.append((ahead, behind) if ahead_white else (behind, ahead))
    last_white = (board % 2 == 1) is (round == 1)
    games.append((teams, centre + 1) if last_white else (centre + 1, teams))
    return tuple(games)


def _team(letter: str) -> int:
    return ord(letter) - ord("A") + 1
