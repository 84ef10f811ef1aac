"""Before a report goes to the rating officer: everything that he or FIDE would send back, in words.

    group     kinds                                                                              rule
    head      NAME CITY EVENT_FEDERATION START END DATES ROUND_DATES ARBITER TIME_CONTROL        TRF 012-132
              PLAYER_COUNT
    players   NUMBERS FIDE_ID FIDE_ID_FORM SAME_FIDE_ID FEDERATION BIRTH SEX TITLE NAME_MISSING  TRF 001, B.02 9
              NAME_LONG NAME_LETTERS SAME_NAME RATING RANK
    games     OPPONENT MUTUAL COLOUR RESULT UNFINISHED                                           TRF 001
    pairing   REMATCH TWO_BYES SECOND_BYE COLOURS ROUNDS NO_GAMES                                C.04.1
    points    POINTS
    rating    what `ratings.submission` finds: time too fast, long days, other list              B.02 1-4

An error makes the report be refused or rated wrongly; a warning is worth a look. A good file has no finding.
Not here: whether the columns of a file can be read at all (`files.trf`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import pairwise

from arbitro.dates import read_date
from arbitro.files.trf.checks import agree
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Colour, Outcome, Player, RatingList, Sex, System, Title, Tournament, show
from arbitro.model.time_text import parse as parse_time
from arbitro.papers.blocks import FEDERATIONS
from arbitro.papers.typeset import unprintable
from arbitro.ratings.event import list_of
from arbitro.ratings.submission import ObjectionKind, objections
from arbitro.ratings.texts import objection_text
from arbitro.records import is_whole

ngettext_ = ngettext_for("papers")

_ = gettext_for("papers")

WOMEN_TITLES = (Title.WGM, Title.WIM, Title.WFM, Title.WCM)
NAME_COLUMNS = 33
LOWEST, HIGHEST = 1000, 2950
OLDEST = 110
MEET_ONCE = frozenset({System.DUTCH, System.DUBOV, System.BURSTEIN, System.LIM, System.CLUB})
TWO_COLOURS = frozenset({System.DUTCH, System.DUBOV, System.BURSTEIN, System.LIM})


class Check(Enum):
    """What can be wrong: the rule that says so, and whether the report would be refused."""

    NAME = "name", "TRF 012", True
    CITY = "city", "TRF 022", True
    EVENT_FEDERATION = "event federation", "TRF 032", True
    START = "start", "TRF 042", True
    END = "end", "TRF 052", True
    DATES = "dates", "TRF 042, 052", True
    ROUND_DATES = "round dates", "TRF 132", True
    ARBITER = "arbiter", "TRF 102", True
    TIME_CONTROL = "time control", "TRF 122", True
    PLAYER_COUNT = "player count", "TRF 062", False
    NUMBERS = "numbers", "TRF 001, 5-8", True
    FIDE_ID = "fide id", "B.02 9", True
    FIDE_ID_FORM = "fide id form", "TRF 001, 58-68", True
    SAME_FIDE_ID = "same fide id", "TRF 001, 58-68", True
    FEDERATION = "federation", "TRF 001, 54-56", True
    BIRTH = "birth", "TRF 001, 70-79", True
    SEX = "sex", "TRF 001, 10", False
    TITLE = "title", "TRF 001, 11-13", True
    NAME_MISSING = "name missing", "TRF 001, 15-47", True
    NAME_LONG = "name long", "TRF 001, 15-47", False
    NAME_LETTERS = "name letters", "TRF 001, 15-47", False
    SAME_NAME = "same name", "TRF 001, 15-47", False
    RATING = "rating", "TRF 001, 49-52", True
    RANK = "rank", "TRF 001, 86-89", True
    OPPONENT = "opponent", "TRF 001, 92-95", True
    MUTUAL = "mutual", "TRF 001, 92-95", True
    COLOUR = "colour", "TRF 001, 97", True
    RESULT = "result", "TRF 001, 99", True
    UNFINISHED = "unfinished", "TRF 001, 99", True
    REMATCH = "rematch", "C.04.1 b", True
    TWO_BYES = "two byes", "C.04.1 c", True
    SECOND_BYE = "second bye", "C.04.1 d", True
    COLOURS = "colours", "C.04.1 e-g", False
    ROUNDS = "rounds", "C.04.1 a", False
    NO_GAMES = "no games", "B.02 9", False
    POINTS = "points", "TRF 001, 81-84", True
    RATING_RULES = "rating rules", "B.02", True

    def __init__(self, label: str, rule: str, refused: bool) -> None:
        self.label = label
        self.rule = rule
        self.refused = refused


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to put right before the report is sent."""

    kind: Check
    text: str
    rule: str
    players: tuple[int, ...] = ()

    @property
    def error(self) -> bool:
        return self.kind.refused


def preflight(tournament: Tournament, *, rating_list: RatingList | None = None) -> list[Finding]:
    """Everything that stands between this tournament and its rating; empty for a good one."""
    findings = [
        *_head(tournament),
        *_players(tournament),
        *_games(tournament),
        *_pairings(tournament),
        *_points(tournament),
    ]
    for objection in objections(tournament, rating_list or list_of(tournament)):
        if objection.kind is not ObjectionKind.NO_FIDE_ID:  # said player by player above
            rule, _colon, text = objection_text(objection).partition(": ")
            findings.append(Finding(Check.RATING_RULES, _capital(text), f"B.02 {rule}", objection.players))
    return findings


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _make(kind: Check, text: str, *players: int) -> Finding:
    return Finding(kind, text, kind.rule, tuple(players))


def as_date(text: str) -> date | None:
    """A day written YYYY/MM/DD (or with - or .), two figures for a year of this century; None for anything else."""
    day = text.strip()
    return read_date(f"20{day}" if len(day) == 8 else day)


def _head(t: Tournament) -> Iterator[Finding]:
    info = t.info
    if not info.name.strip():
        yield _make(Check.NAME, _("The event has no name."))
    if not info.city.strip():
        yield _make(Check.CITY, _("The city is missing."))
    if info.federation.strip().upper() not in FEDERATIONS:
        text = _("The federation of the event must be a FIDE code; found “{found}”.")
        yield _make(Check.EVENT_FEDERATION, text.format(found=info.federation))
    start, end = as_date(info.start), as_date(info.end)
    if start is None:
        yield _make(Check.START, _("The first day is missing or is not a date: “{found}”.").format(found=info.start))
    if end is None:
        yield _make(Check.END, _("The last day is missing or is not a date: “{found}”.").format(found=info.end))
    if start and end and end < start:
        yield _make(Check.DATES, _("The last day lies before the first one."))
    yield from _round_dates(t, start, end)
    if not info.chief_arbiter.strip():
        yield _make(Check.ARBITER, _("The chief arbiter is missing."))
    control = info.encoded_time_control or info.time_control
    if not control.strip():
        yield _make(Check.TIME_CONTROL, _("The time control is missing."))
    elif parse_time(control) is None:
        yield _make(Check.TIME_CONTROL, _("The time control cannot be understood: “{found}”.").format(found=control))
    stated = info.stated_players.strip()
    if is_whole(stated) and int(stated) != len(t.players):
        text = _("The file announces {stated} players and has {n}.")
        yield _make(Check.PLAYER_COUNT, text.format(stated=stated, n=len(t.players)))


def _round_dates(t: Tournament, start: date | None, end: date | None) -> Iterator[Finding]:
    days = [(k, text, as_date(text)) for k, text in enumerate(t.info.round_dates[: t.rounds_paired], 1)]
    missing = [str(k) for k, _text, day in days if day is None]
    missing += [str(k) for k in range(len(days) + 1, t.rounds_paired + 1)]
    if missing:
        text = _("Dates are missing or are not dates for rounds {rounds}.")
        yield _make(Check.ROUND_DATES, text.format(rounds=", ".join(missing)))
    known = [(k, day) for k, _text, day in days if day is not None]
    for k, day in known:
        if (start and day < start) or (end and day > end):
            text = _("Round {k} is dated {day}, outside the event.")
            yield _make(Check.ROUND_DATES, text.format(k=k, day=day.isoformat()))
    for (k, before), (_later, day) in pairwise(known):
        if day < before:
            text = _("Round {k} is dated before round {before}.")
            yield _make(Check.ROUND_DATES, text.format(k=k + 1, before=k))


def _who(player: Player) -> str:
    return f"{player.number} {player.name}".strip()


def _players(t: Tournament) -> Iterator[Finding]:
    numbers = [player.number for player in t.players]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        yield _make(
            Check.NUMBERS, _("The pairing numbers do not run from 1 to {n} without gaps.").format(n=len(numbers))
        )
    for p in t.players:
        yield from _player(t, p)
    text = _("One FIDE ID stands for several players: {who}.")
    yield from _twins(t, lambda p: p.fide_id.strip().lstrip("0"), Check.SAME_FIDE_ID, text)
    text = _("Players with the same name: {who}.")
    yield from _twins(t, lambda p: " ".join(p.name.casefold().split()), Check.SAME_NAME, text)
    yield from _ranks(t)


def _twins(t: Tournament, key: Callable[[Player], str], kind: Check, text: str) -> Iterator[Finding]:
    """Players who share what should be their own."""
    groups: dict[str, list[Player]] = defaultdict(list)
    for p in t.players:
        if key(p):
            groups[key(p)].append(p)
    for same in groups.values():
        if len(same) > 1:
            yield _make(kind, text.format(who="; ".join(map(_who, same))), *(p.number for p in same))


def _player(t: Tournament, p: Player) -> Iterator[Finding]:
    who = _who(p)
    if not p.name.strip():
        yield _make(Check.NAME_MISSING, _("Player {n} has no name.").format(n=p.number), p.number)
    if len(p.name) > NAME_COLUMNS:
        text = _("{who}: the name has {n} letters, the file holds {most}: it is cut.")
        yield _make(Check.NAME_LONG, text.format(who=who, n=len(p.name), most=NAME_COLUMNS), p.number)
    if unprintable([p.name]):
        text = _("{who}: no font here has these letters; papers show empty boxes.")
        yield _make(Check.NAME_LETTERS, text.format(who=who), p.number)
    if not p.fide_id.strip():
        yield _make(Check.FIDE_ID, _("{who} has no FIDE ID; the event would not be rated.").format(who=who), p.number)
    elif not p.fide_id.strip().isdecimal():
        text = _("{who}: the FIDE ID must be a number; found “{found}”.")
        yield _make(Check.FIDE_ID_FORM, text.format(who=who, found=p.fide_id), p.number)
    if p.federation.strip().upper() not in FEDERATIONS:
        text = _("{who}: the federation must be a FIDE code; found “{found}”.")
        yield _make(Check.FEDERATION, text.format(who=who, found=p.federation), p.number)
    if p.birth.strip() and not _plausible(p, t):
        text = _("{who}: the date of birth cannot be right: “{found}”.")
        yield _make(Check.BIRTH, text.format(who=who, found=p.birth), p.number)
    if p.sex is Sex.UNKNOWN:
        yield _make(Check.SEX, _("{who}: the sex is missing.").format(who=who), p.number)
    if p.title in WOMEN_TITLES and p.sex is Sex.MALE:
        text = _("{who} has a women's title and is entered as a man.")
        yield _make(Check.TITLE, text.format(who=who), p.number)
    if p.rating and not LOWEST <= p.rating <= HIGHEST:
        text = _("{who}: a FIDE rating of {rating} cannot be right.")
        yield _make(Check.RATING, text.format(who=who, rating=p.rating), p.number)


def _plausible(p: Player, t: Tournament) -> bool:
    """A year, or a whole date, before the event and not more than a long life ago."""
    year = p.birth_year
    parts = p.birth.strip().replace("-", "/").split("/")
    if year is None or len(parts) not in (1, 2, 3):
        return False
    if len(parts) == 3 and parts[1:] != ["00", "00"] and as_date(p.birth) is None:
        return False
    start = as_date(t.info.start)
    return start is None or start.year - OLDEST <= year <= start.year - 3


def _ranks(t: Tournament) -> Iterator[Finding]:
    """Everybody has a final rank, and more points mean a better one."""
    ranked = [p for p in t.players if p.stated_rank]
    if not ranked and t.players:
        yield _make(Check.RANK, _("The final ranks are missing."))
        return
    without = [p for p in t.players if not p.stated_rank]
    if without:
        text = _("The final rank is missing: {who}.")
        yield _make(Check.RANK, text.format(who="; ".join(map(_who, without))), *(p.number for p in without))
    order = sorted(ranked, key=lambda p: (p.stated_rank or 0, -t.score(p.number)))
    for above, below in pairwise(order):
        if above.stated_rank != below.stated_rank and t.score(below.number) > t.score(above.number):
            text = _("{below} stands below {above} with more points.")
            yield _make(Check.RANK, text.format(below=_who(below), above=_who(above)), below.number, above.number)


def _games(t: Tournament) -> Iterator[Finding]:
    open_results: Counter[int] = Counter()
    for p in t.players:
        for r in t.rounds_of(p.number):
            if r.outcome in (Outcome.PENDING, Outcome.ADJOURNED):
                open_results[r.round] += 1
            if r.opponent is None:
                continue
            if r.opponent not in t.index or r.opponent == p.number:
                text = _("Round {k}: {who} has an opponent {n} who is not in the file.")
                yield _make(Check.OPPONENT, text.format(k=r.round, who=_who(p), n=r.opponent), p.number)
                continue
            other = t.round_of(r.opponent, r.round)
            if other.opponent != p.number:
                text = _("Round {k}: {who} names {other}, who does not name them back.")
                words = text.format(k=r.round, who=_who(p), other=_who(t.player(r.opponent)))
                yield _make(Check.MUTUAL, words, p.number, r.opponent)
            elif p.number < r.opponent:
                yield from _game(t, p, r.opponent, r.round)
    for k, n in sorted(open_results.items()):
        text = ngettext_(
            "Round {k}: {n} game has no final result.", "Round {k}: {n} games have no final result.", (n + 1) // 2
        )
        yield _make(Check.UNFINISHED, text.format(k=k, n=(n + 1) // 2))


def _game(t: Tournament, p: Player, opponent: int, round: int) -> Iterator[Finding]:
    mine, theirs = t.round_of(p.number, round), t.round_of(opponent, round)
    pair = f"{_who(p)} – {_who(t.player(opponent))}"
    played = mine.outcome.played or theirs.outcome.played
    if mine.colour is theirs.colour and (mine.colour is not None or played):
        text = _("Round {k}, {pair}: one must have White and the other Black.")
        yield _make(Check.COLOUR, text.format(k=round, pair=pair), p.number, opponent)
    if mine.outcome.opposite is not theirs.outcome and not agree(mine.outcome, theirs.outcome):
        text = _("Round {k}, {pair}: the two results exclude each other ({mine} and {theirs}).")
        words = text.format(k=round, pair=pair, mine=mine.outcome.code, theirs=theirs.outcome.code)
        yield _make(Check.RESULT, words, p.number, opponent)


def _pairings(t: Tournament) -> Iterator[Finding]:
    byes: dict[int, list[Player]] = defaultdict(list)
    for p in t.players:
        rounds = t.rounds_of(p.number)
        for r in rounds:
            if r.outcome is Outcome.PAIRING_BYE:
                byes[r.round].append(p)
        if not t.teams and sum(r.outcome is Outcome.PAIRING_BYE for r in rounds) > 1:
            text = _("{who} has had the pairing-allocated bye more than once.")
            yield _make(Check.SECOND_BYE, text.format(who=_who(p)), p.number)
        if not any(r.outcome.played for r in rounds) and t.rounds_paired:
            text = _("{who} has not played a game; leave the player out of the report or explain it.")
            yield _make(Check.NO_GAMES, text.format(who=_who(p)), p.number)
        if t.system in MEET_ONCE:
            met = Counter(r.opponent for r in rounds if r.outcome.played and r.opponent is not None)
            for opponent, n in met.items():
                if n > 1 and p.number < opponent and opponent in t.index:
                    text = _("{who} and {other} have played each other {n} times.")
                    words = text.format(who=_who(p), other=_who(t.player(opponent)), n=n)
                    yield _make(Check.REMATCH, words, p.number, opponent)
        if t.system in TWO_COLOURS:
            yield from _colours(t, p)
    if not t.teams:
        for k, players in sorted(byes.items()):
            if len(players) > 1:
                text = _("Round {k} has more than one pairing-allocated bye: {who}.")
                words = text.format(k=k, who="; ".join(map(_who, players)))
                yield _make(Check.TWO_BYES, words, *(p.number for p in players))
    if t.planned_rounds and t.rounds_paired < t.planned_rounds:
        text = _("Rounds played: {n} of {of}.")
        yield _make(Check.ROUNDS, text.format(n=t.rounds_paired, of=t.planned_rounds))


def _colours(t: Tournament, p: Player) -> Iterator[Finding]:
    """Three times the same colour, or a difference above two, before the last round (C.04.1 e-g)."""
    last = t.planned_rounds or t.rounds_paired
    colours = [
        (r.round, r.colour)
        for r in t.rounds_of(p.number)
        if r.outcome.played and r.colour is not None and r.round < last
    ]
    for (_a, first), (_b, second), (k, third) in zip(colours, colours[1:], colours[2:], strict=False):
        if first is second is third:
            text = _("{who} had the same colour three times running up to round {k}.")
            yield _make(Check.COLOURS, text.format(who=_who(p), k=k), p.number)
    difference = sum(1 if colour is Colour.WHITE else -1 for _k, colour in colours)
    if abs(difference) > 2:
        text = _("{who} has a colour difference of {n}.")
        yield _make(Check.COLOURS, text.format(who=_who(p), n=difference), p.number)


def _points(t: Tournament) -> Iterator[Finding]:
    scores = t.scores()
    with_coming = t.scores(max((len(rounds) for rounds in t.results), default=0))
    for p in t.players:
        stated = p.stated_points
        if stated is not None and stated not in (scores[p.number], with_coming[p.number]):
            text = _("{who}: the file says {stated} points, the results give {sum}.")
            words = text.format(who=_who(p), stated=show(stated), sum=show(scores[p.number]))
            yield _make(Check.POINTS, words, p.number)
