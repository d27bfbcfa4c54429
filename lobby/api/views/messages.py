"""Private messages over HTTP: conversations, one of them, writing, reading, deleting."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint
from lobby.api.limits import MessageLimit
from lobby.api.message_serializers import (
    ConversationsForm,
    ConversationsSerializer,
    MessageForm,
    MessageSerializer,
    StretchForm,
    StretchSerializer,
)
from lobby.api.permissions import MESSAGES
from lobby.api.views.players import person_called
from lobby.conversations import allowing, reading, writing
from lobby.conversations.models import Message

IN_LIST = 50


class ConversationsView(Endpoint):
    """With whom I write."""

    access = {"GET": MESSAGES}

    @extend_schema(
        summary="My conversations",
        operation_id="messages_list",
        parameters=[ConversationsForm],
        responses=ConversationsSerializer,
    )
    def get(self, request: Request) -> Response:
        before = self.asked(ConversationsForm).get("before")
        found = reading.conversations(self.person)
        if before is not None:
            found = found.filter(newest__lt=before)
        shown = [_conversation(side, self.person.pk) for side in found[:IN_LIST]]
        return Response({"unread": reading.unread(self.person.pk), "results": shown})


class ConversationView(Endpoint):
    """What one person and I have written."""

    access = {"GET": MESSAGES, "POST": MESSAGES, "DELETE": MESSAGES}
    limits = {"POST": MessageLimit}

    @extend_schema(
        summary="Messages of a conversation",
        description="Reading them here does not mark them as read.",
        operation_id="messages_retrieve",
        parameters=[StretchForm],
        responses=StretchSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        other = self._other(slug)
        found = reading.stretch(self.person, other, **self.asked(StretchForm))
        refusal = allowing.refusal(self.person, other)
        return Response(
            {
                "messages": [_message(one, self.person.pk) for one in found.messages],
                "has_older": found.has_older,
                "refusal": None if refusal is None else refusal.message,
            }
        )

    @extend_schema(
        summary="Write to a person",
        operation_id="messages_create",
        request=MessageForm,
        responses={201: MessageSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        text = self.sent(MessageForm)["text"]
        message = writing.send(user=self.person, other=self._other(slug), text=text)
        return Response(_message(message, self.person.pk), status=status.HTTP_201_CREATED)

    @extend_schema(summary="Delete a conversation for me", operation_id="messages_destroy", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        writing.delete(user=self.person, other=self._other(slug))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _other(self, slug: str) -> User:
        return reading.partner(self.person, slug) or person_called(slug)


class MessagesReadView(Endpoint):
    """What I have read."""

    access = {"POST": MESSAGES}

    @extend_schema(summary="Mark a conversation as read", request=None, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        writing.read(user=self.person, other=reading.partner(self.person, slug) or person_called(slug))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MessageView(Endpoint):
    """One message."""

    access = {"DELETE": MESSAGES}

    @extend_schema(summary="Delete a message for me", operation_id="message_destroy", responses={204: None})
    def delete(self, request: Request, slug: str, message_id: int) -> Response:
        other = reading.partner(self.person, slug) or person_called(slug)
        writing.delete(user=self.person, other=other, message_id=message_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _message(message: Message, reader_id: int) -> dict[str, Any]:
    return {
        "id": message.pk,
        "is_mine": message.author_id == reader_id,
        "text": message.text,
        "created_at": message.created_at,
    }


def _conversation(side: Any, reader_id: int) -> dict[str, Any]:
    """`side`: a `Side` with the annotations of `reading.conversations`."""
    return {
        "name": str(side.other),
        "slug": side.other.slug,
        "unread": side.unread,
        "newest": {
            "id": side.newest,
            "is_mine": side.newest_author == reader_id,
            "text": side.newest_text,
            "created_at": side.newest_at,
        },
    }
