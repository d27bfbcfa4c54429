"""A trial while it is played: it says that it waits, shows steps as they come, is found again by a page that is loaded anew, and is cancelled."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import LONG, Person
from tests.browser.site import Site
from tests.browser.test_phone import fits

NEW = "/programs/new/cosmos/"
PIPE = "positions"
"""As `stepped_trials` has it, which only a server may import."""


class Stepped(Site):
    """A site whose trials go on when a test says so."""

    application = "tests.browser.stepped_trials:application"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Stepped().running() as site:
        yield site


@pytest.fixture
def play(site: Site) -> Iterator[Callable[[int], None]]:
    """`play(3)`: three more positions of the trial. None are played before that, and all after the test."""
    # One of its own, which nobody reads who has been left by another test.
    path = site.folder / PIPE
    os.mkfifo(path)
    # Open for both, so that it waits for no reader.
    pipe = os.open(path, os.O_RDWR)
    yield lambda positions: os.write(pipe, positions * b"x") and None
    os.close(pipe)
    path.unlink()


def at_editor(page: Page) -> None:
    Person(page, "Ada").become_guest()
    page.goto(NEW)
    expect(page.locator(".cm-content")).to_be_visible(timeout=LONG)
    page.locator("#trial-steps").select_option("20")


def test_steps_are_shown_as_they_come_and_the_trial_is_cancelled(
    open_page: Callable[..., Page], play: Callable[[int], None]
) -> None:
    page = open_page()
    at_editor(page)
    said, where = page.locator("#trial-said"), page.locator("#trial-course output")
    go, cancel = page.get_by_role("button", name="Run the trial"), page.get_by_role("button", name="Cancel the trial")
    bar = page.get_by_role("progressbar", name="Steps of the trial")
    # By keyboard alone; it says at once that it waits.
    go.focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text("The trial waits for its turn …")
    expect(said).to_have_attribute("role", "status")
    expect(cancel).to_be_focused()
    expect(go).to_be_hidden()
    expect(bar).to_be_visible()
    # The first positions come, and the board shows them.
    play(4)
    expect(where).to_have_text("0 of 3", timeout=LONG)
    expect(said).to_have_text("The trial is being played …")
    expect(page.locator("#trial-stage canvas:visible").first).to_be_visible()
    expect(page.locator("#trial-run > .trial-runs button")).to_have_count(1)
    for step in (1, 2, 3):
        page.get_by_role("button", name="Next step").click()
        expect(where).to_have_text(f"{step} of 3")
    expect(page.locator(".trial-run")).to_contain_text("The next step is being played.")
    play(7)
    expect(where).to_have_text("3 of 10", timeout=LONG)
    expect(bar).to_have_attribute("value", "10")
    expect(said).to_have_text("The trial is being played: 10 of 20 steps …")
    expect(page.locator(".trial-run")).to_contain_text("What it knew")
    # A page that is loaded again finds it.
    page.reload()
    expect(where).to_have_text("0 of 10", timeout=LONG)
    expect(cancel).to_be_visible()
    play(1)
    expect(where).to_have_text("0 of 11", timeout=LONG)
    # It is cancelled by keyboard; what has been played stays.
    cancel.focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text("The trial is cancelled.", timeout=LONG)
    expect(go).to_be_focused()
    expect(cancel).to_be_hidden()
    expect(bar).to_be_hidden()
    expect(where).to_have_text("0 of 11")


@pytest.mark.long
def test_whoever_has_one_in_another_tab_is_told_and_can_cancel_it(
    open_page: Callable[..., Page], play: Callable[[int], None]
) -> None:
    page = open_page()
    at_editor(page)
    other = page.context.new_page()
    other.goto("/programs/new/frames/")
    expect(other.locator(".cm-content")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Run the trial").click()
    expect(page.locator("#trial-said")).to_contain_text("waits")
    other.get_by_role("button", name="Run the trial").click()
    expect(other.locator("#trial-said")).to_contain_text("You have a trial or a study already.")
    other.get_by_role("button", name="Cancel the trial").click()
    expect(other.locator("#trial-said")).to_have_text("The trial is over.", timeout=LONG)
    expect(page.locator("#trial-said")).to_have_text("The trial is cancelled.", timeout=LONG)


@pytest.mark.long
def test_it_fits_a_phone_and_speaks_chinese(open_page: Callable[..., Page], play: Callable[[int], None]) -> None:
    page = open_page(PHONE, locale="zh-CN")
    page.goto("/guest/")
    page.locator("#main form button").click()
    page.wait_for_url(re.compile("^(?!.*/guest/)"))
    page.goto(NEW)
    expect(page.locator(".cm-content")).to_be_visible(timeout=LONG)
    page.locator("#trial-go").click()
    expect(page.locator("#trial-said")).to_have_text("试跑正在排队……")
    play(16)
    expect(page.locator("#trial-said")).to_have_text("正在试跑：60 步中的第 15 步……", timeout=LONG)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        box = page.locator("#trial-cancel").bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] and box["height"] >= 28
        fits(page)
    page.locator("#trial-cancel").click()
    expect(page.locator("#trial-cancel")).to_be_hidden(timeout=LONG)
