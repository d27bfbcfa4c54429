"""How does allauth treat guests and suspended people? Signing up turns the guest of the session into an account: the row stays the same
and keeps every match. A suspended person is told why instead of being logged in. No request waits for a mail server."""

from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import activate, get_language
from django.utils.translation import gettext as _

from lobby.accounts import gate, invitations, known_devices, switches, ways_back
from lobby.accounts.backends import account_of
from lobby.accounts.models import User
from lobby.platform.http import addresses, site_address


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter, extended by guests, names, languages and suspensions."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address by which allauth limits requests, and which it notes for a session."""
        return addresses.of_request(request)

    def is_safe_url(self, url: str) -> bool:
        """As allauth, but to no other site of the same host."""
        return bool(super().is_safe_url(url)) and site_address.is_below_root(url)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """False while staff have switched it off."""
        return not switches.is_off(switches.SIGN_UP)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put an e-mail from Fogbound into the outbox, in the transaction of what it tells: it goes out when that is committed."""
        given = self.request.build_absolute_uri("/")
        told = {
            # allauth builds every link from the Host header alone.
            name: site_address.absolute(self.request, f"/{value.removeprefix(given)}")
            if isinstance(value, str) and value.startswith(given)
            else value
            for name, value in context.items()
        }
        told["current_site"] = SimpleNamespace(name="Fogbound", domain=site_address.host(self.request))
        super().send_mail(template_prefix, email, told)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What wrong passwords are counted by: the account, under whatever name, or a text that belongs to none. A known device has its own count."""
        user = account_of(**credentials)
        if user is None:
            text = credentials.get("email") or credentials.get("username") or ""
            return f"text:{text.lower()}"
        return f"account:{user.pk}:{known_devices.known(request, user)}"

    def reauthenticate(self, user: User, password: str) -> bool:
        """As allauth, but for the name alone: somebody else may have confirmed the person's address."""
        found = self.authenticate(self.request, username=user.username, password=password)
        return found is not None and found.pk == user.pk

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """As allauth, but no name looks like an address: somebody may log in with that."""
        cleaned: str = super().clean_username(username, shallow)
        if "@" in cleaned:
            raise ValidationError(_("The username cannot contain @."), code="invalid")
        return cleaned

    def new_user(self, request: HttpRequest) -> User:
        """The guest of the session who signs up, or a new user."""
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Store the values of the sign-up form and its language. The user is no longer a guest."""
        user.is_guest = False
        user.language = user.language or get_language() or ""
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, commit)
        if commit:
            # An account has a password and second factors; a code must not lead past them.
            ways_back.forget(saved)
            invitation = form.cleaned_data.get("invitation")
            if invitation is not None:
                invitations.note(invitation, saved)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Refuse a suspended person and say why. They gave the right password, so they may know."""
        if user.is_suspended:
            return gate.suspended(request, user)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Continue in the person's language."""
        if user.language:
            activate(user.language)
        response = super().post_login(request, user, **kwargs)
        if user.language:
            remember_language(response, user.language)
        return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the language cookie, or remove it for ""."""
    if not language:
        response.delete_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            path=settings.LANGUAGE_COOKIE_PATH,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
        )
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
    )
