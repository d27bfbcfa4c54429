"""What a person does on our pages, by what the pages say: labels, roles and the few ids that scripts use too."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from games.core.names import called
from tests.browser.forms import sent_by

LONG = 60_000
"""Milliseconds that anything may take on a busy machine."""

WAIT_SAVED = """async (patience) => {
  const save = document.getElementById('save');
  const end = performance.now() + patience;
  for (let seen = 0; seen < 2 && performance.now() < end; ) {
    await new Promise((go) => setTimeout(go, 20));
    seen = /^(saved|refused)$/.test(save.dataset.save) ? seen + 1 : 0;
  }
  return save.dataset.save;
}"""
"""What is shown may still be of the orders before: seen twice, it has moved on. Looked at often, because whole matches wait for it."""


REST = """async ({ patience, despite }) => {
  const busy = () => (document.documentElement.dataset.busy ?? '').split(' ').filter((word) => word && word !== despite);
  const end = performance.now() + patience;
  // What a hand has just done comes to the page with its next frame.
  for (let still = 0; still < 2 && performance.now() < end; ) {
    await new Promise((go) => requestAnimationFrame(go));
    still = busy().length ? 0 : still + 1;
  }
  return busy();
}"""


def at_rest(page: Page, *, despite: str = "") -> Page:
    """Wait until nothing goes on any more that the page has begun (static/app/rest.js), but what a test holds up itself (`despite`)."""
    page.wait_for_load_state()
    busy = page.evaluate(REST, {"patience": LONG, "despite": despite})
    assert not busy, f"{page.url} does not come to rest: {busy}"
    return page


def place_in(book: Any, x: int, y: int) -> str:
    """The English name of the place of a map in which a cell lies, by the book of names that the match's view has."""
    name: str = called(book, book["rows"][y][x])[0]
    return name


DUE = "#act:not([data-due=board]) #ready, .match:has(#act[data-due=board]) #board .primary"


class Person:
    """Somebody in front of a page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self._table = ""
        """Where the next match of this person begins."""

    @property
    def account(self) -> int:
        """The site's number of this person: others may have the same name."""
        found = re.search(r'data-account="(\d+)"', self.page.request.get("").text())
        assert found is not None
        return int(found[1])

    # --- Coming in

    def become_guest(self) -> Person:
        """Choose a name and nothing else; the page stays where it is, that of no address for a new one."""
        self._send("guest/", "name", {"name": self.name})
        return self

    def play_now(self) -> str:
        """From the landing page into a match against a bot; its id."""
        self.page.goto("")
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Play now").click()
        return self.at_match()

    def open_table(self, game: str, **fields: Any) -> str:
        """Send the form of a new table (`fields` by the names of the form); the table's id. The page stays where it is.

        With the defaults of the game unless `fields` name a preset, which comes before what they say of options; with a clock and in public, also against bots alone, unless `fields` say otherwise: tests look on, and wait for deadlines.
        """
        sitters = {name: value for name, value in fields.items() if name == "seats" or name.startswith("bot_")}
        if fields.get("kind", "ordinary") == "ordinary":
            fields = {**sitters, "clock": "live", "visibility": "public", **fields}
        form = f"tables/new/{game}/?{urlencode({'preset': fields.pop('preset', '')})}"
        self._table = self._send(form, "seats", fields).rstrip("/").rpartition("/")[2]
        return self._table

    def join(self, table: str) -> None:
        """Sit down at a table and say that one is ready. The page stays where it is."""
        self._table = table
        self._at_table("join")
        self._at_table("ready", ready=True)

    def start(self) -> str:
        """The host starts, by the button where the page of the table is open; the match's id."""
        if "/tables/" in self.page.url:
            expect(self.page.get_by_role("button", name="Start the match")).to_be_enabled()
            self.page.get_by_role("button", name="Start the match").click()
        else:
            self._at_table("start")
            self.page.goto(f"matches/{self._table}/")
        return self.at_match()

    def _send(self, path: str, field: str, changed: dict[str, Any]) -> str:
        """Send the form with that field, changed so, without having its page painted; the address that the site leads to.

        The forms themselves are filled in by `test_toy_match.py`, `test_new_table.py` and others.
        """
        request = self.page.request
        spoken = {"Accept-Language": self.page.evaluate("navigator.language")}
        told = sent_by(request.get(path, headers=spoken).text(), field)
        told |= {name: ["on" if value is True else str(value)] for name, value in changed.items() if value is not False}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = request.post(path, data=urlencode(told, doseq=True), headers={**spoken, **kind}, max_redirects=0)
        assert answer.status == 302, answer.text()
        return answer.headers["location"]

    def _at_table(self, action: str, **told: Any) -> None:
        token = next(one["value"] for one in self.page.context.cookies() if one["name"].endswith("csrftoken"))
        address = f"api/tables/{self._table}/{action}/"
        answer = self.page.request.post(address, data=told, headers={"X-CSRFToken": token})
        assert answer.ok, answer.text()

    def at_match(self) -> str:
        """Wait until the match page is there and alive; the match's id. Whoever joined and looks at no table goes there."""
        if self._table and not re.search("/(tables|matches)/", self.page.url):
            self.page.goto(f"matches/{self._table}/")
        self._table = ""
        self.page.wait_for_url(re.compile(r"/matches/\w+/"))
        expect(self.page.locator("#match")).to_have_attribute("data-state", "open")
        found = re.search(r"/matches/(\w+)/", self.page.url)
        assert found is not None
        return found[1]

    def write_program(self, text: str) -> None:
        """Put a text into the editor of a program, in place of what is there."""
        self.page.locator(".cm-content").press("Control+a")
        self.page.keyboard.press("Delete")
        for line in text.splitlines(keepends=True):
            # A line goes on as deep as the one before; what is typed here brings its own depth.
            self.page.keyboard.press("Shift+Home")
            self.page.keyboard.insert_text(line.rstrip("\n") or " ")
            if line.endswith("\n"):
                self.page.keyboard.press("Enter")
        # The site checks one text of a person at a time: what is saved meanwhile is refused.
        at_rest(self.page)

    # --- In a match

    def tab(self, name: str) -> None:
        """Open one of the tabs of the side column."""
        self.page.get_by_role("tab", name=name).click()

    def type_command(self, text: str) -> None:
        """Give an order in words."""
        self.tab("Text")
        field = self.page.get_by_label("Command", exact=True)
        field.fill(text)
        field.press("Enter")
        expect(self.page.locator("#text-view-answer")).to_contain_text(text)

    def command(self, text: str) -> None:
        """Give an order in words and wait until it is stored."""
        self.type_command(text)
        self.wait_saved()

    def wait_saved(self) -> None:
        """What was drafted is on the server."""
        found = self.page.evaluate(WAIT_SAVED, LONG)
        assert found == "saved", (found, self.page.locator("#problem").text_content())

    @property
    def due(self) -> Locator:
        """The button of the act that is due: Ready, or the one on the board that it gives way to."""
        return self.page.locator(DUE).filter(visible=True).first

    def ready(self) -> None:
        """Be done with the step."""
        expect(self.page.locator("#ready")).to_have_text("Ready")
        expect(self.page.locator("#ready")).to_be_enabled()
        self.page.locator("#ready").click()

    def lose_at_once(self, game: str) -> str:
        """Give up in the first step of a match against a bot; its id, once it is over."""
        self.open_table(game, bot_1="easy")
        match = self.start()
        self.command("resign")
        self.ready()
        expect(self.page.locator("#end")).to_be_visible()
        return match

    def at_round(self, number: int) -> None:
        """Wait until the board shows that round."""
        expect(self.page.locator("#match-step")).to_have_text(re.compile(rf"\b{number}\b"))

    def ask(self, what: str) -> Any:
        """What the API answers this person of the match on the page: `view`, `orders`."""
        found = re.search(r"/matches/(\w+)/", self.page.url)
        assert found is not None
        return self.page.request.get(f"/api/matches/{found[1]}/{what}/").json()

    def view(self) -> Any:
        """The position as this person's programs see it."""
        return self.ask("view")["view"]

    def say(self, text: str) -> None:
        """Talk at the table."""
        self.tab("Chat")
        self.page.locator("#pane-chat input").fill(text)
        self.page.locator("#pane-chat input").press("Enter")
        self.hears(text)

    def hears(self, text: str) -> None:
        """The line is in the chat."""
        self.tab("Chat")
        expect(self.page.locator("#pane-chat")).to_contain_text(text)

    def text_view(self) -> str:
        """The text view of the position."""
        self.tab("Text")
        return self.page.locator("#pane-text").inner_text()

    def home(self) -> str:
        """The first of one's own planets in Planet Conquer, by the text view."""
        found = re.search(r"Your planets\s+(\w+),", self.text_view())
        assert found is not None, "no planet is left"
        return found[1]

    def neighbour(self) -> str:
        """A planet that a route leads to from there."""
        found = re.search(r"Your planets\s[^\n]*routes: (\w+)", self.text_view())
        assert found is not None, "no planet is left"
        return found[1]
