"""Pages about people: profiles, followed and blocked people, the download of a person's own data, and closing the account."""

from collections.abc import Callable

import orjson
from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby.accounts import relations, services
from lobby.accounts.forms import CloseForm
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.achievements import reading as achievements
from lobby.clubs import reading as clubs
from lobby.contests import serializers as contests
from lobby.fog import audience
from lobby.matches.errors import ServiceError
from lobby.pages import answers, rating_pages
from lobby.pages.lobby_pages import visible_match
from lobby.people import countries, encounters, own_matches, profiles
from lobby.people import data as own_data
from lobby.platform.http.paging import ShortPaginator
from lobby.platform.http.request_kinds import may_take_long
from lobby.store import acts

MATCHES_A_PAGE = 20

ACTIONS: dict[str, Callable[..., None]] = {
    "follow": relations.follow,
    "unfollow": relations.unfollow,
    "block": relations.block,
    "unblock": relations.unblock,
}


def find_person(slug: str) -> User:
    """The person that the address names. Raises Http404."""
    try:
        return services.person(slug)
    except User.DoesNotExist:
        raise Http404 from None


@require_safe
def person(request: HttpRequest, slug: str) -> HttpResponse:
    """The profile of a person."""
    subject = find_person(slug)
    reader = request.user.pk
    me = request.user if isinstance(request.user, User) and reader != subject.pk else None
    is_shared = me is not None and request.GET.get("with") == "me"
    listed = encounters.matches(me, subject) if me is not None and is_shared else profiles.history(subject)
    page = ShortPaginator(listed, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": subject,
        "profile": profiles.profile(subject),
        "activity": profiles.activity([subject], reader).get(subject.pk, []),
        "history": profiles.history_cards(list(page.object_list), subject),
        "page": page,
        "is_shared": is_shared,
        "score": None if me is None else encounters.score(me, subject),
        "wins": encounters.best(subject),
        "country": countries.name(subject.country),
        "person_clubs": clubs.of_person(subject),
        "contests": contests.reached(subject),
        "achieved": achievements.of_person(subject, reader),
        **rating_pages.of_person(subject, request.GET.get("rating", "")),
        "is_self": reader == subject.pk,
        "is_following": relations.is_following(user_id=reader, person_id=subject.pk),
        "is_blocking": relations.is_blocked(by=reader, whom=subject.pk),
    }
    return render(request, "people/person.html", context)


@require_safe
def seat_person(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Redirect to the profile of the person in a seat; 404 if there is none or the match hides names."""
    match = visible_match(request, match_id)
    if audience.hides_names(match):
        raise Http404
    seat = match.seats.filter(number=number, user__is_active=True).select_related("user").first()
    if seat is None or seat.user is None:
        raise Http404
    return redirect("person", seat.user.slug)


@require_POST
@login_required
def act(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Follow, unfollow, block or unblock a person."""
    if action not in ACTIONS:
        raise Http404
    subject = find_person(slug)
    refused = ratelimit.consume_or_429(request, action="people")
    if refused:
        return refused
    assert isinstance(request.user, User)
    try:
        ACTIONS[action](user=request.user, person=subject)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    back = request.POST.get("next")
    return (
        redirect("people")
        if back == "people"
        else redirect("conversation" if back == "conversation" else "person", subject.slug)
    )


@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """The people whom the person follows, with their current matches, and those whom they block."""
    assert isinstance(request.user, User)
    following = relations.following(request.user)
    activity = profiles.activity(following, request.user.pk)
    followed = [(one, activity.get(one.pk, [])) for one in following]
    # People at a table come first.
    followed.sort(key=lambda entry: not entry[1])
    return render(request, "people/people.html", {"following": followed, "blocking": relations.blocking(request.user)})


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """The page that says what the two downloads contain."""
    assert isinstance(request.user, User)
    return render(request, "people/data.html", {"matches": len(own_matches.ids_of(request.user))})


@login_required
@require_safe
@may_take_long("GET")
def data_file(request: HttpRequest) -> HttpResponse:
    """The download of the person's data."""
    refused = ratelimit.consume_or_429(request, action="data", limit_get=True)
    if refused:
        return refused
    assert isinstance(request.user, User)
    try:
        found = own_data.all_of(request.user)
    except ServiceError as error:
        return answers.refusal(error)
    body = orjson.dumps(found, option=orjson.OPT_INDENT_2)
    name = f"fogbound-{timezone.now():%Y-%m-%d}.json"
    return HttpResponse(
        body, content_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@login_required
@require_safe
@may_take_long("GET")
def matches_file(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """The download of one's own matches."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="data", limit_get=True)
    if refused:
        return refused
    assert isinstance(request.user, User)
    found = own_matches.lines(request.user.pk, own_matches.ids_of(request.user))
    name = f"fogbound-matches-{timezone.now():%Y-%m-%d}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(found, content_type="application/x-ndjson", headers=headers)


def _has_account(request: HttpRequest) -> bool:
    return not person_of(request).is_guest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True, enabled=_has_account)
def close(request: HttpRequest) -> HttpResponse:
    """Close the account for good; an account must confirm with its password or key first. Nothing changes while one of its matches is unavailable."""
    form = CloseForm(request.POST if request.method == "POST" else None)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            with acts.acting(transaction.atomic):
                # A copy of the person, so that the page header is right if this is refused.
                services.close_account(user=User.objects.get(pk=person_of(request).pk))
        except ServiceError as error:
            form.add_error(None, error.message)
            status = answers.status_of(error)
        else:
            logout(request)
            messages.success(request, _("The account is closed."))
            return redirect("landing")
    return render(request, "accounts/close.html", {"form": form}, status=status)
