"""What every paper is made from: a tournament at one moment, from the database or a file, and the printer's options.

    option        values                              for
    lang          es, en, both                        all (default: the tournament's language)
    paper         a4, letter                          all (default: what its federation prints on)
    columns       1, 2, 3                             lists
    layout        own, swiss-manager                  start lists, standings: which columns, in which order
    best          a number of players                 club ranking
    exempt        none, 1.4.3a … 1.4.3d               norms
    event         normal, team-championship …         norms
    stack         yes, no                             slips: cut piles in board order
    orientation   portrait, landscape                 all (default: what suits the paper)
    size          normal, large                       all
    pages         yes, no                             page numbers
    sponsor       a line for the foot of the page     all
    logo          data:image/…;base64,…               all
    round         1 … the last one paired, all        pairings, results, slips, protocols, time sheets
    after         0 … the last round                  standings, cross tables, certificates, prizes
    per_page      1 … 30                              slips
    first, last   numbers of boards or players        slips, board numbers, plates
    categories    women, U18, S65, R1800-1999 …       standings by category
    style         swiss, round-robin                  cross table
    url           address of the public pages         QR codes
    hall          where a board's rulings are made    QR codes of board numbers
    hold          pairing numbers                     payment sheet, receipts: who waits for fair play

A paper leaves alone what it does not need; unknown names (`check_options`) and wrong values are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from arbitro import words
from arbitro.desk.settings import Settings
from arbitro.desk.snapshot import rated, settings_of
from arbitro.desk.state import Board, Entrant, Round, State, TeamEntry
from arbitro.desk.tables import table, withdrawn_of
from arbitro.errors import ArbitroError, Refused, meant
from arbitro.formats.reasons import leg_name
from arbitro.i18n import LANGUAGES, current_language, gettext_for
from arbitro.model import ONE, Outcome, Pair, Player, Title, Tournament, show
from arbitro.model.match import legs_played
from arbitro.model.team_results import matches
from arbitro.model.time_text import in_words
from arbitro.papers.blocks import TABLES
from arbitro.records import is_whole
from arbitro.standings import PlayerGroup, Standings, player_group, within
from arbitro.swiss.general import board_order
from arbitro.words import decimal_mark

_ = gettext_for("papers")

CHOICES = {
    "lang": (*LANGUAGES, "both"),
    "columns": ("1", "2", "3"),
    "layout": ("own", "swiss-manager"),
    "stack": ("yes", "no"),
    "paper": ("a4", "letter"),
    "orientation": ("portrait", "landscape"),
    "size": ("normal", "large"),
    "pages": ("yes", "no"),
    "style": ("swiss", "round-robin"),
}


OTHER_OPTIONS = frozenset({
    "sponsor", "logo", "round", "after", "per_page", "first", "last", "categories", "best", "url", "hall", "hold",
    "exempt", "event",
})  # fmt: skip
OPTIONS = OTHER_OPTIONS | CHOICES.keys()
NARROW = "\u202f"  # the narrow blank between thousands in Spanish
LETTER = frozenset(TABLES["letter"].split())


def default_paper(federation: str) -> str:
    """The paper that a federation prints on."""
    return "letter" if federation.upper() in LETTER else "a4"


def check_options(options: Mapping[str, str]) -> None:
    """Refuse names that no paper knows and values that none can use."""
    for name in options:
        if name not in OPTIONS:
            text = _("There is no option {name}; there are {all}.")
            raise Refused(text.format(name=name, all=", ".join(sorted(OPTIONS))) + meant(name, OPTIONS))
    for name, allowed in CHOICES.items():
        check_choice(name, options.get(name, ""), allowed)
    for name in filter(str.strip, options.get("categories", "").split(",")):
        try:
            player_group(name, 1)  # any year: the name alone is looked at
        except ArbitroError as error:
            raise Refused(str(error)) from error
    if (number := options.get("round")) and number != "all" and not (is_whole(number) and int(number) > 0):
        raise Refused(_("{value} is not a value for round: use a number of a round, or all.").format(value=number))
    if (number := options.get("per_page")) and not (is_whole(number) and 1 <= int(number) <= 30):
        raise Refused(_("{value} is not a value for {name}: use a number from {low} to {high}.").format(
            value=number, name="per_page", low=1, high=30
        ))  # fmt: skip


def check_choice(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value and value.lower() not in allowed:
        text = _("{value} is not a value for {name}: use {allowed}.")
        raise Refused(text.format(value=value, name=name, allowed=", ".join(allowed)))


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
    options: Mapping[str, str] = field(default_factory=dict)
    log: tuple[LogLine, ...] = ()
    slug: str = "tournament"
    section: int | None = None  # its number in the database, if it stands there
    head: str = ""  # the last entry of its journal: number, digest, key
    printed: str = ""  # when: YYYY-MM-DD HH:MM
    links: Mapping[int, str] = field(default_factory=dict)  # personal links by entrant's id, for QR codes

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            check_choice(name, self.options.get(name, ""), allowed)

    def option(self, name: str, default: str = "") -> str:
        return self.options.get(name) or default

    def choice(self, name: str, allowed: tuple[str, ...]) -> str:
        """An option that is one of some words; nothing where it is not given."""
        check_choice(name, self.option(name), allowed)
        return self.option(name).lower()

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """An option that is a whole number in a range."""
        text = self.options.get(name)
        if not text:
            return default
        if not is_whole(text) or not low <= int(text) <= high:
            sentence = _("{value} is not a value for {name}: use a number from {low} to {high}.")
            raise Refused(sentence.format(value=text, name=name, low=low, high=high))
        return int(text)

    @property
    def language(self) -> str:
        """The language of the paper: as asked for, else the tournament's own, else the reader's."""
        own = self.settings.language if self.section is not None else current_language()
        asked = self.option("lang", own).lower()
        return own if asked == "both" else asked

    @property
    def paper(self) -> str:
        return self.option("paper", default_paper(self.settings.federation)).lower()

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
            raise Refused(_("No round has been paired yet."))
        return self.state.round(self.number("round", last, 1, last))

    @cached_property
    def after(self) -> int:
        """The round that standings are about: the last one with all results, unless told."""
        return self.number("after", self.tournament.rounds_finished, 0, self.tournament.rounds_paired)

    def boards(self, round: Round) -> list[tuple[int, Board]]:
        """The boards of a round in order."""
        return sorted(round.boards.items())

    def open_boards(self, until: int | None = None) -> int:
        """How many games, of the rounds up to `until`, have no final result, adjourned ones with them."""
        unfinished = (Outcome.PENDING, Outcome.ADJOURNED)
        boards = (board for round in self.state.rounds[:until] for board in round.boards.values())
        return sum(board.white_outcome in unfinished or board.black_outcome in unfinished for board in boards)

    @property
    def over(self) -> bool:
        """Have all rounds been played to the end?"""
        return len(self.state.rounds) >= self.settings.rounds and not self.open_boards()

    def entrant(self, id: int) -> Entrant:
        return self.state.entrants[id]

    def number_of(self, id: int) -> int:
        return self.state.numbers[id]

    def points_before(self, id: int, round: int) -> int:
        return self.tournament.score(self.state.numbers[id], round - 1)

    @cached_property
    def withdrawn(self) -> set[int]:
        """The numbers of those who have left."""
        return withdrawn_of(self.state)

    @cached_property
    def rated(self) -> Tournament:
        """The tournament as ratings and norms see it: late corrections in force (C.04.2 D.8)."""
        return rated(self.state, self.tournament)

    # -- ranking

    @cached_property
    def ranking(self) -> Standings:
        """The standings after `after`, without players who were excluded."""
        found = self.ranked_now
        out = {
            self.state.numbers[e.id] for e in self.state.entrants.values() if e.excluded and e.id in self.state.numbers
        }
        return within(found, self.tournament, PlayerGroup("", lambda p: p.number not in out)) if out else found

    @cached_property
    def ranked_now(self) -> Standings:
        """The standings after `after`, those included who have no place any more."""
        return self.ranked(self.after)

    def ranked(self, after: int) -> Standings:
        """By the tie-breaks of the settings, those left out that the rules refuse here."""
        return table(self.state, self.tournament, after)

    # -- words

    @property
    def time_control(self) -> str:
        """The time control in words, and that of every kind of tie-break games that were played."""
        legs = [f"{leg_name(leg)}: {in_words(leg.control.encoded)}" for leg in legs_played(self.tournament)]
        return "; ".join([in_words(self.settings.time_control), *legs])

    @property
    def place(self) -> str:
        return ", ".join(part for part in (self.settings.city, self.settings.federation) if part)

    @cached_property
    def subtitle(self) -> str:
        """Place and dates."""
        return " · ".join(part for part in (self.place, period(self.settings.start, self.settings.end)) if part)


def titled(player: Player) -> str:
    """`GM García, Ana`."""
    return player.name if player.title is Title.NONE else f"{player.title.value} {player.name}"


def scored(points: int) -> str:
    """`1 point`, `5½ points`."""
    return words.count(1 if points <= ONE else 2, "point", shown=show(points))


def day(iso: str) -> str:
    """`4 March 2026`, `4 de marzo de 2026`; what is not a date stays as it is."""
    months = (
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"), _("August"),
        _("September"), _("October"), _("November"), _("December"),
    )  # fmt: skip
    parts = iso.replace("/", "-")[:10].split("-")
    if parts[1:] == ["00", "00"]:  # a year is all that is known
        return parts[0]
    if len(parts) != 3 or not all(is_whole(part) for part in parts) or not 1 <= int(parts[1]) <= 12:
        return iso
    return _("{day} {month} {year}").format(day=int(parts[2]), month=months[int(parts[1]) - 1], year=parts[0])


def cash(amount: Fraction, places: int = 2) -> str:
    """An amount of money with its decimals; thousands are set apart from five figures on: `12,500.00`, `12 500,00`."""
    whole, rest = divmod(round(amount * 10**places), 10**places)
    figures = f"{whole:,}".replace(",", "," if decimal_mark() == "." else NARROW) if whole > 9999 else str(whole)
    return f"{figures}{decimal_mark()}{rest:0{places}d}" if places else figures


def places_of(amounts: Iterable[Fraction]) -> int:
    """How many decimals a column of amounts needs: none, two, or three where a currency has them."""
    return max((0 if a.denominator == 1 else 2 if (a * 100).denominator == 1 else 3 for a in amounts), default=0)


def period(start: str, end: str) -> str:
    """First and last day."""
    if not start or not end or start == end:
        return day(start or end)
    return f"{day(start)} – {day(end)}"


def time_of(text: str) -> str:
    """The time of day of `2026-03-04 16:00`."""
    return text[11:16]


# -- from the database, from a file


def of_section(section: int, options: Mapping[str, str]) -> Context:
    """The context of a tournament in the database."""
    from arbitro.desk import store
    from arbitro.desk.integrity import head_line, log
    from arbitro.desk.models import Section

    state, tournament = store.state_and_tournament(section)
    row = Section.objects.select_related("event").get(pk=section)
    lines = tuple(LogLine(line.at, line.who, line.text, line.why) for line in log(section))
    slug, head = f"{row.event.slug}-{row.slug}", head_line(section)
    return Context(state, tournament, dict(options), lines, slug, section, head, _now())


def of_tournament(tournament: Tournament, options: Mapping[str, str], slug: str = "tournament") -> Context:
    """The context of a tournament file, as the desk would see it."""
    return Context(_state_of(tournament), tournament, dict(options), slug=slug, printed=_now())


def _now() -> str:
    """The hour of the machine, as it stands on the papers."""
    return datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")


def _settings_of(event: Tournament) -> Settings:
    """Settings as far as a file states them: nothing is printed that it does not say."""
    info = event.info
    return replace(settings_of(event), time_control=info.encoded_time_control or info.time_control)


def _state_of(event: Tournament) -> State:
    """Players keep their pairing numbers as ids; boards are in the order of C.04.2 D.9."""
    entrants = {p.number: Entrant(p.number, replace(p, number=0)) for p in event.players}
    return State(
        settings=_settings_of(event),
        entrants=entrants,
        numbers={n: n for n in event.numbers},
        rounds=tuple(_round(event, k) for k in range(1, event.rounds_paired + 1)),
        first_colour=event.first_colour,
        teams={
            t.number: TeamEntry(t.number, t.name, t.players, t.nickname, t.federation, t.captain, t.strength)
            for t in event.teams
        },
        line_ups={(line_up.round, line_up.team): line_up.boards for line_up in event.line_ups},
    )


def _round(event: Tournament, k: int) -> Round:
    met = matches(event, k) if event.teams else ()
    match_of = {frozenset((g.white, g.black)): n for n, match in enumerate(met, 1) for g in match.games}
    games = [game for match in met for game in match.games]
    others = {Pair(g.white, g.black): g for g in event.games(k) if frozenset((g.white, g.black)) not in match_of}
    order = board_order(others, {n: event.pairing_score(n, k) for n in event.numbers})
    games += [others[pair] for pair in order]
    boards = {
        n: Board(
            g.white, g.black, g.white_outcome, g.black_outcome, match=match_of.get(frozenset((g.white, g.black)), 0)
        )
        for n, g in enumerate(games, 1)
    }
    cells = {n: event.round_of(n, k).outcome for n in event.numbers}
    seated = {n for game in games for n in (game.white, game.black)}
    byes = [n for n, outcome in cells.items() if outcome is Outcome.PAIRING_BYE]
    return Round(
        k,
        boards,
        bye=byes[0] if byes and not event.teams else None,
        absent={n: outcome for n, outcome in cells.items() if n not in seated and outcome is not Outcome.PAIRING_BYE},
        matches=tuple((match.white, match.black) for match in met),
        team_bye=event.team_byes[k - 1] if k <= len(event.team_byes) else None,
        published=True,
        closed=all(board.finished for board in boards.values()),
    )
