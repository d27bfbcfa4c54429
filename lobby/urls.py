"""Addresses of the pages."""

from django.urls import include, path

from lobby.accounts import token_pages
from lobby.bots import views as program_views
from lobby.builds import views as build_views
from lobby.lessons import views as lesson_views
from lobby.matches import game_views, lobby_views, queue_views, text_views, views

urlpatterns = [
    path("", lobby_views.landing, name="landing"),
    path("play/", lobby_views.play, name="play"),
    path("lobby/", lobby_views.lobby, name="lobby"),
    path("quick/", queue_views.page, name="quick"),
    path("quick/enter/", queue_views.enter, name="quick_enter"),
    path("quick/leave/", queue_views.leave, name="quick_leave"),
    path("tables/new/<slug:game_id>/", lobby_views.new_table, name="new_table"),
    path("tables/<slug:match_id>/", lobby_views.table, name="table"),
    path("tables/<slug:match_id>/<slug:action>/", lobby_views.table_action, name="table_action"),
    path("matches/", lobby_views.my_matches, name="my_matches"),
    path("matches/<slug:match_id>/", views.match_page, name="match"),
    path("matches/<slug:match_id>/replay/", views.replay_page, name="replay"),
    path("matches/<slug:match_id>/replay.json", views.download, name="replay_download"),
    path("matches/<slug:match_id>/talk/", views.talk_page, name="talk"),
    path("matches/<slug:match_id>/notes/", views.notes_page, name="notes"),
    path("matches/<slug:match_id>/frames/", views.frames, name="frames"),
    path("matches/<slug:match_id>/run/", views.run, name="run"),
    path("matches/<slug:match_id>/console/", program_views.console_page, name="console"),
    path("programs/", program_views.program_list, name="programs"),
    path("programs/new/<slug:game_id>/", program_views.new_program, name="new_program"),
    path("programs/check/<slug:game_id>/", program_views.check_text, name="check_program"),
    path("programs/trial/<slug:game_id>/", program_views.try_text, name="try_program"),
    path("programs/<int:program_id>/", program_views.program_page, name="program"),
    path("programs/<int:program_id>/remove/", program_views.remove_program, name="remove_program"),
    path("lessons/", lesson_views.index, name="lessons_index"),
    path("games/<slug:game_id>/lessons/", lesson_views.game_lessons, name="lessons"),
    path("games/<slug:game_id>/lessons/<slug:lesson_id>/", lesson_views.enter, name="lesson_enter"),
    path("matches/<slug:match_id>/lesson/", lesson_views.lesson_match, name="lesson_match"),
    path("matches/<slug:match_id>/lesson/verdict/", lesson_views.verdict, name="lesson_verdict"),
    path("games/", game_views.games_page, name="games"),
    path("games/<slug:game_id>/", game_views.game_page, name="game"),
    path("games/<slug:game_id>/<slug:word>/", build_views.room, name="workshop"),
    path("games/<slug:game_id>/<slug:word>/keep/", build_views.keep, name="workshop_keep"),
    path("games/<slug:game_id>/<slug:word>/<int:build_id>/<slug:action>/", build_views.act, name="workshop_act"),
    path("games/<slug:game_id>/<slug:word>/<slug:code>/", build_views.shared, name="workshop_shared"),
    path("demo/<slug:game_id>.json", views.demo_frames, name="demo"),
    path("rules/", game_views.rules_index, name="rules_index"),
    path("rules/<slug:game_id>/", game_views.short_rules, name="rules"),
    path("rules/<slug:game_id>/full/", text_views.rules_page, name="full_rules"),
    path("rules/pictures/<str:name>", text_views.rules_picture, name="rules_picture"),
    path("account/tokens/", token_pages.token_list, name="account_tokens"),
    path("account/tokens/<int:token_id>/revoke/", token_pages.revoke, name="revoke_token"),
    path("i18n/catalog.json", text_views.catalog, name="catalog"),
    path("", include("lobby.accounts.urls")),
    path("", include("lobby.people.urls")),
    path("", include("lobby.operations.urls")),
]
