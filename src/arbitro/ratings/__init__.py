"""Ratings: what every game is worth (B.02: standard, rapid, blitz; and the national system of 1974).

    rules          the editions as data
    time_control   which list, and whether a rate of play can be rated
    games          which games count, and why others do not
    change         K, the 400-point rule, the sheet, the change of an event and of a period
    initial        performance and initial ratings
    lists          dates, publication, activity
    event          a Tournament snapshot rated
    submission     what stands between an event and its rating; its deadlines
    period         a federation's month (needs Polars); columns: its rules as expressions
    club, ladder   the 1974 manual: formulas, worksheet, challenge matches

Imports the model only; the same input gives the same answer.
"""

from arbitro.ratings.change import Change, GameLine, RatedGame, development, event_change, limited_k, period_change
from arbitro.ratings.event import PlayerRating, WhatIf, list_of, rate_event, what_if
from arbitro.ratings.initial import InitialRating, Performance, initial_rating, performance
from arbitro.ratings.rules import RULES, Cap, RatingRules, rules_of, rules_on

__all__ = [
    "RULES", "Cap", "Change", "GameLine", "InitialRating", "Performance", "PlayerRating", "RatedGame", "RatingRules",
    "WhatIf", "development", "event_change", "initial_rating", "limited_k", "list_of", "performance", "period_change",
    "rate_event", "rules_of", "rules_on", "what_if",
]  # fmt: skip
