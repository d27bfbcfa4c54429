"""The pages of private messages: the list of conversations, one conversation, and what is done there."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby.accounts import relations, reports
from lobby.accounts.forms import ReportForm
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.conversations import allowing, reading, writing
from lobby.conversations.models import LONGEST
from lobby.matches.errors import NotAllowed, ServiceError, TooMany, as_answer
from lobby.platform.http import once, scripts
from lobby.platform.http.paging import ShortPaginator

CONVERSATIONS_A_PAGE = 30


class MessageForm(forms.Form):
    """What is written. The service cleans it."""

    text = forms.CharField(
        label=_("Message"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST, "dir": "auto"}),
    )


@login_required(login_url="guest")
@require_safe
def conversations(request: HttpRequest) -> HttpResponse:
    """All conversations of the person, the newest first."""
    page = ShortPaginator(reading.conversations(person_of(request)), CONVERSATIONS_A_PAGE).get_page(
        request.GET.get("page")
    )
    return render(request, "conversations/list.html", {"page": page})


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, slug: str) -> HttpResponse:
    """The conversation with one person: the newest messages at the foot, and the box to write."""
    person = person_of(request)
    try:
        other = _other(request, slug)
    except Http404:
        if request.method == "POST" and scripts.wants_json(request):
            # Their account was closed while the page was open.
            return JsonResponse(as_answer(NotAllowed("", _("There is no such person."))), status=404)
        raise
    if request.method == "POST":
        return _send(request, person, other)
    before = _number(request, "before")
    found = reading.stretch(person, other, before=before)
    if before is None:
        writing.read(user=person, other=other)
    return _page(request, person, other, found, MessageForm())


def _send(request: HttpRequest, person: User, other: User) -> HttpResponse:
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="message")
    if refused:
        return refused
    form = MessageForm(request.POST)
    form.is_valid()
    try:
        message = writing.send(user=person, other=other, text=form.cleaned_data.get("text", ""))
    except ServiceError as error:
        status = 429 if isinstance(error, TooMany) else 400
        if scripts.wants_json(request):
            return JsonResponse(as_answer(error), status=status)
        form.add_error("text" if error.path else None, error.message)
        return _page(request, person, other, reading.stretch(person, other), form, status=status)
    if scripts.wants_json(request):
        return JsonResponse({"newest": message.pk})
    return redirect(f"{reverse('conversation', args=[other.slug])}#newest")


def _page(
    request: HttpRequest, person: User, other: User, found: reading.Stretch, form: MessageForm, status: int = 200
) -> HttpResponse:
    refusal = allowing.refusal(person, other)
    context = {
        "other": other,
        "stretch": found,
        "is_newest": "before" not in request.GET,
        "form": form,
        "once": once.new_key(),
        "longest": LONGEST,
        "refusal": "" if refusal is None else refusal.message,
        "is_blocking": relations.is_blocked(by=person.pk, whom=other.pk),
    }
    return render(request, "conversations/conversation.html", context, status=status)


@login_required(login_url="guest")
@require_safe
def newer(request: HttpRequest, slug: str) -> HttpResponse:
    """For the page's script: the messages after the one in `after`, as the page shows them, which count as read."""
    person, other = person_of(request), _other(request, slug)
    found = reading.stretch(person, other, after=_number(request, "after") or 0)
    writing.read(user=person, other=other)
    context = {"stretch": found, "other": other, "user": person}
    return JsonResponse(
        {
            "html": render_to_string("conversations/_messages.html", context, request) if found.messages else "",
            "newest": found.newest,
        },
        headers={"Cache-Control": "no-store"},
    )


@login_required(login_url="guest")
@require_POST
def delete(request: HttpRequest, slug: str, message_id: int | None = None) -> HttpResponse:
    """Delete a message, or the whole conversation, for this person alone."""
    person, other = person_of(request), _other(request, slug)
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="people")
    if refused:
        return refused
    try:
        gone = writing.delete(user=person, other=other, message_id=message_id)
    except ServiceError as error:
        messages.error(request, error.message)
        return redirect("conversation", other.slug)
    if gone:
        told = ngettext("%(n)d message is deleted for you.", "%(n)d messages are deleted for you.", gone) % {"n": gone}
        messages.success(request, told)
    return redirect("conversations") if message_id is None else redirect("conversation", other.slug)


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, slug: str, message_id: int) -> HttpResponse:
    """Report a message of the other person. Staff get its text, and nothing else of the conversation."""
    person, other = person_of(request), _other(request, slug)
    message = reading.find(person, other, message_id)
    if message is None or message.author_id != other.pk:
        raise Http404
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="people")
        if refused:
            return refused
        try:
            reports.report(reporter=person, person=other, message_id=message.pk, text=message.text, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("Staff will look at it. Thank you."))
            return redirect("conversation", other.slug)
    context: dict[str, Any] = {"form": form, "message": message, "back": ("conversation", other.slug)}
    return render(request, "people/report.html", context, status=400 if form.is_bound else 200)


def _other(request: HttpRequest, slug: str) -> User:
    """The other person. Raises Http404."""
    found = reading.partner(person_of(request), slug)
    if found is None:
        raise Http404
    return found


def _number(request: HttpRequest, name: str) -> int | None:
    asked = request.GET.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 19 else None
