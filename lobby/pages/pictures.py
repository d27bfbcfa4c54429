"""Which pictures of a game's board exist? Files that `make pictures` draws: `static/img/games/<game>-<name>.<theme>.webp`.

A board with words in it has a picture for each language: `<game>-<name>.<language>.<theme>.webp`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders

FOLDER = "img/games"
HEADER = 30
"""Bytes of a WebP file that contain its size."""
NAMED = re.compile(r"(?P<name>[a-z0-9_-]+)\.(?:(?P<language>[a-z-]+)\.)?(?P<theme>dark|light)\.webp")


@dataclass(frozen=True)
class Picture:
    """One moment on the board, in both themes; names of static files, and pixels."""

    dark: str
    light: str
    width: int
    height: int
    text: str = ""
    """Text alternative."""


def of_game(game: str, name: str, language: str) -> Picture | None:
    """The picture of that name, in that language if its board has words; None if there is no such file."""
    return _found(f"{game}-{name}", language)


def named(address: str, text: str) -> Picture | None:
    """The picture to which a text links, in either theme; None if the link leads to none."""
    found = NAMED.fullmatch(address.rsplit("/", 1)[-1])
    picture = found and _found(found["name"], found["language"] or "en")
    return picture and Picture(picture.dark, picture.light, picture.width, picture.height, text)


@lru_cache(maxsize=256)
def _found(name: str, language: str) -> Picture | None:
    for middle in (f".{language}", ""):
        dark, light = (f"{FOLDER}/{name}{middle}.{theme}.webp" for theme in ("dark", "light"))
        path = finders.find(dark)
        if path and finders.find(light):
            width, height = size(Path(str(path)).read_bytes()[:HEADER])
            return Picture(dark, light, width, height)
    return None


def size(header: bytes) -> tuple[int, int]:
    """Width and height of a WebP picture, from its first bytes. Raises ValueError for other data."""
    kind = header[12:16]
    if header[:4] != b"RIFF" or header[8:12] != b"WEBP" or len(header) < HEADER:
        raise ValueError("no WebP picture")
    if kind == b"VP8X":
        return int.from_bytes(header[24:27], "little") + 1, int.from_bytes(header[27:30], "little") + 1
    if kind == b"VP8 ":
        return int.from_bytes(header[26:28], "little") & 0x3FFF, int.from_bytes(header[28:30], "little") & 0x3FFF
    raise ValueError(f"a WebP picture of kind {kind!r}")
