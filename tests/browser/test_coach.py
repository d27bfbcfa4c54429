"""The coach of a replay: a link opens it, its orders are on the board and cannot be changed, and the match is played on from there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Finished
from tests.browser.pages import Person, at_rest
from tests.browser.site import Site
from tests.sweeps import first

WHOLE = """
from lobby.accounts.models import User
from tests.lobby.whole_matches import pending_steps, whole_match
import json
user = User.objects.get(pk={user})
told = {{}}
for game in {games}:
    match = whole_match(user, game)
    due = pending_steps(match, 0)
    told[game] = [match.pk, due[len(due) // 2]]
print("told " + json.dumps(told))
"""
GAMES = ["cosmos", "planet_conquer", "hundred_clubs", "deep_blue", "frames"]


@pytest.mark.parametrize("game", first(GAMES))
def test_a_link_opens_the_coach_who_speaks_in_every_game_and_leads_back_into_the_match(
    open_page: Callable[..., Page], site: Site, game: str
) -> None:
    velma = Person(open_page(), "Velma").become_guest()
    page = velma.page
    done = site.manage("shell", "-v0", "-c", WHOLE.format(user=velma.account, games=[game]))
    assert done.returncode == 0, done.stderr
    matches = json.loads(done.stdout.rpartition("told ")[2])
    match, step = matches[game]
    page.goto(f"/matches/{match}/replay/?coach=1&step={step}")
    expect(page.get_by_role("tab", name="Coach")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#pane-coach h3").first).to_contain_text("would do")
    expect(page.locator("#pane-coach .coach-advice > :is(ol, p)").first).to_be_visible()
    expect(page).to_have_url(re.compile(f"coach=1.*step={step}.*as=0|step={step}.*as=0.*coach=1"))
    expect(page.get_by_label("Seen by").last).to_have_value("0")
    at_rest(page)
    # Another tab takes the orders and the word of the address away; the numbers stand below the curves.
    page.get_by_role("tab", name="Curves").click()
    expect(page.locator(".numbers table").first).to_be_visible()
    expect(page).not_to_have_url(re.compile("coach=1"))
    # The keyboard leads from the replay into a match against bots from this very step.
    page.get_by_role("button", name="Play on from here").first.press("Enter")
    asked = page.get_by_role("dialog", name=re.compile("^Play on from "))
    expect(asked.get_by_label("My seat")).to_have_value("0")
    asked.get_by_label("My seat").select_option("1")
    asked.get_by_label("Seat A").select_option("easy")
    asked.get_by_role("button", name="Begin").press("Enter")
    page.wait_for_url(re.compile("/matches/[^/]+/$"))
    expect(page.locator("#seats .mine")).to_contain_text("Velma")
    expect(page.locator("#seats")).to_contain_text("bot")


@pytest.mark.long
def test_who_did_not_play_has_no_coach_and_may_play_on_all_the_same(
    open_page: Callable[..., Page], finished: Finished
) -> None:
    page = Person(open_page(viewport=PHONE), "Otto").become_guest().page
    page.goto(f"/matches/{finished.match}/replay/?coach=1&step=3")
    expect(page.locator("#match-step")).to_have_text("Round 4")
    expect(page.get_by_role("tab", name="Coach")).to_have_count(0)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Begin")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
