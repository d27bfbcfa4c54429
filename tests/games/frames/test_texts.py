"""9: card texts are phrases made from the data that the engine carries out; the site's catalogue has them in Chinese."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from games.core.text import spoken
from games.frames import GAME, cards
from games.frames.catalogue import AREAS, CATALOGUE
from games.frames.effects.interpreter import OPERATIONS
from games.frames.keywords import _BY_OPERATION, KEYWORDS
from games.frames.orders.kinds import legal, say_order
from games.frames.texts import lines_of, say
from tests.games.frames.positions import mech, position

CHINESE = re.compile(r"[\u4e00-\u9fff]")
ROOT = Path(__file__).parents[3]
VECTORS = json.loads((ROOT / "tests/games/vectors/frames/cards.json").read_text(encoding="utf-8"))


def chinese() -> Callable[[str], str]:
    """What the site says instead of a message."""
    with (ROOT / "locale/zh_Hans/LC_MESSAGES/django.po").open("rb") as file:
        catalog = read_po(file, locale="zh_Hans")
    known = {message.id: message.string for message in catalog if isinstance(message.id, str) and message.string}
    return lambda message: str(known.get(message, message))


ZH = chinese()


def messages_in(value: Any) -> Iterator[str]:
    """Every message of a phrase and of the phrases and words in its places."""
    if isinstance(value, dict):
        yield value["text"]
        for one in value["data"].values():
            yield from messages_in(one)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("card_id", sorted(CATALOGUE))
def test_every_card_speaks_both_languages(card_id):
    entry = CATALOGUE[card_id]
    for said in [*entry["text"], *entry["about"], *entry["facts"], *entry["when"]]:
        english = spoken(said)
        assert "%(" not in english and not CHINESE.search(english)
        assert CHINESE.search(spoken(said, ZH)) and "%(" not in spoken(said, ZH)
        # What is put together in the browser has to be there.
        assert {one for one in messages_in(said) if CHINESE.search(ZH(one))} <= set(GAME.words)
    assert entry.get("talent", entry["name"]) in GAME.words


@pytest.mark.parametrize(
    ("card_id", "english", "chinese"),
    [
        ("john_snow", "male · Human · grade S", "男 · 人类 · S级"),
        ("ura01a_sword", "Ukulele, URA series", "Ukulele公司，URA系列"),
        ("emp_grenade", "", ""),
    ],
)
def test_a_card_says_who_a_pilot_is_and_who_built_a_mech(card_id, english, chinese):
    about = CATALOGUE[card_id]["about"]
    assert " · ".join(map(spoken, about)) == english
    assert " · ".join(spoken(said, ZH) for said in about) == chinese


@pytest.mark.parametrize("kind", sorted({*VECTORS} - {"version", "areas"}))
def test_the_names_are_the_recorded_ones(kind):
    for card in VECTORS[kind]:
        ours = CATALOGUE[card["id"]]
        assert ZH(ours.get("talent") or ours["name"]) == card["zh"]
        for skill in card.get("skills", ()):
            assert ZH(CATALOGUE[skill["id"]]["name"]) == skill["zh"]


def test_areas_are_named_by_what_they_are_and_where():
    """By letter and number as on the board's edge: a1 is the left corner of seat A."""
    kinds = {
        "deck": "Deck",
        "ship": "Warship",
        "event": "Event Area",
        "front": "Front",
        "west": "Flank",
        "east": "Flank",
    }
    for area in VECTORS["areas"]:
        name, (x, y) = AREAS[tuple(area["at"])], area["at"]
        assert name.endswith(f" {'abc'[x]}{5 - y}")
        kind = (
            next(word for key, word in kinds.items() if key in area["id"].lower())
            if "mid" not in area["id"]
            else "Middle"
        )
        assert name.startswith(kind), area["id"]
        assert CHINESE.search(ZH(name))


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
    (changed.get("do") or changed["draw"])[0][key] = value
    for language in (str, ZH):
        before, after = (" ".join(spoken(said, language) for said in lines_of(one)) for one in (card, changed))
        assert before != after
        assert str(value) in after


def test_one_is_said_otherwise_than_several():
    effect = {"op": "gain_energy", "amount": 1}
    assert [spoken(said) for said in say(effect)] == ["Gain 1 energy token."]
    assert [spoken(said) for said in say({**effect, "amount": 3})] == ["Gain 3 energy tokens."]


def test_every_operation_of_a_played_card_is_known_to_the_interpreter():
    played = [*cards.SHIP_CARD.values(), *cards.SKILL.values()]
    played += [card for card in cards.MECH_CARD.values() if card["use"] in ("act", "free", "defence")]
    for card in played:
        for effect in card["do"]:
            assert effect["op"] in OPERATIONS
            assert say(effect)


def test_keywords_of_a_card_are_explained():
    assert all(set(entry["keywords"]) <= set(KEYWORDS) for entry in CATALOGUE.values())
    assert {name for names in _BY_OPERATION.values() for name in names} <= set(KEYWORDS)
    used = {name for entry in CATALOGUE.values() for name in entry["keywords"]}
    assert used == set(KEYWORDS)
    assert CATALOGUE["laser_saber"]["keywords"] == ["melee"]
    assert "aoe" in CATALOGUE["flak_barrage"]["keywords"]
    assert all(entry["help"].endswith(".") for entry in KEYWORDS.values())


def test_starter_fleets_say_how_they_play_in_two_sentences():
    for starter in cards.STARTER.values():
        assert len(starter["plays"]) == 2
        assert all(said.endswith(".") for said in starter["plays"])


def test_every_legal_order_has_words():
    blue = {
        "mechs": [mech("sword", [0, 3]), mech("hammer", None)],
        "pilots": ["zack_fair"],
        "weapons": ["thermal_beam"],
        "hand": ["emp_grenade"],
    }
    state = position(blue)
    said = say_order(state, 0, {"type": "fire", "weapon": "thermal_beam", "target": "s1"})
    assert spoken(said) == "Fire Focused Heat Ray at warship B"
    assert spoken(said, ZH) == "使用武器：集束热能射线攻击B方战舰"
    entries = [entry for entry in GAME.choices(state, 0) if "orders" in entry]
    assert [entry["orders"] for entry in entries] == legal(state, 0)
    assert len({entry["label"] for entry in entries}) == len(entries)
    for entry in GAME.choices(state, 0):
        assert entry["label"] == spoken(entry)
        assert CHINESE.search(spoken(entry, ZH))
        assert not re.search(r"\b[a-z]+_[a-z0-9]|[smci]\d_\d|\[\d", spoken(entry)), "a raw id"
