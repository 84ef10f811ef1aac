"""The two editions of the Laws that this room knows, as data: what differs between them stands here and nowhere else.

    2009   in force from 1 July 2009
    2023   in force from 1 January 2023

The texts in force between them are not known here (the Laws changed in 2014, 2017 and 2018): for such a date there is
no edition, and the arbiter is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from arbitro.editions import in_force
from arbitro.model import RatingList

TimeClass = RatingList  # A.1, B.1: the class of a game by its thinking time; each has its rating list


class Supervision(Enum):
    """A.4, B.2: whether the Competition Rules apply in full to rapid and blitz."""

    ADEQUATE = "adequate"
    INADEQUATE = "inadequate"


class LawsEdition(Enum):
    """An edition of the Laws of Chess."""

    E2009 = "2009"
    E2023 = "2023"


@dataclass(frozen=True, slots=True)
class Differences:
    """What an edition says where the two disagree."""

    blitz_below_min: int  # blitz: t below this, or equal to it where `blitz_includes_bound`
    blitz_includes_bound: bool
    illegal_moves_lose_at: int  # 7.5.5 / 7.4.b: the completed illegal move that loses
    illegal_move_s: dict[TimeClass, int]  # time for the opponent
    wrong_claim_s: dict[TimeClass, int]  # 9.5.3 / 9.5.b
    unpromoted_pawn_is_queen: bool  # 7.5.2
    press_without_move_is_illegal: bool  # 7.5.3
    two_hands_is_illegal: bool  # 7.5.4
    automatic_draws: bool  # 9.6: five occurrences, 75 moves
    resignation_needs_mate: bool  # 5.1.2
    moves_before_agreement: int  # 5.2.3
    touch_move_guards_mate: bool  # 5.1.1: the mating move must also comply with 4.2-4.7
    next_move_completes: bool  # 6.2.1.2
    setup_claims_until: int  # A.5.1 / A.4.a: moves by each player
    games_per_arbiter: dict[TimeClass, int]  # A.4.1, B.2.1
    must_be_recorded_by_arbiter: bool  # A.4.2, B.2.2
    delay_time_carries_over: bool  # 6.3.2 / 6.2.b
    score_cap: bool  # 10.2
    adjournment_late_min: int | None  # I.10: None = the default time of the event


_ALL = (TimeClass.STANDARD, TimeClass.RAPID, TimeClass.BLITZ)

DIFFERENCES: dict[LawsEdition, Differences] = {
    LawsEdition.E2009: Differences(
        blitz_below_min=15,
        blitz_includes_bound=False,
        illegal_moves_lose_at=3,
        illegal_move_s=dict.fromkeys(_ALL, 120),
        wrong_claim_s=dict.fromkeys(_ALL, 180),
        unpromoted_pawn_is_queen=False,
        press_without_move_is_illegal=False,
        two_hands_is_illegal=False,
        automatic_draws=False,
        resignation_needs_mate=False,
        moves_before_agreement=0,
        touch_move_guards_mate=False,
        next_move_completes=False,
        setup_claims_until=3,
        games_per_arbiter={TimeClass.RAPID: 3, TimeClass.BLITZ: 1},
        must_be_recorded_by_arbiter=False,
        delay_time_carries_over=False,
        score_cap=False,
        adjournment_late_min=60,
    ),
    LawsEdition.E2023: Differences(
        blitz_below_min=10,
        blitz_includes_bound=True,
        illegal_moves_lose_at=2,
        illegal_move_s={TimeClass.STANDARD: 120, TimeClass.RAPID: 60, TimeClass.BLITZ: 60},
        wrong_claim_s={TimeClass.STANDARD: 120, TimeClass.RAPID: 60, TimeClass.BLITZ: 60},
        unpromoted_pawn_is_queen=True,
        press_without_move_is_illegal=True,
        two_hands_is_illegal=True,
        automatic_draws=True,
        resignation_needs_mate=True,
        moves_before_agreement=1,
        touch_move_guards_mate=True,
        next_move_completes=True,
        setup_claims_until=10,
        games_per_arbiter={TimeClass.RAPID: 3, TimeClass.BLITZ: 1},
        must_be_recorded_by_arbiter=True,
        delay_time_carries_over=True,
        score_cap=True,
        adjournment_late_min=None,
    ),
}


def edition_on(day: date) -> LawsEdition | None:
    """The edition in force on a day, or None where its text is not known here."""
    known = in_force("laws", day)
    return LawsEdition(known.name) if known else None


# One row per matter: the article in the 2023 text and in the 2009 text ("" where that text has none).
ARTICLES: dict[str, tuple[str, str]] = {
    "adjust": ("4.2.1", "4.2"),
    "adjust-own-clock": ("6.2.5", "4.2"),
    "adjournment-before": ("I.6", "Guidelines, adjourned games 6"),
    "adjournment-early": ("I.1.2", "Guidelines, adjourned games 1.b"),
    "adjournment-late": ("I.10", "Guidelines, adjourned games 10"),
    "adjournment-nobody": ("I.11", "Guidelines, adjourned games 9.b"),
    "adjournment-offer": ("I.4", "Guidelines, adjourned games 4"),
    "adjournment-open": ("I.7", "Guidelines, adjourned games 7"),
    "adjournment-resume": ("I.9", "Guidelines, adjourned games 9"),
    "adjournment-seal": ("I.1.1", "Guidelines, adjourned games 1.a"),
    "adjournment-envelope": ("I.2", "Guidelines, adjourned games 2"),
    "adjournment-times": ("I.13", "Guidelines, adjourned games 12"),
    "adjournment-lost": ("I.12", "Guidelines, adjourned games 11"),
    "adjournment-unclear": ("I.8", "Guidelines, adjourned games 8"),
    "agreed-draw": ("5.2.3", "5.2.c"),
    "agreed-draw-ban": ("9.1.1", "9.1.a"),
    "announce": ("D.2.1", "E.2.1"),
    "appeal": ("11.10", "12.10"),
    "arbiter-intervenes": ("12.6", "13.6"),
    "arbiter-watches": ("12.1", "13.1"),
    "assistant-clock": ("6.2.6", "6.7.d"),
    "assistant-pieces": ("4.9", "Preface"),
    "assistant-score": ("8.1.6", "8.1"),
    "blind-assistant": ("D.2.10", "E.2.9"),
    "blind-boards": ("D.1", "E.1"),
    "blind-differ": ("D.2.9", "E.2.7"),
    "blind-differ-back": ("D.2.9", "E.2.8"),
    "blind-made": ("D.2.3", "E.2.3"),
    "blind-opponent-assistant": ("D.2.11", "E.2.10"),
    "blind-slip": ("D.2.8", "E.2.6"),
    "blind-touched": ("D.2.2", "E.2.2"),
    "both-flags": ("III.3.1", "6.11"),
    "both-kings-in-check": ("A.5.4", "A.4.c"),
    "bring-disrepute": ("11.1", "12.1"),
    "castling-illegal": ("3.8.2", "3.8.b"),
    "castling-touch": ("4.4", "4.4"),
    "chess960": ("II", "F"),
    "claim-check": ("11.12", "9.5"),
    "claim-is-offer": ("9.1.2.3", "9.1.b.3"),
    "claim-procedure": ("9.5.1", "9.5"),
    "claim-right": ("9.5.2", "9.5.a"),
    "claim-touch": ("9.4", "9.4"),
    "claim-wrong": ("9.5.3", "9.5.b"),
    "clock-conclusive": ("6.10.1", "6.10.a"),
    "clock-handling": ("6.2.4", "6.7.c"),
    "clock-interrupt": ("6.11.1", "6.12.a"),
    "clock-hand": ("6.2.3", "6.7.b"),
    "clock-press": ("6.2.1", "6.7.a"),
    "clock-press-later": ("6.2.2", "6.7.a"),
    "clock-setting": ("6.10.2", "6.10.b"),
    "clock-start": ("6.6", "6.5"),
    "clock-stop": ("6.11.2", "6.12.b"),
    "clock-stop-reason": ("6.11.4", "6.12.d"),
    "colours": ("7.3", "7.2"),
    "competition-rules-apply": ("A.4", "A.3"),
    "competition-rules-whole-event": ("A.6", "A.3"),
    "dead": ("5.2.2", "5.2.b"),
    "default-time": ("6.7.1", "6.6.a"),
    "default-white": ("6.7.2", "6.6.b"),
    "device": ("11.3.2", "12.3.b"),
    "disabled": ("12.2.6", "13.2"),
    "disorder": ("12.5", "13.5"),
    "displaced": ("7.4", "7.3"),
    "displaced-found": ("7.6", "7.5"),
    "displays": ("6.12.2", "6.14"),
    "distract": ("11.5", "12.6"),
    "draw-offer": ("9.1.2.1", "9.1.b.1"),
    "draw-offer-mark": ("9.1.2.2", "9.1.b.2"),
    "en-passant": ("3.7.4", "3.7.d"),
    "explain-law": ("11.9", "13.1"),
    "fifty": ("9.3", "9.3"),
    "finished-spectators": ("11.4", "12.5"),
    "fivefold": ("9.6.1", ""),
    "flag-check": ("6.4", "6.3"),
    "flag-claim-rapid": ("A.5.3", "A.4.d"),
    "flag-called-rapid": ("A.5.5", "A.4.d"),
    "flag-fall": ("6.9", "6.9"),
    "flag-noticed": ("6.8", "6.8"),
    "illegal-king": ("1.4.1", "7.4.a"),
    "illegal-blitz": ("B.3", "B.3.c"),
    "illegal-move": ("7.5.1", "7.4.a"),
    "illegal-no-move": ("7.5.3", "13.4"),
    "illegal-penalty": ("7.5.5", "7.4.b"),
    "illegal-position": ("3.10.3", "3.10"),
    "illegal-promotion": ("7.5.2", "7.4.a"),
    "illegal-rapid": ("A.5.2", "A.4.c"),
    "illegal-two-hands": ("7.5.4", "4.1"),
    "initial-position": ("7.2.1", "7.1.a"),
    "board-turned": ("7.2.2", "7.1.b"),
    "inspection": ("11.3.3", "12.1"),
    "irregularity-times": ("7.1", "6.13"),
    "king-safety": ("3.9.2", "3.9"),
    "leave": ("11.2.3", "12.2"),
    "leave-notice": ("11.2.4", "12.2"),
    "made": ("4.7", "4.6"),
    "mate": ("5.1.1", "5.1.a"),
    "move-of-piece": ("3", "3"),
    "next-move-completes": ("6.2.1.2", "6.7.a"),
    "notation": ("C", "C"),
    "notes": ("11.3.1", "12.3.a"),
    "one-hand": ("4.1", "4.1"),
    "penalties": ("12.9", "13.4"),
    "persistent": ("11.7", "12.8"),
    "persistent-both": ("11.8", "12.9"),
    "phones-all": ("12.8", "13.7.b"),
    "promotion": ("3.7.5", "3.7.e"),
    "promotion-act": ("4.6", "4.6.c"),
    "promotion-choice": ("4.4.4", "4.4.d"),
    "quickplay": ("III.1", "10.1"),
    "quickplay-announced": ("III.2.1", "10.1"),
    "quickplay-class": ("III.2.2", "B.3.b"),
    "quickplay-claim": ("III.5", "10.2"),
    "quickplay-decision": ("III.5.1", "10.2.a"),
    "quickplay-final": ("III.5", "10.2.d"),
    "quickplay-increment": ("III.4", ""),
    "quickplay-no-arbiter": ("III.6", "D"),
    "quickplay-postpone": ("III.5.2", "10.2.b"),
    "quickplay-reject": ("III.5.3", "10.2.c"),
    "rapid-penalty": ("A.3", ""),
    "rapid-recording": ("A.2", "A.2"),
    "rapid-setup": ("A.5.1", "A.4.a"),
    "rapid-touch": ("A.5", "A.4.b"),
    "reconstruct": ("8.5.3", "8.5.c"),
    "reconstruct-help": ("11.11", "8.5.c"),
    "record": ("8.1.1", "8.1"),
    "record-advance": ("8.1.2", "8.1"),
    "record-both": ("8.5.1", "8.5.a"),
    "record-contents": ("8.1.4", "12.4"),
    "record-exempt": ("8.4", "8.4"),
    "record-one": ("8.5.2", "8.5.b"),
    "record-order": ("8.1.3", "8.1"),
    "record-owner": ("8.3", "8.3"),
    "record-overstep": ("8.6", "8.6"),
    "record-sign": ("8.7", "8.7"),
    "record-visible": ("8.2", "8.2"),
    "repetition": ("9.2", "9.2"),
    "resignation": ("5.1.2", "5.1.b"),
    "same-position": ("9.2.2", "9.2"),
    "score": ("10.1", "11.1"),
    "score-cap": ("10.2", ""),
    "score-requests": ("A.4.3", "A.3"),
    "seventy-five": ("9.6.2", ""),
    "smoking": ("11.3.4", "12.3.c"),
    "spectators": ("12.7", "13.7.a"),
    "stalemate": ("5.2.1", "5.2.a"),
    "time-class": ("A.1, B.1", "A.1, B.1"),
    "touch": ("4.3", "4.3"),
    "touch-free": ("4.5", "4.5"),
    "touch-intended": ("4.2.2", "4.3"),
    "touch-forfeits": ("4.8", "4.7"),
}  # fmt: skip


def article(matter: str, edition: LawsEdition = LawsEdition.E2023) -> str:
    """The article of an edition that rules a matter; empty where that edition has none."""
    new, old = ARTICLES[matter]
    return new if edition is LawsEdition.E2023 else old
