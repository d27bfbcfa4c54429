"""How does allauth deal with guests and with those who may not come in? Signing up turns the guest of the session into an account: the
same row, every match kept. Whoever is suspended is told why instead of being logged in. Nobody's work is lost, and nobody else waits,
because a mail server does not answer."""

import logging
from functools import partial
from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.sites.shortcuts import get_current_site
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import activate, get_language
from django.utils.translation import gettext as _

from lobby.accounts import gate
from lobby.accounts.models import User

log = logging.getLogger("fogbound.letters")

WAITED_FOR = frozenset({"account/email/password_reset_key", "account/email/unknown_account"})
"""Letters without which nothing has been done."""
_IS_SENT = "account/messages/email_confirmation_sent.txt"
_LOST = "fogbound.letter_lost"


class LetterNotSent(Exception):
    """A letter that somebody waits for was not sent."""


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter, knowing guests, names, languages and suspensions."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter in the name of Fogbound, after the commit: a transaction that waits for a mail server would hold up the whole site.

        One that the mail server does not take undoes nothing; the person is told. Raises LetterNotSent for those of `WAITED_FOR`.
        """
        site = SimpleNamespace(name="Fogbound", domain=get_current_site(self.request).domain)
        transaction.on_commit(partial(self._send, template_prefix, email, {**context, "current_site": site}))

    def _send(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:
            # Kind and code alone: what the mail server says may repeat the address.
            code = getattr(error, "smtp_code", error.errno)
            log.error("%s was not sent: %s %s", template_prefix, type(error).__name__, "" if code is None else code)
            if template_prefix in WAITED_FOR:
                raise LetterNotSent from error
            self.request.META[_LOST] = True
            told = _("The letter to %(email)s could not be sent. Check the address, or try again later.")
            messages.error(self.request, told % {"email": email})

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        """As allauth does; that a letter is on its way is said when it is."""
        say = partial(super().add_message, request, level, message_template, *args, **kwargs)
        if message_template == _IS_SENT:
            transaction.on_commit(lambda: None if _LOST in request.META else say())
        else:
            say()

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
