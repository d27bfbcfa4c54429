"""Every page fits every window: no sideways scrolling, nothing cut off, Ready and the board in sight, lines that can be read.

Pages are found in the configuration of addresses (`addresses.py`) and measured without pictures (`geometry.py`). The words are those of a
language that takes four tenths more letters; the long form measures English and Chinese too, and boards at all sizes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.addresses import GAMES, Stock, stocked
from tests.browser.geometry import SIZES, Size, Sizes
from tests.browser.site import Site

LANGUAGES = [
    "longer",
    pytest.param("en-GB", marks=[pytest.mark.long]),
    pytest.param("zh-CN", marks=[pytest.mark.long]),
]
PARTS = 4
NOTHING_THERE = {
    "api/account/tokens/<int:token_id>/",
    "api/account/bots/<int:bot_id>/tokens/<int:token_id>/",
    "api/players/<str:slug>/ratings/<slug:game_id>/<slug:pace>/",
    "api/programs/trials/<slug:trial_id>/",
    "api/ladder/",
    "api/ladder/<int:program_id>/matches/",
    "api/ratings/",
    "api/queue/",
    "downloads/<slug:month>/",
    "ladder/programs/<int:program_id>/",
    "rules/pictures/<str:name>",
    "account/tokens/<int:token_id>/revoke/",
    "account/bots/<int:bot_id>/tokens/<int:token_id>/revoke/",
    "matches/<slug:match_id>/report/",
    "accounts/2fa/totp/deactivate/",
    "accounts/2fa/recovery-codes/",
    "accounts/2fa/recovery-codes/download/",
    "accounts/2fa/webauthn/keys/<int:pk>/remove/",
    "accounts/2fa/webauthn/keys/<int:pk>/edit/",
}
"""Routes for which the stocked site has nothing. A new one is not added here but given something in `addresses.fill`."""
BOARD_SIZES = [one for one in SIZES if (one.width, one.font) in {
    (320, 16), (390, 16), (844, 16), (640, 16), (820, 16), (1024, 16), (1366, 16), (3840, 16), (390, 24), (1322, 24), (1280, 32),
}]  # fmt: skip
"""Where layouts of a board differ: a board takes longer to draw than a page."""


@pytest.fixture(scope="module")
def full_site(collected: Path) -> Iterator[Site]:
    """A site of its own: what is made for these tests would be in the way of others."""
    site = Site(FOGBOUND_STATIC=str(collected), FOGBOUND_COLLECTED="1")
    try:
        site.start()
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def stock(full_site: Site) -> Stock:
    return stocked(full_site)


@pytest.fixture
def look(chromium: Browser, full_site: Site, stock: Stock) -> Iterator[Callable[..., Page]]:
    """`look(language, known=True)` → a page of the person who may see everything, or of a stranger."""
    contexts = []

    def open_one(language: str, *, known: bool = True, **options: Any) -> Page:
        locale = "en-GB" if language == "longer" else language
        context = chromium.new_context(base_url=full_site.url, locale=locale, reduced_motion="reduce", **options)
        contexts.append(context)
        if known:
            context.add_cookies([{"name": "sessionid", "value": stock.session, "url": full_site.url}])
        page = context.new_page()
        page.set_default_timeout(60_000)
        return page

    yield open_one
    for context in contexts:
        context.close()


def ready_to_look(page: Page) -> None:
    """All that the page draws by itself is there."""
    if page.locator("#match").count():
        expect(page.locator("#match")).to_have_attribute("data-state", "open")
        expect(page.locator("#board-wait")).to_be_hidden()


def wrong(sizes: Sizes, language: str, what: str, at: list[Size]) -> list[str]:
    """What does not fit there, in words."""
    ready_to_look(sizes.page)
    if language == "longer":
        sizes.lengthen()
    return [f"{what}: {problem} ({', '.join(where)})" for problem, where in sizes.measure(at).items()]


def test_every_route_has_something_to_show(stock: Stock) -> None:
    """A new page is found by itself; what its address needs must be there."""
    assert set(stock.lost) == NOTHING_THERE
    assert len(stock.pages) > 80


@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(look: Callable[..., Page], stock: Stock, language: str, part: int) -> None:
    found = []
    for known, paths in ((True, stock.pages), (False, stock.public)):
        sizes = Sizes(look(language, known=known))
        for path in paths[part::PARTS]:
            sizes.page.goto(path)
            found += wrong(sizes, language, path, SIZES)
    assert not found, "\n".join(found)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_a_board_fits(look: Callable[..., Page], stock: Stock, language: str, game: str) -> None:
    at = SIZES if os.environ.get("FOGBOUND_LONG") else BOARD_SIZES
    page = look(language)
    sizes, matches, found = Sizes(page), stock.matches[game], []
    for state in ("first", "later", "over"):
        page.goto(f"/matches/{matches[state]}/")
        found += wrong(sizes, language, state, at)
    page.goto(f"/matches/{matches['over']}/replay/?step=1")
    found += wrong(sizes, language, "playback", at)
    page.goto(f"/games/{game}/lessons/")
    page.locator("form[action*='/lessons/'] button.primary").first.click()
    page.wait_for_url(re.compile(r"/matches/\w+/lesson/"))
    found += wrong(sizes, language, "lesson", at)
    page.goto(f"/matches/{matches['first']}/")
    ready_to_look(page)
    sizes.take(Size(1366, 768))
    page.locator("#ready").click()
    expect(page.locator("#awaited")).not_to_have_attribute("data-due", re.compile(""))
    found += wrong(sizes, language, "waiting", at)
    assert not found, "\n".join(found)
