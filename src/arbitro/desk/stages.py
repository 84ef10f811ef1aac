"""Stages and sections: the best of one tournament enter another, in the order that the format wants.

Groups feed a final: `advance` enters the first places of a finished tournament into the next one. With several groups,
`advance_groups` takes as many from each and seeds a knock-out so that members of one group meet late.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.desk.commands.base import Role
from arbitro.desk.fold import Entry, player_to_json
from arbitro.desk.models import Section
from arbitro.desk.snapshot import left_table, snapshot
from arbitro.desk.state import State
from arbitro.desk.store import execute, state_of
from arbitro.errors import Refused
from arbitro.formats import Plan, finished, knockout_progress
from arbitro.formats.knockout import placings
from arbitro.formats.stages import knockout_entries, qualifiers
from arbitro.i18n import gettext_for
from arbitro.model import Player, System, Tournament
from arbitro.standings import standings


def final_order(section: Section) -> list[Player]:
    """The players of a finished tournament in their final order, the excluded left out."""
    _ = gettext_for("desk")
    state = state_of(section.pk)
    event = snapshot(state)
    if not _over(state, event):
        raise Refused(_("{name} is not finished.").format(name=state.settings.name))
    return [event.player(number) for number in ranked(state, event)]


def _over(state: State, event: Tournament) -> bool:
    current = state.current
    if current is None or current.missing:
        return False
    if state.closed or len(state.rounds) >= state.settings.rounds:
        return True
    return not state.settings.system.is_swiss and finished(event, Plan.from_dict(state.settings.plan))


def ranked(state: State, event: Tournament) -> list[int]:
    """The numbers by place, the excluded left out: a knock-out by how far they came, anything else by the standings."""
    settings = state.settings
    table = standings(event, settings.tiebreaks, edition=settings.editions.tiebreaks, withdrawn=left_table(state))
    excluded = {state.numbers[e.id] for e in state.entrants.values() if e.excluded and e.id in state.numbers}
    order = [row.number for row in table.rows if row.number not in excluded]
    if settings.system is not System.KNOCKOUT:
        return order
    places = placings(knockout_progress(event, Plan.from_dict(settings.plan)))
    return sorted(order, key=lambda number: places.get(number, len(order) + 1))


def advance(source: Section, target: Section, places: int, *, who: str, role: Role | None) -> Entry:
    """Enter the first `places` of one tournament into another."""
    return advance_groups([source], target, places, who=who, role=role)


def advance_groups(sources: Sequence[Section], target: Section, places: int, *, who: str, role: Role | None) -> Entry:
    """Enter the first `places` of each group into the next stage; a knock-out is seeded by the rule of the format."""
    orders = [final_order(section) for section in sources]
    state = state_of(target.pk)
    seeded = knockout_entries if state.settings.system is System.KNOCKOUT and len(orders) > 1 else qualifiers
    players = seeded(orders, places)
    return execute(
        target.pk,
        "enter",
        {"players": [player_to_json(player) for player in players]},
        who=who,
        role=role,
        why=", ".join(section.name for section in sources),
    )
