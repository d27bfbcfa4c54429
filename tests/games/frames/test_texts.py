"""9: card texts are made from the data that the engine carries out, in both languages."""

import copy
import re

import pytest

from games.frames import GAME, cards
from games.frames.legal import legal
from games.frames.resolve.interpreter import OPERATIONS
from games.frames.texts import CATALOGUE, say, say_order, text_of
from tests.games.frames.positions import mech, position

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize("card_id", sorted(CATALOGUE))
def test_every_card_has_both_texts(card_id):
    entry = CATALOGUE[card_id]
    assert entry["name"]
    assert entry["zh"]
    assert bool(entry["text"]) == bool(entry["text_zh"])
    assert not CHINESE.search(entry["text"])
    assert "{" not in entry["text"] + entry["text_zh"]
    if entry["text_zh"]:
        assert CHINESE.search(entry["text_zh"])


@pytest.mark.parametrize(
    ("card", "key", "value"),
    [
        (cards.SHIP_CARD["repair_robots"], "amount", 7),
        (cards.EVENT["lightning"], "amount", 9),
        (cards.MECH_CARD["aim_assist"], "value", 8),
        (cards.TRAIT["red_coating"], "chance", 77),
    ],
    ids=lambda value: value["id"] if isinstance(value, dict) else str(value),
)
def test_a_changed_number_changes_the_texts(card, key, value):
    changed = copy.deepcopy(card)
    changed.get("do", changed.get("draw"))[0][key] = value
    if "draw" in changed and not changed.get("do"):
        changed["draw"][0][key] = value
    for before, after in zip(text_of(card), text_of(changed), strict=True):
        assert before != after
        assert str(value) in after


def test_every_operation_of_a_played_card_is_known_to_the_interpreter():
    played = [*cards.SHIP_CARD.values(), *cards.SKILL.values()]
    played += [card for card in cards.MECH_CARD.values() if card["use"] in ("act", "free", "defence")]
    for card in played:
        for effect in card["do"]:
            assert effect["op"] in OPERATIONS
            assert all(say(effect))


def test_every_legal_order_has_words():
    blue = {
        "mechs": [mech("sword", [0, 3]), mech("hammer", None)],
        "pilots": ["zack_fair"],
        "weapons": ["thermal_beam"],
        "hand": ["emp_grenade"],
    }
    state = position(blue)
    assert say_order(state, 0, {"type": "fire", "weapon": "thermal_beam", "target": "s1"}) == (
        "Fire Focused Heat Ray the red ship",
        "使用武器 集束热能射线 红方战舰",
    )
    entries = GAME.choices(state, 0)
    assert [entry["orders"] for entry in entries] == legal(state, 0)
    assert len({entry["label"] for entry in entries}) == len(entries)
    assert all(CHINESE.search(entry["zh"]) for entry in entries)
