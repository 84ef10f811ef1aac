"""The rating report of US Chess: three DBF tables in a zip, read and written.

    THEXPORT.DBF   the event: name, days, city
    TSEXPORT.DBF   its sections: name, rounds, Swiss or round robin
    TDEXPORT.DBF   a record for each player: pairing number, member number, name, rating, a cell for each round

A cell of a round is the letter of the result, the opponent's number in four places and the colour: `W  12W`.

    W D L   won, drawn, lost         B H U   bye of a full point, of half a point, not played
    X F Z   won, lost, both lost by forfeit

The table of the players alone is read too. One section is written; of a file with several the first is read.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from os import PathLike
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from arbitro.errors import FileError
from arbitro.files.dbf import MOST_BYTES, Field, records, table
from arbitro.files.forms import Content
from arbitro.files.text import broken_archive
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, System, Tournament, absent

_ = gettext_for("files")

EVENT: tuple[Field, ...] = (
    ("H_FORMAT", "C", 5), ("H_PROGRAM", "C", 10), ("H_EVENT_ID", "C", 12), ("H_NAME", "C", 35), ("H_TOT_SECT", "C", 2),
    ("H_BEG_DATE", "D", 8), ("H_END_DATE", "D", 8), ("H_AFF_ID", "C", 8), ("H_CITY", "C", 21), ("H_STATE", "C", 2),
    ("H_ZIPCODE", "C", 10), ("H_COUNTRY", "C", 21), ("H_SENDCROS", "C", 1), ("H_CTD_ID", "C", 8), ("H_ATD_ID", "C", 8),
    ("H_OTHER_TD", "C", 255),
)  # fmt: skip
SECTION: tuple[Field, ...] = (
    ("S_EVENT_ID", "C", 12), ("S_SEC_NUM", "C", 2), ("S_SEC_NAME", "C", 30), ("S_R_SYSTEM", "C", 1),
    ("S_TIMECTL", "C", 40), ("S_CTD_ID", "C", 8), ("S_ATD_ID", "C", 8), ("S_TRN_TYPE", "C", 1), ("S_TOT_RNDS", "C", 2),
    ("S_LST_PAIR", "C", 4), ("S_BEG_DATE", "D", 8), ("S_END_DATE", "D", 8), ("S_SCH_LVL", "C", 1),
    ("S_GR_PRIX", "C", 1), ("S_GP_PTS", "C", 3), ("S_FIDE", "C", 1),
)  # fmt: skip
PLAYER: tuple[Field, ...] = (
    ("D_EVENT_ID", "C", 12), ("D_SEC_NUM", "C", 2), ("D_PAIR_NUM", "C", 4), ("D_MEM_ID", "C", 8), ("D_NAME", "C", 30),
    ("D_STATE", "C", 2), ("D_RATING", "C", 4),
)  # fmt: skip
LETTERS = {
    Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L", Outcome.FORFEIT_WIN: "X", Outcome.FORFEIT_LOSS: "F",
    Outcome.PAIRING_BYE: "B", Outcome.FULL_BYE: "B", Outcome.HALF_BYE: "H", Outcome.ZERO_BYE: "U", Outcome.ABSENT: "U",
    Outcome.UNRATED_WIN: "X", Outcome.UNRATED_LOSS: "F", Outcome.UNRATED_DRAW: "U", Outcome.ADJUDICATED_WIN: "W",
    Outcome.ADJUDICATED_DRAW: "D", Outcome.ADJUDICATED_LOSS: "L", Outcome.ADJOURNED: "U", Outcome.PENDING: "U",
}  # fmt: skip
OUTCOMES = {
    "W": Outcome.WIN, "D": Outcome.DRAW, "L": Outcome.LOSS, "X": Outcome.FORFEIT_WIN, "F": Outcome.FORFEIT_LOSS,
    "Z": Outcome.FORFEIT_LOSS, "B": Outcome.PAIRING_BYE, "H": Outcome.HALF_BYE, "U": Outcome.ZERO_BYE,
}  # fmt: skip
COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}
MOST_ROUNDS = 99


# -- writing


def write(tournament: Tournament) -> bytes:
    """The three tables of one section in a zip; the same tournament gives the same bytes."""
    info = tournament.info
    start, end = (text.replace("/", "") for text in (info.start, info.end or info.start))
    rounds = max(tournament.rounds_paired, 1)
    event = {
        "H_FORMAT": "2C", "H_PROGRAM": "Arbitro", "H_NAME": info.name, "H_TOT_SECT": "1", "H_BEG_DATE": start,
        "H_END_DATE": end, "H_CITY": info.city, "H_COUNTRY": info.federation, "H_SENDCROS": "N",
    }  # fmt: skip
    section = {
        "S_SEC_NUM": "1", "S_SEC_NAME": info.name, "S_R_SYSTEM": "R", "S_TIMECTL": info.time_control,
        "S_TRN_TYPE": "R" if tournament.system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN) else "S",
        "S_TOT_RNDS": str(rounds), "S_LST_PAIR": str(max(tournament.numbers, default=0)), "S_BEG_DATE": start,
        "S_END_DATE": end, "S_SCH_LVL": "N", "S_GR_PRIX": "N", "S_FIDE": "N",
    }  # fmt: skip
    fields = (*PLAYER, *((f"D_RND{k:02d}", "C", 7) for k in range(1, rounds + 1)))
    players = [_record(tournament, player, rounds) for player in tournament.players]
    day = (
        (int(start[:4]) % 100, int(start[4:6]), int(start[6:8])) if len(start) == 8 and start.isdecimal() else (0, 1, 1)
    )
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in (
            ("THEXPORT.DBF", table(EVENT, [event], day)),
            ("TSEXPORT.DBF", table(SECTION, [section], day)),
            ("TDEXPORT.DBF", table(fields, players, day)),
        ):
            archive.writestr(ZipInfo(name), data)
    return packed.getvalue()


def _record(tournament: Tournament, player: Player, rounds: int) -> dict[str, str]:
    member = player.national_id if player.national_id.isdecimal() else ""
    record = {
        "D_SEC_NUM": "1",
        "D_PAIR_NUM": str(player.number),
        "D_MEM_ID": member,
        "D_NAME": player.name,
        "D_RATING": str(player.national_rating or player.rating or ""),
    }
    for k in range(1, rounds + 1):
        r = tournament.round_of(player.number, k)
        letter = LETTERS[r.outcome]
        if letter == "U" or r.opponent is None:
            record[f"D_RND{k:02d}"] = f"{letter}   0"
            continue
        if letter == "F" and tournament.round_of(r.opponent, k).outcome is Outcome.FORFEIT_LOSS:
            letter = "Z"
        record[f"D_RND{k:02d}"] = f"{letter}{r.opponent:>4}{'W' if r.colour is Colour.WHITE else 'B'}"
    return record


# -- reading


def parse(data: bytes, path: str | PathLike[str]) -> Content:
    """The tournament of a report: of its zip, or of its table of players."""
    tables: dict[str, list[dict[str, str]]] = {}
    expected = _("a DBF table of a rating report of US Chess")
    if data[:2] == b"PK":
        try:
            with ZipFile(io.BytesIO(data)) as archive:
                for one in archive.infolist():
                    kind = one.filename.upper().rpartition("/")[2][:2]
                    if one.filename.upper().endswith("EXPORT.DBF") and one.file_size < MOST_BYTES:
                        tables[kind] = records(archive.read(one), path, expected)
        except broken_archive() as error:
            raise FileError(path, found=str(error)[:80], expected=expected) from None
    else:
        tables["TD"] = records(data, path, expected)
    people = [record for record in tables.get("TD", []) if record.get("D_PAIR_NUM", "").isdecimal()]
    if not people:
        raise FileError(path, expected=expected)
    first = people[0].get("D_SEC_NUM", "")
    assumed = [_("the points are taken as 1, ½ and 0")]
    if any(record.get("D_SEC_NUM", "") != first for record in people):
        people = [record for record in people if record.get("D_SEC_NUM", "") == first]
        assumed.append(_("the file has several sections: the first is read"))
    head = next(iter(tables.get("TH", [])), {})
    section = next((one for one in tables.get("TS", []) if one.get("S_SEC_NUM") == first), {})
    return _tournament(people, head, section, path, tuple(assumed))


def _tournament(
    people: list[dict[str, str]],
    head: Mapping[str, str],
    section: Mapping[str, str],
    path: str | PathLike[str],
    assumed: tuple[str, ...],
) -> Content:
    cells = sorted(name for name in people[0] if name.startswith("D_RND") and name[5:].isdecimal())[:MOST_ROUNDS]
    numbers = {int(record["D_PAIR_NUM"]) for record in people}
    warnings: list[str] = []
    players: list[Player] = []
    results: list[tuple[PlayerRound, ...]] = []
    if len(numbers) < len(people):
        raise FileError(path, expected=_("players with different pairing numbers"))
    for record in sorted(people, key=lambda record: int(record["D_PAIR_NUM"])):
        number, rating = int(record["D_PAIR_NUM"]), record.get("D_RATING", "")[:4]
        name = record.get("D_NAME", "") or str(number)
        players.append(
            Player(
                name,
                number=number,
                national_rating=int(rating) if rating.isdecimal() else 0,
                national_id=record.get("D_MEM_ID", ""),
                federation=head.get("H_COUNTRY", "")[:3].upper(),
            )
        )
        rounds = []
        for k, cell in enumerate(cells, 1):
            r = _round(k, record.get(cell, ""), numbers)
            if r is None:
                warnings.append(_("{name}, round {k}: “{text}” is not read").format(name=name, k=k, text=record[cell]))
            rounds.append(r or absent(k))
        results.append(tuple(rounds))
    days = [head.get(name, "") for name in ("H_BEG_DATE", "H_END_DATE")]
    days = [f"{day[:4]}/{day[4:6]}/{day[6:]}" if len(day) == 8 else "" for day in days]
    info = Info(
        name=head.get("H_NAME", "") or section.get("S_SEC_NAME", ""),
        city=head.get("H_CITY", ""),
        federation=head.get("H_COUNTRY", "")[:3].upper(),
        start=days[0],
        end=days[1],
        time_control=section.get("S_TIMECTL", ""),
    )
    system = System.ROUND_ROBIN if section.get("S_TRN_TYPE") == "R" else System.DUTCH
    return Content(
        Tournament(
            players=tuple(players), results=tuple(results), info=info, system=system, planned_rounds=len(cells) or None
        ),
        warnings,
        assumed,
    )


def _round(k: int, cell: str, numbers: set[int]) -> PlayerRound | None:
    """A cell; None where it cannot be read."""
    outcome = OUTCOMES.get(cell[:1].upper())
    if outcome is None:
        return None if cell else absent(k)
    if not outcome.has_opponent:
        return PlayerRound(k, None, None, outcome)
    number, colour = cell[1:5].strip(), COLOURS.get(cell[5:6].upper())
    if not number.isdecimal() or int(number) not in numbers:
        return None
    return PlayerRound(k, int(number), colour, outcome)
