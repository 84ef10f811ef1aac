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
from datetime import date

from arbitro.dates import Term
from arbitro.fairplay.statistics import Mode
from arbitro.i18n import ngettext_for
from arbitro.workflow import Act, Entry, History, Procedure

ngettext_ = ngettext_for("fairplay")

LIMITATION = {Mode.OTB: Term(years=8), Mode.ONLINE: Term(years=1)}


def limitation_end(last_round: date, mode: Mode) -> date:
    """The last day on which the commission may begin: 8 years over the board, 1 year online."""
    return LIMITATION[mode].last_day(last_round)


def fast_track_open(*, cheating: bool, reasonable_prospect_of_proof: bool, presumption_by_z: bool) -> bool:
    """Code 9.3: for other fair-play violations and for suspected cheating that cannot be proved; a presumption by
    z-score is a disciplinary case."""
    return not cheating or not (reasonable_prospect_of_proof or presumption_by_z)


def _enough(panel: str) -> Callable[[History, Entry], str]:
    """IV.4: the panel has three members over the board; online one investigator suffices."""
    needed = 3 if panel == "panel" else 1

    def guard(history: History, entry: Entry) -> str:
        named = entry.fact(panel)
        if isinstance(named, str):
            named = [name for name in re.split(r"[,;]", named) if name.strip()]
        count = named if isinstance(named, int) else len(named)
        if count == needed:
            return ""
        return ngettext_("{n} investigator is needed", "{n} investigators are needed", needed).format(n=needed)

    return guard


def _procedure(name: str, panel: str, report_limit: Term | None) -> Procedure:
    return Procedure(
        name,
        "received",
        (
            Act("reject", ("received",), "rejected", ("FPL",), "IV.2", needs=("reason",)),
            Act("ask_for_content", ("received",), "incomplete", ("FPL",), "III.B.3", needs=("deadline",)),
            Act("complete", ("incomplete",), "received", ("complainant",), "III.B.3"),
            Act("declare_inadmissible", ("incomplete",), "rejected", ("FPL chair",), "III.B.3"),
            Act("open", ("received",), "investigation", ("FPL",), "IV.3, IV.4", needs=(panel,), guard=_enough(panel)),
            Act("inform_accused", ("investigation",), "investigation", (panel, "FPL"), "IV.15"),
            Act("statement", ("investigation",), "investigation", ("accused", "complainant"), "IV.15"),
            Act("dismiss", ("investigation",), "dismissed", (panel,), "IV.6", needs=("unanimous",)),
            Act("report", ("investigation",), "reported", (panel,), "IV.7", report_limit, ("open",), late_refused=False,
                needs=("findings",)),
            Act("ask_for_more", ("reported",), "investigation", ("FPL",), "IV.8"),
            Act("refer", ("reported",), "sent to EDC", ("FPL",), "IV.9", needs=("majority",)),
            Act("fast_track", ("reported",), "fast track", ("FPL",), "Code 9.3", needs=("months",)),
            Act("not_referred", ("reported",), "rejected", ("FPL",), "IV.9"),
        ),
    )  # fmt: skip


OTB = _procedure("fair-play investigation", "panel", None)
ONLINE = _procedure("online fair-play investigation", "investigator", Term(days=14))
PROCEDURES = {Mode.OTB: OTB, Mode.ONLINE: ONLINE}
