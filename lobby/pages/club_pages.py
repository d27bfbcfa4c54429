"""The pages of clubs that everybody may read: the list, one club, its members, news and ratings; and the form of a new one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

import games
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.clubs import founding, holding, joining, reading
from lobby.clubs.models import Club, Member
from lobby.fog import audience
from lobby.matches.errors import ServiceError
from lobby.matches.models import GOES_ON, Match
from lobby.pages import lists
from lobby.pages.club_forms import ClubForm, PostForm
from lobby.pages.lists import Card
from lobby.pages.rating_pages import PACES, chosen_of, value_of
from lobby.platform.http.paging import ShortPaginator
from lobby.ratings import leaderboards
from lobby.ratings.leaderboards import Line
from lobby.ratings.models import Board

A_PAGE = 30
POSTS_SHOWN = 3
MEMBERS_SHOWN = 12
TABLES_SHOWN = 12
CONTESTS_SHOWN = 6
POSTS_A_PAGE = 10


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The reader's own clubs and invitations, then all clubs, or those that the search finds."""
    typed = request.GET.get("q", "")
    if typed:
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="search", limit_get=True)
        if refused:
            return refused
    reader = reader_of(request)
    context = {
        "typed": typed[:100],
        "page": ShortPaginator(reading.listed(typed), A_PAGE).get_page(request.GET.get("page")),
        "own": [] if reader is None else reading.of_person(reader),
        "invitations": [] if reader is None else joining.invitations(reader),
    }
    return render(request, "clubs/list.html", context)


@login_required(login_url="account_signup")
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """The form of a new club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="club_made")
        if refused:
            return refused
        try:
            made = founding.found(user=person_of(request), **form.cleaned_data)
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("The club is founded."))
            return redirect("club", made.slug)
    return render(request, "clubs/new.html", {"form": form}, status=400 if form.is_bound else 200)


@require_safe
def club(request: HttpRequest, club_slug: str) -> HttpResponse:
    """One club: what it says of itself, news, tables, contests and members."""
    return render(request, "clubs/club.html", club_context(request, club_slug))


def club_context(request: HttpRequest, club_slug: str, form: PostForm | None = None) -> dict[str, Any]:
    """What the page of a club shows, with a refused form of news if there is one."""
    context = frame_of(request, club_slug)
    found, reader = context["club"], context["reader"]
    posts = list(reading.posts(found, reader)[: POSTS_SHOWN + 1])
    context |= {
        "posts": posts[:POSTS_SHOWN],
        "has_more_posts": len(posts) > POSTS_SHOWN,
        "post_form": form or PostForm(),
        "members": reading.members(found)[:MEMBERS_SHOWN],
        "tables": tables_of(found, context["place"]),
        "contests": found.contests.filter(game__in=list(games.GAMES)).order_by("-starts_at", "-pk")[:CONTESTS_SHOWN],
        "new_table_games": games.all_games() if context["place"] else [],
    }
    return context


@require_safe
def members(request: HttpRequest, club_slug: str) -> HttpResponse:
    """All members of a club."""
    context = frame_of(request, club_slug)
    page = ShortPaginator(reading.members(context["club"]), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/members.html", {**context, "page": page})


@require_safe
def news(request: HttpRequest, club_slug: str) -> HttpResponse:
    """All news of a club."""
    context = frame_of(request, club_slug)
    found = reading.posts(context["club"], context["reader"])
    page = ShortPaginator(found, POSTS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/news.html", {**context, "page": page})


@require_safe
def ratings(request: HttpRequest, club_slug: str) -> HttpResponse:
    """The members by their rating in a game at a pace."""
    context = frame_of(request, club_slug)
    game = chosen_of(request.GET, "game", {one.id: gettext(one.name) for one in games.all_games()})
    pace = chosen_of(request.GET, "pace", PACES)
    page = rated(context["club"], value_of(game), value_of(pace), A_PAGE).get_page(request.GET.get("page"))
    context |= {
        "filters": [("game", gettext("Game"), game), ("pace", gettext("Pace"), pace)],
        "lines": lines_of(page),
        "page": page,
        "own_slug": context["reader"].slug if context["reader"] else None,
    }
    return render(request, "clubs/ratings.html", context)


# --- What several pages ask


def reader_of(request: HttpRequest) -> User | None:
    """Who reads, if they have an account or play as a guest."""
    return request.user if isinstance(request.user, User) else None


def found_club(club_slug: str) -> Club:
    """The club that the address names. Raises Http404."""
    try:
        return reading.find(club_slug)
    except holding.NoClub:
        raise Http404 from None


def frame_of(request: HttpRequest, club_slug: str) -> dict[str, Any]:
    """The club, and what the reader is and may do in it."""
    found, reader = found_club(club_slug), reader_of(request)
    place = reading.place_of(found, reader)
    asking = None if reader is None or place is not None else joining.asking(found, reader)
    leads = place is not None and place.role in holding.LEADING
    return {
        "club": found,
        "reader": reader,
        "place": place,
        "leads": leads,
        "owns": place is not None and place.role == Member.Role.OWNER,
        "waiting": joining.requests(found).count() if leads else 0,
        "is_invited": asking is not None and asking.invited_by_id is not None and asking.refused_at is None,
        "has_asked": asking is not None and asking.invited_by_id is None and asking.refused_at is None,
    }


def matches_of(found: Club, place: Member | None) -> list[Match]:
    """Its open tables, for members, and its running matches, of each the newest."""
    there = lists.public().filter(club_table__club=found)
    opened = there.filter(status=Match.Status.OPEN) if place is not None else there.none()
    running = there.filter(status__in=GOES_ON, set_aside=False)
    return [*opened.order_by("-created_at")[:TABLES_SHOWN], *running.order_by("-started_at")[:TABLES_SHOWN]]


def tables_of(found: Club, place: Member | None) -> list[Card]:
    """Cards of these. Where names are hidden no seat is listed."""
    matches = {match.pk: match for match in matches_of(found, place)}
    return [_card(card, matches[card.id]) for card in lists.cards(matches.values())]


def _card(card: Card, match: Match) -> Card:
    if match.status == Match.Status.OPEN:
        # It is on no list of the lobby, but its card is that of an open table.
        return replace(card, list=lists.OPEN)
    return replace(card, sitters=()) if audience.hides_names(match) else card


def rated(found: Club, game: str, pace: str, a_page: int) -> ShortPaginator:
    """Pages of the members with a settled rating, best first."""
    rows = leaderboards.listed(board=Board.PEOPLE, game=game, pace=pace, season="", now=timezone.now())
    people = Member.objects.filter(club=found).values("user")
    return ShortPaginator(rows.filter(user__in=people), a_page)


def lines_of(page: Page[Any]) -> list[Line]:
    """The lines of a page of `rated`, with ranks within the club."""
    return leaderboards.lines(page.object_list, page.start_index())
