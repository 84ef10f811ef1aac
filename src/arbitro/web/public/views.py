"""The public pages: what is on, pairings, standings, cross table, player, teams, statistics."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from arbitro.desk import store
from arbitro.desk.commands.results import sign_of
from arbitro.desk.models import Event, Section
from arbitro.errors import ArbitroError
from arbitro.formats.teams import matches as team_matches
from arbitro.i18n import current_language
from arbitro.model import Outcome, Player, Sex, Tournament
from arbitro.standings import Row, TieBreak, explain, player_group, printed, team_standings, within
from arbitro.standings import crosstable as make_crosstable
from arbitro.web import charts
from arbitro.web.explanations import explanations_of
from arbitro.web.numbers import kept, norm_rows, ranking, rating_rows
from arbitro.web.public import rows as html
from arbitro.web.public.pages import Page, page
from arbitro.web.public.words import decimals

LINES = 200  # of a long table before "show all"
BOARDS_AT_HOME, LEADERS = 12, 10
AGE_GROUPS = ("U12", "U14", "U16", "U18", "U20", "S50", "S65")


def folded(text: str) -> str:
    """For searching: no capitals, no accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


# -- what is on


def home(request: HttpRequest) -> HttpResponse:
    """What is on: the public tournaments, the newest first; a search by name."""
    query = request.GET.get("q", "")[:100]
    found = Section.objects.select_related("event").order_by("-event__created", "place")[:200]
    listed = []
    for section in found:
        state = store.state_of(section.pk)
        text = f"{state.settings.name} {section.event.name} {state.settings.city}"
        if state.settings.public and folded(query) in folded(text):
            listed.append({"section": section, "event": section.event, "state": state})
    return render(request, "public/home.html", {"rows": listed, "query": query})


def event(request: HttpRequest, event: str) -> HttpResponse:
    """The tournaments of an event; one with a single tournament goes straight to it."""
    found = get_object_or_404(Event, slug=event)
    states = [(section, store.state_of(section.pk)) for section in found.sections.all()]
    listed = [{"section": s, "event": found, "state": state} for s, state in states if state.settings.public]
    if not listed:
        raise Http404
    if len(listed) == 1:
        return redirect("section", found.slug, listed[0]["section"].slug)
    return render(request, "public/event.html", {"event": found, "rows": listed})


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
            "lines": html.pairing_lines(page.base, boards[:BOARDS_AT_HOME]),
            "more": len(boards) > BOARDS_AT_HOME,
            "leaders": _lines(page, ranked(page, None)[:LEADERS], ()),
            "teams": _team_rows(page)[:LEADERS],
        }
    times = page.state.settings.round_times
    coming = len(page.state.rounds) + 1
    context["next_round"] = coming if coming <= page.state.settings.rounds else None
    context["next_time"] = times[coming - 1] if coming <= len(times) else ""
    return page.render("public/section.html", context)


# -- pairings


def pairing_rows(page: Page, number: int) -> list[dict[str, Any]]:
    """The boards of a round as the public sees them."""
    state, event = page.state, page.tournament
    before = event.scores(number - 1)

    def seat(id: int) -> dict[str, Any] | None:
        no = state.numbers.get(id)
        return None if no is None else {"number": no, "player": event.player(no), "points": before[no]}

    return [
        {
            "board": n,
            "white": seat(board.white),
            "black": seat(board.black),
            "result": sign_of(board) if board.finished else "",
            "by_hand": board.by_hand,
            "match": board.match,
        }
        for n, board in state.round(number).boards.items()
    ]


@page
def round(page: Page, number: int) -> HttpResponse:
    """The pairings and results of a round, by board or by name."""
    if not 1 <= number <= len(page.state.rounds):
        raise Http404
    current = page.state.round(number)
    boards = pairing_rows(page, number)
    if page.request.GET.get("by") == "name":
        people = []
        for row in boards:
            for colour, mine, theirs in (("w", row["white"], row["black"]), ("b", row["black"], row["white"])):
                if mine:
                    people.append({"seat": mine, "colour": colour, "opponent": theirs, "board": row["board"]})
        people.sort(key=lambda p: folded(p["seat"]["player"].name))
        return page.render("public/round_names.html", {"round": current, "people": people, "tab": "round"})
    shown = boards if "all" in page.request.GET else boards[:LINES]
    byes = [(page.state.entrants[id], o) for id, o in current.absent.items() if o is not Outcome.ABSENT]
    if current.bye is not None and current.bye in page.state.entrants:
        byes.insert(0, (page.state.entrants[current.bye], Outcome.PAIRING_BYE))
    context = {
        "round": current,
        "lines": html.pairing_lines(page.base, shown),
        "boards": len(boards),
        "shown": len(shown),
        "finished": len(boards) - current.missing,
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
            "first": event.team(m.first),
            "second": event.team(m.second),
            "score": (m.first_points, m.second_points),
        }
        for m in found
    ]


# -- standings


def left_out(page: Page) -> frozenset[int]:
    """The pairing numbers of those who were expelled: they are not ranked."""
    numbers = page.state.numbers
    return frozenset(numbers[e.id] for e in page.state.entrants.values() if e.excluded and e.id in numbers)


def _gone(page: Page) -> frozenset[int]:
    """The pairing numbers of those who have left the tournament."""
    numbers = page.state.numbers
    leavers = (e for e in page.state.entrants.values() if e.withdrawn_after is not None)
    return frozenset(numbers[e.id] for e in leavers if e.id in numbers)


def ranked(page: Page, after: int | None) -> tuple[Row, ...]:
    """The rows of the standings; excluded players are left out."""
    out = left_out(page)
    return tuple(row for row in ranking(page.section.pk, after).rows if row.number not in out)


def _lines(page: Page, shown: tuple[Row, ...], tiebreaks: tuple[TieBreak, ...], by_rank: bool = True) -> str:
    return html.standings_rows(page.base, page.tournament, shown, tiebreaks, _gone(page), by_rank)


@dataclass(frozen=True, slots=True)
class Column:
    """A head of the standings that sorts by its column."""

    name: str
    label: str
    style: str
    sorted: bool


def _columns(tiebreaks: tuple[TieBreak, ...], sort: str) -> list[Column]:
    fixed = [
        ("", _("Rk"), "num"),
        ("number", _("No."), "num wide"),
        ("name", _("Name"), ""),
        ("federation", _("Fed"), "wide"),
        ("rating", _("Rating"), "num wide"),
        ("points", _("Pts"), "num"),
    ]
    values = [(str(t), str(t), "num" if i == 0 else "num wide") for i, t in enumerate(tiebreaks)]
    return [Column(name, label, style, name == sort) for name, label, style in fixed + values]


def _sorted(page: Page, listed: tuple[Row, ...], sort: str) -> tuple[Row, ...]:
    """By another column than the rank: names and federations from A, numbers from the highest."""
    player = page.tournament.player
    match sort:
        case "number":
            return tuple(sorted(listed, key=lambda row: row.number))
        case "name":
            return tuple(sorted(listed, key=lambda row: folded(player(row.number).name)))
        case "federation":
            return tuple(sorted(listed, key=lambda row: player(row.number).federation or "~"))
        case "rating":
            return tuple(sorted(listed, key=lambda row: -player(row.number).rating))
        case "points":
            return listed
    known = [row for row in listed if not isinstance(row.values.get(sort), tuple | None)]
    others = [row for row in listed if isinstance(row.values.get(sort), tuple | None)]
    return (*sorted(known, key=lambda row: row.values[sort], reverse=True), *others)


def _kept_query(page: Page, *names: str) -> str:
    """The given parts of the query, ready to be followed by another."""
    values = {name: page.request.GET[name] for name in names if page.request.GET.get(name)}
    return f"{urlencode(values)}&" if values else ""


@page
def standings(page: Page) -> HttpResponse:
    """Standings after any round, by any column, of a category, federation or club; every value opens its sum."""
    wanted = page.request.GET
    after = page.whole_number("after", len(page.state.rounds))
    table = ranking(page.section.pk, after)
    listed = ranked(page, after)
    group = wanted.get("group", "")
    if group:
        listed = _filtered(page, listed, group)
    columns = _columns(table.tiebreaks, wanted.get("sort", ""))
    sort = next((column.name for column in columns if column.sorted), "")
    if sort:
        listed = _sorted(page, listed, sort)
    shown = listed if "all" in wanted else listed[:LINES]
    context = {
        "tab": "standings",
        "lines": _lines(page, shown, table.tiebreaks, not sort),
        "total": len(listed),
        "shown": len(shown),
        "columns": columns,
        "keep": _kept_query(page, "after", "group", "all"),
        "query_all": _kept_query(page, "after", "group", "sort").rstrip("&"),
        "after": after if after is not None else len(page.state.rounds),
        "asked": after,
        "group": group,
        "groups": _groups(page),
        "teams": _team_rows(page),
        "incomplete": bool(page.state.current and page.state.current.missing and after is None),
    }
    return page.render("public/standings.html", context)


_known_groups: dict[tuple[int, str], tuple[tuple[Player, ...], list[tuple[str, str]]]] = {}


def _groups(page: Page) -> list[tuple[str, str]]:
    """The groups that this field can be filtered by: found again when the players change, not with every result."""
    players = page.tournament.players
    key = (page.section.pk, current_language())
    before, found = _known_groups.get(key, ((), []))
    if before is not players:
        found = _find_groups(page)
        _known_groups[key] = (players, found)
    return found


def _find_groups(page: Page) -> list[tuple[str, str]]:
    players = page.tournament.players
    found = []
    if any(p.sex is Sex.FEMALE for p in players):
        found.append(("women", _("Women")))
    federations = Counter(p.federation for p in players if p.federation)
    if len(federations) > 1:
        found += [(f"fed:{f}", f) for f, _n in federations.most_common(12)]
    clubs = Counter(p.club for p in players if p.club)
    found += [(f"club:{c}", c) for c, n in clubs.most_common(12) if n > 1]
    found += [(name, name) for name in AGE_GROUPS if _in_group(page, name)]
    return found


def _in_group(page: Page, group: str) -> frozenset[int]:
    """The numbers of those in a category; nobody where the event cannot tell (an age without a date)."""
    try:
        chosen = within(ranking(page.section.pk), page.tournament, player_group(group))
    except ArbitroError:
        return frozenset()
    return frozenset(row.number for row in chosen.rows)


def _filtered(page: Page, listed: tuple[Row, ...], group: str) -> tuple[Row, ...]:
    player = page.tournament.player
    if group.startswith("fed:"):
        return tuple(row for row in listed if player(row.number).federation == group[4:])
    if group.startswith("club:"):
        return tuple(row for row in listed if player(row.number).club == group[5:])
    numbers = _in_group(page, group)
    if not numbers:
        raise Http404
    return tuple(row for row in listed if row.number in numbers)


def _team_rows(page: Page) -> list[dict[str, Any]]:
    if not page.tournament.teams:
        return []
    try:
        table = team_standings(page.tournament, ["GP"])
    except ArbitroError:
        return []
    return [
        {
            "rank": r.rank,
            "team": page.tournament.team(r.number),
            "points": r.points,
            "values": [decimals(printed(name, value)) for name, value in r.values.items()],
        }
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
        "score": page.tournament.score(player),
        "breakdowns": [(b, decimals(printed(b.tiebreak, b.value))) for b in breakdowns],
        "tab": "standings",
    }
    return page.render("public/sums.html", context)


@page
def crosstable(page: Page) -> HttpResponse:
    """The cross table in the style of the format."""
    if not page.state.rounds:
        return page.render("public/crosstable.html", {"tab": "table"})
    settings = page.state.settings
    table = kept(
        ("cross", page.section.pk, page.number),
        lambda: make_crosstable(page.tournament, settings.tiebreaks[:2], edition=settings.editions.tiebreaks),
    )
    out = left_out(page)
    listed = tuple(line for line in table.rows if line.row.number not in out)
    shown = listed if "all" in page.request.GET else listed[:LINES]
    context = {
        "table": table,
        "lines": html.crosstable_rows(page.base, page.tournament, shown, table),
        "total": len(listed),
        "shown": len(shown),
        "tab": "table",
    }
    return page.render("public/crosstable.html", context)


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
    shown = listed if "all" in wanted else listed[:LINES]
    context = {
        "lines": html.player_rows(page.base, shown),
        "total": len(listed) or len(waiting),
        "shown": len(shown),
        "listed": bool(page.tournament.players),
        "entrants": waiting,
        "tab": "players",
        "by": order,
        "query_all": _kept_query(page, "by", "q").rstrip("&"),
        "query": query,
    }
    return page.render("public/players.html", context)


@page
def player(page: Page, number: int) -> HttpResponse:
    """A player's card: games, colours, rating change, norm chances, progress; each pairing can be asked why."""
    event = page.tournament
    if number not in event.index:
        raise Http404
    paired = len(page.state.rounds)
    can_explain = page.state.settings.system.is_swiss
    games = [
        {
            "round": r.round,
            "opponent": event.player(r.opponent) if r.opponent else None,
            "colour": r.colour,
            "outcome": r.outcome,
            "points": event.points_of(r),
            "score": event.score(number, r.round),
            "why": can_explain and (r.opponent is not None or r.outcome is Outcome.PAIRING_BYE),
        }
        for r in event.rounds_of(number)
        if r.round <= paired
    ]
    key = (page.section.pk, page.number)
    ratings = kept(("ratings", *key), lambda: {row["number"]: row for row in rating_rows(event, page.state)})
    context = {
        "player": event.player(number),
        "games": games,
        "score": event.score(number),
        "rating": ratings.get(number),
        "norms": kept(("norms", *key, number, current_language()), lambda: norm_rows(event, number)),
        "chart": charts.progress(event, number),
        "rank": next((r.rank for r in ranking(page.section.pk).rows if r.number == number), None),
        "field": len(event.players),
        "tab": "players",
    }
    return page.render("public/player.html", context)


@page
def why(page: Page, number: int, round: int) -> HttpResponse:
    """Why this opponent, this colour, this float, this bye: the account of one pairing."""
    event = page.tournament
    if number not in event.index or not 1 <= round <= len(page.state.rounds):
        raise Http404
    met = event.round_of(number, round)
    pair = frozenset((number, met.opponent) if met.opponent else (number,))
    context = {
        "player": event.player(number),
        "opponent": event.player(met.opponent) if met.opponent else None,
        "round_number": round,
        "reason": explanations_of(page.section.pk, round).get(pair),
        "board": next(
            (
                b
                for b in page.state.round(round).boards.values()
                if page.state.numbers.get(b.white) in pair or page.state.numbers.get(b.black) in pair
            ),
            None,
        ),
        "tab": "players",
    }
    return page.render("public/why.html", context)


@page
def teams(page: Page) -> HttpResponse:
    """Teams with their players and points."""
    event = page.tournament
    table = {row["team"].number: row for row in _team_rows(page)}
    order = sorted(event.teams, key=lambda team: table[team.number]["rank"] if team.number in table else 0)
    listed = [
        {
            "team": team,
            "standing": table.get(team.number),
            "players": [(event.player(n), event.score(n)) for n in team.players if n in event.index],
        }
        for team in order
    ]
    return page.render("public/teams.html", {"teams": listed, "tab": "teams"})


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
    }
    return page.render("public/statistics.html", context)
