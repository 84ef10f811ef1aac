"""Titles: norms, applications, direct titles, and what is still possible (B.01).

    rules          the numbers of each title and edition; the annex's tables, computed
    verdict        one set of games judged: every requirement, found and needed
    search         which games to leave out: the best norm
    forecast       before the last rounds: what is needed
    tournament     a Tournament snapshot: norms and outlooks of its players
    events         conditions on the event, exemptions, form IT3
    application    27 games and the rest; titles by rating
    direct         titles by place or score in named events (`direct.toml`)
    certificates   form IT1
    historic       1971-72, for the 1974 manual
    texts          sentences for people

Imports the model and the ratings.
"""

from arbitro.titles.application import Application, NormRecord, check_application, titles_by_rating
from arbitro.titles.forecast import NormStatus, Outlook, outlook
from arbitro.titles.rules import NORM_TITLES, minimum_score, rules_of, rules_on, score_table
from arbitro.titles.search import best_norm, valid_sets
from arbitro.titles.tournament import PlayerNorm, norms
from arbitro.titles.verdict import Event, Format, How, NormEvent, NormGame, NormVerdict, Requirement, judge

__all__ = [
    "NORM_TITLES", "Application", "Event", "Format", "How", "NormEvent", "NormGame", "NormRecord", "NormStatus",
    "NormVerdict", "Outlook", "PlayerNorm", "Requirement", "best_norm", "check_application", "judge", "minimum_score",
    "norms", "outlook", "rules_of", "rules_on", "score_table", "titles_by_rating", "valid_sets",
]  # fmt: skip
