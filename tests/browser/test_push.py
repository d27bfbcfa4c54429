"""Two browsers are told, with no page open, that a match waits for them: from the button to the message that leads to the match.

Our own push service takes the place of the cloud of the browser's maker, which no browser without a window has. It asks for the site's signature,
and what it gets is decrypted with the browser's keys. What the service worker does with it is asked in `tests/js`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lobby.notices import web_push
from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.site import Site
from tests.browser.test_waiting import begin
from tests.lobby.notice_servers import Browser, Call, WebServer

SUBSCRIBE = """(told) => {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly || !applicationServerKey) throw new Error('not as browsers want it');
    return { endpoint: told.endpoint, toJSON: () => told, unsubscribe: async () => true };
  };
}"""
"""The maker's cloud gives the browser an address; the keys are the test's."""


@pytest.fixture
def service() -> Iterator[WebServer]:
    with WebServer() as server:
        yield server


@pytest.fixture
def push_site(collected: Path, service: WebServer) -> Iterator[Site]:
    key = web_push.new_key()
    service.site_key = web_push.public_of(key)
    settings = {"FOGBOUND_VAPID_KEY": key, "FOGBOUND_PRIVATE_TARGETS": "1"}
    with Site(FOGBOUND_STATIC=str(collected), FOGBOUND_COLLECTED="1", **settings).running() as site:
        yield site


class Device:
    """A browser that has said yes, and what its push service does for it."""

    def __init__(self, person: Person, service: WebServer, number: int) -> None:
        self.person = person
        self.service = service
        self.half = Browser(service.url(f"push/{number}"))

    def say_yes(self) -> None:
        page = self.person.page
        page.context.grant_permissions(["notifications"])
        page.add_init_script(f"({SUBSCRIBE})({json.dumps(self.half.subscription)})")
        page.goto("account/notices/")
        # What comes while somebody was here a moment ago comes too: else the test would wait until nobody counts as here any more.
        page.locator("[name=only_away]").uncheck()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("[name=only_away]")).not_to_be_checked()
        page.get_by_role("button", name="Show notices in this browser").click()
        expect(page.locator("#push-state")).to_have_text("This browser shows notices from now on.")

    def ready(self, match: str) -> None:
        """Say so over REST, as nobody has a page open."""
        context = self.person.page.context
        token = next(one["value"] for one in context.cookies() if one["name"] == "csrftoken")
        answer = context.request.put(
            f"/api/matches/{match}/ready/", data={"step": 0, "ready": True}, headers={"X-CSRFToken": token}
        )
        assert answer.ok, answer.text()

    def told(self, key: str) -> dict[str, Any]:
        """The message with that key, which the push service gets and only this browser can read."""
        path = f"/push/{self.half.endpoint.rsplit('/', 1)[1]}"
        found: list[dict[str, Any]] = []

        def is_there(calls: list[Call]) -> bool:
            found[:] = [told for one in calls if one.path == path and (told := self.half.read(one))["tag"] == key]
            return bool(found)

        assert self.service.wait_for(is_there), [one.path for one in self.service.calls]
        (told,) = found
        return told


@pytest.mark.long
@pytest.mark.timeout(600)
def test_two_browsers_hear_of_their_match_with_no_page_open(
    open_page: Callable[..., Page], push_site: Site, service: WebServer
) -> None:
    pages = [open_page(size, base_url=push_site.url, service_workers="allow") for size in (WIDE, PHONE)]
    people = [Person(page, name).become_guest() for page, name in zip(pages, ("Mara", "Juno"), strict=True)]
    devices = [Device(person, service, number) for number, person in enumerate(people)]
    for device in devices:
        device.say_yes()
    match = begin(*people, "deep_blue")
    for device in devices:
        device.person.page.close()
    for device in devices:
        device.ready(match)
    for device in devices:
        told = device.told(f"step:{match}:1")
        assert "Deep Blue" not in told["body"], "a message says no more than that something is due"
        page = device.person.page.context.new_page()
        page.goto(told["url"])
        person = Person(page, device.person.name)
        assert person.at_match() == match
        person.at_round(2)
