"""Is every page light? At most 103 KB with nothing in the cache, for all pages but those with the board of a match.

Landing page, lobby and games, and those with a board, are in `test_production_load.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Finished
from tests.browser.pages import LONG
from tests.browser.site import Site
from tests.browser.test_first_load import KILOBYTE, Traffic

MOST_BYTES = 103 * KILOBYTE
MOST_REQUESTS = 22
FOR_STRANGERS = ["/guest/", "/accounts/login/", "/accounts/signup/", "/api/", "/api/guide/protocol/", "/nothing/"]  # fmt: skip
FOR_PEOPLE = [
    "/lobby/", "/quick/", "/tables/new/{game}/", "/rules/{game}/full/", "/matches/", "/matches/{match}/talk/", "/programs/",
    "/account/", "/account/preferences/", "/people/", "/people/{person}/",
]  # fmt: skip


def test_every_page_but_the_match_is_light(
    open_page: Callable[..., Page], site: Site, finished: Finished, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"game": "planet_conquer", "match": finished.match, "person": ""}
    first = open_page(storage_state=finished.cookies)
    first.goto("/account/")
    places["person"] = re.findall(r"/people/([^/\"]+)/", first.content())[0]
    heavy = []
    for addresses, cookies in ((FOR_STRANGERS, None), (FOR_PEOPLE, finished.cookies)):
        page = open_page(storage_state=cookies)
        devtools = page.context.new_cdp_session(page)
        for address in addresses:
            url = address.format(**places)
            # A new browser for every page would take as much time again as the pages do.
            page.goto("about:blank")
            devtools.send("Network.clearBrowserCache")
            traffic = Traffic(page)
            page.goto(url, wait_until="networkidle", timeout=3 * LONG)
            with capsys.disabled():
                print(f"\n{url}: {traffic}", end="")
            assert traffic.bytes > KILOBYTE, url
            assert not [one for one in traffic.urls if "codemirror" in one], f"{url} loads the editor"
            if traffic.bytes > MOST_BYTES or len(traffic.urls) > MOST_REQUESTS:
                heavy.append(f"{url}: {traffic}\n  " + "\n  ".join(traffic.urls))
    assert not heavy, "\n".join(heavy)
