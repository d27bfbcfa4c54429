"""Take the pictures of the documentation from a real match: `python -m tests.browser.screens docs/screens`.

A person plays a lively match against three bots for a while; landing page, match in both themes, phone and replay are kept.
"""

from __future__ import annotations

import base64
import re
import struct
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.conftest import FLAGS, PHONE, WIDE, program
from tests.browser.pages import Person, at_rest
from tests.browser.pictures import PACK
from tests.browser.site import Site

PNG_SIZE = 16
"""Where a PNG file says how wide and high it is."""
QUALITY = 0.9
GAME = "planet_conquer"
ROUNDS = 14
TABLE = {
    "seats": 4,
    "bot_1": "medium",
    "bot_2": "easy",
    "bot_3": "medium",
    "option_points_per_round": 2,
    "step_seconds": 600,
}


def packed(page: Page, png: bytes) -> bytes:
    """The same picture as WebP: a quarter of the bytes."""
    width, height = struct.unpack_from(">II", png, PNG_SIZE)
    told = {"png": base64.b64encode(png).decode(), "width": width, "height": height, "quality": QUALITY}
    return base64.b64decode(page.evaluate(PACK, told))


def own_planets(text: str) -> list[tuple[str, int, list[str]]]:
    """(key, units, keys of neighbours) of every planet that the text view calls ours."""
    lines = re.findall(r"^(\w+)[^\n]*: yours, (\d+) units[^\n]*routes: ([^\n]*)$", text, re.MULTILINE)
    return [(key, int(units), re.findall(r"(\w+) \(\d+\)", routes)) for key, units, routes in lines]


def play(person: Person, rounds: int) -> None:
    """Spread to the neighbours in turn, a part of each larger garrison at a time."""
    for number in range(1, rounds):
        person.at_round(number)
        for key, units, neighbours in own_planets(person.text_view()):
            if units > 20:
                person.command(f"move {key} {neighbours[number % len(neighbours)]} 60%")
        person.ready()
    person.at_round(rounds)


def take(browser: Browser, site: Site, folder: Path) -> None:
    """All pictures, into `folder`."""

    def context(**options: Any) -> BrowserContext:
        settings = {"viewport": WIDE, "color_scheme": "dark", "locale": "en-GB", "reduced_motion": "reduce", **options}
        return browser.new_context(base_url=site.url, **settings)

    # A page of its own: the content policy of the site would not let it draw.
    packer = browser.new_page()

    def picture(page: Page, name: str) -> None:
        page.mouse.move(2, 2)
        at_rest(page)
        (folder / f"{name}.webp").write_bytes(packed(packer, page.screenshot()))

    seated = context()
    person = Person(seated.new_page(), "Ada").become_guest()
    person.open_table(GAME, **TABLE)
    match = person.start()
    play(person, ROUNDS)
    key, _, neighbours = max(own_planets(person.text_view()), key=lambda planet: planet[1])
    person.command(f"move {key} {neighbours[0]} 50%")
    person.tab("Board")
    picture(person.page, "match")
    cookies = seated.storage_state()
    light = context(color_scheme="light", storage_state=cookies).new_page()
    light.goto(f"/matches/{match}/")
    Person(light, "Ada").at_match()
    picture(light, "match-light")
    phone = context(
        viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True, storage_state=cookies
    ).new_page()
    phone.goto(f"/matches/{match}/")
    Person(phone, "Ada").at_match()
    picture(phone, "phone")
    person.command("resign")
    person.ready()
    person.page.locator("#end").wait_for(state="visible", timeout=120_000)
    person.page.goto(f"/matches/{match}/replay/?step={ROUNDS - 1}&as=referee")
    Person(person.page, "Ada").at_match()
    picture(person.page, "replay")
    landing = context(reduced_motion="no-preference").new_page()
    landing.goto("/")
    landing.locator("[data-demo] canvas").first.wait_for(timeout=60_000)
    landing.wait_for_timeout(14_000)
    picture(landing, "landing")


def main(folder: str) -> None:
    """Serve, take, end."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    site = Site()
    try:
        site.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
            take(browser, site, target)
            browser.close()
    finally:
        site.close()


if __name__ == "__main__":
    main(sys.argv[1])
