"""A campus is drawn by people who have never seen the editor: with brush and symmetry up to a match on it, and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person, at_rest
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

WORKSHOP = "games/hundred_clubs/maps/"
SIDE = 21
"""Squares of a side of a new map."""


def square_at(page: Page, x: int, y: int) -> tuple[float, float]:
    """Where the middle of a square is on the screen."""
    board = page.locator(".grid-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    return box["x"] + (x + 0.5) * box["width"] / SIDE, box["y"] + (y + 0.5) * box["height"] / SIDE


def drag(page: Page, begin: tuple[int, int], end: tuple[int, int]) -> None:
    page.mouse.move(*square_at(page, *begin))
    page.mouse.down()
    page.mouse.move(*square_at(page, *end), steps=2)
    page.mouse.up()


def press(page: Page, group: str, name: str) -> None:
    page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()


def test_a_new_user_paints_a_fair_campus_and_begins_a_match_on_it(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport={"width": 1280, "height": 1100}), "Campusmaker").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    # What a new map lacks is said at once.
    expect(page.locator(".draw-faults")).to_contain_text("Mark at least two birthplaces")
    page.get_by_label("Symmetry").select_option("half turn, two ways")
    press(page, "Ground", "Dormitory")
    drag(page, (2, 2), (8, 2))
    press(page, "Tools", "Rectangle")
    press(page, "Ground", "Teaching building")
    drag(page, (12, 2), (18, 6))
    press(page, "Ground", "Water")
    press(page, "Tools", "Line")
    drag(page, (0, 10), (7, 10))
    page.get_by_label("To put").select_option("Special cell")
    page.mouse.click(*square_at(page, 10, 3))
    page.get_by_label("Members").fill("12")
    page.get_by_label("Members").press("Enter")
    page.get_by_label("To put").select_option("Birthplace")
    page.mouse.click(*square_at(page, 1, 10))
    expect(page.locator(".draw-faults")).to_contain_text("Birthplace 1 is on water, where nobody can begin.")
    expect(page.locator(".grid-thing.wrong")).to_have_count(2)
    # It leads to its place, and is mended there: the other one follows.
    page.get_by_role("button", name="Birthplace 1 is on water, where nobody can begin.").click()
    press(page, "Tools", "Move")
    drag(page, (1, 10), (4, 4))
    expect(page.locator(".build-verdict")).to_have_text("This map can be played.")
    expect(page.locator(".draw-facts").first).to_contain_text("The birthplaces are equally good")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".build-verdict")).to_have_text("2 things to mend.")
    page.get_by_role("button", name="Redo").click()
    page.get_by_label("Name of the map").fill("Two yards")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[aria-labelledby=builds-mine]")).to_contain_text("Two yards")
    at_rest(page)
    check(page)
    page.get_by_role("link", name="Play on it").click()
    expect(page.get_by_label("Map", exact=True).locator("option:checked")).to_have_text("Of my own: Two yards")
    expect(page.get_by_label("Birthplaces", exact=True)).to_have_value("drawn")
    page.get_by_label("Seat 2").select_option(index=1)
    page.get_by_role("button", name="Open the table").last.click()
    page.get_by_role("button", name="Start the match").click()
    person.at_match()
    seen = page.evaluate("fetch('/api' + location.pathname + 'view/').then((answer) => answer.json())")["view"]
    assert seen["map"]["name"] == "Two yards"
    assert seen["map"]["overrides"] == [{"at": [10, 3], "members": 12}, {"at": [10, 17], "members": 12}]
    assert seen["me"]["capital"] in ([4, 4], [16, 16])


def test_a_campus_is_painted_with_the_keyboard_alone_and_fits_a_phone(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(viewport=WIDE), "Keycampus").become_guest()
    page = person.page
    page.goto(WORKSHOP)
    page.get_by_label("Symmetry").select_option("mirror, left and right")
    board = page.get_by_role("application", name="Drawing board")
    board.focus()
    keys = page.keyboard
    keys.press("1")
    keys.press("-")
    for _ in range(3):
        keys.press("Control+ArrowLeft")
    keys.press("Shift+ArrowUp")
    keys.press("n")
    expect(page.locator(".grid-board .grid-thing.seat")).to_have_count(2)
    expect(page.locator(".build-verdict")).to_have_text("This map can be played.")
    page.get_by_text("As a text or file").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as JSON").click()
    drawn = saved.value.path().read_text()
    assert '".......DDDDDDD......."' in drawn
    assert '"starts": [' in drawn
    board.focus()
    keys.press("Delete")
    expect(page.locator(".grid-board .grid-thing")).to_have_count(0)
    keys.press("Control+z")
    expect(page.locator(".grid-board .grid-thing")).to_have_count(2)
    # Tables of numbers of the other system are read with a report.
    cells = ["2 1 1", "1 0 1", "1 1 2", "30 10 10", "10 0 10", "10 10 30", "10 10 10", "10 20 10", "10 10 10"]
    page.get_by_label("Or its text").fill("3 3\n\n" + "\n".join(cells).replace(" ", "\t"))
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".draw-report")).to_contain_text("The file marks no birthplaces: mark them on the map.")
    expect(page.locator(".draw-faults")).to_contain_text("The map has 8 cells of land")
    page.set_viewport_size(PHONE)
    at_rest(page)
    check(page)
    fits(page)
