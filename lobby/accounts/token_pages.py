"""The pages of a member's bot accounts and tokens: make one, see a token once, revoke it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from lobby.accounts import bot_accounts, tokens
from lobby.accounts.forms import NameField
from lobby.accounts.models import User
from lobby.accounts.tokens import LONGEST_NAME, Scope
from lobby.platform.characters.fields import LabelField


class NewTokenForm(forms.Form):
    """What a token is called and may do."""

    name = LabelField(
        label=_("Name"), longest=LONGEST_NAME, help_text=_("What will use it, so that you know which one to revoke.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )

    def __init__(self, data: Any = None, *, for_bot: bool = False) -> None:
        """`for_bot`: the token is for a bot account. It begins with the scopes for play; bot accounts make none and write no messages."""
        super().__init__(data, initial={"scopes": [Scope.READ, Scope.PLAY, Scope.TABLES]} if for_bot else None)
        if for_bot:
            chosen = self.fields["scopes"]
            assert isinstance(chosen, forms.MultipleChoiceField)
            chosen.choices = [choice for choice in Scope.choices if choice[0] not in {Scope.BOTS, Scope.MESSAGES}]


class NewBotForm(forms.Form):
    """What a bot account is called."""

    name = NameField(help_text=_("Others see it with a badge and with your name."))


@login_required
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def token_list(request: HttpRequest, bot_id: int | None = None) -> HttpResponse:
    """All tokens of the person, or of one of their bot accounts, and the form of a new one.

    The answer to that form is the only page that ever shows the token.
    """
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        messages.info(request, gettext("Tokens are for accounts: sign up first."))
        return redirect("account_signup")
    bearer = user if bot_id is None else _bot(user, bot_id)
    form = NewTokenForm(request.POST if request.method == "POST" else None, for_bot=bearer.is_bot)
    shown: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        try:
            _made, text = tokens.create_token(user=bearer, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            form, shown = NewTokenForm(for_bot=bearer.is_bot), {"text": text}
    context = {
        "form": form,
        "tokens": tokens.tokens_of(bearer),
        "bot": bearer if bearer.is_bot else None,
        **shown,
    }
    return render(request, "accounts/tokens.html", context, status=400 if form.is_bound else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int, bot_id: int | None = None) -> HttpResponse:
    """Revoke a token. Nothing happens if it is revoked already."""
    assert isinstance(request.user, User)
    bearer = request.user if bot_id is None else _bot(request.user, bot_id)
    if tokens.revoke_token(user=bearer, token_id=token_id):
        messages.success(request, gettext("The token is revoked."))
    return redirect("account_tokens") if bot_id is None else redirect("bot_tokens", bot_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bot_list(request: HttpRequest) -> HttpResponse:
    """The person's bot accounts, and the form of a new one."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        messages.info(request, gettext("Bot accounts belong to accounts: sign up first."))
        return redirect("account_signup")
    form = NewBotForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            bot = bot_accounts.create_bot_account(owner=user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error) if not hasattr(error, "error_dict") else form.add_error(
                "name", error.error_dict["name"]
            )
        else:
            messages.success(
                request, gettext("The account %(name)s is there. Make a token for its program.") % {"name": bot.name}
            )
            return redirect("bot_tokens", bot.pk)
    context = {"form": form, "bots": bot_accounts.bot_accounts_of(user)}
    return render(request, "accounts/bots.html", context, status=400 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_bot(request: HttpRequest, bot_id: int) -> HttpResponse:
    """Close a bot account after a confirmation."""
    assert isinstance(request.user, User)
    bot = _bot(request.user, bot_id)
    if request.method == "POST":
        name = bot.name
        bot_accounts.close_bot_account(owner=request.user, bot_id=bot.pk)
        messages.success(request, gettext("The account %(name)s is closed.") % {"name": name})
        return redirect("account_bots")
    return render(request, "accounts/close_bot.html", {"bot": bot})


def _bot(owner: User, bot_id: int) -> User:
    try:
        return bot_accounts.bot_account(owner, bot_id)
    except User.DoesNotExist:
        raise Http404 from None
