"""The pages of a guest's way back: make a code, see it once, end it; come back with it."""

from typing import Any

from allauth.core import ratelimit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import activate, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from lobby.accounts import ways_back
from lobby.accounts.adapter import remember_language
from lobby.accounts.views import MODEL_BACKEND, person_of
from lobby.platform.http import site_address

LONGEST = 400
"""Characters of a code, or of the whole address that ends with it."""


class ComeBackForm(forms.Form):
    """With which code somebody comes back."""

    code = forms.CharField(
        label=_("Code or private address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


@login_required
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def way_back(request: HttpRequest) -> HttpResponse:
    """Make a code, or end it. The answer to that form is the only page that ever shows the code."""
    user = person_of(request)
    if not user.is_guest:
        messages.info(request, gettext("You have an account: log in with it on any device."))
        return redirect("account")
    shown: dict[str, Any] = {}
    if request.method == "POST":
        refused = ratelimit.consume_or_429(request, action="way_back_made")
        if refused:
            return refused
        if request.POST.get("act") == "end":
            if ways_back.end(user):
                update_session_auth_hash(request, user)
                messages.success(request, gettext("The code has ended, and every other device is logged out."))
            return redirect("account_way_back")
        code = ways_back.make(user)
        update_session_auth_hash(request, user)
        address = site_address.absolute(request, reverse("guest_back"))
        # What stands behind the number sign is sent to no server, and so into no log.
        shown = {"code": code, "address": f"{address}#{code}"}
    return render(request, "accounts/way_back.html", {"way": ways_back.of(user), **shown})


@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HttpRequest) -> HttpResponse:
    """Log in to a guest with the code."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect(settings.LOGIN_REDIRECT_URL)
    form = ComeBackForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        refused = ratelimit.consume_or_429(request, action="way_back")
        if refused:
            return refused
        user = ways_back.come_back(form.cleaned_data["code"]) if form.is_valid() else None
        if user is not None:
            login(request, user, backend=MODEL_BACKEND)
            response = redirect("my_matches")
            if user.language:
                activate(user.language)
                remember_language(response, user.language)
            messages.success(request, gettext("Welcome back, %(name)s.") % {"name": user.name})
            return response
        if form.is_valid():
            form.add_error("code", gettext("No guest has this code. It may have ended, or the guest was deleted."))
    return render(request, "accounts/come_back.html", {"form": form}, status=400 if form.is_bound else 200)
