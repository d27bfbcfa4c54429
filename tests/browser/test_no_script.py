"""Without JavaScript tables are found, opened, joined and started by plain forms, and programs saved; only the board needs it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def guest(page: Page, name: str) -> Page:
    page.goto("/guest/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Go on as a guest").click()
    return page


def test_a_table_and_a_program_by_plain_forms(open_page: Callable[..., Page]) -> None:
    host = guest(open_page(java_script_enabled=False), "Plain Host")
    host.goto("/tables/new/planet_conquer/")
    host.get_by_role("radio", name=re.compile("^Standard")).check()
    host.get_by_role("button", name="Fill in").click()
    expect(host.get_by_role("radio", name=re.compile("^Standard"))).to_be_checked()
    expect(host.locator("#preset-help")).to_have_text("All tactics but swap, under fog.")
    host.locator("[name=seats]").select_option("3")
    host.get_by_role("button", name="Open the table").click()
    expect(host).to_have_url(re.compile(r"/tables/(?!new)\w+/$"))

    other = guest(open_page(java_script_enabled=False), "Plain Guest")
    other.goto("/lobby/")
    other.locator(".table-card", has_text="Plain Host").get_by_role("button", name="Join").click()
    expect(other).to_have_url(host.url)
    other.get_by_role("button", name="I am ready").click()
    expect(other.get_by_role("button", name="Not ready after all")).to_be_visible()

    host.reload()
    expect(host.locator("#table-live")).to_contain_text("Plain Guest")
    expect(host.get_by_role("button", name="Start the match")).to_be_disabled()
    host.get_by_role("button", name="Add bot").click()
    expect(host.get_by_role("button", name="Remove bot")).to_be_visible()
    host.get_by_role("button", name="Start the match").click()
    expect(host).to_have_url(re.compile(r"/matches/\w+/$"))
    # The words of a page without scripts are no text to the driver of the browser.
    host.wait_for_load_state()
    assert "The board needs JavaScript." in host.content()
    for empty in ("#board", "#board-wait", "#awaited", "#side"):
        expect(host.locator(empty)).to_be_hidden()
    expect(host.locator("#match-name")).to_be_visible()
    other.reload()
    expect(other).to_have_url(host.url)

    other.goto("/programs/new/cosmos/")
    other.get_by_label("Name").fill("Plain")
    other.get_by_label("Program", exact=True).fill("def run(c):\n    pass\n")
    other.get_by_role("button", name="Save").click()
    expect(other.get_by_role("heading", name="Plain")).to_be_visible()
