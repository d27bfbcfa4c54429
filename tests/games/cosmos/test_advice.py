"""Between which ways can somebody choose now? One of each way, each can be paid, and all of it is known to the seat."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.rng import SeededRng, step_rng
from games.core.simulate import open_table
from games.core.text import spoken
from games.cosmos import GAME
from games.cosmos.advice import MOST, UNASKED, joined
from games.cosmos.forecast import forecast
from games.cosmos.settings import PRESETS
from tests.games.cosmos.boards import direct, play, world

HOME, FREE, SCOUT, SHIP, HIS_HOME, HIS_MINER = 10_001, 10_002, 10_003, 10_004, 10_005, 10_006
PEOPLE: dict[str, Any] = {
    "stride": 5, "rounds": 200, "neutral_income": False, "analyse_min_defence": 10, "evolve_after": 100, "bids_last": 25,
}  # fmt: skip
RIVAL = (HIS_HOME, "planet", 1, 28, 28, 100)
TOLD = {"movement": {"type": "explore"}, "reflexes": []}


def advised(state: Any, orders: Any = None) -> list[dict[str, Any]]:
    view = json.loads(json.dumps(GAME.view(state, 0)))
    found: list[dict[str, Any]] = forecast(view, orders or {})["advice"]
    return found


def by_kind(found: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {entry["kind"]: entry for entry in found}


def said(entry: dict[str, Any]) -> list[str]:
    return [spoken(entry[part]) for part in ("says", "price", "gives", "risk")]


def home(energy: int, **more: Any) -> tuple[Any, ...]:
    return (HOME, "planet", 0, 8, 8, energy, more)


def free(energy: int = 30) -> tuple[Any, ...]:
    return (FREE, "planet", None, 12, 8, energy)


def told(state: Any, **orders: Any) -> Any:
    """The position after a step with those orders, of the first seat."""
    return play(state, {0: orders, 1: {}})[0]


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "seed"])
def test_the_first_thing_in_a_match_of_people_is_the_free_planet_in_reach(preset: str) -> None:
    for seed in ("a", "b", "c"):
        state = GAME.setup(open_table(GAME, dict(PRESETS[preset].options), 2, seed), 2, step_rng(seed, 0))
        for seat in (0, 1):
            view = json.loads(json.dumps(GAME.view(state, seat)))
            best = forecast(view, {})["advice"][0]
            free_ones = [one for one in view["foreign"] if one["kind"] == "planet" and one["seat"] is None]
            assert best["id"] in [one["id"] for one in free_ones]
            can_pay = min(one["energy"] for one in free_ones) + 11 < 150
            assert best["kind"] == ("take" if can_pay else "save")


def test_what_is_advised_is_what_takes_the_planet_when_it_says() -> None:
    state = world(home(150), free(), RIVAL, **PEOPLE)
    best = advised(state)[0]
    assert (best["kind"], best["id"], best["by"]) == ("take", FREE, HOME)
    assert said(best)[1:3] == [
        "41 of 150 energy; 109 stay as its defence",
        "another planet: 1 energy a round, its price 33 rounds after it is taken; it builds too",
    ]  # fmt: skip
    round_, left = (best["risk"]["data"][key] for key in ("round", "left"))
    now, given = state, best["orders"]
    for _ in range(20):
        now, given = told(now, **given), {}
        if now.entities[FREE].seat == 0:
            break
    assert now.entities[FREE].seat == 0
    since = now.round - 1 - round_
    assert 0 <= since < now.options["stride"]
    # It has earned one a round since then; the order of turns is drawn, so that the burst may come a round earlier.
    assert now.entities[FREE].energy - left - since in (0, 1)


def test_ways_compete_and_each_can_be_paid_by_itself() -> None:
    state = world(home(85), free(), (SHIP, "battleship", 0, 9, 9, 30), RIVAL, **PEOPLE)
    found = advised(state)
    ways = [entry["way"] for entry in found]
    assert ways[0] == "grow"
    assert len(ways) == len(set(ways)) == MOST
    for entry in found:
        assert all(said(entry)), "what it costs, gives and risks"
        after = told(state, **joined(GAME.check(state, 0, {}), entry["orders"]))
        assert HOME in after.entities


def test_after_one_way_the_rest_is_what_is_left_of_the_energy() -> None:
    state = world(home(85), free(), RIVAL, **PEOPLE)
    drafted = joined(GAME.check(state, 0, {}), advised(state)[0]["orders"])
    found = advised(state, drafted)
    # 44 are left of 85, and it builds the ship of this step: no other one.
    assert not by_kind(found).keys() & {"mine", "take", "look"}
    spent = 41 + sum(
        5 * entry["orders"]["standing"][0]["reflexes"][0]["energy"] for entry in found if entry["kind"] == "bid"
    )
    assert spent <= 85
    everything = drafted
    for entry in found:
        everything = joined(everything, entry["orders"] or {})
    after = told(state, **everything)
    assert [one for one in after.entities.values() if one.seat == 0 and one.kind == 1], "the ship of the first is built"


def test_who_has_one_way_alone_may_keep_the_energy() -> None:
    state = world(home(100), RIVAL, round_=100, map_knowledge="full", **PEOPLE)
    bidding = told(state, standing=[{"id": HOME, "reflexes": [{"type": "auto_charge", "mode": "fixed", "energy": 2}]}])
    found = advised(bidding)
    assert [entry["way"] for entry in found] == ["grow", "wait"]
    assert found[1]["kind"] == "keep" and found[1]["orders"] is None
    assert "energy defend it" in said(found[1])[2]


def test_who_cannot_pay_yet_saves_and_builds_nothing_else() -> None:
    builds = {"type": "auto_build", "loop": True, "keep": 25, "pattern": [{"kind": "miner", "energy": 21}]}
    state = world(home(45), free(40), RIVAL, round_=20, **PEOPLE)
    assert by_kind(advised(state))["save"]["orders"] is None, "it builds nothing: there is nothing to change"
    assert by_kind(advised(state))["save"]["way"] == "wait"
    state = told(state, standing=[{"id": HOME, "reflexes": [builds]}])
    saving = by_kind(advised(state))["save"]
    assert saving["orders"]["standing"][0]["reflexes"] == []
    assert "Save for" in said(saving)[0]


def test_what_is_bid_is_not_saved_and_does_not_keep_from_taking() -> None:
    bids = {"type": "auto_charge", "mode": "fixed", "energy": 2, "keep": 0}
    state = told(world(home(45), free(40), RIVAL, round_=20, **PEOPLE), standing=[{"id": HOME, "reflexes": [bids]}])
    saving = by_kind(advised(state))["save"]
    assert saving["orders"]["standing"][0]["reflexes"] == [] and "its bids stop" in said(saving)[1]
    state = told(world(home(55), free(40), RIVAL, round_=20, **PEOPLE), standing=[{"id": HOME, "reflexes": [bids]}])
    state.entities[HOME].energy = 55
    take = by_kind(advised(state))["take"]
    assert take["by"] == HOME and "its bids stop" in said(take)[1], "with 10 of them for bids it has less than 52"


def test_what_is_drafted_is_not_advised_again() -> None:
    state = world(home(150), free(), RIVAL, **PEOPLE)
    first = advised(state)[0]
    drafted = joined(GAME.check(state, 0, {}), first["orders"])
    later = advised(state, drafted)
    assert first["kind"] not in by_kind(later)
    assert later, "there is something else to do with the rest"


@pytest.mark.parametrize(
    ("history", "kind", "least"),
    [([], "bids", 1), ([(3, "lost")] * 5, "lose", 4)],
)
def test_bids_are_advised_with_what_others_are_known_to_pay(history: list[Any], kind: str, least: int) -> None:
    state = world(home(300), RIVAL, round_=61, **PEOPLE)
    if history:
        rule = {"type": "auto_charge", "mode": "fixed", "energy": 3}
        state = told(state, standing=[{"id": HOME, "reflexes": [rule]}])
        start = state.round - len(history)
        state.history[0][:] = [[start + i, HOME, bid, result, 1] for i, (bid, result) in enumerate(history)]
    bid = by_kind(advised(state))["bid"]
    says, price, _, odds = said(bid)
    assert kind in says
    energy = bid["orders"]["standing"][0]["reflexes"][-1]["energy"]
    assert energy >= least and str(energy) in price
    assert ("nobody knows" in odds) == (not history)


def test_a_bid_is_told_with_the_purse_of_the_rival_that_is_known_and_with_his_points() -> None:
    told_of = said(by_kind(advised(world(home(300), RIVAL, round_=61, **PEOPLE)))["bid"])
    assert "nobody else can have more than 60" in told_of[2]
    assert "can bid up to" not in told_of[3]
    near = (HIS_HOME, "planet", 1, 12, 10, 90)
    state = told(world(home(300), near, (SCOUT, "scout", 0, 10, 10, 30), round_=61, **PEOPLE))
    bid = by_kind(advised(state)).get("bid")
    assert bid is not None and "can bid up to 100" in said(bid)[3]


def test_bids_that_end_are_offered_again_and_vain_ones_are_given_up() -> None:
    rule = {"type": "auto_charge", "mode": "fixed", "energy": 2}
    state = world(home(100), RIVAL, round_=61, **PEOPLE)
    for _ in range(5):
        state = told(state, standing=[] if state.round > 61 else [{"id": HOME, "reflexes": [rule]}])
    assert "end" in said(by_kind(advised(state))["bid"])[0]
    poor = told(world(home(40), RIVAL, round_=61, **PEOPLE), standing=[{"id": HOME, "reflexes": [rule]}])
    poor.history[0][:] = [[poor.round - 5 + i, HOME, 2, "lost", 1] for i in range(5)]
    given_up = by_kind(advised(poor))["pause"]
    assert given_up["orders"]["standing"][0]["reflexes"] == []
    assert said(given_up)[2] == "1 energy a round more", "half of a bid that loses comes back"


def test_what_a_ship_costs_says_what_becomes_of_the_bids_of_its_planet() -> None:
    rule = {"type": "auto_charge", "mode": "fixed", "energy": 1, "keep": 30}
    state = told(world(home(57), free(26), RIVAL, **PEOPLE), standing=[{"id": HOME, "reflexes": [rule]}])
    has = state.entities[HOME].energy
    take = by_kind(advised(state))["take"]
    cost, stop = take["price"]["data"]["price"], take["price"]["data"]
    assert said(take)[1].startswith(f"{cost} of {has} energy; its bids stop until it has 31 again, about round ")
    given, bids, now = take["orders"], 0, state
    while now.round < stop["round"] - 1:
        now, events = play(now, {0: given, 1: {}})
        given = {}
        bids += sum(event["type"] == "bid_result" and event["round"] < stop["round"] - 1 for event in events)
    assert now.round - state.round >= stop["points"] - 5 > 0 and bids <= 1, "one before the ship is built"

    rich = told(world(home(150), free(26), RIVAL, **PEOPLE), standing=[{"id": HOME, "reflexes": [rule]}])
    price = by_kind(advised(rich))["take"]["price"]["data"]
    assert price["has"] == rich.entities[HOME].energy and price["bids"] == 5
    assert price["left"] == price["has"] - price["price"] - 5


def test_a_rivals_miner_is_hunted_by_a_scout_that_can_or_by_one_that_is_built() -> None:
    miner = (HIS_MINER, "miner", 1, 12, 10, 41, {"born": 0, "home": HIS_HOME})
    state = world(home(100), (SCOUT, "scout", 0, 9, 9, 30), miner, RIVAL, round_=61, **PEOPLE)
    hunt = by_kind(advised(state))["hunt"]
    assert (hunt["by"], hunt["id"]) == (SCOUT, HIS_MINER)
    assert said(hunt)[1] == "10 of 21 defence"
    after = told(state, **hunt["orders"])
    assert HIS_MINER not in after.entities
    weak = world(home(100), (SCOUT, "scout", 0, 9, 9, 1), miner, RIVAL, round_=61, **PEOPLE)
    built = by_kind(advised(weak))["hunt"]
    assert built["by"] == HOME
    energy = built["orders"]["direct"][0]["actions"][0]["energy"]
    assert energy * 7 // 10 >= 10


def test_a_ship_with_nothing_to_do_is_offered_prey_else_guard() -> None:
    miner = (HIS_MINER, "miner", 1, 11, 9, 21, {"born": 0, "home": HIS_HOME})
    ship = (SHIP, "battleship", 0, 9, 9, 60)
    assert by_kind(advised(world(home(20), ship, miner, RIVAL, round_=61, **PEOPLE)))["strike"]["id"] == HIS_MINER
    guard = by_kind(advised(world(home(20), ship, RIVAL, round_=61, **PEOPLE)))["guard"]
    assert guard["by"] == SHIP
    # One that has something to do is left alone.
    busy = told(world(home(20), ship, RIVAL, round_=61, **PEOPLE), standing=[{"id": SHIP, **TOLD}])
    assert "guard" not in by_kind(advised(busy))


def test_with_a_battleship_of_a_rival_near_no_miner_is_advised_and_the_guard_knows_of_it() -> None:
    ship = (SHIP, "battleship", 0, 9, 9, 30)
    foe = (HIS_MINER, "battleship", 1, 12, 9, 30)
    quiet = by_kind(advised(world(home(120), ship, RIVAL, round_=61, map_knowledge="full", **PEOPLE)))
    assert "mine" in quiet and "nobody is near" in said(quiet["guard"])[3]
    war = by_kind(advised(world(home(120), ship, foe, RIVAL, round_=61, map_knowledge="full", **PEOPLE)))
    assert "mine" not in war
    assert said(war["guard"])[3].endswith("is 3 tiles away")


def test_where_a_planet_of_nobody_may_lie_is_looked_for_first_by_who_knows_of_none_to_take() -> None:
    """The image of a known one, on a tile of which nothing is known; how many such places there are is said as the odds."""
    scout = (SCOUT, "scout", 0, 10, 8, 1)
    state = world(home(200), free(200), scout, RIVAL, **PEOPLE)
    found = advised(state)
    seek = found[0]
    assert (seek["kind"], seek["by"]) == ("seek", SCOUT), "before bids and miners"
    place = seek["orders"]["standing"][0]["movement"]["to"]
    view = GAME.view(state, 0)
    x, y = (at - first for at, first in zip(place, view["map"]["origin"], strict=True))
    assert view["map"]["aether"][y][x] is None and [x, y] in ([19, 8], [12, 23], [19, 23])
    assert "planet of nobody" in seek["says"]["text"] and seek["gives"]["data"]["energy"] == 200
    assert seek["risk"]["data"]["places"] > 1 and "in vain" in said(seek)[3]
    assert said(seek)[1] == "nothing"
    explores = told(state, standing=[{"id": SCOUT, "movement": {"type": "explore"}}])
    turns = by_kind(advised(explores))["seek"]
    assert said(turns)[1] == "nothing; it leaves the way that the chart shows"
    assert (
        by_kind(advised(world(home(200), free(30), scout, RIVAL, **PEOPLE)))["take"]
        == advised(world(home(200), free(30), scout, RIVAL, **PEOPLE))[0]
    )


def test_late_miners_are_given_up_and_a_threatened_planet_spends_nothing() -> None:
    builds = {"type": "auto_build", "loop": True, "keep": 5, "pattern": [{"kind": "miner", "energy": 21}]}
    late = told(world(home(100), RIVAL, round_=151, **PEOPLE), standing=[{"id": HOME, "reflexes": [builds]}])
    assert by_kind(advised(late))["stop"]["orders"]["standing"][0]["reflexes"] == []
    foe = (SHIP, "battleship", 1, 11, 8, 100)
    bare = world(home(100), foe, RIVAL, round_=61, **PEOPLE)
    drafted = direct(HOME, {"do": "build", "kind": "miner", "energy": 41, "dir": "west"})
    hold = by_kind(advised(bare, drafted))["hold"]
    assert hold["id"] == HOME
    # 59 are left, and a few are gained: the burst of 90 takes it, which is no promise.
    assert said(hold)[2].startswith("its defence is about 6") and "burst takes it" in said(hold)[3]
    bids = {"type": "auto_charge", "mode": "fixed", "energy": 5, "keep": 0}
    stops = advised(bare, {"standing": [{"id": HOME, "movement": None, "reflexes": [bids]}]})
    assert said(by_kind(stops)["hold"])[2:] == ["the planet stays yours", "none"]


def test_a_ship_that_leaves_its_planet_to_a_burst_names_that_as_its_risk() -> None:
    for has, is_bare in ((70, True), (200, False)):
        state = world(home(has), free(), (SHIP, "battleship", 1, 8, 14, 70), RIVAL, **PEOPLE)
        take = by_kind(advised(state))["take"]
        assert ("a burst of 60 by" in said(take)[3]) == is_bare, said(take)
        warned = json.loads(json.dumps(GAME.view(state, 0)))
        told_of = forecast(warned, take["orders"])["bare"]
        assert bool(told_of) == is_bare, "and what the draft is warned of then"
        if is_bare:
            assert abs(take["risk"]["data"]["left"] - told_of[0]["left"]) <= 1


def test_scouts_of_one_step_are_not_told_two_things() -> None:
    """They have their orders together: a scout of 1 energy would be sent to take a miner apart."""
    miner = (HIS_MINER, "miner", 1, 12, 12, 41, {"born": 0, "home": HIS_HOME})
    state = world(home(200), miner, RIVAL, round_=61, **PEOPLE)
    hunt = by_kind(advised(state))["hunt"]
    assert hunt["orders"]["direct"][0]["actions"][0]["energy"] == 15
    weak = direct(HOME, {"do": "build", "kind": "scout", "energy": 1, "dir": "west"})
    assert "hunt" not in by_kind(advised(state, weak))
    second = (FREE, "planet", 0, 20, 8, 100)
    assert not {"hunt", "look"} & set(
        by_kind(advised(world(home(200), second, miner, RIVAL, round_=61, **PEOPLE), weak))
    )


def test_only_what_the_seat_knows_is_said() -> None:
    """A planet and a miner that nobody senses change nothing."""
    hidden = [(FREE, "planet", None, 20, 20, 20), (HIS_MINER, "miner", 1, 22, 22, 41, {"born": 0, "home": HIS_HOME})]
    with_them = advised(world(home(150), RIVAL, *hidden, round_=61, **PEOPLE))
    assert json.dumps(with_them) == json.dumps(advised(world(home(150), RIVAL, round_=61, **PEOPLE)))


def test_in_most_steps_of_a_match_there_is_something_to_decide() -> None:
    """Somebody who does the best thing of each step against the easy bot: who has nothing to decide for long is never bored."""
    steps = with_advice = longest = quiet = 0
    kinds: set[str] = set()
    for seed in ("a", "b"):
        state = GAME.setup(open_table(GAME, dict(PRESETS["quick"].options), 2, seed), 2, step_rng(seed, 0))
        rival = next(bot for bot in GAME.bots if bot.id == "easy")
        memory: dict[str, Any] = {}
        quiet = 0
        while state.phase != "over":
            steps += 1
            found = advised(state)
            assert len(found) <= MOST
            kinds |= {entry["kind"] for entry in found}
            with_advice += bool(found)
            assert len(found) != 1 or found[0]["kind"] in UNASKED, "one way alone is no choice"
            quiet = 0 if found else quiet + 1
            longest = max(longest, quiet)
            best: Any = next((entry["orders"] for entry in found if entry["orders"]), {})
            other = rival.decide(json.loads(json.dumps(GAME.view(state, 1))), SeededRng(f"{seed}{steps}"), memory)
            state, _ = play(state, {0: best, 1: other}, f"{seed}{steps}")
    assert 2 * with_advice >= steps
    assert longest <= 6
    assert {"take", "bid", "mine", "look", "keep"} <= kinds


def test_bids_that_would_end_the_match_come_first_with_all_there_is() -> None:
    late = {**PEOPLE, "end_when_decided": True}
    state = world(home(300), RIVAL, free(30), round_=151, **late)
    state.points[0] = 95
    first = advised(state)[0]
    assert (first["kind"], first["way"]) == ("bid", "weapon")
    assert "bids won in a row the match is yours" in said(first)[0]
    reflex = first["orders"]["standing"][0]["reflexes"][-1]
    rounds = first["says"]["data"]["rounds"]
    assert rounds <= 10 and reflex["energy"] == 300 // rounds and reflex["keep"] == 0
    state.points[0] = 60
    assert "row" not in said(advised(state)[0])[0], "that is far off"


def test_own_planets_that_bid_against_each_other_are_offered_one_bid() -> None:
    bids = [{"type": "auto_charge", "mode": "fixed", "energy": 2}]
    other = (10_009, "planet", 0, 14, 14, 200)
    state = told(
        world(home(120), RIVAL, other, round_=61, **PEOPLE),
        standing=[{"id": one, "reflexes": bids} for one in (HOME, 10_009)],
    )
    bid = by_kind(advised(state))["bid"]
    assert "bid against each other" in said(bid)[0] and bid["by"] == 10_009
    given = {one["id"]: one["reflexes"] for one in bid["orders"]["standing"]}
    assert given[HOME] == [] and [one["type"] for one in given[10_009]] == ["auto_charge"]


def test_who_is_told_to_bid_nothing_is_offered_orders_that_bid_nothing() -> None:
    for was, energy in ((1, 60), (2, 60), (1, 40), (3, 90)):
        state = world(home(energy), RIVAL, round_=31, **PEOPLE)
        rule = {"type": "auto_charge", "mode": "fixed", "energy": was, "keep": 0}
        state = told(state, standing=[{"id": HOME, "reflexes": [rule]}])
        start = state.round - 20
        state.history[0][:] = [[start + i, HOME, was, "won" if i < 15 else "lost", 1] for i in range(20)]
        for entry in advised(state):
            if entry["way"] == "weapon":
                bids = [reflex for one in entry["orders"]["standing"] for reflex in one["reflexes"] or ()]
                assert bool(bids) == (entry["kind"] == "bid") == ("bids nothing" not in said(entry)[0]), said(entry)


def test_a_battleship_that_can_take_a_rivals_planet_is_offered_to_first_of_all() -> None:
    ship = (10_011, "battleship", 0, 11, 8, 40)
    near = (HIS_HOME, "planet", 1, 13, 8, 19)
    away = (FREE, "planet", None, 8, 20, 30)
    state = world(home(20), away, near, ship, round_=46, **PEOPLE)
    state = told(state, standing=[{"id": 10_011, "movement": {"type": "pursue", "id": FREE}, "reflexes": []}])
    first = advised(state)[0]
    assert (first["kind"], first["id"], first["by"]) == ("storm", HIS_HOME, 10_011)
    assert first["orders"]["standing"][0]["movement"] == {"type": "pursue", "id": HIS_HOME}
    assert "only planet" in said(first)[2]
