"""Pages and forms about one's own account: guest, log in, sign up, name and preferences."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import activate, get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from lobby.accounts import invitations, services, switches
from lobby.accounts.adapter import remember_language
from lobby.accounts.forms import GuestForm, NameForm, PreferencesForm
from lobby.accounts.models import User
from lobby.platform.http import site_address

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


def next_url(request: HttpRequest, otherwise: str) -> str:
    """The address in `next`, if it leads to a page of this site; else `otherwise`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    # A whole address has no place here, and `redirect` would read a value without a leading slash as the name of a view.
    if (
        wanted.startswith("/")
        and site_address.is_below_root(wanted)
        and url_has_allowed_host_and_scheme(
            wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    ):
        return wanted
    return otherwise


def become_guest(request: HttpRequest, name: str) -> HttpResponse | None:
    """Create a guest and log them in. Returns a response instead if this address has created too many, or staff have switched guests off."""
    if switches.is_off(switches.GUESTS):
        messages.error(request, _("Nobody plays as a guest for now. Log in, or sign up."))
        return redirect("account_login")
    refused = ratelimit.consume_or_429(request, action="guest")
    if refused:
        return refused
    user = services.create_guest(name=name, language=get_language() or "")
    login(request, user, backend=MODEL_BACKEND)
    return None


@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Play as a guest with a chosen name."""
    if request.user.is_authenticated:
        return redirect(next_url(request, settings.LOGIN_REDIRECT_URL))
    form = GuestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        refused = become_guest(request, form.cleaned_data["name"])
        return refused or redirect(next_url(request, settings.LOGIN_REDIRECT_URL))
    status = 400 if form.is_bound else 200
    return render(request, "accounts/guest.html", {"form": form, "next": next_url(request, "")}, status=status)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the site for this browser and person."""
    response = redirect(next_url(request, settings.ROOT))
    chosen = request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES):
        remember_language(response, chosen)
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=chosen)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """The form for the name, and links to all other pages of the account."""
    user = person_of(request)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": user.name})
    if request.method == "POST" and form.is_valid():
        try:
            services.change_name(user=user, name=form.cleaned_data["name"])
        except ValidationError as error:
            form.add_error("name", error)
        else:
            messages.success(request, _("Saved."))
            return redirect("account")
    context = {"form": form, "unconfirmed": _unconfirmed(user)}
    return render(request, "accounts/account.html", context, status=400 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """How the site looks, sounds and speaks to this person."""
    user = person_of(request)
    # The form works on its own copy, so that the page header does not show refused values.
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        services.change_preferences(user=user, **form.cleaned_data)
        activate(user.language or settings.LANGUAGE_CODE)
        response = redirect("account_preferences")
        remember_language(response, user.language)
        messages.success(request, _("Saved."))
        return response
    return render(request, "accounts/preferences.html", {"form": form}, status=400 if form.is_bound else 200)


@login_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set the colour scheme from the switch at the top of every page."""
    try:
        services.change_preferences(user=person_of(request), theme=request.POST.get("theme", ""))
    except ValidationError:
        return HttpResponse(status=400)
    return HttpResponse(status=204)


@login_required
@require_POST
def sounds(request: HttpRequest) -> HttpResponse:
    """Set sounds and their volume in percent from the switch beside every board."""
    volume = request.POST.get("volume", "")
    try:
        services.change_preferences(user=person_of(request), sounds="sounds" in request.POST, volume=volume)
    except ValidationError:
        return HttpResponse(status=400)
    return HttpResponse(status=204)


def person_of(request: HttpRequest) -> User:
    """The user of a request to a page that requires log-in."""
    assert isinstance(request.user, User)
    return request.user


def _unconfirmed(user: User) -> str:
    """The person's e-mail address that is not confirmed yet, or ""."""
    waiting = EmailAddress.objects.filter(user=user, verified=False).first()
    return waiting.email if waiting else ""


class GuestsEnter:
    """Lets guests log in or sign up, and redirects people who are logged in already."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(next_url(request, settings.LOGIN_REDIRECT_URL))
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


class LoginView(GuestsEnter, allauth_views.LoginView):
    """Log in."""


class InvitedEnter:
    """Lets holders of an invitation code sign up however many have done so from their address. Wrong codes are counted, and soon none is tried."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        typed = request.POST.get("invitation", "").strip()
        if not typed:
            return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if not ratelimit.consume(request, action="invitation", dry_run=True):
            return ratelimit.respond_429(request)
        found = invitations.find(typed)
        if found is None:
            ratelimit.consume(request, action="invitation")
            return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        refused = ratelimit.consume_or_429(request, action="invited", key=str(found.pk))
        # allauth counts by address in its own `dispatch`, which is passed over.
        return refused or super(allauth_views.SignupView, self).dispatch(request, *args, **kwargs)  # type: ignore[misc]


@method_decorator([sensitive_post_parameters("password1", "password2"), never_cache], name="dispatch")
class SignupView(GuestsEnter, InvitedEnter, allauth_views.SignupView):
    """Sign up. A guest keeps their row and matches."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Show an error at the field if somebody else took the name, or the last place of an invitation, at the same moment."""
        invitation = form.cleaned_data["invitation"]
        try:
            with transaction.atomic():
                if invitation is not None and not invitations.take(invitation):
                    form.add_error("invitation", _("This invitation has been used up."))
                    used_up: HttpResponse = self.form_invalid(form)
                    return used_up
                answer: HttpResponse = super().form_valid(form)
                return answer
        except IntegrityError:
            form.full_clean()
            if form.is_valid():
                form.add_error(None, _("Somebody has signed up at the same moment. Please try again."))
            refused: HttpResponse = self.form_invalid(form)
            return refused

    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        if self.request.user.is_authenticated:
            initial["name"] = self.request.user.name
        initial["invitation"] = self.request.GET.get("invitation", "")[: invitations.LONGEST_TYPED]
        return initial
