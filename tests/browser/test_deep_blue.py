"""Deep Blue on the match page: a whole short match by pointer, another by text alone, orders by keyboard alone; phone, replay, axe, Chinese."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.captain import Captain
from tests.browser.chart import cell_of
from tests.browser.conftest import PHONE
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.test_accessibility import check

WIDE: ViewportSize = {"width": 1440, "height": 900}
SHORT = {"option_map": "pocket_sound", "option_round_limit": 10, "bot_1": "easy", "step_seconds": 3000}
FLEET = {"option_map": "mirror_cove", "option_start_units": "fleet", "bot_1": "easy", "step_seconds": 3000}
ROUNDS = 10


def test_a_short_match_by_pointer(open_page: Callable[..., Page]) -> None:
    """Every kind of order by mouse, and the match to its end."""
    # axe writes styles that the content policy forbids.
    ada = Captain(open_page(WIDE, bypass_csp=True), "Ada").at_sea(**SHORT).look()
    page, fleet = ada.page, ada.fleet()
    (destroyer, at), *_ = fleet["Destroyer"]
    (base, home), (mine, vein) = ada.base(), ada.mine()

    ada.click(at)
    expect(page.locator(".kit-card h3")).to_contain_text(destroyer)
    ada.click("J8")
    expect(ada.drafts()).to_contain_text(f"Destroyer {destroyer} sails to {ada.sea('J8')}")
    assert ada.stored(destroyer) == {"move": list(cell_of("J8"))}
    page.locator("#undo").click()
    expect(ada.drafts()).to_be_empty()
    page.locator("#redo").click()
    ada.menu_at("K8")
    ada.choose(f"Patrol to {ada.sea('K8')}")
    expect(ada.drafts()).to_contain_text(f"Destroyer {destroyer} patrols {ada.sea(at)} – {ada.sea('K8')}")
    assert ada.stored(destroyer)["standing"]["cells"] == [list(cell_of(cell)) for cell in (at, "K8")]
    ada.click(home, button="right")
    expect(ada.drafts()).to_contain_text(f"Base {base} refuels and rearms destroyer {destroyer}")

    cargo, at = fleet["Cargo ship"][0]
    ada.click(at)
    ada.click(vein, button="right")
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} keeps collecting from mine {mine}")
    ada.menu_at(vein)
    ada.choose("Keeps collecting")
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} keeps collecting from mine {mine}")
    ada.menu_at(fleet["Destroyer"][0][1])
    ada.choose("Supply: destroyer")
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} supplies destroyer {destroyer}")
    menu = page.get_by_role("dialog", name="Orders here")
    menu.get_by_role("spinbutton", name="Fuel").fill("7")
    menu.get_by_role("spinbutton", name="Fuel").press("Tab")
    expect(ada.drafts()).to_contain_text("at most 7 fuel")
    ada.press("Escape")
    expect(menu).to_be_hidden()

    ada.button("More orders").click()
    ada.button("Self-destruct").click()
    ada.button("Really destroy?").click()
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} destroys itself")
    ada.button("Take back").click()
    expect(ada.drafts()).not_to_contain_text(cargo)
    ada.button("Collect").click()
    ada.click(vein)
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} sails to")
    ada.button("At will").click()
    expect(page.locator("#say")).to_contain_text(re.compile(r"No guns: Cargo ship .* could fire\."))

    ada.product("Cargo ship").click()
    expect(ada.drafts()).to_contain_text("Build: cargo ship")
    page.get_by_text("Compose a formation").click()
    ada.button("recon").click()
    expect(page.locator(".db-composer")).to_contain_text("sight")
    ada.button("Rally point").click()
    ada.click("H8")
    ada.button("Build the formation").click()
    expect(ada.drafts()).to_contain_text(f"Build: formation of 2 fighters, 8 scout planes, bound for {ada.sea('H8')}")
    check(page)
    assert_no_raw_text(page)

    # Box and double click, groups, the whole squadron to the island in the middle.
    ada.press("Escape")
    ada.box("A1", "T20")
    expect(page.locator(".db-unit h3").first).to_contain_text("units selected")
    ada.button("New group").click()
    ada.click(fleet["Cruiser"][0][1], click_count=2)
    expect(page.locator(".kit-card h3")).to_contain_text("Cruiser")
    ada.button("Group 1").click()
    ada.click("J9", button="right")
    sailing = ada.drafts().locator("li").filter(has_text="sails to")
    expect(sailing).to_have_count(len([one for ones in fleet.values() for one in ones]))
    ada.wait_saved()
    ada.ready()
    ada.at_round(2)
    ada.ready()

    ada.at_round(3)
    island = next(cell for cell in ("J10", "K10", "J11", "K11"))
    fleet = ada.fleet()
    number, at = (fleet.get("Cruiser") or fleet["Destroyer"])[0]
    ada.click(at)
    ada.button("Fire range").click()
    ada.click(island, button="right")
    expect(ada.drafts()).to_contain_text(re.compile(f"{number} attacks .*fire"))
    expect(page.get_by_role("group", name="Strikes, in this order").first).to_contain_text("fire")
    ada.menu_at(ada.beside(at))
    ada.choose(re.compile("Fire at"))
    expect(ada.drafts()).to_contain_text(f"{number} attacks {ada.sea(ada.beside(at))} (")
    assert ada.stored(number)["command"]["cell"][:2] == list(cell_of(ada.beside(at)))
    ada.ready()
    ada.at_round(4)
    ada.button("Repeat last round").click()
    expect(page.locator("#say")).to_contain_text("repeated")
    ada.play_on(4, ROUNDS)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#context")).to_contain_text("Statistics")
    assert_no_raw_text(page)


@pytest.mark.long
def test_by_keyboard_alone(open_page: Callable[..., Page]) -> None:
    """Every kind of order without a hand on the mouse; in the long form the match goes on to its end."""
    ada = Captain(open_page(WIDE), "Ada").at_sea(**SHORT)
    page, fleet = ada.page, ada.fleet()
    (base, _), (mine, vein) = ada.base(), ada.mine()
    first, at = fleet["Destroyer"][0]
    page.locator("#board").focus()

    number = ada.pick("Destroyer")
    ada.steer("J9")
    ada.press("m", "Enter")
    expect(ada.drafts()).to_contain_text(f"Destroyer {number} sails to {ada.sea('J9')}")
    assert ada.stored(number) == {"move": list(cell_of("J9"))}
    ada.press("h")
    expect(ada.drafts()).to_contain_text(f"Destroyer {number} stops")
    ada.press("z")
    expect(ada.drafts()).to_be_empty()
    ada.press("p", "Enter")
    expect(ada.drafts()).to_contain_text(f"Destroyer {number} patrols")
    ada.press("o")
    expect(ada.drafts()).to_contain_text(f"Destroyer {number} ends its standing order")
    ada.press("w")
    expect(ada.drafts()).to_contain_text(f"Destroyer {number} attacks at will")

    cargo = ada.pick("Cargo ship")
    ada.steer(vein)
    ada.press("p", "Enter")
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} keeps collecting from mine {mine}")
    ada.steer(at)
    ada.press("s", "Enter")
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} supplies destroyer {first}")
    ada.steer(vein)
    ada.press("c", "Enter")
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} collects from mine {mine}")
    ada.press("x")
    expect(ada.drafts()).not_to_contain_text("destroys itself")
    ada.press("x")
    expect(ada.drafts()).to_contain_text(f"Cargo ship {cargo} destroys itself")
    ada.press("z")

    ada.press("f")
    ada.steer(at)
    ada.press("r", "Enter")
    expect(ada.drafts()).to_contain_text(f"Base {base} refuels and rearms destroyer {first}")
    ada.steer(at)
    ada.press("Shift+Enter")
    menu = page.get_by_role("dialog", name="Orders here")
    expect(menu.get_by_role("button", name="Supply: destroyer")).to_be_visible()
    ada.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.locator("#board")).to_be_focused()

    ada.press("Escape", "Escape")
    number = ada.pick("Cruiser")
    ada.steer(ada.beside(fleet["Cruiser"][0][1]))
    ada.press("2", "a", "Enter")
    expect(ada.drafts()).to_contain_text(f"Cruiser {number} attacks")
    ada.press("Shift+1", "Escape", "Alt+1")
    expect(page.locator(".kit-card h3")).to_contain_text(number)
    ada.press("k", "g", "v", "n", "4", "l")
    expect(page.get_by_role("radio", name="All layers")).to_be_checked()
    ada.product("Submarine").focus()
    ada.press("Enter")
    expect(ada.drafts()).to_contain_text("Build: submarine")
    page.locator("#board").focus()
    ada.wait_saved()
    ada.press("Space")
    ada.at_round(2)
    page.locator("#board").focus()
    ada.press("q")
    expect(page.locator("#say")).to_contain_text("repeated")
    ada.press("t", "i", "?")
    expect(page.locator("dialog[open]")).to_contain_text("Patrol, escort, supply or collect round after round")
    ada.press("Escape")

    def ready_by_key() -> None:
        page.locator("#board").focus()
        ada.press("Space")

    if "FOGBOUND_LONG" in os.environ:
        ada.play_on(2, ROUNDS, ready_by_key)
        expect(page.locator("#end")).to_be_visible()
    else:
        ready_by_key()
        ada.at_round(3)


@pytest.mark.long
def test_by_text_alone(open_page: Callable[..., Page]) -> None:
    """Every kind of order by a command, the text view tells what is where, and the match to its end."""
    ada = Captain(open_page(WIDE), "Ada").at_sea(**SHORT)
    page, fleet = ada.page, ada.fleet()
    (base, home), (mine, _) = ada.base(), ada.mine()
    (first, _), (second, _) = fleet["Destroyer"]
    cargo, cruiser, formation = (fleet[kind][0][0] for kind in ("Cargo ship", "Cruiser", "Formation"))
    here, beside = ada.sea("J9"), ada.sea("K9")
    said = {
        f"move {first} J9": f"Destroyer {first} sails to {here}",
        f"stop {second}": f"Destroyer {second} stops",
        f"attack {cruiser} {ada.beside(fleet['Cruiser'][0][1])} surface fire": f"Cruiser {cruiser} attacks",
        f"supply {cargo} {first} fuel 50 ammo 5": f"Cargo ship {cargo} supplies destroyer {first}, at most 50 fuel",
        f"repair {formation} 2/0/0/8": f"repairs formation {formation} to 2 fighters, 8 scout planes",
        f"patrol {second} J9 K9": f"Destroyer {second} patrols {here} – {beside}",
        f"escort {cruiser} {first}": f"Cruiser {cruiser} escorts destroyer {first}",
        f"atwill {first}": f"Destroyer {first} attacks at will",
        f"end {first}": f"Destroyer {first} ends its standing order",
        f"supplyrun {cargo} {first}": f"Cargo ship {cargo} keeps supplying destroyer {first}",
        f"collectrun {cargo} {mine}": f"Cargo ship {cargo} keeps collecting from mine {mine}",
        f"explode {first}": f"Destroyer {first} destroys itself",
        "build cruiser": "Build: cruiser",
        "build formation 4/2/3/1 J9": f"Build: formation of 4 fighters, 2 torpedoers, 3 bombers, 1 scout plane, bound for {here}",
        "rally 1 K9": f"Build: cruiser, bound for {beside}",
    }
    for command, words in said.items():
        ada.type_command(command)
        expect(ada.drafts()).to_contain_text(words)
    # A sentence names the part of the sea; ordered is the very cell.
    assert ada.stored(second)["standing"]["cells"] == [list(cell_of(cell)) for cell in ("J9", "K9")]
    for command in (f"cancel {first}", "unbuild 2", f"cancel {cargo}", "cancel base"):
        ada.type_command(command)
    expect(ada.drafts()).not_to_contain_text(f"Destroyer {first}")
    expect(ada.drafts()).not_to_contain_text("formation of")
    ada.wait_saved()
    expect(page.locator("#notices")).not_to_contain_text("changed elsewhere")
    for command, words in {
        "move 1 J9": "You have no unit “1”",
        f"move {first} ZZ99": "is no cell of the chart",
        "build raft": "A base builds",
        "sing": "Unknown command",
    }.items():
        ada.refused(command, words)
    assert re.search(rf"^Base {base} at .*\({home}\), yours", ada.text_view(), re.MULTILINE)
    ada.type_command("ready")
    ada.at_round(2)
    ada.type_command("repeat")
    expect(ada.drafts()).to_contain_text(f"Destroyer {second}")
    ada.play_on(2, ROUNDS, lambda: ada.type_command("ready"))
    expect(page.locator("#end")).to_be_visible()
    assert_no_raw_text(page)


def test_on_a_phone(open_page: Callable[..., Page]) -> None:
    """A tap selects, a tap orders, and what is still to be said is where the finger is."""
    ada = Captain(open_page(PHONE, has_touch=True), "Ada").at_sea(**SHORT)
    page, fleet = ada.page, ada.fleet()
    ada.lower()
    page.get_by_role("button", name="Put the hint away").tap()
    ada.look()
    cargo, at = fleet["Cargo ship"][0]
    ada.tap(at)
    expect(page.locator(".kit-card h3")).to_contain_text(cargo)
    menu = page.get_by_role("dialog", name="Orders here")
    water = ada.water_beside(at)
    # Cells are too small for a finger: the first tap on one comes closer.
    ada.tap(water)
    ada.settle().look().tap(water)
    expect(ada.drafts()).to_contain_text(f"sails to {ada.sea(water)}")
    assert ada.stored(cargo)["move"] == list(cell_of(water))
    ada.tap(ada.friend_beside(at), long=True)
    ada.choose("Supply: ")
    slider = menu.get_by_role("slider", name="Fuel")
    expect(slider).to_be_in_viewport()
    slider.fill("11")
    expect(ada.drafts()).to_contain_text("at most 11 fuel")
    box, ready = menu.bounding_box(), page.locator("#ready").bounding_box()
    assert box is not None and ready is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= ready["y"]
    menu.get_by_role("button", name="Close").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_no_raw_text(page)


@pytest.mark.long
def test_watched_and_replayed_under_fog(open_page: Callable[..., Page]) -> None:
    """A stranger sees the chart and the scores; after the end the replay shows all eyes, in Chinese too."""
    ada = Captain(open_page(WIDE, bypass_csp=True), "Ada").at_sea(**SHORT)
    page = ada.page
    match = re.search(r"/matches/(\w+)/", page.url)
    assert match is not None
    ada.play_on(1, 3)
    guest = open_page(WIDE)
    guest.goto(f"/matches/{match[1]}/?as=public")
    expect(guest.locator(".db-panel")).to_be_visible()
    watching = Captain(guest, "")
    assert "Your fleet" not in watching.text_view() and "Ships in sight" not in watching.text_view()
    assert re.search(r"^Base \w+ at ", watching.text_view(), re.MULTILINE)
    ada.type_command("resign")
    ada.wait_saved()
    ada.ready()
    expect(page.locator("#end")).to_be_visible()
    page.goto(f"/matches/{match[1]}/replay/?step=2")
    expect(page.locator("#match-step")).to_contain_text("3")
    Captain(page, "").tab("Board")
    eyes = page.get_by_role("group", name="Seen by").or_(page.locator("fieldset", has_text="Seen by"))
    eyes.first.get_by_role("radio").nth(1).check()
    check(page)
    assert_no_raw_text(page)
    page.goto("/lobby/")
    page.locator("form.language button").click()
    page.goto(f"/matches/{match[1]}/replay/?step=3")
    expect(page.locator(".db-panel")).to_be_attached()
    assert_no_raw_text(page)
