"""Two people play a whole short match with every order and tactic, talk, lose the line and the server; a third watches."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Person
from tests.browser.site import Site

ROUNDS = 12
# Four homes A0 to A3 in a ring and O between all; two seats sit at A0 and A1, behind them are A3 and A2.
PLANETS = 5
TABLE = {
    "option_map": "crossroads",
    "option_start_assignment": "fixed",
    "option_max_round": ROUNDS,
    "option_points_per_round": 20,
    "option_start_units": 600,
    "step_seconds": 600,
}
TACTICS = ["Defend", "Terminator", "Attack", "Fast", "Teleport", "Halt", "Boost", "God", "Eliminate", "Swap"]


class Duel:
    """Alice and Bob at one match, both asked for each round's orders."""

    def __init__(self, alice: Person, bob: Person) -> None:
        self.alice = alice
        self.bob = bob
        own, far = ("A0", "A3"), ("A1", "A2")
        is_first = "Alice (A): in play" in alice.text_view()
        self.home, self.behind, self.other, self.beyond = (*own, *far) if is_first else (*far, *own)

    def play(self, number: int, *commands: str, bobs: tuple[str, ...] = ()) -> None:
        """Give the orders of a round, be ready, and wait for what comes of it."""
        for person, lines in ((self.alice, commands), (self.bob, bobs)):
            person.at_round(number)
            for line in lines:
                person.command(line)
        self.alice.ready()
        self.bob.ready()
        for person in (self.alice, self.bob):
            if number < ROUNDS:
                person.at_round(number + 1)
            else:
                expect(person.page.locator("#end")).to_be_visible()


def test_a_whole_match(open_page: Callable[..., Page], own_site: Site) -> None:
    alice, bob, charlie = (
        Person(open_page(base_url=own_site.url), name).become_guest() for name in ("Alice", "Bob", "Charlie")
    )
    table = alice.open_table("planet_conquer", seats=2, **TABLE)
    bob.join(table)
    match = alice.start()
    bob.at_match()
    charlie.page.goto(f"/matches/{match}/?as=public")
    charlie.at_match()
    duel = Duel(alice, bob)
    home, behind, other, beyond = duel.home, duel.behind, duel.other, duel.beyond

    duel.play(
        1,
        *(f"move {home} O 100", f"move {home} {behind} 10%", f"set {home} {behind} 20%", f"move {home} {other} all"),
        *(f"cancel {home} {other}", f"defend {home}"),
        bobs=(f"move {other} O 40",),
    )
    they_talk(alice, bob, charlie)
    duel.play(2, f"terminator {other}", bobs=(f"defend {other}", f"move {other} {beyond} 50%"))
    duel.play(3, f"attack {other}", f"move {home} O 60", bobs=(f"boost {other}",))
    the_spectator_is_late_and_in_the_fog(charlie)
    the_line_is_lost_and_found(alice, behind)
    duel.play(4, "fast O", f"move {home} O 30")
    second_tab_stays_in_step(alice, match, home, behind)
    duel.play(5, f"teleport {home} {beyond} 20")
    the_server_dies_after_its_answer(duel, own_site)
    duel.play(6)
    duel.play(7, f"boost {home}")
    duel.play(8, "god O", f"move {home} O 10")
    duel.play(9, "eliminate", bobs=(f"defend {other}",))
    duel.play(10, "swap Bob")
    duel.play(11)
    duel.play(12)

    expect(charlie.page.locator("#end")).to_be_visible()
    the_log_tells_all(alice)
    all_may_talk_after_the_end(alice, charlie)
    the_replay_shows_the_truth(charlie, match)
    assert own_site.differences(match) == []
    they_meet_again(alice, bob, match)


def they_talk(alice: Person, bob: Person, charlie: Person) -> None:
    """Both ways between the seats; the spectators have a room of their own."""
    alice.say("Good luck!")
    bob.hears("Good luck!")
    charlie.say("Who wins?")
    bob.say("You too.")
    alice.hears("You too.")
    expect(alice.page.locator("#pane-chat")).not_to_contain_text("Who wins?")
    expect(charlie.page.locator("#pane-chat")).not_to_contain_text("You too.")


def the_spectator_is_late_and_in_the_fog(charlie: Person) -> None:
    """Two steps behind, and nothing of what only a seat may know."""
    charlie.at_round(2)
    text = charlie.text_view()
    assert re.search(r"round 2 of", text)
    assert len(re.findall(r"\w+, (?:Base|Core): never seen;", text)) == PLANETS, text
    for secret in ("yours", "points", "units of", "Defend"):
        assert secret not in text, text


def the_line_is_lost_and_found(alice: Person, target: str) -> None:
    """What was drafted without a line is kept and sent when it is back."""
    alice.at_round(4)
    alice.command(f"move {alice.home()} {target} 7")
    alice.page.context.set_offline(True)
    expect(alice.page.locator("#notices")).to_contain_text("The connection is lost")
    alice.type_command(f"set {alice.home()} {target} 8")
    expect(alice.page.locator("#save")).to_have_attribute("data-save", "offline")
    alice.page.context.set_offline(False)
    expect(alice.page.locator("#notices")).not_to_contain_text("The connection is lost")
    alice.wait_saved()
    expect(alice.page.locator("#drafts")).to_contain_text("8 units")


def second_tab_stays_in_step(alice: Person, match: str, home: str, behind: str) -> None:
    """Two tabs on one seat show the same drafts, whichever of them changed them."""
    alice.at_round(5)
    second = Person(alice.page.context.new_page(), "Alice")
    second.page.goto(f"/matches/{match}/")
    second.at_match()
    alice.command(f"move {home} {behind} 33")
    expect(second.page.locator("#drafts")).to_contain_text("33 units")
    second.tab("Board")
    order = second.page.locator("#context .pc-orders > li").filter(has_text="33 units")
    order.get_by_role("button", name="Delete this order").click()
    expect(alice.page.locator("#drafts")).not_to_contain_text("33 units")
    second.ready()
    expect(alice.page.locator("#ready")).to_have_text("Ready ✓ Change")
    alice.page.locator("#ready").click()
    expect(second.page.locator("#ready")).to_have_text("Ready")
    second.page.close()


def the_server_dies_after_its_answer(duel: Duel, site: Site) -> None:
    """SIGKILL right after "saved": the orders are there when it is up again."""
    alice = duel.alice
    alice.at_round(6)
    alice.command(f"halt {duel.other}")
    alice.command(f"move {duel.home} O 44")
    site.kill()
    expect(alice.page.locator("#notices")).to_contain_text("The connection is lost")
    site.start()
    for person in (alice, duel.bob):
        expect(person.page.locator("#ready")).to_be_enabled()
        expect(person.page.locator("#notices")).not_to_contain_text("The connection is lost")
    # A page that is loaded anew knows only what the server knows.
    alice.page.reload()
    alice.at_match()
    expect(alice.page.locator("#drafts")).to_contain_text("44 units")
    expect(alice.page.locator("#drafts")).to_contain_text("Halt")


def the_log_tells_all(alice: Person) -> None:
    """Every tactic, those before the page was loaded anew too."""
    alice.tab("Log")
    log = alice.page.locator("#pane-log")
    expect(log.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    assert sorted(re.findall(r"You play ([A-Z]\w+)", log.inner_text())) == sorted(TACTICS)


def all_may_talk_after_the_end(alice: Person, charlie: Person) -> None:
    """Spectators and seats read each other now, and what was said before."""
    charlie.say("Well played.")
    alice.hears("Well played.")
    alice.hears("Who wins?")
    charlie.hears("Good luck!")


def the_replay_shows_the_truth(charlie: Person, match: str) -> None:
    """A link leads to a step and a perspective; both change without losing the other."""
    page = charlie.page
    page.goto(f"/matches/{match}/replay/?step=3&as=referee")
    charlie.at_round(4)
    text = charlie.text_view()
    assert "never seen" not in text
    page.get_by_label("Step on the board").fill("7")
    charlie.at_round(8)
    page.get_by_label("Seen by").last.select_option("0")
    expect(page).to_have_url(re.compile("step=7&as=0"))
    charlie.at_round(8)
    expect(page.locator("#pane-text")).to_contain_text("Planets of Bob (A)")


def they_meet_again(alice: Person, bob: Person, match: str) -> None:
    """One press each: the other is told who wants it, in the title too, and both go along as soon as both want it, with swapped seats."""
    ends = [person.page.locator("#end") for person in (alice, bob)]
    ends[0].get_by_role("button", name="Rematch").click()
    expect(ends[0].locator(".end-wanted")).to_contain_text("You want a rematch. Waiting for Bob.")
    expect(bob.page).to_have_title(re.compile("● Alice wants a rematch"))
    expect(ends[1].locator(".end-wanted")).to_have_text("Alice wants a rematch")
    ends[0].get_by_role("button", name="No rematch after all").click()
    expect(bob.page).not_to_have_title(re.compile("rematch"))
    ends[1].get_by_role("button", name="Rematch").click()
    mine = [person.page.locator("#seats .mine .seat-mark").get_attribute("aria-label") for person in (alice, bob)]
    ends[0].get_by_role("button", name="Play the rematch").click()
    for person in (alice, bob):
        person.page.wait_for_url(re.compile(rf"/matches/(?!{match})\w+/"))
    assert alice.at_match() == bob.at_match()
    for person, other in zip((alice, bob), reversed(mine), strict=True):
        expect(person.page.locator("#seats .mine .seat-mark")).to_have_attribute("aria-label", other or "")
