"""People over HTTP: what anybody may know about somebody, and whom I follow or block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts import relations, services
from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint, page_of
from lobby.api.permissions import BROWSER, LOOK
from lobby.api.serializers import PageSerializer, PlayerSerializer
from lobby.api.shapes import QUERY_OF_PAGES
from lobby.api.views.shown import cards
from lobby.people import profiles


class PlayerView(Endpoint):
    """A profile."""

    access = {"GET": LOOK}

    @extend_schema(summary="A person", responses=PlayerSerializer)
    def get(self, request: Request, slug: str) -> Response:
        person = _person(slug)
        profile = profiles.profile(person)
        shown: dict[str, Any] = {
            "name": profile.name,
            "slug": profile.slug,
            "is_guest": profile.is_guest,
            "since": profile.since,
            "reliability": profile.reliability.percent,
            "records": [asdict(record) for record in profile.records],
        }
        return Response(shown)


class PlayerMatchesView(Endpoint):
    """What a person has played."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Public matches of a person that are over", parameters=QUERY_OF_PAGES, responses=PageSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        return page_of(request, self, profiles.history(_person(slug)), lambda matches: cards(matches, None))


class RelationView(Endpoint):
    """Something between me and somebody: there after PUT, not there after DELETE, however often."""

    access = {"PUT": BROWSER, "DELETE": BROWSER}
    begin: ClassVar[Callable[..., None]]
    end: ClassVar[Callable[..., None]]

    def put(self, request: Request, slug: str) -> Response:
        self.begin(user=self.person, person=_person(slug))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def delete(self, request: Request, slug: str) -> Response:
        self.end(user=self.person, person=_person(slug))
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(summary="Follow a person, or not any more", request=None, responses={204: None})
class FollowView(RelationView):
    """Be told what somebody plays."""

    begin = staticmethod(relations.follow)
    end = staticmethod(relations.unfollow)


@extend_schema(summary="Block a person, or not any more", request=None, responses={204: None})
class BlockView(RelationView):
    """Have nothing to do with somebody."""

    begin = staticmethod(relations.block)
    end = staticmethod(relations.unblock)


def _person(slug: str) -> User:
    try:
        return services.person(slug)
    except User.DoesNotExist:
        raise Http404 from None
