"""A seat can be played from the list of its choices alone."""

from __future__ import annotations

from typing import Any

from games.core.rng import SeededRng, step_rng
from games.core.text import spoken
from games.cosmos import GAME
from games.cosmos.choices import MOST
from games.cosmos.standing.routines import LABELS, ROUTINES
from tests.games.cosmos.boards import play, told, world

HOME = (10_001, "planet", 0, 5, 5, 200)
THEIRS = (10_002, "planet", 1, 26, 26, 100)


def labels(found: list[dict[str, Any]]) -> list[str]:
    return [entry["label"] for entry in found]


def test_every_choice_is_legal_and_has_a_label() -> None:
    """Checked as they are, in a match that is played from the list."""
    dice = SeededRng("choices")
    state = GAME.setup(GAME.check_options({"start_planets": 2}, 2), 2, step_rng("choices", 0))
    seen: set[str] = set()
    for step in range(80):
        orders = {}
        for seat in GAME.pending(state):
            found = GAME.choices(state, seat) if GAME.choices else None
            assert found is not None
            assert 1 <= len(found) <= MOST
            for entry in found:
                assert entry["label"] == spoken(entry)
                GAME.check(state, seat, entry["orders"])
                seen.add(entry["text"])
            orders[seat] = GAME.check(state, seat, dice.choice(found)["orders"])
        state, _ = GAME.resolve(state, orders, step_rng("choices", step + 1))
    assert len(seen) == 6


def test_what_is_offered_works() -> None:
    """6.1 to 6.3: bursts, analyses, builds and charges in reach of what is ready."""
    state = world(
        HOME, THEIRS, (20_000, "battleship", 0, 10, 10, 50), (20_001, "battleship", 1, 12, 10, 9),
        (20_002, "scout", 0, 20, 20, 9), (20_003, "miner", 1, 22, 20, 41), (20_004, "battleship", 0, 30, 30, 50),
    )  # fmt: skip
    assert GAME.choices
    found = GAME.choices(state, 0)
    by_text = {entry["text"].split("%(")[0] + entry["label"]: entry["orders"] for entry in found}
    chosen = [
        orders
        for label, orders in by_text.items()
        if any(word in label for word in ("overloads", "analyses", "builds"))
    ]
    assert len(chosen) == 5, "one burst, one analysis, three builds"
    for orders in chosen:
        _, events = play(state, {0: orders})
        assert not told(events, "order_failed")
        assert told(events, "overloaded") or told(events, "analysed") or told(events, "built")
    assert any("20004" in label for label in labels(found)) is False


def test_routines_are_complete() -> None:
    """8.3: every named standing order has a label, is legal, and is given to those that are there and those that come."""
    state = world(HOME, THEIRS, (20_000, "scout", 0, 10, 10, 9))
    assert {name for routines in ROUTINES.values() for name in routines} == set(LABELS)
    assert GAME.choices
    (hunter,) = [entry for entry in GAME.choices(state, 0) if "Hunter" in entry["label"]]
    after, _ = play(state, {0: hunter["orders"]})
    assert after.standing[20_000].rules["reflexes"][0]["type"] == "auto_analyse"
    assert after.defaults[0]["scout"]["movement"] == {"type": "explore"}


def test_who_owes_nothing_has_no_choices() -> None:
    state, _ = play(world(HOME, THEIRS), {1: {"resign": True}})
    assert GAME.choices
    assert GAME.choices(state, 0) is None
    assert GAME.choices(state, 1) is None
