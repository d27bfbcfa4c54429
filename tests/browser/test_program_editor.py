"""A program written in the browser: from a template, an error at its line, mended, tried, stepped, saved, a version, seated."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.pages import LONG, Person
from tests.browser.test_phone import TOUCH, fits

NEW = "/programs/new/cosmos/"
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
    # All errors at their lines, as one writes; nothing is said of a text before it has been looked at.
    expect(page.locator("#editor-tools")).to_contain_text("No problems found.")
    held: list[Route] = []
    page.route("**/programs/check/**", lambda route: held.append(route))
    page.locator(".cm-content").press("Control+End")
    with page.expect_request("**/programs/check/**"):
        page.keyboard.type("import os\nimport sys\n")
    expect(page.locator("#editor-tools")).not_to_contain_text("No problems found.", timeout=1)
    for check in held:
        check.continue_()
    page.unroute("**/programs/check/**")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(2)
    expect(page.locator("#editor-tools")).to_contain_text("2 problems")
    page.get_by_role("button", name="Run the trial").click()
    expect(page.locator("#trial-said")).to_contain_text("os")
    # Not by undoing: what is typed slowly is undone in more steps.
    for key in ("Control+End", "Shift+ArrowUp", "Shift+ArrowUp", "Delete"):
        page.locator(".cm-content").press(key)
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)
    # A trial against the medium bot, by steps and by runs.
    page.locator("#trial-level").select_option("medium")
    page.locator("#trial-steps").select_option("20")
    page.get_by_role("button", name="Run the trial").click()
    expect(page.locator("#trial-said")).to_contain_text("20 steps played", timeout=LONG)
    expect(page.locator("#trial-stage canvas:visible").first).to_be_visible()
    of_the_step = page.locator("#trial-run > .trial-runs button")
    expect(of_the_step).to_have_count(1)
    expect(page.locator(".trial-run")).to_contain_text("What it knew")
    # It has its name from the first position on, not the number that its program knows it by.
    expect(page.locator(".trial-run h3")).to_have_text(re.compile(r"^\D+$"))
    page.get_by_role("button", name="Next run").click()
    expect(page.locator("#trial-course output")).to_have_text("1 of 20")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#trial-course output")).to_have_text("2 of 20")
    # A stop where somebody's turn comes.
    entity = of_the_step.locator("span").first.text_content()
    assert entity and entity.istitle() and not any(sign.isdigit() for sign in entity)
    page.get_by_label("Stop at the turn of").select_option(entity)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#trial-course output")).to_have_text("3 of 20")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # Saved, and another version of it.
    page.get_by_label("Name", exact=True).fill("Swarm")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Swarm")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("def wander(c):", timeout=LONG)
    page.locator(".cm-content").press("Control+End")
    page.keyboard.insert_text(BETTER)
    page.get_by_label("Name", exact=True).fill("Swarm 2")
    page.get_by_label("What is new in this version").fill("A remark")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".versions li")).to_have_count(2)
    expect(page.locator('.differences [data-sign="+"]').first).to_contain_text("# better")
    # Seated at a table, where it plays alone while its owner reads what it says.
    table = who.open_table("cosmos", bot_1="medium", option_rounds=10, option_stride=1, step_seconds=600)
    page.goto(f"tables/{table}/")
    page.locator("#my-program").select_option("Swarm 2")
    page.locator("#set-my-program").click()
    expect(page.locator("main")).to_contain_text("Swarm 2")
    match = who.start()
    who.tab("Program")
    said = page.locator("#pane-program")
    expect(said).to_contain_text("now round 2", timeout=LONG)
    expect(said).to_contain_text("This run did not count: an error.", timeout=LONG)
    expect(said).to_contain_text("ZeroDivisionError")
    # The end comes over the board, beside what is read.
    expect(page.locator("#end")).to_be_visible(timeout=3 * LONG)
    said.get_by_label("Only runs that did not count").check()
    expect(said).not_to_contain_text("now round 2")
    # Watched again, with the truth on the board.
    page.goto(f"/matches/{match}/replay/?step=2&as=referee")
    expect(page.locator("#board canvas:visible").first).to_be_visible(timeout=LONG)
    text = who.text_view()
    assert "In sight" in text and "Planet" in text


def test_what_is_written_is_completed_kept_and_a_run_that_fails_leads_to_its_line(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    page.clock.install()
    at_editor(page).write_program("def run(c):\n    ")
    page.keyboard.type("c.sens")
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("sense_at")
    expect(page.locator(".cm-completionInfo")).to_contain_text("The entities that it senses")
    page.clock.fast_forward(150)  # an Enter that comes at once is meant for the text
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("c.sense(")
    # What was not saved comes back.
    page.goto("/lobby/")
    page.goto(NEW)
    expect(page.locator(".cm-content")).to_contain_text("c.sense(", timeout=LONG)
    expect(page.locator("#editor-tools")).to_contain_text("is back")
    Person(page, "Ada").write_program("def run(c):\n    x = 1\n    return x / 0\n")
    page.locator("#trial-steps").select_option("20")
    page.locator(".cm-content").press("Control+Enter")
    expect(page.locator(".trial-run .notice")).to_contain_text("an error", timeout=LONG)
    page.get_by_role("button", name="Line 3").click()
    expect(page.locator(".cm-activeLine")).to_have_text("    return x / 0")


@pytest.mark.long
def test_the_examples_of_the_games_are_tried_and_saved(open_page: Callable[..., Page]) -> None:
    """That of Cosmos above, where it is changed; that of Deep Blue below."""
    page = open_page()
    Person(page, "Ada").become_guest()
    for game in ("planet_conquer", "hundred_clubs", "frames"):
        try_and_save(page, game, tried="steps played")


@pytest.mark.long
def test_the_editor_works_in_chinese_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(**TOUCH, locale="zh-CN")
    page.goto("/guest/")
    page.locator("#main form button").click()
    page.wait_for_url(re.compile("^(?!.*/guest/)"))
    try_and_save(page, "deep_blue", tried="已走")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")


def try_and_save(page: Page, game: str, *, tried: str) -> None:
    """Somebody opens the editor, plays a trial of the example, sees it on the board, and saves it."""
    page.goto(f"/programs/new/{game}/")
    expect(page.locator(".cm-content")).to_contain_text("def ", timeout=LONG)
    fits(page)
    page.locator("#trial-steps").select_option("20")
    page.locator("#trial-tools button").first.click()
    expect(page.locator("#trial-said")).to_contain_text(tried, timeout=2 * LONG)
    expect(page.locator(".trial-run")).to_be_visible()
    expect(page.locator("#trial-stage")).to_be_visible()
    fits(page)
    page.locator("#id_name").fill("Example")
    page.locator("#main form button.primary").first.click()
    expect(page.get_by_role("heading", name="Example")).to_be_visible(timeout=LONG)
    expect(page.locator(".cm-content")).to_contain_text("def ", timeout=LONG)
    fits(page)


def test_ten_seeds_are_tried_at_once_with_a_table_of_what_each_seat_has(open_page: Callable[..., Page]) -> None:
    page = open_page()
    at_editor(page)
    page.get_by_role("button", name="A patient bidder").click()
    page.locator("#trial-steps").select_option("20")
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/api/programs/trials/"):
            sent.append(request.post_data_json["text"])

    page.on("request", note)
    with page.expect_request(lambda request: request.url.endswith("/api/programs/trials/")):
        page.get_by_role("button", name="Ten seeds").click()
    # Whoever writes on meanwhile changes nothing of the series.
    page.locator(".cm-content").press("Control+End")
    page.keyboard.type("# later")
    table = page.get_by_role("table")
    expect(table.locator("caption")).to_have_text("10 trials of 10", timeout=LONG)
    heads = table.locator("thead th").all_text_contents()
    assert heads[0] == "Chance" and "Your program" in heads and "Steward" in heads
    mine = table.locator(f"tbody td:nth-of-type({heads.index('Your program')})").all_text_contents()
    assert len(mine) == 10
    assert all(re.search(r"\d+ points?", one) for one in mine)
    assert len(sent) == 10 and len(set(sent)) == 1 and "# later" not in sent[0]
    # Each word of chance is another map.
    assert len(set(table.locator("tbody th").all_text_contents())) == 10
