"""A card for every player: who he is, his games with what each did to the rating, and the way to his page."""

from __future__ import annotations

from arbitro.i18n import gettext_for
from arbitro.model import Colour, Outcome, show
from arbitro.papers.badges import address_of, qr
from arbitro.papers.blocks import Block, Cell, Column, Document, Fields, Part, Picture, Table, Text, centre, fill, right
from arbitro.papers.context import Context, titled
from arbitro.papers.hall import numbers_between
from arbitro.papers.rankings import after_line
from arbitro.ratings import PlayerRating, rate_event
from arbitro.standings.crosstable import sign
from arbitro.words import decimals

_ = gettext_for("papers")


def player_cards(ctx: Context) -> Document:
    """A page for each player of the numbers `first` to `last`."""
    s = ctx.settings
    rated = {r.number: r for r in rate_event(ctx.rated.after(ctx.after), s.rating_list, s.editions.ratings)}
    places = {row.number: row.rank for row in ctx.ranking.rows}
    blocks: list[Block] = []
    for number in numbers_between(ctx, list(ctx.tournament.numbers)):
        player, change = ctx.tournament.player(number), rated.get(number)
        address = address_of(ctx, player, number, ctx.state.by_number(number).id)
        fields: tuple[tuple[str, Cell], ...] = (
            (_("No."), number), (_("FIDE ID"), player.fide_id), (_("Federation"), player.federation),
            (_("Club"), player.club), (_("Rating"), player.rating or "–"),
            (_("Rank"), places.get(number, "") if ctx.after else ""),
            (_("Points"), show(ctx.tournament.score(number, ctx.after))), *_change(change),
        )  # fmt: skip
        blocks += [Part(titled(player), after_line(ctx) if ctx.after else ctx.subtitle), Fields(fields).known]
        if ctx.state.started:
            blocks.append(_games(ctx, number, change))
        if address:
            blocks += [Picture(qr(address), _("QR code of the player's page"), 26), Text(address, quiet=True)]
    return Document(_("Player cards"), ctx.subtitle, tuple(blocks))


def _change(r: PlayerRating | None) -> tuple[tuple[str, Cell], ...]:
    if r is None or not r.games:
        return ()
    exact = decimals(f"{float(r.change_exact):+.1f}") if r.change_exact is not None else ""
    return (
        (_("Performance"), r.performance.rating if r.performance else ""), (_("K"), r.k or ""),
        (_("Rating change"), exact), (_("New rating"), r.new_rating or ""),
    )  # fmt: skip


def _games(ctx: Context, number: int, r: PlayerRating | None) -> Table:
    """Round by round; the expected score of a rated game beside its result."""
    expected = {line.game.round: line.expected for line in r.sheet} if r is not None else {}
    letters = {Colour.WHITE: _("White"), Colour.BLACK: _("Black"), None: ""}
    columns = (
        right(_("Rd."), strong=True), Column(_("Colour")), right(_("No.")), Column(""),
        fill(_("Opponent"), strong=True), right(_("Rtg")), centre(_("Res."), strong=True), right(_("Expected")),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for game in ctx.tournament.rounds_of(number):
        if game.opponent is None:
            points = (
                ""
                if game.round > ctx.after or game.outcome is Outcome.ABSENT
                else f"({show(ctx.tournament.points_of(game))})"
            )
            rows.append((game.round, "", "", "", "–", "", points, ""))
            continue
        other = ctx.tournament.player(game.opponent)
        share = expected.get(game.round)
        rows.append((
            game.round, letters[game.colour], other.number, other.title.value, other.name, other.rating or "",
            "" if game.round > ctx.after or game.outcome is Outcome.PENDING else sign(game.outcome).replace("-", "−"),
            decimals(f"{share / 100:.2f}") if share is not None else "",
        ))  # fmt: skip
    return Table(columns, tuple(rows)).filled
