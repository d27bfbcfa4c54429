"""The fleet builder of Frames: a fleet is built, mended, kept, shared, copied by somebody else and brought to a match; nothing built is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.test_accessibility import check

WORKSHOP = "/games/frames/fleets/"
LEGAL = "This fleet is legal."
TABLE = {"seats": 2, "bot_1": "easy", "step_seconds": 600}


def come_in(page: Page, name: str) -> Page:
    """Somebody in the workshop, who has built nothing yet."""
    Person(page, name).become_guest()
    page.goto(WORKSHOP)
    return page


def start_from(page: Page, fleet: str) -> None:
    page.get_by_role("button", name=f"Start from this one: {fleet}").click()
    expect(verdict(page)).to_have_text(LEGAL)


def verdict(page: Page) -> Locator:
    return page.locator(".build-verdict")


def part(page: Page, key: str) -> Locator:
    """A part of the fleet that is being built."""
    return page.locator(f"[data-part={key}]")


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Saved", exact=True)).to_be_visible()


def share(page: Page) -> str:
    """The address of the fleet that was just saved."""
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Whoever opens this address sees it.")
    expect(link).to_be_visible()
    return link.input_value()


def test_a_ready_fleet_of_the_second_set_is_for_the_tables_that_play_it(open_page: Callable[..., Page]) -> None:
    page = come_in(open_page(), "Sol")
    start_from(page, "Forward Wing")
    tables = page.get_by_label("For tables with")
    expect(page.locator(".build-elsewhere")).to_contain_text("Not for tables with mech weapons as printed.")
    tables.select_option("mech weapons as printed")
    expect(part(page, "ship").locator(".build-faults")).to_have_text(
        "This is of the second set, which this table does not play with."
    )
    page.get_by_role("combobox", name=re.compile(r"^Set\b")).select_option("second set")
    expect(page.locator(".build-grid > li")).to_have_count(1)
    expect(page.locator(".build-grid")).to_contain_text("second set")


def test_a_fleet_is_built_mended_saved_shared_copied_and_played(open_page: Callable[..., Page]) -> None:
    page = come_in(open_page(), "Fay")
    start_from(page, "Red Lance")
    part(page, "ship_cards").get_by_role("button", name="Less: EMP Grenade").click()
    expect(part(page, "ship_cards").locator(".build-faults")).to_have_text("A pile holds 10 cards, this one 9.")
    expect(part(page, "mech_cards").locator(".build-faults li")).to_have_count(0)
    expect(verdict(page)).to_have_text("1 thing to mend.")
    part(page, "ship_cards").get_by_role("button", name="Find cards").click()
    page.get_by_label("Search in names and texts").fill("regains")
    expect(page.locator(".build-grid > li")).to_have_count(1)
    page.get_by_label("Search in names and texts").fill("grenade")
    page.locator(".build-grid").get_by_role("button", name="More: EMP Grenade").click()
    expect(verdict(page)).to_have_text(LEGAL)
    page.get_by_label("Name of the fleet").fill("Fay's own")
    save(page)
    link = share(page)

    stranger = open_page()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name="Fay's own")).to_be_visible()
    stranger.get_by_role("button", name="Put it on the bench: Fay's own").click()
    expect(verdict(stranger)).to_have_text(LEGAL)
    expect(stranger.get_by_role("button", name="Keep it as mine: Fay's own")).to_have_count(0)

    other = open_page()
    come_in(other, "Bo")
    other.goto(link)
    expect(other.get_by_role("heading", name="Shared with you")).to_be_visible()
    other.get_by_role("button", name="Keep it as mine: Fay's own").click()
    expect(other.locator(".build-shelf > li.open")).to_contain_text("Fay's own")
    expect(other.get_by_label("Name of the fleet")).to_have_value("Fay's own")
    other.get_by_label("Name of the fleet").fill("Bo's now")
    save(other)
    page.reload()
    expect(page.locator(".build-shelf > li.open h3 bdi")).to_have_text("Fay's own")
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    answer = other.goto(link)
    assert answer is not None and answer.status == 404

    person = Person(page, "Fay")
    person.open_table("frames", **TABLE)
    person.start()
    page.locator(".fr-pick", has_text="Fay's own").dblclick()
    expect(page.locator(".fr-pick.way").first).to_be_visible()
    expect(page.locator(".fr-brought")).to_contain_text("Hummingbird")


@pytest.mark.long
def test_a_code_is_typed_and_one_that_is_wrong_says_so(open_page: Callable[..., Page]) -> None:
    page = come_in(open_page(), "Kit")
    start_from(page, "Glass Cannon")
    save(page)
    share(page)
    code = page.get_by_label("The same as a code").input_value()
    other = open_page()
    other.goto(WORKSHOP)
    asked = other.get_by_label("Has somebody shared one with you? Its code or address")
    asked.fill("no such code")
    asked.press("Enter")
    expect(other.get_by_text("Nothing is shared under this code.")).to_be_visible()
    expect(asked).to_be_focused()
    asked.fill(code.upper())
    asked.press("Enter")
    expect(other.get_by_role("heading", name="Shared with you")).to_be_focused()
    expect(other.locator(".build-shared")).to_contain_text("Hummingbird")
    answer = other.goto(f"{WORKSHOP}{'a' * 12}/")
    assert answer is not None and answer.status == 404
    expect(other.get_by_text("It may have been taken back.")).to_be_visible()
    start_from(other, "Red Lance")


def test_what_is_one_too_many_and_a_server_away_are_said_and_lose_nothing(open_page: Callable[..., Page]) -> None:
    """What the server does not answer is said, and can be tried again; what it has ready stays at hand."""
    page = open_page()
    page.route("**/api/games/frames/workshop/", lambda route: route.abort())
    come_in(page, "Lou")
    expect(page.get_by_text("The site cannot be reached.")).to_be_visible()
    page.unroute("**/api/games/frames/workshop/")
    page.get_by_role("button", name="Try again").click()
    start_from(page, "Colossus")
    save(page)
    keep = """async () => {
      const [{ content }] = await (await fetch('/api/builds/?game=frames')).json();
      const token = document.cookie.match(/csrftoken=([^;]*)/)?.[1] ?? document.querySelector('[name=csrfmiddlewaretoken]').value;
      const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
      const body = JSON.stringify({ game: 'frames', name: 'One of many', content });
      for (let n = 1; n < 60; n += 1) await fetch('/api/builds/', { method: 'POST', headers, body });
    }"""
    page.evaluate(keep)
    page.reload()
    expect(page.locator("section:has(#builds-mine) h3")).to_have_count(60)
    expect(page.get_by_role("heading", name="Your fleets 60 of 60")).to_be_visible()
    page.get_by_role("button", name="Duplicate: Colossus").click()
    expect(page.get_by_text("You keep 60 of these already. Remove one first.")).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    part(page, "pilots").get_by_role("button", name="Take out").first.click()
    expect(verdict(page)).to_have_text("The site cannot be reached. Check your connection and try again.")
    page.unroute("**/api/**")
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_have_text(LEGAL)


@pytest.mark.long
def test_a_fleet_that_is_not_legal_is_marked_in_a_match_and_mended_from_there(open_page: Callable[..., Page]) -> None:
    page = come_in(open_page(), "Mia")
    start_from(page, "Red Lance")
    part(page, "ship_cards").get_by_role("button", name="Less: Deck Bomb").click()
    part(page, "ship").get_by_role("button", name="Take out").click()
    expect(verdict(page)).to_have_text("2 things to mend.")
    save(page)
    person = Person(page, "Mia")
    person.open_table("frames", **TABLE)
    person.start()
    offered = page.locator(".fr-offered", has_text="2 things to mend")
    pick = offered.locator(".fr-pick")
    expect(pick).to_have_attribute("aria-disabled", "true")
    expect(offered.locator(".fr-wrong li")).to_have_text(
        ["Warship: The fleet has no warship.", "Ship cards: A pile holds 10 cards, this one 9."]
    )
    pick.click(force=True)
    expect(page.get_by_role("heading", name="Or choose another fleet")).to_be_visible()
    expect(pick).to_have_attribute("aria-pressed", "false")
    page.get_by_text("All cards of Reactor Wall").click()
    page.get_by_role("button", name="Read Siege Focus Laser").click()
    expect(page.locator(".fr-zoom .fr-card")).to_contain_text("Siege Focus Laser")
    page.get_by_role("button", name="Close").click()
    assert_no_raw_text(page)
    with page.expect_popup() as opened:
        offered.get_by_role("link", name="Mend it in the builder").click()
    builder = opened.value
    expect(verdict(builder)).to_have_text("2 things to mend.")
    builder.locator("[data-part=ship]").get_by_role("button", name="Find cards").click()
    builder.get_by_role("button", name="Pick: Hummingbird").click()
    builder.locator("[data-part=ship_cards]").get_by_role("button", name="More: Deck Bomb").click()
    expect(verdict(builder)).to_have_text(LEGAL)
    save(builder)
    builder.close()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".fr-wrong")).to_have_count(0)
    page.locator(".fr-pick", has_text="Red Lance").first.dblclick()
    expect(page.locator(".fr-pick.way").first).to_be_visible()


@pytest.mark.long
def test_mechs_carry_other_weapons_where_tables_allow_it(open_page: Callable[..., Page]) -> None:
    """Chosen by keyboard, undone, saved, shared; a table with printed weapons does not take it, and the builder says so before."""
    page = open_page(bypass_csp=True)
    come_in(page, "Una")
    start_from(page, "Red Lance")
    mechs, tables = part(page, "mechs"), page.get_by_label("For tables with")
    expect(mechs.get_by_role("combobox")).to_have_count(0)
    tables.select_option("any mech weapons")
    mech = mechs.get_by_role("group").first
    place = mech.get_by_role("combobox").first
    printed = place.input_value()
    place.focus()
    place.select_option("Nano Blade")
    expect(place).to_be_focused()
    expect(page.get_by_text("Not for tables with mech weapons as printed.")).to_be_visible()
    expect(verdict(page)).to_have_text(LEGAL)
    expect(page.locator(".build-averages tbody")).to_contain_text("Nano Blade")
    page.get_by_role("button", name="Undo").click()
    expect(place).to_have_value(printed)
    page.get_by_role("button", name="Redo").click()
    expect(place).to_have_value("nano_blade")
    save(page)
    page.evaluate("scrollTo(0, 0)")  # where the bar with the ways lies over no half of a card
    check(page)
    share(page)
    page.reload()
    expect(tables).to_have_value("1")
    expect(place).to_have_value("nano_blade")
    expect(verdict(page)).to_have_text(LEGAL)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".build-carries")).to_contain_text("Nano Blade")
    tables.select_option("mech weapons as printed")
    expect(verdict(page)).to_have_text("1 thing to mend.")
    expect(mechs.locator(".build-faults li")).to_contain_text("This mech cannot carry these weapons.")
    expect(page.get_by_text("It is legal at tables with any mech weapons.")).to_be_visible()
    expect(mechs.get_by_role("group")).to_have_count(1)
    place.focus()
    place.select_option(printed)
    expect(verdict(page)).to_have_text(LEGAL)
    expect(place).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_have_text("1 thing to mend.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_no_raw_text(page)
    person = Person(page, "Una")
    person.open_table("frames", **TABLE, option_armoury="open")
    person.start()
    page.locator(".fr-pick:has(bdi)", has_text="Red Lance").dblclick()
    expect(page.locator(".fr-pick.way").first).to_be_visible()


def test_what_was_not_saved_comes_back_every_step_can_be_undone_and_fleets_are_kept_in_order(
    open_page: Callable[..., Page],
) -> None:
    """Without an account too: a stranger's fleet stays in the browser until there is somebody to keep it for."""
    page = open_page()
    page.goto(WORKSHOP)
    start_from(page, "Colossus")
    part(page, "ship").get_by_role("button", name="Take out").click()
    expect(part(page, "ship").locator(".build-faults")).to_have_text("The fleet has no warship.")
    page.reload()
    expect(page.get_by_text("What you were building is here again.")).to_be_visible()
    expect(page.get_by_label("Name of the fleet")).to_have_value("Colossus")
    expect(verdict(page)).to_have_text("1 thing to mend.")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_have_text(LEGAL)
    page.locator("#build-sheet").focus()
    page.keyboard.press("Control+y")
    expect(verdict(page)).to_have_text("1 thing to mend.")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="New fleet").click()
    expect(page.get_by_text("Undo brings it back")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Name of the fleet")).to_have_value("Colossus")
    page.get_by_role("link", name="Go on as a guest").click()
    page.get_by_label("Name").fill("Hal")
    page.get_by_role("button", name="Go on as a guest").click()
    expect(verdict(page)).to_have_text(LEGAL)
    save(page)
    page.get_by_role("button", name="Duplicate: Colossus").click()
    names = page.locator("section:has(#builds-mine) h3 bdi")
    expect(names).to_have_text(["Colossus (copy)", "Colossus"])
    page.get_by_role("button", name="Rename: Colossus (copy)").click()
    expect(page.get_by_label("Name of the fleet")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("Iron Comet")
    save(page)
    expect(names).to_have_text(["Iron Comet", "Colossus"])
    page.get_by_role("button", name="Delete: Colossus").click()
    expect(names).to_have_count(2)
    page.get_by_role("button", name="Delete for good: Colossus").click()
    expect(names).to_have_text(["Iron Comet"])
    page.reload()
    expect(names).to_have_text(["Iron Comet"])


@pytest.mark.long
def test_all_cards_can_be_filtered_and_read_by_keyboard(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(WORKSHOP)
    cards = page.locator(".build-grid > li")
    expect(cards).to_have_count(3)
    page.get_by_label("Kind").select_option("Pilot")
    expect(cards).to_have_count(6)
    page.get_by_label("Kind").select_option("all kinds")
    everything = cards.count()
    page.get_by_label("Attribute").select_option("laser")
    expect(cards.first).to_contain_text("laser")
    lasers = cards.count()
    assert 0 < lasers < everything
    page.get_by_label("Costs").select_option("1 energy")
    assert 0 < cards.count() < lasers
    page.get_by_label("Search in names and texts").fill("no such card")
    expect(cards).to_have_count(0)
    page.get_by_role("button", name="Show all cards").click()
    expect(cards).to_have_count(everything)
    page.get_by_label("Kind").select_option("Ship card")
    expect(page.get_by_role("button", name="EMP Grenade, Ship card, 0 of 2")).to_be_visible()
    page.locator(".build-filters select").last.focus()
    page.keyboard.press("Tab")
    faces = page.locator(".build-face[tabindex='0']").and_(page.locator(".build-grid .build-face"))
    expect(faces).to_have_count(1)
    expect(cards.first.locator(".build-face")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cards.nth(1 + cards_in_a_row(page)).locator(".build-face")).to_be_focused()
    page.keyboard.press("+")
    expect(page.locator(".build-tile.in .build-face")).to_be_focused()
    expect(part(page, "ship_cards").locator(".build-full")).to_have_text("1 of 10")
    page.keyboard.press("-")
    expect(part(page, "ship_cards").locator(".build-full")).to_have_text("0 of 10")
    page.keyboard.press("End")
    expect(cards.last.locator(".build-face")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".build-grid :focus")).to_have_count(0)
    page.get_by_label("Kind").select_option("all kinds")
    page.get_by_label("Keyword").select_option("Burning")
    face = cards.first.locator(".build-face")
    face.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("term").filter(has_text="Burning")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(face).to_be_focused()


def cards_in_a_row(page: Page) -> int:
    tops = [box["y"] for card in page.locator(".build-grid > li").all() if (box := card.bounding_box())]
    return tops.count(tops[0])


@pytest.mark.long
def test_averages_follow_the_target_and_a_fleet_is_printed_with_every_card(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(WORKSHOP)
    start_from(page, "Reactor Wall")
    rows = page.locator(".build-averages tbody tr")
    ship = rows.first.inner_text()
    page.get_by_label("Against").select_option("Vampire")
    expect(rows.first).not_to_have_text(ship, use_inner_text=True)
    expect(page.locator(".build-averages dl")).to_contain_text("25 HP")
    start_from(page, "Red Lance")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    sheet = page.locator(".build-paper")
    expect(sheet.locator("h2")).to_have_text("Red Lance")
    expect(sheet.locator("section")).to_have_count(7)
    expect(sheet).to_contain_text("EMP Grenade")
    expect(page.locator(".build-sheet")).to_be_hidden()
    expect(page.get_by_role("heading", name="Fleets", exact=True)).to_be_hidden()


@pytest.mark.long
def test_the_builder_is_for_everybody(open_page: Callable[..., Page]) -> None:
    """On a desk in Chinese, on a phone in English: no sideways scrolling, nothing raw; a fault and a card to read are there too. axe, whose
    rules know no language, in both colour schemes."""
    for viewport, language in ((WIDE, "zh-CN"), (PHONE, "en-GB")):
        page = open_page(viewport=viewport, locale=language, bypass_csp=True)
        page.goto("/guest/")
        page.locator("[name=name]").fill("Ivy")
        page.locator("main form button").first.click()
        page.wait_for_url(re.compile("^(?!.*/guest/)"))
        page.goto(WORKSHOP)
        page.locator(".build-ready li button").first.click()
        expect(page.locator(".build-verdict.good")).to_be_visible()
        page.locator(".build-sheet .button.primary").click()
        expect(page.locator(".build-shelf > li.open")).to_be_visible()
        part(page, "pilots").locator(".kit-sign").first.click()
        part(page, "mech_cards").locator(".kit-sign").first.click()
        expect(part(page, "mech_cards").locator(".build-faults li")).to_have_count(1)
        page.locator(".build-filters select").first.select_option("")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert_no_raw_text(page)
        if viewport == PHONE:
            check(page)
        page.locator(".build-grid .build-face").first.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert_no_raw_text(page)
