"""The sounds of a match: none before the page was touched, the switch beside the board, and what is remembered of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.browser.conftest import PHONE, Finished
from tests.browser.pages import Person

LISTEN = """
  window.tones = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""
"""Counts tones on their way to the loudspeaker; the page's own code runs as it is."""
TELL_ROUNDS = """addEventListener('DOMContentLoaded', () => {
  const step = document.getElementById('match-step');
  new MutationObserver(() => console.log(step.textContent)).observe(step, { childList: true, characterData: true, subtree: true });
});"""
"""The page tells which round it shows, without being asked."""


def says(text: str, message: ConsoleMessage) -> bool:
    return message.text == text


def tones(page: Page) -> int:
    count: int = page.evaluate("window.tones")
    return count


def test_sounds_are_on_from_the_first_touch_and_the_switch_is_kept_with_the_person(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    page.add_init_script(LISTEN)
    person = Person(page, "Sona").become_guest()
    person.open_table("planet_conquer", bot_1="easy", option_map="tightrope", step_seconds=600)
    match = person.start()
    untouched = page.context.new_page()
    told: list[str] = []
    # Pages of tests have no service worker.
    untouched.on("console", lambda message: "Service Worker" in message.text or told.append(message.text))
    untouched.add_init_script(LISTEN + TELL_ROUNDS)
    with untouched.expect_console_message(partial(says, "Round 1")):
        untouched.goto(f"/matches/{match}/")

    button, volume = page.get_by_role("button", name="Sounds"), page.get_by_role("slider", name="Volume")
    expect(button).to_have_attribute("aria-pressed", "true")
    # Looking into a page by script counts as a touch: of the untouched one nothing is asked before it has shown two more rounds.
    for number in (2, 3):
        with untouched.expect_console_message(partial(says, f"Round {number}")):
            person.ready()
        person.at_round(number)
    page.wait_for_function("() => window.tones > 0")
    assert (tones(untouched), [text for text in told if not text.startswith("Round ")]) == (0, [])
    untouched.close()

    with page.expect_response("**/account/sounds/"):
        button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.reload()
    person.at_match()
    # What one round would sound like was to be heard before the next one.
    for number in (4, 5):
        person.ready()
        person.at_round(number)
    assert tones(page) == 0
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(volume).to_have_value("30")
    with page.expect_response("**/account/sounds/"):
        volume.focus()
        page.keyboard.press("ArrowRight")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.tones > 0")
    page.goto("/account/preferences/")
    expect(page.get_by_label("Sounds")).to_be_checked()
    expect(page.get_by_label("Volume")).to_have_value("35")


@pytest.mark.long
def test_a_finger_finds_the_switch_on_a_phone_and_a_stranger_s_choice_is_the_browser_s(
    open_page: Callable[..., Page], finished: Finished
) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    page.goto(f"/matches/{finished.match}/replay/")
    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "true")
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 36
    assert box["x"] + box["width"] <= PHONE["width"]
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("() => localStorage.getItem('fogbound.sounds') === 'off 30'")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
