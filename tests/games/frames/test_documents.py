"""Are the rules as written in step with the code?"""

import json
import re
from pathlib import Path

import pytest

from games.core.fields import __file__ as FIELDS_FILE
from games.frames import GAME, cards
from games.frames import __file__ as GAME_FILE
from games.frames.settings import OPTIONS, PRESETS
from games.frames.texts import CATALOGUE

ROOT = Path(__file__).parents[3]
RULES = {
    language: (ROOT / "docs" / "rules" / f"frames{suffix}.md").read_text(encoding="utf-8")
    for language, suffix in (("en", ""), ("zh", ".zh-hans"))
}
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(GAME_FILE).parent.rglob("*.py")))


def rows(language: str, chapter: int) -> dict[str, list[str]]:
    """Rows of all tables of a chapter by the word in code in their first cell."""
    body = re.split(r"^## \d+\. ", RULES[language], flags=re.M)[chapter]
    found = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in body.split("\n") if line.startswith("| `")
    ]
    return {row[0].strip("`"): row for row in found}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_chapter_is_there(language):
    assert [int(number) for number in re.findall(r"^## (\d+)\. ", RULES[language], re.M)] == list(range(1, 20))
    assert {int(number) for number in re.findall(r"[Cc]hapters? (\d+)", CODE)} <= set(range(1, 20))


@pytest.mark.parametrize(("language", "name", "text"), [("en", "name", "text"), ("zh", "zh", "text_zh")])
def test_the_catalogue_is_the_data(language, name, text):
    """9: every card with the text that is made from its operations."""
    listed = rows(language, 9)
    assert set(listed) == set(CATALOGUE) - set(cards.CAPTAIN)
    for card_id, row in listed.items():
        entry = CATALOGUE[card_id]
        assert row[1] == entry[name]
        if card_id in cards.SHIP:
            assert str(cards.SHIP[card_id]["hp"]) in row[2]
        elif card_id not in {**cards.MECH, **cards.STARTER}:
            assert row[2] == entry[text]


def test_table_of_options():
    listed = rows("en", 3)
    assert list(listed) == [option.key for option in OPTIONS]
    for option in OPTIONS:
        default = listed[option.key][1].strip("`")
        if option.key != "event_deck":
            assert default == (option.default if isinstance(option.default, str) else json.dumps(option.default))
        if option.kind == "int":
            assert listed[option.key][2] == f"{option.minimum}..{option.maximum}"


def test_presets_bots_and_prices():
    for name in PRESETS:
        assert f"`{name}`" in RULES["en"]
    for key, value in PRESETS["tuned"].options.items():
        assert f"`{key}` {value if isinstance(value, str) else json.dumps(value)}" in RULES["en"]
    assert list(rows("en", 16)) == [bot.id for bot in GAME.bots]
    for order, row in rows("en", 5).items():
        assert f'"{order}": {row[1]}' in CODE


def test_codes_and_events_are_listed():
    """14: every code of a refusal, every kind of event."""
    body = re.split(r"^## \d+\. ", RULES["en"], flags=re.M)[14]
    codes = set(re.findall(r'(?:refuse|fault|OrderError|OptionError)\(\s*"(\w+)"', CODE))
    events = set(re.findall(r'\.tell(?:_seat)?\(\s*(?:\w+(?:\.\w+)*, )?"(\w+)"', CODE))
    assert len(events) > 40
    assert codes | events <= set(re.findall(r"`(\w+)`", body))


def test_shared_codes_are_what_core_refuses_with():
    shared = set(re.findall(r'failure\(\s*"(\w+)"', Path(FIELDS_FILE).read_text(encoding="utf-8")))
    assert shared <= {"not_an_object", "unknown_field", "missing_field", "bad_type", "out_of_range", "unknown_value"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_decision_is_written_down(language):
    """18: the table has a row for each, and every decision that the text or the code names is in it."""
    listed = [int(number) for number in re.findall(r"^\| D(\d+) ", RULES[language], re.M)]
    assert listed == list(range(1, 56))
    assert {int(number) for number in re.findall(r"\bD(\d+)\b", CODE + RULES[language])} <= set(listed)
