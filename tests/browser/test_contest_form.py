"""Does the form of a new contest grow where it stands, and show only what the chosen way in needs?"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_people import sign_up
from tests.browser.test_phone import fits


def test_a_stage_is_added_in_place_with_the_focus_in_it_and_the_way_in_brings_its_field(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(viewport=PHONE)
    sign_up(page, "Lotte")
    page.goto("/contests/new/")
    page.get_by_label("Name", exact=True).fill("Lantern cup")
    expect(page.locator("[data-stage]:visible")).to_have_count(1)
    for number in range(2, 9):
        page.get_by_role("button", name="Add a stage").click()
        expect(page.locator(f"[name=format_{number}]")).to_be_focused()
    expect(page.get_by_role("button", name="Add a stage")).to_have_count(0)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Lantern cup")
    fits(page)
    expect(page.locator("[name=code]")).to_be_hidden()
    page.get_by_text("By code: whoever knows it").click()
    expect(page.locator("[name=code]")).to_be_visible()
    expect(page.locator("[name=listed]")).to_be_hidden()
