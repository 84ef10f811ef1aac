"""What a command takes, read off its signature: one description for the options of `arbitro event`, for the forms of
the site, for the API's reference, and for checking what comes from outside.

    parameters("bye")          what the command `bye` takes, in order
    player_parameters()        the fields of a player, as `enter` and `edit-player` take them
    arguments("bye", data)     the arguments from JSON; unknown, missing and wrong ones are refused

A command's keyword parameters have a type; what the type does not say (which thing a number names, the words of a
choice, one line of help) stands beside it: `id: Annotated[int, Says(Takes.PLAYER, word="player")]`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from inspect import Parameter as Declared
from inspect import signature
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from arbitro import records
from arbitro.desk.commands.base import COMMANDS
from arbitro.desk.plain import require_plain
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for

_ = gettext_for("desk")
T = TypeVar("T")


class Takes(Enum):
    """What a value stands for, where its type alone does not tell."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    PLAYER = "player"  # an entrant's id; people say the pairing number
    TEAM = "team"  # a team's number
    PLAYER_DATA = "player data"  # see `player_parameters`
    SETTINGS = "settings"  # names and values
    GROUPS = "groups"  # of players
    BOARDS = "boards"  # who sits where


@dataclass(frozen=True, slots=True)
class Says:
    """What stands beside a type: kind, help, the word that people use for the parameter, the words of its choices."""

    kind: Takes | None = None
    help: str = ""
    word: str = ""
    choices: tuple[tuple[str, Any], ...] = ()  # (word, value), the usual one first
    off: str = ""  # a flag that is on: the word that turns it off


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that a command takes. `name` is its key among the arguments, `word` what people call it."""

    name: str
    type: Any  # without its annotations
    kind: Takes
    word: str
    many: bool = False
    required: bool = True
    default: Any = None
    choices: tuple[tuple[str, Any], ...] = ()
    off: str = ""
    about: str = ""

    @property
    def help(self) -> str:
        """One line for people, in the language in use."""
        return _(self.about) if self.about else ""

    @property
    def optional(self) -> bool:
        """May the value be None?"""
        return NoneType in get_args(self.type)


PlayerId = Annotated[int, Says(Takes.PLAYER, N_("A pairing number, or id:7."), word="player")]
PlayerIds = Annotated[Sequence[int], Says(Takes.PLAYER, N_("Pairing numbers, or id:7."), word="players")]
TeamId = Annotated[int, Says(Takes.TEAM, N_("The number of a team."))]
RoundNumber = Annotated[int, Says(help=N_("The round."))]
LastRound = Annotated[int | None, Says(help=N_("The round (default: the last one)."))]
BoardNumber = Annotated[int, Says(help=N_("The number of the board."))]

BYES = (("half", "HALF_BYE"), ("zero", "ZERO_BYE"), ("full", "FULL_BYE"), ("none", None))
ByeKind = Annotated[
    str | None, Says(Takes.CHOICE, N_("Half a point, nothing, a full point; none cancels the bye."), choices=BYES)
]
PlayerData = Annotated[Mapping[str, Any], Says(Takes.PLAYER_DATA, N_("The player's data."))]


@cache
def parameters(command: str) -> tuple[Parameter, ...]:
    """What a command takes, in the order of its signature."""
    return _declared(COMMANDS[command].function)


@cache
def _declared(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    hints = get_type_hints(function, include_extras=True)
    keywords = [p for p in signature(function).parameters.values() if p.kind is Declared.KEYWORD_ONLY]
    return tuple(_parameter(p.name, hints[p.name], p.default) for p in keywords)


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    hint, says = _taken_apart(hint)
    plain = next((part for part in get_args(hint) if part is not NoneType), hint) if _is_union(hint) else hint
    plain, inner = _taken_apart(plain)
    many = get_origin(plain) is Sequence
    item, of_item = _taken_apart(get_args(plain)[0]) if many else (plain, inner)
    guess = {int: Takes.NUMBER, bool: Takes.FLAG}.get(item, Takes.TEXT)
    return Parameter(
        name=name,
        type=hint,
        kind=says.kind or inner.kind or of_item.kind or guess,
        word=says.word or inner.word or name.replace("_", "-"),
        many=many,
        required=default is Declared.empty,
        default=None if default is Declared.empty else default,
        choices=says.choices or inner.choices,
        off=says.off,
        about=says.help or inner.help or of_item.help,
    )


def _taken_apart(hint: Any) -> tuple[Any, Says]:
    """A type and what stands beside it."""
    if get_origin(hint) is not Annotated:
        return hint, Says()
    plain, *beside = get_args(hint)
    return plain, next((part for part in beside if isinstance(part, Says)), Says())


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def player_parameters() -> tuple[Parameter, ...]:
    """The fields of a player that an arbiter may state."""
    return _declared(player)


def player(
    *,
    name: Annotated[str, Says(help=N_("Surname, first name."))],
    fide_id: Annotated[str, Says(help=N_("The FIDE ID; the register then knows the rest."))] = "",
    rating: Annotated[int, Says(help=N_("The rating of the tournament's list; 0: unrated."))] = 0,
    title: Annotated[str, Says(help=N_("GM, WGM, IM, WIM, FM, WFM, CM, WCM."))] = "",
    federation: Annotated[str, Says(help=N_("Three letters, for example MEX."))] = "",
    birth: Annotated[str, Says(help=N_("The year, or YYYY/MM/DD."))] = "",
    sex: Annotated[str, Says(Takes.CHOICE, N_("m or w."), choices=(("", ""), ("m", "m"), ("w", "w")))] = "",
    club: Annotated[str, Says(help=N_("The club or the city."))] = "",
    national_rating: Annotated[int, Says(help=N_("The national rating."))] = 0,
    national_id: Annotated[str, Says(help=N_("The number in the national register."))] = "",
    k: Annotated[int | None, Says(help=N_("The development coefficient, where the list states it."))] = None,
    ratings: Annotated[Mapping[str, int], Says(Takes.SETTINGS, N_("Other ratings: standard, rapid, blitz."))] = {},
) -> None:
    """What may be said of a player; only its signature is used."""


def check_player(data: Mapping[str, Any]) -> None:
    """Refuse what is no field of a player, or is missing or wrong."""
    try:
        records.arguments(player, data)
    except records.RecordError as error:
        raise Refused(str(error)) from error


def arguments(command: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a command as its function wants them; unknown, missing and wrong ones are refused."""
    require_plain(args)
    try:
        return records.arguments(COMMANDS[command].function, args, command)
    except records.RecordError as error:
        raise Refused(str(error)) from error


def decoded(kind: type[T], data: Any, where: str) -> T:
    """A value of a declared kind from JSON, or a refusal that names the place."""
    try:
        return records.decode(kind, data, where)
    except records.RecordError as error:
        raise Refused(str(error)) from error


LONGEST_REASON = 2000


def check_reason(why: str) -> None:
    """A reason goes into the journal like everything else: nothing hidden in it, and not a book."""
    require_plain(why)
    if len(why) > LONGEST_REASON:
        raise Refused(_("A reason has at most {n} letters.").format(n=LONGEST_REASON))
