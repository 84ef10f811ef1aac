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
is first asked for. What systems share: `colours`, `handling` (start order, boards, byes), `acceleration`; what an event
may choose: `choices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Outcome, Pairings, System, Tournament
from arbitro.swiss.choices import arguments, known_edition

if TYPE_CHECKING:
    from arbitro.swiss.explanation import PairExplanation
    from arbitro.swiss.lists import PairingList

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


def next_round(
    tournament: Tournament, system: System | None = None, edition: str | None = None, options: Sequence[str] = ()
) -> Pairings:
    """The pairings of the round after the last paired one.

    `system` and `edition` default to the tournament's own; `options` are those of `choices`. Raises NoPairing where no
    legal pairing exists.
    """
    ask = _Question(tournament, system, edition, options)
    pairings: Pairings = ask.module.next_round(tournament, ask.edition, **ask.arguments)
    return pairings


def explain(
    tournament: Tournament,
    lang: str | None = None,
    system: System | None = None,
    edition: str | None = None,
    options: Sequence[str] = (),
) -> list[PairExplanation]:
    """Why the next round is paired as it is: one explanation per board, in board order, the bye last."""
    ask = _Question(tournament, system, edition, options)
    explanations: list[PairExplanation] = ask.module.explain(tournament, lang, ask.edition, **ask.arguments)
    return explanations


def why_not(
    tournament: Tournament,
    a: int,
    b: int,
    lang: str | None = None,
    system: System | None = None,
    edition: str | None = None,
    options: Sequence[str] = (),
) -> str:
    """Why two players (or teams) do not meet in the next round; or that they do."""
    ask = _Question(tournament, system, edition, options)
    if ask.system is System.DUTCH:
        from arbitro.swiss.dutch.reasons import why_not as reason

        return reason(tournament, a, b, lang=lang, edition=ask.edition, **ask.arguments)
    from arbitro.swiss.passed_over import why_not as other_reason

    return other_reason(tournament, a, b, ask.system, lang=lang, edition=ask.edition, **ask.arguments)


def pairing_list(
    tournament: Tournament,
    lang: str | None = None,
    system: System | None = None,
    edition: str | None = None,
    options: Sequence[str] = (),
) -> PairingList:
    """The list that the next round is paired from, to be shown before it: scores, colours due, floats, own orders."""
    from arbitro.swiss.lists import pairing_list as make

    ask = _Question(tournament, system, edition, options)
    return make(tournament, ask.system, ask.edition, lang=lang, **ask.arguments)


class _Question:
    """What is asked of a system: the module that answers, its edition and the options as its arguments."""

    def __init__(
        self, tournament: Tournament, system: System | None, edition: str | None, options: Sequence[str]
    ) -> None:
        require_results(tournament)
        self.system = system or tournament.system
        self.module = module_of(self.system)
        self.edition = known_edition(self.system, edition or tournament.editions.swiss)
        self.arguments = arguments(tournament, self.system, options)


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
