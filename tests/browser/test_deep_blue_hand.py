"""The sea chart under a hand: it is never lost, stays where it is, warns before harm, and leads home."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.captain import Captain
from tests.browser.pages import at_rest
from tests.browser.site import Site
from tests.browser.test_deep_blue import SHORT, WIDE
from tests.browser.test_planet_conquer import FOCUS_SHOWS


def test_the_chart_stays_warns_and_leads_home(open_page: Callable[..., Page]) -> None:
    ada = Captain(open_page(WIDE), "Ada").at_sea(**SHORT).look()
    page, board, place = ada.page, ada.page.locator("#board"), ada.page.locator(".db-place")
    at = board.bounding_box()
    assert at is not None
    fleet = ada.fleet()

    # A drag from what is not one's own moves the chart and orders nothing; buttons bring it back.
    page.get_by_role("button", name="Zoom in").click()
    at_rest(page)
    middle = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(*middle)
    at_rest(page)
    before = place.inner_text()
    page.mouse.down()
    page.mouse.move(middle[0] - 90, middle[1] - 60, steps=4)
    page.mouse.up()
    page.mouse.move(*middle)
    at_rest(page)
    assert place.inner_text() != before
    expect(ada.drafts()).to_be_empty()
    assert not page.evaluate(FOCUS_SHOWS), "a hand on the mouse needs no ring"
    page.get_by_role("button", name="Show my base").click()
    expect(page.locator(".board-here")).to_be_visible()
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator(".board-here")).to_have_count(0)
    at_rest(page)
    page.mouse.move(2, 2)
    expect(place).to_have_text("Point at a cell to read its name.")

    # Harm is said before the round is played: a shot at nobody, a supply that nobody needs.
    card = page.locator(".db-unit")
    cruiser, cell = fleet["Cruiser"][0]
    ada.type_command(f"attack {cruiser} {ada.beside(cell)} surface fire")
    ada.tab("Board")
    ada.click(cell)
    expect(card).to_contain_text("Nobody is seen there")
    cargo, _ = fleet["Cargo ship"][0]
    board.focus()
    ada.pick("Cargo ship")
    ada.type_command(f"supply {cargo} {fleet['Destroyer'][0][0]}")
    ada.tab("Board")
    expect(card).to_contain_text(re.compile("Nothing to give or take|Comes to nothing"))
    board.focus()
    ada.press("ArrowUp")
    assert page.evaluate(FOCUS_SHOWS)
    ada.press("Escape")
    for unit in (cruiser, cargo):
        ada.type_command(f"cancel {unit}")
    ada.tab("Board")
    expect(ada.drafts()).to_be_empty()

    ada.wait_saved()
    ada.ready()
    ada.at_round(2)
    assert board.bounding_box() == at
    page.reload()
    ada.at_match()
    expect(page.locator("#notices")).not_to_contain_text("changed elsewhere")


BEGIN = """
from django.db import transaction
from games.core.rng import step_rng
from games.core.simulate import open_table
from games.deep_blue import GAME
from games.deep_blue.lessons.positions import Sea, Unit
from lobby.matches.models import Match
from lobby.play import referee
sea = Sea([
    Unit(101, "battleship", 0, "H9", {"ammo": 10}),
    Unit(102, "destroyer", 0, "J8"),
    Unit(103, "destroyer", 1, "J9"),
    Unit(104, "formation", 0, "G5", {"fuel": 20}, planes=(4, 2, 1, 3)),
])
with transaction.atomic():
    match = Match.objects.select_for_update().get(pk="TABLE")
    match.options = open_table(GAME, sea.options, 2, match.seed)
    match.save()
    referee.begin(match, start=sea.position(match.options, 2, step_rng(match.seed, 0)))
"""
"""A battleship with little in its magazine, an enemy beside a ship of one's own, planes with little fuel."""


def test_splash_fuel_and_magazine_are_told_before_the_round(open_page: Callable[..., Page], site: Site) -> None:
    ada = Captain(open_page(WIDE), "Ada")
    ada.become_guest()
    table = ada.open_table("deep_blue", **{**SHORT, "bot_1": "", "visibility": "link"})
    bob = Captain(open_page(), "Bob")
    bob.become_guest()
    bob.join(table)
    for person in (ada, bob):
        # A table that begins takes its people along; from elsewhere they come when all is ready.
        person.page.goto("/rules/")
    begun = site.manage("shell", "-v0", "-c", BEGIN.replace("TABLE", table))
    assert begun.returncode == 0, begun.stderr
    # Seats are drawn by lot when a table begins, and this one began with a position: the host has seat 0.
    page, card = ada.page, ada.page.locator(".db-unit")
    page.goto(f"/matches/{table}/")
    ada.at_match()
    ada.look()
    ada.click("H9")
    expect(card).to_contain_text("Ammo is below half: strikes weaken to 40 %.")
    expect(card).not_to_contain_text("Splash on your own")
    ada.type_command("attack 101 103")
    ada.tab("Board")
    expect(card).to_contain_text("Splash on your own: destroyer 102")
    page.locator("#board").focus()
    ada.press("Escape")
    ada.click("G5")
    expect(card).not_to_contain_text("No fuel for the way home")
    ada.click("R9", button="right")
    expect(card).to_contain_text(re.compile(r"No fuel for the way home: \d+ left, \d+ needed"))
