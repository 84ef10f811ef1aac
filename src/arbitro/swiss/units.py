"""Those who are to be paired, as the systems besides the Dutch one see them: players, or teams as one unit each.

    function          what it answers
    of_players        the field of an individual tournament before its next round
    of_teams          the same of a team tournament: match points, colours of board 1 (C.04.6)
    graph             who may meet whom: no second meeting, no colour three times or three more (C.04.1 b, f, g)
    pairable          can all of these be paired with each other?
    spare             who of an odd number can be left out
    no_pairing        why nothing is left, who stands in the way, and what the arbiter may still decide

A `Unit` is a plain record, so a system written for units pairs players and teams alike. Not here: any system's order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from arbitro.errors import NoPairing, Refused
from arbitro.i18n import gettext_for
from arbitro.matching.largest import Matching, bits, maximum
from arbitro.model import HALF, ZERO, Colour, Float, FloatRule, Outcome, Points, Scoring, Tournament
from arbitro.model import team_results as teams
from arbitro.swiss import general
from arbitro.swiss.acceleration import group_size, require_applicable, schedule, virtual_points
from arbitro.swiss.colours import Preference, Strength, preference
from arbitro.swiss.impossible import Bar, Impossible, Obstacle

_ = gettext_for("swiss")


class UnitRound(NamedTuple):
    """One round of one unit."""

    opponent: int | None
    colour: Colour | None
    outcome: Outcome
    points: Points


@dataclass(frozen=True, slots=True)
class Unit:
    """A player or a team as the pairing sees it."""

    number: int
    name: str
    rating: int
    rank: int  # what orders units of one score: the pairing number, smaller is stronger
    score: Points  # the score that the round is paired by
    scores: tuple[Points, ...]  # the scores that the rounds before were paired by
    record: tuple[UnitRound, ...]
    barred: frozenset[int]  # already met, or not to be met
    games: tuple[Colour, ...]  # the colours of what was played, oldest first (C.04.2 D.5)
    wish: Preference
    floats: tuple[Float, ...]  # by round
    may_have_bye: bool
    secondary: Points = ZERO  # teams: game points where match points pair, and the other way round

    @property
    def due(self) -> Colour | None:
        """The colour due: the rarer one, else the opposite of the last; None before the first game."""
        return self.wish.colour

    @property
    def absolute(self) -> bool:
        """Only one colour is left to this unit (C.04.1 f, g)."""
        return self.wish.strength is Strength.ABSOLUTE

    @property
    def opponents(self) -> tuple[int, ...]:
        """The opponents met over the board."""
        return tuple(e.opponent for e in self.record if e.outcome.played and e.opponent is not None)

    @property
    def last_float(self) -> Float:
        return self.floats[-1] if self.floats else Float.NONE

    @property
    def floated(self) -> bool:
        """Did the unit meet another score in the last round, either way? A round without a game is no float."""
        return bool(self.record) and self.record[-1].outcome.played and self.last_float is not Float.NONE

    @property
    def upfloats(self) -> int:
        """How often the unit has met a higher score."""
        return self.floats.count(Float.UP)


@dataclass(frozen=True, slots=True)
class Field:
    """Everyone in the tournament, and who of them is paired in the round."""

    round: int
    rounds: int | None
    units: Mapping[int, Unit]  # everyone
    present: tuple[int, ...]
    first: Colour  # the colour drawn for number 1
    place: Mapping[int, int]  # numbers for the parity rule: those who have not come yet do not count
    draw: Points = HALF  # what a draw is worth in the units' scores

    @property
    def is_last(self) -> bool:
        return self.rounds is not None and self.round >= self.rounds

    @property
    def here(self) -> list[Unit]:
        """Those to be paired, strongest first inside a score."""
        return ranked(self.units[n] for n in self.present)

    def with_scores(self, extra: Callable[[Unit], int]) -> Field:
        """The same field with points added to the pairing scores."""
        units = {n: replace(u, score=Points(u.score + extra(u))) for n, u in self.units.items()}
        return replace(self, units=units)

    def by_parity(self, unit: Unit) -> Colour:
        """The drawn colour for an odd number, the other one for an even number."""
        return self.first if self.place[unit.number] % 2 else self.first.other


def ranked(units: Iterable[Unit]) -> list[Unit]:
    """By score, then by pairing number."""
    return sorted(units, key=lambda u: (-u.score, u.rank))


def score_groups(units: Iterable[Unit]) -> list[list[Unit]]:
    """The scoregroups from the top, each in the order of pairing numbers."""
    groups: dict[Points, list[Unit]] = {}
    for unit in ranked(units):
        groups.setdefault(unit.score, []).append(unit)
    return list(groups.values())


# -- reading a tournament


def of_players(
    tournament: Tournament,
    edition: str = "2017",
    *,
    float_rule: FloatRule = FloatRule.ANY_UNPLAYED,
    bye_bar: str | None = None,
    pairing_points: Callable[[UnitRound], Points] | None = None,
) -> Field:
    """The field before the next round.

    `bye_bar` is the edition that says who may have no bye, where it is not the field's own; `pairing_points` overrides
    what a round counts for the pairing score.
    """
    t = replace(tournament, acceleration=virtual_points(tournament, edition)) if tournament.baku else tournament
    coming = t.rounds_paired + 1
    rank = general.ranking_numbers(t)
    barred = general.kept_apart(t, coming)
    present = general.to_be_paired(t, coming)
    units = {}
    for player in t.players:
        number = player.number
        record = tuple(UnitRound(r.opponent, r.colour, r.outcome, t.points_of(r)) for r in t.rounds_of(number))
        games = t.colours(number)
        score = t.pairing_score(number, coming)
        if pairing_points is not None:
            score = Points(score + sum(pairing_points(e) - e.points for e in record))
        units[number] = Unit(
            number=number,
            name=player.name,
            rating=player.rating,
            rank=rank[number],
            score=score,
            scores=tuple(t.pairing_score(number, k) for k in range(1, coming)),
            record=record,
            barred=frozenset(t.opponents(number)) | barred.get(number, frozenset()),
            games=games,
            wish=preference(games),
            floats=tuple(t.float_in(number, k, float_rule) for k in range(1, coming)),
            may_have_bye=general.may_have_bye(t, number, bye_bar or edition),
        )
    place = general.numbers_for_colour(t, coming, present)
    first = general.first_colour(t)
    return Field(coming, t.planned_rounds, units, present, first, place, t.scoring.draw)


def of_teams(tournament: Tournament, *, by_game_points: bool = False) -> Field:
    """Teams as units. Their pairing numbers are the team numbers, their rating is the strength of the team."""
    t = tournament
    coming = teams.rounds_paired(t) + 1
    rounds = teams.team_rounds(t)
    barred = general.kept_apart(t, coming)
    virtual = _team_virtual_points(t, by_game_points)
    records = {
        number: tuple(
            UnitRound(r.opponent, r.colour, r.outcome, r.game_points if by_game_points else r.match_points)
            for r in played
        )
        for number, played in rounds.items()
    }
    scores = {number: _scores(record, virtual.get(number, ())) for number, record in records.items()}
    boards = teams.boards_per_match(t)
    units = {}
    for team in t.teams:
        record = records[team.number]
        met = [(k, e.opponent) for k, e in enumerate(record) if e.outcome.played and e.opponent is not None]
        floats = [Float.NONE] * len(record)
        for k, opponent in met:
            floats[k] = _float(scores[team.number][k], scores[opponent][k])
        games = tuple(e.colour for e in record if e.outcome.played and e.colour is not None)
        others = (r.match_points if by_game_points else r.game_points for r in rounds[team.number])
        units[team.number] = Unit(
            number=team.number,
            name=team.name,
            rating=team.strength or _mean_rating(t, team.players[: boards or None]),
            rank=team.number,
            score=scores[team.number][-1],
            scores=scores[team.number][:-1],
            record=record,
            barred=frozenset(o for _k, o in met) | barred.get(team.number, frozenset()),
            games=games,
            wish=preference(games),
            floats=tuple(floats),
            may_have_bye=not any(e.outcome in BARS_BYE for e in record),
            secondary=Points(sum(others)),
        )
    present = tuple(team.number for team in t.teams if _team_present(t, team.players, coming))
    numbers = sorted(n for n, u in units.items() if n in present or any(e.opponent for e in u.record))
    place = {number: i for i, number in enumerate(numbers, 1)}
    half = Points(t.scoring.draw * boards) if by_game_points else t.team_scoring.draw
    first = teams.first_colour(t)
    return Field(coming, t.planned_rounds, units, present, first, place, half)


BARS_BYE = (Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN, Outcome.FULL_BYE)  # a win's points without playing


def _scores(record: Sequence[UnitRound], virtual: Sequence[Points]) -> tuple[Points, ...]:
    """The scores that rounds 1, 2 … and the next one are paired by."""
    sums = accumulate((e.points for e in record), initial=ZERO)
    return tuple(Points(s + sum(virtual[k : k + 1])) for k, s in enumerate(sums))


def _team_virtual_points(t: Tournament, by_game_points: bool) -> Mapping[int, tuple[Points, ...]]:
    """Virtual points of teams: those of the file, or Baku's, which needs match points as the primary score."""
    given = t.game_acceleration if by_game_points else t.acceleration
    if given or not t.baku:
        return given
    if by_game_points:
        raise Refused(_("Baku acceleration of teams needs match points as the primary score"), article="C.04.7")
    worth = Scoring.of(t.team_scoring.win, t.team_scoring.draw)
    rounds = t.planned_rounds or teams.rounds_paired(t) + 1
    require_applicable(rounds, worth, "2026")
    points = schedule(rounds, "2026", worth)
    numbers = sorted(team.number for team in t.teams)
    return dict.fromkeys(numbers[: group_size(len(numbers))], points)


def _float(mine: int, theirs: int) -> Float:
    return Float.DOWN if mine > theirs else Float.UP if mine < theirs else Float.NONE


def _mean_rating(t: Tournament, players: Sequence[int]) -> int:
    """A team without a stated strength: the mean rating of its first boards."""
    ratings = [t.player(n).rating for n in players if n in t.index]
    return round(sum(ratings) / len(ratings)) if ratings else 0


def _team_present(t: Tournament, players: Sequence[int], k: int) -> bool:
    """A team is there unless all its members have a bye or an absence recorded for the round."""
    return not players or any(n in t.index and len(t.results[t.index[n]]) < k for n in players)


# -- who may meet whom


def legal(a: Unit, b: Unit, *, colours: bool = True) -> bool:
    """C.04.1 b, f, g: not yet met, and some allocation of colours breaks no limit."""
    if b.number in a.barred:
        return False
    return not (colours and a.absolute and b.absolute and a.due is b.due)


def graph(units: Sequence[Unit], *, colours: bool = True) -> list[int]:
    """The neighbourhood of every unit as a bit set over the sequence."""
    place = {unit.number: i for i, unit in enumerate(units)}
    everyone = (1 << len(units)) - 1
    same: dict[Colour | None, int] = {}
    if colours:
        for i, unit in enumerate(units):
            if unit.absolute:
                same[unit.due] = same.get(unit.due, 0) | 1 << i
    neighbours = []
    for i, unit in enumerate(units):
        mask = everyone & ~(1 << i)
        for other in unit.barred:
            if other in place:
                mask &= ~(1 << place[other])
        if colours and unit.absolute:
            mask &= ~same[unit.due]
        neighbours.append(mask)
    return neighbours


def pairable(units: Sequence[Unit], *, colours: bool = True) -> bool:
    """Can all of them be paired with each other?"""
    if len(units) % 2:
        return False
    return not units or maximum(graph(units, colours=colours))[1] == 0


def spare(units: Sequence[Unit], *, colours: bool = True) -> list[Unit]:
    """Of an odd number: everyone without whom the others can be paired (Gallai and Edmonds: one search finds all)."""
    neighbours = graph(units, colours=colours)
    matching = Matching(neighbours)
    matching.greedy(range(len(units)))
    return [units[i] for i in bits(matching.outer)] if matching.grow() == 1 else []


# -- nothing left


def no_pairing(units: Sequence[Unit], *, colours: bool = True) -> NoPairing:
    """What to tell the arbiter: who cannot be paired, why, and what would still be possible."""

    def between(a: int, b: int) -> Obstacle | None:
        one, other = units[a], units[b]
        both = (min(one.number, other.number), max(one.number, other.number))
        if other.number in one.barred:
            met = [k for k, e in enumerate(one.record, 1) if e.opponent == other.number and e.outcome.played]
            return Obstacle(Bar.MET, both, met[-1]) if met else Obstacle(Bar.APART, both)
        return None if legal(one, other, colours=colours) else Obstacle(Bar.ABSOLUTE, both, colour=one.due)

    def before_bye(a: int) -> Obstacle:
        record, number = units[a].record, (units[a].number,)
        byes = [k for k, e in enumerate(record, 1) if e.outcome is Outcome.PAIRING_BYE]
        won = [k for k, e in enumerate(record, 1) if not e.outcome.played and e.points]
        return Obstacle(Bar.HAD_BYE, number, byes[0]) if byes else Obstacle(Bar.HAD_WIN, number, won[0] if won else 0)

    takers = sum(1 << i for i, unit in enumerate(units) if unit.may_have_bye)
    numbers = [unit.number for unit in units]
    return Impossible(numbers, graph(units, colours=colours), takers, between, before_bye).error()
