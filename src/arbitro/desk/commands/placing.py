"""Places and ratings that the rules leave to the arbiter.

rule               command
C.07 4.2           ranks         players whom nothing separates are placed by hand
verification 207   tie-values    a tie-break that was computed elsewhere, after those of the list
verification 212   ratings       long events: another rating from a round on
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from arbitro.desk.commands.base import Caution, Draft, Level, command, require_open
from arbitro.desk.commands.parameters import PlayerIds, RoundNumber, Says, Takes
from arbitro.desk.roles import CHIEFS
from arbitro.desk.settings import is_long
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import N_, gettext_for
from arbitro.model import points

_ = gettext_for("desk")

ByNumber = Annotated[Mapping[str, Any], Says(Takes.SETTINGS, N_("NUMBER=VALUE, by pairing number."), word="values")]


def _ids(state: State, values: Mapping[str, Any]) -> dict[int, Any]:
    """The same values by entrant; what is no pairing number here is refused."""
    ids = {str(number): id for id, number in state.numbers.items()}
    if unknown := [name for name in values if name not in ids]:
        raise Refused(_("There is no player with the number {n}.").format(n=unknown[0]))
    return {ids[name]: value for name, value in values.items()}


@command(
    "ranks", CHIEFS, needs_reason=True, help=N_("Place tied players by hand, the best first; --none takes it back.")
)
def ranks(
    state: State,
    *,
    ids: PlayerIds,
    none: Annotated[bool, Says(help=N_("Take all places by hand back."))] = False,
) -> Draft:
    """Give the places that these tied players share to them in this order."""
    from arbitro.desk.tables import table

    require_open(state)
    if none:
        return Draft("ranks", {"ranks": {}}, remark=_("Places by hand taken back"))
    rows = {row.number: row for row in table(state, snapshot(state)).rows}
    chosen = [rows[state.numbers[id]] for id in ids if id in state.numbers]
    if len(chosen) < 2 or len(chosen) != len(set(ids)) or len({row.points for row in chosen}) > 1:
        raise Refused(_("Places are given by hand to two or more players of equal points."), article="C.07 4.2")
    ties = Counter(row.rank for row in rows.values() if row.shared)
    if any(row.shared and ties[row.rank] > sum(row.rank == other.rank for other in chosen) for row in chosen):
        raise Refused(_("Name all who share the place: the others would keep it."), article="C.07 4.2")
    places = sorted(list(rows).index(row.number) + 1 for row in chosen)
    given = {str(id): rank for id, rank in zip(ids, places, strict=True)}
    after = len(state.rounds)
    old = state.ranks if state.ranks_after in (None, after) else {}
    kept = {str(id): rank for id, rank in old.items() if rank not in places}
    names = ", ".join(f"{rank} {state.entrants[int(id)].name}" for id, rank in given.items())
    text = _("These places no longer follow from the tie-breaks: {names}.").format(names=names)
    warnings = (Caution(Level.CONFIRM, text, "C.07 4.2"),)
    payload = {"ranks": kept | given, "after": after}
    return Draft("ranks", payload, warnings=warnings, remark=_("Places by hand: {names}").format(names=names))


@command("tie-values", CHIEFS, help=N_("A tie-break computed elsewhere: its name, then NUMBER=VALUE for each player."))
def tie_values(
    state: State, *, name: Annotated[str, Says(help=N_("What the column is called."))], values: ByNumber
) -> Draft:
    """Values computed elsewhere decide after the tie-breaks of the list; without values the column goes."""
    require_open(state)
    if not name.strip() or len(name) > 12:
        raise Refused(_("The column needs a name of at most twelve letters."))
    try:
        given = {str(id): int(points(str(value))) for id, value in _ids(state, values).items()}
    except (ArbitroError, ValueError) as error:
        raise Refused(_("A value is a number with at most one decimal: {error}").format(error=error)) from error
    text = _("The column {name} breaks ties after those of the list.").format(name=name.strip())
    caution = Caution(Level.ACKNOWLEDGE, text, "C.07 4.2")
    remark = _("Tie-break computed elsewhere: {name}").format(name=name.strip())
    return Draft("tie-values", {"name": name.strip(), "values": given}, warnings=(caution,), remark=remark)


@command("ratings", CHIEFS, help=N_("Long events: the ratings of a new list, from a round on: ROUND NUMBER=RATING …"))
def ratings(state: State, *, round: RoundNumber, values: ByNumber) -> Draft:
    """Players have these ratings from this round on; 0 takes one back."""
    require_open(state)
    if not is_long(state.settings):
        raise Refused(_("Only an event of more than 30 days has several ratings per player."), article="B.02")
    if not 2 <= round <= state.settings.rounds:
        raise Refused(_("A later rating holds from round 2 to the last one."))
    given = _ids(state, values)
    if wrong := [value for value in given.values() if not isinstance(value, int) or not 0 <= value <= 4000]:
        raise Refused(_("{rating} is not a rating.").format(rating=wrong[0]))
    return Draft("ratings", {"round": round, "ratings": {str(id): value for id, value in given.items()}})
