"""What do Sentry and a collector of OpenTelemetry hear? Their own packages are asked, with a transport that keeps what would be sent."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection, connections
from django.test import Client
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sentry_sdk.transport import Transport

from lobby.operations import checks, sentry
from lobby.operations.logs import RequestFilter
from lobby.platform.process import request_id, tracing
from lobby.play import referee, services

SECRET = "hidden-orders-of-bob"
NAME = "3f2a-99.proxy_1"
ADDRESS = "/tv/" + "toy/"
"""Not in one piece: events quote lines of source text."""


class Kept(Transport):
    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.sent += [item.payload.json for item in envelope.items if item.type == "event"]


@pytest.fixture
def sent(settings: Any) -> Iterator[list[dict[str, Any]]]:
    settings.SENTRY_DSN = "https://key@sentry.example/1"
    kept = Kept()
    sentry.start(transport=kept)
    yield kept.sent
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def fails(error: Exception) -> None:
    orders = {"of": SECRET}
    raise type(error)(*error.args) if orders else error


def logged(text: str, *about: object, error: Exception) -> None:
    log = logging.getLogger("fogbound.tests")
    log.addFilter(RequestFilter())
    try:
        fails(error)
    except Exception:
        log.exception(text, *about)


def test_an_error_of_the_log_is_told_with_its_place_and_the_request(sent):
    before = request_id._id.set(NAME)
    try:
        logged("the disk of %s is full", SECRET, error=ValueError("what it says"))
    finally:
        request_id._id.reset(before)
    (event,) = sent
    (error,) = event["exception"]["values"]
    assert (error["type"], error["value"]) == ("ValueError", "what it says")
    assert error["stacktrace"]["frames"][-1]["function"] == "fails"
    assert event["logentry"]["message"] == "the disk of %s is full"
    assert event["tags"] == {"request_id": NAME}
    assert SECRET not in json.dumps(event)


@pytest.mark.parametrize(
    ("text", "about", "error"),
    [
        ("match %s failed", ("7k3mvq2xpa",), RuntimeError(SECRET)),
        ("it was not stored", (), DatabaseError(f"row ({SECRET})")),
    ],
)
def test_what_may_be_hidden_is_no_more_in_an_event_than_in_the_log(sent, text, about, error):
    logged(text, *about, error=error)
    (event,) = sent
    assert "value" not in event["exception"]["values"][0]
    assert event["exception"]["values"][0]["type"] == type(error).__name__
    assert SECRET not in json.dumps(event) and "7k3mvq2xpa" not in json.dumps(event)


@pytest.mark.django_db
def test_an_error_of_a_page_names_neither_address_nor_person(sent, alice, monkeypatch):
    monkeypatch.setattr("lobby.pages.tv._known", lambda game: fails(ValueError("no")))
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    assert client.get(f"{ADDRESS}?key={SECRET}", headers={"User-Agent": SECRET}).status_code == 500
    (event,) = sent
    assert event["exception"]["values"][0]["type"] == "ValueError"
    text = json.dumps(event)
    assert not [secret for secret in (SECRET, alice.name, "sessionid", ADDRESS) if secret in text]


def test_what_is_no_error_of_the_log_is_not_told(sent):
    logging.getLogger("fogbound.tests").warning("almost")
    sentry_sdk.capture_message(SECRET)
    assert sent == []


# --- Spans


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracing.use(provider)
    connection.execute_wrappers.append(tracing._traced)
    yield kept
    for one in connections.all(initialized_only=True):
        if tracing._traced in one.execute_wrappers:
            one.execute_wrappers.remove(tracing._traced)
    tracing.use(None)


@pytest.mark.django_db
def test_an_answer_has_a_span_with_its_route_and_its_statements_below(spans, alice):
    client = Client()
    client.force_login(alice)
    spans.clear()
    assert client.get(f"/people/{alice.name}/?key={SECRET}").status_code == 200
    told = spans.get_finished_spans()
    (answer,) = [one for one in told if one.name.startswith("GET")]
    assert answer.name == "GET /people/<str:slug>/"
    assert answer.attributes["http.response.status_code"] == 200
    below = [one for one in told if one.parent is not None and one.parent.span_id == answer.context.span_id]
    assert "database SELECT" in {one.name for one in below}
    assert not any(
        secret in one.to_json() for one in told for secret in (SECRET, f"/people/{alice.name}", "lobby_user")
    )


def test_an_error_is_marked_and_not_quoted(spans):
    with pytest.raises(ValueError), tracing.span("resolve step", game="toy", step=3):
        raise ValueError(SECRET)
    (told,) = spans.get_finished_spans()
    assert (told.name, told.attributes["step"]) == ("resolve step", 3)
    assert told.status.status_code.name == "ERROR" and SECRET not in told.to_json()


@pytest.mark.django_db(transaction=True)
async def test_steps_are_told(spans, alice, bob, make_match):
    match = await sync_to_async(make_match)()
    for person in (alice, bob):
        await services.submit_orders(user_id=person.pk, match_id=match.pk, step=0, orders={"walk": 1}, ready=True)
    await sync_to_async(referee.advance_once)(match.pk)
    assert "resolve step" in {one.name for one in spans.get_finished_spans()}


def test_nobody_is_told_anything_unless_the_host_says_whom():
    assert tracing._tracer is None
    with tracing.span("it") as span:
        assert span is None


# --- What the start refuses


@pytest.mark.parametrize("name", ["SENTRY_DSN", "OTLP_ENDPOINT"])
def test_a_package_that_is_not_there_is_named_at_the_start(settings, monkeypatch, name):
    assert checks.check_observers(None) == []
    setattr(settings, name, "https://observer.example")
    assert checks.check_observers(None) == [], "tests have the packages"
    monkeypatch.setattr(checks, "find_spec", lambda module: None)
    (found,) = checks.check_observers(None)
    assert found.id == "fogbound.E021" and f"FOGBOUND_{name}" in found.msg and "pip install" in found.hint
