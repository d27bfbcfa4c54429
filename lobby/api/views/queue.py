"""How does a program wait for a quick match over HTTP?"""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint
from lobby.api.limits import TableLimit
from lobby.api.permissions import TABLES
from lobby.api.serializers import QueueForm, TicketSerializer
from lobby.matches.people import Ticket
from lobby.tables import queue


class QueueView(Endpoint):
    """My ticket in the queue."""

    access = {"GET": TABLES, "POST": TABLES, "DELETE": TABLES}
    limits = {"POST": TableLimit}

    @extend_schema(
        summary="Do I still wait, or is there a match?",
        description=f"To ask says that one still waits: ask at least every {queue.PRESENT.seconds} seconds.",
        operation_id="queue_read",
        responses=TicketSerializer,
    )
    def get(self, request: Request) -> Response:
        queue.stay([self.person.pk])
        ticket = queue.waiting(self.person.pk)
        if ticket is None:
            raise Http404
        return Response(_shown(ticket))

    @extend_schema(
        summary="Wait for somebody to play with",
        description="In place of whatever I waited for before.",
        request=QueueForm,
        responses={201: TicketSerializer},
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(QueueForm)
        ticket = queue.enter(user=self.person, game_id=sent["game"], pace=sent["pace"], rated=sent.get("rated", True))
        return Response(_shown(ticket), status=status.HTTP_201_CREATED)

    @extend_schema(summary="Stop waiting", operation_id="queue_leave", responses={204: None})
    def delete(self, request: Request) -> Response:
        queue.leave(user=self.person)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _shown(ticket: Ticket) -> dict[str, Any]:
    return {
        "game": ticket.game,
        "pace": ticket.pace,
        "rated": ticket.rated,
        "since": ticket.created_at,
        "match": ticket.match_id,
    }
