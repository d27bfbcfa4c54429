"""What changed for me: after each step one sentence and numbers under the board, each a way to its place, a report, and the board stays where it is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.site import Site
from tests.browser.staged import opposed

SMALL = {"seats": 2, "bot_1": "easy", "option_map": "tightrope", "step_seconds": 600}


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desk"])
def test_lines_lead_to_their_places_and_the_board_never_moves(
    open_page: Callable[..., Page], viewport: ViewportSize
) -> None:
    page = open_page(viewport)
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
    sums = news.get_by_role("list", name="In numbers")
    for step in range(5, 8):
        person.ready()
        person.at_round(step)
        assert board.bounding_box() == place
        assert_whole_lines(page)
    the_report_is_a_dialog(page)
    if viewport is PHONE:
        expect(sums, "the report has them").to_be_hidden()
        return
    expect(sums.get_by_role("button", name="Gained:").first).to_be_visible()
    page.reload()
    person.at_match()
    expect(sums).to_be_visible()  # of the position before, which the page has to ask for
    sums.get_by_role("button").first.click()
    ring = page.locator(".board-here")
    expect(ring).to_be_visible()
    around, box = ring.bounding_box(), board.bounding_box()
    assert around is not None
    assert box is not None
    x, y = around["x"] + around["width"] / 2, around["y"] + around["height"] / 2
    assert box["x"] <= x <= box["x"] + box["width"]
    assert box["y"] <= y <= box["y"] + box["height"]
    expect(ring).to_have_count(0)


def assert_whole_lines(page: Page) -> None:
    """Nothing in the strip is cut in mid-line, and nothing stands beyond it, however large letters are and in both languages."""
    for size in ("", "32px"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        cut = page.evaluate(CUT)
        assert not cut, f"letters of {size or '16px'}: {cut}"
    page.evaluate("document.documentElement.style.fontSize = ''")


CUT = """() => {
  const box = document.getElementById('news').getBoundingClientRect();
  const words = document.querySelector('.news-story > span');
  const line = Number.parseFloat(getComputedStyle(words).lineHeight);
  const lines = words.clientHeight / line;
  const beyond = [...document.querySelectorAll('#news button, #news span')]
    .filter((one) => one.checkVisibility() && one.getClientRects().length && !words.contains(one))
    .filter((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || right > box.right + 1;
    })
    .map(({ className, textContent }) => `${className} “${textContent}”`);
  return [...beyond, ...(Math.abs(lines - Math.round(lines)) > 0.1 ? [`${lines} lines`] : [])];
}"""


def the_report_is_a_dialog(page: Page) -> None:
    """By keyboard alone: it opens, has a row for each side and a way to a place, and gives the focus back."""
    opener = page.locator("#news").get_by_role("button", name="See all")
    opener.press("Enter")
    report = page.get_by_role("dialog", name="Report: Round")
    expect(report.get_by_role("button", name="Close")).to_be_focused()
    own = report.get_by_role("row").filter(has=page.get_by_role("rowheader", name="you"))
    expect(own.get_by_role("cell").nth(1)).to_contain_text("units")
    assert report.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("Escape")
    expect(report).to_have_count(0)
    expect(opener).to_be_focused()
    opener.press("Enter")
    report.get_by_role("button", name="Your planets grow").press("Enter")
    expect(report).to_have_count(0)
    expect(page.locator(".board-here")).to_be_visible()


@pytest.mark.long
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


@pytest.mark.long
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
    label = ada.page.locator(".fr-chip[data-unit=m1_1]").get_attribute("aria-label") or ""
    moved = re.search(r"Hammer \w+", label)
    assert moved is not None
    news.get_by_role("button", name="See all").click()
    report = ada.page.get_by_role("dialog")
    report.get_by_role("button", name=re.compile(f"{moved[0]}.* moves")).click()
    ring = ada.page.locator(".board-here")
    expect(ring).to_be_visible()
    around = ring.bounding_box()
    chip = ada.page.locator(".fr-area[data-area='0,2'] .fr-chip").bounding_box()
    assert around is not None
    assert chip is not None
    assert chip["x"] <= around["x"] + around["width"] / 2 <= chip["x"] + chip["width"]
    assert chip["y"] <= around["y"] + around["height"] / 2 <= chip["y"] + chip["height"]
