"""Does Back bring back what a page showed: its filters, its tab, the step of a replay, what was selected?"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Finished
from tests.browser.pages import Person, at_rest


@pytest.mark.long
def test_filters_of_the_lobby_and_of_cards_come_back(open_page: Callable[..., Page]) -> None:
    page = open_page()
    Person(page, "Backer").become_guest()
    page.goto("/lobby/")
    page.locator("[data-filter=frames]").click()
    page.get_by_label("Clock").select_option("slow")
    page.get_by_role("link", name="Games").first.click()
    page.go_back()
    expect(page.locator("[data-filter=frames]")).to_have_attribute("aria-current", "true")
    expect(page.get_by_label("Clock")).to_have_value("slow")

    page.goto("/games/frames/fleets/")
    page.get_by_label("Kind").select_option(index=2)
    chosen = page.get_by_label("Kind").input_value()
    search = page.get_by_role("searchbox")
    search.fill("laser")
    search.press("Enter")
    cards = page.locator(".build-grid > li:visible").count()
    page.get_by_role("link", name="Lobby").first.click()
    page.go_back()
    expect(page.get_by_label("Kind")).to_have_value(chosen)
    expect(search).to_have_value("laser")
    expect(page.locator(".build-grid > li:visible")).to_have_count(cards)


def test_a_replay_comes_back_with_its_step_and_tab(open_page: Callable[..., Page], finished: Finished) -> None:
    page = open_page(storage_state=finished.cookies)
    page.goto(f"/matches/{finished.match}/replay/?as=0&step=3")
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    at_rest(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=5"))
    page.get_by_role("tab", name="Curves").click()
    page.goto("/lobby/")
    page.go_back()
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    expect(page).to_have_url(re.compile("step=5"))
    expect(page.get_by_role("tab", name="Curves")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#pane-curves .curve-mark").first).to_be_visible()


@pytest.mark.long
def test_what_scrolls_within_a_page_comes_back_where_it_was(open_page: Callable[..., Page], finished: Finished) -> None:
    page = open_page(PHONE, storage_state=finished.cookies)
    page.goto("/lobby/")
    page.locator(".lobby-narrow").evaluate("row => { row.scrollLeft = 60; }")
    at_rest(page)
    page.goto(f"/matches/{finished.match}/replay/?as=referee&step=9")
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    page.locator("#sheet").press("ArrowUp")
    page.get_by_role("tab", name="Log").click()
    at_rest(page)
    side = page.locator("#side")
    place = side.evaluate("side => { side.scrollTop = 150; return side.scrollTop; }")
    assert place > 20
    at_rest(page)
    page.goto("/lobby/")
    page.go_back()
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    expect(page.locator("#match")).to_have_attribute("data-sheet", "half")
    expect(side).to_have_js_property("scrollTop", place)
    page.go_back()
    expect(page.locator(".lobby-narrow")).to_have_js_property("scrollLeft", 60)


def test_a_match_comes_back_with_its_tab_and_selection_until_the_step_is_over(open_page: Callable[..., Page]) -> None:
    page = open_page()
    person = Person(page, "Chooser").become_guest()
    person.open_table("planet_conquer", seats=2, bot_1="easy", clock="none", visibility="link")
    person.start()
    told = page.locator("#context")
    idle = told.inner_text()
    page.locator("#board").focus()
    page.keyboard.press("Tab")
    expect(told).not_to_have_text(idle, use_inner_text=True)
    # The forecast comes after the selection.
    expect(told).to_contain_text("If nothing changes")
    at_rest(page)
    chosen = told.inner_text()
    page.get_by_role("tab", name="Notes").click()
    page.goto("/lobby/")
    page.go_back()
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    expect(page.get_by_role("tab", name="Notes")).to_have_attribute("aria-selected", "true")
    page.locator("#tab-board").click()
    expect(told).to_have_text(chosen, use_inner_text=True)
    person.ready()
    person.at_round(2)
    page.reload()
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    expect(page.get_by_role("tab", name="Notes")).to_have_attribute("aria-selected", "false")
