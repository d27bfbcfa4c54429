"""Is every part of the kit alive on `/kit/`? Examples that fail, or draw nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.pages import at_rest
from tests.browser.site import Site

BLANK = """() => [...document.querySelectorAll('[data-part]')].filter((part) => {
  const last = part.lastElementChild;
  if (last.tagName !== 'CANVAS') return last === part.firstElementChild || !last.getBoundingClientRect().height;
  const { data } = last.getContext('2d').getImageData(0, 0, last.width, last.height);
  return !data.some(Boolean);
}).map((part) => part.dataset.part)"""


def test_every_part_of_the_kit_draws_something(open_page: Callable[..., Page]) -> None:
    with Site(FOGBOUND_DEBUG="1").running() as site:
        page = open_page(base_url=site.url)
        page.goto("/kit/")
        page.locator("[data-part='why.createWhy']").wait_for()
        at_rest(page)
        assert page.evaluate(BLANK) == []
        why = page.locator("[data-part='why.createWhy']")
        why.get_by_role("button", name="Do it").click()
        why.locator(".board-why").wait_for()
