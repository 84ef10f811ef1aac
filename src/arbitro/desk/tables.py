"""The standings of a running tournament by its own settings, and what follows from them: the final order, the best of
one tournament entered into another.

A tie-break of the list that the rules refuse here (a rating one without a rule for unrated players, say) is left out;
`Standings.left_out` tells why. Groups feed a final: `advance_groups` enters the first places of each finished group
into the next stage, and seeds a knock-out so that members of one group meet late.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from arbitro.desk.commands.rounds import open_games, rounds_left
from arbitro.desk.entry import Entry, player_to_json
from arbitro.desk.formats import BY_GAMES
from arbitro.desk.roles import Role
from arbitro.desk.snapshot import left_table, snapshot, unrated_rating
from arbitro.desk.state import State, TeamEntry
from arbitro.errors import Refused
from arbitro.formats import finished, places_of
from arbitro.formats.stages import knockout_entries, qualifiers
from arbitro.i18n import gettext_for
from arbitro.model import UNIT, Player, System, Tournament
from arbitro.standings import Row, Standings, standings, team_standings

_ = gettext_for("desk")

if TYPE_CHECKING:  # a file is printed without the database
    from arbitro.desk.models import Section


def table(state: State, event: Tournament, after: int | None = None) -> Standings:
    """The players, after the last round or a given one."""
    settings = state.settings
    found = standings(
        event,
        settings.tiebreaks,
        edition=settings.editions.tiebreaks,
        after=after,
        unrated=unrated_rating(state, event.players),
        lots=lots_of(state),
        withdrawn=left_table(state),
        places=places_of(event, after),
        strict=False,
    )
    if state.tie_values or state.ranks:
        found = _decided_here(state, found)
    return _closed_up(found, excluded_of(state))


def excluded_of(state: State) -> set[int]:
    """The numbers of the expelled: they have no place."""
    return {state.numbers[e.id] for e in state.entrants.values() if e.excluded and e.id in state.numbers}


def withdrawn_of(state: State) -> set[int]:
    """The numbers of those who have left: lists mark them."""
    gone = (e.id for e in state.entrants.values() if e.withdrawn_after is not None)
    return {state.numbers[id] for id in gone if id in state.numbers}


def sentence_of_lots(state: State) -> str | None:
    """The sentence from which lots among the tied were drawn; None where they were not."""
    return next((lot["seed"] for lot in reversed(state.lots) if lot.get("what") == "ties"), None)


def lots_of(state: State) -> int | None:
    """The seed of the lots drawn among the tied; the same sentence gives the same order again."""
    seed = sentence_of_lots(state)
    return None if seed is None else int(sha256(seed.encode()).hexdigest()[:15], 16)


def _decided_here(state: State, found: Standings) -> Standings:
    """What the tie-breaks leave tied: by the values computed elsewhere, then by the places given by hand."""
    ids = {number: id for id, number in state.numbers.items()}
    outside = {name: {n: values.get(id, 0) for n, id in ids.items()} for name, values in state.tie_values.items()}

    def key(row: Row) -> tuple[int, ...]:
        return (row.rank, *(-column[row.number] for column in outside.values()))

    rows = sorted(found.rows, key=key)
    ranks: dict[tuple[int, ...], int] = {}
    for n, row in enumerate(rows, 1):
        ranks.setdefault(key(row), n)
    shared = Counter(map(key, rows))
    rows = [
        replace(
            row,
            rank=ranks[key(row)],
            shared=shared[key(row)] > 1,
            values={**row.values, **{name: Fraction(column[row.number], UNIT) for name, column in outside.items()}},
        )
        for row in rows
    ]
    by_hand = placed_by_hand(state, found.after, rows)
    rows = [replace(r, rank=by_hand.get(r.number, r.rank), shared=r.shared and r.number not in by_hand) for r in rows]
    return replace(found, rows=tuple(sorted(rows, key=lambda row: row.rank)))


def placed_by_hand(state: State, after: int, rows: Sequence[Row]) -> dict[int, int]:
    """The places given by hand, by number: after their own round only, and while they are places of equal points."""
    if state.ranks_after not in (None, after):
        return {}
    given = {state.numbers[id]: rank for id, rank in state.ranks.items() if id in state.numbers}
    points = [row.points for row in rows]
    moved = {row.points for row in rows if points[given.get(row.number, 1) - 1] != row.points and row.number in given}
    return {row.number: given[row.number] for row in rows if row.number in given and row.points not in moved}


def _closed_up(found: Standings, out: set[int]) -> Standings:
    """The expelled stand last, and nobody's rank has a hole where they were (verification 198)."""
    if not out:
        return found
    gone = sorted(row.rank for row in found.rows if row.number in out)
    ranked = [replace(row, rank=row.rank - bisect_left(gone, row.rank)) for row in found.rows if row.number not in out]
    last = [replace(row, rank=len(ranked) + 1) for row in found.rows if row.number in out]
    return replace(found, rows=(*ranked, *last))


def by_games(state: State) -> bool:
    """Are teams ranked by game points?"""
    return state.settings.team_primary == "game" or state.settings.system in BY_GAMES


def team_table(state: State, event: Tournament, after: int | None = None) -> Standings:
    """The teams by their primary score and the tie-breaks; by the other score where none of those is for teams."""
    edition, places = state.settings.editions.tiebreaks, places_of(event, after, teams=True)
    first, second = ("GP", "MP") if by_games(state) else ("MP", "GP")
    rank = partial(team_standings, event, edition=edition, after=after, places=places, primary=first)
    ranking = rank([name for name in state.settings.tiebreaks if name != first], strict=False)
    return ranking if ranking.tiebreaks else rank((second,))


def final_order(section: Section) -> list[Player]:
    """The players of a finished tournament in their final order, the excluded left out."""
    state, event = _finished(section)
    return [event.player(number) for number in ranked(state, event)]


def final_teams(section: Section) -> list[tuple[TeamEntry, State]]:
    """The teams of a finished tournament in their final order, with the state that knows their players."""
    state, event = _finished(section)
    return [(state.teams[row.number], state) for row in team_table(state, event).rows]


def _finished(section: Section) -> tuple[State, Tournament]:
    from arbitro.desk.store import state_of

    state = state_of(section.pk)
    event = snapshot(state)
    if not _over(state, event):
        raise Refused(_("{name} is not finished.").format(name=state.settings.name))
    return state, event


def _over(state: State, event: Tournament) -> bool:
    current = state.current
    if current is None or current.missing or open_games(state):
        return False
    if state.closed or not rounds_left(state):
        return True
    return not state.settings.system.is_swiss and finished(event)


def ranked(state: State, event: Tournament) -> list[int]:
    """The numbers by place, the excluded left out."""
    excluded = excluded_of(state)
    return [row.number for row in table(state, event).rows if row.number not in excluded]


def places(state: State, event: Tournament) -> dict[int, range]:
    """The places of each number, the excluded left out: several for those whom nothing separates."""
    excluded, found, before = excluded_of(state), dict[int, range](), 0
    rows = [row for row in table(state, event).rows if row.number not in excluded]
    for _rank, tied in groupby(rows, key=lambda row: row.rank):
        same = [row.number for row in tied]
        found |= dict.fromkeys(same, range(before + 1, before + len(same) + 1))
        before += len(same)
    return found


def advance_groups(sources: Sequence[Section], target: Section, places: int, *, who: str, role: Role | None) -> Entry:
    """Enter the first `places` of each group into the next stage; a knock-out is seeded by the rule of the format.

    Teams go on with their basic lists; their numbers in the next stage are their seeds. Returns the entry of players.
    """
    from django.db import transaction

    from arbitro.desk.store import execute, state_of

    state = state_of(target.pk)
    knockout = state.settings.system is System.KNOCKOUT and len(sources) > 1
    why = ", ".join(section.name for section in sources)
    if not state.settings.team_boards:
        orders = [final_order(section) for section in sources]
        players = knockout_entries(orders, places) if knockout else qualifiers(orders, places)
        args: dict[str, Any] = {"players": [player_to_json(player) for player in players]}
        return execute(target.pk, "enter", args, who=who, role=role, why=why)
    groups = [final_teams(section) for section in sources]
    teams = knockout_entries(groups, places) if knockout else qualifiers(groups, places)
    with transaction.atomic():
        people = [player_to_json(there.entrants[id].player) for team, there in teams for id in team.members]
        entered = execute(target.pk, "enter", {"players": people}, who=who, role=role, why=why)
        ids = iter([row["id"] for row in entered.payload["players"]])
        for team, _there in teams:
            args = {
                "name": team.name, "members": list(islice(ids, len(team.members))), "nickname": team.nickname,
                "federation": team.federation, "captain": team.captain, "strength": team.strength,
            }  # fmt: skip
            execute(target.pk, "team", args, who=who, role=role, why=why)
    return entered
