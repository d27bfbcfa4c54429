"""Addresses of the pages about people."""

from django.urls import path

from lobby.people import portrait_pages, report_views, search_pages, views

urlpatterns = [
    path("players/", search_pages.players, name="players"),
    path("faces/<str:code>.svg", portrait_pages.face, name="face"),
    path("account/profile/", portrait_pages.portrait_page, name="account_portrait"),
    path("people/", views.people, name="people"),
    path("people/<str:slug>/", views.person, name="person"),
    path("people/<str:slug>/report/", report_views.report_person, name="report_person"),
    path("people/<str:slug>/<slug:action>/", views.act, name="person_act"),
    path("matches/<slug:match_id>/seats/<int:number>/", views.seat_person, name="seat_person"),
    path("builds/<slug:code>/report/", report_views.report_build, name="report_build"),
    path("matches/<slug:match_id>/report/", report_views.report_line, name="report_line"),
    path("account/data/", views.data, name="account_data"),
    path("account/close/", views.close, name="account_close"),
    path("account/data.json", views.data_file, name="account_data_file"),
    path("account/matches.jsonl", views.matches_file, name="account_matches_file"),
]
