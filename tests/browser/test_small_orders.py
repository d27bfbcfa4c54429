"""Frames and Cosmos under a finger and an eye: harm is told before it is done, drafts have their form, the lamp colour is theirs alone, nothing moves under the hand."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person
from tests.browser.site import Site
from tests.browser.staged import opposed
from tests.browser.test_cosmos import TABLE, sit_down

LAMP_BORDERS = """() => {
  const probe = document.createElement('i');
  probe.style.color = 'var(--lamp)';
  document.body.append(probe);
  const lamp = getComputedStyle(probe).color;
  probe.remove();
  return [...document.querySelectorAll('#board .fr-area, #board .fr-chip, #board .fr-hold, #board .fr-do')].filter((part) => {
    const look = getComputedStyle(part);
    return parseFloat(look.borderTopWidth) > 0 && look.borderTopColor === lamp;
  }).map((part) => [part.className, getComputedStyle(part).borderTopStyle]);
}"""
"""What on the table wears the lamp colour as its edge, and how that edge is drawn."""


def test_at_the_card_table_harm_is_told_and_only_drafts_wear_the_lamp(
    open_page: Callable[..., Page], site: Site
) -> None:
    seats = [
        {"ship": "white_pegasus", "weapons": ["siege_railgun"], "mechs": [{"model": "ura01b_hammer", "at": [0, 3]}]},
        {"ship": "fa07c_bison", "mechs": [{"model": "ura01b_hammer", "at": [1, 2]}]},
    ]
    ada, _ = opposed(open_page, site, {"seats": seats})
    page = ada.page
    expect(page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    table = page.locator(".fr-table").bounding_box()
    assert page.evaluate(LAMP_BORDERS) == [], "nothing is drafted or aimed"
    page.locator(".fr-chip.own").click()
    page.locator('.fr-do[data-key="act:move"]').click()
    page.locator('.fr-area[data-area="1,3"] .fr-ground').click()
    harm = page.locator(".fr-more .harm")
    expect(harm).to_have_text("1 enemy mech could strike Hammer 1 there.")
    expect(page.locator("#say")).to_contain_text("could strike Hammer 1 there")
    edges = page.evaluate(LAMP_BORDERS)
    assert [style for names, style in edges if "draft-to" in names] == ["dashed"]
    assert all("draft" in names or "primary" in names for names, _ in edges), edges
    assert page.locator(".fr-table").bounding_box() == table
    # A ring is for keys: what was pressed by the pointer has none.
    assert page.evaluate("document.activeElement.matches(':focus-visible')") is False
    page.locator('.fr-do[data-key="undo"]').click()
    expect(harm).to_have_count(0)
    page.keyboard.press("f")
    page.keyboard.press("1")
    page.locator(".fr-chip:not(.own)").click()
    expect(harm).to_contain_text("This attack cannot land.")
    # Enter gives what is drafted, wherever it was drafted.
    step = page.locator("#match-step").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#match-step")).not_to_have_text(step)


def test_a_finger_gives_routines_at_the_foot_of_the_chart(open_page: Callable[..., Page]) -> None:
    """The planet is chosen, its routines lie on the board, and a strip that is pressed moves nothing."""
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    person = sit_down(page, "Ina")
    strip = page.get_by_role("group", name="Routines here")
    expect(strip).to_be_visible()
    board = page.locator("#board").bounding_box()
    strip.get_by_role("button", name="Economy").tap()
    person.wait_saved()
    expect(strip.get_by_role("button", name="Economy")).to_have_attribute("aria-pressed", "true")
    assert page.locator("#board").bounding_box() == board
    box = strip.bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    for seat in page.locator("#seats li").all():
        shape = seat.bounding_box()
        assert shape is None or shape["x"] + shape["width"] <= PHONE["width"] + 1, "opponents are whole"
    strip.get_by_role("button", name="Choose nobody").tap()
    expect(strip).to_be_hidden()


def test_a_mouse_has_no_strip_and_the_board_stays_in_the_aether(open_page: Callable[..., Page]) -> None:
    page = open_page()
    person = Person(page, "Jon").become_guest()
    person.open_table("cosmos", **{**TABLE, "option_stride": 1})
    person.start()
    expect(page.get_by_role("group", name="Routines here")).to_be_hidden()
    board = page.locator("#board").bounding_box()
    person.command("planets build battleship 999 e")
    person.tab("Board")
    # What cannot be done is said beside the chart, which stays where it is.
    needs = page.get_by_label("What needs you", exact=True)
    expect(needs.first).to_contain_text("Planet")
    expect(needs.first).to_contain_text("energy")
    assert page.locator("#board").bounding_box() == board
    person.command("planets build battleship 60 e")
    person.tab("Board")
    expect(page.locator("#context")).not_to_contain_text("not enough energy")
    person.ready()
    expect(page.locator("#match-step")).to_contain_text("2")
    assert page.locator("#board").bounding_box() == board
