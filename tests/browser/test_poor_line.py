"""A line that breaks in the middle of something: what was under way is not lost, not done twice, and it is told which."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import LONG, Person

DUEL = {"seats": 2, "bot_1": "easy", "option_map": "crossroads", "step_seconds": 600}
LOST = "The connection is lost"


class Tunnel:
    """The line of a page: `deaf` to the server's answers, cut, and closed to new lines; or dead, and nobody says so."""

    def __init__(self, page: Page, path: str = "/ws/play/") -> None:
        self.is_shut = False
        self.is_deaf = False
        self.swallowed = ""
        """Messages of this type do not reach the server."""
        self.heard: list[str] = []
        """The types of what the page sent, in order."""
        self._lines: list[WebSocketRoute] = []
        self._dead: list[WebSocketRoute] = []
        page.route_web_socket(re.compile(path), self._between)

    def _between(self, line: WebSocketRoute) -> None:
        if self.is_shut:
            line.close(code=1001)
            return
        self._lines.append(line)
        server = line.connect_to_server()
        server.on_message(lambda data: None if self.is_deaf or line in self._dead else line.send(data))

        def sent(text: str | bytes) -> None:
            kind = json.loads(text)["type"]
            self.heard.append(kind)
            if kind != self.swallowed:
                server.send(text)

        line.on_message(sent)

    def enter(self) -> None:
        """The line breaks, and there is no other."""
        self.is_shut = True
        self._lines[-1].close(code=1001)

    @property
    def is_there(self) -> bool:
        """Has the page opened it?"""
        return bool(self._lines)

    def forget(self) -> None:
        """What the line carries gets lost from now on; neither side is told."""
        self._dead += self._lines

    def leave(self) -> None:
        """There is one again."""
        self.is_shut = self.is_deaf = False
        self.swallowed = ""


@pytest.fixture
def tess(open_page: Callable[..., Page]) -> tuple[Person, Tunnel]:
    """Somebody in a match against a bot, and what is between her and the site."""
    page = open_page()
    tunnel = Tunnel(page)
    person = Person(page, "Tess").become_guest()
    person.open_table("planet_conquer", press="full", **DUEL)
    person.start()
    return person, tunnel


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """What the page has sent comes here no later than the answers to the questions that it is asked after that."""
    give_up = time.monotonic() + LONG / 1000
    while not is_so():
        assert time.monotonic() < give_up, "it never was so"
        page.evaluate("0")


def test_orders_of_a_page_that_is_left_are_sent_and_ready_that_is_lost_with_the_line_is_said_when_it_is_back(
    tess: tuple[Person, Tunnel],
) -> None:
    person, tunnel = tess
    page = person.page
    # A page that is left is soon frozen: nothing that it waits for comes.
    page.evaluate("() => { window.waits = window.setTimeout; window.setTimeout = () => 0; }")
    person.type_command(f"move {person.home()} O 5")
    assert "orders" not in tunnel.heard
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    expect(page.locator("#save")).to_have_attribute("data-save", "saved")
    page.evaluate("() => { window.setTimeout = window.waits; }")

    tunnel.swallowed = "ready"
    page.locator("#ready").click()
    expect(page.locator("#ready")).to_have_attribute("aria-busy", "true")
    until(page, lambda: "ready" in tunnel.heard)
    tunnel.enter()
    expect(page.locator("#notices")).to_contain_text(LOST)
    expect(page.locator("#save")).to_have_text("1 order · saved ✓ · Ready not sent yet: no connection")
    expect(page.locator("#ready")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#notices")).not_to_contain_text("before the server answered")
    tunnel.leave()
    person.at_round(2)
    assert tunnel.heard.count("ready") == 2


@pytest.mark.long
def test_what_was_said_as_the_line_broke_is_not_said_twice(tess: tuple[Person, Tunnel]) -> None:
    person, tunnel = tess
    page = person.page
    person.tab("Chat")
    field = page.locator("#pane-chat input")
    problem = page.locator("#chat-problem")
    # Once it was heard and once not.
    for swallowed, left in (("", ""), ("chat", "Hello")):
        before = tunnel.heard.count("chat")
        tunnel.is_deaf, tunnel.swallowed = True, swallowed
        field.fill("Hello")
        field.press("Enter")
        until(page, lambda before=before: tunnel.heard.count("chat") > before)
        tunnel.enter()
        expect(problem).to_contain_text("before the server answered")
        expect(field).to_have_value("Hello")
        tunnel.leave()
        expect(page.locator("#notices")).not_to_contain_text(LOST)
        expect(page.locator("#pane-chat .chat-text")).to_have_text(["Hello"])
        expect(field).to_have_value(left)
    expect(problem).to_be_visible()
    field.press("Enter")
    expect(page.locator("#pane-chat .chat-text")).to_have_text(["Hello", "Hello"])
    expect(field).to_have_value("")
    expect(problem).to_be_hidden()


def test_a_table_whose_line_dies_unnoticed_is_true_again_without_being_asked(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.clock.install()
    tunnel, talk = Tunnel(page, "/ws/lobby/"), Tunnel(page)
    host = Person(page, "Hope").become_guest()
    table = host.open_table("toy", seats=2)
    page.goto(f"/tables/{table}/")
    seats, note = page.locator("#table-live"), page.locator("#line-state")
    expect(seats).to_contain_text("Free seat")
    until(page, lambda: tunnel.is_there and {"ping", "watch"} <= {*talk.heard})
    guest = Person(open_page(), "Gus").become_guest()
    guest.page.goto(f"/tables/{table}/")
    expect(note).to_be_hidden()
    tunnel.forget()
    guest.join(table)
    expect(guest.page.locator("#table-live")).to_contain_text("Gus")
    expect(seats).not_to_contain_text("Gus")
    page.clock.fast_forward(31_000)
    expect(seats).to_contain_text("Gus")
    expect(note).to_be_hidden()

    # And now new lines bring nothing either: the page says so, until one does.
    tunnel.is_deaf = True
    tunnel.forget()
    page.clock.fast_forward(31_000)
    expect(note).to_be_visible()
    tunnel.leave()
    page.clock.fast_forward(31_000)
    expect(note).to_be_hidden()

    # The talk of the table asks whether its line lives when the network is back.
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    asked = talk.heard.count("ping")
    page.evaluate("dispatchEvent(new Event('online'))")
    until(page, lambda: talk.heard.count("ping") > asked)


COVERED = """selector => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  const there = [y + 1, y + height - 1].map((line) => document.elementFromPoint(x + width / 2, line));
  return there.filter((one) => !one?.closest(selector)).map((one) => one?.className);
}"""
"""What lies over the upper or the lower edge of an element."""


@pytest.mark.long
def test_on_a_phone_a_lost_line_is_seen_above_the_sheet(open_page: Callable[..., Page]) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    tunnel = Tunnel(page)
    person = Person(page, "Thea").become_guest()
    person.open_table("planet_conquer", press="full", **DUEL)
    person.start()
    board = page.locator("#board").bounding_box()
    for _ in ("half", "full"):
        page.locator("#sheet").tap()
    assert page.evaluate(COVERED, "#awaited") == []
    assert page.locator("#board").bounding_box() == board
    tunnel.enter()
    expect(page.locator("#notices")).to_contain_text(LOST)
    assert page.evaluate(COVERED, ".match-notice") == []
    person.tab("Chat")
    page.locator("#pane-chat input").tap()
    assert page.evaluate(COVERED, "#pane-chat form") == []
