"""Standings and cross tables of an individual tournament; performance by rounds, ranking of clubs.

Not here: how they are computed (`standings`), team standings (`teams`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter

from arbitro.desk.commands.rounds import open_games
from arbitro.desk.snapshot import left_table
from arbitro.desk.tables import excluded_of, placed_by_hand
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Colour, Outcome, Player, show
from arbitro.papers.blocks import Block, Cell, Column, Document, Heading, Table, Text, centre, fill, right
from arbitro.papers.context import Context
from arbitro.papers.lists import rating_of
from arbitro.ratings import rate_event
from arbitro.standings import Row, Standings, crosstable, event_year, player_group, printed, within
from arbitro.standings.crosstable import sign as crosstable_sign
from arbitro.standings.tiebreak import TieBreak
from arbitro.standings.values import Value
from arbitro.words import decimal_mark, decimals

_ = gettext_for("papers")
ngettext_ = ngettext_for("papers")


def after_line(ctx: Context) -> str:
    if ctx.after >= ctx.settings.rounds and not open_games(ctx.state) and not ctx.state.rounds[-1].missing:
        return " · ".join(part for part in (_("final standings"), ctx.subtitle) if part)
    text = _("after round {n} of {of}").format(n=ctx.after, of=ctx.settings.rounds)
    return " · ".join(part for part in (text, ctx.subtitle) if part)


def _place(row: Row, before: Row | None) -> Cell:
    return "" if before is not None and before.rank == row.rank else row.rank


def _ranked_rows(ctx: Context, ranking: Standings) -> list[tuple[Cell, Row]]:
    """Places with their rows, the expelled left out; a shared place is written once."""
    out = excluded_of(ctx.state)
    rows = [row for row in ranking.rows if row.number not in out]
    return [(_place(row, rows[k - 1] if k else None), row) for k, row in enumerate(rows)]


def name_of(ctx: Context, player: Player) -> str:
    """The name, with a word for those who have left."""
    return f"{player.name} ({_('withdrawn')})" if player.number in ctx.withdrawn else player.name


def standings_short(ctx: Context) -> Document:
    """Place, name, points."""
    rows = tuple(_line(ctx, place, row) for place, row in _ranked_rows(ctx, ctx.ranking))
    return Document(_("Standings"), after_line(ctx), (Table(_columns(ctx), rows).filled,))


def _columns(ctx: Context) -> tuple[Column, ...]:
    """Place, player, points; with the club before the points in Swiss-Manager's layout."""
    club = (fill(_("Club")),) if _with_clubs(ctx) else ()
    return (
        right(_("Rank"), strong=True), right(_("No.")), Column(_("Title")), fill(_("Name"), strong=True),
        Column(_("Fed.")), right(_("Rtg")), *club, right(_("Points"), strong=True),
    )  # fmt: skip


def _line(ctx: Context, place: Cell, row: Row) -> tuple[Cell, ...]:
    p = ctx.tournament.player(row.number)
    club = (p.club,) if _with_clubs(ctx) else ()
    return place, p.number, p.title.value, name_of(ctx, p), p.federation, rating_of(p), *club, show(row.points)


def _with_clubs(ctx: Context) -> bool:
    return ctx.option("layout").lower() == "swiss-manager"


def tiebreak_names(ranking: Standings) -> list[str]:
    """The keys of the tie-break values, in order."""
    names = [str(t) for t in ranking.tiebreaks]
    return list(ranking.rows[0].values) if ranking.rows and ranking.rows[0].values else names


def tiebreak_cells(ranking: Standings, row: Row) -> list[Cell]:
    """The tie-break values of a row as lists print them."""
    values = row.values
    return [_value(name, values[name], decimal_mark()) if name in values else "" for name in tiebreak_names(ranking)]


@lru_cache(maxsize=20_000)
def _value(tiebreak: str, value: Value, _mark: str) -> str:
    """A value with the reader's decimal mark; thousands of rows have few different ones."""
    return decimals(printed(tiebreak, value))


def _long_table(ctx: Context, ranking: Standings) -> Table:
    columns = (*_columns(ctx), *(right(name) for name in tiebreak_names(ranking)))
    rows = ((*_line(ctx, place, row), *tiebreak_cells(ranking, row)) for place, row in _ranked_rows(ctx, ranking))
    return Table(columns, tuple(rows)).filled


def _legend(ctx: Context, ranking: Standings) -> tuple[Block, ...]:
    names = [f"{t}: {tiebreak_text(t)}" for t in ranking.tiebreaks]
    edition = _("Tie-breaks (C.07, {edition})").format(edition=ranking.edition)
    used: tuple[Text, ...] = (Text(f"{edition}. {'; '.join(names)}.", quiet=True),) if names else ()
    without = _("Not used: {tiebreak}. {reason}.")
    placed = {} if ctx.tournament.teams else placed_by_hand(ctx.state, ranking.after, ranking.rows)
    if placed:
        names = [f"{place} {ctx.tournament.player(n).name}" for n, place in sorted(placed.items(), key=itemgetter(1))]
        used += (Text(_("Places by hand (C.07 4.2): {names}.").format(names=", ".join(names)), quiet=True),)
    return used + tuple(
        Text(without.format(tiebreak=out.tiebreak, reason=out.reason.rstrip(".")), quiet=True)
        for out in (() if ctx.tournament.teams else ranking.left_out)
    )


def tiebreak_text(t: TieBreak) -> str:
    """A tie-break in words, with what is cut from it."""
    cut = ""
    if t.low and t.high:
        cut = ngettext_(
            "without the lowest and the highest value", "without the {n} lowest and highest values", t.low
        ).format(n=t.low)
    elif t.low:
        cut = ngettext_("without the lowest value", "without the {n} lowest values", t.low).format(n=t.low)
    elif t.high:
        cut = ngettext_("without the highest value", "without the {n} highest values", t.high).format(n=t.high)
    return f"{gettext_for('standings')(t.method.name)} {cut}".strip()


def standings_long(ctx: Context) -> Document:
    """Place, name, points and all tie-breaks."""
    table = _long_table(ctx, ctx.ranking)
    return Document(_("Standings with tie-breaks"), after_line(ctx), (table, *_legend(ctx, ctx.ranking)))


def categories_of(ctx: Context) -> list[str]:
    """The categories asked for, or those that have players: women, youth, seniors, rating bands."""
    asked = [name.strip() for name in ctx.option("categories").split(",") if name.strip()]
    if asked:
        return asked
    ages = ["U10", "U12", "U14", "U16", "U18", "U20", "S50", "S65"] if event_year(ctx.tournament) else []
    bands = ["R2000-2199", "R1800-1999", "R1600-1799", "R1-1599"]
    return ["women", *ages, *bands, "unrated"]


def category_title(ctx: Context, name: str) -> str:
    key = name.casefold()
    words = {"women": _("Women"), "men": _("Men"), "unrated": _("Unrated")}
    if key in words:
        return words[key]
    if key[0] == "u" and key[1:].isdecimal():
        return _("Under {age}").format(age=key[1:])
    if key[0] == "s" and key[1:].isdecimal():
        return _("Seniors {age}+").format(age=key[1:])
    if key[0] == "r" and "-" in key:
        low, _dash, high = key[1:].partition("-")
        if int(low or 1) <= 1:
            return _("Rating up to {high}").format(high=high)
        return _("Rating {low} to {high}").format(low=low, high=high) if high else _("Rating {low}+").format(low=low)
    return name


def has_categories(ctx: Context) -> bool:
    """Is there a category with somebody in it, and a round?"""
    groups = [player_group(name, event_year(ctx.tournament)) for name in categories_of(ctx)]
    return ctx.state.started and any(group.has(p) for group in groups for p in ctx.tournament.players)


def has_clubs(ctx: Context) -> bool:
    """Does anybody play for a club, and is there a round?"""
    return ctx.state.started and any(p.club for p in ctx.tournament.players)


def standings_by_category(ctx: Context) -> Document:
    """The standings of every category that has players."""
    year = event_year(ctx.tournament)
    blocks: list[Block] = []
    for name in categories_of(ctx):
        ranking = within(ctx.ranking, ctx.tournament, player_group(name, year))
        if ranking.rows:
            blocks += [Heading(category_title(ctx, name)), _long_table(ctx, ranking)]
    return Document(_("Standings by category"), after_line(ctx), (*blocks, *_legend(ctx, ctx.ranking)))


def cross_table(ctx: Context) -> Document:
    """Who met whom: by rounds in a Swiss, by opponents in a round robin (two signs in a double one)."""
    style = ctx.option("style").lower() or None
    ranking = ctx.ranking
    table = crosstable(ctx.tournament, ctx.ranked_now, style=style, withdrawn=left_table(ctx.state))
    swiss = table.style == "swiss"
    names = tiebreak_names(table.standings)
    shown = {row.number for row in ranking.rows} | set(table.standings.annulled)
    lines = [line for line in table.rows if line.row.number in shown]
    kept = [k for k, number in enumerate(table.columns) if swiss or number in shown]
    places = {row.number: k for k, row in enumerate((line.row for line in lines), 1)}
    heads = [_("R{n}").format(n=table.columns[k]) if swiss else str(places[table.columns[k]]) for k in kept]
    columns = (
        right(_("Rk"), strong=True), right(_("No.")), Column(""), fill(_("Name"), strong=True), right(_("Rtg")),
        Column(_("Fed.")), *(centre(head) for head in heads), right(_("Pts"), strong=True),
        *(right(name) for name in names),
    )  # fmt: skip
    rows = []
    colours = {Colour.WHITE: _("w"), Colour.BLACK: _("b"), None: ""}
    for k, line in enumerate(lines, 1):
        p = ctx.tournament.player(line.row.number)
        cells = [_met(ctx, p.number, table.columns[i], colours) if swiss else _against(line.cells[i]) for i in kept]
        rows.append((
            k, p.number, p.title.value, name_of(ctx, p), p.rating or "", p.federation, *cells, show(line.row.points),
            *tiebreak_cells(table.standings, line.row),
        ))  # fmt: skip
    double = not swiss and any(len(cell) > 1 for line in lines for cell in line.cells)
    wide = (len(heads) * (1.0 if swiss else 0.6 if double else 0.45) + len(names)) * (1.4 if ctx.large else 1)
    table_of_results = Table(columns, tuple(rows), grid=not swiss, banded=swiss, roomy=not swiss).filled
    blocks: tuple[Block, ...] = (table_of_results,)
    if swiss:
        legend = _(
            "Cells: opponent's number, colour (w White, b Black), result. + and −: without play; in brackets: the "
            "points of a bye."
        )
        blocks += (Text(legend, quiet=True),)
    return Document(_("Cross table"), after_line(ctx), blocks, landscape=wide > 10)


def _met(ctx: Context, number: int, k: int, colours: Mapping[Colour | None, str]) -> str:
    """A round of a Swiss cross table: `12w½`, `7b+`; the points of a bye in brackets."""
    r = ctx.tournament.round_of(number, k)
    if r.opponent is None:
        return "–" if r.outcome is Outcome.ABSENT else f"({show(ctx.tournament.points_of(r))})"
    return f"{r.opponent}{colours[r.colour]}{crosstable_sign(r.outcome).replace('-', '−')}"


def _against(cell: str) -> str:
    """What a player made against another in a round robin; himself is a cross."""
    return "×" if cell == "*" else cell.replace("-", "−")


# -- other orders


def performances(ctx: Context) -> Document:
    """Everybody's performance after each round, in the order of the standings."""
    s = ctx.settings
    after = []
    for k in range(1, ctx.after + 1):
        rated = rate_event(ctx.rated.after(k), s.rating_list, s.editions.ratings)
        after.append({r.number: r.performance.rating for r in rated if r.performance})
    columns = (
        right(_("Rk"), strong=True), Column(""), fill(_("Name"), strong=True), right(_("Rtg")),
        *(right(_("R{n}").format(n=k)) for k in range(1, ctx.after + 1)), right(_("Pts"), strong=True),
    )  # fmt: skip
    rows = []
    for place, row in _ranked_rows(ctx, ctx.ranking):
        p = ctx.tournament.player(row.number)
        cells = (found.get(p.number, "–") for found in after)
        rows.append((place, p.title.value, p.name, rating_of(p), *cells, show(row.points)))
    note = Text(_("Performance over the rated games up to the end of each round."), quiet=True)
    title = _("Performance by rounds")
    return Document(title, after_line(ctx), (Table(columns, tuple(rows)).filled, note), landscape=ctx.after > 9)


def clubs(ctx: Context) -> Document:
    """Clubs by the points of their best players (option `best`, four unless told); then by their best places."""
    best = ctx.number("best", 4, 1, 99)
    members: dict[str, list[Row]] = {}
    for row in ctx.ranking.rows:
        if club := ctx.tournament.player(row.number).club:
            members.setdefault(club, []).append(row)
    lines = []
    for club, found in members.items():
        counted = found[:best]
        lines.append((sum(row.points for row in counted), [row.rank for row in counted], club, counted, len(found)))
    lines.sort(key=lambda line: (-line[0], -len(line[3]), line[1], line[2]))
    columns = (
        right(_("Rk"), strong=True), fill(_("Club"), strong=True), right(_("Players")), right(_("Points"), strong=True),
        Column(_("Counted"), width="wide"),
    )  # fmt: skip
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            k, club, n, show(points),
            "; ".join(f"{ctx.tournament.player(row.number).name}\u00a0{show(row.points)}" for row in counted),
        )
        for k, (points, _ranks, club, counted, n) in enumerate(lines, 1)
    )  # fmt: skip
    text = ngettext_("The best player of each club counts.", "The best {n} players of each club count.", best)
    return Document(_("Club ranking"), after_line(ctx), (Table(columns, rows), Text(text.format(n=best), quiet=True)))
