"""Whole sets of papers: a workbook with all lists, web pages for a federation's site, and everything in one zip.

Workbook and pages come from the same blocks as the PDFs, so all three say the same.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import chain
from typing import Any

from arbitro.errors import ArbitroError, Refused
from arbitro.files import layouts
from arbitro.files.forms import encoded
from arbitro.files.trf import write
from arbitro.i18n import current_language, gettext_for, speaking
from arbitro.model import Tournament
from arbitro.papers.blocks import Block, Document, Fields, Heading, Items, Made, Table, Text, Ticks
from arbitro.papers.context import NARROW, Context
from arbitro.papers.preflight import as_date
from arbitro.words import decimal_mark

_ = gettext_for("papers")

SHEET_NAME = 31  # letters, as spreadsheets allow
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PAPER_SIZES = {"a4": 9, "letter": 1}  # as workbooks number them
_HALVES = {"½": 0.5, "¼": 0.25, "¾": 0.75}


# -- TRF


def rating_report(ctx: Context) -> Tournament:
    """The tournament for the rating officer: late corrections in force, points and final ranks, the log as remarks."""
    last = ctx.number("after", ctx.tournament.rounds_paired, 1, max(1, ctx.tournament.rounds_paired))
    event = ctx.rated if last >= ctx.tournament.rounds_paired else ctx.rated.after(last)
    ranking = ctx.ranked(last)  # of everybody in the file, by the results that count
    ranks = {row.number: row.rank for row in ranking.rows}
    ranks |= {number: len(ranks) + k for k, number in enumerate(ranking.annulled, 1)}
    players = tuple(
        replace(p, stated_points=ctx.tournament.score(p.number, last), stated_rank=ranks.get(p.number, p.stated_rank))
        for p in event.players
    )
    lines = (f"### {line.at[:16]} {line.text}{f' ({line.why})' if line.why else ''}" for line in ctx.log)
    remarks = [" ".join(line.split()) for line in lines]
    if ctx.section is not None:
        from arbitro.desk import integrity

        told = integrity.known_lines(ctx.section, ctx.state, event)
        remarks = [*integrity.remarks(ctx.section), *integrity.left_lines(ctx.state), *told]
    return replace(event, players=players, unknown_lines=(*event.unknown_lines, *remarks))


def trf16(ctx: Context) -> Made:
    """The report of TRF16; with `after`, of the rounds up to that one."""
    return _report(ctx, 16)


def trf26(ctx: Context) -> Made:
    """The report of TRF26; with `after`, of the rounds up to that one."""
    return _report(ctx, 26)


def _report(ctx: Context, version: int) -> Made:
    until = f"-r{ctx.option('after')}" if ctx.option("after") else ""
    text = write(rating_report(ctx), version=version)
    return Made(text.encode(), "text/plain; charset=utf-8", f"{ctx.slug}-trf{version}{until}.trf")


def months(event: Tournament) -> dict[str, list[int]]:
    """The rounds that were paired, by the month in which they were played (YYYY-MM)."""
    rounds: dict[str, list[int]] = {}
    for k, when in enumerate(event.info.round_dates[: event.rounds_paired], 1):
        if day := as_date(when[:10]):
            rounds.setdefault(f"{day:%Y-%m}", []).append(k)
    return rounds


def of_rounds(event: Tournament, rounds: Sequence[int]) -> Tournament:
    """The tournament with these rounds alone, numbered from 1, with their days and the points made in them."""
    results = tuple(
        tuple(event.round_of(number, k)._replace(round=i) for i, k in enumerate(rounds, 1)) for number in event.numbers
    )
    days = tuple(event.info.round_dates[k - 1] for k in rounds)
    info = replace(event.info, round_dates=days, start=days[0], end=days[-1])
    part = replace(event, results=results, info=info, planned_rounds=len(rounds))
    order = sorted(part.numbers, key=lambda number: (-part.score(number), number))
    ranks = {number: rank for rank, number in enumerate(order, 1)}
    players = (replace(p, stated_points=part.score(p.number), stated_rank=ranks[p.number]) for p in part.players)
    return replace(part, players=tuple(players))


def trf_months(ctx: Context) -> Made:
    """An event of more than 30 days is reported month by month (B.02 9): a TRF16 file for each, in one zip."""
    event = ctx.rated
    by_month = months(event)
    if len(by_month) < 2:
        raise Refused(_("All rounds with a date were played in one month: one report is enough."), article="B.02 9")
    if event.teams:
        raise Refused(_("Team events are reported as a whole: their matches cannot be told apart by month."))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for month, rounds in by_month.items():
            archive.writestr(f"{ctx.slug}-{month}.trf", write(of_rounds(event, rounds), version=16))
    return Made(out.getvalue(), ZIP, f"{ctx.slug}-months.zip")


# -- tables and files that other programs read

CSV, XML, JSON, ZIP = "text/csv; charset=utf-8", "application/xml", "application/json", "application/zip"
PGN = "application/x-chess-pgn; charset=utf-8"
_BOM = "\ufeff"  # by it a spreadsheet knows the letters of a CSV file


def table_start_list(ctx: Context) -> Made:
    """The start list in Swiss-Manager's columns."""
    return _table(ctx, "start-list", encoded(ctx.tournament, "start-list"))


def table_names(ctx: Context) -> Made:
    """The start list by name, in Swiss-Manager's columns."""
    return _table(ctx, "alphabetical-list", encoded(ctx.tournament, "alphabetical-list"))


def table_pairings(ctx: Context) -> Made:
    """The pairings of a round in Swiss-Manager's columns; of the last one unless told, also where all are asked for."""
    k = len(ctx.state.rounds) if ctx.option("round") == "all" else ctx.round.number
    return _table(ctx, f"pairing-list-r{k}", encoded(ctx.tournament.after(k), "pairing-list"))


def table_ranking(ctx: Context) -> Made:
    """The standings in Swiss-Manager's columns, as the desk ranks: places by hand kept, the excluded left out."""
    text = layouts.write(ctx.tournament, "ranking-list", ranking=ctx.ranking)
    return _table(ctx, f"ranking-list-r{ctx.after}", text.encode())


def table_rounds(ctx: Context) -> Made:
    """The cross table by rounds, in Swiss-Manager's layout."""
    return _table(ctx, f"cross-table-r{ctx.after}", encoded(ctx.tournament.after(ctx.after), "cross-table"))


def table_results(ctx: Context) -> Made:
    """A line for each game, as national federations take it."""
    return _table(ctx, "results", encoded(ctx.tournament, "results"))


def chess_results_file(ctx: Context) -> Made:
    """The file of the upload to chess-results."""
    return Made(encoded(ctx.tournament, "chess-results"), XML, f"{ctx.slug}-chess-results.xml")


def json_document(ctx: Context) -> Made:
    """The whole tournament as one document, the same that `arbitro export` writes."""
    if ctx.section is None:
        event = rating_report(ctx)
    else:
        from arbitro.desk import integrity

        event = integrity.report(ctx.section, ctx.state)
    return Made(encoded(event, "json"), JSON, f"{ctx.slug}.json")


def us_chess_report(ctx: Context) -> Made:
    """The rating report of US Chess: its three tables in a zip."""
    return Made(encoded(ctx.rated, "uscf"), ZIP, f"{ctx.slug}-us-chess.zip")


def boards_folder(ctx: Context) -> Made:
    """The folder that programs of electronic boards publish, in a zip."""
    return Made(encoded(ctx.tournament, "boards"), ZIP, f"{ctx.slug}-boards.zip")


def broadcast_games(ctx: Context) -> Made:
    """Every game without its moves, for broadcasts."""
    return Made(encoded(ctx.tournament, "pgn"), PGN, f"{ctx.slug}-broadcast.pgn")


def players_csv(ctx: Context) -> Made:
    """The players as a table."""
    return _table(ctx, "players", encoded(ctx.tournament, "csv"))


def players_xlsx(ctx: Context) -> Made:
    """The players as a workbook."""
    return Made(encoded(ctx.tournament, "xlsx"), XLSX, f"{ctx.slug}-players.xlsx")


def _table(ctx: Context, name: str, data: bytes) -> Made:
    return Made(_BOM.encode() + data, CSV, f"{ctx.slug}-{name}.csv")


# -- all lists


def _documents(ctx: Context) -> Iterator[tuple[str, Document, str]]:
    """Every list that can be made now, in the rounds and languages asked for: a key of its own, and its language."""
    from arbitro.papers.catalogue import draw, specs, versions

    for spec in specs():
        if not (spec.list and spec.when(ctx)):
            continue
        asked = list(chain.from_iterable(versions(ctx, spec)))
        for one in asked:
            try:
                paper = draw(one, spec)
            except ArbitroError:  # a list that this tournament cannot have (a prize plan with a mistake)
                continue
            if isinstance(paper, Document):
                with speaking(one.language):
                    about = (paper.subtitle, spec.provisional(one))
                parts = (spec.name, one.option("round"), one.language) if len(asked) > 1 else (spec.name,)
                yield (
                    "-".join(filter(None, parts)),
                    replace(paper, subtitle=" · ".join(filter(None, about))),
                    one.language,
                )


_AMOUNT = re.compile(r"(\d[\d ,]{0,14}(?:\.\d{1,2})?) ([A-Z]{3}|[€$£])")
_SPANISH = re.compile(rf"[−+]?\d[\d{NARROW}]{{0,14}}(,\d{{1,4}})?( [A-Z]{{3}}| [€$£])?")
_MONEY = re.compile(r"([−+-]?)(\d{1,3}(?:[ ,]\d{3})+|\d{1,9})\.(\d{2})")


def _pointed(text: str) -> str:
    """A number of the reader's language as an English reader writes it; anything else stays."""
    if decimal_mark() == "." or not _SPANISH.fullmatch(text):
        return text
    return text.replace(NARROW, "").replace(",", ".")


def number_of(text: str) -> int | float | None:
    """The number that a cell shows, for a spreadsheet; None where it is a text.

    >>> [number_of(text) for text in ("4½", "2210", "+8.5", "−1,200.50", "1-0", "0012")]
    [4.5, 2210, 8.5, -1200.5, None, None]
    """
    if amount := _AMOUNT.fullmatch(text):
        return float(re.sub("[ ,]", "", amount[1]))
    if re.fullmatch(r"0|[1-9]\d{0,8}", text):
        return int(text)
    if money := _MONEY.fullmatch(text):
        value = float(f"{re.sub('[ ,]', '', money[2])}.{money[3]}")
        return -value if money[1] in ("−", "-") else value
    if re.fullmatch(r"[−+-]?(0|[1-9]\d{0,6})\.\d{1,4}", text):
        return float(text.replace("−", "-"))
    if text and text[-1] in _HALVES and re.fullmatch(r"\d{0,4}", text[:-1]):
        return int(text[:-1] or 0) + _HALVES[text[-1]]
    return None


def _format(text: str) -> str:
    """The number format of a cell that shows this text."""
    if unit := _AMOUNT.fullmatch(text):
        return f'#,##0.00 "{unit[2]}"'
    if text.startswith(("+", "−", "-")):
        return "+0.0;−0.0;0.0" if "." in text and len(text.rpartition(".")[2]) == 1 else "+#,##0.00;−#,##0.00;0.00"
    if text[-1:] in _HALVES:
        return "0.0#"
    decimals = len(text.rpartition(".")[2]) if "." in text else 0
    return "0" if not decimals else "#,##0.00" if _MONEY.fullmatch(text) else "0." + "0" * decimals


def workbook(ctx: Context) -> Made:
    """All lists as sheets of one workbook: numbers are numbers, heads stay in sight and on every printed page."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    book.remove(book.active)
    book.properties.title, book.properties.creator = _clean(ctx.settings.name), "Arbitro"
    bold = Font(bold=True)
    for _name, paper, language in _documents(ctx):
        sheet = book.create_sheet(_sheet_name(paper.title, book.sheetnames))
        sheet.append([_clean(f"{ctx.settings.name}: {paper.title}")])
        sheet["A1"].font = Font(bold=True, size=14)
        sheet.append([_clean(paper.subtitle)])
        widths: dict[int, int] = {}
        for block in paper.blocks:
            begins = sheet.max_row + 1
            for row, strong in _sheet_rows(block):
                with speaking(language):
                    row = [_pointed(str(value)) for value in row]
                sheet.append([_cell(value) for value in row])
                for k, value in enumerate(row, 1):
                    if len(row) > 1:
                        widths[k] = max(widths.get(k, 0), len(str(value)))
                for cell, value in zip(sheet[sheet.max_row], row, strict=False):
                    if strong:
                        cell.font = bold
                    if isinstance(cell.value, str):
                        cell.data_type = "s"  # a name that begins with = is no formula
                    elif isinstance(cell.value, float):
                        cell.number_format = _format(str(value))
            if isinstance(block, Table) and block.rows and sheet.freeze_panes is None:
                sheet.freeze_panes = f"A{begins + 1}"
                sheet.print_title_rows = f"{begins}:{begins}"
                sheet.auto_filter.ref = f"A{begins}:{get_column_letter(len(block.columns))}{sheet.max_row}"
        for k, width in widths.items():
            sheet.column_dimensions[get_column_letter(k)].width = min(48, width + 2)
        sheet.page_setup.paperSize = _PAPER_SIZES[ctx.paper]
        sheet.page_setup.orientation = "landscape" if paper.landscape else "portrait"
        sheet.page_setup.fitToHeight = 0
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
    if not book.worksheets:
        book.create_sheet("–")
    out = io.BytesIO()
    book.save(out)
    return Made(out.getvalue(), XLSX, f"{ctx.slug}-lists.xlsx")


def _sheet_name(title: str, taken: Sequence[str]) -> str:
    """A title as a sheet may be called: 31 letters, none of them special, and no two alike; the round stays in it."""
    name = re.sub(r"[\[\]:*?/\\']", " ", _clean(title)).strip() or "–"
    if len(name) > SHEET_NAME:
        words, _blank, number = name.rpartition(" ")
        while number.isdecimal() and len(f"{words} {number}") > SHEET_NAME:
            words = words.rpartition(" ")[0]
        name = f"{words} {number}".strip() if number.isdecimal() else f"{name[: SHEET_NAME - 1]}…"
    same = sum(other.startswith(name[:28]) for other in taken)
    return name if name not in taken else f"{name[:28]} {same + 1}"


def _clean(text: str) -> str:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    cleaned: str = ILLEGAL_CHARACTERS_RE.sub(" ", text)
    return cleaned


def _cell(value: object) -> Any:
    text = _clean(str(value))
    found = number_of(text)
    return found if found is not None else text or None


def _sheet_rows(block: Block) -> Iterator[tuple[list[object], bool]]:
    match block:
        case Heading():
            yield [], False
            yield [block.text], True
        case Text():
            yield [block.text], False
        case Items() | Ticks():
            for item in block.items:
                yield [item], False
        case Fields():
            for label, value in block.rows:
                yield [label, value], False
        case Table():
            yield [column.head for column in block.columns], True
            for row in block.rows:
                yield list(row), len(row) == 1
        case _:
            return


# -- web pages

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1rem}
header p{color:#666;margin:.2rem 0}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1rem;list-style:none;padding:0}
section{margin-top:2.5rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .5rem;text-align:left;border-bottom:1px solid #8884}
th{border-bottom:2px solid #888}
.right{text-align:right}.center{text-align:center}.strong{font-weight:600}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}
@media print{nav{display:none}section{break-before:page}}
"""


def web_pages(ctx: Context) -> Made:
    """All lists as one page that needs nothing else: for a federation's site."""
    papers = list(_documents(ctx))
    name = escape(ctx.settings.name)
    links = "".join(f'<li><a href="#{key}">{escape(paper.title)}</a></li>' for key, paper, _language in papers)
    body = "".join(_section(key, paper) for key, paper, _language in papers)
    html = (
        f'<!doctype html>\n<html lang="{current_language()}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{name}</title>'
        f"<style>{_STYLE}</style></head>\n<body><header><h1>{name}</h1><p>{escape(ctx.subtitle)}</p></header>"
        f'<nav aria-label="{escape(_("Lists"))}"><ul>{links}</ul></nav>\n<main>{body}</main></body></html>\n'
    )
    return Made(html.encode(), "text/html; charset=utf-8", f"{ctx.slug}.html")


def _section(key: str, paper: Document) -> str:
    inside = "".join(_html(block) for block in paper.blocks)
    return f'<section id="{key}"><h2>{escape(paper.title)}</h2><p>{escape(paper.subtitle)}</p>{inside}</section>\n'


def _html(block: Block) -> str:
    match block:
        case Heading():
            return f"<h3>{escape(block.text)}</h3>"
        case Text():
            return f"<p>{escape(block.text)}</p>"
        case Items() | Ticks():
            return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in block.items) + "</ul>"
        case Fields():
            rows = "".join(f"<dt>{escape(label)}</dt><dd>{escape(str(value))}</dd>" for label, value in block.rows)
            return f"<dl>{rows}</dl>"
        case Table():
            return _html_table(block)
        case _:
            return ""


def _html_table(table: Table) -> str:
    classes = [
        " ".join(name for name in (c.align if c.align != "left" else "", "strong" if c.strong else "") if name)
        for c in table.columns
    ]
    marks = [f' class="{names}"' if names else "" for names in classes]
    heads = "".join(
        f'<th scope="col"{mark}>{escape(c.head)}</th>' for mark, c in zip(marks, table.columns, strict=True)
    )
    rows = []
    for row in table.rows:
        if len(row) == 1:
            rows.append(f'<tr><th colspan="{len(marks)}" scope="rowgroup">{escape(str(row[0]))}</th></tr>')
        else:
            cells = zip(marks, row, strict=True)
            rows.append("<tr>" + "".join(f"<td{mark}>{escape(str(cell))}</td>" for mark, cell in cells) + "</tr>")
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


# -- everything


def everything(ctx: Context, tell: Callable[[int, int], None] = lambda _done, _all: None) -> Made:
    """All papers that can be made now, in one zip, and what cannot be made with its reason. `tell` hears of each."""
    from arbitro.papers.catalogue import GROUPS

    out = io.BytesIO()
    missing: list[str] = []
    done, steps = 0, sum(len(specs) for _title, specs in GROUPS)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for k, (title, specs) in enumerate(GROUPS, 1):
            folder = f"{k}-{re.sub('[^a-z0-9]+', '-', _plain(_(title)))}".strip("-")
            for spec in specs:
                tell(done := done + 1, steps)
                if spec.make is everything or not spec.when(ctx):
                    continue
                for made in _of_every_round(ctx, spec.name, missing):
                    archive.writestr(f"{folder}/{made.filename}", made.data)
        if missing:
            archive.writestr(_("not-made.txt"), "\n".join(missing) + "\n")
    return Made(out.getvalue(), ZIP, f"{ctx.slug}-papers.zip")


EVERY_ROUND = ("pairings", "pairings-names", "results", "team-pairings")


def _of_every_round(ctx: Context, name: str, missing: list[str]) -> Iterator[Made]:
    """The paper, and where it is about a round, that of each earlier round too; what cannot be made is noted."""
    from arbitro.papers.catalogue import find, make

    last = len(ctx.state.rounds)
    rounds = range(1, last + 1) if name in EVERY_ROUND and not ctx.option("round") else range(last, last + 1)
    for k in rounds:
        one = replace(ctx, options={**ctx.options, "round": str(k)}) if name in EVERY_ROUND and k < last else ctx
        try:
            made = make(one, name)
        except ArbitroError as error:
            with speaking(ctx.language):
                missing.append(f"{_(find(name).title)}: {error}")
            continue
        yield made


def _plain(text: str) -> str:
    import unicodedata

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
