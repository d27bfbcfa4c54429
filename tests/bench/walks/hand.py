"""What does a hand do in front of a page? It presses, taps or types; every act is counted. What an order takes on a board says each game's hand."""

from __future__ import annotations

from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import LONG, WAIT_SAVED

Json = Any
Habit = Literal["mouse", "touch", "keyboard"]
SPOKEN = "() => new Promise((go) => setTimeout(() => requestAnimationFrame(go), 60))"
"""Waits until what a key says is in `#say`: the page empties it first and writes 50 ms later (`announce` in `match/cues.js`)."""
FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


class Stuck(Exception):
    """The page does not show what the hand looks for."""


class Hand:
    """A newcomer's hand. Subclasses know the board of one game."""

    def __init__(self, page: Page, habit: Habit) -> None:
        self.page = page
        self.habit = habit
        self.acts = 0
        """Presses, taps, drags and keys so far; reaching something with Tab counts as one, however far it is."""

    # --- Anything on any page

    def press(self, what: Locator) -> None:
        """Click it, tap it, or go there and press Enter."""
        self.acts += 1
        if self.habit == "touch":
            what.tap()
        elif self.habit == "mouse":
            what.click()
        else:
            self.acts += 1
            what.focus()
            self.page.keyboard.press("Enter")

    def key(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.acts += 1
            self.page.keyboard.press(key)

    def write(self, field: Locator, number: int) -> None:
        """Put a number into a field."""
        self.acts += 2
        field.fill(str(number))
        field.press("Enter")

    def point(self, x: float, y: float) -> None:
        """Click or tap a point of the page."""
        self.acts += 1
        if self.habit == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self.page.evaluate(FRAMES)

    def aim(self, x: float, y: float) -> None:
        """Order something at a point: the right button of a mouse; fingers tap."""
        if self.habit == "touch":
            self.point(x, y)
            return
        self.acts += 1
        self.page.mouse.click(x, y, button="right")
        self.page.evaluate(FRAMES)

    # --- The match page

    def panel(self, *, is_open: bool = True) -> None:
        """On a phone: pull the sheet up until the panel can be read, or push it down."""
        sheet, match = self.page.locator("#sheet"), self.page.locator("#match")
        for _ in range(3):
            if not sheet.is_visible() or (match.get_attribute("data-sheet") == "low") != is_open:
                return
            self.press(sheet)

    def in_panel(self, what: Locator) -> None:
        """Press something in the panel beside the board."""
        self.panel()
        self.press(what)
        self.panel(is_open=False)

    def to_board(self) -> None:
        """Keys go to the board, with nothing chosen."""
        self.acts += 1
        self.page.locator("#board").focus()

    def saved(self) -> None:
        """The orders are on the server."""
        found = self.page.evaluate(WAIT_SAVED, LONG)
        if found != "saved":
            raise Stuck(f"the orders are {found}: {self.page.locator('#problem').text_content()}")

    def ready(self) -> None:
        """Done with the step."""
        button = self.page.locator("#ready")
        expect(button).to_have_attribute("aria-disabled", "false")
        if self.habit == "keyboard":
            self.to_board()
            self.key("Space")
        else:
            self.press(button)

    # --- What each game adds

    def begin(self) -> None:
        """A board has come: look around."""
        expect(self.page.locator("#board-wait")).to_be_hidden()
        self.page.evaluate(FRAMES)

    def give(self, view: Json, choices: Json, orders: Json) -> None:
        """Order that on the board."""
        raise NotImplementedError
