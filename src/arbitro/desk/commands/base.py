"""The parts that every command is made of: Draft, warning levels, roles, the register of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from arbitro.desk.roles import ARBITERS, Role
from arbitro.desk.state import Board, Entrant, Round, State
from arbitro.errors import Refused, cite
from arbitro.i18n import gettext_for

_ = gettext_for("desk")

EVERYTHING = "*"


class Level(IntEnum):
    """FIDE's five levels of warning; they cannot be switched off."""

    NOTE = 1  # shown
    ACKNOWLEDGE = 2  # shown, one click
    CONFIRM = 3  # asks "are you sure?"
    TWO_STEPS = 4  # names the consequences, to be read first and then confirmed
    REFUSE = 5  # refused in FIDE mode; outside it, as TWO_STEPS


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that the arbiter should know before the decision is written."""

    level: Level
    text: str
    article: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({cite(self.article)})" if self.article else self.text


@dataclass(frozen=True, slots=True)
class Draft:
    """A journal entry that is allowed but not yet written."""

    kind: str
    payload: Mapping[str, Any]
    touches: frozenset[str] = frozenset({EVERYTHING})
    warnings: tuple[Caution, ...] = ()
    remark: str = ""  # the line of the integrity log; empty where the act cannot touch the pairings' integrity

    def needs(self, fide_mode: bool) -> Level:
        """The confirmation that this draft needs."""
        level = max((w.level for w in self.warnings), default=Level.NOTE)
        return Level.TWO_STEPS if level is Level.REFUSE and not fide_mode else level


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its function, who may give it, whether it needs a reason, whether it risks much (a backup first)."""

    name: str
    function: Callable[..., Draft]
    roles: frozenset[Role]
    needs_reason: bool = False
    risky: bool = False
    about: str = ""

    @property
    def help(self) -> str:
        """What it does, in a line, in the language in use."""
        return gettext_for("desk")(self.about)


COMMANDS: dict[str, Command] = {}


def command(
    name: str, roles: frozenset[Role] = ARBITERS, *, help: str, needs_reason: bool = False, risky: bool = False
) -> Callable[[Callable[..., Draft]], Callable[..., Draft]]:
    """Register a command."""

    def register(function: Callable[..., Draft]) -> Callable[..., Draft]:
        COMMANDS[name] = Command(name, function, roles, needs_reason, risky, help)
        return function

    return register


def entrant_keys(*ids: int) -> frozenset[str]:
    return frozenset(f"entrant:{id}" for id in ids)


def board_key(round: int, board: int) -> str:
    return f"board:{round}:{board}"


def entrant(state: State, id: int) -> Entrant:
    """An entrant by id, or a refusal."""
    if id not in state.entrants:
        raise Refused(_("There is no player with the id {id} in this tournament.").format(id=id))
    return state.entrants[id]


def round_number(state: State, round: int | None, *, first: int = 1) -> int:
    """The number of a paired round, of the last one where none is named; with `first=0` that of the start too."""
    number = round if round is not None else len(state.rounds)
    if not first <= number <= len(state.rounds):
        raise Refused(_("Round {round} has not been paired.").format(round=number))
    return number


def seats_at(round: Round, board: int) -> Board:
    """A board of a round, or a refusal."""
    if board not in round.boards:
        text = _("Round {r} has the boards 1 to {n}, not {b}.")
        raise Refused(text.format(r=round.number, n=len(round.boards), b=board))
    return round.boards[board]


def game_at(state: State, round: int | None, board: int) -> tuple[Round, Board]:
    """The round and the board of a game that two players play and everyone may know of."""
    current = state.round(round_number(state, round))
    seats = seats_at(current, board)
    if not seats.white or not seats.black:
        raise Refused(_("Board {b} has one player only.").format(b=board))
    if not current.published:
        raise Refused(_("Publish round {round} first.").format(round=current.number), article="C.04.2 D.10")
    return current, seats


def require_open(state: State) -> None:
    """Nothing changes after the event is closed, but for reopening it."""
    if state.closed:
        raise Refused(_("The tournament is closed; reopen it first, with a reason."))
