"""Staff mend a match on a telephone, by keys alone; its people are told at once. Maintenance is announced, read, and put away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person
from tests.browser.site import Site
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

SESSION = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from lobby.accounts.models import User
person = User.objects.create_superuser("dana", name="Dana")
session = SessionStore()
session[SESSION_KEY] = str(person.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = person.get_session_auth_hash()
session.save()
print(session.session_key)
"""


@pytest.fixture
def staff(site: Site, open_page: Callable[..., Page]) -> Page:
    """The telephone of a member of staff, who has come in."""
    session = site.run(SESSION).strip()
    page = open_page(viewport=PHONE, bypass_csp=True)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return page


def act(page: Page, name: str, why: str, **fields: str) -> None:
    """Open the act, fill its form, do it: by keys."""
    page.locator("summary", has_text=name).press("Enter")
    form = page.locator("details[open] form")
    for field, value in fields.items():
        form.locator(f"[name$={field}]").fill(value)
    form.locator("[name$=why]").fill(why)
    form.get_by_role("button", name=name).press("Enter")
    expect(page.locator(".message.success")).to_contain_text(name)


def test_staff_mend_a_match_and_announce_maintenance(staff: Page, open_page: Callable[..., Page]) -> None:
    person = Person(open_page(), "Stella").become_guest()
    person.open_table("toy", seats=2, bot_1="thrower", step_seconds=600)
    match = person.start()
    staff.goto("/staff/matches/")
    fits(staff)
    check(staff)
    staff.locator("h2 a", has_text=match).press("Enter")
    staff.locator("summary", has_text="Pause").press("Enter")
    staff.locator("details[open]").get_by_role("button", name="Pause").press("Enter")
    expect(staff.locator(".form-errors")).to_be_visible()
    check(staff)
    staff.goto(f"/staff/matches/{match}/")
    act(staff, "Pause", "somebody has asked for it")
    fits(staff)
    check(staff)
    expect(person.page.locator("#notices")).to_contain_text("staff will let it go on")
    act(staff, "Set back", "the bridge was broken", step="0")
    person.page.locator("#notices").get_by_role("link", name="To the match").click()
    expect(person.page.locator("#ready")).to_be_enabled()
    assert match not in person.page.url
    staff.goto("/staff/maintenance/")
    fits(staff)
    check(staff)
    staff.get_by_label("In how many minutes?").fill("5")
    staff.get_by_label("In your own words (English)").fill("A new release comes.")
    staff.get_by_role("button", name="Announce").press("Enter")
    for page in (staff, person.page):
        page.goto("/lobby/")
        expect(page.locator("#maintenance")).to_contain_text("A new release comes.")
    fits(staff)
    check(staff)
    staff.get_by_role("button", name="Put this away").press("Enter")
    expect(staff.locator("#maintenance p")).to_have_count(0)
    staff.reload()
    expect(staff.locator("main")).to_be_visible()
    expect(staff.locator("#maintenance p")).to_have_count(0)
    staff.goto("/staff/maintenance/")
    staff.get_by_role("button", name="Take it back").press("Enter")
    expect(staff.locator(".message.success")).to_contain_text("Nothing is announced")
