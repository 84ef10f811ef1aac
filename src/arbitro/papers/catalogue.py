"""The catalogue: every paper with its name, title, group and when it can be made; and one paper made into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from typing import Any

from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import LANGUAGES, N_, gettext_for, ngettext_for, speaking
from arbitro.papers import (
    badges,
    bundle,
    cards,
    fair_play,
    hall,
    letters,
    lists,
    payments,
    rankings,
    reports,
    signed,
    teams,
    typeset,
    working,
)
from arbitro.papers.blocks import Block, Document, Layout, Made, Part
from arbitro.papers.context import Context
from arbitro.texts import table

_ = gettext_for("papers")
ngettext_ = ngettext_for("papers")

PDF = "application/pdf"
Maker = Callable[[Context], Document | Layout | Made]


class UnknownPaper(ArbitroError):
    """There is no paper of that name."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that can be printed: its name in addresses and on the command line, its title; is it pages or a file?
    One that other programs read has a sentence about it."""

    name: str
    title: str
    pages: bool = True
    about: str = ""


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
    counts: str = ""  # what must be finished for it to be the last word: "pairing", "round", "after", "games", "event"
    form: str = ""  # of a file that other programs read: its name in `files.forms`
    about: str = ""  # one sentence about it

    @property
    def of_round(self) -> bool:
        """Is it about one round?"""
        return self.counts in ("pairing", "round")

    def provisional(self, ctx: Context) -> str:
        """Why the paper cannot be the last word yet; nothing where it is."""
        if self.counts == "pairing":
            known = not ctx.state.started or ctx.state.rounds[-1].published
            return "" if known else _("PROVISIONAL: not published yet")
        if left := self._open(ctx):
            return ngettext_("PROVISIONAL: {n} game is open", "PROVISIONAL: {n} games are open", left).format(n=left)
        if self.counts == "event" and ctx.state.started and not ctx.over:
            text = _("PROVISIONAL: after round {n} of {of}")
            return text.format(n=len(ctx.state.rounds), of=ctx.settings.rounds)
        return ""

    def _open(self, ctx: Context) -> int:
        """How many games that the paper counts have no result."""
        if self.counts == "round" and ctx.option("round") != "all":
            return ctx.round.missing
        if self.counts == "after":
            return ctx.open_boards(ctx.after)
        return ctx.open_boards() if self.counts else 0

    def moment(self, ctx: Context) -> str:
        """The round that a file is about, for its name: `-r3`, `-all`."""
        if not ctx.state.started:
            return ""
        if self.of_round:
            return "-all" if ctx.option("round") == "all" else f"-r{ctx.round.number}"
        return f"-r{ctx.after}" if self.counts == "after" else ""


def _paired(ctx: Context) -> bool:
    return ctx.state.started


def _has_teams(ctx: Context) -> bool:
    return bool(ctx.state.teams)


WHEN = {
    "always": When(lambda ctx: True, ""),
    "started": When(_paired, N_("no round has been paired yet")),
    "numbered": When(lambda ctx: bool(ctx.state.numbers), N_("there is no start list yet")),
    "with_table": When(lists.has_table, N_("its rounds are not known beforehand, or there is no start list yet")),
    "with_teams": When(_has_teams, N_("the tournament has no teams")),
    "with_matches": When(lambda ctx: _has_teams(ctx) and _paired(ctx), N_("no match has been paired")),
    "with_categories": When(rankings.has_categories, N_("no category has players, or no round has been paired yet")),
    "with_clubs": When(rankings.has_clubs, N_("no player has a club, or no round has been paired yet")),
    "with_prizes": When(
        lambda ctx: _paired(ctx) and bool(ctx.settings.prizes.strip()),
        N_("there is no prize plan, or no round yet"),
    ),
    "with_plan": When(lambda ctx: bool(ctx.settings.prizes.strip()), N_("there is no prize plan")),
    "long": When(
        lambda ctx: len(bundle.months(ctx.tournament)) > 1, N_("its rounds were played in one month, or have no dates")
    ),
    "with_url": When(
        lambda ctx: bool(ctx.option("url")), N_("it needs the address of the public pages, the option url")
    ),
    "by_dutch": When(working.can_be_checked, N_("it needs a start list and the FIDE (Dutch) system")),
}
_ROOMS = {
    room.__name__.rpartition(".")[2]: room
    for room in (
        badges, bundle, cards, fair_play, hall, letters, lists, payments, rankings, reports, signed, teams, working,
    )
}  # fmt: skip


def _spec(row: dict[str, Any]) -> Spec:
    room, name = row["make"].split(".")
    make: Maker = getattr(_ROOMS[room], name)
    when = WHEN[row.get("when", "always")]
    more = (row.get("list", False), row.get("counts", ""), row.get("form", ""), row.get("about", ""))
    return Spec(row["name"], row["title"], make, when, *more)


GROUPS: tuple[tuple[str, tuple[Spec, ...]], ...] = tuple(
    (group["group"], tuple(map(_spec, group["papers"]))) for group in table("papers")["groups"]
)


def specs() -> Iterable[Spec]:
    for _title, group in GROUPS:
        yield from group


def files() -> dict[str, Spec]:
    """The files that other programs read, by the name of their form."""
    return {spec.form: spec for spec in specs() if spec.form}


def file_of(form: str) -> Spec:
    """The file of that form, or UnknownPaper with all forms."""
    known = files()
    if form not in known:
        sentence = _("There is no file of the form {name}; there are {all}.")
        raise UnknownPaper(sentence.format(name=form, all=", ".join(known)))
    return known[form]


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
        paper = drawn(ctx, spec)
        if isinstance(paper, Made):
            return paper
        return Made(
            typeset.pdf(paper, ctx, spec.provisional(ctx)), PDF, f"{ctx.slug}-{spec.name}{spec.moment(ctx)}.pdf"
        )


def picture(ctx: Context, name: str) -> bytes:
    """The first page of a paper as PNG."""
    spec = find(name)
    with speaking(ctx.language):
        paper = drawn(ctx, spec)
        if isinstance(paper, Made):
            raise Refused(_("{title} is no paper to look at.").format(title=_(spec.title)))
        return typeset.picture(paper, ctx, spec.provisional(ctx))


def versions(ctx: Context, spec: Spec) -> list[list[Context]]:
    """The rounds that a paper is asked for, each in the languages asked for; the tournament's own language first."""
    both = ctx.option("lang").lower() == "both"
    languages = sorted(LANGUAGES, key=lambda one: one != ctx.language) if both else [ctx.language]
    rounds = [ctx.option("round")]
    if rounds == ["all"]:
        rounds = [str(round.number) for round in ctx.state.rounds] if spec.of_round else []
    return [
        [replace(ctx, options={**ctx.options, "lang": language, "round": round}) for language in languages]
        for round in rounds or [""]
    ]


def drawn(ctx: Context, spec: Spec) -> Document | Layout | Made:
    """The paper of one round and language, or of all rounds or both languages: lists one after the other, sheets with
    both languages on each."""
    if spec.make.__module__ == bundle.__name__:
        return draw(ctx, spec)
    rounds = [[draw(one, spec) for one in languages] for languages in versions(ctx, spec)]
    first = rounds[0][0]
    if isinstance(first, Made) or len(rounds) == len(rounds[0]) == 1:
        return first
    if isinstance(first, Layout):
        sheets = [reduce(Layout.in_both, (one for one in same if isinstance(one, Layout))) for same in rounds]
        joined = reduce(Layout.followed_by, sheets)
        return replace(joined, title=_(spec.title)) if len(rounds) > 1 else joined
    blocks: list[Block] = []
    for paper in chain.from_iterable(rounds):
        if isinstance(paper, Document):
            whole = not any(isinstance(block, Part) for block in paper.blocks)
            blocks += [*([Part(paper.title, paper.subtitle)] if whole else []), *paper.blocks]
    return replace(first, title=_(spec.title) if len(rounds) > 1 else first.title, blocks=tuple(blocks))


def draw(ctx: Context, spec: Spec) -> Document | Layout | Made:
    """The paper before typesetting, in the context's language."""
    with speaking(ctx.language):
        if not spec.when(ctx):
            sentence = _("{title} cannot be printed: {reason}.")
            raise Refused(sentence.format(title=_(spec.title), reason=_(spec.when.reason)))
        return spec.make(ctx)
