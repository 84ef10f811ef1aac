"""Lists of an individual tournament: entries, start list, pairings, results, schedule, statistics, rating changes.

Each function takes the context and gives a Document; what a number means is decided in the rule rooms.
Not here: standings and cross tables (`rankings`), prizes (`payments`), team lists (`teams`), reports (`reports`).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from arbitro import words
from arbitro.desk.commands.results import sign_of
from arbitro.desk.snapshot import numbered
from arbitro.desk.state import Board, Entrant
from arbitro.desk.words import start_array
from arbitro.errors import ArbitroError
from arbitro.formats import table_of
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Outcome, Player, Sex, Title, show
from arbitro.model.match import meets_by_teams
from arbitro.model.time_text import in_words
from arbitro.papers.blocks import Block, Cell, Column, Document, Fields, Heading, Table, Text, centre, fill, right
from arbitro.papers.context import Context, day, time_of
from arbitro.ratings import rate_event
from arbitro.standings import event_year
from arbitro.words import decimals

ngettext_ = ngettext_for("papers")

_ = gettext_for("papers")


def by_name(name: str) -> tuple[str, str]:
    """The key of an alphabetical list: accents do not matter, except to settle equal names."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold(), name


def rating_of(player: Player) -> Cell:
    return player.rating or "–"


def name_of(e: Entrant) -> str:
    """The name, with a word for those who have left."""
    return e.name if e.withdrawn_after is None else f"{e.name} ({_('withdrawn')})"


# -- who plays


def entry_list(ctx: Context) -> Document:
    """Everybody who has entered, by name, with what the entry desk checks."""
    entrants = sorted(ctx.state.entrants.values(), key=lambda e: by_name(e.name))
    columns = (
        right("#"), fill(_("Name"), strong=True), Column(_("Title")), Column(_("Fed.")), Column(_("FIDE ID")),
        right(_("Rtg")), Column(_("Born")), fill(_("Club")), centre(_("Present")),
    )  # fmt: skip
    rows = tuple(
        (k, e.name, e.player.title.value, e.player.federation, e.player.fide_id, rating_of(e.player),
         e.player.birth[:4], e.player.club, _presence(ctx, e))
        for k, e in enumerate(entrants, 1)
    )  # fmt: skip
    return Document(
        _("Entry list"), ctx.subtitle, (Table(columns, rows).filled, *_totals(ctx, [e.player for e in entrants]))
    )


def _presence(ctx: Context, e: Entrant) -> str:
    if e.excluded:
        return _("expelled")
    if e.withdrawn_after is not None:
        return _("withdrawn")
    if not e.confirmed:
        return _("to confirm")
    return "✓" if e.present else ""


def _totals(ctx: Context, players: Iterable[Player]) -> tuple[Block, ...]:
    players = list(players)
    rated = [p.rating for p in players if p.rating]
    federations = words.count(len({p.federation for p in players if p.federation}), "federation")
    text = _("{players}, {rated} rated, {federations}").format(
        players=words.count(len(players), "player"), rated=len(rated), federations=federations
    )
    if rated:
        text += _("; average rating {average}").format(average=round(sum(rated) / len(rated)))
    return (Text(text + ".", quiet=True),)


def _players(ctx: Context) -> list[Entrant]:
    return [e for e in numbered(ctx.state) if not e.excluded]


# The columns of start lists by the option `layout`: their places in what `_start_columns` and `_start_row` have.
START_LAYOUTS = {"own": (0, 1, 2, 3, 4, 5, 6, 7, 8), "swiss-manager": (0, 1, 2, 5, 4, 3, 8)}


def _places(ctx: Context) -> tuple[int, ...]:
    return START_LAYOUTS[ctx.option("layout", "own").lower()]


def _start_columns(ctx: Context) -> tuple[Column, ...]:
    columns = (
        right(_("No.")), Column(_("Title")), fill(_("Name"), strong=True), right(_("Rtg")), Column(_("Fed.")),
        Column(_("FIDE ID")), Column(_("Born")), Column(_("Sex")), fill(_("Club")),
    )  # fmt: skip
    return tuple(columns[at] for at in _places(ctx))


def _start_row(ctx: Context, e: Entrant) -> tuple[Cell, ...]:
    p = e.player
    sex = {Sex.FEMALE: _("f"), Sex.MALE: _("m"), Sex.UNKNOWN: ""}[p.sex]
    cells = (
        ctx.number_of(e.id), p.title.value, name_of(e), rating_of(p), p.federation, p.fide_id, p.birth[:4], sex, p.club,
    )  # fmt: skip
    return tuple(cells[at] for at in _places(ctx))


def start_list(ctx: Context) -> Document:
    """The start list by pairing number (C.04.2 B)."""
    entrants = _players(ctx)
    table = Table(_start_columns(ctx), tuple(_start_row(ctx, e) for e in entrants)).filled
    return Document(_("Start list"), ctx.subtitle, (table, *_totals(ctx, [e.player for e in entrants])))


def start_list_by_name(ctx: Context) -> Document:
    """The start list in alphabetical order."""
    entrants = sorted(_players(ctx), key=lambda e: by_name(e.name))
    table = Table(_start_columns(ctx), tuple(_start_row(ctx, e) for e in entrants)).filled
    title = _("Start list by name")
    return Document(title, ctx.subtitle, (table, *_totals(ctx, [e.player for e in entrants])))


def start_list_by_federation(ctx: Context) -> Document:
    """The start list, federation by federation."""
    entrants = sorted(_players(ctx), key=lambda e: (e.player.federation or "~", ctx.number_of(e.id)))
    counts = Counter(e.player.federation for e in entrants)
    rows: list[tuple[Cell, ...]] = []
    before: str | None = None
    for e in entrants:
        federation = e.player.federation
        if federation != before:
            rows.append((f"{federation or _('without federation')} ({counts[federation]})",))
            before = federation
        rows.append(_start_row(ctx, e))
    table = Table(_start_columns(ctx), tuple(rows), banded=False).filled
    title = _("Start list by federation")
    return Document(title, ctx.subtitle, (table, *_totals(ctx, [e.player for e in entrants])))


# -- a round


def round_line(ctx: Context) -> str:
    """Round, date and time, for a subtitle."""
    times = ctx.settings.round_times
    k = ctx.round.number
    when = times[k - 1] if k <= len(times) else ""
    parts = [day(when), time_of(when)] if when else []
    return " · ".join(part for part in (*parts, ctx.settings.city, start_array(ctx.state, k)) if part)


def result_of(board: Board) -> str:
    """The result of a board as lists show it; nothing while it is being played."""
    return sign_of(board)


def _unpaired(ctx: Context) -> tuple[Block, ...]:
    """The pairing-allocated bye, requested byes and absences of a round."""
    round = ctx.round
    rows: list[tuple[Cell, ...]] = []
    if round.bye is not None:
        rows.append(_bye_row(ctx, round.bye, words.outcome(Outcome.PAIRING_BYE)))
    asked = [id for id, outcome in round.absent.items() if outcome is not Outcome.ABSENT and id in ctx.state.numbers]
    rows += [
        _bye_row(ctx, id, words.outcome(round.absent[id]))
        for id in sorted(asked, key=ctx.number_of)
        if not ctx.entrant(id).excluded and ctx.entrant(id).withdrawn_after is None
    ]
    if not rows:
        return ()
    columns = (right(_("No.")), fill(_("Name"), strong=True), right(_("Pts")), fill(_("Not paired because")))
    return (Heading(_("Not playing this round"), 2), Table(columns, tuple(rows)))


def _sitting_out(ctx: Context) -> list[tuple[int, str]]:
    """Everybody without a board who has not left: what the round is worth, in words."""
    seated = {id for board in ctx.round.boards.values() for id in (board.white, board.black)}
    away = []
    for id in ctx.state.numbers:
        e = ctx.entrant(id)
        gone = e.excluded or (e.withdrawn_after is not None and e.withdrawn_after < ctx.round.number)
        if id in seated or gone:
            continue
        outcome = Outcome.PAIRING_BYE if id == ctx.round.bye else ctx.round.absent.get(id, Outcome.ABSENT)
        away.append((id, words.outcome(outcome)))
    return away


def _bye_row(ctx: Context, id: int, reason: str) -> tuple[Cell, ...]:
    return ctx.number_of(id), ctx.entrant(id).name, show(ctx.points_before(id, ctx.round.number)), reason


def _board_table(ctx: Context, results: bool) -> Table:
    """Board, White, Black, with titles only where somebody has one."""
    seats = [(n, board, ctx.entrant(board.white), ctx.entrant(board.black)) for n, board in ctx.boards(ctx.round)]
    titles = any(e.player.title is not Title.NONE for _n, _board, *both in seats for e in both)
    title = (Column(""),) if titles else ()
    columns = (
        right(_("Bd."), strong=True), right(_("No.")), *title, fill(_("White"), strong=True), right(_("Rtg")),
        right(_("Pts")), centre(_("Res."), strong=results), right(_("Pts")), *title, fill(_("Black"), strong=True),
        right(_("Rtg")), right(_("No.")),
    )  # fmt: skip
    rows = [
        (
            _board(ctx, n), *_seat(ctx, white, titles), result_of(board) if results else "–",
            *_turned(_seat(ctx, black, titles)),
        )
        for n, board, white, black in seats
    ]  # fmt: skip
    return Table(columns, tuple(rows))


def _board(ctx: Context, n: int) -> Cell:
    """A board as a number, or as the match and board of a team event (1.2)."""
    label = ctx.round.label(n)
    return n if label == str(n) else label


def _seat(ctx: Context, e: Entrant, titles: bool) -> tuple[Cell, ...]:
    """Number, title, name, rating, points before the round."""
    p = e.player
    title = (p.title.value,) if titles else ()
    left = e.withdrawn_after is not None and e.withdrawn_after <= ctx.round.number
    name = name_of(e) if left else p.name
    return ctx.number_of(e.id), *title, name, p.rating or "", show(ctx.points_before(e.id, ctx.round.number))


def _turned(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Black's half of the line: points first, number last."""
    number, *title, name, rating, score = cells
    return score, *title, name, rating, number


def pairings(ctx: Context) -> Document:
    """The pairings of a round in board order (C.04.2 D.9)."""
    title = _("Pairings, round {n}").format(n=ctx.round.number)
    return Document(title, round_line(ctx), (_board_table(ctx, results=False), *_unpaired(ctx)))


def has_table(ctx: Context) -> bool:
    """Are all rounds known before the first move?"""
    try:
        return bool(ctx.state.numbers) and bool(table_of(ctx.tournament))
    except ArbitroError:
        return False


def all_rounds(ctx: Context) -> Document:
    """Every round of a table at once, as it is drawn: numbers and names, White first (C.05, Annex 1)."""
    event = ctx.tournament
    of_teams = meets_by_teams(event)
    names = {t.number: t.name for t in event.teams} if of_teams else {p.number: p.name for p in event.players}
    blocks: list[Block] = []
    for k, games in enumerate(table_of(event), 1):
        rows = tuple((i, white, names[white], black, names[black]) for i, (white, black) in enumerate(games, 1))
        heads = (_("First team"), _("Second team")) if of_teams else (_("White"), _("Black"))
        columns = (right(_("Board")), right(_("No.")), fill(heads[0]), right(_("No.")), fill(heads[1]))
        blocks += [Heading(_round_title(ctx, k), 2), Table(columns, rows)]
    return Document(_("All rounds"), ctx.subtitle, tuple(blocks))


def pairings_by_name(ctx: Context) -> Document:
    """Where everybody sits, in alphabetical order: the list for the wall."""
    k = ctx.round.number
    rows: list[tuple[Cell, ...]] = []
    for n, board in ctx.boards(ctx.round):
        for id, other, colour in (
            (board.white, board.black, _("White")),
            (board.black, board.white, _("Black")),
        ):
            opponent = ctx.entrant(other).player
            rows.append((
                ctx.entrant(id).name, show(ctx.points_before(id, k)), _board(ctx, n), colour, opponent.title.value,
                opponent.name, opponent.rating or "",
            ))  # fmt: skip
    rows += [
        (ctx.entrant(id).name, show(ctx.points_before(id, k)), "–", "–", "", reason, "")
        for id, reason in _sitting_out(ctx)
    ]
    rows.sort(key=lambda row: by_name(str(row[0])))
    columns = (
        fill(_("Player"), strong=True), right(_("Pts")), right(_("Board"), strong=True), Column(_("Colour")),
        Column(""), fill(_("Opponent")), right(_("Rtg")),
    )  # fmt: skip
    title = _("Pairings by name, round {n}").format(n=k)
    return Document(title, round_line(ctx), (Table(columns, tuple(rows)).filled,))


def results(ctx: Context) -> Document:
    """The results of a round in board order, with those still missing."""
    missing = ctx.round.missing
    blocks: tuple[Block, ...] = (_board_table(ctx, results=True), *_unpaired(ctx))
    if missing:
        blocks += (Text(_("Results still missing: {n}.").format(n=missing), quiet=True),)
    return Document(_("Results of round {n}").format(n=ctx.round.number), round_line(ctx), blocks)


def every_round(ctx: Context, level: int = 2) -> list[Block]:
    """All pairings with their results, round by round, as short as they can be."""
    blocks: list[Block] = []
    columns = (
        right(_("Bd."), strong=True), right(_("No.")), fill(_("White"), strong=True), centre(_("Res."), strong=True),
        right(_("No.")), fill(_("Black"), strong=True),
    )  # fmt: skip
    for round in ctx.state.rounds:
        rows: list[tuple[Cell, ...]] = [
            (
                round.label(n), ctx.number_of(b.white), ctx.entrant(b.white).name, result_of(b) or "–",
                ctx.number_of(b.black), ctx.entrant(b.black).name,
            )
            for n, b in ctx.boards(round)
        ]  # fmt: skip
        byes = ([(round.bye, Outcome.PAIRING_BYE)] if round.bye is not None else []) + [
            (id, outcome) for id, outcome in sorted(round.absent.items()) if outcome is not Outcome.ABSENT
        ]
        rows += [
            ("–", ctx.number_of(id), ctx.entrant(id).name, "", "", words.outcome(outcome))
            for id, outcome in byes
            if id in ctx.state.numbers
        ]
        blocks += [Heading(_round_title(ctx, round.number), level), Table(columns, tuple(rows), scale=0.9)]
    return blocks


def _round_title(ctx: Context, k: int) -> str:
    """`Round 3, 4 March 2026 16:00`."""
    when = ctx.settings.round_times[k - 1] if k <= len(ctx.settings.round_times) else ""
    return _("Round {n}").format(n=k) + (f", {day(when)} {time_of(when)}".rstrip() if when else "")


def all_results(ctx: Context) -> Document:
    """Every round that was paired, with its results."""
    return Document(_("All rounds with results"), ctx.subtitle, tuple(every_round(ctx)))


# -- the rest


def schedule(ctx: Context) -> Document:
    """When the rounds are played."""
    times = ctx.settings.round_times
    rows = []
    for k in range(1, ctx.settings.rounds + 1):
        when = times[k - 1] if k <= len(times) else ""
        rows.append((k, day(when) if when else _("to be announced"), time_of(when), _round_state(ctx, k)))
    columns = (right(_("Round"), strong=True), fill(_("Day")), Column(_("Time"), strong=True), fill(_("State")))
    fields = (
        (_("Place"), ctx.place),
        (_("Time control"), in_words(ctx.settings.time_control)),
        (
            _("Default time"),
            ngettext_("{n} minute", "{n} minutes", ctx.settings.default_time).format(n=ctx.settings.default_time),
        ),
    )
    return Document(_("Schedule"), ctx.subtitle, (Fields(fields).known, Table(columns, tuple(rows), roomy=True).filled))


def _round_state(ctx: Context, k: int) -> str:
    if k > len(ctx.state.rounds):
        return ""
    return _("in progress") if ctx.state.round(k).missing else _("played")


def statistics(ctx: Context) -> Document:
    """Players by federation, title, sex and age; results by colour and round."""
    players = [e.player for e in _players(ctx)]
    blocks: list[Block] = [Fields(player_facts(ctx, players), width=45)]
    blocks += [Heading(_("Results by round"), 2), result_table(ctx)]
    federations = Counter(p.federation or "–" for p in players).most_common()
    averages = {f: [p.rating for p in players if (p.federation or "–") == f and p.rating] for f, _n in federations}
    blocks += [
        Heading(_("Federations"), 2),
        Table(
            (Column(_("Federation"), strong=True), right(_("Players")), right(_("Average rating"))),
            tuple((f, n, round(sum(averages[f]) / len(averages[f])) if averages[f] else "–") for f, n in federations),
        ),
    ]
    titles: Counter[Title] = Counter(p.title for p in players if p.title is not Title.NONE)
    if titles:
        rows = tuple((t.value, titles[t]) for t in Title if titles[t])
        blocks += [Heading(_("Titles"), 2), Table((Column(_("Title"), strong=True), right(_("Players"))), rows)]
    return Document(_("Statistics"), ctx.subtitle, tuple(blocks))


def player_facts(ctx: Context, players: list[Player]) -> tuple[tuple[str, Cell], ...]:
    rated = [p.rating for p in players if p.rating]
    years = [p.birth_year for p in players if p.birth_year]
    year = event_year(ctx.tournament)
    facts: list[tuple[str, Cell]] = [
        (_("Players"), len(players)),
        (_("Rated players"), len(rated)),
        (_("Federations"), len({p.federation for p in players if p.federation})),
        (_("Women"), sum(p.sex is Sex.FEMALE for p in players)),
        (_("Average rating"), round(sum(rated) / len(rated)) if rated else "–"),
        (_("Highest rating"), max(rated, default=0) or "–"),
    ]
    if years and year:
        facts.append((_("Youngest and oldest"), f"{year - max(years)} – {year - min(years)}"))
    return tuple(facts)


def result_table(ctx: Context) -> Table:
    columns = (
        right(_("Round"), strong=True), right(_("Games")), right(_("White wins")), right(_("Draws")),
        right(_("Black wins")), right(_("Without play")), right(_("Missing")),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = [(round.number, *_counts(list(round.boards.values()))) for round in ctx.state.rounds]
    if len(rows) > 1:
        every = [board for round in ctx.state.rounds for board in round.boards.values()]
        rows.append((_("Total"), *_counts(every)))
    return Table(columns, tuple(rows))


def _counts(boards: list[Board]) -> tuple[int, int, int, int, int, int]:
    played = [b for b in boards if b.finished and b.white_outcome.played]
    white = sum(b.white_outcome.worth is Outcome.WIN.worth for b in played)
    black = sum(b.black_outcome.worth is Outcome.WIN.worth for b in played)
    draws = sum(b.white_outcome.worth is b.black_outcome.worth is Outcome.DRAW.worth for b in played)
    missing = sum(not b.finished for b in boards)
    return len(boards), white, draws, black, len(boards) - len(played) - missing, missing


def rating_list(ctx: Context) -> Document:
    """Rating changes as they would be if the tournament ended now (B.02 8)."""
    columns = (
        right(_("No.")), fill(_("Name"), strong=True), Column(_("Fed.")), right(_("Rtg")), right(_("K")),
        right(_("Games")), right(_("Score")), right(_("Expected")), right(_("Rating change"), strong=True),
        right(_("Performance")),
    )  # fmt: skip
    rows = []
    for r in rate_event(ctx.rated, ctx.settings.rating_list, ctx.settings.editions.ratings):
        if not r.games:
            continue
        rows.append((
            r.number, r.name, ctx.tournament.player(r.number).federation, r.rating or "–", r.k or "–", r.games,
            show(r.score), decimals(f"{r.expected / 100:.2f}") if r.expected is not None else "–",
            decimals(f"{float(r.change_exact):+.1f}") if r.change_exact is not None else "–",
            r.performance.rating if r.performance else "–",
        ))  # fmt: skip
    return Document(_("Rating changes"), ctx.subtitle, (Table(columns, tuple(rows)),))
