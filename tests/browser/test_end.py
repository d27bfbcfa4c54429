"""The end of a match for whoever uses no pointer: it is said, the keyboard is where the result is, and nobody is asked any more."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import Person
from tests.sweeps import first

COVERED = """() => {
  for (const bar of document.querySelectorAll('.board-playback')) bar.hidden = false;
  return [...document.querySelectorAll('#end .button')].filter((one) => {
    const { left, right, bottom } = one.getBoundingClientRect();
    return ![left + 4, right - 4].every((x) => one.contains(document.elementFromPoint(x, bottom - 4)));
  }).map((one) => one.textContent);
}"""
"""Buttons of the result that the bar of the last step would cover."""


def resign(page: Page, told: str = "") -> None:
    """By keyboard, from the Table tab through the question whether one is sure, which says this; its first answer is not the default one."""
    page.locator("#tab-table").click()
    page.locator("#pane-table .danger").focus()
    page.keyboard.press("Enter")
    sure = page.locator("dialog .danger")
    expect(sure).to_be_visible()
    expect(page.locator("dialog")).to_contain_text(told)
    page.keyboard.press("Shift+Tab")
    expect(sure).to_be_focused()
    page.keyboard.press("Enter")


def offers_nothing(page: Page) -> None:
    for part in ("#act", "#ready", "#drafts-box"):
        expect(page.locator(part)).to_be_hidden()


def is_told(page: Page, text: str) -> None:
    expect(page.locator("#say")).to_have_text(text)
    assert page.locator("#say").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("game", first(("planet_conquer", "frames", "deep_blue", "cosmos"), 2))
def test_who_resigns_lands_on_the_result_and_hears_why(open_page: Callable[..., Page], game: str) -> None:
    """On a canvas and on a board of page elements; in Chinese, where no key and no id can pass for a word."""
    page = open_page(locale="zh-CN")
    person = Person(page, f"Ann {game}").become_guest()
    person.open_table(game, bot_1="easy", clock="none", visibility="link")
    person.start()
    resign(page)
    end = page.locator("#end")
    expect(end).to_be_focused()
    why = end.locator(".reason").inner_text()
    assert re.search("[\u4e00-\u9fff]", why)
    assert not re.search("[a-z_]", why)
    expect(end.locator("h2")).to_have_text("失败")
    expect(page.locator("#say")).to_have_text(re.compile(f"。{re.escape(why)}$"))
    offers_nothing(page)
    assert page.evaluate(COVERED) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(end).to_be_hidden()
    expect(page.locator("#tab-table")).to_be_focused()


def test_who_has_resigned_is_asked_no_more_while_others_play_on(open_page: Callable[..., Page]) -> None:
    ann, bob = Person(open_page(), "Ann").become_guest(), Person(open_page(), "Bob").become_guest()
    table = ann.open_table("toy", seats=3, bot_2="thrower", step_seconds=600)
    bob.join(table)
    ann.start()
    bob.at_match()
    expect(ann.page.locator("#ready")).to_be_enabled()
    resign(ann.page, "The others play on.")
    expect(ann.page.locator("#notices")).to_contain_text("You have resigned.")
    offers_nothing(ann.page)
    expect(ann.page.locator("#awaited")).to_have_text("Waiting for Bob")
    # The button that asked is gone: the tab that it stood under is the nearest.
    expect(ann.page.locator("#tab-table")).to_be_focused()
    ann.page.reload()
    ann.at_match()
    offers_nothing(ann.page)


@pytest.mark.long
def test_a_draw_can_be_declined_and_a_duel_ends_for_both_when_one_resigns(open_page: Callable[..., Page]) -> None:
    ann, bob = Person(open_page(), "Ann").become_guest(), Person(open_page(), "Bob").become_guest()
    table = ann.open_table("toy", seats=2, step_seconds=600)
    bob.join(table)
    ann.start()
    bob.at_match()
    expect(ann.page.locator("#ready")).to_be_enabled()
    ann.type_command("vote draw")
    offer = bob.page.locator("#notices p", has_text="Ann offers a draw.")
    offer.get_by_role("button", name="Decline").press("Enter")
    expect(ann.page.locator("#notices")).to_contain_text("Bob declines the draw.")
    ann.tab("Table")
    expect(ann.page.get_by_role("button", name="Offer a draw (again in 5 steps)")).to_be_disabled()
    bob.say("Good game")
    bob.page.locator("#pane-chat input").press_sequentially("And th")
    talk: Locator = bob.page.locator("#pane-chat input")
    resign(ann.page, "The match ends at once")
    for one in (ann, bob):
        expect(one.page.locator("#end")).to_be_visible()
    is_told(ann.page, "Bob won. You have given up.")
    is_told(bob.page, "You won. The other side has given up.")
    expect(ann.page.locator("#end")).to_be_focused()
    # Whoever is in the middle of a word stays there.
    expect(talk).to_be_focused()
    ann.page.reload()
    expect(ann.page.locator("#end")).to_be_visible()
    expect(ann.page.locator("body")).to_be_focused()
