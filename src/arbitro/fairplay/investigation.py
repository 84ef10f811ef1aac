"""An investigation of the Fair Play Commission as a procedure, over the board and online.

    article (OTB; online)     what
    IV.1; app. I              limitation_end       8 years, 1 year from the last round
    IV.2-9                    OTB, ONLINE          acts, who may do them, deadlines
    IV.13, Code 9.3-9.5       fast_track_open      not where cheating has a reasonable prospect of proof

Both clocks are kept: the commission's limit here, the ethics commission's limit of five years in
`officials.discipline`; a file may be alive here and barred there. Not here: sanctions (`officials.discipline`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from arbitro.dates import Term
from arbitro.fairplay.statistics import Mode
from arbitro.i18n import ngettext_for
from arbitro.workflow import Deed, History, procedure

ngettext_ = ngettext_for("fairplay")

LIMITATION = {Mode.OTB: Term(years=8), Mode.ONLINE: Term(years=1)}


def limitation_end(last_round: date, mode: Mode) -> date:
    """The last day on which the commission may begin: 8 years over the board, 1 year online."""
    return LIMITATION[mode].last_day(last_round)


def fast_track_open(*, cheating: bool, reasonable_prospect_of_proof: bool, presumption_by_z: bool) -> bool:
    """Code 9.3: for other fair-play violations and for suspected cheating that cannot be proved; a presumption by
    z-score is a disciplinary case."""
    return not cheating or not (reasonable_prospect_of_proof or presumption_by_z)


def _enough(panel: str) -> Callable[[History, Deed], str]:
    """IV.4: the panel has three members over the board; online one investigator suffices."""
    needed = 3 if panel == "panel" else 1

    def guard(history: History, entry: Deed) -> str:
        named = entry.fact(panel)
        if isinstance(named, str):
            named = [name for name in re.split(r"[,;]", named) if name.strip()]
        count = named if isinstance(named, int) else len(named)
        if count == needed:
            return ""
        return ngettext_("{n} investigator is needed", "{n} investigators are needed", needed).format(n=needed)

    return guard


OTB = procedure("fair-play", {"report": None}, {"open": _enough("panel")})
ONLINE = replace(
    procedure("fair-play", {"report": Term(days=14)}, {"open": _enough("investigator")}, {"panel": ("investigator",)}),
    name="online fair-play investigation",
)
