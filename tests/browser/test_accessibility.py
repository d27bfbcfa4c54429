"""axe finds nothing on any page: WCAG 2.2 A and AA, and what axe calls best practice. The pages of this file are looked at in the dark and in the
light in every run, those of other files in the light in the long form; what any colour is against any other is asked in node (`site_contrast.test.js`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Finished
from tests.browser.pages import LONG, Person, at_rest

AXE = Path(__file__).resolve().parent.parent.parent / "node_modules" / "axe-core" / "axe.min.js"
TAGS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""All that a scheme can change."""
RUN = """async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, help, nodes }) =>
    `${id}: ${help}\\n` + nodes.map((node) => `    ${node.html.slice(0, 160)}\\n      ${node.failureSummary}`).join('\\n'));
}"""
FOR_STRANGERS = [
    "/",
    "/lobby/",
    "/guest/",
    "/games/",
    "/games/planet_conquer/",
    "/rules/planet_conquer/full/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/status/",
    "/contests/",
    "/nothing/",
]
FOR_PEOPLE = [
    "/",
    "/lobby/",
    "/quick/",
    "/tables/new/planet_conquer/",
    "/matches/",
    "/contests/new/",
    "/contests/rules/",
    "/account/",
    "/account/close/",
    "/accounts/logout/",
]


def check(page: Page, *, in_the_light: bool = bool(os.environ.get("FOGBOUND_LONG"))) -> None:
    """No violation, in either colour scheme or in the dark alone."""
    for scheme, rules in (("dark", TAGS), ("light", COLOURS)) if in_the_light else (("dark", TAGS),):
        page.emulate_media(color_scheme=scheme)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        # Colours on their way from one scheme to the other are those of neither.
        found = at_rest(page).evaluate(RUN, rules)
        assert not found, f"{page.url} ({scheme})\n" + "\n".join(found)


@pytest.fixture
def open_checked(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """A page that lets axe in past the content policy."""

    def open_one(**options: Any) -> Page:
        return open_page(bypass_csp=True, **options)

    return open_one


def test_pages_for_strangers(open_checked: Callable[..., Page]) -> None:
    page = open_checked()
    for url in FOR_STRANGERS:
        page.goto(url)
        if url == "/":
            # The first visitor of a site waits until the match that is shown has been played.
            page.get_by_role("button", name="Show the match").click()
            expect(page.locator(".demo.alive canvas").first).to_be_visible(timeout=3 * LONG)
        check(page, in_the_light=True)
    page.goto("/accounts/signup/")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    check(page, in_the_light=True)


def test_pages_for_people(open_checked: Callable[..., Page], finished: Finished) -> None:
    page = open_checked(storage_state=finished.cookies)
    for url in FOR_PEOPLE:
        page.goto(url)
        check(page, in_the_light=True)
    page.goto("/tables/new/planet_conquer/")
    for fold in page.locator("details").all():
        fold.evaluate("fold => { fold.open = true }")
    page.locator("[name=step_seconds]").fill("1")
    page.locator("[name=option_max_round]").fill("5")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    check(page, in_the_light=True)


def test_a_table(open_checked: Callable[..., Page]) -> None:
    host = Person(open_checked(), "Hanna").become_guest()
    table = host.open_table("planet_conquer", seats=3, bot_1="medium", option_map="trident")
    page = host.page
    page.goto(f"/tables/{table}/")
    page.get_by_label("Say something").fill("Hello?")
    page.get_by_label("Say something").press("Enter")
    expect(page.locator("#chat-lines")).to_contain_text("Hello?")
    check(page, in_the_light=True)
    guest = Person(open_checked(viewport=PHONE, has_touch=True, is_mobile=True), "Ines").become_guest()
    guest.join(table)
    guest.page.goto(f"/tables/{table}/")
    check(guest.page, in_the_light=True)
    guest.page.goto("/lobby/")
    expect(guest.page.locator(".table-card").first).to_be_visible()
    check(guest.page, in_the_light=True)
    guest.page.goto("/")
    check(guest.page, in_the_light=True)


@pytest.mark.long
def test_what_is_chosen_shows_in_the_colours_of_the_system(open_page: Callable[..., Page]) -> None:
    page = open_page(forced_colors="active")
    paint = "all => all.map((one) => getComputedStyle(one).backgroundColor + getComputedStyle(one).color)"
    page.goto("/lobby/")
    chosen = page.locator(".filter, .top-links").locator("[aria-current]").evaluate_all(paint)
    assert len(chosen) == 2 and len(set(chosen)) == 1, chosen
    Person(page, "Joan").play_now()
    tabs = page.get_by_role("tablist", name="More").get_by_role("tab")
    assert tabs.evaluate_all(paint).count(chosen[0]) == 1


@pytest.mark.long
def test_private_talk(open_checked: Callable[..., Page]) -> None:
    person = Person(open_checked(), "Ida").become_guest()
    page = person.page
    match = person.open_table("toy", seats=3, bot_1="thrower", bot_2="thrower", step_seconds=600, press="full")
    person.start()
    person.say("To all.")
    page.get_by_role("tablist", name="Channels").get_by_role("tab").nth(1).click()
    check(page, in_the_light=True)
    person.say("To one.")
    check(page, in_the_light=True)
    page.get_by_role("button", name="New group").click()
    check(page, in_the_light=True)
    page.get_by_role("button", name="Cancel").click()
    page.goto(f"/matches/{match}/talk/")
    expect(page.locator("main")).to_contain_text("To one.")
    check(page, in_the_light=True)


def test_a_match_in_every_tab_and_on_a_phone(open_checked: Callable[..., Page]) -> None:
    person = Person(open_checked(), "Jonas")
    page = person.page
    person.play_now()
    expect(page.locator("#ready")).to_be_enabled()
    check(page, in_the_light=True)
    home, target = person.home(), person.neighbour()
    person.command(f"move {home} {target} 5")
    person.say("Is anybody there?")
    for tab in ("Board", "Log", "Chat", "Text", "Table"):
        person.tab(tab)
        check(page, in_the_light=True)
    person.tab("Text")
    page.locator("#pane-text summary").click()
    person.type_command(f"move {home} {target} 999999")
    expect(page.locator("#problem")).to_be_visible()
    check(page, in_the_light=True)
    page.locator("#save").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page, in_the_light=True)
    phone = open_checked(viewport=PHONE, has_touch=True, is_mobile=True, storage_state=page.context.storage_state())
    phone.goto(page.url)
    expect(phone.locator("#ready")).to_be_enabled()
    for _ in ("low", "half", "full"):
        check(phone, in_the_light=True)
        phone.locator("#sheet").tap()


def test_the_end_and_the_replay(open_checked: Callable[..., Page], finished: Finished) -> None:
    page = open_checked(storage_state=finished.cookies)
    page.goto(f"/matches/{finished.match}/")
    expect(page.locator("#end")).to_be_visible()
    check(page, in_the_light=True)
    page.goto(f"/matches/{finished.match}/replay/?step=4&as=referee")
    expect(page.locator("#match-step")).to_have_text("Round 5")
    for tab in ("Curves", "Board", "Log", "Text"):
        page.get_by_role("tab", name=tab).click()
        check(page, in_the_light=True)
