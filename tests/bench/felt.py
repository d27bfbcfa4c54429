"""What does a person wait for who plays in a browser? `python -m tests.bench.felt [GAME …] [--steps 20] [--others 20] [--json]`, a minute a game

One process as `make play` starts it, two people in Chromium at one match, and beside them other matches at a human pace (`manage.py loadtest`).
The two press Ready in turn. Printed for each game, in milliseconds by the clock of this machine:

- sent: from the press until the button says that the order is on disk. Only presses after which the match still waits for somebody count.
- outcome: from the press that ends a step until the other's screen has drawn the next one (the second picture after its news have changed).

Where one seat alone has the turn, the other's screen waits for it all the same.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Page, sync_playwright

import games
from tests.bench import site
from tests.browser.conftest import FLAGS, NEVER_ASKED, WIDE, program

if TYPE_CHECKING:
    from collections.abc import Iterator

THINK_SECONDS = 3.0
"""Mean time before a seat of the other matches answers."""
WARM_SECONDS = 5.0
"""Until the other matches are under way."""

NOTED = """
// Milliseconds of the machine's clock, which both pages have in common.
const ready = document.getElementById('ready');
ready.addEventListener('click', (event) => { window.pressed = Date.now() - (performance.now() - event.timeStamp); }, true);
"""
IS_DUE = "document.getElementById('ready').getAttribute('aria-disabled') === 'false'"
IS_OVER = "!document.getElementById('end').hidden"
STEP = "Number((document.getElementById('news').dataset.step ?? ' 0').split(' ')[1])"
WATCH = f"""() => {{
  const step = () => {STEP};
  const before = step();
  const is = (name) => document.getElementById('ready').getAttribute(name) === 'true';
  const picture = () => new Promise((go) => requestAnimationFrame(go));
  const until = (holds, then) => new Promise((done) => {{
    const look = () => holds() && (watch.disconnect(), Promise.resolve(then()).then(() => done(Date.now())));
    const watch = new MutationObserver(look);
    watch.observe(document.documentElement, {{ subtree: true, childList: true, attributes: true, characterData: true }});
    look();
  }});
  window.sent = until(() => is('aria-pressed') && !is('aria-busy'), () => {{}});
  window.shown = until(() => step() > before || {IS_OVER}, async () => {{ await picture(); await picture(); }});
}}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")
    parser.add_argument("--steps", type=int, default=20, help="of each match")
    parser.add_argument("--others", type=int, default=20, help="matches beside it")
    parser.add_argument("--json", action="store_true", help="one JSON list and nothing else")
    given = parser.parse_args()
    found = []
    for game in given.games or games.GAMES:
        found.append({"game": game, **felt(game, given.steps, given.others)})
        if not given.json:
            print(f"{game:<16}" + "  ".join(_line(name, found[-1][name]) for name in ("sent", "outcome")), flush=True)
    if given.json:
        print(json.dumps(found))


def felt(game: str, steps: int, others: int) -> dict[str, Any]:
    """`sent` and `outcome`: how many, their half, and 99 of 100, in milliseconds."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="fogbound-felt-") as folder, sync_playwright() as playwright:
        env = site.environment(Path(folder), embedded=True)
        ((match, *sessions),) = site.make_rooms(env, game, 1)
        with site.web_process(env) as (port, _):
            address = f"http://127.0.0.1:{port}"
            browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
            with _beside(env, address, others):
                pages = [_open(browser, address, match, session) for session in sessions]
                for number in range(steps):
                    if any(page.evaluate(IS_OVER) for page in pages):
                        break
                    _step(pages, number, times)
            browser.close()
    return {name: _spread(times[name]) for name in ("sent", "outcome")}


@contextmanager
def _beside(env: dict[str, str], address: str, matches: int) -> Iterator[None]:
    """Other matches at the site, until the end."""
    if not matches:
        yield
        return
    asked = ["loadtest", f"--url={address}", f"--matches={matches}", f"--think={THINK_SECONDS}", "--seconds=3600"]
    command = [sys.executable, "manage.py", *asked]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=site.ROOT, env=env, stdout=log, stderr=log)
        try:
            time.sleep(WARM_SECONDS)
            yield
            if process.poll() is not None:
                log.seek(0)
                raise RuntimeError(f"the other matches have ended:\n{log.read().decode(errors='replace')}")
        finally:
            process.terminate()
            process.wait()


def _open(browser: Browser, address: str, match: str, session: str) -> Page:
    context = browser.new_context(base_url=address, viewport=WIDE, locale="en-GB")
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    context.add_init_script(NEVER_ASKED)
    page = context.new_page()
    page.goto(f"/matches/{match}/")
    page.wait_for_selector("#match[data-state=open]")
    page.evaluate(NOTED)
    return page


def _step(pages: list[Page], number: int, times: defaultdict[str, list[float]]) -> None:
    """Both press Ready, and who is first changes from step to step; a seat whose turn it is not yet has nothing to press."""
    pages[0].wait_for_function(f"{IS_OVER} || {IS_DUE} || document.getElementById('ready').textContent")
    due = [page for page in (pages if number % 2 else reversed(pages)) if page.evaluate(IS_DUE)]
    if not due:
        pages[0].wait_for_timeout(50)
        return
    for page in pages:
        page.evaluate(WATCH)
    for page in due[:-1]:
        page.click("#ready")
        times["sent"].append(page.evaluate("window.sent") - page.evaluate("window.pressed"))
    other = next(page for page in pages if page is not due[-1])
    due[-1].click("#ready")
    shown = [page.evaluate("window.shown") for page in (other, due[-1])]
    times["outcome"].append(shown[0] - due[-1].evaluate("window.pressed"))


def _spread(found: list[float]) -> dict[str, float]:
    ordered = sorted(found) or [math.nan]
    return {"count": len(found), "p50": statistics.median(ordered), "p99": ordered[math.ceil(len(ordered) * 0.99) - 1]}


def _line(name: str, found: dict[str, float]) -> str:
    return f"{name}: p50 {found['p50']:.0f} ms, p99 {found['p99']:.0f} ms of {found['count']:.0f}"


if __name__ == "__main__":
    main()
