"""Names and words of scripts that run from right to left stay in their place among ours, which run from left to right."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import Person

HOST, GUEST = "אבגד", "وداد"
SAID = "12 הוזח!"
PLACES = """element => {
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, width } = range.getBoundingClientRect();
    if (width && node.textContent.trim().length > 1) found.push([left, node.textContent.trim()]);
  }
  return found.sort(([a], [b]) => a - b).map(([, text]) => text);
}"""
"""The texts of one line by where they begin, from left to right."""


def seen(line: Locator) -> list[str]:
    found: list[str] = line.evaluate(PLACES)
    return found


def test_names_and_words_from_right_to_left_keep_their_place(open_page: Callable[..., Page]) -> None:
    host, guest = Person(open_page(), HOST).become_guest(), Person(open_page(), GUEST).become_guest()
    table = host.open_table("toy", seats=2, press="full")
    page = host.page
    page.goto(f"/tables/{table}/")
    page.get_by_label("Say something").fill(SAID)
    page.get_by_label("Say something").press("Enter")
    expect(page.locator("#chat-lines li")).to_contain_text(SAID)
    expect(page.get_by_label("Say something")).to_have_value("")
    assert seen(page.locator("#chat-lines li")) == [HOST, SAID]

    guest.join(table)
    lobby = page.context.new_page()
    lobby.goto("/lobby/")
    assert seen(lobby.locator("#mine .facts > span")) == [GUEST], "own cards name the others"
    host.start()
    host.tab("Chat")
    said = page.locator("#pane-chat .chat-text")
    expect(said).to_have_text(SAID)
    assert said.evaluate("said => getComputedStyle(said).direction") == "rtl"
