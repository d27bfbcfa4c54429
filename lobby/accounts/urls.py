"""Addresses of the pages about one's own account. They come before allauth's pages of the same name."""

from django.urls import path

from lobby.accounts import sessions, views, way_back_pages

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("guest/back/", way_back_pages.come_back, name="guest_back"),
    path("language/", views.language, name="language"),
    path("account/", views.account, name="account"),
    path("account/theme/", views.theme, name="account_theme"),
    path("account/sounds/", views.sounds, name="account_sounds"),
    path("account/preferences/", views.preferences, name="account_preferences"),
    path("account/way-back/", way_back_pages.way_back, name="account_way_back"),
    path("accounts/login/", views.LoginView.as_view(), name="account_login"),
    path("accounts/signup/", views.SignupView.as_view(), name="account_signup"),
    path("accounts/sessions/", sessions.sessions, name="usersessions_list"),
]
