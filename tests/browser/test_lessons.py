"""A lesson as a stranger meets it: by pointer, by keys alone, on a phone, in both languages; gone on with later, failed and tried again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.core.names import called
from tests.bench.walks.deep_blue import DeepBlue
from tests.bench.walks.hand import Habit
from tests.bench.walks.walk import Walk
from tests.browser.board import find_planets
from tests.browser.drawn_text import WATCH
from tests.browser.pages import Person, at_rest
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.test_accessibility import check
from tests.browser.test_keyboard import Keys
from tests.browser.test_phone import TOUCH, fits, in_view

LESSONS = "/games/planet_conquer/lessons/"
HABITS: list[tuple[Habit, str]] = [
    ("mouse", "cosmos"), ("keyboard", "deep_blue"), ("keyboard", "hundred_clubs"), ("touch", "frames"),
]  # fmt: skip
"""Every game once, every habit once. All pairs: `python -m tests.bench.walks`."""
HOME, MIDDLE = "Cebar", "Drarel"
"""What the planets A2 and O are called in every lesson of Planet Conquer, whose seed is always the same."""


def begin(page: Page, button: str = "Begin the lesson") -> Person:
    """From the list into the scene that is next."""
    page.goto(LESSONS)
    page.get_by_role("button", name=button).first.click()
    return scene(page)


def scene(page: Page) -> Person:
    """Wait for the board and for what the lesson says."""
    page.wait_for_url(re.compile(r"/matches/\w+/lesson/"))
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    expect(lesson(page)).to_be_visible()
    return Person(page, "")


def lesson(page: Page) -> Locator:
    return page.locator("#lesson")


def has_verdict(page: Page, verdict: str) -> None:
    expect(lesson(page)).to_have_attribute("data-verdict", verdict)


def enter_scene(page: Page, title: str) -> Person:
    """From the list into a scene by its title."""
    page.goto(LESSONS)
    page.get_by_role("button", name=title, exact=True).click()
    return scene(page)


def test_a_stranger_passes_the_first_scene_with_the_pointer(open_page: Callable[..., Page]) -> None:
    """Whose words come late."""
    page = open_page()
    late: list[Route] = []
    may_come: list[bool] = []

    def hold(route: Route) -> None:
        if may_come:
            route.continue_()
        else:
            late.append(route)

    page.route(re.compile(r"/match/lesson\b[^/]*\.js"), hold)
    page.goto(LESSONS)
    page.get_by_role("button", name="Begin the lesson").first.click()
    person = Person(page, "")
    page.wait_for_url(re.compile(r"/matches/\w+/lesson/"), wait_until="commit")
    while not late:
        at_rest(page)
    # The page is there, and waits for them.
    expect(page.locator("#match")).to_be_visible()
    may_come.append(True)
    for route in late:
        route.continue_()
    scene(page)
    expect(lesson(page)).to_contain_text("First steps · 1 of 7")
    expect(lesson(page)).to_contain_text(f"Take {MIDDLE}.")
    planets = find_planets(page)
    page.mouse.move(planets[HOME].x, planets[HOME].y)
    page.mouse.down()
    page.mouse.move(planets[MIDDLE].x - 40, planets[MIDDLE].y + 40, steps=4)
    page.mouse.move(planets[MIDDLE].x, planets[MIDDLE].y, steps=4)
    page.mouse.up()
    person.wait_saved()
    person.ready()
    person.at_round(2)
    has_verdict(page, "open")
    person.ready()
    has_verdict(page, "passed")
    expect(lesson(page)).to_contain_text(f"{MIDDLE} is yours")
    address = page.url
    page.get_by_role("button", name="Next scene").click()
    page.wait_for_url(lambda url: url != address)
    scene(page)
    expect(lesson(page)).to_contain_text("2 of 7")
    # Nobody's list has it, and the way back leads to the lessons.
    page.goto("/matches/")
    expect(page.get_by_text("Planet Conquer")).to_have_count(0)


@pytest.mark.long
def test_a_scene_by_keys_alone(open_page: Callable[..., Page]) -> None:
    page = open_page()
    keys = Keys(page)
    page.goto(LESSONS)
    keys.use(page.get_by_role("button", name="Begin the lesson"))
    person = scene(page)
    keys.use(lesson(page).get_by_role("button", name="Hint"))
    expect(lesson(page)).to_contain_text(f"press Tab for {HOME}")
    keys.go_to(page.locator("#board"))
    keys.press("Tab")
    expect(page.locator("#say")).to_contain_text(f"{HOME}: yours")
    said = page.locator("#say")
    before = said.inner_text()
    for _ in range(4):
        keys.press("n")
        expect(said).not_to_have_text(before)
        expect(said).not_to_be_empty()  # emptied at once, spoken a moment later
        before = said.inner_text()
        if f"{MIDDLE}:" in before:
            break
    keys.press("Enter")
    person.wait_saved()
    keys.press("Space")
    person.at_round(2)
    expect(page.locator("#ready")).to_have_text("Ready")
    keys.press("Space")
    has_verdict(page, "passed")
    address = page.url
    keys.use(lesson(page).get_by_role("button", name="Next scene"))
    page.wait_for_url(lambda url: url != address)
    scene(page)


def test_a_scene_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(**TOUCH)
    person = begin(page)
    fits(page)
    in_view(page, "#ready")
    in_view(page, ".lesson-fold")
    page.get_by_role("button", name="Fold the text").tap()
    expect(lesson(page).locator(".lesson-words")).to_be_hidden()
    expect(lesson(page)).to_contain_text(f"Take {MIDDLE}.")
    planets = find_planets(page)
    page.touchscreen.tap(planets[HOME].x, planets[HOME].y)
    page.touchscreen.tap(planets[MIDDLE].x, planets[MIDDLE].y)
    person.wait_saved()
    page.locator("#ready").tap()
    person.at_round(2)
    expect(page.locator("#ready")).to_have_text("Ready")
    page.locator("#ready").tap()
    has_verdict(page, "passed")
    in_view(page, ".lesson-acts > .primary:not([hidden])")
    fits(page)


@pytest.mark.long
def test_the_first_scene_of_every_other_game(open_page: Callable[..., Page]) -> None:
    """By pointer, after the page has come anew; by keys; and on a phone in Chinese."""
    for habit, game in HABITS:
        pass_the_first_scene(open_page, game, habit)


def pass_the_first_scene(open_page: Callable[..., Page], game: str, habit: Habit) -> None:
    page = open_page(**(TOUCH | {"locale": "zh-CN"} if habit == "touch" else {}))
    page.add_init_script(WATCH)
    newcomer = Walk(page, game, habit)
    page.goto(f"/games/{game}/lessons/")
    newcomer.hand.press(page.locator("form[action*='/lessons/'] button.primary").first)
    newcomer.enter()
    solution = list(newcomer.game.lessons[0].scenes[0].solution)
    if habit == "mouse":
        drafted = solution.pop(0) if game != "frames" else None
        if drafted:
            newcomer.hand.give(newcomer.sight.view, newcomer.sight.choices, drafted)
            newcomer.hand.saved()
        page.reload()
        newcomer.at_match()
        if drafted:
            expect(page.locator("#drafts li")).to_have_count(1)
            newcomer.hand.ready()
    newcomer.solve(solution)
    if habit == "touch":
        fits(page)
        assert_no_raw_text(page)


@pytest.mark.long
def test_planes_over_their_base_come_first(open_page: Callable[..., Page]) -> None:
    """Once more on the same place means the building below them; by pointer and by keys."""
    for habit in ("mouse", "keyboard"):
        planes_come_first(open_page(), habit)


def planes_come_first(page: Page, habit: Habit) -> None:
    newcomer = Walk(page, "deep_blue", habit)
    captain = newcomer.hand
    assert isinstance(captain, DeepBlue)
    page.goto("/games/deep_blue/lessons/")
    page.get_by_role("button", name="What the fog hides", exact=True).click()
    newcomer.enter()
    planes = newcomer.sight.view["elements"]
    cells = {one["id"]: one["pos"] for one in planes if one["kind"] == "formation"}
    cell = next(iter(cells.values()))
    above = [re.escape(called(newcomer.sight.view["names"]["units"], number)[0]) for number in cells]
    title = page.locator(".kit-card h3").first
    if habit == "mouse":
        at = captain.place(*cell[:2])
        page.mouse.click(*at)
    else:
        captain.to_board()
        captain.steer(*cell[:2])
        captain.key("Enter")
    expect(title).to_contain_text(re.compile("|".join(above)))
    for _ in range(len(above)):
        before = title.inner_text()
        # Two presses at one place that follow each other at once are a double click, which shows the whole map.
        page.mouse.click(*at, delay=400) if habit == "mouse" else captain.key("Enter")
        expect(title).not_to_have_text(before)
    expect(title).to_contain_text("Base")


@pytest.mark.long
def test_the_lesson_and_its_pages_in_chinese(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="zh-CN")
    page.goto(LESSONS)
    expect(page.get_by_role("heading", level=1)).to_contain_text("学习")
    assert_no_raw_text(page)
    page.get_by_role("button", name="开始课程").click()
    person = scene(page)
    expect(lesson(page)).to_contain_text("占领德雷尔")
    assert_no_raw_text(page)
    page.get_by_role("tab", name="文字").click()
    page.locator("#pane-text input").first.fill("move A2 O 50")
    page.locator("#pane-text input").first.press("Enter")
    person.wait_saved()
    for _ in range(2):
        expect(page.locator("#ready")).to_have_text("就绪")
        page.locator("#ready").click()
    has_verdict(page, "passed")
    assert_no_raw_text(page)


def test_one_goes_on_where_one_was_and_tries_again_what_went_wrong(open_page: Callable[..., Page]) -> None:
    """axe finds nothing in the scenes and on the lists."""
    page = open_page(bypass_csp=True)
    page.goto("/lessons/")
    check(page)
    page.goto(LESSONS)
    check(page)
    person = begin(page)
    check(page)
    person.command("move A2 O 50")
    for number in (1, 2):
        person.at_round(number)
        person.ready()
    has_verdict(page, "passed")
    check(page)
    page.goto("/")
    person = begin(page, "Go on: 1 of 7 passed")
    expect(lesson(page)).to_contain_text("2 of 7")
    person.command("move A2 O 80")
    person.ready()
    has_verdict(page, "failed")
    expect(lesson(page)).to_contain_text("Try again: the position is the same")
    address = page.url
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url(lambda url: url != address)
    person = scene(page)
    has_verdict(page, "open")
    person.at_round(1)
    person.command("move A2 O 40")
    person.ready()
    person.at_round(2)
    address = page.url
    person = begin(page, "Go on: 1 of 7 passed")
    assert page.url == address, "in the middle of the scene, with what was played"
    person.at_round(2)
    person.ready()
    has_verdict(page, "passed")


def test_a_puzzle_says_itself_that_it_is_won_and_the_end_of_the_lesson_leads_into_a_match(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    page.goto(LESSONS)
    page.get_by_role("listitem").filter(has_text="Win in two rounds").get_by_role("button").click()
    person = scene(page)
    expect(lesson(page)).to_contain_text("Puzzle")
    person.at_round(23)
    person.command("move A0 O 36")
    person.command("fast O")
    person.ready()
    person.at_round(24)
    person.ready()
    has_verdict(page, "passed")
    expect(page.locator("#end")).to_be_hidden()
    expect(page.get_by_role("button", name="Next: Survive")).to_be_visible()
    person = enter_scene(page, "How to win")
    person.command("move O A1 30")
    person.ready()
    person.at_round(60)
    expect(page.get_by_role("button", name="Play a bot now")).to_be_hidden()
    person.ready()
    has_verdict(page, "passed")
    page.get_by_role("button", name="Play a bot now").click()
    person.at_match()
    expect(lesson(page)).to_have_count(0)
    expect(page.locator("#first-hint")).to_be_visible()
