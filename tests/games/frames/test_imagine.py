"""What a fork of a running match is made of: hidden fleets, pilots and suspended work, as far as a view tells of them."""

from __future__ import annotations

from collections import Counter

from games.core.rng import SeededRng
from games.frames import GAME, cards
from games.frames.effects.attack import packet_in
from games.frames.state import State
from tests.games.frames.positions import attack, play

SEEDS = range(12)


def begun(*fleets: str) -> State:
    """The first turn of a match of these starter fleets, of seat 0."""
    state = GAME.setup(GAME.check_options({}, 2), 2, SeededRng("begun"))
    given = {seat: {"type": "fleet", "starter": name, "fleet": None} for seat, name in enumerate(fleets)}
    state, _ = GAME.resolve(state, given, SeededRng("fleets"))
    state, _ = GAME.resolve(state, {}, SeededRng("victory"))
    state.first = state.active = 0
    return state


def deployed(state: State, unit: str, at: tuple[int, int], pilot: str) -> None:
    """A mech of the position on the board, in place."""
    mech = state.need(unit)
    mech.where, mech.at, mech.pilot = "board", at, pilot
    state.side_of(mech).ready.remove(pilot)


def imagined(state: State, seat: int, seed: int = 0) -> State:
    assert GAME.imagine is not None
    return GAME.imagine(state.settings.chosen, GAME.view(state, seat), SeededRng(f"guess {seed}"))


def cards_of(state: State, seat: int, kind: str) -> Counter[str]:
    side = state.sides[seat]
    found = Counter(one.card for pile in (side.hand, side.pile, side.discard) for one in pile[kind])
    return found + Counter(one.card for mech in side.mechs for one in mech.gear if kind == "mech")


def test_a_fleet_that_looks_like_a_starter_is_taken_for_it() -> None:
    side = imagined(begun("red_lance", "reactor_wall"), 0).sides[1]
    starter = cards.STARTER["reactor_wall"]
    assert side.captain == starter["captain"]
    assert sorted(side.ready) == sorted(starter["pilots"])
    for kind in ("ship", "mech"):
        assert cards_of(imagined(begun("red_lance", "reactor_wall"), 0), 1, kind) == starter[f"{kind}_cards"]


def test_what_is_seen_to_be_another_fleet_is_drawn_within_the_rules() -> None:
    state = begun("red_lance", "reactor_wall")
    used = state.sides[1].pile["ship"].pop()
    used.card = "advanced_weapons"
    state.sides[1].discard["ship"].append(used)
    found = set()
    for seed in SEEDS:
        guess = imagined(state, 0, seed)
        for kind in ("ship", "mech"):
            counts = cards_of(guess, 1, kind)
            assert counts.total() == 10 and max(counts.values()) <= 2
        assert cards_of(guess, 1, "ship")["advanced_weapons"]
        found.add(guess.sides[1].captain)
    assert len(found) > 1


def test_own_piles_keep_their_cards_and_lose_their_order() -> None:
    state = begun("red_lance", "reactor_wall")
    state.sides[0].pile["mech"][0].card = "wormhole_generator"
    for kind in ("ship", "mech"):
        assert cards_of(imagined(state, 0), 0, kind) == cards_of(state, 0, kind)
    tops = {imagined(state, 0, seed).sides[0].pile["ship"][0].card for seed in SEEDS}
    assert len(tops) > 1


def test_momentum_is_not_gained_by_a_captain_who_would_have_used_it() -> None:
    state = begun("red_lance", "colossus")
    state.sides[1].captain_up, state.sides[1].ship.weapons = False, state.sides[1].ship.weapons[:0]
    for number, pilot in enumerate(state.sides[1].ready[:3]):
        deployed(state, f"m1_{number}", (number, 0), pilot)
    names = {imagined(state, 0, seed).sides[1].captain for seed in SEEDS}
    assert len(names) > 1 and "adam_green" not in names


def test_an_operation_goes_on_after_the_reaction_to_one_of_its_acts() -> None:
    state = begun("reactor_wall", "red_lance")
    deployed(state, "m0_1", (1, 3), "hans_zimmers")
    deployed(state, "m0_2", (1, 2), "linus_torvalds")
    state, _ = play(state, 0, {"type": "operate_all"})
    act = attack("m0_2", "rail_sniper", "s1")["act"]
    state, _ = play(state, 0, {"type": "act", "act": act}, "d20:1", "d20:20", hold=True)
    assert state.phase == "window"
    while state.phase == "window":
        seat = GAME.pending(state)[0]
        state, _ = GAME.resolve(imagined(state, seat), {seat: {"type": "react", "use": []}}, SeededRng("passes"))
    assert state.phase == "operate"
    assert state.waiting["remaining"] == ["m0_1"]


def test_a_pilot_who_is_face_down_has_raised_no_packet() -> None:
    state = begun("colossus", "red_lance")
    deployed(state, "m0_2", (1, 2), "linus_torvalds")
    deployed(state, "m1_0", (1, 2), "john_snow")
    state, _ = play(state, 0, attack("m0_2", "laser_saber", "m1_0"), "d20:1", "d20:20", hold=True)
    state, _ = GAME.resolve(state, {0: {"type": "react", "use": []}}, SeededRng("passes"))
    assert (state.phase, state.waiting["seat"], state.need("m0_2").pilot_up) == ("window", 1, False)
    pilots = set()
    for seed in SEEDS:
        guess = imagined(state, 1, seed)
        record = guess.todo[-2]
        assert packet_in(guess, record, record["targets"][0], []) == record["targets"][0]["packet"]
        pilots.add(guess.need("m0_2").pilot)
    assert "hans_zimmers" not in pilots and len(pilots) > 1
