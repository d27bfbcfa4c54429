"""Do tokens do what their scopes say, for as long as their owner lets them, and does nobody learn them?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from lobby.accounts import services, tokens
from lobby.accounts.passes import Pass, still_good
from lobby.accounts.tokens import ApiToken, create_token

JSON = {"content_type": "application/json"}


def program(text: str) -> Client:
    return Client(headers={"authorization": f"Bearer {text}"})


def test_a_token_is_shown_once_and_stored_as_a_digest(alice):
    token, text = create_token(user=alice, name=" my  bot ", scopes=["play", "read"])
    assert (token.name, token.scopes, token.prefix) == ("my bot", ["read", "play"], text[:10])
    stored = str(ApiToken.objects.values().get())
    assert text not in stored and text[10:] not in stored
    assert tokens.find(text) == token


@pytest.mark.parametrize(
    ("name", "scopes"),
    [
        ("", ["read"]),
        ("   ", ["read"]),
        ("x" * 41, ["read"]),
        ("\u202ex", ["read"]),
        ("bot", []),
        ("bot", ["root"]),
        ("bot", ["read", "root"]),
    ],
)
def test_a_token_needs_a_name_and_known_scopes(alice, name, scopes):
    with pytest.raises(ValidationError):
        create_token(user=alice, name=name, scopes=scopes)
    assert not ApiToken.objects.exists()


def test_a_person_has_a_limited_number_of_tokens(alice, bob):
    for _ in range(tokens.MOST):
        create_token(user=alice, name="bot", scopes=["read"])
    with pytest.raises(ValidationError) as refused:
        create_token(user=alice, name="bot", scopes=["read"])
    assert refused.value.code == "too_many"
    create_token(user=bob, name="bot", scopes=["read"])


def test_a_guest_has_no_tokens(db):
    with pytest.raises(ValidationError):
        create_token(user=services.create_guest(), name="bot", scopes=["read"])


def test_the_last_use_is_noted_to_the_minute(alice):
    token, text = create_token(user=alice, name="bot", scopes=["read"])
    assert token.last_used_at is None
    now = timezone.now()
    tokens.find(text, now)
    tokens.find(text, now + timedelta(seconds=59))
    token.refresh_from_db()
    assert token.last_used_at == now
    tokens.find(text, now + timedelta(seconds=60))
    token.refresh_from_db()
    assert token.last_used_at == now + timedelta(seconds=60)


def test_a_revoked_token_opens_nothing(alice, bob):
    token, text = create_token(user=alice, name="bot", scopes=["read"])
    assert program(text).get("/api/account/").json()["name"] == "Alice"
    assert not tokens.revoke_token(user=bob, token_id=token.pk)
    assert still_good([Pass(alice.pk, None, token.pk)])[0]
    assert tokens.revoke_token(user=alice, token_id=token.pk)
    assert not still_good([Pass(alice.pk, None, token.pk)])[0]
    assert program(text).get("/api/account/").status_code == 401


def test_somebody_who_is_shut_out_has_no_tokens_that_work(alice):
    token, text = create_token(user=alice, name="bot", scopes=["read"])
    alice.suspended_until = timezone.now() + timedelta(days=1)
    alice.save()
    assert tokens.find(text) is None
    assert not still_good([Pass(alice.pk, None, token.pk)])[0]
    alice.suspended_until = timezone.now() - timedelta(seconds=1)
    alice.save()
    assert tokens.find(text) == token


def test_a_closed_account_leaves_no_tokens(alice):
    create_token(user=alice, name="bot", scopes=["read"])
    services.close_account(user=alice)
    assert not ApiToken.objects.exists()


def test_tokens_are_managed_in_a_browser_only(alice):
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    made = browser.post("/api/account/tokens/", {"name": "bot", "scopes": ["read", "play", "tables"]}, **JSON)
    assert made.status_code == 201
    text = made.json()["token"]
    listed = browser.get("/api/account/tokens/").json()
    assert [(one["name"], one["prefix"]) for one in listed] == [("bot", text[:10])]
    assert text not in str(listed)
    for answer in (
        program(text).get("/api/account/tokens/"),
        program(text).post("/api/account/tokens/", {"name": "more", "scopes": ["read"]}, **JSON),
        program(text).delete(f"/api/account/tokens/{listed[0]['id']}/"),
        program(text).patch("/api/account/", {"name": "Mallory"}, **JSON),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "session_only")
    assert browser.delete(f"/api/account/tokens/{listed[0]['id']}/").status_code == 204
    assert browser.delete(f"/api/account/tokens/{listed[0]['id']}/").status_code == 404


def test_the_page_shows_a_new_token_once(alice):
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    assert b"my bot" not in browser.get("/account/tokens/").content
    page = browser.post("/account/tokens/", {"name": "my bot", "scopes": ["read"]}, follow=True)
    token = ApiToken.objects.get()
    assert token.prefix.encode() in page.content
    text = page.context["text"]
    assert tokens.find(text) == token
    assert text.encode() in page.content
    again = browser.get("/account/tokens/")
    assert text.encode() not in again.content and b"my bot" in again.content
    assert again.headers["Cache-Control"] == "private, no-store"
    browser.post(f"/account/tokens/{token.pk}/revoke/")
    assert not ApiToken.objects.exists()


def test_the_page_says_what_is_wrong(alice):
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    page = browser.post("/account/tokens/", {"name": "", "scopes": []})
    assert page.status_code == 400
    assert set(page.context["form"].errors) == {"name", "scopes"}


def test_guests_and_strangers_have_no_such_page(client, db):
    assert client.get("/account/tokens/").headers["Location"].startswith("/accounts/login/")
    client.force_login(services.create_guest(), "django.contrib.auth.backends.ModelBackend")
    assert client.get("/account/tokens/").status_code == 302
