"""What a player carries: badges to be folded, slips with the way to the own page. Both show a QR code.

paper         what it is                                              template
badges        five rows a page: name in front, QR code on the back    badges
link slips    eight a page: who, where to sit, QR code and address    links

The code opens the player's personal link where the context has one, else the public page. A personal link stands on the
back of the badge and on the player's own slip, never on what both players of a board see.
"""

from __future__ import annotations

from typing import Any

from arbitro.desk.state import Entrant
from arbitro.i18n import gettext_for
from arbitro.model import Player
from arbitro.papers.blocks import Layout
from arbitro.papers.context import Context, titled

_ = gettext_for("papers")


def qr(text: str) -> str:
    """A QR code as SVG."""
    import io

    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", border=0, xmldecl=False, svgns=True)
    return out.getvalue().decode()


def address_of(ctx: Context, player: Player, number: int, id: int) -> str:
    """Where a QR code leads: the player's own link or page here, else the page at FIDE, else nowhere."""
    if own := ctx.links.get(id):
        return own
    base = ctx.option("url").rstrip("/")
    if base and number:
        return f"{base}/player/{number}"
    return f"https://ratings.fide.com/profile/{player.fide_id}" if player.fide_id.isdecimal() else ""


def _chosen(ctx: Context) -> list[tuple[Entrant, int]]:
    """The players to print with their pairing numbers (0 before the start list): those with links, if there are any."""
    everybody = [e for e in ctx.state.entrants.values() if not e.excluded and (not ctx.links or e.id in ctx.links)]
    numbered = sorted(((e, ctx.state.numbers.get(e.id, 0)) for e in everybody), key=lambda row: (row[1], row[0].name))
    first, last = ctx.number("first", 0, 0, 99_999), ctx.number("last", 99_999, 1, 99_999)
    return [(e, number) for e, number in numbered if first <= number <= last]


def _row(ctx: Context, entrant: Entrant, number: int) -> dict[str, Any]:
    p = entrant.player
    address = address_of(ctx, p, number, entrant.id)
    return {
        "name": p.name, "title": p.title.value, "titled": titled(p), "federation": p.federation, "club": p.club,
        "rating": str(p.rating or ""), "number": str(number or ""), "qr": qr(address) if address else None,
        "address": address.removeprefix("https://").removeprefix("http://"), "own": entrant.id in ctx.links,
    }  # fmt: skip


def _words() -> dict[str, str]:
    return {
        "own": _("Your own page: check in, report your result, ask for a bye. Keep this code to yourself."),
        "public": _("Pairings, results and standings, live"),
        "board": _("Board"),
    }


def badges(ctx: Context) -> Layout:
    """A badge for everybody entered, folded between the name and the QR code."""
    rows = [_row(ctx, entrant, number) for entrant, number in _chosen(ctx)]
    return Layout(_("Badges"), "badges", {"badges": rows, "labels": _words()})


def link_slips(ctx: Context) -> Layout:
    """A slip for everybody with the QR code; once a round is paired, with the seat of that round."""
    seats: dict[int, str] = {}
    if ctx.state.started:
        for n, board in ctx.boards(ctx.round):
            for id, colour in ((board.white, _("White")), (board.black, _("Black"))):
                text = _("Round {round} · board {board} · {colour}")
                seats[id] = text.format(round=ctx.round.number, board=ctx.round.label(n), colour=colour)
    rows = [_row(ctx, entrant, number) | {"seat": seats.get(entrant.id, "")} for entrant, number in _chosen(ctx)]
    return Layout(_("Slips with the player's code"), "links", {"slips": rows, "labels": _words()})
