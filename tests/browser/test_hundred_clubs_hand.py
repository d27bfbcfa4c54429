"""The campus under a hand: it is never lost, stays where it is, warns before harm, and what floats over it hides nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.drawn_text import apart
from tests.browser.pages import Person
from tests.browser.test_hundred_clubs_reach import with_a_campaign
from tests.browser.test_lessons import scene
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
    for across, down in ((-160, -120), (160, -120), (-160, 120), (160, 120), (0, 0)):
        page.mouse.move(x + across, y + down)
        assert apart(note, legend)
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
    page.mouse.move(2, 2)
    board.evaluate("board => board.blur()")

    person.wait_saved()
    person.ready()
    person.at_round(2)
    assert board.bounding_box() == place
    page.reload()
    person.at_match()
    expect(page.locator("#notices")).not_to_contain_text("changed elsewhere")


def test_a_campaign_says_whom_it_cannot_touch_and_offers_war(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/games/hundred_clubs/lessons/")
    page.get_by_role("button", name="Peace and war", exact=True).click()
    person = scene(page)
    handle = page.get_by_role("group", name="Chosen campaign")
    # Beside land that is at peace: it wins the road, and nothing of the neighbour's.
    put(page, person, "3,1", "60")
    expect(handle).to_contain_text("cannot touch the land of B: there is peace")
    handle.get_by_role("button", name="War on B").click()
    expect(handle.get_by_role("button", name="War on B")).to_be_hidden()
    person.wait_saved()
    expect(page.locator(".hc-money")).to_contain_text("justification")
    handle.get_by_role("button", name="Take the campaign away").click()
    # So small that it reaches nothing: said before the round is played.
    put(page, person, "0,0", "1")
    expect(page.locator(".hc-remark")).to_contain_text("wins")


def put(page: Page, person: Person, cell: str, size: str) -> None:
    """A campaign by command, chosen as a click on its row chooses it."""
    person.command(f"campaign {cell} {size}")
    person.tab("Board")
    page.locator(".hc-place").first.click()
