"""Planet Conquer under a finger: the second half of an order, its amount or its tactic, is where the finger is; no panel is pulled up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.board import Planet, find_planets, own_and_neighbour
from tests.browser.conftest import PHONE
from tests.browser.drawn_text import WATCH, painted
from tests.browser.pages import Person
from tests.browser.test_phone import TOUCH

SMALL: ViewportSize = {"width": 320, "height": 640}
RICH = {
    "seats": 2,
    "bot_1": "easy",
    "option_map": "crossroads",
    "option_points_per_round": 6,
    "option_standing": True,
    "step_seconds": 600,
}


def inside(page: Page, thing: Locator) -> None:
    """It lies on the board as a whole."""
    expect(thing).to_be_visible()
    box, board = thing.bounding_box(), page.locator("#board").bounding_box()
    assert box is not None and board is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    assert box["y"] >= board["y"] - 1 and box["y"] + box["height"] <= board["y"] + board["height"] + 1


def drawn(page: Page, begins: str) -> tuple[float, float]:
    """The middle of a text that the board paints, once it does."""
    page.evaluate(
        "async (begins) => { while (!(await wordsPainted()).some(([text]) => text.startsWith(begins))); }", begins
    )
    word = next(word for word in painted(page) if word.text.startswith(begins))
    return word.x + word.width / 2, word.y + word.height / 2


def tap(page: Page, planet: Planet) -> None:
    page.touchscreen.tap(planet.x, planet.y)


def test_a_tactic_is_played_where_the_finger_is(open_page: Callable[..., Page]) -> None:
    page = open_page(**TOUCH)
    person = Person(page, "Thumb").become_guest()
    person.open_table("planet_conquer", **RICH)
    person.start()
    strip = page.get_by_role("group", name="Tactics here")
    menu = page.get_by_role("dialog", name="Orders here")
    own, target = own_and_neighbour(page)
    amounts = page.get_by_role("group", name="Part of the units to send")
    expect(strip).to_be_hidden()
    # What goes on every round is pressed on the chart, though a route lies nearer to the finger, and changed and ended there.
    tap(page, own)
    amounts.get_by_role("button", name="Every round").tap()
    tap(page, target)
    inside(page, amounts)
    page.locator("#board").press("Escape")
    expect(amounts).to_be_hidden()
    page.touchscreen.tap((own.x + target.x) / 2, (own.y + target.y) / 2)
    inside(page, amounts)
    amounts.get_by_label("How much every round").select_option("a number")
    amounts.get_by_label("Units each round").fill("7")
    amounts.get_by_label("Units each round").press("Enter")
    person.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("7 each round")
    amounts.get_by_role("button", name="End this standing route").tap()
    expect(page.locator("#drafts")).not_to_contain_text("7 each round")
    page.locator("#board").press("Escape")

    tap(page, own)
    inside(page, amounts)
    amounts.get_by_role("button", name="Tactics").tap()
    inside(page, menu)
    expect(menu.get_by_role("heading")).to_contain_text(own.name)
    # What cannot be played here says why, below what can.
    blocked = menu.locator("button:disabled").first
    expect(blocked).to_contain_text("is no target for Attack")
    menu.get_by_role("button", name="Defend").tap()
    expect(menu).to_be_hidden()
    person.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("Defend")
    expect(page.locator("#match")).to_have_attribute("data-sheet", "low")
    # One that asks for a second planet asks on the chart, and can be let go there.
    strip.get_by_role("button", name="Tactics").tap()
    menu.get_by_role("button", name="Teleport").tap()
    expect(strip).to_contain_text("Teleport: choose where to")
    tap(page, find_planets(page)[target.name])
    person.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("Teleport")
    expect(page.locator("#drafts")).not_to_contain_text("Defend")
    assert page.locator("#match").get_attribute("data-sheet") == "low"

    # Whoever has sent there finds the tactics of the target.
    page.locator("#board").press("Escape")
    tap(page, own)
    tap(page, target)
    inside(page, strip)
    expect(amounts).to_be_hidden()
    strip.get_by_role("button", name="Tactics").tap()
    expect(menu.get_by_role("heading")).to_contain_text(target.name)
    menu.get_by_role("button", name="Attack").tap()
    person.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("Attack")
    expect(page.locator("#drafts li")).to_have_count(2)


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small phone"])
def test_what_the_lesson_says_of_parts_can_be_pressed(open_page: Callable[..., Page], size: ViewportSize) -> None:
    """The scene that asks for 75 %: by two taps with the part between them, and by a drag that slides on to the part above its target."""
    page = open_page(**{**TOUCH, "viewport": size})
    page.add_init_script(WATCH)
    page.goto("/games/planet_conquer/lessons/")
    page.locator("form:has(input[value='walls'])").get_by_role("button").tap()
    Person(page, "").at_match()
    if size is PHONE:
        page.locator(".lesson-fold").tap()
    planets = find_planets(page).values()
    home = max(planets, key=lambda planet: planet.y - planet.x)
    natives = max(planets, key=lambda planet: planet.y + planet.x)
    parts = page.get_by_role("group", name="Part of the units to send").get_by_role("button")
    tap(page, home)
    for button in parts.all():
        expect(button).to_be_in_viewport(ratio=1)
    # Nor does the foot of the board cut a number.
    board = page.locator("#board").bounding_box()
    assert board is not None
    numbers = [word for word in painted(page) if word.text in ("120", "40")]
    assert {word.text for word in numbers} == {"120", "40"}
    assert all(word.y + word.height <= board["y"] + board["height"] for word in numbers)
    parts.filter(has_text="75%").tap()
    # The strip lies over no planet that is pressed next.
    assert page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('.kit-strip')", [natives.x, natives.y])
    tap(page, natives)
    order = page.locator("#drafts li")
    expect(order).to_contain_text("90 units")
    # Nobody's name lies under the arrow, which keeps to the right of the way along the foot of the map.
    drawn(page, "→ 90")
    names = [word for word in painted(page) if word.text in (home.name, natives.name)]
    assert len(names) >= 2
    assert not [
        word.text
        for word in names
        if home.x < word.x + word.width / 2 < natives.x and home.y < word.y + word.height and word.y < home.y + 20
    ]
    page.get_by_role("button", name="Undo").tap()
    expect(order).to_have_count(0)
    page.locator("#board").press("Escape")

    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    touch("touchStart", (home.x, home.y))
    for part in range(1, 11):
        touch("touchMove", (home.x + (natives.x - home.x) * part / 10, home.y + (natives.y - home.y) * part / 10))
    chip = drawn(page, "75%")
    touch("touchMove", (natives.x, (natives.y + chip[1]) / 2))
    touch("touchMove", chip)
    touch("touchEnd")
    expect(order).to_contain_text("90 units")
    # One that is given is changed by a press on its bubble.
    bubble = drawn(page, "→ 90")
    page.touchscreen.tap(*bubble)
    expect(page.get_by_role("group", name="Part of the units to send")).to_contain_text("This order")
    parts.filter(has_text="100%").tap()
    expect(order).to_contain_text("120 units")
