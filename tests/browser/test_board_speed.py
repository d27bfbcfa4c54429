"""How fast is the largest sea with sixty units a side? Printed from the page's own marks: what is baked in how many slices, frames of panning,
zooming and playback. Counted and compared are slices and frames, never seconds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.bench.deep_blue import fleets
from tests.browser.pages import LONG, Person

pytestmark = pytest.mark.long

READ = """() => {
  const start = (name) => performance.getEntriesByName(name)[0]?.startTime;
  return {
    first: start('board:first'),
    baked: start('board:baked'),
    bakes: performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('bake:'))
      .map(({ name, detail }) => ({ name, ...detail })),
    runs: performance.getEntriesByType('measure').filter(({ name }) => name.startsWith('board:'))
      .map(({ name, detail }) => ({ name, ...detail })),
  };
}"""
BAKED = "() => performance.getEntriesByName('board:baked').length > 0"
RUN = "(name) => performance.getEntriesByName(name).length > 0"


def test_the_largest_sea_is_baked_in_slices_and_tells_its_frames(
    open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page({"width": 1440, "height": 900}, reduced_motion="no-preference")
    person = Person(page, "Doris")
    person.become_guest().open_table(
        "deep_blue", bot_1="easy", custom_map=json.dumps(fleets()), option_population_cap=200, step_seconds=600
    )
    person.start()
    page.wait_for_function(BAKED, timeout=2 * LONG)
    expect(page.locator("#ready")).to_be_enabled()

    board = page.locator("#board").bounding_box()
    assert board is not None
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(RUN, arg="board:zoom")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(x - 5 * step, y - 3 * step)
    page.mouse.up()
    page.wait_for_function(RUN, arg="board:pan")
    page.get_by_role("button", name="Show the whole map").click()
    page.get_by_role("button", name="Ready", exact=True).click()
    expect(page.get_by_role("group", name="Playback")).to_be_visible(timeout=2 * LONG)
    page.wait_for_function(RUN, arg="board:play", timeout=2 * LONG)

    told = page.evaluate(READ)
    with capsys.disabled():
        print(f"\n{_words(told)}")
    assert told["first"] < told["baked"]
    assert {bake["name"] for bake in told["bakes"]} >= {"bake:chart coarse", "bake:chart", "bake:fog"}
    assert all(bake["slices"] > 1 for bake in told["bakes"] if bake["name"] == "bake:chart")
    assert {run["name"] for run in told["runs"]} >= {"board:pan", "board:zoom", "board:play"}
    assert all(run["frames"] > 2 for run in told["runs"])


def _words(told: dict[str, Any]) -> str:
    lines = [f"first board {told['first']:.0f} ms after the page began, painted in full {told['baked']:.0f} ms"]
    lines += [
        f"{bake['name']}: {bake['spent']:.0f} ms in {bake['slices']} slices, the longest {bake['longest']:.0f} ms"
        for bake in told["bakes"]
    ]
    lines += [
        f"{run['name']}: {run['frames']} frames, median {run['median']:.1f} ms, 95 % below {run['p95']:.1f} ms"
        for run in told["runs"]
    ]
    return "\n".join(lines)
