"""At the board: devices, searches, absences and random checks (Laws 11.3; clarifications for arbiters).

    source          function
    Laws 11.3.2.1   device_allowed         switched off, in a bag, at the place named by the arbiter
    clarif. 2       check_search           room, searcher, witnesses, occasion
    clarif. 3       may_check_again        once a round
    clarif. 1, 4    FIRST_STEPS            what the arbiter does when a player complains of the opponent
    sect. 3         draw_random_checks     unforeseen, unbiased, and repeatable afterwards

Local law may limit searches. Not here: complaints as files (`complaints`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for

_ = gettext_for("fairplay")


class FirstStep(StrEnum):
    """What the arbiter does when told of a suspicion."""

    RECORD = "record"
    WATCH = "watch"
    LOG_ABSENCES = "log_absences"
    SCAN_OR_SUBMIT = "scan_or_submit"


FIRST_STEPS = tuple(FirstStep)


def first_steps() -> tuple[str, ...]:
    """What the arbiter does first, step by step, in the reader's language."""
    texts = {
        FirstStep.RECORD: _("take the complaint on the form, with its reasons"),
        FirstStep.WATCH: _("watch the game and the opponent, discreetly"),
        FirstStep.LOG_ABSENCES: _("log every absence from the board with its move number"),
        FirstStep.SCAN_OR_SUBMIT: _("if needed, scan the player or submit the game"),
    }
    return tuple(texts[step] for step in FIRST_STEPS)


def device_allowed(
    *,
    approved: bool = False,
    regulations_allow_bag: bool = False,
    off: bool = False,
    in_bag: bool = False,
    placed_as_told: bool = False,
) -> bool:
    """Laws 11.3.2.1: forbidden unless approved by the arbiter, or allowed by the regulations in a bag, fully off."""
    return approved or (regulations_allow_bag and off and in_bag and placed_as_told)


@dataclass(frozen=True, slots=True)
class Search:
    """The record of a search."""

    player_gender: str
    searcher_gender: str
    witness_gender: str
    private_room: bool
    ground: str  # "suspicion", "itc", "left_venue", "random"
    itc_unfounded: bool = False
    during_play: bool = False
    overwhelming: bool = False  # or evidence would be destroyed
    others_present: int = 0
    second_witness: bool = False
    earlier_checks_this_round: int = 0


@dataclass(frozen=True, slots=True)
class SearchFault:
    rule: str
    text: str


def may_check_again(checks_this_round: int) -> bool:
    """A player who left the venue, or was complained of, is checked at most once a round."""
    return checks_this_round < 1


def check_search(search: Search) -> tuple[SearchFault, ...]:
    """What is wrong with a search that is planned or was made; an empty answer: nothing."""
    same_gender = search.searcher_gender == search.witness_gender == search.player_gender
    faults = {
        "FP-4.2.ground": (
            search.ground not in ("suspicion", "itc", "left_venue", "random")
            or (search.ground == "itc" and search.itc_unfounded),
            _("a search needs a suspicion, or a complaint that is not manifestly unfounded"),
        ),
        "FP-4.2.room": (not search.private_room, _("a search is made in a separate room")),
        "FP-4.2.gender": (not same_gender, _("searcher and first witness are of the player's gender")),
        "FP-4.2.present": (search.others_present > 0, _("nobody else is present")),
        "FP-4.3.timing": (
            search.during_play and not search.overwhelming,
            _("during play only if the suspicion is overwhelming or evidence would be destroyed"),
        ),
        "FP-4.3.once": (
            search.ground in ("itc", "left_venue") and not may_check_again(search.earlier_checks_this_round),
            _("at most one check a round for this reason"),
        ),
    }
    return tuple(SearchFault(rule, text) for rule, (wrong, text) in faults.items() if wrong)


def draw_random_checks(
    players: Sequence[int], number: int, *, event: str, round_number: int, lot: str
) -> tuple[int, ...]:
    """A draw that nobody can foresee or steer, and everybody can repeat afterwards.

    `lot` is drawn in the hall when the round has begun (dice, a number called out by a player) and kept with the
    result: without it a draw by event and round alone would tell players beforehand who is checked.
    """
    if not lot.strip():
        raise ArbitroError(_("A number drawn in the hall is needed, so that nobody can foresee the draw."))
    rng = random.Random(f"{event}\n{round_number}\n{lot.strip()}")
    return tuple(sorted(rng.sample(sorted(players), min(number, len(players)))))
