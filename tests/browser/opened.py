"""What can be opened on a page, one after the other: folds, menus, tabs, the sheet of a phone, dialogs.

for name in opened(page): …      the page shows what is named, until the next
"""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, expect

UNFOLD = "() => { for (const fold of document.querySelectorAll('details:not(.menu, .match-clock)')) fold.open = true; }"
TABS = "#tabs [role=tab]"


def unfold(page: Page) -> None:
    """Open all folds in the text of the page."""
    page.evaluate(UNFOLD)


def menus(page: Page) -> Iterator[str]:
    """What opens over a page, where its window has a button for it; closed again at the end."""
    for place in ("#top-menu", "details.menu > summary", ".match-clock > summary"):
        for number in range(page.locator(place).count()):
            button = page.locator(place).nth(number)
            if button.is_visible():
                button.evaluate("button => button.click()")
                yield f"{place} {number}"
                button.evaluate("button => button.click()")


def tabs(page: Page) -> Iterator[str]:
    """Each tab beside a board, also of an open sheet."""
    for tab in page.locator(TABS).all():
        tab.evaluate("tab => tab.click()")
        expect(tab).to_have_attribute("aria-selected", "true")
        unfold(page)
        yield str(tab.get_attribute("id"))


def sheets(page: Page) -> Iterator[str]:
    """How far the sheet of a phone is drawn up."""
    draw = "(match, height) => { match.dataset.sheet = height; }"
    for height in ("half", "full"):
        page.locator("#match").evaluate(draw, height)
        yield f"sheet {height}"
    page.locator("#match").evaluate(draw, "low")


def dialogs(page: Page) -> Iterator[str]:
    """Of a match that goes on: its keys, and the question before one gives up."""
    page.locator("#board").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "keys"
    page.keyboard.press("Escape")
    page.locator("#tab-table").evaluate("tab => tab.click()")
    page.locator("#pane-table button.danger").first.evaluate("button => button.click()")
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "question"
    page.keyboard.press("Escape")
