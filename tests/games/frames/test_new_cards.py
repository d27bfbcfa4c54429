"""A card of a known kind is data alone: it is put into the index, and text, keywords, builder, offers, play and odds follow."""

from __future__ import annotations

import pytest

from games.core.text import spoken
from games.frames import GAME, cards
from games.frames.cards import Card
from games.frames.catalogue import CATALOGUE, entry
from games.frames.odds import odds
from games.frames.orders.kinds import legal
from tests.games.frames.positions import LANDS, fire, mech, play, position

DEPOT: Card = {
    "id": "field_depot", "name": "Field Depot", "kind": "ship_card", "windows": ["main", "any"], "cost": {"energy": 1}, "aim": {},
    "needs": {"ship_hp_lt": 12}, "do": [{"op": "heal_ship", "amount": 4}, {"op": "gain_energy", "amount": 2}], "stays": False,
}  # fmt: skip
SIGHT: Card = {
    "id": "long_sight", "name": "Long Sight", "kind": "mech_card", "use": "passive", "charges": None,
    "do": [{"op": "hit_mod", "value": 4, "if": {"distance": 2}}],
}  # fmt: skip
LANCE: Card = {
    **cards.WEAPON["thermal_beam"], "id": "cold_lance", "name": "Cold Lance", "shots": 2, "damage": 2, "ammo": 5, "effects": [],
}  # fmt: skip


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The three cards stand in the index, and nothing else is told of them."""
    for card, kind, *indexes in (
        (DEPOT, "ship_card", cards.SHIP_CARD),
        (SIGHT, "mech_card", cards.MECH_CARD),
        (LANCE, "ship_weapon", cards.SHIP_WEAPON, cards.WEAPON),
    ):
        for index in indexes:
            monkeypatch.setitem(index, card["id"], card)
        monkeypatch.setitem(CATALOGUE, card["id"], entry(card, kind))


def said(card_id: str, key: str = "text") -> str:
    return " ".join(spoken(line) for line in CATALOGUE[card_id][key])


def test_it_says_what_it_does_and_explains_its_words():
    assert said("field_depot") == (
        "Cost: 1 energy token. Only while the warship has less than 12 HP. Your warship regains 4 HP. Gain 2 energy tokens."
    )
    assert CATALOGUE["field_depot"]["keywords"] == ["energy", "window"]
    assert said("long_sight") == "Hit +4 at distance 2."
    assert said("cold_lance", "facts") == "laser range any 2 × 2 damage ammo 5"


def test_it_can_be_built_into_a_fleet_and_is_measured():
    workshop = GAME.workshop
    assert workshop is not None
    pile = {"field_depot": 2, "emp_grenade": 2, "repair_robots": 2, "autocannon": 2, "deck_bomb": 2}
    fleet = {**workshop.describe({})["ready"][0]["build"], "weapons": ["cold_lance"], "ship_cards": pile}
    assert workshop.judge({}, fleet)[1] == []
    rows = workshop.measure({}, fleet, "fa07c_bison")["rows"]
    assert ("cold_lance", 2, 5) in [(row["weapon"], row["shots"], row["ammo"]) for row in rows]


def test_it_is_offered_and_does_what_it_says():
    state = position({"hp": 11, "energy": 1, "hand": ["field_depot"]})
    order = {"type": "play", "card": "c0_0"}
    assert any(one["type"] == "play" for one in legal(state, 0))
    after, _ = play(state, 0, order)
    assert (after.sides[0].ship.hp, after.sides[0].energy) == (15, 2)
    assert not any(
        one["type"] == "play" for one in legal(position({"hp": 15, "energy": 1, "hand": ["field_depot"]}), 0)
    )


def test_its_numbers_count_in_odds_and_on_the_table():
    plain = position({"mechs": [mech("longbow", [1, 3])]}, {"mechs": [mech("sword", [1, 1])]})
    aided = position({"mechs": [mech("longbow", [1, 3], gear=["long_sight"])]}, {"mechs": [mech("sword", [1, 1])]})
    found = [
        odds(state, state.sides[0].mechs[0], state.sides[1].mechs[0], cards.WEAPON["rail_sniper"], 0)
        for state in (plain, aided)
    ]
    assert found[1]["hit"] == found[0]["hit"] + 4
    state = position({"weapons": ["cold_lance"]}, {"ship": "fa07c_bison"})
    after, _ = play(state, 0, fire("cold_lance", "s1"), *LANDS, *LANDS)
    assert after.sides[1].ship.hp == 25 - 4
