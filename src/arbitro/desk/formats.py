"""What each format asks of the organiser: what a form offers, which settings a format has, which follow from it.

    kind      a system, with teams or without: `round-robin`, `round-robin-teams`
    asked     the settings (and fields of the plan) that the rules of a kind read: a form shows these alone
    usual     the settings of a kind where the organiser says nothing

Derived from what the systems are: who reads the results (`System.is_swiss`), who has options (`swiss.choices`), who
pairs teams. Rounds are asked for where no table or bracket gives their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbitro import words
from arbitro.desk.settings import Settings
from arbitro.formats import roundrobin
from arbitro.formats.length import length_of
from arbitro.i18n import N_, gettext_for
from arbitro.model import ZERO, RatingList, Scoring, System, TeamScoring
from arbitro.model.time_control import time_class
from arbitro.model.time_text import parse
from arbitro.standings import PRESETS
from arbitro.swiss import double
from arbitro.swiss.choices import OPTIONS

_ = gettext_for("desk")

ROUND_ROBINS = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
TEAM_TABLES = (
    System.SCHEVENINGEN, System.SEMI_SCHEVENINGEN, System.SCHILLER, System.SKALITZKA, System.HILTON, System.MOLTER,
)  # fmt: skip
# Everybody meets everybody of the other teams: a round is no match, the games alone count.
BY_GAMES = (System.SCHEVENINGEN, System.SEMI_SCHEVENINGEN, System.SCHILLER, System.HILTON)
MAY_HAVE_TEAMS = (*ROUND_ROBINS, System.KNOCKOUT)
PAIRS = (System.KNOCKOUT, System.MATCH)  # those who meet play until one of them has won
ACCELERATED = (System.DUTCH, System.DUBOV, System.BURSTEIN, System.TEAM)  # C.04.7
USUAL_BOARDS = 4


@dataclass(frozen=True, slots=True)
class Format:
    """A format as an organiser chooses it."""

    system: System
    teams: bool = False

    @property
    def name(self) -> str:
        return f"{self.system.value}-teams" if self.teams and self.system in MAY_HAVE_TEAMS else self.system.value

    @property
    def label(self) -> str:
        return words.label(words.system(self.name))


OFFERED: dict[str, tuple[Format, ...]] = {
    N_("Swiss systems"): tuple(map(Format, (System.DUTCH, System.DUBOV, System.BURSTEIN, System.LIM, System.DOUBLE))),
    N_("Round robins"): tuple(map(Format, ROUND_ROBINS)),
    N_("Matches and knock-outs"): tuple(map(Format, (System.KNOCKOUT, System.MATCH))),
    N_("Teams"): (Format(System.TEAM, True), *(Format(system, True) for system in MAY_HAVE_TEAMS)),
    N_("Two or more teams, player by player"): tuple(Format(system, True) for system in TEAM_TABLES),
    N_("Clubs"): tuple(map(Format, (System.CLUB, System.KEIZER, System.LADDER))),
}
KINDS = {kind.name: kind for kinds in OFFERED.values() for kind in kinds}


def offered() -> list[tuple[str, tuple[Format, ...]]]:
    """The kinds by groups, in the language in use."""
    return [(_(label), kinds) for label, kinds in OFFERED.items()]


def kind_of(settings: Settings) -> Format:
    return Format(settings.system, bool(settings.team_boards) or settings.system in (System.TEAM, *TEAM_TABLES))


def asked(kind: Format) -> frozenset[str]:
    """The settings, and the fields of the plan, that this format has."""
    system = kind.system
    swiss = system.is_swiss
    matches_of_teams = kind.teams and system not in TEAM_TABLES
    found = {
        "rounds": swiss,
        "acceleration": system in ACCELERATED,
        "byes": swiss,
        "keep_apart": swiss and not kind.teams,
        "options": bool(options_of(system)),
        "scoring": system not in (System.DOUBLE, System.LADDER),  # matches of two games have points of their own
        "rest": system not in (System.DOUBLE, System.LADDER, *PAIRS) and not matches_of_teams,  # theirs is a match
        "expected": system not in (System.MATCH, System.LADDER),
        "teams": kind.teams,
        "team_swiss": system is System.TEAM,
        "matches_of_teams": matches_of_teams,
        "double": system is System.DOUBLE_ROUND_ROBIN,
        "games": system in PAIRS,
        "ladder": system in PAIRS,
        "third_place": system is System.KNOCKOUT,
        "play_on": system is System.MATCH,
        "balanced": system is System.SKALITZKA,
        "table": draws_numbers(system),
        "tiebreaks": system not in (System.LADDER, *PAIRS),  # whoever wins the match goes on
    }
    return frozenset(name for name, has in found.items() if has)


def draws_numbers(system: System) -> bool:
    """Are the numbers of the entrants drawn by lot (C.05 6.2)? Elsewhere the start list gives them."""
    return not system.is_swiss and system not in (System.LADDER, *PAIRS)


def usual_scoring(system: System) -> Scoring:
    """The points of a system where the regulations name none: a rest in a table is worth nothing (C.05 annex I)."""
    if draws_numbers(system):
        return roundrobin.scoring()
    return double.SCORING if system is System.DOUBLE else Scoring()


def usual_team_scoring(system: System) -> TeamScoring:
    """The same for matches of teams."""
    if draws_numbers(system):
        return TeamScoring(bye_match_points=ZERO, bye_game_points=ZERO)
    return TeamScoring()


def usual_tiebreaks(kind: Format) -> tuple[str, ...]:
    """The list that the rulebooks recommend for a format; teams have their own, matches and ladders need none.

    Where the games alone count, level teams are told apart by the rounds that they won (in a Hilton table by their
    matches, then board by board: there a player sits at one board throughout).
    """
    if "tiebreaks" not in asked(kind):
        return ()
    if kind.system is System.KEIZER:
        return PRESETS["keizer"]
    if kind.system is System.CLUB:
        return PRESETS["club-swiss"]
    if kind.system in BY_GAMES:
        return PRESETS["team-hilton" if kind.system is System.HILTON else "team-games"]
    if kind.system is System.DOUBLE or (kind.system.is_swiss and not kind.teams):
        return Settings(name="").tiebreaks
    name = "swiss" if kind.system is System.TEAM else "round-robin"
    return PRESETS[f"team-{name}" if kind.teams else name]


def usual_list(time_control: str) -> RatingList:
    """The list that a time control leads to (B.02 1): the standard one where it cannot be read.

    >>> [usual_list(text).value for text in ("90+30", "15 min + 10 s", "3+2", "by agreement")]
    ['standard', 'rapid', 'blitz', 'standard']
    """
    control = parse(time_control)
    return time_class(control.minutes) if control else RatingList.STANDARD


def usual(kind: Format) -> dict[str, Any]:
    """What follows from a format, as the settings' JSON forms."""
    base = Settings(
        name="",
        system=kind.system,
        scoring=usual_scoring(kind.system),
        team_scoring=usual_team_scoring(kind.system),
        tiebreaks=usual_tiebreaks(kind),
        team_boards=USUAL_BOARDS if kind.teams else 0,
    ).to_json()
    names = ("system", "scoring", "team_scoring", "tiebreaks", "team_boards", "plan", "options", "acceleration")
    return {name: base[name] for name in names}


def with_kind(settings: Settings, kind: Format) -> Settings:
    """Settings of another format: what does not belong to it falls back to the usual."""
    if kind == kind_of(settings):
        return settings
    changed = settings.with_changes(usual(kind))
    return changed if kind.system.is_swiss else replace(changed, half_byes=0, keep_apart=())


def rounds_advice(kind: Format, players: int) -> str:
    """How many rounds so many players (or teams) play, or should play, in a sentence."""
    entries = words.count(players, "entrant")
    length = length_of(kind.system, players)
    if length is None:
        return ""
    if kind.system is System.KNOCKOUT:
        return f"{entries}: {words.count(length.least, 'stage')}."
    least = words.count(length.least, "round")
    if not kind.system.is_swiss:
        return _("{entries}: the table has {rounds}.").format(entries=entries, rounds=least)
    text = _("{entries}: {least} to find a single leader, {usual} as a rule.")
    if length.most is not None:
        text = _("{entries}: {least} to find a single leader, {usual} as a rule, {most} at most.")
    return text.format(entries=entries, least=least, usual=length.sensible, most=length.most)


def too_many_rounds(settings: Settings, field: int) -> str:
    """What is said where the rounds of a Swiss cannot all be paired by the rules."""
    length = length_of(settings.system, field)
    if not settings.system.is_swiss or length is None or length.most is None or settings.rounds <= length.most:
        return ""
    text = _("{n} can play {most} without meeting twice; {rounds} cannot all be paired by the rules.")
    return text.format(n=field, most=words.count(length.most, "round"), rounds=settings.rounds)


def rounds_misfit(settings: Settings, field: int) -> str:
    """What is said where the rounds of a Swiss do not fit those who entered: impossible, few, or nearly all meet."""
    length, rounds = length_of(settings.system, field), settings.rounds
    if not settings.system.is_swiss or length is None:
        return ""
    if impossible := too_many_rounds(settings, field):
        return impossible
    if rounds < length.least or (rounds > length.sensible and 2 * rounds > field):
        planned = _("Planned: {rounds}.").format(rounds=words.count(rounds, "round"))
        return f"{rounds_advice(kind_of(settings), field)} {planned}"
    return ""


OPTION_NAMES = {
    "listed-numbers": N_("Colours by the numbers on the list, absentees included (E.5)"),
    "boards-by-points": N_("Boards by points, without the virtual ones (D.9)"),
    "maxi": N_("Exchanges within 100 rating points only (maxi)"),
    "small-event": N_("Small event: groups from both ends (rule 7)"),
    "equalise-first": N_("Balance of colours before the parity of the round"),
    "leader": N_("Who meets a lone leader (club edition)"),
    "leader=strength": N_("the strongest"),
    "leader=beaten": N_("by the teams beaten"),
    "leader=boards": N_("by board points"),
    "leader=colours": N_("by colours"),
}


def options_of(system: System) -> dict[str, tuple[str, ...]]:
    """The options of a system that are not settings of their own (as the colours and the score of teams are)."""
    return {name: values for name, values in OPTIONS.get(system, {}).items() if name not in ("type", "score")}


def option_fields(system: System, chosen: Sequence[str]) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """The options of a system for a form: name, label, and its values (word, label, chosen); none for a switch."""
    fields = []
    for name, values in options_of(system).items():
        words_of = [f"{name}={value}" for value in values]
        choices = [(word, _(OPTION_NAMES[word]), word in chosen) for word in words_of]
        fields.append((name, _(OPTION_NAMES[name]), choices))
    return fields
