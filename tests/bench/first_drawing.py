"""How soon does a page show the board? `python -m tests.bench.first_drawing [GAME …] [--single] [--visits 5] [--json]`

One process as `make play` starts it (`--single`: with the modules of a checkout, one by one), one person in Chromium who opens a match that has
just begun: in the first preset of the game and on its largest map, as a browser that was never here (`first`) and one that was (`again`). Milliseconds
from the end of the document until

- frame: the position is painted;
- drawn: every drawing that is made of pictures has its true form, be it coarse: globes, a chart, a campus;
- rest: nothing is left to be made.

`work` is what the page's main thread works until it is at rest, in milliseconds of the processor, and the least of all visits like all the others:
it changes less than the rest on a machine that does something else.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import games
from tests.bench import deep_blue, site
from tests.bench.replay_page import metric
from tests.browser.conftest import FLAGS, NEVER_ASKED, WIDE, program
from tests.browser.site import collect

LARGEST: dict[str, dict[str, Any]] = {
    "planet_conquer": {"map": "long_night"},
    "hundred_clubs": {"map": {"generated": {"width": 35, "height": None, "water": True}}},
    "deep_blue": {"map": deep_blue.fleets(), "population_cap": 200},
    "cosmos": {"width": 64, "height": 64},
}
"""Options of the largest map of each game that has maps."""
KEPT = 2500
"""Milliseconds until a browser has kept what it has drawn, for the next visit."""
NOTED = """
const when = {};
const picture = (then) => requestAnimationFrame(() => requestAnimationFrame(() => then(performance.now())));
new MutationObserver((_, watch) => {
  const wait = document.getElementById('board-wait');
  if (!wait || !wait.hidden) return;
  watch.disconnect();
  picture((now) => (when.frame = now));
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] });
new MutationObserver((_, watch) => {
  if (!when.frame || document.documentElement.dataset.busy) return;
  watch.disconnect();
  picture((now) => (when.rest = now));
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-busy'] });
window.firstDrawing = async () => {
  while (!when.rest) await new Promise((go) => setTimeout(go, 20));
  const document = performance.getEntriesByType('navigation')[0].responseEnd;
  // A drawing is true with its coarse form, or with the one and only.
  const first = new Map();
  for (const { name, startTime } of performance.getEntriesByType('mark'))
    if (name.startsWith('bake:')) first.set(name.replace(/ coarse$/, ''), Math.min(first.get(name.replace(/ coarse$/, '')) ?? Infinity, startTime));
  const drawn = Math.max(when.frame, ...first.values());
  const files = performance.getEntriesByType('resource').filter((one) => one.responseEnd <= drawn);
  return {
    document, frame: when.frame - document, drawn: drawn - document, rest: when.rest - document,
    requests: files.filter((one) => one.transferSize > 0).length,
    kilobytes: files.reduce((sum, one) => sum + one.transferSize, 0) / 1024,
  };
};
"""
SHOWN = ("document", "frame", "drawn", "rest", "work")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")
    parser.add_argument("--single", action="store_true", help="with modules that are not joined")
    parser.add_argument("--visits", type=int, default=5, help="of each kind; the least of each time counts")
    parser.add_argument("--json", action="store_true", help="one JSON list and nothing else")
    given = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory(prefix="fogbound-drawing-") as folder, sync_playwright() as playwright:
        more = {}
        if not given.single:
            collect(Path(folder, "static"))
            more = {"FOGBOUND_STATIC": str(Path(folder, "static")), "FOGBOUND_COLLECTED": "1"}
        env = site.environment(Path(folder), embedded=True, **more)
        browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        with site.web_process(env) as (port, _):
            for game in given.games or games.GAMES:
                for where, options in _maps(game):
                    ((match, session, *_rest),) = site.make_rooms(env, game, 1, **options)
                    for visit, line in _visits(browser, f"http://127.0.0.1:{port}", match, session, given.visits):
                        found.append({"game": game, "map": where, "visit": visit, **line})
                        if not given.json:
                            print(_line(found[-1]), flush=True)
        browser.close()
    if given.json:
        print(json.dumps(found))


def _maps(game: str) -> list[tuple[str, dict[str, Any]]]:
    preset, given = next(iter(games.get(game).presets.items()))
    return [(preset, dict(given.options)), *([("largest", LARGEST[game])] if game in LARGEST else [])]


def _visits(
    browser: Browser, address: str, match: str, session: str, number: int
) -> list[tuple[str, dict[str, float]]]:
    """The least of each figure, of first visits and of others."""
    kinds: dict[str, list[dict[str, float]]] = {"first": [], "again": []}
    for _ in range(number):
        context = browser.new_context(base_url=address, viewport=WIDE, locale="en-GB")
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        context.add_init_script(NEVER_ASKED)
        context.add_init_script(NOTED)
        for visits in kinds.values():
            visits.append(_visit(context, match))
        context.close()
    return [(kind, {name: min(one[name] for one in visits) for name in visits[0]}) for kind, visits in kinds.items()]


def _visit(context: BrowserContext, match: str) -> dict[str, float]:
    page: Page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(f"/matches/{match}/")
    told: dict[str, float] = page.evaluate("window.firstDrawing()")
    told["work"] = 1000 * metric(session, "TaskDuration")
    page.wait_for_timeout(KEPT)
    page.close()
    return told


def _line(found: dict[str, Any]) -> str:
    times = "  ".join(f"{name} {found[name]:5.0f}" for name in SHOWN)
    sent = f"{found['requests']:3.0f} requests {found['kilobytes']:4.0f} KB"
    return f"{found['game']:<15}{found['map']:<9}{found['visit']:<6}{times}  {sent}"


if __name__ == "__main__":
    main()
