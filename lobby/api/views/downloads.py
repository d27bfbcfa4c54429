"""Public matches by the month, over HTTP."""

from __future__ import annotations

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint
from lobby.api.permissions import LOOK
from lobby.api.serializers import MonthSerializer
from lobby.platform.http import site_address
from lobby.watch.models import PublishedMonth


class DownloadsView(Endpoint):
    """Which months there are."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Files with all public matches of a month",
        description="Newest first. A file has a line of JSON for each match, as `/api/matches/<id>/replay/` has it, compressed with xz.",
        operation_id="downloads_list",
        responses=MonthSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        months = PublishedMonth.objects.values("month", "matches", "size", "sha256")
        return Response(
            [
                {**one, "url": site_address.absolute(request, reverse("month_file", args=[one["month"]]))}
                for one in months
            ]
        )
