"""Random tournaments that every form of file must hold, and the shipped ones."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from arbitro.model import (
    Colour,
    Forbidden,
    Info,
    Outcome,
    Player,
    PlayerRound,
    Points,
    RatingList,
    Scoring,
    Sex,
    Team,
    Title,
    Tournament,
)

DATA = Path(__file__).parents[1] / "data"
WORKED = DATA / "vectors" / "swiss-worked-tournament.trf"


def oracle_files() -> Iterator[tuple[str, bytes]]:
    """Every tournament that an independent program paired."""
    for archive in sorted((DATA / "oracle").glob("*.zip")):
        with zipfile.ZipFile(archive) as box:
            for name in sorted(box.namelist()):
                if not name.endswith("/"):
                    yield f"{archive.stem}/{name}", box.read(name)


_letters = st.text("abcdefgh ABCÁÉÑñüß',.-", max_size=33).map(lambda text: " ".join(text.split()))
_line = st.text("abc XYZ 123 ñ½-/:", max_size=60).map(lambda text: " ".join(text.split()))
_half_points = st.integers(0, 8).map(lambda n: Points(5 * n))

_GAMES = [
    (Outcome.WIN, Outcome.LOSS),
    (Outcome.DRAW, Outcome.DRAW),
    (Outcome.UNRATED_WIN, Outcome.UNRATED_LOSS),
    (Outcome.UNRATED_DRAW, Outcome.UNRATED_DRAW),
    (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    (Outcome.LOSS, Outcome.LOSS),
    (Outcome.DRAW, Outcome.LOSS),
    (Outcome.PENDING, Outcome.PENDING),
    (Outcome.ADJOURNED, Outcome.ADJOURNED),
]
_BYES = [Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT]


@st.composite
def players(draw: Any, number: int) -> Player:
    return Player(
        number=number,
        name=draw(_letters),
        sex=draw(st.sampled_from(Sex)),
        title=draw(st.sampled_from(Title)),
        rating=draw(st.integers(0, 2900)),
        federation=draw(st.sampled_from(["", "ESP", "ARG", "MEX"])),
        fide_id=draw(st.one_of(st.just(""), st.integers(1, 99999999).map(str))),
        birth=draw(st.sampled_from(["", "1990", "2001/11/30"])),
    )


@st.composite
def scorings(draw: Any) -> Scoring:
    if draw(st.booleans()):
        return Scoring()
    special: dict[str, Points] = {}
    if draw(st.booleans()):
        special = {"pairing_bye": draw(_half_points), "forfeit_loss": draw(_half_points)}
        special["zero_bye"] = special["forfeit_loss"] if draw(st.booleans()) else draw(_half_points)
    return Scoring.of(draw(_half_points), draw(_half_points), draw(_half_points), **special)


@st.composite
def _rounds(draw: Any, numbers: list[int], count: int) -> list[list[PlayerRound]]:
    """Rounds in which both sides of every game agree, with at most one pairing-allocated bye each."""
    results: dict[int, list[PlayerRound]] = {number: [] for number in numbers}
    for k in range(1, count + 1):
        waiting = draw(st.permutations(numbers))
        had_bye = False
        while waiting:
            one, waiting = waiting[0], waiting[1:]
            if waiting and draw(st.integers(0, 4)):
                other, waiting = waiting[0], waiting[1:]
                first, second = draw(st.sampled_from(_GAMES))
                results[one].append(PlayerRound(k, other, Colour.WHITE, first))
                results[other].append(PlayerRound(k, one, Colour.BLACK, second))
            elif not had_bye and draw(st.booleans()):
                had_bye = True
                results[one].append(PlayerRound(k, None, None, Outcome.PAIRING_BYE))
            else:
                results[one].append(PlayerRound(k, None, None, draw(st.sampled_from(_BYES))))
    return [_cut(results[number]) for number in numbers]


def _cut(rounds: list[PlayerRound]) -> list[PlayerRound]:
    while rounds and rounds[-1].outcome is Outcome.ABSENT:
        rounds.pop()
    return rounds


@st.composite
def tournaments(draw: Any) -> Tournament:
    """Individual tournaments with what TRF16 and TRF26 both hold."""
    count = draw(st.integers(1, 9))
    numbers = list(range(1, count + 1))
    people = [draw(players(number)) for number in numbers]
    rounds = draw(st.integers(0, 5))
    virtual = st.lists(_half_points, min_size=1, max_size=3).map(
        lambda values: (*values, Points(5))  # the last value is not zero: a trailing zero says nothing
    )
    event = Tournament(
        players=tuple(people),
        results=tuple(tuple(r) for r in draw(_rounds(numbers, rounds))),
        info=Info(
            name=draw(_line),
            city=draw(_line),
            start=draw(st.sampled_from(["", "2024/05/01"])),
            chief_arbiter=draw(_line),
            deputies=tuple(text for text in draw(st.lists(_line, max_size=2)) if text),
            round_dates=draw(st.sampled_from([(), ("24/05/01", "24/05/02")])),
            stated_players=draw(st.sampled_from(["", str(count)])),
        ),
        planned_rounds=draw(st.one_of(st.none(), st.integers(max(rounds, 1), 11))),
        scoring=draw(scorings()),
        first_colour=draw(st.sampled_from([None, Colour.WHITE, Colour.BLACK])),
        order_by_rank=draw(st.booleans()),
        acceleration=draw(st.dictionaries(st.sampled_from(numbers), virtual, max_size=3)),
        forbidden=tuple(
            Forbidden(tuple(group))
            for group in draw(st.lists(st.lists(st.sampled_from(numbers), min_size=2, max_size=3), max_size=2))
        ),
        unknown_lines=draw(st.sampled_from([(), ("### a remark", "XYZ something")])),
    )
    ranks = draw(st.permutations(numbers))
    scores = event.scores()
    stated = tuple(
        replace(player, stated_points=scores[player.number], stated_rank=rank)
        for player, rank in zip(event.players, ranks, strict=True)
    )
    return replace(event, players=stated)


@st.composite
def team_tournaments(draw: Any) -> Tournament:
    """The same with teams whose members are numbered one after the other."""
    event = draw(tournaments())
    size = draw(st.integers(1, 3))
    numbers = list(event.numbers)
    groups = [numbers[i : i + size] for i in range(0, len(numbers), size)]
    teams = tuple(
        Team(number=n, name=draw(_letters.filter(bool))[:32].strip() or "Team", players=tuple(group))
        for n, group in enumerate(groups, 1)
    )
    team_of = {number: team.number for team in teams for number in team.players}
    return replace(
        event,
        teams=teams,
        players=tuple(replace(player, team=team_of[player.number]) for player in event.players),
    )


@st.composite
def rich_tournaments(draw: Any) -> Tournament:
    """With what only a JSON document holds: clubs, further ratings, awards off the scale."""
    event = draw(st.one_of(tournaments(), team_tournaments()))
    people = tuple(
        replace(
            player,
            club=draw(_letters),
            ratings=draw(st.dictionaries(st.sampled_from(RatingList), st.integers(1, 2900))),
            k=draw(st.sampled_from([None, 10, 20, 40])),
        )
        for player in event.players
    )
    results = tuple(
        tuple(r._replace(points=draw(st.one_of(st.none(), _half_points))) for r in rounds) for rounds in event.results
    )
    return replace(event, players=people, results=results)
