"""Do recorded games come out the same? Replays whole matches and single rounds of the vector files (chapter 19).

Orders of the recordings go straight into `resolve`: many are illegal on purpose, and it has to void, cut or cancel them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.rng import SeededRng
from games.core.vectors import Case, UnknownFormat
from games.hundred_clubs.constants import COMMANDS, RELATIONS, UNOWNED
from games.hundred_clubs.maps import draw
from games.hundred_clubs.resolve import resolve
from games.hundred_clubs.settings import check_options, settle
from games.hundred_clubs.setup import begin, begin_rounds
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import State

Json = Any

SEED_RULES: dict[str, Json] = {
    "rounds": 50,
    "influence": "exact",
    "threshold_strict": True,
    "unconnected": "owner",
    "second_backstab": "keep_neutral",
    "justify_price": 1,
    "justify_rounds": 3,
    "backstab_bonus": False,
    "war_to_alliance": False,
    "truce_rounds": 3,
    "alliance_tax": {"basis": "area", "milli": 400},
    "corruption": {"basis": "area", "ppm": 1000, "arithmetic": "floor"},
    "capital_wage": {"base": 5, "per_round": 0},
    "president": 0,
    "first_capital_influence": "birthplace",
    "supply_needs_own_capital": False,
    "exile": True,
    "income_floor_from": None,
    "campaign_limit": 32,
    "initial_saving": 50,
    "threshold": 400,
    "capital_influence_pct": 30,
    "sight": 2,
}
"""The rules of this engine in the words of the recordings. Only `truce_rounds` may differ there; it is an option here."""

LETTERS = {word[0]: word for word in COMMANDS}
RELATION_LETTERS = "unaw"
CUT_OFF_LETTERS = "abcdefgh"


def run(data: Json) -> Iterator[Case]:
    """Every case of a vector file; raises UnknownFormat for recordings of other rules than the engine's."""
    if not isinstance(data, dict) or not ("fixtures" in data or "rounds" in data):
        raise UnknownFormat("neither a match nor a file of single rounds")
    if "fixtures" in data:
        rules = _check_rules(data["rules"]["seed"])
        for fixture in data["fixtures"]:
            if fixture["rules"] == "seed":
                yield check_fixture(fixture, rules)
    else:
        yield check_match(data, _check_rules(data["rules"]))


def _check_rules(rules: Json) -> dict[str, Json]:
    """The options that a recording asks for; raises UnknownFormat if it was played by other rules."""
    if {**rules, "truce_rounds": 3} != SEED_RULES:
        other = [name for name in SEED_RULES if name != "truce_rounds" and rules.get(name) != SEED_RULES[name]]
        raise UnknownFormat(f"recorded by other rules: {', '.join(other or sorted(set(rules) - set(SEED_RULES)))}")
    return {"truce_rounds": rules["truce_rounds"]}


def new_state(vector: Json, options: dict[str, Json]) -> State:
    """A state before the auction on the map of a recording."""
    letters = vector.get("terrain") or [UNOWNED * vector["width"]] * vector["height"]
    overrides = [
        {"at": [x, y], **{key: vector[key][y][x] for key in ("atk", "def", "members")}}
        for y in range(vector["height"])
        for x in range(vector["width"])
    ]
    size = {"width": vector["width"], "height": vector["height"]}
    # Some of the recorded boards are smaller than a table may choose.
    chart = draw({"name": "recorded", **size, "rows": letters, "overrides": overrides})
    settings = settle(check_options(options, vector["clubs"]))
    return begin(chart, settings, vector["clubs"], SeededRng("vectors"))


# Single rounds.


def check_fixture(fixture: Json, options: dict[str, Json]) -> Case:
    """One round from a position that is given."""
    case = Case(fixture["name"])
    state = new_state(fixture, options)
    _place(state, fixture["before"])
    orders = {
        seat: {
            "diplomacy": {str(target): command for target, command in enumerate(given["diplomacy"]) if target != seat},
            "campaigns": [{"at": [x, y], "size": size} for x, y, size in given["campaigns"]],
            "capital": given["capital"],
        }
        for seat, given in enumerate(fixture["orders"])
        if given is not None
    }
    after, _ = resolve(state, orders, SeededRng("vectors"))
    expected = fixture["after"]
    case.expect("owners", expected["owners"], owners(after))
    case.expect("saving", expected["saving"], after.saving)
    case.expect("capital", expected["capital"], capitals(after))
    case.expect("alive", expected["alive"], [out is None for out in after.out])
    return case


def _place(state: State, before: Json) -> None:
    """Put a given position on the board, in place: all supplied, no counters, in the middle of a match."""
    state.phase, state.round = "rounds", 10
    state.owner = before["owners"].encode()
    state.saving = list(before["saving"])
    state.capital = [None if place is None else state.board.cell(place) for place in before["capital"]]
    state.relation = [[RELATION_LETTERS.index(letter) for letter in row] for row in before["relations"]]
    state.facts = None
    state.peak = facts(state).income[:]


# Matches.


def check_match(vector: Json, options: dict[str, Json]) -> Case:
    """A whole match, compared after every round."""
    case = Case(vector["name"])
    state = new_state(vector, {**options, "rounds": vector["rules"]["rounds"]})
    cells = [state.board.cell(place) for place in vector["birthplaces"]]
    state.birthplaces = list(cells)
    state.saving = [state.settings.initial_saving - bid for bid in vector["bids"]]
    begin_rounds(state)
    compare(case, "start", vector["start"], state)
    for number, recorded in enumerate(vector["rounds"], start=1):
        orders = {seat: _orders(seat, given) for seat, given in enumerate(recorded["orders"]) if given is not None}
        case.expect(f"round {number}, living", sorted(orders), state.living())
        state, _ = resolve(state, orders, SeededRng("vectors"))
        compare(case, f"round {number}", recorded["after"], state)
        if not case.passed:
            return case
    compare_final(case, vector["final"], state)
    return case


def _orders(seat: int, given: Json) -> dict[str, Json]:
    return {
        "diplomacy": {str(target): LETTERS[letter] for target, letter in enumerate(given["d"]) if target != seat},
        "campaigns": [{"at": [x, y], "size": size} for x, y, size in given["c"]],
        "capital": given["k"],
    }


def owners(state: State) -> str:
    """Owners in the recordings' letters: a digit in supply, a letter cut off."""
    return "".join(
        CUT_OFF_LETTERS[letter - ord("0")] if state.cut >> cell & 1 else chr(letter)
        for cell, letter in enumerate(state.owner)
    )


def capitals(state: State) -> list[list[int] | None]:
    """[x, y] or None per seat."""
    return [None if cell is None else state.board.place(cell) for cell in state.capital]


def compare(case: Case, where: str, expected: Json, state: State) -> None:
    """Note every field of a recorded position that differs."""
    known = facts(state)
    actual = {
        "owners": owners(state),
        "saving": state.saving,
        "income": known.income,
        "area": known.area,
        "capital": capitals(state),
        "relations": ["".join(RELATION_LETTERS[number] for number in row) for row in state.relation],
        "justify": state.justify,
        "truce": state.truce,
        "backstab_used": [int(used) for used in state.stabbed],
        "alive": [int(out is None) for out in state.out],
    }
    for field, value in actual.items():
        case.expect(f"{where}, {field}", expected[field], value)
    for seat, seen in enumerate(expected.get("visible") or []):
        if seen is not None and state.out[seat] is None:
            flags = state.board.to_flags([known.sight[seat]])[0].tolist()
            case.expect(f"{where}, sight of {seat}", seen, "".join("01"[flag] for flag in flags))


def compare_final(case: Case, final: Json, state: State) -> None:
    """Note differences in how the match ended."""
    if state.result is None:
        case.mismatches.append("final: expected an end, got none")
        return
    case.expect("final, rounds", final["rounds_played"], state.round)
    case.expect("final, peak", final["peak"], state.peak)
    case.expect("final, eliminated", final["eliminated_in_round"], state.out)
    case.expect("final, ranking", final["ranking"], state.result["ranking"])


assert len(RELATION_LETTERS) == len(RELATIONS)
