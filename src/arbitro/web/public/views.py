"""The public pages: what is on, pairings, standings, cross table, player, teams, statistics."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.desk.models import Event, Section
from arbitro.errors import ArbitroError
from arbitro.formats.teams import matches as team_matches
from arbitro.model import Outcome, Sex, Tournament, show
from arbitro.standings import crosstable as make_crosstable
from arbitro.standings import explain, player_group, printed, team_standings, within
from arbitro.web import charts
from arbitro.web.explanations import explanations_of
from arbitro.web.numbers import kept, norm_rows, ranking, rating_rows
from arbitro.web.public.pages import Page, page


def home(request: HttpRequest) -> HttpResponse:
    """What is on: the public tournaments, the newest first; a search by name."""
    wanted = request.GET.get("q", "").casefold()
    rows = []
    for section in Section.objects.select_related("event").order_by("-event__created", "place")[:200]:
        state = store.state_of(section.pk)
        text = f"{state.settings.name} {section.event.name} {state.settings.city}".casefold()
        if state.settings.public and wanted in text:
            rows.append({"section": section, "state": state})
    return render(request, "public/home.html", {"rows": rows, "query": wanted})


def event(request: HttpRequest, event: str) -> HttpResponse:
    """An event with one tournament goes straight to it."""
    found = get_object_or_404(Event, slug=event)
    shown = [s for s in found.sections.all() if store.state_of(s.pk).settings.public]
    if not shown:
        raise Http404
    if len(shown) == 1:
        return redirect("section", found.slug, shown[0].slug)
    rows = [{"section": s, "state": store.state_of(s.pk)} for s in shown]
    return render(request, "public/event.html", {"event": found, "rows": rows})


@page
def section(page: Page) -> HttpResponse:
    """The tournament's home: the round being played, the leaders, what to know."""
    current = page.state.current
    context: dict[str, Any] = {"tab": "home", "leaders": _standing_rows(page, None)[:10]}
    if current is not None:
        context |= {"round": current, "rows": pairing_rows(page, current.number)}
    return page.render("public/section.html", context)


def pairing_rows(page: Page, number: int) -> list[dict[str, Any]]:
    """The boards of a round as the public sees them."""
    from arbitro.desk.commands.results import sign_of

    state, event = page.state, page.tournament
    rows = []
    for n, board in state.round(number).boards.items():
        seats = []
        for id in (board.white, board.black):
            no = state.numbers.get(id)
            if no is None:
                seats.append(None)
            else:
                seats.append({"number": no, "player": event.player(no), "points": event.score(no, number - 1)})
        rows.append(
            {
                "board": n,
                "white": seats[0],
                "black": seats[1],
                "result": sign_of(board) if board.finished else "",
                "by_hand": board.by_hand,
                "match": board.match,
            }
        )
    return rows


@page
def round(page: Page, number: int) -> HttpResponse:
    """The pairings and results of a round, by board or by name."""
    if not 1 <= number <= len(page.state.rounds):
        raise Http404
    current = page.state.round(number)
    rows = pairing_rows(page, number)
    if page.request.GET.get("by") == "name":
        people = []
        for row in rows:
            for colour, mine, theirs in (("w", row["white"], row["black"]), ("b", row["black"], row["white"])):
                if mine:
                    people.append({"seat": mine, "colour": colour, "opponent": theirs, "board": row["board"]})
        people.sort(key=lambda p: p["seat"]["player"].name.casefold())
        return page.render("public/round_names.html", {"round": current, "people": people, "tab": "round"})
    byes = [(page.state.entrants[id], o) for id, o in current.absent.items() if o is not Outcome.ABSENT]
    context = {
        "round": current,
        "rows": rows,
        "bye": page.state.entrants.get(current.bye) if current.bye else None,
        "byes": byes,
        "tab": "round",
        "matches": _matches(page.tournament, number),
    }
    return page.render("public/round.html", context)


def _matches(event: Tournament, number: int) -> list[dict[str, Any]]:
    if not event.teams:
        return []
    try:
        found = team_matches(event, number)
    except ArbitroError:
        return []
    return [
        {
            "first": event.team(m.pair.white).name,
            "second": event.team(m.pair.black).name,
            "score": m.game_points,
        }
        for m in found
    ]


def _standing_rows(page: Page, after: int | None) -> list[dict[str, Any]]:
    """Lines of the standings with names; excluded players are left out (verification 197)."""
    table = ranking(page.section.pk, after)
    state, event = page.state, page.tournament
    out = {state.numbers[e.id] for e in state.entrants.values() if e.excluded and e.id in state.numbers}
    gone = {
        state.numbers[e.id] for e in state.entrants.values() if e.withdrawn_after is not None and e.id in state.numbers
    }
    rows = []
    last = None
    for row in table.rows:
        if row.number in out:
            continue
        rows.append(
            {
                "rank": row.rank,
                "tied": row.rank == last,
                "number": row.number,
                "player": event.player(row.number),
                "points": row.points,
                "values": [printed(t, row.values[str(t)]) if str(t) in row.values else "" for t in table.tiebreaks],
                "gone": row.number in gone,
            }
        )
        last = row.rank
    return rows


@page
def standings(page: Page) -> HttpResponse:
    """Standings after any round, filtered by category, federation or club; every value opens its sum."""
    wanted = page.request.GET
    after = int(wanted["after"]) if wanted.get("after", "").isdigit() else None
    if after is not None and not 0 <= after <= len(page.state.rounds):
        raise Http404
    rows = kept(("rows", page.section.pk, page.number, after), lambda: _standing_rows(page, after))
    group = wanted.get("group", "")
    if group:
        rows = _filtered(page, rows, group)
    context = {
        "tab": "standings",
        "rows": rows,
        "names": [str(t) for t in ranking(page.section.pk, after).tiebreaks],
        "after": after if after is not None else len(page.state.rounds),
        "group": group,
        "groups": _groups(page),
        "teams": _team_rows(page) if page.tournament.teams else [],
    }
    return page.render("public/standings.html", context)


def _groups(page: Page) -> list[tuple[str, str]]:
    """The groups that this field can be filtered by."""
    players = page.tournament.players
    found = []
    if any(p.sex is Sex.FEMALE for p in players):
        found.append(("women", _("Women")))
    federations = Counter(p.federation for p in players if p.federation)
    if len(federations) > 1:
        found += [(f"fed:{f}", f) for f, _n in federations.most_common(12)]
    clubs = Counter(p.club for p in players if p.club)
    found += [(f"club:{c}", c) for c, n in clubs.most_common(12) if n > 1]
    if any(p.birth_year for p in players):
        found += [(name, name) for name in ("U12", "U14", "U16", "U18", "U20", "S50", "S65")]
    return found


def _filtered(page: Page, rows: list[dict[str, Any]], group: str) -> list[dict[str, Any]]:
    if group.startswith("fed:"):
        return [row for row in rows if row["player"].federation == group[4:]]
    if group.startswith("club:"):
        return [row for row in rows if row["player"].club == group[5:]]
    try:
        chosen = within(ranking(page.section.pk), page.tournament, player_group(group))
    except ArbitroError:
        return rows
    numbers = {row.number for row in chosen.rows}
    return [row for row in rows if row["number"] in numbers]


def _team_rows(page: Page) -> list[dict[str, Any]]:
    names = [name for name in page.state.settings.tiebreaks if name in ("GP", "BH", "SB", "DE", "MP")]
    try:
        table = team_standings(page.tournament, [n for n in names if n == "GP"] or ["GP"])
    except ArbitroError:
        return []
    return [
        {"rank": r.rank, "team": page.tournament.team(r.number), "points": r.points, "values": list(r.values.values())}
        for r in table.rows
    ]


@page
def sums(page: Page, player: int) -> HttpResponse:
    """The sum behind every tie-break of a player."""
    if player not in page.tournament.index:
        raise Http404
    names = [str(t) for t in ranking(page.section.pk).tiebreaks]
    breakdowns = explain(page.tournament, player, names, edition=page.state.settings.editions.tiebreaks)
    context = {
        "player": page.tournament.player(player),
        "breakdowns": [(b, printed(b.tiebreak, b.value)) for b in breakdowns],
        "tab": "standings",
    }
    return page.render("public/sums.html", context)


@page
def crosstable(page: Page) -> HttpResponse:
    """The cross table in the style of the format."""
    table = make_crosstable(
        page.tournament, page.state.settings.tiebreaks[:2], edition=page.state.settings.editions.tiebreaks
    )
    return page.render("public/crosstable.html", {"table": table, "tab": "table"})


@page
def players(page: Page) -> HttpResponse:
    """The start list; no private data."""
    order = page.request.GET.get("by", "number")
    listed = list(page.tournament.players)
    if order == "name":
        listed.sort(key=lambda p: p.name.casefold())
    elif order == "federation":
        listed.sort(key=lambda p: (p.federation, p.number))
    waiting = [] if listed else sorted(page.state.entrants.values(), key=lambda e: (-e.player.rating, e.name))
    return page.render("public/players.html", {"players": listed, "entrants": waiting, "tab": "players", "by": order})


@page
def player(page: Page, number: int) -> HttpResponse:
    """A player's card: games, colours, rating change, norm chances, progress, and why each pairing."""
    event = page.tournament
    if number not in event.index:
        raise Http404
    games = []
    for r in event.rounds_of(number):
        reasons = explanations_of(page.section.pk, r.round)
        key = frozenset((number, r.opponent)) if r.opponent else frozenset((number,))
        games.append(
            {
                "round": r.round,
                "opponent": event.player(r.opponent) if r.opponent else None,
                "colour": r.colour,
                "outcome": r.outcome,
                "points": event.points_of(r),
                "score": event.score(number, r.round),
                "why": reasons.get(key),
            }
        )
    rating = next((row for row in rating_rows(event, page.state) if row["number"] == number), None)
    context = {
        "player": event.player(number),
        "games": games,
        "rating": rating,
        "norms": kept(("norms", page.section.pk, page.number, number), lambda: norm_rows(event, number)),
        "chart": charts.progress(event, number),
        "rank": next((r.rank for r in ranking(page.section.pk).rows if r.number == number), None),
        "tab": "players",
    }
    return page.render("public/player.html", context)


@page
def teams(page: Page) -> HttpResponse:
    """Teams with their players and points."""
    event = page.tournament
    rows = [
        {"team": team, "players": [(event.player(n), event.score(n)) for n in team.players if n in event.index]}
        for team in event.teams
    ]
    return page.render("public/teams.html", {"teams": rows, "table": _team_rows(page), "tab": "teams"})


@page
def statistics(page: Page) -> HttpResponse:
    """Who came, how the games ended: as pictures and figures."""
    event = page.tournament
    results = Counter()
    for number in range(1, event.rounds_paired + 1):
        for game in event.games(number):
            if game.white_outcome.played and game.white_outcome.finished:
                results[game.white_outcome.worth.value] += 1
    context = {
        "tab": "statistics",
        "ratings": charts.histogram([p.rating for p in event.players if p.rating]),
        "federations": charts.bars(Counter(p.federation for p in event.players if p.federation).most_common(15)),
        "results": charts.bars(
            [(_("White"), results["win"]), (_("Draw"), results["draw"]), (_("Black"), results["loss"])]
        ),
        "games": sum(results.values()),
        "average": sum(p.rating for p in event.players if p.rating)
        // max(1, sum(1 for p in event.players if p.rating)),
        "points": show,
    }
    return page.render("public/statistics.html", context)
