"""Every page fits every window: no sideways scrolling, nothing cut off, Ready and the board in sight, lines that can be read.

Pages are found in the configuration of addresses (`addresses.py`) and measured without pictures (`geometry.py`). The words are those of a
language that takes four tenths more letters. Each run measures at few sizes, the narrowest and the widest among them, and of pages that every
game has, those of one game; the long form at all of them, in English and Chinese too, and in other letters. What can be opened is opened
(`opened.py`).
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.addresses import GAMES, Stock, fill_folder, one_for_each_kind, read_stock
from tests.browser.conftest import Once
from tests.browser.geometry import SIZES, Size, Sizes
from tests.browser.opened import dialogs, menus, sheets, tabs, unfold
from tests.browser.pages import Person, at_rest
from tests.browser.site import Site
from tests.sweeps import first, later

IS_LONG = bool(os.environ.get("FOGBOUND_LONG"))
LANGUAGES = [
    "longer",
    pytest.param("en-GB", marks=[pytest.mark.long]),
    pytest.param("zh-CN", marks=[pytest.mark.long]),
]
PAINTED_AND_LAID_OUT = [GAMES[0], GAMES[-1], *later(GAMES[1:-1])]
"""In every run one board that is painted, and the one that style sheets lay out."""
PARTS = 4
NOTHING_THERE = {
    "api/account/tokens/<int:token_id>/",
    "api/account/bots/<int:bot_id>/tokens/<int:token_id>/",
    "api/players/<str:slug>/ratings/<slug:game_id>/<slug:pace>/",
    "api/programs/trials/<slug:trial_id>/",
    "api/ladder/",
    "api/ladder/<int:program_id>/matches/",
    "api/ratings/",
    "api/clubs/<str:club_slug>/ratings/",
    "api/queue/",
    "downloads/<slug:month>/",
    # For those who work on boards, with FOGBOUND_DEBUG.
    "kit/",
    "ladder/programs/<int:program_id>/",
    # The sample is in Python.
    "programs/<int:program_id>/module/",
    # Pictures are no pages.
    "puzzles/<slug:game_id>/<slug:day>/picture.svg",
    "rules/pictures/<str:name>",
    "icons/<slug:kind>-<int:size>.png",
    "icons/start-<int:width>x<int:height>-<slug:theme>.png",
    # They ask for one message, or for the match of a puzzle.
    "api/messages/<str:slug>/<int:message_id>/",
    "api/messages/<str:slug>/<int:message_id>/report/",
    "api/puzzles/<slug:match_id>/",
    "messages/<str:slug>/<int:message_id>/delete/",
    "messages/<str:slug>/<int:message_id>/report/",
    "matches/<slug:match_id>/puzzle/",
    "matches/<slug:match_id>/puzzle/solution/",
    "matches/<slug:match_id>/puzzle/verdict/",
    # They ask for a game, a name or a face.
    "api/leagues/",
    "api/players/",
    "faces/<str:code>.svg",
    # No other site is named.
    "tv/<slug:game_id>/frame/",
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


def sizes_of(short: list[Size], long: list[Size] = SIZES) -> list[Size]:
    """The short form is a part of the long one."""
    assert set(short) <= set(long)
    return long if IS_LONG else short


PAGE_SIZES = sizes_of([Size(320, 568), Size(3840, 2160), Size(360, 740, 32)])
"""The narrowest, the widest, and a phone with large letters."""
BOARD_SIZES = sizes_of([Size(320, 568), Size(844, 390), Size(1024, 768), Size(1280, 800, 32)])
"""Where layouts of a board differ: a board takes longer to draw than a page."""
_COLUMN_SIZES = [Size(390, 844), Size(820, 1180), Size(1024, 768), Size(640, 400), Size(1280, 800, 32)]
COLUMN_SIZES = sizes_of([Size(390, 844), Size(640, 400), Size(1280, 800, 32)], _COLUMN_SIZES)
_SHEET_SIZES = [Size(320, 568), Size(390, 844), Size(820, 1180), Size(390, 844, 24)]
SHEET_SIZES = sizes_of([Size(320, 568), Size(390, 844, 24)], _SHEET_SIZES)
FONTS = {
    "": "",
    "wide": 'src: local("DejaVu Sans"); size-adjust: 115%',
    "tall": 'src: local("DejaVu Sans"); ascent-override: 116%; descent-override: 29%',
}
"""Letters of systems that have none of ours; the tall ones are as high as those of a Chinese font."""


# The first of them fills a site with matches of all games, and the others wait for it.
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="session")
def filled(once: Once) -> Path:
    """The data of a site with something of everything, and its `Stock`: filled once for all processes that test side by side."""
    return once("filled", fill_folder)


@pytest.fixture(scope="module")
def full_site(collected: Path, filled: Path) -> Iterator[Site]:
    """A site of its own: what is made for these tests would be in the way of others."""
    site = Site(FOGBOUND_STATIC=str(collected), FOGBOUND_COLLECTED="1")
    shutil.copytree(filled, site.folder, dirs_exist_ok=True)
    with site.running():
        yield site


@pytest.fixture(scope="module")
def stock(filled: Path) -> Stock:
    return read_stock(filled)


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
    of_each_kind = one_for_each_kind(stock.pages)
    assert [game for game in GAMES if not any(f"/{game}/" in path for path in of_each_kind)] == []


@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(look: Callable[..., Page], stock: Stock, language: str, part: int) -> None:
    found = []
    pages = stock.pages if IS_LONG else one_for_each_kind(stock.pages)
    for known, paths in ((True, pages), (False, stock.public)):
        sizes = Sizes(look(language, known=known))
        for path in paths[part::PARTS]:
            sizes.page.goto(path)
            at_rest(sizes.page)
            unfold(sizes.page)
            found += wrong(sizes, language, path, PAGE_SIZES)
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
        at_rest(sizes.page)
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
@pytest.mark.parametrize("game", PAINTED_AND_LAID_OUT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_a_board_fits(look: Callable[..., Page], stock: Stock, language: str, game: str) -> None:
    page = look(language)
    sizes, matches, found = Sizes(page), stock.matches[game], []
    for state in ("first", "later", "over"):
        page.goto(f"/matches/{matches[state]}/")
        found += wrong(sizes, language, state, BOARD_SIZES)
    page.goto(f"/matches/{matches['over']}/replay/?step=1")
    found += wrong(sizes, language, "playback", BOARD_SIZES)
    page.goto(f"/games/{game}/lessons/")
    page.locator("form[action*='/lessons/'] button.primary").first.click()
    page.wait_for_url(re.compile(r"/matches/\w+/lesson/"))
    found += wrong(sizes, language, "lesson", BOARD_SIZES)
    page.goto(f"/matches/{matches['first']}/")
    ready_to_look(page)
    sizes.take(Size(1366, 768))
    Person(page, "").due.click()
    expect(page.locator("#awaited")).not_to_have_attribute("data-due", re.compile(""))
    found += wrong(sizes, language, "waiting", BOARD_SIZES)
    assert not found, "\n".join(found)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", first(GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_tabs_sheets_and_dialogs_of_a_match_fit(
    look: Callable[..., Page], stock: Stock, language: str, game: str
) -> None:
    matches, found = stock.matches[game], []
    addresses = {"later": f"/matches/{matches['later']}/"}
    if IS_LONG:
        addresses["playback"] = f"/matches/{matches['over']}/replay/?step=1"
    for font in FONTS if IS_LONG and language == "en-GB" else [""]:
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
