"""Who and what is proposed to go along with a mech: what suits it, and a share for those that may still come out."""

from __future__ import annotations

from typing import Any

from games.frames import GAME
from tests.games.frames.positions import mech, position

Json = Any


def along(state: Any, unit: str = "m0_0") -> Json:
    """What the choices propose for a mech, the same for each of its decks and pilots."""
    assert GAME.choices is not None
    found = [one["along"] for one in GAME.choices(state, 0) if one["group"] == "deploy" and one["source"] == unit]
    assert found and all(one == found[0] for one in found)
    return found[0]


def test_the_best_cards_go_along_as_many_as_a_mech_carries_none_twice():
    hand = ["anchor_clamps", "aim_assist", "aim_assist", "reflective_barrier"]
    state = position({"mechs": [mech("sword", None)], "pilots": ["zack_fair"], "hand": hand})
    assert along(state) == {"pilot": "zack_fair", "gear": ["c0_3", "c0_1"]}


def test_cards_are_kept_for_a_mech_that_can_still_come_out_in_this_turn():
    blue = {"mechs": [mech("sword", None), mech("sword", None)], "pilots": ["zack_fair", "john_snow"]}
    blue["hand"] = ["aim_assist", "reflective_barrier"]
    assert along(position(blue, ap=2))["gear"] == ["c0_1"]
    assert along(position(blue, ap=1))["gear"] == ["c0_1", "c0_0"]


def test_what_ends_or_scatters_a_mech_is_not_proposed_nor_a_magazine_without_a_gun_that_runs_dry():
    hand = ["self_destruct", "wormhole_generator", "spare_magazine"]
    blue = {"mechs": [mech("sword", None)], "pilots": ["zack_fair"], "hand": hand}
    assert along(position(blue))["gear"] == []
    assert along(position({**blue, "mechs": [mech("longbow", None)]}))["gear"] == ["c0_2"]


def test_a_pilot_is_kept_for_the_mech_that_it_suits():
    blue = {"mechs": [mech("kagami", None), mech("hammer", None)], "pilots": ["hans_zimmers", "zack_fair"]}
    assert [along(position(blue), unit)["pilot"] for unit in ("m0_0", "m0_1")] == ["zack_fair", "hans_zimmers"]


def test_a_deployment_that_is_advised_has_the_pilot_that_is_proposed():
    state = position({"mechs": [mech("hammer", None)], "pilots": ["zack_fair", "hans_zimmers"]})
    assert GAME.choices is not None
    advised = [one for one in GAME.choices(state, 0) if one.get("advice") and one["group"] == "deploy"]
    assert [one["orders"]["pilot"] for one in advised] == ["hans_zimmers"]


def test_a_part_of_a_plan_that_deploys_proposes_likewise():
    blue = {"mechs": [mech("sword", None)], "pilots": ["zack_fair"], "hand": ["aim_assist"]}
    state = position(blue, phase="plan", options={"mode": "blitz"})
    assert GAME.choices is not None
    parts = [one for one in GAME.choices(state, 0) if one.get("kind") == "deploy"]
    assert parts and all(one["along"] == {"pilot": "zack_fair", "gear": ["c0_0"]} for one in parts)
