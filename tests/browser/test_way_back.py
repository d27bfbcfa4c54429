"""A guest keeps a private address on one device and comes back with it on another."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Person


def test_a_guest_comes_back_with_the_private_address(open_page: Callable[..., Page]) -> None:
    mira = Person(open_page(), "Mira").become_guest()
    table = mira.open_table("toy", seats=2, clock="slow")
    mira.page.goto(f"tables/{table}/")
    mira.page.get_by_role("link", name="Keep a way back without an account").click()
    mira.page.get_by_role("button", name="Make a code").click()
    address = mira.page.locator("#link").input_value()
    code = mira.page.locator(".way-code").text_content()
    assert code is not None and address.endswith(f"#{code}")
    elsewhere = open_page()
    sent: list[str] = []
    elsewhere.on("request", lambda request: sent.append(request.url))
    elsewhere.goto(address)
    expect(elsewhere.get_by_label("Code or private address")).to_have_value(code)
    assert elsewhere.url == address.partition("#")[0], "neither the bar nor the history keeps it"
    elsewhere.keyboard.press("Enter")
    expect(elsewhere.locator("#messages")).to_contain_text("Welcome back, Mira.")
    elsewhere.goto(f"tables/{table}/")
    expect(elsewhere.locator("#table-live")).to_contain_text("Mira")
    expect(elsewhere.get_by_text("only a cookie in this browser knows you")).to_have_count(0)
    assert not any(code in url for url in sent)
