"""Why this pairing? The engine's reasons for a paired round, computed once per round and language, then kept."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from arbitro import swiss
from arbitro.desk import store
from arbitro.desk.snapshot import snapshot
from arbitro.errors import ArbitroError
from arbitro.i18n import current_language
from arbitro.swiss.explanation import PairExplanation

_kept: OrderedDict[tuple[int, int, int, str], dict[frozenset[int], PairExplanation]] = OrderedDict()
_lock = Lock()
MOST = 200


def explanations_of(section: int, round: int) -> dict[frozenset[int], PairExplanation]:
    """By the pairing numbers of a pair (one number for the bye): as the desk knew things when it paired."""
    state = store.state_of(section)
    if not 1 <= round <= len(state.rounds) or not state.settings.system.is_swiss:
        return {}
    key = (section, state.round(round).paired_at, round, current_language())
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    known = store.state_at(section, state.round(round).paired_at - 1)
    try:
        reasons = swiss.explain(snapshot(known))
    except ArbitroError:
        reasons = []
    found = {frozenset(n for n in reason.pair if n is not None): reason for reason in reasons}
    with _lock:
        _kept[key] = found
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return found
