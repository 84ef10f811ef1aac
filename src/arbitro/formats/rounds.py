"""The next round of every format, from the snapshot alone: the same interface as the Swiss systems.

    system                                   pairs are
    round robin, double round robin          players, or teams where the tournament has teams
    knock-out                                players, or teams
    match                                    the two players
    Scheveningen, semi-, Schiller,           players, seated by their teams' board orders
    Skalitzka, Hilton, Molter

A table is fixed: whoever is absent keeps their place in it, and their games are recorded as forfeits (C.05 6.6). So
byes already recorded for a round do not change its pairings here. `bye` is who rests; a rest in a round robin is worth
nothing (`roundrobin.scoring`).

`NoPairing` says that the event is over; `Refused` that something must be settled first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro import words
from arbitro.errors import NoPairing, Refused
from arbitro.formats import knockout
from arbitro.formats.roundrobin import berger, double
from arbitro.formats.table import Seat, Table, entrants, numbered
from arbitro.formats.team_tables import hilton, molter, scheveningen, schiller, semi_scheveningen, skalitzka
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Colour, Pair, Pairings, Points, System, Tournament, match
from arbitro.model.match import Played, legs_of, meets_by_teams
from arbitro.model.team_results import board_pattern, boards_per_match, matches, rounds_paired
from arbitro.standings.book import book_of
from arbitro.standings.edition import edition_of
from arbitro.standings.keizer import keizer_points

_ = gettext_for("formats")
ngettext_ = ngettext_for("formats")


def next_round(tournament: Tournament) -> Pairings:
    """The pairings of the round after the last paired one, by `tournament.system`."""
    make = _SYSTEMS.get(tournament.system)
    if make is None:
        raise Refused(_("{system} is not a format with fixed tables.").format(system=words.system(tournament.system)))
    coming = rounds_paired(tournament) + 1
    if coming < tournament.plan.first_round:
        raise Refused(
            _("The stage begins in round {first}; round {coming} is not paired yet.").format(
                first=tournament.plan.first_round, coming=coming
            )
        )
    return make(tournament)


def table_of(tournament: Tournament) -> Table[int]:
    """The whole table of a format whose rounds are known beforehand, in pairing numbers."""
    if tournament.system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        entries = entries_of(tournament)
        groups = tournament.plan.groups or (entries,)
        tables = [_round_robin_table(tournament, group) for group in groups]
        return tuple(
            tuple(pair for table in tables if r < len(table) for pair in table[r])
            for r in range(max(len(table) for table in tables))
        )
    make = _TEAM_TABLES.get(tournament.system)
    if make is None:
        raise Refused(_("{system} has no table known beforehand.").format(system=words.system(tournament.system)))
    return _seated(tournament, make(tournament))


def rounds_needed(tournament: Tournament) -> int | None:
    """How many rounds the event has if all is decided in the games planned; None where nobody can know."""
    if tournament.system is System.MATCH:
        return tournament.plan.games or tournament.planned_rounds
    if tournament.system is System.KNOCKOUT:
        size = knockout.size_for(len(entries_of(tournament)))
        return (tournament.plan.games or 1) * (size.bit_length() - 1)
    return len(table_of(tournament))


def finished(tournament: Tournament) -> bool:
    """Is there no round left to pair?"""
    try:
        next_round(tournament)
    except NoPairing:
        return True
    except Refused:
        return False
    return False


# -- tables


def _from_table(tournament: Tournament) -> Pairings:
    table = table_of(tournament)
    here = rounds_paired(tournament) + 1
    index = here - tournament.plan.first_round
    if index >= len(table):
        sentence = ngettext_(
            "The {n} round of the table has been paired.", "All {n} rounds of the table have been paired.", len(table)
        )
        raise NoPairing(sentence.format(n=len(table)))
    games = table[index]
    resting = [entry for entry in entrants(table) if all(entry not in game for game in games)]
    return Pairings(here, tuple(Pair(*game) for game in games), resting[0] if len(resting) == 1 else None)


def _round_robin_table(tournament: Tournament, group: Sequence[int]) -> Table[int]:
    if tournament.system is System.DOUBLE_ROUND_ROBIN:
        return numbered(double(len(group), tournament.plan.double), group)
    return numbered(berger(len(group)), group)


def entries_of(tournament: Tournament) -> tuple[int, ...]:
    """The entries of the stage in the order of their numbers or seeds."""
    known = [team.number for team in tournament.teams] if meets_by_teams(tournament) else tournament.numbers
    named = tournament.plan.entries or tuple(entry for group in tournament.plan.groups for entry in group)
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


def _boards(tournament: Tournament) -> int:
    """Boards of a team table: everyone on the board orders, which must be equally long."""
    if tournament.plan.boards is not None:
        return tournament.plan.boards
    lengths = {len(team.players) for team in tournament.teams}
    if len(lengths) > 1:
        raise Refused(
            _("The teams have {lengths} players: a table needs as many in each team, or the number of boards.").format(
                lengths=", ".join(str(n) for n in sorted(lengths))
            ),
            article="C.05 7.1",
        )
    return lengths.pop() if lengths else 0


def _scheveningen(tournament: Tournament) -> Table[Seat]:
    _team_count(tournament, 2, "Scheveningen")
    return scheveningen(_boards(tournament))


def _semi_scheveningen(tournament: Tournament) -> Table[Seat]:
    _team_count(tournament, 2, "semi-Scheveningen")
    return semi_scheveningen(_boards(tournament))


def _schiller(tournament: Tournament) -> Table[Seat]:
    return schiller(_team_count(tournament, None, "Schiller"), _boards(tournament))


def _skalitzka(tournament: Tournament) -> Table[Seat]:
    _team_count(tournament, 3, "Skalitzka")
    return skalitzka(_boards(tournament), balanced=tournament.plan.balanced)


def _hilton(tournament: Tournament) -> Table[Seat]:
    teams, boards = _team_count(tournament, None, "Hilton"), tournament.plan.boards
    found = hilton(teams)
    if boards is not None and boards >= teams:  # whoever sits below the table's boards would never play
        raise Refused(
            _("A Hilton table for {n} teams has {m} boards, not {k}.").format(n=teams, m=teams - 1, k=boards),
            article=_("Hilton pairings"),
        )
    return found


def _molter(tournament: Tournament) -> Table[Seat]:
    return molter(_team_count(tournament, None, "Molter"), _boards(tournament))


_TEAM_TABLES: dict[System, Callable[[Tournament], Table[Seat]]] = {
    System.SCHEVENINGEN: _scheveningen,
    System.SEMI_SCHEVENINGEN: _semi_scheveningen,
    System.SCHILLER: _schiller,
    System.SKALITZKA: _skalitzka,
    System.HILTON: _hilton,
    System.MOLTER: _molter,
}


def _seated(tournament: Tournament, table: Table[Seat]) -> Table[int]:
    """A team table with the players of the board orders on its seats."""
    lists = [team.players for team in sorted(tournament.teams, key=lambda team: team.number)]
    most = max(seat.board for seat in entrants(table))
    short = [team.name for team in tournament.teams if len(team.players) < most]
    if short:
        raise Refused(
            _("{teams}: the board order needs {n} players.").format(teams=", ".join(short), n=most),
            article="C.05 7.1",
        )

    def player(seat: Seat) -> int:
        return lists[seat.team - 1][seat.board - 1]

    return tuple(tuple((player(white), player(black)) for white, black in games) for games in table)


# -- matches and knock-outs


def _first_white(tournament: Tournament) -> bool:
    """Does number 1 begin with White? The lot for colours says so (`first_colour`); White without one."""
    return tournament.first_colour is not Colour.BLACK


def _match(tournament: Tournament) -> Pairings:
    entries = entries_of(tournament)
    if len(entries) != 2:
        raise Refused(_("A match is for 2 players, not {n}.").format(n=len(entries)), article=_("match regulations"))
    if not (tournament.plan.games or tournament.planned_rounds):
        raise Refused(_("How many games does the match have? Say it before the start."), article=_("match regulations"))
    first, second = entries
    now = match_progress(tournament, first, second)
    if now.over:
        raise NoPairing(_("The match is over."))
    if now.waiting:
        raise Refused(
            _("The game between {a} and {b} has no result yet.").format(
                a=tournament.player(first).name, b=tournament.player(second).name
            ),
            article=_("match regulations"),
        )
    played = match.games_between(tournament, first, second, tournament.plan.first_round)
    pair = Pair(*match.next_colours(first, second, played, _first_white(tournament)))
    return Pairings(rounds_paired(tournament) + 1, (pair,))


def match_progress(tournament: Tournament, first: int, second: int) -> match.Progress:
    """How a match of two players stands."""
    played = match.games_between(tournament, first, second, tournament.plan.first_round)
    win, play_on = match.most_per_game(tournament.scoring), tournament.plan.play_on
    return match.state(first, second, played, legs_of(tournament), win=win, play_on=play_on)


def knockout_progress(tournament: Tournament) -> tuple[knockout.Stage, ...]:
    """All stages of a knock-out so far: who met whom, how the matches stand, who goes on."""
    entries = entries_of(tournament)
    by_teams = meets_by_teams(tournament)
    win = match.most_per_game(tournament.scoring)
    if by_teams:
        win = Points(win * max(boards_per_match(tournament), 1))
    return knockout.progress(
        entries,
        games_of(tournament, by_teams),
        legs_of(tournament),
        win=win,
        awarded=tournament.plan.awarded,
        third_place=tournament.plan.third_place,
    )


def places_of(tournament: Tournament, after: int | None = None, *, teams: bool = False) -> dict[int, int] | None:
    """The places that a bracket has decided, for all entries (teams where they are asked for); None without a bracket.

    Those still in share the first places, losers of a stage theirs; who did not enter the bracket comes after them. In
    the Keizer system places follow from its own points.
    """
    if tournament.system is System.KEIZER and not teams:
        then = tournament if after is None else tournament.after(after)
        points = keizer_points(book_of(then, edition_of(tournament.editions.tiebreaks)))
        return {n: 1 + sum(other > points[i] for other in points) for i, n in enumerate(tournament.numbers)}
    if tournament.system is not System.KNOCKOUT or meets_by_teams(tournament) is not teams:
        return None
    known = [team.number for team in tournament.teams] if teams else tournament.numbers
    entries = entries_of(tournament)
    if not len(entries) >= 2:
        return None
    then = tournament if after is None else tournament.after(after)
    decided = knockout.placings(knockout_progress(then))
    return {number: decided.get(number, 1) if number in entries else len(entries) + 1 for number in known}


def games_of(tournament: Tournament, by_teams: bool) -> Callable[[int, int], Sequence[Played]]:
    """The games, or team matches, that two entries have had against each other."""
    if not by_teams:
        return lambda a, b: match.games_between(tournament, a, b, tournament.plan.first_round)
    named_first = board_pattern(tournament)[0] == "W"  # is the team with White on board 1 the one named first?
    met: dict[frozenset[int], list[Played]] = {}
    for r in range(tournament.plan.first_round, rounds_paired(tournament) + 1):
        for m in matches(tournament, r):
            first, second = (m.white, m.black) if named_first or not m.games else (m.black, m.white)
            played = Played(r, first, second, m.points(first), m.points(second), m.finished)
            met.setdefault(frozenset((first, second)), []).append(played)
    return lambda a, b: met.get(frozenset((a, b)), ())


def _knockout(tournament: Tournament) -> Pairings:
    by_teams = meets_by_teams(tournament)
    stages = knockout_progress(tournament)
    stage = stages[-1]
    if stage.final and stage.over:
        won = knockout.winner(stages)
        name = (tournament.team(won) if by_teams else tournament.player(won)).name if won else "–"
        raise NoPairing(_("The knock-out is over: {name} has won.").format(name=name))
    games = knockout.next_games(stage, games_of(tournament, by_teams), first_white=_first_white(tournament))
    begins = all(m is None or (m.leg, m.games_in_leg) == (0, 0) for m in stage.matches)
    bye = stage.byes[0] if begins and len(stage.byes) == 1 else None
    return Pairings(rounds_paired(tournament) + 1, tuple(Pair(*game) for game in games), bye)


_SYSTEMS: dict[System, Callable[[Tournament], Pairings]] = {
    System.ROUND_ROBIN: _from_table,
    System.DOUBLE_ROUND_ROBIN: _from_table,
    **dict.fromkeys(_TEAM_TABLES, _from_table),
    System.KNOCKOUT: _knockout,
    System.MATCH: _match,
}
