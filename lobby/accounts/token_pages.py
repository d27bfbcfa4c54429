"""The page of a member's tokens: make one, see it once, revoke it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from lobby.accounts import tokens
from lobby.accounts.models import User
from lobby.accounts.tokens import LONGEST_NAME, Scope


class NewTokenForm(forms.Form):
    """What a token is called and may do."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("What will use it, so that you know which one to revoke.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )


@login_required
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def token_list(request: HttpRequest) -> HttpResponse:
    """All tokens, and the form of a new one; the answer to that form is the only page that ever shows it."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        messages.info(request, gettext("Tokens are for accounts: sign up first."))
        return redirect("account_signup")
    form = NewTokenForm(request.POST if request.method == "POST" else None)
    shown: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        try:
            _made, text = tokens.create_token(user=user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            form, shown = NewTokenForm(), {"text": text}
    context = {"form": form, "tokens": tokens.tokens_of(user), **shown}
    return render(request, "accounts/tokens.html", context, status=400 if form.is_bound else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """End one; nothing happens if it has ended already."""
    assert isinstance(request.user, User)
    if tokens.revoke_token(user=request.user, token_id=token_id):
        messages.success(request, gettext("The token is revoked."))
    return redirect("account_tokens")
