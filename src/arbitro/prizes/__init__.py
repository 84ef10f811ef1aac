"""Prizes: a plan in TOML, a ranking, and who gets how much and why.

plan         what the regulations announce               plan_file    its form as a file
sharing      equal, by tie-break, Hort; cut-off, rounding, guarantees
awards       all lists given out, one prize per player   payments     taxes, what is held, what is paid
worksheets   W - We and the clock check
"""

from arbitro.prizes.awards import Award, PlayerAwards, PrizeReport, award_prizes
from arbitro.prizes.payments import Payment, PaymentSheet, payment_sheet
from arbitro.prizes.plan import Deduction, PrizeList, PrizePlan, money
from arbitro.prizes.plan_file import parse_plan, read_plan, write_plan
from arbitro.prizes.sharing import Placed, Share, Sharing, share

__all__ = [
    "Award", "Deduction", "Payment", "PaymentSheet", "Placed", "PlayerAwards", "PrizeList", "PrizePlan", "PrizeReport",
    "Share", "Sharing", "award_prizes", "money", "parse_plan", "payment_sheet", "read_plan", "share", "write_plan",
]  # fmt: skip
