"""Which maps are there for a game, and how is one sent? Only for games whose tables take a map that people have made."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from lobby.accounts.models import User
from lobby.api.build_shapes import (
    BuildSerializer,
    FairnessSerializer,
    GalleryQuery,
    GallerySerializer,
    MapFileQuery,
    MapForm,
    MapsSerializer,
    NewMapForm,
    ReadMapSerializer,
    ShownMapSerializer,
    WholeMapSerializer,
)
from lobby.api.endpoint import Endpoint
from lobby.api.limits import BuildLimit, TrialLimit
from lobby.api.permissions import OPEN, PLAY, READ
from lobby.api.views.builds import own_build
from lobby.bots import fair_maps
from lobby.builds import gallery, services
from lobby.matches.errors import as_answer, in_words
from lobby.platform.characters import written
from lobby.platform.http.paging import ShortPaginator

A_PAGE = 30
KINDS = {"json": "application/json", "yaml": "application/yaml"}


class MapsView(Endpoint):
    """The maps of a game."""

    access = {"GET": OPEN, "POST": PLAY}
    limits = {"POST": BuildLimit}

    @extend_schema(
        summary="Maps that come with a game",
        description="Maps of one's own are at `/api/builds/?game=`, a shared one at `/api/builds/shared/<code>/`.",
        operation_id="maps_list",
        responses=MapsSerializer,
    )
    def get(self, request: Request, game_id: str) -> Response:
        workshop = gallery.workshop_of(game_id)
        assert workshop.seats is not None
        found = [
            {
                "id": one["id"],
                "name": gettext(one["name"]),
                "facts": services.facts(game_id, one["build"]),
                "seats": list(workshop.seats(one["build"])),
                "url": reverse("api_map", args=[game_id, one["id"]], request=request),
            }
            for one in workshop.describe({})["ready"]
        ]
        return Response({"option": workshop.option, "maps": found})

    @extend_schema(
        summary="Keep a map on the account",
        description="As `POST /api/builds/`, from any layout that the game reads. It may have faults.",
        operation_id="maps_create",
        request=NewMapForm,
        responses={201: BuildSerializer},
    )
    def post(self, request: Request, game_id: str) -> Response:
        gallery.workshop_of(game_id)
        sent = self.sent(NewMapForm)
        build = services.read(game_id, sent["content"]).build
        if isinstance(build, dict):
            build = {**build, "name": sent["name"]}
        kept = services.save(user=self.person, game_id=game_id, name=sent["name"], content=build)
        return Response(own_build(kept), status=status.HTTP_201_CREATED)


class GalleryView(Endpoint):
    """Maps that people show to everybody."""

    access = {"GET": OPEN}

    @extend_schema(
        summary="Maps that people show to everybody",
        description="Thirty a page. Without maps of people whom I block, or who block me.",
        operation_id="maps_gallery",
        parameters=[GalleryQuery],
        responses=GallerySerializer,
    )
    def get(self, request: Request, game_id: str) -> Response:
        asked = self.asked(GalleryQuery)
        chosen = {"sort": asked["sort"], "seats": asked.get("seats"), "favourites": asked["favourites"]}
        pages = ShortPaginator(gallery.listed(game_id, self.user_id, **chosen), A_PAGE)
        if asked["page"] > pages.num_pages:
            raise ValidationError({"page": gettext("There is no such page.")})
        found = gallery.shown(game_id, self.user_id, list(pages.page(asked["page"])))
        return Response({"pages": pages.num_pages, "results": [_shown(one, request) for one in found]})


class HeartView(Endpoint):
    """My heart for a map of the gallery."""

    access = {"PUT": PLAY, "DELETE": PLAY}
    limits = {"PUT": BuildLimit, "DELETE": BuildLimit}

    @extend_schema(summary="Like a map", operation_id="maps_like", request=None, responses=ShownMapSerializer)
    def put(self, request: Request, game_id: str, code: str) -> Response:
        found = gallery.like(user=self.person, game_id=game_id, code=code, is_liked=True)
        return Response(_shown(found, request))

    @extend_schema(summary="Take the heart back", operation_id="maps_unlike", responses=ShownMapSerializer)
    def delete(self, request: Request, game_id: str, code: str) -> Response:
        found = gallery.like(user=self.person, game_id=game_id, code=code, is_liked=False)
        return Response(_shown(found, request))


class ShownView(Endpoint):
    """One of my maps in the gallery."""

    access = {"PUT": PLAY, "DELETE": PLAY}
    limits = {"PUT": BuildLimit}

    @extend_schema(
        summary="Show my map to everybody",
        description="In the gallery of its game; it is shared from then on. Not for guests, and only one without faults.",
        operation_id="builds_show",
        request=None,
        responses=BuildSerializer,
    )
    def put(self, request: Request, build_id: int) -> Response:
        return Response(own_build(gallery.show(user=self.person, build_id=build_id)))

    @extend_schema(
        summary="Take my map off the gallery",
        description="It stays shared.",
        operation_id="builds_hide",
        responses=BuildSerializer,
    )
    def delete(self, request: Request, build_id: int) -> Response:
        return Response(own_build(gallery.hide(user=self.person, build_id=build_id)))


def _shown(one: gallery.Shown, request: Request) -> dict[str, Any]:
    build = one.build
    return {
        **{name: getattr(one, name) for name in ("facts", "is_rated", "played", "is_liked")},
        "code": build.code,
        "name": build.name,
        "author": build.owner.name,
        "author_slug": build.owner.slug,
        "seats": list(one.seats),
        "hearts": one.likes,
        "url": reverse("api_map", args=[build.game, build.code], request=request),
    }


class MapView(Endpoint):
    """One map."""

    access = {"GET": OPEN}

    @extend_schema(
        summary="A map",
        description="By its id, by the code under which it is shared, or one of your own by `build-` with its number.",
        operation_id="maps_retrieve",
        parameters=[MapFileQuery],
        responses=WholeMapSerializer,
    )
    def get(self, request: Request, game_id: str, map_id: str) -> Any:
        workshop = gallery.workshop_of(game_id)
        person = request.user if isinstance(request.user, User) else None
        name, content = services.called(person, game_id, map_id)
        content, faults = workshop.judge({}, content)
        kind = self.asked(MapFileQuery).get("file")
        if kind is None:
            facts = [] if faults else services.facts(game_id, content)
            return Response({"id": map_id, "name": name, "facts": facts, "content": content})
        text = written.as_yaml(content) if kind == "yaml" else json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        response = HttpResponse(text, content_type=f"{KINDS[kind]}; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{map_id}.{kind}"'
        return response


class ReadMapView(Endpoint):
    """A document, read as a map."""

    access = {"POST": OPEN}
    limits = {"POST": BuildLimit}

    @extend_schema(
        summary="Read a map",
        description="From JSON or YAML, in any layout that the game knows. Nothing is kept.",
        operation_id="maps_read",
        request=MapForm,
        responses=ReadMapSerializer,
    )
    def post(self, request: Request, game_id: str) -> Response:
        gallery.workshop_of(game_id)
        found = services.read(game_id, self.sent(MapForm)["content"])
        content, faults = services.judge(game_id=game_id, content=found.build)
        return Response(
            {
                "content": content,
                "read": [in_words(one) for one in found.read],
                "left": [in_words(one) for one in found.left],
                "faults": [as_answer(fault) for fault in faults],
                "yaml": written.as_yaml(content),
            }
        )


class FairnessView(Endpoint):
    """Whether the starts of one of my maps are equally good: a job like a trial."""

    access = {"GET": READ, "POST": PLAY, "DELETE": PLAY}
    limits = {"POST": TrialLimit}

    @extend_schema(
        summary="How the check of my map stands, and what it has found",
        description="`status` is `none` if there is none; it is kept for an hour after its end, or until I begin another job.",
        operation_id="builds_fairness",
        responses=FairnessSerializer,
    )
    def get(self, request: Request, build_id: int) -> Response:
        return Response(fair_maps.found(user=self.person, build_id=build_id))

    @extend_schema(
        summary="Check whether the starts of my map are equally good",
        description="Equal bots play matches on it, one from each start. The answer comes at once. A person has one trial, study or check at a time.",
        operation_id="builds_fairness_begin",
        request=None,
        responses={202: FairnessSerializer},
    )
    def post(self, request: Request, build_id: int) -> Response:
        return Response(fair_maps.begin(user=self.person, build_id=build_id), status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        summary="Cancel the check of my map",
        description="What it has found can still be read.",
        operation_id="builds_fairness_cancel",
        responses={204: None},
    )
    def delete(self, request: Request, build_id: int) -> Response:
        fair_maps.cancel(user=self.person, build_id=build_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
