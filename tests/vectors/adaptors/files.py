"""Tournament files: the TRF kinds of swiss-other.json and swiss-worked-tournament.json, the tables of editions.json."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from arbitro.files import trf
from arbitro.files.trf import codes
from arbitro.files.trf.columns import PLAYER, RECORDS, VALUE
from arbitro.model import (
    Colour,
    Outcome,
    Player,
    PlayerRound,
    Points,
    Scoring,
    System,
    Tournament,
    number,
    points,
)
from tests.vectors.catalogue import walk
from tests.vectors.registry import Vector, adaptor, enumerator


@enumerator("editions.json")
def editions(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    """The lists of vectors, and one vector per row or entry of the tables."""
    yield from walk(file, document)
    for row in document.get("baku_schedule", {}).get("rows", []):
        yield Vector(file, "baku_schedule", f"baku-{row['rounds']}-rounds", row, document)
    for name, example in document.get("orders_and_examples", {}).items():
        yield Vector(file, name, name, example, document)
    for record, layout in document.get("trf26_columns", {}).items():
        if isinstance(layout, dict):
            yield Vector(file, "trf26_columns", f"trf26-{record}", layout | {"record": record}, document)
    for name, values in document.get("codes_192", {}).items():
        if isinstance(values, list):
            yield Vector(file, "codes_192", f"codes-192-{name}", {"list": name, "codes": values}, document)


# -- lines and columns


def _filler(numbers: list[int]) -> str:
    """Player lines for the numbers that a line under test names."""
    return "".join(f"\n001{n:>5}      Player {n}" for n in numbers)


@adaptor("swiss-other.json", "parse-001")
def parse_player(vector: Vector) -> None:
    line, expected = vector["input"]["line"], vector["expected"]
    own = expected.get("start_no") or int(PLAYER.field("number").of(line))
    opponents = {int(n) for n in re.findall(r"(?:^|\s)(\d{1,4}) [wb-] \S", line[PLAYER.repetition(1)[0].first - 1 :])}
    event = trf.parse(line + _filler(sorted(opponents - {0, own}))).tournament
    player = event.player(own)
    found = {
        "start_no": player.number,
        "sex": player.sex.value or None,
        "title": player.title.value or None,
        "name": player.name,
        "rating": player.rating or None,
        "fed": player.federation or None,
        "fide_id": player.fide_id or None,
        "birth": player.birth or None,
        "points": None if player.stated_points is None else number(player.stated_points),
        "rank": player.stated_rank,
        "rounds": [
            [
                r.opponent or 0,
                r.colour.value if r.colour else "-",
                "Z" if r.outcome is Outcome.ABSENT else r.outcome.code,
            ]
            for r in event.results[event.index[own]]
        ],
    }
    for key, value in expected.items():
        assert found[key] == ("w" if (key, value) == ("sex", "f") else value), key
    assert trf.parse(trf.write(event)).tournament.player(own) == player


@adaptor("swiss-other.json", "points-field")
def points_field(vector: Vector) -> None:
    given = vector["input"]
    win, draw, loss = (points(value) for value in given["scoring"].split("/"))
    assert _written_points(Scoring.of(win, draw, loss), given) == vector["expected"].strip()


@adaptor("swiss-worked-tournament.json", "TRF points field")
def worked_points_field(vector: Vector) -> None:
    given = vector["input"]
    scoring = Scoring.of(*(points(given["scoring"][name]) for name in ("win", "draw", "loss")))
    assert _written_points(scoring, given) == vector["expected"]["field"]
    first, last = (int(column) for column in vector["expected"]["positions"].split("-"))
    assert PLAYER.field("points").columns == (first, last)


def _written_points(scoring: Scoring, given: dict[str, int]) -> str:
    """The points field of a player with these results, as the writer puts it."""
    outcomes = [Outcome.WIN] * given["wins"] + [Outcome.DRAW] * given["draws"] + [Outcome.LOSS] * given["losses"]
    rounds = tuple(PlayerRound(k, 2, Colour.WHITE, outcome) for k, outcome in enumerate(outcomes, 1))
    theirs = tuple(PlayerRound(r.round, 1, Colour.BLACK, r.outcome.opposite) for r in rounds)
    event = Tournament(
        players=(Player(number=1, name="A"), Player(number=2, name="B")), results=(rounds, theirs), scoring=scoring
    )
    scores = event.scores()
    stated = Tournament(
        players=tuple(Player(number=n, name="A", stated_points=scores[n]) for n in (1, 2)),
        results=event.results,
        scoring=scoring,
    )
    text = trf.write(stated)
    assert trf.parse(text, strict=True).tournament.scores() == scores
    return PLAYER.field("points").of(next(row for row in text.splitlines() if row.startswith("001")))


@adaptor("swiss-other.json", "team-columns")
def team_columns(vector: Vector) -> None:
    players = vector["input"]["players"]
    found = [{"player": k, "columns": list(RECORDS["013"].repetition(k)[0].columns)} for k in players]
    assert found == vector["expected"]


@adaptor("swiss-worked-tournament.json", "TRF 013 member columns")
def member_columns(vector: Vector) -> None:
    found = [RECORDS["013"].repetition(k)[0].first for k in vector["input"]["member"]]
    assert found == vector["expected"]["first_column"]


@adaptor("swiss-worked-tournament.json", "TRF 001 round columns")
def round_columns(vector: Vector) -> None:
    fields = [PLAYER.repetition(k) for k in vector["input"]["round"]]
    assert [opponent.first for opponent, _, _ in fields] == vector["expected"]["opponent_first_column"]
    assert [colour.first for _, colour, _ in fields] == vector["expected"]["colour_column"]
    assert [result.first for _, _, result in fields] == vector["expected"]["result_column"]


@adaptor("swiss-other.json", "date-columns")
def date_columns(vector: Vector) -> None:
    found = [list(RECORDS["132"].repetition(k)[0].columns) for k in vector["input"]["rounds"]]
    assert found == vector["expected"]


@adaptor("swiss-other.json", "parse-013")
def parse_team(vector: Vector) -> None:
    expected = vector["expected"]
    event = trf.parse(vector["input"]["line"] + _filler(expected["players"])).tournament
    (team,) = event.teams
    assert team.name == expected["team"]
    assert list(team.players) == expected["players"]
    assert all(event.player(n).team == team.number for n in team.players)


# -- results


@adaptor("swiss-other.json", "result-codes")
def result_codes(vector: Vector) -> None:
    win, draw, loss = (points(value) for value in re.findall(r"[\d.]+", vector["input"]["scoring"])[:3])
    scoring = Scoring.of(win, draw, loss)
    for expected in vector["expected"]:
        code = expected["code"]
        cell = f"   2 w {code}" if expected["has_opponent"] else f"0000 - {code}"
        for letter in {code, code.lower()}:
            text = f"001    1      A{' ' * 75} {cell[:-1]}{letter}  0000 - H{_filler([2])}"
            r = trf.parse(text).tournament.results[0][0]
            assert number(scoring.points(r.outcome, r.colour)) == expected["points"], code
            assert r.outcome.played is expected["played"], code
            assert r.outcome.rated is expected["rated"], code
            assert r.outcome.has_opponent is expected["has_opponent"], code
            assert (r.opponent is not None) is expected["has_opponent"], code


@adaptor("swiss-worked-tournament.json", "optional point system")
def optional_point_system(vector: Vector) -> None:
    given = vector["input"]
    outcomes = {outcome.label: outcome for outcome in Outcome}
    win = points(given["win_or_forfeit_win"])
    text = (
        f"XXS W={given['win_or_forfeit_win']} D={given['draw']} L={given['loss']} FL={given['forfeit_loss']}"
        + _filler([1, 2])
    )
    scoring = trf.parse(text).tournament.scoring
    assert scoring == Scoring.of(
        win, points(given["draw"]), points(given["loss"]), forfeit_loss=points(given["forfeit_loss"])
    )
    found = [scoring.points(outcomes[result]) for result in given["results"]]
    assert found == [points(value) for value in vector["expected"]["points"]]


# -- what a file may not say: each case is one round of a small tournament

_CASES: dict[str, tuple[list[str], trf.Doubt | None]] = {
    "two U in one round": (["0000 - U", "0000 - U"], trf.Doubt.TWO_BYES),
    "U although the number of players to pair was even": (
        ["   2 w 1", "   1 b 0", "0000 - U", "   1 b 0"],
        trf.Doubt.EVEN_BYE,
    ),
    "opponent not reciprocal": (["   2 w 1", "   3 b 0", "   2 w 1"], trf.Doubt.RECIPROCITY),
    "same colour on both sides of a game": (["   2 w 1", "   1 w 0"], trf.Doubt.COLOUR),
}


def _case(phrase: str) -> tuple[list[str], trf.Doubt | None]:
    """The round that a phrase describes."""
    if words := re.fullmatch(r"(\S) against (\S)", phrase):
        return [f"   2 w {words[1]}", f"   1 b {words[2]}"], None
    if words := re.fullmatch(r"(\S) with an opponent number", phrase):
        return [f"   2 w {words[1]}", "   1 b 0"], None
    if words := re.fullmatch(r"(\S) with opponent 0000", phrase):
        return [f"0000 w {words[1]}"], None
    return _CASES[phrase]


@adaptor("swiss-other.json", "validation")
def validation(vector: Vector) -> None:
    for case, expected in zip(vector["input"]["cases"], vector["expected"], strict=True):
        cells, doubt = _case(case)
        text = "\n".join(f"001{n:>5}      {'A':33}{' ' * 43} {cell}" for n, cell in enumerate(cells, 1))
        assert _verdict(text, doubt) == expected.split()[0], case


def _verdict(text: str, doubt: trf.Doubt | None) -> str:
    """How grave a file's fault is; with a doubt named, how grave that one is."""
    try:
        findings = trf.parse(text).findings
    except trf.TrfError:
        return "error"
    grave = [finding.doubt.severity for finding in findings if doubt in (None, finding.doubt)]
    return "error" if "error" in grave else "warning" if grave else "ok"


# -- editions.json: TRF26


@adaptor("editions.json", "trf26_columns")
def trf26_columns(vector: Vector) -> None:
    record = RECORDS.get(vector["record"])
    fields = vector.get("fields")
    if not fields:  # free text, or codes, from one column on
        value = re.match(r"from (\d+)", vector["value"])
        assert value is None or int(value[1]) == VALUE
        assert record is None or not record.fields
        return
    assert record is not None
    if "per_round" in vector.data:
        fields = [*fields, *({"from": a, "to": b} for a, b in vector["per_round"]["first"].values())]
    ours = [field.columns for field in (*record.fields, *record.repeated)]
    assert ours == [(field["from"], field["to"]) for field in fields]
    stride = vector.get("stride") or vector.get("per_round", {}).get("stride", 0)
    assert record.stride == stride
    _defaults(vector["record"], vector.get("defaults", {}))


def _defaults(record: str, defaults: dict[str, Any]) -> None:
    """What the symbols of 162 and 362 are worth where a file does not say."""
    if not defaults:
        return
    event = trf.parse(f"{record}{_filler([1])}").tournament
    if record == "162":
        s = event.scoring
        worth: dict[str, Points] = {
            "W": s.win, "D": s.draw, "L": s.loss, "A": s.zero_bye, "P": s.pairing_bye, "X": s.adjourned
        }  # fmt: skip
    else:
        t = event.team_scoring
        worth = {"TW": t.win, "TD": t.draw, "TL": t.loss}
    for symbol, value in defaults.items():
        same = worth[value.removeprefix("=")] if isinstance(value, str) else points(value)
        assert worth[symbol] == same, symbol


_SYSTEMS_OF_LISTS = {
    "individual_swiss": {System.DUTCH, System.DUBOV, System.BURSTEIN, System.DOUBLE, System.OTHER},
    "aliases_seen": {System.DUTCH},
    "individual_other": {System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCKOUT},
    "team_swiss": {System.TEAM},
    "team_other": {
        System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCKOUT, System.SCHILLER, System.SCHEVENINGEN
    },
}  # fmt: skip


@adaptor("editions.json", "codes_192")
def codes_192(vector: Vector) -> None:
    for code in vector["codes"]:
        meaning = codes.meaning(code)
        assert meaning is not None, code
        assert meaning.system in _SYSTEMS_OF_LISTS[vector["list"]], code
        assert meaning.baku is code.endswith("_BAKU"), code
        year = re.search(r"_(20\d\d)", code)
        assert meaning.edition == (None if year is None else "2017" if year[1] == "2017" else "2026"), code
        event = trf.parse(f"192 {code}{_filler([1])}").tournament
        assert event.info.system_code == code and event.system is meaning.system
        assert trf.parse(trf.write(event, 26)).tournament == event
