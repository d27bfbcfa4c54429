"""Is what a page sends twice under one key done once, for its person alone, and done again if it was refused?"""

import json
import threading

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory

from lobby.builds.models import Build
from lobby.http import once
from lobby.matches.models import Match
from lobby.talk import notes
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


def save(client: Client, match, text: str, key: str):
    headers = {"accept": "application/json", "idempotency-key": key}
    body = json.dumps({"text": text})
    return client.post(f"/matches/{match.pk}/notes/", body, content_type="application/json", headers=headers)


def test_a_second_request_under_a_key_gets_the_answer_to_the_first(make_match, alice):
    match, client = make_match(), client_of(alice)
    first = save(client, match, "one", KEY)
    again = save(client, match, "two", KEY)
    assert again.status_code == 200 and again.json() == first.json() == {"text": "one"}
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert notes.read(user=alice, match_id=match.pk) == "one"
    assert save(client, match, "three", OTHER_KEY).json() == {"text": "three"}


def test_a_key_is_of_one_person_and_one_address(make_match, alice, bob):
    match, other = make_match(), make_match()
    save(client_of(alice), match, "of alice", KEY)
    assert save(client_of(bob), match, "of bob", KEY).json() == {"text": "of bob"}
    assert save(client_of(alice), other, "elsewhere", KEY).json() == {"text": "elsewhere"}


@pytest.mark.parametrize("key", ["", "x", KEY.upper(), KEY + "0", f"{KEY}\n"])
def test_what_is_no_key_bars_nothing(make_match, alice, key):
    match, client = make_match(), client_of(alice)
    save(client, match, "one", key)
    assert save(client, match, "two", key).json() == {"text": "two"}


def test_two_presses_on_a_button_open_one_table(alice):
    client = client_of(alice)
    first, again = (client.post("/tables/new/toy/", {**FIELDS, "bot_1": "thrower", "once": KEY}) for _ in range(2))
    assert (first.status_code, again.status_code) == (302, 302)
    assert first.headers["Location"] == again.headers["Location"]
    assert Match.objects.count() == 1


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
        return HttpResponse("done")

    def asked():
        request = RequestFactory().post("/x/", headers={"idempotency-key": KEY})
        request.user = alice
        return once.OnceMiddleware(slow)(request)

    cache.clear()
    answers = []
    first = threading.Thread(target=lambda: answers.append(asked()))
    first.start()
    assert entered.wait(30)
    monkeypatch.setattr(once, "PATIENCE_SECONDS", 0)
    late = asked()
    assert late.status_code == 503 and json.loads(late.content)["code"] == "unavailable"
    monkeypatch.setattr(once, "PATIENCE_SECONDS", 30)
    go_on.set()
    assert asked().content == b"done"
    first.join(30)
    assert len(ran) == 1

    def fails(request):
        raise RuntimeError

    request = RequestFactory().post("/x/", headers={"idempotency-key": OTHER_KEY})
    request.user = alice
    with pytest.raises(RuntimeError):
        once.OnceMiddleware(fails)(request)
    assert once.OnceMiddleware(lambda _: HttpResponse("ran"))(request).content == b"ran"
