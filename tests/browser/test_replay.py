"""The replay page: scrub, speed, keys, perspective, a link to every step, the file; nothing of it before its time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Finished
from tests.browser.pages import Person


def step(page: Page, name: str) -> None:
    expect(page.locator("#match-step")).to_have_text(name)


def test_anybody_may_scrub_through_a_finished_match(open_page: Callable[..., Page], finished: Finished) -> None:
    page = open_page()
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
    slider.fill("0")
    step(page, "Round 1")
    page.locator("#turning button").first.click()
    expect(page).not_to_have_url(re.compile("step=0&"))  # nothing turns before the first round


def test_it_plays_by_itself_at_any_speed(open_page: Callable[..., Page], finished: Finished) -> None:
    page = open_page()
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


def test_every_perspective_has_its_own_fog(open_page: Callable[..., Page], finished: Finished) -> None:
    person = Person(open_page(), "")
    page = person.page
    page.goto(f"/matches/{finished.match}/replay/?step=1&as=referee")
    step(page, "Round 2")
    assert "Never seen" not in person.twin()
    for seat in ("0", "1"):
        page.get_by_label("Seen by").last.select_option(seat)
        expect(page.locator("#pane-text")).to_contain_text("Your planets")
        expect(page.locator("#pane-text")).to_contain_text("Never seen")
        step(page, "Round 2")
    page.get_by_label("Seen by").last.select_option("public")
    expect(page.locator("#pane-text")).not_to_contain_text("Your planets")
    page.get_by_role("tab", name="Curves").click()
    expect(page.locator("#pane-curves figcaption").first).to_be_visible()


def test_the_audience_chosen_last_is_shown_though_an_earlier_answer_comes_after_it(
    open_page: Callable[..., Page], finished: Finished
) -> None:
    person = Person(open_page(), "")
    page = person.page
    page.goto(f"/matches/{finished.match}/replay/?step=1&as=referee")
    step(page, "Round 2")
    held: list[Route] = []
    page.route(re.compile(r"/frames/\?as=0&"), lambda route: held.append(route))
    chosen = page.get_by_label("Seen by").last
    with page.expect_request(re.compile(r"/frames/\?as=0&")):
        chosen.select_option("0")
    chosen.select_option("1")
    page.get_by_role("tab", name="Text").click()
    expect(page.locator("#pane-text")).to_contain_text("Your planets")
    told = page.locator("#pane-text").inner_text()
    with page.expect_response(re.compile(r"/frames/\?as=0&")):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert page.locator("#pane-text").inner_text() == told
    expect(chosen).to_have_value("1")
    expect(page).to_have_url(re.compile("as=1"))


def test_the_file_tells_all_that_is_needed_to_play_it_again(open_page: Callable[..., Page], finished: Finished) -> None:
    page = open_page()
    page.goto(f"/matches/{finished.match}/replay/")
    step(page, "Round 1")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"planet_conquer-{finished.match}.json"
    record = json.loads(download.value.path().read_text())
    assert record["game"] == "planet_conquer"
    assert record["options"]["max_round"] == 10
    assert record["rules_version"] and record["seed"]
    assert len(record["orders"]) == 10
    assert record["outcome"]["places"]


def test_nothing_is_told_before_the_end(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(), "Greta")
    page = person.page
    person.become_guest().open_table("planet_conquer", bot_1="easy")
    match = person.start()
    stranger = open_page()
    for somebody in (page, stranger):
        answer = somebody.request.get(f"/matches/{match}/replay.json")
        assert answer.status == 400
        assert answer.json()["code"] == "not_allowed"
        assert "seed" not in answer.text()
        for perspective in ("referee", "0", "1"):
            allowed = somebody is page and perspective == str(seat_of(person))
            refused = somebody.request.get(f"/matches/{match}/frames/?as={perspective}&first=0&last=0")
            assert refused.ok == allowed, (perspective, refused.text())
    page.goto(f"/matches/{match}/replay/?as=referee")
    step(page, "Round 1")
    expect(page.get_by_role("link", name="Download")).to_be_hidden()
    assert page.locator("#perspective option[value=referee]").count() == 0


def seat_of(person: Person) -> int:
    """Which seat the person of a running match has, from the frames that are open to them."""
    match = re.search(r"/matches/(\w+)/", person.page.url)
    assert match is not None
    answer = person.page.request.get(f"/matches/{match[1]}/frames/?as=&first=0&last=0").json()
    seat: int = answer["info"]["you"]
    return seat
