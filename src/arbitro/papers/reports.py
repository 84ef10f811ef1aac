"""Reports in words: the chief arbiter's report, the regulations, the check before the rating file is sent.

report                 rule         from
chief arbiter's        C.05 3.4     players, pairings, standings, arbiters, norms; incidents, appeals, fair play, log
regulations            C.05 1.1     the settings, and what applies where they are silent
check before sending   B.02 9       preflight
"""

from __future__ import annotations

from operator import itemgetter

from arbitro import words
from arbitro.desk.advice import appeals_of, facts, planned_event, regulations_of
from arbitro.desk.hall import ruling_of, what_happened
from arbitro.desk.settings import no_buchholz
from arbitro.desk.state import Incident
from arbitro.editions import system_edition
from arbitro.errors import cite
from arbitro.formats.teams import BoardOrder, order_words
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.laws.duties import clock_text
from arbitro.model import Outcome, show
from arbitro.model.time_text import in_words
from arbitro.model.time_text import parse as parse_time
from arbitro.officials.checks import Binding, Requirement
from arbitro.officials.competition import check_event
from arbitro.officials.regulations import check_regulations
from arbitro.papers.blocks import (
    Block,
    Cell,
    Column,
    Document,
    Fields,
    Heading,
    Items,
    Lines,
    Signatures,
    Table,
    Text,
    Ticks,
    fill,
    right,
)
from arbitro.papers.bundle import rating_report
from arbitro.papers.context import Context, day, period, time_of
from arbitro.papers.fair_play import duty_word, protection
from arbitro.papers.lists import every_round, player_facts, result_table, start_list
from arbitro.papers.preflight import preflight
from arbitro.papers.rankings import standings_long, tiebreak_text
from arbitro.papers.signed import title_and_name
from arbitro.papers.teams import team_ranking
from arbitro.prizes import money, parse_plan
from arbitro.ratings.time_control import time_class
from arbitro.standings import parse_list
from arbitro.titles import norms
from arbitro.titles.texts import verdict_sentence

ngettext_ = ngettext_for("papers")

# Matters that organisers state in their own words; the others have sentences of their own.
OWN_WORDS = frozenset(
    [
        "ORG-1.2",
        "ORG-1.3a",
        "ORG-1.3b",
        "ORG-2.1",
        "ORG-3.2",
        "ORG-3.3",
        "ORG-3.4",
        "GR-4.1",
        "GR-9.2",
        "GR-11",
        "GR-7.1",
    ]
)

_ = gettext_for("papers")

APPEALS = frozenset({"appeal"})
FAIR_PLAY = frozenset({"fair-play"})


# -- the chief arbiter's report


def arbiter_report(ctx: Context) -> Document:
    """What the Manual asks of the chief arbiter after the event (and C.05 3.4): its sections are `titles` below."""
    s = ctx.settings
    told = [i for i in ctx.state.incidents if not i.confidential]
    players = [e.player for e in ctx.state.entrants.values() if e.id in ctx.state.numbers and not e.excluded]
    fields = (
        (_("Tournament"), s.name), (_("Place"), ctx.place), (_("Dates"), period(s.start, s.end)),
        (_("Organiser"), s.organiser), (_("System"), words.label(words.system(s.system, with_article=True))),
        (_("Rounds"), s.rounds), (_("Time control"), ctx.time_control),
    )  # fmt: skip
    others = [i for i in told if i.kind not in (*APPEALS, *FAIR_PLAY)]
    titles: list[tuple[str, list[Block]]] = [
        (_("The event"), [Fields(fields).known]),
        (_("Participants"), [Fields(player_facts(ctx, players), width=45), *_gone(ctx), *_participants(ctx)]),
        (_("Pairings and results"), [result_table(ctx), *every_round(ctx, level=3)]),
        (_("Standings"), _final(ctx)),
        (_("Arbiters"), [_arbiters(ctx)]),
        (_("Norms of players"), _norms(ctx)),
        (_("Incidents and rulings"), _incidents(ctx, others, _("No incident was recorded."))),
        (_("Appeals"), _incidents(ctx, [i for i in told if i.kind in APPEALS], _("No appeal was recorded."))),
        (_("Fair play"), _fair_play(ctx)),
        (_("Integrity log"), _log(ctx)),
        (_("Remarks for future events"), [Lines("", 5)]),
    ]
    blocks: list[Block] = []
    for k, (title, found) in enumerate(titles, 1):
        blocks += [Heading(f"{k}. {title}"), *found]
    blocks.append(Signatures((s.chief_arbiter or _("Chief arbiter"), _("Place"), _("Date"))))
    return Document(_("Report of the chief arbiter"), ctx.subtitle, tuple(blocks))


def _participants(ctx: Context) -> list[Block]:
    if not ctx.state.numbers:
        return []
    return [block for block in start_list(ctx).blocks if isinstance(block, Table)]


def _arbiters(ctx: Context) -> Block:
    """Everybody who arbitrated, with the role, and the norm for which a report can be made (FA1, IA1)."""
    forms = {"": "FA1", "NA": "FA1", "FA": "IA1"}
    people = [
        (ctx.settings.chief_arbiter, _("chief arbiter")),
        *((name, _("deputy")) for name in ctx.settings.deputies),
    ]
    rows: list[tuple[Cell, ...]] = []
    for person, role in people:
        if person:
            title, name = title_and_name(person)
            rows.append((title, name, role, forms.get(title, "–")))
    if not rows:
        return Text(_("No arbiter is named."))
    columns = (Column(_("Title")), fill(_("Name"), strong=True), Column(_("Role")), Column(_("Norm report")))
    return Table(columns, tuple(rows))


def _fair_play(ctx: Context) -> list[Block]:
    """The protection level with its duties to be ticked, and what was written down; what is confidential is counted."""
    level, duties = protection(ctx)
    texts = tuple(f"{line.text[:1].upper()}{line.text[1:]} ({duty_word(line.duty)})" for line in duties)
    noted = [i for i in ctx.state.incidents if i.kind in FAIR_PLAY and not i.confidential]
    secret = sum(i.confidential for i in ctx.state.incidents)
    said = ngettext_(
        "{n} confidential record is kept apart for the Fair Play Commission.",
        "{n} confidential records are kept apart for the Fair Play Commission.",
        secret,
    ).format(n=secret)
    return [
        Text(_("Protection level by the figures known here: {level}.").format(level=level)),
        Ticks(texts),
        *_incidents(ctx, noted, _("No complaint or suspicion was recorded.")),
        *([Text(said)] if secret else []),
    ]


def _gone(ctx: Context) -> list[Block]:
    """Withdrawals, exclusions and forfeits."""
    lines = []
    for e in ctx.state.entrants.values():
        if e.excluded:
            lines.append(_("{name} was expelled.").format(name=e.name))
        elif e.withdrawn_after is not None:
            lines.append(_("{name} withdrew after round {n}.").format(name=e.name, n=e.withdrawn_after))
    for round in ctx.state.rounds:
        for n, board in ctx.boards(round):
            for id, outcome in ((board.white, board.white_outcome), (board.black, board.black_outcome)):
                if outcome is Outcome.FORFEIT_LOSS:
                    text = _("Round {k}, board {n}: {name} lost by forfeit.")
                    lines.append(text.format(k=round.number, n=n, name=ctx.entrant(id).name))
    return [Items(tuple(lines))] if lines else []


def _final(ctx: Context) -> list[Block]:
    """The standings of everybody."""
    ranking = team_ranking(ctx) if ctx.state.teams and ctx.state.started else standings_long(ctx)
    return [Text(_("After round {n}.").format(n=ctx.after), quiet=True), *ranking.blocks]


def _norms(ctx: Context) -> list[Block]:
    achieved = [norm for norm in norms(ctx.rated) if norm.achieved]
    if not achieved:
        return [Text(_("No norm was achieved."))]

    sentences = (f"{n.name} ({n.title.value}): {verdict_sentence(n.verdict)}" for n in achieved)
    return [Items(tuple(sentences))]


def _incidents(ctx: Context, found: list[Incident], nothing: str) -> list[Block]:
    if not found:
        return [Text(nothing)]
    columns = (
        right(_("Rd."), strong=True), right(_("Bd.")), Column(_("Player"), width=9), Column(_("Colour")),
        fill(_("What happened")), fill(_("Ruling")), Column(_("Articles"), width=6), Column(_("State")),
    )  # fmt: skip
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            i.round, i.board if i.board is not None else "–", *_about(ctx, i), what_happened(i), _decided(ctx, i),
            ", ".join(i.articles), _("open") if i.open else _("closed"),
        )
        for i in found
    )  # fmt: skip
    return [Table(columns, rows).filled]


def _about(ctx: Context, i: Incident) -> tuple[str, str]:
    """The player and the colour."""
    who = ctx.state.entrants.get(i.entrant) if i.entrant is not None else None
    return who.name if who else "", words.colour(i.side[0]) if i.side else ""


def _decided(ctx: Context, i: Incident) -> str:
    """The ruling with its result, the clocks afterwards, and who decided it."""
    clocks = ", ".join(f"{words.colour(side[0])} {clock_text(seconds)}" for side, seconds in i.clocks.items())
    by = _("decided by {who}").format(who=i.who) if i.who and i.row else ""
    return "; ".join(part for part in (ruling_of(ctx.state, i).rstrip("."), i.result, clocks, by) if part) or "–"


def _log(ctx: Context) -> list[Block]:
    """The log, and the digest of the last journal entry: whoever keeps the paper can check the journal later."""
    head: list[Block] = [Text(_("Journal: {head}").format(head=ctx.head))] if ctx.head else []
    if not ctx.log:
        return [Text(_("The log has no entries.")), *head]
    columns = (Column(_("When")), Column(_("Who")), fill(_("What")), fill(_("Why")))
    return [
        Table(columns, tuple((line.at[:16].replace("T", " "), line.who, line.text, line.why) for line in ctx.log)),
        *head,
    ]


# -- regulations


def regulations(ctx: Context) -> Document:
    """The regulations that the settings amount to, article by article, with what applies where they say nothing."""
    blocks: list[Block] = []
    for k, (title, sentences) in enumerate(filter(itemgetter(1), _articles(ctx)), 1):
        numbered = tuple(f"{k}.{i}  {sentence}" for i, sentence in enumerate(sentences, 1))
        blocks += [Heading(f"{k}. {title}", 2), *(Text(sentence) for sentence in numbered)]
    times = ctx.settings.round_times[: ctx.settings.rounds]
    if rows := tuple((k, day(when), time_of(when)) for k, when in enumerate(times, 1) if when):
        columns = (right(_("Round"), strong=True), fill(_("Day")), Column(_("Time")))
        blocks += [Heading(_("Schedule"), 2), Table(columns, rows)]
    if ctx.settings.regulations.strip():
        blocks.append(Heading(_("Further provisions"), 2))
        blocks += [Text(part.strip()) for part in ctx.settings.regulations.split("\n\n") if part.strip()]
    blocks += [Heading(_("What these regulations do not state"), 2), _silent(ctx)]
    return Document(_("Regulations"), ctx.subtitle, tuple(blocks))


def _articles(ctx: Context) -> list[tuple[str, list[str]]]:
    s = ctx.settings
    where = ", ".join(part for part in (s.city, s.federation) if part)
    organised = _("{name} is played in {place}, {dates}.").format(
        name=s.name, place=where, dates=period(s.start, s.end)
    )
    first = [organised] if where and s.start else []
    if s.organiser:
        first.append(_("It is organised by {organiser}.").format(organiser=s.organiser))
    if s.chief_arbiter:
        text = _("The chief arbiter is {name}.").format(name=s.chief_arbiter)
        first.append(text + (" " + _("Deputies: {names}.").format(names=", ".join(s.deputies)) if s.deputies else ""))
    rated = _("The games will be submitted for FIDE rating on the {list} list (B.02 9.2).").format(
        list=words.rating_list(s.rating_list)
    )
    rules = [
        _("The FIDE Laws of Chess ({laws}) and the general rules for competitions (C.05) apply.").format(
            laws=s.editions.laws
        ),
        rated,
    ]
    edition = system_edition(s.system.value, s.editions.swiss)
    sentence = ngettext_("{n} round is played: {system}", "{n} rounds are played: {system}", s.rounds)
    played = sentence.format(n=s.rounds, system=words.system(s.system, with_article=True))
    text = _("{played}, edition {edition}.") if edition else "{played}."
    system = [text.format(played=played, edition=edition)]
    if s.acceleration:
        system.append(_("The first rounds are accelerated (Baku, C.04.5.1)."))
    if s.keep_apart:
        kinds = {"club": _("club"), "federation": _("federation"), "family": _("family")}
        names = ", ".join(kinds.get(kind, kind) for kind in s.keep_apart)
        system.append(
            _("Players of the same {kinds} are kept apart as long as a legal pairing allows it.").format(kinds=names)
        )
    if s.default_time:
        default = ngettext_(
            "A player who arrives more than {n} minute after the start loses the game (Laws 6.7.1).",
            "A player who arrives more than {n} minutes after the start loses the game (Laws 6.7.1).",
            s.default_time,
        )
    else:
        default = _("A player who is not at the board at the start loses the game (Laws 6.7.1).")
    default = default.format(n=s.default_time)
    control = in_words(s.time_control)
    time = [*([_("Time control: {control}.").format(control=control)] if control else []), default]
    sc = s.scoring
    score = [
        _("A win counts {win}, a draw {draw}, a loss {loss}.").format(
            win=show(sc.win), draw=show(sc.draw), loss=show(sc.loss)
        )
        if not s.system.is_swiss
        else _("A win counts {win}, a draw {draw}, a loss {loss}; the pairing-allocated bye {bye}.").format(
            win=show(sc.win), draw=show(sc.draw), loss=show(sc.loss), bye=show(sc.pairing_bye)
        ),
        *([_byes(ctx)] if s.system.is_swiss and not s.team_boards else []),
    ]
    if s.late_points:
        text = _("A late entry receives {points} for each round missed (C.04.2 C.2).")
        score.append(text.format(points=show(s.late_points)))
    useless = no_buchholz(s)
    kept = parse_list([name for name in s.tiebreaks if name not in useless])
    methods = [f"{t} ({tiebreak_text(t)})" for t in kept]
    order = _("Ties are broken in this order: {names} (C.07, {edition}).")
    ties = [order.format(names="; ".join(methods), edition=s.editions.tiebreaks)] if methods else []
    articles = [
        (_("The event"), first),
        (_("Rules"), rules),
        (_("System"), system),
        (_("Playing time"), time),
        (_("Points and byes") if s.system.is_swiss else _("Points"), score),
        (_("Tie-breaks"), ties),
    ]
    if s.team_boards:
        match = s.team_scoring
        articles.append((_("Teams"), [
            _("A match is played on {boards}; the first-named team has the colours {colours}.").format(
                boards=words.count(s.team_boards, "board"), colours=s.board_colours[: s.team_boards]
            ),
            _("A won match counts {win}, a drawn one {draw} match points.").format(
                win=show(match.win), draw=show(match.draw)
            ),
            _("Board order of the line-ups: {order} (C.05 7).").format(order=order_words(BoardOrder(s.board_order))),
        ]))  # fmt: skip
    if s.prizes.strip():
        articles.append((_("Prizes"), _prizes(ctx)))
    articles.append((_("Fair play and appeals"), [
        _("Electronic devices are forbidden in the playing venue (Laws 11.3.2); the arbiter may search (11.3.3)."),
        *_appeals(ctx),
    ]))  # fmt: skip
    articles.append((_("Conduct"), _stated(ctx)))
    return articles


def _byes(ctx: Context) -> str:
    s = ctx.settings
    if not s.half_byes:
        return _("Half-point byes are not given.")
    last = s.half_bye_last_round
    if last is None:
        return _("Half-point byes on request: at most {n} for each player, not in the last round.").format(
            n=s.half_byes
        )
    text = _("Half-point byes on request: at most {n} for each player, up to round {last}.")
    return text.format(n=s.half_byes, last=last)


def _prizes(ctx: Context) -> list[str]:
    plan = parse_plan(ctx.settings.prizes)
    how = {
        "equal": _("shared equally by players on the same points"), "tiebreak": _("by tie-break"),
        "hort": _("by the Hort system: half by tie-break, half shared"),
    }  # fmt: skip
    lines = []
    for prizes in plan.lists:
        amounts = ", ".join(money(amount) for amount in prizes.prizes) or ", ".join(prizes.trophies)
        lines.append(f"{prizes.name}: {amounts} {plan.currency}".strip() + f" ({how[prizes.sharing.value]}).")
    if plan.one_prize_per_player:
        lines.append(_("Nobody wins more than one money prize; the highest counts."))
    return lines


def _checked(ctx: Context) -> list[Requirement]:
    """Every matter that regulations should settle, with what these say of it."""
    s = ctx.settings
    control = parse_time(s.time_control)
    kind = time_class(control.minutes) if control else None
    return check_regulations(
        regulations_of(s),
        tempo=kind,
        increment=bool(control and any(stage.increment for stage in control.periods)),
        team=bool(s.team_boards),
        rated=True,
    )


def _stated(ctx: Context) -> list[str]:
    """What the organiser stated in words of their own, matter by matter."""
    return [
        f"{row.text[:1].upper()}{row.text[1:]}: {row.found} ({cite(row.article)})."
        for row in _checked(ctx)
        if row.met and row.rule in OWN_WORDS
    ]


def _appeals(ctx: Context) -> list[str]:
    """C.05 10: how a ruling is appealed against, as far as the settings say it."""
    rules = appeals_of(ctx.settings)
    if rules.deadline_min is None:
        how = _("A ruling of an arbiter may be appealed against in writing before the next round is paired (C.05 10).")
    else:
        how = ngettext_(
            "A ruling of an arbiter may be appealed against in writing up to {n} minute after the round (C.05 10).",
            "A ruling of an arbiter may be appealed against in writing up to {n} minutes after the round (C.05 10).",
            rules.deadline_min,
        ).format(n=rules.deadline_min)
    lines = [how]
    if rules.deposit:
        text = _("The deposit is {amount}; it is returned if the appeal succeeds, and may be if it is reasonable.")
        lines.append(text.format(amount=f"{money(rules.deposit)} {rules.currency}"))
    if rules.members:
        text = _("The appeals committee: {names}.")
        lines.append(text.format(names=", ".join(member.name for member in rules.members)))
    return lines


def _silent(ctx: Context) -> Block:
    """What applies by default for everything that the settings do not say."""
    silent = [row for row in _checked(ctx) if row.met is not True]
    columns = (fill(_("Matter"), strong=True), fill(_("What applies")), Column(_("Rule")))
    marks = {Binding.MUST: " *", Binding.SHOULD: "", Binding.COULD: ""}
    rows = (
        (
            f"{row.text[:1].upper()}{row.text[1:]}{marks[row.level]}",
            row.found.partition(": ")[2] or row.found,
            cite(row.article),
        )
        for row in silent
    )
    return Table(columns, tuple(rows))


# -- checks


def check_before_sending(ctx: Context) -> Document:
    """The pre-flight check as a paper."""
    findings = preflight(rating_report(ctx), rating_list=ctx.settings.rating_list)
    if not findings:
        return Document(
            _("Check before sending"), ctx.subtitle, (Text(_("The report can be sent: nothing was found.")),)
        )
    errors = sum(f.error for f in findings)
    summary = _("Errors: {errors}; warnings: {warnings}.").format(errors=errors, warnings=len(findings) - errors)
    columns = (Column(_("Grade"), strong=True), fill(_("Finding")), Column(_("Rule")))
    rows = tuple(
        (_("error") if f.error else _("warning"), f.text, f.rule) for f in sorted(findings, key=lambda f: not f.error)
    )
    return Document(_("Check before sending"), ctx.subtitle, (Text(summary), Table(columns, rows)))


def competition_check(ctx: Context) -> Document:
    """What the competition rules say about the settings (C.05, B.02)."""
    levels = {Binding.MUST: _("must"), Binding.SHOULD: _("should"), Binding.COULD: _("could")}
    order = list(levels)
    wrong = [row for row in check_event(planned_event(ctx.state)) if row.met is False]
    rows = tuple(
        (
            levels[row.level],
            row.text[:1].upper() + row.text[1:],
            row.found,
            row.needed.replace(">=", "≥").replace("<=", "≤"),
            cite(row.article),
        )
        for row in sorted(wrong, key=lambda row: order.index(row.level))
    )
    columns = (
        Column(_("Grade"), strong=True), fill(_("Matter"), strong=True), fill(_("As it is")),
        Column(_("As it should be")), Column(_("Rule")),
    )  # fmt: skip
    blocks: list[Block] = [Text(f"{fact.text} ({fact.article})") for fact in facts(ctx.settings)]
    blocks.append(Table(columns, rows) if rows else Text(_("Nothing else is to be put right.")))
    return Document(_("Check of the settings"), ctx.subtitle, tuple(blocks))
