"""The campus under a hand: it is never lost, stays where it is, warns before harm, and what floats over it hides nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

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
    page.mouse.move(x, y)
    expect(handle).to_be_visible()
    expect(note).to_be_hidden()
    page.keyboard.press("Escape")
    expect(handle).to_be_hidden()
    for across in (0.25, 0.75, 0.5):
        for down in (0.15, 0.75, 0.5):
            page.mouse.move(place["x"] + place["width"] * across, place["y"] + place["height"] * down)
            for other in (legend, page.locator(".hcb-tools"), page.locator(".board-camera")):
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
    seen = what_is_seen(page)
    person.ready()
    person.at_round(2)
    assert what_is_seen(page) == seen
    # … and one that asks for its land again goes with it from then on.
    page.get_by_role("button", name="Show my land").click()
    person.ready()
    person.at_round(3)
    grown = what_is_seen(page)
    page.get_by_role("button", name="Show my land").click()
    assert what_is_seen(page) == grown


def what_is_seen(page: Page) -> list[str]:
    """Which cells lie at two points of the board."""
    at_rest(page)
    page.locator("#board").focus()
    page.keyboard.press("Escape")
    place = page.locator("#board").bounding_box()
    assert place is not None
    found = []
    for across, down in ((0.3, 0.35), (0.7, 0.65)):
        page.mouse.move(place["x"] + place["width"] * across, place["y"] + place["height"] * down)
        expect(page.locator(".hcb-note")).to_be_visible()
        at_rest(page)
        found.append(page.locator(".hcb-note .hcb-place").inner_text())
    return found
