"""The games of a tournament for programs: JSON, PGN, and a stream of a round that is played."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import re_path
from ninja import Path, Schema

from arbitro.desk.games import games_for_pgn, of_round
from arbitro.games import as_json, write_pgn
from arbitro.web.public.api import Problem, RoundNumber, api, nowhere, page_of
from arbitro.web.public.game_stream import stream
from arbitro.web.public.pages import Page

__all__ = ["api"]  # with the games
PGN = "application/x-chess-pgn; charset=utf-8"
BoardNumber = Annotated[int, Path(ge=1, le=100_000)]
BASE = "/tournaments/{event}/{tournament}/rounds/{round}"


class MoveOut(Schema):
    san: str
    uci: str
    fen: str
    clock: int | None


class GameOut(Schema):
    board: int
    white: str
    black: str
    result: str
    termination: str
    source: str
    start: str
    stopped: str
    rest: str
    moves: list[MoveOut]


def _round(request: HttpRequest, event: str, tournament: str, round: int) -> Page:
    page = page_of(request, event, tournament)
    if round > len(page.state.rounds) or not page.state.round(round).published:
        raise Http404
    return page


@api.get(BASE + "/games", response={200: list[GameOut], 404: Problem})
def games_of_round(request: HttpRequest, event: str, tournament: str, round: RoundNumber) -> Any:
    """The games of a round whose moves are known, those in play too."""
    page = _round(request, event, tournament, round)
    return [{"board": board, **as_json(game)} for board, game in of_round(page.section.pk, round).items()]


@api.get(BASE + "/games.pgn", response={404: Problem})
def pgn_of_round(request: HttpRequest, event: str, tournament: str, round: RoundNumber) -> Any:
    """A round as PGN: every board, with moves where they are known."""
    page = _round(request, event, tournament, round)
    live = of_round(page.section.pk, round)
    return HttpResponse(write_pgn(games_for_pgn(page.state, round=round, live=live)), content_type=PGN)


@api.get(BASE + "/games.ndjson", response={404: Problem})
def follow_round(
    request: HttpRequest, event: str, tournament: str, round: RoundNumber, board: int | None = None
) -> HttpResponseBase:
    """A round as it is played, a line for each change; it ends with the last result."""
    return stream(request, event, tournament, round, board)


@api.get(BASE + "/games/{board}", response={200: GameOut, 404: Problem})
def game_of_board(request: HttpRequest, event: str, tournament: str, round: RoundNumber, board: BoardNumber) -> Any:
    """The game of a board with every position."""
    page = _round(request, event, tournament, round)
    game = of_round(page.section.pk, round, board).get(board)
    if game is None:
        raise Http404
    return {"board": board, **as_json(game)}


from arbitro.web.public import api_files, api_more  # noqa: E402, F401  (they add their end points)

urlpatterns = [
    *(url for url in api.urls[0] if getattr(url, "name", "") != "api-root"),
    re_path("", nowhere, name="api-root"),
]
