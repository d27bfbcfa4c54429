"""How does allauth deal with guests and with those who may not come in? Signing up turns the guest of the session into an account: the
same row, every match kept. Whoever is suspended is told why instead of being logged in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import activate, get_language

from lobby.accounts import gate
from lobby.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter, knowing guests, names, languages and suspensions."""

    def new_user(self, request: HttpRequest) -> User:
        """The guest who is signing up, or somebody new."""
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Fill in what the sign-up form says, and its language; whoever has signed up is no guest."""
        user.is_guest = False
        user.language = user.language or get_language() or ""
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Refuse whoever is suspended; they have just shown that they may be told why."""
        if user.is_suspended:
            return gate.suspended(request, user)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Go on in the person's own language."""
        if user.language:
            activate(user.language)
        response = super().post_login(request, user, **kwargs)
        if user.language:
            remember_language(response, user.language)
        return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the cookie that says in which language to answer; "" removes it."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite=settings.LANGUAGE_COOKIE_SAMESITE)  # type: ignore[arg-type]
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
    )
