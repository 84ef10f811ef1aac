"""More of a tournament for programs: a player's card, cross table, teams and matches, byes, round times, norms, prizes,
and what has happened since a journal number."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from ninja import Path, Query, Schema

from arbitro.desk import store
from arbitro.desk.settings import start_of_round
from arbitro.model import Colour, Outcome
from arbitro.model import number as as_number
from arbitro.web.figures import prize_table
from arbitro.web.public.api import Problem, RoundNumber, api, page_of
from arbitro.web.public.changes import changes_of, lines
from arbitro.web.public.pages import Page, find, may_see
from arbitro.web.public.rows import matches_of
from arbitro.web.public.tables import left_out, team_rows

BASE = "/tournaments/{event}/{tournament}"
PlayerNumber = Annotated[int, Path(ge=1, le=100_000)]
JournalNumber = Annotated[int, Query(ge=0, le=10**9)]


class GameOfPlayer(Schema):
    round: int
    opponent: int | None
    colour: str
    outcome: str
    points: float


class CardOut(Schema):
    number: int
    name: str
    title: str
    rating: int
    federation: str
    points: float
    rank: int | None
    games: list[GameOfPlayer]
    rating_change: float | None
    performance: int | None


class CrossOut(Schema):
    rank: int
    number: int
    games: list[GameOfPlayer]


class TeamOut(Schema):
    number: int
    name: str
    rank: int | None
    players: list[int]


class MatchOut(Schema):
    first: int
    second: int
    first_points: float | None
    second_points: float | None


class ByeOut(Schema):
    number: int
    kind: str


class TimeOut(Schema):
    round: int
    start: str | None
    published: bool
    missing: int


class NormOut(Schema):
    number: int
    name: str
    title: str
    achieved: bool
    text: str


class PrizeOut(Schema):
    number: int
    name: str
    total: str
    prizes: list[str]


class PairOfChange(Schema):
    board: int
    white: int | None
    black: int | None
    result: str


class ChangeOut(Schema):
    number: int
    kind: Literal["publish", "result", "close", "undo"]
    at: str
    round: int
    board: int | None
    white: int | None
    black: int | None
    result: str | None
    pairs: list[PairOfChange] | None
    undone: int | None


ANSWERS = {404: Problem, 401: Problem, 422: Problem, 429: Problem}


def _games(page: Page, number: int) -> list[dict[str, Any]]:
    event = page.tournament
    colours = {Colour.WHITE: "white", Colour.BLACK: "black"}
    return [
        {
            "round": r.round,
            "opponent": r.opponent,
            "colour": "" if r.colour is None else colours[r.colour],
            "outcome": r.outcome.name.lower(),
            "points": as_number(event.score(number, r.round) - event.score(number, r.round - 1)),
        }
        for r in event.rounds_of(number)
        if r.round <= len(page.state.rounds)
    ]


@api.get(BASE + "/players/{number}", response={200: CardOut, **ANSWERS})
def card(request: HttpRequest, event: str, tournament: str, number: PlayerNumber) -> Any:
    """A player's card: games, points, rank, rating change."""
    page = page_of(request, event, tournament)
    if number not in page.tournament.index:
        raise Http404
    who, rating = page.tournament.player(number), page.figures.rating_of(number)
    return {
        "number": number,
        "name": who.name,
        "title": who.title.value,
        "rating": who.rating,
        "federation": who.federation,
        "points": as_number(page.tournament.score(number)),
        "rank": page.figures.rank_of(number),
        "games": _games(page, number),
        "rating_change": float(rating["change"]) if rating and rating["change"] else None,
        "performance": rating["performance"] if rating else None,
    }


@api.get(BASE + "/crosstable", response={200: list[CrossOut], **ANSWERS})
def crosstable(request: HttpRequest, event: str, tournament: str) -> Any:
    """Every player's games, in the order of the standings."""
    page = page_of(request, event, tournament)
    if not page.state.rounds:
        return []
    out = left_out(page)
    rows = [row for row in page.figures.ranking(None).rows if row.number not in out]
    return [{"rank": row.rank, "number": row.number, "games": _games(page, row.number)} for row in rows]


@api.get(BASE + "/teams", response={200: list[TeamOut], **ANSWERS})
def teams(request: HttpRequest, event: str, tournament: str) -> Any:
    """The teams with their players in board order."""
    page = page_of(request, event, tournament)
    ranks = {row["team"].number: row["rank"] for row in team_rows(page)}
    found = page.tournament.teams
    return [
        {"number": t.number, "name": t.name, "rank": ranks.get(t.number), "players": list(t.players)} for t in found
    ]


@api.get(BASE + "/rounds/{round}/matches", response={200: list[MatchOut], **ANSWERS})
def matches(request: HttpRequest, event: str, tournament: str, round: RoundNumber) -> Any:
    """The matches of teams in a published round, with their game points so far."""
    page = page_of(request, event, tournament)
    if round > len(page.state.rounds):
        raise Http404
    return [
        {
            "first": m.first.number,
            "second": m.second.number,
            "first_points": None if m.first_points is None else as_number(m.first_points),
            "second_points": None if m.second_points is None else as_number(m.second_points),
        }
        for m in matches_of(page, page.state.round(round))
    ]


@api.get(BASE + "/rounds/{round}/byes", response={200: list[ByeOut], **ANSWERS})
def byes(request: HttpRequest, event: str, tournament: str, round: RoundNumber) -> Any:
    """Who is not paired in a published round, and why."""
    page = page_of(request, event, tournament)
    if round > len(page.state.rounds):
        raise Http404
    current, numbers = page.state.round(round), page.state.numbers
    resting = dict(current.absent) | ({current.bye: Outcome.PAIRING_BYE} if current.bye else {})
    return [{"number": numbers[id], "kind": o.name.lower()} for id, o in resting.items() if id in numbers]


@api.get(BASE + "/times", response={200: list[TimeOut], **ANSWERS})
def times(request: HttpRequest, event: str, tournament: str) -> Any:
    """When each round begins, with the hall's time zone; whether it is published, and how many results are missing."""
    state = page_of(request, event, tournament).state
    rounds = []
    for number in range(1, state.settings.rounds + 1):
        start = start_of_round(state.settings, number)
        paired = state.round(number) if number <= len(state.rounds) else None
        rounds.append(
            {
                "round": number,
                "start": start.isoformat() if start else None,
                "published": paired is not None and paired.published,
                "missing": paired.missing if paired is not None else 0,
            }
        )
    return rounds


@api.get(BASE + "/norms", response={200: list[NormOut], **ANSWERS})
def norms(request: HttpRequest, event: str, tournament: str) -> Any:
    """Norms that were made, and those still possible with what they need."""
    return page_of(request, event, tournament).figures.norms()


@api.get(BASE + "/prizes", response={200: list[PrizeOut], **ANSWERS})
def prizes(request: HttpRequest, event: str, tournament: str) -> Any:
    """Who wins what at this moment, by the plan of prizes; nothing without one."""
    state = page_of(request, event, tournament).state
    if not state.settings.prizes.strip() or not state.rounds:
        return []
    rows = prize_table(state).rows
    return [{**row, "prizes": [f"{p['list']} {p['place']}" for p in row["prizes"]]} for row in rows]


@api.get(BASE + "/changes", response={200: list[ChangeOut], **ANSWERS})
def changes(request: HttpRequest, event: str, tournament: str, after: JournalNumber = 0) -> Any:
    """What has happened since a journal number, the oldest first: rounds out and closed, results, what was undone."""
    return changes_of(find(request, event, tournament).pk, after)


@api.get(BASE + "/changes.ndjson", response=ANSWERS)
def changes_as_they_come(
    request: HttpRequest, event: str, tournament: str, after: JournalNumber = 0
) -> HttpResponseBase:
    """The same as a stream that stays open: a line of JSON for each change, an empty one now and then."""
    section = find(request, event, tournament)

    def allowed() -> bool:
        return may_see(request, section, store.state_of(section.pk))

    answer = StreamingHttpResponse(
        lines(section.pk, after, allowed), content_type="application/x-ndjson; charset=utf-8"
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer
