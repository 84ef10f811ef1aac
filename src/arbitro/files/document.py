"""A whole tournament as one JSON document: nothing of the snapshot is lost, and people can read it.

    {"format": "arbitro-tournament", "version": 1, "info": {…}, "players": [{"number": 1, "name": …, "rounds": […]}], …}

The document follows the model field by field; a value that is the default is left out. Points are numbers (4.5),
outcomes and systems are words, and each player carries the list of their rounds. `tournament.schema.json` beside this
module is the schema. A reader refuses a newer version and any key it does not know: a misspelt word must not vanish
silently.
"""

from __future__ import annotations

import json
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from arbitro import records
from arbitro.editions import Editions
from arbitro.errors import FileError
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Outcome, Player, PlayerRound, Points, Tournament, absent
from arbitro.records import RecordError, decode, encode

_ = gettext_for("files")

FORMAT = "arbitro-tournament"
VERSION = 1
SCHEMA = Path(__file__).with_name("tournament.schema.json")
MAX_ROUNDS = 999
MAX_NUMBER = 99999  # of a player


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
    return from_dict(records.loads(text, path), path)


def to_dict(tournament: Tournament) -> dict[str, Any]:
    """The document as plain dicts and lists."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        **encode(tournament, defaults=False, without=("results", "paired")),
    }
    if tournament.info.start:
        document["editions"] = encode(tournament.editions)  # said in full: what is not said follows the first day
    players = document.pop("players")
    for player, rounds in zip(players, tournament.results, strict=True):
        player["rounds"] = [_round_out(r) for r in rounds]
    return {**document, "players": players}


def from_dict(document: object, path: str | PathLike[str] | None = None) -> Tournament:
    """A tournament from plain dicts and lists; FileError names the key that is wrong."""
    try:
        return _tournament(document)
    except RecordError as wrong:
        shown = [] if wrong.found is None else [json.dumps(wrong.found, ensure_ascii=False, default=str)]
        place = [wrong.where] if wrong.where else []
        raise FileError(path, found=": ".join([*place, *shown]), expected=wrong.expected) from None


def _tournament(document: object) -> Tournament:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError("format", document.get("format") if isinstance(document, dict) else None, f'"{FORMAT}"')
    version = document.get("version")
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        raise RecordError("version", version, _("a version up to {version}").format(version=VERSION))
    people = document.get("players")
    if not isinstance(people, list):
        raise RecordError("players", people, _("a list of players"))
    players, results = [], []
    for i, person in enumerate(people):
        key = f"players[{i}]"
        if not isinstance(person, dict):
            raise RecordError(key, person, _("an object"))
        players.append(decode(Player, {name: value for name, value in person.items() if name != "rounds"}, key))
        results.append(_rounds_in(person.get("rounds", []), f"{key}.rounds"))
    _check_numbers(players, results)
    rest = {name: value for name, value in document.items() if name not in ("format", "version", "players")}
    if "results" in rest:
        raise RecordError("results", rest["results"], _("rounds inside their players"))
    event = decode(Tournament, rest, given={"players": tuple(players), "results": tuple(results)})
    stated = {area: getattr(event.editions, area) for area in rest.get("editions", {})}
    return replace(event, editions=Editions.by_default(event.info.start, **stated))


def _check_numbers(players: list[Player], results: list[tuple[PlayerRound, ...]]) -> None:
    known = {player.number for player in players}
    seen: set[int] = set()
    for i, player in enumerate(players):
        if not 1 <= player.number <= MAX_NUMBER or player.number in seen:
            raise RecordError(f"players[{i}].number", player.number, _("a pairing number not used before"))
        seen.add(player.number)
        for r in results[i]:
            if r.opponent is not None and (r.opponent not in known or r.opponent == player.number):
                key = f"players[{i}].rounds[{r.round - 1}].opponent"
                raise RecordError(key, r.opponent, _("the number of another player"))


# -- rounds


def _round_out(r: PlayerRound) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if r.opponent is not None:
        out["opponent"] = r.opponent
    if r.colour is not None:
        out["colour"] = encode(r.colour)
    out["outcome"] = encode(r.outcome)
    if r.points is not None:
        out["points"] = encode(r.points, Points)
    return out


_ROUND_KEYS = frozenset({"opponent", "colour", "outcome", "points"})


def _rounds_in(value: object, key: str) -> tuple[PlayerRound, ...]:
    if not isinstance(value, list) or len(value) > MAX_ROUNDS:
        raise RecordError(key, value, _("a list of at most {n} rounds").format(n=MAX_ROUNDS))
    rounds = []
    for k, item in enumerate(value, 1):
        here = f"{key}[{k - 1}]"
        if not isinstance(item, dict) or not item.keys() <= _ROUND_KEYS:
            raise RecordError(here, item, _("an object with outcome, opponent, colour, points"))
        outcome = decode(Outcome, item.get("outcome"), f"{here}.outcome")
        opponent, colour, awarded = item.get("opponent"), item.get("colour"), item.get("points")
        if opponent is not None:
            decode(int, opponent, f"{here}.opponent")
            if not outcome.has_opponent:
                raise RecordError(f"{here}.opponent", opponent, _("no opponent where there was no game"))
        if outcome is Outcome.ABSENT and awarded is None:
            rounds.append(absent(k))
            continue
        side = None if colour is None else decode(Colour, colour, f"{here}.colour")
        given = None if awarded is None else decode(Points, awarded, f"{here}.points")
        rounds.append(PlayerRound(k, opponent, side, outcome, given))
    return tuple(rounds)
