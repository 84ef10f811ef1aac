"""Formats whose rounds come from a table or a bracket: everything that is not Swiss.

    format                                    module            rule
    round robin, double round robin           roundrobin        C.05 5.1, annex I
    restricted draw                           varma             C.05 5.2 - 5.3, annex II
    draw of lots                              lots              C.05 6.2 - 6.3
    Scheveningen, Schiller, Skalitzka, …      team_tables       FIDE tables, Arbiters' manual
    match, tie-break ladder                   model.match       Arbiters' manual
    knock-out ("Wimbledon")                   knockout          Arbiters' manual, 2009 annex
    snake groups ("Belgrade")                 table             2009 annex
    from one stage to the next                stages            regulations of the event
    play-offs                                 playoff           C.07 art. 3, 2009 annex
    line-ups, boards manned in wrong order    teams             C.05 art. 7
    how many rounds for so many entries       length            C.04.1 a, C.05 annex I
    clocks and quotas of the club edition     club              club manual of 1974
    why these games                           reasons           the rule behind each pair

`next_round(tournament)` pairs the next round of any of them, as the Swiss systems do.
"""

from arbitro.formats.reasons import Reason, reasons
from arbitro.formats.rounds import finished, knockout_progress, next_round, places_of, rounds_needed, table_of

__all__ = ["Reason", "finished", "knockout_progress", "next_round", "places_of", "reasons", "rounds_needed", "table_of"]
