"""Is a board that this browser has drawn before taken from what it keeps? Counted are the page's own marks, never seconds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.pages import Person, at_rest

COARSE = "performance.getEntriesByName('bake:chart coarse').length"
KEPT = """async () => {
  const drawn = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('fogbound-drawn '));
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return all.length === 1 && all[0] === 1;
  };
  while (!(await drawn())) await new Promise(requestAnimationFrame);
}"""


@pytest.mark.long
def test_a_chart_is_drawn_once_and_kept_for_the_next_page(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(), "Doris").become_guest()
    person.open_table("deep_blue", bot_1="easy")
    person.start()
    page = at_rest(person.page)
    assert page.evaluate(COARSE) == 1
    page.evaluate(KEPT)
    page.reload()
    person.at_match()
    # Nothing was drawn coarsely, because there was nothing to wait for.
    assert at_rest(page).evaluate(COARSE) == 0
    assert page.evaluate("performance.getEntriesByName('bake:chart').length") == 1
