"""Chapters 3 and 20: options, their refusals, presets, preparation and preview."""

import copy
from typing import Any

import pytest

from games.core.errors import OptionError
from games.core.rng import SeededRng
from games.hundred_clubs import maps
from games.hundred_clubs import settings as settings_module
from games.hundred_clubs.settings import OPTIONS, PRESETS, chart_of, check_options, prepare, preview, settle

DEFAULTS: dict[str, Any] = {
    "map": "campus", "starts": "auction", "rounds": 50, "initial_saving": 50, "min_birth_distance": 3,
    "campaign_limit": 32, "campaign_price": 1, "threshold": 400, "capital_influence_pct": 30, "justify_rounds": 3,
    "justify_price": 1, "truce_rounds": 3, "meeting_truce": 0, "alliance_tax": {"basis": "area", "milli": 400},
    "corruption": {"basis": "area", "ppm": 1000}, "capital_wage": {"base": 5, "per_round": 0}, "sight": 2,
    "show_campaigns": "own", "reveal_bids": False, "end_jitter": 0, "capital_returns": False,
}  # fmt: skip

RANGES = {
    "rounds": (1, 200), "initial_saving": (0, 1000), "min_birth_distance": (1, 20), "campaign_limit": (1, 64),
    "campaign_price": (1, 10), "threshold": (0, 10000), "capital_influence_pct": (0, 100), "justify_rounds": (1, 10),
    "justify_price": (0, 100), "truce_rounds": (0, 10), "meeting_truce": (0, 10), "sight": (1, 10), "end_jitter": (0, 10),
}  # fmt: skip

PART_RANGES = [
    ("alliance_tax", "milli", 0, 5000),
    ("corruption", "ppm", 0, 100_000),
    ("capital_wage", "base", 0, 100),
    ("capital_wage", "per_round", 0, 10),
]


def field_map(side: int = 9, **fields: Any) -> dict[str, Any]:
    """A square of grass."""
    return {"name": "Field", "width": side, "height": side, "rows": ["." * side] * side, **fields}


def refusal(options: Any, seats: int | None) -> tuple[str, str]:
    with pytest.raises(OptionError) as refused:
        check_options(options, seats)
    assert "%(" not in refused.value.message
    return refused.value.code, refused.value.path


@pytest.mark.parametrize("seats", [None, *range(2, 9)])
def test_3_defaults(seats: int | None) -> None:
    """3: every option is filled in with the seed's value, for any number of clubs."""
    assert check_options({}, seats) == DEFAULTS
    assert {option.key: option.default for option in OPTIONS} == DEFAULTS


@pytest.mark.parametrize("key", RANGES)
def test_3_ranges(key: str) -> None:
    """3, 20: both ends are accepted, the numbers beyond them are not, nor is what is no whole number."""
    low, high = RANGES[key]
    assert check_options({key: low}, 2)[key] == low
    assert check_options({key: high}, 2)[key] == high
    assert refusal({key: low - 1}, 2) == ("out_of_range", key)
    assert refusal({key: high + 1}, 2) == ("out_of_range", key)
    assert refusal({key: str(low)}, 2) == ("bad_type", key)
    assert refusal({key: None}, 2) == ("bad_type", key)
    declared = next(option for option in OPTIONS if option.key == key)
    assert (declared.minimum, declared.maximum) == (low, high)


@pytest.mark.parametrize(("key", "part", "low", "high"), PART_RANGES)
def test_3_parts(key: str, part: str, low: int, high: int) -> None:
    """3: numbers inside taxes and dole; a part that is left out has its default."""
    for value in (low, high):
        assert check_options({key: {part: value}}, 2)[key] == {**DEFAULTS[key], part: value}
    assert refusal({key: {part: low - 1}}, 2) == ("out_of_range", f"{key}.{part}")
    assert refusal({key: {part: high + 1}}, 2) == ("out_of_range", f"{key}.{part}")
    assert refusal({key: {part: 1.5}}, 2) == ("bad_type", f"{key}.{part}")
    assert refusal({key: {"rate": 1}}, 2) == ("unknown_field", f"{key}.rate")
    assert refusal({key: 400}, 2) == ("not_an_object", key)


@pytest.mark.parametrize("key", ["alliance_tax", "corruption"])
def test_3_basis(key: str) -> None:
    """3: the only basis is area."""
    assert refusal({key: {"basis": "income"}}, 2) == ("unknown_value", f"{key}.basis")
    assert refusal({key: {"basis": None}}, 2) == ("bad_type", f"{key}.basis")


@pytest.mark.parametrize(("options", "seats", "refused"), [
    ([], 2, ("not_an_object", "")),
    ({"clubs": 2}, 2, ("unknown_field", "clubs")),
    ({"press": "all"}, 2, ("unknown_field", "press")),
    ({}, 1, ("out_of_range", "seats")),
    ({}, 9, ("out_of_range", "seats")),
    ({"starts": "lottery"}, 2, ("unknown_value", "starts")),
    ({"show_campaigns": True}, 2, ("bad_type", "show_campaigns")),
    ({"reveal_bids": 1}, 2, ("bad_type", "reveal_bids")),
    ({"map": "moon"}, 2, ("unknown_map", "map")),
    ({"map": 5}, 2, ("bad_type", "map")),
    ({"map": {"generated": {}, "name": "x"}}, 2, ("unknown_field", "map.name")),
    ({"map": {"generated": []}}, 2, ("not_an_object", "map.generated")),
    ({"map": {"generated": {"depth": 3}}}, 2, ("unknown_field", "map.generated.depth")),
    ({"map": {"generated": {"water": 1}}}, 2, ("bad_type", "map.generated.water")),
    ({"map": {"generated": {"width": 13}}}, 2, ("out_of_range", "map.generated.width")),
    ({"map": {"generated": {"height": 47}}}, None, ("out_of_range", "map.generated.height")),
    ({"map": {"generated": {"width": 15}}}, 5, ("out_of_range", "map.generated.width")),
    ({"map": {"generated": {"width": 16}}}, None, ("not_odd", "map.generated.width")),
    ({"map": {"generated": {"width": "15"}}}, 2, ("bad_type", "map.generated.width")),
    ({"map": {"generated": {"width": 17, "height": 19}}}, 3, ("not_square", "map.generated.height")),
    ({"map": field_map(rows=["."] * 9)}, 2, ("row_length", "map.rows[0]")),
    ({"starts": "drawn"}, 2, ("too_few_starts", "starts")),
    ({"starts": "drawn"}, None, ("too_few_starts", "starts")),
    ({"starts": "drawn", "map": field_map(starts=[[0, 0], [8, 8]])}, 3, ("too_few_starts", "starts")),
    ({"starts": "drawn", "map": field_map(starts=[[0, 0], [8, 8], [7, 7]])}, 2, ("starts_too_close", "map.starts[2]")),
])  # fmt: skip
def test_3_refusals(options: Any, seats: int | None, refused: tuple[str, str]) -> None:
    """3: each refusal has its word and names the option, and inside a map the place."""
    assert refusal(options, seats) == refused


def test_3_room_for_the_last_club() -> None:
    """3: land cells must exceed (clubs - 1) * (2r(r + 1) + 1) with r = min_birth_distance - 1; water does not count."""
    # r = 3: 25 cells are shut off by every birthplace. 26 cells of land do for two clubs, 25 do not.
    rows = ["." * 9, "." * 9, "." * 8 + "~"]
    assert check_options({"map": field_map(height=3, rows=rows), "min_birth_distance": 4}, 2)
    rows[1] = "~" + "." * 8
    options = {"map": field_map(height=3, rows=rows), "min_birth_distance": 4}
    assert refusal(options, 2) == ("too_small", "min_birth_distance")
    assert check_options({"min_birth_distance": 7}, 8)
    assert refusal({"min_birth_distance": 20}, 8) == ("too_small", "min_birth_distance")
    wish = {"map": {"generated": {"width": 15, "height": 15}}, "min_birth_distance": 12}
    assert refusal(wish, 2) == ("too_small", "min_birth_distance")


def test_3_drawn_starts_far_enough_apart_are_good() -> None:
    """3: exactly the smallest distance is enough, and with an auction the distance of starts does not matter."""
    close = field_map(starts=[[0, 0], [2, 1]])
    assert check_options({"map": close, "starts": "drawn", "min_birth_distance": 3}, 2)["starts"] == "drawn"
    assert refusal({"map": close, "starts": "drawn", "min_birth_distance": 4}, 2)[0] == "starts_too_close"
    assert check_options({"map": close, "min_birth_distance": 4}, 2)


def test_3_arguments_stay_as_they_are() -> None:
    """What comes in is not changed and shares nothing with what goes out."""
    given = {"map": field_map(overrides=[{"at": [0, 0], "atk": 5}]), "corruption": {"ppm": 5}}
    before = copy.deepcopy(given)
    checked = check_options(given, 2)
    checked["map"]["overrides"][0]["atk"] = 6
    checked["corruption"]["ppm"] = 7
    check_options({}, 2)["corruption"]["ppm"] = 8
    assert given == before
    assert check_options({}, 2) == DEFAULTS


def test_2_3_generated_in_normal_form() -> None:
    """2.3: the word is short for an empty wish; with known clubs the size is filled in, without it is left open."""
    assert check_options({"map": "generated"}, None)["map"] == "generated"
    assert check_options({"map": {"generated": {}}}, None)["map"] == {
        "generated": {"width": None, "height": None, "water": True}
    }
    wish = {"generated": {"width": 29, "height": 29, "water": True}}
    assert check_options({"map": "generated"}, 3)["map"] == wish
    assert check_options({"map": wish}, 3)["map"] == wish
    assert check_options({"map": {"generated": {"height": 17, "water": False}}}, 8)["map"] == {
        "generated": {"width": 17, "height": 17, "water": False}
    }


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("starts", ["auction", "drawn"])
def test_prepare_generates_a_playable_map(seats: int, starts: str) -> None:
    """`prepare` replaces the wish by a map that `check_options` accepts as it is; a prepared table stays as it is."""
    options = check_options({"map": "generated", "starts": starts}, seats)
    done = prepare(options, seats, SeededRng("prepare"))
    assert {**done, "map": None} == {**options, "map": None}
    assert check_options(done, seats) == done
    assert prepare(done, seats, SeededRng("other")) == done
    assert len(chart_of(done).starts) >= seats
    assert prepare(options, seats, SeededRng("prepare")) == done


def test_prepare_tries_until_the_starts_are_apart() -> None:
    """Starts that must be far apart are found by trying other maps; where there can be none the table is refused."""
    options = check_options({"map": "generated", "starts": "drawn", "min_birth_distance": 20}, 2)
    for seed in range(5):
        (x, y), (a, b) = chart_of(prepare(options, 2, SeededRng(str(seed)))).starts
        assert abs(x - a) + abs(y - b) >= 20


def test_prepare_says_when_it_found_no_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """When none of its tries can be played on, the table is refused for the reason of the last."""
    monkeypatch.setattr(settings_module, "TRIES", 1)
    wish = {"map": {"generated": {"width": 45}}, "starts": "drawn", "min_birth_distance": 16}
    options = check_options(wish, 5)
    codes = set()
    for seed in range(12):
        try:
            prepare(options, 5, SeededRng(str(seed)))
        except OptionError as error:
            codes.add((error.code, error.path.split("[")[0]))
    assert codes == {("starts_too_close", "map.starts")}


def test_prepare_leaves_other_maps_alone() -> None:
    """The campus stays its id, an object its object."""
    assert prepare({}, 8, SeededRng("x")) == DEFAULTS
    assert prepare({"map": field_map()}, 2, SeededRng("x"))["map"] == maps.read_map(field_map()).document()


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_good(name: str) -> None:
    """Presets start with two clubs, and those that fix no size with any number."""
    for seats in range(2, 3 if name == "quick" else 9):
        done = prepare(dict(PRESETS[name].options), seats, SeededRng(name))
        assert check_options(done, seats) == done


def test_presets_are_what_they_promise() -> None:
    """`seed` is the original game; in all others land is dearer, clubs meet in a truce, and the first cells cost as much saving as there."""
    assert list(PRESETS) == ["campus", "short", "duel", "quick", "long", "seed"]
    assert check_options(dict(PRESETS["seed"].options), 8) == {**DEFAULTS, "capital_returns": True}
    for name in ("campus", "short", "duel", "quick", "long"):
        chosen = check_options(dict(PRESETS[name].options), 2)
        assert (
            chosen["meeting_truce"] > 0 and chosen["threshold"] == 8 * chosen["initial_saving"] > DEFAULTS["threshold"]
        )
    assert check_options(dict(PRESETS["short"].options), 8)["rounds"] == 25
    quick = prepare(dict(PRESETS["quick"].options), 2, SeededRng("quick"))
    chart = chart_of(quick)
    assert (quick["rounds"], quick["starts"], chart.width, chart.height) == (12, "drawn", 21, 15)


def test_preview() -> None:
    """Before the match a table shows its map, and nothing of a map that is still to be generated."""
    shown = preview(check_options({}, 8))
    assert shown["map"] == maps.CAMPUS
    assert shown["terrain"]["D"] == {"key": "dormitory", "atk": 20, "def": 20, "members": 8}
    assert [note["text"] % note["data"] for note in shown["notes"]] == ["838 cells of land with 2664 members."]
    for wish in ("generated", {"generated": {}}):
        waiting = preview(check_options({"map": wish}, None))
        assert waiting["map"] is None
        assert waiting["notes"] == []


def test_settings() -> None:
    """Every number of the match comes from its option."""
    options = check_options({
        "starts": "auction", "rounds": 11, "initial_saving": 12, "min_birth_distance": 4, "campaign_limit": 13,
        "campaign_price": 2, "threshold": 401, "capital_influence_pct": 31, "justify_rounds": 5, "justify_price": 6,
        "truce_rounds": 7, "meeting_truce": 2, "alliance_tax": {"milli": 401}, "corruption": {"ppm": 1001},
        "capital_wage": {"base": 8, "per_round": 9}, "sight": 10, "show_campaigns": "allies", "reveal_bids": True,
        "end_jitter": 3, "capital_returns": True,
    }, 8)  # fmt: skip
    settings = settle(options)
    assert settings.chosen == {key: value for key, value in options.items() if key != "map"}
    assert (settings.rounds, settings.initial_saving, settings.min_birth_distance) == (11, 12, 4)
    assert (settings.campaign_limit, settings.campaign_price, settings.threshold) == (13, 2, 401)
    assert (settings.capital_influence_pct, settings.justify_rounds, settings.justify_price) == (31, 5, 6)
    assert (settings.truce_rounds, settings.alliance_milli, settings.corruption_ppm) == (7, 401, 1001)
    assert (settings.wage_base, settings.wage_per_round, settings.sight, settings.end_jitter) == (8, 9, 10, 3)
    assert settings.meeting_truce == 2
    assert settings.allies_see_campaigns
    assert settings.reveal_bids
    assert not settings.drawn
    assert settle(check_options({"map": field_map(starts=[[0, 0], [8, 8]]), "starts": "drawn"}, 2)).drawn


def test_options_that_are_younger_than_a_match_have_their_defaults() -> None:
    whole = check_options({}, 2)
    old = {key: value for key, value in whole.items() if key != "meeting_truce"}
    assert settle(old) == settle(whole)
