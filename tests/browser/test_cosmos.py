"""Cosmos on its chart: whole short matches by pointer, by keyboard alone and in words; warnings, fog, the phone, both languages, axe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.drawn_text import WATCH, Words, outside, painted
from tests.browser.pages import LONG, Person, at_rest
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.test_accessibility import check
from tests.browser.test_phone import TOUCH

ROUNDS, STRIDE = 20, 5
TABLE = {"bot_1": "easy", "option_rounds": ROUNDS, "option_stride": STRIDE, "step_seconds": 600}
BAKED = "() => performance.getEntriesByName('board:baked').length > 0"
ASIDE = (0.4, 0.3)


def sit_down(page: Page, name: str, **options: str | int) -> Person:
    """At a small table of Cosmos against the easy bot, before the first round."""
    person = Person(page, name).become_guest()
    person.open_table("cosmos", **{**TABLE, **options})
    person.start()
    return person


def in_chinese(person: Person) -> None:
    """The same page in the other language."""
    address = person.page.url
    person.page.goto("/lobby/")
    person.page.locator("form.language button").click()
    person.page.goto(address)
    person.at_match()


def give(person: Person, number: int) -> None:
    """Be done with step `number` from 1, and wait for the next one or the end."""
    page = person.page
    page.locator("#ready").click()
    if number * STRIDE < ROUNDS:
        first = number * STRIDE + 1
        expect(page.locator("#match-step")).to_contain_text(f"{first}–{first + STRIDE - 1}")
        expect(page.locator("#ready")).to_have_attribute("aria-disabled", "false")
    else:
        expect(page.locator("#end")).to_be_visible()


def point(page: Page, part: tuple[float, float]) -> tuple[float, float]:
    """A point of the board as parts of its width and height."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] + box["width"] * part[0], box["y"] + box["height"] * part[1]


def test_a_whole_match_by_pointer(open_page: Callable[..., Page]) -> None:
    """Routine, rose, a right click that sends, a burst that is tried and warned of, groups, the end. axe finds nothing on the way."""
    page = open_page(bypass_csp=True)
    person = sit_down(page, "Ada")
    page.wait_for_function(BAKED)
    check(page)
    context = page.locator("#context")
    # Ways to begin stand side by side until somebody is chosen.
    choices = page.get_by_role("group", name="What now?")
    expect(choices).to_contain_text("Costs")
    expect(page.get_by_text("On the chart stand ways to begin")).to_be_visible()
    page.get_by_role("group", name="Choose all of a kind").get_by_role("button", name="1 planet").click()
    here = page.get_by_role("group", name="What can be done here")
    expect(here).to_contain_text("Routine: what is it to do by itself?")
    expect(choices).to_be_hidden()
    page.get_by_role("group", name="Routines for the chosen").get_by_role("button", name="Weapon").click()
    expect(page.get_by_role("button", name="Weapon", exact=True)).to_have_attribute("aria-pressed", "true")
    context.get_by_role("radio", name="Battleship").check()
    page.get_by_label("Energy of the ship").last.fill("15")
    page.get_by_label("Energy of the ship").last.press("Enter")
    page.get_by_role("button", name="Build to the east").click()
    person.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("builds a Battleship of 15 to the east")
    expect(page.locator("#notices")).not_to_contain_text("changed elsewhere")
    assert_no_raw_text(page)
    person.tab("Board")
    give(person, 1)

    page.get_by_role("group", name="Choose all of a kind").get_by_role("button", name="1 battleship").click()
    check(page)
    page.mouse.click(*point(page, ASIDE), button="right")
    person.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("goes to")
    page.get_by_role("button", name="Undo these").click()
    expect(page.locator("#drafts")).not_to_contain_text("goes to")
    page.get_by_role("button", name="Explore", exact=False).first.click()
    expect(page.locator("#drafts")).to_contain_text("explores")
    page.get_by_role("button", name="New group").click()
    expect(page.get_by_role("group", name="Groups")).to_contain_text("Group 1")
    give(person, 2)
    give(person, 3)

    # It is ready now; with 15 energy its burst would be for nothing, and the page says so before it happens.
    page.get_by_role("button", name="Group 1").click()
    page.get_by_label("Squared radius of the burst").fill("2")
    expect(context).to_contain_text("No effect below 20 energy.")
    page.get_by_role("button", name="Draft the burst").click()
    needs = page.get_by_role("list", name="What needs you")
    expect(needs).to_contain_text("no effect below 20 energy; the ship would be lost")
    needs.get_by_role("button").first.click()
    page.get_by_role("button", name="Undo these").click()
    expect(page.locator("#drafts")).not_to_contain_text("bursts")
    # A box around everything chooses the ships in it.
    page.mouse.move(*point(page, (0.02, 0.02)))
    page.keyboard.down("Shift")
    page.mouse.down()
    page.mouse.move(*point(page, (0.98, 0.98)), steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(context).to_contain_text("Chosen")
    for number in range(4, ROUNDS // STRIDE + 1):
        give(person, number)
    expect(page.locator("#end")).to_contain_text("Final weapon")


@pytest.mark.long
def test_a_whole_match_by_keyboard(open_page: Callable[..., Page]) -> None:
    """No pointer: build at the cursor, bid, go, explore, take back, Ready."""
    page = open_page()
    person = sit_down(page, "Bea")
    keys = page.keyboard
    page.locator("#board").focus()
    keys.press("b")
    keys.press("ArrowRight")  # the first arrow only shows where the cursor is
    keys.press("ArrowRight")
    expect(page.locator("#say")).to_contain_text(":")
    keys.press("Enter")
    expect(page.locator("#drafts")).to_contain_text("builds a Miner of 41 to the east")
    keys.press("Backspace")
    expect(page.locator("#drafts")).not_to_contain_text("builds")
    keys.press("c")
    expect(page.get_by_role("spinbutton", name="Bid in the next round")).to_be_focused()
    keys.press("Control+a")
    keys.type("7")
    keys.press("Enter")
    expect(page.locator("#drafts")).to_contain_text("bids 7 for the final weapon")
    page.get_by_role("radio", name="Scout").focus()
    keys.press("Space")
    page.get_by_role("button", name="Build to the north", exact=True).focus()
    keys.press("Enter")
    expect(page.locator("#drafts")).to_contain_text("builds a Scout of 41 to the north")
    person.wait_saved()
    page.locator("#ready").focus()
    keys.press("Enter")
    expect(page.locator("#match-step")).to_contain_text("6–10")
    expect(page.locator("#ready")).to_have_attribute("aria-disabled", "false")
    page.locator("#board").focus()
    # The first one puts away what tells the step, the second lets the planet go.
    told = page.locator("#board .board-caption")
    expect(told).to_be_visible()
    keys.press("Escape")
    expect(told).to_be_hidden()
    keys.press("Escape")
    keys.press("Tab")
    keys.press("Tab")
    expect(page.locator("#context .kit-card h3")).to_contain_text("Scout")
    keys.press("g")
    for _ in range(3):
        keys.press("ArrowUp")
    keys.press("Enter")
    expect(page.locator("#drafts")).to_contain_text("goes to")
    keys.press("Shift+1")
    keys.press("x")
    expect(page.locator("#drafts")).to_contain_text("explores")
    keys.press("w")
    expect(page.get_by_role("button", name="Its senses")).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    keys.press("Alt+1")
    expect(page.locator("#context .kit-card h3")).to_contain_text("Scout")
    person.wait_saved()
    for number in range(2, ROUNDS // STRIDE + 1):
        page.locator("#ready").focus()
        keys.press("Enter")
        if number * STRIDE < ROUNDS:
            expect(page.locator("#match-step")).to_contain_text(f"{number * STRIDE + 1}–")
            expect(page.locator("#ready")).to_have_attribute("aria-disabled", "false")
    expect(page.locator("#end")).to_be_visible()


def test_a_whole_match_in_words(open_page: Callable[..., Page]) -> None:
    """Only the text view and its command line; nothing raw, first in English, then in Chinese. What was built leads to its tile, and the board
    neither moves nor changes its size."""
    page = open_page()
    person = sit_down(page, "Cy")
    place = page.locator("#board").bounding_box()
    texts = page.locator("#tabs [role=tab]").nth(3)
    lines = {
        1: ("planets build scout 3 n", "planets follow economy", "every scout hunter", "planets bids 2"),
        2: ("scouts explore", "planets bid 3"),
        4: ("scouts seek", "all hold", "clear"),
    }
    for number in range(1, ROUNDS // STRIDE + 1):
        expect(page.locator("#ready")).to_have_attribute("aria-disabled", "false")
        if number == 2:
            assert page.locator("#board").bounding_box() == place
            page.locator("#news").get_by_role("button", name="See all").click()
            page.get_by_role("dialog").get_by_role("button", name="Built: 1 scout.").click()
            expect(page.locator(".board-here")).to_be_visible()
        if number == 3:
            in_chinese(person)
        for line in lines.get(number, ()):
            texts.click()
            field = page.locator("#pane-text input").first
            field.fill(line)
            field.press("Enter")
            expect(page.locator("#text-view-answer")).to_contain_text(line)
            person.wait_saved()
        if number in (1, 3):
            assert_no_raw_text(page)
        give(person, number)
    assert_no_raw_text(page)


@pytest.mark.long
def test_the_phone_reads_and_gives_standing_orders(open_page: Callable[..., Page]) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    person = sit_down(page, "Dot")
    page.wait_for_function(BAKED)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("group", name="Routines for the chosen").get_by_role("button", name="Weapon").tap()
    person.wait_saved()
    page.locator("#sheet").tap()
    page.locator("#context summary", has_text="New ships").tap()
    later = page.get_by_role("group", name="Routines for new ones").get_by_role("button", name="Hunter, Scout")
    later.scroll_into_view_if_needed()
    later.tap()
    person.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("Weapon")
    expect(page.locator("#drafts")).to_contain_text("New ones, Scout: Hunter")
    page.locator("#ready").tap()
    expect(page.locator("#match-step")).to_contain_text("6–10")
    text = person.text_view()
    assert "Your planets" in text
    assert "builds in turn" in text


def test_a_finger_gives_routines_at_the_foot_of_the_chart(open_page: Callable[..., Page]) -> None:
    """Where the planet is chosen its routines lie on the board, and a strip that is pressed moves nothing. Wherever the finger moves the chart, the
    strip leaves the chosen planet free."""
    page = open_page(**TOUCH)
    page.add_init_script(WATCH)
    person = sit_down(page, "Ina")
    page.locator("#board").focus()
    page.keyboard.press("Tab")
    strip = page.get_by_role("group", name="What can be done here")
    expect(strip).to_be_visible()
    board = page.locator("#board").bounding_box()
    assert board is not None
    strip.get_by_role("button", name="Weapon").tap()
    person.wait_saved()
    expect(strip.get_by_role("button", name="Weapon")).to_have_attribute("aria-pressed", "true")
    assert page.locator("#board").bounding_box() == board
    box = strip.bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    page.locator("#board").focus()
    page.keyboard.press("f")
    is_above = set()
    foot = board["y"] + board["height"]
    for y in (foot - 45, board["y"] + 90):
        planet, box = number_of_the_planet(page), strip.bounding_box()
        assert box is not None
        # Where nothing lies: from a planet of one's own a drag sends ships.
        begin = box["y"] + box["height"] + 16 if y > planet.y else foot - 20
        drag(page, (30, begin), (30, begin + y - planet.y))
        planet = number_of_the_planet(page)
        box = strip.bounding_box()
        assert box is not None
        assert outside([planet], box) == [planet.text], "its number can be read"
        is_above.add(box["y"] < board["y"] + board["height"] / 2)
    assert is_above == {True, False}


def number_of_the_planet(page: Page) -> Words:
    """Where the energy of one's own planet is painted, once the camera rests there."""
    last: Words | None = None
    while True:
        now = next(one for one in painted(page) if one.text.isdigit() and int(one.text) > 100)
        if now == last:
            return now
        last = now


def drag(page: Page, here: tuple[float, float], there: tuple[float, float]) -> None:
    """One finger goes from here to there."""
    hand = page.context.new_cdp_session(page)
    x, y = here
    dx, dy = there[0] - x, there[1] - y
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.2, 0.4, 0.6, 0.8, 1):
        at = {"x": x + dx * part, "y": y + dy * part}
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.long
def test_the_replay_shows_the_truth_a_seat_and_one_entity(open_page: Callable[..., Page]) -> None:
    """Who may see what, told by how many ships the text view lists; one entity's senses are a lens on the chart."""
    page = open_page()
    person = sit_down(page, "Fay", option_rounds=10)
    person.command("planets build scout 1 n")
    page.locator("#ready").click()
    expect(page.locator("#match-step")).to_contain_text("6–10")
    expect(page.locator("#ready")).to_have_attribute("aria-disabled", "false")
    page.locator("#ready").click()
    expect(page.locator("#end")).to_be_visible()
    page.goto(page.url.split("?")[0].rstrip("/") + "/replay/?step=2&as=referee")
    page.wait_for_function(BAKED)
    truth = person.text_view()
    page.get_by_label("Seen by").last.select_option("0")
    expect(page.locator("#pane-text")).to_contain_text("Your planets")
    assert truth.count("Planet") > page.locator("#pane-text").inner_text().count("Planet")
    person.tab("Board")
    page.locator("#board").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    expect(page.get_by_role("button", name="Its senses")).to_have_attribute("aria-pressed", "true")
    assert_no_raw_text(page)


def test_whoever_watches_a_live_match_sees_nothing_of_the_fog(open_page: Callable[..., Page]) -> None:
    """The public view of a match under fog: who plays and how far it is, no chart of the aether, no ship, no number of anybody."""
    page = open_page()
    person = sit_down(page, "Gil", visibility="public")
    watcher = open_page()
    problems: list[str] = []
    watcher.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    watcher.goto(f"{page.url.split(chr(63))[0]}?as=public")
    bob = Person(watcher, "Bob")
    person.command("planets follow economy")
    for number in range(1, 4):
        give(person, number)
    own = person.text_view()
    secrets = set(re.findall(r"\b(?:Planet|Scout|Miner|Battleship) ([A-Z][a-z]+)", own))
    assert secrets, "the seat's own view names its entities"
    # Watchers see a step late what anybody may know.
    expect(watcher.locator("#match-step")).to_contain_text("rounds", timeout=LONG)
    told = bob.text_view()
    everything = watcher.locator("body").inner_text()
    assert not secrets & set(re.findall(r"\w+", everything))
    assert not re.findall(r"\b\d{5}\b", everything), "nor an id"
    assert "Your planets" not in told and "In sight" not in told and "energy" not in told
    assert watcher.locator("#ready:visible").count() == 0
    assert_no_raw_text(watcher)
    for number in range(4, ROUNDS // STRIDE + 1):
        give(person, number)
    expect(watcher.locator("#end")).to_be_visible(timeout=LONG)
    assert "1. " in bob.text_view(), "the result is told to everybody"
    assert not problems


def test_what_comes_and_goes_over_the_chart_moves_it_not(open_page: Callable[..., Page]) -> None:
    """Who is chosen is told of where the ways stood, in their column; Escape puts it away out of its field too, and the next step begins without it."""
    page = open_page()
    page.add_init_script(WATCH)
    person = sit_down(page, "Ada", option_rounds=200)
    page.wait_for_function(BAKED)

    def home() -> tuple[int, int]:
        at_rest(page)
        found = next(one for one in painted(page) if one.text.isdigit() and int(one.text) > 50)
        return round(found.x + found.width / 2), round(found.y + found.height / 2)

    def column(one: Locator) -> tuple[float, float, float]:
        box = one.bounding_box()
        assert box is not None
        return box["x"], box["width"], box["y"] + box["height"]

    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Show my planet").click()
    at = home()
    here = page.get_by_role("group", name="What can be done here")
    ways = column(page.get_by_role("group", name="What now?"))
    page.mouse.click(*at)
    expect(here).to_be_visible()
    assert home() == at
    assert column(here) == ways
    here.get_by_role("spinbutton").focus()
    page.keyboard.press("Escape")
    expect(here).to_be_hidden()
    assert home() == at
    expect(page.get_by_role("group", name="What now?")).to_be_visible()
    page.mouse.click(*at)
    here.get_by_role("button", name="More: Bid a round").click()
    person.wait_saved()
    page.locator("#ready").click()
    expect(page.locator("#match-step")).to_contain_text("6–10")
    expect(page.locator("#ready")).to_have_attribute("aria-disabled", "false")
    expect(here).to_be_hidden()
    assert abs(home()[0] - at[0]) < 2 and abs(home()[1] - at[1]) < 2
