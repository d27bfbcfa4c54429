"""How does a newcomer order in Deep Blue? A press chooses a ship, another one says where; fingers choose from the menu that opens."""

from __future__ import annotations

import re
from typing import Any

from games.core.names import Book, called
from tests.bench.walks.cells import CellHand
from tests.bench.walks.hand import FRAMES, SPOKEN, Stuck
from tests.browser.chart import BARE, column, letters

Json = Any
AROUND = ((0, 0), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3))
"""Planes are drawn beside the middle of their cell, submarines too: where a press may hit them, in cells."""
LAYERS = 3
"""Enter on a cell chooses what is there one after the other."""


class DeepBlue(CellHand):
    """The panel names the cell under the pointer."""

    selector = ".db-place"
    name = BARE
    names: Book
    """What ships of the match are called."""

    @staticmethod
    def read(found: re.Match[str]) -> tuple[int, int]:
        return column(found[1]), int(found[2]) - 1

    def give(self, view: Json, choices: Json, orders: Json) -> None:
        self.names = view["names"]["units"]
        at = {one["id"]: one for one in view["elements"]}
        for key, order in orders.get("units", {}).items():
            one = at[int(key)]
            if not self._choose(one):
                continue
            command, standing = order.get("command"), order.get("standing")
            if command:
                self._order(_place(at[command["target"]]), f"{command['type']} {command['target']}")
            elif standing:
                self._run(_place(at[standing["target"]]))
            if order.get("move"):
                self._order(tuple(order["move"]), "move")
        for product in orders.get("production", []):
            self.in_panel(
                self.page.locator(
                    f"#context .kit-section:has(.db-composer) [data-key='{product['kind']}']:visible"
                ).first
            )

    def _choose(self, one: Json) -> bool:
        """Press a ship, or the base; False if another one lies over it."""
        if self.habit == "keyboard":
            self.to_board()
            self.key("Escape", "Escape", "Escape")
            self.steer(*_place(one))
            for _ in range(LAYERS):
                self.key("Enter")
                self.page.evaluate(FRAMES)
                if self._is_chosen(one):
                    break
        else:
            x, y = _place(one)
            for across, down in AROUND:
                if self.reach(x + across, y + down, lambda: self._is_chosen(one)):
                    break
        self.page.evaluate(FRAMES)
        return self._is_chosen(one)

    def _is_chosen(self, one: Json) -> bool:
        """Whether the card is of that ship, by its name; a base needs no look."""
        title = self.page.locator(".kit-card h3").first
        return "rect" in one or (title.text_content() or "").endswith(tuple(called(self.names, one["id"])))

    def _order(self, cell: tuple[int, ...], choice: str) -> None:
        x, y = cell
        if self.habit == "keyboard":
            if choice == "move":
                self.key("m")
            self.steer(x, y)
            self.key("Enter")
        else:
            menu = self.page.locator(".kit-menu")
            if self.habit == "touch":
                if not self.reach(x, y, menu.is_visible):
                    # A ship of one's own lies there: it is chosen instead, and the newcomer lets it be.
                    return
                self._from_menu(choice)
            else:
                self.aim(*self.place(x, y))
        self.page.wait_for_timeout(150)

    def _from_menu(self, choice: str) -> None:
        wanted = self.page.locator(f".kit-choices button[data-key='{choice}']")
        wanted.wait_for()
        if wanted.is_disabled():
            raise Stuck(f"{choice}: {wanted.text_content()}")
        self.press(wanted)
        close = self.page.locator(".kit-menu header button")
        if close.is_visible():
            self.press(close)

    def _run(self, cell: tuple[int, int]) -> None:
        """Round after round: "Patrol, escort, run" and the place."""
        if self.habit == "keyboard":
            self.key("p")
            self.steer(*cell)
            self.key("Enter")
        else:
            self.in_panel(self.page.locator("#context .db-unit > .kit-acts > button:has(kbd:text-is('P'))"))
            self.point(*self.place(*cell))
        self.page.wait_for_timeout(300)

    def steer(self, x: int, y: int) -> None:
        """Move the cursor to a cell: J and its name."""
        name = f"{letters(x)}{y + 1}"
        self.key("j", *name.lower())
        self.page.evaluate(SPOKEN)
        if not (self.page.locator("#say").text_content() or "").startswith(name):
            raise Stuck(f"J does not lead to {name}")


def _place(one: Json) -> tuple[int, int]:
    x, y = one["rect"][:2] if "rect" in one else one["pos"][:2]
    return x, y
