"""One newcomer, one game: from the landing page to the first order, through the lesson, to the first win. Only what pages show is pressed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

import games
from games.core.lessons import Lesson, Scene
from games.core.rng import SeededRng
from tests.bench.newcomers import NEWCOMERS
from tests.bench.walks.cosmos import Cosmos
from tests.bench.walks.deep_blue import DeepBlue
from tests.bench.walks.frames import Frames
from tests.bench.walks.hand import Habit, Hand, Stuck
from tests.bench.walks.hundred_clubs import HundredClubs
from tests.bench.walks.planet_conquer import PlanetConquer
from tests.bench.walks.sight import Sight
from tests.browser.drawn_text import WATCH as PAINTED
from tests.browser.pages import LONG

Json = Any
HANDS: dict[str, type[Hand]] = {
    "planet_conquer": PlanetConquer, "hundred_clubs": HundredClubs, "deep_blue": DeepBlue, "frames": Frames, "cosmos": Cosmos,
}  # fmt: skip
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LANGUAGES = {"en": "en-GB", "zh-hans": "zh-CN"}
MATCHES = 3
"""So many matches a newcomer plays until one is won."""
PATIENT = 4
"""Steps that somebody waits for what the last orders of a scene lead to."""
STEPS = 1500
NEW_STEP = """([step]) => document.querySelector('#match-step').textContent !== step
  || !document.getElementById('end').hidden || (document.getElementById('lesson')?.dataset.verdict ?? 'open') !== 'open'"""


@dataclass
class Told:
    """What a walk took, from the moment at which the landing page was there."""

    game: str
    habit: Habit
    language: str
    seconds: dict[str, float] = field(default_factory=dict)
    """By stage: `order`, `lesson`, `win`. A browser presses without reading, so these are the least that pages and rounds take."""
    acts: dict[str, int] = field(default_factory=dict)
    """Presses, taps, drags and keys up to that stage."""
    lost: int = 0
    """Matches that were not won before the first that was."""
    rounds: int = 0
    """Steps of the match that was won."""


class Walk:
    """A person in front of one page."""

    def __init__(self, page: Page, game: str, habit: Habit) -> None:
        self.page = page
        self.game = games.get(game)
        self.sight = Sight(page)
        self.hand = HANDS[game](page, habit)
        self.rng = SeededRng("walk")
        self.memory: dict[str, Json] = {}

    def play_now(self) -> None:
        """From the landing page into a first match."""
        self.hand.press(self.page.locator(f"form:has(input[name=game][value={self.game.id}]) button").first)
        self.at_match()

    def at_match(self) -> None:
        """Wait for the board, and look around."""
        self.page.wait_for_url(re.compile(r"/matches/\w+/"))
        expect(self.page.locator("#match")).to_have_attribute("data-state", "open")
        expect(self.page.locator("#ready")).to_have_attribute("aria-disabled", "false")
        self.page.wait_for_timeout(200)
        self.hand.begin()

    def turn(self, orders: Json = None) -> bool:
        """Order what a newcomer thinks of, or these orders, and be ready; False if nothing is due."""
        sight = self.sight
        step = self.page.locator("#match-step").text_content()
        # What is thought and what is pressed are about one position: another may come while the page is asked something.
        number, choices, acts = sight.step, sight.choices, self.hand.acts
        if choices is None:
            return False
        view = sight.view
        if orders is None:
            orders = NEWCOMERS[self.game.id].answer(view, choices, self.rng, self.memory)
        self.hand.give(view, choices, orders or {})
        if self.hand.acts > acts and not isinstance(self.hand, Frames):
            self.hand.saved()
        self.hand.ready()
        if isinstance(self.hand, Frames):
            self.until(lambda: sight.step > number)
        else:
            self.page.wait_for_function(NEW_STEP, arg=[step])
        return True

    def until(self, is_done: Callable[[], Any]) -> None:
        """Wait until the page has heard something."""
        end = time.monotonic() + LONG / 1000
        while not is_done():
            if time.monotonic() > end:
                raise Stuck(f"nothing comes: {self.page.locator('#awaited').text_content()}")
            self.page.wait_for_timeout(30)

    def settle(self) -> bool:
        """Wait until something is due again; False: the match, or the scene, is over."""
        over = self.page.locator("#end:not([hidden]), #lesson[data-verdict=passed], #lesson[data-verdict=failed]")
        due = self.page.locator("#ready[aria-disabled=false][aria-busy=false][aria-pressed=false]")
        self.until(lambda: over.count() or (self.sight.choices is not None and due.count()))
        return not over.count()

    def lesson(self) -> None:
        """From the lessons' page to the end of the lesson."""
        lesson = self.game.lessons[0]
        self.hand.press(self.page.locator("form[action*='/lessons/'] button.primary").first)
        for scene in lesson.scenes:
            self.scene(lesson, scene)

    def enter(self) -> None:
        """Wait for the scene that comes, and on a phone make room for its board."""
        self.page.wait_for_url(re.compile(r"/matches/\w+/lesson/"))
        expect(self.page.locator("#lesson")).to_be_visible()
        self.at_match()
        if self.hand.habit == "touch":
            self.hand.press(self.page.locator(".lesson-fold"))
            self.page.wait_for_timeout(400)
            self.hand.begin()

    def scene(self, lesson: Lesson, scene: Scene) -> None:
        """Do what the hint says, and go on."""
        self.enter()
        self.solve(scene.solution)
        if scene is not lesson.scenes[-1]:
            address = self.page.url
            self.hand.press(self.page.locator(".lesson-acts > .primary:not([hidden])"))
            self.page.wait_for_url(lambda url: url != address)

    def solve(self, solution: Sequence[Json]) -> None:
        """Give these orders, step by step, and then wait for the verdict of the scene."""
        for orders in [*solution, *[None] * PATIENT]:
            if not self.settle():
                break
            self.turn({} if orders is None and not isinstance(self.hand, Frames) else orders)
        verdict = self.page.locator("#lesson").get_attribute("data-verdict")
        if verdict != "passed":
            raise Stuck(f"the scene is {verdict}")

    def match(self) -> bool:
        """Play until it is over; True if it is won."""
        for _ in range(STEPS):
            if not self.settle():
                break
            self.turn()
        expect(self.page.locator("#end")).to_be_visible()
        self.until(lambda: self.sight.status.get("outcome"))
        return self.sight.place == 1


def walk(browser: Browser, url: str, game: str, habit: Habit, language: str, pictures: Path | None = None) -> Told:
    """The whole way; raises Stuck where it does not go on. What was seen last goes to `pictures`."""
    with opened(browser, url, habit, language) as page:
        try:
            return _walk(page, Told(game, habit, language))
        finally:
            if pictures:
                page.screenshot(path=pictures / f"{game}-{habit}-{language}.png")


def _walk(page: Page, told: Told) -> Told:
    game, habit = told.game, told.habit
    one = Walk(page, game, habit)
    page.goto("/")
    start = time.monotonic()

    def note(stage: str) -> None:
        told.seconds[stage], told.acts[stage] = round(time.monotonic() - start, 1), one.hand.acts

    one.play_now()
    one.settle()
    one.turn()
    note("order")
    one.settle()
    one.hand.press(page.locator("#first-hint a"))
    page.wait_for_url(re.compile("/lessons/"))
    one.lesson()
    note("lesson")
    one.hand.press(page.locator(".lesson-acts form button"))
    page.wait_for_url(re.compile(r"/matches/\w+/$"))
    for _ in range(MATCHES):
        one.memory = {}
        one.at_match()
        if one.match():
            note("win")
            told.rounds = one.sight.step
            return told
        told.lost += 1
        page.goto("/")
        one.play_now()
    raise Stuck(f"{MATCHES} matches, and none is won")


@contextmanager
def opened(browser: Browser, url: str, habit: Habit, language: str) -> Iterator[Page]:
    """A new person's page: a phone for fingers, else a desktop."""
    size: dict[str, Any] = (
        {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        if habit == "touch"
        else {"viewport": WIDE}
    )
    context = browser.new_context(base_url=url, locale=LANGUAGES[language], reduced_motion="reduce", **size)
    context.set_default_timeout(LONG)
    page = context.new_page()
    # Where a board paints the names of its cells, they are noted as it paints.
    page.add_init_script(PAINTED)
    try:
        yield page
    finally:
        context.close()


def as_json(told: Told) -> Json:
    """One walk as JSON."""
    return asdict(told)
