"""Lists of a team tournament: teams, matches with their boards, standings, board prizes.

Matches are read from the players' games (`model.team_results`); what they are worth is decided in `standings`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from arbitro.desk.tables import team_table
from arbitro.i18n import gettext_for
from arbitro.model import Outcome, show
from arbitro.model.team_results import Match, boards_per_match, matches, team_rounds, team_scores
from arbitro.papers.blocks import Cell, Column, Document, Fields, Heading, Table, Text, centre, fill, right
from arbitro.papers.context import Context
from arbitro.papers.lists import result_of, round_line
from arbitro.papers.rankings import after_line, tiebreak_cells, tiebreak_names
from arbitro.ratings import rate_event
from arbitro.standings import Standings

_ = gettext_for("papers")


def ranking_of(ctx: Context) -> Standings:
    """The teams by match points and the tie-breaks of the settings that fit teams."""
    return team_table(ctx.state, ctx.tournament, ctx.after)


def team_list(ctx: Context) -> Document:
    """Every team with its basic list, board by board."""
    columns = (
        right(_("Bd.")), right(_("No.")), Column(_("Title")), fill(_("Name"), strong=True), right(_("Rtg")),
        Column(_("Fed.")), Column(_("FIDE ID")),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for team in ctx.tournament.teams:
        ratings = [ctx.tournament.player(n).rating for n in team.players if ctx.tournament.player(n).rating]
        best = sorted(ratings, reverse=True)[: ctx.settings.team_boards or None]
        head = f"{team.number}. {team.name}"
        if best:
            head += " · " + _("average {average}").format(average=round(sum(best) / len(best)))
        if team.captain:
            head += " · " + _("captain {name}").format(name=team.captain)
        rows.append((head,))
        for board, number in enumerate(team.players, 1):
            p = ctx.tournament.player(number)
            rows.append((board, number, p.title.value, p.name, p.rating or "–", p.federation, p.fide_id))
    return Document(_("Teams"), ctx.subtitle, (Table(columns, tuple(rows), banded=False),))


def team_name(ctx: Context, number: int) -> str:
    return ctx.tournament.team(number).name


def matches_in_order(ctx: Context) -> list[Match]:
    """The matches of the round as they were paired."""
    by_teams = {frozenset((m.white, m.black)): m for m in matches(ctx.tournament, ctx.round.number)}
    ordered = [by_teams[key] for pair in ctx.round.matches if (key := frozenset(pair)) in by_teams]
    return ordered or list(by_teams.values())


def turned(result: str) -> str:
    """A result seen from Black's side: 1-0 becomes 0-1, +/- becomes -/+.

    >>> turned("1-0"), turned("½-½"), turned("+/-"), turned("1-0 unrated")
    ('0-1', '½-½', '-/+', '0-1 unrated')
    """
    score, blank, rest = result.partition(" ")
    sign = "/" if "/" in score else "-"
    return sign.join(reversed(score.split(sign))) + blank + rest


def team_pairings(ctx: Context) -> Document:
    """The matches of a round with their boards and results."""
    k = ctx.round.number
    scores = team_scores(ctx.tournament, k - 1)
    columns = (
        right(_("Bd.")), right(_("No.")), Column(""), fill(_("First team"), strong=True), right(_("Rtg")), centre(""),
        centre(_("Result"), strong=True), centre(""), right(_("Rtg")), Column(""), fill(_("Second team"), strong=True),
        right(_("No.")),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    board_of = {frozenset((b.white, b.black)): b for b in ctx.round.boards.values()}
    ids = {number: id for id, number in ctx.state.numbers.items()}
    for n, match in enumerate(matches_in_order(ctx), 1):
        first, second = match.white, match.black
        done = "" if match.pending else f"   {show(match.white_points)} – {show(match.black_points)}"
        rows.append((
            f"{n}.  {team_name(ctx, first)} ({show(scores[first].match_points)}) – "
            f"{team_name(ctx, second)} ({show(scores[second].match_points)}){done}",
        ))  # fmt: skip
        mine = set(ctx.tournament.team(first).players)
        for b, game in enumerate(match.games, 1):
            board = board_of[frozenset((ids[game.white], ids[game.black]))]
            white_first = game.white in mine
            left = ctx.tournament.player(game.white if white_first else game.black)
            other = ctx.tournament.player(game.black if white_first else game.white)
            result = result_of(board) if white_first else turned(result_of(board))
            rows.append((
                f"{n}.{b}", left.number, left.title.value, left.name, left.rating or "",
                _("w") if white_first else _("b"), result or "–", _("b") if white_first else _("w"),
                other.rating or "", other.title.value, other.name, other.number,
            ))  # fmt: skip
    if not rows:
        rows = [
            (f"{n}.  {team_name(ctx, first)} – {team_name(ctx, second)}",)
            for n, (first, second) in enumerate(ctx.round.matches, 1)
        ]
    blocks: list[Table | Text] = [Table(columns, tuple(rows), banded=False)]
    if ctx.round.team_bye is not None:
        blocks.append(Text(_("Bye: {team}").format(team=team_name(ctx, ctx.round.team_bye))))
    return Document(_("Matches, round {n}").format(n=k), round_line(ctx), tuple(blocks))


def team_ranking(ctx: Context) -> Document:
    """The teams' standings: match points, game points, tie-breaks."""
    ranking = ranking_of(ctx)
    scores = team_scores(ctx.tournament, ctx.after)
    rounds = team_rounds(ctx.tournament)
    names = tiebreak_names(ranking)
    shown = [k for k, name in enumerate(names) if name not in ("MP", "GP")]  # these two have columns of their own
    columns = (
        right(_("Rank"), strong=True), right(_("No.")), fill(_("Team"), strong=True), right(_("Matches")), right("+"),
        right("="), right("−"), right(_("MP"), strong=True), right(_("GP"), strong=True),
        *(right(names[k]) for k in shown),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for row in ranking.rows:
        played = [r for r in rounds[row.number][: ctx.after] if r.opponent is not None]
        kinds = Counter(r.outcome.worth for r in played)
        wins = kinds[Outcome.WIN.worth] + kinds[Outcome.FORFEIT_WIN.worth]
        losses = kinds[Outcome.LOSS.worth] + kinds[Outcome.FORFEIT_LOSS.worth]
        score = scores[row.number]
        cells = tiebreak_cells(ranking, row)
        rows.append((
            row.rank, row.number, team_name(ctx, row.number), len(played), wins, kinds[Outcome.DRAW.worth], losses,
            show(score.match_points), show(score.game_points), *(cells[k] for k in shown),
        ))  # fmt: skip
    return Document(_("Team standings"), after_line(ctx), (Table(columns, tuple(rows)),))


def team_cross_table(ctx: Context) -> Document:
    """Every team's matches, round by round: opponent's place, game points."""
    ranking = ranking_of(ctx)
    rounds = team_rounds(ctx.tournament)
    place = {row.number: k for k, row in enumerate(ranking.rows, 1)}
    scores = team_scores(ctx.tournament, ctx.after)
    columns = (
        right(_("Rk"), strong=True), fill(_("Team"), strong=True),
        *(centre(_("R{n}").format(n=k)) for k in range(1, ctx.after + 1)), right(_("MP"), strong=True),
        right(_("GP"), strong=True),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for k, row in enumerate(ranking.rows, 1):
        cells = []
        for r in rounds[row.number][: ctx.after]:
            if r.opponent is None:
                cells.append(_("bye") if r.outcome is Outcome.PAIRING_BYE else "–")
            else:
                cells.append(f"{place[r.opponent]}: {show(r.game_points)}")
        score = scores[row.number]
        rows.append((k, team_name(ctx, row.number), *cells, show(score.match_points), show(score.game_points)))
    legend = Text(_("Cells: place of the opponent, and the game points made."), quiet=True)
    title = _("Team cross table")
    return Document(title, after_line(ctx), (Table(columns, tuple(rows)), legend), landscape=ctx.after > 7)


def boards_of_players(ctx: Context) -> dict[int, Counter[int]]:
    """On which boards every player has played, from the matches."""
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for k in range(1, ctx.after + 1):
        for match in matches(ctx.tournament, k):
            for board, game in enumerate(match.games, 1):
                for number in (game.white, game.black):
                    found[number][board] += 1
    return found


def board_prizes(ctx: Context) -> Document:
    """The best results on each board: percentage, then games, then performance."""
    performances = {
        r.number: r.performance.rating if r.performance else 0
        for r in rate_event(ctx.rated.after(ctx.after), ctx.settings.rating_list, ctx.settings.editions.ratings)
    }
    by_board: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
    for number, boards in boards_of_players(ctx).items():
        board = min(boards, key=lambda b: (-boards[b], b))
        games = [r for r in ctx.tournament.rounds_of(number)[: ctx.after] if r.opponent is not None]
        points = sum(ctx.tournament.points_of(r) for r in games)
        by_board[board].append((number, len(games), points, performances.get(number, 0)))
    columns = (
        right(_("Rank"), strong=True), Column(_("Title")), fill(_("Name"), strong=True), fill(_("Team")),
        right(_("Rtg")), right(_("Games")), right(_("Points"), strong=True), right("%"), right(_("Performance")),
    )  # fmt: skip
    team_of = {n: team.name for team in ctx.tournament.teams for n in team.players}
    blocks: list[Heading | Table | Fields] = []
    top = ctx.number("last", 10, 1, 999)
    for board in range(1, boards_per_match(ctx.tournament) + 1):
        order = sorted(by_board[board], key=lambda row: (Fraction(-row[2], row[1]), -row[1], -row[3], row[0]))
        rows = []
        for k, (number, played, made, performance) in enumerate(order[:top], 1):
            p = ctx.tournament.player(number)
            rows.append((
                k, p.title.value, p.name, team_of.get(number, ""), p.rating or "–", played, show(made),
                round(made * 10 / played), performance or "–",
            ))  # fmt: skip
        blocks += [Heading(_("Board {n}").format(n=board), 2), Table(columns, tuple(rows))]
    return Document(_("Board prizes"), after_line(ctx), tuple(blocks))
