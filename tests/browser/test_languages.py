"""中文: one click changes what scripts say too, in every match and its replay, and no key and no English is left there.

What the server alone writes is read in `tests/lobby/test_pages_words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games
from games.frames.cards import CAPTAIN, PILOT
from tests.browser.conftest import Finished
from tests.browser.pages import Person
from tests.browser.raw_text import assert_no_raw_text
from tests.games import toy
from tests.readable import CHINESE, assert_chinese
from tests.sweeps import first

# Everything that is read or spoken: text, and the attributes that stand for text. What is typed (commands, keys, codes, a language's own
# name) and what people wrote is no text of ours.
READ = """() => {
  const skip = ['script, style, code, kbd, pre, noscript, #command, .prose, .contents', '[lang]:not(html):not([lang^=zh])',
    '.table-card-act .small, .table-card-act .visually-hidden, .seat-name, .sitter-name, .menu-name'].join();
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest(skip)) continue;
    // What a field is filled with is typed, as in a command; a placeholder is ours.
    if (node.nodeType === Node.TEXT_NODE && element.matches('textarea')) continue;
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent);
    else for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
  }
  found.push(document.title);
  return found.map((text) => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""
TOY = {toy.GAME.name, toy.GAME.summary}
CREW = {card["name"].replace("Captain ", "Captain-") for cards in (CAPTAIN, PILOT) for card in cards.values()}
"""Names of people in Frames as its Chinese cards write them."""
CHOOSE = "切换到中文"


def reads_chinese(page: Page) -> None:
    """No text of the page is an English source, and no English word is left."""
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    assert_chinese(page.evaluate(READ), page.url, TOY | CREW)


def test_one_click_changes_pages_a_table_and_a_match(open_page: Callable[..., Page], finished: Finished) -> None:
    person = Person(open_page(storage_state=finished.cookies), "Flora")
    page = person.page
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name=CHOOSE).click()
    reads_chinese(page)
    for url in ("/lobby/", "/tables/new/planet_conquer/"):
        page.goto(url)
        reads_chinese(page)
    page.locator("[name=bot_1]").select_option("hard")
    page.locator("#table-form .table-end button").click()
    expect(page.locator("#start")).to_be_enabled()
    reads_chinese(page)
    page.locator("#start").click()
    person.at_match()
    expect(page.locator("#ready")).to_be_enabled()
    page.locator("#tab-text").click()
    page.locator("#command").fill("move nowhere O 5")
    page.keyboard.press("Enter")
    expect(page.locator("#text-view-answer")).to_contain_text("nowhere")
    expect(page.locator("#text-view-answer")).to_contain_text(CHINESE)
    page.locator("#command").fill("")
    page.locator("#ready").click()
    expect(page.locator("#match-step")).to_contain_text("2")
    for tab in ("tab-log", "tab-chat"):
        page.locator(f"#{tab}").click()
        reads_chinese(page)


@pytest.mark.parametrize("game", first(["frames", *(one for one in games.GAMES if one != "frames")]))
def test_a_match_of_every_game_has_all_its_words(open_page: Callable[..., Page], game: str) -> None:
    """The page asks only for those that it needs."""
    page = open_page(locale="zh-CN")
    page.goto("/games/")
    page.locator(f"form:has(input[name=game][value={game}]) button").first.click()
    Person(page, "").at_match()
    expect(page.locator("#ready")).to_be_enabled()
    for tab in ("tab-board", "tab-log", "tab-text", "tab-table"):
        page.locator(f"#{tab}").click()
        reads_chinese(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    reads_chinese(page)
    # By now the front page tells what waits.
    page.goto("/")
    expect(page.locator("#front-title")).to_be_visible()
    reads_chinese(page)


def test_the_end_and_the_replay_are_in_words_in_both_languages(
    open_page: Callable[..., Page], finished: Finished
) -> None:
    page = open_page(storage_state=finished.cookies)
    for language in ("en", "zh-hans"):
        page.goto(f"/matches/{finished.match}/")
        expect(page.locator("#end")).to_be_visible()
        assert_no_raw_text(page)
        if language != "en":
            reads_chinese(page)
        page.goto(f"/matches/{finished.match}/replay/?step=10")
        expect(page.locator("#match-step")).to_have_text(re.compile("10"))
        assert_no_raw_text(page)
        if language == "en":
            page.goto("/lobby/")
            page.get_by_role("button", name=CHOOSE).click()
            continue
        for tab in ("tab-curves", "tab-board", "tab-log", "tab-text"):
            page.locator(f"#{tab}").click()
            reads_chinese(page)
