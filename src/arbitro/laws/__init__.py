"""The Laws of Chess: board, clock, claims, dead positions, rulings.

    position, state_of, examine_move, illegalities      the board (Articles 1-3, 5)
    can_mate, is_dead                                   can a side still mate? (5.1.2, 5.2.2, 6.9, 7.5.5)
    TimeControl, parse_control, Clock                   time controls and clocks (Article 6, Appendices A and B)
    rule, incident_from                                 what the Laws say about an incident
    check_game, read_pgn                                a whole game

Two editions are known, 2009 and 2023 (`LawsEdition`). Nothing here reads a file, a network or the time of day.
"""

from arbitro.laws.board import State, examine_move, illegalities, position, state_of
from arbitro.laws.claims import automatic_draw, occurrences, open_claims
from arbitro.laws.clock import Clock, expected_sum, time_sheet
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass
from arbitro.laws.games import GameReport, check_game
from arbitro.laws.live import LiveGame
from arbitro.laws.mating import (
    ARBITER,
    PATIENT,
    QUICK,
    Budget,
    Proof,
    Undecided,
    Unwinnable,
    Verdict,
    Winnable,
    can_mate,
    is_dead,
)
from arbitro.laws.mating.verdict import explain_verdict
from arbitro.laws.notation import read_move, write_move
from arbitro.laws.pgn import read_pgn
from arbitro.laws.rulings import Conditions, Incident, Ruling, incident_from, rule
from arbitro.laws.timecontrol import check as check_control
from arbitro.laws.timecontrol import parse as parse_control
from arbitro.model.time_control import Mode, Period, TimeControl

__all__ = [
    "ARBITER", "PATIENT", "QUICK", "Budget", "Clock", "Conditions", "GameReport", "Incident",
    "LawsEdition", "LiveGame", "Mode", "Period", "Proof", "Ruling", "State", "Supervision",
    "TimeClass", "TimeControl", "Undecided", "Unwinnable", "Verdict", "Winnable", "automatic_draw", "can_mate",
    "check_control", "check_game", "examine_move", "expected_sum", "explain_verdict",
    "illegalities",
    "incident_from", "is_dead", "occurrences", "open_claims", "parse_control", "position",
    "read_move", "read_pgn", "rule", "state_of", "time_sheet", "write_move",
]  # fmt: skip
