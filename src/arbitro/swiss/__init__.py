"""Swiss systems: pairing that depends on results.

    system      module             rules
    dutch       swiss.dutch        C.04.3
    dubov       swiss.dubov        C.04.4.1
    burstein    swiss.burstein     C.04.4.2
    lim         swiss.lim          C.04.4.3
    double      swiss.double       C.04.5 (2026)
    team        swiss.team         C.04.6 (2024, 2026)
    club        swiss.club         the club Swiss of 1974
    keizer      swiss.keizer       the Keizer system of clubs

Every module offers `made_round(tournament, edition, **choices)`, a round with its account; it is imported when it is
first asked for. What systems share: `colours`, `general` (start order, boards, byes), `acceleration`; what an event
may choose: `choices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from arbitro.editions import edition_named, edition_on, read_day, unknown
from arbitro.errors import ArbitroError
from arbitro.frozen import dataclass
from arbitro.i18n import gettext_for
from arbitro.model import Outcome, Pairings, System, Tournament
from arbitro.swiss.choices import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from arbitro.swiss.account import PairExplanation
    from arbitro.swiss.lists import PairingList
else:
    Protocol = object

_ = gettext_for("swiss")

SYSTEMS = (
    System.DUTCH, System.DUBOV, System.BURSTEIN, System.LIM, System.TEAM, System.DOUBLE, System.CLUB, System.KEIZER,
)  # fmt: skip


class MadeRound(Protocol):
    """A round as a system made it, with all that can be told about it."""

    def pairings(self) -> Pairings:
        """The boards in their order (C.04.2 D.9), and the bye."""

    def explained(self) -> list[PairExplanation]:
        """Why the round is paired as it is: one explanation per board, in board order, the bye last."""

    def why_not(self, a: int, b: int) -> str:
        """Why two players (or teams) do not meet; or that they do."""


@dataclass(frozen=True, slots=True)
class PairedRound:
    """The next round: by which system and text it was paired, and its account."""

    system: System
    edition: str  # the name of the text
    account: MadeRound
    pairings: Pairings


def pair_round(
    tournament: Tournament, system: System | None = None, edition: str | None = None, options: Sequence[str] = ()
) -> PairedRound:
    """The round after the last paired one, paired once, with its account.

    `system` and `edition` default to the tournament's own; `options` are those of `choices`. Raises NoPairing where no
    legal pairing exists.
    """
    chosen, text, given = _asked(tournament, system, edition, options)
    account: MadeRound = module_of(chosen).made_round(tournament, text, **given)
    return PairedRound(chosen, text, account, account.pairings())


def next_round(
    tournament: Tournament, system: System | None = None, edition: str | None = None, options: Sequence[str] = ()
) -> Pairings:
    """The pairings of the round after the last paired one, as `pair_round` makes them."""
    return pair_round(tournament, system, edition, options).pairings


def pairing_list(
    tournament: Tournament, system: System | None = None, edition: str | None = None, options: Sequence[str] = ()
) -> PairingList:
    """The list that the next round is paired from, to be shown before it: scores, colours due, floats, own orders."""
    from arbitro.swiss.lists import pairing_list as make

    chosen, text, given = _asked(tournament, system, edition, options)
    return make(tournament, chosen, text, **given)


def module_of(system: System) -> ModuleType:
    """The module that pairs by a system, imported now."""
    if system not in SYSTEMS:
        known = ", ".join(s.value for s in SYSTEMS)
        raise ArbitroError(_("{name} is not a Swiss system; known: {known}").format(name=system.value, known=known))
    from importlib import import_module

    return import_module(f"arbitro.swiss.{system.value}")


def edition_of(tournament: Tournament, system: System | None = None, edition: str | None = None) -> str:
    """The name of the text that a system is paired by: the one asked for, or the tournament's own."""
    chosen = system or tournament.system
    wanted = edition or tournament.editions.swiss
    module_of(chosen)
    day = read_day(tournament.info.start)
    if edition is None and day is not None and wanted == edition_on("swiss", day):  # a system may have had its own text
        return edition_on(chosen.value, day)
    name = edition_named(chosen.value, wanted)
    if name is None:
        raise unknown(chosen.value, wanted)
    return name


def _asked(
    tournament: Tournament, system: System | None, edition: str | None, options: Sequence[str]
) -> tuple[System, str, dict[str, Any]]:
    """What is asked of a system: which one, by which text, and the options as its arguments."""
    require_results(tournament)
    chosen = system or tournament.system
    return chosen, edition_of(tournament, chosen, edition), arguments(tournament, chosen, options)


def require_results(tournament: Tournament) -> None:
    """A round is paired only when all results before it are known (an adjourned game counts: C.04.2 D.1)."""
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        for r in rounds:
            if r.outcome is Outcome.PENDING:
                raise ArbitroError(
                    _(
                        "round {k}: the result of {player} against {opponent} is missing; enter it before pairing"
                    ).format(k=r.round, player=player.number, opponent=r.opponent)
                )
