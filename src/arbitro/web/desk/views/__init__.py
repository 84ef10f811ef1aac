"""The arbiter's pages, by flow."""

from arbitro.web.desk.views.common import backup, do, home, redo, undo, users
from arbitro.web.desk.views.create import advice, format_fields, new, settings
from arbitro.web.desk.views.day import journal, norms, officials, prizes, standings, trf
from arbitro.web.desk.views.entries import apart, check_in, import_players, player, players, register_search, teams
from arbitro.web.desk.views.hall import incidents
from arbitro.web.desk.views.now import overview
from arbitro.web.desk.views.papers import everything, paper, papers, preview
from arbitro.web.desk.views.rounds import board, change, correct, offline, pair, round, worker

__all__ = [
    "advice", "apart", "backup", "board", "change", "check_in", "correct", "do", "everything", "format_fields",
    "home", "import_players", "incidents", "journal", "new", "norms", "officials", "offline", "overview", "pair",
    "paper", "papers", "player", "players", "preview", "prizes", "redo", "register_search", "round", "settings",
    "standings", "teams", "trf", "undo", "users", "worker",
]  # fmt: skip
