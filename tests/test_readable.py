"""Does the reader of texts find what only programs should see, and leave alone what people write?"""

import pytest
from django.test.html import Element

from tests.readable import assert_chinese, is_english, raw, texts_of


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


def test_english_is_told_from_chinese_that_quotes_what_is_typed() -> None:
    assert is_english("Lobby") and is_english("大厅 is open now")
    assert not is_english("输入“move to”即可") and not is_english("Fogbound") and not is_english("按 Ctrl")
    chinese = ["大厅", "桌子", "对局", "规则", "帐号", "程序"]
    assert_chinese(chinese, "here")
    with pytest.raises(AssertionError, match="Lobby"):
        assert_chinese([*chinese, "Lobby"], "here")


def test_all_that_is_read_or_spoken_is_read() -> None:
    page = """<main title="A"><p>B <b aria-label="C">D</b></p><script>E</script><code>F</code><img alt="G" src="x">
        <p class="names">H</p></main>"""

    def is_name(element: Element) -> bool:
        return ("class", "names") in element.attributes

    assert texts_of(page, is_name) == ["A", "B", "C", "D", "G"]
