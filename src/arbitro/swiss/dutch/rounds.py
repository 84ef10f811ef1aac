"""The pairing of a whole round by the production engine: the text of the field's edition."""

from __future__ import annotations

from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.paired import PairedRound
from arbitro.swiss.dutch.state import Field
from arbitro.swiss.dutch.text2017 import pair_2017
from arbitro.swiss.dutch.text2026 import pair_2026


def pair(field: Field, arena: Arena | None = None, *, account: bool = False) -> PairedRound | None:
    """The round's pairing, or None if no legal one exists.

    With `account` the candidate that fails the completion test (A.9) is told exactly; the pairing is the same.
    """
    arena = arena or Arena(field)
    return pair_2017(arena, account) if field.edition == "2017" else pair_2026(arena)
