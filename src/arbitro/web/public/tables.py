"""Standings of players and teams, the sums behind them, the cross table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from arbitro.desk.tables import by_games, excluded_of, placed_by_hand, withdrawn_of
from arbitro.errors import ArbitroError
from arbitro.formats.rounds import entries_of
from arbitro.i18n import current_language
from arbitro.model import Player, Points, Sex, System, show
from arbitro.model.team_results import team_rounds, team_scores
from arbitro.standings import Row, TieBreak, player_group, printed, within
from arbitro.standings.roundrobin import notice
from arbitro.web import bracket, ladder
from arbitro.web.public import rows as html
from arbitro.web.public.pages import Page, page
from arbitro.web.public.words import decimals, folded

AGE_GROUPS = ("U12", "U14", "U16", "U18", "U20", "S50", "S65")


# -- who is ranked


def left_out(page: Page) -> frozenset[int]:
    """The pairing numbers of those who were expelled: they are not ranked."""
    return frozenset(excluded_of(page.state))


def ranked(page: Page, after: int | None) -> tuple[Row, ...]:
    """The rows of the standings; excluded players are left out."""
    out = left_out(page)
    return tuple(row for row in page.figures.ranking(after).rows if row.number not in out)


def lines(
    page: Page,
    shown: Sequence[Row],
    tiebreaks: Sequence[TieBreak | str] = (),
    *,
    by_rank: bool = True,
    after: int | None = None,
    before: Mapping[int, int] | None = None,
) -> str:
    """Rows of the standings as HTML."""
    return html.standings_rows(
        page.base, page.tournament, shown, tiebreaks, withdrawn_of(page.state), by_rank, after, before
    )


def _ranks_before(page: Page, after: int | None) -> dict[int, int]:
    """The ranks one round earlier; nothing before the second round."""
    rounds = len(page.state.rounds) if after is None else after
    return {row.number: row.rank for row in page.figures.ranking(rounds - 1).rows} if rounds > 1 else {}


def team_rows(page: Page, after: int | None = None) -> list[dict[str, Any]]:
    """The teams by rank; nothing where the event has none."""
    table = page.figures.team_ranking(after)
    if table is None:
        return []
    return [
        {
            "rank": row.rank,
            "team": page.tournament.team(row.number),
            "points": row.points,
            "by_games": by_games(page.state),
            "values": [decimals(printed(name, value)) for name, value in row.values.items()],
        }
        for row in table.rows
    ]


def team_tiebreaks(page: Page) -> list[str]:
    """The heads over the values of `team_rows`."""
    table = page.figures.team_ranking()
    return [] if table is None else [str(tiebreak) for tiebreak in table.tiebreaks]


# -- columns and groups


@dataclass(frozen=True, slots=True)
class StandingsHead:
    """A head of the standings that sorts by its column."""

    name: str | None  # None: nothing to sort by
    label: str
    style: str
    sorted: bool

    @property
    def direction(self) -> str:
        """As screen readers are told it: names and numbers from the first, values from the highest."""
        return "ascending" if self.name in ("", "name", "federation", "number") else "descending"


def _columns(tiebreaks: Sequence[TieBreak | str], sort: str) -> list[StandingsHead]:
    fixed = [
        ("", _("Rk"), "num"),
        (None, "", ""),
        ("name", _("Name"), ""),
        ("federation", _("Fed"), "wide"),
        ("rating", _("Rtg"), "num wide"),
        (None, _("Rounds"), "wide"),
        ("points", _("Pts"), "num"),
    ]
    values = [(str(t), str(t), "num" if i == 0 else "num wide") for i, t in enumerate(tiebreaks)]
    return [StandingsHead(name, label, style, name == sort) for name, label, style in fixed + values]


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
    groups = []
    if any(p.sex is Sex.FEMALE for p in players):
        groups.append(("women", _("Women")))
    federations = Counter(p.federation for p in players if p.federation)
    if len(federations) > 1:
        groups += [(f"fed:{f}", f) for f, _n in federations.most_common(12)]
    clubs = Counter(p.club for p in players if p.club)
    groups += [(f"club:{c}", c) for c, n in clubs.most_common(12) if n > 1]
    groups += [(name, name) for name in AGE_GROUPS if _in_group(page, name)]
    return groups


def _in_group(page: Page, group: str) -> frozenset[int]:
    """The numbers of those in a category; nobody where the event cannot tell (an age without a date)."""
    try:
        chosen = within(page.figures.ranking(), page.tournament, player_group(group))
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


def kept_query(page: Page, *names: str) -> str:
    """The given parts of the query, ready to be followed by another."""
    values = {name: page.request.GET[name] for name in names if page.request.GET.get(name)}
    return f"{urlencode(values)}&" if values else ""


# -- pages


@page
def standings(page: Page) -> HttpResponse:
    """Standings after any round, by any column, of a category, federation or club; every value opens its sum."""
    return page.render("public/standings.html", standings_of(page))


def standings_of(page: Page) -> dict[str, Any]:
    """What the page of the standings shows, in public and at the desk."""
    if page.tournament.system is System.KNOCKOUT:
        return _knockout(page)
    if page.tournament.system is System.LADDER:
        return ladder.shown(page.state)
    wanted, current = page.request.GET, page.state.current
    after = page.whole_number("after", len(page.state.rounds))
    table = page.figures.ranking(after)
    listed = ranked(page, after)
    group = wanted.get("group", "")
    if group:
        listed = _filtered(page, listed, group)
    tiebreaks: list[TieBreak | str] = [*table.tiebreaks, *page.state.tie_values]
    columns = _columns(tiebreaks, wanted.get("sort", ""))
    sort = next((column.name for column in columns if column.sorted), "")
    if sort:
        listed = _sorted(page, listed, sort)
    shown = page.first_lines(listed)
    return {
        "tab": "standings",
        "lines": lines(page, shown, tiebreaks, by_rank=not sort, after=after, before=_ranks_before(page, after)),
        "tiebreaks_left_out": page.figures.tiebreaks_left_out(after),
        "total": len(listed),
        "shown": len(shown),
        "columns": columns,
        "keep": kept_query(page, "after", "group", "all"),
        "query_all": kept_query(page, "after", "group", "sort").rstrip("&"),
        "after": after if after is not None else len(page.state.rounds),
        "asked": after,
        "group": group,
        "groups": _groups(page),
        "teams": team_rows(page, after),
        "annulled": [
            (page.tournament.player(n), show(Points(points)), notice(page.tournament.player(n).name, counts=False))
            for n, points in table.annulled.items()
        ],
        "by_hand": sorted(
            (place, page.tournament.player(n).name)
            for n, place in placed_by_hand(page.state, table.after, table.rows).items()
        ),
        "team_tiebreaks": team_tiebreaks(page),
        "incomplete": current if after is None and current is not None and current.missing else None,
    }


def _knockout(page: Page) -> dict[str, Any]:
    """The bracket, its matches stage by stage, and the places: what standings are where losers are out."""
    stages = bracket.stages_of(page.tournament)
    playing = [sum(match.live for match in stage.matches) for stage in stages]
    undecided = (i for i, stage in enumerate(stages) if any(match.winner is None for match in stage.matches))
    return {
        "tab": "standings",
        "knockout": True,
        "stages": stages,
        "current_stage": next(undecided, len(stages) - 1),
        "entries": len(entries_of(page.tournament)),
        "playing": sum(playing),
        "picture": bracket.picture(stages),
        "final_places": bracket.places(page.tournament, stages) if stages else [],
    }


@page
def sums(page: Page, player: int) -> HttpResponse:
    """The sum behind every tie-break of a player, now or after a round."""
    return page.render("public/sums.html", sums_of(page, player))


def sums_of(page: Page, player: int) -> dict[str, Any]:
    """What the page of the sums shows, in public and at the desk."""
    if player not in page.tournament.index:
        raise Http404
    after = page.whole_number("after", len(page.state.rounds))
    return {
        "player": page.tournament.player(player),
        "score": page.tournament.score(player, after),
        "asked": after,
        "breakdowns": [(b, decimals(printed(b.tiebreak, b.value))) for b in page.figures.sums_of(player, after)],
        "tiebreaks_left_out": page.figures.tiebreaks_left_out(after),
        "tab": "standings",
    }


def team_cross(page: Page) -> list[dict[str, Any]]:
    """Every team's matches, round by round: the opponent's place and the game points; nothing without matches."""
    ranking = page.figures.team_ranking()
    if ranking is None or not any(round.matches for round in page.state.rounds):
        return []
    rounds, scores = team_rounds(page.tournament), team_scores(page.tournament)
    place = {row.number: k for k, row in enumerate(ranking.rows, 1)}
    return [
        {
            "rank": row.rank,
            "team": page.tournament.team(row.number),
            "cells": [
                (place[r.opponent], show(r.game_points)) if r.opponent else (None, "") for r in rounds[row.number]
            ],
            "match_points": scores[row.number].match_points,
            "game_points": scores[row.number].game_points,
        }
        for row in ranking.rows
    ]


@page
def crosstable(page: Page) -> HttpResponse:
    """The cross table in the style of the format."""
    return page.render("public/crosstable.html", crosstable_of(page))


def crosstable_of(page: Page) -> dict[str, Any]:
    """What the page of the cross table shows, in public and at the desk."""
    if not page.state.rounds:
        return {"tab": "table"}
    table = page.figures.cross_table()
    out = left_out(page)
    listed = [line for line in table.rows if line.row.number not in out]
    shown = page.first_lines(listed)
    return {
        "table": table,
        "lines": html.crosstable_rows(page.base, page.tournament, shown, table, withdrawn_of(page.state)),
        "tiebreaks_left_out": page.figures.tiebreaks_left_out(),
        "total": len(listed),
        "shown": len(shown),
        "teams": team_cross(page),
        "tab": "table",
    }


@page
def teams(page: Page) -> HttpResponse:
    """Teams with their players and points."""
    event = page.tournament
    table = {row["team"].number: row for row in team_rows(page)}
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
