"""How does what happens look? A picture of every kind of beat and moment of each game: `make beats`, or `python -m tests.browser.beats FOLDER [GAME …]`.

A match between bots is played on a site of its own; the first step that tells something of each kind is shown in the replay, without motion, and
every still of it is kept: at a desk and on a phone, in both themes. `index.html` in the folder shows all of them, with what they tell.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import FLAGS, PHONE, WIDE, program
from tests.browser.pages import Person, at_rest
from tests.browser.site import Site

SIZES: dict[str, ViewportSize] = {"desk": WIDE, "phone": PHONE}
THEMES = ("dark", "light")
MOST_STEPS, MOST_STILLS = 12, 6
"""Of a match, and of a step: the weightiest come first."""
MAKE = """
from lobby.accounts.models import User
from tests.lobby.whole_matches import whole_match
print("match", whole_match(User.objects.get(pk={vera}), {game!r}, seed={seed!r}).pk)
"""
NEWS = """async ({ match, game }) => {
  const { default: module } = await import(`games/${game}/main.js`);
  const found = [];
  let before = null;
  for (let first = 0, count = 1; first < count; first += 200) {
    const answer = await (await fetch(`/matches/${match}/frames/?as=0&first=${first}`)).json();
    count = answer.count;
    for (const told of answer.frames) {
      const frame = { ...told, view: { ...answer.info.static, ...told.view } };
      for (const { weight, moment, event, text } of before ? module.news(frame, before, answer.info) : [])
        found.push({ step: frame.step, weight, moment: moment ?? '', kind: event?.type ?? 'seen', text });
      before = frame;
    }
  }
  return found;
}"""
LEAST = 30
"""Least weight of a line that is a beat (`static/kit/beats.js`)."""


def news(page: Page, match: str, game: str) -> list[dict[str, Any]]:
    """Everything that is told to seat 0 of a match, as beats or in the log: step, weight, words of the moment, kind and text, in the page's language."""
    told: list[dict[str, Any]] = page.evaluate(NEWS, {"match": match, "game": game})
    return told


def kinds(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first of each kind of beat. Of names and numbers there are many, of words few."""
    found: dict[str, dict[str, Any]] = {}
    for one in told:
        if one["weight"] < LEAST and not one["moment"]:
            continue
        words = re.sub(r" [A-Z][^ ]*", " N", re.sub("[0-9]+", "#", one["moment"]))
        kind = f"{one['kind']}: {words}" if words else one["kind"]
        found.setdefault(kind, {**one, "kind": kind})
    return list(found.values())


def steps_of(found: list[dict[str, Any]]) -> dict[int, list[str]]:
    """The steps that are shown, each with the kinds that it tells first; those with moments before others."""
    steps: dict[int, list[str]] = {}
    for one in found:
        steps.setdefault(one["step"], []).append(f"{one['kind']}: {one['text']}")
    ranked = sorted(
        steps, key=lambda step: (-sum(": " in line.split(": ", 1)[0] for line in steps[step]), -len(steps[step]), step)
    )
    return {step: steps[step] for step in sorted(ranked[:MOST_STEPS])}


def stills(page: Page, match: str, step: int) -> Iterator[str]:
    """The captions of a step's stills, one after the other, each while it is shown."""
    page.goto(f"/matches/{match}/replay/?as=0&step={step - 1}")
    at_rest(page)
    page.get_by_role("button", name="Step forward").click()
    caption, onward = page.locator(".board-caption"), page.get_by_role("button", name="Next event")
    for _ in range(MOST_STILLS):
        at_rest(page)
        yield caption.inner_text() if caption.is_visible() else ""
        if not onward.is_visible():
            return
        # Whatever owns the page meanwhile goes on with it.
        onward.dispatch_event("click")


def take(browser: Browser, site: Site, game: str, folder: Path, vera: Person) -> list[tuple[str, str]]:
    """Names of files with what they show."""
    made = site.manage("shell", "-v0", "-c", MAKE.format(vera=vera.account, game=game, seed="ab" * 16))
    match = made.stdout.rpartition("match ")[2].strip()
    shown: list[tuple[str, str]] = []
    steps: dict[int, list[str]] = {}
    for size, viewport in SIZES.items():
        for theme in THEMES:
            context = browser.new_context(
                base_url=site.url, viewport=viewport, color_scheme=theme, locale="en-GB", reduced_motion="reduce", storage_state=vera.page.context.storage_state()
            )  # fmt: skip
            page = context.new_page()
            if not steps:
                page.goto(f"/matches/{match}/replay/?as=0")
                at_rest(page)
                steps = steps_of(kinds(news(page, match, game)))
            for step, lines in steps.items():
                for number, caption in enumerate(stills(page, match, step), start=1):
                    name = f"{game}-{step}-{number}-{size}-{theme}.png"
                    page.screenshot(path=folder / name)
                    shown.append((name, caption or "; ".join(lines)))
            context.close()
    return shown


def main(folder: str, games: list[str]) -> None:
    """Serve, take, end."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    site = Site()
    shown: list[tuple[str, str]] = []
    try:
        site.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
            context = browser.new_context(base_url=site.url)
            vera = Person(context.new_page(), "Vera").become_guest()
            for game in games:
                shown += take(browser, site, game, target, vera)
            browser.close()
    finally:
        site.close()
    figures = (
        f'<figure><img src="{name}" width="480"><figcaption>{name}: {html.escape(words)}</figcaption></figure>'
        for name, words in shown
    )
    (target / "index.html").write_text(f"<!doctype html><meta charset='utf-8'>{''.join(figures)}", encoding="utf-8")
    print(json.dumps({"pictures": len(shown), "folder": str(target)}))


if __name__ == "__main__":
    from games import GAMES

    main(sys.argv[1], sys.argv[2:] or list(GAMES))
