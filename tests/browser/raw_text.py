"""Does a page show people what only programs should see: keys, ids, JSON, gaps that nobody filled, words of no language?

assert_no_raw_text(page)      of a match or a replay: everything that can be read or is spoken there, in every tab
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.readable import english_sources, raw

# Hidden parts too: what waits there is shown sooner or later. What people write themselves is theirs.
READ = """(skip) => {
  const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'alt', 'placeholder'];
  const found = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest(skip)) continue;
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent);
    else for (const name of spoken) if (node.hasAttribute(name)) found.push(node.getAttribute(name));
  }
  return found.map((text) => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""
UNREAD = "script, style, template, noscript, textarea, bdi"
TYPED = f"{UNREAD}, code, kbd, pre, .seat-name, .menu-name"
"""What is typed, and what people are called, is the same in every language."""
TABS = "() => [...document.querySelectorAll('#tabs [role=tab]')].map((tab) => tab.id)"
CHOSEN = "() => document.querySelector('#tabs [aria-selected=true]')?.id ?? null"
# On a phone the tabs may lie below the screen: a script reaches them without moving anything.
CHOOSE = "(id) => document.getElementById(id).click()"


def read(page: Page, skip: str = UNREAD) -> set[str]:
    """Everything that can be read on the page or is spoken, in all tabs, which are left as they were."""
    texts = set(page.evaluate(READ, skip))
    chosen = page.evaluate(CHOSEN)
    for tab in page.evaluate(TABS):
        page.evaluate(CHOOSE, tab)
        texts |= set(page.evaluate(READ, skip))
    if chosen:
        page.evaluate(CHOOSE, chosen)
    return texts


def assert_no_raw_text(page: Page) -> None:
    """No text of the page is raw, nor English where the page is Chinese."""
    texts = read(page)
    assert len(texts) > 5, f"{page.url} says hardly anything: {texts}"
    found = {text: what for text in sorted(texts) if (what := raw(text))}
    assert not found, f"{page.url}: {found}"
    if page.locator("html").get_attribute("lang") != "en":
        left = english_sources() & read(page, TYPED)
        assert not left, f"{page.url} is not translated: {left}"
