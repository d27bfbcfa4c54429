"""Chromium, a running site, and people who sit in front of it; how a page looks is in `pages.py`."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, expect, sync_playwright

from tests.browser.pages import LONG, Person
from tests.browser.site import Site, collect

OFF = [
    # Chromium hears the last of such lists only, so these are Playwright's own once more …
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    # … and what the window around a page makes ready for somebody who types an address: ten times the work of an empty page.
    "WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
]  # fmt: skip
FLAGS = [
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", f"--disable-features={','.join(OFF)}",
]  # fmt: skip
PROGRAMS = "chromium-headless-shell", "chromium", "google-chrome"
"""The first has no window around its pages, and takes an eighth less processor time for the same tests."""
NEVER_ASKED = "try { localStorage.setItem('fogbound.of..ready_asks', 'never'); } catch {}"
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOGGED = 4000
"""How many of the last characters of a site's log are shown."""
expect.set_options(timeout=LONG)


def program() -> str | None:
    """The browser that is installed; None: there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What the site of a failed test wrote of errors is shown with it: its folder goes with the site."""
    report = yield
    if report.failed and isinstance(item, pytest.Function):
        for site in item.funcargs.values():
            if isinstance(site, Site):
                report.sections.append(("the site", site.log()[-LOGGED:]))
    return report


Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Once:
    """`once(name, make)` → a folder that `make(folder)` has made, once for all processes that test side by side; the others wait."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if hasattr(request.config, "workerinput") else base

    def made(name: str, make: Callable[[Path], None]) -> Path:
        folder = shared / name
        folder.mkdir(exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "made").exists():
                make(folder / "made")
        return folder / "made"

    return made


@pytest.fixture(scope="session")
def collected(once: Once) -> Path:
    """The static files as a served site has them, joined."""
    return once("collected", collect)


@pytest.fixture(scope="package")
def site(collected: Path) -> Iterator[Site]:
    """Pages with joined files load in two thirds of the time; the form of a checkout has tests of its own (`checkout`)."""
    with _joined(collected).running() as site:
        yield site


@pytest.fixture
def own_site(collected: Path) -> Iterator[Site]:
    """The same for one test alone, which may kill it: `open_page(base_url=own_site.url)`."""
    with _joined(collected).running() as site:
        yield site


def _joined(collected: Path) -> Site:
    return Site(FOGBOUND_STATIC=str(collected), FOGBOUND_COLLECTED="1")


@pytest.fixture(scope="package")
def checkout() -> Iterator[Site]:
    """A site that serves its modules one by one, as `manage.py runserver` does."""
    with Site().running() as site:
        yield site


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Ends with the last test of this folder: Playwright keeps an event loop running, beside which tests of other folders cannot start theirs."""
    path = program()
    if path is None:
        pytest.fail("browser tests need the Debian package chromium-headless-shell, or chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Finished:
    """A match that is over, and the cookies of the person who hosted it."""

    match: str
    cookies: StorageState


TEN_ROUNDS = """
from lobby.accounts.models import User
from lobby.matches.models import Match
from tests.bench.replay import store

flora = User.objects.get(pk={flora})
# The homes of this map are so far apart that nobody is out before the last round.
match = Match.objects.get(pk=store("planet_conquer", ["easy", "easy"], {{"map": "two_lanterns", "max_round": 10}}, "1"))
match.host = flora
match.save()
match.seats.filter(number=0).update(user=flora, bot="")
print(match.pk)
"""


@pytest.fixture(scope="package")
def finished(chromium: Browser, site: Site) -> Finished:
    """Ten rounds against an easy bot, in public; the person is called Flora. The server plays them: on pages they take as long as many tests."""
    context = chromium.new_context(base_url=site.url, locale="en-GB")
    flora = Person(context.new_page(), "Flora").become_guest()
    match = site.run(TEN_ROUNDS.format(flora=flora.account)).strip()
    cookies = context.storage_state()
    context.close()
    return Finished(match, cookies)


@pytest.fixture
def open_page(chromium: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """`open_page(viewport=WIDE, **context options)` → a page of a new person. Errors of its scripts fail the test.

    They know what they do: Ready asks them only with `asks=True`.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_one(viewport: ViewportSize = WIDE, *, asks: bool = False, **options: Any) -> Page:
        settings = {
            "base_url": site.url,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "color_scheme": "dark",
            # What a worker answers no test can hold back or change.
            "service_workers": "block",
            **options,
        }
        context = chromium.new_context(viewport=viewport, **settings)
        contexts.append(context)
        if not asks:
            context.add_init_script(NEVER_ASKED)
        page = context.new_page()
        page.set_default_timeout(LONG)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda message: errors.append(message.text) if _is_our_error(message.type, message.text) else None,
        )
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert errors == []


def _is_our_error(kind: str, text: str) -> bool:
    """Errors of our scripts and of the content policy; not those of the network, which some tests cause on purpose."""
    if kind != "error":
        return False
    return not ("Failed to load resource" in text or "net::ERR" in text or "WebSocket" in text)
