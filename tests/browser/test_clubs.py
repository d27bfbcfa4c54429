"""A club by hand: it is founded, somebody asks to join, is accepted, and hears its news in the bell."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import at_rest
from tests.browser.test_accessibility import check
from tests.browser.test_people import sign_up
from tests.browser.test_phone import fits


def test_a_club_is_made_somebody_joins_and_news_arrive_in_the_bell(open_page: Callable[..., Page]) -> None:
    owner, other = open_page(bypass_csp=True), open_page(viewport=PHONE, bypass_csp=True)
    sign_up(owner, "Olga")
    sign_up(other, "Tiago")
    owner.goto("/clubs/new/")
    owner.get_by_label("Name", exact=True).fill("Night Owls")
    owner.get_by_label("What the club is about").fill("We play late.")
    owner.get_by_label("By request: officers decide").check()
    owner.get_by_role("button", name="Found the club").click()
    expect(owner.get_by_role("heading", name="Night Owls")).to_be_visible()

    other.goto("/clubs/")
    other.get_by_role("link", name="Night Owls").click()
    fits(other)
    check(other)
    other.get_by_label("What the officers should know").fill("I am up at night")
    other.get_by_role("button", name="Ask to join").click()
    expect(other.locator("main")).to_contain_text("You have asked to join")

    other.goto("/lobby/")
    expect(owner.locator("#bell .bell-count")).to_have_text("1")
    owner.get_by_role("link", name="Requests").click()
    expect(owner.locator("main")).to_contain_text("I am up at night")
    owner.get_by_role("button", name="Accept Tiago").click()
    expect(owner.locator("#messages")).to_contain_text("Tiago is in the club now.")
    owner.get_by_role("link", name="The club", exact=True).click()
    at_rest(owner)
    check(owner)
    owner.locator("summary", has_text="Tell news").click()
    owner.get_by_label("News for the members").fill("The cup begins on Friday.")
    owner.get_by_role("button", name="Tell the members").click()
    expect(owner.locator("#messages")).to_contain_text("The members are told.")

    expect(other.locator("#bell .bell-count")).to_have_text("2")
    other.locator("#bell > summary").click()
    other.locator("#bell-list").get_by_text("Night Owls, a club of yours, has news.").click()
    expect(other.locator("main")).to_contain_text("The cup begins on Friday.")
