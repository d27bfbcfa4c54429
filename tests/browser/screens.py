"""Take the pictures of the documentation from a real match: `python -m tests.browser.screens docs/screens`.

A person plays a lively match against three bots for a while; landing page, match in both themes, phone and replay are kept.
"""

from __future__ import annotations

import re
import shutil
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.conftest import FLAGS, PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.site import Site

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PIXEL = 3
"""Bytes of a pixel."""
EVEN = bytes(min(255, value + 1) & 0xFE for value in range(256))
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


def packed(png: bytes) -> bytes:
    """The same picture in two thirds of the bytes: the lowest bit of each colour, grain that no eye sees, is left out."""
    chunks: dict[bytes, bytes] = {}
    at = len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    width, height, depth, colours = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    if (depth, colours) != (8, 2):
        raise ValueError("a screenshot is expected to be RGB with 8 bits a colour")
    lines = plain_lines(zlib.decompress(chunks[b"IDAT"]), width * PIXEL, height)
    body = b"".join(b"\0" + line.translate(EVEN) for line in lines)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"".join(
        [SIGNATURE, chunk(b"IHDR", chunks[b"IHDR"]), chunk(b"IDAT", zlib.compress(body, 9)), chunk(b"IEND", b"")]
    )


def plain_lines(data: bytes, width: int, height: int) -> Iterator[bytes]:
    """The bytes of each line of a picture, with the five filters of PNG undone."""
    above = bytes(width)
    for y in range(height):
        start = y * (width + 1)
        kind, line = data[start], bytearray(data[start + 1 : start + 1 + width])
        for i in range(width) if kind else ():
            a, b, c = (line[i - PIXEL] if i >= PIXEL else 0), above[i], (above[i - PIXEL] if i >= PIXEL else 0)
            nearest = min((a, b, c), key=lambda value: abs(a + b - c - value)) if kind == 4 else 0
            line[i] = (line[i] + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
        above = bytes(line)
        yield above


def own_planets(twin: str) -> list[tuple[str, int, list[str]]]:
    """(key, units, keys of neighbours) of every planet that the text twin calls ours."""
    lines = re.findall(r"^(\w+)[^\n]*: yours, (\d+) units[^\n]*routes: ([^\n]*)$", twin, re.MULTILINE)
    return [(key, int(units), re.findall(r"(\w+) \(\d+\)", routes)) for key, units, routes in lines]


def play(person: Person, rounds: int) -> None:
    """Spread to the neighbours in turn, a part of each larger garrison at a time."""
    for number in range(1, rounds):
        person.at_round(number)
        for key, units, neighbours in own_planets(person.twin()):
            if units > 20:
                person.command(f"move {key} {neighbours[number % len(neighbours)]} 60%")
        person.ready()
    person.at_round(rounds)


def take(browser: Browser, site: Site, folder: Path) -> None:
    """All pictures, into `folder`."""

    def context(**options: Any) -> BrowserContext:
        settings = {"viewport": WIDE, "color_scheme": "dark", "locale": "en-GB", "reduced_motion": "reduce", **options}
        return browser.new_context(base_url=site.url, **settings)

    def picture(page: Any, name: str) -> None:
        page.mouse.move(2, 2)
        page.wait_for_timeout(1500)
        (folder / f"{name}.png").write_bytes(packed(page.screenshot()))

    seated = context()
    person = Person(seated.new_page(), "Ada").become_guest()
    person.open_table(GAME, **TABLE)
    match = person.start()
    play(person, ROUNDS)
    key, _, neighbours = max(own_planets(person.twin()), key=lambda planet: planet[1])
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
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            take(browser, site, target)
            browser.close()
    finally:
        site.close()


if __name__ == "__main__":
    main(sys.argv[1])
