"""How fast is a chart of 64 x 64 with 500 entities? Printed from the page's own marks: frames of panning, zooming and playback, as the
trial of a program shows them. Counted are frames, never seconds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.core.events import filter_for
from games.core.simulate import replay
from games.cosmos import GAME
from tests.bench.cosmos import recordings
from tests.browser.pages import LONG, Person
from tests.browser.test_board_speed import BAKED, READ, RUN
from tests.browser.test_board_speed import _words as words

pytestmark = pytest.mark.long

WIDTH, HEIGHT = 1060, 780
"""About what the board of a match has on a screen of 1440 x 900."""
STEPS = 3


def course() -> dict[str, Any]:
    """A trial's answer in which everything is seen: ten rounds a step, so that hundreds of ships move at once."""
    recording = next(one for one in recordings() if "500 entities, 10 rounds" in one.name)
    frames = []
    played = replay(GAME, recording.first.options, 2, recording.seed, recording.orders, start=recording.first)
    for step, state, events in played:
        view = GAME.view(state, "referee")
        assert len(view["foreign"]) >= 400
        told = list(filter_for(events, "referee"))
        frames.append({"step": step, "view": view, "events": told, "choices": None, "final": False})
        if step == STEPS:
            break
    shared = {"static": {}, "options": {"stride": 10}, "names": ["Ada", "Easy"]}
    how = {"id": "trial-x", "game": "cosmos", "status": "done", "ended": "steps", "wanted": STEPS, "played": STEPS}
    return {**how, "seconds": 20, "refusal": None, **shared, "frames": frames, "runs": [[]] * STEPS}


def test_a_chart_with_five_hundred_entities_tells_its_frames(
    open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page({"width": 1440, "height": 1000}, reduced_motion="no-preference", bypass_csp=True)
    Person(page, "Ada").become_guest()
    answer = json.dumps(course())
    page.route("**/api/programs/trials/**", lambda route: route.fulfill(body=answer, content_type="application/json"))
    page.goto("/programs/new/cosmos/")
    # The trial below the editor, as wide as the page: beside it the board would have half of that.
    wide = f".program-work {{ display: block !important }} .trial-stage {{ grid-template-columns: {WIDTH + 2}px 300px !important }}"
    page.add_style_tag(content=f"{wide} .trial-board {{ height: {HEIGHT + 2}px !important }}")
    page.get_by_role("button", name="Run the trial").click()
    page.wait_for_function(BAKED, timeout=2 * LONG)
    board = page.locator("#trial-stage .board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None and (round(box["width"]), round(box["height"])) == (WIDTH, HEIGHT)
    x, y = box["x"] + WIDTH / 2, box["y"] + HEIGHT / 2
    page.mouse.move(x, y)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(RUN, arg="board:zoom")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(x - 5 * step, y - 3 * step)
    page.mouse.up()
    page.wait_for_function(RUN, arg="board:pan")
    page.get_by_role("button", name="Show the whole map").click()
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("group", name="Playback")).to_be_visible(timeout=2 * LONG)
    page.wait_for_function(RUN, arg="board:play", timeout=2 * LONG)
    told = page.evaluate(READ)
    with capsys.disabled():
        print(f"\n{words(told)}")
    assert {run["name"] for run in told["runs"]} >= {"board:pan", "board:zoom", "board:play"}
    assert all(run["frames"] > 2 for run in told["runs"])
