"""Chapter 16: the worked examples, number by number, played by the engine."""

from games.planet_conquer import GAME
from games.planet_conquer.battle import decide
from tests.games.planet_conquer.boards import board, crossing, held, make_map, move, play, tactic


def test_16_1_to_9_battles() -> None:
    """16.1 to 16.9: battles."""
    assert decide(0, 10, 1400, {1: 12}) == (0, 2)
    assert decide(1, 10, 1500, {1: 10, 0: 12, 2: 50, 3: 30}) == (2, 38)
    assert decide(0, 20, 1500, {0: 10, 1: 30}) == (0, 12)
    assert decide(0, 10, 1400, {1: 14}) == (None, 0)
    assert decide(0, 8, 1200, {1: 10}) == (None, 0)
    assert decide(0, 1, 2000, {1: 1}) == (None, 0)
    assert decide(None, 0, 1000, {0: 30, 1: 20}) == (0, 16)
    assert decide(3, 100, 1200, {0: 60, 1: 90}) == (3, 59)
    assert decide(0, 10, 1400, {1: 20}) == (1, 10)
    assert decide(0, 10, 1400, {1: 20}, defended=True) == (0, 4)
    assert decide(0, 30, 1500, {1: 40}) == (0, 6)
    assert decide(0, 30, 1500, {1: 40}, attackers=[1]) == (1, 17)
    assert decide(0, 30, 1500, {1: 40}, attackers=[1], defended=True) == (0, 16)


def test_16_10_production() -> None:
    """16.10: five productions on a board."""
    numbers = [(1.1, 5, 100, 12, 18), (2, 10, 15, 12, 15), (2, 10, 12, 12, 12), (0.5, 3, 5, 12, 9), (0.9, 0, 100, 1, 0)]
    planets = {f"P{i}": {"res": res, "cos": cos, "max": most} for i, (res, cos, most, _, _) in enumerate(numbers)}
    source = make_map({"A": {}, "B": {}, **planets}, [["A", "B", 1], *(["A", key, 1] for key in planets)])
    holds = {f"P{i}": (0, units) for i, (_, _, _, units, _) in enumerate(numbers)}
    after, _ = play(board(source, {"A": (0, 1), "B": (1, 1), **holds}))
    assert [held(after, f"P{i}")[1] for i in range(5)] == [18, 15, 12, 9, 0]
    assert held(after, "P4")[0] is None


def test_16_11_fee() -> None:
    """16.11: base line 2625 with four in play; the levels on a board; one seat out: 3500."""
    planets = {key: {"max": 3500} for key in ("A", "B", "C", "D", "M", "F")}
    planets["M"] = {"max": 3500, "res": 1.1, "cos": 10}
    source = make_map(planets, [["A", key, 1] for key in "BCDMF"], seats=4)
    for total, grown in ((2624, 121), (2625, 111), (3937, 111), (3938, 106), (5249, 106), (5250, 101)):
        state = board(
            source,
            {"A": (0, total - 101), "M": (0, 101), "B": (1, 1), "C": (2, 1), "D": (3, 1)},
            seats=4,
            maintain_fee=True,
        )
        assert GAME.view(state, 0)["you"]["fee"]["base_line"] == 2625
        after, _ = play(state)
        assert held(after, "M")[1] == grown
    after, _ = play(state, {3: {"resign": True}})
    assert GAME.view(after, 0)["you"]["fee"]["base_line"] == 3500


def test_16_12_terminator() -> None:
    """16.12: ordered in 7, seen in 8, strikes in 8; what was sent away escapes; defence halves."""
    source = crossing(rounds=2, M={"cos": 20})
    start = board(source, {"A": (1, 50), "B": (0, 50), "M": (0, 200)}, round=7)
    state, _ = play(start, {1: tactic("terminator", planet="M", moves=[("A", "M", 5)])})
    assert held(state, "M") == (0, 220)
    assert GAME.view(state, 0)["announcements"] == [
        {"type": "terminator", "seat": None, "planet": 4, "target": None, "round": 8}
    ]
    after, events = play(state, {0: move("M", "B", 219)})
    assert next(event for event in events if event["type"] == "occupied")["units"] == 5
    assert held(after, "M")[0] == 1
    after, events = play(state, {0: tactic("defend", planet="M", moves=[("M", "B", 100)])})
    battle = next(event for event in events if event["type"] == "battle")
    assert [(side["seat"], side["heads"]) for side in battle["sides"]] == [(0, 60), (1, 5)]


def test_16_13_fast() -> None:
    """16.13: six rounds, launched in 10: arrives in 15; with fast in 10 in 12."""
    for fast, arrival in ((False, 15), (True, 12)):
        state = board(crossing(rounds=6), {"A": (0, 50), "B": (1, 50)}, round=10)
        orders = tactic("fast", planet="M", moves=[("A", "M", 5)]) if fast else move("A", "M", 5)
        state, events = play(state, {0: orders})
        while not any(event["type"] == "occupied" for event in events):
            state, events = play(state)
        assert next(event["round"] for event in events if event["type"] == "occupied") == arrival


def test_16_14_god() -> None:
    """16.14: one unit with god takes 300 at def 2; against a god it loses."""
    state = board(crossing(M={"def": 2}), {"A": (1, 1), "B": (0, 9), "M": (0, 300)})
    after, _ = play(state, {1: tactic("god", planet="M", moves=[("A", "M", 1)])})
    assert held(after, "M") == (1, 1)
    after, _ = play(state, {1: tactic("god", planet="M", moves=[("A", "M", 1)]), 0: tactic("god", planet="M")})
    assert held(after, "M") == (0, 299)


def test_16_15_fog() -> None:
    """16.15: on Crossroads a fleet half way to the middle is visible; over four rounds it would not be yet."""
    state = board("crossroads", {"A0": (0, 120), "A2": (1, 120)}, round=1)
    seen = {planet["id"] for planet in GAME.view(state, 0)["planets"] if planet["seen"] == "now"}
    assert seen == {state.chart.ids[key] for key in ("A0", "A1", "A3", "O")}
    after, _ = play(state, {1: move("A2", "O", 60)})
    assert [fleet["units"] for fleet in GAME.view(after, 0)["fleets"]] == [60]
    slow = make_map({"A": {}, "B": {}, "M": {}}, [["A", "M", 2], ["B", "M", 4]])
    state = board(slow, {"A": (0, 120), "B": (1, 120)}, round=1)
    state, _ = play(state, {1: move("B", "M", 60)})
    assert GAME.view(state, 0)["fleets"] == []
    state, _ = play(state)
    assert len(GAME.view(state, 0)["fleets"]) == 1
