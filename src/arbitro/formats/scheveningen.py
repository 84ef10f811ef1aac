"""Scheveningen: every player of team A meets every player of team B, in as many rounds as there are boards.

    rule (Arbiters' manual, team systems; FIDE tables for 2-10 boards)     function
    2-10 boards as printed                                                scheveningen
    any number of boards                                                  scheveningen, by one of three constructions
    semi-Scheveningen: upper halves and lower halves in parallel          semi_scheveningen

What every table promises: each A meets each B once, everybody plays every round, colours never three times running
and within one of each other. With an even number of boards (more than 2) each team has White on half the boards of
every round; with an odd number team A has one White more in odd rounds and one less in even rounds.

    boards            construction
    odd               rotation; a window of Whites that moves by one player every second round (printed 3, 7, 9)
    multiple of 4     halves that rotate, then cross; first half White in odd rounds (printed 4, 8)
    2, 5, 6, 10       the printed tables, which follow no simple law
    14, 18, 22, …     rotations taken in pairs of rounds; see `_paired_rotations`

Not here: more than two teams (`schiller`, `skalitzka`, `hilton`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arbitro.errors import Refused
from arbitro.formats.lots import Lots
from arbitro.formats.table import Round, Seat, Table, seat
from arbitro.i18n import gettext_for

Matching = tuple[int, ...]  # matching[i] is the opponent in B of player i of A, both counted from 0

PRINTED = {
    2: """A1-B1 A2-B2
          B2-A1 B1-A2""",
    5: """A1-B1 A2-B2 A3-B3 B4-A4 B5-A5
          B2-A1 B3-A2 B4-A3 A4-B5 A5-B1
          A1-B3 A2-B4 B5-A3 B1-A4 A5-B2
          B4-A1 B5-A2 A3-B1 A4-B2 B3-A5
          A1-B5 B1-A2 B2-A3 A4-B3 A5-B4""",
    6: """B1-A1 B5-A2 A3-B4 A4-B2 A5-B3 B6-A6
          B2-A1 A2-B1 B3-A3 B4-A4 A5-B6 A6-B5
          A1-B3 A2-B2 B1-A3 B6-A4 B5-A5 A6-B4
          A1-B4 B6-A2 A3-B5 A4-B1 B2-A5 B3-A6
          B5-A1 B4-A2 A3-B6 B3-A4 A5-B1 A6-B2
          A1-B6 A2-B3 B2-A3 A4-B5 B4-A5 B1-A6""",
    10: """A1-B1 A2-B2 A3-B8 B9-A4 B5-A5 A6-B3 A7-B4 B6-A8 B7-A9 B10-A10
           B2-A1 B1-A2 B4-A3 A4-B7 A5-B10 B8-A6 B3-A7 A8-B5 A9-B6 A10-B9
           A1-B3 A2-B8 A3-B1 B2-A4 B6-A5 A6-B4 A7-B10 B7-A8 B9-A9 B5-A10
           B4-A1 B3-A2 A3-B9 B1-A4 A5-B7 B10-A6 A7-B6 B8-A8 A9-B5 A10-B2
           A1-B5 A2-B4 B2-A3 A4-B3 B1-A5 B9-A6 B7-A7 A8-B10 B8-A9 A10-B6
           B6-A1 A2-B7 B5-A3 B4-A4 A5-B8 A6-B1 A7-B9 A8-B2 B10-A9 B3-A10
           A1-B7 B5-A2 A3-B10 A4-B6 B4-A5 B2-A6 B1-A7 B9-A8 A9-B3 A10-B8
           B8-A1 B6-A2 B3-A3 B10-A4 A5-B9 A6-B5 A7-B2 A8-B1 A9-B4 B7-A10
           A1-B9 A2-B10 A3-B6 A4-B8 B2-A5 A6-B7 B5-A7 B3-A8 B1-A9 B4-A10
           B10-A1 B9-A2 B7-A3 A4-B5 A5-B3 B6-A6 B8-A7 A8-B4 A9-B2 A10-B1""",
}


@lru_cache(maxsize=128)
def scheveningen(boards: int) -> Table[Seat]:
    """The table for two teams of that many boards, A1's game first in every round."""
    if boards < 1:
        _ = gettext_for("formats")
        raise Refused(
            _("A Scheveningen match needs at least 1 board, not {n}.").format(n=boards),
            article=_("Scheveningen tables"),
        )
    if boards in PRINTED:
        return read_table(PRINTED[boards])
    if boards % 2:
        return _odd(boards)
    if boards % 4 == 0:
        return _halves(boards)
    return _paired_rotations(boards)


@lru_cache(maxsize=128)
def semi_scheveningen(boards: int) -> Table[Seat]:
    """Upper half against upper half and lower half against lower half, each a Scheveningen of half the boards."""
    if boards < 2 or boards % 2:
        _ = gettext_for("formats")
        raise Refused(
            _("A semi-Scheveningen match needs an even number of boards, not {n}.").format(n=boards),
            article=_("Scheveningen tables"),
        )
    half = boards // 2
    return tuple(games + shifted(games, half) for games in scheveningen(half))


def read_table(text: str) -> Table[Seat]:
    """A printed table, one round per line: `A1-B1 B2-A2`."""
    return tuple(
        tuple((seat(white), seat(black)) for white, _, black in (game.partition("-") for game in line.split()))
        for line in text.strip().splitlines()
    )


def shifted(games: Round[Seat], by: int) -> Round[Seat]:
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
    rounds: list[Round[Seat]] = []
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
