"""Where on the page are the cells of a board? Found by pointing along two lines until the page names what lies there; and how a hand presses them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from statistics import linear_regression

from playwright.sync_api import Page

from tests.bench.walks.hand import Hand

SCAN = """async ([steps, selector]) => {
  const board = document.getElementById('board');
  const box = board.getBoundingClientRect();
  const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const leave = () => board.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  const read = async () => {
    await frame();
    const says = selector ? document.querySelector(selector) : null;
    if (selector) return says?.checkVisibility() ? [says.textContent] : [];
    return (await window.wordsPainted()).map(([text]) => text);
  };
  leave();
  // What is told without a pointer is told wherever the pointer is over nothing, too.
  const told = new Set(await read());
  const found = [];
  for (const isRow of [false, true]) {
    for (let i = 1; i < steps; i += 1) {
      const x = box.left + box.width * (isRow ? 0.5 : i / steps);
      const y = box.top + box.height * (isRow ? i / steps : 0.45);
      const under = document.elementFromPoint(x, y);
      if (!under || !board.contains(under) || under.closest('button')) continue;
      board.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }));
      found.push([isRow, isRow ? y : x, (await read()).filter((words) => !told.has(words))]);
    }
  }
  leave();
  await frame();
  return found;
}"""
IS_BOARD = """([x, y]) => document.getElementById('board').contains(document.elementFromPoint(x, y))
  && !document.elementFromPoint(x, y).closest('button, .kit-panel')"""
POINTS = 24
ENOUGH = 4
"""Cells that must be named in each direction."""


@dataclass(frozen=True)
class Cells:
    """Pixel of the middle of cell 0, and pixels from cell to cell, across and down."""

    left: float
    wide: float
    top: float
    high: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Middle of a cell on the page."""
        return self.left + x * self.wide, self.top + y * self.high


def find_cells(page: Page, selector: str, name: str, read: Callable[[re.Match[str]], tuple[int, int]]) -> Cells:
    """The cells as they lie now. `selector`: what names the cell under the pointer; "": the board paints it. `name`: how a name looks."""
    spots: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    for is_row, at, words in page.evaluate(SCAN, [POINTS, selector]):
        found = next((match for text in words if (match := re.match(name, text))), None)
        if found is not None:
            spots[is_row].append((read(found)[is_row], at))
    lines = []
    for is_row in (False, True):
        if len({number for number, _ in spots[is_row]}) < ENOUGH:
            raise LookupError(f"the board names no cells: {spots}")
        lines.append(linear_regression(*zip(*spots[is_row], strict=True)))
    return Cells(lines[0].intercept, lines[0].slope, lines[1].intercept, lines[1].slope)


FINGER = 22
"""Pixels from which on a cell is large enough for a finger."""
PULL = 150
"""Pixels that a finger pulls a map at once, at most."""
TRIES = 6
"""Presses until the page does what was meant: a board follows what grows, and comes closer where a finger could mean several things."""


class CellHand(Hand):
    """A hand on a board of cells. Subclasses say what names a cell."""

    selector = ""
    name = ""
    cells: Cells

    @staticmethod
    def read(found: re.Match[str]) -> tuple[int, int]:
        """The cell of a name: column and row from 0 on."""
        return int(found[1]), int(found[2])

    def begin(self) -> None:
        super().begin()
        if self.habit != "keyboard":
            self.look()

    def look(self) -> None:
        """Learn where the cells lie now."""
        self.cells = find_cells(self.page, self.selector, self.name, self.read)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a cell is on the page; what is not in view is dragged there, or brought by the button that shows the whole map."""
        at = self.cells.at(x, y)
        if not self.page.evaluate(IS_BOARD, at):
            if self.habit == "touch" and self.cells.wide > FINGER:
                self._drag(at)
            else:
                self.press(self.page.locator(".board-camera button").last)
            self.page.wait_for_timeout(400)
            self.look()
            at = self.cells.at(x, y)
        return at

    def _drag(self, at: tuple[float, float]) -> None:
        """Pull the map with a finger, so that this point comes nearer to the middle of the board."""
        box = self.page.locator("#board").bounding_box()
        if box is None:
            return
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        shift = [max(-PULL, min(PULL, one - other)) for one, other in zip(middle, at, strict=True)]
        finger = self.page.context.new_cdp_session(self.page)
        self.acts += 1
        for kind, part in (("touchStart", 0.0), ("touchMove", 0.3), ("touchMove", 0.7), ("touchMove", 1.0)):
            point = {"x": middle[0] + shift[0] * part, "y": middle[1] + shift[1] * part}
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()

    def reach(self, x: float, y: float, is_done: Callable[[], bool], *, aims: bool = False) -> bool:
        """Press a cell until it has worked; False if it does not. `aims`: to order something there."""
        for _ in range(TRIES):
            (self.aim if aims else self.point)(*self.place(x, y))
            for _ in range(5):
                if is_done():
                    return True
                self.page.wait_for_timeout(60)
            self.page.wait_for_timeout(300)
            self.look()
        return False
