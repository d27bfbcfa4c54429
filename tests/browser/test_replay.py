"""The replay page: scrub, speed, keys, perspective, a link to every step, the file. What is told before the end: `test_watching.py`."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Finished
from tests.browser.pages import Person, at_rest

TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
"""Whatever the page makes of what it has got is on it then."""


def step(page: Page, name: str) -> None:
    expect(page.locator("#match-step")).to_have_text(name)


def test_anybody_may_scrub_through_a_finished_match_let_it_play_and_take_it_along(
    open_page: Callable[..., Page], finished: Finished
) -> None:
    page = open_page()
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status == 429 else None)
    page.goto(f"/matches/{finished.match}/replay/?step=2&as=referee")
    step(page, "Round 3")
    expect(page.get_by_label("Seen by").last).to_have_value("referee")
    page.keyboard.press("ArrowRight")
    step(page, "Round 4")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    step(page, "Round 2")
    page.keyboard.press("Home")
    step(page, "Round 1")
    page.keyboard.press("]")
    step(page, "Round 2")
    page.keyboard.press("End")
    step(page, "After Round 10")
    expect(page).to_have_url(re.compile("step=10&as=referee"))
    slider = page.get_by_label("Step on the board")
    expect(slider).to_have_attribute("aria-valuetext", "After Round 10")
    slider.fill("5")
    step(page, "Round 6")
    page.get_by_role("button", name="Step back").click()
    step(page, "Round 5")
    expect(page.locator("#turning li").first).to_be_visible()
    assert refused == [], "what takes long is asked for one after the other"
    slider.fill("0")
    step(page, "Round 1")
    page.locator("#turning button").first.click()
    expect(page).not_to_have_url(re.compile("step=0&"))  # nothing turns before the first round
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"planet_conquer-{finished.match}.json"

    # It plays by itself, at any speed.
    page.goto(f"/matches/{finished.match}/replay/")
    step(page, "Round 1")
    page.get_by_label("Speed", exact=True).select_option("4")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    # Rounds of a quarter of a second: whoever looks now and then may miss one.
    expect(page.locator("#match-step")).to_have_text(re.compile("^Round [4-8]$"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    step(page, "After Round 10")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


WHOSE = {"0": "Planets of Flora (A)", "1": "Planets of Cadet (B)"}
"""Whoever has not played reads of both seats by their names."""


def test_every_perspective_has_its_own_fog(open_page: Callable[..., Page], finished: Finished) -> None:
    person = Person(open_page(), "")
    page = person.page
    page.goto(f"/matches/{finished.match}/replay/?step=1&as=referee")
    step(page, "Round 2")
    assert "Never seen" not in person.text_view()
    for seat in ("0", "1"):
        page.get_by_label("Seen by").last.select_option(seat)
        expect(page.locator("#pane-text")).to_contain_text(WHOSE[seat])
        expect(page.locator("#pane-text")).to_contain_text("Never seen")
        step(page, "Round 2")
    page.get_by_label("Seen by").last.select_option("public")
    expect(page.locator("#pane-text")).not_to_contain_text("Planets of")
    page.get_by_role("tab", name="Curves").click()
    expect(page.locator("#pane-curves figcaption").first).to_be_visible()

    # The audience chosen last is shown though an earlier answer comes after it.
    page.goto(f"/matches/{finished.match}/replay/?step=1&as=referee")
    step(page, "Round 2")
    held: list[Route] = []
    page.route(re.compile(r"/frames/\?as=0&"), lambda route: held.append(route))
    chosen = page.get_by_label("Seen by").last
    with page.expect_request(re.compile(r"/frames/\?as=0&")):
        chosen.select_option("0")
    chosen.select_option("1")
    page.get_by_role("tab", name="Text").click()
    expect(page.locator("#pane-text")).to_contain_text(WHOSE["1"])
    told = page.locator("#pane-text").inner_text()
    with page.expect_response(re.compile(r"/frames/\?as=0&")):
        held[0].continue_()
    at_rest(page)
    assert page.locator("#pane-text").inner_text() == told
    expect(chosen).to_have_value("1")
    expect(page).to_have_url(re.compile("as=1"))


def test_a_step_is_shared_as_a_link_to_its_view_and_as_a_picture_with_the_result(
    open_page: Callable[..., Page], finished: Finished
) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/matches/{finished.match}/replay/?step=4&as=referee")
    step(page, "Round 5")
    page.get_by_role("button", name="Share", exact=True).click()
    sharing = page.get_by_role("dialog")
    sharing.get_by_role("button", name="Copy the link").click()
    expect(sharing.get_by_text("Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    sharing.get_by_role("button", name="Picture of the board").click()
    expect(sharing.get_by_role("img", name=re.compile("Planet Conquer"))).to_be_visible()
    with page.expect_download() as download:
        sharing.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename == f"fogbound-{finished.match}.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    # Whoever gets the link, and is nobody in the match, sees that step so.
    other = open_page()
    other.goto(link)
    step(other, "Round 5")
    expect(other.get_by_label("Seen by").last).to_have_value("referee")
