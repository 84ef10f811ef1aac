"""Why this pairing? The engine's reasons for a paired round, computed once per round and language, then kept.

A round of two thousand players takes a while to account for: whoever asks first waits, whoever asks meanwhile waits for
the same answer.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from arbitro import swiss
from arbitro.desk import store
from arbitro.desk.snapshot import snapshot
from arbitro.errors import ArbitroError
from arbitro.i18n import current_language
from arbitro.swiss.explanation import PairExplanation

Reasons = dict[frozenset[int], PairExplanation]
Key = tuple[int, int, int, str]

_kept: OrderedDict[Key, Reasons] = OrderedDict()
_being_made: dict[Key, Lock] = {}
_lock = Lock()
MOST = 200


def explanations_of(section: int, round: int, lang: str | None = None) -> Reasons:
    """By the pairing numbers of a pair (one number for the bye): as the desk knew things when it paired."""
    state = store.state_of(section)
    if not 1 <= round <= len(state.rounds) or not state.settings.system.is_swiss:
        return {}
    language = lang or current_language()
    key = (section, state.round(round).paired_at, round, language)
    with _lock:
        turn = _being_made.setdefault(key, Lock())
    with turn:
        with _lock:
            if key in _kept:
                _kept.move_to_end(key)
                return _kept[key]
        found = _explain(section, state.round(round).paired_at - 1, language)
        with _lock:
            _kept[key] = found
            _being_made.pop(key, None)
            while len(_kept) > MOST:
                _kept.popitem(last=False)
        return found


def _explain(section: int, number: int, lang: str) -> Reasons:
    known = snapshot(store.state_at(section, number))
    try:
        reasons = swiss.explain(known, lang)
    except ArbitroError:
        reasons = []
    return {frozenset(n for n in reason.pair if n is not None): reason for reason in reasons}
