"""Are pages that anybody may read limited too? The library that counts leaves out readers unless it is told not to."""

from __future__ import annotations

import pytest
from django.test import Client

from lobby.notices.models import Wishes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("action", ["calendar", "picture", "preview", "search"])
def test_readers_are_limited_by_their_address(alice, make_match, settings, action):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, action: "2/m/ip"}
    match = make_match()
    Wishes.objects.create(user=alice, calendar="a-code")
    page = {
        "calendar": "/calendar/a-code.ics",
        "picture": f"/matches/{match.pk}/picture.svg",
        "preview": f"/matches/{match.pk}/picture.png",
        "search": "/players/?q=ali",
    }[action]
    client = Client()
    client.force_login(alice)
    assert [client.get(page).status_code == 429 for _ in range(3)] == [False, False, True]
