"""How does a newcomer order in Planet Conquer? A drag, two taps, or J with the names of planets and Enter; then how much."""

from __future__ import annotations

from typing import Any

from games.core.names import Name, called
from tests.bench.walks.hand import FRAMES, Hand, Stuck
from tests.browser.board import Planet, find_planets

Json = Any
STRIP = (25, 50, 75, 100)
TACTIC_KEYS = {"defend": "D"}


class PlanetConquer(Hand):
    """Planets are found by pointing until the card names them."""

    planets: dict[str, Planet]
    """By the names that they have in the page's language."""
    names: dict[str, Name]
    """Of the planets, by their keys in the map."""

    def begin(self) -> None:
        super().begin()
        self.planets = {} if self.habit == "keyboard" else find_planets(self.page)

    def give(self, view: Json, choices: Json, orders: Json) -> None:
        keys = [planet["key"] for planet in view["map"]["planets"]]
        self.names = {key: called(view["names"]["planets"], i) for i, key in enumerate(keys)}
        left = {source["planet"]: source["units"] for source in choices["sources"]}
        for move in orders.get("moves", ()):
            start, end = (one if isinstance(one, str) else keys[one] for one in (move["from"], move["to"]))
            most = left[keys.index(start)]
            left[keys.index(start)] -= move["units"]
            self._send(start, end, move["units"], most)
        tactic = orders.get("tactic")
        if tactic:
            planet = tactic["planet"]
            self._tactic(tactic["type"], planet if isinstance(planet, str) else keys[planet])

    def _send(self, start: str, end: str, units: int, most: int) -> None:
        if self.habit == "keyboard":
            return self._send_by_keys(start, end, units, most)
        a, b = self._planet(start), self._planet(end)
        if self.habit == "touch":
            # The part belongs to the order that comes: it is chosen between the two taps, and stays for the next.
            self.point(a.x, a.y)
            part = next(part for part in STRIP if part * most >= 100 * units)
            button = self.page.locator("#board .kit-strip button", has_text=f"{part}%")
            if button.get_attribute("aria-pressed") != "true":
                self.press(button)
            self.point(b.x, b.y)
            return None
        self.acts += 1
        mouse = self.page.mouse
        mouse.move(a.x, a.y)
        mouse.down()
        mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, steps=3)
        mouse.move(b.x, b.y, steps=3)
        mouse.up()
        if units != round(most / 2):
            self.write(self.page.locator(".pc-amount input[type=number]"), units)
        return None

    def _send_by_keys(self, start: str, end: str, units: int, most: int) -> None:
        self.to_board()
        self.key("Escape", "Escape")
        self._go(start)
        digit = min(10, max(1, round(10 * units / max(1, most))))
        if digit != 5:
            self.key(str(digit % 10))
        self._go(end)
        self.key("Enter")

    def _go(self, planet: str) -> None:
        """J and the key; then the card is that planet's."""
        self.key("j", *planet.lower())
        self.page.evaluate(FRAMES)
        title = self.page.locator("#context .pc-card h3")
        if not title.is_visible() or title.text_content() not in self.names[planet]:
            raise Stuck(f"J does not lead to {planet}")

    def _planet(self, key: str) -> Planet:
        """Where a planet is, by its key in the map."""
        return next(self.planets[name] for name in self.names[key] if name in self.planets)

    def _tactic(self, kind: str, planet: str) -> None:
        if self.habit == "keyboard":
            self.to_board()
            self.key("Escape", TACTIC_KEYS[kind])
            self._go(planet)
            self.key("Enter")
            return
        self.in_panel(self.page.locator(f".pc-tactic:has(kbd:text-is('{TACTIC_KEYS[kind]}'))"))
        at = self._planet(planet)
        self.point(at.x, at.y)
