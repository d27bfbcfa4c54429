"""How much does a page load the first time where the site is served as it should be: production, files collected and joined?

A match page needs at most 30 requests and 300 KB before its board is seen, a replay the same, the editor of programs 350 KB, landing
page and lobby 28 and 184 KB; on a slow line the landing page 20 and 100 KB.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, StorageState, expect

import games
from tests.browser.pages import LONG, Person
from tests.browser.site import Site
from tests.browser.test_first_load import BOARDS, KILOBYTE, Traffic, report
from tests.sweeps import later

HEAVIEST = ("deep_blue",)
"""The heaviest board; the others in the long form."""
PRODUCTION = {
    "FOGBOUND_PRODUCTION": "1",
    "FOGBOUND_SECRET_KEY": "k7Gh2-pQ9_xZ4vB6nM1cR8sT3wY5uJ0dLfEaKiOyHq-Ww4TtZz8Yb",
    "FOGBOUND_HOSTS": "127.0.0.1",
    "FOGBOUND_SSL_REDIRECT": "0",
    "FOGBOUND_EMAIL_HOST": "127.0.0.1",
}


@pytest.fixture(scope="module")
def site(collected: Path) -> Iterator[Site]:
    with Site(**PRODUCTION, FOGBOUND_STATIC=str(collected)).running() as site:
        yield site


def load(open_page: Callable[..., Page], path: str, cookies: StorageState | None = None) -> tuple[Page, Traffic]:
    """A browser with nothing in its cache goes there. It wants Chinese, whose words come beside all that English needs."""
    page = open_page(storage_state=cookies, locale="zh-CN")
    traffic = Traffic(page)
    page.goto(path, wait_until="networkidle", timeout=3 * LONG)
    return page, traffic


def assert_light(traffic: Traffic, site: Site, requests: int, kilobytes: int) -> None:
    assert [url for url in traffic.urls if not url.startswith((site.url, "data:"))] == []
    # Chromium may fetch the icon of its tab anew.
    assert not [url for url in traffic.urls if traffic.urls.count(url) > 1 and "/img/" not in url], "came twice"
    assert 4 * KILOBYTE < traffic.bytes <= kilobytes * KILOBYTE, traffic
    assert len(traffic.urls) <= requests, "\n".join([str(traffic), *traffic.urls])


@pytest.mark.parametrize("game", [*HEAVIEST, *later(game for game in BOARDS if game not in HEAVIEST)])
def test_a_match_page(
    open_page: Callable[..., Page], site: Site, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Person(open_page(), "Lena").become_guest()
    host.open_table(game, bot_1=games.get(game).bots[0].id)
    match = host.start()
    page, traffic = load(open_page, f"/matches/{match}/", host.page.context.storage_state())
    expect(page.locator("#ready")).to_be_enabled()
    expect(page.locator("#board-wait")).to_be_hidden()
    report(capsys, f"{game} in production", traffic)
    assert_light(traffic, site, 30, 300)
    # What came is what was joined: modules that no page names are not asked for.
    assert not [url for url in traffic.urls if url.endswith(("match/store.js", "app/socket.js", "css/tokens.css"))], (
        game
    )


def test_a_replay_and_the_page_of_a_new_program(
    open_page: Callable[..., Page], site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    """The editor with everything that its page has beside it: the site, a board for the trial."""
    host = Person(open_page(), "Rita").become_guest()
    match = host.lose_at_once("planet_conquer")
    cookies = host.page.context.storage_state()
    for path, seen, kilobytes in (
        (f"/matches/{match}/replay/", "#board canvas", 300),
        ("/programs/new/cosmos/", ".cm-content", 350),
    ):
        page, traffic = load(open_page, path, cookies)
        expect(page.locator(seen).first).to_be_visible()
        report(capsys, f"{path} in production", traffic)
        assert_light(traffic, site, 30, kilobytes)


@pytest.mark.parametrize("locale", ["zh-CN", *later(["en-GB"])])
def test_landing_page_lobby_and_games(
    open_page: Callable[..., Page], site: Site, locale: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With all that comes by itself: pictures, and the match that lives on the landing page. Nobody touches anything."""
    page = open_page(locale=locale, reduced_motion="no-preference")
    devtools = page.context.new_cdp_session(page)
    for path in ("/", "/lobby/", "/games/", "/games/planet_conquer/"):
        page.goto("about:blank")
        devtools.send("Network.clearBrowserCache")
        traffic = Traffic(page)
        page.goto(path, timeout=3 * LONG)
        expect(page.locator("h1").first).to_be_visible()
        if path == "/":
            expect(page.locator(".demo.alive canvas").first).to_be_visible(timeout=3 * LONG)
        page.wait_for_load_state("networkidle")
        report(capsys, f"{path} in production, {locale}", traffic)
        assert_light(traffic, site, 28, 184)


def test_on_a_slow_line_the_match_of_the_landing_page_waits_for_a_press(
    open_page: Callable[..., Page], site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page(reduced_motion="no-preference")
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } });")
    traffic = Traffic(page)
    page.goto("/", wait_until="networkidle", timeout=3 * LONG)
    expect(page.get_by_role("button", name="Show the match")).to_be_visible()
    report(capsys, "/ in production, slow line", traffic)
    assert_light(traffic, site, 20, 100)
    page.get_by_role("button", name="Show the match").click()
    expect(page.locator(".demo.alive canvas").first).to_be_visible(timeout=3 * LONG)
