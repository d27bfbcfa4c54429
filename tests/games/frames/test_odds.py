"""What a choice tells before it is made: chances that come true, prices that are paid, reasons that are those of a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import PUBLIC
from games.core.rng import SeededRng, seat_rng, step_rng
from games.core.text import spoken
from games.frames import GAME, cards
from games.frames.effects import windows
from games.frames.imagine import known
from games.frames.odds import odds
from games.frames.orders.kinds import legal
from tests.games.frames.positions import BISON, attack, fire, mech, play, position

FACES = range(1, 21)
RIFLE = cards.WEAPON["assault_rifle"]


def choice(state: Any, order: Any, seat: int = 0) -> Any:
    """The one entry with these orders."""
    (found,) = [entry for entry in GAME.choices(state, seat) if entry.get("orders") == GAME.check(state, seat, order)]
    return found


def aimed(state: Any, order: Any, seat: int = 0) -> Any:
    (target,) = choice(state, order, seat)["odds"]["targets"]
    return target


def test_6_7_the_worked_example():
    target = aimed(position({"weapons": ["thermal_beam"]}), fire("thermal_beam", "s1"))
    assert (target["hit"], target["evade"], target["lands"], target["most"]) == (15, 10, 0.375, 3)
    assert target["landed"] == [0.625, 0.375]
    assert target["damage"] == 0.375 * 3


@pytest.mark.parametrize(
    ("blue", "red", "order"),
    [
        ({"weapons": ["thermal_beam"], "ship": BISON}, {"ship": BISON, "energy": 1, "captain_revealed": True}, fire("thermal_beam", "s1")),
        ({"mechs": [mech("longbow", [0, 4])]}, {"mechs": [mech("kagami", [0, 2], hp=2), mech("tsurugi", [0, 2])]}, attack("m0_0", "rail_sniper", "m1_0")),
        ({"mechs": [mech("hammer", [0, 2], buffs=["link_charge"])]}, {"mechs": [mech("kagami", [0, 2], buffs=["smoke"])]}, attack("m0_0", "mech_rifle", "m1_0")),
    ],
)  # fmt: skip
def test_expected_damage_is_the_average_over_all_dice(blue, red, order):
    """Every pair of a hit die and an evade die, played out; nobody reacts."""
    state = position(blue, red)
    target = aimed(state, order)
    taken = destroyed = 0
    for hit in FACES:
        for evade in FACES if hit <= target["hit"] else (None,):
            dice = (f"d20:{hit}",) if evade is None else (f"d20:{hit}", f"d20:{evade}")
            _, events = play(state, 0, order, *dice)
            weight = 20 if evade is None else 1
            taken += weight * sum(e["amount"] for e in events if e["type"] == "damage" and e["unit"] == target["unit"])
            destroyed += weight * any(e["type"] == "destroyed" and e["unit"] == target["unit"] for e in events)
    assert target["damage"] == round(taken / 400, 4)
    assert target["destroys"] == round(destroyed / 400, 4)


@pytest.mark.parametrize(
    ("facts", "evade"),
    [
        ({"gear": ["attitude_jets"]}, 8),
        ({"gear": ["attitude_jets"], "buffs": ["smoke"]}, 13),
        ({"gear": ["attitude_jets", "attitude_jets"]}, 8),
    ],
)
def test_a_seat_sees_on_its_mech_the_evade_that_a_shot_meets(facts, evade):
    """And the other seat of it what lies open: the odds of its shot say the same."""
    blue = {"mechs": [mech("sword", [0, 3], **facts)]}
    state = position(blue, {"mechs": [mech("sword", [0, 3])]}, active=1)
    own, *others = [GAME.view(state, audience)["seats"][0]["mechs"][0]["now"]["evade"] for audience in (0, 1, PUBLIC)]
    met = aimed(state, attack("m1_0", "assault_rifle", "m0_0"), 1)
    assert own == evade == odds(state, state.need("m1_0"), state.need("m0_0"), RIFLE, 0)["evade"]
    assert others == [evade - 3] * 2 and met["evade"] == evade - 3
    for held in state.need("m0_0").gear:
        held.revealed = True
    assert GAME.view(state, 1)["seats"][0]["mechs"][0]["now"]["evade"] == evade


def test_a_seat_sees_on_its_mech_the_hit_with_which_it_shoots():
    state = position({"mechs": [mech("sword", [0, 3], gear=["aim_assist"])]}, {"mechs": [mech("sword", [0, 3])]})
    shown = GAME.view(state, 0)["seats"][0]["mechs"][0]
    met = aimed(state, attack("m0_0", "assault_rifle", "m1_0"))
    assert shown["now"]["hit"] == met["hit"] == shown["hit"] + 3


def test_chances_of_weather_parry_and_armour_multiply():
    facts = {"mechs": [mech("hammer", [1, 2])]}
    state = position(facts, facts, event={"weather": {"card": "control_drift", "turns_left": 2, "drawn_by": 1}})
    saber = odds(state, state.need("m0_0"), state.need("m1_0"), cards.WEAPON["laser_saber"], 0)
    lands, parried, halved, drifts = 0.75 * 0.75, 0.7, 0.3, 0.5
    left = lands * (1 - parried) * (1 - drifts)
    assert saber["damage"] == round(left * (halved * 2 + (1 - halved) * 4), 4)
    assert saber["destroys"] == round(left * (1 - halved), 4)


def test_what_is_face_down_is_counted_and_changes_nothing():
    gear = ["attitude_jets", "ablative_plate"]
    plain = position({"mechs": [mech("longbow", [0, 4])]}, {"mechs": [mech("sword", [0, 2])]})
    loaded = position(
        {"mechs": [mech("longbow", [0, 4])]}, {"mechs": [mech("sword", [0, 2], gear=gear, pilot="zack_fair")], "hp": 9}
    )
    order = attack("m0_0", "rail_sniper", "m1_0")
    assert aimed(plain, order) | {"hidden": 3} == aimed(loaded, order)


def test_the_answers_of_the_defender_are_what_is_public():
    def answers(**red: Any) -> list[str]:
        state = position({"weapons": ["thermal_beam"]}, {"captain": "tim_wall", **red})
        found = choice(state, fire("thermal_beam", "s1"))["odds"]["answers"]
        assert found["opens"] == bool(found["text"])
        return [spoken(said) for said in found["text"]]

    assert answers() == ["The enemy captain is face down and may have an answer."]
    assert answers(captain_revealed=True, hand=["emp_grenade", "aim_assist"])[0] == (
        "The enemy holds 1 ship card: a shield or repairs are possible."
    )
    assert answers(captain_revealed=True) == [
        "The enemy captain may answer with Nimble as a Hare.",
        "The enemy captain may answer with Borrowed Knife.",
    ]
    assert answers(captain="adam_green", captain_revealed=True) == []


def test_a_card_face_down_may_answer_a_pilot_may_not():
    def answers(**facts: Any) -> Any:
        enemy = {"captain": "adam_green", "captain_revealed": True, "mechs": [mech("sword", [0, 2], **facts)]}
        state = position({"mechs": [mech("longbow", [0, 4])]}, enemy)
        return choice(state, attack("m0_0", "rail_sniper", "m1_0"))["odds"]["answers"]

    assert answers(pilot="zack_fair") == {"opens": False, "text": [], "cards": 0}
    carried = answers(pilot="zack_fair", gear=["attitude_jets"])
    assert carried["opens"] and "carries 1 card face down" in spoken(carried["text"][0])


def test_a_skill_for_hits_on_the_ship_is_no_answer_to_a_shot_at_a_mech():
    """Burn the Boats of Tom Steel, whose condition holds: an enemy mech stands before the ship."""
    blue = {"weapons": ["heavy_vulcan"], "mechs": [mech("sword", [1, 1])]}
    red = {"captain": "tom_steel", "captain_revealed": True, "mechs": [mech("hammer", [1, 1])]}
    state = position(blue, red)
    at_ship = choice(state, fire("heavy_vulcan", "s1"))["odds"]["answers"]
    at_mech = choice(state, fire("heavy_vulcan", "m1_0"))["odds"]["answers"]
    assert [spoken(said) for said in at_ship["text"]] == ["The enemy captain may answer with Burn the Boats."]
    assert at_mech == {"opens": False, "text": [], "cards": 0}


def test_what_a_seat_is_told_of_answers_is_when_the_window_opens():
    """In any position the words before a shot say that an answer is possible if, and only if, the window then opens."""
    dice = SeededRng("answers")
    told = set()
    for _ in range(200):
        gear = [dice.choice(["reflective_barrier", "aim_assist", "smoke_screen"]) for _ in range(dice.randrange(3))]
        red = {
            "captain": dice.choice(["tim_wall", "aaron_thompson", "adam_green", "tom_steel"]),
            "captain_revealed": dice.randrange(3) > 0,
            "hand": ["emp_grenade"] * dice.randrange(2),
            "hp": dice.choice([9, 15]),
            "mechs": [mech("hammer", [1, 1], gear=gear)],
        }
        state = position({"weapons": ["heavy_vulcan"], "mechs": [mech("sword", [1, dice.choice([1, 3])])]}, red)
        state.sides[1].jammed = int(dice.randrange(3) == 0)
        for held in state.need("m1_0").gear:
            held.revealed = dice.randrange(2) == 0
        for target in ("s1", "m1_0"):
            record = {
                "do": "attack", "dodged": False, "targets": [{"unit": target, "landed": 1, "negated": False}],
            }  # fmt: skip
            answers = choice(state, fire("heavy_vulcan", target))["odds"]["answers"]
            assert answers["opens"] == bool(answers["text"]) == windows.opens(state, "defence", 1, record)
            told |= {said["text"] for said in answers["text"]}
    assert len(told) == 6, told


def test_prices_and_what_follows():
    blue = {"ship": BISON, "weapons": ["siege_laser", "heavy_vulcan"], "energy": 2, "hand": ["autocannon", "spy_drone"],
            "mechs": [mech("longbow", [1, 3])]}  # fmt: skip
    state = position(blue, {"mechs": [mech("sword", [0, 2])], "hand": ["emp_grenade"]}, victory=["raid"])
    assert choice(state, fire("siege_laser", "s1"))["costs"] == {"ap": 2, "energy": 2}
    assert choice(state, fire("heavy_vulcan", "s1"))["costs"] == {"ap": 2, "ammo": 1}
    assert choice(state, {"type": "play", "card": "c0_0"})["costs"] == {"energy": 1}
    assert choice(state, {"type": "play", "card": "c0_1"})["costs"] == {"ap": 1}

    def leads(order: Any) -> list[str]:
        return [spoken(said) for said in choice(state, order)["leads"]]

    walk = {"type": "operate_one", "act": {"unit": "m0_0", "do": "move", "path": [[1, 2]], "boost": None}}
    assert leads(walk) == ["An event card is drawn."]
    assert leads({"type": "gather"}) == [
        "This ends your turn.", "You gain 2 energy tokens.", "The enemy may answer the gathering.",
    ]  # fmt: skip
    assert leads({"type": "end_turn"}) == ["This ends your turn."]


def reasons(state: Any, seat: int = 0) -> dict[tuple[Any, ...], str]:
    return {
        (entry["group"], entry["source"], entry["part"], tuple(entry.get("at", ()))): entry["reason"]["code"]
        for entry in GAME.choices(state, seat)
        if "reason" in entry
    }


def test_what_cannot_be_done_is_there_with_its_reason():
    blue = {
        "ship": BISON, "weapons": [{"id": "siege_railgun", "ammo": 0}, "twin_laser"], "hand": ["warp_shield", "autocannon", "aim_assist"],
        "captain": "aaron_thompson", "mech_pile": [], "pilots": [],
        "mechs": [mech("longbow", [1, 3], acted=True), mech("sword", [0, 3]), mech("hammer", None)],
    }  # fmt: skip
    state = position(blue, {"mechs": [mech("sword", [0, 3])]})
    found = reasons(state)
    assert found["fire", "siege_railgun", None, ()] == "no_ammo"
    assert found["fire", "twin_laser", None, ()] == "not_enough_energy"
    assert found["resupply", "mech", None, ()] == "empty_pile"
    assert found["deploy", "m0_2", None, ()] == "pilot_not_ready"
    assert found["recall", "m0_0", None, ()] == "bad_area"
    assert found["operate_one", "m0_0", "hold", ()] == "already_acted"
    assert found["operate_one", "m0_1", "move", (0, 2)] == "blocked_forward"
    assert found["play", "c0_0", None, ()] == "wrong_window"
    assert found["play", "c0_1", None, ()] == "not_enough_energy"
    assert found["captain", "precision_strike", None, ()] == "wrong_window"
    held = {entry["source"]: entry["reason"] for entry in GAME.choices(state, 0) if entry["group"] == "gear"}
    assert spoken(held["c0_2"]).startswith("It goes along with a mech that is deployed")
    (barred,) = [entry for entry in GAME.choices(state, 0) if entry.get("at") == [0, 2]]
    assert barred["blockers"] == ["m1_0"]


def test_a_window_says_what_does_not_fit_it_and_numbers_what_does():
    red = {"hp": 10, "hand": ["repair_robots", "deck_bomb", "warp_shield"], "captain": "tom_steel"}
    state, _ = play(
        position({"weapons": ["thermal_beam"]}, red), 0, fire("thermal_beam", "s1"), "d20:1", "d20:20", hold=True
    )
    while state.waiting["seat"] != 1:
        state, _ = play(state, 0, {"type": "react", "use": []}, hold=True)
    entries = GAME.choices(state, 1)
    assert [(entry["source"], entry.get("digit")) for entry in entries if "orders" in entry][:3] == [
        (None, None), ("c1_0", 1), ("c1_2", 2),
    ]  # fmt: skip
    assert reasons(state, 1) == {
        ("react", "c1_1", None, ()): "wrong_window",
        ("react", "last_stand", None, ()): "condition_not_met",
        ("react", "facing_death", None, ()): "wrong_window",
    }
    shown = GAME.view(state, "public")["window"]
    assert spoken(shown["sentence"]) == "Focused Heat Ray of warship A hits warship B with 1 shot for 3 damage."
    assert shown["clock"] == "window" and "offers" not in shown


@pytest.mark.parametrize("options", [{}, {"preset": "tuned"}, {"mode": "blitz"}])
def test_a_view_tells_what_is_legal_and_why_the_rest_is_not(options):
    """Through whole matches: what the view alone tells is what the position says, and every reason is a refusal."""
    chosen = GAME.presets[options["preset"]].options if "preset" in options else options
    state = GAME.setup(GAME.check_options({**chosen, "arms_race_round": 5, "max_rounds": 8}, 2), 2, step_rng("told", 0))
    step = blocked = 0
    while GAME.pending(state):
        given = {}
        for number, seat in enumerate(GAME.pending(state)):
            shown = GAME.view(state, seat)
            assert legal(known(shown), seat) == shown["legal"]
            for entry in GAME.choices(state, seat) if step % 4 == 0 else ():
                if "reason" in entry:
                    blocked += 1
                    assert "%(" not in spoken(entry["reason"])
                elif not entry.get("adds"):
                    assert GAME.check(state, seat, entry["orders"])
            bot = GAME.bots[(step // 7 + number) % len(GAME.bots)]
            given[seat] = GAME.check(state, seat, bot.decide(shown, seat_rng("told", step, seat), {}))
        step += 1
        state, _ = GAME.resolve(state, given, step_rng("told", step))
    assert blocked > 20 or "mode" in options
    with pytest.raises(OrderError):
        GAME.check(state, 0, {"type": "gather"})


def test_fleets_and_ways_to_win_are_explained_where_they_are_chosen():
    state = GAME.setup(GAME.check_options({"victory_set": "all"}, 2), 2, step_rng("explained", 0))
    fleets = GAME.choices(state, 0)
    assert [len(entry["leads"]) for entry in fleets] == [2] * len(cards.within(cards.STARTER, "first"))
    assert spoken(fleets[0]["leads"][0]) == cards.STARTER["red_lance"]["plays"][0]
    state, _ = GAME.resolve(state, {}, step_rng("explained", 1))
    ways = {entry["source"]: spoken(entry["leads"][0]) for entry in GAME.choices(state, 0)}
    assert ways["raid"] == "A mech that walks into the enemy ship area wins at once."
    assert "After round 20 the larger sum" in ways["arms_race"]
    assert set(ways) == {"raid", "annihilation", "arms_race", "lingering"}
    assert GAME.forecast is not None
    found = GAME.forecast(GAME.view(state, 0), {"type": "victory", "choice": "raid"})
    assert spoken(found["orders"][0]["leads"][0]) == ways["raid"]
