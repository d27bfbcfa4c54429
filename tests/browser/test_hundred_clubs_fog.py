"""The campus under fog is readable in the dark theme and not washed out in the light one. The test reads the board's own pixels."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.bench.walks.hundred_clubs import HundredClubs
from tests.browser.pages import Person, at_rest
from tests.browser.test_hundred_clubs_reach import TABLE
from tests.sweeps import first

Colour = tuple[float, float, float]
UNSEEN, NOBODY = "?", "."
PIXELS = """(boxes) => {
  const board = document.getElementById('board').getBoundingClientRect();
  const sheet = document.createElement('canvas');
  [sheet.width, sheet.height] = [board.width, board.height].map(Math.round);
  const ctx = sheet.getContext('2d');
  for (const canvas of document.querySelectorAll('#board > canvas')) {
    const box = canvas.getBoundingClientRect();
    if (canvas.checkVisibility()) ctx.drawImage(canvas, box.left - board.left, box.top - board.top, box.width, box.height);
  }
  return boxes.map(([x, y, size]) => {
    const { data } = ctx.getImageData(Math.round(x - board.left - size / 2), Math.round(y - board.top - size / 2), size, size);
    const sums = [0, 0, 0];
    data.forEach((value, at) => { if (at % 4 < 3) sums[at % 4] += value; });
    return sums.map((sum) => sum / (data.length / 4));
  });
}"""
"""Mean colours of squares of the board: [left, top, size] of their middles on the page → [red, green, blue], from 0 to 255."""


def lab(colour: Colour) -> Colour:
    """CIELAB (D65) of a colour in sRGB: lightness from 0 to 100, and two axes of hue. Differences of 2 can just be seen."""
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (part / 255 for part in colour))
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def mean(colours: list[Colour]) -> Colour:
    red, green, blue = (sum(part) / len(colours) for part in zip(*colours, strict=True))
    return red, green, blue


LIGHTNESS = {"dark": (18, 50), "light": (50, 72)}
"""What lies under fog: brighter than the page around it by night, darker than paper by day."""
GROUNDS = ["grass", "road", "water"]
APART = 6.0
"""Three times what can just be seen: between kinds of ground under fog, and between what is seen and what is not."""


@pytest.mark.parametrize("theme", first(LIGHTNESS))
def test_fog_hides_owners_and_not_the_land(open_page: Callable[..., Page], theme: str) -> None:
    page = open_page(viewport={"width": 1600, "height": 1000})
    person = Person(page, "Ada").become_guest()
    person.open_table("hundred_clubs", **TABLE)
    match = person.start()
    view = page.request.get(f"/api/matches/{match}/view/").json()["view"]
    low, high = LIGHTNESS[theme]
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    # Until the picture of the campus is there, for each theme its own, the board shows a coarse one or that of the other theme.
    at_rest(page)
    colours = {key: lab(mean(page.evaluate(PIXELS, boxes))) for key, boxes in squares(page, view).items()}
    fogged = {kind: colour for (owner, kind), colour in colours.items() if owner == UNSEEN}
    for kind, (lightness, _, _) in fogged.items():
        assert low < lightness < high, (theme, kind, fogged[kind])
    for one, other in combinations(GROUNDS, 2):
        assert math.dist(fogged[one], fogged[other]) > APART, (theme, one, fogged[one], other, fogged[other])
    seen = {kind: colour for (owner, kind), colour in colours.items() if owner == NOBODY}
    on_both_sides = seen.keys() & fogged.keys()
    assert on_both_sides
    for kind in on_both_sides:
        assert math.dist(seen[kind], fogged[kind]) > APART, (theme, kind, seen[kind], fogged[kind])


def squares(page: Page, view: dict[str, Any]) -> dict[tuple[str, str], list[tuple[float, float, int]]]:
    """The inner part of every cell that lies whole on the board, by the letter of its owner and its kind of ground."""
    hand = HundredClubs(page, "mouse")
    hand.look()
    board = page.locator("#board").bounding_box()
    assert board is not None
    size = round(hand.cells.wide * 0.8)
    found = defaultdict(list)
    for y, row in enumerate(view["map"]["rows"]):
        for x, letter in enumerate(row):
            left, top = hand.cells.at(x, y)
            is_inside = (
                size < left - board["x"] < board["width"] - size and size < top - board["y"] < board["height"] - size
            )
            if is_inside:
                found[view["owners"][y][x], view["terrain"][letter]["key"]].append((left, top, size))
    return found
