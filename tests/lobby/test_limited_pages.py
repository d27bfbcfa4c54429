"""Are pages that anybody may read limited too? The library that counts leaves out readers unless it is told not to."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from lobby.contests import oversight, services
from lobby.notices.models import Wishes
from tests.lobby.contest_rows import plan

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


def test_a_host_who_is_too_fast_reads_how_long_to_wait_and_keeps_what_was_typed(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "contest_act": "1/m/user"}
    contest = services.create_contest(user=alice, plan=plan(game="toy", who="people"))
    client = Client()
    client.force_login(alice)
    page = f"/contests/{contest.pk}/"
    assert client.post(f"{page}steer/", {"act": "pause"}).status_code == 302
    refused = client.post(f"{page}steer/", {"act": "message", "text": "The hall is <open>."})
    shown = refused.content.decode()
    assert refused.status_code == 429 and "The hall is &lt;open&gt;." in shown
    assert re.search(r"Press again in \d+ seconds", shown)
    for address, back in ((f"{page}steer/", f"{page}steer/"), (f"{page}check-in/", page), (f"{page}team/", page)):
        refused = client.post(address, {"act": "resume"})
        shown = refused.content.decode()
        assert refused.status_code == 429 and f'href="{back}">Back to the page' in shown
        assert re.search(r"In \d+ seconds? it can be", shown)
    assert [one["kind"] for one in oversight.log(contest)] == ["pause"]
