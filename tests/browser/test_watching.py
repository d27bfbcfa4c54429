"""Whoever gets the link to watch can watch: the button is there when it leads somewhere, and only then."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Person


def test_the_link_to_watch_is_offered_where_it_works(open_page: Callable[..., Page]) -> None:
    """A table by link shows nothing of its match to others before the end, nor the whole of it to who plays."""
    host = Person(open_page(), "Lena").become_guest()
    host.open_table("planet_conquer", bot_1="easy", visibility="link")
    match = host.start()
    host.tab("Table")
    offered = host.page.get_by_role("button", name="Copy the link to watch")
    expect(host.page.get_by_role("button", name="Resign")).to_be_visible()
    expect(offered).to_be_hidden()
    stranger = open_page()
    before = stranger.goto(f"/matches/{match}/")
    assert before is not None and before.status == 404
    # Against bots alone one press lets others in, and another closes it.
    host.page.get_by_role("button", name="Let others watch by the link").click()
    close = host.page.get_by_role("button", name="Close it to watchers")
    expect(close).to_be_visible()
    let_in = stranger.goto(f"/matches/{match}/")
    assert let_in is not None and let_in.status == 200
    expect(stranger.locator("#watch-as")).to_have_value(re.compile(r"^[01]$"))
    close.click()
    expect(host.page.get_by_role("button", name="Let others watch by the link")).to_be_visible()
    shut = stranger.goto(f"/matches/{match}/")
    assert shut is not None and shut.status == 404
    host.page.goto(f"/matches/{match}/replay/?as=referee")
    expect(host.page.locator("#match-step")).to_have_text("Round 1")
    expect(host.page.get_by_role("link", name="Download")).to_be_hidden()
    expect(host.page.locator("#perspective option[value=referee]")).to_have_count(0)
    host.page.goto(f"/matches/{match}/")
    host.at_match()
    host.command("resign")
    host.ready()
    expect(host.page.locator("#end")).to_be_visible()
    host.tab("Table")
    expect(offered).to_be_visible()
    after = stranger.goto(f"/matches/{match}/")
    assert after is not None and after.status == 200
    # In public it is offered from the beginning.
    host.open_table("planet_conquer", bot_1="easy")
    match = host.start()
    host.tab("Table")
    expect(offered).to_be_visible()
    again = stranger.goto(f"/matches/{match}/")
    assert again is not None and again.status == 200
    # Everything, late: until then a picture says when, and there is nothing to order with.
    expect(stranger.locator("#watch-as")).to_have_value("referee")
    waiting = stranger.locator("#watch-wait")
    expect(waiting).to_contain_text("the board is 10 steps late")
    expect(waiting).to_contain_text("It begins")
    expect(stranger.locator("#context > *:visible")).to_have_count(0)
    expect(stranger.locator("#act")).to_be_hidden()
    stranger.locator("#watch-as").select_option("public")
    expect(waiting).to_contain_text("2 steps late")
