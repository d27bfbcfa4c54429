"""Pages that are not read as they come: translated by a tool, printed, in the colours of the system."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Finished
from tests.browser.pages import Person
from tests.browser.test_phone import fits

TRANSLATE = """() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = words.nextNode(); node; node = words.nextNode())
    if (node.data.trim() && !node.parentElement.closest('[translate=no], script, style, textarea, noscript, svg')) found.push(node);
  for (const node of found) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `¿${node.data}?`;
    outer.append(inner);
    node.replaceWith(outer);
  }
}"""
"""What the translators of browsers do: every text is put into two elements, in other words."""
PAPER = {"width": 718, "height": 1040}
"""A4 between its margins."""


def test_a_match_goes_on_in_a_page_that_a_tool_translates(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(), "Ready Table")
    page = person.page
    person.become_guest()
    person.open_table("planet_conquer", seats=2, bot_1="easy", step_seconds=600)
    person.start()
    home, target = person.home(), person.neighbour()
    person.command(f"move {home} {target} 5")
    for number in (1, 2):
        page.evaluate(TRANSLATE)
        expect(page.locator("#match-name")).to_contain_text("¿")
        expect(page.locator(".seat.mine .seat-who")).to_have_text("Ready Table")
        page.locator("#ready").click()
        person.at_round(number + 1)
        expect(page.locator("#match-step font")).to_have_count(0)
    field = page.locator("#command")
    field.fill(f"move {home} {target} 1")
    field.press("Enter")
    expect(page.locator("#drafts li")).to_have_count(1)
    page.keyboard.press("?")
    page.evaluate(TRANSLATE)
    assert "¿" not in "".join(page.get_by_role("dialog").locator("kbd").all_inner_texts())


@pytest.mark.long
def test_what_is_typed_in_rules_is_not_translated(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/rules/planet_conquer/engine/")
    page.evaluate(TRANSLATE)
    assert "¿" in page.locator("article").inner_text()
    codes = page.locator("article code").all_inner_texts()
    assert codes and "¿" not in "".join(codes)


def test_rules_replays_and_certificates_are_printed_in_ink(open_page: Callable[..., Page], finished: Finished) -> None:
    page = open_page(PAPER, storage_state=finished.cookies)
    for url in (
        "/rules/planet_conquer/full/",
        f"/matches/{finished.match}/fairness/",
        f"/matches/{finished.match}/replay/?step=4",
    ):
        page.emulate_media(media="screen")
        page.goto(url)
        if "replay" in url:
            expect(page.locator("#match")).to_have_attribute("data-state", "open")
        page.emulate_media(media="print")
        expect(page.locator(".top")).to_be_hidden()
        for button in page.locator("button, select, .button").all():
            expect(button).to_be_hidden()
        ink = page.locator("main :is(p, h1):visible").first.evaluate("text => getComputedStyle(text).color")
        assert ink in {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}, f"{url}: {ink}"
        fits(page)
    # Of the replay: where it stands, the board and the seats, on a page as long as they need.
    for part in ("#match-step", "#board canvas", "#seats"):
        expect(page.locator(part).first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).overflow") == "visible"


@pytest.mark.long
def test_drawings_take_the_colours_of_the_system(open_page: Callable[..., Page]) -> None:
    """Also where somebody chose a theme that does not go with them."""
    page = open_page(forced_colors="active", color_scheme="light")
    page.goto("/lobby/")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    drawn, written = page.evaluate(
        "[getComputedStyle(document.querySelector('.mark-tower')).fill, getComputedStyle(document.body).color]"
    )
    assert drawn == written
    said, below = page.locator(".button.primary").first.evaluate(
        "button => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor]"
    )
    assert said != below
