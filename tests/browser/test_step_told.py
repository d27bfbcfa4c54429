"""A step is told on the board: one event after the other, held, gone through, skipped; as the person likes it, also without motion."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE
from tests.browser.pages import Person, at_rest
from tests.browser.site import Site
from tests.sweeps import first

HELD_OR_AT_REST = """() => {
  if (document.querySelector('.board-caption').hidden) return !document.documentElement.dataset.busy;
  const pause = document.querySelector('.board-playback button[aria-label="Pause"]');
  if (pause?.checkVisibility()) pause.click();
  return true;
}"""
"""What is told is held at once, so that no test has to be quick."""

BUTTONS_OF_A_FULL_BAR = """() => {
  const bar = document.querySelector('.board-playback');
  const beads = bar.querySelector('.board-beads');
  beads.replaceChildren(...Array.from({ length: 10 }, () => document.createElement('button')));
  beads.hidden = false;
  bar.style.width = '593px';
  const { left, right } = bar.getBoundingClientRect();
  const seen = [...bar.children].filter((one) => one.matches('.board-button') && one.checkVisibility());
  return seen.map((one) => one.getBoundingClientRect()).map((at) => [at.width, at.left >= left && at.right <= right]);
}"""
"""How wide the buttons are beside ten marks where the timeline stands in the same row, as in Frames, and whether they are all there."""

BESIDE_STANDING_BUTTONS = """() => {
  const camera = document.querySelector('.board-camera');
  camera.classList.remove('board-camera-above');
  const left = Math.min(...[...camera.children].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().left));
  return document.querySelector('.board-caption').getBoundingClientRect().right <= left;
}"""
"""Where a board is wider than high, the buttons of its camera stand at its side: is what is told clear of them?"""

BEFORE_THE_END = """
from lobby.accounts.models import User
from tests.lobby.whole_matches import whole_match
print(whole_match(User.objects.get(pk={user}), "planet_conquer", steps=-1).pk)
"""
LAST_ORDERS = """
from django.utils import timezone
from lobby.matches.models import Match
from lobby.play import journal
from tests.lobby.whole_matches import _record
match = Match.objects.get(pk={match!r})
given = _record("planet_conquer", match.seed).orders[-1][0]
journal.write([journal.Entry(match.pk, match.step, 0, given, True, "person", timezone.now())])
"""


def sent_out(page: Page) -> Person:
    """Somebody whose fleet arrives with the next step that is played."""
    doris = Person(page, "Doris").become_guest()
    doris.open_table(
        "planet_conquer", seats=2, bot_1="easy", option_map="two_lanterns", option_max_round=30, step_seconds=600
    )
    doris.start()
    doris.command(f"move {doris.home()} {doris.neighbour()} 60%")
    doris.tab("Board")
    return doris


def until_told(doris: Person) -> None:
    """Play rounds until the fleet has arrived, which is told in words; there it is held."""
    caption = doris.page.locator(".board-caption")
    for number in range(2, 9):
        doris.ready()
        expect(doris.page.locator(".timeline-slider")).to_have_attribute("max", str(number - 1))
        doris.page.wait_for_function(HELD_OR_AT_REST)
        if caption.is_visible():
            return
    raise AssertionError("nothing was told in seven rounds")


def test_a_step_is_told_gone_through_and_skipped_and_how_is_remembered(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="no-preference")
    doris = sent_out(page)
    until_told(doris)
    bar, caption = page.get_by_role("group", name="Playback"), page.locator(".board-caption")
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    at_rest(page)
    expect(caption).to_be_visible()
    expect(page.locator("#first-hint"), "half of it would lie behind the bar").to_be_hidden()
    expect(page.locator("#ready"), "Ready is possible throughout").to_be_enabled()
    assert page.evaluate(BUTTONS_OF_A_FULL_BAR) == [[36, True]] * 3
    page.set_viewport_size({"width": 320, "height": 568})
    expect(caption).to_be_visible()
    expect(page.locator(".match-timeline"), "one bar at a time").to_be_hidden()
    assert page.evaluate(BESIDE_STANDING_BUTTONS)
    page.set_viewport_size(WIDE)
    expect(page.locator("#board"), "a hand that pressed Ready leaves it").to_be_focused()
    step, awaited = page.locator("#match-step"), page.locator("#awaited")
    expect(awaited, "what is due waits for what happened").to_have_text("What happened is being shown.")
    told = int(re.sub(r"\D", "", step.inner_text()))
    expect(page.locator("#news .news-story")).to_have_text(f"Round {told} What happened is being shown.")
    page.keyboard.press("Space")
    expect(bar).to_be_hidden()
    expect(page.locator("#ready"), "who skips is not ready by that").to_have_text("Ready")
    expect(step).to_have_text(f"Round {told + 1}")
    expect(awaited).to_contain_text("Your orders are due.")
    expect(page.locator("#first-hint")).to_be_visible()
    expect(caption).to_be_hidden()
    at_rest(page)

    again = page.locator("#context").get_by_label("How steps are shown")
    expect(again, "it stands in the bar of the step").to_be_hidden()
    doris.ready()
    bar.get_by_label("How steps are shown").select_option("none")
    expect(bar).to_be_hidden()
    at_rest(page)
    expect(again, "without a bar it stands in the panel").to_have_value("none")
    page.reload()
    expect(again).to_have_value("none")
    expect(page.locator("#ready")).to_have_text("Ready")
    at_rest(page)
    expect(bar).to_be_hidden()


def test_the_card_of_the_end_and_who_won_wait_for_the_last_step(open_page: Callable[..., Page], site: Site) -> None:
    page = open_page(reduced_motion="no-preference")
    edna = Person(page, "Edna").become_guest()
    match = site.run(BEFORE_THE_END.format(user=edna.account)).strip()
    page.goto(f"/matches/{match}/")
    edna.at_match()
    expect(page.locator("#ready")).to_be_enabled()
    at_rest(page)
    site.run(LAST_ORDERS.format(match=match))
    awaited = page.locator("#awaited")
    expect(awaited).to_have_text("What happened is being shown.")
    page.wait_for_function(HELD_OR_AT_REST)
    # Large words come before the sentence that says the same.
    expect(page.locator(".board-caption, .board-words").filter(visible=True)).not_to_have_count(0)
    expect(page.locator("#end")).to_be_hidden()
    expect(page.locator("#match-step")).not_to_have_text(re.compile("^After"))
    page.keyboard.press("Escape")
    expect(page.locator("#end h2")).to_have_text("Victory")
    expect(awaited).to_have_text("You won")
    expect(awaited).to_be_visible()


TOLD_THEN_ENDED = """() => {
  const told = (window.told = []);
  new MutationObserver(() => {
    for (const [name, shown] of [['caption', '.board-caption'], ['card', '#end']])
      if (document.querySelector(shown)?.checkVisibility() && told.at(-1) !== name) told.push(name);
  }).observe(document.body, { subtree: true, attributes: true, childList: true });
}"""


def test_without_motion_stills_of_the_last_step_come_before_the_card(
    open_page: Callable[..., Page], site: Site
) -> None:
    page = open_page()
    gina = Person(page, "Gina").become_guest()
    match = site.run(BEFORE_THE_END.format(user=gina.account)).strip()
    page.goto(f"/matches/{match}/")
    gina.at_match()
    expect(page.locator("#ready")).to_be_enabled()
    at_rest(page)
    page.evaluate(TOLD_THEN_ENDED)
    site.run(LAST_ORDERS.format(match=match))
    expect(page.locator("#end h2")).to_have_text("Victory")
    at_rest(page)
    assert page.evaluate("window.told") == ["caption", "card"]
    expect(page.locator(".board-caption")).to_be_hidden()


@pytest.mark.parametrize("game", first(["planet_conquer", "hundred_clubs", "deep_blue", "cosmos"]))
def test_a_hand_that_presses_ready_leaves_it_and_keys_stay(game: str, open_page: Callable[..., Page]) -> None:
    """Frames begins with a button on the table, and Ready ends a turn there, which comes and goes."""
    page = open_page()
    fred = Person(page, f"Fred of {game}").become_guest()
    fred.open_table(game, bot_1="easy", step_seconds=600)
    fred.start()
    ready = page.locator("#ready")
    expect(ready).to_be_enabled()
    at_rest(page)
    ready.click()
    # Some boards ask whether nothing is meant.
    asks = page.locator("dialog[open]").get_by_role("button").first
    if asks.is_visible():
        asks.click()
    expect(page.locator("#board")).to_be_focused()
    at_rest(page)
    expect(ready).to_be_enabled()
    ready.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(ready, "who goes there with keys stays there").to_be_focused()


@pytest.mark.long
def test_without_motion_a_still_says_it_and_is_put_away(open_page: Callable[..., Page]) -> None:
    page = open_page()
    doris = sent_out(page)
    until_told(doris)
    caption = page.locator(".board-caption")
    at_rest(page)
    expect(caption).to_be_visible()
    page.get_by_role("button", name="Next event").click()
    at_rest(page)
    expect(caption).to_be_visible()
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(caption).to_be_hidden()
    at_rest(page)
    doris.ready()
