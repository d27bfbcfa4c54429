"""Does a page call its person while it is open, and does the browser when no page is? Against a push service of our own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from lobby.notices import pushing
from tests.browser.site import Site
from tests.lobby.notice_servers import Browser, WebServer

pytestmark = pytest.mark.browser

SET_UP = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone
import games
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.matches.models import Match, Seat
from lobby.notices.models import Wishes
from lobby.play import referee

people, cookies = [], []
for name in ("alice", "bob"):
    person = User.objects.create_user(name, name=name)
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    people.append(person)
    cookies.append(session.session_key)
Wishes.objects.create(user=people[0], only_away=False)
with transaction.atomic():
    options = open_table(games.get("toy"), {}, 2, "x")
    match = Match.objects.create(
        game="toy", options=options, rules_version="1", step_seconds=86400, clock="slow", started_at=timezone.now()
    )
    for number, person in enumerate(people):
        Seat.objects.create(match=match, number=number, user=person)
    referee.begin(match, timezone.now())
print(json.dumps({"match": match.pk, "cookies": cookies}))
"""
SAY = """
async ([url, text]) => {
  const { post } = await import('app/api.js');
  await post(url, { text }, { wants: 'nothing' });
}
"""
SUBSCRIBE = """
PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
  const told = %s;
  return { endpoint: told.endpoint, toJSON: () => told, key: applicationServerKey };
};
"""


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer() as server:
        yield server


@pytest.fixture
def called(web: WebServer) -> Iterator[Site]:
    key = pushing.new_key()
    web.site_key = pushing._public(key)
    site = Site(FOGBOUND_PRIVATE_TARGETS="1", FOGBOUND_VAPID_KEY=key)
    with site.running():
        yield site


def ran(site: Site, code: str) -> Any:
    done = site.manage("shell", "-v0", "-c", code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]) if done.stdout.strip() else None


def test_the_bell_rings_on_an_open_page_and_the_browser_shows_it_when_none_is_open(
    chromium: Chromium, called: Site, web: WebServer
) -> None:
    facts = ran(called, SET_UP)
    path = f"/matches/{facts['match']}/"
    device = Browser(web.url("push/1"))
    context = chromium.new_context(base_url=called.url, locale="en-GB")
    context.grant_permissions(["notifications"], origin=called.url)
    context.add_cookies([{"name": "sessionid", "value": facts["cookies"][0], "url": called.url}])
    context.add_init_script(SUBSCRIBE % json.dumps(device.subscription))
    others = chromium.new_context(base_url=called.url, locale="en-GB")
    others.add_cookies([{"name": "sessionid", "value": facts["cookies"][1], "url": called.url}])
    bob = others.new_page()
    bob.goto("/lobby/")
    talk = f"/api{path}talk/"
    page = context.new_page()
    page.goto("/account/notices/")
    count = page.locator(".bell-count")
    expect(count).to_have_text("1")
    bob.evaluate(SAY, [talk, "one"])
    expect(count).to_have_text("2")
    expect(page.locator("#bell-news")).to_have_text("Lanterns: somebody has written.")
    # By keyboard: the list opens, and its first line is the newest.
    page.locator("#bell summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#bell-list a").first).to_have_text("Lanterns: somebody has written.")
    page.keyboard.press("Escape")
    page.locator("#push-on").click()
    expect(page.locator("#push-state")).to_have_text("This browser shows notices from now on.")
    worker = context.service_workers[0]
    devtools = context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    # Whoever looks at the page to which notices lead has read them.
    page.goto(path)
    expect(page.locator(".bell-count")).to_be_hidden()
    page.goto("about:blank")
    web.called.clear()
    bob.evaluate(SAY, [talk, "two"])
    assert web.called.wait(30)
    told = device.read(web.calls[-1])
    assert (told["url"], told["body"]) == (path, "Somebody has written in a match of yours")
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": called.url, "registrationId": registrations[0], "data": json.dumps(told)},
    )
    shown = worker.evaluate(
        """async () => {
          for (;;) {
            const [one] = await self.registration.getNotifications();
            if (one) return { title: one.title, body: one.body, tag: one.tag };
            await new Promise((go) => setTimeout(go, 20));
          }
        }"""
    )
    assert shown == {"title": "Fogbound", "body": told["body"], "tag": told["tag"]}
    opened = worker.evaluate(
        """async () => {
          const [notification] = await self.registration.getNotifications();
          return new Promise((opened) => {
            self.clients.openWindow = async (url) => opened(url);
            self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
          });
        }"""
    )
    assert opened == f"{called.url}{path}"
    context.close()
    others.close()
