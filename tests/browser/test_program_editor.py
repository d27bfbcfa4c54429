"""A program written in the browser: from a template, an error at its line, mended, tried, stepped, saved, a version, seated."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import LONG, Person
from tests.browser.test_first_load import KILOBYTE
from tests.browser.test_phone import TOUCH

NEW = "/programs/new/cosmos/"
MOST_BYTES = 350 * KILOBYTE
"""Of the editor's own code; the whole page, which has a board too, is measured where it is served joined (test_production_load)."""
OWN = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => /codemirror|match\\/(program|editor|trial)\\.js/.test(name))
  .map(({ encodedBodySize }) => encodedBodySize)"""
BETTER = """# better
def run_planet(c):
    print("now round", c.round)
    1 / (c.round - 8)
"""


def at_editor(page: Page) -> Person:
    who = Person(page, "Ada").become_guest()
    page.goto(NEW)
    expect(page.locator(".cm-content")).to_be_visible(timeout=LONG)
    return who


def test_a_program_is_written_mended_tried_saved_and_seated(open_page: Callable[..., Page]) -> None:
    page = open_page()
    who = at_editor(page)
    page.get_by_role("button", name="A swarm of battleships").click()
    expect(page.locator(".cm-content")).to_contain_text("def wander(c):")
    # An error at its line, as one writes.
    page.locator(".cm-content").press("Control+End")
    page.keyboard.type("import os\n")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.locator("#editor-tools")).to_contain_text("1 problem")
    page.get_by_role("button", name="Run the trial").click()
    expect(page.locator("#trial-said")).to_contain_text("os")
    for _ in range(2):
        page.keyboard.press("Control+z")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)
    # A trial against the medium bot, by steps and by runs.
    page.locator("#trial-level").select_option("medium")
    page.locator("#trial-steps").select_option("20")
    page.get_by_role("button", name="Run the trial").click()
    expect(page.locator("#trial-said")).to_contain_text("20 steps played", timeout=LONG)
    expect(page.locator("#trial-stage canvas:visible").first).to_be_visible()
    expect(page.locator(".trial-runs button")).to_have_count(1)
    expect(page.locator(".trial-run")).to_contain_text("What it knew")
    page.get_by_role("button", name="Next run").click()
    expect(page.locator("#trial-course output")).to_have_text("1 of 20")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#trial-course output")).to_have_text("2 of 20")
    # A stop where somebody's turn comes.
    entity = page.locator(".trial-runs button span").first.text_content()
    page.get_by_label("Stop when the turn of this entity comes").fill(entity or "")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#trial-course output")).to_have_text("3 of 20")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # Saved, and another version of it.
    page.get_by_label("Name").fill("Swarm")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Swarm")).to_be_visible()
    page.get_by_role("link", name="Make a new version").click()
    expect(page.locator(".cm-content")).to_contain_text("def wander(c):", timeout=LONG)
    page.locator(".cm-content").press("Control+End")
    page.keyboard.insert_text(BETTER)
    page.get_by_label("Name").fill("Swarm 2")
    page.get_by_label("What is new in this version").fill("A remark")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".versions li")).to_have_count(2)
    expect(page.locator('.differences [data-sign="+"]').first).to_contain_text("# better")
    # Seated at a table, where it plays alone while its owner reads what it says.
    who.open_table("cosmos", bot_1="medium", option_rounds=10, option_stride=1, step_seconds=600)
    page.locator("#my-program").select_option("Swarm 2")
    page.locator("#set-my-program").click()
    expect(page.locator("main")).to_contain_text("Swarm 2")
    match = who.start()
    who.tab("Program")
    said = page.locator("#pane-program")
    expect(said).to_contain_text("now round 2", timeout=LONG)
    expect(said).to_contain_text("This run did not count: an error.", timeout=LONG)
    expect(said).to_contain_text("ZeroDivisionError")
    said.get_by_label("Only runs that did not count").check()
    expect(said).not_to_contain_text("now round 2")
    expect(page.locator("#end")).to_be_visible(timeout=3 * LONG)
    # Watched again, with the truth on the board.
    page.goto(f"/matches/{match}/replay/?step=2&as=referee")
    expect(page.locator("#board canvas:visible").first).to_be_visible(timeout=LONG)
    twin = who.twin()
    assert "In sight" in twin and "Planet" in twin


def test_members_are_completed_with_their_meaning(open_page: Callable[..., Page]) -> None:
    page = open_page()
    at_editor(page).write_program("def run(c):\n    ")
    page.keyboard.type("c.sens", delay=60)
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("sense_at")
    expect(page.locator(".cm-completionInfo")).to_contain_text("The entities that it senses")
    page.wait_for_timeout(150)  # an Enter that comes at once is meant for the text
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("c.sense(")


def test_what_was_not_saved_comes_back(open_page: Callable[..., Page]) -> None:
    page = open_page()
    at_editor(page).write_program("def run(c):\n    c.log('half written')\n")
    page.goto("/lobby/")
    page.goto(NEW)
    expect(page.locator(".cm-content")).to_contain_text("half written", timeout=LONG)
    expect(page.locator("#editor-tools")).to_contain_text("is back")


def test_a_run_that_fails_leads_to_its_line(open_page: Callable[..., Page]) -> None:
    page = open_page()
    at_editor(page).write_program("def run(c):\n    x = 1\n    return x / 0\n")
    page.locator("#trial-steps").select_option("20")
    page.locator(".cm-content").press("Control+Enter")
    expect(page.locator(".trial-run .notice")).to_contain_text("an error", timeout=LONG)
    page.get_by_role("button", name="Line 3").click()
    expect(page.locator(".cm-activeLine")).to_have_text("    return x / 0")


@pytest.mark.parametrize("language", ["en-GB", "zh-CN"])
def test_the_page_speaks_the_reader_s_language_and_fits_a_phone(open_page: Callable[..., Page], language: str) -> None:
    page = open_page(locale=language, viewport={"width": 390, "height": 844})
    page.goto("/guest/")
    page.locator("input[name=name]").fill("Ada")
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/guest/" not in url)
    page.goto(NEW)
    expect(page.locator(".cm-content")).to_be_visible(timeout=LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    word = {"en-GB": "Run the trial", "zh-CN": "开始试跑"}[language]
    page.get_by_role("button", name=word).click()
    expect(page.locator("#trial-stage canvas:visible").first).to_be_visible(timeout=LONG)


def test_without_a_script_the_form_works_as_ever(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    Person(page, "Ada").become_guest()
    page.goto(NEW)
    page.get_by_label("Name").fill("Plain")
    page.get_by_label("Program", exact=True).fill("def run(c):\n    pass\n")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Plain")).to_be_visible()


def test_the_editor_is_loaded_on_its_page_only_and_is_light(
    open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page()
    Person(page, "Ada").become_guest()
    for address, files in (("/programs/", 0), ("/lobby/", 0), (NEW, 2)):
        page.goto(address, wait_until="networkidle", timeout=3 * LONG)
        sizes = page.evaluate(OWN)
        with capsys.disabled():
            print(f"\n{address}: {sum(sizes) / KILOBYTE:.0f} KB of the editor in {len(sizes)} files")
        assert len(sizes) == files
        assert sum(sizes) <= MOST_BYTES


GAMES = ("planet_conquer", "hundred_clubs", "deep_blue", "frames", "cosmos")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_every_game_is_tried_and_saved(game: str, open_page: Callable[..., Page]) -> None:
    try_and_save(open_page(), game, tried="steps played")


def test_the_editor_works_in_chinese_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(**TOUCH, locale="zh-CN")
    try_and_save(page, "deep_blue", tried="已走")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def try_and_save(page: Page, game: str, *, tried: str) -> None:
    """A guest opens the editor, plays a trial of the example, and saves it."""
    page.goto("/guest/")
    page.locator("#main form button").click()
    page.wait_for_url(re.compile("^(?!.*/guest/)"))
    page.goto(f"/programs/new/{game}/")
    expect(page.locator(".cm-content")).to_contain_text("def ", timeout=LONG)
    page.locator("#trial-steps").select_option("20")
    page.locator("#trial-tools button").first.click()
    expect(page.locator("#trial-said")).to_contain_text(tried, timeout=2 * LONG)
    expect(page.locator(".trial-run")).to_be_visible()
    page.locator("#id_name").fill("Example")
    page.locator("#main form button.primary").first.click()
    expect(page.get_by_role("heading", name="Example")).to_be_visible(timeout=LONG)
    expect(page.locator("#text")).to_have_value(re.compile("def "))
