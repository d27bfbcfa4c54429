"""Do all windows of a match say the same at the same time, also those of one seat?"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Person


def test_two_windows_of_a_seat_and_that_of_another_follow_each_other(open_page: Callable[..., Page]) -> None:
    """Ready, a pause and the way out of it: said in one window, each sentence changes in all, with the button that belongs to it."""
    host, guest = (Person(open_page(), name).become_guest() for name in ("Ada", "Bob"))
    table = host.open_table("planet_conquer", seats=2, step_seconds=600)
    guest.join(table)
    match = host.start()
    guest.at_match()
    # A window of the same browser has the same person.
    second = Person(host.page.context.new_page(), "Ada")
    second.page.goto(f"/matches/{match}/")
    second.at_match()
    everybody = [person.page for person in (host, second, guest)]

    def reads(pages: list[Page], selector: str, words: str) -> None:
        for page in pages:
            expect(page.locator(selector)).to_have_text(words)

    mine, theirs = everybody[:2], everybody[2:]
    reads(everybody, "#ready", "Ready")
    host.ready()
    reads(mine, "#awaited", "Waiting for Bob")
    reads(mine, "#ready", "Ready ✓ Change")
    reads(theirs, "#awaited", "Your orders are due. Everybody else is ready.")
    second.page.locator("#ready").click()
    reads(mine, "#ready", "Ready")
    reads(theirs, "#awaited", "Your orders are due. Also awaited: Ada")

    host.tab("Table")
    host.page.locator("#pane-table").get_by_role("button", name="Ask for a pause").click()
    reads(mine, "#notices", "A pause is proposed. Waiting for the others to agree.Withdraw: pause")
    reads(theirs, "#notices", "Ada asks for a pause.AgreeDecline")
    guest.page.locator("#notices").get_by_role("button", name="Agree").click()
    reads(everybody, "#awaited", "Paused")
    reads(everybody, "#ready", "Paused")
    reads(everybody, "#notices", "The match is paused. Nobody loses time.Go on")
    for page in everybody:
        expect(page.locator("#clock")).to_be_hidden()

    second.page.locator("#notices").get_by_role("button", name="Go on").click()
    paused = "The match is paused. Nobody loses time."
    reads(mine, "#notices", f"{paused}Resuming is proposed. Waiting for the others to agree.Withdraw: go on")
    reads(theirs, "#notices", f"{paused}Ada wants to go on.AgreeDecline")
    guest.page.locator("#notices").get_by_role("button", name="Agree").click()
    reads(everybody, "#notices", "")
    reads(everybody, "#ready", "Ready")
    for page in everybody:
        expect(page.locator("#clock")).to_be_visible()
