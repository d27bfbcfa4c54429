"""Are the rules as written in step with the code, and the two languages with one another?"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.core.rng import step_rng
from games.cosmos import GAME, constants
from games.cosmos import __file__ as GAME_FILE
from games.cosmos.orders.rules import MOVEMENTS, REFLEXES
from games.cosmos.senses import entity_view
from games.cosmos.settings import LATER, OPTIONS, PRESETS
from games.cosmos.standing.routines import ROUTINES
from games.cosmos.symmetry import SIZES
from tests.games.cosmos.boards import work_of, world

ROOT = Path(__file__).parents[3]
RULES = {
    language: (ROOT / "docs" / "rules" / f"cosmos.engine{language}.md").read_text(encoding="utf-8")
    for language in ("", ".zh-hans")
}
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(Path(GAME_FILE).parent.rglob("*.py"))
    if path.parent.name not in ("bots", "programs")
)
LANGUAGES = pytest.mark.parametrize("language", ["", ".zh-hans"])


def table(language: str, start: str) -> list[list[str]]:
    """Rows of the table from the one that begins with these words."""
    found = re.search(rf"^\| {re.escape(start)}.*?(?=\n(?!\|)|\Z)", RULES[language], re.S | re.M)
    assert found is not None, start
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[0].split("\n")]


def words(cell: str) -> list[str]:
    """What stands in code in a cell of a table."""
    return re.findall(r"`([^`]+)`", cell)


def example(language: str, first_key: str) -> Any:
    """The block of JSON that begins with this key."""
    (text,) = [
        text for text in re.findall(r"```json\n(.*?)```", RULES[language], re.S) if text[1:].startswith(first_key)
    ]
    return json.loads(text)


@LANGUAGES
def test_every_chapter_is_there(language: str) -> None:
    assert [int(number) for number in re.findall(r"^## (\d+)\. ", RULES[language], re.M)] == list(range(1, 18))


@LANGUAGES
def test_table_of_options(language: str) -> None:
    """2, 17: names, order, defaults and ranges."""
    rows = table(language, "`map`")
    assert [words(row[0])[0] for row in rows] == [option.key for option in OPTIONS]
    for row, option in zip(rows, OPTIONS, strict=True):
        assert json.loads(row[1].strip("`")) == option.default
        if option.kind == "int":
            assert row[2] == f"{option.minimum}..{option.maximum}"
        if option.kind == "choice":
            assert words(row[2]) == [name for name, _ in option.choices]
    tuning = re.findall(r"^\| `(\w+)` \| `(\w+)` \|", RULES[language].split("\n## 17. ")[1], re.M)
    defaults = {option.key: option.default for option in OPTIONS}
    assert {key: json.loads(value) for key, value in tuning} == {key: defaults[key] for key, _ in tuning}
    assert [key for key, _ in tuning] == ["analyse_min_defence", "end_when_decided", *LATER]
    assert all(f"`{name}`" in RULES[language] for name in PRESETS)


@LANGUAGES
def test_table_of_groups(language: str) -> None:
    """3.2."""
    rows = table(language, "`rotate_180`")
    assert {words(row[0])[0]: int(row[2]) for row in rows} == SIZES


@LANGUAGES
def test_table_of_attributes(language: str) -> None:
    """4.1: the numbers of the table are the code's."""
    rows = table(language, "energy | cannot be built" if not language else "能量 | 不能建造")
    cells = [row[1:] for row in rows]
    assert [float(cell) for cell in cells[3]] == list(constants.INITIAL_COOLDOWN)
    assert [float(cell) for cell in cells[4]] == list(constants.BASE_COOLDOWN)
    for line, numbers in ((5, constants.ACTION), (6, constants.SENSE), (7, constants.DETECT)):
        assert [int(cell) for cell in cells[line]] == list(numbers)
    assert [cell in ("yes", "有") for cell in cells[8]] == list(constants.TRUE_SIGHT)


@LANGUAGES
def test_mining_steps(language: str) -> None:
    """6.4: the smallest energies that pay 1, 2, 3, ... points a round."""
    (listed,) = re.findall(r"21, 41, 63[\d, ]+", RULES[language])
    for points, energy in enumerate(map(int, listed.rstrip(", ").split(", ")), start=1):
        assert (constants.mining_income(energy - 1), constants.mining_income(energy)) == (points - 1, points)


@LANGUAGES
def test_tables_of_standing_orders(language: str) -> None:
    """8.2, 8.3: every reflex, movement and routine, and all their fields."""
    reflexes = {words(row[0])[0]: row for row in table(language, "`auto_overload` |")}
    assert set(reflexes) == set(REFLEXES)
    movements = {words(row[0])[0]: row for row in table(language, "`hold`")}
    assert set(movements) == set(MOVEMENTS)
    for forms, rows, column in ((REFLEXES, reflexes, 2), (MOVEMENTS, movements, 1)):
        for name, parts in forms.items():
            assert set(parts) <= set(words(rows[name][column])), name
    routines = [
        words(row[1])[0] for row in table(language, "planet | `economy`" if not language else "星球 | `economy`")
    ]
    assert routines == [name for named in ROUTINES.values() for name in named]


@LANGUAGES
def test_codes(language: str) -> None:
    """8.5: every code that orders are refused with, and every soft one, and no other."""
    listed = [words(row[0])[0] for row in table(language, "`not_an_object`")]
    written = set(re.findall(r'refused\(\s*"(\w+)"', CODE)) | set(
        re.findall(r'"(\w+_out_of_range|bad_\w+|unknown_\w+)"', CODE)
    )
    options = {"bad_option", "bad_map", "unknown_field", "unknown_value"}
    core = {"not_an_object", "missing_field", "bad_type", "value_out_of_range", "wrong_kind_for_action"}
    assert set(listed) == (written | core) - options
    assert len(listed) == len(set(listed))
    soft = set(re.findall(r'return "(\w+)"', CODE)) & set(re.findall(r"`(\w+)`", RULES[language]))
    assert {"cooldown", "not_enough_energy", "not_enough_defence", "target_not_found", "not_a_foreign_miner"} <= soft


@LANGUAGES
def test_table_of_events(language: str) -> None:
    """11: every event that is told."""
    listed = {words(row[0])[0] for row in table(language, "`round_begin`")}
    written = set(re.findall(r'tell(?:_all|_each)?\(\s*"(\w+)"', CODE)) | set(
        re.findall(r'"type": "(moved|mined)"', CODE)
    )
    assert listed == written


@LANGUAGES
def test_views_have_the_keys_of_the_examples(language: str) -> None:
    """7.1, 7.2: shapes of the entity view and the seat view."""
    state = world((10_001, "planet", 0, 5, 5, 100), (10_002, "planet", 1, 8, 8, 100))
    entity = entity_view(work_of(state), state.entities[10_001])
    shown = example(language, '"round": 37, "rounds": 1000, "seat"')
    assert set(shown) == set(entity)
    for key in ("me", "aether"):
        assert set(shown[key]) == set(entity[key])
    assert set(shown["sensed"][0]) == set(entity["sensed"][0])
    view, seat = GAME.view(state, 0), example(language, '"game"')
    assert set(seat) == set(view)
    for key in ("map", "weapon"):
        assert set(seat[key]) == set(view[key])
    for key in ("own", "foreign", "bonus"):
        assert set(seat[key][0]) == set(view[key][0])


@LANGUAGES
def test_the_example_of_orders_is_legal(language: str) -> None:
    """8.1: with the ids of a real match in their place."""
    text = json.dumps(example(language, '"direct"'))
    state = world((10_001, "planet", 0, 5, 5, 100), (10_002, "planet", 1, 28, 28, 100), (20_000, "scout", 0, 9, 9, 9))
    orders = json.loads(text.replace("22871", "10001").replace("40113", "20000"))
    checked = GAME.check(state, 0, orders)
    GAME.resolve(state, {0: checked}, step_rng("example", 1))
    assert set(orders) == set(checked)


@LANGUAGES
def test_table_of_bots(language: str) -> None:
    assert [words(row[0])[0] for row in table(language, "`easy`")] == [bot.id for bot in GAME.bots]
