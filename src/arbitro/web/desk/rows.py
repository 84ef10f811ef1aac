"""The boards of a round and of a draft, players and ratings as HTML, row by row in Python: a thousand lines in
milliseconds.

Every text that people typed goes through `escape`; the rest is numbers and our own markup. Heads and all short tables
are templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape  # Django's own first looks whether a text is lazy: ten times a row
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arbitro.desk.commands.reports import said
from arbitro.desk.hall import Conduct
from arbitro.desk.state import Entrant, Round, State
from arbitro.model import Colour
from arbitro.standings.groups import age_category
from arbitro.web.citations import cited
from arbitro.web.public.rows import federation_of, left_mark
from arbitro.web.public.words import decimals, folded
from arbitro.web.templatetags.arbitro import icon

Row = Mapping[str, Any]
FIRST_LINES = 200  # of a long table before "show all"
COLOURS = {
    Colour.WHITE: '<i class="disc"></i>',
    Colour.BLACK: '<i class="disc b"></i>',
    None: '<i class="disc none"></i>',
}


def _disc(colour: str) -> str:
    style, word = ("disc", _("White")) if colour == "white" else ("disc b", _("Black"))
    return f'<span class="{style}" role="img" aria-label="{escape(word)}"></span> '


def _title(seat: Row) -> str:
    return f'<span class="ttl">{seat["title"]}</span> ' if seat["title"] else ""


def _heading(row: Row, wide: int) -> str:
    return render_to_string("desk/_match.html", {"m": row["heading"], "wide": wide}) if "heading" in row else ""


def board_lines(
    rows: Iterable[Row],
    picks: Sequence[tuple[str, str, str]],
    correct_at: str,
    hall_at: str,
    game_at: str,
    *,
    seen: int = 0,
    saved: bool = False,
) -> SafeString:
    """The boards of a published round. `correct_at`, `hall_at` and `game_at` are addresses that end before
    the board's number.

    An answer to one result has `seen`, the journal number that it has seen, and says that it is `saved`.
    """
    discs = {side: _disc(side) for side in ("white", "black")}
    buttons = [(sign, f'aria-label="{escape(words)}"', label) for sign, label, words in picks]
    moves, sheet = escape(_("Moves of board {n}")), escape(_("Type the scoresheet of board {n}"))
    board_word, other = escape(_("Board")), escape(_("other results"))
    rule = f'" title="{escape(_("Rule on what happened"))}">'
    chips = {name: f'<span class="chip {style}">{escape(word)}</span>' for name, style, word in (
        ("by_hand", "warn", _("by hand")), ("saved", "ok", _("saved")))}  # fmt: skip
    lines = []
    for row in rows:
        n, label, white, black = row["board"], row["label"], row["white"], row["black"]
        link = f'<a href="{hall_at}{n}{rule}{label}</a>'
        who = {
            side: f"{discs[side]}{_title(seat)}{escape(seat['name'])}{left_mark(seat['gone'])}" if seat else "–"
            for side, seat in (("white", white), ("black", black))
        }
        if row["open"]:
            choices = "".join(
                f'<button name="result" value="{n} {sign}" {name} aria-pressed="'
                f'{"true" if row["result"] == sign else "false"}">{text}</button>'
                for sign, name, text in buttons
            )
            result = (
                f'<span class="res{" set" if row["finished"] else ""}" role="group" aria-label="{board_word} {label}">'
                f'{choices}<a class="btn" href="{correct_at}{n}" aria-label="{other}">…</a></span>'
            )
            if row["unusual"]:
                result += f' <b class="other">{escape(row["shown"])}</b>'
        else:
            result = f"<b>{escape(row['shown']) or '–'}</b>"
            if row["may_correct"]:
                result += f' <a class="correct" href="{correct_at}{n}">{escape(_("correct"))}</a>'
        if row["for_rating"]:
            text = escape(_("{result} for rating").format(result=row["for_rating"]))
            result += f' <span class="chip warn">{text}</span>'
        by = row["by"] and (
            f' <span class="by">{escape(row["by"])} <time datetime="{row["at"]}" data-short>{row["at"][11:16]}</time>'
            "</span>"
        )
        number = f' data-seen="{seen}"' if seen else ""
        mark = f'<a class="chip warn" href="{hall_at}{n}">{icon("incident")}{row["hall"]}</a> ' if row["hall"] else ""
        if white and black:
            word = (moves if row["game"] else sheet).format(n=label)
            mark += f'<a class="sheet-mark{" on" if row["game"] else ""}" href="{game_at}{n}" aria-label="{word}"'
            mark += f' title="{word}">{icon("games")}</a>'
        lines.append(
            f'{_heading(row, 6)}<tr id="board-{n}" data-board="{n}" data-label="{label}"{number}'
            f' class="{row["classes"]}">'
            f'<th scope="row" class="bd">{link}</th><td class="p pw">{who["white"]}</td>'
            f'<td class="num soft q">{white["points"] if white else ""}</td><td class="mid r">{result}</td>'
            f'<td class="soft q">{black["points"] if black else ""}</td>'
            f'<td class="p pb">{who["black"]}{chips["by_hand"] if row["by_hand"] else ""}</td>'
            f'<td class="m">{mark}{chips["saved"] if saved else ""}{by}</td></tr>'
        )
    return mark_safe("".join(lines))


def _why(number: str, word: str, picture: str, opened: bool) -> str:
    shown = "true" if opened else "false"
    return (
        f'<a class="y" href="?why={number}#draft-{number}" role="button" aria-expanded="{shown}"'
        f' aria-controls="why-{number}" aria-label="{escape(word.format(n=number))}">{picture}</a>'
    )


def draft_lines(rows: Iterable[Row], asked: str = "", reason: str = "", *, reasons: bool) -> SafeString:
    """The boards of a draft; the reason of the board that is `asked` stands open."""
    discs = {side: _disc(side) for side in ("white", "black")}
    floats = {
        -1: f'<span class="fl" role="img" aria-label="{escape(_("plays below"))}">▼</span>',
        1: f'<span class="fl" role="img" aria-label="{escape(_("plays above"))}">▲</span>',
    }
    word, picture = _("Why board {n}?"), icon("why")
    club, hand = escape(_("same club")), escape(_("by hand"))
    lines = []
    for row in rows:
        n = row["board"]
        cells = "".join(
            f'<td class="p {place}">{discs[side]}{_title(seat)}{escape(seat["name"])}'
            f' <small class="rt">{seat["rating"] or ""}</small></td>'
            f'<td class="num s">{floats.get(seat.get("float", 0), "")}<b>{seat["points"]}</b></td>'
            f'<td class="c"><span class="cols">{"".join(COLOURS[c] for c in seat.get("colours", ()))}</span></td>'
            if (seat := row[side])
            else f'<td class="p {place}">–</td><td class="num s"></td><td class="c"></td>'
            for side, place in (("white", "pw"), ("black", "pb"))
        )
        marks = f'<span class="chip">{club}</span>' if row.get("same_club") else ""
        marks += f'<span class="chip warn">{hand}</span>' if row["by_hand"] else ""
        marks += f'<span class="chip bad long">{cited(row["breach"])}</span>' if row["breach"] else ""
        styles = ("step" if row.get("step") else "") + (" hand" if row["by_hand"] else "")
        why, below = "", ""
        if reasons:
            both = row["white"] and row["black"]
            why = f'<td class="w">{_why(n, word, picture, asked == n) if both else ""}</td>'
            hidden, told = ("", reason) if asked == n else (" hidden", "")
            below = f'<tr class="why" id="why-{n}"{hidden}><td></td><td colspan="8">{told}</td></tr>'
        lines.append(
            f'{_heading(row, 8)}<tr id="draft-{n}" class="{styles}"><th scope="row" class="bd">{row["label"]}</th>'
            f'{cells}<td class="m">{marks}</td>{why}</tr>{below}'
        )
    return mark_safe("".join(lines))


def rating_lines(rows: Iterable[Row], base: str) -> SafeString:
    """The rating change of each player."""
    return mark_safe(
        "".join(
            f'<tr><td class="num">{r["number"]}</td>'
            f'<td class="name"><a href="{base}player/{r["number"]}">{escape(r["name"])}</a></td>'
            f'<td class="num">{r["rating"] or ""}</td><td class="num wide">{"" if r["k"] is None else r["k"]}</td>'
            f'<td class="num wide">{r["games"]}</td><td class="num">{r["score"]}</td>'
            f'<td class="num wide">{decimals(r["expected"])}</td><td class="num">{decimals(r["change"])}</td>'
            f'<td class="num wide">{"" if r["performance"] is None else r["performance"]}</td></tr>'
            for r in rows
        )
    )


def entrant_lines(
    rows: Iterable[tuple[Entrant, int | None, str]],
    player_at: str,
    coming: int,
    conduct: Mapping[int, Conduct],
    year: int | None = None,
) -> SafeString:
    """The entry list: entrant, pairing number, the other tournament of the event in which they play; ages in `year`."""
    words = {
        name: f' <span class="mark {style}">{escape(word)}</span>'
        for name, style, word in (
            ("confirm", "warn", _("to confirm")),
            ("excluded", "bad", _("expelled")),
            ("gone", "", _("withdrawn")),
            ("present", "good", _("present")),
        )
    }
    bye, also = escape(_("bye R{r}")), escape(_("also in {name}"))
    at, note = _("board {n}"), escape(_("note"))
    lines = []
    for e, number, elsewhere in rows:
        player, gone = e.player, e.withdrawn_after is not None
        status = (
            words["confirm"] if not e.confirmed
            else words["excluded"] if e.excluded
            else words["gone"] if gone
            else words["present"] if e.present
            else ""
        )  # fmt: skip
        status += "".join(f' <span class="mark warn">{bye.format(r=r)}</span>' for r in e.byes if r >= coming)
        if had := conduct.get(e.id):
            counts = [(had.penalties, "12.9"), (had.illegal, "7.5")]
            text = " ".join(f"{article} × {n}" for n, article in counts if n)
            step = _("next: {step}").format(step=had.next)
            opens = reverse("article", args=(counts[0 if had.penalties else 1][1],))
            status += f' <a class="mark warn" href="{opens}" title="{escape(step)}">{text}</a>'
        board = at.format(n=e.fixed_board) if e.fixed_board else ""
        marks = [("", age_category(player, year)), ("warn", e.flag), ("", board)]
        status += "".join(f' <span class="mark {style}">{escape(word)}</span>' for style, word in marks if word)
        status += f' <span class="mark" title="{escape(e.note)}">{note}</span>' if e.note else ""
        if elsewhere:
            status += f' <span class="mark bad">{also.format(name=escape(elsewhere))}</span>'
        title = f'<span class="title">{player.title.value}</span> ' if player.title.value else ""
        lines.append(
            f'<tr class="{"gone" if gone or e.excluded else ""}"><td class="num">{number or ""}</td>'
            f'<td class="name">{title}<a href="{player_at}{e.id}">{escape(e.name)}</a></td>'
            f'<td class="num">{player.rating or ""}</td><td>{federation_of(player)}</td>'
            f'<td class="wide">{escape(player.fide_id)}</td><td class="wide">{escape(player.club)}</td>'
            f"<td>{status}</td></tr>"
        )
    return mark_safe("".join(lines))


def check_in_lines(expected: Iterable[Entrant]) -> SafeString:
    """Who is expected, each a button that ticks them: its value are the arguments of `check-in`."""
    lines = []
    for e in expected:
        value = f'{{"ids": [{e.id}], "present": {"false" if e.present else "true"}}}'
        style, pressed, tick = ("tick on", "true", "✓") if e.present else ("tick", "false", "")
        federation = escape(e.player.federation)
        lines.append(
            f'<li data-text="{escape(folded(e.name))} {federation.lower()}"><button id="tick-{e.id}" name="args"'
            f' value="{escape(value)}" class="{style}" aria-pressed="{pressed}"><span class="box" aria-hidden="true">'
            f'{tick}</span><span>{escape(e.name)} <span class="soft">{federation}</span></span></button></li>'
        )
    return mark_safe("".join(lines))


def reports_of(state: State, round: Round) -> list[dict[str, Any]]:
    """Boards without a result whose players have reported: unlike first, then alike, then one side alone."""
    found = []
    for number, board in round.boards.items():
        heard = (
            said(state, round.number, number) if not board.finished and (round.number, number) in state.reports else {}
        )
        if not heard:
            continue
        words = set(heard.values())
        found.append(
            {
                "board": number,
                "label": round.label(number),
                "lines": [(state.entrants[id].name, sign) for id, sign in heard.items()],
                "unlike": len(words) > 1,
                "result": words.pop() if len(words) == 1 else "",
                "both": len(heard) == 2,
            }
        )
    return sorted(found, key=lambda row: (not row["unlike"], not row["both"], row["board"]))
