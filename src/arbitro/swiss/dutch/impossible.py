"""When no legal pairing exists: who stands in the way, why, and what the arbiter may do (C.04.3 B; 2026 1.9.3).

A largest legal pairing leaves somebody over. By Gallai and Edmonds the players whom some largest pairing leaves over
(`over`) fall into groups that cannot be paired within themselves, and fewer others than groups (`few`) may meet them.
A meeting allowed between two of these groups is an exception; it is offered if it brings a legal pairing nearer, and
where one exception is enough, each of those offered leaves a legal pairing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from arbitro.errors import NoPairing
from arbitro.i18n import gettext_for
from arbitro.matching.largest import Matching, bits, components
from arbitro.model import Tournament
from arbitro.swiss.dutch.alternatives import Against, Why, barred, bye_barred
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.state import Field
from arbitro.swiss.dutch.words import Words

_ = gettext_for("swiss")

NAMED = 6  # how many obstacles a message names
LOOKED_AT = 20  # how many groups are searched for obstacles, those with the fewest opponents first
OFFERED = 4  # how many exceptions of one kind are offered


def no_pairing(tournament: Tournament, field: Field) -> NoPairing:
    """The error that says so."""
    return _Impossible(tournament, field).error() if field.players else NoPairing(_("There is nobody to pair."))


class _Impossible:
    """A field without a legal pairing. The vertex after the players is the bye, if the field is odd."""

    def __init__(self, tournament: Tournament, field: Field) -> None:
        self.tournament = tournament
        self.players = field.players
        self.text = field.text
        self.words = Words(field)
        self.bye = len(field.players) if len(field.players) % 2 else -1
        graph = Arena(field).adjacency(range(len(field.players)))
        if self.bye >= 0:
            takers = sum(1 << k for k, p in enumerate(field.players) if p.may_have_bye)
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
        return _("the bye") if k == self.bye else str(self.players[k].number)

    def error(self) -> NoPairing:
        listed = self.words.listed
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
        obstacles = sorted((against for against, _a, _b in self.obstacles()), key=_oldest)
        told = [reason.cited() for against in obstacles if (reason := self.words.told(against)) is not None]
        message = text.format(over=over, few=few, n=len(self.groups))
        shown = "; ".join(told[:NAMED]) + ("; …" if len(told) > NAMED else "")
        blockers = tuple(self.players[k].number for k in self.over if k != self.bye)
        return NoPairing(f"{message}; {shown}." if shown else f"{message}.", blockers=blockers, options=self.options())

    def obstacles(self) -> Iterator[tuple[Against, int, int]]:
        """What keeps players (or the bye) of different groups apart, and the two."""
        for one, other in combinations(self.groups[:LOOKED_AT], 2):
            for a in bits(one):
                for b in bits(other):
                    against = self._against(a, b)
                    if against is not None:
                        yield against, a, b

    def exceptions(self) -> list[Against]:
        """The obstacles that, set aside, leave fewer players over; the oldest meetings first."""
        found = []
        for against, a, b in self.obstacles():
            graph = list(self.graph)
            graph[a] |= 1 << b
            graph[b] |= 1 << a
            if Matching(graph, list(self.mate)).grow() < self.missing:
                found.append(against)
        return sorted(found, key=_oldest)

    def _against(self, a: int, b: int) -> Against | None:
        if self.bye in (a, b):
            return bye_barred(self.tournament, self.players[b if a == self.bye else a], self.text)
        return barred(self.tournament, *sorted((self.players[a], self.players[b]), key=lambda p: p.number))

    def options(self) -> tuple[str, ...]:
        """What remains to the arbiter; the text leaves the decision to them."""
        words = self.words
        forms = {
            Why.MET: (_("let {players} meet again: they met in round {k} ({article})"), "C.1"),
            Why.APART: (_("let {players} meet, whom you keep apart"), ""),
            Why.ABSOLUTE: (_("let {players} meet, though both are absolutely due the same colour ({article})"), "C.3"),
            Why.HAD_BYE: (_("give {players} the bye a second time ({article})"), "C.2"),
            Why.HAD_WIN: (_("give {players} the bye after a win without playing ({article})"), "C.2"),
        }
        options = []
        if self.missing > 2:
            needed = _("make {n} exceptions to the rules; one of those that follow is not enough")
            options.append(needed.format(n=self.missing // 2))
        exceptions = self.exceptions()
        for why, (form, article) in forms.items():
            same = [against for against in exceptions if against.why is why]
            options += [
                form.format(
                    players=words.listed(against.players),
                    k=against.round,
                    article=words.article(article) if article else "",
                )
                for against in same[:OFFERED]
            ]
        return (*options, _("end the tournament with the rounds played"))


def _oldest(against: Against) -> tuple[int, int, tuple[int, ...]]:
    return list(Why).index(against.why), against.round, against.players
