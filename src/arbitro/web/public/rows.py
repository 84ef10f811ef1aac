"""Boards and long tables as HTML, row by row in Python: a thousand lines in milliseconds, templates take a second.

Every text that people typed goes through `escape`; the rest is numbers and our own markup. The tables' heads and all
short tables are templates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arbitro import words as vocabulary
from arbitro.desk.commands.results import sign_of
from arbitro.desk.games import keys_of_player
from arbitro.desk.state import Round
from arbitro.errors import ArbitroError
from arbitro.model import Colour, Outcome, Player, PlayerRound, Points, System, Team, Tournament, show
from arbitro.model.team_results import matches as team_matches
from arbitro.standings import Crosstable, CrosstableRow, Row, TieBreak, printed
from arbitro.standings.crosstable import sign
from arbitro.web.public.pages import Page
from arbitro.web.public.words import decimals, folded, icon

WON, LOST = {"1-0", "+/-", "2-0", "1½-½"}, {"0-1", "-/+", "0-2", "½-1½"}
DISC = {Colour.WHITE: '<i class="disc white"></i>', Colour.BLACK: '<i class="disc black"></i>'}


# -- the boards of a round: pairs, and in team events the matches that they belong to


def pairing_rows(page: Page, number: int) -> list[dict[str, Any]]:
    """The boards of a round: number, both players with their points before it, result, match."""
    state, event = page.state, page.tournament
    before = event.scores(number - 1)

    def seat(id: int) -> dict[str, Any] | None:
        no = state.numbers.get(id)
        if no is None:
            return None
        left = state.entrants[id].withdrawn_after
        return {
            "number": no,
            "player": event.player(no),
            "points": before[no],
            "gone": left is not None and left <= number,
        }

    return [
        {
            "board": n,
            "label": state.round(number).label(n),
            "white": seat(board.white),
            "black": seat(board.black),
            "result": sign_of(board) if board.finished else "",
            "by_hand": board.by_hand,
            "match": board.match,
        }
        for n, board in state.round(number).boards.items()
    ]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Two teams and their game points so far; `index` is the match's place in the round, as boards know it."""

    index: int
    first: Team
    second: Team
    first_points: Points | None
    second_points: Points | None


def matches_of(page: Page, current: Round) -> list[MatchScore]:
    """The matches of a round in the order of their boards; none in an event of players."""
    event = page.tournament
    if not current.matches:
        return []
    points: dict[int, Points] = {}
    with suppress(ArbitroError):
        for match in team_matches(event, current.number):
            points |= {match.white: match.white_points, match.black: match.black_points}
    return [
        MatchScore(i, event.team(first), event.team(second), points.get(first), points.get(second))
        for i, (first, second) in enumerate(current.matches, 1)
    ]


def turned(sign: str) -> str:
    """A result as Black's side sees it: `1-0` is `0-1`, `+/-` is `-/+`; remarks stay."""
    result, blank, remark = sign.partition(" ")
    mark = "/" if "/" in result else "-"
    first, found, second = result.partition(mark)
    return f"{second}{mark}{first}{blank}{remark}" if found else sign


# -- as HTML


def named(base: str, player: Player) -> str:
    """Title and name, linked to the player's card."""
    title = f'<span class="title">{player.title.value}</span> ' if player.title.value else ""
    return f'{title}<a href="{base}player/{player.number}">{escape(player.name)}</a>'


def left_mark(gone: bool) -> str:
    """A word after the name of those who have withdrawn."""
    return f' <span class="soft">({escape(_("withdrawn"))})</span>' if gone else ""


def federation_of(player: Player | None) -> str:
    return f'<span class="fed">{escape(player.federation)}</span>' if player and player.federation else ""


def shown_rounds(event: Tournament, number: int, upto: int) -> tuple[PlayerRound, ...]:
    """A player's rounds for their card; of a knock-out those alone in which they had to play."""
    rounds = event.rounds_of(number)[:upto]
    if event.system is not System.KNOCKOUT:
        return rounds
    return tuple(r for r in rounds if r.outcome is not Outcome.ABSENT)


def cells(event: Tournament, number: int, upto: int) -> str:
    """A player's event, one cell a round: light for White, dark for Black, the result inside."""
    out = []
    for r in shown_rounds(event, number, upto):
        inside = show(event.points_of(r)) if r.outcome.finished else "·"
        if r.points == 0 and not event.system.is_swiss and event.scoring.points(r.outcome, r.colour):
            inside = "–"  # not lost, but worth nothing: the opponent has left the table (C.05 6.6)
        style = "" if r.opponent and r.colour is Colour.WHITE else ' class="b"' if r.opponent else ' class="no"'
        out.append(f"<i{style}>{inside}</i>")
    return f'<span class="cells">{"".join(out)}</span>'


def moved(before: int | None, now: int) -> str:
    """How many places somebody has moved since the last round."""
    if before is None or before == now:
        return "–"
    way, arrow = ("up", "▲") if now < before else ("dn", "▼")
    said = _("up {n}") if now < before else _("down {n}")
    n = abs(before - now)
    return f'<span class="{way}" aria-label="{escape(said.format(n=n))}" role="img">{arrow}{n}</span>'


def standings_rows(
    base: str,
    event: Tournament,
    rows: Sequence[Row],
    tiebreaks: Sequence[TieBreak | str],
    gone: Collection[int],
    by_rank: bool,
    after: int | None,
    before: Mapping[int, int] | None = None,
) -> SafeString:
    """Lines of the standings. Points and tie-breaks lead to their sums; a shared rank is printed once.

    With the ranks `before` the last round, lines tell the movement and the player's rounds.
    """
    out = []
    then = "" if after is None else f"?after={after}"
    mark = "," if decimals(".") == "," else "."
    names = [(str(t), t, "num" if i == 0 else "num wide") for i, t in enumerate(tiebreaks)]
    upto = event.rounds_paired if after is None else after
    last, points = None, None
    for i, row in enumerate(rows):
        player = event.player(row.number)
        sums = f"{base}standings/{row.number}{then}"
        styles = (
            ("leader", by_rank and i == 0),
            ("step", by_rank and points is not None and points != row.points),
            ("gone", row.number in gone),
        )
        style = " ".join(c for c, on in styles if on)
        rank = "" if by_rank and row.rank == last else row.rank
        last, points = row.rank, row.points
        values = [
            f'<td class="{css}"><a class="value" href="{sums}">'
            f"{printed(t, row.values[name]).replace('.', mark) if name in row.values else ''}</a></td>"
            for name, t, css in names
        ]
        extra = ("", "")
        if before is not None:
            moves = moved(before.get(row.number), row.rank)
            extra = (f'<td class="mv">{moves}</td>', f'<td class="wide">{cells(event, row.number, upto)}</td>')
        out.append(
            f'<tr{f" class={chr(34)}{style}{chr(34)}" if style else ""}><td class="num rank">{rank}</td>{extra[0]}'
            f'<td class="name">{named(base, player)}{left_mark(row.number in gone)}'
            f'<span class="under">{"" if before is None else cells(event, row.number, upto)}</span></td>'
            f'<td class="wide">{federation_of(player)}</td><td class="num wide soft">{player.rating or ""}</td>'
            f"{extra[1]}"
            f'<td class="score"><a class="value" href="{sums}">{show(row.points)}</a></td>{"".join(values)}</tr>'
        )
    return mark_safe("".join(out))


def game_link(base: str, round: int, board: int, label: object) -> str:
    """The way to the moves of a board."""
    word = escape(_("Game of board {n}").format(n=label))
    address = f"{base}round/{round}/board/{board}"
    return f'<a class="game" href="{address}" aria-label="{word}" title="{word}">{icon("board")}</a>'


def pairing_lines(
    base: str,
    rows: Iterable[dict[str, Any]],
    matches: Sequence[MatchScore] = (),
    games: Mapping[int, tuple[int, int, int]] | None = None,
) -> SafeString:
    """Boards of a round: number, White, result, Black; the way to the game where its moves are here.

    In a team match the first team's players stand on the left."""
    changed, playing = _("by hand"), escape(_("in progress"))
    by_hand = f' <span class="mark warn">{escape(changed)}</span>'
    words = {"white": escape(_("White")), "black": escape(_("Black"))}
    teams = {match.index: match for match in matches}
    out = []
    last = 0
    for row in rows:
        sides, sign = ["white", "black"], row["result"]
        match = teams.get(row["match"])
        if match is not None:
            if match.index != last:
                out.append(_match_line(base, match))
            last = match.index
            at_home = [seat for seat in (row["white"], row["black"]) if seat and seat["player"].team is not None]
            if at_home and (at_home[0]["player"].team == match.first.number) != (at_home[0] is row["white"]):
                sides, sign = ["black", "white"], turned(sign)
        result = escape(vocabulary.result_sign(sign)) if sign else f'<span class="soft">{playing}</span>'
        if games and (key := games.get(row["board"])):
            result += game_link(base, key[0], key[1], row["label"])
        won = (sign in WON, sign in LOST)
        left, right = (_seat(base, row[side], side, words[side], win) for side, win in zip(sides, won, strict=True))
        out.append(
            f'<tr id="b{row["board"]}"><td class="board">{row["label"]}</td>{"".join(left)}'
            f'<td class="result">{result}{by_hand if row["by_hand"] else ""}</td>'
            f"{right[1]}{right[0]}</tr>"
        )
    return mark_safe("".join(out))


def _match_line(base: str, match: MatchScore) -> str:
    """The heading of a match: both teams and their game points so far."""
    first, second = (
        f'<td class="name {side}-side"><a href="{base}teams/{team.number}">{escape(team.name)}</a></td>'
        for team, side in ((match.first, "white"), (match.second, "black"))
    )
    points = [show(p) if p is not None else "–" for p in (match.first_points, match.second_points)]
    wide = '<td class="wide"></td>'
    return (
        f'<tr class="match"><td></td>{first}{wide}<td class="result">{points[0]} : {points[1]}</td>{wide}{second}</tr>'
    )


def _seat(base: str, seat: dict[str, Any] | None, colour: str, word: str, won: bool) -> tuple[str, str]:
    """The two cells of one side: name with its colour and rating, points before the round."""
    if seat is None:
        return f'<td class="name {colour}-side">–</td>', '<td class="num pts wide"></td>'
    player: Player = seat["player"]
    return (
        f'<td class="name {colour}-side{" win" if won else ""}">'
        f'<span class="disc {colour}" role="img" aria-label="{word}"></span>{named(base, player)}'
        f"{left_mark(seat['gone'])} <small>{player.rating or ''}</small></td>",
        f'<td class="num pts wide">{show(seat["points"])}</td>',
    )


def crosstable_rows(
    base: str, event: Tournament, lines: Iterable[CrosstableRow], table: Crosstable, gone: Collection[int] = ()
) -> SafeString:
    """Swiss cells: the result over the colour and the opponent's number. Round-robin cells: as the table has them."""
    out = []
    for line in lines:
        number = line.row.number
        if table.style == "swiss":
            rounds = {r.round: r for r in event.rounds_of(number)}
            cells = "".join(_met(event, rounds.get(k)) for k in table.columns)
        else:
            cells = "".join(f'<td class="mid{" self" if c == "*" else ""}">{escape(c)}</td>' for c in line.cells)
        out.append(
            f'<tr><td class="num rank">{line.row.rank}</td><td class="num soft no">{number}</td>'
            f'<th scope="row" class="name">{named(base, event.player(number))}{left_mark(number in gone)}</th>'
            f'{cells}<td class="score">{show(line.row.points)}</td></tr>'
        )
    return mark_safe("".join(out))


def _met(event: Tournament, r: PlayerRound | None) -> str:
    if r is None or r.outcome is Outcome.ABSENT:
        return "<td></td>"
    if r.opponent is None:
        words, short = escape(vocabulary.outcome(r.outcome)), escape(vocabulary.bye())
        return f'<td class="met" title="{words}"><b>{show(event.points_of(r))}</b><span>{short}</span></td>'
    result = (show(r.points) if r.points is not None and r.played else sign(r.outcome)) or "·"
    return f'<td class="met"><b>{result}</b><span>{DISC[r.colour] if r.colour else ""}{r.opponent}</span></td>'


def _without_opponent(r: PlayerRound, entered: int) -> str:
    """What stands in the place of an opponent: the bye or absence; before a late entry (C.04.2 C.2) that it was so."""
    outcome = vocabulary.outcome(r.outcome)
    if r.round >= entered:
        return outcome
    late = _("not yet entered")
    return late if r.outcome is Outcome.ABSENT else f"{late}: {outcome}"


def game_rows(page: Page, number: int, rounds: Sequence[PlayerRound]) -> SafeString:
    """A player's games, the last first: opponent, result, score; each pairing of a Swiss can be asked why."""
    event, base = page.tournament, page.base
    can_explain = page.state.settings.system.is_swiss
    why, picture = escape(_("Why this pairing?")), icon("why")
    colours = {Colour.WHITE: escape(_("White")), Colour.BLACK: escape(_("Black"))}
    known = {key[0]: key for key in sorted(keys_of_player(page.state, number), reverse=True)}
    entered = page.state.by_number(number).first_round
    out = []
    for r in reversed(rounds):
        opponent = event.player(r.opponent) if r.opponent else None
        who = named(base, opponent) if opponent else escape(_without_opponent(r, entered))
        asked = ""
        if can_explain and (opponent is not None or r.outcome is Outcome.PAIRING_BYE):
            address = f"{base}player/{number}/why/{r.round}"
            asked = (
                f'<a class="ask" href="{address}" hx-get="{address}" hx-target="#why-{r.round}" hx-select="#reason"'
                f' hx-swap="innerHTML" aria-label="{why}" title="{why}">{picture}</a>'
            )
        if (key := known.get(r.round)) is not None:
            asked = game_link(base, key[0], key[1], page.state.round(key[0]).label(key[1])) + asked
        disc = ""
        if r.colour is not None:
            name = "white" if r.colour is Colour.WHITE else "black"
            disc = f'<span class="disc {name}" role="img" aria-label="{colours[r.colour]}"></span>'
        result = '<span class="soft">–</span>'
        if r.outcome is not Outcome.PENDING:
            unusual = (opponent is not None and not r.outcome.played) or r.outcome is Outcome.ADJOURNED
            mark = f' <span class="mark">{escape(vocabulary.outcome(r.outcome))}</span>' if unusual else ""
            result = show(event.points_of(r)) + mark
        out.append(
            f'<tr><td class="num rank">{r.round}</td><td class="name">{disc}{who} '
            f'<small>{(opponent and opponent.rating) or ""}</small></td><td class="wide">{federation_of(opponent)}</td>'
            f'<td class="result">{result}</td><td class="num">{show(event.score(number, r.round))}</td>'
            f'<td class="num">{asked}</td></tr>'
        )
        if "ask" in asked:
            out.append(
                '<tr class="answer-row"><td></td><td colspan="5">'
                f'<div class="answer" id="why-{r.round}" aria-live="polite" hx-preserve></div></td></tr>'
            )
    return mark_safe("".join(out))


def player_rows(base: str, players: Iterable[Player], gone: Collection[int] = ()) -> SafeString:
    """The start list: nothing private."""
    return mark_safe(
        "".join(
            f'<tr><td class="num">{p.number}</td><td class="name">{named(base, p)}{left_mark(p.number in gone)}'
            f'<span class="under">{escape(p.club)}</span></td><td>{federation_of(p)}</td>'
            f'<td class="num">{p.rating or ""}</td><td class="wide">{escape(p.club)}</td></tr>'
            for p in players
        )
    )


def by_name(boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everybody in the order of their names: seat, colour, opponent, board."""
    people = []
    for row in boards:
        for colour, mine, theirs in (("w", row["white"], row["black"]), ("b", row["black"], row["white"])):
            if mine:
                people.append({"seat": mine, "colour": colour, "opponent": theirs, "label": row["label"]})
    return sorted(people, key=lambda p: folded(p["seat"]["player"].name))
