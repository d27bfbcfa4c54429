"""What changed for me: after each step a list under the board, each line a way to its place, and the board stays where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person

SMALL = {"seats": 2, "bot_1": "easy", "option_map": "tightrope", "step_seconds": 600}


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_lines_lead_to_their_places_and_the_board_never_moves(
    open_page: Callable[..., Page], viewport: ViewportSize
) -> None:
    page = open_page(viewport)
    person = Person(page, "Nora").become_guest()
    person.open_table("planet_conquer", **SMALL)
    person.start()
    board, news = page.locator("#board"), page.locator("#news")
    expect(news).to_contain_text("The match begins.")
    if viewport is PHONE:
        page.locator("#sheet").click()
        page.locator("#sheet").click()
    person.command(f"move {person.home()} {person.neighbour()} 80%")
    if viewport is PHONE:
        page.locator("#sheet").click()
    expect(news).to_be_visible()
    for step in range(2, 5):  # the first steps of a first match have hints of their own heights
        person.ready()
        person.at_round(step)
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


def test_what_is_too_much_for_the_list_is_in_the_log(open_page: Callable[..., Page]) -> None:
    page = open_page()
    person = Person(page, "Nils").become_guest()
    bots = {f"bot_{seat}": "hard" for seat in range(1, 8)}
    person.open_table("planet_conquer", seats=8, option_map="great_wheel", option_fog=False, step_seconds=600, **bots)
    person.start()
    more = page.locator("#news .news-more")
    for step in range(2, 20):
        person.ready()
        person.at_round(step)
        if more.count():
            break
    more.click()
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#news li")).to_have_count(6)
    for line in page.locator("#news li").all_inner_texts():
        if "arrives in round" not in line:
            expect(page.locator("#pane-log")).to_contain_text(line)


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
