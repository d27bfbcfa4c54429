"""Draw the pictures of the games that the site shows: `make pictures`, or `python -m tests.browser.pictures <game>[:<name>] …`.

`static/games/<game>/pictures.json` says which moments: a match between bots, and for each picture a step, a seat whose view it is, and the
part of the board. The board is the real one, without its buttons. Written to `static/img/games/`, once for each theme.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS, program
from tests.browser.pages import at_rest
from tests.browser.site import ROOT, Site

FOLDER = ROOT / "static/img/games"
THEMES = ("dark", "light")
LANGUAGES = {"": "en-GB", "zh-hans.": "zh-CN"}
"""What stands in the file's name for a language, and the browser's name of it."""
MOST_BYTES = {"card": 8 * 1024, "preset": 7 * 1024}
"""By the first word of the name. Many cards are on one page, which may weigh 150 KB with all else."""
MOST = 25 * 1024
QUALITIES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25)
SMALLER = (1, 0.85, 0.7, 0.6, 0.5)
"""A picture full of detail is better small than blurred."""

MOUNT = """async (told) => {
  const { game, style, info, frames, seat, orders, forecast, hidden } = JSON.parse(told);
  const [{ default: module }, i18n, dom] = await Promise.all(
    [`games/${game}/main.js`, 'app/i18n.js', 'app/dom.js'].map((name) => import(name)));
  await i18n.load();
  if (style) dom.loadStyle(style);
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
  await Promise.all(sheets.map((one) => one.sheet || new Promise((go) => one.addEventListener('load', go))));
  const around = document.createElement('div');
  around.style.cssText = 'position: fixed; inset: 0; z-index: 1000; background: var(--ink)';
  const stage = document.createElement('div');
  stage.id = 'board';
  stage.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%';
  around.append(stage);
  document.body.replaceChildren(around);
  const drafted = orders ?? module.emptyOrders();
  const nothing = () => {};
  const board = module.mountBoard(stage, {
    info, seat, readonly: false, t: i18n.t, tn: i18n.tn,
    reducedMotion: () => true,
    theme: () => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'),
    getOrders: () => drafted, setOrders: nothing, announce: nothing, select: nothing, onSelect: () => nothing,
  });
  let previous = null;
  for (const frame of frames) {
    await board.show(frame, { previous, animate: false });
    previous = frame;
  }
  board.setDrafts(drafted, forecast);
  // Of a board on canvases nothing but these is in the picture: no button, no small map, no legend.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`#board:has(> canvas) > :not(canvas), ${hidden || '#none'} { display: none !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.activeElement?.blur();
}"""
PACK = """async ({ png, width, height, quality }) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


@dataclass(frozen=True)
class Match:
    """Who plays on what table; `bots` one per seat."""

    bots: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "fogbound"


@dataclass(frozen=True)
class Picture:
    """One moment of a match. Lengths in pixels of the page on which the board is drawn; `size` of the file's picture."""

    step: int
    seat: int = 0
    board: tuple[int, int] = (960, 600)
    part: tuple[int, int, int, int] | None = None
    """Left, top, width, height of what is kept; None: everything."""
    size: tuple[int, int] = (960, 600)
    drafts: bool = False
    """What the seat ordered in this step is drawn as its drafts."""
    hidden: str = ""
    """Selector of elements that do not belong into the picture."""
    match: str = ""
    """Which match of the file it is of."""
    preset: str = ""
    """That match is played with the options of this preset."""
    has_words: bool = False
    """The board shows words in it, so that each language needs its own."""


def read(game: str) -> tuple[dict[str, Match], dict[str, Picture]]:
    """The matches and the pictures of a game."""
    told = json.loads((ROOT / "static/games" / game / "pictures.json").read_text())
    matches = {name: Match(**{**one, "bots": tuple(one["bots"])}) for name, one in told["matches"].items()}
    return matches, {name: Picture(**one) for name, one in told["pictures"].items()}


def names(game: str) -> list[str]:
    """Names of the files of a game's pictures."""
    _, pictures = read(game)
    return [
        f"{game}-{name}.{language}{theme}.webp"
        for name, picture in pictures.items()
        for language in languages(picture)
        for theme in THEMES
    ]


def languages(picture: Picture) -> dict[str, str]:
    """Those of `LANGUAGES` in which it is drawn."""
    return LANGUAGES if picture.has_words else {"": LANGUAGES[""]}


def most_bytes(name: str) -> int:
    """The greatest length of the file of a picture of that name, in bytes."""
    return MOST_BYTES.get(name.split("-")[0], MOST)


def draw(game: str, only: str, browser: Browser, url: str) -> None:
    """All pictures of a game, or one of them."""
    matches, pictures = read(game)
    for name, picture in pictures.items():
        if only and name.split("-")[0] != only and name != only:
            continue
        shown = moment(game, matches[picture.match or next(iter(matches))], picture)
        for language, locale in languages(picture).items():
            for theme in THEMES:
                path = FOLDER / f"{game}-{name}.{language}{theme}.webp"
                width, height = picture.board
                context = browser.new_context(
                    base_url=url,
                    viewport={"width": width, "height": height},
                    # Drawn larger and made smaller, lines stay crisp.
                    device_scale_factor=1.5,
                    reduced_motion="reduce",
                    color_scheme=theme,  # type: ignore[arg-type]
                    locale=locale,
                )
                page = context.new_page()
                page.goto("/rules/")
                page.evaluate(MOUNT, json.dumps({"game": game, "hidden": picture.hidden, **shown}))
                path.write_bytes(packed(page, settled(page, picture), picture, most_bytes(name)))
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
                context.close()


def moment(game_id: str, match: Match, picture: Picture) -> dict[str, Any]:
    """What the board needs to show it: facts of the match, the frames before and at that step, drafts and what they lead to."""
    import games
    from games.core.simulate import replay
    from lobby.pages import demo
    from lobby.platform.assets import browser_modules

    game = games.get(game_id)
    options = {**(game.presets[picture.preset].options if picture.preset else {}), **match.options}
    played = demo.match(game, options, [game.bot(bot) for bot in match.bots], match.seed)
    if played.steps < picture.step:
        raise ValueError(f"the match of {game_id} has no step {picture.step}: it ended after {played.steps}")
    told = demo.shown(game, played, perspective=picture.seat, most=picture.step + 1)
    frames = [{**frame, "view": {**told["info"]["static"], **frame["view"]}} for frame in told["frames"][-2:]]
    drafts = forecast = None
    if picture.drafts:
        drafts = played.orders[picture.step].get(picture.seat)
        steps = replay(game, played.options, len(played.bots), played.seed, played.orders[: picture.step])
        *_, (_, state, _) = steps
        frames[-1]["choices"] = game.choices and game.choices(state, picture.seat)
        forecast = game.forecast and game.forecast(frames[-1]["view"], drafts)
    return {
        "info": told["info"],
        "frames": frames,
        "seat": picture.seat,
        "orders": drafts,
        "forecast": forecast,
        # As on the page of a match.
        "style": browser_modules.of_game(game_id, f"{game_id}.css"),
    }


def settled(page: Page, picture: Picture) -> str:
    """The board when it has drawn itself, as base64 of a PNG."""
    clip = None
    if picture.part:
        left, top, width, height = picture.part
        clip = {"x": left, "y": top, "width": width, "height": height}
    return base64.b64encode(at_rest(page).screenshot(clip=clip)).decode()  # type: ignore[arg-type]


def packed(page: Page, png: str, picture: Picture, most: int) -> bytes:
    """The picture as WebP, as large and as good as its bytes allow."""
    found = b""
    for share in SMALLER:
        width, height = (round(length * share) for length in picture.size)
        for quality in QUALITIES:
            webp = page.evaluate(PACK, {"png": png, "width": width, "height": height, "quality": quality})
            found = base64.b64decode(webp)
            if len(found) <= most:
                return found
    return found


def main(wanted: list[str]) -> None:
    """Draw for these games, or for all that have moments to show."""
    known = sorted(path.parent.name for path in (ROOT / "static/games").glob("*/pictures.json"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    site = Site()
    site.start()
    os.environ["FOGBOUND_DATA"] = str(site.folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
            # Playwright has a loop of its own running, in which Django would refuse its database.
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
            for one in wanted or known:
                game, _, name = one.partition(":")
                draw(game, name, browser, site.url)
            browser.close()
    finally:
        site.close()


if __name__ == "__main__":
    main(sys.argv[1:])
