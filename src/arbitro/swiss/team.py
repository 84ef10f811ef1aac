"""Team Swiss: teams are paired as units, by match points or game points.

    C.04.6 (2026)            function          what it says
    primary score            options_of        match or game points; colour preferences of type A, type B or none
    preferences              type_a, type_b    which colour of board 1 a team prefers, and how strongly
    C1-C3                    brackets          no second match, a legal bye, everyone pairable
    C4-C7                    _judge            fewest upfloaters, their scores, the next group, floats of the last round
    C8-C10, identifier       pair_bracket      colours, floats, then the first identifier
    bye                      bye_order         lowest score, most matches, largest number
    sets of upfloaters       upfloater_sets    in the order of numbers
    identifier               identifier        upper members ascending, then their partners (`upfloat`)
    colours, steps 1-9       allocate          who has White on board 1

The colour limits of C.04.1 f and g do not apply to teams. What a match was is read from the players' games
(`model.team_results`); a bye is worth a drawn match. In a tournament without a list of teams every entrant is a team.

Other ways of pairing teams, chosen by the edition:

    olympiad   the Olympiad since 2006: Lim with lighter colour and floater demands; of that only the outline is
               published in our documents, so Lim is followed without colour limits
    burstein   the Olympiad before 2006: Burstein on match points, without the virtual point
    club       the team as one unit of the club Swiss, ranked by its mean rating; the opponent of a lone leader is
               chosen by the rule that the captains agreed (`LeaderRule`)

The text of 2024 differs: the sets of upfloaters are judged by how many of the next group stay unpaired (C6), floats
count once, last (C10), and no other team's colour alternates at the end.

Silent points and what is done: in 2026 the next group "keeps C4" when it needs no more upfloaters than its parity; in
the last round of type B an even team that had the same colour twice still prefers the other strongly; in 2024, where
nothing decides the colours, the first team's number does, and for the bye a team's matches are its games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from arbitro.editions import Texts, edition_named
from arbitro.model import Colour, Outcome, Tournament
from arbitro.standings.ranking import ground_of, team_ground_of
from arbitro.swiss import club, lim
from arbitro.swiss.account import ByeRule, Note, RoundAccount, Say, without_bye
from arbitro.swiss.allocation import Choice, alternating, seated
from arbitro.swiss.burstein import text2017 as burstein
from arbitro.swiss.colours import Strength
from arbitro.swiss.units import Field, Unit, of_players, of_teams
from arbitro.swiss.upfloat import (
    NO_WISH,
    Wish,
    boards,
    brackets,
    bye_order,
    floats_judge,
    left_in_next_group,
    next_group_suffers,
    pair_bracket,
    rules,
)


class Type(Enum):
    """Which colour preferences an event uses."""

    A = "A"
    B = "B"
    NONE = "none"


class LeaderRule(Enum):
    """Club edition: which of several equal teams meets a leader who is alone; captains agree before round 1."""

    STRENGTH = "strength"  # the strongest
    BEATEN = "beaten"  # the one that has beaten the strongest teams
    BOARDS = "boards"  # the one with the most board points
    COLOURS = "colours"  # one that is due the other colour, then the strongest: the fairest


@dataclass(frozen=True, slots=True)
class Options:
    """What the regulations of the event choose."""

    type: Type = Type.A
    by_game_points: bool = False
    leader: LeaderRule = LeaderRule.COLOURS


def options_of(tournament: Tournament) -> Options:
    """The choices that a tournament file declares: FIDE_TEAM[_TYPEA|_TYPEB][_MP|_GP]…; type A and match points."""
    words = tournament.info.system_code.upper().split("_")
    kind = Type.B if "TYPEB" in words else Type.NONE if "TYPENONE" in words else Type.A
    scores = [w for w in words if w in ("MP", "GP")]
    return Options(kind, bool(scores) and scores[0] == "GP")


def with_choices(options: Options, chosen: Mapping[str, str]) -> Options:
    """The options with those of `choices` put in: type, score and leader."""
    return replace(
        options,
        type=Type(chosen.get("type", options.type.value)),
        by_game_points=chosen["score"] == "game" if "score" in chosen else options.by_game_points,
        leader=LeaderRule(chosen.get("leader", options.leader.value)),
    )


def made_round(tournament: Tournament, edition: str, options: Options | None = None) -> RoundAccount:
    """The next round with its account; pairs are team numbers, the first has White on board 1."""
    chosen = options or options_of(tournament)
    field = field_of(tournament, chosen)
    name = edition_named("team", edition) or edition
    if name in WAYS:
        return WAYS[name](tournament, field, chosen)
    return pair(field, chosen, text=TEXTS.of(edition))


def field_of(tournament: Tournament, options: Options) -> Field:
    """The teams; in a tournament without a list of teams every entrant is one."""
    if tournament.teams:
        return of_teams(tournament, by_game_points=options.by_game_points)
    return of_players(tournament, "2026")


def leader_key(field: Field, rule: LeaderRule) -> Callable[[Unit, Unit], int]:
    """The order of candidates for a lone leader, smaller first; the pairing number decides after it."""

    def beaten(unit: Unit) -> int:
        return sum(field.units[e.opponent].rating for e in unit.record if e.outcome is Outcome.WIN and e.opponent)

    keys: dict[LeaderRule, Callable[[Unit, Unit], int]] = {
        LeaderRule.STRENGTH: lambda _leader, unit: -unit.rating,
        LeaderRule.BEATEN: lambda _leader, unit: -beaten(unit),
        LeaderRule.BOARDS: lambda _leader, unit: -unit.secondary,
        LeaderRule.COLOURS: lambda leader, unit: int(club.clash(leader, unit)),
    }
    return keys[rule]


# -- colour preferences


def type_a(games: Sequence[Colour]) -> Wish:
    """Two more of one colour, or the last two alike without a surplus of the other."""
    difference = sum(c.sign for c in games)
    twice = games[-1] if len(games) > 1 and games[-1] is games[-2] else None
    if difference <= -2 or (difference in (0, -1) and twice is Colour.BLACK):
        return Wish(Colour.WHITE, Strength.STRONG)
    if difference >= 2 or (difference in (0, 1) and twice is Colour.WHITE):
        return Wish(Colour.BLACK, Strength.STRONG)
    return NO_WISH


def type_b(games: Sequence[Colour], *, last_round: bool = False) -> Wish:
    """As type A, strongly; else mildly the rarer colour, or the opposite of the last (not in the last round)."""
    strong = type_a(games)
    if strong.colour is not None or not games:
        return strong
    difference = sum(c.sign for c in games)
    if difference:
        return Wish(Colour.WHITE if difference < 0 else Colour.BLACK, Strength.MILD)
    return NO_WISH if last_round else Wish(games[-1].other, Strength.MILD)


def wish_of(field: Field, unit: Unit, kind: Type) -> Wish:
    """What a team prefers in this round."""
    if kind is Type.NONE:
        return NO_WISH
    return type_a(unit.games) if kind is Type.A else type_b(unit.games, last_round=field.is_last)


# -- the round


@dataclass(frozen=True, slots=True)
class Text:
    """What the texts of C.04.6 say differently."""

    burden: Callable[[Sequence[Unit]], int]  # C6: what the upfloaters taken leave to the next group
    counts_floats_of_upfloaters: bool  # C7: upfloaters who floated in the last round are avoided
    alternates_last: bool  # the last step for colours: the other team's last colour alternates


TEXTS = Texts("team", {"2024": Text(left_in_next_group, False, False), "2026": Text(next_group_suffers, True, True)})


def pair(field: Field, options: Options | None = None, *, text: Text = TEXTS["2026"]) -> RoundAccount:
    """The bye first, then bracket after bracket."""
    kind = (options or Options()).type
    units, made = without_bye(field.here, bye_order(field.here), ByeRule.MATCHES, "C.04.6, bye", colours=False)
    wishes = {u.number: wish_of(field, u, kind) for u in units}
    counting = floats_still_count(field)
    judge = floats_judge(text.burden, floats_count=counting and text.counts_floats_of_upfloaters)
    for bracket in brackets(units, judge, colours=False):
        pairs = pair_bracket(bracket, wishes, floats_count=counting)
        made += boards(bracket, pairs, lambda a, b: allocate(field, a, b, wishes, text), "C.04.6")
    told = rules("C.04.6", lambda u: wish_of(field, u, kind), floats_count=counting, criteria=("C8", "C9", "C10"))
    return RoundAccount(field, made, told)


def floats_still_count(field: Field) -> bool:
    """C7, C10: floats of the last round do not count in the last two rounds."""
    return field.rounds is None or field.round < field.rounds - 1


# -- colours


def first_team(a: Unit, b: Unit) -> Unit:
    """The higher score, then the higher secondary score, then the smaller number."""
    return min(a, b, key=lambda u: (-u.score, -u.secondary, u.rank))


def allocate(
    field: Field, a: Unit, b: Unit, wishes: dict[int, Wish], text: Text = TEXTS["2026"]
) -> tuple[Unit, Unit, Note]:
    """The nine steps in order."""
    first = first_team(a, b)
    other = b if first is a else a
    choice = (
        _unplayed(field, first, other)
        or _preferences(first, other, wishes)
        or _lower_difference(first, other)
        or alternating(first, other, "C.04.6, colours 6")
        or _last_steps(first, other, wishes)
        or (_alternating_last(other) if text.alternates_last else _by_number(field, first))
    )
    return seated(choice, first, other)


def _unplayed(field: Field, first: Unit, other: Unit) -> Choice | None:
    """Step 1: neither has played: the first team's number and the initial colour."""
    return None if first.games or other.games else _by_number(field, first)


def _by_number(field: Field, first: Unit) -> Choice:
    return Choice(first, field.by_parity(first), Say.PARITY, "C.04.6, colours 1")


def _preferences(first: Unit, other: Unit, wishes: dict[int, Wish]) -> Choice | None:
    """Steps 2-4: the only preference, opposite preferences, the only strong one."""
    mine, theirs = wishes[first.number], wishes[other.number]
    if mine.colour is None and theirs.colour is None:
        return None
    if mine.colour is None or theirs.colour is None:
        unit, wish = (other, theirs) if mine.colour is None else (first, mine)
        return Choice(unit, _colour(wish), Say.STRONGER, "C.04.6, colours 2")
    if mine.colour is not theirs.colour:
        return Choice(first, mine.colour, Say.BOTH_DUE, "C.04.6, colours 3")
    if mine.strength is not theirs.strength:
        unit, wish = (first, mine) if mine.strength > theirs.strength else (other, theirs)
        return Choice(unit, _colour(wish), Say.STRONGER, "C.04.6, colours 4")
    return None


def _lower_difference(first: Unit, other: Unit) -> Choice | None:
    """Step 5: White to the lower colour difference."""
    if first.wish.difference == other.wish.difference:
        return None
    unit = min(first, other, key=lambda u: u.wish.difference)
    return Choice(unit, Colour.WHITE, Say.EQUALISE, "C.04.6, colours 5")


def _last_steps(first: Unit, other: Unit, wishes: dict[int, Wish]) -> Choice | None:
    """Steps 7 and 8: the first team's preference; its last colour alternates."""
    wish = wishes[first.number]
    if wish.colour is not None:
        return Choice(first, wish.colour, Say.HIGHER, "C.04.6, colours 7")
    if first.games:
        return Choice(first, first.games[-1].other, Say.LAST_COLOUR, "C.04.6, colours 8")
    return None


def _alternating_last(other: Unit) -> Choice:
    """Step 9: the other team's last colour alternates."""
    return Choice(other, other.games[-1].other, Say.LAST_COLOUR, "C.04.6, colours 9")


def _colour(wish: Wish) -> Colour:
    assert wish.colour is not None
    return wish.colour


def _by_burstein(tournament: Tournament, field: Field, options: Options) -> RoundAccount:
    """The Olympiad before 2006."""
    if tournament.teams:
        ground = team_ground_of(tournament, primary="GP" if options.by_game_points else "MP")
    else:
        ground = ground_of(tournament)[0]
    return burstein.pair(field, burstein.strengths(field, ground))


WAYS: Mapping[str, Callable[[Tournament, Field, Options], RoundAccount]] = MappingProxyType(
    {
        "olympiad": lambda _tournament, field, _options: lim.pair(field, limits=False),
        "burstein": _by_burstein,
        "club": lambda _tournament, field, options: club.pair(field, leader_key=leader_key(field, options.leader)),
    },
)
