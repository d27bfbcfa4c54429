"""What is done about a club on its pages: join and leave, answer requests, lead it, tell news, report it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from lobby.accounts import services as people
from lobby.accounts.forms import ReportForm
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.clubs import founding, holding, joining, leading, posting, reporting
from lobby.clubs.models import Club
from lobby.matches.errors import NoMatch, ServiceError
from lobby.pages.club_forms import ClubForm, InviteForm, PostForm
from lobby.pages.club_pages import club_context, frame_of
from lobby.platform.http.paging import ShortPaginator

A_PAGE = 30
_ON_PERSON: dict[str, tuple[Callable[..., None], str, Any]] = {
    "accept": (joining.accept, "club_askings", _("%(name)s is in the club now.")),
    "refuse": (joining.refuse, "club_askings", _("%(name)s is refused, and is not told.")),
    "promote": (leading.promote, "club_members", _("%(name)s is an officer now.")),
    "demote": (leading.demote, "club_members", _("%(name)s is an officer no more.")),
    "hand-over": (leading.hand_over, "club_members", _("The club belongs to %(name)s now.")),
    "remove": (leading.remove, "club_members", _("%(name)s is removed.")),
}
"""Act on one person → service, the page that follows, what is said."""


@login_required(login_url="guest")
@require_POST
def act(request: HttpRequest, club_slug: str, action: str) -> HttpResponse:
    """One press on a page of a club."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="club")
    if refused:
        return refused
    person = person_of(request)
    try:
        if action in _ON_PERSON:
            return _act_on_person(request, person, club_slug, action)
        if action == "post":
            return _post(request, person, club_slug)
        return _act_alone(request, person, club_slug, action)
    except holding.NoClub:
        raise Http404 from None
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("club", club_slug)


def _act_alone(request: HttpRequest, person: User, club_slug: str, action: str) -> HttpResponse:
    said = ""
    match action:
        case "join":
            is_in = joining.join(user=person, slug=club_slug, line=request.POST.get("line", ""))
            said = (
                gettext("You are in the club now.")
                if is_in
                else gettext("The officers are asked. You are told when they accept.")
            )
        case "take-back":
            joining.take_back(user=person, slug=club_slug)
        case "leave":
            joining.leave(user=person, slug=club_slug)
            messages.success(request, gettext("You have left the club."))
            return redirect("clubs")
        case "hear" | "hear-not":
            posting.hear(user=person, slug=club_slug, wanted=action == "hear")
        case "take-down":
            posting.take_down(user=person, slug=club_slug, post_id=_number(request.POST.get("post", "")))
            said = gettext("The news is removed.")
        case "close":
            founding.close(user=person, slug=club_slug)
            messages.success(request, gettext("The club is closed."))
            return redirect("clubs")
        case _:
            raise Http404
    if said:
        messages.success(request, said)
    return redirect("club", club_slug)


def _act_on_person(request: HttpRequest, person: User, club_slug: str, action: str) -> HttpResponse:
    serve, page, said = _ON_PERSON[action]
    try:
        # No name has the character that PostgreSQL takes in no text.
        subject = people.person(request.POST.get("person", "").replace("\0", ""))
    except User.DoesNotExist:
        raise Http404 from None
    try:
        serve(user=person, slug=club_slug, person=subject)
    except holding.NoClub:
        raise
    except ServiceError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, str(said) % {"name": subject})
    return redirect(page, club_slug)


def _post(request: HttpRequest, person: User, club_slug: str) -> HttpResponse:
    form = PostForm(request.POST)
    if form.is_valid():
        try:
            posting.post(user=person, slug=club_slug, text=form.cleaned_data["text"])
        except holding.NoClub:
            raise
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("The members are told."))
            return redirect("club", club_slug)
    return render(request, "clubs/club.html", club_context(request, club_slug, form), status=400)


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def askings(request: HttpRequest, club_slug: str) -> HttpResponse:
    """For officers: who asks to join, and the form that invites somebody."""
    context = _led(request, club_slug)
    form = InviteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="club")
        if refused:
            return refused
        try:
            name = form.cleaned_data["person"].strip()
            joining.invite(user=person_of(request), slug=club_slug, person=people.person(name))
        except User.DoesNotExist:
            form.add_error("person", _("Nobody has this name."))
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("The invitation is on its way."))
            return redirect("club_askings", club_slug)
    page = ShortPaginator(joining.requests(context["club"]).select_related("user__owner"), A_PAGE)
    context |= {"form": form, "page": page.get_page(request.GET.get("page"))}
    return render(request, "clubs/askings.html", context, status=400 if form.is_bound else 200)


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, club_slug: str) -> HttpResponse:
    """For officers: what the club says of itself; for its owner also how one joins, and how it ends."""
    context = _led(request, club_slug)
    club: Club = context["club"]
    without = ("name",) if context["owns"] else ("name", "door")
    first = {"about": club.about, "door": club.door}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=first, without=without)
    if form.is_valid():
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="club")
        if refused:
            return refused
        try:
            founding.change(user=person_of(request), slug=club_slug, **form.cleaned_data)
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("club", club_slug)
    return render(request, "clubs/change.html", {**context, "form": form}, status=400 if form.is_bound else 200)


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, club_slug: str, post_id: int | None = None) -> HttpResponse:
    """Report what a club says of itself, or one of its news, to staff: the report is about who answers for it."""
    person = person_of(request)
    try:
        about = reporting.reported(user=person, slug=club_slug, post_id=post_id)
    except NoMatch:
        raise Http404 from None
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="people")
        if refused:
            return refused
        try:
            reporting.report(user=person, about=about, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("Staff will look at it. Thank you."))
            return redirect("club", club_slug)
    context = {"form": form, "club": about.club, "post": about.post, "back": ("club", club_slug)}
    return render(request, "people/report.html", context, status=400 if form.is_bound else 200)


def _led(request: HttpRequest, club_slug: str) -> dict[str, Any]:
    """The frame of a page for officers. Raises Http404 for others."""
    context = frame_of(request, club_slug)
    if not context["leads"]:
        raise Http404
    return context


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
