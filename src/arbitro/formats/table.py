"""Tables: rounds of games known before the first move.

A table is a tuple of rounds, a round is a tuple of `(white, black)`. Entrants are pairing numbers (round robins) or
seats (team tables: board 3 of team B is `Seat(2, 3)`, written `B3`).

`alternate` gives colours to meetings that have none yet, for any table whatsoever.

`snake` puts an order into groups of equal strength (Belgrade). Not here: the tables themselves (`roundrobin`,
`team_tables`; what is printed and follows no law in `texts/tables.toml`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from arbitro.errors import Refused
from arbitro.i18n import gettext_for

_ = gettext_for("formats")

E = TypeVar("E", bound=Hashable)
T = TypeVar("T")

TableRound = tuple[tuple[E, E], ...]
Table = tuple[TableRound[E], ...]


class Seat(NamedTuple):
    """A board of a team, both counted from 1; `A1` is the first board of the first team."""

    team: int
    board: int

    def __str__(self) -> str:
        return f"{letters(self.team)}{self.board}"


def letters(team: int) -> str:
    """A … Z, AA, AB …: the name of a team in a printed table.

    >>> letters(1), letters(26), letters(27)
    ('A', 'Z', 'AA')
    """
    name = ""
    while team > 0:
        team, rest = divmod(team - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def seat(text: str) -> Seat:
    """`B3` as a seat. Raises ValueError where the text names none.

    >>> seat("B3")
    Seat(team=2, board=3)
    """
    name = text.rstrip("0123456789")
    if not name or name == text or not (name.isascii() and name.isupper()):
        raise ValueError(f"{text!r} names no seat such as B3")
    team = 0
    for letter in name:
        team = team * 26 + ord(letter) - ord("A") + 1
    return Seat(team, int(text[len(name) :]))


def entrants(table: Table[E]) -> tuple[E, ...]:
    """Everyone who plays, in the order of first appearance."""
    return tuple(dict.fromkeys(entrant for games in table for game in games for entrant in game))


def reversed_colours(games: TableRound[E]) -> TableRound[E]:
    """The same games with colours exchanged."""
    return tuple((black, white) for white, black in games)


def alternate(rounds: Table[E], account: Callable[[int, E], Hashable] | None = None) -> Table[E]:
    """Give colours so that everyone has one White and one Black in games 1-2, in games 3-4, and so on.

    Then nobody has three equal colours running and nobody's colours differ by more than one. It is always possible:
    call an entrant's games 2k-1 and 2k a node and every game an edge between the nodes of its two players. Each node
    has at most two edges, so the nodes form rings and open chains; walk each one way round, giving White to the
    player at the beginning of every edge, and each full node begins one edge and ends the other.

    Each ring may be walked either way. `account(round, entrant)` names what should come out even: every game adds one
    to White's account and takes one from Black's (a team's colours in a round, for example). The way is taken that
    brings the accounts nearer to zero.
    """
    games = [(r, a, b) for r, meeting in enumerate(rounds) for a, b in meeting]
    edges: list[list[int]] = []  # by node: its one or two games
    waiting: dict[E, int] = {}  # by entrant: their node that has one game so far

    def join(game: int, entrant: E) -> int:
        node = waiting.pop(entrant, None)
        if node is None:
            node = waiting[entrant] = len(edges)
            edges.append([])
        edges[node].append(game)
        return node

    ends = [(join(game, a), join(game, b)) for game, (_, a, b) in enumerate(games)]
    first_has_white: list[bool | None] = [None] * len(games)

    def walk(node: int) -> list[int]:
        """Give White along the ring or chain that begins at a node; its games in order."""
        path: list[int] = []
        while True:
            game = next((g for g in edges[node] if first_has_white[g] is None), None)
            if game is None:
                return path
            path.append(game)
            first_has_white[game] = ends[game][0] == node
            node = ends[game][1 if first_has_white[game] else 0]

    balance: Counter[Hashable] = Counter()
    for node in sorted(range(len(edges)), key=lambda node: len(edges[node])):  # chains first, from one of their ends
        path = walk(node)
        if account is None or not path:
            continue
        change: Counter[Hashable] = Counter()
        for game in path:
            r, a, b = games[game]
            sign = 1 if first_has_white[game] else -1
            change[account(r, a)] += sign
            change[account(r, b)] -= sign
        turn = sum(balance[name] * delta for name, delta in change.items()) > 0
        if turn:
            for game in path:
                first_has_white[game] = not first_has_white[game]
        for name, delta in change.items():
            balance[name] += -delta if turn else delta
    coloured = iter((a, b) if white else (b, a) for (_, a, b), white in zip(games, first_has_white, strict=True))
    return tuple(tuple(islice(coloured, len(meeting))) for meeting in rounds)


def numbered(table: Table[int], numbers: Sequence[int]) -> Table[int]:
    """A table for 1 … n with the pairing numbers of a tournament put in, the first for 1."""
    return tuple(tuple((numbers[white - 1], numbers[black - 1]) for white, black in games) for games in table)


def snake(order: Sequence[T], groups: int) -> tuple[tuple[T, ...], ...]:
    """Belgrade: first row left to right, second row right to left, and so on.

    >>> snake(range(1, 9), 4)
    ((1, 8), (2, 7), (3, 6), (4, 5))
    """
    if not 1 <= groups <= len(order):
        raise Refused(
            _("{n} players cannot form {g} groups.").format(n=len(order), g=groups), article=_("Belgrade system")
        )
    found: list[list[T]] = [[] for _group in range(groups)]
    for i, entry in enumerate(order):
        row, place = divmod(i, groups)
        found[place if row % 2 == 0 else groups - 1 - place].append(entry)
    return tuple(tuple(group) for group in found)
