"""What every paper is made from: a tournament at one moment, a language and the options of the printer.

    option        values                              for
    lang          es, en                              all (default: the tournament's language)
    paper         a4, letter                          all
    orientation   portrait, landscape                 all (default: what suits the paper)
    size          normal, large                       all
    pages         yes, no                             page numbers
    sponsor       a line for the foot of the page     all
    logo          data:image/…;base64,…               all
    round         1 … the last one paired             pairings, results, slips, protocols, time sheets
    after         0 … the last round                  standings, cross tables, certificates, prizes
    per_page      1 … 30                              slips
    first, last   numbers of boards or players        slips, board numbers, plates
    categories    women, U18, S65, R1800-1999 …       standings by category
    style         swiss, round-robin                  cross table
    url           address of the public pages         QR codes
    hold          pairing numbers                     payment sheet, receipts: who waits for fair play

Unknown options are left alone, so that a form may send more than a paper needs; wrong values are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from arbitro.desk.settings import Settings
from arbitro.desk.state import Board, Entrant, Round, State
from arbitro.desk.tables import table
from arbitro.errors import Refused
from arbitro.i18n import LANGUAGES, gettext_for
from arbitro.model import Player, Title, Tournament
from arbitro.standings import PlayerGroup, Standings, within

CHOICES = {
    "lang": LANGUAGES,
    "paper": ("a4", "letter"),
    "orientation": ("portrait", "landscape"),
    "size": ("normal", "large"),
    "pages": ("yes", "no"),
    "style": ("swiss", "round-robin"),
}


N_ = gettext_for("papers", "en")  # marks a sentence for the catalogue; it is translated when it is printed


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the integrity log."""

    at: str
    who: str
    text: str
    why: str


@dataclass(frozen=True)
class Context:
    """A tournament at one moment, and how it is to be printed."""

    state: State
    tournament: Tournament
    lang: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    log: tuple[LogLine, ...] = ()
    slug: str = "tournament"
    section: int | None = None  # its number in the database, if it stands there

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            self._allowed(name, allowed)

    def _allowed(self, name: str, allowed: tuple[str, ...]) -> None:
        value = self.options.get(name)
        if value and value.lower() not in allowed:
            _ = gettext_for("papers", self.lang)
            text = _("{value} is no value for {name}: use {allowed}.")
            raise Refused(text.format(value=value, name=name, allowed=", ".join(allowed)))

    def option(self, name: str, default: str = "") -> str:
        return self.options.get(name) or default

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """An option that is a whole number in a range."""
        text = self.options.get(name)
        if not text:
            return default
        if not text.isdecimal() or not low <= int(text) <= high:
            _ = gettext_for("papers", self.lang)
            sentence = _("{value} is no value for {name}: use a number from {low} to {high}.")
            raise Refused(sentence.format(value=text, name=name, low=low, high=high))
        return int(text)

    @property
    def large(self) -> bool:
        """Large print: lines hold a third less."""
        return self.option("size").lower() == "large"

    @property
    def settings(self) -> Settings:
        return self.state.settings

    # -- rounds

    @cached_property
    def round(self) -> Round:
        """The round that the paper is about."""
        last = len(self.state.rounds)
        if not last:
            _ = gettext_for("papers", self.lang)
            raise Refused(_("No round has been paired yet."))
        return self.state.round(self.number("round", last, 1, last))

    @cached_property
    def after(self) -> int:
        """The round that standings are about: the last one with all results, unless told."""
        return self.number("after", self.tournament.rounds_finished, 0, self.tournament.rounds_paired)

    def boards(self, round: Round) -> list[tuple[int, Board]]:
        """The boards of a round in order."""
        return sorted(round.boards.items())

    def entrant(self, id: int) -> Entrant:
        return self.state.entrants[id]

    def number_of(self, id: int) -> int:
        return self.state.numbers[id]

    def points_before(self, id: int, round: int) -> int:
        return self.tournament.score(self.state.numbers[id], round - 1)

    # -- ranking

    @cached_property
    def ranking(self) -> Standings:
        """The standings after `after`, without players who were excluded."""
        found = self.ranked(self.after)
        out = {
            self.state.numbers[e.id] for e in self.state.entrants.values() if e.excluded and e.id in self.state.numbers
        }
        return within(found, self.tournament, PlayerGroup("", lambda p: p.number not in out)) if out else found

    def ranked(self, after: int) -> Standings:
        """By the tie-breaks of the settings, those left out that the rules refuse here."""
        return table(self.state, self.tournament, after)

    # -- words

    @cached_property
    def subtitle(self) -> str:
        """Place and dates."""
        s = self.settings
        place = ", ".join(part for part in (s.city, s.federation) if part)
        return " · ".join(part for part in (place, period(s.start, s.end, self.lang)) if part)

    def club_or_federation(self, player: Player) -> str:
        return player.federation or player.club


def titled(player: Player) -> str:
    """`GM García, Ana`."""
    return player.name if player.title is Title.NONE else f"{player.title.value} {player.name}"


def day(iso: str, lang: str) -> str:
    """`4 March 2026`, `4 de marzo de 2026`; what is no date stays as it is."""
    _ = gettext_for("papers", lang)
    months = (
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"), _("August"),
        _("September"), _("October"), _("November"), _("December"),
    )  # fmt: skip
    parts = iso.replace("/", "-")[:10].split("-")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts) or not 1 <= int(parts[1]) <= 12:
        return iso
    return _("{day} {month} {year}").format(day=int(parts[2]), month=months[int(parts[1]) - 1], year=parts[0])


def period(start: str, end: str, lang: str) -> str:
    """First and last day."""
    if not start or not end or start == end:
        return day(start or end, lang)
    return f"{day(start, lang)} – {day(end, lang)}"


def time_of(text: str) -> str:
    """The time of day of `2026-03-04 16:00`."""
    return text[11:16]
