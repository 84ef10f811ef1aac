"""The tournament that the games of an event make: players, rounds, colours and results from the tags of a PGN file.

Players are told apart by FIDE number, else by name, and numbered by rating, title and name; and the way back, for
broadcasts. Not here: the moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from os import PathLike

from arbitro.errors import FileError
from arbitro.files.forms import Content
from arbitro.files.text import TITLES, decode
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Colour, Game, Info, Outcome, Player, PlayerRound, Title, Tournament, Worth, absent

_ = gettext_for("files")
ngettext_ = ngettext_for("files")

TAG = re.compile(r'^\s*\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]')
ROUND = re.compile(r"(\d{1,3})(?:\.\d+)*$", re.ASCII)
MOST_ROUNDS = 99
RESULTS = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "*": (Outcome.PENDING, Outcome.PENDING),
}
FORFEITS = {
    "1-0": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "0-1": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
}
Tags = Mapping[str, str]


def tags_of(text: str) -> Iterator[dict[str, str]]:
    """The tags of every game."""
    tags: dict[str, str] = {}
    moves = False
    for line in text.splitlines():
        if found := TAG.match(line):
            if moves or found[1] in tags:
                yield tags
                tags, moves = {}, False
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2]).strip()
        elif line.strip():
            moves = bool(tags)
    if tags:
        yield tags


def parse(data: bytes, path: str | PathLike[str] | None = None) -> Content:
    """The tournament; games that cannot be placed are left out and named."""
    games = [tags for tags in tags_of(decode(data)) if {"White", "Black"} <= tags.keys()]
    if not games:
        raise FileError(path, expected=_("games with the names of both players (PGN)"))
    warnings: list[str] = []
    people: dict[str, Player] = {}
    cells: dict[str, dict[int, tuple[str, Colour, Outcome]]] = {}
    for k, tags in enumerate(games, 1):
        who = [_key(tags, side) for side in ("White", "Black")]
        where = _("game {n} ({white} - {black})").format(n=k, white=tags["White"], black=tags["Black"])
        found = ROUND.match(tags.get("Round", ""))
        round = int(found[1]) if found else 0
        if not 1 <= round <= MOST_ROUNDS:
            warnings.append(_("{game}: left out, its round is “{text}”").format(game=where, text=tags.get("Round", "")))
            continue
        if who[0] == who[1] or any(round in cells.get(one, ()) for one in who):
            warnings.append(_("{game}: left out, a player has another game in round {r}").format(game=where, r=round))
            continue
        results = RESULTS.get(tags.get("Result", "*"))
        if "forfeit" in tags.get("Termination", "").lower() and tags.get("Result") in FORFEITS:
            results = FORFEITS[tags["Result"]]
        if results is None:
            warnings.append(_("{game}: the result “{text}” is not known").format(game=where, text=tags["Result"]))
            results = RESULTS["*"]
        for one, side, other, colour, outcome in zip(
            who, ("White", "Black"), reversed(who), (Colour.WHITE, Colour.BLACK), results, strict=True
        ):
            people.setdefault(one, _player(tags, side))
            cells.setdefault(one, {})[round] = (other, colour, outcome)
    if not people:
        raise FileError(path, found=tags.get("Round", ""), expected=_("games whose tag Round has a number"))
    return Content(_tournament(games, people, cells), warnings, tuple(_assumed(games)))


def _key(tags: Tags, side: str) -> str:
    number = tags.get(f"{side}FideId", "").lstrip("0")
    return number if number.isdigit() else " ".join(tags[side].casefold().replace(",", " ").split())


def _player(tags: Tags, side: str) -> Player:
    rating, number = tags.get(f"{side}Elo", ""), tags.get(f"{side}FideId", "")
    return Player(
        number=0,
        name=tags[side],
        title=TITLES.get(tags.get(f"{side}Title", "").upper(), Title.NONE),
        rating=int(rating) if re.fullmatch("[0-9]{3,4}", rating) else 0,
        fide_id=number if number.isdigit() and int(number) else "",
    )


def _tournament(
    games: list[dict[str, str]],
    people: Mapping[str, Player],
    cells: Mapping[str, Mapping[int, tuple[str, Colour, Outcome]]],
) -> Tournament:
    order = sorted(people, key=lambda k: (-people[k].rating, people[k].title.order, people[k].name.casefold()))
    number = {key: n for n, key in enumerate(order, 1)}
    rounds = max(max(own) for own in cells.values())
    results = tuple(
        tuple(
            PlayerRound(r, number[own[r][0]], own[r][1], own[r][2]) if r in own else absent(r)
            for r in range(1, max(own) + 1)
        )
        for own in (cells[key] for key in order)
    )
    days = sorted(day for tags in games if re.fullmatch(r"\d{4}\.\d\d\.\d\d", day := tags.get("Date", "")))
    info = Info(
        name=games[0].get("Event", "").strip("?"),
        city=games[0].get("Site", "").strip("?"),
        start=days[0].replace(".", "/") if days else "",
        end=days[-1].replace(".", "/") if days else "",
    )
    players = tuple(replace(people[key], number=number[key]) for key in order)
    return Tournament(players=players, results=results, info=info, planned_rounds=rounds)


def _assumed(games: list[dict[str, str]]) -> Iterator[str]:
    n = len(games)
    yield ngettext_(
        "made from {n} game: rounds without a game are absences",
        "made from {n} games: rounds without a game are absences",
        n,
    ).format(n=n)
    yield _("pairing numbers by rating, title and name; the system is not stated")


# -- writing


def write(tournament: Tournament) -> str:
    """The games with their tags and no moves, as broadcast services and game databases take them; White first.

    A game that was not played has none: a forfeit is written as PGN asks, with its result and the termination.
    """
    return "\n".join(_written(tournament, k, n, game) for k, n, game in games_of(tournament))


def games_of(tournament: Tournament) -> Iterator[tuple[int, int, Game]]:
    """Every scheduled game: its round, its board and the game; boards in their order where it is known."""
    for k in range(1, tournament.rounds_paired + 1):
        games = tournament.games(k)
        if k <= len(tournament.paired):
            place = {(pair.white, pair.black): n for n, pair in enumerate(tournament.paired[k - 1].pairs)}
            games = tuple(sorted(games, key=lambda game: place.get((game.white, game.black), len(place))))
        for n, game in enumerate(games, 1):
            yield k, n, game


def result_of(game: Game) -> str:
    """1-0, 0-1, 1/2-1/2; * where PGN has no word for it or the game is not over."""
    if not game.white_outcome.finished:
        return "*"
    white, black = WORTHS.get(game.white_outcome.worth), WORTHS.get(game.black_outcome.worth)
    return {("1", "0"): "1-0", ("0", "1"): "0-1", ("½", "½"): "1/2-1/2"}.get((white or "", black or ""), "*")


WORTHS = {Worth.WIN: "1", Worth.FORFEIT_WIN: "1", Worth.LOSS: "0", Worth.FORFEIT_LOSS: "0", Worth.DRAW: "½"}


def _written(tournament: Tournament, k: int, n: int, game: Game) -> str:
    info = tournament.info
    dates = info.round_dates
    day = (dates[k - 1] if k <= len(dates) else "") or (info.start if info.start == info.end else "")
    white, black = tournament.player(game.white), tournament.player(game.black)
    tags = {
        "Event": info.name or "?",
        "Site": info.city or "?",
        "Date": day.replace("/", ".") if len(day) == len("2026/05/16") else "????.??.??",
        "Round": f"{k}.{n}",
        "White": white.name,
        "Black": black.name,
        "Result": result_of(game),
    }
    for side, player in (("White", white), ("Black", black)):
        tags |= {
            f"{side}Title": player.title.value,
            f"{side}Elo": str(player.rating or ""),
            f"{side}FideId": player.fide_id,
        }
        if player.team is not None:
            tags[f"{side}Team"] = tournament.team(player.team).name
    if not game.white_outcome.played and game.white_outcome.finished:
        tags["Termination"] = "forfeit"
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items() if value]
    return "\n".join([*lines, "", tags["Result"], ""])


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
