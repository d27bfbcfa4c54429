"""Do words never bury the table of Frames? Fifty crowded positions on three sizes, as matches of two bots bring them about: at rest no word lies on
another or leaves the table. Other boards paint their words, which `tests/js/board_labels.test.js` asks without a browser; those of this one are laid out by style sheets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from lobby.platform.assets import browser_modules
from tests.browser.drawn_text import collisions, outside, written
from tests.browser.pages import at_rest
from tests.browser.pictures import MOUNT
from tests.browser.site import ROOT
from tests.sweeps import later

SIZES: dict[str, tuple[ViewportSize, bool]] = {
    "desk": ({"width": 900, "height": 640}, False),
    "phone": ({"width": 390, "height": 460}, True),
    "phone on its side": ({"width": 557, "height": 290}, True),
}
ALL = [(locale, size) for locale in ("en-GB", "zh-CN") for size in SIZES]
DIAGONAL = [("en-GB", "desk"), ("zh-CN", "phone")]
IS_LONG = bool(os.environ.get("FOGBOUND_LONG"))
CROWDED = {
    "game": "frames",
    "bots": ["easy", "easy"],
    "seat": 0,
    "step": 60 if IS_LONG else 24,
    "last": 50 if IS_LONG else 12,
}
EVERY = 1 if IS_LONG else 4
TOUCH_BY = 2.0
"""Pixels by which boxes of letters may touch."""


@pytest.fixture(scope="module")
def crowded() -> dict[str, Any]:
    """The moments; played in a process of their own, because Playwright has a loop running here."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.moments"], cwd=ROOT, input=json.dumps({"crowded": CROWDED}).encode(), capture_output=True, check=True
    )  # fmt: skip
    found: dict[str, Any] = json.loads(told.stdout)["crowded"]
    return found


@pytest.mark.parametrize(("locale", "size"), [*DIAGONAL, *later(one for one in ALL if one not in DIAGONAL)])
def test_no_word_lies_on_another_on_the_table(
    open_page: Callable[..., Page], crowded: dict[str, Any], locale: str, size: str
) -> None:
    viewport, is_touch = SIZES[size]
    page = open_page(viewport, locale=locale, has_touch=is_touch, is_mobile=is_touch)
    page.goto("/rules/")
    style = browser_modules.of_game("frames", "frames.css")
    wrong = []
    for frame in crowded["frames"][EVERY - 1 :: EVERY]:
        told = {**crowded, "frames": [frame], "game": "frames", "style": style, "hidden": ""}
        page.evaluate(MOUNT, json.dumps(told))
        words = written(at_rest(page), "#board .fr-felt")
        board = page.locator("#board").bounding_box()
        assert len(words) > 10
        wrong += [(frame["step"], *pair) for pair in collisions(words, TOUCH_BY)]
        wrong += [(frame["step"], word, "leaves the board") for word in outside(words, board)]
    assert wrong == []
