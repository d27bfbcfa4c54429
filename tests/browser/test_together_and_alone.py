"""A quick match from two keyboards, a note that stays one's own, and a hot seat whose curtain hides one seat from the next."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person

SECRET = "Orsolan goes north when it rains"


def wait_for_a_match(person: Person) -> None:
    """From the lobby into the queue, by keyboard alone."""
    page = person.page
    page.goto("/quick/?game=toy")
    expect(page.locator("#game-toy")).to_be_checked()
    page.get_by_label("Relaxed").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Fast")).to_be_checked()
    page.keyboard.press("Enter")


def test_a_quick_match_and_a_note(open_page: Callable[..., Page]) -> None:
    wenna = Person(open_page(PHONE), "Wenna").become_guest()
    orsolan = Person(open_page(WIDE), "Orsolan").become_guest()
    wait_for_a_match(wenna)
    expect(wenna.page.get_by_role("heading", name="Looking for somebody")).to_be_visible()
    expect(wenna.page.locator("#quick-bot")).to_be_hidden()
    wenna.page.reload()
    expect(wenna.page.locator("#quick-time")).to_have_text(re.compile(r"\d:\d\d"))
    wait_for_a_match(orsolan)
    match = orsolan.at_match()
    assert wenna.at_match() == match

    wenna.page.get_by_role("button", name="Show more or less").click()
    wenna.tab("Notes")
    expect(wenna.page.get_by_label("My notes")).to_be_enabled()
    wenna.page.get_by_label("My notes").fill(SECRET)
    expect(wenna.page.locator("#notes-state")).to_have_text("saved ✓")
    wenna.page.reload()
    wenna.at_match()
    wenna.page.get_by_role("button", name="Show more or less").click()
    wenna.tab("Notes")
    expect(wenna.page.get_by_label("My notes")).to_have_value(SECRET)
    assert wenna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    orsolan.tab("Notes")
    expect(orsolan.page.get_by_label("My notes")).to_be_enabled()
    expect(orsolan.page.get_by_label("My notes")).to_have_value("")


def test_a_hot_seat_hides_one_seat_from_the_next_and_a_sandbox_hides_nothing(open_page: Callable[..., Page]) -> None:
    flora = Person(open_page(WIDE), "Flora").become_guest()
    page = flora.page
    page.goto(f"/tables/{flora.open_table('toy', kind='hot_seat', seats=2)}/")
    expect(page.locator("main")).to_contain_text("Hot seat")
    flora.start()
    curtain = page.locator("#curtain")
    expect(curtain).to_contain_text("Seat A")
    assert page.locator("#match").evaluate("match => match.inert")
    page.keyboard.press("Enter")
    expect(curtain).to_be_hidden()
    flora.ready()
    expect(curtain).to_contain_text("Hand over: Seat B")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?as=1$"))
    expect(curtain).to_be_hidden()
    flora.ready()
    flora.at_round(2)
    page.locator("#seat-switch").get_by_role("button").first.click()
    expect(page).to_have_url(re.compile(r"\?as=0$"))
    expect(curtain).to_contain_text("Only whoever plays this seat")
    page.reload()
    expect(curtain).to_be_visible()

    flora.open_table("toy", kind="sandbox", seats=2)
    flora.start()
    expect(page.locator("#ready")).to_be_enabled()
    expect(curtain).to_be_hidden()
    page.get_by_role("button", name="Everything").click()
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    expect(page.locator("#seat-switch [aria-pressed=true]")).to_have_text("Everything")
