"""What can be read and set about other people over HTTP? Profiles, and whom I follow or block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts import relations, services
from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint, page_of
from lobby.api.limits import SearchLimit
from lobby.api.message_serializers import FoundForm, FoundSerializer, ProfileChange, ProfileSerializer
from lobby.api.permissions import BROWSER, LOOK, READ
from lobby.api.serializers import PageSerializer, PlayerSerializer
from lobby.api.shapes import QUERY_OF_PAGES
from lobby.api.views.shown import cards
from lobby.contests import serializers as contests
from lobby.people import portrait, profiles, searching
from lobby.people.searching import Found


class PlayersView(Endpoint):
    """The search for people."""

    access = {"GET": LOOK}
    limits = {"GET": SearchLimit}

    @extend_schema(
        summary="Find people by their names",
        description="The likeliest first: who has that name, whose name begins with it, whose name contains it; of each the best rated."
        " Not guests, nor who does not want to be found.",
        operation_id="players_list",
        parameters=[FoundForm],
        responses=FoundSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        found = searching.search(self.asked(FoundForm)["q"], timezone.now())
        return Response([_found(one) for one in found])


class OwnProfileView(Endpoint):
    """What I say about myself."""

    access = {"GET": READ, "PATCH": BROWSER}

    @extend_schema(summary="What I say about myself", responses=ProfileSerializer)
    def get(self, request: Request) -> Response:
        return Response(_own(self.person))

    @extend_schema(summary="Change what I say about myself", request=ProfileChange, responses=ProfileSerializer)
    def patch(self, request: Request) -> Response:
        portrait.change(user=self.person, **self.sent(ProfileChange))
        return Response(_own(self.person))


class PlayerView(Endpoint):
    """A profile."""

    access = {"GET": LOOK}

    @extend_schema(summary="A person", responses=PlayerSerializer)
    def get(self, request: Request, slug: str) -> Response:
        person = person_called(slug)
        profile = profiles.profile(person)
        shown: dict[str, Any] = {
            "name": profile.name,
            "slug": profile.slug,
            "is_guest": profile.is_guest,
            "about": person.about,
            "country": person.country,
            "since": profile.since,
            "reliability": profile.reliability.percent,
            "records": [asdict(record) for record in profile.records],
            "contests": contests.reached(person),
        }
        return Response(shown)


class PlayerMatchesView(Endpoint):
    """Matches of a person."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Public matches of a person that are over", parameters=QUERY_OF_PAGES, responses=PageSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        return page_of(request, self, profiles.history(person_called(slug)), lambda matches: cards(matches, None))


class RelationView(Endpoint):
    """A relation of mine to another person. PUT creates it and DELETE removes it; both may be repeated."""

    access = {"PUT": BROWSER, "DELETE": BROWSER}
    begin: ClassVar[Callable[..., None]]
    end: ClassVar[Callable[..., None]]

    def put(self, request: Request, slug: str) -> Response:
        self.begin(user=self.person, person=person_called(slug))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def delete(self, request: Request, slug: str) -> Response:
        self.end(user=self.person, person=person_called(slug))
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(summary="Follow a person, or not any more", request=None, responses={204: None})
class FollowView(RelationView):
    """Following a person."""

    begin = staticmethod(relations.follow)
    end = staticmethod(relations.unfollow)


@extend_schema(summary="Block a person, or not any more", request=None, responses={204: None})
class BlockView(RelationView):
    """Blocking a person."""

    begin = staticmethod(relations.block)
    end = staticmethod(relations.unblock)


def _found(one: Found) -> dict[str, Any]:
    return {"name": str(one.person), "slug": one.person.slug, "is_bot": one.person.is_bot, "points": one.points}


def _own(person: User) -> dict[str, Any]:
    return {"about": person.about, "country": person.country, "picture": person.picture}


def person_called(slug: str) -> User:
    """The person that the address names. Raises Http404."""
    try:
        return services.person(slug)
    except User.DoesNotExist:
        raise Http404 from None
