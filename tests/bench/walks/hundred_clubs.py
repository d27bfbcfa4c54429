"""How does a newcomer order in Hundred Clubs? A press on a cell puts a campaign; "the rest" or a number makes it large."""

from __future__ import annotations

import re
from typing import Any

from tests.bench.walks.cells import CellHand
from tests.bench.walks.hand import FRAMES, Stuck

Json = Any
NAME = r"(?:.*[(（])?(\d+),(\d+)"
"""A cell alone, or behind the name of its place: “Library (15,8)”."""


class HundredClubs(CellHand):
    """The note beside the pointer names cells."""

    selector = ".hcb-place"
    name = NAME

    def give(self, view: Json, choices: Json, orders: Json) -> None:
        for seat, command in orders.get("diplomacy", {}).items():
            if command != "backstab":
                raise Stuck(f"a newcomer does not say {command}")
            self.panel()
            self.press(self.page.locator(f"#seats .seat[data-key='{seat}'] .hc-stab"))
            self.press(self.page.get_by_role("button", name="Order the backstab"))
            self.panel(is_open=False)
        for campaign in orders.get("campaigns", ()):
            x, y = campaign["at"]
            self._campaign(x, y, campaign["size"])

    def _campaign(self, x: int, y: int, size: int) -> None:
        if self.habit == "keyboard":
            self.to_board()
            self._steer(x, y)
            self.key("Enter", *str(size))
        else:
            handle = self.page.locator(".hcb-handle")
            if not self.reach(x, y, handle.is_visible):
                raise Stuck(f"no campaign on {x},{y}")
            rest = handle.locator(".hcb-rest")
            if rest.is_visible() and self._is_rest(
                rest.text_content() or "", handle.locator("[type=number]").input_value(), size
            ):
                self.press(rest)
            else:
                self.write(handle.locator("[type=number]"), size)
            # Done with this one: what is pressed next is another.
            self.press(handle.get_by_role("button", name="Done"))
        self.page.evaluate(FRAMES)

    @staticmethod
    def _is_rest(words: str, now: str, size: int) -> bool:
        """Whether the button for all that is left comes to that size."""
        more = re.search(r"\d+", words)
        return more is not None and int(now) + int(more[0]) == size

    def _steer(self, x: int, y: int) -> None:
        for _ in range(60):
            words = (
                self.page.locator(".hcb-place").text_content() if self.page.locator(".hcb-note").is_visible() else ""
            )
            found = re.match(NAME, words or "")
            here = (int(found[1]), int(found[2])) if found else None
            if here == (x, y):
                return
            if here is None or here[0] != x:
                self.key("ArrowRight" if here is None or here[0] < x else "ArrowLeft")
            else:
                self.key("ArrowDown" if here[1] < y else "ArrowUp")
            self.page.evaluate(FRAMES)
        raise Stuck(f"the cursor does not reach {x},{y}")
