"""Absences, byes and withdrawals as the competition rules treat them (C.05 6.5-6.7).

    article      function
    C.05 6.5     no_show              withdrawn unless explained before the next pairing is published
    C.05 6.7.3   late_pair_allowed    two players without a game, after the round began
    C.05 6.7.4   half_point_bye_ok    once, if the regulations allow

Not here: withdrawals from a round robin (`standings.roundrobin`), how a pairing treats absences (`swiss`, `formats`).
"""

from __future__ import annotations


def no_show(explained_before_pairing: bool, reasons_accepted: bool, *, regulations_keep: bool = False) -> str:
    """C.05 6.5: absent without notice counts as withdrawn; the regulations may say otherwise."""
    return "stays" if regulations_keep or (explained_before_pairing and reasons_accepted) else "withdrawn"


def half_point_bye_ok(
    *,
    level: int,
    regulations_allow: bool,
    already_taken: int = 0,
    requested: bool = True,
    receives_conditions: bool = False,
    pays_no_fee: bool = False,
) -> bool:
    """C.05 6.7.4: levels 2 and 3, if the regulations allow it, once, on request; not for invited players."""
    return (
        level in (2, 3)
        and regulations_allow
        and already_taken == 0
        and requested
        and not receives_conditions
        and not pays_no_fee
    )


def half_point_bye_advised(round_number: int, rounds: int) -> bool:
    """C.05 6.7.4, advice: rounds 1 and 2 only, never the last."""
    return round_number <= 2 and round_number < rounds


def late_pair_allowed(*, level: int, arbiter_agrees: bool, both_agree: bool, have_met: bool) -> bool:
    """C.05 6.7.3: levels 2 and 3, if arbiter and both players agree and they have not met."""
    return level in (2, 3) and arbiter_agrees and both_agree and not have_met
