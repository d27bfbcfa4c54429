"""Chapter 8: the form of orders and every refusal; standing orders; defaults; resignation."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.rng import SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.state import State
from tests.games.cosmos.boards import RULES, direct, match, play, random_orders, told, world
from tests.games.hostile import hostile_values, mutate

HOME = (10_001, "planet", 0, 2, 2, 100)
THEIRS = (10_002, "planet", 1, 29, 29, 100)
SHIP = (20_000, "battleship", 0, 10, 10, 30)
SCOUT = (20_001, "scout", 0, 12, 10, 30)
SEEN = (20_002, "miner", 1, 13, 10, 20)


def position() -> State:
    return world(HOME, THEIRS, SHIP, SCOUT, SEEN, (20_003, "miner", 0, 5, 5, 21))


def act(id_: int, **action: Any) -> dict[str, Any]:
    return direct(id_, action)


def reflex(id_: int, **given: Any) -> dict[str, Any]:
    return {"standing": [{"id": id_, "reflexes": [given]}]}


def walk(id_: int, **given: Any) -> dict[str, Any]:
    return {"standing": [{"id": id_, "movement": given}]}


ACTION = "direct[0].actions[0]"
REFUSED: list[tuple[str, str, Any]] = [
    ("not_an_object", "", []),
    ("not_an_object", "direct[0]", {"direct": [5]}),
    ("unknown_key", "attack", {"attack": 1}),
    ("unknown_key", "direct[0].void", {"direct": [{"id": 20_000, "actions": [], "void": "budget"}]}),
    ("unknown_key", f"{ACTION}.energy", act(20_000, do="move", dir="east", energy=1)),
    ("bad_type", "direct", {"direct": {}}),
    ("bad_type", "resign", {"resign": 1}),
    ("bad_type", f"{ACTION}.energy", act(10_001, do="charge", energy=1.5)),
    ("unknown_entity", "direct[0].id", act(10_002, do="charge", energy=1)),
    ("unknown_entity", "standing[0].id", walk(55_555, type="hold")),
    ("not_your_entity", "direct[0].id", act(20_002, do="move", dir="east")),
    ("duplicate_entity", "direct[1].id", {"direct": [{"id": 20_000, "actions": []}] * 2}),
    ("too_many_actions", "direct[0].actions", direct(20_000, *[{"do": "radio", "value": 1}] * 9)),
    ("unknown_action", f"{ACTION}.do", act(20_000, do="fly")),
    ("wrong_kind_for_action", f"{ACTION}.do", act(20_001, do="charge", energy=1)),
    ("wrong_kind_for_action", f"{ACTION}.do", act(10_001, do="move", dir="east")),
    ("wrong_kind_for_action", "standing[0].reflexes[0].type", reflex(20_001, type="auto_overload")),
    ("wrong_kind_for_action", "standing[0].movement.type", walk(10_001, type="explore")),
    ("bad_direction", f"{ACTION}.dir", act(20_000, do="move", dir="center")),
    ("cannot_build_planet", f"{ACTION}.kind", act(10_001, do="build", kind="planet", dir="east", energy=1)),
    ("unknown_kind", f"{ACTION}.kind", act(10_001, do="build", kind="destroyer", dir="east", energy=1)),
    ("energy_out_of_range", f"{ACTION}.energy", act(10_001, do="build", kind="scout", dir="east", energy=0)),
    ("energy_out_of_range", f"{ACTION}.energy", act(10_001, do="charge", energy=-1)),
    ("energy_out_of_range", f"{ACTION}.energy", act(10_001, do="charge", energy=10**12 + 1)),
    ("radius_out_of_range", f"{ACTION}.radius", act(20_000, do="overload", radius=10)),
    ("radio_out_of_range", f"{ACTION}.value", act(20_000, do="radio", value=100_000_000)),
    ("bad_valid_for", "direct[0].valid_for", direct(20_000, valid_for=51)),
    ("bad_valid_for", "direct[0].valid_for", direct(20_000, valid_for=0)),
    ("unknown_reflex", "standing[0].reflexes[0].type", reflex(20_000, type="auto_win")),
    ("unknown_movement", "standing[0].movement.type", walk(20_000, type="jump")),
    ("missing_field", "standing[0].movement.to", walk(20_000, type="move_to")),
    ("missing_field", f"{ACTION}.dir", act(20_000, do="move")),
    ("missing_field", "direct[0].actions", {"direct": [{"id": 20_000}]}),
    ("missing_field", "direct[0].id", {"direct": [{"actions": []}]}),
    ("missing_field", "standing[0].movement.kind", walk(20_000, type="pursue")),
    ("value_out_of_range", "standing[0].reflexes[0].radius", reflex(20_000, type="auto_overload", radius=10)),
    ("value_out_of_range", "standing[0].movement.points", walk(20_000, type="patrol", points=[[1, 1]])),
    ("bad_position", "standing[0].movement.to", walk(20_000, type="move_to", to=[1001, 0])),
    ("bad_type", "standing[0].movement.to", walk(20_000, type="move_to", to=[1])),
    ("too_many_reflexes", "standing[0].reflexes", {"standing": [{"id": 20_000, "reflexes": [{"type": "auto_overload"}] * 9}]}),
    ("pattern_too_long", "standing[0].reflexes[0].pattern",
     reflex(10_001, type="auto_build", pattern=[{"kind": "scout", "energy": 1}] * 17)),
    ("unknown_kind", "defaults", {"defaults": {"destroyer": {}}}),
    ("order_too_large", "", {"direct": ["x" * 300_000]}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "path", "orders"), REFUSED, ids=[f"{row[0]}-{i}" for i, row in enumerate(REFUSED)])
def test_refusals(code: str, path: str, orders: Any) -> None:
    """8.5: code and path of every refusal; the whole submission is refused."""
    with pytest.raises(OrderError) as refused:
        GAME.check(position(), 0, orders)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert "%(" not in refused.value.message


def test_who_is_out_orders_nothing() -> None:
    """8.5 `seat_not_alive`."""
    after, _ = play(world(HOME, THEIRS, (10_003, "planet", 2, 15, 15, 50), seats=3), {1: {"resign": True}})
    for state, seat in ((after, 1), (play(after, {2: {"resign": True}})[0], 0)):
        with pytest.raises(OrderError) as refused:
            GAME.check(state, seat, {})
        assert refused.value.code == "seat_not_alive"


def test_normal_form() -> None:
    """8.1: ascending by id, defaults filled in; normal orders stay as they are."""
    state = position()
    given = {**direct(20_001, {"do": "move", "dir": "west"}), **walk(20_000, type="escort", id=20_001)}
    given["direct"].append({"id": 10_001, "actions": []})
    normal = GAME.check(state, 0, given)
    assert [order["id"] for order in normal["direct"]] == [10_001, 20_001]
    assert normal["direct"][0]["valid_for"] == 1
    assert normal["standing"] == [{"id": 20_000, "movement": {"type": "escort", "id": 20_001, "within": 8}}]
    assert GAME.check(state, 0, normal) == normal
    assert GAME.check(state, 0, {}) == GAME.default_orders(state, 0)
    for kind, rules in RULES.items():
        for rule in rules:
            checked = GAME.check(state, 0, {"defaults": {kind: rule}})
            assert GAME.check(state, 0, checked) == checked


def test_hostile_orders_are_orders_or_an_error() -> None:
    dice, good, bad = SeededRng("hostile"), 0, 0
    for state in match(2, "hostile", 30)[::6]:
        base = random_orders(state, 0, dice)
        for value in [*hostile_values(), *(mutate(base, dice) for _ in range(60))]:
            try:
                normal = GAME.check(state, 0, value)
            except OrderError as error:
                assert error.code
                bad += 1
            else:
                assert GAME.check(state, 0, normal) == normal
                GAME.resolve(state, {0: normal}, step_rng("hostile", 1))
                good += 1
    assert good > 5
    assert bad > 100


@pytest.mark.parametrize(
    ("movement", "path"),
    [({"type": "move_to", "to": [14, 10]}, [(11, 10), (12, 10), (13, 10), (14, 10), (14, 10)]),
     ({"type": "move_to", "to": [14, 10], "arrive": 4}, [(11, 10), (12, 10), (12, 10)]),
     ({"type": "move_to", "to": [11, 10], "path": "cheap"}, [(11, 10), (11, 10)]),
     ({"type": "patrol", "points": [[11, 10], [10, 10]]}, [(11, 10), (10, 10), (11, 10)]),
     ({"type": "hold"}, [(10, 10)]),
     ({"type": "explore"}, [(11, 11), (12, 12), (13, 13)]),
     ({"type": "stay_near", "center": [10, 10], "within": 2}, [(11, 11), (10, 11), (9, 11)]),
     ({"type": "pursue", "kind": "planet"}, [(11, 11), (12, 12)]),
     ({"type": "escort", "id": 10_001, "within": 100}, [(9, 9), (9, 9)])],
)  # fmt: skip
def test_movements(movement: dict[str, Any], path: list[tuple[int, int]]) -> None:
    """8.2: one step a turn."""
    ship = (20_000, "battleship", 0, 10, 10, 30, {"home": 10_001})
    state = world(HOME, (10_002, "planet", 1, 13, 14, 100), ship)
    state, _ = play(state, {0: walk(20_000, **movement)})
    went = [state.geometry.xy[state.entities[20_000].at]]
    for _ in path[1:]:
        state, _ = play(state, {})
        went.append(state.geometry.xy[state.entities[20_000].at])
    assert went == path


def test_the_dense_way_and_the_way_round() -> None:
    """8.2: `cheap` avoids thin aether, `seek_aether` finds dense aether, greedy goes round an obstacle."""
    state = world(HOME, THEIRS, SHIP, density=500)
    for x in (11, 12):
        for y in range(9, 12):
            state.aether[state.geometry.at(x, y)] = 100
    after, _ = play(state, {0: walk(20_000, type="move_to", to=[14, 10], path="cheap")})
    assert after.geometry.xy[after.entities[20_000].at] not in {(11, 9), (11, 10), (11, 11)}
    state.aether[state.geometry.at(10, 12)] = 1000
    after, _ = play(state, {0: walk(20_000, type="seek_aether", within=9)})
    assert after.geometry.xy[after.entities[20_000].at] == (10, 11)
    walls = [(30_000 + y, "miner", 0, 11, y, 5) for y in range(9, 12)]
    state = world(HOME, THEIRS, SHIP, *walls)
    state, _ = play(state, {0: walk(20_000, type="move_to", to=[12, 10])})
    for _ in range(6):
        state, _ = play(state, {})
    assert state.geometry.xy[state.entities[20_000].at] == (12, 10)


def test_auto_overload() -> None:
    """8.2: only when all limits hold; `best` takes the radius of the greatest worth."""
    for given, fires in (({}, True), ({"min_enemies": 2}, False), ({"min_planets": 1}, False), ({"min_energy": 31}, False),
                         ({"max_friends": 0}, False), ({"only_capture": True, "max_friends": 28}, False), ({"radius": 4}, False)):  # fmt: skip
        foe = (20_002, "battleship", 1, 13, 10, 90)
        state = world(HOME, THEIRS, SHIP, foe, (20_004, "battleship", 0, 9, 10, 9))
        after, _ = play(state, {0: reflex(20_000, type="auto_overload", **{"radius": 9, **given})})
        assert (20_000 not in after.entities) == fires, given
    state = world(HOME, THEIRS, SHIP, (20_002, "battleship", 1, 11, 10, 90), (20_004, "battleship", 0, 12, 10, 9))
    _, events = play(state, {0: reflex(20_000, type="auto_overload")})
    assert told(events, "overloaded")[0]["radius"] == 1


def test_auto_heal_and_auto_analyse_and_flee() -> None:
    """8.2."""
    hurt = (20_004, "battleship", 0, 11, 10, 50, {"defence": 5})
    for missing, healed in ((45, True), (46, False)):
        after, _ = play(
            world(HOME, THEIRS, SHIP, hurt), {0: reflex(20_000, type="auto_heal", radius=2, min_missing=missing)}
        )
        assert (after.entities[20_004].defence == 25) == healed
    hunter = (20_001, "scout", 0, 10, 10, 30)
    miners = [(20_005, "miner", 1, 12, 10, 20), (20_006, "miner", 1, 13, 10, 40)]
    after, _ = play(world(HOME, THEIRS, hunter, *miners), {0: reflex(20_001, type="auto_analyse")})
    assert 20_006 not in after.entities and 20_005 in after.entities
    far = (20_005, "miner", 1, 15, 10, 20)
    after, _ = play(world(HOME, THEIRS, hunter, far), {0: reflex(20_001, type="auto_analyse", chase=True)})
    assert after.geometry.xy[after.entities[20_001].at] == (11, 10)
    prey = (20_003, "miner", 0, 10, 10, 21)
    state = world(HOME, THEIRS, prey, (20_005, "scout", 1, 12, 10, 9))
    after, _ = play(state, {0: reflex(20_003, type="flee", kinds=["scout"], within=20)})
    assert after.geometry.xy[after.entities[20_003].at] in {(9, 11), (9, 9)}


@pytest.mark.parametrize(
    ("given", "bids"),
    [({"mode": "fixed", "energy": 5}, [5, 5]), ({"mode": "fixed", "energy": 5, "keep": 98}, [2, 1]),
     ({"mode": "share", "permille": 100, "keep": 50}, [5, 4]),
     ({"mode": "escalate", "start": 10, "up_permille": 1300, "down_permille": 900}, [10, 9]),
     ({"mode": "fixed", "until_points": 1}, [1, 0])],
)  # fmt: skip
def test_auto_charge(given: dict[str, Any], bids: list[int]) -> None:
    """8.2: the first bid wins here, since nobody else bids."""
    state = world(HOME, THEIRS)
    for bid in bids:
        state, events = play(state, {0: reflex(10_001, type="auto_charge", **given)})
        assert [event["bid"] for event in told(events, "charged")] == ([bid] if bid else [])


def test_auto_build_and_radio() -> None:
    """8.2: item by item, towards a position; the report of the nearest enemy."""
    pattern = [{"kind": "miner", "energy": 21}, {"kind": "scout", "energy": 1}]
    state = world(HOME, THEIRS)
    rule = reflex(10_001, type="auto_build", pattern=pattern, toward=[30, 2], keep=70)
    state, events = play(state, {0: rule})
    built = told(events, "built")
    assert [(event["kind"], event["pos"]) for event in built] == [("miner", [3, 2])]
    for _ in range(8):
        state, events = play(state, {})
        built += told(events, "built")
    assert [event["kind"] for event in built] == ["miner", "scout"]
    assert built[1]["pos"] == [3, 3] or built[1]["pos"] == [3, 1]
    state, _ = play(position(), {0: reflex(20_001, type="auto_radio", report="nearest_enemy")})
    assert state.entities[20_001].radio == 1 + 129 * 100_000 + 128 * 100 + 3


def test_defaults_are_given_at_birth() -> None:
    """8.3."""
    build = {"do": "build", "kind": "scout", "dir": "east", "energy": 1}
    rules = {"defaults": {"scout": {"movement": {"type": "explore"}}}}
    after, _ = play(world(HOME, THEIRS), {0: {**direct(10_001, build), **rules}})
    (scout,) = (id_ for id_ in after.entities if id_ not in (10_001, 10_002))
    assert after.standing[scout].rules["movement"] == {"type": "explore"}
    assert after.defaults[0]["miner"] == {"movement": {"type": "hold"}, "reflexes": []}


def test_orders_for_the_destroyed() -> None:
    """8.5 `gone`: told once to the owner if it had no turn."""
    codes = set()
    for seed in range(10):
        state = world(HOME, THEIRS, SHIP, (20_005, "scout", 1, 11, 10, 9))
        orders = {0: direct(20_000, {"do": "overload", "radius": 2}), 1: direct(20_005, {"do": "radio", "value": 3})}
        _, events = play(state, orders, seed=f"g{seed}")
        codes.add(tuple(event["code"] for event in told(events, "order_failed")))
    assert codes == {(), ("gone",)}


def test_resignation() -> None:
    """8.4: ships vanish, planets become neutral and keep their energy."""
    state = world(HOME, THEIRS, SHIP, (10_003, "planet", 2, 20, 5, 50), seats=3)
    after, events = play(state, {0: {"resign": True}})
    assert 20_000 not in after.entities
    assert (after.entities[10_001].seat, after.entities[10_001].energy) == (None, 101)
    assert GAME.pending(after) == [1, 2]
    assert [(event["seat"], event["rank"]) for event in told(events, "eliminated")] == [(0, 3)]
