"""The public addresses."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from arbitro.web.public import feeds, live, reference, screens, tables, training, views
from arbitro.web.public.api import api

T = "e/<slug:event>/<slug:section>/"
urlpatterns = [
    path("", views.home, name="home"),
    path("api/docs", reference.reference, name="api-docs"),
    path("api/", api.urls),
    path("exam", training.exam, name="exam"),
    path("in", csrf_exempt(set_language), name="choose-language"),  # a preference, kept in a cookie; no token needed
    path("e/<slug:event>/", views.event, name="event"),
    path(T, views.section, name="section"),
    path(T + "players", views.players, name="players"),
    path(T + "round/<int:number>", views.round, name="round"),
    path(T + "standings", tables.standings, name="standings"),
    path(T + "standings/<int:player>", tables.sums, name="sums"),
    path(T + "table", tables.crosstable, name="crosstable"),
    path(T + "player/<int:number>", views.player, name="player"),
    path(T + "player/<int:number>/why/<int:round>", views.why, name="why"),
    path(T + "teams", tables.teams, name="teams"),
    path(T + "statistics", views.statistics, name="statistics"),
    path(T + "stream", live.stream, name="stream"),
    path(T + "calendar.ics", feeds.calendar, name="calendar"),
    path(T + "feed.atom", feeds.atom, name="feed"),
    path(T + "report.trf", feeds.trf, name="trf"),
    path(T + "games.pgn", feeds.pgn, name="pgn"),
    path(T + "qr.svg", feeds.qr, name="qr"),
    path("screen/<slug:event>/<slug:section>/pairings", screens.pairings, name="screen-pairings"),
    path("screen/<slug:event>/<slug:section>/standings", screens.standings, name="screen-standings"),
    path("screen/<slug:event>/<slug:section>/clock", screens.clock, name="screen-clock"),
]
