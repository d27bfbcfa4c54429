"""On a phone: spaced texts fit its width, bars have room, the sheet has three heights, a match is played by taps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import own_and_neighbour
from tests.browser.conftest import PHONE, Finished
from tests.browser.pages import Person, at_rest

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

WHAT_IS_WIDE = """[...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((one) => `${one.localName}.${one.getAttribute('class')} ${one.textContent.trim().slice(0, 60)}`)
  .slice(0, 12)"""


def fits(page: Page, *, despite: str = "") -> None:
    """Nothing makes the page wider than the phone, once it has taken its shape."""
    size = "[document.documentElement.clientWidth, document.documentElement.scrollWidth]"
    width, wider = at_rest(page, despite=despite).evaluate(size)
    assert wider <= width, f"{page.url} is {wider} wide on {width}: {page.evaluate(WHAT_IS_WIDE)}"


def in_view(page: Page, selector: str) -> None:
    """It can be seen and touched without scrolling, large enough for a thumb."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] + 0.5
    assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"] + 0.5
    assert box["height"] >= 40, f"{selector} is {box['height']} high"


@pytest.mark.long
def test_spaced_texts_and_a_card_with_many_seats_fit(open_page: Callable[..., Page]) -> None:
    """Every page in letters of the site is in `test_sizes.py`."""
    page = open_page(**TOUCH, bypass_csp=True)
    page.goto("/nothing/")
    fits(page)
    person = Person(page, "A rather long name, Esq.").become_guest()
    page.goto(f"/tables/{person.open_table('planet_conquer', seats=8, bot_1='easy', option_map='great_wheel')}/")
    fits(page)
    # On a page of its own: it hears nothing of the lobby any more.
    a_card_with_many_seats_to_take_fits(page.context.new_page())
    # On a very narrow screen, with texts as readers may space them.
    page.set_viewport_size({"width": 320, "height": 568})
    for url in ("/lobby/", "/account/preferences/", "/account/", "/people/"):
        page.goto(url)
        page.add_style_tag(content=SPACED)
        fits(page)


JUST_WIDE = (1273, 1280)
"""Widths at which the links of the bar have room for the first time."""
BETWEEN = (641, 700, 820, 900, 961, 1024, 1080)
"""Widths of tablets and halves of a screen, at which the top bar of a page and that of a match had no room for their words."""


def test_bars_have_room_between_phone_and_desk_and_a_menu_where_links_have_none(open_page: Callable[..., Page]) -> None:
    page = open_page({"width": 320, "height": 700})
    person = Person(page, "A rather long name, Esq.").become_guest()
    page.goto("/lobby/")
    menu, lobby = page.get_by_role("button", name="Menu"), page.locator(".top-links").get_by_role("link", name="Lobby")
    for width in (320, 360, 390, 414, *BETWEEN, *JUST_WIDE):
        page.set_viewport_size({"width": width, "height": 700})
        fits(page)
        expect(page.locator(".top-tools")).to_be_in_viewport(ratio=1)
        assert page.locator(".top").evaluate("bar => bar.clientHeight") < 64, width
        # The bell, and the menu of the person.
        expect(page.locator(".top .menu summary")).to_have_count(2)
        for one in page.locator(".top .menu summary").all():
            expect(one).to_be_in_viewport(ratio=1)
        assert menu.is_visible() != lobby.is_visible(), width
    page.set_viewport_size({"width": 390, "height": 700})
    menu.click()
    expect(lobby).to_be_in_viewport()
    lobby.press("Escape")
    expect(menu).to_be_focused()
    expect(lobby).to_be_hidden()
    menu.press("Enter")
    page.locator("main").click(position={"x": 5, "y": 600})
    expect(lobby).to_be_hidden()
    # In a match: whom it waits for, and Ready.
    person.open_table("planet_conquer", seats=2, bot_1="easy", option_map="crossroads", step_seconds=600)
    person.start()
    expect(page.locator("#ready")).to_be_visible()
    for width in BETWEEN:
        page.set_viewport_size({"width": width, "height": 1180})
        fits(page)
        expect(page.locator("#ready")).to_be_in_viewport(ratio=1)
        assert page.locator(".match-awaited").evaluate("words => words.clientHeight") < 120


SEATS_TO_TAKE = """seats => {
  const take = '<form><button class="button primary">Take the seat <span class="seat-mark">A</span></button></form>';
  const card = document.createElement('article');
  card.className = 'table-card';
  card.innerHTML = `<div class="table-card-main"><h3>Lanterns</h3></div>
    <div class="table-card-act">${take.repeat(seats)}<a class="button" href="#">Watch</a></div>`;
  const slot = document.createElement('div');
  slot.className = 'card-slot';
  slot.append(card);
  document.querySelector('.card-list').prepend(slot);
}"""
"""What a list shows of a match in which bots play for so many people."""


def a_card_with_many_seats_to_take_fits(page: Page) -> None:
    # What the lobby tells as its line opens would take the place of the card.
    page.route_web_socket(re.compile("/ws/lobby/"), lambda line: None)
    page.goto("/lobby/")
    page.evaluate(SEATS_TO_TAKE, 7)
    # Other tests of the same site may have left seats to take too, in cards below.
    card = page.locator(".table-card-act").first
    expect(card.get_by_role("button", name="Take the seat")).to_have_count(7)
    fits(page, despite="line")
    for button in card.locator(".button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""
"""What readers may do to every text (WCAG 1.4.12)."""


def test_a_zoomed_match_keeps_ready_on_the_screen_and_a_zoomed_replay_all_its_buttons(
    open_page: Callable[..., Page], finished: Finished
) -> None:
    """A window of 1280 by 800 at 200 %, with days on the clock and a long name; then with spaced text too. Of the replay: no list of
    choices is pressed flat."""
    person = Person(open_page(viewport={"width": 640, "height": 400}, bypass_csp=True), "Bartholomew Featherston")
    person.become_guest()
    slow = {"clock": "slow", "slow_amount": 3, "slow_unit": "days"}
    person.open_table("planet_conquer", seats=2, bot_1="easy", option_map="crossroads", **slow)
    person.start()
    person.command(f"move {person.home()} O 5")
    for style in ("p {}", SPACED):
        person.page.add_style_tag(content=style)
        for words in ("Ready", "Ready ✓ Change"):
            # A bot does not keep anybody waiting for long enough to read the longer words.
            person.page.locator("#ready").evaluate("(button, words) => { button.textContent = words }", words)
            fits(person.page)
            box = person.page.locator("#ready").bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 640
    page = open_page(viewport={"width": 640, "height": 400}, storage_state=finished.cookies)
    page.goto(f"/matches/{finished.match}/replay/")
    expect(page.locator("#download")).to_be_visible()
    fits(page)
    assert page.locator("#timeline").evaluate("line => line.scrollWidth <= line.clientWidth")
    page.get_by_role("tab", name="Board").click()
    box = page.get_by_label("Seen by").bounding_box()
    assert box is not None
    assert box["width"] >= 44 and box["x"] + box["width"] <= 640, box


def test_a_match_by_taps(open_page: Callable[..., Page]) -> None:
    page = open_page(asks=True, **TOUCH)
    person = Person(page, "Thumb")
    page.goto("/")
    page.get_by_label("Your name").fill("Thumb")
    page.get_by_role("button", name="Play now").tap()
    person.at_match()
    fits(page)
    in_view(page, "#ready")
    own, target = own_and_neighbour(page)
    page.touchscreen.tap(own.x, own.y)
    page.touchscreen.tap(target.x, target.y)
    # Where planets are crowded the chart comes closer first.
    if page.locator("#drafts li").count() == 0:
        own, target = own_and_neighbour(page)
        page.touchscreen.tap(own.x, own.y)
        page.touchscreen.tap(target.x, target.y)
    expect(page.locator("#drafts")).to_contain_text(f"from {own.name} to {target.name}")
    expect(page.locator("#save")).to_have_attribute("data-save", "saved")
    in_view(page, "#ready")
    sheet_has_three_heights(page)
    page.locator("#ready").tap()
    person.at_round(2)
    fits(page)
    in_view(page, "#ready")
    # Nothing is ordered: a finger is asked once, the focus on the way back, and goes through at its second press.
    page.locator("#ready").tap()
    question = page.get_by_role("dialog", name="Ready as it is?")
    expect(question.get_by_role("button", name="Back to the board")).to_be_focused()
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(page.locator("#board")).to_be_focused()
    page.locator("#ready").tap()
    person.at_round(3)
    give_up(page)
    expect(page.locator("#end")).to_be_visible()
    fits(page)
    page.locator("#end").get_by_role("link", name="Replay").tap()
    page.wait_for_url(re.compile("/replay/"))
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    fits(page)
    in_view(page, "#timeline")


def sheet_has_three_heights(page: Page) -> None:
    """A tap on its handle makes it higher, and low again after the highest."""
    side, handle = page.locator("#side"), page.locator("#sheet")
    heights = []
    for name in ("low", "half", "full"):
        expect(page.locator("#match")).to_have_attribute("data-sheet", name)
        box = side.bounding_box()
        assert box is not None
        heights.append(PHONE["height"] - box["y"])
        in_view(page, "#ready")
        fits(page)
        handle.tap()
    expect(page.locator("#match")).to_have_attribute("data-sheet", "low")
    assert heights[0] + 50 < heights[1] < heights[2] - 50, heights


def give_up(page: Page) -> None:
    """Resign, and say that one is sure."""
    page.locator("#sheet").tap()
    page.locator("#sheet").tap()
    page.get_by_role("tab", name="Table").tap()
    page.locator("#pane-table").get_by_role("button", name="Resign").tap()
    page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
