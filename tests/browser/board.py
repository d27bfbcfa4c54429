"""Where are the planets on the chart? Found as an eye-less hand finds them: by pointing until the panel names one. No pixel is read."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

# Points at a grid over the board; wherever the pointer turns into a hand something can be pressed, and the card says what it is.
SCAN = """async (step) => {
  const board = document.getElementById('board');
  const box = board.getBoundingClientRect();
  const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const point = (x, y) => board.dispatchEvent(
    new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }));
  const spots = new Map();
  for (let y = box.top + step; y < box.bottom - 4; y += step) {
    for (let x = box.left + step; x < box.right - 4; x += step) {
      if (!board.contains(document.elementFromPoint(x, y))) continue;
      point(x, y);
      if (board.style.cursor !== 'pointer') continue;
      await frame();
      const card = document.querySelector('#context .pc-card');
      const name = card?.querySelector('h3')?.textContent;
      if (!name) continue;
      const spot = spots.get(name) ?? { name, owner: card.querySelector('dd')?.textContent ?? '', sum: [0, 0], count: 0 };
      spot.ways = [...card.querySelectorAll('.kit-chip')].map((way) => way.firstChild.textContent);
      spot.sum = [spot.sum[0] + x, spot.sum[1] + y];
      spot.count += 1;
      spots.set(name, spot);
    }
  }
  board.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  await frame();
  return [...spots.values()].map(({ name, owner, ways, sum, count }) =>
    ({ name, owner, ways, x: sum[0] / count, y: sum[1] / count }));
}"""


@dataclass(frozen=True)
class Planet:
    """What the card says of a planet, and where on the page it is."""

    name: str
    owner: str
    ways: list[str]
    x: float
    y: float


def find_planets(page: Page, step: int = 12) -> dict[str, Planet]:
    """The planets of the Planet Conquer board that is on the page, by name."""
    return {spot["name"]: Planet(**spot) for spot in page.evaluate(SCAN, step)}


def own_and_neighbour(page: Page) -> tuple[Planet, Planet]:
    """A planet of one's own and one that a route leads to."""
    for _ in range(50):
        planets = find_planets(page)
        own = next((planet for planet in planets.values() if planet.owner == "you"), None)
        if own is not None:
            break
        page.wait_for_timeout(100)  # the board is drawn a moment after the page is there
    assert own is not None, planets
    return own, next(planets[name] for name in own.ways if name in planets)
