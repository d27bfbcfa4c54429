"""Two clubs play by their panels: bid, birthplaces, the queue of campaigns by key and by hand, and what they say to each other beside the names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import LONG, Person, at_rest, place_in

TABLE = {"preset": "seed", "seats": 2, "step_seconds": 600}
HOME = {"Alice": "15,8", "Bob": "15,11"}
"""Just far enough from each other, so that they meet in round 1."""
SCREEN = 414
"""Pixels of a panel that all of a round has room in."""


def two_clubs(open_page: Callable[..., Page], **table: Any) -> tuple[Person, Person]:
    """Alice and Bob, each with a birthplace, in round 1 of a match at such a table."""
    alice = Person(open_page(), "Alice").become_guest()
    bob = Person(open_page(), "Bob").become_guest()
    bob.join(alice.open_table("hundred_clubs", **table))
    alice.start()
    bob.at_match()
    they_bid(alice, bob)
    they_choose_birthplaces(alice, bob)
    return alice, bob


def test_two_clubs_meet_and_fall_out(open_page: Callable[..., Page]) -> None:
    alice, bob = two_clubs(open_page, **TABLE)
    for person in (alice, bob):
        expect(title(person)).to_have_text("Round 1 of 50", timeout=LONG)
        person.command(f"campaign {HOME[person.name]} 26")
        person.tab("Board")
    the_money_adds_up(alice)
    the_panel_is_one_screen(alice)
    for person in (alice, bob):
        person.ready()
    for person in (alice, bob):
        expect(title(person)).to_have_text("Round 2 of 50", timeout=LONG)
    the_small_map_makes_way_on_a_phone(alice)
    diplomacy_needs_no_scrolling(alice)
    the_queue_is_changed_by_key_and_by_hand(alice)
    a_backstab_is_asked_about_and_taken_back_by_another_press(alice)
    for person in (alice, bob):
        person.ready()
    expect(title(bob)).to_have_text("Round 3 of 50", timeout=LONG)
    expect(club(bob)).to_contain_text("at war")
    expect(club(alice).get_by_role("button", name="Backstab")).to_be_hidden()


def title(person: Person) -> Locator:
    return person.page.locator("#context h2")


def club(person: Person) -> Locator:
    """What stands below the name of the other club."""
    return person.page.locator("#seats .seat:not(.mine) .hc-club")


def they_bid(alice: Person, bob: Person) -> None:
    """By a button and by a number; one's money is told."""
    expect(alice.page.locator("#context")).to_contain_text("Your money: 50")
    alice.page.get_by_role("button", name="5", exact=True).click()
    expect(alice.page.locator("#context")).to_contain_text("Left for round 1: 45")
    bob.page.get_by_label("Your bid as a number").fill("3")
    bob.page.keyboard.press("Enter")
    for person in (alice, bob):
        person.wait_saved()
        person.ready()


def they_choose_birthplaces(alice: Person, bob: Person) -> None:
    """From the list of places, and in words; the queue shows whose turn it is."""
    expect(alice.page.locator(".hc-queue .hc-now")).to_contain_text("Alice", timeout=LONG)
    alice.page.get_by_role("button", name="Zijing and Taoli dormitories").click()
    expect(alice.page.locator(".hc-birth")).to_contain_text("8 members on the cell, 71 within two cells")
    alice.wait_saved()
    alice.ready()
    expect(bob.page.locator(".hc-queue .hc-now")).to_contain_text("Bob", timeout=LONG)
    bob.command(f"birth {HOME['Bob']}")
    bob.tab("Board")
    bob.ready()


def the_money_adds_up(alice: Person) -> None:
    """26 of 45 are spent; more by the buttons, and back by undoing."""
    money = alice.page.locator(".hc-money")
    expect(money).to_contain_text("You have 45 = campaigns 26 + left 19")
    expect(money).to_contain_text(re.compile(r"At least \d+ cells, about \d+"))
    expect(money).to_contain_text(re.compile(r"Next round: at least \d+, about \d+ if your land holds"))
    size = f"Size of campaign 1 on {places(alice, '15,8')[0]}"
    field = alice.page.get_by_label(size, exact=True)
    alice.page.get_by_role("button", name=f"More: {size}").click()
    expect(field).to_have_value("27")
    alice.page.locator("#context").get_by_role("button", name="Put in the rest: +18").click()
    expect(field).to_have_value("45")
    alice.page.get_by_role("button", name="Undo").click()
    alice.page.get_by_role("button", name="Undo").click()
    expect(field).to_have_value("26")
    alice.wait_saved()


def the_panel_is_one_screen(alice: Person) -> None:
    """Money, the campaign that is chosen, and the club, to its last button, below each other: none is scrolled to."""
    page = alice.page
    parts = [page.locator(f"#context .{name}") for name in ("hc-money", "hc-campaigns", "hc-own")]
    expect(parts[1].get_by_role("button", name="Put in the rest")).to_be_visible()
    at_rest(page)
    boxes = [part.bounding_box() for part in parts]
    assert boxes[0] and boxes[-1]
    assert boxes[-1]["y"] + boxes[-1]["height"] - boxes[0]["y"] <= SCREEN, boxes
    for part in parts:
        expect(part).to_be_in_viewport(ratio=0.99)


def diplomacy_needs_no_scrolling(alice: Person) -> None:
    """Relation, commands with prices and the knife stand with the name of the club that was met; on a phone, half way up."""
    page, wide = alice.page, alice.page.viewport_size
    assert wide is not None
    expect(club(alice)).to_contain_text("at peace")
    for size, height in ((wide, "low"), ({"width": 390, "height": 844}, "half")):
        page.set_viewport_size(size)
        page.evaluate("height => { document.getElementById('match').dataset.sheet = height }", height)
        for part in ("[value=keep_neutral]", "[value=form_alliance]", "[value=justify_war]"):
            expect(club(alice).locator(f"label:has({part})")).to_be_in_viewport(ratio=1)
        expect(club(alice).get_by_role("button", name="Backstab")).to_be_in_viewport(ratio=1)
    page.evaluate("document.getElementById('match').dataset.sheet = 'low'")
    page.set_viewport_size(wide)


def the_small_map_makes_way_on_a_phone(alice: Person) -> None:
    """On a wide board the map uses the width and the whole stands in the corner, unless the board shows it; on a phone there is no room."""
    page, wide = alice.page, alice.page.viewport_size
    assert wide is not None
    expect(page.locator(".board-minimap")).to_be_visible()
    page.get_by_role("button", name="Show my land").click()
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator(".board-minimap")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Map tools and view").click()
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".board-minimap")).to_be_hidden()
    page.set_viewport_size(wide)
    # What is nearer than the whole on a phone may be all of it here.
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".board-minimap")).to_be_visible()


def the_queue_is_changed_by_key_and_by_hand(alice: Person) -> None:
    """The handle of a campaign is dragged, or moved by the arrow keys; the focus stays with it."""
    for order in ("campaign 14,8 5", "campaign 16,8 6", "campaign 15,8 7"):
        alice.command(order)
    alice.tab("Board")
    the_queue_is(alice, "14,8", "16,8", "15,8")
    handles = alice.page.locator(".kit-grip")
    handles.nth(2).press("ArrowUp")
    the_queue_is(alice, "14,8", "15,8", "16,8")
    expect(handles.nth(1)).to_be_focused()
    handles.nth(0).scroll_into_view_if_needed()
    start, end = handles.nth(0).bounding_box(), alice.page.locator(".hc-campaign").nth(2).bounding_box()
    assert start is not None and end is not None
    alice.page.mouse.move(start["x"] + 8, start["y"] + 8)
    alice.page.mouse.down()
    alice.page.mouse.move(start["x"] + 8, end["y"] + end["height"] - 2, steps=5)
    alice.page.mouse.up()
    the_queue_is(alice, "15,8", "16,8", "14,8")
    gone, then = places(alice, "16,8", "14,8")
    alice.page.get_by_role("button", name=f"Remove: campaign 2 on {gone}").press("Enter")
    the_queue_is(alice, "15,8", "14,8")
    expect(alice.page.get_by_role("button", name=f"Remove: campaign 2 on {then}")).to_be_focused()


def the_queue_is(alice: Person, *cells: str) -> None:
    """Rows name their places; which cell each is on says what the server has stored."""
    rows = alice.page.locator(".hc-campaign .hc-place span:not(.visually-hidden)")
    # With what each wins, as soon as the server has said it.
    expect(rows).to_have_text([re.compile(rf"(^|· ){re.escape(place)}$") for place in places(alice, *cells)])
    alice.wait_saved()
    campaigns = alice.ask("orders")["orders"]["campaigns"]
    assert [campaign["at"] for campaign in campaigns] == [cell_of(cell) for cell in cells]


def places(alice: Person, *cells: str) -> list[str]:
    """What the page calls the places of cells."""
    book = alice.view()["names"]["places"]
    return [place_in(book, *cell_of(cell)) for cell in cells]


def cell_of(cell: str) -> list[int]:
    """Column and row of “15,8”."""
    return [int(part) for part in cell.split(",")]


def stab(row: Locator) -> None:
    """The knife asks first."""
    row.get_by_role("button", name="Backstab").click()
    row.page.get_by_role("button", name="Order the backstab").click()


def a_backstab_is_asked_about_and_taken_back_by_another_press(alice: Person) -> None:
    row = club(alice)
    stab(row)
    expect(row).to_contain_text("There is one backstab in a match.")
    row.get_by_role("button", name="Backstab ordered: take it back").click()
    expect(row.get_by_role("radio", name="Peace")).to_be_checked()
    stab(row)
    alice.page.get_by_role("button", name="Undo").click()
    expect(row.get_by_role("radio", name="Peace")).to_be_checked()
    stab(row)
    alice.wait_saved()
