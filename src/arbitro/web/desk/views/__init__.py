"""The arbiter's pages, by flow."""

from arbitro.web.desk.views.common import backup, do, home, redo, undo, users
from arbitro.web.desk.views.create import advice, format_fields, new, settings
from arbitro.web.desk.views.day import crosstable, journal, norms, numbered, officials, prizes, standings, sums, trf
from arbitro.web.desk.views.entries import apart, check_in, import_players, player, players, register_search, teams
from arbitro.web.desk.views.hall import incidents
from arbitro.web.desk.views.now import overview
from arbitro.web.desk.views.papers import everything, paper, papers, preview, website
from arbitro.web.desk.views.rounds import board, change, correct, offline, pair, round, worker

__all__ = [
    "advice", "apart", "backup", "board", "change", "check_in", "correct", "crosstable", "do", "everything",
    "format_fields", "home", "import_players", "incidents", "journal", "new", "norms", "numbered", "officials",
    "offline", "overview", "pair", "paper", "papers", "player", "players", "preview", "prizes", "redo",
    "register_search", "round", "settings", "standings", "sums", "teams", "trf", "undo", "users",
    "website", "worker",
]  # fmt: skip
