"""The first minute of Frames: from Play now to the table with one press, and one clear act there; what is in the hand is read whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person, at_rest
from tests.browser.test_frames import my_turn
from tests.browser.test_frames_reactions import order
from tests.sweeps import later

LOW: ViewportSize = {"width": 1280, "height": 720}
SIZES: list[Any] = [(LOW, False), *later([(PHONE, True), ({"width": 320, "height": 568}, True)])]
CUT = """() => [...document.querySelectorAll('.fr-hand .fr-card :is(.fr-text, .fr-lines, .fr-title, .fr-note), .fr-hand .fr-card')]
  .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.closest('.fr-card').dataset.card} ${one.className} ${one.scrollHeight} ${one.clientHeight}`)"""
"""What a card in the hand does not show whole."""


@pytest.mark.parametrize(("size", "touch"), SIZES)
def test_one_press_leads_to_the_table(open_page: Callable[..., Page], size: ViewportSize, touch: bool) -> None:
    """The button is in view at once; a fleet and the way that it is made for are chosen by it, and nothing else is asked."""
    page = open_page(size, has_touch=touch, is_mobile=touch)
    page.goto("games/frames/")
    page.get_by_role("button", name="Play now").click()
    Person(page, "").at_match()
    begin = page.get_by_role("button", name="To the table")
    at_rest(page)
    expect(page.locator("#first-hint")).to_contain_text("Press To the table")
    expect(begin).to_be_in_viewport(ratio=1)
    # One button for one act.
    expect(page.locator("#ready")).to_be_hidden()
    begin.click()
    expect(page.locator(".fr-start")).to_be_hidden()
    assert my_turn(page)
    expect(page.locator(".match-goal")).to_contain_text("Win: reach the enemy warship")
    expect(page.locator("#match-step")).to_contain_text("Round 1 of 7")
    # What comes first is lit, and both ways to begin it are said where they are.
    expect(page.locator(".fr-bar .fr-more")).to_contain_text("First send out a mech.")
    expect(page.locator(".fr-bar .fr-do.primary")).to_have_text([re.compile("^1Deploy .*1 AP")])
    page.locator(".fr-bar .fr-way.primary").click()
    expect(page.locator(".fr-bar .fr-ways")).to_be_hidden()
    expect(page.locator(".fr-bar .fr-do.primary")).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".fr-bar .fr-ways")).to_be_visible()
    decks = page.locator(".fr-area.opens")
    expect(decks).to_have_count(2)
    if not touch:
        expect(decks.first).to_contain_text("deploy here")
    decks.first.locator(".fr-ground").click()
    expect(page.locator(".fr-bar .fr-says")).to_contain_text("Which mech comes out?")
    expect(page.locator(".fr-bar .fr-do:not(.quiet)")).not_to_have_count(0)


def test_whoever_chooses_a_fleet_is_asked_for_the_way_to_win(open_page: Callable[..., Page]) -> None:
    """All fleets stand below the button; the one that is shown has the act that is due, which Space does too."""
    page = open_page(LOW)
    page.goto("games/frames/")
    page.get_by_role("button", name="Play now").click()
    Person(page, "").at_match()
    page.locator(".fr-pick", has_text="Reactor Wall").click()
    take = page.get_by_role("button", name="Take this fleet")
    # One button for one act: that of the fleet that is shown.
    expect(page.locator("#ready")).to_be_hidden()
    expect(page.locator("#board .primary").filter(visible=True)).to_have_text(["Take this fleet"])
    page.locator(".fr-start").press("Space")
    expect(take).to_be_hidden()
    expect(page.locator(".fr-pick.way")).to_have_count(3)


@pytest.mark.parametrize("locale", ["en-GB", *later(["zh-CN"])])
def test_cards_of_the_first_hand_are_read_whole(open_page: Callable[..., Page], locale: str) -> None:
    """All five cards, the captain's skills and the mechs: nothing is cut and nothing has to be scrolled to."""
    page = open_page(LOW, locale=locale)
    person = Person(page, "Whole").become_guest()
    person.open_table("frames", preset="quick", bot_1="easy")
    person.start()
    person.due.click()
    assert my_turn(page)
    at_rest(page)
    assert page.evaluate(CUT) == []
    cards = page.locator(".fr-cards > li")
    expect(cards).to_have_count(5)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=0.99)
    places = [page.locator(place).bounding_box() for place in (".fr-home.near", ".fr-field", ".fr-home.far")]
    # With a mech on the table cards that cannot go along say so besides.
    for _ in range(3):
        step = page.locator("#news").get_attribute("data-step") or ""
        order(page, "d")
        expect(page.locator("#news")).not_to_have_attribute("data-step", step)
        assert my_turn(page)
        at_rest(page)
        # The enemy may have sent it back.
        if page.locator(".fr-chip.own").count():
            break
    # Whoever comes or goes moves no place under the hand.
    assert places == [page.locator(place).bounding_box() for place in (".fr-home.near", ".fr-field", ".fr-home.far")]
    assert page.evaluate(CUT) == []


def test_the_hand_leaves_the_table_its_room_below_the_words_of_a_lesson(open_page: Callable[..., Page]) -> None:
    page = open_page(LOW)
    page.goto("games/frames/lessons/")
    page.locator("form[action*='/lessons/'] button.primary").first.click()
    page.wait_for_url("**/lesson/")
    at_rest(page)
    table, bar = (page.locator(place).bounding_box() for place in (".fr-home.near", ".fr-bar"))
    assert table and bar and table["y"] + table["height"] <= bar["y"] + 1
