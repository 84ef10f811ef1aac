"""The event: may norms be made here, and which exemptions does it earn?

    article          function
    1.1              failed_conditions    hours, rounds a day, time, arbiter, registration
    1.1              conditions_of        what a tournament file tells of them
    1.1.3a           one_round_days       three days with one round only, for GM and WGM applications
    1.4.2e           format_of            which formats need no approval is an edition's matter (`rules`)
    1.4.3d           exempt_swiss         20 foreign rated players of 3 federations, 10 titled, in every round
    1.5.6a           strong_swiss         40 players averaging 2000 in every round
    IT3              statistics           players by rating, title and federation

What is not known of an event is taken to be in order; the caller says what is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arbitro.model import Outcome, Player, System, Title, Tournament
from arbitro.ratings.event import control_of
from arbitro.titles.rules import NORM_TITLES, TitleRules, rules_of
from arbitro.titles.verdict import Format

MAX_ROUNDS_A_DAY = 2
MIN_MINUTES = 120
MAX_HOURS_A_DAY = 12
REGISTRATION_DAYS = 30
MASTERS = frozenset(NORM_TITLES)  # GM, IM, WGM, WIM


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What 1.1 asks about an event; what is not known is left at a value that passes."""

    rounds_per_day: int = 1
    minutes: Fraction | int = MIN_MINUTES  # for 60 moves
    hours_per_day: Fraction | int = 0
    chief_arbiter: str = "IA"
    registered_days_before: int = REGISTRATION_DAYS
    approved_late: bool = False  # by the Qualification Commission's chair
    arbiters_play: bool = False
    same_time_for_all: bool = True
    altered: bool = False  # 1.4.2d: in favour of players
    format: Format = Format.SWISS
    format_approved: bool = False  # 1.4.2e: beforehand, by the Qualification Commission's chair


def failed_conditions(conditions: Conditions, rules: TitleRules | None = None) -> list[str]:
    """The articles of 1.1, 1.4.2d and e that an event breaks; without `rules` by the text of 2023."""
    named = (rules or rules_of("2023")).formats
    broken = {
        "1.1.1": conditions.registered_days_before < REGISTRATION_DAYS and not conditions.approved_late,
        "1.1.2": conditions.hours_per_day > MAX_HOURS_A_DAY,
        "1.1.3": conditions.rounds_per_day > MAX_ROUNDS_A_DAY or conditions.minutes < MIN_MINUTES,
        "1.1.3b": not conditions.same_time_for_all,
        "1.1.5": conditions.chief_arbiter not in ("IA", "FA"),
        "1.1.6": conditions.arbiters_play,
        "1.4.2d": conditions.altered,
        "1.4.2e": conditions.format.value not in named and not conditions.format_approved,
    }
    return [article for article, failed in broken.items() if failed]


def conditions_of(tournament: Tournament) -> Conditions:
    """What a tournament file tells: its time control, the rounds of each day, the chief arbiter's title, the format."""
    known = Conditions()
    control = control_of(tournament)
    rounds = max(Counter(day for day in tournament.info.round_dates if day).values(), default=1)
    title = re.search(r"\b(IA|FA|NA)\b", tournament.info.chief_arbiter)
    return replace(
        known,
        rounds_per_day=rounds,
        minutes=control.minutes if control else known.minutes,
        hours_per_day=2 * control.minutes * rounds / 60 if control else known.hours_per_day,
        chief_arbiter=title[1] if title else known.chief_arbiter,
        format=format_of(tournament.system),
    )


_FORMATS = {
    System.ROUND_ROBIN: Format.ROUND_ROBIN,
    System.DOUBLE_ROUND_ROBIN: Format.DOUBLE_ROUND_ROBIN,
    System.SCHEVENINGEN: Format.SCHEVENINGEN,
    System.SEMI_SCHEVENINGEN: Format.SCHEVENINGEN,
    System.SCHILLER: Format.SCHILLER,
    System.KNOCKOUT: Format.KNOCKOUT,
    System.MATCH: Format.MATCH,
    System.SKALITZKA: Format.OTHER,
    System.HILTON: Format.OTHER,
}


def format_of(system: System) -> Format:
    """1.4.2e: the format of a system; one that nothing is known of is taken as a Swiss."""
    return _FORMATS.get(system, Format.SWISS)


def one_round_days(round_dates: Sequence[str]) -> bool | None:
    """1.1.3a: only one round on at least three days; None where the dates are not known."""
    known = [day for day in round_dates if day]
    if len(known) < len(round_dates) or not known:
        return None
    return sum(count == 1 for count in Counter(known).values()) >= 3


@dataclass(frozen=True, slots=True)
class ForeignPlayers:
    """1.4.3d, one round: rated players of other federations than the host's who play."""

    rated: int
    federations: int
    masters: int  # GM, IM, WGM, WIM

    @property
    def enough(self) -> bool:
        return self.rated >= 20 and self.federations >= 3 and self.masters >= 10


def exempt_swiss(rounds: Sequence[ForeignPlayers]) -> bool:
    """1.4.3d: the federation rules are waived if every round has enough foreign players."""
    return bool(rounds) and all(foreign.enough for foreign in rounds)


@dataclass(frozen=True, slots=True)
class RoundStrength:
    """1.5.6a, one round: players and their average."""

    players: int
    average: Fraction | int

    @property
    def enough(self) -> bool:
        return self.players >= 40 and self.average >= 2000


def strong_swiss(rounds: Sequence[RoundStrength]) -> bool:
    """1.5.6a: may a norm from here be the one that every application needs?"""
    return bool(rounds) and all(strength.enough for strength in rounds)


_PRESENT = (Outcome.PAIRING_BYE, Outcome.PENDING, Outcome.FORFEIT_WIN)  # not played, but not missed either


def _steady(tournament: Tournament) -> list[Player]:
    """Players who miss at most one round; a pairing-allocated bye or an opponent who stays away is no missed round."""
    return [
        player
        for player in tournament.players
        if sum(not r.outcome.played and r.outcome not in _PRESENT for r in tournament.rounds_of(player.number)) <= 1
    ]


def _playing(tournament: Tournament) -> list[list[Player]]:
    """Per round, the steady players who really play."""
    steady = [(player, tournament.rounds_of(player.number)) for player in _steady(tournament)]
    return [
        [player for player, rounds in steady if rounds[k].outcome.played or rounds[k].outcome is Outcome.PENDING]
        for k in range(tournament.rounds_paired)
    ]


def foreign_players(tournament: Tournament, host: str) -> list[ForeignPlayers]:
    """1.4.3d: the counters, round by round, of a tournament in the host's country."""
    counts = []
    for players in _playing(tournament):
        foreign = [player for player in players if player.rating and player.federation != host]
        federations = {player.federation for player in foreign} - {"", "FID"}
        counts.append(
            ForeignPlayers(len(foreign), len(federations), sum(player.title in MASTERS for player in foreign))
        )
    return counts


def round_strengths(tournament: Tournament, rules: TitleRules) -> list[RoundStrength]:
    """1.5.6a: the counters, round by round; an unrated player counts as 1.4.6d has it."""
    strengths = []
    for players in _playing(tournament):
        total = sum(player.rating or rules.unrated for player in players)
        strengths.append(RoundStrength(len(players), Fraction(total, len(players)) if players else 0))
    return strengths


@dataclass(frozen=True, slots=True)
class Row:
    """A row of form IT3: players, their federations, how many are the host's, and of how many nobody knows it."""

    number: int
    federations: int
    host: int
    unknown: int = 0

    @property
    def other(self) -> int:
        return self.number - self.host - self.unknown


IT3_ROWS = ("rated", "unrated", "GM", "IM", "FM", "WGM", "WIM", "WFM")


def statistics(players: Sequence[Player], host: str) -> dict[str, Row]:
    """Form IT3: the table of players."""

    def row(chosen: list[Player]) -> Row:
        known = [player.federation for player in chosen if player.federation]
        return Row(len(chosen), len(set(known)), known.count(host), len(chosen) - len(known))

    rows = {
        "rated": row([player for player in players if player.rating]),
        "unrated": row([player for player in players if not player.rating]),
    }
    for name in IT3_ROWS[2:]:
        rows[name] = row([player for player in players if player.title is Title(name)])
    return rows


@dataclass(frozen=True, slots=True)
class ForeignTotals:
    """Form IT1 where 1.4.3d is used: the totals of the event (the article asks for them in every round)."""

    federations: int  # the host's not counted
    rated: int
    masters: int

    @property
    def enough(self) -> bool:
        return ForeignPlayers(self.rated, self.federations, self.masters).enough


def foreign_totals(rows: dict[str, Row]) -> ForeignTotals:
    """The three figures of form IT1 from the table of form IT3."""
    rated = rows["rated"]
    federations = rated.federations - (1 if rated.host else 0)
    return ForeignTotals(federations, rated.other, sum(rows[title.value].other for title in NORM_TITLES))
