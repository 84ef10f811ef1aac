"""The public pages: what is on, pairings, players, statistics. Standings: `tables`; the hall's screens: `screens`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.desk.commands.rounds import rounds_left
from arbitro.desk.game_statistics import game_statistics
from arbitro.desk.games import by_board, keys_of_player
from arbitro.desk.games import shown as shown_games
from arbitro.desk.models import Event
from arbitro.desk.settings import start_of_round
from arbitro.desk.state import GameKey, State
from arbitro.desk.tables import withdrawn_of
from arbitro.desk.words import start_array
from arbitro.i18n import speaking
from arbitro.model import Outcome, Player, Sex, System
from arbitro.web import charts
from arbitro.web.bracket import round_title
from arbitro.web.diagrams import written
from arbitro.web.figures import reasons_of
from arbitro.web.kept import Again, Kept
from arbitro.web.models import Series
from arbitro.web.public import rows as html
from arbitro.web.public.meetings import people, public_states
from arbitro.web.public.pages import Page, find, page
from arbitro.web.public.pages import by_name as section_by_name
from arbitro.web.public.rows import by_name, matches_of, pairing_rows
from arbitro.web.public.tables import kept_query, lines, ranked, team_rows, team_tiebreaks
from arbitro.web.public.words import folded, seat_words
from arbitro.web.push import public_key

BOARDS_AT_HOME, LEADERS = 12, 10
RANK = "<!--rank-->"  # where it stands in a page that is made again; no name holds a tag


# -- what is on


def api_reference(request: HttpRequest) -> HttpResponse:
    """The page about the API, which is loaded when it is first asked for."""
    from arbitro.web.public import api_games  # noqa: F401  (it adds to what the page tells of)
    from arbitro.web.public.api import reference

    return reference(request)


def home(request: HttpRequest) -> HttpResponse:
    """What is on and what has been: the public tournaments, the newest first; a search for them and their players."""
    query = request.GET.get("q", "")[:100]
    states = public_states()
    listed: list[dict[str, Any]] = [
        {"section": section, "event": section.event, "state": state}
        for section, state in states
        if folded(query) in folded(f"{state.settings.name} {section.event.name} {state.settings.city}")
    ]
    context = {
        "rows": [row for row in listed if not _is_over(row["state"])],
        "past": [row for row in listed if _is_over(row["state"])],
        "people": people(query, states),
        "series": [] if query else Series.objects.order_by("name"),
        "query": query,
    }
    return render(request, "public/home.html", context)


def _is_over(state: State) -> bool:
    """Closed by its arbiter, or its last day is gone with every round played."""
    settings = state.settings
    played = len(state.rounds) >= settings.rounds and not any(round.missing for round in state.rounds)
    return state.closed or (played and bool(settings.end) and settings.end < timezone.localdate().isoformat())


def event(request: HttpRequest, event: str) -> HttpResponse:
    """The tournaments of an event; one with a single tournament goes straight to it."""
    found = get_object_or_404(Event, slug=event)
    states = [(section, store.state_of(section.pk)) for section in found.sections.all()]
    public = [(section, state) for section, state in states if state.settings.public]
    if not public:
        raise Http404
    if len(public) == 1:
        return redirect("section", found.slug, public[0][0].slug)
    listed = [{"section": section, "event": found, "state": state} for section, state in public]
    return render(request, "public/event.html", {"event": found, "rows": listed})


def may_listen(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """May this visitor hear of the tournament? The stream itself is answered before Django (`web.live`)."""
    find(request, event, section)
    return HttpResponse(status=204)


@page
def section(page: Page) -> HttpResponse:
    """The tournament's home: the round being played, the leaders, what to know."""
    current = page.state.current
    context: dict[str, Any] = {"tab": "home"}
    if current is not None:
        boards = pairing_rows(page, current.number)
        open_boards = [row for row in boards if not row["result"]]
        context |= {
            "round": current,
            "boards": len(boards),
            "finished": len(boards) - len(open_boards),
            "lines": html.pairing_lines(
                page.base,
                boards[:BOARDS_AT_HOME],
                matches_of(page, current),
                by_board(shown_games(page.section.pk, page.state, current.number)),
            ),
            "more": len(boards) > BOARDS_AT_HOME,
            "leaders": lines(page, ranked(page, None)[:LEADERS]),
            "teams": team_rows(page)[:LEADERS],
            "team_tiebreaks": team_tiebreaks(page),
        }
    times = page.state.settings.round_times
    coming = len(page.state.rounds) + 1
    context["next_round"] = coming if rounds_left(page.state) else None
    context["next_time"] = times[coming - 1] if coming <= len(times) else ""
    context["head"] = store.head(page.section.pk)
    return page.render("public/section.html", context)


# -- pairings


@page
def round(page: Page, number: int) -> HttpResponse:
    """The pairings and results of a round, by board or by name."""
    if not 1 <= number <= len(page.state.rounds):
        raise Http404
    current = page.state.round(number)
    boards = pairing_rows(page, number)
    if page.request.GET.get("by") == "name":
        people = by_name(boards)
        return page.render("public/round_names.html", {"round": current, "people": people, "tab": "round"})
    shown = page.first_lines(boards)
    byes = [(page.state.entrants[id], o) for id, o in current.absent.items() if o is not Outcome.ABSENT]
    if current.bye is not None and current.bye in page.state.entrants:
        byes.insert(0, (page.state.entrants[current.bye], Outcome.PAIRING_BYE))
    context = {
        "round": current,
        "stage_title": round_title(page.tournament, number) if page.tournament.system is System.KNOCKOUT else "",
        "graph": _graph(page, boards),
        "lines": html.pairing_lines(
            page.base,
            shown,
            matches_of(page, current),
            games := by_board(shown_games(page.section.pk, page.state, number)),
        ),
        "games": len(games),
        "boards": len(boards),
        "shown": len(shown),
        "finished": len(boards) - current.missing,
        "start_array": start_array(page.state, number),
        "byes": byes,
        "tab": "round",
    }
    return page.render("public/round.html", context)


def _graph(page: Page, boards: list[dict[str, Any]]) -> str:
    """The score groups of a Swiss round and who was paired out of their own; Keizer pairs by places, not by scores."""
    settings = page.state.settings
    if not settings.system.is_swiss or settings.system is System.KEIZER or settings.team_boards:
        return ""
    return charts.brackets(
        [(row["white"]["points"], row["black"]["points"]) for row in boards if row["white"] and row["black"]]
    )


# -- players


def _matching(page: Page, query: str) -> list[Player]:
    """The players whose name holds every word of the query, or whose number or FIDE ID it is."""
    words = folded(query).split()
    return [
        p
        for p in page.tournament.players
        if query in (str(p.number), p.fide_id) or all(word in folded(p.name) for word in words)
    ]


@page
def players(page: Page) -> HttpResponse:
    """The start list and the search in it; a search that finds one player opens the card."""
    wanted = page.request.GET
    query = wanted.get("q", "").strip()[:100]
    listed = _matching(page, query) if query else list(page.tournament.players)
    if query and len(listed) == 1 and not page.partial:
        return redirect("player", page.event.slug, page.section.slug, listed[0].number)
    order = wanted.get("by", "number")
    if order == "name":
        listed.sort(key=lambda p: folded(p.name))
    elif order == "federation":
        listed.sort(key=lambda p: (p.federation or "~", p.number))
    waiting = []
    if not page.tournament.players:
        waiting = [e for e in page.state.entrants.values() if e.confirmed and folded(query) in folded(e.name)]
        waiting.sort(key=lambda e: (-e.player.rating, e.name))
    shown = page.first_lines(listed)
    context = {
        "lines": html.player_rows(page.base, shown, withdrawn_of(page.state)),
        "total": len(listed) or len(waiting),
        "shown": len(shown),
        "listed": bool(page.tournament.players),
        "entrants": waiting,
        "tab": "players",
        "by": order,
        "query_all": kept_query(page, "by", "q").rstrip("&"),
        "query": query,
    }
    return page.render("public/players.html", context)


def _in_play(page: Page) -> tuple[int, dict[int, dict[str, Any]]]:
    """The round in play and its boards without a result, by the numbers of those who sit there."""
    current = page.state.current
    if current is None:
        return 0, {}
    rows = [row for row in pairing_rows(page, current.number) if not row["result"]]
    return current.number, {seat["number"]: row for row in rows for seat in (row["white"], row["black"]) if seat}


def _seat(page: Page, number: int) -> dict[str, Any] | None:
    """Where somebody plays now: the board of the last round while it has no result."""
    current, seats = page.figures.once("seats", lambda: _in_play(page))
    row = seats.get(number)
    if row is None:
        return None
    white = bool(row["white"]) and row["white"]["number"] == number
    times = page.state.settings.round_times
    opponent = row["black"] if white else row["white"]
    return {
        "board": row["label"],
        "news": seat_words(current, row["label"], white, opponent["player"].name if opponent else "–"),
        "colour": "w" if white else "b",
        "opponent": opponent,
        "round": current,
        "when": times[current - 1] if len(times) >= current else "",
        "start": start.isoformat() if (start := start_of_round(page.state.settings, current)) else "",
    }


@page
def player(page: Page, number: int) -> HttpResponse:
    """A player's card: games, colours, rating change, norm chances, progress; each pairing can be asked why."""
    if number not in page.tournament.index:
        raise Http404
    address = page.request.build_absolute_uri()
    context = card(page, number, address)
    if not page.partial or page.request.user.is_authenticated:
        return page.render("public/player.html", context)
    made_of, rank = _changing(page, context)
    response = page.render("public/player.html", context | {"rank": rank and mark_safe(RANK)})
    around = response.content.split(RANK.encode())
    response.content = rank.encode().join(around)
    look = partial(_look, get_language() or "es", (page.event.slug, page.section.slug), number, address)
    response.again = Again(look, made_of, around)  # type: ignore[attr-defined]  # for the front
    return response


def _changing(page: Page, shown: Mapping[str, Any]) -> tuple[tuple[Any, ...], str]:
    """All that the changing part of a player's page is made of, but for the rank; and the rank."""
    parts = page.tabs(shown["tab"]), shown["kept_top"], shown["kept_chart"], shown["kept_card"]
    return (*parts, shown["score"], bool(shown["rank"])), str(shown["rank"] or "")


def _look(language: str, of: tuple[str, str], number: int, address: str) -> tuple[tuple[Any, ...], str]:
    with override(language), speaking(language[:2]):
        page = Page(HttpRequest(), section_by_name(*of))
        if number not in page.tournament.index:
            raise Http404
        return _changing(page, card(page, number, address))


def _rest(page: Page, number: int) -> str:
    """In words that somebody does not play in the round in play; nothing once it is over."""
    current = page.state.current
    if current is None or not current.missing:
        return ""
    id = page.state.by_number(number).id
    absence = Outcome.PAIRING_BYE if current.bye == id else current.absent.get(id)
    if absence is None or (absence is Outcome.ABSENT and page.state.settings.system is System.KNOCKOUT):
        return ""  # in a knock-out others play off: whoever is not among them is through, or out
    text = _("Round {n}: not paired") if absence is Outcome.ABSENT else _("Round {n}: bye")
    return text.format(n=current.number)


def card(page: Page, number: int, address: str) -> dict[str, Any]:
    """What a player's card shows; `address` is where everybody finds it."""
    event = page.tournament
    figures, who = page.figures, event.player(number)
    played = html.shown_rounds(event, number, len(page.state.rounds))
    norms, rank, leading = figures.norms(number), figures.rank_of(number), figures.leading_scores()
    seat, rating = _seat(page, number), figures.rating_of(number)
    results, rest = sum(r.outcome.finished for r in played), _rest(page, number)
    gone = number in figures.once("withdrawn", lambda: withdrawn_of(page.state))
    everybody, key = (event.players, page.state.settings), (page.section.pk, number, get_language(), address)
    made_of = (*everybody, played, norms, rating, bool(seat), keys_of_player(page.state, number))

    def curve() -> str:
        return charts.ratings(who.name, rating["rating"], rating["steps"]) if rating else ""

    return {
        "address": address,
        "push_key": public_key(),
        "results": results,
        "kept_top": Kept(
            ("top", *key), (*everybody, seat, rest, gone, results)
        ),  # the rank between them is anew each time
        "kept_chart": Kept(("chart", *key), (*everybody, played, leading)),
        "kept_card": Kept(("card", *key), made_of),
        "player": who,
        "gone": gone,
        "seat": seat,
        "rest": rest,
        "cells": lambda: mark_safe(html.cells(event, number, len(page.state.rounds))),
        "games": cache(lambda: html.game_rows(page, number, played)),
        "curve": cache(curve),
        "score": event.score(number),
        "rating": rating,
        "norms": norms,
        "chart": cache(lambda: charts.progress(event, number, *leading)),
        "colours": cache(lambda: charts.colours(event, number)),
        "rank": rank,
        "field": len(event.players),
        "tab": "players",
    }


def _paired(page: Page, number: int, opponent: int | None) -> frozenset[int]:
    """Who was paired, by number: two players, or their teams; one alone for the bye."""
    pair = [n for n in (number, opponent) if n is not None]
    if page.state.settings.system is System.TEAM:
        return frozenset(team for n in pair if (team := page.tournament.player(n).team) is not None)
    return frozenset(pair)


@page
def why(page: Page, number: int, round: int) -> HttpResponse:
    """Why this opponent, this colour, this float, this bye: the account of one pairing."""
    event = page.tournament
    if number not in event.index or not 1 <= round <= len(page.state.rounds):
        raise Http404
    met = event.round_of(number, round)
    boards = page.state.round(round).boards.values()
    numbers = page.state.numbers
    context = {
        "player": event.player(number),
        "opponent": event.player(met.opponent) if met.opponent else None,
        "round_number": round,
        "reason": reasons_of(page.section.pk, page.state, round).get(_paired(page, number, met.opponent)),
        "board": next((b for b in boards if number in (numbers.get(b.white), numbers.get(b.black))), None),
        "tab": "players",
    }
    return page.render("public/why.html", context)


@page
def statistics(page: Page) -> HttpResponse:
    """Who came, how the games ended: as pictures and figures."""
    event = page.tournament
    results: Counter[str] = Counter()
    for number in range(1, event.rounds_paired + 1):
        for game in event.games(number):
            if game.white_outcome.played and game.white_outcome.finished:
                results[game.white_outcome.worth.value] += 1
    rated = [p.rating for p in event.players if p.rating]
    federations = Counter(p.federation for p in event.players if p.federation)
    context = {
        "tab": "statistics",
        "ratings": charts.histogram(rated),
        "federations": charts.bars(federations.most_common(15)),
        "results": charts.bars(
            [(_("White"), results["win"]), (_("Draws"), results["draw"]), (_("Black"), results["loss"])]
        ),
        "games": sum(results.values()),
        "average": sum(rated) // len(rated) if rated else None,
        "rated": len(rated),
        "women": sum(p.sex is Sex.FEMALE for p in event.players),
        "titled": sum(bool(p.title.value) for p in event.players),
        "countries": len(federations),
        "moves": _moves(page),
    }
    return page.render("public/statistics.html", context)


def _numbered(moves: Sequence[str]) -> str:
    """First moves with their numbers, in the reader's piece letters."""
    words = [f"{ply // 2 + 1}. {written(san)}" if ply % 2 == 0 else written(san) for ply, san in enumerate(moves)]
    return " ".join(words)


def _moves(page: Page) -> dict[str, object] | None:
    """What the moves of the games say; nothing while no moves are known."""
    if not page.state.games:
        return None
    statistics = game_statistics(page.state)

    def named(key: GameKey) -> dict[str, object]:
        board = page.state.round(key[0]).boards[key[1]]
        names = [page.state.entrants[id].name for id in (board.white, board.black)]
        return {"round": key[0], "board": key[1], "names": " – ".join(names)}

    return {
        "games": statistics.games,
        "openings": [(_numbered(opening.moves), opening) for opening in statistics.openings],
        "shortest": statistics.shortest and {**named(statistics.shortest[0]), "moves": statistics.shortest[1]},
        "longest": statistics.longest and {**named(statistics.longest[0]), "moves": statistics.longest[1]},
        "dead": [{**named(key), "move": move} for key, move in statistics.dead],
        "illegal": [{**named(key), "move": move} for key, move in statistics.illegal],
    }
