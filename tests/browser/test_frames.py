"""A match of Frames at its table of cards: by pointer, by keyboard alone, in words; what cannot be done says why; nothing raw is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person, at_rest
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.site import Site
from tests.browser.staged import opposed
from tests.browser.test_accessibility import check

TABLE = {"seats": 2, "bot_1": "easy", "step_seconds": 600}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
HAS_MOVED_ON = """(step) => document.getElementById('news').dataset.step !== step
  || document.getElementById('end').checkVisibility()"""
MANY = 400
"""Orders that a match may take."""


def sit_down(page: Page, name: str, **options: str | int) -> Person:
    """At a table of Frames against the easy bot, before the fleets are chosen."""
    person = Person(page, name).become_guest()
    person.open_table("frames", **{**TABLE, **options})
    person.start()
    return person


def begin(person: Person, fleet: str = "Three Treasures", way: str = "Raid") -> None:
    """Show a fleet, take it, and choose a way to win."""
    page = person.page
    page.locator(".fr-pick", has_text=fleet).click()
    page.get_by_role("button", name="Take this fleet").click()
    page.locator(".fr-pick.way", has_text=way).click()
    expect(page.locator(".fr-table")).to_be_visible()


def is_over(page: Page) -> bool:
    return page.locator("#end").is_visible()


def my_turn(page: Page) -> bool:
    """Wait until something can be done; false: the match is over. Reactions are passed on the way."""
    mine = page.locator(".fr-reaction.mine")
    asked = page.locator("#end, .fr-reaction.mine, .fr-bar.actions:not([hidden]) .fr-do").filter(visible=True)
    for _ in range(MANY):
        expect(asked.first).to_be_visible()
        if is_over(page):
            return False
        if not mine.is_visible():
            return True
        page.keyboard.press("Space")
        expect(mine).to_be_hidden()
    raise AssertionError(page.locator("#awaited").inner_text())


def can(page: Page, group: str) -> Locator:
    return page.locator(f'.fr-do[data-key="{group}"][aria-disabled="false"]')


def give(page: Page) -> None:
    """Give the order that is drafted, and wait until it has been played."""
    step = page.locator("#news").get_attribute("data-step") or ""
    page.locator('.fr-do[data-key="go"]').click()
    expect(page.locator("#news")).not_to_have_attribute("data-step", step)


def test_a_turn_by_pointer(open_page: Callable[..., Page]) -> None:
    """A card from the hand to a deck, a mech to another area; the draft tells what it does. axe finds nothing, nor does the reader of raw texts."""
    page = open_page(bypass_csp=True)
    person = sit_down(page, "Ada")
    expect(page.locator(".fr-pick").first).to_be_visible()
    check(page)
    begin(person)
    assert my_turn(page)
    assert_no_raw_text(page)
    hangar = page.locator(".fr-row .can", has_text="Tsurugi").first
    hangar.locator("button").click(position={"x": 20, "y": 20})
    check(page)
    deck = page.locator(".fr-area.aim").first
    expect(page.locator(".fr-area.aim")).to_have_count(2)
    deck.locator(".fr-ground").click()
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


@pytest.mark.long
def test_a_whole_match_in_words(open_page: Callable[..., Page]) -> None:
    """Only the text view and its command line, to the end; nothing raw on the way, first in English, then in Chinese."""
    page = open_page()
    person = sit_down(page, "Cy", option_max_rounds=5, option_arms_race_round=5)
    ready = page.locator("#ready.primary[aria-disabled=false], .fr-do[data-key=go]").filter(visible=True)
    begin = page.locator(".fr-at-once")
    for number in range(MANY):
        expect(ready.or_(begin).or_(page.locator("#end")).filter(visible=True).first).to_be_visible()
        if is_over(page):
            break
        if number in (0, 4, 20):
            assert_no_raw_text(page)
        if number == 4:
            in_chinese(person)
            continue
        person_says(page, "1")
        step = page.locator("#news").get_attribute("data-step") or ""
        ready.first.click()
        page.wait_for_function(HAS_MOVED_ON, arg=step)
    expect(page.locator("#end")).to_be_visible()
    assert_no_raw_text(page)


def in_chinese(person: Person) -> None:
    """The same page in the other language."""
    address = person.page.url
    person.page.goto("/lobby/")
    person.page.locator("form.language button").click()
    person.page.goto(address)
    person.at_match()


def person_says(page: Page, text: str) -> None:
    """A line on the command line, until it is stored."""
    page.evaluate("document.getElementById('tab-text').click()")
    field = page.locator("#pane-text input").first
    field.fill(text)
    field.press("Enter")
    expect(page.locator("#save")).to_have_attribute("data-save", "saved")


@pytest.mark.long
def test_a_turn_by_keyboard_alone(open_page: Callable[..., Page]) -> None:
    """Letters begin, digits choose, Enter gives; arrows walk over the areas and read them out; Z reads a card."""
    page = open_page()
    begin(sit_down(page, "Dot"))
    assert my_turn(page)
    page.locator("#board").focus()
    page.keyboard.press("d")
    expect(page.locator(".fr-says")).to_contain_text("Which mech comes out?")
    for _ in range(3):
        page.keyboard.press("1")
    expect(page.locator(".fr-bar.drafted")).to_be_visible()
    step = page.locator("#news").get_attribute("data-step") or ""
    page.keyboard.press("Enter")
    expect(page.locator("#news")).not_to_have_attribute("data-step", step)
    assert my_turn(page)
    page.locator("#board").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    # Before one's own warship, by the name that the area has in this match.
    ground = page.locator(".fr-ground:focus")
    expect(ground).to_have_attribute("data-area", re.compile("^1,[13]$"))
    expect(ground).to_have_attribute("aria-label", re.compile(r"^Front [A-Z]\w+(\.|$)"))
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


FILLED = """(least) => {
  const box = (part) => part.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility());
  const [board] = seen('#board').map(box);
  const parts = ['.fr-felt', '.fr-bar', '.fr-hand'].flatMap((part) => seen(part).map(box));
  const wrong = [];
  parts.reduce((foot, part) => {
    if (Math.abs(part.top - foot) > 2) wrong.push(`an empty band of ${part.top - foot}`);
    return part.bottom;
  }, board.top);
  if (Math.abs(parts.at(-1).bottom - board.bottom) > 2) wrong.push(`the hand ends ${board.bottom - parts.at(-1).bottom} above the foot`);
  const figures = seen('.fr-chip .fr-figure');
  if (!figures.length) wrong.push('no mech');
  for (const figure of figures) if (box(figure).height < least) wrong.push(`a figure of ${box(figure).height}`);
  for (const row of seen('.fr-area')) if (box(row).height < 23) wrong.push(`an area of ${box(row).height}`);
  for (const card of seen('.fr-hold .fr-card')) {
    const [{ bottom, left, right }, name] = [box(card), card.dataset.card];
    if (bottom > board.bottom) wrong.push(`${name} is cut at the foot`);
    const row = box(card.closest('.fr-cards, .fr-strip'));
    const isCut = left < row.right - 1 && right > row.right + 1;
    if (isCut && innerWidth > 960) wrong.push(`${name} is cut at the side`);
    // On a phone three stand side by side, and the one that has the focus is read whole.
    const isRead = innerWidth > 960 || card.closest('li').matches(':focus-within');
    const text = isRead && card.closest('.fr-cards') && card.querySelector('.fr-text');
    if (text && text.scrollHeight > text.clientHeight + 1) wrong.push(`the rules of ${name} are cut: ${text.scrollHeight} of ${text.clientHeight}`);
  }
  return wrong;
}"""
"""What is wrong with the table: empty bands, small figures, rows too low to press, cards and rules that are cut."""


def in_view(one: Locator) -> bool:
    """Is all of it in the window?"""
    box = one.bounding_box()
    width = (one.page.viewport_size or {"width": 0})["width"]
    return box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_the_table_fills_the_screen(open_page: Callable[..., Page], site: Site) -> None:
    """Mechs are figures, cards show their rules whole, no band is empty, one button gives an order; what cannot be done says why."""
    ship = {"ship": "fa07c_bison", "captain": "adam_green", "captain_revealed": True, "weapons": ["siege_railgun"]}
    mechs = [
        {"model": "ura01a_sword", "at": [0, 3]},
        {"model": "ura01c_longbow", "at": [2, 2]},
        {"model": "ura01b_hammer", "at": None},
    ]
    hand = ["spy_drone", "emp_grenade", "warp_shield", "repair_robots", "aim_assist", "self_destruct"]
    seats = [
        {**ship, "hand": hand, "pilots": ["john_snow"], "mechs": mechs},
        {**ship, "mechs": [{"model": "ura01b_hammer", "at": [1, 1]}]},
    ]
    ada, _ = opposed(open_page, site, {"seats": seats, "victory": ["annihilation"]})
    page = ada.page
    expect(page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    for width, height in ((1280, 720), (1440, 900), (1920, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        least = 96 if width > 390 else 56
        assert page.evaluate(FILLED, least) == [], (width, height)
        # One button for one act: beside the order on a wide page, under the thumb on a phone.
        ends = page.locator("#ready, .fr-do[data-key=end_turn]").filter(visible=True)
        expect(ends).to_have_count(1)
        expect(ends).to_have_text(re.compile("End turn"))
    table = page.locator(".fr-table").bounding_box()
    assert table is not None and table["height"] >= 0.45 * 844
    assert sum(in_view(card) for card in page.locator(".fr-hand .fr-title").all()) >= 3
    for card in page.locator(".fr-cards .fr-hold").all():
        card.focus()
        assert page.evaluate(FILLED, least) == []
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(".fr-hold", has_text="Warp Shield").click()
    expect(page.locator(".fr-more")).to_have_text("This card is played in a reaction window.")
    page.locator('.fr-area[data-area="1,3"] .fr-ground').click()
    expect(page.locator(".fr-more")).to_have_text("Choose a mech, a card or an action first.")


TOUCHING = """() => {
  const boxes = [...document.querySelectorAll('.fr-chip-words')].map((part) => ({ name: part.textContent, box: part.getBoundingClientRect() }));
  return boxes.flatMap(({ name, box }, i) => boxes.slice(i + 1).flatMap(({ name: other, box: its }) =>
    box.left < its.right && its.left < box.right && box.top < its.bottom && its.top < box.bottom ? [`${name} on ${other}`] : []));
}"""


def test_five_mechs_on_one_deck_and_a_hand_that_goes_on(open_page: Callable[..., Page], site: Site) -> None:
    """No plate touches another; beside the cards stands how many more there are, and a press brings them into view. On a phone too."""
    five = [{"model": model, "at": [0, 4]} for model in ("ura01a_sword", "ura01c_longbow", "ura01b_hammer") * 2][:5]
    ship = {"ship": "fa07c_bison", "captain": "adam_green", "weapons": ["siege_railgun"]}
    seats = [{**ship, "hand": ["spy_drone", "emp_grenade", "warp_shield"] * 3, "mechs": five}, {**ship, "mechs": []}]
    ada, _ = opposed(open_page, site, {"seats": seats, "victory": ["annihilation"]})
    page = ada.page
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        if width > 390:
            assert page.evaluate(TOUCHING) == []
        after = page.locator(".fr-hand .kit-beyond.after")
        expect(after).to_be_visible()
        last = page.locator(".fr-cards > li").last
        expect(last).not_to_be_in_viewport(ratio=0.9)
        # The number falls with each press.
        while after.is_visible():
            before = after.inner_text()
            after.click()
            expect(after).not_to_have_text(before)
        expect(last).to_be_in_viewport(ratio=0.9)
        expect(page.locator(".fr-hand .kit-beyond.before")).to_be_visible()
        # Arrow keys go through all of it.
        page.locator(".fr-hold[tabindex='0']").focus()
        page.keyboard.press("Home")
        expect(page.locator(".fr-hold").first).to_be_in_viewport(ratio=0.9)


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
    step = page.locator("#news").get_attribute("data-step") or ""
    expect(page.locator("#ready")).to_have_text("Do it")
    page.locator("#ready").tap()
    expect(page.locator("#news")).not_to_have_attribute("data-step", step)
    assert my_turn(page)
    a_long_press_reads_a_card_until_it_is_closed(page)


def a_long_press_reads_a_card_until_it_is_closed(page: Page) -> None:
    card = page.locator(".fr-hold").first
    card.tap(trial=True)  # waits until it lies still
    box = card.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    place = {"x": box["x"] + 40, "y": box["y"] + 40}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # A click may come of the finger that leaves, and presses nothing below it.
    at_rest(page)
    expect(dialog.locator(".fr-card")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    expect(dialog).to_have_count(0)
