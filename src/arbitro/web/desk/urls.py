"""The arbiter's addresses."""

from django.urls import path

from arbitro.web.desk import views

T = "<slug:event>/<slug:section>/"
urlpatterns = [
    path("", views.home, name="desk"),
    path("new", views.new, name="desk-new"),
    path("new/advice", views.advice, name="desk-advice"),
    path("register", views.register_search, name="desk-register"),
    path("<slug:event>/users", views.users, name="desk-users"),
    path("<slug:event>/add", views.new, name="desk-add"),
    path("<slug:event>/backup", views.backup, name="desk-backup"),
    path(T, views.overview, name="desk-section"),
    path(T + "do/<slug:command>", views.do, name="desk-do"),
    path(T + "undo", views.undo, name="desk-undo"),
    path(T + "redo", views.redo, name="desk-redo"),
    path(T + "players", views.players, name="desk-players"),
    path(T + "players/<int:id>", views.player, name="desk-player"),
    path(T + "import", views.import_players, name="desk-import"),
    path(T + "check-in", views.check_in, name="desk-check-in"),
    path(T + "apart", views.apart, name="desk-apart"),
    path(T + "teams", views.teams, name="desk-teams"),
    path(T + "pair", views.pair, name="desk-pair"),
    path(T + "round/<int:number>", views.round, name="desk-round"),
    path(T + "round/<int:number>/board/<int:board>", views.board, name="desk-board"),
    path(T + "round/<int:number>/correct/<int:board>", views.correct, name="desk-correct"),
    path(T + "norms", views.norms, name="desk-norms"),
    path(T + "prizes", views.prizes, name="desk-prizes"),
    path(T + "incidents", views.incidents, name="desk-incidents"),
    path(T + "officials", views.officials, name="desk-officials"),
    path(T + "papers", views.papers, name="desk-papers"),
    path(T + "papers/<slug:paper>", views.paper, name="desk-paper"),
    path(T + "journal", views.journal, name="desk-journal"),
    path(T + "settings", views.settings, name="desk-settings"),
    path(T + "trf", views.trf, name="desk-trf"),
]
