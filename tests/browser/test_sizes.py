"""Every page fits every window: no sideways scrolling, nothing cut off, Ready and the board in sight, lines that can be read.

Pages are found in the configuration of addresses (`addresses.py`) and measured without pictures (`geometry.py`). The words are those of a
language that takes four tenths more letters; the long form measures English and Chinese too, other letters, and boards at all sizes. What can
be opened is opened (`opened.py`).
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
from tests.browser.opened import dialogs, menus, sheets, tabs, unfold
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
COLUMN_SIZES = [Size(390, 844), Size(820, 1180), Size(1024, 768), Size(640, 400), Size(1280, 800, 32)]
SHEET_SIZES = [Size(320, 568), Size(390, 844), Size(820, 1180), Size(390, 844, 24)]
FONTS = {
    "": "",
    "wide": 'src: local("DejaVu Sans"); size-adjust: 115%',
    "tall": 'src: local("DejaVu Sans"); ascent-override: 116%; descent-override: 29%',
}
"""Letters of systems that have none of ours; the tall ones are as high as those of a Chinese font."""


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


def written_in(page: Page, font: str) -> None:
    """From now on, in letters of that form."""
    if font:
        page.add_style_tag(
            content=f"@font-face {{ font-family: odd; {FONTS[font]} }} :root {{ --font: odd !important; --mono: odd }}"
        )


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
            unfold(sizes.page)
            found += wrong(sizes, language, path, SIZES)
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("font", ["wide", "tall"])
def test_every_page_fits_in_other_letters(look: Callable[..., Page], stock: Stock, font: str, part: int) -> None:
    found = []
    sizes = Sizes(look("en-GB", bypass_csp=True))
    for path in stock.pages[part::PARTS]:
        sizes.page.goto(path)
        written_in(sizes.page, font)
        unfold(sizes.page)
        found += wrong(sizes, "en-GB", path, SIZES)
    assert not found, "\n".join(found)


def test_every_menu_opens_within_the_window(look: Callable[..., Page]) -> None:
    sizes, found = Sizes(look("longer")), []
    sizes.page.goto("/lobby/")
    for size in BOARD_SIZES:
        sizes.take(size)
        for menu in menus(sizes.page):
            found += wrong(sizes, "longer", menu, [size])
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


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", [GAMES[0], *(pytest.param(one, marks=[pytest.mark.long]) for one in GAMES[1:])])
@pytest.mark.parametrize("language", LANGUAGES)
def test_tabs_sheets_and_dialogs_of_a_match_fit(
    look: Callable[..., Page], stock: Stock, language: str, game: str
) -> None:
    matches, found, is_long = stock.matches[game], [], bool(os.environ.get("FOGBOUND_LONG"))
    addresses = {"later": f"/matches/{matches['later']}/"}
    if is_long:
        addresses["playback"] = f"/matches/{matches['over']}/replay/?step=1"
    for font in FONTS if is_long and language == "en-GB" else [""]:
        page = look(language, bypass_csp=True)
        sizes = Sizes(page)
        for state, address in addresses.items():
            sizes.take(Size(1366, 768))
            page.goto(address)
            ready_to_look(page)
            written_in(page, font)
            for tab in tabs(page):
                found += wrong(sizes, language, f"{state} {tab} {font}", COLUMN_SIZES)
                for sheet in sheets(page):
                    found += wrong(sizes, language, f"{state} {tab} {sheet} {font}", SHEET_SIZES)
            if state == "later":
                for dialog in dialogs(page):
                    found += wrong(sizes, language, f"{dialog} {font}", COLUMN_SIZES)
    assert not found, "\n".join(found)
