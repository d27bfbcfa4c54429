"""A map of aether is drawn by people who have never seen the editor: noise, brush and planets on all sides, up to a match on it; and with the keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person, at_rest
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

WORKSHOP = "games/cosmos/maps/"
SIDE = 32
"""Tiles of a side of a new map."""


def press_tile(page: Page, x: int, y: int) -> None:
    """Press the tile whose coordinates count from the lower left."""
    board = page.locator(".grid-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + (x + 0.5) * box["width"] / SIDE, box["y"] + (SIDE - y - 0.5) * box["height"] / SIDE)


def test_a_new_user_draws_a_fair_map_of_aether_and_begins_a_match_on_it(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport={"width": 1280, "height": 1100}), "Aethermaker").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    expect(page.locator(".draw-faults")).to_contain_text("A map has 1 to 3 planets for each side")
    page.get_by_text("Fill by chance").click()
    page.get_by_label("Seed").fill("north")
    page.get_by_label("Least").fill("200")
    page.get_by_role("button", name="Fill the map").click()
    page.get_by_role("group", name="Ground").get_by_role("button", name="Densest").click()
    press_tile(page, 10, 4)
    page.get_by_label("To put").select_option("Start planet")
    press_tile(page, 5, 6)
    expect(page.locator(".grid-board .grid-thing.seat")).to_have_count(2)
    expect(page.locator(".build-verdict")).to_have_text("This map can be played.")
    page.get_by_label("To put").select_option("Neutral planet")
    press_tile(page, 8, 20)
    page.get_by_label("Energy").fill("45")
    page.get_by_label("Energy").press("Enter")
    # Another symmetry makes the whole map anew from one side, and Undo takes it back.
    page.get_by_label("Symmetry").select_option("mirrors, four ways")
    expect(page.locator(".grid-board .grid-thing.seat")).to_have_count(4)
    expect(page.locator(".draw-facts").first).to_contain_text("for 2 or 4 seats")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Symmetry").locator("option:checked")).to_have_text("half turn, two ways")
    expect(page.locator(".draw-facts").first).to_contain_text("All sides are equally good")
    page.get_by_label("Name of the map").fill("Northern lights")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[aria-labelledby=builds-mine]")).to_contain_text("Northern lights")
    at_rest(page)
    check(page)
    page.get_by_role("link", name="Play on it").click()
    expect(page.get_by_label("Map", exact=True).locator("option:checked")).to_have_text("Of my own: Northern lights")
    page.locator("summary", has_text="Rules").click()
    page.get_by_label("Known of the map").select_option("All densities")
    page.get_by_label("Seat 2").select_option(index=1)
    page.get_by_role("button", name="Open the table").last.click()
    page.get_by_role("button", name="Start the match").click()
    person.at_match()
    seen = page.evaluate("fetch('/api' + location.pathname + 'view/').then((answer) => answer.json())")["view"]["map"]
    assert seen["size"] == [SIDE, SIDE]
    aether = seen["aether"]
    assert min(map(min, aether)) >= 200
    assert {aether[y][x] for x in (10, 11) for y in (4, 5)} == {1000}
    assert [row[::-1] for row in reversed(aether)] == aether


def test_a_map_of_aether_is_drawn_with_the_keyboard_and_fits_a_phone(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport=WIDE), "Keyaether").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    board = page.get_by_role("application", name="Drawing board")
    board.focus()
    keys = page.keyboard
    keys.press("7")
    keys.press("-")
    keys.press("-")
    # Up is north: the row above the one in the middle of 32 that the cursor begins in.
    keys.press("Control+ArrowUp")
    expect(page.locator(".draw-bench [role=status]")).to_have_text("aether 100 %, column 17, row 15")
    keys.press("Shift+ArrowUp")
    keys.press("n")
    expect(page.locator(".grid-board .grid-thing.seat")).to_have_count(2)
    expect(page.locator(".build-verdict")).to_have_text("This map can be played.")
    page.get_by_text("As a text or file").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as JSON").click()
    drawn = json.loads(saved.value.path().read_text())
    assert [(one["x"], one["y"], one["side"]) for one in drawn["planets"]] == [(16, 22, 0), (15, 9, 1)]
    assert [(x, y) for y, row in enumerate(drawn["aether"]) for x, one in enumerate(row) if one == 1000] == [
        (15, 14), (15, 15), (16, 16), (16, 17),
    ]  # fmt: skip
    # Rows of densities are read with a report, and one press makes them the same on all sides.
    rows = [[0.4 + 0.1 * (x > y) for x in range(SIDE)] for y in range(SIDE)]
    page.get_by_label("Or its text").fill(json.dumps(rows))
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".draw-report")).to_contain_text("The file has no planets: put them on the map.")
    expect(page.locator(".draw-faults")).to_contain_text("The aether is not the same on all sides.")
    page.get_by_role("button", name="Repeat on all sides", exact=True).click()
    expect(page.locator(".draw-faults")).not_to_contain_text("The aether is not the same on all sides.")
    page.set_viewport_size(PHONE)
    at_rest(page)
    check(page)
    fits(page)
