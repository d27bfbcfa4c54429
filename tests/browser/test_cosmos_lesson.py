"""The lesson of Cosmos from its first scene to its last with a keyboard alone, as its hints say."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import at_rest
from tests.browser.test_keyboard import Keys


class Student(Keys):
    """Somebody who plays scenes by keys and hears what is told."""

    def begin(self) -> None:
        """Wait for the board of a scene, and go there."""
        self.page.wait_for_url(re.compile(r"/matches/\w+/lesson/"))
        expect(self.page.locator("#match")).to_have_attribute("data-state", "open")
        expect(self.page.locator("#ready")).to_have_attribute("aria-disabled", "false")
        self.go_to(self.page.locator("#board"))

    def choose_own(self, kind: str) -> None:
        """Tab goes from one of one's own to the next."""
        title = self.page.locator("#context .kit-card h3").first
        for _ in range(6):
            if kind in (title.text_content() or ""):
                return
            self.press("Tab")
            at_rest(self.page)
        raise AssertionError(f"Tab does not reach the {kind}")

    def steer(self, x: int, y: int) -> None:
        """Move the cursor to a tile by what it says of the one where it is."""
        for _ in range(50):
            found = re.search(r"(-?\d+):(-?\d+)", self.page.locator("#say").inner_text())
            here = (int(found[1]), int(found[2])) if found else None
            if here == (x, y):
                return
            across = "ArrowRight" if here is None or here[0] < x else "ArrowLeft"
            self.press(across if here is None or here[0] != x else "ArrowUp" if here[1] < y else "ArrowDown")
            expect(self.page.locator("#say")).not_to_be_empty()  # emptied at once, spoken a moment later
        raise AssertionError(f"the cursor does not reach {x}:{y}")

    def routine(self, name: str) -> None:
        """From the chart to the routines of who is chosen, and back."""
        self.press("t")
        wanted = self.page.get_by_role("group", name="Routines for the chosen").get_by_role("button", name=name)
        self.go_to(wanted)
        self.press("Enter")
        expect(wanted).to_have_attribute("aria-pressed", "true")

    def drafted(self, text: str) -> None:
        expect(self.page.locator("#drafts")).to_contain_text(text)

    def bid_in_every_round(self, energy: int) -> None:
        """From the chart to the bids, and on to those that are repeated."""
        self.press("c")
        self.go_to(self.page.get_by_role("group", name="Bids in every round").get_by_role("radio", checked=True))
        self.press("ArrowRight")
        expect(self.page.get_by_role("radio", name="the same")).to_be_checked()
        self.go_to(self.page.get_by_role("spinbutton", name="Bid in every round"))
        self.press("Control+a")
        self.page.keyboard.type(str(energy))
        self.press("Enter")
        self.drafted(str(energy))

    def play_step(self) -> None:
        step = self.page.locator("#match-step").inner_text()
        # On the chart Tab would choose another one of one's own on the way.
        if self.page.locator("#board").evaluate("board => board === document.activeElement"):
            self.press("Space")
        else:
            self.use(self.page.locator("#ready"))
        expect(self.page.locator("#match-step")).not_to_have_text(step)
        expect(
            self.page.locator("#lesson:not([data-verdict=open]), #ready[aria-disabled=false]").first
        ).to_be_attached()
        at_rest(self.page)

    def pass_scene(self) -> None:
        """Ready until the scene is passed, at most four steps."""
        lesson = self.page.locator("#lesson")
        for _ in range(4):
            self.play_step()
            if lesson.get_attribute("data-verdict") != "open":
                break
        expect(lesson).to_have_attribute("data-verdict", "passed")

    def go_on(self) -> None:
        address = self.page.url
        self.use(self.page.locator("#lesson").get_by_role("button", name="Next scene"))
        self.page.wait_for_url(lambda url: url != address)
        self.begin()


@pytest.mark.long
def test_the_whole_lesson_by_keys_alone(open_page: Callable[..., Page]) -> None:
    page = open_page()
    student = Student(page)
    page.goto("/games/cosmos/lessons/")
    student.use(page.get_by_role("button", name="Begin the lesson"))
    student.begin()
    student.press("b", "ArrowRight", "ArrowRight", "Enter")
    student.drafted("builds a Miner")
    student.pass_scene()
    student.go_on()
    student.choose_own("Scout")
    student.press("g")
    student.steer(16, 9)
    student.press("Enter")
    student.drafted("goes to 16:9")
    student.pass_scene()
    student.go_on()
    student.choose_own("Battleship")
    student.press("o", "p")
    student.drafted("bursts, squared radius 1")
    student.pass_scene()
    student.go_on()
    student.choose_own("Scout")
    student.press("g")
    student.steer(18, 10)
    student.press("Enter")
    student.play_step()
    student.go_to(page.locator("#board"))
    student.routine("Hunter")
    student.pass_scene()
    student.go_on()
    student.choose_own("Planet")
    student.routine("Economy")
    student.pass_scene()
    student.go_on()
    student.choose_own("Planet")
    student.press("c", "Control+a")
    page.keyboard.type("9")
    student.press("Enter")
    student.drafted("bids 9")
    student.pass_scene()
    student.go_on()
    student.choose_own("Planet")
    student.bid_in_every_round(7)
    student.pass_scene()
    student.use(page.get_by_role("button", name="Play a bot now"))
    expect(page.locator("#first-hint")).to_be_visible()
