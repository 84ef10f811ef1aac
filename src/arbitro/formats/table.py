"""Tables: rounds of games known before the first move, and what can be asked of any of them.

A table is a tuple of rounds, a round is a tuple of `(white, black)`. Entrants are pairing numbers (round robins) or
seats (team tables: board 3 of team B is `Seat(2, 3)`, written `B3`).

    question                                   function
    who plays at all                           entrants
    every entrant's colours, in order          colours
    how often each two meet                    meetings
    the longest run of one colour              longest_run
    what breaks the promise of a fair table    faults

`alternate` gives colours to meetings that have none yet, for any table whatsoever.

`snake` puts an order into groups of equal strength (Belgrade). Not here: the tables themselves (`roundrobin`,
`team_tables`; what is printed and follows no law in `texts/tables.toml`).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeVar

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import Colour

_ = gettext_for("formats")

E = TypeVar("E", bound=Hashable)
T = TypeVar("T")

Round = tuple[tuple[E, E], ...]
Table = tuple[Round[E], ...]


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


def colours(table: Table[E]) -> dict[E, tuple[Colour, ...]]:
    """Every entrant's colours in the order of the rounds; a rest leaves no colour."""
    found: dict[E, list[Colour]] = {entrant: [] for entrant in entrants(table)}
    for games in table:
        for white, black in games:
            found[white].append(Colour.WHITE)
            found[black].append(Colour.BLACK)
    return {entrant: tuple(sequence) for entrant, sequence in found.items()}


def whites(table: Table[E]) -> dict[E, int]:
    """How many games each entrant has with White."""
    return {entrant: sequence.count(Colour.WHITE) for entrant, sequence in colours(table).items()}


def meetings(table: Table[E]) -> Counter[frozenset[E]]:
    """How often each two meet."""
    return Counter(frozenset(game) for games in table for game in games)


def longest_run(table: Table[E]) -> int:
    """The longest series of games that any entrant plays with one colour."""
    return max(
        (sum(1 for _same in run) for sequence in colours(table).values() for _colour, run in groupby(sequence)),
        default=0,
    )


def reversed_colours(games: Round[E]) -> Round[E]:
    """The same games with colours exchanged."""
    return tuple((black, white) for white, black in games)


def faults(table: Table[E], required: Callable[[E, E], int], *, run: int = 2, difference: int = 1) -> list[str]:
    """What is wrong with a table; an empty list is a proof that it is sound.

    `required` says how often two entrants must meet; nobody plays twice in a round, has one colour more than `run`
    times running, or more than `difference` games more with one colour than with the other.
    """
    found = []
    for number, games in enumerate(table, 1):
        busy = Counter(entrant for game in games for entrant in game)
        found += [f"round {number}: {entrant} plays {n} games" for entrant, n in busy.items() if n > 1]
    everyone = entrants(table)
    met: dict[E, Counter[E]] = {entrant: Counter() for entrant in everyone}
    for games in table:
        for white, black in games:
            met[white][black] += 1
            met[black][white] += 1
    for i, a in enumerate(everyone):
        opponents = met[a]
        for b in everyone[i + 1 :]:
            times, wanted = opponents.get(b, 0), required(a, b)
            if times != wanted:
                found.append(f"{a} and {b} meet {times} times, not {wanted}")
    longest = longest_run(table)
    if longest > run:
        found.append(f"somebody has one colour {longest} times running")
    for entrant, sequence in colours(table).items():
        excess = abs(sum(colour.sign for colour in sequence))
        if excess > difference:
            found.append(f"{entrant} has {excess} games more with one colour")
    return found


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
    waiting: dict[E, int] = {}  # by entrant: his node that has one game so far

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


@cache
def printed_tables(name: str) -> Mapping[str, Any]:
    """The printed tables of one kind (`texts/tables.toml`)."""
    text = (files("arbitro.texts") / "tables.toml").read_text(encoding="utf-8")
    tables: Mapping[str, Any] = tomllib.loads(text)[name]
    return tables
