"""What does a person do at the sea chart of Deep Blue? By pointing and by what the pages say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from games.core.names import called
from tests.browser.chart import NAME, Chart, apart, cell_of, column, find_chart
from tests.browser.pages import Person, at_rest, place_in

PLACE = re.compile(r"^(?P<kind>[A-Z][a-z]+(?: [a-z]+)*) (?P<name>[A-Z].*?) at [^(]+ \((?P<cell>[A-Z]{1,2}\d{1,2})[,)]")
"""A line of the text view: “Cargo ship Coral Lizard at Berg Narrows (R19, surface), …”."""


class Captain(Person):
    """Somebody who commands a fleet: what they read, and how they point."""

    chart: Chart

    def at_sea(self, **table: object) -> Captain:
        """Into a match against the weakest bot."""
        self.become_guest()
        self.open_table("deep_blue", **table)
        self.start()
        expect(self.page.locator(".db-panel")).to_be_attached()
        return self

    def tab(self, name: str) -> None:
        """As for everybody; on a phone the sheet is pulled up for it."""
        sheet = self.page.locator("#sheet")
        if sheet.is_visible() and self.page.locator("#match").get_attribute("data-sheet") != "full":
            self.page.locator("#match").evaluate("match => { match.dataset.sheet = 'full' }")
        super().tab(name)

    def lower(self) -> None:
        """The sheet is down again, so that the chart has its room."""
        self.page.locator("#match").evaluate("match => { match.dataset.sheet = 'low' }")

    def look(self) -> Captain:
        """Learn where cells are."""
        self.chart = find_chart(self.page)
        return self

    def fleet(self) -> dict[str, list[tuple[str, str]]]:
        """Own units by kind: name and cell, by the text view."""
        found: dict[str, list[tuple[str, str]]] = {}
        own = self.text_view().partition("Your fleet")[2].partition("Bases, islands")[0].partition("Ships in sight")[0]
        for line in own.splitlines():
            match = PLACE.match(line)
            if match:
                found.setdefault(match["kind"], []).append((match["name"], match["cell"]))
        self.tab("Board")
        return found

    def base(self) -> tuple[str, str]:
        """Name and first cell of the own base."""
        return next((name, cell) for name, cell, line in self._buildings("Base") if "yours" in line)

    def mine(self) -> tuple[str, str]:
        """Name and first cell of the nearest mine."""
        _, home = self.base()
        return min(((name, cell) for name, cell, _ in self._buildings("Mine")), key=lambda found: apart(found[1], home))

    def _buildings(self, kind: str) -> list[tuple[str, str, str]]:
        """Name, first cell and line in the text view of each building of a kind."""
        lines = [(PLACE.match(line), line) for line in self.text_view().splitlines()]
        self.tab("Board")
        return [(match["name"], match["cell"], line) for match, line in lines if match and match["kind"] == kind]

    def sea(self, cell: str) -> str:
        """The part of the sea in which a cell lies: what the page calls it in sentences."""
        return place_in(self.view()["names"]["seas"], *cell_of(cell))

    def stored(self, name: str) -> Any:
        """What a unit or building with that name is ordered, as the server has it: the very cells and targets behind the names."""
        self.wait_saved()
        view = self.view()
        units, buildings = view["names"]["units"], view["names"]["buildings"]
        ids = {called(buildings if "rect" in one else units, one["id"])[0]: str(one["id"]) for one in view["elements"]}
        return self.ask("orders")["orders"].get("units", {}).get(ids[name], {})

    def drafts(self) -> Locator:
        """What is ordered, in words."""
        return self.page.locator("#drafts")

    def click(self, cell: str, **how: object) -> None:
        """Press a button of the mouse on a cell."""
        x, y = self.chart.at(cell)
        self.page.mouse.click(x, y, **how)

    def menu_at(self, cell: str) -> None:
        """Open the menu of all that can be ordered at a cell."""
        self.page.keyboard.down("Control")
        self.click(cell, button="right")
        self.page.keyboard.up("Control")
        expect(self.page.get_by_role("dialog", name="Orders here")).to_contain_text(cell)

    def box(self, first: str, last: str) -> None:
        """Draw a box from one cell to another with Shift."""
        (left, top), (right, bottom) = self.chart.at(first), self.chart.at(last)
        self.page.keyboard.down("Shift")
        self.page.mouse.move(left, top)
        self.page.mouse.down()
        self.page.mouse.move(right, bottom, steps=4)
        self.page.mouse.up()
        self.page.keyboard.up("Shift")

    @staticmethod
    def beside(cell: str) -> str:
        """The cell above."""
        return re.sub(r"\d+", lambda row: str(int(row[0]) - 1 or 2), cell)

    def press(self, *keys: str) -> None:
        """Type keys on the board."""
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        """A button of the panel."""
        return self.page.locator("#context").get_by_role("button", name=name, exact=False).first

    def product(self, name: str) -> Locator:
        """What the yard can build."""
        return self.page.get_by_role("group", name="Build", exact=True).get_by_role("button", name=name)

    def choose(self, name: str) -> None:
        """Take a choice of the menu beside the hand; where the server had no time, ask again."""
        menu = self.page.get_by_role("dialog", name="Orders here")
        choice = menu.get_by_role("button", name=name).first
        again = menu.get_by_role("button", name="Ask again")
        expect(choice.or_(again).first).to_be_visible()
        if not choice.is_visible():
            again.click()
        choice.click()

    def tap(self, cell: str, *, long: bool = False) -> None:
        """Touch a cell, shortly or long."""
        x, y = self.chart.at(cell)
        if not long:
            self.page.touchscreen.tap(x, y)
            return
        hand = self.page.context.new_cdp_session(self.page)
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(self.page.get_by_role("dialog", name="Orders here")).to_be_visible()
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def settle(self) -> Captain:
        """Wait until the camera rests."""
        at_rest(self.page)
        return self

    def beside_where(self, cell: str, is_right: Callable[[str], bool]) -> str:
        """A cell near another of which the panel says the right thing."""
        found = NAME.match(cell)
        assert found is not None
        for across, down in (
            (x, y) for ring in (1, 2, 3) for x in range(-ring, ring + 1) for y in range(-ring, ring + 1)
        ):
            x, y = self.chart.at(cell)
            self.page.mouse.move(x + across * self.chart.size, y + down * self.chart.size)
            at_rest(self.page)
            words = self.page.locator(".db-place").text_content() or ""
            if is_right(words) and not words.startswith(cell):
                return words.partition(",")[0]
        raise AssertionError(f"nothing fits beside {cell}")

    def water_beside(self, cell: str) -> str:
        """A cell where nobody is."""
        return self.beside_where(cell, lambda words: words.endswith("sea"))

    def friend_beside(self, cell: str) -> str:
        """A cell with a ship that can be supplied."""
        return self.beside_where(cell, lambda words: re.search(r"destroyer|cruiser", words) is not None)

    def refused(self, command: str, words: str) -> None:
        """Type a command that means nothing, and read why."""
        self.tab("Text")
        field = self.page.get_by_label("Command", exact=True)
        field.fill(command)
        field.press("Enter")
        expect(self.page.locator("#text-view-answer")).to_contain_text(words)

    def steer(self, cell: str) -> None:
        """Move the cursor to a cell by arrow keys."""
        place = self.page.locator(".db-place")
        self.page.keyboard.press("ArrowUp")
        at_rest(self.page)
        now = NAME.match((place.text_content() or "").partition(",")[0])
        wanted = NAME.match(cell)
        assert now is not None and wanted is not None
        across, down = column(wanted[1]) - column(now[1]), int(wanted[2]) - int(now[2])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        at_rest(self.page)
        expect(place).to_contain_text(re.compile(rf"^{cell},"))

    def pick(self, kind: str) -> str:
        """Go to the next unit without orders of that kind by Tab; its name."""
        title = self.page.locator(".kit-card h3")
        for _ in range(20):
            self.press("Tab")
            at_rest(self.page)
            name = title.text_content() or ""
            if name.startswith(kind):
                return name.removeprefix(kind).strip()
        raise AssertionError(f"no {kind} is without orders")

    def play_on(self, first: int, last: int, ready: Callable[[], None] | None = None) -> None:
        """Be ready round after round, by the button or another way; the match may be over sooner."""
        for number in range(first, last + 1):
            if self.page.locator("#end").is_visible():
                return
            self.at_round(number)
            expect(self.page.locator("#ready")).to_have_text("Ready")
            expect(self.page.locator("#ready")).to_be_enabled()
            (ready or self.ready)()
