"""The first minutes of a stranger: four clicks to a stored order, an account that keeps the matches, a forgotten password."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.board import own_and_neighbour
from tests.browser.pages import Person
from tests.browser.site import Site

COUNT_CLICKS = """addEventListener('pointerdown', () => {
  sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks') ?? 0) + 1);
}, true)"""
PASSWORD = "a lamp in the fog 7"
ANOTHER = "two lamps in the fog 8"


def test_four_clicks_from_the_landing_page_to_a_stored_order(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.add_init_script(COUNT_CLICKS)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    Person(page, "").at_match()
    own, target = own_and_neighbour(page)
    page.mouse.click(own.x, own.y)
    page.mouse.click(target.x, target.y)
    expect(page.locator("#drafts")).to_contain_text(f"from {own.name} to {target.name}")
    expect(page.locator("#save")).to_have_attribute("data-save", "saved")
    assert int(page.evaluate("sessionStorage.getItem('clicks')")) <= 4
    page.reload()
    expect(page.locator("#drafts")).to_contain_text(f"from {own.name} to {target.name}")


def test_a_guest_keeps_the_matches_after_signing_up(open_page: Callable[..., Page], site: Site) -> None:
    person = Person(open_page(), "Emma")
    page = person.page
    match = person.play_now()
    page.goto("/accounts/signup/")
    expect(page.get_by_label("Name", exact=False).first).to_have_value("Emma")
    fill_account(page, "emma", PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(re.compile("/lobby/"))
    page.goto("/matches/")
    expect(page.locator(f"a[href*='{match}']").first).to_be_visible()

    log_out(page)
    page.goto("/accounts/login/")
    log_in(page, "emma", "wrong entirely")
    expect(page.locator("main")).to_contain_text("password you specified are not correct")
    expect(page.locator("[name=login]")).to_have_value("emma")
    log_in(page, "emma", PASSWORD)
    page.wait_for_url(re.compile("/lobby/"))
    page.goto(f"/matches/{match}/")
    person.at_match()
    expect(page.locator("#ready")).to_be_visible()

    log_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Email").fill("emma@example.org")
    page.get_by_role("button", name=re.compile("reset", re.IGNORECASE)).click()
    expect(page.locator("main")).to_contain_text(re.compile("e-?mail", re.IGNORECASE))
    letter = site.mail("emma@example.org", "Password Reset")
    links = re.findall(rf"{re.escape(site.url)}/accounts/password/reset/key/\S+", letter)
    page.goto(links[0])
    for label in page.locator("input[type=password]").all():
        label.fill(ANOTHER)
    page.get_by_role("button", name="Change Password").click()
    expect(page.locator("main")).to_contain_text("password is now changed")
    page.goto("/accounts/login/")
    log_in(page, "emma@example.org", ANOTHER)
    page.wait_for_url(re.compile("/lobby/"))


def fill_account(page: Page, name: str, password: str) -> None:
    """The fields of the sign-up form that a guest still has to fill in."""
    page.get_by_label("Username").fill(name)
    page.locator("[name=email]").fill(f"{name}@example.org")
    page.locator("[name=password1]").fill(password)
    page.locator("[name=password2]").fill(password)


def log_in(page: Page, name: str, password: str) -> None:
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()


def log_out(page: Page) -> None:
    """By the menu of one's name."""
    page.goto("/lobby/")
    menu = page.locator("header details.menu:not(.bell)")
    menu.locator("summary").click()
    menu.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
