"""Does opening a table take one screen, on a desk and on a phone, with keys alone, and do the folds tell what differs?"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games
from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

REACH = """() => {
  const box = document.querySelector('.table-end .button').getBoundingClientRect();
  const last = [...document.querySelectorAll('.fold')].at(-1).getBoundingClientRect();
  return { button: box.bottom, isSeen: box.top >= 0 && box.bottom <= innerHeight, last: last.bottom, height: innerHeight,
    open: document.querySelectorAll('.fold[open]').length };
}"""
SAID = "() => [...document.querySelectorAll('[data-fold]')].map((fold) => fold.querySelector('.fold-said').textContent)"


def test_the_form_of_every_game_is_one_screen_on_a_desk_and_its_button_is_at_hand_on_a_phone(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(bypass_csp=True)
    Person(page, "Opener").become_guest()
    for game in games.GAMES:
        page.goto(f"/tables/new/{game}/")
        seats = page.locator("[name=seats]")
        seats.select_option(index=seats.locator("option").count() - 1)
        reach = page.evaluate(REACH)
        assert reach["open"] == 0
        assert reach["button"] <= WIDE["height"], (game, reach)
        assert reach["last"] <= reach["button"], (game, reach)
        expect(page.locator(".preset-card:has(:checked)")).to_have_count(1)
    check(page)
    page.set_viewport_size(PHONE)
    for game in games.GAMES:
        page.goto(f"/tables/new/{game}/")
        assert page.evaluate(REACH)["isSeen"], game
        fits(page)
    # At its end: before, the button that stays in sight lies over whatever is scrolled below it.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    check(page)


def test_keys_choose_a_preset_and_open_its_table(open_page: Callable[..., Page]) -> None:
    page = open_page()
    Person(page, "Keys").become_guest()
    page.goto("/tables/new/planet_conquer/")
    expect(page.get_by_role("radio", name=re.compile("^Quick"))).to_be_checked()
    page.locator("[name=seats]").select_option("4")
    page.get_by_role("radio", name=re.compile("^Full")).focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name=re.compile("^Duel"))).to_be_checked()
    expect(page.locator("#preset-help")).to_have_text("Two seats on the tournament map.")
    # This map has two homes.
    expect(page.locator("[name=seats]")).to_have_value("2")
    # For more seats the form takes the first rules that have room for them.
    page.locator("[name=seats]").select_option("3")
    expect(page.get_by_role("radio", name=re.compile("^Quick"))).to_be_checked()
    page.get_by_role("radio", name=re.compile("^Duel")).check()
    expect(page.locator("[name=seats]")).to_have_value("2")
    page.locator("[name=seats]").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name=re.compile("^Duel")).press("Enter")
    expect(page).to_have_url(re.compile(r"/tables/(?!new)\w+/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Two Lanterns")
    expect(page.locator(".options").first).to_contain_text("Eliminate: 10")


@pytest.mark.long
def test_folds_tell_what_differs_as_the_server_does(open_page: Callable[..., Page]) -> None:
    page = open_page()
    Person(page, "Differs").become_guest()
    page.goto("/tables/new/hundred_clubs/?preset=quick")
    place, own = page.locator("[name=option_map]"), page.locator("[name=custom_map]")
    expect(place).to_have_value("generated")
    expect(own).to_have_value(re.compile("width"))
    page.locator("[data-fold=rules]").evaluate("fold => { fold.open = true }")
    place.select_option("campus")
    expect(own).to_have_value("")
    page.goto("/tables/new/planet_conquer/?preset=quick")
    assert page.evaluate(SAID) == ["as usual"] * 4
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true }")
    page.locator("[name=option_max_round]").fill("50")
    page.locator("[name=option_fog]").uncheck()
    page.locator("[name=option_tactics][value=god]").uncheck()
    page.locator("[name=option_tactic_costs]").fill("{}")
    page.locator("[name=clock][value=live]").check()
    page.locator("[name=password]").fill("not told")
    page.locator("[name=anonymous]").check()
    page.locator("[name=bank_seconds]").fill("99999")
    told = page.evaluate(SAID)
    assert told == [
        "Fog of war: no · Tactics: 7 of 10 · Round limit: 50 · Costs of tactics in points: changed",
        "Clock: Live: seconds a step · Seconds in reserve: 99999",
        "Password: changed",
        "Hide who sits where: yes",
    ]
    # A refused form comes back as it was sent, and the page without its script tells the same.
    page.route("**/*.js", lambda route: route.abort())
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    assert page.evaluate(SAID) == told
