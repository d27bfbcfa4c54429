"""Planet Conquer's chart under a hand: it is never lost, shows the focus to keyboards only, and warns before a planet is left empty."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.board import Planet, find_planets, own_and_neighbour
from tests.browser.drawn_text import WATCH, Words, collisions, painted
from tests.browser.pages import Person
from tests.browser.test_phone import TOUCH

DUEL = {"seats": 2, "bot_1": "easy", "option_map": "crossroads", "step_seconds": 600}
FOCUS_SHOWS = "document.getElementById('board').matches(':focus-visible')"


def sit_down(page: Page) -> Person:
    """A match against a bot that waits for us."""
    person = Person(page, "Vera").become_guest()
    person.open_table("planet_conquer", **DUEL)
    person.start()
    return person


def centre(page: Page) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the board."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def spots(planets: dict[str, Planet]) -> dict[str, tuple[int, int]]:
    """Where each stands, in steps of ten pixels."""
    return {name: (round(planet.x / 10), round(planet.y / 10)) for name, planet in planets.items()}


def test_the_map_comes_back_the_ring_is_for_keys_and_all_is_sent_once(open_page: Callable[..., Page]) -> None:
    page = open_page()
    sit_down(page)
    own, target = own_and_neighbour(page)
    before = find_planets(page)
    left, top, right, bottom = centre(page)
    for _ in range(4):
        # From the corner, where nothing is, as far as the hand reaches.
        page.mouse.move(left + 12, top + 12)
        page.mouse.down()
        page.mouse.move(right - 12, bottom - 12, steps=6)
        page.mouse.up()
    assert page.locator("#drafts li").count() == 0
    moved = find_planets(page)
    assert spots(moved) != spots(before)
    assert len(moved) >= len(before) / 2, "most of the map is still there"
    page.get_by_role("button", name="Show the whole map").click()
    assert spots(find_planets(page)) == spots(before), "where motion is reduced the camera is there at once"
    page.get_by_role("button", name="Zoom in").click()
    assert spots(find_planets(page)) != spots(before)
    page.get_by_role("button", name="Show the whole map").click()

    page.mouse.click(own.x, own.y)
    expect(page.locator("#board")).to_be_focused()
    assert not page.evaluate(FOCUS_SHOWS), "a hand on the mouse needs no ring"
    # A mouse has its tactics in the panel alone.
    expect(page.get_by_role("toolbar", name="Tactics")).to_be_visible()
    expect(page.get_by_role("group", name="Tactics here")).to_be_hidden()
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUS_SHOWS)
    page.keyboard.press("Escape")

    panel = page.locator("#context")
    panel.get_by_role("button", name="100%").click()
    page.mouse.move(own.x, own.y)
    page.mouse.down()
    page.mouse.move(target.x, target.y, steps=6)
    page.mouse.up()
    expect(page.locator("#drafts")).to_contain_text(f"from {own.name.split()[0]} to {target.name.split()[0]}")
    expect(panel).to_contain_text(f"leaves {own.name.split()[0]} empty: you lose it")
    page.mouse.move(2, 2)
    # What was chosen stays chosen.
    page.locator("#board").press("Escape")
    expect(panel.get_by_role("button", name="100%")).to_have_attribute("aria-pressed", "true")
    panel.get_by_role("button", name="50%").click()
    # While dragging a key sets the share of that drag; the order is changed in its row.
    page.locator("#clear").click()
    page.mouse.move(own.x, own.y)
    page.mouse.down()
    page.mouse.move(target.x, target.y, steps=6)
    page.keyboard.press("1")
    page.mouse.up()
    expect(page.locator("#drafts")).to_contain_text("30 units")
    expect(panel.get_by_role("button", name="50%")).to_have_attribute("aria-pressed", "true")
    panel.get_by_role("spinbutton", name="Units from").fill("7")
    panel.get_by_role("spinbutton", name="Units from").press("Enter")
    expect(page.locator("#drafts")).to_contain_text("7 units")


def test_a_finger_sets_the_amount_on_a_strip_that_covers_no_number_and_no_bubble(
    open_page: Callable[..., Page],
) -> None:
    """An order along the lower edge of the map: names and numbers of its planets and its bubble stay readable, however low the board."""
    for locale in ("zh-CN", "en-GB"):
        page = open_page(**TOUCH, locale=locale)
        page.add_init_script(WATCH)
        page.goto("/games/planet_conquer/lessons/")
        page.locator("form:has(input[value='walls'])").get_by_role("button").click()
        Person(page, "").at_match()
        planets = find_planets(page).values()
        own = max(planets, key=lambda planet: planet.y - planet.x)
        natives = max(planets, key=lambda planet: planet.y + planet.x)
        for planet in (own, natives):
            page.touchscreen.tap(planet.x, planet.y)
        # The bubble says how many go once the forecast is there; a press on it opens the strip of that order.
        page.evaluate("async () => { while (!(await wordsPainted()).some(([text]) => text.startsWith('→ 60 '))); }")
        bubble = next(word for word in painted(page) if word.text.startswith("→ 60 "))
        page.touchscreen.tap(bubble.x + bubble.width / 2, bubble.y + bubble.height / 2)
        strip = page.locator("#board .kit-strip:not([hidden])")
        expect(strip.locator(".kit-strip-words")).to_be_visible()
        box = strip.bounding_box()
        assert box is not None
        words = painted(page)
        assert {natives.name, own.name, "40"} <= {word.text for word in words}
        around = Words("strip", box["x"], box["y"], box["width"], box["height"])
        assert [pair for pair in collisions([around, *words]) if "strip" in pair] == [], locale
    strip = page.locator("#board").get_by_role("group", name="Part of the units to send")
    expect(strip).to_contain_text("This order")
    # The strip appears under the finger; the tap that made it appear presses nothing there.
    expect(strip.get_by_role("button", name="50%")).to_have_attribute("aria-pressed", "true")
    strip.get_by_role("button", name="25%").tap()
    expect(strip.get_by_role("button", name="25%")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#drafts li")).to_contain_text("30 units")
    # With a planet in hand it is about the next order, and leaves the one that is given alone.
    page.touchscreen.tap(own.x, own.y)
    expect(strip).to_contain_text("Next order")
    strip.get_by_role("button", name="75%").tap()
    expect(page.locator("#drafts li")).to_contain_text("30 units")
    page.touchscreen.tap(bubble.x + bubble.width / 2, bubble.y + bubble.height / 2)
    strip.get_by_role("button", name="Delete this order").tap()
    expect(page.locator("#drafts li")).to_have_count(0)
    expect(strip).to_be_hidden()
