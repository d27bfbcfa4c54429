"""Addresses of the pages about oneself. Those here come before allauth's of the same name."""

from allauth.account import views as allauth_views
from django.urls import path

from lobby.accounts import views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("language/", views.language, name="language"),
    path("account/", views.account, name="account"),
    path("account/close/", views.close, name="account_close"),
    path("accounts/login/", views.LoginView.as_view(), name="account_login"),
    path("accounts/signup/", views.SignupView.as_view(), name="account_signup"),
    path("accounts/email/", views.for_accounts(allauth_views.email), name="account_email"),
    path(
        "accounts/password/change/", views.for_accounts(allauth_views.password_change), name="account_change_password"
    ),
    path("accounts/password/set/", views.for_accounts(allauth_views.password_set), name="account_set_password"),
]
