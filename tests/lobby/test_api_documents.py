"""Do schema, reference and guides say what is there, and is what they say true?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from django.test import Client
from django.urls import get_resolver

from lobby.api import reference
from lobby.api.socket_schema import socket_schema
from lobby.platform.protocol.client import SUBPROTOCOL, TOKEN_SUBPROTOCOL, VERSION
from tests.lobby.test_protocol import examples

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text()


def test_the_schema_is_openapi_3_1_and_names_every_address(client, db):
    shown = client.get("/api/schema/", headers={"accept": "application/vnd.oai.openapi+json"}).json()
    assert shown["openapi"].startswith("3.1")
    assert shown == json.loads(json.dumps(reference.schema()))
    (root,) = [entry for entry in get_resolver().url_patterns if str(entry.pattern) == "api/"]
    known = {re.sub(r"<\w+:(\w+)>", r"{\1}", f"/api/{entry.pattern}") for entry in root.url_patterns}
    assert set(shown["paths"]) == known - {"/api/", "/api/schema/", "/api/guide/{name}/"}
    operations = [one for item in shown["paths"].values() for one in item.values()]
    assert len({one["operationId"] for one in operations}) == len(operations)
    assert all(one["summary"] and one["description"] for one in operations)
    for accepts, kind in (("*/*", "json"), ("text/html,*/*;q=0.8", "json"), ("application/yaml", "yaml")):
        assert kind in client.get("/api/schema/", headers={"accept": accepts}).headers["Content-Type"]
    assert client.get("/api/schema/").json()["openapi"] == "3.1.0"
    again = client.get("/api/schema/")
    assert client.get("/api/schema/", headers={"if-none-match": again.headers["ETag"]}).status_code == 304


def test_every_reference_of_the_schema_leads_somewhere():
    shown = reference.schema()
    text = json.dumps(shown)
    used = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert used == set(shown["components"]["schemas"])


@pytest.mark.parametrize("side", ["client", "server"])
def test_the_socket_schemas_fit_the_examples_of_the_page(client, db, side):
    shown = client.get("/api/protocol/").json()
    assert shown["version"] == VERSION
    jsonschema.Draft202012Validator.check_schema(shown)
    check = jsonschema.Draft202012Validator({**shown[side], "$defs": shown["$defs"]})
    for line in examples(side):
        check.validate(json.loads(line))
    assert not check.is_valid({"type": "nonsense"})
    assert not check.is_valid({"type": "watch"})


def test_the_version_of_the_page_is_the_one_that_is_spoken():
    page = (DOCS / "protocol.md").read_text()
    assert page.startswith(f"# The match socket, protocol version {VERSION}\n")
    assert f"`{SUBPROTOCOL}{VERSION}`" in page and f"`{TOKEN_SUBPROTOCOL}<token>`" in page
    assert socket_schema()["most_bytes"] == 65_536


def test_the_guide_names_only_addresses_that_are_there():
    paths = {re.sub(r"{\w+}", "<id>", path) for path in reference.schema()["paths"]}
    named = {re.sub(r"\?.*", "", path) for path in re.findall(r"`(?:[A-Z]+ |PUT`, `GET )(/api/[^`]*)`", API)}
    assert len(named) > 5 and named <= paths


def test_the_guide_names_the_limits_of_the_site(settings):
    words = {"m": "a minute", "h": "an hour"}
    for name, rate in settings.API_LIMITS.items():
        number, _, period = rate.partition("/")
        row = next(line for line in API.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.endswith(f"| {number} {words[period]} |")


@pytest.mark.parametrize("name", ["bots", "api", "protocol", "records", "environment"])
def test_guides_are_pages_whose_links_lead_somewhere(client, db, name):
    page = client.get(f"/api/guide/{name}/")
    body = page.content.decode()
    assert page.status_code == 200 and "<h1>" in body
    links = re.findall(r'href="(/(?:api|rules)/[^"#]*)', body)
    assert links
    for link in set(links):
        assert client.get(link).status_code == 200, link
    assert ".md" not in re.sub(r"<code[^>]*>.*?</code>", "", body)


def test_there_are_no_other_guides(client, db):
    assert client.get("/api/guide/architecture/").status_code == 404
    assert client.get("/api/guide/../settings/").status_code == 404


@pytest.mark.django_db
def test_the_reference_shows_every_operation_without_a_script():
    page = Client().get("/api/").content.decode()
    for chapter in reference.chapters():
        for one in chapter.operations:
            assert f'id="{one.id}"' in page and one.path in page
    assert "<script" not in page.split("<main")[1]
