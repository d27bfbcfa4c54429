"""Does a page fit its window? Measured in the page, without pictures, at one size after the other.

Sizes(page).measure(SIZES)      problems in words, by size
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page


@dataclass(frozen=True)
class Size:
    """A window, in pixels of CSS, and the size of letters that its reader has chosen."""

    width: int
    height: int
    font: int = 16

    def __str__(self) -> str:
        return f"{self.width}×{self.height}" + (f" at {self.font} px" if self.font != 16 else "")


SIZES = [
    Size(320, 568), Size(360, 740), Size(390, 844), Size(480, 800), Size(600, 960), Size(641, 900), Size(768, 1024), Size(801, 1180),
    Size(820, 1180), Size(1018, 1180), Size(1080, 1920), Size(2160, 3840),
    Size(568, 320), Size(844, 390), Size(1024, 768), Size(1180, 820), Size(1366, 768), Size(1920, 1080), Size(2560, 1080), Size(3840, 2160),
    # Windows of 1280, 1366 and 1920 pixels at 200 %.
    Size(640, 400), Size(683, 384), Size(960, 540),
    Size(390, 844, 20), Size(820, 1180, 20), Size(1169, 800, 20),
    Size(390, 844, 24), Size(820, 1180, 24), Size(1322, 900, 24),
    Size(360, 740, 32), Size(1280, 800, 32), Size(1920, 1080, 32),
]  # fmt: skip
"""From a small phone to a wall, upright and on their side."""

MEASURE = r"""async ({ most }) => {
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const root = document.documentElement;
  const { innerWidth: wide, innerHeight: high } = window;
  const found = new Set();
  const said = (one) => (one.textContent || one.value || one.getAttribute('aria-label') || '').trim().replace(/\s+/g, ' ').slice(0, 40);
  const named = (one) => {
    const classes = [...one.classList].map((word) => `.${word}`).join('');
    const own = `${one.localName}${one.id ? `#${one.id}` : ''}${classes}`;
    const place = one.parentElement?.closest('[id], [class]');
    return `${place ? `${place.id ? `#${place.id}` : `.${place.classList[0]}`} > ` : ''}${own} “${said(one)}”`;
  };
  if (root.scrollWidth > wide) {
    const widest = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > wide + 0.5).pop();
    found.add(`the page is ${root.scrollWidth} wide on ${wide}${widest ? `, for ${named(widest)}` : ''}`);
  }

  const styles = new Map();
  const style = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
  const boxes = new Map();
  const box = (one) => boxes.get(one) ?? boxes.set(one, one.getBoundingClientRect()).get(one);
  // Cards that are held like a fan are read when one is taken up.
  const UNSEEN = '.fr-row *, .visually-hidden, .skip, [inert], svg, canvas, option, script, style, noscript, template, .cm-content';
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(UNSEEN);
  const texts = (one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const around = (nodes) => {
    const range = document.createRange();
    range.setStartBefore(nodes[0]);
    range.setEndAfter(nodes.at(-1));
    return range;
  };
  const scrolls = (word) => word === 'auto' || word === 'scroll';
  const clips = (word) => word === 'hidden' || word === 'clip';

  // What a sheet holds is seen when it is drawn up.
  const FOLDED = '[data-sheet=low] .match-side';
  // What is read or touched lies within everything that would cut it off; what can be scrolled to, and what ends in an ellipsis, may go on.
  const lies = (one, rect) => {
    let { left, right, top, bottom } = rect;
    // Ends of letters reach a little out of a low line.
    const play = Math.max(3, Number.parseFloat(style(one).fontSize) / 6);
    for (let at = one; at && at !== root; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = style(at);
      const edge = box(at);
      if (overflowX !== 'visible' && at.localName !== 'body') {
        const may = scrolls(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        if (!may && clips(overflowX) && (right > edge.right + 1.5 || left < edge.left - 1.5)) return `is cut off by ${named(at)}`;
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
      }
      if (overflowY !== 'visible') {
        const may = scrolls(overflowY) || webkitLineClamp !== 'none' || at.matches(FOLDED);
        if (!may && clips(overflowY) && (bottom > edge.bottom + play || top < edge.top - play)) return `is cut off by ${named(at)}`;
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
        // Scrolled out of sight.
        if (bottom <= top) return '';
      }
      if (position === 'fixed') break;
    }
    return right > wide + 1.5 || left < -1.5 ? `lies beyond the window, from ${Math.round(left)} to ${Math.round(right)}` : '';
  };
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=button]';
  const FIELDS = 'input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable=true]';
  const TIGHT = 'button, .button, .tag, .tool';
  // A short word on a button stays whole: Chinese would break between any two letters.
  const SHORT = /^(?:[\u2e80-\u9fff]{2,4}|[^\s\u2e80-\u9fff]{2,12})$/;
  const blocks = new Set();
  for (const one of document.body.querySelectorAll('*')) {
    const own = texts(one);
    const control = one.matches(CONTROLS);
    // What is there for those who listen is a point.
    if ((!own.length && !control) || !shown(one) || box(one).width <= 1) continue;
    const rect = own.length ? around(own).getBoundingClientRect() : box(one);
    if (rect.width < 1 || rect.height < 1) continue;
    const wrong = lies(one, rect) || (control && style(one).display !== 'inline' && lies(one, box(one)));
    if (wrong) found.add(`${named(one)} ${wrong}`);
    if (one.matches(TIGHT) && style(one).display !== 'inline' && one.scrollWidth > one.clientWidth + 1.5 && style(one).overflowX === 'visible')
      found.add(`${named(one)} runs out of its box`);
    if (one.matches(TIGHT) && own.length && SHORT.test(one.textContent.trim()) && new Set([...around(own).getClientRects()].map(({ top }) => Math.round(top))).size > 1)
      found.add(`${named(one)} breaks within its word`);
    if (wide <= 600 && one.matches(FIELDS) && Number.parseFloat(style(one).fontSize) < 16)
      found.add(`${named(one)} has letters of ${style(one).fontSize}: a phone would come closer`);
    if (own.length && !wrong) {
      let block = one;
      while (style(block).display === 'inline') block = block.parentElement;
      blocks.add(block);
    }
  }

  // Lines: neither letter under letter, nor longer than an eye finds back from.
  const LONG = 'pre, code, textarea, .cm-editor, button, .button, h1, h2, h3, .news, summary, label';
  for (const block of blocks) {
    let seen = block.textContent;
    for (const { textContent } of block.querySelectorAll('.visually-hidden')) seen = seen.replace(textContent, '');
    const text = seen.trim().replace(/\s+/g, ' ');
    const length = text.length + (text.match(/[\u2e80-\u9fff\uff00-\uffef]/g)?.length ?? 0);
    if (length < 12) continue;
    const rows = [];
    let sum = 0;
    for (const { left, right, top, bottom, width } of around([...block.childNodes].filter((node) => node.nodeType !== Node.COMMENT_NODE)).getClientRects()) {
      if (width < 1) continue;
      const row = rows.find((one) => (top + bottom) / 2 > one.top && (top + bottom) / 2 < one.bottom);
      if (row) Object.assign(row, { left: Math.min(row.left, left), right: Math.max(row.right, right) });
      else rows.push({ left, right, top, bottom });
    }
    if (!rows.length) continue;
    const widest = Math.max(...rows.map(({ left, right }) => right - left));
    const em = Number.parseFloat(style(block).fontSize);
    if (rows.length > 5 && widest < 3 * em) found.add(`${named(block)} stands letter under letter in ${rows.length} lines`);
    for (const row of rows) sum += row.right - row.left;
    const most_letters = widest / (sum / length);
    if (length > most && most_letters > most && !block.closest(LONG) && !block.querySelector('div, p, li, ul, table, section'))
      found.add(`${named(block)} has lines of ${Math.round(most_letters)} letters`);
  }

  const match = document.getElementById('match');
  // Below a dialog, and behind a sheet that is drawn up as far as it goes, nothing has to be in sight.
  const isCovered = document.querySelector('dialog[open]') || match?.dataset.sheet === 'full';
  if (match && !isCovered) {
    const em = Number.parseFloat(style(root).fontSize);
    const board = box(match.querySelector('.match-board'));
    const part = (board.width * board.height) / (wide * high);
    const size = `${Math.round(board.width)}×${Math.round(board.height)}, ${Math.round(100 * part)} %`;
    if (board.left < -1 || board.right > wide + 1 || board.top < -1 || board.bottom > high + 1) found.add(`the board leaves the window: ${size}`);
    const isHalf = match.dataset.sheet === 'half';
    const least = isHalf ? 0.2 : wide < 120 * em ? 0.25 : match.querySelector('.lesson') ? 0.45 : 0.6;
    if (part < least || board.width < 200 || board.height < (isHalf ? 100 : 120)) found.add(`the board is small: ${size}`);
    const ready = document.getElementById('ready');
    if (ready && shown(ready)) {
      const { left, right, top, bottom } = box(ready);
      if (left < -0.5 || right > wide + 0.5 || top < -0.5 || bottom > high + 0.5) found.add('Ready leaves the window');
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!ready.contains(over)) found.add(`Ready lies below ${over ? named(over) : 'nothing'}`);
    }
  }
  return [...found].slice(0, 12);
}"""

LENGTHEN = r"""() => {
  const skip = 'script, style, code, kbd, pre, textarea, noscript, svg, bdi, .brand, .seat-who, .cm-editor, [role=timer]';
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const longer = (word) => word + 'aeouin'.repeat(9).slice(0, Math.ceil(word.length * 0.4));
  for (let node = words.nextNode(); node; node = words.nextNode())
    if (!node.isLonger && !node.parentElement.closest(skip)) {
      node.data = node.data.replace(/[A-Za-z]{2,}/g, longer);
      node.isLonger = true;
    }
}"""
"""The pseudo-locale: words of a language that takes four tenths more letters."""


class Sizes:
    """One page that is loaded once and takes one size after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._line = page.context.new_cdp_session(page)
        self._font = 16

    def take(self, size: Size) -> None:
        """Let the window be so large, and letters too."""
        if size.font != self._font:
            self._line.send("Page.setFontSizes", {"fontSizes": {"standard": size.font, "fixed": size.font * 13 // 16}})
            self._font = size.font
        told = {"width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": False}
        self._line.send("Emulation.setDeviceMetricsOverride", told)

    def measure(self, sizes: list[Size], most: int = 95) -> dict[str, list[str]]:
        """What is wrong, by the sizes at which it is."""
        wrong: dict[str, list[str]] = {}
        for size in sizes:
            self.take(size)
            found: list[Any] = self.page.evaluate(MEASURE, {"most": most})
            for problem in found:
                wrong.setdefault(problem, []).append(str(size))
        return wrong

    def lengthen(self) -> None:
        """Make all words four tenths longer."""
        self.page.evaluate(LENGTHEN)
