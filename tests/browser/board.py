"""Where are the planets on the chart? Found as an eye-less hand finds them: by pointing until the panel names one. No pixel is read."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.pages import at_rest

# Points at a grid over the board; wherever the pointer turns into a hand something can be pressed. A planet is as wide as high, a route is a
# thread: four hands in a square belong to a planet. The card says which, once the pointer rests in its middle: a frame for each planet, and
# none for each point.
SCAN = """async (step) => {
  const board = document.getElementById('board');
  const box = board.getBoundingClientRect();
  const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const point = (x, y) => board.dispatchEvent(
    new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }));
  const isHand = (x, y) => {
    if (!board.contains(document.elementFromPoint(x, y))) return false;
    point(x, y);
    return board.style.cursor === 'pointer';
  };
  const rows = [];
  for (let y = box.top + step; y < box.bottom - 4; y += step) {
    const row = [];
    for (let x = box.left + step; x < box.right - 4; x += step) row.push({ x, y, hand: isHand(x, y) });
    rows.push(row);
  }
  const things = [];
  for (let j = 1; j < rows.length; j += 1) {
    for (let i = 1; i < rows[j].length; i += 1) {
      const square = [rows[j][i], rows[j][i - 1], rows[j - 1][i], rows[j - 1][i - 1]];
      if (!square.every((at) => at.hand)) continue;
      const beside = things.filter((thing) => square.some((at) => thing.has(at)));
      const whole = beside.reduce((all, thing) => all.union(thing), new Set(square));
      things.splice(0, things.length, ...things.filter((thing) => !beside.includes(thing)), whole);
    }
  }
  const spots = new Map();
  for (const points of things.map((thing) => [...thing])) {
    const middle = ['x', 'y'].map((axis) => points.reduce((sum, at) => sum + at[axis], 0) / points.length);
    const away = ({ x, y }) => Math.hypot(x - middle[0], y - middle[1]);
    const { x, y } = points.sort((one, other) => away(one) - away(other))[0];
    point(x, y);
    await frame();
    const card = document.querySelector('#context .pc-card');
    const name = card?.querySelector('h3')?.textContent;
    if (!name) continue;
    const ways = [...card.querySelectorAll('.kit-chip')].map((way) => way.firstChild.textContent);
    spots.set(name, { name, owner: card.querySelector('dd')?.textContent ?? '', ways, x: middle[0], y: middle[1] });
  }
  board.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  await frame();
  return [...spots.values()];
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
    """The planets of the Planet Conquer board that is on the page, by name, once it rests."""
    at_rest(page)
    return {spot["name"]: Planet(**spot) for spot in page.evaluate(SCAN, step)}


def own_and_neighbour(page: Page) -> tuple[Planet, Planet]:
    """A planet of one's own and one that a route leads to."""
    planets = find_planets(page)
    own = next(planet for planet in planets.values() if planet.owner == "you")
    return own, next(planets[name] for name in own.ways if name in planets)
