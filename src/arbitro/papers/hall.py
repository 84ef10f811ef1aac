"""On the tables and in the hall: slips, plates, score sheets, protocols, wall charts, certificates.

paper                rule or source                       template
result slips         one per board, to be signed          slips
board numbers        tents with the number on both sides  numbers
name plates          name, title, federation code, QR     plates
poster               the public pages as a QR code        poster
score sheets         Laws 8.1: 60 moves                   scoresheet
match protocols      C.10: captains sign                  (document)
line-up forms        C.05 7.1                             (document)
wall chart           the club's chart: running totals     wallchart
pairing cards        club Swiss, rule 2                   cards
certificates         for places                           certificate

Not here: the arbiter's own sheets (`working`).
"""

from __future__ import annotations

from typing import Any

from arbitro import words
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for
from arbitro.model import Colour, Outcome, show
from arbitro.model.team_results import boards_per_match
from arbitro.papers.badges import address_of, qr
from arbitro.papers.blocks import (
    Block,
    Cell,
    Column,
    Document,
    Fields,
    Heading,
    Layout,
    Lines,
    Part,
    Signatures,
    Table,
    Text,
    breakable,
    centre,
    fill,
    fitting,
    right,
)
from arbitro.papers.context import Context, day, period, scored, titled
from arbitro.papers.lists import round_line
from arbitro.papers.rankings import after_line, category_title
from arbitro.papers.teams import matches_in_order, ranking_of, team_name
from arbitro.standings import event_year, player_group, within
from arbitro.swiss.club import Card, cards

_ = gettext_for("papers")

MOVES = 60
CARD_NAME, CARD_OPPONENT = 190.0, 100.0  # points that names have on a pairing card
DATE_ROOM = 95.0  # points that the date has there
NAME_ROOM = 142.0  # points that a name has on a score sheet of Letter paper, the narrower one


def numbers_between(ctx: Context, numbers: list[int]) -> list[int]:
    """The numbers between the options `first` and `last`."""
    top = max(numbers, default=0)
    first, last = ctx.number("first", 1, 1, 99_999), ctx.number("last", top, 1, 99_999)
    return [n for n in numbers if first <= n <= last]


# -- on the tables


def result_slips(ctx: Context) -> Layout:
    """A slip for every board of the round, `per_page` to a page; with `stack=yes` cut piles are in board order."""
    per_page = ctx.number("per_page", 6, 1, 30)
    boards = dict(ctx.boards(ctx.round))
    slips: list[dict[str, Any] | None] = []
    for n in numbers_between(ctx, list(boards)):
        white, black = ctx.entrant(boards[n].white).player, ctx.entrant(boards[n].black).player
        slips.append({
            "round": str(ctx.round.number), "board": ctx.round.label(n), "match": _match_of(ctx, boards[n].match),
            "white": breakable(titled(white)), "black": breakable(titled(black)),
            "white_number": str(ctx.number_of(boards[n].white)), "black_number": str(ctx.number_of(boards[n].black)),
            "white_rating": str(white.rating or ""), "black_rating": str(black.rating or ""),
        })  # fmt: skip
    slips += [None] * (-len(slips) % per_page)  # another round begins on a new page
    if ctx.option("stack").lower() == "yes":
        slips = stacked(slips, per_page)
    data = {
        "slips": slips,
        "per_page": per_page,
        "labels": {
            "round": _("Round"), "board": _("Board"), "white": _("White"), "black": _("Black"),
            "signature": _("Signature"), "match": _("Match"),
        },
    }  # fmt: skip
    return Layout(_("Result slips, round {n}").format(n=ctx.round.number), "slips", data)


def _match_of(ctx: Context, match: int) -> str:
    """The number and the teams of a match of the round: `2: Torre – Alfil`."""
    if not 1 <= match <= len(ctx.round.matches):
        return ""
    first, second = (team_name(ctx, number) for number in ctx.round.matches[match - 1])
    return f"{match}: {first} – {second}"


def stacked(slips: list[dict[str, Any] | None], per_page: int) -> list[dict[str, Any] | None]:
    """The order that leaves sorted piles when the whole stack of pages is cut."""
    pages = len(slips) // per_page
    return [slips[place * pages + page] for page in range(pages) for place in range(per_page)]


def board_numbers(ctx: Context) -> Layout:
    """Tents with the number of the board, two to a page; with the hall's address, a QR code for the arbiter's phone."""
    needed = max((max(r.boards, default=0) for r in ctx.state.rounds), default=(len(ctx.state.entrants) + 1) // 2)
    first = ctx.number("first", 1, 1, 99_999)
    last = ctx.number("last", max(needed, first), first, first + 4999)
    hall = ctx.option("hall")
    labels = {n: _table_label(ctx, n) for n in range(first, last + 1)}
    codes = {label: qr(f"{hall}{n}") for n, label in labels.items()} if hall else {}
    data = {"numbers": list(labels.values()), "label": _("Board"), "codes": codes}
    return Layout(_("Board numbers"), "numbers", data)


def _table_label(ctx: Context, board: int) -> str:
    """What stands on a table: 7, or 2.3 where the third board of the second match is played, as slips and lists say."""
    match, place = divmod(board - 1, ctx.settings.team_boards or 1)
    return f"{match + 1}.{place + 1}" if ctx.settings.team_boards else str(board)


def name_plates(ctx: Context) -> Layout:
    """Tents with name, title, federation code, rating and a QR code, two to a page."""
    plates = []
    for number in numbers_between(ctx, list(ctx.tournament.numbers)):
        p = ctx.tournament.player(number)
        address = address_of(ctx, p, number, ctx.state.by_number(number).id)
        plates.append({
            "name": p.name, "title": p.title.value, "federation": p.federation, "club": p.club,
            "rating": str(p.rating or ""), "number": str(number), "qr": qr(address) if address else None,
        })  # fmt: skip
    return Layout(_("Name plates"), "plates", {"plates": plates})


def poster(ctx: Context) -> Layout:
    """A sheet for the door with the way to the public pages, as a QR code and in letters."""
    address = ctx.option("url")
    data = {
        "qr": qr(address),
        "address": address.removeprefix("https://").removeprefix("http://").rstrip("/"),
        "where": " · ".join(filter(None, (ctx.settings.city, period(ctx.settings.start, ctx.settings.end)))),
        "call": _("Point your phone's camera here"),
        "what": _("Pairings, results and standings, live"),
    }
    return Layout(_("Poster with QR code"), "poster", data)


def scoresheets(ctx: Context) -> Layout:
    """A score sheet for every player of the round; before the first round, empty ones."""
    sheets: list[dict[str, Any]] = []
    if ctx.state.started:
        k = ctx.round.number
        times = ctx.settings.round_times
        when = day(times[k - 1]) if k <= len(times) else ""
        boards = dict(ctx.boards(ctx.round))
        for n in numbers_between(ctx, list(boards)):
            white, black = ctx.entrant(boards[n].white).player, ctx.entrant(boards[n].black).player
            sheets += [_sheet(titled(white), titled(black), str(k), ctx.round.label(n), when)] * 2
    else:
        sheets = [_sheet("", "", "", "", "")] * 2
    data = {
        "sheets": sheets,
        "moves": MOVES,
        "labels": {
            "white": _("White"), "black": _("Black"), "round": _("Round"), "board": _("Board"), "date": _("Date"),
            "result": _("Result"), "signature_white": _("Signature of White"),
            "signature_black": _("Signature of Black"), "signature_arbiter": _("Signature of the arbiter"),
            "time": _("Clock"),
        },
    }  # fmt: skip
    return Layout(_("Scoresheets"), "scoresheet", data, landscape=True, framed=True)


def _sheet(white: str, black: str, round: str, board: str, when: str) -> dict[str, Any]:
    return {
        "white": white, "white_size": fitting(white, 10, NAME_ROOM), "black": black,
        "black_size": fitting(black, 10, NAME_ROOM), "round": round, "board": board, "date": when,
        "date_size": fitting(when, 10, DATE_ROOM),
    }  # fmt: skip


# -- teams


def match_protocols(ctx: Context) -> Document:
    """One protocol for each match: boards, results to fill in, total, signatures of the captains (C.10)."""
    blocks: list[Block] = []
    ids = {number: id for id, number in ctx.state.numbers.items()}
    board_of = {frozenset((b.white, b.black)): b for b in ctx.round.boards.values()}
    matches = matches_in_order(ctx)
    for n, match in enumerate(matches, 1):
        first, second = team_name(ctx, match.white), team_name(ctx, match.black)
        mine = set(ctx.tournament.team(match.white).players)
        rows: list[tuple[Cell, ...]] = []
        for b, game in enumerate(match.games, 1):
            ours = game.white in mine
            left, other = (game.white, game.black) if ours else (game.black, game.white)
            done = board_of[frozenset((ids[game.white], ids[game.black]))].finished
            points = [show(ctx.tournament.points_of(ctx.tournament.round_of(x, match.round))) for x in (left, other)]
            rows.append((
                b, _("w") if ours else _("b"), titled(ctx.tournament.player(left)), points[0] if done else "",
                points[1] if done else "", titled(ctx.tournament.player(other)), _("b") if ours else _("w"),
            ))  # fmt: skip
        total = ("", "") if match.pending else (show(match.white_points), show(match.black_points))
        rows.append(("", "", _("Total"), *total, "", ""))
        columns = (
            right(_("Bd."), strong=True), centre(""), fill(first, strong=True), Column(_("Result"), "center", 5.5),
            Column(_("Result"), "center", 5.5), fill(second, strong=True), centre(""),
        )  # fmt: skip
        heading = _("Match {n}: {first} – {second}").format(n=n, first=first, second=second)
        about = _("Match protocol, round {n}").format(n=ctx.round.number)
        blocks += [
            Part(heading, " · ".join(filter(None, (about, round_line(ctx))))),
            Table(columns, tuple(rows), grid=True, roomy=True, banded=False),
            Lines(_("Remarks and claims"), 3),
            Signatures((
                _("Captain of {team}").format(team=first), _("Captain of {team}").format(team=second), _("Arbiter"),
            )),
        ]  # fmt: skip
    if not blocks:
        raise Refused(_("The boards of this round are not known yet: enter the line-ups first."))
    return Document(_("Match protocols, round {n}").format(n=ctx.round.number), round_line(ctx), tuple(blocks))


def line_up_forms(ctx: Context) -> Document:
    """A form for each team to hand in its line-up, with the basic list beside it (C.05 7.1)."""
    n = ctx.settings.team_boards or boards_per_match(ctx.tournament) or 4
    blocks: list[Block] = []
    for team in ctx.tournament.teams:
        members = tuple(
            (k, number, titled(ctx.tournament.player(number)), ctx.tournament.player(number).rating or "–")
            for k, number in enumerate(team.players, 1)
        )
        columns = (right(_("Bd."), strong=True), Column(_("No."), "center", 5), fill(_("Player (surname, first name)")))
        blocks += [
            Part(_("Line-up of {team}").format(team=team.name), ctx.subtitle),
            Fields(((_("Round"), ""), (_("Opponent"), ""), (_("Captain"), team.captain))),
            Table(columns, tuple((b, "", "") for b in range(1, n + 1)), grid=True, roomy=True, banded=False),
            Text(_("The board order must be kept; nobody sits below an empty board."), quiet=True),
            Heading(_("Board order"), 2),
            Table((right(_("Order")), right(_("No.")), fill(_("Name"), strong=True), right(_("Rtg"))), members),
            Signatures((_("Captain"), _("Received by the arbiter, time"))),
        ]
    return Document(_("Line-up forms"), ctx.subtitle, tuple(blocks))


# -- the club's papers


def _letter(ctx: Context, colour: Colour | None) -> str:
    return {Colour.WHITE: _("w"), Colour.BLACK: _("b"), None: ""}[colour]


def _sign(outcome: Outcome) -> str:
    signs = {"=": "½", "D": "½", "W": "1", "L": "0", " ": ""}
    return signs.get(outcome.code, outcome.code)


def wall_chart(ctx: Context) -> Layout:
    """The chart on the wall: per round colour, opponent and running total; points without play in a circle."""
    rounds = ctx.settings.rounds
    places = {row.number: row.rank for row in ctx.ranking.rows}
    rows = []
    for card in cards(ctx.tournament):
        cells = [_wall_cell(ctx, card, k) for k in range(1, rounds + 1)]
        out = ctx.state.by_number(card.number)
        gone = out.withdrawn_after is not None or out.excluded
        rows.append({
            "number": str(card.number), "name": card.name, "rating": str(card.rating or ""), "cells": cells,
            "gone": gone, "place": str(places.get(card.number, "")) if ctx.after else "",
        })  # fmt: skip
    data = {
        "rows": rows, "rounds": rounds,
        "labels": {"number": _("No."), "name": _("Name"), "rating": _("Rtg"), "place": _("Rank"),
                   "legend": _("In each round: colour and opponent above, running total below. A circle marks a point "
                               "without play; a cross a player who has left.")},
    }  # fmt: skip
    return Layout(_("Wall chart"), "wallchart", data, after_line(ctx), landscape=True)


def _wall_cell(ctx: Context, card: Card, k: int) -> dict[str, Any]:
    if k > len(card.lines):
        return {"top": "", "total": "", "circled": False}
    line = card.lines[k - 1]
    top = f"{_letter(ctx, line.colour)} {line.opponent}" if line.opponent is not None else "–"
    if k > ctx.after or line.outcome is Outcome.PENDING:
        return {"top": top, "total": "", "circled": False}
    return {"top": top, "total": show(line.total), "circled": line.circled}


def pairing_cards(ctx: Context) -> Layout:
    """The director's card of every player, four to a page (club Swiss, rule 2)."""
    made = []
    wanted = set(numbers_between(ctx, list(ctx.tournament.numbers)))
    for card in cards(ctx.tournament):
        if card.number not in wanted:
            continue
        p = ctx.tournament.player(card.number)
        names = [line.opponent_name for line in card.lines]
        about = " · ".join(filter(None, (f"{_('Rating')} {card.rating or '–'}", p.club or p.federation)))
        made.append({
            "number": str(card.number), "name": card.name, "size": fitting(card.name, 12, CARD_NAME),
            "about": about, "about_size": fitting(about, 7.6, CARD_NAME),
            "columns": [
                "\n".join(_letter(ctx, line.colour) for line in card.lines),
                "\n".join(str(line.opponent) if line.opponent is not None else "–" for line in card.lines),
                "\n".join(names),
                "\n".join(_sign(line.outcome) for line in card.lines),
                "\n".join("" if line.outcome is Outcome.PENDING else show(line.total) for line in card.lines),
            ],
            "circled": [k for k, line in enumerate(card.lines) if line.circled],
            "names_size": min((fitting(name, 8.6, CARD_OPPONENT) for name in names), default=8.6),
            "due": _letter(ctx, card.due),
        })  # fmt: skip
    data = {
        "cards": made,
        "rounds": ctx.settings.rounds,
        "labels": {
            "round": _("Rd."), "colour": _("Col."), "opponent": _("Opp."),
            "name": _("Opponent"), "result": _("Res."), "total": _("Total"), "due": _("Colour due"),
        },
    }  # fmt: skip
    return Layout(_("Pairing cards"), "cards", data, framed=True)


# -- the prize-giving


def certificates(ctx: Context) -> Layout:
    """Certificates for places `first` to `last` (1 to 3) of players or teams, and for the first of each category."""
    s = ctx.settings
    first, last = ctx.number("first", 1, 1, 9999), ctx.number("last", 3, 1, 9999)
    ranking = ranking_of(ctx) if ctx.state.teams else ctx.ranking
    made = [
        _certificate(ctx, _winner(ctx, row.number), row.points, place_text(row.rank))
        for row in ranking.rows
        if first <= row.rank <= last
    ]
    year = event_year(ctx.tournament)
    for name in (part.strip() for part in ctx.option("categories").split(",") if part.strip()):
        best = within(ctx.ranking, ctx.tournament, player_group(name, year)).rows[:1]
        title = _("first in the category {category}").format(category=category_title(ctx, name))
        made += [_certificate(ctx, _full_name(ctx, row.number), row.points, title) for row in best]
    place = ", ".join(part for part in (s.city, day(s.end or s.start)) if part)
    data = {
        "certificates": made, "when": place, "period": period(s.start, s.end),
        "labels": {"title": _("Certificate"), "awarded": _("awarded to"), "at": _("at the"),
                   "arbiter": _("Chief arbiter"), "organiser": _("Organiser")},
        "arbiter": s.chief_arbiter, "organiser": s.organiser,
    }  # fmt: skip
    return Layout(_("Certificates"), "certificate", data, landscape=True)


_PLACES = (
    N_("First place"), N_("Second place"), N_("Third place"), N_("Fourth place"), N_("Fifth place"), N_("Sixth place"),
    N_("Seventh place"), N_("Eighth place"), N_("Ninth place"), N_("Tenth place"),
)  # fmt: skip


def place_text(n: int) -> str:
    """`First place`; from the eleventh on with the number."""
    return _(_PLACES[n - 1]) if n <= len(_PLACES) else _("Place {n}").format(n=n)


def _certificate(ctx: Context, name: str, points: int, achievement: str) -> dict[str, str]:
    score = _("with {points} in {rounds}").format(points=scored(points), rounds=words.count(ctx.after, "round"))
    return {"name": name, "achievement": achievement, "score": score}


def _winner(ctx: Context, number: int) -> str:
    """The team of that number in a team tournament, else the player."""
    return team_name(ctx, number) if ctx.state.teams else _full_name(ctx, number)


def _full_name(ctx: Context, number: int) -> str:
    """`GM Ana García`."""
    player = ctx.tournament.player(number)
    surname, comma, first = player.name.partition(",")
    name = f"{first.strip()} {surname.strip()}" if comma else player.name
    return f"{player.title.value} {name}".strip()
