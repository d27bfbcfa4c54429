"""Reactions in Frames between two people: answered in time, too late, and by the site as each of the three wishes has it; who waits learns nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.site import Site
from tests.browser.staged import opposed

SHIP = "fa07a_hummingbird"
HANGAR = [{"model": "ura01b_hammer", "at": None}, {"model": "ura01c_longbow", "at": None}]
PILOTS = ["john_snow", "zack_fair"]
UP = {"captain": "adam_green", "captain_revealed": True}


def gathering(*hand: str, **facts: object) -> dict[str, object]:
    """Seat 0 can gather, and deploy; seat 1 holds these cards and is asked by what it holds alone."""
    blue = {"ship": SHIP, **UP, "mechs": HANGAR, "pilots": PILOTS, "hand": ["warp_shield"]}
    return {"seats": [blue, {"ship": SHIP, **UP, "hand": list(hand)}], "victory": ["annihilation"], **facts}


def order(page: Page, key: str) -> None:
    """Begin an order by its letter, take the first of everything that is asked, and give it."""
    expect(page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    page.locator("#board").focus()
    page.keyboard.press(key)
    drafted = page.locator(".fr-bar.drafted")
    for _ in range(4):
        if drafted.count():
            break
        page.keyboard.press("1")
    page.keyboard.press("Enter")


def asked(page: Page) -> None:
    expect(page.locator(".fr-reaction.mine .fr-pass")).to_be_visible()


def wish(page: Page, text: str) -> None:
    """Say in an open window when to be asked from now on; it is answered so, too."""
    page.get_by_label("Reactions", exact=True).select_option(text)


def log(page: Page) -> str:
    page.locator("#tab-log").click()
    return page.locator("#pane-log").inner_text()


def test_an_answer_in_time_and_what_the_other_sees_meanwhile(open_page: Callable[..., Page], site: Site) -> None:
    """By a digit; whoever waits sees the ring and that an answer is awaited, not what could be answered."""
    ada, bob = opposed(open_page, site, gathering("discharge_field", "warp_shield"))
    order(ada.page, "g")
    asked(bob.page)
    expect(bob.page.locator(".fr-reaction")).to_contain_text("The enemy gathers energy. Will you stop it?")
    expect(bob.page.locator(".fr-offer").first).to_contain_text("Discharge Field")
    barred = bob.page.locator('.fr-offer[aria-disabled="true"]', has_text="Warp Shield")
    expect(barred).to_contain_text("This card does not fit this window.")
    # What a card does stands with the offer: as the card where there is room, else in words; what cannot be used is seen, too.
    card = bob.page.locator(".fr-offer .fr-offer-card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("The enemy turn ends at once.")
    for whole in (card, barred, bob.page.locator(".fr-pass")):
        expect(whole).to_be_in_viewport(ratio=0.99)
    wide = bob.page.viewport_size
    bob.page.set_viewport_size(PHONE)
    expect(card).to_be_hidden()
    expect(bob.page.locator(".fr-offer small").first).to_be_visible()
    expect(bob.page.locator(".fr-offer").first).to_contain_text("The enemy turn ends at once.")
    assert wide is not None
    bob.page.set_viewport_size(wide)
    assert_no_raw_text(bob.page)
    waiting = ada.page.locator(".fr-reaction")
    expect(waiting).to_contain_text("Bob (B) may react")
    for part in (".fr-pass", ".fr-offer", ".fr-wishes", ".fr-call p"):
        expect(waiting.locator(part).locator("visible=true")).to_have_count(0)
    assert "Discharge" not in ada.page.locator("body").inner_text()
    bob.page.locator("#board").focus()
    bob.page.keyboard.press("1")
    expect(ada.page.locator("#news")).to_contain_text("Bob (B) answers with Discharge Field.")
    expect(ada.page.locator(".fr-ship.near .fr-energy")).to_have_attribute("title", "0 energy")
    told = log(ada.page)
    assert told.index("Turn 5: Bob (B)") < told.index("Turn 4: Ada (A)") < told.index("You gather energy")


@pytest.mark.long
def test_an_answer_that_comes_too_late_is_told_kindly_and_costs_nothing(
    open_page: Callable[..., Page], site: Site
) -> None:
    """The clock passes for whoever is silent: the card stays in hand, the seat is no bot's, and the page says what happened."""
    ada, bob = opposed(open_page, site, gathering("deck_bomb"), seconds=10)
    order(ada.page, "d")
    asked(bob.page)
    expect(ada.page.locator(".fr-chip.own")).to_have_count(1)
    expect(bob.page.locator(".fr-says")).to_contain_text(
        "Your time to react was over: you passed, and keep what you hold."
    )
    expect(bob.page.locator(".fr-hold", has_text="Deck Bomb")).to_be_visible()
    expect(bob.page.locator("#notices")).not_to_contain_text("missed")
    order(ada.page, "d")
    asked(bob.page)
    expect(bob.page.locator(".fr-says")).to_contain_text("Your time to react was over")
    expect(bob.page.locator("#notices")).not_to_contain_text("bot")


@pytest.mark.long
def test_the_site_answers_as_each_of_the_three_wishes_has_it(open_page: Callable[..., Page], site: Site) -> None:
    ada, bob = opposed(open_page, site, gathering("warp_shield", ap=4, options={"ap_per_turn": 4}))
    # Asked only if able, by default: a Warp Shield is no answer to a deployment.
    order(ada.page, "d")
    expect(ada.page.locator(".fr-chip.own")).to_have_count(1)
    expect(bob.page.locator(".fr-chip:not(.own)")).to_have_count(1)
    expect(bob.page.locator(".fr-says")).not_to_contain_text("over")
    # Always: Pass is all there is.
    answers = bob.page.locator("#answers")
    answers.locator("summary").first.click()
    answers.get_by_label("Reaction windows", exact=True).select_option("Always ask")
    order(ada.page, "d")
    asked(bob.page)
    expect(bob.page.locator('.fr-offer:not([aria-disabled="true"])')).to_have_count(0)
    expect(ada.page.locator(".fr-reaction")).to_contain_text("Bob (B) may react")
    # Never: said in the window itself, which it answers, and the next one too, though something could be used.
    wish(bob.page, "Always pass")
    expect(ada.page.locator(".fr-chip.own")).to_have_count(2)
    order(ada.page, "g")
    expect(ada.page.locator(".fr-bar.idle .fr-says")).to_contain_text("The other side moves.")
    expect(bob.page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    told = log(bob.page)
    assert told.count("You may react.") == told.count("You do not react.") == 3
    assert "answers with" not in told


@pytest.mark.long
def test_pass_until_the_turn_ends_on_a_phone(open_page: Callable[..., Page], site: Site) -> None:
    """The one wish that lapses; chips keep their room beside the window."""
    ada, bob = opposed(open_page, site, gathering("discharge_field", ap=4, options={"ap_per_turn": 4}))
    bob.page.set_viewport_size(PHONE)
    order(ada.page, "d")
    expect(ada.page.locator(".fr-chip.own")).to_have_count(1)
    order(ada.page, "g")
    asked(bob.page)
    chip = bob.page.locator(".fr-chip").bounding_box()
    area = bob.page.locator(".fr-area:has(.fr-chip)").bounding_box()
    assert chip and area
    assert area["y"] <= chip["y"] and chip["y"] + chip["height"] <= area["y"] + area["height"]
    bob.page.get_by_role("button", name="Pass until this turn ends").click()
    expect(ada.page.locator(".fr-ship.near .fr-energy")).to_have_attribute("title", "1 energy")
