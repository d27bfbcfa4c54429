"""How many acts and seconds does a newcomer need to the first order, through the lesson, to the first win?

    python -m tests.bench.walks GAME [GAME …] [--habit mouse|touch|keyboard] [--language en|zh-hans] [--json] [--pictures FOLDER]

A site of its own is started. Fingers have a phone. The walker orders what `tests/bench/newcomers.py` thinks of, and does in the lesson
what its hints say. It fails where the page does not go on, or where none of three matches is won; `--pictures` keeps what was seen last.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.bench.walks.hand import Stuck
from tests.bench.walks.walk import HANDS, LANGUAGES, Told, as_json, walk
from tests.browser.conftest import FLAGS, program
from tests.browser.site import Site

HEAD = "game             habit     language   first order      lesson passed    first win        lost  steps"


def line(told: Told) -> str:
    """One walk: acts and seconds up to each stage."""
    stages = "".join(f"{told.acts[one]:5} {told.seconds[one]:6.1f} s   " for one in ("order", "lesson", "win"))
    return f"{told.game:<16} {told.habit:<9} {told.language:<9} {stages}{told.lost:4} {told.rounds:6}"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.walks", description="A newcomer's way to the first win."
    )
    parser.add_argument("games", nargs="+", choices=sorted(HANDS), metavar="GAME")
    parser.add_argument("--habit", choices=("mouse", "touch", "keyboard"), default="mouse")
    parser.add_argument("--language", choices=sorted(LANGUAGES), default="en")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    site = Site()
    stuck = 0
    try:
        site.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
            if not given.json:
                print(HEAD, flush=True)
            for game in given.games:
                try:
                    told = walk(browser, site.url, game, given.habit, given.language, given.pictures)
                except (Stuck, Error, AssertionError, LookupError) as error:
                    stuck += 1
                    print(f"{game}: {error}", file=sys.stderr, flush=True)
                else:
                    print(json.dumps(as_json(told)) if given.json else line(told), flush=True)
            browser.close()
    finally:
        site.close()
    return min(stuck, 1)


if __name__ == "__main__":
    sys.exit(main())
