"""`arbitro standings`: the ranking of a tournament file, with the sum behind every value on demand. `arbitro
crosstable`: who met whom with which result, in that order. `ranking_options` are those of every command that ranks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from arbitro import standings as room
from arbitro.cli.common import (
    common_options,
    not_played,
    picked,
    print_json,
    print_table,
    read_tournament,
    right,
    text_of,
    warn,
)
from arbitro.dates import read_date
from arbitro.errors import ArbitroError
from arbitro.formats import places_of
from arbitro.formats.teams import BoardOrder, Judged, explain, out_of_order
from arbitro.i18n import gettext_for
from arbitro.model import System, Tournament, show
from arbitro.ratings.long_event import is_long
from arbitro.standings import Breakdown, Crosstable, Standings, edition_of, parse_tiebreak, printed
from arbitro.standings.ranking import is_predetermined, labels
from arbitro.standings.roundrobin import notice
from arbitro.standings.tiebreak import faults_of_list, words_of

_ = gettext_for("standings")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """How a tournament is to be ranked, as the options of a command say it."""

    tiebreaks: str | None
    edition: str | None
    after: int | None
    predetermined: bool
    unrated: int | None
    lots: int | None
    withdrawn: str

    def players(self, tournament: Tournament, named: str | list[str] | None = None) -> Standings:
        """The players' ranking, by the tie-breaks of the option, else `named`, else those that the file states."""
        if self.after is not None and self.after > tournament.rounds_paired:
            raise ArbitroError(not_played(self.after, tournament.rounds_paired))
        given = self.tiebreaks if self.tiebreaks is not None else named
        for_players, _teams = lists_of(stated_tiebreaks(tournament) if given is None else given, tournament)
        text_of("tiebreaks", tournament, self.edition)  # an old text is told
        table = room.standings(
            tournament,
            for_players,
            lots=self.lots,
            strict=given is not None,  # a list that the file states is used as far as it can be
            places=places_of(tournament, self.after),
            **self.of_players(tournament),
        )
        say_left_out(table)
        return table

    def teams(self, tournament: Tournament, primary: str = "MP") -> Standings | None:
        """The teams' ranking, where there are teams."""
        if not tournament.teams:
            return None
        given, places = self.tiebreaks, places_of(tournament, self.after, teams=True)
        _players, for_teams = lists_of(stated_tiebreaks(tournament) if given is None else given, tournament)
        options = self.of_both() | {"lots": self.lots, "strict": given is not None, "places": places}
        return room.team_standings(tournament, for_teams, primary=primary, **options)

    def of_both(self) -> dict[str, Any]:
        """What players and teams are ranked by alike."""
        return {"edition": self.edition, "after": self.after, "predetermined": self.predetermined or None}

    def of_players(self, tournament: Tournament) -> dict[str, Any]:
        gone = numbers(self.withdrawn, "--withdrawn", tournament.index)
        return self.of_both() | {"unrated": self.unrated, "withdrawn": gone}


def ranking_options(function: Callable[..., None]) -> Callable[..., None]:
    """The options of every command that ranks, passed on as `asked`."""

    @wraps(function)
    def call(**given: Any) -> None:
        function(asked=Asked(**{field.name: given.pop(field.name) for field in fields(Asked)}), **given)

    options = (
        click.option("--tiebreaks", "-t", help=_("Ordered list, such as BH/C1,BH,SB,DE, or a preset.")),
        click.option("--edition", help=_("Edition of C.07: 2009, 2023, 2023-09, 2024, 2026, club.")),
        click.option("--after", type=click.IntRange(min=0), help=_("Standings after this round.")),
        click.option("--predetermined", is_flag=True, help=_("Round-robin rules for unplayed games (14.2).")),
        click.option("--unrated", type=click.IntRange(min=1), help=_("Rating of unrated players (4.5).")),
        click.option("--lots", type=int, help=_("Draw lots from this seed where the list leaves a tie.")),
        click.option("--withdrawn", default="", help=_("Players who withdrew from a round robin: 4,7.")),
    )
    for option in reversed(options):
        call = option(call)
    return call


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@ranking_options
@click.option("--category", default=None, help=_("Only a category: women, U12, S50, R1800-1999, fed:ESP …"))
@click.option("--primary", type=click.Choice(["MP", "GP"]), default="MP", help=_("Teams: the score that ranks."))
@click.option(
    "--board-order",
    type=click.Choice(["fixed", "rating", "club"]),
    help=_("Teams: name the boards manned out of this order, and what the matches are worth then (C.05 7)."),
)
@click.option("--assume", default="", help=_("What if: results in the last round, as 4:1,9:½."))
@click.option("--compare", default="", help=_("Compare with other editions of the rules: 2009,virtual,2026."))
@click.option("--explain", type=int, default=None, metavar="N", help=_("Show how the values of player N come about."))
@click.option("--explain-team", type=int, default=None, metavar="N", help=_("The same for team N."))
@common_options
def command(
    file: Path,
    asked: Asked,
    category: str | None,
    primary: str,
    board_order: str | None,
    assume: str,
    compare: str,
    explain: int | None,
    explain_team: int | None,
    as_json: bool,
) -> None:
    tournament = room.assuming(read_tournament(file), room.parse_assumed(assume))
    ranking = asked.players(tournament)
    if category is not None:
        ranking = room.within(ranking, tournament, room.player_group(category, room.event_year(tournament)))
        if not ranking.rows:
            warn([_("nobody is in the category {name}").format(name=category)])
    teams = asked.teams(tournament, primary)
    players = {player.number: player.name for player in tournament.players}
    team_titles = {team.number: team.name for team in tournament.teams}
    own = asked.of_players(tournament)
    told: list[tuple[str, Breakdown]] = []
    if explain is not None:
        if explain not in players:
            raise ArbitroError(_("There is no player {n}.").format(n=explain))
        told += [(players[explain], b) for b in room.explain(tournament, explain, _names(ranking), **own)]
    if explain_team is not None:
        if teams is None or explain_team not in team_titles:
            raise ArbitroError(_("There is no team {n}.").format(n=explain_team))
        how = asked.of_both()
        broken_down = room.explain_team(tournament, explain_team, _names(teams), primary=primary, **how)
        told += [(team_titles[explain_team], b) for b in broken_down]
    others = [
        room.standings(tournament, _names(ranking), lots=asked.lots, strict=False, **(own | {"edition": name}))
        for name in compare.replace(",", " ").split()
    ]
    _advise(tournament, ranking)
    if as_json:
        document = _document(ranking, teams, players, team_titles, told)
        if board_order:
            document["out_of_order"] = [_judgement(match) for match in _out_of_order(tournament, board_order)]
        if others:
            document["compared"] = {other.edition: _rows(other, players) for other in others}
        print_json(document)
        return
    text = edition_of(ranking.edition)
    title = _("{event}: standings after round {n}, {edition}").format(
        event=tournament.info.name or file.name, n=ranking.after, edition=text.title
    )
    _print(title, ranking, players)
    _print_remarks(ranking, players)
    for other in others:
        click.echo()
        _print_comparison(ranking, other, players)
    if teams is not None:
        click.echo()
        _print(_("Teams"), teams, team_titles)
    if board_order:
        _print_order(tournament, board_order)
    for name, breakdown in told:
        article = f", {breakdown.cited}" if breakdown.cited else ""
        value = room.show(breakdown.value)
        click.echo()
        click.echo(f"{breakdown.number} {name}: {breakdown.name} ({breakdown.tiebreak}{article}) = {value}")
        click.echo("\n".join(f"  {line}" for line in breakdown.text().splitlines()))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--style", type=click.Choice(["swiss", "round-robin"]), default=None, help=_("Form of the table."))
@ranking_options
@common_options
def crosstable(file: Path, style: str | None, asked: Asked, as_json: bool) -> None:
    tournament = read_tournament(file)
    gone = numbers(asked.withdrawn, "--withdrawn", tournament.index)
    tables = [room.crosstable(tournament, asked.players(tournament), style=style, withdrawn=gone)]
    if (teams := asked.teams(tournament)) is not None:
        tables.append(room.team_crosstable(tournament, teams, style=style))
    if as_json:
        document, *of_teams = map(_crosstable_document, tables)
        print_json(document | ({"teams": of_teams[0]} if of_teams else {}))
        return
    for heading, table in zip((tournament.info.name, "\n" + _("Teams")), tables, strict=False):
        click.echo(heading)
        _print_crosstable(table)


def _crosstable_document(table: Crosstable) -> dict[str, Any]:
    return {
        "style": table.style,
        "columns": list(table.columns),
        "rows": [
            picked(line.row, "rank", "number", points=["points"])
            | {"name": line.name, "rating": line.rating, "cells": list(line.cells)}
            | {"tiebreaks": plain_values(line.row.values)}
            for line in table.rows
        ],
    }


def _print_crosstable(table: Crosstable) -> None:
    ranking = table.standings
    named = labels(ranking.tiebreaks)
    letter = _("R")
    heads = [f"{letter}{n}" if table.style == "swiss" else str(n) for n in table.columns]
    rows = []
    for line in table.rows:
        values = [
            printed(t, line.row.values[name]) if name in line.row.values else ""
            for t, name in zip(ranking.tiebreaks, named, strict=True)
        ]
        rating = line.rating or ""
        rows.append([line.row.rank, line.row.number, line.name, rating, *line.cells, show(line.row.points), *values])
    print_table("", [*right(_("Rank"), _("No.")), _("Name"), *right(_("Rtg"), *heads, _("Pts"), *named)], rows)


def _out_of_order(tournament: Tournament, order: str) -> tuple[Judged, ...]:
    return out_of_order(tournament, BoardOrder(order))


def _judgement(found: Judged) -> dict[str, Any]:
    match = found.match
    return {
        "round": match.round,
        "teams": [match.white, match.black],
        "boards": list(found.boards),
        "rated": [match.white_points / 10, match.black_points / 10],
        "counts": [points / 10 for points in found.counted],
    }


def _print_order(tournament: Tournament, order: str) -> None:
    """The boards manned out of order, player by player, and what the match is worth then."""
    wrong = _out_of_order(tournament, order)
    if not wrong:
        click.echo(_("Every board was manned in the board order."))
    for found in wrong:
        match = found.match
        teams = " - ".join(tournament.team(number).name for number in (match.white, match.black))
        click.echo(
            _("Round {r}, {teams}: {rated} is rated, {counted} counts in the match (C.05 7)").format(
                r=match.round,
                teams=teams,
                rated=f"{show(match.white_points)}-{show(match.black_points)}",
                counted="-".join(map(show, found.counted)),
            )
        )
        for fault in (fault for side in found.faults for fault in side):
            name = tournament.player(fault.player).name if fault.player else ""
            click.echo(f"  {explain(fault, name)}")


def lists_of(given: str | list[str], tournament: Tournament) -> tuple[list[str], list[str]]:
    """The tie-breaks of a list that rank the players, and those that rank the teams of a team event."""
    for_players, for_teams = [], []
    for word in words_of(given):
        try:
            tiebreak = parse_tiebreak(word)
        except ArbitroError:  # told where the list is used
            for_players.append(word)
            continue
        if not (tournament.teams and tiebreak.for_teams_only):
            for_players.append(word)
        if not tiebreak.method.uses_ratings:
            for_teams.append(word)
    return for_players, for_teams


def _advise(tournament: Tournament, ranking: Standings) -> None:
    """C.07 10: in an event of more than 30 days ratings change on the way, so tie-breaks by ratings are unwise."""
    by_rating = [str(tiebreak) for tiebreak in ranking.tiebreaks if tiebreak.method.uses_ratings]
    if by_rating and is_long(read_date(tournament.info.start), read_date(tournament.info.end)):
        sentence = _("the event lasts more than 30 days: tie-breaks by ratings are not advised ({names}; C.07 10)")
        warn([sentence.format(names=", ".join(by_rating))])


def say_left_out(ranking: Standings) -> None:
    """The tie-breaks of the file that cannot be used here, and those named twice, one line each on stderr."""
    warn(
        _("{tiebreak} is left out: {reason}").format(tiebreak=left.tiebreak, reason=left.reason)
        for left in ranking.left_out
    )
    warn(map(str, faults_of_list(ranking.tiebreaks)))


def _names(ranking: Standings) -> list[str]:
    return [str(tiebreak) for tiebreak in ranking.tiebreaks]


def _document(
    ranking: Standings,
    teams: Standings | None,
    players: dict[int, str],
    team_titles: dict[int, str],
    told: list[tuple[str, Breakdown]],
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "standings": _rows(ranking, players),
        "tiebreaks": _names(ranking) if teams is None else list(dict.fromkeys([*_names(ranking), *_names(teams)])),
        "edition": ranking.edition,
        "after": ranking.after,
        "predetermined": ranking.predetermined,
    }
    if teams is not None:
        document["teams"] = _rows(teams, team_titles)
    if ranking.annulled:
        document["annulled"] = {str(number): points / 10 for number, points in ranking.annulled.items()}
    if ranking.lots is not None:
        document["lots"] = {"seed": ranking.lots.seed, "groups": ranking.lots.groups}
    if ranking.left_out:
        document["left_out"] = [{"tiebreak": left.tiebreak, "reason": left.reason} for left in ranking.left_out]
    if told:
        document["explanations"] = [_explanation(breakdown) for _name, breakdown in told]
    return document


def _print_remarks(ranking: Standings, players: dict[int, str]) -> None:
    """Who was left out of a round robin, and lots that were drawn."""
    for number, points in ranking.annulled.items():
        name = f"{number} {players[number]} ({show(points)})"
        club = edition_of(ranking.edition).cancels_results
        article = _("club manual") if club else "C.05 6.6"
        click.echo(f"{notice(name, counts=False, club=club)} ({article})")
    if ranking.lots is not None:
        for group in ranking.lots.groups:
            order = " > ".join(map(str, group))
            click.echo(_("Lots (seed {seed}): {order}").format(seed=ranking.lots.seed, order=order))


def _print_comparison(ranking: Standings, other: Standings, players: dict[int, str]) -> None:
    """The players whose place or values another text of the rules changes."""
    click.echo(_("What {other} changes:").format(other=edition_of(other.edition).title))
    before = {row.number: row for row in ranking.rows}
    named = labels(other.tiebreaks)
    rows: list[list[object]] = []
    for row in other.rows:
        old = before.get(row.number)
        if old is None or (old.rank == row.rank and all(old.values[name] == row.values[name] for name in named)):
            continue
        cells: list[object] = [row.rank, old.rank, row.number, players.get(row.number, "")]
        for tiebreak, name in zip(other.tiebreaks, named, strict=True):
            cells += [printed(tiebreak, row.values[name]), printed(tiebreak, old.values[name])]
        rows.append(cells)
    if rows:
        values = [heading for name in named for heading in (name, _("was"))]
        print_table("", [*right(_("Rank"), _("was"), _("No.")), _("Name"), *right(*values)], rows)
    else:
        click.echo(_("nothing"))
    say_left_out(other)


def stated_tiebreaks(tournament: Tournament) -> list[str] | str:
    """The list that the file states (TRF26 212, 202), else the usual one of its system."""
    stated = tournament.info.standings_criteria or tournament.info.tie_breaks
    if stated:
        return [code for code in stated if code.upper() != "PTS" and not code.upper().startswith("OTHER")]
    if tournament.system is System.KEIZER:
        return "keizer"
    kind = "round-robin" if is_predetermined(tournament) else "swiss"
    return f"team-{kind}" if tournament.teams else kind


def numbers(text: str, option: str, known: Collection[int]) -> list[int]:
    """`4,7` as pairing numbers of players who are there."""
    try:
        found = [int(word) for word in text.replace(",", " ").split()]
    except ValueError as error:
        raise ArbitroError(_("{option}: pairing numbers separated by commas").format(option=option)) from error
    for number in found:
        if number not in known:
            raise ArbitroError(_("{option}: there is no player {n}").format(option=option, n=number))
    return found


def _rows(ranking: Standings, names: dict[int, str]) -> list[dict[str, Any]]:
    return [
        picked(row, "rank", "number", "shared", "decided_by", points=["points"])
        | {"name": names.get(row.number, ""), "tiebreaks": plain_values(row.values)}
        for row in ranking.rows
    ]


def plain_values(values: Any) -> dict[str, Any]:
    """Values for JSON: numbers, or lists of numbers."""
    return {
        code: [float(part) for part in value] if isinstance(value, tuple) else float(value)
        for code, value in values.items()
    }


def _explanation(breakdown: Breakdown) -> dict[str, Any]:
    return picked(breakdown, "number", "tiebreak", "name", "article", "formula", "notes") | {
        "value": plain_values({"": breakdown.value})[""],
        "terms": [
            picked(term, "round", "opponent", "article", "category", "cut", "text")
            | {"value": float(term.value), "factors": [float(factor) for factor in term.factors]}
            for term in breakdown.terms
        ],
        "text": breakdown.text(),
    }


def _print(title: str, ranking: Standings, names: dict[int, str]) -> None:
    named = labels(ranking.tiebreaks)
    rows = []
    for row in ranking.rows:
        values = [printed(t, row.values[name]) for t, name in zip(ranking.tiebreaks, named, strict=True)]
        rows.append(
            [f"{row.rank}{'=' if row.shared else ''}", row.number, names.get(row.number, ""), show(row.points), *values]
        )
    click.echo(title)
    print_table("", [*right(_("Rank"), _("No.")), _("Name"), *right(_("Pts"), *named)], rows)
