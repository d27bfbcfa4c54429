"""With an input method on, what is typed arrives whole, and no key of the page or a board fires meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import Person, at_rest

NAMES = {"Space": " ", "Enter": "Enter", "Slash": "/", "BracketLeft": "[", "Digit3": "3"}


class InputMethod:
    """Pinyin, as Chromium hears it from the system."""

    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)
        self._text = ""

    def key(self, code: str) -> None:
        """A key that the input method takes for itself; as on a Mac, where it keeps its name."""
        key = NAMES.get(code, code.removeprefix("Key").lower())
        told = {"key": key, "code": code, "windowsVirtualKeyCode": 229, "nativeVirtualKeyCode": 229}
        self._line.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **told})
        self._line.send("Input.dispatchKeyEvent", {"type": "keyUp", **told})

    def compose(self, letters: str) -> None:
        """Letters that are shown underlined."""
        for letter in letters:
            self.key(f"Key{letter.upper()}")
            self._text += letter
            told = {"text": self._text, "selectionStart": len(self._text), "selectionEnd": len(self._text)}
            self._line.send("Input.imeSetComposition", told)

    def choose(self, text: str, code: str) -> None:
        """Take the first of what is offered, with Space or Enter."""
        self.key(code)
        self._line.send("Input.insertText", {"text": text})
        self._text = ""


def test_what_is_composed_arrives_whole_and_no_short_cut_fires(open_page: Callable[..., Page]) -> None:
    page = open_page()
    person = Person(page, "拼音").become_guest()
    person.open_table("planet_conquer", seats=2, bot_1="easy", clock="none", visibility="link")
    match = person.start()
    elsewhere = page.context.new_page()
    elsewhere.goto(f"/matches/{match}/")
    other = Person(elsewhere, "拼音")
    other.at_match()
    method = InputMethod(page)

    # On the board the input method takes the keys too: none of ours means anything.
    page.bring_to_front()
    page.locator("#board").focus()
    for code in ("Space", "Slash", "KeyM", "BracketLeft", "Enter", "Digit3"):
        method.key(code)
    at_rest(page)
    expect(page.locator("#ready")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#board")).to_be_focused()

    def written(field: Locator) -> None:
        field.focus()
        method.compose("nihao")
        expect(field).to_have_value("nihao")
        # What comes from elsewhere meanwhile disturbs nothing.
        other.say(f"line {field.get_attribute('id')}")
        expect(page.locator("#pane-chat li", has_text=f"line {field.get_attribute('id')}")).to_have_count(1)
        method.choose("你好", "Space")
        method.compose("ni")
        method.choose("你", "Enter")
        expect(field).to_have_value("你好你")
        expect(field).to_be_focused()

    person.tab("Chat")
    chat = page.locator("#pane-chat input")
    written(chat)
    expect(page.locator("#pane-chat li", has_text="你好你")).to_have_count(0)
    chat.press("Enter")
    expect(page.locator("#pane-chat li", has_text="你好你")).to_have_count(1)

    person.tab("Text")
    command = page.locator("#command")
    written(command)
    expect(page.locator("#text-view-answer")).not_to_contain_text("你")
    command.press("Enter")
    expect(page.locator("#text-view-answer")).to_contain_text("你好你")

    person.tab("Notes")
    notes = page.locator("#pane-notes textarea")
    # Until the stored notes are there, the field takes neither the focus nor a key.
    expect(notes).to_be_enabled()
    written(notes)
    at_rest(page)
    page.reload()
    person.at_match()
    person.tab("Notes")
    expect(notes).to_have_value("你好你")
    expect(page.locator("#ready")).to_have_attribute("aria-pressed", "false")
