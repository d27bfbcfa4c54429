"""What changed for me: after each step a list under the board, each line a way to its place, and the board stays where it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.site import Site
from tests.browser.staged import opposed

SMALL = {"seats": 2, "bot_1": "easy", "option_map": "tightrope", "step_seconds": 600}


def test_lines_lead_to_their_places_and_the_board_never_moves(open_page: Callable[..., Page]) -> None:
    for viewport in (WIDE, PHONE):
        lines_lead_to_their_places(open_page(viewport), viewport)


def lines_lead_to_their_places(page: Page, viewport: ViewportSize) -> None:
    person = Person(page, "Noor").become_guest()
    person.open_table("planet_conquer", **SMALL)
    person.start()
    board, news = page.locator("#board"), page.locator("#news")
    expect(news).to_contain_text("The match begins.")
    for step in range(2, 5):  # the first steps of a first match have hints of their own heights
        person.ready()
        person.at_round(step)
    if viewport is PHONE:
        page.locator("#sheet").click()
        page.locator("#sheet").click()
    person.command(f"move {person.home()} {person.neighbour()} 80%")
    if viewport is PHONE:
        page.locator("#sheet").click()
    expect(news).to_be_visible()
    place = board.bounding_box()
    lines = news.get_by_role("list", name="What changed")
    for step in range(5, 11):
        person.ready()
        person.at_round(step)
        assert board.bounding_box() == place
        if lines.get_by_role("button").count():
            break
    lines.get_by_role("button").first.click()
    ring = page.locator(".board-here")
    expect(ring).to_be_visible()
    around, box = ring.bounding_box(), board.bounding_box()
    assert around is not None
    assert box is not None
    x, y = around["x"] + around["width"] / 2, around["y"] + around["height"] / 2
    assert box["x"] <= x <= box["x"] + box["width"]
    assert box["y"] <= y <= box["y"] + box["height"]
    expect(ring).to_have_count(0)


def test_a_line_of_what_happened_at_sea_plays_its_event_again(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="no-preference")
    person = Person(page, "Nemo").become_guest()
    person.open_table("deep_blue", bot_1="easy", option_map="pocket_sound", step_seconds=600)
    person.start()
    playback = page.get_by_role("group", name="Playback")
    lines = page.locator("#context").get_by_label("What happened").get_by_role("button")
    for step in range(2, 9):
        person.ready()
        person.at_round(step)
        expect(playback).to_be_hidden()
        if lines.count():
            break
    lines.first.click()
    expect(playback).to_be_visible()
    expect(playback).to_be_hidden()


def test_at_the_card_table_all_that_the_other_did_is_told_and_leads_to_unit_and_card(
    open_page: Callable[..., Page], site: Site
) -> None:
    """Steps in which the other alone acted are told together when it is one's turn again, the loss first."""
    seats = [
        {"ship": "fa07a_hummingbird", "mechs": [{"model": "ura01b_hammer", "at": [0, 3]}]},
        {"ship": "fa07c_bison", "mechs": [{"model": "ura01b_hammer", "at": at} for at in ([2, 1], [0, 1])]},
    ]
    ada, bob = opposed(open_page, site, {"seats": seats})
    news = ada.page.locator("#news")
    ada.page.locator(".fr-bar.actions .fr-do[data-key=end_turn]").click()
    ada.page.locator(".fr-do[data-key=go]").click()
    for unit, area in (("m1_0", "2,2"), ("m1_1", "0,2")):
        expect(bob.page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
        bob.page.locator(f".fr-chip[data-unit={unit}]").click()
        bob.page.locator('.fr-do[data-key="act:move"]').click()
        bob.page.locator(f'.fr-area[data-area="{area}"] .fr-ground').click()
        bob.page.locator(".fr-do[data-key=go]").click()
        expect(bob.page.locator(f'.fr-area[data-area="{area}"] .fr-chip.own')).to_have_count(1)
    expect(ada.page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    expect(news).to_contain_text("Since your last order")
    expect(news).to_contain_text(re.compile(r"Hammer \w+ of Bob \(B\) moves"))
    label = ada.page.locator(".fr-chip[data-unit=m1_1]").get_attribute("aria-label") or ""
    moved = re.search(r"Hammer \w+", label)
    assert moved is not None
    news.get_by_role("button", name=f"{moved[0]} of Bob (B) moves").click()
    ring = ada.page.locator(".board-here")
    expect(ring).to_be_visible()
    around = ring.bounding_box()
    chip = ada.page.locator(".fr-area[data-area='0,2'] .fr-chip").bounding_box()
    assert around is not None
    assert chip is not None
    assert chip["x"] <= around["x"] + around["width"] / 2 <= chip["x"] + chip["width"]
    assert chip["y"] <= around["y"] + around["height"] / 2 <= chip["y"] + chip["height"]
