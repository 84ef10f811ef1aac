"""Standings: every tie-break of C.07 with its sum shown, rankings, cross tables.

standings(tournament, ["BH/C1", "BH", "SB"])      the ranking
explain(tournament, 7, ["BH/C1"])                 why player 7 has that value
crosstable(tournament, standings(tournament))     who met whom

edition       the texts of the rules as data              book          rounds as the tie-breaks see them (14)
tiebreak      names, modifiers, lists                     cuts          modifiers (13)
own           type B                                      opponents     types C and BC
performance   ratings                                     direct        type A
teams         matches and boards (10-12)                  values        from name to value
ranking       4.2                                         explain       why a value is what it is
breakdown     a value with its terms                      terms         the words of a term
crosstable    tables                                      groups        categories
roundrobin    withdrawals                                 assumed       what if
keizer        the points of the Keizer system
"""

from arbitro.standings.assumed import assuming, parse_assumed
from arbitro.standings.breakdown import Breakdown, Term, printed, show
from arbitro.standings.crosstable import Crosstable, CrosstableRow, crosstable, team_crosstable
from arbitro.standings.edition import EDITIONS, TieBreakEdition, edition_of
from arbitro.standings.explain import explain, explain_team
from arbitro.standings.groups import PlayerGroup, event_year, player_group, within
from arbitro.standings.ranking import LeftOut, Lots, Row, Standings, standings, team_standings
from arbitro.standings.tiebreak import METHODS, PRESETS, TieBreak, parse_list, parse_tiebreak, suggestions

__all__ = [
    "EDITIONS", "METHODS", "PRESETS", "Breakdown", "Crosstable", "CrosstableRow", "LeftOut", "Lots", "PlayerGroup",
    "Row", "Standings", "Term", "TieBreak", "TieBreakEdition", "assuming", "crosstable", "edition_of", "event_year",
    "explain", "explain_team", "parse_assumed", "parse_list", "parse_tiebreak", "player_group", "printed", "show",
    "standings", "suggestions", "team_crosstable", "team_standings", "within",
]  # fmt: skip
