"""Notices over HTTP: what there is, what I have read, how I hear of what, webhooks."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint, page_of
from lobby.api.limits import TableLimit
from lobby.api.notice_serializers import (
    NoticePageSerializer,
    NoticesForm,
    ReadForm,
    UnreadSerializer,
    WebhookForm,
    WebhookSerializer,
    WishesForm,
    WishesSerializer,
)
from lobby.api.permissions import BROWSER, PLAY, READ
from lobby.matches.models import Match
from lobby.notices import links, reading, table_offers, unsubscribing, webhooks, wishes, words, writing
from lobby.notices.models import Hook, Notice, Wishes
from lobby.store import wake


class NoticesView(Endpoint):
    """What I should know."""

    access = {"GET": READ}

    @extend_schema(
        summary="My notices", operation_id="notices_list", parameters=[NoticesForm], responses=NoticePageSerializer
    )
    def get(self, request: Request) -> Response:
        left = [one.pk for one in reading.unread(self.person.pk)]
        found = reading.of(self.person.pk)
        if request.query_params.get("unread", "").lower() in {"1", "true"}:
            found = found.filter(pk__in=left)
        return page_of(request, self, found, lambda rows: [_shown(line) for line in words.lines(list(rows))])


class ReadView(Endpoint):
    """What I have read."""

    access = {"POST": PLAY}

    @extend_schema(summary="Mark notices of mine as read", request=ReadForm, responses=UnreadSerializer)
    def post(self, request: Request) -> Response:
        person_id = self.person.pk
        if reading.mark_read(person_id, ids=self.sent(ReadForm).get("ids")):
            wake.publish_from_thread([writing.call_of(person_id)])
        return Response({"unread": len(reading.unread(person_id))})


class WishesView(Endpoint):
    """How I hear of what."""

    access = {"GET": READ, "PATCH": BROWSER}

    @extend_schema(summary="How I hear of what", responses=WishesSerializer)
    def get(self, request: Request) -> Response:
        return Response(_chosen(wishes.of(self.person)))

    @extend_schema(summary="Choose how I hear of what", request=WishesForm, responses=WishesSerializer)
    def patch(self, request: Request) -> Response:
        sent = self.sent(WishesForm)
        chosen = wishes.of(self.person)
        wishes.choose(chosen, sent.pop("ways", {}))
        wanted = sent.pop("games", None)
        for name, value in sent.items():
            setattr(chosen, name, value)
        if (chosen.quiet_from is None) != (chosen.quiet_to is None):
            raise ValidationError({"quiet_from": "Give both ends of the quiet hours, or neither."})
        chosen.save()
        if wanted is not None:
            table_offers.want(self.person, set(wanted))
        return Response(_chosen(chosen))


class MuteView(Endpoint):
    """A match of which I want to hear nothing."""

    access = {"PUT": PLAY, "DELETE": PLAY}

    @extend_schema(summary="Mute a match of mine", request=None, responses={204: None})
    def put(self, request: Request, match_id: str) -> Response:
        unsubscribing.end(self._what(match_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Hear of a match again", responses={204: None})
    def delete(self, request: Request, match_id: str) -> Response:
        unsubscribing.begin_again(self._what(match_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _what(self, match_id: str) -> links.Stop:
        if not Match.objects.filter(pk=match_id, seats__user=self.person).exists():
            raise Http404
        return links.Stop(self.person.pk, match_id=match_id)


class WebhooksView(Endpoint):
    """Addresses of other services that are told."""

    access = {"GET": BROWSER, "POST": BROWSER}
    limits = {"POST": TableLimit}

    @extend_schema(summary="My webhooks", operation_id="webhooks_list", responses=WebhookSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([_hook(one) for one in Hook.objects.filter(user=self.person).order_by("pk")])

    @extend_schema(summary="Add a webhook", request=WebhookForm, responses={201: WebhookSerializer})
    def post(self, request: Request) -> Response:
        sent = self.sent(WebhookForm)
        match = None if sent["match"] is None else webhooks.hosted_by(self.person, sent["match"])
        hook = webhooks.add(user=self.person, form=sent["form"], address=sent["address"], match=match)
        return Response(_hook(hook), status=status.HTTP_201_CREATED)


class WebhookView(Endpoint):
    """One of them."""

    access = {"DELETE": BROWSER}

    @extend_schema(summary="Remove a webhook", responses={204: None})
    def delete(self, request: Request, hook_id: int) -> Response:
        if not Hook.objects.filter(user=self.person, pk=hook_id).delete()[0]:
            raise Http404
        return Response(status=status.HTTP_204_NO_CONTENT)


def _shown(line: words.Line) -> dict[str, Any]:
    return {
        "id": line.id,
        "kind": line.kind,
        "text": line.text,
        "url": line.url,
        "match": line.match_id,
        "until": line.until,
        "is_read": line.is_read,
        "created_at": line.at,
    }


def _chosen(chosen: Wishes) -> dict[str, Any]:
    told = ("time_zone", "quiet_from", "quiet_to", "digest_hour", "only_away", "tells_more")
    ways = {kind: [way for way in wishes.WAYS if way in wishes.ways(chosen, kind)] for kind in Notice.Kind.values}
    wanted = sorted(table_offers.wanted_by(chosen.user_id))
    return {"ways": ways, **{name: getattr(chosen, name) for name in told}, "games": wanted}


def _hook(hook: Hook) -> dict[str, Any]:
    return {
        "id": hook.pk,
        "form": hook.form,
        "address": hook.address,
        "match": hook.match_id,
        "secret": hook.secret,
        "failures": hook.failures,
        "is_on": hook.switched_off_at is None,
        "created_at": hook.created_at,
    }
