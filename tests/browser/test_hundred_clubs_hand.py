"""The campus under a hand: it is never lost, stays where it is, warns before harm, and what floats over it hides nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import FloatRect, Page, expect

from tests.browser.drawn_text import apart
from tests.browser.pages import at_rest
from tests.browser.test_hundred_clubs_reach import with_a_campaign
from tests.browser.test_planet_conquer import FOCUS_SHOWS


def test_the_map_stays_and_what_floats_over_it_hides_nothing(open_page: Callable[..., Page]) -> None:
    page = open_page()
    person = with_a_campaign(page)
    board, note, legend = page.locator("#board"), page.locator(".hcb-note"), page.locator(".hcb-legend")
    assert page.evaluate(FOCUS_SHOWS), "keys have been used"
    page.keyboard.press("t")
    place = board.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    handle = page.locator(".hcb-handle")
    assert apart(legend, handle)
    for across in (0.25, 0.75, 0.5):
        for down in (0.15, 0.75, 0.5):
            page.mouse.move(place["x"] + place["width"] * across, place["y"] + place["height"] * down)
            for other in (legend, handle, page.locator(".hcb-tools"), page.locator(".board-camera")):
                assert apart(note, other), (across, down)
    before = note.inner_text().splitlines()[0]

    # From land that is nobody's a drag moves the map, orders nothing, and there is a way back.
    orders = page.locator("#drafts li").count()
    page.get_by_role("button", name="Zoom in").click()
    page.mouse.move(x - 160, y - 120)
    page.mouse.down()
    page.mouse.move(x - 40, y - 60, steps=4)
    page.mouse.up()
    page.mouse.move(x, y)
    expect(note).not_to_contain_text(before)
    assert page.locator("#drafts li").count() == orders
    assert not page.evaluate(FOCUS_SHOWS), "a hand on the mouse needs no ring"
    page.get_by_role("button", name="Show the whole map").click()
    page.get_by_role("button", name="Show my land").click()
    # Whoever leaves the map with the pointer, and has put the cursor away, is told nothing any more.
    board.focus()
    for _ in range(2):
        page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    expect(note).to_be_hidden()
    expect(handle).to_be_hidden()
    board.evaluate("board => board.blur()")

    person.wait_saved()
    person.ready()
    person.at_round(2)
    assert board.bounding_box() == place
    page.reload()
    person.at_match()
    expect(page.locator("#notices")).not_to_contain_text("changed elsewhere")


def test_the_own_land_is_in_view_in_every_size_until_a_hand_moves_the_map(open_page: Callable[..., Page]) -> None:
    """What is shown is what “Show my land” shows, also when the board has become lower, as below the sheet of a phone, or the land larger."""
    page = open_page({"width": 1280, "height": 1200})
    person = with_a_campaign(page)
    handle = page.locator(".hcb-handle")
    expect(handle).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 640})
    at_rest(page)
    at_first = handle.bounding_box()
    page.get_by_role("button", name="Show my land").click()
    at_rest(page)
    assert at_first is not None and handle.bounding_box() == at_first

    # A hand that has moved the map keeps it: what it sees of round 2 is where it saw it in round 1 …
    page.get_by_role("button", name="Zoom out").click()
    at_rest(page)
    seen = place_of_a_campaign(page)
    person.ready()
    person.at_round(2)
    assert place_of_a_campaign(page) == seen
    # … and one that asks for its land again goes with it from then on.
    page.get_by_role("button", name="Show my land").click()
    place_of_a_campaign(page)
    person.ready()
    person.at_round(3)
    grown = place_of_a_campaign(page)
    page.get_by_role("button", name="Show my land").click()
    at_rest(page)
    assert page.locator(".hcb-handle").bounding_box() == grown


def place_of_a_campaign(page: Page) -> FloatRect | None:
    """Where the handle of a campaign on the own capital lies, which is chosen by keys."""
    at_rest(page)
    page.locator("#board").focus()
    page.keyboard.press("Escape")
    for key in ("ArrowUp", "ArrowDown", "Enter", "9", "0"):
        page.keyboard.press(key)
    expect(page.locator(".hcb-handle")).to_be_visible()
    at_rest(page)
    return page.locator(".hcb-handle").bounding_box()
