"""The page on which a person chooses how they hear of what; their devices and webhooks; the script that shows push messages."""

from __future__ import annotations

from typing import Any

import orjson
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from asgiref.sync import async_to_sync
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

import games
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.matches.errors import ServiceError
from lobby.matches.models import UNFINISHED, Match
from lobby.notices import outbound_http, table_offers, web_push, webhooks, wishes, words
from lobby.notices.forms import HookForm, WishesForm
from lobby.notices.models import Device, Hook, Mute, Notice, Wishes
from lobby.platform.http import site_address
from lobby.platform.http.request_kinds import may_take_long

Kind = Notice.Kind
MAILS = ("", wishes.MAIL, wishes.DIGEST)


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The table of kinds and ways, times, devices, webhooks, muted matches."""
    person = person_of(request)
    chosen = wishes.of(person)
    form = WishesForm(request.POST if request.method == "POST" else None, instance=chosen)
    if request.method == "POST" and form.is_valid():
        wishes.choose(chosen, {kind: _picked(request, kind) for kind in Kind.values})
        form.save()
        table_offers.want(person, {game for game in games.GAMES if f"game-{game}" in request.POST})
        messages.success(request, gettext("Saved."))
        return redirect("account_notices")
    return _page(request, person, form, HookForm(hosted=_hosted(person)), status=400 if form.is_bound else 200)


def _picked(request: HttpRequest, kind: str) -> list[str]:
    mail = request.POST.get(f"{kind}-mail", "")
    picked = [way for way in (wishes.SITE, wishes.PUSH, wishes.HOOK) if f"{kind}-{way}" in request.POST]
    return [*picked, mail] if mail in (wishes.MAIL, wishes.DIGEST) else picked


def _page(
    request: HttpRequest,
    person: User,
    form: WishesForm,
    hook_form: HookForm,
    *,
    status: int = 200,
    tried: tuple[int, str] | None = None,
) -> HttpResponse:
    """`tried`: a webhook, and what became of a test of it."""
    chosen: Wishes = wishes.of(person)
    wanted = table_offers.wanted_by(person.pk)
    address = EmailAddress.objects.filter(user=person, primary=True).first()
    mutes = Mute.objects.filter(user=person).select_related("match").order_by("-pk")
    context: dict[str, Any] = {
        "form": form,
        "hook_form": hook_form,
        "rows": [_row(kind, wishes.ways(chosen, kind)) for kind in Kind.values],
        "has_chosen": wishes.has_chosen(chosen),
        "address": address,
        "has_push": bool(web_push.private_key()),
        "devices": Device.objects.filter(user=person).order_by("-pk"),
        "session": request.session.session_key,
        "hooks": Hook.objects.filter(user=person).select_related("match").order_by("pk"),
        "tried": tried,
        "signature": webhooks.SIGNATURE,
        "wanted": [{"id": game, "name": words.game_name(game), "is_wanted": game in wanted} for game in games.GAMES],
        "calendar": site_address.absolute(request, reverse("calendar", args=[chosen.calendar]))
        if chosen.calendar
        else "",
        "mutes": [{"id": one.match_id, "game": words.game_name(one.match.game)} for one in mutes],
    }
    return render(request, "notices/settings.html", context, status=status)


def _row(kind: str, ways: frozenset[str]) -> dict[str, Any]:
    mail = next((way for way in MAILS[1:] if way in ways), "")
    return {
        "kind": kind,
        "label": Kind(kind).label,
        "mail": mail,
        **{way: way in ways for way in ("site", "push", "hook")},
    }


def _hosted(person: User) -> Any:
    return Match.objects.filter(host=person, kind=Match.Kind.ORDINARY, status__in=UNFINISHED).order_by("-created_at")


@login_required(login_url="guest")
@require_POST
def want(request: HttpRequest, game_id: str) -> HttpResponse:
    """Hear when somebody waits at a table of this game, or no more with `no`."""
    if game_id not in games.GAMES:
        raise Http404
    person = person_of(request)
    wanted = table_offers.wanted_by(person.pk)
    table_offers.want(person, wanted - {game_id} if "no" in request.POST else wanted | {game_id})
    name = words.game_name(game_id)
    messages.success(
        request,
        gettext("You hear no more of tables of %(game)s.") % {"game": name}
        if "no" in request.POST
        else gettext("You hear when somebody waits at a table of %(game)s.") % {"game": name},
    )
    return redirect(f"{reverse('lobby')}?{urlencode({'game': game_id})}")


@login_required(login_url="guest")
@require_http_methods(["GET", "POST"])
def push(request: HttpRequest) -> HttpResponse:
    """For scripts. GET: the site's key. POST: this browser's subscription as JSON, or `{}`: the person does not want one."""
    person = person_of(request)
    if request.method == "GET":
        return JsonResponse({"key": web_push.public_key()})
    if not ratelimit.consume(request, action="notices"):
        return JsonResponse(
            {"code": "too_many", "message": gettext("Too many requests. Try again in a moment.")}, status=429
        )
    Wishes.objects.update_or_create(user=person, defaults={"asked_push": True})
    try:
        told = orjson.loads(request.body)
        if told:
            web_push.subscribe(
                user=person,
                session_key=request.session.session_key or "",
                endpoint=str(told["endpoint"]),
                p256dh=str(told["keys"]["p256dh"]),
                auth=str(told["keys"]["auth"]),
                agent=request.headers.get("User-Agent", ""),
            )
    except (ValueError, KeyError, TypeError, IndexError, outbound_http.Forbidden):
        return JsonResponse(
            {"code": "wrong", "message": gettext("This browser gave no usable subscription.")}, status=400
        )
    return HttpResponse(status=204)


@login_required(login_url="guest")
@require_POST
def forget_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """A device shows nothing more."""
    Device.objects.filter(user=person_of(request), pk=device_id).delete()
    return redirect("account_notices")


@login_required(login_url="guest")
@require_POST
def add_hook(request: HttpRequest) -> HttpResponse:
    """A new webhook."""
    person = person_of(request)
    if refused := ratelimit.consume_or_429(request, action="notices"):
        return refused
    form = HookForm(request.POST, hosted=_hosted(person))
    if form.is_valid():
        try:
            webhooks.add(user=person, **form.cleaned_data)
        except ServiceError as error:
            form.add_error("address" if error.path == "address" else None, error.message)
        else:
            messages.success(request, gettext("Saved."))
            return _to_hooks()
    return _page(request, person, WishesForm(instance=wishes.of(person)), form, status=400)


@login_required(login_url="guest")
@require_POST
@may_take_long("POST", action={"test"})
def act_on_hook(request: HttpRequest, hook_id: int, action: str) -> HttpResponse:
    """Remove a webhook, send it a test, or try one again that was switched off."""
    person = person_of(request)
    hook = Hook.objects.filter(user=person, pk=hook_id).first()
    if hook is None or action not in {"remove", "test", "try"}:
        raise Http404
    if action == "test":
        if refused := ratelimit.consume_or_429(request, action="notices"):
            return refused
        tried = hook.pk, async_to_sync(webhooks.try_out)(hook)
        return _page(
            request, person, WishesForm(instance=wishes.of(person)), HookForm(hosted=_hosted(person)), tried=tried
        )
    if action == "remove":
        hook.delete()
    else:
        webhooks.switch_on(hook)
    return _to_hooks()


def _to_hooks() -> HttpResponse:
    return redirect(f"{reverse('account_notices')}#webhooks")
