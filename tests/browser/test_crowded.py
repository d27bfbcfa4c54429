"""In crowded positions of matches between bots: does a word on a board cover another one, or a tool the land?"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

import games
from tests.browser.drawn_text import WATCH, apart, collisions, painted, written
from tests.browser.site import Site
from tests.browser.test_phone import TOUCH

SEATS = {"planet_conquer": 4, "hundred_clubs": 6, "deep_blue": 2, "cosmos": 4, "frames": 2}
"""As many as make the board full."""
LONG_FORM = os.environ.get("FOGBOUND_LONG") == "1"
GAMES = list(games.GAMES) if LONG_FORM else ["hundred_clubs"]
PATIENCE = 300.0

BEGIN = """
import games
from games.core.simulate import open_table
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.tables import seating

game, seats = games.get("GAME"), SEATS
settings = Settings(seats=seats, step_seconds=60, press="none", spectator_delay=0)
options = open_table(game, {}, seats, "crowd")
arranged = dict(arranged=Match.Arranged.CONTEST, seed="crowd")
print(seating.begin_arranged(game=game, options=options, sitters=["hard"] * seats, settings=settings, **arranged).id)
"""


def begin(site: Site, game: str) -> str:
    """Have hard bots play that; the id of the match."""
    done = site.manage("shell", "-v0", "-c", BEGIN.replace("GAME", game).replace("SEATS", str(SEATS[game])))
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


def wait_for_the_end(page: Page, match: str) -> int:
    """How many steps there are to see."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = page.request.get(f"/matches/{match}/frames/?as=referee&first=0&last=0")
        if answer.ok and (told := json.loads(answer.text()))["scores"]:
            return int(told["count"])
        page.wait_for_timeout(500)
    raise AssertionError("the match does not end")


@pytest.fixture(scope="module")
def crowded(site: Site) -> Callable[[str], str]:
    """`crowded(game)` → the id of a match of hard bots, begun when first asked for."""
    return cache(lambda game: begin(site, game))


@pytest.mark.parametrize("game", GAMES)
def test_words_in_crowded_positions(open_page: Callable[..., Page], crowded: Callable[[str], str], game: str) -> None:
    """Everything in sight, early, in the middle and late; on a wide screen and on a phone."""
    match = crowded(game)
    count = wait_for_the_end(open_page(), match)
    for form in ({}, TOUCH):
        page = open_page(**form)
        page.add_init_script(WATCH)
        for part in (0.3, 0.5, 0.8):
            page.goto(f"/matches/{match}/replay/?step={int(count * part)}&as=referee")
            expect(page.locator("#match")).to_have_attribute("data-state", "open")
            page.wait_for_timeout(800)
            words = written(page, ".fr-table") if game == "frames" else painted(page)
            assert len(words) > 5, (form, part)
            assert collisions(words) == [], (form, part)


def test_the_lenses_of_the_campus_cover_no_land_on_a_phone(
    open_page: Callable[..., Page], crowded: Callable[[str], str]
) -> None:
    """They open from a button in the row of the tools, which lies above the map."""
    match = crowded("hundred_clubs")
    wait_for_the_end(open_page(), match)
    page = open_page(**TOUCH)
    page.goto(f"/matches/{match}/replay/?step=10&as=referee")
    expect(page.locator("#match")).to_have_attribute("data-state", "open")
    button = page.get_by_role("button", name="Influence and sight")
    tools, camera = page.locator(".hcb-tools"), page.locator(".board-camera")
    assert apart(button, tools) and apart(button, camera)
    boxes = [one.bounding_box() for one in (button, camera)]
    assert boxes[0] and boxes[1] and abs(boxes[0]["y"] - boxes[1]["y"]) < 6, boxes
    sight = page.get_by_label("Sight of")
    expect(sight).to_be_hidden()
    button.tap()
    expect(button).to_have_attribute("aria-expanded", "true")
    sight.select_option("0")
    button.tap()
    expect(sight).to_be_hidden()
