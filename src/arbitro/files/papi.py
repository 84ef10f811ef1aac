"""Files of Papi, the French federation's program: an Access database with the event, its players and their rounds.

    INFO     Variable, Value: Nom, Lieu, DateDebut, DateFin, NbrRondes, Genre, Pairing, ClassElo, Dep1 … Dep3 …
    JOUEUR   a row for each player; Ref 1 is nobody: who meets it has the pairing-allocated bye
    RdNNCl   B White, N Black, R not paired, F away
    RdNNAdv  the opponent's Ref
    RdNNRes  1 loss, 2 draw, 3 win, 4 loss by forfeit, 5 both by forfeit, 6 win by forfeit (a bye: 2 half, 6 full)

A rating is FIDE's (F), national (N) or an estimate (E); Papi starts by the list that ClassElo names. Pairing numbers
are not in the file: players stand in the order of those ratings, titles and names. Accelerations become virtual points
(`papi_acceleration`). Nothing is written in this form.

Public files of nine finished events (61 rounds, Papi 3.3.7 and 3.3.8, not accelerated) were paired again. Ten rounds
differ from the text of 2017, and an independent engine of that text pairs all ten as Arbitro does. Papi keeps the older
ways: it does not look at the next bracket when it chooses who floats (C.7), leaves a moved-down player's first opponent
alone for the sake of later floats (C.12-C.15), splits joined last brackets into halves, and orders exchanges (D.2)
and byes otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from os import PathLike
from types import MappingProxyType
from typing import Any

from arbitro.dates import year_first
from arbitro.errors import FileError
from arbitro.files import papi_acceleration
from arbitro.files.forms import Content
from arbitro.files.jet import Database
from arbitro.i18n import gettext_for
from arbitro.model import (
    Colour,
    Info,
    Outcome,
    Player,
    PlayerRound,
    RatingList,
    Scoring,
    Sex,
    System,
    Title,
    Tournament,
    absent,
    points,
)
from arbitro.model.player import HIGHEST_RATING

_ = gettext_for("files")

NOBODY = 1
MOST_ROUNDS = 24  # columns Rd01 … Rd24
TITLES = {
    "g": Title.GM, "m": Title.IM, "f": Title.FM, "c": Title.CM,
    "gf": Title.WGM, "mf": Title.WIM, "ff": Title.WFM, "cf": Title.WCM,
}  # fmt: skip
SEXES = {"M": Sex.MALE, "F": Sex.FEMALE}
COLOURS = {"B": Colour.WHITE, "N": Colour.BLACK}
LISTS = {"Elo": RatingList.STANDARD, "Rapide": RatingList.RAPID, "Blitz": RatingList.BLITZ}
SOURCES = {
    "Elo": "Fide",
    "Rapide": "RapideFide",
    "Blitz": "BlitzFide",
}  # the column that says where a rating comes from
SYSTEMS = {"Suisse": System.DUTCH, "ToutesRondes": System.ROUND_ROBIN}
TIE_BREAKS = {
    "Solkoff": "BH", "Brésilien": "BH/C1", "Harkness": "BH/M1", "Cumulatif": "PS", "Performance": "TPR",
    "Nombre de Victoires": "WIN", "Sonnenborn-Berger": "SB", "Koya": "KS",
}  # fmt: skip
GAMES = {
    0: Outcome.PENDING, 1: Outcome.LOSS, 2: Outcome.DRAW, 3: Outcome.WIN,
    4: Outcome.FORFEIT_LOSS, 5: Outcome.FORFEIT_LOSS, 6: Outcome.FORFEIT_WIN,
}  # fmt: skip
AWAY = {2: Outcome.HALF_BYE, 6: Outcome.FULL_BYE}
Row = Mapping[str, Any]


def parse(data: bytes, path: str | PathLike[str]) -> Content:
    database = Database(data, path)
    settings = {row.get("Variable"): str(row.get("Value") or "").strip() for row in database.table("INFO")}
    rows = [row for row in database.table("JOUEUR") if isinstance(row.get("Ref"), int) and row["Ref"] != NOBODY]
    if not rows:
        raise FileError(path, expected=_("at least one player"))
    return _tournament(rows, settings)


def _tournament(rows: list[dict[str, Any]], settings: Mapping[Any, str]) -> Content:
    used = settings.get("ClassElo", "")
    used = used if used in LISTS else "Elo"
    order = sorted(rows, key=lambda row: (-_whole(row.get(used)), _title(row).order, _name(row), row["Ref"]))
    numbers = {row["Ref"]: number for number, row in enumerate(order, 1)}
    warnings: list[str] = []
    planned = settings.get("NbrRondes", "")
    rounds = min(int(planned), MOST_ROUNDS) if planned.isdecimal() and len(planned) < 4 else MOST_ROUNDS
    results = tuple(_trimmed([_round(row, k, numbers, warnings) for k in range(1, rounds + 1)]) for row in order)
    players = tuple(_player(row, number, used) for number, row in enumerate(order, 1))
    breaks = [settings.get(f"Dep{k}", "") for k in (1, 2, 3)]
    assumed = [_("the numbers follow the ratings, then the titles and names: the file has none")]
    assumed += [_("the tie-break {name} is not known here").format(name=n) for n in breaks if n and n not in TIE_BREAKS]
    three = settings.get("DecomptePoints", "").upper() == "OUI"
    event = Tournament(
        players=players,
        results=results,
        info=Info(
            name=settings.get("Nom", ""),
            city=settings.get("Lieu", ""),
            federation="FRA",
            start=year_first(settings.get("DateDebut", "")),
            end=year_first(settings.get("DateFin", "")),
            chief_arbiter=settings.get("Arbitre", ""),
            time_control=settings.get("Cadence", ""),
            rating_method="FRA FIDON",
            pairing_program="Papi",
            tie_breaks=tuple(TIE_BREAKS[name] for name in breaks if name in TIE_BREAKS),
        ),
        system=SYSTEMS.get(settings.get("Genre", ""), System.DUTCH),
        planned_rounds=rounds if planned else None,
        scoring=Scoring.of(points(3), points(1)) if three else Scoring(),
    )
    event, doubts = _accelerated(event, settings)
    return Content(event, warnings + doubts, tuple(assumed))


def _accelerated(event: Tournament, settings: Mapping[Any, str]) -> tuple[Tournament, list[str]]:
    """With the virtual points of Papi's acceleration, and what is not known of them."""
    name = settings.get("Pairing", "")
    if name in ("Standard", "Berger", ""):
        return event, []
    bounds = [settings.get(field, "") for field in ("EloBase1", "EloBase2")]
    lowest = [int(bound) if bound.isdecimal() and len(bound) < 5 else 0 for bound in bounds]
    points = papi_acceleration.virtual_points(event, name, lowest)
    if points is None:
        sentence = _("the acceleration {name} of Papi is not known here: rounds to come are paired without it")
        if name in papi_acceleration.GROUPS:
            sentence = _("acceleration {name}: the ratings that part its groups are not in the file (EloBase)")
        return event, [sentence.format(name=name)]
    doubts = []
    if papi_acceleration.follows_results(name) and papi_acceleration.goes_on(event):
        sentence = _("acceleration {name}: the virtual points of later rounds follow from results to come")
        doubts.append(sentence.format(name=name))
    return replace(event, acceleration=MappingProxyType(points)), doubts


def _round(row: Row, k: int, numbers: Mapping[int, int], warnings: list[str]) -> PlayerRound:
    colour, met, result = (row.get(f"Rd{k:02d}{part}") for part in ("Cl", "Adv", "Res"))
    result = result if isinstance(result, int) else 0
    if met == NOBODY:
        return PlayerRound(k, None, None, Outcome.PAIRING_BYE)
    if isinstance(met, int) and met:
        if met in numbers and colour in COLOURS:
            return PlayerRound(k, numbers[met], COLOURS[colour], GAMES.get(result, Outcome.PENDING))
        sentence = _("round {k}: the opponent of {name} is not in the file")
        warnings.append(sentence.format(k=k, name=_name(row)))
        return absent(k)
    if colour == "F":
        return PlayerRound(k, None, None, AWAY.get(result, Outcome.ZERO_BYE))
    return absent(k)


def _trimmed(rounds: list[PlayerRound]) -> tuple[PlayerRound, ...]:
    """Without the rounds at the end that nothing is known of."""
    while rounds and rounds[-1].outcome is Outcome.ABSENT:
        rounds.pop()
    return tuple(rounds)


def _player(row: Row, number: int, used: str) -> Player:
    federation = _said(row, "Federation").upper()
    born = row.get("NeLe")
    by_fide = _said(row, SOURCES[used]) == "F"
    ratings = {kind: _whole(row.get(name)) for name, kind in LISTS.items() if _said(row, SOURCES[name]) == "F"}
    return Player(
        _name(row) or str(number),
        number=number,
        sex=SEXES.get(_said(row, "Sexe"), Sex.UNKNOWN),
        title=_title(row),
        rating=_whole(row.get(used)) if by_fide else 0,
        national_rating=0 if by_fide else _whole(row.get(used)),
        ratings=MappingProxyType(ratings),
        federation=federation if len(federation) == 3 and federation.isalpha() else "",
        fide_id=_said(row, "FideCode").lstrip("0") if _said(row, "FideCode").isdecimal() else "",
        national_id=_said(row, "NrFFE"),
        birth=f"{born:%Y/%m/%d}" if isinstance(born, datetime) and born.year > 1900 else "",
        club=_said(row, "Club"),
    )


def _said(row: Row, name: str) -> str:
    value = row.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _name(row: Row) -> str:
    return ", ".join(filter(None, (_said(row, "Nom"), _said(row, "Prenom"))))


def _title(row: Row) -> Title:
    return TITLES.get(_said(row, "FideTitre"), Title.NONE)


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and 0 < value <= HIGHEST_RATING else 0
