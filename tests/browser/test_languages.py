"""中文: one click changes every page, the choice is kept, and no English is left but names and what is typed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games
from games.frames.cards import CAPTAIN, PILOT
from tests.browser.conftest import Finished
from tests.browser.pages import Person
from tests.browser.raw_text import english_sources
from tests.games import toy

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
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent);
    else for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
  }
  found.push(document.title);
  return found.map((text) => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""
NAMES = {
    *("Fogbound", "MIT", "JSON", "YAML", "JavaScript", "Flora", "Lanterns"),
    *("Ctrl", "Shift", "Tab", "Enter", "Esc", "Backspace", "Space", "def", "res", "cos", "max", "EN", "UTC"),
}


SOURCES = english_sources()
SECRET = "雾里的一盏灯照亮航路 7"
TOY = {toy.GAME.name, toy.GAME.summary}
CREW = {card["name"].replace("Captain ", "Captain-") for cards in (CAPTAIN, PILOT) for card in cards.values()}
"""Names of people in Frames as its Chinese cards write them."""


def reads_chinese(page: Page) -> None:
    """No text of the page is an English source, and no English word is left."""
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    texts: list[str] = page.evaluate(READ)
    assert sum(bool(re.search("[\u4e00-\u9fff]", text)) for text in texts) > 5, f"{page.url} is hardly Chinese: {texts}"
    assert not SOURCES & set(texts), f"{page.url}: {SOURCES & set(texts)}"
    left = {text for text in set(texts) - TOY - CREW if is_english(text)}
    assert not left, f"{page.url}: {left}"


def is_english(text: str) -> bool:
    """English words with no Chinese around them, or several in a row; a Chinese sentence may quote what is to be typed."""
    words = "|".join(NAMES)
    rest = re.sub(rf"\b({words})\b|“[a-z ]+”", "", text)
    alone = not re.search("[\u4e00-\u9fff]", text)
    return re.search(r"[A-Za-z]{3,}" if alone else r"[A-Za-z]{3,} +[a-z]{3,}", rest) is not None


@pytest.fixture
def person(open_page: Callable[..., Page], finished: Finished) -> Person:
    """Flora in her browser, who has changed to Chinese."""
    person = Person(open_page(storage_state=finished.cookies), "Flora")
    person.page.goto("/lobby/")
    person.page.get_by_role("button", name="切换到中文").click()
    expect(person.page.locator("html")).to_have_attribute("lang", "zh-hans")
    return person


def test_pages_for_strangers(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="切换到中文").click()
    for url in ("/", "/lobby/", "/guest/", "/games/", "/status/", "/games/planet_conquer/", "/rules/planet_conquer/full/", "/accounts/login/", "/accounts/signup/",
                "/accounts/password/reset/", "/nothing/"):  # fmt: skip
        page.goto(url)
        reads_chinese(page)
    page.goto("/rules/planet_conquer/full/")
    expect(page.locator("article")).to_have_attribute("lang", "zh-hans")
    expect(page.locator("article h1")).to_have_text(re.compile("[\u4e00-\u9fff]"))
    page.goto("/lobby/")
    page.get_by_role("button", name="Switch to English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_browser_that_wants_chinese_gets_it(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="zh-CN")
    page.goto("/")
    reads_chinese(page)


def test_pages_for_people(person: Person) -> None:
    page = person.page
    for url in (
        "/",
        "/lobby/",
        "/tables/new/planet_conquer/",
        "/matches/",
        "/account/",
        "/account/close/",
        "/accounts/logout/",
    ):
        page.goto(url)
        reads_chinese(page)
    page.goto("/tables/new/planet_conquer/")
    page.locator("[name=step_seconds]").fill("1")
    page.locator("[name=option_max_round]").evaluate("field => { field.value = '5' }")
    page.locator("#table-form .form-end button").click()
    expect(page.locator(".errorlist").first).to_be_attached()
    reads_chinese(page)
    page.goto("/accounts/signup/")
    page.locator("main form button").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    reads_chinese(page)


def test_a_table_and_a_match(person: Person) -> None:
    page = person.page
    page.goto("/tables/new/planet_conquer/")
    page.locator("[name=bot_1]").select_option("hard")
    page.locator("#table-form .form-end button").click()
    expect(page.locator("#start")).to_be_enabled()
    reads_chinese(page)
    page.locator("#start").click()
    person.at_match()
    expect(page.locator("#ready")).to_be_enabled()
    reads_chinese(page)
    page.locator("#tab-text").click()
    page.locator("#command").fill("move nowhere O 5")
    page.keyboard.press("Enter")
    expect(page.locator("#twin-answer")).not_to_be_empty()
    refused = page.locator("#twin-answer").inner_text()
    assert "nowhere" in refused and re.search("[\u4e00-\u9fff]", refused)
    page.locator("#command").fill("")
    page.locator("#ready").click()
    expect(page.locator("#match-step")).to_contain_text("2")
    for tab in ("tab-board", "tab-log", "tab-chat", "tab-table"):
        page.locator(f"#{tab}").click()
        reads_chinese(page)
    page.locator("#tab-table").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    reads_chinese(page)


@pytest.mark.parametrize("game", games.GAMES)
def test_a_match_of_every_game_has_all_its_words(open_page: Callable[..., Page], game: str) -> None:
    """The page asks only for those that it needs."""
    page = open_page(locale="zh-CN")
    page.goto("/")
    page.locator(f"form:has(input[name=game][value={game}]) button").first.click()
    Person(page, "").at_match()
    expect(page.locator("#ready")).to_be_enabled()
    for tab in ("tab-board", "tab-log", "tab-text", "tab-table"):
        page.locator(f"#{tab}").click()
        reads_chinese(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    reads_chinese(page)


def test_the_end_and_the_replay(person: Person, finished: Finished) -> None:
    page = person.page
    page.goto(f"/matches/{finished.match}/")
    expect(page.locator("#end")).to_be_visible()
    reads_chinese(page)
    page.goto(f"/matches/{finished.match}/replay/?step=10")
    expect(page.locator("#match-step")).to_contain_text("10")
    for tab in ("tab-curves", "tab-board", "tab-log", "tab-text"):
        page.locator(f"#{tab}").click()
        reads_chinese(page)


def test_the_choice_belongs_to_the_person(open_page: Callable[..., Page]) -> None:
    """Kept with the account: whoever logs in at another browser is spoken to in Chinese there."""
    page = open_page()
    page.goto("/accounts/signup/")
    page.get_by_role("button", name="切换到中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    for name, value in {
        "username": "mei",
        "email": "mei@example.org",
        "password1": SECRET,
        "password2": SECRET,
    }.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("main form button").click()
    page.wait_for_url(re.compile("/lobby/"))
    other = open_page()
    other.goto("/accounts/login/")
    expect(other.locator("html")).to_have_attribute("lang", "en")
    other.locator("[name=login]").fill("mei")
    other.locator("[name=password]").fill(SECRET)
    other.locator("main form button").click()
    other.wait_for_url(re.compile("/lobby/"))
    reads_chinese(other)
