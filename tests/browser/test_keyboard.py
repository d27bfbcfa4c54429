"""From the landing page to the end of a match without a pointer: every stop of the focus can be seen, every order can be given."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.pages import Person, at_rest

ROUNDS = 10
FAR = 120
"""So many times Tab may be pressed until something is reached."""
IS_FOCUS_SEEN = """() => {
  const at = document.activeElement;
  if (at === document.body) return true;
  const style = getComputedStyle(at);
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  const box = at.getBoundingClientRect();
  return at.matches(':focus-visible') && (ring || style.boxShadow !== 'none') && box.width > 0 && box.height > 0;
}"""


class Keys:
    """Two hands on a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def go_to(self, wanted: Locator, key: str = "Tab") -> None:
        """Move the focus on until it is there; it must be seen wherever it stops."""
        expect(wanted).to_be_attached()
        for _ in range(FAR):
            if wanted.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press(key)
            where = self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
            assert self.page.evaluate(IS_FOCUS_SEEN), f"the focus is not seen at {where}"
        raise AssertionError(f"Tab does not reach {wanted}")

    def use(self, wanted: Locator) -> None:
        """Go there and press Enter."""
        self.go_to(wanted)
        self.press("Enter")

    def choose(self, field: Locator, label: str) -> None:
        """In a list of choices, by the first letters."""
        self.go_to(field)
        self.page.keyboard.type(label)
        expect(field.locator("option:checked")).to_have_text(re.compile(f"^{label}"))

    def write(self, field: Locator, text: str) -> None:
        """In place of what is there."""
        self.go_to(field)
        self.press("Control+a")
        self.page.keyboard.type(text)


def test_a_whole_match_by_keyboard(open_page: Callable[..., Page]) -> None:
    page = open_page()
    keys = Keys(page)
    page.goto("/games/planet_conquer/")
    keys.use(page.get_by_role("link", name="Open a table").first)
    keys.write(page.get_by_label("Name"), "Keys")
    keys.press("Enter")
    page.wait_for_url(re.compile("/tables/new/"))
    open_table(keys)
    keys.use(page.locator("#start"))
    person = Person(page, "Keys")
    person.at_match()
    expect(page.locator("#ready")).to_be_enabled()

    round_on_the_board(keys)
    person.at_round(2)
    round_by_command_line(keys)
    person.at_round(3)
    the_list_of_keys(keys)
    earlier_and_back(keys, person)
    for number in range(3, ROUNDS + 1):
        person.at_round(number)
        expect(page.locator("#ready")).to_have_text("Ready")
        # Space would skip what is told of the round before.
        keys.use(page.locator("#ready"))
    expect(page.locator("#end")).to_be_visible()
    keys.use(page.locator("#end").get_by_role("link", name="Replay"))
    page.wait_for_url(re.compile("/replay/"))
    expect(page.locator("#match-step")).to_have_text("Round 1")
    # Its keys are heard once it is there.
    at_rest(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#match-step")).to_have_text("Round 2")
    page.keyboard.press("End")
    expect(page.locator("#match-step")).to_have_text(f"After Round {ROUNDS}")


def test_what_goes_away_hands_the_focus_on(open_page: Callable[..., Page]) -> None:
    """Orders taken back, a vote that is carried, an undo with nothing before it, a line that is lost: nobody has to start at the top of the page
    again. The focus waits at Ready, and goes on to the result."""
    page = open_page()
    keys, person = Keys(page), Person(page, "Hands").become_guest()
    lines: list[WebSocketRoute] = []
    cut: list[str] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        if cut:
            line.close(code=1013)
        else:
            line.connect_to_server()

    page.route_web_socket(re.compile("/ws/play/"), between)
    person.open_table("planet_conquer", seats=2, bot_1="easy", option_map="crossroads", step_seconds=600)
    person.start()
    home, orders = person.home(), page.locator("#context .pc-orders > li > span:first-child")
    routes = re.findall(r"(\w+) \(\d+\)", page.locator("#pane-text").inner_text())
    for target in routes[:3]:
        person.command(f"move {home} {target} 5")
    person.tab("Board")
    removes = page.locator("#context .pc-orders").get_by_role("button", name="Delete this order")
    texts = orders.all_inner_texts()
    removes.nth(1).focus()
    keys.press("Enter")
    expect(orders).to_have_text([texts[0], texts[2]])
    expect(removes.nth(1)).to_be_focused()
    keys.press("Enter")
    expect(orders).to_have_text(texts[:1])
    expect(removes.first).to_be_focused()
    keys.go_to(page.locator("#clear"))
    keys.press("Enter")
    expect(orders).to_have_count(0)
    expect(page.locator("#undo")).to_be_focused()
    for count in (1, 2, 3, 2, 1, 0):
        keys.press("Enter")
        expect(orders).to_have_count(count)
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#redo")).to_be_focused()

    person.tab("Table")
    votes = page.locator("#pane-table")
    votes.get_by_role("button", name="Ask for a pause").focus()
    keys.press("Enter")
    expect(votes.get_by_role("button", name="Go on")).to_be_focused()
    keys.press("Enter")
    expect(votes.get_by_role("button", name="Ask for a pause")).to_be_focused()

    ready, end = page.locator("#ready"), page.locator("#end")
    ready.focus()
    # Without a line it can be pressed too, and goes out when there is one again.
    cut.append("")
    lines[-1].close(code=1013)
    expect(page.locator("#notices")).to_contain_text("The connection is lost")
    expect(ready).to_be_focused()
    keys.press("Enter")
    expect(ready).to_have_attribute("aria-pressed", "true")
    expect(ready).to_be_focused()
    cut.clear()
    person.at_round(2)
    expect(ready).to_be_focused()

    person.tab("Table")
    page.locator("#pane-table").get_by_role("button", name="Resign").focus()
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.go_to(page.get_by_role("dialog").get_by_role("button", name="Resign"))
    keys.press("Enter")
    expect(end).to_be_focused()
    keys.use(end.get_by_role("button", name="Close the result"))
    expect(page.locator("#tab-table")).to_be_focused()


def open_table(keys: Keys) -> None:
    """Ten rounds against an easy bot, on a map whose homes are so far apart that nobody is out before the last one."""
    page = keys.page
    keys.choose(page.locator("[name=bot_1]"), "Bot: ")
    keys.use(page.locator("[data-fold=rules] > summary"))
    keys.choose(page.locator("[name=option_map]"), "Two Lanterns")
    keys.use(page.locator("summary", has_text="Fine tuning"))
    keys.write(page.locator("[name=option_max_round]"), str(ROUNDS))
    keys.use(page.get_by_role("button", name="Open the table"))
    page.wait_for_url(re.compile(r"/tables/(?!new)\w+/$"))


def round_on_the_board(keys: Keys) -> None:
    """Own planet, part, neighbour, send; take back; a tactic; ready."""
    page = keys.page
    keys.go_to(page.locator("#board"))
    keys.press("Tab")
    said = page.locator("#say")
    expect(said).to_contain_text("yours")
    keys.press("3")
    expect(said).to_contain_text("75 percent")
    # One home is in the north, one in the south: below or above it there is a neighbour.
    keys.press("ArrowDown")
    expect(said).not_to_be_empty()  # emptied at once, spoken a moment later
    if "away" not in (said.text_content() or ""):
        keys.press("ArrowUp")
    expect(said).to_contain_text("3 rounds away")
    keys.press("Enter")
    expect(page.locator("#drafts li")).to_have_count(1)
    keys.press("Backspace")
    expect(page.locator("#drafts li")).to_have_count(0)
    keys.press("Control+z")
    expect(page.locator("#drafts li")).to_have_count(1)
    keys.press("Control+y")
    expect(page.locator("#drafts li")).to_have_count(0)
    keys.press("Escape", "Escape", "Control+z")
    expect(page.locator("#save")).to_have_attribute("data-save", "saved")
    expect(page.locator("#board")).to_be_focused()
    keys.press("Space")


def round_by_command_line(keys: Keys) -> None:
    """`/` opens it from anywhere; the lists in the same tab say what to write."""
    page = keys.page
    expect(page.locator("#ready")).to_have_text("Ready")
    keys.press("/")
    expect(page.get_by_label("Command", exact=True)).to_be_focused()
    home = re.search(r"Your planets\s+(\w+),[^\n]*routes: (\w+)", page.locator("#pane-text").inner_text())
    assert home is not None
    page.keyboard.type(f"move {home[1]} {home[2]} 5")
    keys.press("Enter")
    expect(page.locator("#drafts")).to_contain_text(f"5 units from {home[1]} to {home[2]}")
    page.keyboard.type(f"move {home[1]} nowhere 5")
    keys.press("Enter")
    expect(page.locator("#text-view-answer")).to_contain_text("nowhere")
    expect(page.get_by_label("Command", exact=True)).to_have_value(f"move {home[1]} nowhere 5")
    keys.press("Control+a")
    page.keyboard.type("ready")
    keys.press("Enter")


def the_list_of_keys(keys: Keys) -> None:
    """`?` shows it, Escape closes it."""
    page = keys.page
    keys.go_to(page.locator("#ready"), "Shift+Tab")
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    for name in ("Terminator", "Undo / redo", "Ready, or not ready after all", "Centre home"):
        expect(page.get_by_role("dialog")).to_contain_text(name)
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def earlier_and_back(keys: Keys, person: Person) -> None:
    """`[` and `]` go through the steps; nothing can be ordered in the past."""
    keys.press("[")
    person.at_round(2)
    expect(keys.page.locator("#match-step")).to_contain_text("earlier")
    keys.press("]")
    person.at_round(3)
