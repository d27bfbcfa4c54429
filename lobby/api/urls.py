"""Addresses of the interface for programs, all below /api/."""

from django.urls import path, re_path

from lobby.api import pages
from lobby.api.views import account, documents, games, matches, play, tables

urlpatterns = [
    path("", pages.documentation, name="api_documentation"),
    path("guide/<slug:name>/", pages.guide, name="api_guide"),
    path("schema/", documents.SchemaView.as_view(), name="api_schema"),
    path("protocol/", documents.ProtocolView.as_view(), name="api_protocol"),
    path("account/", account.AccountView.as_view()),
    path("account/tokens/", account.TokensView.as_view()),
    path("account/tokens/<int:token_id>/", account.TokenView.as_view()),
    path("games/", games.GamesView.as_view()),
    path("games/<slug:game_id>/", games.GameView.as_view()),
    path("games/<slug:game_id>/rules/", games.RulesView.as_view()),
    path("tables/", tables.TablesView.as_view()),
    path("tables/quick/", tables.QuickMatchView.as_view()),
    path("tables/<slug:match_id>/", tables.TableView.as_view()),
    path("tables/<slug:match_id>/join/", tables.JoinView.as_view()),
    path("tables/<slug:match_id>/leave/", tables.LeaveView.as_view()),
    path("tables/<slug:match_id>/ready/", tables.TableReadyView.as_view()),
    path("tables/<slug:match_id>/kick/", tables.KickView.as_view()),
    path("tables/<slug:match_id>/bot/", tables.BotView.as_view()),
    path("tables/<slug:match_id>/unbot/", tables.UnbotView.as_view()),
    path("tables/<slug:match_id>/program/", tables.ProgramView.as_view()),
    path("tables/<slug:match_id>/start/", tables.StartView.as_view()),
    path("matches/", matches.MatchesView.as_view()),
    path("matches/<slug:match_id>/", matches.MatchView.as_view()),
    path("matches/<slug:match_id>/view/", matches.PositionView.as_view()),
    path("matches/<slug:match_id>/frames/", matches.FramesView.as_view()),
    path("matches/<slug:match_id>/events/", matches.EventsView.as_view()),
    path("matches/<slug:match_id>/replay/", matches.ReplayView.as_view()),
    path("matches/<slug:match_id>/orders/", play.OrdersView.as_view()),
    path("matches/<slug:match_id>/ready/", play.ReadyView.as_view()),
    path("matches/<slug:match_id>/forecast/", play.ForecastView.as_view()),
    path("matches/<slug:match_id>/resign/", play.ResignView.as_view()),
    path("matches/<slug:match_id>/vote/", play.VoteView.as_view()),
    path("matches/<slug:match_id>/return/", play.ReturnView.as_view()),
    path("matches/<slug:match_id>/watchable/", play.WatchableView.as_view()),
    path("matches/<slug:match_id>/preferences/", play.PreferencesView.as_view()),
    path("matches/<slug:match_id>/talk/", play.TalkView.as_view()),
    path("matches/<slug:match_id>/rematch/", play.RematchView.as_view()),
    re_path("", documents.NothingHere.as_view()),
]
