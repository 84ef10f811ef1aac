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
from dataclasses import asdict, dataclass
from typing import Any

from arbitro.errors import ArbitroError
from arbitro.formats.match import Leg, TimeLimit
from arbitro.formats.roundrobin import Double
from arbitro.i18n import gettext_for
from arbitro.model import RatingList


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
        ladder = None
        if self.ladder is not None:
            ladder = [asdict(leg) | {"rating": leg.rating.value if leg.rating else None} for leg in self.ladder]
        return {
            "entries": list(self.entries),
            "first_round": self.first_round,
            "groups": [list(group) for group in self.groups],
            "double": self.double.value,
            "games": self.games,
            "ladder": ladder,
            "play_on": self.play_on,
            "awarded": sorted(list(pair) for pair in self.awarded),
            "boards": self.boards,
            "balanced": self.balanced,
            "third_place": self.third_place,
            "by_team": self.by_team,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that `to_dict` wrote; what is missing has its default."""
        try:
            return cls._read(data)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            _ = gettext_for("formats")
            raise ArbitroError(_("The plan of the format cannot be read: {error}").format(error=error)) from None

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Plan:
        plain = ("first_round", "games", "play_on", "boards", "balanced", "third_place", "by_team")
        known: dict[str, Any] = {key: data[key] for key in plain if key in data}
        known["entries"] = tuple(data.get("entries", ()))
        known["groups"] = tuple(tuple(group) for group in data.get("groups", ()))
        known["double"] = Double(data.get("double", Double.FIRST.value))
        known["awarded"] = frozenset((winner, loser) for winner, loser in data.get("awarded", ()))
        if data.get("ladder") is not None:
            known["ladder"] = tuple(_leg(leg) for leg in data["ladder"])
        return cls(**known)


DEFAULT = Plan()


def _leg(data: Mapping[str, Any]) -> Leg:
    return Leg(
        data["name"],
        data["games"],
        TimeLimit(**data["white"]),
        TimeLimit(**data["black"]) if data.get("black") else None,
        RatingList(data["rating"]) if data.get("rating") else None,
        data.get("draw_is_black", False),
    )
