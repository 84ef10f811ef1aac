"""Prizes: a plan in TOML, a ranking, and who gets how much and why.

plan         what the regulations announce
sharing      equal, by tie-break, Hort; cut-off, rounding, guarantees
awards       all lists given out, one prize per player
worksheets   W - We and the clock check
"""

from arbitro.prizes.awards import Award, PlayerAwards, PrizeReport, award_prizes
from arbitro.prizes.plan import PrizeList, PrizePlan, money, parse_plan, read_plan
from arbitro.prizes.sharing import Placed, Share, Sharing, share

__all__ = [
    "Award", "Placed", "PlayerAwards", "PrizeList", "PrizePlan", "PrizeReport", "Share", "Sharing", "award_prizes",
    "money", "parse_plan", "read_plan", "share",
]  # fmt: skip
