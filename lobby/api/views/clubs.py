"""Clubs of people over HTTP: found, join, lead, and tell news; what everybody may read of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.club_serializers import (
    ClubAskingSerializer,
    ClubChange,
    ClubForm,
    ClubJoinForm,
    ClubMembersSerializer,
    ClubPageQuery,
    ClubPlaceSerializer,
    ClubPostForm,
    ClubPostSerializer,
    ClubPostsSerializer,
    ClubRatingsQuery,
    ClubRoleForm,
    ClubSerializer,
    ClubsQuery,
    ClubsSerializer,
)
from lobby.api.endpoint import Endpoint
from lobby.api.limits import ClubLimit, ClubMadeLimit, SearchLimit
from lobby.api.permissions import LOOK, READ, TABLES
from lobby.api.rating_serializers import LineSerializer
from lobby.api.serializers import CardSerializer
from lobby.api.views.players import person_called
from lobby.api.views.shown import cards
from lobby.clubs import founding, holding, joining, leading, posting, reading
from lobby.clubs.models import Club, Member, Post
from lobby.fog import audience
from lobby.pages import club_pages
from lobby.platform.http.paging import ShortPaginator

A_PAGE = 50
_NOTHING = status.HTTP_204_NO_CONTENT


class ClubsView(Endpoint):
    """All clubs."""

    access = {"GET": LOOK, "POST": TABLES}
    limits = {"GET": SearchLimit, "POST": ClubMadeLimit}

    @extend_schema(summary="Clubs", operation_id="clubs_list", parameters=[ClubsQuery], responses=ClubsSerializer)
    def get(self, request: Request) -> Response:
        asked = self.asked(ClubsQuery)
        return _page(reading.listed(asked["q"]), asked["page"], lambda found: [_club(one, None) for one in found])

    @extend_schema(
        summary="Found a club",
        description="I am its owner. Guests found none.",
        operation_id="clubs_create",
        request=ClubForm,
        responses={201: ClubSerializer},
    )
    def post(self, request: Request) -> Response:
        made = founding.found(user=self.person, **self.sent(ClubForm))
        return Response(_club(made, Member.Role.OWNER), status=status.HTTP_201_CREATED)


class ClubView(Endpoint):
    """One club."""

    access = {"GET": LOOK, "PATCH": TABLES, "DELETE": TABLES}
    limits = {"PATCH": ClubLimit, "DELETE": ClubLimit}

    @extend_schema(summary="A club", operation_id="clubs_retrieve", responses=ClubSerializer)
    def get(self, request: Request, club_slug: str) -> Response:
        club = reading.find(club_slug)
        place = None if self.user_id is None else reading.place_of(club, self.person)
        return Response(_club(club, None if place is None else place.role))

    @extend_schema(
        summary="Change a club (officers)",
        operation_id="clubs_change",
        request=ClubChange,
        responses={200: ClubSerializer},
    )
    def patch(self, request: Request, club_slug: str) -> Response:
        club = founding.change(user=self.person, slug=club_slug, **self.sent(ClubChange))
        return Response(_club(club, holding.member(club, self.person).role))

    @extend_schema(summary="Close a club for good (owner)", operation_id="clubs_close", responses={204: None})
    def delete(self, request: Request, club_slug: str) -> Response:
        founding.close(user=self.person, slug=club_slug)
        return Response(status=_NOTHING)


class ClubPlaceView(Endpoint):
    """My place in it."""

    access = {"PUT": TABLES, "DELETE": TABLES}
    limits = {"PUT": ClubLimit, "DELETE": ClubLimit}

    @extend_schema(
        summary="Join a club, or ask to",
        operation_id="clubs_join",
        request=ClubJoinForm,
        responses={200: ClubPlaceSerializer},
    )
    def put(self, request: Request, club_slug: str) -> Response:
        is_in = joining.join(user=self.person, slug=club_slug, **self.sent(ClubJoinForm))
        place = holding.member(reading.find(club_slug), self.person) if is_in else None
        return Response({"role": None if place is None else place.role})

    @extend_schema(
        summary="Leave a club",
        description="Of who is no member: take a request back, or decline an invitation.",
        operation_id="clubs_leave",
        responses={204: None},
    )
    def delete(self, request: Request, club_slug: str) -> Response:
        is_in = reading.place_of(reading.find(club_slug), self.person) is not None
        (joining.leave if is_in else joining.take_back)(user=self.person, slug=club_slug)
        return Response(status=_NOTHING)


class ClubMembersView(Endpoint):
    """Who is in it."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Members of a club",
        operation_id="clubs_members",
        parameters=[ClubPageQuery],
        responses=ClubMembersSerializer,
    )
    def get(self, request: Request, club_slug: str) -> Response:
        rows = reading.members(reading.find(club_slug))
        return _page(rows, self.asked(ClubPageQuery)["page"], lambda found: [_member(one) for one in found])


class ClubMemberView(Endpoint):
    """One of them."""

    access = {"PATCH": TABLES, "DELETE": TABLES}
    limits = {"PATCH": ClubLimit, "DELETE": ClubLimit}

    @extend_schema(
        summary="Change the role of a member (owner)",
        operation_id="clubs_role",
        request=ClubRoleForm,
        responses={204: None},
    )
    def patch(self, request: Request, club_slug: str, person: str) -> Response:
        serve = {
            Member.Role.OWNER: leading.hand_over,
            Member.Role.OFFICER: leading.promote,
            Member.Role.MEMBER: leading.demote,
        }
        role = Member.Role(self.sent(ClubRoleForm)["role"])
        serve[role](user=self.person, slug=club_slug, person=person_called(person))
        return Response(status=_NOTHING)

    @extend_schema(summary="Remove a member (officers)", operation_id="clubs_remove", responses={204: None})
    def delete(self, request: Request, club_slug: str, person: str) -> Response:
        leading.remove(user=self.person, slug=club_slug, person=person_called(person))
        return Response(status=_NOTHING)


class ClubAskingsView(Endpoint):
    """Who asks to join."""

    access = {"GET": READ}

    @extend_schema(
        summary="Who asks to join a club (officers)",
        operation_id="clubs_askings",
        responses=ClubAskingSerializer(many=True),
    )
    def get(self, request: Request, club_slug: str) -> Response:
        club = reading.find(club_slug)
        holding.officer(club, self.person)
        rows = joining.requests(club).select_related("user")
        return Response(
            [
                {"name": str(one.user), "slug": one.user.slug, "line": one.line, "created_at": one.created_at}
                for one in rows
            ]
        )


class ClubAskingView(Endpoint):
    """One person who asks, or could be asked."""

    access = {"PUT": TABLES, "DELETE": TABLES}
    limits = {"PUT": ClubLimit, "DELETE": ClubLimit}

    @extend_schema(
        summary="Accept who asks, else invite (officers)",
        operation_id="clubs_invite",
        request=None,
        responses={204: None},
    )
    def put(self, request: Request, club_slug: str, asking: str) -> Response:
        joining.invite(user=self.person, slug=club_slug, person=person_called(asking))
        return Response(status=_NOTHING)

    @extend_schema(summary="Refuse who asks (officers)", operation_id="clubs_refuse", responses={204: None})
    def delete(self, request: Request, club_slug: str, asking: str) -> Response:
        joining.refuse(user=self.person, slug=club_slug, person=person_called(asking))
        return Response(status=_NOTHING)


class ClubPostsView(Endpoint):
    """News."""

    access = {"GET": LOOK, "POST": TABLES}
    limits = {"POST": ClubLimit}

    @extend_schema(
        summary="News of a club", operation_id="clubs_posts", parameters=[ClubPageQuery], responses=ClubPostsSerializer
    )
    def get(self, request: Request, club_slug: str) -> Response:
        rows = reading.posts(reading.find(club_slug), None if self.user_id is None else self.person)
        return _page(rows, self.asked(ClubPageQuery)["page"], lambda found: [_post(one) for one in found])

    @extend_schema(
        summary="Tell news (officers)",
        description="Each member who wants it gets a notice; three times a day at most.",
        operation_id="clubs_post",
        request=ClubPostForm,
        responses={201: ClubPostSerializer},
    )
    def post(self, request: Request, club_slug: str) -> Response:
        made = posting.post(user=self.person, slug=club_slug, text=self.sent(ClubPostForm)["text"])
        return Response(_post(made), status=status.HTTP_201_CREATED)


class ClubPostView(Endpoint):
    """One of them."""

    access = {"DELETE": TABLES}
    limits = {"DELETE": ClubLimit}

    @extend_schema(summary="Remove news (officers)", operation_id="clubs_post_remove", responses={204: None})
    def delete(self, request: Request, club_slug: str, post_id: int) -> Response:
        posting.take_down(user=self.person, slug=club_slug, post_id=post_id)
        return Response(status=_NOTHING)


class ClubRatingsView(Endpoint):
    """Ratings within."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Members of a club by rating",
        description="Provisional ratings are not listed. Fifty a page.",
        operation_id="clubs_ratings",
        parameters=[ClubRatingsQuery],
        responses=LineSerializer(many=True),
    )
    def get(self, request: Request, club_slug: str) -> Response:
        asked = self.asked(ClubRatingsQuery)
        page = club_pages.rated(reading.find(club_slug), asked["game"], asked["pace"], A_PAGE).get_page(asked["page"])
        names = ("rank", "name", "slug", "owner", "points", "matches")
        return Response([{name: getattr(line, name) for name in names} for line in club_pages.lines_of(page)])


class ClubTablesView(Endpoint):
    """Its tables and matches."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Tables and matches of a club",
        description="Running matches, and for members open tables. Where names are hidden no seat is listed.",
        operation_id="clubs_tables",
        responses=CardSerializer(many=True),
    )
    def get(self, request: Request, club_slug: str) -> Response:
        club = reading.find(club_slug)
        place = None if self.user_id is None else reading.place_of(club, self.person)
        matches = club_pages.matches_of(club, place)
        hidden = {match.pk for match in matches if audience.hides_names(match)}
        found = cards(matches, None)
        return Response([{**one, "seats": []} if one["id"] in hidden else one for one in found])


def _page(rows: QuerySet[Any], number: int, show: Callable[[Iterable[Any]], list[Any]]) -> Response:
    """The page of that number. Raises ValidationError beyond the last."""
    pages = ShortPaginator(rows, A_PAGE)
    if number > pages.num_pages:
        raise ValidationError({"page": gettext("There is no such page.")})
    return Response({"pages": pages.num_pages, "results": show(pages.page(number).object_list)})


def _club(club: Club, role: str | None) -> dict[str, Any]:
    names = ("name", "slug", "about", "door", "size", "created_at")
    return {**{name: getattr(club, name) for name in names}, "role": role}


def _member(one: Member) -> dict[str, Any]:
    return {"name": str(one.user), "slug": one.user.slug, "role": one.role, "since": one.since}


def _post(one: Post) -> dict[str, Any]:
    author = one.author.slug if one.author is not None and one.author.is_active else None
    return {"id": one.pk, "author": author, "text": one.text, "created_at": one.created_at}
