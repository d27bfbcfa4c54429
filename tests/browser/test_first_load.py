"""How much does a page of a checkout load the first time, whose modules come one by one? Bytes on the wire and requests, counted; nothing from
anywhere else; and the board of every game appears. All other tests have the joined files of a host.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import games
from tests.browser.pages import LONG, Person
from tests.browser.site import ROOT, Site
from tests.sweeps import first

KILOBYTE = 1024
MOST = 275 * KILOBYTE
MOST_OF_A_MATCH = 510 * KILOBYTE
"""Of a checkout, whose modules come one by one with their comments, and in Chinese, whose words are 18 KB of it; joined by `collectstatic` it is less than half of that, which `test_production_load.py` holds to 300 KB."""

BOARDS = [game for game in games.GAMES if (ROOT / "static/games" / game / "main.js").is_file()]


@pytest.fixture(scope="package")
def site(checkout: Site) -> Site:
    return checkout


class Traffic:
    """What a page has loaded, by the browser's own count: headers and bodies as they came over the wire."""

    def __init__(self, page: Page) -> None:
        self.urls: list[str] = []
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", lambda event: self.urls.append(event["request"]["url"]))
        session.on("Network.loadingFinished", self._count)
        session.send("Network.enable")

    def _count(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def __str__(self) -> str:
        return f"{self.bytes / KILOBYTE:.0f} KB in {len(self.urls)} requests"


@pytest.mark.long
def test_a_match_its_replay_and_the_landing_page_with_its_living_board_are_small(
    open_page: Callable[..., Page], site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Person(open_page(), "Lena")
    match = host.play_now()
    # Another browser with nothing in its cache, at the same seat. Chinese words come beside all that English needs.
    for path, seen in ((f"/matches/{match}/", "#ready"), (f"/matches/{match}/replay/", "#timeline")):
        page = open_page(storage_state=host.page.context.storage_state(), locale="zh-CN")
        traffic = Traffic(page)
        page.goto(path, wait_until="networkidle")
        expect(page.locator(seen)).to_be_visible()
        expect(page.locator("#match-step")).to_have_text("第 1 回合")
        report(capsys, path, traffic)
        assert 20 * KILOBYTE < traffic.bytes <= MOST_OF_A_MATCH
        assert [url for url in traffic.urls if not url.startswith((site.url, "data:"))] == []
        words = [parse_qs(urlsplit(url).query) for url in traffic.urls if "/i18n/catalog.json" in url]
        assert words and all("module" in query for query in words), "all words of the site were asked for"
        modules = {module for query in words for module in query["module"]}
        assert {module.split("/")[1] for module in modules if module.startswith("games/")} == {"planet_conquer"}
    page = open_page(reduced_motion="no-preference")
    traffic = Traffic(page)
    page.goto("/", timeout=3 * LONG)
    expect(page.locator(".demo.alive canvas").first).to_be_visible(timeout=3 * LONG)
    page.wait_for_load_state("networkidle")
    report(capsys, "/", traffic)
    assert 4 * KILOBYTE < traffic.bytes <= MOST
    assert [url for url in traffic.urls if not url.startswith((site.url, "data:"))] == []


@pytest.mark.parametrize("game", first(BOARDS))
def test_every_board_appears_from_its_own_modules(open_page: Callable[..., Page], game: str) -> None:
    host = Person(open_page(), "Lena").become_guest()
    host.open_table(game, bot_1=games.get(game).bots[0].id)
    host.start()
    expect(host.page.locator("#ready")).to_be_enabled()
    expect(host.page.locator("#board-wait")).to_be_hidden()


def report(capsys: pytest.CaptureFixture[str], name: str, traffic: Traffic) -> None:
    """Counts are of interest when all is well too."""
    with capsys.disabled():
        print(f"\nfirst load of {name}: {traffic}")
