"""Eight clubs on the campus: three people and five bots from the auction to the end, planning by hand, keys and words."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from statistics import median

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.drawn_text import apart
from tests.browser.pages import Person, at_rest
from tests.browser.site import Site

ROUNDS = 3
# Money in plenty, so that the second round has land enough for many campaigns.
TABLE = {
    "preset": "seed",
    "seats": 8,
    "option_rounds": ROUNDS,
    "option_initial_saving": 1000,
    "option_campaign_limit": 64,
    "press": "full",
    "step_seconds": 600,
    "bot_3": "easy",
    "bot_4": "medium",
    "bot_5": "street_stall",  # the hard level bids what a place is worth, and might choose before the people
    "bot_6": "fox",
    "bot_7": "bridge_warden",
}
HOMES = {"Ada": (15, 8), "Ben": (8, 7), "Cleo": (20, 29)}
IS_LONG = bool(os.environ.get("FOGBOUND_LONG"))
LINES, MANY = (6, 30) if IS_LONG else (2, 10)
"""Rows of cells that the keys pass, and how many campaigns at least come of that. More of them are a load, not another thing to do."""


def test_a_table_of_eight_plays_to_the_end(
    open_page: Callable[..., Page], site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, ben, cleo = people = [Person(open_page(), name).become_guest() for name in HOMES]
    table = ada.open_table("hundred_clubs", **TABLE)
    for person in (ben, cleo):
        person.join(table)
    match = ada.start()
    for person in (ben, cleo):
        person.at_match()

    they_bid(people)
    they_choose_birthplaces(people)
    for person in people:
        person.at_round(1)
        x, y = HOMES[person.name]
        person.command(f"campaign {x},{y} 800")
        person.ready()
    for person in people:
        person.at_round(2)
    many_campaigns_by_keys(ada, capsys)
    a_backstab_is_taken_back_by_another_press(ben)
    they_ally_by_buttons(ada, ben)
    cleo.command("campaign 20,29 30")
    for number in range(2, ROUNDS + 1):
        for person in people:
            person.at_round(number)
            if number == 3 and person is not cleo:
                they_are_allied(*((ada, ben) if person is ada else (ben, ada)))
            person.ready()
    for person in people:
        expect(person.page.locator("#end")).to_be_visible()
    expect(ada.page.locator("#end")).to_contain_text("Income")

    ada.page.locator("#end").get_by_role("link", name="Replay").click()
    ada.page.wait_for_url("**/replay/**")
    at_rest(ada.page)  # the server writes the first step, before the slider takes a hand
    expect(ada.page.locator("#match-step")).to_have_text("Auction")
    ada.page.get_by_label("Step on the board").fill("10")
    ada.at_round(2)
    the_lenses_cover_no_land_on_a_phone(ada)
    assert site.differences(match) == []


def they_bid(people: list[Person]) -> None:
    """Hidden bids that win the first choices; the slider tells what is left."""
    for person, bid in zip(people, (90, 80, 70), strict=True):
        person.command(f"bid {bid}")
        person.tab("Board")
        expect(person.page.locator("#context")).to_contain_text(str(1000 - bid))
    for person in people:
        person.ready()


def they_choose_birthplaces(people: list[Person]) -> None:
    """One after another; others wait and see the cells chosen, not whose they are."""
    for number, person in enumerate(people, start=1):
        x, y = HOMES[person.name]
        expect(person.page.locator("#match-step")).to_have_text(f"Birthplace {number}")
        expect(person.page.locator("#ready")).to_have_text("Ready")
        person.command(f"birth {x},{y}")
        person.ready()


def many_campaigns_by_keys(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    """A campaign on every own cell that the keys pass; how long each edit kept the page busy is printed."""
    page = person.page
    page.locator("#board").focus()
    page.keyboard.press("ArrowUp")  # the first key finds the capital
    for _ in range(4):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    for line in range(LINES):
        for _ in range(9):
            page.keyboard.press("Enter")
            page.keyboard.press("1")
            page.keyboard.press("ArrowRight" if line % 2 == 0 else "ArrowLeft")
        page.keyboard.press("ArrowDown")
    person.wait_saved()
    person.tab("Board")
    count = re.search(r"(\d+) of 64", page.locator("#context").inner_text())
    assert count is not None
    placed = int(count[1])
    spent = page.evaluate("performance.getEntriesByName('plan-edit').map((entry) => entry.duration)")
    late = spent[-10:]
    with capsys.disabled():
        figures = f"{median(late):.1f} ms in the middle, {max(late):.1f} ms at most"
        print(f"\nplanning: {len(spent)} edits painted; the last ten, with {placed} campaigns: {figures}")
    assert placed >= MANY
    assert late


def commands(person: Person, other: str) -> Locator:
    """The buttons of the commands towards another club."""
    person.tab("Board")
    return person.page.get_by_role("group", name=re.compile(f"Command to .*{other}"))


def they_ally_by_buttons(ada: Person, ben: Person) -> None:
    """Both say so in the same round."""
    for person, other in ((ada, "Ben"), (ben, "Ada")):
        commands(person, other).get_by_role("radio", name="Ally").click()
        person.wait_saved()


def they_are_allied(person: Person, other: Person) -> None:
    """The command that goes on by itself is the alliance, and the relation is told with the name."""
    expect(commands(person, other.name).get_by_role("radio", name="Ally")).to_be_checked()
    expect(person.page.locator("#seats .seat").filter(has_text=other.name).locator(".hc-relation")).to_have_text(
        "allied"
    )


def a_backstab_is_taken_back_by_another_press(person: Person) -> None:
    """What it would do is told at once, and of one that is taken back the server knows nothing."""
    seats = person.page.locator("#seats")
    seats.get_by_role("button", name="Backstab", exact=True).first.click()
    person.page.get_by_role("button", name="Order the backstab").click()
    expect(seats).to_contain_text("There is one backstab in a match.")
    person.wait_saved()
    seats.get_by_role("button", name="Backstab ordered: take it back").click()
    expect(seats).not_to_contain_text("There is one backstab in a match.")
    expect(person.page.locator("#save")).to_have_attribute("data-save", "empty")
    assert "backstab" not in str(person.ask("orders")["orders"])


def the_lenses_cover_no_land_on_a_phone(person: Person) -> None:
    """They open from a button among the tools, which open from one."""
    page = person.page
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Map tools and view").click()
    button = page.get_by_role("button", name="Influence and sight")
    tools, camera = page.locator(".hcb-tools"), page.locator(".board-camera")
    assert apart(button, tools) and apart(button, camera)
    boxes = [one.bounding_box() for one in (button, camera)]
    assert boxes[0] and boxes[1] and abs(boxes[0]["y"] - boxes[1]["y"]) < 6, boxes
    sight = page.get_by_label("Sight of")
    expect(sight).to_be_hidden()
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    sight.select_option("0")
    button.click()
    expect(sight).to_be_hidden()
