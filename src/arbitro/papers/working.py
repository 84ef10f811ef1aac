"""The arbiter's working papers: what is filled in or ticked while the event runs.

paper                rule or source
time sheet           clocks read every half hour
check-list           before a round is paired by hand or checked (C.04.3)
tick lists           the arbiter's duties, phase by phase (`officials.checklists`)
appeal form          C.05 10: decision, appellant, deposit, committee, ruling
sealed move          Guideline I: the envelope of an adjourned game
absence log          who left the board at which move, from when to when
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from arbitro.desk.advice import appeals_of
from arbitro.errors import cite
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.laws.duties import minutes_of, time_of
from arbitro.model import System
from arbitro.model.time_text import in_words
from arbitro.model.time_text import parse as parse_time
from arbitro.officials.checklists import Phase, checklist
from arbitro.papers.blocks import (
    Block,
    Cell,
    Column,
    Document,
    Fields,
    Heading,
    Table,
    Text,
    Ticks,
    centre,
    fill,
    form,
    right,
)
from arbitro.papers.context import Context
from arbitro.papers.context import time_of as hour_of
from arbitro.papers.lists import round_line
from arbitro.prizes.worksheets import TOLERANCE, expected_difference
from arbitro.swiss.lists import CheckRow
from arbitro.swiss.lists import check_list as rows_of

ngettext_ = ngettext_for("papers")

_ = gettext_for("papers")

READINGS = {False: 4, True: 3}  # that fit on one time sheet, in normal and in large print
ABSENCES = {"a4": (32, 18), "letter": (29, 19)}  # lines of a log on one page, upright and turned
ABSENCES_LARGE = {"a4": (22, 12), "letter": (20, 12)}


def time_sheet(ctx: Context) -> Document:
    """Clock readings every half hour: both times, their sum, the move, and the difference that should come out."""
    k = ctx.round.number
    times = ctx.settings.round_times
    start = hour_of(times[k - 1]) if k <= len(times) else ""
    control = parse_time(ctx.settings.time_control)
    base = Fraction(control.periods[0].seconds, 60) if control else None
    increment = max((stage.increment for stage in control.periods), default=0) if control else 0
    first = ctx.number("first", 1, 1, 99_999)
    bands = [("", 2)]
    columns: list[Column] = [right(_("Bd."), strong=True), fill(_("White – Black"))]
    readings = READINGS[ctx.large]
    for i in range(1, readings + 1):
        at = time_of(minutes_of(start) + 30 * i) if start else _("after {n} min").format(n=30 * i)
        expected = " " + _("(dif {n})").format(n=expected_difference(base, Fraction(30 * i))) if base else ""
        bands.append((f"{at}{expected}", 5))
        heads = (_("W"), _("B"), "+", _("move"), _("dif"))
        columns += [Column(head, "center", 3) for head in heads]
    rows: list[tuple[Cell, ...]] = [
        (ctx.round.label(n), f"{_surname(ctx, board.white)} – {_surname(ctx, board.black)}", *([""] * 5 * readings))
        for n, board in ctx.boards(ctx.round)
        if n >= first
    ]
    rule = _(
        "For each reading: White's and Black's minutes, their sum (+), the move, and dif = sum − move × {step}. In "
        "brackets the dif to expect; look at the clock where it is off by more than {tolerance} minutes. Add the "
        "minutes of every new period once it has begun."
    ).format(step=Fraction(2 * increment, 60), tolerance=TOLERANCE)
    fields = Fields((
        (_("Time control"), in_words(ctx.settings.time_control) or "–"), (_("Start"), start or "–"), (_("Arbiter"), ""),
    ), width=20)  # fmt: skip
    title = _("Time sheet, round {n}").format(n=k)
    table = Table(tuple(columns), tuple(rows), grid=True, banded=False, scale=0.82, roomy=True, bands=tuple(bands))
    return Document(title, round_line(ctx), (fields, table, Text(rule, quiet=True)), landscape=True)


def _surname(ctx: Context, id: int) -> str:
    return ctx.entrant(id).name.partition(",")[0]


# -- before a pairing


def can_be_checked(ctx: Context) -> bool:
    """The check-list belongs to the Dutch system."""
    return bool(ctx.state.numbers) and ctx.settings.system is System.DUTCH


def check_list(ctx: Context) -> Document:
    """What a pairing by C.04.3 looks at, scoregroup by scoregroup: colours, colour due, floats, opponents."""
    paired = len(ctx.state.rounds)
    ready = ctx.tournament.rounds_finished == paired < ctx.settings.rounds
    k = ctx.number("round", paired + 1 if ready else max(1, paired), 1, min(paired + 1, ctx.settings.rounds))
    found = rows_of(ctx.tournament.before_pairing(k), ctx.settings.editions.swiss)
    columns = (
        right(_("No."), strong=True), fill(_("Name")), Column(_("Colours")), centre(_("Colour due"), strong=True),
        centre("−1R"), centre("−2R"), fill(_("Opponents")), centre(_("Bye")),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for points, group in groupby(found, key=lambda row: row.points):
        members = list(group)
        rows.append((_("Points: {points} ({n})").format(points=points, n=len(members)),))
        rows += [_check_row(ctx, row) for row in members]
    legend = _(
        "Due: absolute WWW (difference and repetition), WW (difference), W1 and W (repetition); strong (W); mild (w); "
        "A none. ▼ and ▲: floats of the last round and the one before. [X]: no pairing-allocated bye. *: topscorer."
    )
    title = _("Checklist before round {n}").format(n=k)
    return Document(title, ctx.subtitle, (Table(columns, tuple(rows), banded=False), Text(legend, quiet=True)))


def _check_row(ctx: Context, row: CheckRow) -> tuple[Cell, ...]:
    letters = str.maketrans({"W": _("W"), "B": _("B"), "w": _("w"), "b": _("b")})
    return (
        row.number, ctx.tournament.player(row.number).name, row.colours.translate(letters), row.due.translate(letters),
        row.last_float, row.earlier_float, ", ".join(map(str, row.opponents)),
        ("*" if row.topscorer else "") + ("[X]" if row.bye_barred else ""),
    )  # fmt: skip


# -- lists to tick, forms to fill in


def tick_lists(ctx: Context) -> Document:
    """The arbiter's duties from before the event to after it; what must be done comes without a remark."""
    titles = {
        Phase.BEFORE_EVENT: _("Before the event"), Phase.BEFORE_ROUND: _("Before each round"),
        Phase.DURING_ROUND: _("During each round"), Phase.AFTER_ROUND: _("After each round"),
        Phase.AFTER_EVENT: _("After the event"),
    }  # fmt: skip
    features = {"rated", "titles"}
    features |= {"swiss"} if ctx.settings.system.is_swiss else set()
    features |= {"team"} if ctx.settings.team_boards else set()
    levels = {"must": "", "should": " · " + _("should"), "could": " · " + _("could")}
    blocks: list[Block] = []
    for phase, title in titles.items():
        items = checklist(phase, features)
        texts = (f"{i.text[:1].upper()}{i.text[1:]} ({cite(i.article)}){levels[i.level.value]}" for i in items)
        blocks += [Heading(title, 2), Ticks(tuple(texts))]
    return Document(_("Arbiter's lists"), ctx.subtitle, tuple(blocks))


def appeal_form(ctx: Context) -> Document:
    """C.05 10: an appeal in writing with its deposit, and what the committee made of it."""
    rules = appeals_of(ctx.settings)
    deposit = f"{float(rules.deposit):g} {rules.currency}" if rules.deposit is not None else ""
    limit = (
        ngettext_("{n} minute", "{n} minutes", rules.deadline_min).format(n=rules.deadline_min)
        if rules.deadline_min is not None
        else ""
    )
    return replace(form("appeal", {"Time limit": limit, "Deposit": deposit}), subtitle=ctx.subtitle)


def sealed_envelope(ctx: Context) -> Document:
    """Guideline I.2: what stands on the envelope of an adjourned game, and what is done at the resumption."""
    return replace(form("sealed-move", {}), subtitle=ctx.subtitle)


def absence_log(ctx: Context) -> Document:
    """Players who leave the board, with the move: discreetly kept, and part of a fair-play report."""
    columns = (
        Column(_("Bd."), "right", 4, strong=True), fill(_("Player")), Column(_("Move"), "center", 5),
        Column(_("From"), "center", 6), Column(_("To"), "center", 6), fill(_("Where, remarks")),
    )  # fmt: skip
    lines = (ABSENCES_LARGE if ctx.large else ABSENCES)[ctx.paper]
    blank = tuple(("",) * len(columns) for _k in range(lines[ctx.option("orientation") == "landscape"]))
    fields = Fields(((_("Round"), ctx.round.number if ctx.state.started else ""), (_("Arbiter"), "")), width=20)
    note = _("For the chief arbiter only: the log must not show whom anybody suspects.")
    blocks = (fields, Table(columns, blank, grid=True, roomy=True, banded=False), Text(note, quiet=True))
    return Document(_("Absence log"), round_line(ctx) if ctx.state.started else ctx.subtitle, blocks)
