"""The lamp colour is for one's own drafts and for what is due, on the boards that are painted and on the pages around them. Frames has its
own test, in `test_small_orders.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.captain import Captain
from tests.browser.pages import Person
from tests.browser.test_cosmos import TABLE as AETHER
from tests.browser.test_deep_blue import SHORT
from tests.browser.test_hundred_clubs_reach import TABLE as CAMPUS
from tests.browser.test_phone import TOUCH

WATCH = """(() => {
  const used = new WeakMap();
  const listOf = (canvas) => used.get(canvas) ?? used.set(canvas, []).get(canvas);
  const { prototype } = CanvasRenderingContext2D;
  const { clearRect } = prototype;
  prototype.clearRect = function (x, y, width, height) {
    // A layer is wiped as a whole before it is drawn anew.
    if (width * this.getTransform().a >= this.canvas.width - 1) used.set(this.canvas, []);
    return clearRect.call(this, x, y, width, height);
  };
  for (const [name, style] of [
    ['fill', 'fillStyle'], ['fillRect', 'fillStyle'], ['fillText', 'fillStyle'], ['stroke', 'strokeStyle'], ['strokeRect', 'strokeStyle'],
  ]) {
    const paint = prototype[name];
    prototype[name] = function (...rest) {
      listOf(this.canvas).push([this[style], name === 'stroke' && this.getLineDash().length > 0]);
      return paint.apply(this, rest);
    };
  }
  const rgb = (colour) => {
    const probe = document.createElement('i');
    probe.style.color = colour;
    document.body.append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g);
    probe.remove();
    return [r, g, b].join();
  };
  window.lampPainted = async () => {
    await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
    const lamp = rgb('var(--lamp)');
    const canvases = [...document.querySelectorAll('#board > canvas')];
    const painted = canvases.flatMap((canvas) => used.get(canvas) ?? []);
    const colours = new Map([...new Set(painted.map(([style]) => style))].map((style) => [style, typeof style === 'string' && rgb(style) === lamp]));
    const found = painted.filter(([style]) => colours.get(style));
    return { all: painted.length, lamp: found.length, dashed: found.some(([, isDashed]) => isDashed) };
  };
  window.lampWorn = () => {
    const lamp = rgb('var(--lamp)');
    const isLamp = (colour) => colour.match(/[\\d.]+/g)?.slice(0, 3).join() === lamp && !/, 0\\)$/.test(colour);
    const MAY = '.ready, [data-due], .seat-due, [data-urgent], .draft, .pc-chosen, .pc-editing, .hcb-order, .hcb-legend, .hcp-draft';
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
"""To be given to `add_init_script`: what the board's canvases are painted with, and what wears the lamp colour around them."""

BOARDS: dict[str, tuple[dict[str, Any], Callable[[Person], str]]] = {
    "planet_conquer": (
        {"option_map": "crossroads", "bot_1": "easy"},
        lambda person: f"move {person.home()} {person.neighbour()} 60%",
    ),
    "hundred_clubs": (CAMPUS, lambda person: ""),
    "deep_blue": (SHORT, lambda person: f"move {Captain(person.page, person.name).fleet()['Destroyer'][0][0]} J8"),
    "cosmos": (AETHER, lambda person: "planets build miner 20 e"),
}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("game", BOARDS)
def test_only_drafts_and_what_is_due_wear_the_lamp(open_page: Callable[..., Page], game: str, theme: str) -> None:
    page = open_page(color_scheme=theme)
    page.add_init_script(WATCH)
    table, order = BOARDS[game]
    person = Person(page, "Ada").become_guest()
    person.open_table(game, **table)
    person.start()
    expect(page.locator("#board-wait")).to_be_hidden()
    page.locator("#board").focus()
    before = page.evaluate("lampPainted()")
    assert before["all"] > 0
    assert before["lamp"] == 0, "nothing is drafted"
    assert page.evaluate("lampWorn()") == []
    if game == "hundred_clubs":
        for key in ("ArrowUp", "Enter", "4", "0"):
            page.keyboard.press(key)
    else:
        person.command(order(person))
        person.tab("Board")
    expect(page.locator("#drafts li").first).to_be_attached()
    after = page.evaluate("lampPainted()")
    assert after["lamp"] > 0
    assert after["dashed"], "its form says it too"


def test_what_has_the_focus_has_another_ring(open_page: Callable[..., Page]) -> None:
    """On the page, and on a phone too."""
    for screen in ({}, TOUCH):
        page = open_page(**screen)
        page.add_init_script(WATCH)
        page.goto("/lobby/")
        page.keyboard.press("Tab")
        ring, lamp = page.evaluate(
            """() => [getComputedStyle(document.activeElement).outlineColor, getComputedStyle(document.documentElement).getPropertyValue('--lamp')]"""
        )
        assert "rgb" in ring
        assert page.evaluate("lamp => { const i = document.createElement('i'); i.style.color = lamp; document.body.append(i);"
                             " return getComputedStyle(i).color }", lamp) != ring  # fmt: skip
