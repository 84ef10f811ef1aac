"""When no legal pairing exists: who stands in the way, why, and what the arbiter may do (C.04.1; C.04.3 B; 2026 1.9.3).

A largest legal pairing leaves somebody over. By Gallai and Edmonds the players whom some largest pairing leaves over
(`over`) fall into groups that cannot be paired within themselves, and fewer others than groups (`few`) may meet them.
A meeting allowed between two of these groups is an exception; it is offered if it brings a legal pairing nearer, and
where one exception is enough, each of those offered leaves a legal pairing. Every Swiss system asks here; what keeps
two apart, and by which articles, the system says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from arbitro.errors import NoPairing
from arbitro.i18n import gettext_for
from arbitro.matching.largest import Matching, bits, components
from arbitro.model import Colour

_ = gettext_for("swiss")

LISTED = 5  # how many players a list names
NAMED = 6  # how many obstacles a message names
LOOKED_AT = 20  # how many groups are searched for obstacles, those with the fewest opponents first
OFFERED = 4  # how many exceptions of one kind are offered


class Bar(Enum):
    """What keeps two apart, or one from the bye."""

    MET = "met"
    APART = "apart"  # the arbiter's wish
    ABSOLUTE = "absolute"  # both absolutely due the same colour
    HAD_BYE = "had bye"
    HAD_WIN = "had win"  # without playing

    __hash__ = object.__hash__


class Obstacle(NamedTuple):
    """One bar; players by pairing number."""

    bar: Bar
    players: tuple[int, ...]
    round: int = 0
    colour: Colour | None = None


class Articles(NamedTuple):
    """The articles of the bars: meetings, colours, the bye."""

    meeting: str = "C.04.1 b"
    colours: str = "C.04.1 f, g"
    bye: str = "C.04.1 d"


class WhyNot(NamedTuple):
    """Why not: the article and the words."""

    article: str
    words: str

    def cited(self) -> str:
        """The words with their article."""
        return f"{self.words} ({self.article})" if self.article else self.words


def listed(numbers: Sequence[int | str]) -> str:
    """`1, 2 and 3`; a long list is cut short."""
    shown = [str(n) for n in numbers[:LISTED]]
    if len(numbers) > len(shown):
        return ", ".join(shown) + " …"
    if len(shown) < 2:
        return "".join(shown)
    return _("{first} and {last}").format(first=", ".join(shown[:-1]), last=shown[-1])


def told(obstacle: Obstacle, articles: Articles) -> WhyNot:
    """A bar in words."""
    white = obstacle.colour is Colour.WHITE
    article, template = {
        Bar.MET: (articles.meeting, _("{players} met in round {k}")),
        Bar.APART: ("", _("the arbiter keeps {players} apart")),
        Bar.ABSOLUTE: (
            articles.colours,
            _("{players} are both absolutely due White") if white else _("{players} are both absolutely due Black"),
        ),
        Bar.HAD_BYE: (articles.bye, _("{players} had the bye in round {k}")),
        Bar.HAD_WIN: (articles.bye, _("{players} had a win without playing in round {k}")),
    }[obstacle.bar]
    return WhyNot(article, template.format(players=listed(obstacle.players), k=obstacle.round))


class Impossible:
    """A field without a legal pairing: `graph` has who may meet whom, `takers` who may have the bye (bit sets).

    `between` says what keeps two apart, `before_bye` what keeps one from the bye, by their places in the field. The
    vertex after the players is the bye, if the field is odd.
    """

    def __init__(
        self,
        numbers: Sequence[int],
        graph: list[int],
        takers: int,
        between: Callable[[int, int], Obstacle | None],
        before_bye: Callable[[int], Obstacle],
        articles: Articles | None = None,
    ) -> None:
        self.numbers, self.between, self.before_bye = numbers, between, before_bye
        self.articles = articles or Articles()
        self.bye = len(numbers) if len(numbers) % 2 else -1
        if self.bye >= 0:
            graph = [row | (takers >> k & 1) << self.bye for k, row in enumerate(graph)] + [takers]
        self.graph = graph
        matching = Matching(graph)
        matching.greedy(sorted(range(len(graph)), key=lambda k: graph[k].bit_count()))
        self.missing = matching.grow()
        self.mate = matching.mate
        self.over = sorted(bits(matching.outer), key=lambda k: graph[k].bit_count())
        self.groups = sorted(
            components(graph, matching.outer), key=lambda group: min(graph[k].bit_count() for k in bits(group))
        )
        self.few = list(bits(matching.dead & ~matching.outer))

    def name(self, k: int) -> str:
        return _("the bye") if k == self.bye else str(self.numbers[k])

    def error(self) -> NoPairing:
        if not self.numbers:
            return NoPairing(_("There is nobody to pair."))
        over, few = listed([self.name(k) for k in sorted(self.over)]), listed([self.name(k) for k in self.few])
        if len(self.groups) == len(self.over):
            text = (
                _("No legal pairing exists: {over} may not meet one another, and only {few} can be paired with them")
                if self.few
                else _("No legal pairing exists: {over} may not meet one another, nor anybody else")
            )
        else:
            text = (
                _(
                    "No legal pairing exists: {over} are {n} groups that cannot be paired within themselves, and only"
                    " {few} can be paired with them"
                )
                if self.few
                else _("No legal pairing exists: {over} are {n} groups that cannot be paired within themselves")
            )
        obstacles = sorted((obstacle for obstacle, _a, _b in self.obstacles()), key=_oldest)
        reasons = [told(obstacle, self.articles).cited() for obstacle in obstacles]
        message = text.format(over=over, few=few, n=len(self.groups))
        shown = "; ".join(reasons[:NAMED]) + ("; …" if len(reasons) > NAMED else "")
        blockers = tuple(sorted(self.numbers[k] for k in self.over if k != self.bye))
        return NoPairing(f"{message}; {shown}." if shown else f"{message}.", blockers=blockers, options=self.options())

    def obstacles(self) -> Iterator[tuple[Obstacle, int, int]]:
        """What keeps players (or the bye) of different groups apart, and the two."""
        for one, other in combinations(self.groups[:LOOKED_AT], 2):
            for a in bits(one):
                for b in bits(other):
                    obstacle = self._obstacle(a, b)
                    if obstacle is not None:
                        yield obstacle, a, b

    def exceptions(self) -> list[Obstacle]:
        """The obstacles that, set aside, leave fewer players over; the oldest meetings first."""
        found = []
        for obstacle, a, b in self.obstacles():
            graph = list(self.graph)
            graph[a] |= 1 << b
            graph[b] |= 1 << a
            if Matching(graph, list(self.mate)).grow() < self.missing:
                found.append(obstacle)
        return sorted(found, key=_oldest)

    def _obstacle(self, a: int, b: int) -> Obstacle | None:
        if self.bye in (a, b):
            return self.before_bye(b if a == self.bye else a)
        return self.between(a, b)

    def options(self) -> tuple[str, ...]:
        """What remains to the arbiter; the text leaves the decision to them."""
        meeting, colour, bye = self.articles
        forms = {
            Bar.MET: (_("let {players} meet again: they met in round {k} ({article})"), meeting),
            Bar.APART: (_("let {players} meet, whom you keep apart"), ""),
            Bar.ABSOLUTE: (
                _("let {players} meet, though both are absolutely due the same colour ({article})"),
                colour,
            ),
            Bar.HAD_BYE: (_("give {players} the bye a second time ({article})"), bye),
            Bar.HAD_WIN: (_("give {players} the bye after a win without playing ({article})"), bye),
        }
        options = []
        if self.missing > 2:
            needed = _("make {n} exceptions to the rules; one of those that follow is not enough")
            options.append(needed.format(n=self.missing // 2))
        exceptions = self.exceptions()
        for bar, (form, article) in forms.items():
            same = [obstacle for obstacle in exceptions if obstacle.bar is bar]
            options += [
                form.format(players=listed(obstacle.players), k=obstacle.round, article=article)
                for obstacle in same[:OFFERED]
            ]
        return (*options, _("end the tournament with the rounds played"))


def _oldest(obstacle: Obstacle) -> tuple[int, int, tuple[int, ...]]:
    return list(Bar).index(obstacle.bar), obstacle.round, obstacle.players
