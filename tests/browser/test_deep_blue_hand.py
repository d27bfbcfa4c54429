"""The sea chart under a hand: it is never lost, stays where it is, warns before harm, and leads home."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.captain import Captain
from tests.browser.pages import at_rest
from tests.browser.test_deep_blue import SHORT, WIDE
from tests.browser.test_planet_conquer import FOCUS_SHOWS


def test_the_chart_stays_warns_and_leads_home(open_page: Callable[..., Page]) -> None:
    ada = Captain(open_page(WIDE), "Ada").at_sea(**SHORT).look()
    page, board, place = ada.page, ada.page.locator("#board"), ada.page.locator(".db-place")
    at = board.bounding_box()
    assert at is not None
    fleet = ada.fleet()

    # A drag from what is not one's own moves the chart and orders nothing; buttons bring it back.
    page.get_by_role("button", name="Zoom in").click()
    at_rest(page)
    middle = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(*middle)
    at_rest(page)
    before = place.inner_text()
    page.mouse.down()
    page.mouse.move(middle[0] - 90, middle[1] - 60, steps=4)
    page.mouse.up()
    page.mouse.move(*middle)
    at_rest(page)
    assert place.inner_text() != before
    expect(ada.drafts()).to_be_empty()
    assert not page.evaluate(FOCUS_SHOWS), "a hand on the mouse needs no ring"
    page.get_by_role("button", name="Show my base").click()
    expect(page.locator(".board-here")).to_be_visible()
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator(".board-here")).to_have_count(0)
    at_rest(page)
    page.mouse.move(2, 2)
    expect(place).to_have_text("Point at a cell to read its name.")

    # Harm is said before the round is played: a shot at nobody, a supply that nobody needs.
    card = page.locator(".db-unit")
    cruiser, cell = fleet["Cruiser"][0]
    ada.type_command(f"attack {cruiser} {ada.beside(cell)} surface fire")
    ada.tab("Board")
    ada.click(cell)
    expect(card).to_contain_text("Nobody is seen there")
    cargo, _ = fleet["Cargo ship"][0]
    board.focus()
    ada.pick("Cargo ship")
    ada.type_command(f"supply {cargo} {fleet['Destroyer'][0][0]}")
    ada.tab("Board")
    expect(card).to_contain_text(re.compile("Nothing to give or take|Comes to nothing"))
    board.focus()
    ada.press("ArrowUp")
    assert page.evaluate(FOCUS_SHOWS)
    ada.press("Escape")
    for unit in (cruiser, cargo):
        ada.type_command(f"cancel {unit}")
    ada.tab("Board")
    expect(ada.drafts()).to_be_empty()

    # All is taken back: the server has nothing any more.
    expect(page.locator("#save")).to_have_attribute("data-save", "empty")
    assert ada.ask("orders")["orders"] == {}
    ada.ready()
    ada.at_round(2)
    assert board.bounding_box() == at
    page.reload()
    ada.at_match()
    expect(page.locator("#notices")).not_to_contain_text("changed elsewhere")
