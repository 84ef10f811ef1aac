"""The next round of every format, from the snapshot alone: the same interface as the Swiss systems.

    system                                   pairs are
    round robin, double round robin          players, or teams where the tournament has teams
    knock-out                                players, or teams
    match                                    the two players
    Scheveningen, semi-, Schiller,           players, seated by their teams' basic lists
    Skalitzka, Hilton

A table is fixed: whoever is absent keeps his place in it, and his games are recorded as forfeits (C.05 6.6). So
byes already recorded for a round do not change its pairings here. `bye` is who rests; a rest in a round robin is worth
nothing (`roundrobin.scoring`).

`NoPairing` says that the event is over; `Refused` that something must be settled first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro.errors import NoPairing, Refused
from arbitro.formats import knockout, match
from arbitro.formats.match import LADDER, Leg, Played
from arbitro.formats.plan import DEFAULT, Plan
from arbitro.formats.roundrobin import berger, double
from arbitro.formats.table import Seat, Table, entrants, numbered
from arbitro.formats.team_tables import hilton, scheveningen, schiller, semi_scheveningen, skalitzka
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Pair, Pairings, Points, System, Tournament
from arbitro.model.team_results import board_pattern, boards_per_match, matches, rounds_paired

_ = gettext_for("formats")

_OF_TEAMS = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCKOUT)


def next_round(tournament: Tournament, plan: Plan = DEFAULT) -> Pairings:
    """The pairings of the round after the last paired one, by `tournament.system`."""
    make = _SYSTEMS.get(tournament.system)
    if make is None:
        raise Refused(_("{system} is not a format with fixed tables.").format(system=tournament.system.value))
    coming = rounds_paired(tournament) + 1
    if coming < plan.first_round:
        raise Refused(
            _("The stage begins in round {first}; round {coming} is not paired yet.").format(
                first=plan.first_round, coming=coming
            )
        )
    return make(tournament, plan)


def table_of(tournament: Tournament, plan: Plan = DEFAULT) -> Table[int]:
    """The whole table of a format whose rounds are known beforehand, in pairing numbers."""
    if tournament.system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        entries = entries_of(tournament, plan)
        groups = plan.groups or (entries,)
        tables = [_round_robin_table(tournament, group, plan) for group in groups]
        return tuple(
            tuple(pair for table in tables if r < len(table) for pair in table[r])
            for r in range(max(len(table) for table in tables))
        )
    make = _TEAM_TABLES.get(tournament.system)
    if make is None:
        raise Refused(_("{system} has no table known beforehand.").format(system=tournament.system.value))
    return _seated(tournament, plan, make(tournament, plan))


def rounds_needed(tournament: Tournament, plan: Plan = DEFAULT) -> int | None:
    """How many rounds the event has if all is decided in the games planned; None where nobody can know."""
    if tournament.system is System.MATCH:
        return plan.games or tournament.planned_rounds
    if tournament.system is System.KNOCKOUT:
        size = knockout.size_for(len(entries_of(tournament, plan)))
        return (plan.games or 1) * (size.bit_length() - 1)
    return len(table_of(tournament, plan))


def finished(tournament: Tournament, plan: Plan = DEFAULT) -> bool:
    """Is there no round left to pair?"""
    try:
        next_round(tournament, plan)
    except NoPairing:
        return True
    except Refused:
        return False
    return False


# -- tables


def _from_table(tournament: Tournament, plan: Plan) -> Pairings:
    table = table_of(tournament, plan)
    here = rounds_paired(tournament) + 1
    index = here - plan.first_round
    if index >= len(table):
        raise NoPairing(_("All {n} rounds of the table have been paired.").format(n=len(table)))
    games = table[index]
    resting = [entry for entry in entrants(table) if all(entry not in game for game in games)]
    return Pairings(here, tuple(Pair(*game) for game in games), resting[0] if len(resting) == 1 else None)


def _round_robin_table(tournament: Tournament, group: Sequence[int], plan: Plan) -> Table[int]:
    if tournament.system is System.DOUBLE_ROUND_ROBIN:
        return numbered(double(len(group), plan.double), group)
    return numbered(berger(len(group)), group)


def entries_of(tournament: Tournament, plan: Plan = DEFAULT) -> tuple[int, ...]:
    """The entries of the stage in the order of their numbers or seeds."""
    known = [team.number for team in tournament.teams] if meets_by_teams(tournament, plan) else tournament.numbers
    named = plan.entries or tuple(entry for group in plan.groups for entry in group)
    wrong = sorted({entry for entry in named if named.count(entry) > 1 or entry not in known})
    if wrong:
        raise Refused(
            _("Named twice or not entered: {numbers}.").format(numbers=", ".join(map(str, wrong))),
            article=_("regulations of the event"),
        )
    return named or tuple(sorted(known))


def _team_count(tournament: Tournament, wanted: int | None, name: str) -> int:
    if wanted is not None and len(tournament.teams) != wanted:
        raise Refused(
            _("A {system} event is for {n} teams, not {m}.").format(system=name, n=wanted, m=len(tournament.teams)),
            article=_("{system} tables").format(system=name),
        )
    return len(tournament.teams)


def _boards(tournament: Tournament, plan: Plan) -> int:
    """Boards of a team table: everyone on the basic lists, which must be equally long."""
    if plan.boards is not None:
        return plan.boards
    lengths = {len(team.players) for team in tournament.teams}
    if len(lengths) > 1:
        raise Refused(
            _("The teams have {lengths} players: a table needs as many in each team, or the number of boards.").format(
                lengths=", ".join(str(n) for n in sorted(lengths))
            ),
            article="C.05 7.1",
        )
    return lengths.pop() if lengths else 0


def _scheveningen(tournament: Tournament, plan: Plan) -> Table[Seat]:
    _team_count(tournament, 2, "Scheveningen")
    return scheveningen(_boards(tournament, plan))


def _semi_scheveningen(tournament: Tournament, plan: Plan) -> Table[Seat]:
    _team_count(tournament, 2, "semi-Scheveningen")
    return semi_scheveningen(_boards(tournament, plan))


def _schiller(tournament: Tournament, plan: Plan) -> Table[Seat]:
    return schiller(_team_count(tournament, None, "Schiller"), _boards(tournament, plan))


def _skalitzka(tournament: Tournament, plan: Plan) -> Table[Seat]:
    _team_count(tournament, 3, "Skalitzka")
    return skalitzka(_boards(tournament, plan), balanced=plan.balanced)


def _hilton(tournament: Tournament, plan: Plan) -> Table[Seat]:
    return hilton(_team_count(tournament, None, "Hilton"))


_TEAM_TABLES: dict[System, Callable[[Tournament, Plan], Table[Seat]]] = {
    System.SCHEVENINGEN: _scheveningen,
    System.SEMI_SCHEVENINGEN: _semi_scheveningen,
    System.SCHILLER: _schiller,
    System.SKALITZKA: _skalitzka,
    System.HILTON: _hilton,
}


def _seated(tournament: Tournament, plan: Plan, table: Table[Seat]) -> Table[int]:
    """A team table with the players of the basic lists on its seats."""
    lists = [team.players for team in sorted(tournament.teams, key=lambda team: team.number)]
    most = max(seat.board for seat in entrants(table))
    short = [team.name for team in tournament.teams if len(team.players) < most]
    if short:
        raise Refused(
            _("{teams}: {n} players are needed on the basic list.").format(teams=", ".join(short), n=most),
            article="C.05 7.1",
        )

    def player(seat: Seat) -> int:
        return lists[seat.team - 1][seat.board - 1]

    return tuple(tuple((player(white), player(black)) for white, black in games) for games in table)


# -- matches and knock-outs


def _first_white(tournament: Tournament) -> bool:
    """Does number 1 begin with White? The lot for colours says so (`first_colour`); White without one."""
    return tournament.first_colour is not Colour.BLACK


def _match(tournament: Tournament, plan: Plan) -> Pairings:
    entries = entries_of(tournament, plan)
    if len(entries) != 2:
        raise Refused(_("A match is for 2 players, not {n}.").format(n=len(entries)), article=_("match regulations"))
    games = plan.games or tournament.planned_rounds
    if not games:
        raise Refused(_("How many games has the match? Say it before the start."), article=_("match regulations"))
    first, second = entries
    played = match.games_between(tournament, first, second, plan.first_round)
    now = match.state(
        first,
        second,
        played,
        (match.main_leg(games), *(plan.ladder or ())),
        win=match.most_per_game(tournament.scoring),
        play_on=plan.play_on,
    )
    if now.over:
        raise NoPairing(_("The match is over."))
    if now.waiting:
        raise Refused(
            _("The game between {a} and {b} has no result yet.").format(a=first, b=second),
            article=_("match regulations"),
        )
    pair = Pair(*match.next_colours(first, second, played, _first_white(tournament)))
    return Pairings(rounds_paired(tournament) + 1, (pair,))


def knockout_progress(tournament: Tournament, plan: Plan = DEFAULT) -> tuple[knockout.Stage, ...]:
    """All stages of a knock-out so far: who met whom, how the matches stand, who goes on."""
    entries = entries_of(tournament, plan)
    by_teams = meets_by_teams(tournament, plan)
    win = match.most_per_game(tournament.scoring)
    if by_teams:
        win = Points(win * max(boards_per_match(tournament), 1))
    return knockout.progress(
        entries,
        _games_of(tournament, plan, by_teams),
        legs_of(tournament, plan),
        win=win,
        awarded=plan.awarded,
        third_place=plan.third_place,
    )


def meets_by_teams(tournament: Tournament, plan: Plan = DEFAULT) -> bool:
    """Are the entries teams? Said by the plan, else where a round robin or knock-out has teams."""
    if plan.by_team is not None:
        return plan.by_team
    return bool(tournament.teams) and tournament.system in _OF_TEAMS


def legs_of(tournament: Tournament, plan: Plan = DEFAULT) -> tuple[Leg, ...]:
    """The match proper and the ladder; teams have no sudden death, so theirs is empty unless it is given."""
    ladder = plan.ladder if plan.ladder is not None else (() if meets_by_teams(tournament, plan) else LADDER)
    return (match.main_leg(plan.games or 1), *ladder)


def _games_of(tournament: Tournament, plan: Plan, by_teams: bool) -> Callable[[int, int], Sequence[Played]]:
    if not by_teams:
        return lambda a, b: match.games_between(tournament, a, b, plan.first_round)
    named_first = board_pattern(tournament)[0] == "W"  # is the team with White on board 1 the one named first?
    met: dict[frozenset[int], list[Played]] = {}
    for r in range(plan.first_round, rounds_paired(tournament) + 1):
        for m in matches(tournament, r):
            first, second = (m.white, m.black) if named_first or not m.games else (m.black, m.white)
            played = Played(r, first, second, m.points(first), m.points(second), m.finished)
            met.setdefault(frozenset((first, second)), []).append(played)
    return lambda a, b: met.get(frozenset((a, b)), ())


def _knockout(tournament: Tournament, plan: Plan) -> Pairings:
    by_teams = meets_by_teams(tournament, plan)
    stages = knockout_progress(tournament, plan)
    stage = stages[-1]
    if stage.final and stage.over:
        raise NoPairing(_("The knock-out is over: number {n} has won.").format(n=knockout.winner(stages)))
    games = knockout.next_games(stage, _games_of(tournament, plan, by_teams), first_white=_first_white(tournament))
    begins = all(m is None or (m.leg, m.games_in_leg) == (0, 0) for m in stage.matches)
    bye = stage.byes[0] if begins and len(stage.byes) == 1 else None
    return Pairings(rounds_paired(tournament) + 1, tuple(Pair(*game) for game in games), bye)


_SYSTEMS: dict[System, Callable[[Tournament, Plan], Pairings]] = {
    System.ROUND_ROBIN: _from_table,
    System.DOUBLE_ROUND_ROBIN: _from_table,
    **dict.fromkeys(_TEAM_TABLES, _from_table),
    System.KNOCKOUT: _knockout,
    System.MATCH: _match,
}
