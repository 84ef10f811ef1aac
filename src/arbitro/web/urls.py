"""The addresses of the site.

/                        what is on                        public
/e/EVENT/TOURNAMENT/…    the public pages of a tournament  public
/screen/…, /wall/…       the hall's screens                public
/api/…                   JSON                              public
/me/…, /captain/…        a player's, a captain's own page  public, by secret
/desk/…                  the arbiter's pages               desk
/accounts/…              log in, log out, invitations      desk
"""

from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from arbitro.web.desk import accounts
from arbitro.web.later import Later, Views

manual = Views("arbitro.web.manual")
public = Views("arbitro.web.public.views")
entry = Views("arbitro.web.public.entry")
feeds = Views("arbitro.web.public.feeds")
follow = Views("arbitro.web.public.follow")
game_stream = Views("arbitro.web.public.game_stream")
games = Views("arbitro.web.public.games")
laws = Views("arbitro.web.public.laws")
meetings = Views("arbitro.web.public.meetings")
mine = Views("arbitro.web.public.mine")
tables = Views("arbitro.web.public.tables")
training = Views("arbitro.web.public.training")
viewer = Views("arbitro.web.public.viewer")
widget = Views("arbitro.web.public.widget")
walls = Views("arbitro.web.public.screens")
views = Views("arbitro.web.desk.views")
applications = Views("arbitro.web.desk.applications")
links = Views("arbitro.web.desk.links")
tokens = Views("arbitro.web.desk.tokens")
series = Views("arbitro.web.desk.series")
webhooks = Views("arbitro.web.desk.webhooks")
grand_prix = Views("arbitro.web.public.series")
desk_screens = Views("arbitro.web.desk.views.screens")
desk_games = Views("arbitro.web.desk.views.games")
captains = Views("arbitro.web.desk.views.captains")
events = Views("arbitro.web.desk.views.events")
game_checks = Views("arbitro.web.desk.views.game_checks")
hall = Views("arbitro.web.desk.views.hall")
hall_day = Views("arbitro.web.desk.views.hall_day")
lists = Views("arbitro.web.desk.views.lists")
scoresheet = Views("arbitro.web.desk.views.scoresheet")
shadow = Views("arbitro.web.desk.views.shadow")
ties = Views("arbitro.web.desk.views.ties")

tournament = [
    path("", public.section, name="section"),
    path("players", public.players, name="players"),
    path("round/<int:number>", public.round, name="round"),
    path("round/<int:number>/boards", viewer.boards, name="boards"),
    path("round/<int:number>/board/<int:board>", viewer.game, name="game"),
    path("round/<int:number>/board/<int:board>.pgn", viewer.pgn, name="game-pgn"),
    path("games", viewer.latest, name="games"),
    path("standings", tables.standings, name="standings"),
    path("standings/<int:player>", tables.sums, name="sums"),
    path("table", tables.crosstable, name="crosstable"),
    path("enter", entry.entry, name="enter"),
    path("player/<int:number>", public.player, name="player"),
    path("player/<int:number>/why/<int:round>", public.why, name="why"),
    path("player/<int:number>/follow", follow.follow, name="follow"),
    path("player/<int:number>/app.json", follow.manifest, name="player-app"),
    path("teams", tables.teams, name="teams"),
    path("teams/<int:number>", meetings.team, name="team"),
    path("versus", meetings.versus, name="versus"),
    path("picture.png", feeds.picture, name="picture"),
    path("statistics", public.statistics, name="statistics"),
    path("stream", public.may_listen, name="stream"),
    path("calendar.ics", feeds.calendar, name="calendar"),
    path("feed.atom", feeds.atom, name="feed"),
    path("report.trf", feeds.trf, name="trf"),
    path("games.pgn", games.pgn, name="pgn"),
    path("round/<int:number>.pgn", games.round_pgn, name="round-pgn"),
    path("round/<int:number>/games.ndjson", game_stream.stream, name="round-games-stream"),
    path("player/<int:number>.pgn", games.player_pgn, name="player-pgn"),
    path("qr.svg", feeds.qr, name="qr"),
    path("widget/<slug:what>", widget.widget, name="widget"),
]
screens = [
    path("pairings", walls.pairings, name="screen-pairings"),
    path("standings", walls.standings, name="screen-standings"),
    path("clock", walls.clock, name="screen-clock"),
]
desk = [
    path("", views.overview, name="desk-section"),
    path("do/<slug:command>", views.do, name="desk-do"),
    path("undo", views.undo, name="desk-undo"),
    path("redo", views.redo, name="desk-redo"),
    path("players", views.players, name="desk-players"),
    path("players/<int:id>", views.player, name="desk-player"),
    path("import", views.import_players, name="desk-import"),
    path("check-in", views.check_in, name="desk-check-in"),
    path("links", links.personal_links, name="desk-links"),
    path("entries", applications.entries, name="desk-entries"),
    path("ratings", lists.ratings, name="desk-ratings"),
    path("ratings/update", lists.update_ratings, name="desk-update-ratings"),
    path("ratings/lists", lists.choose_lists, name="desk-choose-lists"),
    path("apart", views.apart, name="desk-apart"),
    path("teams", views.teams, name="desk-teams"),
    path("stages", events.stages, name="desk-stages"),
    path("pair", views.pair, name="desk-pair"),
    path("round/<int:number>", views.round, name="desk-round"),
    path("round/<int:number>/board", views.board, name="desk-board"),
    path("round/<int:number>/change", views.change, name="desk-change"),
    path("round/<int:number>/correct/<int:board>", views.correct, name="desk-correct"),
    path("hall", hall.hall_now, name="desk-hall-now"),
    path("hall/board/<int:board>", hall.hall_now, name="desk-table"),
    path("hall/<int:number>", hall.hall_round, name="desk-hall"),
    path("hall/<int:number>/<int:board>", hall.hall_round, name="desk-hall-board"),
    path("hall/<int:number>/table", hall.hall_table, name="desk-hall-table"),
    path("hall/<int:number>/games", hall.hall_games, name="desk-hall-games"),
    path("hall/<int:number>/apply", hall.hall_apply, name="desk-hall-apply"),
    path("hall/<int:number>/ask", hall.hall_ask, name="desk-hall-ask"),
    path("hall/<int:number>/note", hall.hall_note, name="desk-hall-note"),
    path("hall/<int:number>/absent", hall_day.absent, name="desk-hall-absent"),
    path("hall/<int:number>/clocks", hall_day.clocks, name="desk-hall-clocks"),
    path("hall/<int:number>/<int:board>/<slug:procedure>", hall_day.at_a_board, name="desk-hall-procedure"),
    path("hall/<int:number>/fair-play", hall_day.fair_play, name="desk-hall-fair-play"),
    path("hall/appeals", hall_day.appeals, name="desk-appeals"),
    path("hall/chess960", hall_day.chess960, name="desk-chess960"),
    path("screens", desk_screens.screens, name="desk-screens"),
    path("games/", desk_games.overview, name="desk-games"),
    path("games/note", desk_games.note, name="desk-games-note"),
    path("games/upload", desk_games.upload, name="desk-games-upload"),
    path("games/place", desk_games.place, name="desk-games-place"),
    path("games/choose", desk_games.choose, name="desk-games-choose"),
    path("games/check/<int:number>", game_checks.check, name="desk-games-check"),
    path("games/screen/<int:number>", game_checks.screen, name="desk-games-screen"),
    path("games/<int:number>/<int:board>", scoresheet.scoresheet, name="desk-scoresheet"),
    path("games/<int:number>/<int:board>/read", scoresheet.read, name="desk-read-sheet"),
    path("standings", views.standings, name="desk-standings"),
    path("standings/<int:number>", views.sums, name="desk-sums"),
    path("table", views.crosstable, name="desk-crosstable"),
    path("player/<int:number>", views.numbered, name="desk-numbered"),
    path("shadow", shadow.shadow, name="desk-shadow"),
    path("standings/ties", ties.ties, name="desk-ties"),
    path("norms", views.norms, name="desk-norms"),
    path("prizes", views.prizes, name="desk-prizes"),
    path("incidents", views.incidents, name="desk-incidents"),
    path("officials", views.officials, name="desk-officials"),
    path("papers", views.papers, name="desk-papers"),
    path("papers/everything", views.everything, name="desk-everything"),
    path("papers/website", views.website, name="desk-website"),
    path("papers/<slug:paper>", views.paper, name="desk-paper"),
    path("papers/<slug:paper>/picture", views.preview, name="desk-paper-picture"),
    path("journal", views.journal, name="desk-journal"),
    path("settings", views.settings, name="desk-settings"),
    path("trf", views.trf, name="desk-trf"),
]
urlpatterns = [
    path("", public.home, name="home"),
    path("language", set_language, name="set_language"),
    path("in", csrf_exempt(set_language), name="choose-language"),  # a preference, kept in a cookie; no token needed
    path("exam", training.exam, name="exam"),
    path("laws/", laws.index, name="laws"),
    path("laws/<path:number>", laws.article, name="article"),
    path("help/", manual.start, name="help-start"),
    path("help/search", manual.search, name="help-search"),
    path("help/img/<path:path>", manual.picture, name="help-picture"),
    path("help/<path:name>", manual.chapter, name="help"),
    path("api/docs", public.api_reference, name="api-docs"),
    Later("api/", "arbitro.web.public.api_games", "api"),
    path("e/<slug:event>/", public.event, name="event"),
    path("e/<slug:event>/<slug:section>/", include(tournament)),
    path("screen/<slug:event>/<slug:section>/", include(screens)),
    path("series/<slug:slug>", grand_prix.table, name="series"),
    path("wall", walls.new_wall, name="new-wall"),
    path("wall/<slug:code>", walls.wall, name="wall"),
    path("wall/<slug:code>/now", walls.wall_now, name="wall-now"),
    path("captain/<str:secret>", captains.captain, name="captain"),
    path("me/<str:secret>", mine.mine, name="mine"),
    path("me/<str:secret>/app.json", mine.app, name="mine-app"),
    path("worker.js", follow.worker, name="worker"),
    path("accounts/login", accounts.login, name="login"),
    path("accounts/logout", LogoutView.as_view(), name="logout"),
    path("accounts/new", accounts.new, name="account-new"),
    path("accounts/me", accounts.mine, name="account"),
    path("accounts/password/<str:secret>", accounts.new_password, name="new-password"),
    path("accounts/invitation/<str:secret>", accounts.invitation, name="invitation"),
    path("desk/", views.home, name="desk"),
    path("desk/worker.js", views.worker, name="desk-worker"),
    path("desk/offline", views.offline, name="desk-offline"),
    path("desk/new", views.new, name="desk-new"),
    path("desk/new/advice", views.advice, name="desk-advice"),
    path("desk/bring-in", events.bring_in, name="desk-bring-in"),
    path("desk/new/format", views.format_fields, name="desk-format"),
    path("desk/register", views.register_search, name="desk-register"),
    path("desk/lists", lists.lists, name="desk-lists"),
    path("desk/<slug:event>/users", views.users, name="desk-users"),
    path("desk/<slug:event>/series", series.series, name="desk-series"),
    path("desk/<slug:event>/tokens", tokens.tokens, name="desk-tokens"),
    path("desk/<slug:event>/webhooks", webhooks.webhooks, name="desk-webhooks"),
    path("desk/<slug:event>/add", views.new, name="desk-add"),
    path("desk/<slug:event>/remove", events.remove, name="desk-remove"),
    path("desk/<slug:event>/backup", views.backup, name="desk-backup"),
    path("desk/<slug:event>/<slug:section>/", include(desk)),
]
handler500 = "arbitro.web.middleware.broken"
