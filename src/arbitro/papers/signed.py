"""Forms that are signed: title norms (IT1-IT3), arbiters' norms (FA1, IA1).

    form              rule                     data from
    IT1               B.01 1.8                 titles.certificates
    IT2               B.01 1.10                titles
    IT3               B.01 1.8                 titles.events
    FA1, IA1          B.06.1 2                 officials.forms
    FA2, IA2, IA3     B.06.1 5, B.06.3 7       officials.forms
    APR, FL2          B.06.2 2                 officials.forms
    norm calculation  B.01 1.4                 titles

The layout is ours; the fields are those that the articles ask for. What the tournament does not know is a line to
write on.
"""

from __future__ import annotations

from contextlib import suppress

from arbitro import __version__, words
from arbitro.errors import Refused
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Player, Sex, System, show
from arbitro.model.time_text import parse as parse_time
from arbitro.officials import arbiters
from arbitro.officials.forms import fill as fill_form
from arbitro.papers.blocks import (
    Block,
    Cell,
    Column,
    Document,
    Fields,
    Heading,
    Lines,
    Part,
    Signatures,
    Table,
    Text,
    Ticks,
    centre,
    fill,
    right,
)
from arbitro.papers.context import Context, day, period, scored
from arbitro.ratings.time_control import time_class
from arbitro.titles import Event, norms
from arbitro.titles.certificates import Certificate, certificate
from arbitro.titles.events import IT3_ROWS, statistics
from arbitro.titles.rules import rules_of
from arbitro.titles.texts import requirement_line, verdict_sentence
from arbitro.titles.tournament import PlayerNorm

_ = gettext_for("papers")
ngettext_ = ngettext_for("papers")

DEPUTIES = (0, 20, 70, 120, 170, 220)  # form IT3: one more deputy where there are more players than this
EXEMPTIONS = ("none", "1.4.3a", "1.4.3b", "1.4.3c", "1.4.3d")
EVENTS = {"normal": Event.NORMAL, "team-championship": Event.TEAM_CHAMPIONSHIP, "world-cup": Event.WORLD_CUP}


def _achieved(ctx: Context) -> list[PlayerNorm]:
    """The norms of the tournament, the best title of each player first."""
    norms = [norm for norm in _judged(ctx) if norm.achieved]
    if not norms:
        raise Refused(_("No player has achieved a norm."), article="B.01 1.4")
    return norms


def _judged(ctx: Context) -> list[PlayerNorm]:
    """Everybody's norms, with the options that `arbitro norms` has: `exempt` and `event`."""
    exempt = ctx.choice("exempt", EXEMPTIONS)
    event = EVENTS[ctx.choice("event", tuple(EVENTS)) or "normal"]
    return norms(ctx.rated, event=event, exemption=exempt.removeprefix("none") if exempt else None)


def _edition(ctx: Context) -> Text:
    text = _("Title regulations B.01, edition {edition}.")
    return Text(text.format(edition=ctx.tournament.editions.titles), quiet=True)


def _names(player: Player) -> tuple[str, str]:
    surname, _comma, first = player.name.partition(",")
    return surname.strip(), first.strip()


def _person(ctx: Context, p: Player) -> tuple[tuple[str, Cell], ...]:
    surname, first = _names(p)
    sex = {Sex.FEMALE: _("female"), Sex.MALE: _("male"), Sex.UNKNOWN: ""}[p.sex]
    return (
        (_("Surname"), surname), (_("First name"), first), (_("Sex"), sex), (_("FIDE ID"), p.fide_id),
        (_("Federation"), p.federation), (_("Date of birth"), day(p.birth)), (_("Place of birth"), ""),
    )  # fmt: skip


def it1(ctx: Context) -> Document:
    """Form IT1: the certificate of each norm, one to a page."""
    rules = rules_of(ctx.tournament.editions.titles)
    blocks: list[Block] = []
    for norm in _achieved(ctx):
        blocks += _certificate(ctx, certificate(ctx.tournament, norm, rules))
    return Document(_("IT1: norm certificate"), ctx.subtitle, tuple(blocks))


def _certificate(ctx: Context, c: Certificate) -> list[Block]:
    counts: list[tuple[str, Cell]] = [
        (_("Rounds"), c.rounds),
        (_("Opponents not of the player's federation"), c.not_of_own_federation),
        (_("Rated opponents"), c.rated_opponents),
        (_("Opponents of the host federation"), c.opponents_of_host),
        (_("Titled opponents"), c.titled_opponents),
    ]
    if c.foreign is not None:
        counts += [
            (_("1.4.3d: federations, the host's not counted"), c.foreign.federations),
            (_("1.4.3d: rated players not of the host federation"), c.foreign.rated),
            (_("1.4.3d: of these GM, IM, WGM, WIM"), c.foreign.masters),
        ]
    columns = (
        right(_("Rd."), strong=True), fill(_("Opponent"), strong=True), Column(_("FIDE ID")), Column(_("Fed.")),
        right(_("Rtg")), right(_("Adjusted")), Column(_("Title")), centre(_("Score")),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for line in c.lines:
        o = line.opponent
        if o is None:
            rows.append((line.round, "–", "", "", "", "", "", line.score))
        else:
            adjusted: Cell = line.adjusted if line.adjusted is not None else "–"
            rows.append((
                line.round, o.name, o.fide_id, o.federation, line.rating or "–", adjusted, o.title.value, line.score,
            ))  # fmt: skip
    totals = (
        (_("Average rating of the opponents (Ra)"), c.average), (_("Rating difference (dp)"), c.dp),
        (_("Performance (Rp = Ra + dp)"), c.performance),
        (_("Score"), _("{points} in {games}").format(points=scored(c.score), games=words.count(c.games, "game"))),
    )  # fmt: skip
    blocks: list[Block] = [
        Part(_("IT1: {title} norm of {name}").format(title=c.title.value, name=c.player.name), ctx.subtitle),
        Fields(_person(ctx, c.player)),
        Fields((
            (_("Tournament"), c.event), (_("Place"), ctx.settings.city), (_("First day"), day(c.start)),
            (_("Last day"), day(c.end)), (_("Chief or supervising arbiter"), c.chief_arbiter),
        )),
        Fields(tuple(counts), width=60),
        Table(columns, tuple(rows)),
        Fields(totals, width=60),
    ]  # fmt: skip
    if c.ignored_wins:
        rounds = ", ".join(map(str, c.ignored_wins))
        blocks.append(Text(_("Won games left out of the norm: rounds {rounds} (1.4.1).").format(rounds=rounds)))
    blocks += [
        Lines(_("Special remarks"), 1),
        Signatures((_("Signature of the arbiter"), _("Name of the arbiter"), _("Place"), _("Date"))),
        Signatures(
            (_("Federation confirming the result"), _("Name of the federation's official"), _("Signature"), _("Date"))
        ),
        _edition(ctx),
        Text(_("Copies: player, host federation, player's federation, FIDE office."), quiet=True),
    ]
    return blocks


def it2(ctx: Context) -> Document:
    """Form IT2: the application for a title of each player with a norm here; other norms to be written in."""
    best: dict[int, PlayerNorm] = {}
    for norm in _achieved(ctx):
        best.setdefault(norm.number, norm)
    blocks: list[Block] = []
    columns = (
        right("#"), fill(_("Tournament")), fill(_("Dates")), right(_("Games")), right(_("Score")),
        right(_("Average")), right(_("Performance")),
    )  # fmt: skip
    for norm in best.values():
        v = norm.verdict
        player = ctx.tournament.player(norm.number)
        dates = period(ctx.settings.start, ctx.settings.end)
        first = (1, ctx.settings.name, dates, v.games, show(v.score), v.average, v.performance)
        blank = tuple((k, "", "", "", "", "", "") for k in range(2, 6))
        blocks += [
            Part(_("IT2: {name}, title of {title}").format(title=norm.title.value, name=player.name), ctx.subtitle),
            Fields((*_person(ctx, player), (_("Present title"), player.title.value or "–"),
                    (_("Highest rating and its list"), ""))),
            Heading(_("Norms (at least 27 games in all, B.01 1.5.1)"), 2),
            Table(columns, (first, *blank), roomy=True, grid=True, banded=False),
            Ticks((
                _("certificates IT1 of all norms are enclosed"),
                _("at least one norm from a Swiss open or an event of 1.5.6"),
                _("the required rating has been reached (list and date above)"),
                _("the fee will be paid by the federation"),
            )),
            Signatures((_("Federation"), _("Name of the rating officer or president"), _("Signature"), _("Date"))),
            _edition(ctx),
        ]  # fmt: skip
    return Document(_("IT2: title application"), ctx.subtitle, tuple(blocks))


def it3(ctx: Context) -> Document:
    """Form IT3: the tournament report for norms, with the table of players."""
    s, t = ctx.settings, ctx.tournament
    table = statistics(t.players, s.federation)
    kinds = {"rated": _("Rated players"), "unrated": _("Unrated players")}
    columns = (
        fill("", strong=True), right(_("Number")), right(_("Federations")), right(_("Host federation")),
        right(_("Other federations")),
    )  # fmt: skip
    rows = tuple(
        (kinds.get(name, name), table[name].number, table[name].federations, table[name].host, table[name].other)
        for name in IT3_ROWS
    )
    days = [when[:10] for when in s.round_times if when]
    most = max((days.count(day) for day in days), default=0)
    places = max(len(s.deputies), sum(len(t.players) > most for most in DEPUTIES))
    deputies = tuple(
        (_deputy_label(k), s.deputies[k] if k < len(s.deputies) else "") for k in range(min(places, len(DEPUTIES)))
    )
    blocks: tuple[Block, ...] = (
        Fields((
            (_("Federation"), s.federation), (_("Tournament"), s.name), (_("Country and place"), ctx.place),
            (_("First day"), day(s.start)), (_("Last day"), day(s.end)), (_("Organiser"), s.organiser),
            (_("Person responsible for information"), ""), (_("Address, telephone, e-mail"), s.website),
            (_("Rounds"), s.rounds), (_("Rounds a day, at most"), most or ""),
            (_("Time control"), ctx.time_control),
            (_("Type of tournament"), words.label(words.system(s.system, with_article=True))),
            *_who_paired(ctx),
            (_("Chief arbiter"), s.chief_arbiter), (_("Contact of the chief arbiter"), ""), *deputies,
        )),
        Heading(_("Players"), 2),
        Table(columns, rows),
        *(Text(text) for text in _pairing_remarks(ctx)),
        Lines(_("Special remarks (exceptions in the pairings, restarts)"), 3),
        Signatures((_("Name of the chief arbiter"), _("Signature"), _("Place"), _("Date"))),
        _edition(ctx),
        Text(_("Copies: every arbiter with a norm, their federation, organising federation, FIDE office."), quiet=True),
    )  # fmt: skip
    return Document(_("IT3: tournament report"), ctx.subtitle, blocks)


def _deputy_label(k: int) -> str:
    label = _("Deputy arbiter {n} (more than {players} players)") if DEPUTIES[k] else _("Deputy arbiter {n}")
    return label.format(n=k + 1, players=DEPUTIES[k])


def paired_by(ctx: Context) -> str:
    """The programs that made the pairings, as far as the tournament tells; nothing where it does not."""
    if ctx.section is None:  # a file: whoever wrote line 182
        return ctx.tournament.info.pairing_program
    return ", ".join(dict.fromkeys(_program(round.engine) for round in ctx.state.rounds))


def _program(engine: str) -> str:
    """`dutch 2026` of the journal as a reader knows it: the program, its version, the system and its edition."""
    if engine == "import":
        return _("another program (imported)")
    system, _blank, edition = engine.partition(" ")
    named = f"{words.system(system)} {edition}".strip() if system in words.SYSTEMS else engine
    return ", ".join(filter(None, (f"Arbitro {__version__}", named)))


def _who_paired(ctx: Context) -> tuple[tuple[str, Cell], ...]:
    """Swiss pairings by hand or by computer, by which program, and who answers for them."""
    if not ctx.settings.system.is_swiss:
        return ()
    by_hand = [r for r in ctx.state.rounds if any(board.by_hand for board in r.boards.values())]
    program = paired_by(ctx)
    signs = {True: "☑", False: "☐"}
    manual = bool(by_hand) and len(by_hand) == len(ctx.state.rounds)
    by_computer = bool(program) and not manual
    ticks = _("{a} by hand   {b} by computer").format(a=signs[manual], b=signs[by_computer])
    return (
        (_("Swiss pairings"), ticks), (_("Person responsible"), ctx.settings.chief_arbiter if by_hand else ""),
        (_("Program used"), program),
    )  # fmt: skip


def _pairing_remarks(ctx: Context) -> list[str]:
    """Which rounds were changed by hand."""
    changed = [str(r.number) for r in ctx.state.rounds if any(board.by_hand for board in r.boards.values())]
    text = _("Boards were paired by hand in rounds {rounds}.")
    return [text.format(rounds=", ".join(changed))] if changed else []


# -- arbiters


_SYSTEMS = {
    System.ROUND_ROBIN: arbiters.System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN: arbiters.System.DOUBLE_ROUND_ROBIN,
    System.KNOCKOUT: arbiters.System.KNOCKOUT, System.MATCH: arbiters.System.MATCH, System.TEAM: arbiters.System.TEAM,
}  # fmt: skip


def norm_event(ctx: Context) -> arbiters.NormEvent:
    """The tournament as the articles on arbiters' norms look at it (B.06.1 2.6, 3.8, 4.8).

    Official events, national finals and top leagues cannot be told from a tournament: their forms stay without an
    article, to be written in. A norm that a player has made shows that one was possible (4.8.3).
    """
    s, players = ctx.settings, ctx.tournament.players
    control = parse_time(s.time_control)
    federations = {p.federation for p in players if p.federation}
    system = _SYSTEMS.get(s.system, arbiters.System.SWISS if s.system.is_swiss else arbiters.System.OTHER)
    level = arbiters.EventLevel.INTERNATIONAL if len(federations) > 1 else arbiters.EventLevel.NATIONAL
    return arbiters.NormEvent(
        system=system,
        tempo=(time_class(control.minutes) if control else None) or s.rating_list,
        level=level if federations else None,
        players=len(players),
        rated=sum(1 for p in players if p.rating),
        feds=len(federations),
        rounds=s.rounds,
        boards=s.team_boards or None,
        teams=len(ctx.tournament.teams) or None,
        player_norms_possible=any(norm.achieved for norm in _judged(ctx)),
    )


def _candidates(ctx: Context, before: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """(title, name, role) of the arbiters who may earn the norm: those with a title of `before` (B.06.1 2.9)."""
    s = ctx.settings
    people = [(s.chief_arbiter, _("chief arbiter")), *((deputy, _("deputy")) for deputy in s.deputies)]
    named = [(*title_and_name(person), role) for person, role in people if person]
    return [candidate for candidate in named if candidate[0] in before]


def title_and_name(person: str) -> tuple[str, str]:
    title, _blank, rest = person.partition(" ")
    return (title, rest) if title in ("IA", "FA", "NA") else ("", person)


def _arbiter_report(ctx: Context, name: str, before: tuple[str, ...]) -> Document:
    """A norm report for every candidate; an empty one where the tournament names nobody who could earn the norm."""
    s, event = ctx.settings, norm_event(ctx)
    route = arbiters.fa_norm_route(event) if name == "FA1" else arbiters.ia_norm_route(event)
    levels = {arbiters.EventLevel.INTERNATIONAL: _("international"), arbiters.EventLevel.NATIONAL: _("national")}
    known = {
        "event": s.name, "start": day(s.start), "end": day(s.end), "place": s.city,
        "level": levels[event.level] if event.level else "",
        "system": words.label(words.system(s.system, with_article=True)),
        "rounds": s.rounds,
        "tempo": words.rating_list(event.tempo), "players": event.players, "rated": event.rated, "feds": event.feds,
        "chief_arbiter": s.chief_arbiter, "boards": event.boards, "teams": event.teams,
        "route": f"B.06.1 {route.removeprefix('ARB-T')}" if route else "",
    }  # fmt: skip
    blocks: list[Block] = []
    for title, person, role in _candidates(ctx, before) or [("", "", "")]:
        values = known | {"name": person, "title": title, "role": role}
        filled = fill_form(name, {key: value for key, value in values.items() if value})
        rows = tuple(
            (label[:1].upper() + label[1:], "" if value is None else str(value))
            for key, label, value in filled.rows
            if "signature" not in key and (event.teams or key not in ("boards", "teams"))
        )
        blocks += [
            Part(_form_title(name, filled.purpose, person), ctx.subtitle),
            Fields(rows),
            *(Text(note, quiet=True) for note in _norm_notes(ctx, event, role == _("chief arbiter"))),
            Signatures((_("Name of the chief arbiter"), _("Signature"), _("Place"), _("Date"))),
            Signatures((_("Federation"), _("Name of the federation's official"), _("Signature"), _("Date"))),
        ]
    return Document(_("{form}: arbiter's norm report").format(form=name), ctx.subtitle, tuple(blocks))


def _form_title(form: str, purpose: str, person: str) -> str:
    """The form, what it is for, and whose it is: a name is not broken over two lines."""
    title = f"{form}: {purpose[:1].upper()}{purpose[1:]}"
    return f"{title} · " + person.replace(" ", "\u00a0") if person else title


def _norm_notes(ctx: Context, event: arbiters.NormEvent, candidate_is_chief: bool) -> list[str]:
    """How many certificates the event may issue (B.06.1 2.7) and who signs them (2.8)."""
    notes = []
    if event.level is not None:
        with suppress(LookupError):  # team events and knock-outs: the text gives no number
            limit = arbiters.certificate_limit(event.level, event.system, event.players or 0)
            sentence = ngettext_(
                "The event may issue at most {n} certificate (B.06.1 2.7).",
                "The event may issue at most {n} certificates (B.06.1 2.7).",
                limit or 0,
            )
            notes.append(sentence.format(n=limit))
    chief = title_and_name(ctx.settings.chief_arbiter)[0]
    if candidate_is_chief:
        notes.append(_("A supervisor with the title IA, FA or IO signs for the chief arbiter (B.06.1 2.8)."))
    elif ctx.settings.chief_arbiter and arbiters.norm_signatory(chief, False) == "none":
        notes.append(_("A chief arbiter who is neither IA nor FA signs for nobody (B.06.1 2.8)."))
    return notes


def fa1(ctx: Context) -> Document:
    """Form FA1 for the arbiters without a FIDE title (B.06.1 2.9.1)."""
    return _arbiter_report(ctx, "FA1", ("", "NA"))


def ia1(ctx: Context) -> Document:
    """Form IA1 for the FIDE Arbiters of the event (B.06.1 2.9.2)."""
    return _arbiter_report(ctx, "IA1", ("FA",))


# -- applications of arbiters


def _application(ctx: Context, name: str, before: tuple[str, ...], table: str, rows: int) -> Document:
    """A form for every arbiter of the event who may hand it in, or an empty one; norms and events to be written in."""
    titles = {"norms": _("Norms"), "events": _("Events"), "seminars": _("Seminars")}
    what = _("Seminar") if table == "seminars" else _("Tournament")
    columns = (right("#"), fill(what), fill(_("Dates")), Column(_("Role"), width=8), fill(_("Remarks")))
    lines = tuple((k, "", "", "", "") for k in range(1, rows + 1))
    blocks: list[Block] = []
    for title, person, _role in _candidates(ctx, before) or [("", "", "")]:
        filled = fill_form(name, {key: value for key, value in {"name": person, "title": title}.items() if value})
        fields = tuple(
            (label[:1].upper() + label[1:], "" if value is None else str(value))
            for key, label, value in filled.rows
            if "signature" not in key and key not in (table, "date", "official")
        )
        blocks += [
            Part(_form_title(name, filled.purpose, person), ctx.subtitle),
            Fields(fields, width=42),
        ]
        if table:
            blocks += [Heading(titles[table], 2), Table(columns, lines, grid=True, roomy=True, banded=False)]
        blocks.append(Lines(_("Special remarks"), 2))
        signed = (_("Lecturer"), _("Signature"), _("Place"), _("Date")) if name == "APR" else (
            _("Federation"), _("Name of the federation's official"), _("Signature"), _("Date"),
        )  # fmt: skip
        blocks.append(Signatures(signed))
    return Document(_("{form}: application").format(form=name), ctx.subtitle, tuple(blocks))


def fa2(ctx: Context) -> Document:
    """FA2: the title of FIDE Arbiter, three event norms and a seminar (B.06.1 5.4)."""
    return _application(ctx, "FA2", ("", "NA"), "norms", 4)


def ia2(ctx: Context) -> Document:
    """IA2: the title of International Arbiter, four event norms (B.06.1 5.5)."""
    return _application(ctx, "IA2", ("FA",), "norms", 5)


def ia3(ctx: Context) -> Document:
    """IA3: a higher category of an International Arbiter (B.06.3 7)."""
    return _application(ctx, "IA3", ("IA",), "events", 8)


def apr(ctx: Context) -> Document:
    """APR: what a lecturer in training did at a seminar (B.06.2 2.2.1)."""
    return _application(ctx, "APR", (), "", 0)


def fl2(ctx: Context) -> Document:
    """FL2: the application for FIDE lecturer, with three seminars as assistant (B.06.2 2.2.1)."""
    return _application(ctx, "FL2", (), "seminars", 4)


# -- how a norm is worked out


def norm_sheet(ctx: Context) -> Document:
    """Every requirement of a norm with what was found: of the norms made, or of the players `first` to `last`."""
    asked = bool(ctx.option("first") or ctx.option("last"))
    first, last = ctx.number("first", 1, 1, 99_999), ctx.number("last", 99_999, 1, 99_999)
    norms = [norm for norm in _judged(ctx) if first <= norm.number <= last] if asked else _achieved(ctx)
    columns = (fill(_("Requirement")), centre(_("Fulfilled"), strong=True))
    blocks: list[Block] = []
    for norm in norms:
        v = norm.verdict
        title = _("Norm calculation: {name}, {title}").format(name=norm.name, title=norm.title.value)
        rows = tuple((requirement_line(r), _("yes") if r.met else _("no")) for r in v.requirements)
        blocks += [
            Part(title, ctx.subtitle),
            Fields((
                (_("Rounds that count"), ", ".join(map(str, v.rounds)) or "–"),
                (_("Games"), v.games), (_("Score"), show(v.score)),
                (_("Score needed"), show(v.score_needed) if v.score_needed is not None else "–"),
                (_("Average rating of the opponents (Ra)"), v.average), (_("Rating difference (dp)"), v.dp),
                (_("Performance (Rp = Ra + dp)"), v.performance),
            ), width=45),
            Table(columns, rows),
            Text(verdict_sentence(v)),
            _edition(ctx),
        ]  # fmt: skip
    return Document(_("Norm calculation"), ctx.subtitle, tuple(blocks))
