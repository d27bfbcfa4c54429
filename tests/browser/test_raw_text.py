"""No key, id or JSON in any text of a match or a replay, in both languages; and the reader that looks for them finds each kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Finished
from tests.browser.pages import Person
from tests.browser.raw_text import assert_no_raw_text, raw


@pytest.mark.parametrize(
    "text",
    [
        'score_parts: [{"damage":0}]', '{"move": 1}', "score_parts", "max_round", "[object Object]", "undefined", "Range: NaN",
        "[[0, 1], [2, 3]]", '"ship": 4', "damageDone", "fog: true", "true", "{name} has left", "%(last)s cells", "Owner: null",
        "Owner: None", "from _here", '["a"]', "{}", "[]",
    ],
)  # fmt: skip
def test_what_is_raw_is_found(text: str) -> None:
    assert raw(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "12 of 21 planets · round 10 of 60", "Lanterns: “no fog”, 3 hearts", "move A3 B2 60%", "A true friend, it is", "(0, 3)",
        "[Esc]", "1,250 damage", "第3回合：舰队抵达", "Ctrl+Z", "A: 3, B: 4", "+3 / −2", "what’s new?",
    ],
)  # fmt: skip
def test_what_people_write_is_not(text: str) -> None:
    assert raw(text) is None


def test_a_match_and_its_replay_are_in_words(open_page: Callable[..., Page], finished: Finished) -> None:
    person = Person(open_page(storage_state=finished.cookies), "Flora")
    page = person.page
    for _ in range(2):
        page.goto(f"/matches/{finished.match}/")
        expect(page.locator("#end")).to_be_visible()
        assert_no_raw_text(page)
        page.goto(f"/matches/{finished.match}/replay/?step=5")
        expect(page.locator("#match-step")).to_contain_text("6")
        assert_no_raw_text(page)
        page.goto("/lobby/")
        page.locator("form.language button").click()
