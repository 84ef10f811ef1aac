"""Pages that bring together: a team's matches with their line-ups, two players, a search over the whole site."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse

from arbitro.desk import store
from arbitro.desk.commands.results import sign_of
from arbitro.desk.models import Section
from arbitro.desk.state import State
from arbitro.model import Player
from arbitro.web.public.pages import Page, page
from arbitro.web.public.rows import matches_of, pairing_rows, turned
from arbitro.web.public.tables import team_rows
from arbitro.web.public.words import folded

MOST_FOUND = 40


@page
def team(page: Page, number: int) -> HttpResponse:
    """A team: its players, and each match with both line-ups, seen from this side."""
    event = page.tournament
    if number not in {team.number for team in event.teams}:
        raise Http404
    mine = event.team(number)
    played = []
    for current in page.state.rounds:
        for match in matches_of(page, current):
            if mine not in (match.first, match.second):
                continue
            other = match.second if match.first == mine else match.first
            points = (match.first_points, match.second_points)
            boards = [
                _line(row, mine.players) for row in pairing_rows(page, current.number) if row["match"] == match.index
            ]
            played.append({"round": current.number, "other": other, "boards": boards,
                           "points": points if match.first == mine else points[::-1]})  # fmt: skip
    context = {
        "team": mine,
        "standing": next((row for row in team_rows(page) if row["team"].number == number), None),
        "players": [(event.player(n), event.score(n)) for n in mine.players if n in event.index],
        "matches": played,
        "tab": "teams",
    }
    return page.render("public/team.html", context)


def _line(row: dict[str, Any], players: Any) -> dict[str, Any]:
    """A board with our player first."""
    ours = row["white"] and row["white"]["number"] in players
    sides = ("white", "black") if ours else ("black", "white")
    sign = row["result"] if ours else turned(row["result"])
    return {"label": row["label"], "colour": sides[0][0], "mine": row[sides[0]], "other": row[sides[1]], "result": sign}


# -- two players


@page
def versus(page: Page) -> HttpResponse:
    """Two players side by side, and their games against each other in all public tournaments of the site."""
    event = page.tournament
    pair = [page.whole_number(name, 9999) or 0 for name in ("a", "b")]
    chosen = [event.player(n) if n in event.index else None for n in pair]
    context: dict[str, Any] = {"players": event.players, "chosen": pair, "tab": "players"}
    first, second = chosen
    if first and second and first != second:
        games = met(first, second)
        context |= {
            "sides": [{"player": p, "rank": page.figures.rank_of(p.number), "score": event.score(p.number)}
                      for p in (first, second)],
            "games": games,
            "won": [sum(game["sign"].startswith(start) for game in games) for start in ("1-0", "½", "0-1")],
        }  # fmt: skip
    return page.render("public/versus.html", context)


def public_states() -> list[tuple[Section, State]]:
    """The public tournaments of the site, the newest first."""
    sections = Section.objects.select_related("event").order_by("-event__created", "place")[:200]
    states = [(section, store.state_of(section.pk)) for section in sections]
    return [(section, state) for section, state in states if state.settings.public]


def met(first: Player, second: Player) -> list[dict[str, Any]]:
    """The games of two people, the newest tournament first; the result as the first of them has it."""
    games = []
    for section, state in public_states():
        ids = [_same(state, person) for person in (first, second)]
        if None in ids:
            continue
        for round in state.rounds:
            for board in round.boards.values():
                if round.published and {board.white, board.black} == {*ids}:
                    sign = sign_of(board) if board.finished else ""
                    white = board.white == ids[0]
                    told = {"colour": "w" if white else "b", "sign": sign if white else turned(sign)}
                    games.append({"section": section, "name": state.settings.name, "round": round.number} | told)
    return games


def _same(state: State, person: Player) -> int | None:
    """A person among the entrants of a tournament: by the FIDE number, else by the name."""
    for id, entrant in state.entrants.items():
        if entrant.player.fide_id == person.fide_id if person.fide_id else folded(entrant.name) == folded(person.name):
            return id
    return None


# -- the whole site


def people(query: str, states: list[tuple[Section, State]]) -> list[dict[str, Any]]:
    """Players of public tournaments whose names have every word of a query."""
    words = folded(query).split()
    if not words or len(query.strip()) < 3:
        return []
    namesakes = []
    for section, state in states:
        for id, number in state.numbers.items():
            if all(word in folded(state.entrants[id].name) for word in words):
                namesakes.append(
                    {"section": section, "state": state, "number": number, "name": state.entrants[id].name}
                )
                if len(namesakes) == MOST_FOUND:
                    return namesakes
    return namesakes
