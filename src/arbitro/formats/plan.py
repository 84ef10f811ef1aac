"""What a format needs to know besides the snapshot: one small record, all of it with a default.

    field          for
    entries        the stage's entries in the order of their numbers; empty: everybody by pairing number
    first_round    the round of the tournament in which the stage begins
    groups         parallel round robins: the entries of each group
    double         which rounds of a double round robin are exchanged
    games          games of a match; of every match of a knock-out (default 1)
    ladder         the tie-break legs of matches; None: the format's own
    play_on        play a decided match to its end
    awarded        (winner, loser) of knock-out matches decided by lot or by the arbiter
    boards         boards of a team table; None: what the basic lists hold
    balanced       Skalitzka: balance the colours between the teams
    third_place    knock-outs: the losers of the semi-finals meet for the third place
    by_team        round robins and knock-outs of teams; None: where the tournament has teams

The same plan with the same snapshot gives the same round; it can be kept as JSON (`to_dict`, `from_dict`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbitro import records
from arbitro.formats.match import Leg
from arbitro.formats.roundrobin import Double
from arbitro.i18n import gettext_for

_ = gettext_for("formats")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """See the table above."""

    entries: tuple[int, ...] = ()
    first_round: int = 1
    groups: tuple[tuple[int, ...], ...] = ()
    double: Double = Double.FIRST
    games: int | None = None
    ladder: tuple[Leg, ...] | None = None
    play_on: bool = False
    awarded: frozenset[tuple[int, int]] = frozenset()
    boards: int | None = None
    balanced: bool = False
    third_place: bool = False
    by_team: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data that JSON can hold."""
        plain: dict[str, Any] = records.encode(self)
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that `to_dict` wrote; what is missing has its default."""
        return records.decode(cls, data, _("plan of the format"))


DEFAULT = Plan()
