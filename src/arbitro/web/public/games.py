"""The games of a tournament as PGN: all, of a round, of a player. A round's file grows while it is played."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse

from arbitro.desk.games import games_for_pgn, of_round
from arbitro.games import RecordedGame, write_pgn
from arbitro.web.public.pages import Page, find, page


def _answer(
    page: Page,
    name: str,
    *,
    round: int | None = None,
    player: int | None = None,
    live: Mapping[int, RecordedGame] | None = None,
) -> HttpResponse:
    text = write_pgn(games_for_pgn(page.state, round=round, player=player, live=live))
    response = HttpResponse(text, content_type="application/x-chess-pgn; charset=utf-8")
    file = "-".join(part for part in (page.event.slug, page.section.slug, name) if part)
    response["Content-Disposition"] = f'attachment; filename="{file}.pgn"'
    return response


@page
def pgn(page: Page) -> HttpResponse:
    """Every published board, with its moves where they are known."""
    return _answer(page, "")


def round_pgn(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """A round: what broadcast services and programs of electronic boards follow by address. Always as it is now."""
    page = Page(request, find(request, event, section))
    if page.state.published_round(number) is None:
        raise Http404
    response = _answer(page, f"round-{number}", round=number, live=of_round(page.section.pk, number))
    response["Cache-Control"] = "no-store"
    return response


@page
def player_pgn(page: Page, number: int) -> HttpResponse:
    if number not in page.state.numbers.values():
        raise Http404
    return _answer(page, f"player-{number}", player=page.state.by_number(number).id)
