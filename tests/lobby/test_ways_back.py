"""Does a guest come back with their code, and does nobody else?"""

import json
import re

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from lobby.accounts.models import User
from lobby.accounts.ways_back import LENGTH, LETTERS, WayBack
from lobby.matches.models import Match
from lobby.people import guests
from tests.lobby.test_accounts_guests import SIGNUP, guest

SLOW = {"clock": Match.Clock.SLOW, "step_seconds": 86_400}


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def made(client: Client) -> tuple[str, str]:
    """A new code, and the private address with it."""
    answer = client.post("/account/way-back/", {"act": "make"})
    page = answer.content.decode()
    code = re.search(r'class="way-code"[^>]*>([^<]+)<', page)
    address = re.search(r'id="link" value="([^"]+)"', page)
    assert code and address
    assert answer.headers["Cache-Control"] == "private, no-store"
    return code[1], address[1]


def come_back(typed: str, client: Client | None = None) -> Client:
    client = client or Client()
    client.post("/guest/back/", {"code": typed})
    return client


def who(client: Client) -> User | None:
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()


@pytest.mark.parametrize("change", [str, str.upper, lambda code: code.replace("-", " "), lambda code: f" {code}\n"])
def test_a_guest_comes_back_on_a_second_device_however_the_code_is_typed(client, change):
    user = guest(client)
    code, _address = made(client)
    assert who(come_back(change(code))) == user
    assert who(client) == user, "the first device stays"


def test_the_private_address_has_the_code_where_no_server_sees_it(client):
    user = guest(client)
    code, address = made(client)
    assert address == f"http://testserver/guest/back/#{code}"
    assert who(come_back(address)) == user


def test_the_code_is_random_and_stored_as_a_digest(client):
    user = guest(client)
    code, _address = made(client)
    assert len(code.replace("-", "")) == LENGTH and set(code) <= {*LETTERS, "-"}
    row = json.dumps(list(WayBack.objects.values()), default=str)
    assert code not in row and code.replace("-", "") not in row
    assert code not in client.get("/account/way-back/").content.decode(), "it is shown once"
    assert user.way_back.used_at is None


def test_another_code_ends_the_first_and_logs_out_whoever_came_with_it(client):
    user = guest(client)
    first, _address = made(client)
    thief = come_back(first)
    second, _address = made(client)
    assert who(client) == user
    assert thief.get("/account/").status_code == 302
    assert who(come_back(first)) is None
    assert who(come_back(second)) == user


def test_a_code_that_is_ended_lets_nobody_in(client):
    user = guest(client)
    code, _address = made(client)
    other = come_back(code)
    client.post("/account/way-back/", {"act": "end"})
    assert who(come_back(code)) is None
    assert other.get("/account/").status_code == 302
    assert who(client) == user


def test_signing_up_ends_the_code_which_would_lead_past_the_password(client):
    user = guest(client)
    code, _address = made(client)
    client.post("/accounts/signup/", SIGNUP)
    user.refresh_from_db()
    assert not user.is_guest
    assert not WayBack.objects.exists()
    assert who(come_back(code)) is None


def test_an_account_has_no_code(client, alice):
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    assert client.post("/account/way-back/", {"act": "make"}).headers["Location"] == "/account/"
    assert not WayBack.objects.exists()
    assert client.get("/guest/back/").status_code == 302


def test_the_code_goes_with_the_guest(client):
    user = guest(client)
    code, _address = made(client)
    gone = user.date_joined + guests.KEPT * 2
    assert guests.expire_guests(gone) == 1
    assert not WayBack.objects.exists()
    assert who(come_back(code)) is None


def test_closing_deletes_the_code(client):
    guest(client)
    made(client)
    client.post("/account/close/", {"sure": "on"})
    assert not WayBack.objects.exists()


def test_a_suspended_guest_reads_why(client):
    user = guest(client)
    code, _address = made(client)
    User.objects.filter(pk=user.pk).update(
        suspended_until=user.date_joined.replace(year=2100), suspension_reason="Shouts"
    )
    other = come_back(code)
    page = other.get("/lobby/")
    assert page.status_code == 403 and "Shouts" in page.content.decode()


@pytest.mark.parametrize("typed", ["", "k7m2", "#", "é" * LENGTH, "z" * 5000, "k7m2-p9qx-4t8a-k7m2-p9qx"])
def test_a_wrong_code_is_refused_with_one_sentence(typed):
    client = Client()
    answer = client.post("/guest/back/", {"code": typed})
    assert answer.status_code == 400
    assert who(client) is None


@override_settings(ACCOUNT_RATE_LIMITS={"way_back": "3/m/ip"})
def test_tries_are_limited_by_address(client):
    user = guest(client)
    code, _address = made(client)
    for _ in range(3):
        come_back("k7m2-p9qx-4t8a-k7m2-p9qx")
    assert Client().post("/guest/back/", {"code": code}).status_code == 429
    assert user.way_back.used_at is None


def test_the_way_back_is_offered_where_a_match_takes_days(client, make_match):
    user = guest(client)
    offered = "/account/way-back/"
    quick, slow = make_match([user], bots=["still"]), make_match([user], bots=["still"], **SLOW)

    def address(match: Match) -> str:
        page = client.get(f"/matches/{match.pk}/").content.decode()
        found = re.search(r'<script id="page" type="application/json">(.*?)</script>', page)
        assert found
        return json.loads(found[1])["way_back"]

    assert (address(quick), address(slow)) == ("", offered)
    made(client)
    assert address(slow) == ""


def test_the_download_tells_when_and_not_which(client):
    guest(client)
    code, _address = made(client)
    come_back(code)
    data = client.get("/account/data.json")
    told = json.loads(b"".join(data.streaming_content) if data.streaming else data.content)["account"]["way_back"]
    assert set(told) == {"created_at", "used_at"} and all(told.values())
