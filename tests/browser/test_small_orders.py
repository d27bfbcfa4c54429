"""The card table of Frames under a finger and an eye: harm is told before it is done, drafts have their form, the lamp colour is theirs alone,
nothing moves under the hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.staged import opposed

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


@pytest.mark.long
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
    expect(harm).to_have_text(re.compile(r"^1 enemy mech could strike Hammer \w+ there\.$"))
    expect(page.locator("#say")).to_contain_text(re.compile(r"could strike Hammer \w+ there"))
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
