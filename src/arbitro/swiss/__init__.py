"""Swiss systems: pairing that depends on results.

    system      module             rules
    dutch       swiss.dutch        C.04.3
    dubov       swiss.dubov        C.04.4.1
    burstein    swiss.burstein     C.04.4.2
    lim         swiss.lim          C.04.4.3
    double      swiss.double       C.04.5 (2026)
    team        swiss.team         C.04.6 (2024, 2026)
    club        swiss.club         the club Swiss of 1974

Every module offers `next_round(tournament, edition)` and `explain(tournament, lang, edition)`; it is imported when it
is first asked for. What systems share: `colours`, `handling` (start order, boards, byes), `acceleration`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Outcome, Pairings, System, Tournament

if TYPE_CHECKING:
    from arbitro.swiss.explanation import PairExplanation

SYSTEMS: dict[System, str] = {
    System.DUTCH: "dutch",
    System.DUBOV: "dubov",
    System.BURSTEIN: "burstein",
    System.LIM: "lim",
    System.TEAM: "team",
    System.DOUBLE: "double",
    System.CLUB: "club",
}


def module_of(system: System) -> ModuleType:
    """The module that pairs by a system, imported now."""
    if system not in SYSTEMS:
        known = ", ".join(s.value for s in SYSTEMS)
        _ = gettext_for("swiss")
        raise ArbitroError(_("{name} is not a Swiss system; known: {known}").format(name=system.value, known=known))
    return import_module(f"arbitro.swiss.{SYSTEMS[system]}")


def next_round(tournament: Tournament, system: System | None = None, edition: str | None = None) -> Pairings:
    """The pairings of the round after the last paired one.

    `system` and `edition` default to the tournament's own. Raises NoPairing where no legal pairing exists.
    """
    require_results(tournament)
    module = module_of(system or tournament.system)
    pairings: Pairings = module.next_round(tournament, edition or tournament.editions.swiss)
    return pairings


def explain(
    tournament: Tournament, lang: str | None = None, system: System | None = None, edition: str | None = None
) -> list[PairExplanation]:
    """Why the next round is paired as it is: one explanation per board, in board order, the bye last."""
    require_results(tournament)
    module = module_of(system or tournament.system)
    explanations: list[PairExplanation] = module.explain(tournament, lang, edition or tournament.editions.swiss)
    return explanations


def why_not(
    tournament: Tournament,
    a: int,
    b: int,
    lang: str | None = None,
    system: System | None = None,
    edition: str | None = None,
) -> str:
    """Why two players do not meet in the next round. Only the Dutch room can say so far; the others refuse."""
    require_results(tournament)
    if (system or tournament.system) is not System.DUTCH:
        _ = gettext_for("swiss", lang)
        raise ArbitroError(_("Why two players do not meet is told for the Dutch system only; see --explain."))
    from arbitro.swiss.dutch.reasons import why_not as reason

    return reason(tournament, a, b, lang=lang, edition=edition or tournament.editions.swiss)


def require_results(tournament: Tournament) -> None:
    """A round is paired only when all results before it are known (an adjourned game counts: C.04.2 D.1)."""
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        for r in rounds:
            if r.outcome is Outcome.PENDING:
                _ = gettext_for("swiss")
                raise ArbitroError(
                    _(
                        "round {k}: the result of {player} against {opponent} is missing; enter it before pairing"
                    ).format(k=r.round, player=player.number, opponent=r.opponent)
                )
