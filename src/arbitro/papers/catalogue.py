"""The catalogue: every paper with its name, title, group and when it can be made; and one paper made into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import N_, gettext_for, speaking
from arbitro.papers import bundle, hall, letters, lists, payments, rankings, reports, signed, teams, typeset, working
from arbitro.papers.blocks import Document, Layout, Made
from arbitro.papers.context import Context
from arbitro.texts import table

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


WHEN = {
    "always": When(lambda ctx: True, ""),
    "started": When(_paired, N_("no round has been paired yet")),
    "numbered": When(lambda ctx: bool(ctx.state.numbers), N_("there is no start list yet")),
    "with_table": When(lists.has_table, N_("its rounds are not known beforehand, or there is no start list yet")),
    "with_teams": When(_has_teams, N_("the tournament has no teams")),
    "with_matches": When(lambda ctx: _has_teams(ctx) and _paired(ctx), N_("no match has been paired")),
    "with_prizes": When(
        lambda ctx: _paired(ctx) and bool(ctx.settings.prizes.strip()),
        N_("there is no prize plan, or no round yet"),
    ),
    "with_url": When(
        lambda ctx: bool(ctx.option("url")), N_("it needs the address of the public pages, the option url")
    ),
    "by_dutch": When(working.can_be_checked, N_("it needs a start list and the FIDE (Dutch) system")),
}
_ROOMS = {
    room.__name__.rpartition(".")[2]: room
    for room in (bundle, hall, letters, lists, payments, rankings, reports, signed, teams, working)
}


def _spec(row: dict[str, Any]) -> Spec:
    room, name = row["make"].split(".")
    make: Maker = getattr(_ROOMS[room], name)
    return Spec(row["name"], row["title"], make, WHEN[row.get("when", "always")], row.get("list", False))


GROUPS: tuple[tuple[str, tuple[Spec, ...]], ...] = tuple(
    (group["group"], tuple(map(_spec, group["papers"]))) for group in table("papers")["groups"]
)


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
