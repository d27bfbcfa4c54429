"""Whoever gets the link to watch can watch: the button is there when it leads somewhere, and only then."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Person


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_the_link_to_watch_is_offered_where_it_works(open_page: Callable[..., Page], visibility: str) -> None:
    host = Person(open_page(), "Lena").become_guest()
    host.open_table("planet_conquer", bot_1="easy", visibility=visibility)
    match = host.start()
    host.tab("Table")
    offered = host.page.get_by_role("button", name="Copy the link to watch")
    stranger = open_page()
    answer = stranger.goto(f"/matches/{match}/")
    assert answer is not None
    if visibility == "public":
        expect(offered).to_be_visible()
        assert answer.status == 200
    else:
        expect(host.page.get_by_role("button", name="Resign")).to_be_visible()
        expect(offered).to_be_hidden()
        assert answer.status == 404
        host.command("resign")
        host.ready()
        expect(host.page.locator("#end")).to_be_visible()
        host.tab("Table")
        expect(offered).to_be_visible()
        again = stranger.goto(f"/matches/{match}/")
        assert again is not None and again.status == 200
