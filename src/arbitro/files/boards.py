"""The rounds of a tournament as a folder that programs of electronic boards publish (DGT LiveChess), in a zip.

    tournament.json          name, place, time control, the number of games of each round
    round-3/index.json       day, players and result of each board
    round-3/game-1.json      the moves of a board: none here

Viewers and broadcast services that follow such a folder show the pairings and results; the moves come from the boards.
Read back, it is a tournament without ratings, numbered in the order in which its players appear.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from arbitro.errors import FileError
from arbitro.files.forms import Content
from arbitro.files.games_event import RESULTS, games_of, result_of
from arbitro.files.text import TITLES, broken_archive
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Info, Player, PlayerRound, Sex, Title, Tournament, absent

_ = gettext_for("files")

INDEX = re.compile(r"(?:.*/)?round-(\d{1,2})/index\.json$")
STANDARD = 518  # the number of the usual start position among the 960
MOST_BYTES = 50_000_000
SIGNS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*", "½-½": "1/2-1/2"}


def write(tournament: Tournament) -> bytes:
    """The folder as a zip; the same tournament gives the same bytes."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, document in _documents(tournament):
            archive.writestr(ZipInfo(name), json.dumps(document, ensure_ascii=False, indent=1))
    return packed.getvalue()


def _documents(tournament: Tournament) -> Iterator[tuple[str, object]]:
    info = tournament.info
    rounds: dict[int, list[dict[str, object]]] = {k: [] for k in range(1, tournament.rounds_paired + 1)}
    for k, _board, game in games_of(tournament):
        result = result_of(game)
        rounds[k].append(
            {
                "white": _person(tournament.player(game.white)),
                "black": _person(tournament.player(game.black)),
                "result": result,
                "live": not game.white_outcome.finished,
            }
        )
    yield (
        "tournament.json",
        {
            "id": "",
            "name": info.name,
            "location": info.city or None,
            "country": info.federation or None,
            "website": None,
            "rules": "",
            "chess960": "off",
            "timecontrol": info.time_control or info.encoded_time_control,
            "rounds": [
                {"count": len(boards), "live": sum(bool(b["live"]) for b in boards)} for boards in rounds.values()
            ],
            "eboards": [],
        },
    )
    for k, boards in rounds.items():
        day = info.round_dates[k - 1] if k <= len(info.round_dates) else ""
        yield f"round-{k}/index.json", {"date": day.replace("/", "-") or None, "pairings": boards}
        for n, board in enumerate(boards, 1):
            yield (
                f"round-{k}/game-{n}.json",
                {
                    "live": board["live"],
                    "serialNr": None,
                    "firstMove": 0,
                    "chess960": STANDARD,
                    "result": board["result"],
                    "comment": None,
                    "clock": None,
                    "moves": [],
                },
            )


def _person(player: Player) -> dict[str, str | None]:
    last, _comma, first = player.name.partition(",")
    return {
        "fname": first.strip() or None,
        "mname": None,
        "lname": last.strip(),
        "title": player.title.value or None,
        "federation": player.federation or None,
        "gender": player.sex.value.upper() or None,
        "fideid": player.fide_id or None,
    }


def is_folder(data: bytes) -> bool:
    """Whether a zip holds such a folder."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            return any(INDEX.match(name) for name in archive.namelist())
    except broken_archive():
        return False


def parse(data: bytes, path: str | PathLike[str]) -> Content:
    """The tournament of a folder in a zip."""
    expected = _("a folder of rounds of electronic boards (round-1/index.json …)")
    head: dict[str, object] = {}
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            if sum(one.file_size for one in archive.infolist()) > MOST_BYTES:
                raise FileError(path, expected=expected)
            names = {int(found[1]): name for name in archive.namelist() if (found := INDEX.match(name))}
            rounds = {k: json.loads(archive.read(name)) for k, name in sorted(names.items()) if k}
            for name in archive.namelist():
                if name.endswith("tournament.json"):
                    head = json.loads(archive.read(name))
    except broken_archive() as error:
        raise FileError(path, found=str(error)[:80], expected=expected) from None
    people: dict[str, Player] = {}
    cells: dict[str, dict[int, tuple[str, Colour, str]]] = {}
    warnings: list[str] = []
    try:
        for k, document in rounds.items():
            for board in document["pairings"]:
                both = [_read_person(board[side]) for side in ("white", "black")]
                keys = [player.fide_id or player.name.casefold() for player in both]
                if keys[0] == keys[1] or any(k in cells.get(key, ()) for key in keys):
                    warnings.append(
                        _("round {k}: {white} - {black} left out, one of them plays twice").format(
                            k=k, white=both[0].name, black=both[1].name
                        )
                    )
                    continue
                result = SIGNS.get(board.get("result") or "*", "*")
                for i, colour in enumerate((Colour.WHITE, Colour.BLACK)):
                    people.setdefault(keys[i], both[i])
                    cells.setdefault(keys[i], {})[k] = (keys[1 - i], colour, result)
        name, city, control = (str(head.get(key) or "") for key in ("name", "location", "timecontrol"))
        days = tuple(str(document.get("date") or "").replace("-", "/") for document in rounds.values())
    except (TypeError, KeyError, AttributeError) as error:
        raise FileError(path, found=str(error)[:80], expected=expected) from None
    if not people:
        raise FileError(path, expected=expected)
    number = {key: n for n, key in enumerate(people, 1)}
    last = max(rounds)
    results = tuple(
        tuple(
            PlayerRound(k, number[own[k][0]], own[k][1], RESULTS[own[k][2]][own[k][1] is Colour.BLACK])
            if k in own
            else absent(k)
            for k in range(1, last + 1)
        )
        for own in (cells[key] for key in people)
    )
    info = Info(name=name, city=city, time_control=control, round_dates=days if any(days) else ())
    players = tuple(replace(player, number=number[key]) for key, player in people.items())
    tournament = Tournament(players=players, results=results, info=info, planned_rounds=last)
    return Content(tournament, warnings, (_("pairing numbers in the order of the boards; ratings are not stated"),))


def _read_person(person: dict[str, str | None]) -> Player:
    given = " ".join(str(person.get(key) or "").strip() for key in ("fname", "mname")).strip()
    last = str(person.get("lname") or "").strip()
    number = str(person.get("fideid") or "").strip()
    return Player(
        name=", ".join(part for part in (last, given) if part) or "?",
        title=TITLES.get(str(person.get("title") or "").upper(), Title.NONE),
        federation=str(person.get("federation") or ""),
        fide_id=number if number.isdigit() else "",
        sex={"M": Sex.MALE, "F": Sex.FEMALE, "W": Sex.FEMALE}.get(str(person.get("gender") or "").upper(), Sex.UNKNOWN),
    )
