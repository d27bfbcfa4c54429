"""Are the rules as written in step with the code?"""

import ast
import json
import re
from pathlib import Path

import pytest

from games.core.fields import __file__ as FIELDS_FILE
from games.core.simulate import open_table, play, replay
from games.core.text import spoken
from games.frames import GAME, cards
from games.frames import __file__ as GAME_FILE
from games.frames.catalogue import CATALOGUE
from games.frames.settings import OPTIONS, PRESETS
from tests.games.frames.positions import BISON, mech, position
from tests.games.frames.test_texts import ZH

ROOT = Path(__file__).parents[3]
RULES = {
    language: (ROOT / "docs" / "rules" / f"frames.engine{suffix}.md").read_text(encoding="utf-8")
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
    assert [int(number) for number in re.findall(r"^## (\d+)\. ", RULES[language], re.M)] == [*range(1, 17), 18, 19]
    assert {int(number) for number in re.findall(r"[Cc]hapters? (\d+)", CODE)} <= {*range(1, 17), 18, 19}


@pytest.mark.parametrize(
    ("language", "translate", "marks"),
    [("en", str, ("; ", ". ", " ", " ({})")), ("zh", ZH, ("；", "。", "", "（{}）"))],
)
def test_the_catalogue_is_the_data(language, translate, marks):
    """9: every card with the text that is made from its operations."""
    listed = rows(language, 9)
    between, end, space, talent = marks
    assert set(listed) == set(CATALOGUE) - set(cards.CAPTAIN)
    for card_id, row in listed.items():
        entry = CATALOGUE[card_id]
        name = translate(entry["name"])
        assert row[1] == name + (talent.format(translate(entry["talent"])) if "talent" in entry else "")
        if card_id in cards.SHIP:
            assert str(cards.SHIP[card_id]["hp"]) in row[2]
        elif card_id not in {**cards.MECH, **cards.STARTER}:
            facts = between.join(spoken(said, translate) for said in entry["facts"])
            lines = space.join(spoken(said, translate) for said in entry["text"])
            assert row[2] == f"{facts + end if facts else ''}{lines}".strip()


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


def told() -> dict[str, set[str]]:
    """Events as the code tells them: type and the names of all fields that it may have."""
    found: dict[str, set[str]] = {}
    for call in ast.walk(ast.parse(CODE.replace("from __future__ import annotations", ""))):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr in ("tell", "tell_seat"):
            event = call.args[int(call.func.attr == "tell_seat")]
            fields = found.setdefault(ast.literal_eval(event), set())
            for given in call.keywords:
                if given.arg is not None:
                    fields.add(given.arg)
                elif isinstance(given.value, ast.Dict):
                    fields |= {ast.literal_eval(key) for key in given.value.keys}
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_event_is_listed_with_its_fields(language):
    listed = {
        event: set(row[1].split(", ")) for row in rows(language, 14).values() for event in re.findall(r"\w+", row[0])
    }
    assert listed == told()


def check_keys(example, real, path="view"):
    """Does an object of the example have the keys of the real one, all the way down?"""
    if (
        path in ("view.options", "view.cards", "view.keywords", "view.window.sentence")
        or example is None
        or real is None
    ):
        return
    assert type(example) is type(real), path
    if isinstance(real, dict):
        if path.endswith((".tracer", ".skills_used", ".data", ".costs")):
            return
        assert set(example) == set(real), path
        for key in real:
            check_keys(example[key], real[key], f"{path}.{key}")
    elif isinstance(real, list) and isinstance((*example, None)[0], dict):
        for one in real:
            check_keys(example[0], one, f"{path}[]")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_example_of_a_view_has_the_keys_of_views(language):
    (text,) = re.findall(r"```json\n(\{\"game\".*?)```", RULES[language], re.S)
    example = json.loads(text)
    bots = [GAME.bot("hard"), GAME.bot("hard")]
    views = []
    for seed in ("6", "11"):
        options = open_table(GAME, {}, 2, seed)
        record = play(GAME, options, 2, bots, seed)
        views += [GAME.view(state, 1) for _, state, _ in replay(GAME, options, 2, seed, record.orders)]
    assert {"window", "operate", "choose", "over"} <= {view["phase"] for view in views}
    for view in views:
        view["seats"] = view["seats"][:1]  # of the enemy, as in the example
        if view["window"]:  # offers are parts of orders, and those have examples of their own
            view["window"]["offers"] = None
        view["legal"] = view["default"] = None
        view["outcome"] = None
        check_keys(example, view)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_example_of_choices_has_the_keys_of_choices(language):
    (text,) = re.findall(r"```json\n(\[{\"label\".*?)```", RULES[language], re.S)
    legal, barred = json.loads(text)
    blue = {"ship": BISON, "weapons": ["thermal_beam"], "mechs": [mech("sword", None)], "pilots": ["zack_fair"]}
    state = position(blue, {"ship": BISON})
    state.sides[0].mechs[0].deploy_lock = 1
    entries = {entry["label"]: entry for entry in GAME.choices(state, 0)}
    for example in (legal, barred):
        real = entries[example["label"]]
        check_keys(example, real, "choice")
        assert spoken(example) == example["label"]
    assert legal["odds"]["targets"] == entries[legal["label"]]["odds"]["targets"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_example_of_a_forecast_has_the_keys_of_forecasts(language):
    (text,) = re.findall(r"```json\n(\{\"orders\": \[\{\"label\".*?)```", RULES[language], re.S)
    example = json.loads(text)
    blue = {"mechs": [mech("longbow", [0, 4]), mech("hammer", [2, 3])]}
    state = position(blue, {"mechs": [mech("vampire", [0, 2])]})
    attack = example["orders"][0]["orders"]
    move = {"type": "operate_one", "act": {"unit": "m0_1", "do": "move", "path": [[2, 2]]}}
    real = GAME.forecast(GAME.view(state, 0), {"type": "turn", "orders": [attack, move]})
    assert set(real) == set(example)
    check_keys(example["orders"][0], real["orders"][0], "forecast")
    assert (real["orders"][0]["stop"], real["units"]) == (example["orders"][0]["stop"], example["units"])
    assert real["orders"][0]["label"] == example["orders"][0]["label"]
    alone = GAME.forecast(GAME.view(state, 0), attack)
    assert alone["left"] == example["left"]


def test_shared_codes_are_what_core_refuses_with():
    shared = set(re.findall(r'failure\(\s*"(\w+)"', Path(FIELDS_FILE).read_text(encoding="utf-8")))
    assert shared <= {"not_an_object", "unknown_field", "missing_field", "bad_type", "out_of_range", "unknown_value"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_decision_is_written_down(language):
    """18: the table has a row for each, and every decision that the text or the code names is in it."""
    listed = [int(number) for number in re.findall(r"^\| D(\d+) ", RULES[language], re.M)]
    assert listed == list(range(1, 59))
    assert {int(number) for number in re.findall(r"\bD(\d+)\b", CODE + RULES[language])} <= set(listed)
