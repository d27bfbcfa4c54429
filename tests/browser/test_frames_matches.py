"""Whole matches of Frames: by pointer alone, by keyboard alone; rounds of Blitz; afterwards both hands in the replay, and nothing early for who looks on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import at_rest
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.site import Site
from tests.browser.staged import opposed
from tests.browser.test_frames import begin, can, give, is_over, my_turn, sit_down

SHORT = {"option_max_rounds": 5, "option_arms_race_round": 5}
MANY = 60
"""Orders that a short match may take."""
NOTE_MOVES = """() => {
  const seen = new Map();
  window.moved = [];
  (function look() {
    for (const chip of document.querySelectorAll('.fr-chip')) {
      const [unit, at] = [chip.dataset.unit, chip.closest('.fr-area').dataset.area];
      if (seen.has(unit) && seen.get(unit) !== at) window.moved.push(unit);
      seen.set(unit, at);
    }
    requestAnimationFrame(look);
  })();
}"""
"""From now on, which mech is seen to move after which."""
SWORD, HAMMER = "ura01a_sword", "ura01b_hammer"


def test_a_whole_match_by_pointer(open_page: Callable[..., Page]) -> None:
    """From the fleets to the end: cards pressed, mechs pushed forward, several orders given in one go, nothing typed."""
    page = open_page()
    begin(sit_down(page, "Ada", **SHORT), way="Arms race")
    whole_turns = 0
    for _ in range(MANY):
        if not by_pointer_alone(page):
            break
        step = page.locator("#news").get_attribute("data-step") or ""
        hangar = page.locator(".fr-row > li.can:has(.of-mech)")
        if can(page, "deploy").count() and hangar.count() and page.locator(".fr-chip.own").count() < 2:
            draft(page, hangar.first.locator("button"))
        elif page.locator(".fr-chip.own.can").count():
            draft(page, page.locator(".fr-chip.own.can").first)
        else:
            can(page, "end_turn").or_(can(page, "finish")).first.click()
        # What there is nothing to ask about is given by then.
        at_rest(page)
        if page.locator("#news").get_attribute("data-step") != step or is_over(page):
            continue
        # What can still be ordered goes along in one step, once the server has said what that is.
        expect(page.locator("#save")).to_have_attribute("data-save", "saved")
        more = can(page, "deploy")
        if more.count() and page.locator(".fr-row > li.can:has(.of-mech)").count():
            draft(page, page.locator(".fr-row > li.can:has(.of-mech)").first.locator("button"))
            whole_turns += page.locator("#drafts li").count() > 1
        give(page)
    expect(page.locator("#end")).to_be_visible()
    assert whole_turns, "no turn was given in one go"
    page.locator("#tab-log").click()
    expect(page.locator("#pane-log")).to_contain_text("The match is over")
    assert_no_raw_text(page)


def by_pointer_alone(page: Page) -> bool:
    """Wait until something can be ordered, passing on the way with the large button; false: the match is over."""
    mine = page.locator(".fr-reaction.mine")
    asked = page.locator("#end, .fr-reaction.mine button, .fr-bar.actions:not([hidden]) .fr-do").filter(visible=True)
    for _ in range(MANY):
        expect(asked.first).to_be_visible()
        if is_over(page):
            return False
        if not mine.is_visible():
            return True
        page.locator(".fr-pass").or_(page.locator(".fr-offer")).filter(visible=True).first.click()
        expect(mine).to_be_hidden()
    raise AssertionError(page.locator("#awaited").inner_text())


def draft(page: Page, what: Locator) -> None:
    """Take something in hand and press the first of what is offered until an order stands, or is given as there is nothing to ask."""
    step = page.locator("#news").get_attribute("data-step")
    page.mouse.move(2, 2)  # The card under the pointer is raised over its neighbours.
    what.click(position={"x": 20, "y": 20})
    for _ in range(5):
        at_rest(page)  # By then what is not asked about is given, and its buttons are gone.
        if page.locator('.fr-do[data-key="go"]').count() or page.locator("#news").get_attribute("data-step") != step:
            return
        page.locator('.fr-do[aria-disabled="false"]:not(.quiet)').first.click()
    expect(page.locator('.fr-do[data-key="go"]')).to_be_visible()


@pytest.mark.long
def test_a_whole_match_by_keyboard(open_page: Callable[..., Page]) -> None:
    """Tab and Enter choose fleet and way to win; then letters, digits, Enter and Space, and never a pointer."""
    page = open_page()
    sit_down(page, "Bea", **SHORT)
    keys = page.keyboard
    for pick, presses in ((".fr-pick.fleet", 2), (".fr-pick.way", 1)):
        expect(page.locator(pick).first).to_be_visible()
        page.locator("#board").focus()
        for _ in range(12):
            keys.press("Tab")
            if page.evaluate("pick => document.activeElement.matches(pick)", pick):
                break
        for _ in range(presses):
            keys.press("Enter")
    expect(page.locator(".fr-table")).to_be_visible()
    for _ in range(MANY):
        if not my_turn(page):
            break
        step = page.locator("#news").get_attribute("data-step") or ""
        keys.press("d" if can(page, "deploy").count() else "o" if can(page, "operate_one").count() else "e")
        for _ in range(5):
            if page.locator(".fr-bar.drafted").count():
                break
            first = page.locator('.fr-do[aria-disabled="false"] kbd').first.inner_text()
            keys.press(first)
        keys.press("Enter")
        expect(page.locator("#news")).not_to_have_attribute("data-step", step)
    expect(page.locator("#end")).to_be_visible()


def test_blitz_both_plan_at_once_and_see_it_played_in_order(open_page: Callable[..., Page], site: Site) -> None:
    """A plan's ghost stands where its mech will be, for its own seat alone; resolved, one move follows the other as the log tells them."""
    position = {
        "phase": "plan", "options": {"mode": "blitz"}, "victory": ["annihilation"],
        "seats": [
            {"ship": "fa07a_hummingbird", "mechs": [{"model": SWORD, "at": [0, 3]}]},
            {"ship": "fa07c_bison", "mechs": [{"model": HAMMER, "at": [2, 1]}]},
        ],
    }  # fmt: skip

    def moving(**options: object) -> Page:
        return open_page(reduced_motion="no-preference", **options)

    ada, bob = opposed(moving, site, position)
    for person, area in ((ada, "0,2"), (bob, "2,2")):
        page = person.page
        expect(page.locator(".fr-told")).to_contain_text("Both seats plan at once.")
        page.locator(".fr-chip.own").click()
        page.locator('.fr-do[data-key="act:move"]').click()
        page.locator(f'.fr-area[data-area="{area}"] .fr-ground').click()
        expect(page.locator(f'.fr-area[data-area="{area}"] .fr-shades svg')).to_have_count(1)
        expect(page.locator(".fr-shades svg")).to_have_count(1)
    assert_no_raw_text(ada.page)
    ada.page.evaluate(NOTE_MOVES)
    ada.page.locator('.fr-do[data-key="go"]').click()
    expect(ada.page.locator(".fr-says")).to_contain_text("Your plan is given. Waiting for the other seat.")
    expect(bob.page.locator(".fr-bar.drafted")).to_be_visible()
    bob.page.locator('.fr-do[data-key="go"]').click()
    expect(ada.page.locator('.fr-area[data-area="0,2"] .fr-chip.own')).to_have_count(1)
    expect(ada.page.locator('.fr-area[data-area="2,2"] .fr-chip')).to_have_count(1)
    expect(ada.page.locator("#match-step")).to_contain_text("Round 3")
    expect(ada.page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    ada.page.locator("#tab-log").click()
    told = ada.page.locator("#pane-log").inner_text()
    told_at = {
        unit: re.search(rf"{model} \w+ moves to", told).start()
        for unit, model in (("m0_0", "Sword"), ("m1_0", "Hammer"))
    }
    order = sorted(("m0_0", "m1_0"), key=lambda unit: told_at[unit])
    assert ada.page.evaluate("window.moved") == order
    expect(ada.page.locator("#pane-log h3").last).to_have_text("Round 4")


@pytest.mark.long
def test_both_hands_afterwards_and_nothing_early_for_who_looks_on(open_page: Callable[..., Page], site: Site) -> None:
    seats = [
        {"ship": "fa07a_hummingbird", "hand": ["warp_shield"], "mechs": [{"model": SWORD, "at": [0, 3]}]},
        {"ship": "fa07c_bison", "hand": ["discharge_field"], "mechs": [{"model": HAMMER, "at": [2, 1]}]},
    ]
    ada, bob = opposed(open_page, site, {"seats": seats})
    match = ada.page.url.rstrip("/").split("/")[-1]
    watcher = open_page()
    watcher.goto(f"/matches/{match}/")
    expect(watcher.locator("#match")).to_have_attribute("data-state", "open")
    page = ada.page
    page.locator(".fr-chip.own").click()
    page.locator('.fr-do[data-key="act:move"]').click()
    page.locator('.fr-area[data-area="0,2"] .fr-ground').click()
    give(page)
    expect(bob.page.locator('.fr-area[data-area="0,2"] .fr-chip')).to_have_count(1)
    expect(watcher.locator("#watch-as option:checked")).to_contain_text("steps late")
    expect(watcher.locator(".fr-chip")).to_have_count(0)
    assert "Warp Shield" not in watcher.locator("body").inner_text()
    ada.command("resign")
    ada.ready()
    expect(watcher.locator("#end")).to_be_visible()
    page.goto(f"/matches/{match}/replay/?step=1&as=referee")
    expect(page.locator(".fr-table")).to_be_visible()
    for seat, own, other in (("0", "Warp Shield", "Discharge Field"), ("1", "Discharge Field", "Warp Shield")):
        page.get_by_label("Seen by").last.select_option(seat)
        hand = page.locator(".fr-hand")
        expect(hand).to_contain_text(own)
        expect(hand).not_to_contain_text(other)
        expect(page.locator(".fr-bar .fr-do")).to_have_count(0)
    assert_no_raw_text(page)


NOTE_WORDS = """() => {
  window.rolled = 0;
  window.spoilt = [];
  (function look() {
    if (document.querySelector('.fr-scene.rolling')) {
      window.rolled += 1;
      for (const words of document.querySelectorAll('.board-caption, .board-words, .fr-last, .news-story'))
        if (words.checkVisibility({ visibilityProperty: true })) window.spoilt.push(words.className);
    }
    requestAnimationFrame(look);
  })();
}"""
"""From now on, which words are seen while dice roll."""


def test_no_words_say_what_comes_of_dice_that_roll(open_page: Callable[..., Page], site: Site) -> None:
    ship = {"ship": "fa07a_hummingbird", "captain": "adam_green", "captain_revealed": True}
    position = {
        "victory": ["annihilation"],
        "seats": [{**ship, "weapons": ["heavy_vulcan"]}, {**ship, "mechs": [{"model": HAMMER, "at": [0, 2]}]}],
    }
    ada, _ = opposed(lambda **how: open_page(reduced_motion="no-preference", **how), site, position)
    page = ada.page
    expect(page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    page.evaluate(NOTE_WORDS)
    draft(page, page.locator('.fr-do[data-key="fire"]'))
    give(page)
    at_rest(page)
    assert page.evaluate("window.rolled") > 0
    assert page.evaluate("window.spoilt") == []
    expect(page.locator(".fr-scene.rolling")).to_have_count(0)
