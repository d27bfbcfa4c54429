"""Maps are drawn by people who have never seen the editor: with the pointer and a symmetry up to a match on it, and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person, at_rest
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

WORKSHOP = "games/planet_conquer/maps/"
UNITS = 1120
"""Width of the board in units of the map, with its edge of 60."""


def board_at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the map is on the screen."""
    board = page.locator(".draw-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    return box["x"] + (x + 60) * box["width"] / UNITS, box["y"] + (y + 60) * box["width"] / UNITS


def test_a_new_user_draws_a_fair_map_and_begins_a_match_on_it(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport={"width": 1280, "height": 1100}), "Mapmaker").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    page.get_by_label("Symmetry").select_option("half turn, two ways")
    page.get_by_label("New ones are").select_option("Base")
    page.mouse.click(*board_at(page, 200, 300))
    page.get_by_role("checkbox", name="A seat starts here").check()
    page.get_by_label("New ones are").select_option("Core")
    page.mouse.click(*board_at(page, 505, 497))
    expect(page.locator(".draw-board .draw-place")).to_have_count(3)
    # Every fault is told while one draws, and leads to its place.
    expect(page.locator(".build-verdict")).to_have_text("2 things to mend.")
    page.get_by_role("button", name="The planet P2 cannot be reached from the others.").click()
    expect(page.get_by_label("What is selected")).to_have_value('{"of":"place","id":"P2"}')
    page.get_by_role("group", name="Tools").get_by_role("button", name="Connect").click()
    page.mouse.move(*board_at(page, 200, 300))
    page.mouse.down()
    page.mouse.move(*board_at(page, 350, 400), steps=3)
    page.mouse.move(*board_at(page, 500, 500), steps=3)
    page.mouse.up()
    expect(page.locator(".draw-board .draw-way")).to_have_count(2)
    expect(page.locator(".build-verdict")).to_have_text("This map can be played.")
    expect(page.locator(".draw-facts").first).to_contain_text("The starts are equally good")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".draw-board .draw-way")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    page.mouse.click(*board_at(page, 350, 400))
    page.get_by_label("Rounds of travel").fill("2")
    page.get_by_label("Rounds of travel").press("Enter")
    expect(page.locator(".draw-board .draw-way text").first).to_have_text("2")
    page.get_by_label("Name of the map").fill("Twins")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[aria-labelledby=builds-mine]")).to_contain_text("Twins")
    at_rest(page)
    check(page)
    page.get_by_role("link", name="Play on it").click()
    expect(page.get_by_label("Map", exact=True).locator("option:checked")).to_have_text("Of my own: Twins")
    page.get_by_label("Seat 2").select_option(index=1)
    page.get_by_role("button", name="Open the table").last.click()
    page.get_by_role("button", name="Start the match").click()
    person.at_match()
    seen = page.evaluate("fetch('/api' + location.pathname + 'view/').then((answer) => answer.json())")
    assert seen["view"]["map"]["name"] == "Twins"


def test_a_map_is_drawn_with_the_keyboard_alone_and_fits_a_phone(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport=WIDE), "Keymapper").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    page.get_by_role("application", name="Drawing board").focus()
    keys = page.keyboard
    for _ in range(6):
        keys.press("Shift+ArrowLeft")
    keys.press("n")
    keys.press("h")
    for _ in range(12):
        keys.press("Shift+ArrowRight")
    keys.press("n")
    keys.press("h")
    keys.press("c")
    keys.press("PageUp")
    keys.press("c")
    expect(page.locator(".draw-board .draw-way")).to_have_count(1)
    expect(page.locator(".draw-board .draw-mark")).to_have_count(2)
    expect(page.locator(".build-verdict")).to_have_text("This map can be played.")
    keys.press("Delete")
    expect(page.locator(".draw-board .draw-way")).to_have_count(0)
    keys.press("Control+z")
    expect(page.locator(".draw-board .draw-way")).to_have_count(1)
    # A text in another layout is read with a report.
    page.get_by_text("As a text or file").click()
    page.get_by_label("Or its text").fill(
        "maintain_fee: True\nplanets: [[1, 1, 5, 90], [1, 1, 5, 90]]\nroutes: [[0, 1, 3]]\nmusic: x"
    )
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".draw-report")).to_contain_text("music is nothing that a map has: left out.")
    expect(page.locator(".draw-board .draw-place")).to_have_count(2)
    expect(page.locator(".draw-faults")).to_contain_text("0 starts are too few for 2 seats.")
    page.set_viewport_size(PHONE)
    at_rest(page)
    check(page)
    fits(page)


def test_two_windows_lose_nothing_of_each_other(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport=WIDE), "Twowindows").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    page.locator(".build-ready li").first.get_by_role("button").click()
    page.get_by_label("Name of the map").fill("Before")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[aria-labelledby=builds-mine]")).to_contain_text("Before")
    other = page.context.new_page()
    other.goto(WORKSHOP)
    for window, name in ((page, "First"), (other, "Second")):
        expect(window.locator(".build-verdict")).to_have_text("This map can be played.")
        window.get_by_label("Name of the map").fill(name)
    kept = page.locator("[aria-labelledby=builds-mine]")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(kept).to_contain_text("First")
    other.get_by_role("button", name="Save", exact=True).click()
    both = other.locator("[aria-labelledby=builds-mine]")
    expect(other.locator(".build-sheet")).to_contain_text("It was changed in another window meanwhile")
    expect(both).to_contain_text("First")
    expect(both).not_to_contain_text("Second")
    other.get_by_role("button", name="Save", exact=True).click()
    expect(both).to_contain_text("Second")
    expect(both).to_contain_text("First")
