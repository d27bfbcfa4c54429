"""Which documents does a client author need? The schema of this interface and the schemas of the socket. Also answers unknown addresses."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint, tagged
from lobby.api.permissions import OPEN
from lobby.api.shapes import PROTOCOL
from lobby.api.socket_schema import socket_schema


@tagged
class SchemaView(Endpoint, SpectacularAPIView):
    """This interface as OpenAPI 3.1, in JSON, or in YAML for clients that accept nothing else."""

    access = {"GET": OPEN}
    # The first is for whoever accepts anything.
    renderer_classes = [OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer, OpenApiYamlRenderer2]

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return SpectacularAPIView.get(self, request, *args, **kwargs)


@tagged
class ProtocolView(Endpoint):
    """The messages of the match socket."""

    access = {"GET": OPEN}

    @extend_schema(
        summary="JSON Schemas of the socket's messages",
        description="`client` and `server` are what either side may send; `$defs` holds each message by name.",
        responses={200: PROTOCOL},
    )
    def get(self, request: Request) -> Response:
        return Response(socket_schema())


class NothingHere(Endpoint):
    """Any other address below /api/."""

    access = dict.fromkeys(["GET", "POST", "PUT", "PATCH", "DELETE"], OPEN)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.perform_authentication(request)
        raise Http404
