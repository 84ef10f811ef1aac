"""The catalogue: every paper with its name, title, group and when it can be made; and one paper made into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import N_, gettext_for, speaking
from arbitro.papers import bundle, hall, lists, payments, rankings, reports, signed, teams, typeset, working
from arbitro.papers.blocks import Document, Layout, Made
from arbitro.papers.context import Context

_ = gettext_for("papers")

PDF = "application/pdf"
Maker = Callable[[Context], Document | Layout | Made]


class UnknownPaper(ArbitroError):
    """There is no paper of that name."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that can be printed: its name in addresses and on the command line, and its title."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class When:
    """For which tournaments a paper can be made, and what is said of the others."""

    test: Callable[[Context], bool]
    reason: str

    def __call__(self, ctx: Context) -> bool:
        return self.test(ctx)


@dataclass(frozen=True, slots=True)
class Spec:
    """How a paper is made, and for which tournaments."""

    name: str
    title: str
    make: Maker
    when: When
    list: bool = False  # goes into the workbook and the web pages


def _paired(ctx: Context) -> bool:
    return ctx.state.started


def _has_teams(ctx: Context) -> bool:
    return bool(ctx.state.teams)


always = When(lambda ctx: True, "")
started = When(_paired, N_("no round has been paired yet"))
numbered = When(lambda ctx: bool(ctx.state.numbers), N_("there is no start list yet"))
with_table = When(lists.has_table, N_("its rounds are not known beforehand, or there is no start list yet"))
with_teams = When(_has_teams, N_("the tournament has no teams"))
with_matches = When(lambda ctx: _has_teams(ctx) and _paired(ctx), N_("no match has been paired"))
with_prizes = When(
    lambda ctx: _paired(ctx) and bool(ctx.settings.prizes.strip()), N_("there is no prize plan, or no round yet")
)
with_url = When(lambda ctx: bool(ctx.option("url")), N_("it needs the address of the public pages, the option url"))
by_dutch = When(working.can_be_checked, N_("it needs a start list and the FIDE (Dutch) system"))


GROUPS: tuple[tuple[str, tuple[Spec, ...]], ...] = (
    (
        N_("Lists"),
        (
            Spec("entry-list", N_("Entry list"), lists.entry_list, always, list=True),
            Spec("start-list", N_("Start list"), lists.start_list, numbered, list=True),
            Spec("start-list-names", N_("Start list by name"), lists.start_list_by_name, numbered, list=True),
            Spec("start-list-federations", N_("Start list by federation"), lists.start_list_by_federation, numbered,
                 list=True),
            Spec("pairings", N_("Pairings"), lists.pairings, started, list=True),
            Spec("pairings-names", N_("Pairings by name"), lists.pairings_by_name, started, list=True),
            Spec("all-rounds", N_("All rounds"), lists.all_rounds, with_table, list=True),
            Spec("results", N_("Results"), lists.results, started, list=True),
            Spec("standings", N_("Standings"), rankings.standings_short, started, list=True),
            Spec("standings-long", N_("Standings with tie-breaks"), rankings.standings_long, started, list=True),
            Spec("standings-categories", N_("Standings by category"), rankings.standings_by_category, started,
                 list=True),
            Spec("crosstable", N_("Cross table"), rankings.cross_table, started, list=True),
            Spec("schedule", N_("Schedule"), lists.schedule, always, list=True),
            Spec("statistics", N_("Statistics"), lists.statistics, always, list=True),
            Spec("prizes", N_("Prize list"), payments.prize_list, with_prizes, list=True),
            Spec("payments", N_("Payment sheet"), payments.payments, with_prizes),
            Spec("receipts", N_("Receipts"), payments.receipts, with_prizes),
            Spec("ratings", N_("Rating changes"), lists.rating_list, started, list=True),
        ),
    ),
    (
        N_("Teams"),
        (
            Spec("teams", N_("Teams"), teams.team_list, with_teams, list=True),
            Spec("team-pairings", N_("Matches of a round"), teams.team_pairings, with_matches, list=True),
            Spec("team-standings", N_("Team standings"), teams.team_ranking, with_matches, list=True),
            Spec("team-crosstable", N_("Team cross table"), teams.team_cross_table, with_matches, list=True),
            Spec("board-prizes", N_("Board prizes"), teams.board_prizes, with_matches, list=True),
            Spec("match-protocols", N_("Match protocols"), hall.match_protocols, with_matches),
            Spec("line-ups", N_("Line-up forms"), hall.line_up_forms, with_teams),
        ),
    ),
    (
        N_("On the tables and in the hall"),
        (
            Spec("result-slips", N_("Result slips"), hall.result_slips, started),
            Spec("board-numbers", N_("Board numbers"), hall.board_numbers, always),
            Spec("name-plates", N_("Name plates"), hall.name_plates, numbered),
            Spec("poster", N_("Poster with QR code"), hall.poster, with_url),
            Spec("scoresheets", N_("Scoresheets"), hall.scoresheets, always),
            Spec("wall-chart", N_("Wall chart"), hall.wall_chart, numbered),
            Spec("pairing-cards", N_("Pairing cards"), hall.pairing_cards, numbered),
            Spec("certificates", N_("Certificates"), hall.certificates, started),
        ),
    ),
    (
        N_("The arbiter's working papers"),
        (
            Spec("arbiter-lists", N_("Arbiter's lists"), working.tick_lists, always),
            Spec("check-list", N_("Checklist before the pairing"), working.check_list, by_dutch),
            Spec("time-sheet", N_("Time sheet"), working.time_sheet, started),
            Spec("absences", N_("Absence log"), working.absence_log, always),
            Spec("appeal", N_("Appeal form"), working.appeal_form, always),
            Spec("sealed-move", N_("Envelope of a sealed move"), working.sealed_envelope, always),
        ),
    ),
    (
        N_("Forms and reports"),
        (
            Spec("check", N_("Check before sending"), reports.check_before_sending, numbered),
            Spec("trf16", N_("TRF16 for the rating officer"), bundle.trf16, numbered),
            Spec("trf26", N_("TRF26 for the rating officer"), bundle.trf26, numbered),
            Spec("it1", N_("IT1: norm certificate"), signed.it1, started),
            Spec("it2", N_("IT2: title application"), signed.it2, started),
            Spec("it3", N_("IT3: tournament report"), signed.it3, numbered),
            Spec("fa1", N_("FA1: norm report, FIDE Arbiter"), signed.fa1, always),
            Spec("ia1", N_("IA1: norm report, International Arbiter"), signed.ia1, always),
            Spec("arbiter-report", N_("Report of the chief arbiter"), reports.arbiter_report, always),
            Spec("regulations", N_("Regulations"), reports.regulations, always),
            Spec("settings-check", N_("Check of the settings"), reports.competition_check, always),
            Spec("complaint", N_("Fair play: complaint (ITC)"), signed.complaint_in_tournament, always),
            Spec("complaint-after", N_("Fair play: complaint after the event (PTC)"), signed.complaint_after_tournament,
                 always),
            Spec("fair-play-report", N_("Fair play: report of the chief arbiter"), signed.fair_play_report, always),
        ),
    ),
    (
        N_("All together"),
        (
            Spec("everything", N_("Everything in one file (zip)"), bundle.everything, always),
            Spec("lists-xlsx", N_("All lists as a workbook (XLSX)"), bundle.workbook, always),
            Spec("lists-html", N_("All lists as a web page (HTML)"), bundle.web_pages, always),
        ),
    ),
)  # fmt: skip


def specs() -> Iterable[Spec]:
    for _title, group in GROUPS:
        yield from group


def find(name: str) -> Spec:
    """The paper of that name, or UnknownPaper with all names."""
    for spec in specs():
        if spec.name == name:
            return spec
    text = _("There is no paper {name}; there are {all}.")
    raise UnknownPaper(text.format(name=name, all=", ".join(spec.name for spec in specs())))


# -- from a paper's name to a file


def make(ctx: Context, name: str) -> Made:
    """One paper as a file. Raises UnknownPaper, or Refused where it cannot be made yet."""
    spec = find(name)
    with speaking(ctx.language):
        paper = draw(ctx, spec)
        if isinstance(paper, Made):
            return paper
        return Made(typeset.pdf(paper, ctx), PDF, f"{ctx.slug}-{spec.name}.pdf")


def draw(ctx: Context, spec: Spec) -> Document | Layout | Made:
    """The paper before typesetting, in the context's language."""
    with speaking(ctx.language):
        if not spec.when(ctx):
            sentence = _("{title} cannot be printed: {reason}.")
            raise Refused(sentence.format(title=_(spec.title), reason=_(spec.when.reason)))
        return spec.make(ctx)
