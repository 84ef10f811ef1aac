"""The nouns of a tournament: typed, immutable, exact. Everything else is built on them and they import nothing."""

from arbitro.editions import Editions
from arbitro.model.outcome import Colour, Outcome, Scoring, Worth
from arbitro.model.pairing import Game, Pair, Pairings
from arbitro.model.plan import Double, Leg, Plan, TimeLimit
from arbitro.model.player import Player, RatingList, Sex, Title
from arbitro.model.points import HALF, ONE, UNIT, ZERO, Points, decimal, number, points, show, signed
from arbitro.model.system import System
from arbitro.model.team import LineUp, Team, TeamAward, TeamForfeit, TeamScoring
from arbitro.model.tournament import Float, FloatRule, Forbidden, Info, PlayerRound, Tournament, absent, add_points

__all__ = [
    "HALF", "ONE", "UNIT", "ZERO", "Colour", "Double", "Editions", "Float", "FloatRule", "Forbidden", "Game", "Info",
    "Leg", "LineUp", "Outcome", "Pair", "Pairings", "Plan", "Player", "PlayerRound", "Points",
    "RatingList", "Scoring", "Sex", "System", "Team", "TeamAward", "TeamForfeit", "TeamScoring",
    "TimeLimit", "Title", "Tournament", "Worth", "absent", "add_points", "decimal", "number", "points",
    "show", "signed",
]  # fmt: skip
