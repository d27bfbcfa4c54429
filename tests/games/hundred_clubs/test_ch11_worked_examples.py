"""Chapter 11: the worked examples, number by number."""

from __future__ import annotations

import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from tests.games.hundred_clubs.boards import after, board, campaign, drawn

FLAT = [{"at": [x, y], "atk": 100, "def": 100, "members": 1} for y in range(3) for x in range(3) if (x, y) != (1, 1)]


@pytest.mark.parametrize(("size", "letter"), [(44, "."), (45, "0")])
def test_bridge(size: int, letter: str) -> None:
    """11.1: 10 * 44 * 18 = 7920 is not above 8000, 8100 is."""
    state = board(["+=+", "~~~", "~~~"], ["0.1", "...", "..."], capitals={1: [2, 0]}, capital_influence_pct=0)
    assert drawn(after(state, {0: {"campaigns": [campaign(0, 0, size)]}}))[0][1] == letter


@pytest.mark.parametrize(("size", "letter"), [(25, "."), (26, "0")])
def test_exact_threshold(size: int, letter: str) -> None:
    """11.2: atk 20 at distance 2; the cell between is taken on the way."""
    state = board(["hPh", "~~~", "~~h"], ["0..", "...", "..1"], capitals={1: [2, 2]}, capital_influence_pct=0)
    assert drawn(after(state, {0: {"campaigns": [campaign(0, 0, size)]}}))[0] == f"00{letter}"


def test_first_example_of_the_seed() -> None:
    """11.3: broken across the river without the bridge is not taken."""
    water = [{"at": [1, y], "atk": 0, "def": 100, "members": 0} for y in (0, 2)]
    land = [entry for entry in FLAT if entry["at"] not in ([1, 0], [1, 2])]
    middle = {"at": [1, 1], "atk": 100, "def": 500, "members": 1}
    state = board(
        [".~.", "...", ".~."], ["0.2", "113", "1.3"], seats=4, overrides=[*land, *water, middle], saving=300, capital_influence_pct=0,
        relations={(0, 1): "allied", (1, 2): "at_war", (1, 3): "at_war", (2, 3): "at_war"},
    )  # fmt: skip
    orders = {
        seat: {"campaigns": [campaign(*at, size)]}
        for seat, (at, size) in enumerate([((0, 0), 20), ((1, 1), 20), ((2, 0), 200), ((2, 1), 100)])
    }
    done = after(state, orders)
    assert drawn(done) == ["0.2", "112", "1.2"]
    assert done.out == [None, None, None, 10]


def test_second_example_of_the_seed() -> None:
    """11.4: two blows along a road pass each other; both end up cut off behind the other's front."""
    state = board(
        ["TTT", "~+~", "~+~", "TTT"], ["000", ".0.", ".1.", "111"], relations={(0, 1): "at_war"}, capitals={0: [1, 0], 1: [1, 3]},
        saving=50, capital_influence_pct=0,
    )  # fmt: skip
    done = after(state, {0: {"campaigns": [campaign(1, 1, 40)]}, 1: {"campaigns": [campaign(1, 2, 40)]}})
    assert drawn(done) == ["000", ".1.", ".0.", "111"]
    assert GAME.view(done, 0)["cut_off"] == [[1, 1], [1, 2]]


def test_opening_on_the_campus() -> None:
    """11.5."""
    state = GAME.setup(GAME.check_options({}, 2), 2, SeededRng("opening"))
    state = after(state, {0: {"bid": 5}, 1: {"bid": 0}})
    state = after(state, {0: {"birthplace": [15, 8]}})
    state = after(state, {1: {"birthplace": [2, 30]}})
    view = GAME.view(state, 0)
    assert (view["me"]["saving"], view["me"]["capital_influence"]) == (45, 2)
    orders = {"campaigns": [campaign(15, 8, 26)]}
    done = after(state, {0: GAME.check(state, 0, orders)})
    me = GAME.view(done, 0)["me"]
    assert (me["area"], me["income"], me["saving"]) == (19, 86, 109)
    # Of the eighteen new cells twelve are in sight; the others are likely, because all known land around is unowned.
    told = GAME.forecast(view, orders)
    assert (told["cells"]["least"], len(told["sure"]), len(told["likely"])) == (12, 12, 6)
    assert 16 <= told["cells"]["about"] <= 18
    assert all(drawn(done)[y][x] == "0" for x, y in told["sure"] + told["likely"])
