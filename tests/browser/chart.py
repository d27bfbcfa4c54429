"""Where are the cells of the sea chart? Found as an eye-less hand finds them: by pointing until the panel names the cell. No pixel is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

# What does the panel say lies at each of these points? Null where it is another thing than a bare cell: over a ship or building the panel
# names that one's cell, not the pointer's.
PROBE = """async ([points, pattern]) => {
  const isBare = new RegExp(pattern);
  const board = document.getElementById('board');
  const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const found = [];
  for (const [x, y] of points) {
    found.push(null);
    if (!board.contains(document.elementFromPoint(x, y))) continue;
    board.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }));
    await frame();
    const bare = isBare.exec(document.querySelector('.db-place').textContent);
    if (bare) found[found.length - 1] = bare[1] + bare[2];
  }
  board.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  return found;
}"""
BISECTIONS = 4
ENDS = 3
"""So many edges between cells are found exactly at either end of a line."""
NAME = re.compile(r"([A-Z]{1,2})(\d{1,2})$")
BARE = r"^([A-Z]{1,2})(\d{1,2}), (?:[^,]+, )?(?:sea|land|海面|陆地)$"
"""What the panel says of a cell where nothing lies: its letters and number, the part of the sea, the ground."""


def column(letters: str) -> int:
    """Number of a column from 0 on."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def letters(column: int) -> str:
    """Letters of a column that is counted from 0 on."""
    return (letters(column // 26 - 1) if column >= 26 else "") + chr(65 + column % 26)


def cell_of(name: str) -> tuple[int, int]:
    """Column and row from 0 on of a cell's name."""
    found = NAME.match(name)
    assert found is not None, name
    return column(found[1]), int(found[2]) - 1


def apart(a: str, b: str) -> int:
    """Steps along rows and columns between two cells."""
    (x, y), (other_x, other_y) = cell_of(a), cell_of(b)
    return abs(x - other_x) + abs(y - other_y)


@dataclass(frozen=True)
class Chart:
    """How cells lie on the page: pixel of the middle of cell 0, and pixels from cell to cell, across and down."""

    left: float
    top: float
    size: float

    def at(self, name: str) -> tuple[float, float]:
        """Middle of a cell on the page."""
        x, y = cell_of(name)
        return self.left + x * self.size, self.top + y * self.size


def find_chart(page: Page, steps: int = 60) -> Chart:
    """The chart that is on the page, as it lies there now: from the edges between cells, which a ship beside them does not move."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    across, down = box["y"] + 0.47 * box["height"], box["x"] + 0.53 * box["width"]
    left, wide = _line(_edges(page, box["x"], box["width"] / steps, steps, lambda x: (x, across), _column))
    top, _ = _line(_edges(page, box["y"], box["height"] / steps, steps, lambda y: (down, y), _row))
    return Chart(left, top, wide)


def _column(name: str | None) -> int | None:
    found = NAME.match(name or "")
    return column(found[1]) if found else None


def _row(name: str | None) -> int | None:
    found = NAME.match(name or "")
    return int(found[2]) - 1 if found else None


def _edges(
    page: Page,
    start: float,
    step: float,
    steps: int,
    point: Callable[[float], tuple[float, float]],
    number: Callable[[str | None], int | None],
) -> list[tuple[float, float]]:
    """Number and pixel of edges between cells along a line, from its two ends: cell 3 ends at 3.5."""

    def probe(places: list[float]) -> list[int | None]:
        return [number(name) for name in page.evaluate(PROBE, [[point(at) for at in places], BARE])]

    places = [start + i * step for i in range(1, steps)]
    numbers = probe(places)
    pairs = [
        [n, places[i], places[i + 1]] for i, n in enumerate(numbers[:-1]) if n is not None and numbers[i + 1] == n + 1
    ]
    pairs = pairs if len(pairs) <= 2 * ENDS else pairs[:ENDS] + pairs[-ENDS:]
    for _ in range(BISECTIONS):
        middles = [(low + high) / 2 for _, low, high in pairs]
        for pair, middle, found in zip(pairs, middles, probe(middles), strict=True):
            if found == pair[0]:
                pair[1] = middle
            elif found == pair[0] + 1:
                pair[2] = middle
    return [(n + 0.5, (low + high) / 2) for n, low, high in pairs]


def _line(spots: list[tuple[float, float]]) -> tuple[float, float]:
    """Start and step of pixels by number, the best that fits all."""
    count = len(spots)
    assert count > 2, spots
    mean_n, mean_at = sum(n for n, _ in spots) / count, sum(at for _, at in spots) / count
    step = sum((n - mean_n) * (at - mean_at) for n, at in spots) / sum((n - mean_n) ** 2 for n, _ in spots)
    return mean_at - step * mean_n, step
