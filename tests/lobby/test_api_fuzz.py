"""Whatever is sent to any address of the interface: never a fault of the site, never an answer that the schema does not know."""

from __future__ import annotations

import random
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.test import Client
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lobby.accounts.tokens import create_token
from lobby.api import reference
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.tables import services as tables
from tests.games.toy import DEFAULT_ORDERS

pytestmark = [pytest.mark.postgres, pytest.mark.postgres_alone, pytest.mark.slow]

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
SHORT, LONG = 2, 50
"""Requests for each operation and kind of data."""
PARTS = 3
"""The short form asks one of so many operations, the long one all."""
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


@pytest.fixture
def here(alice, bob, make_match, monkeypatch, settings) -> dict[str, list[str]]:
    """What is there, by the names that addresses have for it."""
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, "1000000/m")
    monkeypatch.setattr(tables, "OPEN_TABLES", 100_000)
    cache.clear()
    table = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=4, step_seconds=30))
    tables.join(user=bob, match_id=table.pk)
    running, over = make_match(), make_match()
    Match.objects.filter(pk=over.pk).update(status="aborted", deadline=None, due_at=None)
    return {
        "match_id": [table.pk, running.pk, over.pk], "game_id": ["toy", "planet_conquer"], "slug": ["Alice", "Bob"],
        "token_id": ["1", "2"],
    }  # fmt: skip


@pytest.fixture
def senders(alice) -> list[dict[str, dict[str, str]]]:
    """What tells a program with all scopes (which gets furthest, and is there twice), of a browser, of a stranger and of an impostor."""
    _, text = create_token(user=alice, name="fuzz", scopes=["read", "play", "tables"])
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    program = {"headers": {"Authorization": f"Bearer {text}"}}
    browser = {"cookies": {"sessionid": client.cookies["sessionid"].value}}
    return [program, program, browser, {}, {"headers": {"Authorization": "Bearer fog_nonsense"}}]


def run(
    here: dict[str, list[str]], senders: list[dict[str, dict[str, str]]], examples: int, luck: int
) -> tuple[list[int], list[str]]:
    """Ask the operations, with data that fits the schema and with data that does not; the statuses of the answers, and what is wrong."""
    heard: list[int] = []
    findings: list[str] = []
    chance = random.Random(luck)
    schema = schemathesis.openapi.from_dict(reference.schema())
    site = get_wsgi_application()
    schema.app = lambda environ, start: site({**environ, "REMOTE_ADDR": "127.0.0.1"}, start)
    every = list(schema.get_all_operations())
    for found in every if examples > SHORT else every[luck % PARTS :: PARTS]:
        operation = found.ok()
        # To prepare an operation costs more than to ask it: the short form takes one kind of data for each.
        for mode in MODES if examples > SHORT else [chance.choice(MODES)]:

            @seed(luck)
            @settings(
                max_examples=examples, deadline=None, database=None, phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
            def ask(case: Any, data: st.DataObject) -> None:
                # Where there is something to find, it is looked for more often than not.
                for name in case.path_parameters:
                    if name in here and data.draw(st.integers(0, 3)):
                        case.path_parameters[name] = data.draw(st.sampled_from(here[name]))
                if isinstance(case.body, dict) and "orders" in case.body and data.draw(st.booleans()):
                    case.body |= {"orders": DEFAULT_ORDERS, "step": 0}
                sender = data.draw(st.sampled_from(senders))
                answer = case.call(
                    **{**sender, "headers": {**sender.get("headers", {}), "Accept-Encoding": "identity"}}
                )
                heard.append(answer.status_code)
                try:
                    case.validate_response(answer, checks=CHECKS)
                except BaseExceptionGroup as failed:
                    findings.append(str(failed))

            try:
                ask()
            except Unsatisfiable:
                # An operation that takes nothing cannot be asked wrongly.
                continue
    return heard, findings


@pytest.mark.timeout(900)
@pytest.mark.parametrize("examples", [SHORT, pytest.param(LONG, marks=pytest.mark.long)])
def test_no_request_is_a_fault_of_the_site_or_has_an_answer_nobody_wrote_down(examples, here, senders):
    heard, findings = run(here, senders, examples, luck=7 if examples == SHORT else random.randrange(2**32))
    assert not findings, "\n\n".join(findings[:20])
    # It came through to the services, and was refused for what it sent.
    assert {200, 400, 401, 403, 404} <= set(heard)
