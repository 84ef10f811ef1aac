"""The question bank: makers that draw a situation and let the room's own rules answer it.

    LAWS          touch-move, flags, illegal moves, claims, castling, legality, offers, set-up, recording, adjournment
    CLOCKS        classes, displays, sessions, checks, stopping
    SYSTEMS       round robins, Sonneborn-Berger, Buchholz, colours
    FAIR_PLAY     devices, inspection, conduct
    COMPETITION   default time, staff, arrival, supervision, scores
    RATINGS       which list, first control

A maker takes a random generator and returns a `Draft`. All sentences are ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from arbitro.exam import cases, moves, numbers
from arbitro.exam.questions import Draft, Kind

__all__ = ["CLOCKS", "COMPETITION", "FAIR_PLAY", "LAWS", "RATINGS", "SYSTEMS", "Draft", "Kind"]

Makers = tuple[Callable[[random.Random], Draft], ...]

LAWS: Makers = (
    moves.touch_move,
    moves.flag_fall,
    moves.illegal_move,
    moves.repetition,
    moves.castling,
    cases.act_cases,
    moves.wrong_claim,
    moves.recording,
    moves.en_passant,
    cases.start_cases,
    cases.offer_cases,
    moves.legality,
    cases.quickplay_cases,
    cases.position_cases,
    cases.sheet_cases,
    cases.adjournment_cases,
    cases.impaired_cases,
    moves.flag_fall,
    moves.illegal_move,
)
CLOCKS: Makers = (numbers.time_class, numbers.display, numbers.session, cases.clock_cases)
SYSTEMS: Makers = (numbers.round_robin, numbers.sonneborn_berger, numbers.buchholz, numbers.colours)
FAIR_PLAY: Makers = (cases.device_cases, cases.conduct_cases)
COMPETITION: Makers = (numbers.default_time, numbers.staff, numbers.supervision, numbers.scores)
RATINGS: Makers = (numbers.rating_list, numbers.first_control)
