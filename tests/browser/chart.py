"""Where are the cells of the sea chart? Found as an eye-less hand finds them: by pointing until the panel names the cell. No pixel is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Page

# Points along the middle of the board, across and down; the panel says which cell lies there.
SCAN = """async (steps) => {
  const board = document.getElementById('board');
  const box = board.getBoundingClientRect();
  const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const found = [];
  for (const isRow of [false, true]) {
    for (let i = 1; i < steps; i += 1) {
      const x = box.left + (box.width * (isRow ? 0.53 : i / steps));
      const y = box.top + (box.height * (isRow ? i / steps : 0.47));
      if (!board.contains(document.elementFromPoint(x, y))) continue;
      board.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }));
      await frame();
      // Over a ship or building the panel names that one's cell, not the pointer's.
      const [name, , ...there] = document.querySelector('.db-place').textContent.split(',');
      if (!there.length) found.push([isRow, isRow ? y : x, name]);
    }
  }
  board.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  return found;
}"""
NAME = re.compile(r"([A-Z]{1,2})(\d{1,2})$")


def column(letters: str) -> int:
    """Number of a column from 0 on."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def apart(a: str, b: str) -> int:
    """Steps along rows and columns between two cells."""
    one, other = NAME.match(a), NAME.match(b)
    assert one is not None and other is not None
    return abs(column(one[1]) - column(other[1])) + abs(int(one[2]) - int(other[2]))


@dataclass(frozen=True)
class Chart:
    """How cells lie on the page: pixel of the middle of cell 0, and pixels from cell to cell, across and down."""

    left: float
    top: float
    size: float

    def at(self, name: str) -> tuple[float, float]:
        """Middle of a cell on the page."""
        found = NAME.match(name)
        assert found is not None, name
        return self.left + column(found[1]) * self.size, self.top + (int(found[2]) - 1) * self.size


def find_chart(page: Page, steps: int = 60) -> Chart:
    """The chart that is on the page, as it lies there now."""
    spots = {False: [], True: []}
    for is_row, at, name in page.evaluate(SCAN, steps):
        found = NAME.match(name)
        if found is not None:
            spots[is_row].append((int(found[2]) - 1 if is_row else column(found[1]), at))
    (left, wide), (top, _) = _line(spots[False]), _line(spots[True])
    return Chart(left, top, wide)


def _line(spots: list[tuple[int, float]]) -> tuple[float, float]:
    """Start and step of pixels by number, the best that fits all."""
    count = len(spots)
    assert count > 4, spots
    mean_n, mean_at = sum(n for n, _ in spots) / count, sum(at for _, at in spots) / count
    step = sum((n - mean_n) * (at - mean_at) for n, at in spots) / sum((n - mean_n) ** 2 for n, _ in spots)
    return mean_at - step * mean_n, step
