"""The lamp colour is for one's own drafts and for what is due: on the pages around the boards. The boards themselves are asked in
`tests/js/board_lamp.test.js`, Frames in `test_small_orders.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Person
from tests.browser.test_cosmos import TABLE as AETHER
from tests.browser.test_deep_blue import SHORT
from tests.browser.test_hundred_clubs_reach import TABLE as CAMPUS
from tests.browser.test_phone import TOUCH
from tests.sweeps import first

WATCH = """(() => {
  const rgb = (colour) => {
    const probe = document.createElement('i');
    probe.style.color = colour;
    document.body.append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g);
    probe.remove();
    return [r, g, b].join();
  };
  window.lampWorn = () => {
    const lamp = rgb('var(--lamp)');
    const isLamp = (colour) => colour.match(/[\\d.]+/g)?.slice(0, 3).join() === lamp && !/, 0\\)$/.test(colour);
    const MAY = '.ready, [data-due], .seat-due, [data-urgent], .draft, .pc-chosen, .pc-pressed, .hcb-order, .hcb-legend, .hcp-draft';
    return [...document.querySelectorAll('#match, #match *')].filter((one) => {
      if (!one.checkVisibility() || one.closest(MAY)) return false;
      const look = getComputedStyle(one);
      const edges = ['Top', 'Right', 'Bottom', 'Left'].filter((side) => parseFloat(look[`border${side}Width`]) > 0);
      const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      return isLamp(look.backgroundColor) || isLamp(look.accentColor) || (hasText && isLamp(look.color))
        || edges.some((side) => isLamp(look[`border${side}Color`])) || (look.outlineStyle !== 'none' && isLamp(look.outlineColor));
    }).map((one) => `${one.localName}#${one.id}.${one.getAttribute('class')}`);
  };
})()"""
"""To be given to `add_init_script`: what wears the lamp colour around a board."""

TABLES: dict[str, dict[str, Any]] = {
    "planet_conquer": {"option_map": "crossroads", "bot_1": "easy"},
    "hundred_clubs": CAMPUS,
    "deep_blue": SHORT,
    "cosmos": AETHER,
}


@pytest.mark.parametrize("game", first(TABLES))
def test_only_what_is_due_wears_the_lamp_and_the_focus_has_another_ring(
    open_page: Callable[..., Page], game: str
) -> None:
    for screen in (TOUCH, {}):
        page = open_page(**screen)
        page.goto("/lobby/")
        page.keyboard.press("Tab")
        ring, lamp = page.evaluate(
            """() => {
              const probe = document.createElement('i');
              probe.style.color = 'var(--lamp)';
              document.body.append(probe);
              const colours = [getComputedStyle(document.activeElement).outlineColor, getComputedStyle(probe).color];
              probe.remove();
              return colours;
            }"""
        )
        assert "rgb" in ring and ring != lamp
    page.add_init_script(WATCH)
    person = Person(page, "Ada").become_guest()
    person.open_table(game, **TABLES[game])
    person.start()
    expect(page.locator("#board-wait")).to_be_hidden()
    page.locator("#board").focus()
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert page.evaluate("lampWorn()") == [], theme
