"""Tables of teams whose players meet one by one: Scheveningen and what is built on it.

    rule (Arbiters' manual, team systems)                                 function
    two teams: each A meets each B, FIDE tables for 2-10 boards           scheveningen, for any number of boards
    upper halves and lower halves in parallel                             semi_scheveningen
    t teams of m: everybody meets all players of the other teams          schiller: (t-1)·m rounds, t·m if t is odd
    three teams with an even number of boards, two rounds                 skalitzka; players written A, a, 1: symbol
    an even number of teams with one board less, three rounds             hilton (jamboree)
    an odd number of teams, even boards: nobody rests, one round less     molter (Skalitzka's idea for 5, 7, 9 … teams)
    than there are teams

What every Scheveningen table promises: each A meets each B once, everybody plays every round, colours never three times
running and within one of each other. With an even number of boards (more than 2) each team has White on half the boards
of every round; with an odd number team A has one White more in odd rounds and one less in even rounds.

    boards            construction
    odd               rotation; a window of Whites that moves by one player every second round (printed 3, 7, 9)
    multiple of 4     halves that rotate, then cross; first half White in odd rounds (printed 4, 8)
    2, 5, 6, 10       the printed tables, which follow no simple law
    14, 18, 22, …     rotations taken in pairs of rounds; see `_paired_rotations`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd

from arbitro.errors import Refused
from arbitro.formats.lots import Lots
from arbitro.formats.roundrobin import berger
from arbitro.formats.table import Seat, Table, TableRound, alternate, letters, reversed_colours, seat
from arbitro.i18n import gettext_for
from arbitro.texts import table

_ = gettext_for("formats")

Matching = tuple[int, ...]  # matching[i] is the opponent in B of player i of A, both counted from 0


@lru_cache(maxsize=128)
def scheveningen(boards: int) -> Table[Seat]:
    """The table for two teams of that many boards, A1's game first in every round."""
    if boards < 1:
        raise Refused(
            _("A Scheveningen match needs at least 1 board, not {n}.").format(n=boards),
            article=_("Scheveningen tables"),
        )
    printed = table("tables")["scheveningen"].get(str(boards))
    if printed is not None:
        return read_table(printed)
    if boards % 2:
        return _odd(boards)
    if boards % 4 == 0:
        return _halves(boards)
    return _paired_rotations(boards)


@lru_cache(maxsize=128)
def semi_scheveningen(boards: int) -> Table[Seat]:
    """Upper half against upper half and lower half against lower half, each a Scheveningen of half the boards.

    Where a half gives one team more Whites in a round, the lower half has its colours reversed.
    """
    if boards < 2 or boards % 2:
        raise Refused(
            _("A semi-Scheveningen match needs an even number of boards, not {n}.").format(n=boards),
            article=_("Scheveningen tables"),
        )
    half = boards // 2
    fair = half % 2 == 0 and half > 2  # each team has White on half the boards of every round of a half already
    return tuple(games + shifted(games if fair else reversed_colours(games), half) for games in scheveningen(half))


def read_table(text: str) -> Table[Seat]:
    """A printed table, one round per line: `A1-B1 B2-A2`."""
    return tuple(
        tuple((seat(white), seat(black)) for white, _, black in (game.partition("-") for game in line.split()))
        for line in text.strip().splitlines()
    )


def shifted(games: TableRound[Seat], by: int) -> TableRound[Seat]:
    """The same games with every board moved down."""
    return tuple((Seat(w.team, w.board + by), Seat(b.team, b.board + by)) for w, b in games)


def _odd(boards: int) -> Table[Seat]:
    middle = (boards + 1) // 2
    rounds = []
    for r in range(1, boards + 1):
        moved = r // 2
        games = []
        for i in range(1, boards + 1):
            if r % 2:
                white = i <= middle - moved or i > boards - moved
            else:
                white = middle - moved < i <= boards - moved
            games.append(_game(i, (i + r - 2) % boards + 1, white))
        rounds.append(tuple(games))
    return tuple(rounds)


def _halves(boards: int) -> Table[Seat]:
    half = boards // 2
    rounds = []
    for r in range(boards):
        crossed = r >= half
        games = []
        for i in range(boards):
            upper = i < half
            base = 0 if upper is not crossed else half
            games.append(_game(i + 1, base + (i + r) % half + 1, upper is (r % 2 == 0)))
        rounds.append(tuple(games))
    return tuple(rounds)


def _game(a: int, b: int, a_has_white: bool) -> tuple[Seat, Seat]:
    first, second = Seat(1, a), Seat(2, b)
    return (first, second) if a_has_white else (second, first)


# -- 14, 18, 22 … boards


def _paired_rotations(boards: int) -> Table[Seat]:
    """A table for 14, 18, 22 … boards.

    Take the rounds two by two. The games of two rounds form rings A-B-A-B…; if one walks a ring and gives White to
    whoever stands at the beginning of each game, everybody has one White and one Black in the two rounds, so three
    equal colours running cannot occur and everyone ends even. All A of a ring have the same colour in a round, so
    team A has half the Whites if some of the rings hold exactly half of its players and are walked the other way.

    Rotations by s and s + 2 form two such rings. That serves all but the last two rotations, which form one ring of
    everybody: they and one pair more are exchanged along common rings (`_mix`) until both pairs fall apart fairly.
    """
    rotations = [tuple((i + s) % boards for i in range(boards)) for s in range(boards)]
    pairs = [(rotations[s], rotations[s + 2]) for block in range(0, boards - 2, 4) for s in (block, block + 1)]
    mixed = (boards // 2 - 1) // 4 * 2  # the pair whose rotation is half a turn away from the last ones
    pairs[mixed], last = _mix(pairs[mixed], (rotations[-2], rotations[-1]))
    rounds: list[TableRound[Seat]] = []
    for first, second in [*pairs, last]:
        white = _half_of_the_rings(first, second)
        assert white is not None
        rounds.append(tuple(_game(i + 1, first[i] + 1, i in white) for i in range(boards)))
        rounds.append(tuple(_game(i + 1, second[i] + 1, i not in white) for i in range(boards)))
    return tuple(rounds)


def _mix(pair: tuple[Matching, Matching], last: tuple[Matching, Matching]) -> tuple[tuple[Matching, Matching], ...]:
    """Exchange games between these four rounds until each pair of rounds has rings with half of the players.

    Two rounds may always exchange their games along a common ring: everybody still plays everybody. Which two and
    which ring is taken from a fixed stream of lots, so the table for a size is always the same.
    """
    four = [*pair, *last]
    lots = Lots(f"Scheveningen {len(four[0])}")
    while _half_of_the_rings(four[0], four[1]) is None or _half_of_the_rings(four[2], four[3]) is None:
        a, b = lots.order(range(4))[:2]
        ring = lots.choose(_rings(four[a], four[b]))
        one, other = list(four[a]), list(four[b])
        for i in ring:
            one[i], other[i] = other[i], one[i]
        four[a], four[b] = tuple(one), tuple(other)
    return (four[0], four[1]), (four[2], four[3])


def _rings(first: Matching, second: Matching) -> list[tuple[int, ...]]:
    """The players of A by common rings of two rounds."""
    partner = {b: a for a, b in enumerate(second)}
    rings = []
    left = set(range(len(first)))
    while left:
        ring = []
        player = min(left)
        while player in left:
            left.remove(player)
            ring.append(player)
            player = partner[first[player]]
        rings.append(tuple(ring))
    return rings


def _half_of_the_rings(first: Matching, second: Matching) -> frozenset[int] | None:
    """Whole rings that hold exactly half of the players of A, or None."""
    chosen: dict[int, Sequence[int]] = {0: ()}
    for ring in _rings(first, second):
        for size, players in list(chosen.items()):
            chosen.setdefault(size + len(ring), (*players, *ring))
    half = chosen.get(len(first) // 2)
    return None if half is None else frozenset(half)


# -- more than two teams


@lru_cache(maxsize=16)
def schiller(teams: int, boards: int) -> Table[Seat]:
    """The schedule for that many teams of that many players; no table is printed.

    The teams meet in the order of the Berger table, each meeting is a Scheveningen of m rounds, and the colours are
    given over the whole event (`table.alternate`): everyone has one White and one Black in games 1-2, in games 3-4 and
    so on. Where there is a choice, a team's Whites in a round are kept even. Used for title norms, for example by four
    teams of three with nine games each (B.01).
    """
    if teams < 2 or boards < 1:
        raise Refused(
            _("A Schiller event needs at least 2 teams of 1 player, not {t} of {m}.").format(t=teams, m=boards),
            article=_("Schiller system"),
        )
    rounds = tuple(
        tuple(
            (Seat(match[white.team - 1], white.board), Seat(match[black.team - 1], black.board))
            for match in matches
            for white, black in games
        )
        for matches in berger(teams)
        for games in scheveningen(boards)
    )
    return alternate(rounds, lambda r, seat: (r, seat.team))


@lru_cache(maxsize=128)
def skalitzka(boards: int, *, balanced: bool = False) -> Table[Seat]:
    """The two rounds for three teams of that many boards, in blocks of two boards; nobody rests.

    Everyone has one White and one Black, but the first team has White in every game against the second, the second
    against the third, the third against the first. With a multiple of four boards `balanced=True` reverses every second
    block, and each team has as many Whites as Blacks against each other team.
    """
    if boards < 2 or boards % 2:
        raise Refused(
            _("The Skalitzka system needs an even number of boards, not {n}.").format(n=boards),
            article=_("Skalitzka system"),
        )
    if balanced and boards % 4:
        raise Refused(
            _("Colours between the teams can be balanced only with a multiple of 4 boards, not {n}.").format(n=boards),
            article=_("Skalitzka system"),
        )
    rounds: tuple[list[tuple[Seat, Seat]], ...] = ([], [])
    for block in range(boards // 2):
        x, y = 2 * block + 1, 2 * block + 2
        one, two, three = ((Seat(team, x), Seat(team, y)) for team in (1, 2, 3))
        first = ((one[0], two[0]), (two[1], three[0]), (three[1], one[1]))
        second = ((three[0], one[0]), (two[0], three[1]), (one[1], two[1]))
        for games, block_games in zip(rounds, (first, second), strict=True):
            games += reversed_colours(block_games) if balanced and block % 2 else block_games
    return tuple(tuple(games) for games in rounds)


def symbol(place: Seat) -> str:
    """A player as the printed table writes it: capital, small letter or digit by team.

    >>> symbol(Seat(1, 2)), symbol(Seat(2, 2)), symbol(Seat(3, 2))
    ('B', 'b', '2')
    """
    if place.team == 3:
        return str(place.board)
    name = letters(place.board)
    return name if place.team == 1 else name.lower()


ROUNDS = 3
OFFSETS = (0, 2, 3)  # how far the centre of each round stands from that of the first


@lru_cache(maxsize=32)
def molter(teams: int, boards: int) -> Table[Seat]:
    """An odd number of teams in which nobody rests: each player meets one player of every other team.

    Boards go in blocks of two, x and y. The games between teams d places apart form rings; where x meets x and y meets
    y all the way round, a ring has an odd length, so one pair of teams in each ring meets crosswise, x against y. Then
    the ring is even and gives two rounds in which everybody plays. A match is spread over two rounds; it is worth what
    all its boards bring together. Whoever begins a game of the ring has White, in every second block Black: everybody
    has one White and one Black in the two rounds, each team half the Whites of a round, and with a multiple of four
    boards half of those against each other team.

    No text of FIDE has this system; federations that print tables of it may order players and colours otherwise.
    """
    if teams < 3 or teams % 2 == 0:
        raise Refused(
            _("The Molter system is for an odd number of at least 3 teams, not {n}: others play a round robin.").format(
                n=teams
            ),
            article=_("Molter system"),
        )
    if boards < 2 or boards % 2:
        raise Refused(
            _("The Molter system needs an even number of boards, not {n}.").format(n=boards),
            article=_("Molter system"),
        )
    rounds: list[list[tuple[Seat, Seat]]] = [[] for _round in range(teams - 1)]
    for block in range(boards // 2):
        for d in range(1, teams // 2 + 1):
            for i, game in enumerate(_ring_games(teams, d, block)):
                rounds[2 * (d - 1) + i % 2].append(game)
    return tuple(tuple(sorted(games, key=lambda game: (min(game), max(game)))) for games in rounds)


def _ring_games(teams: int, d: int, block: int) -> Iterator[tuple[Seat, Seat]]:
    """The games of a block between teams d places apart, ring after ring, each ring in its order."""
    x, y = 2 * block + 1, 2 * block + 2
    length = teams // gcd(teams, d)
    for start in range(gcd(teams, d)):
        crossed = (d + block) % length  # which step of the ring goes from one board to the other
        team, board = start, x
        for step in range(2 * length):
            there = (team + d) % teams
            opposite = (x if board == y else y) if step % length == crossed else board
            here, other = Seat(team + 1, board), Seat(there + 1, opposite)
            yield (other, here) if block % 2 else (here, other)
            team, board = there, opposite


@lru_cache(maxsize=128)
def hilton(teams: int) -> Table[Seat]:
    """The three rounds; in each, the games of board 1 first, then those of board 2, and so on.

    On each board the players of that board meet three different opponents; in each round a team meets every other team
    exactly once, each on another board; nobody has one colour three times. The table for four teams is data, since it
    follows a law of its own. Two cells of the printed table for twelve teams break the promise (board 6, round 2 and
    board 7, round 3) and are as the law says.
    """
    if teams < 4 or teams % 2:
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


def board_games(teams: int, board: int, r: int) -> tuple[tuple[int, int], ...]:
    """Which teams meet on one board in one round, White first.

    All teams but the last stand in a circle; those at equal distance from the centre meet, and the last team meets
    the centre. The centre moves by one team from board to board.
    """
    if teams == 4:
        return tuple(
            (_team(game[0]), _team(game[1])) for game in table("tables")["hilton"]["4"][r - 1][board - 1].split()
        )
    circle = teams - 1
    centre = (board - 1 + OFFSETS[r - 1]) % circle
    games = []
    for j in range(1, teams // 2):
        ahead, behind = (centre + j) % circle + 1, (centre - j) % circle + 1
        ahead_white = (j % 2 == 0) is (r == 1)
        games.append((ahead, behind) if ahead_white else (behind, ahead))
    last_white = (board % 2 == 1) is (r == 1)
    games.append((teams, centre + 1) if last_white else (centre + 1, teams))
    return tuple(games)


def _team(letter: str) -> int:
    return ord(letter) - ord("A") + 1
