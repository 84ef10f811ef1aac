"""A tournament as the desk sees it: entrants, rounds and boards, by ids that never change.

The state is what the journal folds into (`fold`). It knows more than the rules need (who was checked in, drafts,
overrides, incidents); `snapshot` turns it into the `Tournament` that the rule rooms read. States are immutable and
share what did not change; dictionaries inside are never written to after they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from arbitro.desk.settings import Settings
from arbitro.model import Colour, Outcome, Player, Points

GameKey = tuple[int, int, int]  # round, board, and which game of a match of several; 0: the only one


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in this tournament. `player.number` is 0 here: numbers are the state's, they may change."""

    id: int
    player: Player
    present: bool = False  # checked in
    first_round: int = 1  # late entries: the first round to be paired for (C.04.2 C.2)
    withdrawn_after: int | None = None  # not paired after this round; 0: before round 1
    excluded: bool = False  # expelled: out of the standings too
    half_byes_allowed: bool = True  # no half-point bye with conditions or a free entry (C.05 6.7.4)
    byes: Mapping[int, Outcome] = field(default_factory=dict)  # requested, by round
    family: str = ""
    note: str = ""
    flag: str = ""  # a word that the arbiter wants to see beside the name: wheelchair, to pay
    fixed_board: int = 0  # where they sit in every round; 0: where the pairing puts them
    source: str = ""  # the list that the rating is from: `standard 2026-11`; nothing: it was typed
    ratings: Mapping[int, int] = field(default_factory=dict)  # long events: later ratings by their first round
    confirmed: bool = True  # a self-registration waits for the entry desk

    @property
    def name(self) -> str:
        return self.player.name


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a round."""

    white: int
    black: int
    white_outcome: Outcome = Outcome.PENDING
    black_outcome: Outcome = Outcome.PENDING
    entry: int = 0  # journal number of the last result
    rating_white: Outcome | None = None  # a result corrected too late for anything but rating (C.04.2 D.8)
    rating_black: Outcome | None = None
    turned: bool = False  # they sat the other way round than they were paired
    by_hand: bool = False
    breach: str = ""  # the rule that a pairing by hand breaks
    match: int = 0  # team events: which match of the round, from 1
    points: tuple[Points, Points] | None = None  # double Swiss: what the two games of the match were worth

    @property
    def finished(self) -> bool:
        return self.white_outcome is not Outcome.PENDING


@dataclass(frozen=True, slots=True)
class Round:
    """A paired round. `absent` are those who were not there to be paired, with what it was worth."""

    number: int
    boards: Mapping[int, Board]
    bye: int | None = None
    absent: Mapping[int, Outcome] = field(default_factory=dict)
    matches: tuple[tuple[int, int], ...] = ()  # teams, first-named first
    team_bye: int | None = None
    published: bool = False
    closed: bool = False
    paired_at: int = 0  # journal number
    engine: str = ""
    manual: bool = False  # pairing by hand has been started and not ended
    apart: tuple[tuple[int, ...], ...] = ()  # who was kept apart in this round (soft rules that could be kept)

    def label(self, board: int) -> str:
        """A board as people name it: 7, or 2.3 for the third board of the second match."""
        match = self.boards[board].match
        if not match:
            return str(board)
        first = next(n for n, other in self.boards.items() if other.match == match)
        return f"{match}.{board - first + 1}"

    @property
    def missing(self) -> int:
        """How many results are outstanding."""
        return sum(not board.finished for board in self.boards.values())

    @property
    def entered(self) -> int:
        """How many results are there."""
        return len(self.boards) - self.missing


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team of the event: members are entrant ids in board order."""

    id: int
    name: str
    members: tuple[int, ...] = ()
    nickname: str = ""
    federation: str = ""
    captain: str = ""
    strength: int = 0
    withdrawn_after: int | None = None  # not paired after this round; 0: before round 1
    byes: Mapping[int, Outcome] = field(default_factory=dict)  # requested, by round

    def absence(self, round: int) -> Outcome | None:
        """Why the team is not paired in a round; None: it is to be paired."""
        if self.withdrawn_after is not None and round > self.withdrawn_after:
            return Outcome.ABSENT
        return self.byes.get(round)


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that an arbiter wrote down against a board and round."""

    id: int
    round: int
    board: int | None
    kind: str
    text: str
    ruling: str = ""
    articles: tuple[str, ...] = ()
    entrant: int | None = None
    open: bool = True
    side: str = ""  # the colour of that player in the game
    row: str = ""  # the situation that the Laws ruled on (`laws.rulings`), so that equal decisions are found
    illegal: int | None = None  # which completed illegal move of the player (7.5.5)
    penalty: str = ""  # of 12.9
    times: Mapping[str, int] = field(default_factory=dict)  # seconds added to a clock, by colour
    clocks: Mapping[str, int] = field(default_factory=dict)  # what the clocks show afterwards, in seconds, by colour
    result: str = ""  # what it made of the game
    position: str = ""  # FEN, where one decided
    noted: bool = False  # written down only: nothing was changed by it
    confidential: bool = False  # for the chief arbiter and the owner only
    about: int | None = None  # the incident that it concerns: an appeal's
    key: str = ""  # the phone's own number of it, so that it is never written twice
    who: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class ClockCheck:
    """6.10, DUT: what a clock showed, in seconds, with the moves made."""

    board: int
    at: str  # HH:MM
    white: int
    black: int
    white_moves: int
    black_moves: int


@dataclass(frozen=True, slots=True)
class HallRound:
    """What was noted in the hall during a round."""

    supervision: str = ""  # adequate, inadequate; "": as the regulations say
    started: str = ""  # HH:MM, the real start of the session
    arrivals: Mapping[int, str] = field(default_factory=dict)  # by entrant: HH:MM; "": not at the board at the start
    checks: tuple[ClockCheck, ...] = ()


def round_from_payload(payload: Mapping[str, Any], number: int) -> Round:
    """A new round: `pairs` are [white, black], with the match in team events and, where known, the outcomes."""
    boards: dict[int, Board] = {}
    for i, (white, black, *rest) in enumerate(payload["pairs"], 1):
        match = rest[0] if rest else 0
        outcomes = [Outcome[name] for name in rest[1]] if len(rest) > 1 else [Outcome.PENDING, Outcome.PENDING]
        breach = payload.get("breaches", {}).get(str(i), "")
        boards[i] = Board(
            white, black, outcomes[0], outcomes[1], by_hand=payload.get("by_hand", False), breach=breach, match=match
        )
    return Round(
        number=payload["round"],
        boards=boards,
        bye=payload.get("bye"),
        absent={int(id): Outcome[name] for id, name in payload.get("absent", {}).items()},
        matches=tuple((a, b) for a, b in payload.get("matches", ())),
        team_bye=payload.get("team_bye"),
        paired_at=number,
        engine=payload.get("engine", ""),
        manual=payload.get("by_hand", False),
        apart=tuple(tuple(group) for group in payload.get("apart", ())),
    )


@dataclass(frozen=True, slots=True)
class Challenge:
    """A match on a club's ladder: who challenged whom, and who won its games (see `ratings.ladder.match_outcome`)."""

    challenger: int
    opponent: int
    day: str = ""
    k: int = 45
    games: str = ""


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """A result as one of the two players says it; it holds while the same player has White at that board."""

    white: int
    result: str


@dataclass(frozen=True, slots=True)
class Remark:
    """One line of the integrity log: an act that can touch the integrity of the pairings."""

    number: int
    at: str
    who: str
    kind: str
    text: str


@dataclass(frozen=True, kw_only=True)
class State:
    """Everything that is true of a tournament after a journal number."""

    number: int = 0
    settings: Settings = field(default_factory=lambda: Settings(name=""))
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)  # pairing number by entrant id
    next_id: int = 1
    next_team: int = 1
    rounds: tuple[Round, ...] = ()
    first_colour: Colour | None = None
    lots: tuple[Mapping[str, Any], ...] = ()  # protocols of drawings of lots
    teams: Mapping[int, TeamEntry] = field(default_factory=dict)
    points: tuple[tuple[int, int, int, int], ...] = ()  # added: entrant, round (0: all), points; the entry
    team_points: tuple[tuple[int, int, int, int], ...] = ()  # added: team, round, match points, game points
    line_ups: Mapping[tuple[int, int], tuple[int | None, ...]] = field(default_factory=dict)  # by (round, team)
    keep_apart: tuple[tuple[int, ...], ...] = ()  # hard: never paired
    challenges: tuple[Challenge, ...] = ()  # of a ladder
    incidents: tuple[Incident, ...] = ()
    hall: Mapping[int, HallRound] = field(default_factory=dict)  # by round
    ticks: Mapping[str, str] = field(default_factory=dict)  # checklists: item -> who and when · what was noted
    fide_mode: bool = True
    accepted_damage: int = 0  # the first damaged entry of the journal, in spite of which it goes on
    closed: bool = False
    remarks: tuple[Remark, ...] = ()
    order_by_hand: bool = False  # the numbers were ordered by hand: equals keep that order
    ranks: Mapping[int, int] = field(default_factory=dict)  # places given by hand, by entrant
    ranks_after: int | None = None  # the round after which they hold
    tie_values: Mapping[str, Mapping[int, int]] = field(default_factory=dict)  # tie-breaks computed elsewhere, tenths
    games: Mapping[GameKey, Mapping[str, Any]] = field(default_factory=dict)  # in short form, as `games.packing` has it
    games_before: Mapping[GameKey, tuple[int, ...]] = field(default_factory=dict)  # entries of those replaced

    # by round and board, then by entrant
    reports: Mapping[tuple[int, int], Mapping[int, ReportedResult]] = field(default_factory=dict)

    @property
    def current(self) -> Round | None:
        """The round in play: the last one paired; of rounds paired at once the first that lacks a result."""
        if not self.rounds:
            return None
        last = self.rounds[-1]
        return next((r for r in self.rounds if r.paired_at == last.paired_at and r.missing), last)

    @property
    def planned_rounds(self) -> int:
        """How many rounds there will be; 0 while nobody knows: a table or a bracket is made for those who enter."""
        return self.settings.rounds if self.rounds or self.settings.system.is_swiss else 0

    @property
    def started(self) -> bool:
        """Has round 1 been paired?"""
        return bool(self.rounds)

    def start_position(self, round: int) -> int | None:
        """The number of the start position that was drawn for a round of Chess960."""
        drawn = (lot["position"] for lot in self.lots if lot.get("what") == "position" and lot["round"] == round)
        return next(drawn, None)

    def round(self, number: int) -> Round:
        return self.rounds[number - 1]

    def published_round(self, number: int) -> Round | None:
        """A round that everyone may see; None where there is none of this number."""
        paired = self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None
        return paired if paired is not None and paired.published else None

    def playing(self, round: int) -> list[Entrant]:
        """Who is to be paired in a round: confirmed, arrived, neither withdrawn nor excluded, no bye asked for."""
        return [e for e in self.entrants.values() if self.absence(e, round) is None]

    def absence(self, entrant: Entrant, round: int) -> Outcome | None:
        """Why an entrant is not paired in a round, as an outcome; None: they are to be paired."""
        if not entrant.confirmed or entrant.excluded:
            return Outcome.ABSENT
        if entrant.first_round > round:
            return Outcome.ABSENT
        if entrant.withdrawn_after is not None and round > entrant.withdrawn_after:
            return Outcome.ABSENT
        if self.check_in_used and not entrant.present:
            return Outcome.ABSENT
        team = self._teams_of.get(entrant.id) if self.teams else None
        return (team.absence(round) if team else None) or entrant.byes.get(round)

    @cached_property
    def _teams_of(self) -> dict[int, TeamEntry]:
        return {member: team for team in self.teams.values() for member in team.members}

    @cached_property
    def check_in_used(self) -> bool:
        """Has anybody been ticked as present? Then only those ticked are paired (C.04.2 C.1)."""
        return any(e.present for e in self.entrants.values())

    @cached_property
    def incidents_by_board(self) -> dict[tuple[int, int | None], list[Incident]]:
        """What happened at each board, by round and board."""
        by_board: dict[tuple[int, int | None], list[Incident]] = {}
        for incident in self.incidents:
            by_board.setdefault((incident.round, incident.board), []).append(incident)
        return by_board

    def by_number(self, number: int) -> Entrant:
        return self.entrants[self._ids[number]]

    @cached_property
    def _ids(self) -> dict[int, int]:
        return {number: id for id, number in self.numbers.items()}

    def with_round(self, changed: Round) -> State:
        rounds = list(self.rounds)
        rounds[changed.number - 1] = changed
        return replace(self, rounds=tuple(rounds))

    def with_entrant(self, entrant: Entrant) -> State:
        return replace(self, entrants={**self.entrants, entrant.id: entrant})
