"""A match of Frames at its table of cards: by pointer, by keyboard alone, in words; what cannot be done says why; nothing raw is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.test_accessibility import check

TABLE = {"seats": 2, "bot_1": "easy", "step_seconds": 600}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
MANY = 400
"""Orders that a match may take."""


def sit_down(page: Page, name: str, **options: str | int) -> Person:
    """At a table of Frames against the easy bot, before the fleets are chosen."""
    person = Person(page, name).become_guest()
    person.open_table("frames", **{**TABLE, **options})
    person.start()
    return person


def begin(person: Person, fleet: str = "Three Treasures", way: str = "Raid") -> None:
    """Choose a fleet and a way to win by a press on each card."""
    page = person.page
    page.locator(".fr-pick", has_text=fleet).click()
    page.locator(".fr-pick.way", has_text=way).click()
    expect(page.locator(".fr-table")).to_be_visible()


def is_over(page: Page) -> bool:
    return page.locator("#end").is_visible()


def answer(page: Page) -> bool:
    """Pass if something is asked in a reaction window."""
    if not page.locator(".fr-reaction.mine").is_visible():
        return False
    page.keyboard.press("Space")
    return True


def my_turn(page: Page) -> bool:
    """Wait until something can be done; false: the match is over. Reactions are passed on the way."""
    for _ in range(600):
        if is_over(page):
            return False
        if not answer(page) and page.locator(".fr-bar.actions:not([hidden]) .fr-do").count():
            return True
        page.wait_for_timeout(50)
    raise AssertionError(page.locator("#awaited").inner_text())


def can(page: Page, group: str) -> Locator:
    return page.locator(f'.fr-do[data-key="{group}"][aria-disabled="false"]')


def give(page: Page) -> None:
    """Give the order that is drafted, and wait until it has been played."""
    step = page.locator("#match-step").inner_text()
    page.locator('.fr-do[data-key="go"]').click()
    expect(page.locator("#match-step")).not_to_have_text(step)


def test_a_turn_by_pointer(open_page: Callable[..., Page]) -> None:
    """A card from the hand to a deck, a mech to another area; the enemy's ship is told apart; the draft tells what it does."""
    page = open_page()
    person = sit_down(page, "Ada")
    begin(person)
    assert my_turn(page)
    assert_no_raw_text(page)
    hangar = page.locator(".fr-row .can", has_text="Tsurugi").first
    hangar.locator("button").click(position={"x": 20, "y": 20})
    deck = page.locator(".fr-area.aim").first
    expect(page.locator(".fr-area.aim")).to_have_count(2)
    deck.locator(".fr-ground").click()
    page.locator(".fr-bar .fr-do").first.click()
    expect(page.locator(".fr-bar.drafted .fr-says")).to_contain_text("Deploy Tsurugi")
    expect(page.locator(".fr-more")).to_contain_text("Costs 1 AP")
    expect(page.locator(".fr-area.draft-to")).to_have_count(1)
    give(page)
    assert my_turn(page)
    expect(page.locator(".fr-chip.own")).to_have_count(1)
    here = page.locator(".fr-area:has(.fr-chip.own)").get_attribute("data-area")
    page.locator(".fr-chip.own").click()
    there = page.locator(".fr-field .fr-area.aim").get_attribute("data-area")
    page.keyboard.press("Escape")
    expect(page.locator(".fr-area.aim")).to_have_count(0)
    page.locator(".fr-chip.own").drag_to(page.locator(f'.fr-area[data-area="{there}"]'))
    expect(page.locator(".fr-bar.drafted .fr-says")).to_contain_text("moves to")
    give(page)
    expect(page.locator(f'.fr-area[data-area="{here}"] .fr-chip.own')).to_have_count(0)
    expect(page.locator(f'.fr-area[data-area="{there}"] .fr-chip.own')).to_have_count(1)


def test_what_cannot_be_done_stays_and_says_why(open_page: Callable[..., Page]) -> None:
    page = open_page()
    begin(sit_down(page, "Bea"))
    assert my_turn(page)
    nobody = page.locator('.fr-do[data-key="operate_all"]')
    expect(nobody).to_have_attribute("aria-disabled", "true")
    nobody.click(force=True)  # it answers, but does nothing
    expect(page.locator(".fr-more .why")).to_have_text("No mech of yours can act.")
    expect(page.locator("#say")).to_contain_text("No mech of yours can act.")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_whole_match_in_words(open_page: Callable[..., Page], language: str) -> None:
    """Only the text twin and its command line, to the end; nothing raw on the way, in both languages."""
    page = open_page()
    person = sit_down(page, "Cy", option_max_rounds=5, option_arms_race_round=5)
    if language != "en":
        address = page.url
        page.goto("/lobby/")
        page.locator("form.language button").click()
        page.goto(address)
        person.at_match()
    ready = page.locator("#ready")
    for number in range(MANY):
        if is_over(page):
            break
        if ready.get_attribute("aria-disabled") == "true" or "primary" not in (ready.get_attribute("class") or ""):
            page.wait_for_timeout(100)
            continue
        if number in (0, 4, 20):
            assert_no_raw_text(page)
        person_says(page, "1")
        step = page.locator("#match-step").inner_text()
        ready.click()
        for _ in range(200):
            if is_over(page) or page.locator("#match-step").inner_text() != step:
                break
            page.wait_for_timeout(50)
    expect(page.locator("#end")).to_be_visible()
    assert_no_raw_text(page)


def person_says(page: Page, text: str) -> None:
    """A line on the command line, until it is stored."""
    page.evaluate("document.getElementById('tab-text').click()")
    field = page.locator("#pane-text input").first
    field.fill(text)
    field.press("Enter")
    expect(page.locator("#save")).to_have_attribute("data-save", "saved")


def test_a_turn_by_keyboard_alone(open_page: Callable[..., Page]) -> None:
    """Letters begin, digits choose, Enter gives; arrows walk over the areas and read them out; Z reads a card."""
    page = open_page()
    begin(sit_down(page, "Dot"))
    assert my_turn(page)
    page.locator("#board").focus()
    page.keyboard.press("d")
    expect(page.locator(".fr-says")).to_contain_text("Which one?")
    for _ in range(3):
        page.keyboard.press("1")
    expect(page.locator(".fr-bar.drafted")).to_be_visible()
    step = page.locator("#match-step").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#match-step")).not_to_have_text(step)
    assert my_turn(page)
    page.locator("#board").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    spoken = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert re.match(r"Front b[24]", spoken) and page.evaluate(
        "document.activeElement.classList.contains('fr-ground')"
    ), spoken
    for row in (".fr-row", ".fr-buttons"):
        expect(page.locator(f'{row} [tabindex="0"]')).to_have_count(1)
    page.locator('.fr-row [tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement === document.querySelectorAll('.fr-hold')[1]")
    page.keyboard.press("z")
    expect(page.locator(".fr-zoom .fr-card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".fr-zoom")).to_be_hidden()
    page.keyboard.press("e")
    expect(page.locator(".fr-says")).to_have_text("End turn")


def test_on_a_phone_the_table_and_the_hand_are_in_view(open_page: Callable[..., Page]) -> None:
    page = open_page(**TOUCH)
    begin(sit_down(page, "Eve"))
    assert my_turn(page)
    for part in (".fr-table", ".fr-bar", ".fr-hand"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] + 1, part
        assert box["y"] + box["height"] <= PHONE["height"], part
    page.locator(".fr-row .can", has_text="Kagami").first.locator("button").tap()
    page.locator(".fr-area.aim .fr-ground").first.tap()
    page.locator(".fr-bar .fr-do").first.tap()
    step = page.locator("#match-step").inner_text()
    page.locator('.fr-do[data-key="go"]').tap()
    expect(page.locator("#match-step")).not_to_have_text(step)


def test_axe_finds_nothing_at_the_table(open_page: Callable[..., Page]) -> None:
    """Choosing, a turn with something in hand, and the builder, in either colour scheme."""
    page = open_page(bypass_csp=True)
    person = sit_down(page, "Gil")
    expect(page.locator(".fr-pick").first).to_be_visible()
    check(page)
    begin(person)
    assert my_turn(page)
    page.locator(".fr-row .can", has_text="Tsurugi").first.locator("button").click(position={"x": 20, "y": 20})
    check(page)
    page.goto("/games/frames/fleets/")
    expect(page.locator(".build-sheet")).to_be_visible()
    check(page)
