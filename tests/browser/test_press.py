"""Three people talk in private and to all, hidden behind the letters of their seats, until the end names them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person

FRAME = "() => new Promise((go) => requestAnimationFrame(go))"
NAMES = ("Quilla", "Brontes", "Caractac")
"""Nobody else of the tests is called so: their names may stand in the lobby."""


def pane(person: Person) -> Locator:
    return person.page.locator("#pane-chat")


def letter(person: Person) -> str:
    """The letter of one's own seat."""
    mark = person.page.locator("#seats .seat.mine .seat-mark").get_attribute("aria-label")
    assert mark is not None
    return mark


def channel(person: Person, *letters: str) -> Locator:
    """The tab of the channel with these seats."""
    names = ", ".join(f"Seat {one}" for one in sorted(letters)) if letters else "All"
    return pane(person).locator(f"[role=tab][title='{names}']")


def say_in(person: Person, tab: Locator, text: str) -> None:
    person.tab("Chat")
    tab.click()
    pane(person).locator("input").fill(text)
    pane(person).locator("input").press("Enter")
    expect(pane(person).locator(".chat-lines:not([hidden])")).to_contain_text(text)


def play(people: list[Person], number: int, last: int) -> None:
    for person in people:
        person.page.get_by_role("button", name="Throw at 1", exact=True).or_(
            person.page.get_by_role("tab", name="Board")
        ).first.wait_for()
        person.ready()
    for person in people if number < last else []:
        person.at_round(number + 1)


@pytest.fixture
def seated(open_page: Callable[..., Page]) -> list[Person]:
    """Quilla, Brontes and Caractac at a running table that hides them and lets them talk in private."""
    people = [Person(open_page(PHONE if name == "Caractac" else WIDE), name).become_guest() for name in NAMES]
    host = people[0]
    table = host.open_table(
        "toy", seats=3, option_rounds=2, option_hearts=9, step_seconds=600, press="full", anonymous=True
    )
    host.page.goto(f"/tables/{table}/")
    expect(host.page.locator("main")).to_contain_text("Hidden until the end")
    for person in people[1:]:
        person.join(table)
    host.start()
    for person in people[1:]:
        person.at_match()
    return people


def test_private_talk_of_hidden_people(seated: list[Person], open_page: Callable[..., Page]) -> None:
    alice, bob, carol = seated
    a, b, c = (letter(person) for person in seated)
    assert sorted((a, b, c)) == ["A", "B", "C"]
    for person in seated:
        others = [name for name in NAMES if name != person.name]
        expect(person.page.locator("#seats")).to_contain_text(person.name)
        assert [name for name in others if name in person.page.content()] == []
    carol.page.locator("#sheet").click()
    carol.page.locator("#sheet").click()

    # To one, not to the other.
    say_in(alice, channel(alice, b), "Between us.")
    expect(bob.page.locator("#unread")).to_have_text("1")
    bob.tab("Chat")
    expect(channel(bob, a).locator(".count")).to_have_text("1")
    channel(bob, a).click()
    expect(pane(bob)).to_contain_text(f"Private: only Seat {a} and you read this.")
    expect(pane(bob)).to_contain_text("Between us.")
    expect(bob.page.locator("#unread")).to_be_hidden()
    # What one reads can be reported, also of somebody whose name is hidden.
    with bob.page.expect_popup() as opened:
        pane(bob).locator(".chat-lines:not([hidden])").get_by_role("link", name="Report").click()
    expect(opened.value.locator("blockquote")).to_have_text("Between us.")
    assert alice.name not in opened.value.content()
    opened.value.close()
    say_in(alice, channel(alice), "For all.")
    carol.hears("For all.")
    assert "Between us." not in carol.page.content()
    assert "1" not in channel(carol, a).inner_text()

    # A group, opened with the keyboard.
    carol.page.get_by_role("button", name="New group").press("Enter")
    for _ in range(2):
        carol.page.keyboard.press("Space")
        carol.page.keyboard.press("Tab")
    carol.page.keyboard.press("Enter")
    # Before that what is typed would still be for all.
    expect(channel(carol, a, b)).to_have_attribute("aria-selected", "true")
    expect(pane(carol).locator("input")).to_be_focused()
    pane(carol).locator("input").fill("The three of us.")
    pane(carol).locator("input").press("Enter")
    for person, others in ((alice, (b, c)), (bob, (a, c))):
        channel(person, *others).click()
        expect(pane(person)).to_contain_text("The three of us.")
        expect(pane(person).locator(".chat-room")).to_contain_text(", ".join(f"Seat {one}" for one in sorted(others)))

    # The arrows go from channel to channel, and what is typed waits in its own.
    pane(bob).locator("input").fill("half a thought")
    channel(bob, a, c).press("Home")
    expect(channel(bob)).to_be_focused()
    expect(pane(bob).locator("input")).to_have_value("")
    channel(bob).press("End")
    expect(pane(bob).locator("input")).to_have_value("half a thought")

    # A muted channel calls nobody.
    pane(bob).get_by_role("button", name="Mute").click()
    bob.tab("Log")
    say_in(carol, channel(carol, a, b), "Anybody there?")
    say_in(carol, channel(carol, b), "You?")
    expect(bob.page.locator("#unread")).to_have_text("1")
    bob.tab("Chat")
    expect(channel(bob, c).locator(".count")).to_have_text("1")
    expect(pane(bob)).to_contain_text("Anybody there?")

    stranger = open_page()
    stranger.goto(alice.page.url)
    expect(stranger.locator("#match")).to_have_attribute("data-state", "open")
    for page in ("/lobby/", "/"):
        stranger.goto(page)
        expect(stranger.locator("main")).to_contain_text("Seat A")
        assert [name for name in NAMES if name in stranger.content()] == []

    play(seated, 1, 2)
    say_in(alice, channel(alice, b), "In round two.")
    play(seated, 2, 2)
    for person in seated:
        expect(person.page.locator("#end")).to_be_visible()
        for name in NAMES:
            expect(person.page.locator("#seats")).to_contain_text(name)
    expect(pane(bob).locator("li", has_text="The three of us.").locator("b")).to_have_text("Caractac")
    the_replay_tells_each_their_own(alice, carol)


def the_replay_tells_each_their_own(alice: Person, carol: Person) -> None:
    match = re.search(r"/matches/(\w+)/", alice.page.url)
    assert match is not None
    for person, private in ((alice, True), (carol, False)):
        person.page.goto(f"/matches/{match[1]}/replay/?step=0")
        expect(person.page.locator("#match")).to_have_attribute("data-state", "open")
        if person is carol:
            person.page.locator("#sheet").click()
        person.tab("Chat")
        expect(pane(person)).to_contain_text("For all.")
        with_bob = pane(person).locator("[role=tab][title='Brontes']")
        with_bob.click()
        lines = pane(person).locator(".chat-lines:not([hidden])")
        expect(lines).to_contain_text("Between us." if private else "You?")
        assert "In round two." not in person.page.content()
        person.page.get_by_role("button", name="Step forward").click()
        expect(person.page).to_have_url(re.compile("step=1"))
        if private:
            expect(lines).to_contain_text("In round two.")
        else:
            assert "In round two." not in person.page.content()
            assert "Between us." not in person.page.content()
        assert pane(person).locator("form").is_hidden()


def test_what_is_said_too_late_stays_in_the_field_and_enter_twice_says_it_once(open_page: Callable[..., Page]) -> None:
    page = open_page()
    closed = [True]
    held: list[Callable[[], None]] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def sent(text: str | bytes) -> None:
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "chat" and closed[0]:
                refusal = {"code": "press_closed", "path": "text", "message": "The step is being resolved.", "data": {}}
                route.send(json.dumps({"type": "error", "match": message["match"], "ack": message["ack"], **refusal}))
            elif message["type"] == "chat":
                held.append(lambda: server.send(text))
            else:
                server.send(text)

        route.on_message(sent)

    page.route_web_socket(re.compile("/ws/play/"), between)
    dora = Person(page, "Dora").become_guest()
    dora.open_table("toy", seats=2, bot_1="thrower", step_seconds=600, press="full")
    dora.start()
    dora.tab("Chat")
    field, alert = pane(dora).locator("input"), pane(dora).get_by_role("alert")
    field.fill("wait for me")
    field.press("Enter")
    expect(alert).to_have_text("The step is being resolved.")
    expect(field).to_have_value("wait for me")
    closed[0] = False
    # Over a slow line nothing seems to happen at first, and one presses again.
    for text in ("wait for me", "Hello again."):
        field.fill(text)
        field.press("Enter")
        field.press("Enter")
        while not held:
            page.evaluate(FRAME)
        for send in held:
            send()
        held.clear()
        expect(field).to_have_value("")
    expect(alert).to_be_hidden()
    expect(page.locator("#pane-chat .chat-text")).to_have_text(["wait for me", "Hello again."])


@pytest.mark.long
def test_a_table_without_talk_says_so(open_page: Callable[..., Page]) -> None:
    eva = Person(open_page(), "Eva").become_guest()
    table = eva.open_table("toy", seats=2, bot_1="thrower", step_seconds=600, press="none")
    eva.page.goto(f"/tables/{table}/")
    expect(eva.page.locator("main")).to_contain_text("No talk between players")
    eva.start()
    eva.tab("Chat")
    expect(pane(eva)).to_contain_text("At this table players do not talk while the match runs.")
    expect(pane(eva).locator("form")).to_be_hidden()
    eva.tab("Table")
    expect(eva.page.locator("#pane-table")).to_contain_text("Talk: none between players")


@pytest.mark.long
def test_what_was_said_without_a_script(open_page: Callable[..., Page]) -> None:
    frank = Person(open_page(), "Frank").become_guest()
    match = frank.open_table("toy", seats=2, bot_1="thrower", step_seconds=600, press="full")
    frank.start()
    frank.say("Hello, bot.")
    plain = open_page(java_script_enabled=False, storage_state=frank.page.context.storage_state())
    plain.goto(f"/matches/{match}/talk/")
    expect(plain.locator("main")).to_contain_text("Hello, bot.")
    plain.goto(f"/matches/{match}/")
    assert f'href="/matches/{match}/talk/"' in plain.content()
