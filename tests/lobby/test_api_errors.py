"""Does every refusal of the interface for programs have the one shape, whoever refuses and however early?"""

from __future__ import annotations

from base64 import b64encode
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from config import env
from lobby.accounts import tokens


@pytest.fixture(autouse=True)
def no_limits_of_before():
    cache.clear()


@pytest.fixture
def browser(alice) -> Client:
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    return client


def refusal(answer, status: int, code: str, path: str = "") -> dict:
    shown = answer.json()
    assert (answer.status_code, shown["code"], shown["path"]) == (status, code, path), shown
    assert set(shown) == {"code", "path", "message", "data"}
    assert shown["message"]
    assert answer.headers["Content-Type"].startswith("application/json")
    return shown["data"]


JSON = {"content_type": "application/json"}
MADE_UP = ("p=notadate", "p=2026-01-01", "p=9999-12-31T23:59:59-23:59", "p=0001-01-01T00:00:00+23:59", "p=2026-13-40T00:00:00+00:00",
           "r=1&p=", "o=-1")  # fmt: skip


REFUSED = [
    ("get", "/api/nothing/", None, 404, "not_found", ""),
    ("post", "/api/games", b"{}", 404, "not_found", ""),
    ("get", "/api/games/chess/", None, 404, "not_found", ""),
    ("get", "/api/matches/zzzzzzzzzz/", None, 404, "no_match", ""),
    ("get", "/api/matches/-/", None, 404, "no_match", ""),
    ("post", "/api/tables/zzzzzzzzzz/join/", b"", 404, "no_match", ""),
    ("delete", "/api/games/", None, 405, "method_not_allowed", ""),
    ("options", "/api/games/", None, 405, "method_not_allowed", ""),
    ("post", "/api/tables/", b"{", 400, "bad_json", ""),
    ("post", "/api/tables/", b"\xff", 400, "bad_json", ""),
    ("post", "/api/tables/", b"[" * 20_000, 400, "bad_json", ""),
    ("post", "/api/tables/", b'{"game": "\\ud800"}', 400, "bad_json", ""),
    ("post", "/api/tables/", b"NaN", 400, "bad_json", ""),
    ("post", "/api/tables/", b"[]", 400, "bad_value", ""),
    ("post", "/api/tables/", b"{}", 400, "bad_value", "game"),
    ("post", "/api/tables/", b'{"game": "toy", "seats": "many"}', 400, "bad_value", "seats"),
    ("post", "/api/tables/", b'{"game": "toy", "bots": {"1": []}}', 400, "bad_value", "bots.1"),
    ("post", "/api/tables/", b'{"game": "toy", "bots": {"1": "hal"}}', 400, "not_allowed", "bots.1"),
    ("post", "/api/tables/", b'{"game": "toy", "bots": {"one": "easy"}}', 400, "bad_value", "bots"),
    ("post", "/api/tables/", b'{"game": "toy", "preset": "nonsense"}', 400, "not_allowed", "preset"),
    ("post", "/api/tables/", b'{"game": "toy", "options": {"luck": 3}}', 400, "unknown_field", "options.luck"),
    ("post", "/api/tables/", b'{"game": "toy", "rest_days": [9]}', 400, "bad_value", "rest_days[0]"),
    (
        "post",
        "/api/tables/",
        b'{"game": "toy", "options": {"luck": [%s]}}' % (b"9" * 5000),
        400,
        "bad_value",
        "options.luck[0]",
    ),
    ("post", "/api/tables/", b'{"game": "chess"}', 404, "no_game", "game"),
    ("get", "/api/matches/?mine=perhaps", None, 400, "bad_value", "mine"),
    ("get", "/api/matches/?cursor=x", None, 400, "bad_value", "cursor"),
    *(
        ("get", f"/api/matches/?limit={limit}", None, 400, "bad_value", "limit")
        for limit in ("", "0", "-1", "x", "1.5", "²")
    ),
    *(
        ("get", f"/api/matches/?{urlencode({'cursor': b64encode(text.encode())})}", None, 400, "bad_value", "cursor")
        for text in MADE_UP
    ),
    ("get", "/api/games/?a=%00", None, 400, "bad_request", ""),
]


def test_refusals_have_one_shape(browser, settings):
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, "1000/m")
    # One test for all: each would empty the database for itself.
    for method, path, body, status, code, where in REFUSED:
        more = {} if body is None else {"data": body, **JSON}
        refusal(getattr(browser, method)(path, **more), status, code, where)


def test_a_number_out_of_range_is_named(browser):
    sent = b'{"game": "toy", "options": {"rounds": [3, 1e999]}}'
    refusal(browser.post("/api/tables/", sent, **JSON), 400, "bad_value", "options.rounds[1]")
    refusal(browser.post("/api/tables/", b'{"game": "toy", "seats": 99}', **JSON), 400, "bad_value", "seats")


BEYOND = [2**31, 2**63, 10**40, -1]
"""Numbers that the database cannot store, or that no step and no seat has."""


def test_a_step_a_seat_or_a_count_out_of_range_is_named(browser, alice, bob, make_match, settings):
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, "1000/m")
    here = f"/api/matches/{make_match([alice, bob]).pk}/"
    asked = [
        ("view", "step"),
        ("view", "as"),
        ("frames", "first"),
        ("frames", "last"),
        ("events", "last"),
        ("orders", "seat"),
    ]
    for number in BEYOND:
        for page, name in asked:
            refusal(browser.get(f"{here}{page}/?{name}={number}"), 400, "bad_value", name)
        for page, name, fields in (
            ("orders", "step", {"orders": {}}), ("orders", "seat", {"step": 0, "orders": {}}), ("ready", "step", {"ready": True}),
            ("forecast", "step", {"orders": {}}), ("resign", "seat", {}), ("return", "seat", {}), ("substitute", "seat", {}), ("vacation", "days", {}),
            ("fork", "step", {}), ("claim", "seat", {"kind": "bot"}), ("preferences", "seat", {"preferences": {}}),
            ("go-on", "seat", {"steps": 0}), ("go-on", "steps", {}),
        ):  # fmt: skip
            method = {
                "orders": browser.put,
                "ready": browser.put,
                "preferences": browser.patch,
                "go-on": browser.put,
            }.get(page, browser.post)
            answer = method(f"{here}{page}/", {**fields, name: number}, **JSON)
            refusal(answer, 400, "bad_value", name)
        refusal(browser.post(f"{here}talk/", {"text": "hello", "to": [0, number]}, **JSON), 400, "bad_value", "to[1]")


def test_other_media_types_are_refused(browser):
    refusal(browser.post("/api/tables/", {"game": "toy"}), 415, "unsupported_media_type")
    refusal(browser.get("/api/games/", headers={"accept": "text/html"}), 406, "not_acceptable")


def test_other_methods_are_told_apart_from_those_that_are_there(browser):
    answer = browser.delete("/api/tables/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, POST, HEAD")
    head = browser.head("/api/games/")
    assert (head.status_code, head.content) == (200, b"")
    assert browser.head("/api/tables/quick/").status_code == 405


def test_a_large_body_is_refused(browser, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    refusal(browser.post("/api/tables/", b" " * 2000, **JSON), 413, "too_large")


def test_who_is_nobody_is_told_how_to_be_somebody(client, db):
    answer = client.get("/api/account/")
    refusal(answer, 401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer fog_nonsense", "bearer ", "Bearer fog_é"])
def test_a_bad_token_is_refused_even_where_strangers_are_welcome(client, db, header):
    for path in ("/api/games/", "/api/nothing/"):
        refusal(client.get(path, headers={"authorization": header}), 401, "bad_token")


def test_a_browser_needs_its_form_token(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    refusal(client.post("/api/tables/", b'{"game": "toy"}', **JSON), 403, "csrf")


def test_a_fault_of_the_site_says_nothing_about_itself(browser, monkeypatch, caplog):
    def fail(**_: object) -> None:
        raise RuntimeError("the seed is 42")

    monkeypatch.setattr("lobby.tables.services.create_table", fail)
    answer = browser.post("/api/tables/", b'{"game": "toy"}', **JSON)
    refusal(answer, 500, "internal")
    assert "42" not in answer.content.decode()
    assert "the seed is 42" in caplog.text


def test_messages_are_in_the_language_of_the_request(browser):
    english = browser.get("/api/matches/zzzzzzzzzz/").json()
    chinese = browser.get("/api/matches/zzzzzzzzzz/", headers={"accept-language": "zh-hans"}).json()
    assert english["code"] == chinese["code"]
    assert english["message"] != chinese["message"]


def test_a_limit_says_what_is_counted_and_how_long_to_wait(browser, alice, settings):
    settings.API_LIMITS = {**settings.API_LIMITS, "requests": "2/m"}
    _, text = tokens.create_token(user=alice, name="one", scopes=["read"])
    _, other = tokens.create_token(user=alice, name="two", scopes=["read"])
    program = Client(headers={"authorization": f"Bearer {text}"})
    assert [program.get("/api/account/").status_code for _ in range(2)] == [200, 200]
    answer = program.get("/api/account/")
    data = refusal(answer, 429, "too_many")
    assert data["key"] == f"requests:token:{text[: tokens.PREFIX]}"
    assert (data["limit"], data["period"]) == (2, 60)
    assert 0 < data["seconds"] <= 60
    assert answer.headers["Retry-After"] == str(data["seconds"])
    # Another token and the browser are counted by themselves.
    assert Client(headers={"authorization": f"Bearer {other}"}).get("/api/account/").status_code == 200
    assert browser.get("/api/account/").status_code == 200


def test_who_is_refused_is_counted_too(client, alice, settings):
    settings.API_LIMITS = {**settings.API_LIMITS, "requests": "2/m"}
    _, text = tokens.create_token(user=alice, name="one", scopes=["play"])
    program = Client(headers={"authorization": f"Bearer {text}"})
    assert [program.get("/api/account/").status_code for _ in range(3)] == [403, 403, 429]
    assert program.get("/api/nothing/").status_code == 429
    stranger = Client(headers={"authorization": "Bearer fog_nonsense"})
    assert [stranger.get("/api/games/").status_code for _ in range(2)] == [401, 401]
    assert refusal(stranger.get("/api/games/"), 429, "too_many")["key"] == "requests:address:127.0.0.1"
    # Without the token it is the same stranger.
    assert client.get("/api/nothing/").status_code == 429


def test_a_second_token_opens_no_more_tables(alice, settings):
    settings.API_LIMITS = {**settings.API_LIMITS, "tables": "1/m"}
    answers = []
    for name in ("one", "two"):
        _, text = tokens.create_token(user=alice, name=name, scopes=["tables"])
        client = Client(headers={"authorization": f"Bearer {text}"})
        answers.append(client.post("/api/tables/", b'{"game": "toy"}', **JSON))
    assert answers[0].status_code == 201
    assert refusal(answers[1], 429, "too_many")["key"] == f"tables:person:{alice.pk}"


def test_a_limit_that_no_time_ends_names_no_time(alice, monkeypatch):
    monkeypatch.setattr("lobby.tables.services.OPEN_TABLES", 1)
    _, text = tokens.create_token(user=alice, name="one", scopes=["tables"])
    client = Client(headers={"authorization": f"Bearer {text}"})
    assert client.post("/api/tables/", b'{"game": "toy"}', **JSON).status_code == 201
    answer = client.post("/api/tables/", b'{"game": "toy"}', **JSON)
    assert refusal(answer, 429, "too_many")["seconds"] is None
    assert "Retry-After" not in answer.headers


def test_a_limit_that_cannot_be_read_stops_the_start(monkeypatch):
    for value in ("often", "0/m", "5/m/ip", "5/", "-1/s"):
        monkeypatch.setenv("FOGBOUND_LIMIT_API", value)
        with pytest.raises(ImproperlyConfigured, match="FOGBOUND_LIMIT_API"):
            env.rate("FOGBOUND_LIMIT_API", "300/m")
    monkeypatch.setenv("FOGBOUND_LIMIT_API", "5/h")
    assert env.rate("FOGBOUND_LIMIT_API", "300/m") == "5/h"


@pytest.mark.parametrize(
    ("address", "sent", "path"),
    [
        ("/api/contests/", {"who": "x" * 300_000}, "who"),
        ("/api/tables/", {"game": "toy", "options": {"x" * 300_000: 1}}, None),
    ],
)
def test_no_refusal_sends_back_all_of_a_long_value(browser, address, sent, path):
    now = timezone.now()
    dates = {name: (now + timedelta(hours=2)).isoformat() for name in ("closes_at", "starts_at")}
    answer = browser.post(address, {"name": "Cup", "game": "toy", "plan": "chain", **dates, **sent}, **JSON)
    assert answer.status_code == 400
    assert path is None or answer.json()["path"] == path
    assert len(answer.content) < 6_000
