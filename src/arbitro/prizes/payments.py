"""The payment sheet: what every winner is handed out once taxes and other deductions are taken off.

Deductions are taken from the sum of a player's prizes, each of the full sum, rounded to the cent (half up); together
they never take more than the sum. Whoever is held is not paid yet: where fair-play checks are not over, nobody is.
Two people work the sheet out and sign it.

Not here: who wins (`awards`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from arbitro.model import Player, Tournament
from arbitro.model.rounding import half_up
from arbitro.prizes.awards import PrizeReport
from arbitro.prizes.plan import Deduction, PrizePlan
from arbitro.prizes.sharing import CENT, Money
from arbitro.standings import event_year, player_group


@dataclass(frozen=True, slots=True)
class Payment:
    """One winner's line. `kept` has the amount of every deduction of the plan, in its order."""

    number: int
    gross: Money
    kept: tuple[Money, ...]
    trophies: tuple[str, ...]
    held: bool

    @property
    def net(self) -> Money:
        return self.gross - sum(self.kept, Fraction(0))


@dataclass(frozen=True, slots=True)
class PaymentSheet:
    """All lines with their totals; `deductions` are the names of the columns."""

    payments: tuple[Payment, ...]
    deductions: tuple[str, ...]
    currency: str

    @property
    def gross(self) -> Money:
        return sum((payment.gross for payment in self.payments), Fraction(0))

    @property
    def kept(self) -> tuple[Money, ...]:
        """The total of every deduction: what the organiser passes on."""
        columns = zip(*(payment.kept for payment in self.payments), strict=True)
        return tuple(sum(column, Fraction(0)) for column in columns) or (Fraction(0),) * len(self.deductions)

    @property
    def net(self) -> Money:
        return sum((payment.net for payment in self.payments), Fraction(0))

    @property
    def held(self) -> Money:
        """What is not paid yet."""
        return sum((payment.net for payment in self.payments if payment.held), Fraction(0))


def payment_sheet(
    tournament: Tournament, report: PrizeReport, plan: PrizePlan, *, held: Collection[int] = ()
) -> PaymentSheet:
    """What is paid to whom. `held` are players whose prizes wait; a plan that holds makes everybody wait."""
    year = event_year(tournament)
    payments = []
    for awards in report.awards:
        player = tournament.player(awards.number)
        left = awards.total
        kept = []
        for deduction in plan.deductions:
            taken = min(taken_by(deduction, awards.total, player, year), left)
            kept.append(taken)
            left -= taken
        trophies = tuple(award.trophy for award in awards.prizes if award.trophy)
        payments.append(Payment(awards.number, awards.total, tuple(kept), trophies, plan.hold or awards.number in held))
    return PaymentSheet(tuple(payments), tuple(deduction.name for deduction in plan.deductions), report.currency)


def taken_by(deduction: Deduction, gross: Money, player: Player, year: int | None) -> Money:
    """What one deduction takes from the sum of a player's prizes."""
    if gross <= deduction.above:
        return Fraction(0)
    if deduction.players and player.number not in deduction.players:
        return Fraction(0)
    if not all(player_group(name, year).has(player) for name in deduction.who):
        return Fraction(0)
    if deduction.amount:
        return deduction.amount
    base = gross - deduction.above if deduction.on_excess else gross
    return half_up(base * deduction.percent / 100 / CENT) * CENT
