"""Somebody's first match: what wins and how far it is stands in view, and each of the first steps has one hint, which can be put away."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games
from tests.browser.conftest import PHONE
from tests.browser.pages import Person
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.site import Site
from tests.browser.test_accessibility import check
from tests.browser.test_phone import TOUCH, fits
from tests.sweeps import first


def place_of(page: Page) -> dict[str, float]:
    """The rectangle of the board."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return dict(box)


def is_covered(page: Page, selector: str) -> bool:
    """Does something lie over the middle of it, so that no press would reach it?"""
    return page.locator(selector).first.evaluate(
        """one => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )


def play(page: Page, game: str) -> Person:
    """From the lessons or the lobby into a match of that game against a bot."""
    page.goto("/")
    page.locator(f"form:has(input[name=game][value={game}]) button").first.click()
    person = Person(page, "")
    person.at_match()
    return person


@pytest.mark.parametrize("game", first(games.GAMES))
def test_what_wins_is_in_view_and_the_hint_is_read_and_put_away_on_a_phone(
    open_page: Callable[..., Page], game: str
) -> None:
    """In every game: the board has the most room, is not moved by the hint, and sound can be switched off beside it; in Frames with the sheet."""
    page = open_page(**TOUCH)
    play(page, game)
    expect(page.locator("#board-wait")).to_be_hidden()
    expect(page.locator("#goal")).to_be_visible()
    expect(page.locator("#goal")).to_have_text(re.compile(r"win|weapon|base"))
    expect(page.locator("#first-hint p")).to_be_visible()
    # Nothing that the board lays over itself lies over the hint.
    page.locator("#first-hint a").tap(trial=True)
    fits(page)
    the_board_has_the_most_room(page)
    place = place_of(page)
    for part in ("#first-hint", "#first-hint button", *([] if game == "frames" else [".sound button"])):
        assert not is_covered(page, part), (game, part)
    page.get_by_role("button", name="Put the hint away").tap()
    expect(page.locator("#first-hint")).to_be_hidden()
    assert place_of(page) == place, game


def test_in_chinese_the_hint_of_the_second_round_leaves_the_report_in_view(open_page: Callable[..., Page]) -> None:
    chinese = open_page(**TOUCH, locale="zh-CN")
    play(chinese, "planet_conquer")
    expect(chinese.locator("#goal")).to_contain_text("星球最多者胜")
    assert_no_raw_text(chinese)
    chinese.locator("#ready").tap()
    expect(chinese.locator(".news-all")).to_be_visible()
    expect(chinese.locator("#first-hint")).to_be_visible()
    assert not is_covered(chinese, ".news-all")


def the_board_has_the_most_room(page: Page) -> None:
    """More than anything else on a phone, also with a newcomer's hint above it; and both opponents are seen whole."""
    parts = (".match-bar", ".match-above", "#board", ".news", "#timeline", "#side")
    high = {part: box["height"] for part in parts if (box := page.locator(part).bounding_box())}
    assert high["#board"] >= 3 * max(height for part, height in high.items() if part != "#board"), high
    seats = page.locator("#seats .seat")
    expect(seats).to_have_count(2)
    for seat in seats.all():
        box = seat.bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
        assert seat.evaluate("seat => seat.scrollWidth <= seat.clientWidth")


def test_each_of_the_first_steps_has_a_hint_that_can_be_put_away(open_page: Callable[..., Page]) -> None:
    page = open_page()
    hint = page.locator("#first-hint")
    person = play(page, "planet_conquer")
    # Which of the small maps it is hangs on the match's seed.
    expect(page.locator("#goal")).to_have_text(re.compile(r"^Most planets win: 1 of (9|12|13) · round 1 of 25$"))
    expect(hint).to_contain_text("Drag from your planet")
    hint.get_by_role("button", name="Put the hint away").click()
    expect(hint).to_be_hidden()
    page.reload()
    person.at_match()
    expect(page.locator("#goal")).to_be_visible()
    expect(hint).to_be_hidden()
    person.ready()
    person.at_round(2)
    expect(page.locator("#goal")).to_contain_text("round 2 of 25")
    expect(hint).to_contain_text("Those you leave behind")
    expect(hint.get_by_role("link", name="Learn it in a few minutes")).to_be_visible()
    person.ready()
    # Or the first one that would pay, which hangs on what the bot did.
    expect(hint).to_contain_text(re.compile("points buy tactics|A tactic would pay"))
    person.at_round(3)
    person.ready()
    expect(hint).to_contain_text("An order can go on every round")
    person.at_round(4)
    person.ready()
    person.at_round(5)
    person.ready()
    person.at_round(6)
    expect(hint).to_be_hidden()
    # It was the first match of this game; another one teaches nothing.
    play(page, "planet_conquer")
    expect(page.locator("#goal")).to_be_visible()
    expect(hint).to_be_hidden()
    play(page, "hundred_clubs")
    expect(hint).to_contain_text("Press its cell")


@pytest.mark.long
def test_the_hint_leads_to_the_lesson_and_who_knows_it_on(open_page: Callable[..., Page], site: Site) -> None:
    """From the first match to the lesson; then to the puzzles, and nowhere once they are passed too."""
    page = open_page(bypass_csp=True)
    person = play(page, "planet_conquer")
    check(page)
    hint = page.locator("#first-hint")
    hint.get_by_role("link", name="Learn it in a few minutes").click()
    expect(page.get_by_role("button", name="Begin the lesson")).to_be_visible()
    page.go_back()
    expect(hint.get_by_role("link", name="Learn it in a few minutes")).to_be_visible()
    learn(site, person, is_puzzle=False)
    page.reload()
    hint.get_by_role("link", name="Try a puzzle").click()
    expect(page.get_by_role("heading", name="Puzzles")).to_be_in_viewport()
    learn(site, person, is_puzzle=True)
    page.go_back()
    page.reload()
    expect(hint).to_be_visible()
    expect(hint.get_by_role("link")).to_have_count(0)


def learn(site: Site, person: Person, *, is_puzzle: bool) -> None:
    """That person has passed the lesson, or the puzzles, of Planet Conquer."""
    site.run(
        "import games\n"
        "from lobby.accounts.models import User\n"
        "from lobby.lessons.models import Passed\n"
        f"user = User.objects.get(pk={person.account})\n"
        "for lesson in games.get('planet_conquer').lessons:\n"
        f"    if lesson.is_puzzle == {is_puzzle}:\n"
        "        for scene in lesson.scenes:\n"
        "            Passed.objects.create(user=user, game='planet_conquer', lesson=lesson.id, scene=scene.id)\n"
    )
