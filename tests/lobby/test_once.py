"""Is what a page sends twice under one key done once, for its person alone, and done again if it was refused?"""

import json
import threading
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import JsonResponse
from django.test import Client, RequestFactory

from lobby.builds.models import Build
from lobby.matches.models import Match
from lobby.platform.http import once
from tests.lobby.test_practice import FIELDS

KEY, OTHER_KEY = "0123456789abcdef" * 2, "fedcba9876543210" * 2


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def keep_build(client: Client, key: str, **changes):
    content = {"game": "frames", "name": "Mine", "content": "", **changes}
    headers = {"accept": "application/json", "idempotency-key": key}
    return client.post("/api/builds/", json.dumps(content), content_type="application/json", headers=headers)


def asked(user, answer, key=KEY, path="/x/"):
    request = RequestFactory().post(path, headers={"idempotency-key": key})
    request.user = user
    return once.OnceMiddleware(answer)(request).content


def says(text):
    return lambda request: JsonResponse({"said": text})


def test_a_second_request_under_a_key_gets_the_answer_to_the_first(alice):
    client = client_of(alice)
    first, again = keep_build(client, KEY), keep_build(client, KEY, name="Another")
    assert again.status_code == first.status_code == 201 and again.json() == first.json()
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert keep_build(client, OTHER_KEY, name="Another").json()["name"] == "Another"
    assert Build.objects.count() == 2


def test_a_key_is_of_one_person_and_one_address(alice, bob):
    assert asked(alice, says("of alice")) == asked(alice, says("again"))
    assert b"of bob" in asked(bob, says("of bob"))
    assert b"elsewhere" in asked(alice, says("elsewhere"), path="/y/")
    assert b"nobody" in asked(AnonymousUser(), says("nobody"))


@pytest.mark.parametrize("key", ["", "x", KEY.upper(), KEY + "0", f"{KEY}\n"])
def test_what_is_no_key_bars_nothing(alice, key):
    asked(alice, says("one"), key)
    assert b"two" in asked(alice, says("two"), key)


def test_two_presses_on_a_button_open_one_table(alice):
    client = client_of(alice)
    sent = urlencode({**FIELDS, "bot_1": "thrower", "once": KEY}, doseq=True)
    kind = "application/x-www-form-urlencoded"
    first, again = (client.post("/tables/new/toy/", sent, content_type=kind) for _ in range(2))
    assert (first.status_code, again.status_code) == (302, 302)
    assert first.headers["Location"] == again.headers["Location"]
    assert Match.objects.count() == 1


def test_no_secret_and_no_page_is_kept(alice):
    client = client_of(alice)
    token = {"name": "A bot", "scopes": ["read"]}
    headers = {"accept": "application/json", "idempotency-key": KEY}
    made = client.post("/api/account/tokens/", json.dumps(token), content_type="application/json", headers=headers)
    assert made.status_code == 201 and made.json()["token"]
    place = f"once:{alice.pk}:{KEY}:"
    assert cache.get(f"{place}/api/account/tokens/") is None
    assert client.post("/account/tokens/", {**token, "once": KEY}).status_code == 200
    assert cache.get(f"{place}/account/tokens/") is None


def test_what_was_refused_is_asked_anew(alice):
    client = client_of(alice)
    assert keep_build(client, KEY, name="").status_code == 400
    assert Build.objects.count() == 0
    refused = keep_build(client, KEY)
    assert refused.status_code in {200, 201}, refused.content
    assert keep_build(client, KEY).json() == refused.json()
    assert Build.objects.count() == 1


def test_who_asks_while_the_first_is_under_way_waits_for_it_and_is_told_at_last(alice, monkeypatch):
    """Without a second run; and a first one that fails leaves the way free."""
    entered, go_on = threading.Event(), threading.Event()
    ran = []

    def slow(request):
        ran.append(request)
        entered.set()
        assert go_on.wait(30)
        return JsonResponse({"said": "done"})

    answers = []
    first = threading.Thread(target=lambda: answers.append(asked(alice, slow)))
    first.start()
    assert entered.wait(30)
    monkeypatch.setattr(once, "PATIENCE_SECONDS", 0)
    assert json.loads(asked(alice, slow))["code"] == "unavailable"
    monkeypatch.setattr(once, "PATIENCE_SECONDS", 30)
    go_on.set()
    assert json.loads(asked(alice, slow)) == {"said": "done"}
    first.join(30)
    assert len(ran) == 1

    def fails(request):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        asked(alice, fails, OTHER_KEY)
    assert b"ran" in asked(alice, says("ran"), OTHER_KEY)
