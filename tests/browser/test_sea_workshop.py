"""A sea is drawn by people who have never seen the editor: buildings on land of their own, each with its twin, up to a match on it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person, at_rest
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

WORKSHOP = "games/deep_blue/maps/"
SIDE = 24
"""Squares of a side of a new map."""


def press_square(page: Page, x: int, y: int) -> None:
    board = page.locator(".grid-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + (x + 0.5) * box["width"] / SIDE, box["y"] + (y + 0.5) * box["height"] / SIDE)


def test_a_new_user_draws_a_fair_sea_and_begins_a_match_on_it(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport={"width": 1280, "height": 1100}), "Seamaker").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    expect(page.locator(".draw-faults")).to_contain_text("Every seat needs exactly one base.")
    put = page.get_by_label("To put")
    put.select_option("Base")
    press_square(page, 4, 4)
    expect(page.locator(".grid-board .grid-thing.seat")).to_have_count(2)
    expect(page.locator(".build-verdict")).to_have_text("This map can be played.")
    put.select_option("Island")
    press_square(page, 17, 5)
    page.get_by_label("Squares wide").fill("3")
    page.get_by_label("Squares wide").press("Enter")
    put.select_option("Mine")
    press_square(page, 10, 3)
    page.get_by_label("Metal").fill("700")
    page.get_by_label("Metal").press("Enter")
    # Land of one side alone: the map says why that is no place for two fleets, and Undo mends it.
    page.get_by_label("Symmetry").select_option("no symmetry")
    page.get_by_role("group", name="Ground").get_by_role("button", name="Land").click()
    press_square(page, 11, 9)
    expect(page.locator(".draw-faults")).to_contain_text("Turned by half, the map must look the same")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".draw-facts").first).to_contain_text("Both bases are equally good")
    page.get_by_label("What is selected").select_option("The map")
    page.get_by_label("Weather").fill("-2")
    page.get_by_label("Weather").press("Enter")
    page.get_by_label("Name of the map").fill("Twin bays")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[aria-labelledby=builds-mine]")).to_contain_text("Twin bays")
    page.set_viewport_size(PHONE)
    at_rest(page)
    check(page)
    fits(page)
    page.get_by_role("link", name="Play on it").click()
    expect(page.get_by_label("Map", exact=True).locator("option:checked")).to_have_text("Of my own: Twin bays")
    page.get_by_label("Seat 2").select_option(index=1)
    page.get_by_role("button", name="Open the table").last.click()
    page.get_by_role("button", name="Start the match").click()
    person.at_match()
    seen = page.evaluate("fetch('/api' + location.pathname + 'view/').then((answer) => answer.json())")["view"]
    assert (seen["map"]["title"], seen["weather"]) == ("Twin bays", -2)
    rects = {one["kind"]: [] for one in seen["map"]["objects"]}
    for one in seen["map"]["objects"]:
        rects[one["kind"]].append(one["rect"])
    assert rects == {
        "base": [[3, 3, 5, 5], [18, 18, 20, 20]],
        "island": [[17, 5, 19, 6], [4, 17, 6, 18]],
        "mine": [[10, 3, 10, 3], [13, 20, 13, 20]],
    }
    assert [one["metal"] for one in seen["map"]["objects"] if one["kind"] == "mine"] == [700, 700]
