"""When no legal pairing exists: who stands in the way, and what the arbiter may do (C.04.3 B, last paragraph)."""

from __future__ import annotations

from arbitro.errors import NoPairing
from arbitro.swiss.dutch.state import Field


def no_pairing(field: Field) -> NoPairing:
    return NoPairing("no legal pairing exists")
