"""Can people who write programs use their pages: tokens, the reference and the guides? On a phone, by keyboard, in both colour schemes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.site import Site
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

MAKE_PERSON = """
from django.test import Client
from lobby.accounts.models import User
person = User.objects.create_user("tokena", password="lantern-42-oil", name="Tokena")
client = Client()
client.force_login(person, "django.contrib.auth.backends.ModelBackend")
print(client.cookies["sessionid"].value)
"""


def test_a_token_is_made_shown_once_and_revoked(open_page: Callable[..., Page], site: Site) -> None:
    session = site.run(MAKE_PERSON).strip()
    page = open_page(viewport=PHONE, bypass_csp=True)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])

    page.goto("/account/tokens/")
    expect(page.get_by_text("You have no token yet.")).to_be_visible()
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    check(page)
    page.locator("input[name=name]").fill("my bot")
    page.get_by_label("play: give orders, vote and talk for me").check()
    page.keyboard.press("Enter")
    shown = page.locator("code.token")
    expect(shown).to_have_text(re.compile(r"^fog_\S{43}$"))
    fits(page)
    check(page)
    page.goto("/account/tokens/")
    expect(shown).to_have_count(0)
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_text("You have no token yet.")).to_be_visible()


@pytest.mark.long
def test_reference_and_guides(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE, bypass_csp=True)
    page.goto("/api/")
    one = page.locator("details#tables_create")
    one.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(one.get_by_text("options", exact=True).first).to_be_visible()
    fits(page)
    check(page)
    for name in ("bots", "api", "protocol"):
        page.goto(f"/api/guide/{name}/")
        fits(page)
        check(page)
