"""What can be done by choices alone: every kind of order and act, with the words that the match page shows."""

from games.core.rng import SeededRng, step_rng
from games.core.text import spoken
from games.frames import GAME
from tests.games.frames.positions import BISON, PEGASUS, attack, fire, mech, passed, play, position

LANDS = ("d20:1", "d20:20")
ALL_KINDS = {
    "fleet", "victory", "fire", "resupply", "operate_all", "operate_one", "deploy", "recall", "gather", "play", "use_gear",
    "autocannon", "captain", "ship_skill", "end_turn", "act", "finish", "choose", "react", "plan",
}  # fmt: skip
ALL_ACTS = {"move", "attack", "support", "gear", "hold"}


def orders(state, seat):
    """Whole orders that the list offers."""
    return [entry["orders"] for entry in GAME.choices(state, seat) if "orders" in entry and not entry.get("adds")]


def kinds_of(found):
    acts = {order["act"]["do"] for order in found if "act" in order}
    return {order["type"] for order in found} | acts


def test_every_kind_of_order_and_act_can_be_chosen():
    blue = {
        "ship": BISON, "energy": 2, "captain": "tom_steel", "weapons": ["thermal_beam", "flak_barrage"],
        "hand": ["emp_grenade", "advanced_weapons", "aim_assist", "smoke_screen"], "pilots": ["zack_fair"],
        "mechs": [
            mech("kagami", [1, 4], gear=["smoke_screen", "wormhole_generator"]), mech("sword", [1, 4]), mech("hammer", None),
        ],
    }  # fmt: skip
    state = position(blue, {"mechs": [mech("hammer", [1, 4])]}, ap=2)
    found = kinds_of(orders(state, 0))
    cannon, _ = play(position({"energy": 1, "hand": ["autocannon"]}, {"mechs": [mech("hammer", [1, 2])]}), 0,
                     {"type": "play", "card": "c0_0"})  # fmt: skip
    giant = position({"ship": PEGASUS, "mechs": [mech("sword", [0, 3])]})
    opening = GAME.setup(GAME.check_options({}, 2), 2, step_rng("choices", 0))
    victory, _ = GAME.resolve(opening, {}, step_rng("choices", 1))
    operating, _ = play(state, 0, {"type": "operate_all"})
    choosing, _ = play(state, 0, {"type": "play", "card": "c0_1", "pile": "ship"})
    window, _ = play(position({"weapons": ["thermal_beam"]}), 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    planning = position({}, phase="plan", options={"mode": "blitz"})
    for one in (cannon, giant, opening, victory, operating, choosing, planning):
        found |= kinds_of(orders(one, 0))
    found |= kinds_of(orders(window, window.waiting["seat"]))
    assert found == ALL_KINDS | ALL_ACTS


def test_cards_are_laid_on_a_deployment():
    hand = ["aim_assist", "aim_assist", "wide_radar"]
    state = position({"mechs": [mech("sword", None)], "pilots": ["zack_fair"], "hand": hand})
    (plain,) = [order for order in orders(state, 0) if order["type"] == "deploy" and order["at"] == [0, 4]]
    loads = [entry["orders"] for entry in GAME.choices(state, 0) if entry.get("adds")]
    assert loads == [{"gear": ["c0_0"]}, {"gear": ["c0_1"]}, {"gear": ["c0_2"]}]
    loaded = {**plain, "gear": plain["gear"] + loads[0]["gear"] + loads[2]["gear"]}
    assert GAME.check(state, 0, loaded) == loaded
    lonely = position({"mechs": [mech("sword", [0, 3])], "pilots": ["zack_fair"], "hand": hand})
    assert not [entry for entry in GAME.choices(lonely, 0) if entry.get("adds")]


def test_hull_resupply_is_listed_with_every_crew():
    state = position({"ship": PEGASUS, "mechs": [mech("sword", [0, 3])] * 4})
    crews = [order["units"] for order in orders(state, 0) if "units" in order]
    assert (len(crews), len({tuple(crew) for crew in crews})) == (4 + 6 + 4, 4 + 6 + 4)


def test_a_card_for_an_area_says_how_many_it_hits_there():
    red = {"mechs": [mech("sword", [1, 2]), mech("sword", [1, 2]), mech("longbow", [0, 2])]}
    state = position({"ship": BISON, "hand": ["emp_grenade"]}, red)
    entries = [one for one in GAME.choices(state, 0) if one.get("orders", {}).get("type") == "play"]
    told = {tuple(one["orders"]["area"]): [spoken(said) for said in one["leads"]] for one in entries}
    assert told[(1, 2)] == ["It stops 2 enemy mechs."]
    assert told[(2, 3)] == ["No enemy mech is there: it stops nobody."]
    assert set(map(len, told.values())) == {1}
    counts = {tuple(one["orders"]["area"]): one["leads"][0]["data"]["count"] for one in entries}
    assert (counts[(1, 2)], counts[(2, 3)]) == (2, 0), "a board goes by these"
    others = {"ship": BISON, "hand": ["repair_robots"]}
    assert all(not one["leads"] for one in GAME.choices(position(others, red), 0) if one["group"] == "play")


def test_a_window_is_answered_with_two_things_where_both_fit():
    red = {"hp": 10, "hand": ["repair_robots", "warp_shield", "conversion_shield"]}
    state, _ = play(position({"weapons": ["thermal_beam"]}, red), 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    state = passed(state, "defence")
    used = [tuple(item["card"] for item in order["use"]) for order in orders(state, 1)]
    assert used == [
        (), ("c1_0",), ("c1_1",), ("c1_2",),
        ("c1_0", "c1_1"), ("c1_0", "c1_2"), ("c1_1", "c1_0"), ("c1_2", "c1_0"),
    ]  # fmt: skip


def test_copies_of_a_card_are_one_answer_to_a_window():
    red = {"hp": 10, "hand": ["repair_robots", "repair_robots", "warp_shield", "spy_drone", "spy_drone"]}
    state, _ = play(position({"weapons": ["thermal_beam"]}, red), 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    state = passed(state, "defence")
    entries = GAME.choices(state, 1)
    labels = [entry["label"] for entry in entries]
    assert len(labels) == len(set(labels))
    legal = [entry for entry in entries if "orders" in entry]
    assert [(tuple(item["card"] for item in one["orders"]["use"]), one.get("digit")) for one in legal] == [
        ((), None), (("c1_0",), 1), (("c1_2",), 2),
        (("c1_0", "c1_1"), None), (("c1_0", "c1_2"), None), (("c1_2", "c1_0"), None),
    ]  # fmt: skip
    assert [entry["source"] for entry in entries if entry.get("card") == "spy_drone"] == ["c1_3"]
    other = {"type": "react", "use": [{"card": "c1_1"}]}
    assert GAME.check(state, 1, other) == other


def test_a_pass_says_what_is_surely_lost_by_it():
    blue = {"weapons": ["thermal_beam"], "mechs": [mech("longbow", [0, 4])]}

    def told(red, order, **options):
        state, _ = play(position(blue, red, options=options), 0, order, *LANDS, hold=True)
        state = passed(state, "defence")
        return [spoken(one) for one in GAME.choices(state, 1)[0]["leads"]]

    shot, held = fire("thermal_beam", "s1"), {"hand": ["warp_shield"]}
    assert told({**held, "hp": 3}, shot) == ["Your warship is lost."]
    assert told({**held, "hp": 4}, shot) == []
    struck = {**held, "mechs": [mech("sword", [0, 2], hp=1, gear=["reflective_barrier"])]}
    assert told(struck, attack("m0_0", "rail_sniper", "m1_0")) == ["Sword 1 is lost."]


def test_a_match_is_played_by_choices_alone():
    """Every step takes a label of the list; nothing is refused, and the match comes to its end."""
    dice = SeededRng("by choices")
    state = GAME.setup(GAME.check_options({"victory_set": "all", "arms_race_round": 5, "max_rounds": 6}, 2), 2, dice)
    step = 0
    while GAME.pending(state):
        given = {}
        for seat in GAME.pending(state):
            by_kind: dict[str, list[object]] = {}
            for order in orders(state, seat):
                assert GAME.check(state, seat, order) == order
                by_kind.setdefault(order["type"], []).append(order)
            given[seat] = dice.choice(by_kind[dice.choice(sorted(by_kind))])
        step += 1
        state, _ = GAME.resolve(state, given, step_rng("by choices", step))
    assert state.result is not None


def test_where_a_booster_would_reach_it_says_why_it_does_not():
    state = position({"mechs": [mech("sword", [0, 3], gear=["booster_pack"])]}, {})

    def told(state):
        found = [one for one in GAME.choices(state, 0) if len(one.get("at") or ()) == 2 and "reason" in one]
        return {tuple(one["at"]): spoken(one["reason"]) for one in found}

    assert (0, 1) not in told(state), "it reaches that"
    state.sides[0].mechs[0].fresh = True
    why = "The booster works only in an ordinary act."
    fresh = told(state)
    assert {fresh[at] for at in ((0, 1), (1, 2), (1, 4), (2, 3))} == {why}
    ended, _ = play(position({"mechs": [mech("sword", [0, 3], gear=["booster_pack"])]}, {}), 0, {"type": "end_turn"})
    assert ended.phase == "end_step"
    assert told(ended)[0, 1] == why
    assert told(position({"mechs": [mech("sword", [0, 3])]}, {})) == {}
