"""Which words does a page show, where, and do they keep clear of each other? Those that a board paints on its canvases are noted as it paints
them, others are elements; no pixel is read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

WATCH = """(() => {
  const painted = new WeakMap();
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  const listOf = (canvas) => painted.get(canvas) ?? painted.set(canvas, []).get(canvas);
  CanvasRenderingContext2D.prototype.clearRect = function (x, y, width, height) {
    // A layer is wiped as a whole before it is drawn anew.
    if (width * this.getTransform().a >= this.canvas.width - 1) painted.set(this.canvas, []);
    return clearRect.call(this, x, y, width, height);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } =
      this.measureText(text);
    const matrix = this.getTransform();
    const [a, b] = [[x - left, y - up], [x + right, y + down]].map(([u, v]) => matrix.transformPoint(new DOMPoint(u, v)));
    if (this.globalAlpha > 0.2 && String(text).trim()) listOf(this.canvas).push([String(text), a.x, a.y, b.x - a.x, b.y - a.y]);
    return fillText.call(this, text, x, y, ...rest);
  };
  window.wordsPainted = async () => {
    await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
    return [...document.querySelectorAll('#board canvas')].flatMap((canvas) => {
      if (!canvas.checkVisibility() || canvas.closest('.board-minimap')) return [];
      const box = canvas.getBoundingClientRect();
      const [across, down] = [box.width / canvas.width, box.height / canvas.height];
      return (painted.get(canvas) ?? []).map(([text, x, y, wide, high]) =>
        [text, box.left + x * across, box.top + y * down, wide * across, high * down]);
    });
  };
})()"""
"""To be given to `add_init_script` before the page comes."""

ELEMENTS = """(selector) => [...document.querySelectorAll(selector)].flatMap((root) => {
  const found = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const { parentElement: element } = node;
    if (!node.textContent.trim() || !element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const clip = getComputedStyle(element).overflowX === 'visible' ? null : element.getBoundingClientRect();
    for (const { left, top, right, height } of range.getClientRects()) {
      const width = Math.min(right, clip?.right ?? right) - left;
      // Lines are higher than their letters.
      const spare = Math.max(0, (height - parseFloat(getComputedStyle(element).fontSize)) / 2);
      if (width > 1) found.push([node.textContent.trim(), left, top + spare, width, height - 2 * spare]);
    }
  }
  return found;
})"""


class Words(NamedTuple):
    """A piece of text and its box in CSS pixels of the window."""

    text: str
    x: float
    y: float
    width: float
    height: float


def painted(page: Page) -> list[Words]:
    """What the board of a page with `WATCH` shows in its next frame. Text is there twice if it is painted twice in its place, as a rim and its filling."""
    return [Words(*one) for one in page.evaluate("wordsPainted()")]


def written(page: Page, selector: str) -> list[Words]:
    """The visible text in these elements, line by line."""
    return [Words(*one) for one in page.evaluate(ELEMENTS, selector)]


def collisions(words: list[Words], spare: float = 1.0) -> list[tuple[str, str]]:
    """Pairs whose boxes share more than a rim of `spare` pixels. Text that is painted twice in its place, as a rim and its filling, is one."""
    found: list[tuple[str, str]] = []
    for i, a in enumerate(words):
        for b in words[i + 1 :]:
            wide = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
            high = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
            if a.text != b.text and wide > spare and high > spare:
                found.append((a.text, b.text))
    return found


def outside(words: list[Words], box: Any) -> list[str]:
    """Texts that do not lie in the box of an element as a whole."""
    return [
        one.text
        for one in words
        if one.x < box["x"] - 1
        or one.y < box["y"] - 1
        or one.x + one.width > box["x"] + box["width"] + 1
        or one.y + one.height > box["y"] + box["height"] + 1
    ]


def apart(one: Locator, other: Locator) -> bool:
    """Both elements are in view, and neither lies over the other."""
    expect(one).to_be_visible()
    expect(other).to_be_visible()
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None and b is not None
    return (
        a["x"] >= b["x"] + b["width"]
        or b["x"] >= a["x"] + a["width"]
        or a["y"] >= b["y"] + b["height"]
        or b["y"] >= a["y"] + a["height"]
    )
