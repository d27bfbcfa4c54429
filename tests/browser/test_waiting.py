"""Two slow matches at once: the front page begins with them, Ready leads to the next, and every page and the tab count what is left."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person, at_rest

LEAVE = """() => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""As a browser does with a page behind another one."""


def begin(host: Person, guest: Person, game: str) -> str:
    table = host.open_table(game, clock="slow", slow_amount=1, slow_unit="days")
    guest.join(table)
    return host.start()


def test_what_waits_is_one_press_away_wherever_one_is(open_page: Callable[..., Page]) -> None:
    mara, juno = Person(open_page(WIDE), "Mara").become_guest(), Person(open_page(PHONE), "Juno").become_guest()
    matches = [begin(mara, juno, game) for game in ("deep_blue", "hundred_clubs")]
    page = mara.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("2 matches wait for you")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    expect(page.locator(".top-links [data-waiting]")).to_contain_text("2 matches wait for you")
    at_rest(page)
    for match in matches:
        # It is in the list that the server sends to everybody, and in one's own.
        expect(page.locator(f'[data-list="running"] [data-id="{match}"]')).to_be_hidden()
    expect(page.locator("#mine .left-ring")).to_have_count(2)
    expect(page.locator("#friends-title, .front-path")).to_have_count(1)
    page.locator("#mine").get_by_role("link", name="Your move").first.click()
    first = mara.at_match()
    expect(page.locator("#next-match")).to_be_hidden()
    page.locator("#ready").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#next-match")).to_have_text("Next match: 1 left")
    page.locator("#next-match").click()
    page.wait_for_url(re.compile(next(one for one in matches if one != first)))
    mara.at_match()
    expect(page).to_have_title(re.compile(r"^(?!\()"))
    juno.page.goto("/matches/")
    expect(juno.page.locator("#mine")).to_contain_text("Deep Blue")
    juno.page.goto(f"/matches/{first}/")
    juno.at_match()
    expect(juno.page).to_have_title(re.compile(r"^\(1\) "))
    juno.page.keyboard.press("Alt+j")
    juno.page.wait_for_url(re.compile(next(one for one in matches if one != first)))

    juno.at_match()
    behind = juno.page.context.new_page()
    behind.clock.install()
    behind.goto("/games/")
    expect(behind).to_have_title(re.compile(r"^\(2\) "))
    behind.evaluate(LEAVE)
    # Whoever has been away for so long is not here any more, and still reads the tab.
    behind.clock.fast_forward(31_000)
    juno.page.locator("#ready").focus()
    juno.page.keyboard.press("Enter")
    expect(behind).to_have_title(re.compile(r"^\(1\) "))

    page.goto("/lobby/")
    page.locator('[data-filter="deep_blue"]').click()
    page.get_by_role("button", name="Tell me when somebody wants a game of Deep Blue").click()
    expect(page.get_by_role("button", name="Tell me no more of tables of Deep Blue")).to_be_visible()


def test_a_host_who_plays_a_bot_meanwhile_reads_in_the_tab_who_sits_down(open_page: Callable[..., Page]) -> None:
    host, guest = Person(open_page(WIDE), "Otis").become_guest(), Person(open_page(PHONE), "Piet").become_guest()
    table = host.open_table("deep_blue", clock="slow", slow_amount=1, slow_unit="days")
    page = host.page
    page.goto(f"/tables/{table}/")
    page.get_by_role("button", name="Play a bot meanwhile").click()
    page.wait_for_url(re.compile("/matches/"))
    at_rest(page)
    guest.page.goto(f"/tables/{table}/")
    guest.page.get_by_role("button", name="Join this table").click()
    said = "Piet has sat down at your table (Deep Blue)."
    expect(page).to_have_title(re.compile(rf"● {re.escape(said)} · ● .* · Deep Blue · Fogbound$"))
    expect(page.locator("#bell .bell-count")).to_have_text("1")
    page.locator("#bell > summary").click()
    page.locator("#bell-list").get_by_text(said).click()
    page.wait_for_url(f"**/tables/{table}/")
    expect(page.locator("#bell .bell-count")).to_be_hidden()
    expect(page).not_to_have_title(re.compile("sat down"))


def test_a_rhythm_of_slow_play_shows_the_vacation_that_it_fills_in(open_page: Callable[..., Page]) -> None:
    page = Person(open_page(WIDE), "Sven").become_guest().page
    page.goto("/tables/new/deep_blue/")
    page.locator("details:has(button[name=rhythm]) > summary").first.click()
    page.get_by_role("button", name="A step a day", exact=True).click()
    expect(page.get_by_label("Days of vacation for each seat")).to_be_visible()
    expect(page.get_by_label("Days of vacation for each seat")).to_have_value("7")
