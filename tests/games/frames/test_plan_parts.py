"""Chapter 12 by choices alone: parts of a plan are laid one on another as the match page does it."""

from games.core.errors import OrderError
from games.core.rng import SeededRng, step_rng
from games.frames import GAME
from tests.games.frames.positions import PEGASUS, mech, position

BLITZ = {"mode": "blitz"}


def merged(draft, more):
    """Lists one after the other, all else as the later part has it; the page does the same."""
    return {key: draft.get(key, []) + value if isinstance(value, list) else value for key, value in more.items()} | {
        key: value for key, value in draft.items() if key not in more
    }


def full(blue=None):
    """A position in which a plan may hold everything."""
    own = {
        "ship": PEGASUS, "weapons": ["siege_railgun"], "energy": 1, "captain": "tim_wall", "pilots": ["zack_fair"],
        "hand": ["warp_shield", "advanced_weapons", "deck_bomb", "repair_robots"], "ship_pile": ["spy_drone"] * 3,
        "mechs": [mech("sword", [0, 3], gear=["reflective_barrier"]), mech("kagami", [1, 4]), mech("longbow", None)],
    }  # fmt: skip
    return position({**own, **(blue or {})}, {"mechs": [mech("vampire", [0, 3])]}, phase="plan", options=BLITZ)


def offered(state, seat=0):
    """Choices that can be given."""
    return [entry for entry in GAME.choices(state, seat) if "orders" in entry]


def part(state, label):
    """Orders of the one choice with these words."""
    (found,) = [entry for entry in offered(state) if entry["label"] == label]
    assert found["adds"]
    return found["orders"]


def plan_of(state, *labels):
    draft = {}
    for label in labels:
        draft = merged(draft, part(state, label))
    return GAME.check(state, 0, draft)


def test_a_whole_plan_is_put_together():
    state = full()
    plan = plan_of(
        state,
        "Play Advanced Weapon System on the ship pile",
        "Operate all: Sword 1 moves to Front b2",
        "Operate all: Kagami 2 moves to Deck c1",
        "At the end of the round: Sword 1 moves to Event Area b3",
        "Standing order: Warp Shield when the own ship is hit for 4 or more",
        "Standing order: Reflective Barrier of Sword 1 when an own mech is hit and would be destroyed",
        "Standing order: Borrowed Knife to the attacker when an own unit is hit",
        "If it is turned up, take Spy Drone",
    )
    assert [action["type"] for action in plan["actions"]] == ["play", "operate_all"]
    assert [act["unit"] for act in plan["actions"][1]["acts"]] == ["m0_0", "m0_1"]
    assert plan["end_acts"] == [{"unit": "m0_0", "do": "move", "path": [[1, 2]], "boost": None}]
    assert [entry["on"] for entry in plan["standing"]] == ["ship_landed", "mech_landed", "any_landed"]
    assert plan["prefer"] == ["spy_drone"]


def test_a_mech_is_deployed_and_acts():
    plan = plan_of(
        full(),
        "Deploy Longbow 3 with Zeno Farrow to Deck c1",
        "Once deployed: Longbow 3 moves to Flank c2",
    )
    assert [action["type"] for action in plan["actions"]] == ["deploy", "operate_one"]


def test_in_a_plan_every_load_of_a_deployment_is_a_part_of_its_own():
    state = full({"hand": ["aim_assist", "wide_radar"]})
    loads = [entry["orders"]["actions"][0]["gear"] for entry in offered(state) if entry.get("kind") == "deploy"]
    assert sorted(map(len, loads)) == [0, 0, 1, 1, 1, 1, 2, 2]
    assert not [entry for entry in GAME.choices(state, 0) if entry["group"] == "gear"]


def test_12_3_acts_of_an_operation_that_follow_each_other_are_one():
    state = full({"mechs": [mech("sword", [0, 4]), mech("kagami", [1, 4])]})
    hull = plan_of(
        state,
        "Separable Hull Resupply: Sword 1 moves to Flank a2",
        "Separable Hull Resupply: Kagami 2 moves to Front b2",
        "Gather energy",
    )
    assert [action["type"] for action in hull["actions"]] == ["ship_skill", "gather"]
    assert hull["actions"][0]["units"] == ["m0_0", "m0_1"] == [act["unit"] for act in hull["actions"][0]["acts"]]
    whole = [{"type": "operate_all", "acts": [{"unit": "m0_0", "do": "hold"}, {"unit": "m0_1", "do": "hold"}]}]
    halves = [{"type": "operate_all", "acts": [act]} for act in whole[0]["acts"]]
    assert GAME.check(state, 0, {"type": "plan", "actions": halves})["actions"] == whole
    for bad, code, path in (
        ([halves[0], halves[0]], "already_acted", "actions[1].acts[0].unit"),
        ([halves[0], {"type": "resupply", "mode": "ship"}, halves[1]], "not_enough_ap", "actions[1].type"),
    ):
        try:
            GAME.check(state, 0, {"type": "plan", "actions": bad})
        except OrderError as error:
            assert (error.code, error.path) == (code, path)
        else:
            raise AssertionError("a plan that costs too much is legal")


def test_parts_are_legal_alone_but_for_those_that_go_on_from_another():
    state = full()
    seen = set()
    for entry in offered(state):
        try:
            GAME.check(state, 0, entry["orders"])
        except OrderError:
            assert entry["label"].startswith(("Once deployed:", "At the end of the round:"))
        else:
            seen |= {key for key in entry["orders"] if key != "type"}
        assert "  " not in entry["label"]
    assert seen == {"actions", "end_acts", "standing", "prefer"}


def test_a_match_of_blitz_is_played_by_choices_alone():
    """Parts are laid on the plan as long as it is legal; whole plans come of it, and the match to its end."""
    dice = SeededRng("blitz by choices a")
    options = {**BLITZ, "arms_race_round": 5, "max_rounds": 6}
    state = GAME.setup(GAME.check_options(options, 2), 2, dice)
    step, kinds = 0, set()
    while GAME.pending(state):
        given = {}
        for seat in GAME.pending(state):
            entries = offered(state, seat)
            dice.shuffle(entries)
            plan = GAME.check(state, seat, entries[0]["orders"]) if state.phase != "plan" else {"type": "plan"}
            for entry in entries[:25] if state.phase == "plan" else ():
                try:
                    GAME.check(state, seat, merged(plan, entry["orders"]))
                except OrderError:
                    continue
                plan = merged(plan, entry["orders"])
            given[seat] = GAME.check(state, seat, plan)
            kinds |= {action["type"] for action in given[seat].get("actions", ())}
            kinds |= {key for key in ("end_acts", "standing", "prefer") if given[seat].get(key)}
        step += 1
        state, _ = GAME.resolve(state, given, step_rng("blitz by choices a", step))
    assert state.result is not None
    assert {"deploy", "operate_one", "operate_all", "fire", "resupply", "standing"} <= kinds


def test_parts_tell_what_they_cost_and_what_is_barred_stands_beside_them():
    entries = GAME.choices(full(), 0)
    (attack,) = [
        entry
        for entry in entries
        if entry["label"] == "Operate: Sword 1 attacks B's Vampire 1 with Assault Laser Rifle"
    ]
    assert (attack["group"], attack["kind"], attack["source"], attack["part"]) == (
        "actions",
        "operate_one",
        "m0_0",
        "assault_rifle",
    )
    assert attack["costs"] == {"ap": 1}
    assert attack["odds"]["targets"][0]["shots"] == 2
    assert {repr(entry["odds"]) for entry in entries if "any target" in entry["label"]} == {"None"}
    (barred,) = [entry for entry in entries if entry.get("at") == [0, 2]]
    assert (barred["reason"]["code"], barred["blockers"]) == ("blocked_forward", ["m1_0"])
