"""A whole tournament as one JSON document: nothing of the snapshot is lost, and people can read it.

    {"format": "arbitro-tournament", "version": 1, "info": {…}, "players": [{"number": 1, "name": …, "rounds": […]}], …}

The document follows the model field by field; a value that is the default is left out. Points are numbers (4.5),
outcomes and systems are words, and each player carries the list of their rounds. `tournament.schema.json` beside this
module is the schema. A reader refuses a newer version and any key it does not know: a misspelt word must not vanish
silently.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from arbitro.errors import FileError
from arbitro.i18n import gettext_for
from arbitro.model import UNIT, Colour, Outcome, Player, PlayerRound, Points, Tournament, absent, points

_ = gettext_for("files")

FORMAT = "arbitro-tournament"
VERSION = 1
SCHEMA = Path(__file__).with_name("tournament.schema.json")
MAX_ROUNDS = 999
MAX_NUMBER = 99999  # of a player
MAX_INTEGER = 10**9

Say = Callable[[str], str]


def dumps(tournament: Tournament, *, indent: int | None = None) -> str:
    """The document as text; `indent` gives every player a line, so that people can read and compare it."""
    document = to_dict(tournament)
    if indent is None:
        return json.dumps(document, ensure_ascii=False)
    margin = " " * indent
    parts = []
    for key, value in document.items():
        if isinstance(value, list) and value:
            rows = ",\n".join(f"{margin * 2}{json.dumps(item, ensure_ascii=False)}" for item in value)
            parts.append(f'{margin}"{key}": [\n{rows}\n{margin}]')
        else:
            parts.append(f'{margin}"{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}"


def loads(text: str | bytes, path: str | PathLike[str] | None = None) -> Tournament:
    """Read a document. Raises FileError: with line and column where it is no JSON, else with the key that is wrong."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileError(path, line=error.lineno, columns=(error.colno, error.colno), expected=_("JSON")) from None
    except (ValueError, RecursionError):  # bytes in no Unicode encoding, numbers or nesting without end
        raise FileError(path, line=1, expected=_("JSON")) from None
    return from_dict(document, path)


def to_dict(tournament: Tournament) -> dict[str, Any]:
    """The document as plain dicts and lists."""
    document = {"format": FORMAT, "version": VERSION, **_codec(Tournament).encode(tournament)}
    players = document.pop("players")
    for player, rounds in zip(players, tournament.results, strict=True):
        player["rounds"] = [_round_out(r) for r in rounds]
    return {**document, "players": players}


def from_dict(document: object, path: str | PathLike[str] | None = None) -> Tournament:
    """A tournament from plain dicts and lists; FileError names the key that is wrong."""
    try:
        return _tournament(document, _)
    except _Wrong as wrong:
        found = json.dumps(wrong.found, ensure_ascii=False, default=str)
        where = f"{wrong.key}: {found}" if wrong.key else found
        raise FileError(path, found=where, expected=wrong.expected) from None


class _Wrong(Exception):
    """A value that does not belong where it stands."""

    def __init__(self, key: str, found: object, expected: str) -> None:
        self.key, self.found, self.expected = key, found, expected
        super().__init__(expected)


def _tournament(document: object, _: Say) -> Tournament:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise _Wrong("format", document.get("format") if isinstance(document, dict) else None, f'"{FORMAT}"')
    version = document.get("version")
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        raise _Wrong("version", version, _("a version up to {version}").format(version=VERSION))
    entries = document.get("players")
    if not isinstance(entries, list):
        raise _Wrong("players", entries, _("a list of players"))
    players, results = [], []
    for i, entry in enumerate(entries):
        key = f"players[{i}]"
        if not isinstance(entry, dict):
            raise _Wrong(key, entry, _("an object"))
        person = {name: value for name, value in entry.items() if name != "rounds"}
        players.append(_codec(Player).decode(person, key, _))
        results.append(_rounds_in(entry.get("rounds", []), f"{key}.rounds", _))
    _check_numbers(players, results, _)
    rest = {name: value for name, value in document.items() if name not in ("format", "version", "players")}
    if "results" in rest:
        raise _Wrong("results", rest["results"], _("rounds inside their players"))
    values = _members(Tournament, rest, "", _, given=("players", "results"))
    return Tournament(players=tuple(players), results=tuple(results), **values)


def _check_numbers(players: list[Player], results: list[tuple[PlayerRound, ...]], _: Say) -> None:
    known = {player.number for player in players}
    seen: set[int] = set()
    for i, player in enumerate(players):
        if not 1 <= player.number <= MAX_NUMBER or player.number in seen:
            raise _Wrong(f"players[{i}].number", player.number, _("a start number not used before"))
        seen.add(player.number)
        for r in results[i]:
            if r.opponent is not None and (r.opponent not in known or r.opponent == player.number):
                key = f"players[{i}].rounds[{r.round - 1}].opponent"
                raise _Wrong(key, r.opponent, _("the number of another player"))


# -- rounds


def _round_out(r: PlayerRound) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if r.opponent is not None:
        out["opponent"] = r.opponent
    if r.colour is not None:
        out["colour"] = _word(r.colour)
    out["outcome"] = r.outcome.label
    if r.points is not None:
        out["points"] = _number(r.points)
    return out


_ROUND_KEYS = frozenset({"opponent", "colour", "outcome", "points"})


def _rounds_in(value: object, key: str, _: Say) -> tuple[PlayerRound, ...]:
    if not isinstance(value, list) or len(value) > MAX_ROUNDS:
        raise _Wrong(key, value, _("a list of at most {n} rounds").format(n=MAX_ROUNDS))
    rounds = []
    for k, item in enumerate(value, 1):
        here = f"{key}[{k - 1}]"
        if not isinstance(item, dict) or not item.keys() <= _ROUND_KEYS:
            raise _Wrong(here, item, _("an object with outcome, opponent, colour, points"))
        outcome: Outcome = _codec(Outcome).decode(item.get("outcome"), f"{here}.outcome", _)
        opponent = item.get("opponent")
        if opponent is not None:
            _codec(int).decode(opponent, f"{here}.opponent", _)
            if not outcome.has_opponent:
                raise _Wrong(f"{here}.opponent", opponent, _("no opponent where there was no game"))
        colour = item.get("colour")
        awarded = item.get("points")
        rounds.append(
            absent(k)
            if outcome is Outcome.ABSENT and awarded is None
            else PlayerRound(
                k,
                opponent,
                None if colour is None else _codec(Colour).decode(colour, f"{here}.colour", _),
                outcome,
                None if awarded is None else _codec(Points).decode(awarded, f"{here}.points", _),
            )
        )
    return tuple(rounds)


# -- values by their type in the model


class _Codec(NamedTuple):
    encode: Callable[[Any], Any]
    decode: Callable[[Any, str, Say], Any]


def _number(value: int) -> int | float:
    return value // UNIT if value % UNIT == 0 else value / UNIT


def _word(member: Enum) -> str:
    """The word of an enumeration's member in the document."""
    if isinstance(member, Outcome):
        return member.label
    return member.name.lower() if isinstance(member, Colour) else str(member.value)


@cache
def _hints(type_: Any) -> dict[str, Any]:
    return get_type_hints(type_)


@cache
def _codec(type_: Any) -> _Codec:
    """How values of a type are written and read; made once for each type of the model."""
    if type_ is Points:
        return _Codec(_number, _points_in)
    if type_ in (str, bool, int):
        return _Codec(lambda value: value, _PLAIN[type_])
    if isinstance(type_, type) and issubclass(type_, Enum):
        words = {_word(member): member for member in type_}
        return _Codec(_word, lambda value, key, _: _one_of(words, value, key, _))
    if isinstance(type_, type) and is_dataclass(type_):
        return _Codec(_encoder(type_), lambda value, key, _: type_(**_members(type_, value, key, _)))
    arguments = get_args(type_)
    if get_origin(type_) is tuple:
        return _tuple_codec(_codec(arguments[0]))
    if get_origin(type_) is Mapping:
        return _mapping_codec(arguments[0], _codec(arguments[1]))
    if NoneType in arguments:
        inner = _codec(next(argument for argument in arguments if argument is not NoneType))
        return _Codec(
            lambda value: None if value is None else inner.encode(value),
            lambda value, key, _: None if value is None else inner.decode(value, key, _),
        )
    raise TypeError(f"the model has no JSON form for {type_}")


def _integer_in(value: object, key: str, _: Say) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_INTEGER:
        raise _Wrong(key, value, _("a whole number"))
    return value


def _text_in(value: object, key: str, _: Say) -> str:
    if not isinstance(value, str):
        raise _Wrong(key, value, _("a text"))
    return value


def _truth_in(value: object, key: str, _: Say) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(key, value, _("true or false"))
    return value


_PLAIN: dict[type, Callable[[Any, str, Say], Any]] = {int: _integer_in, str: _text_in, bool: _truth_in}


def _points_in(value: object, key: str, _: Say) -> Points:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_INTEGER:
        try:
            return points(value)
        except ValueError:
            pass
    raise _Wrong(key, value, _("points such as 11.5"))


def _one_of(words: Mapping[str, Enum], value: object, key: str, _: Say) -> Enum:
    if isinstance(value, str) and value in words:
        return words[value]
    raise _Wrong(key, value, _("one of {words}").format(words=", ".join(f'"{word}"' for word in words)))


def _tuple_codec(inner: _Codec) -> _Codec:
    def decode(value: object, key: str, _: Say) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _Wrong(key, value, _("a list"))
        return tuple(inner.decode(item, f"{key}[{i}]", _) for i, item in enumerate(value))

    return _Codec(lambda value: [inner.encode(item) for item in value], decode)


def _mapping_codec(key_type: Any, inner: _Codec) -> _Codec:
    def key_out(name: Any) -> str:
        return _word(name) if isinstance(name, Enum) else str(name)

    def key_in(name: str, key: str, _: Say) -> Any:
        if key_type is int:
            if not (name.isascii() and name.isdigit() and len(name) <= 6):
                raise _Wrong(key, name, _("a whole number"))
            return int(name)
        return _codec(key_type).decode(name, key, _)

    def decode(value: object, key: str, _: Say) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise _Wrong(key, value, _("an object"))
        return {key_in(name, key, _): inner.decode(item, f"{key}.{name}", _) for name, item in value.items()}

    return _Codec(lambda value: {key_out(name): inner.encode(item) for name, item in value.items()}, decode)


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default


def _encoder(type_: Any) -> Callable[[Any], dict[str, Any]]:
    hints = _hints(type_)
    plan = [
        (field.name, _default(field), _codec(hints[field.name]))
        for field in fields(type_)
        if field.name != "results"  # rounds stand inside their players
    ]

    def encode(value: Any) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for name, default, codec in plan:
            member = getattr(value, name)
            if default is MISSING or member != default:
                out[name] = codec.encode(member)
        return out

    return encode


def _members(type_: Any, value: object, key: str, _: Say, given: Iterable[str] = ()) -> dict[str, Any]:
    """The fields of a dataclass from an object; those in `given` come from elsewhere."""
    if not isinstance(value, dict):
        raise _Wrong(key, value, _("an object"))
    hints = _hints(type_)
    wanted = {field.name: field for field in fields(type_) if field.name not in given}
    prefix = f"{key}." if key else ""
    for name in value:
        if name not in wanted:
            raise _Wrong(f"{prefix}{name}", value[name], _("no such key"))
    out: dict[str, Any] = {}
    for name, field in wanted.items():
        if name in value:
            out[name] = _codec(hints[name]).decode(value[name], f"{prefix}{name}", _)
        elif _default(field) is MISSING:
            raise _Wrong(f"{prefix}{name}", None, _("a value"))
    return out
