"""What `games.core.contract` promises, held against every game of the list, the toy of these tests included.

A game is played here through its own bots and through random, broken and missing orders; nothing here knows its rules.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any, get_args

import pytest

from games import all_games
from games.core.chances import WHOLE
from games.core.clocks import LONGEST_HOLD, Timing
from games.core.contract import ByPeople, Game, Json
from games.core.errors import OptionError, OrderError
from games.core.events import PUBLIC, REFEREE, filter_for
from games.core.rng import SeededRng, seat_rng, step_rng
from tests.games.hostile import hostile_values, mutate
from tests.games.toy import GAME as TOY
from tests.sweeps import first

GAMES = [*all_games(), TOY]
STEPS = 40
"""How far the sampled matches are played; whole matches are the playthroughs' business."""


def _tables() -> Iterator[Any]:
    """Every game with the fewest and the most seats its default options allow, and each preset with the fewest: the first one in every run."""
    for game in GAMES:
        for seats in allowed_seats(game, {}):
            yield pytest.param(game, seats, {}, id=f"{game.id}-{seats}")
        yield from first(
            pytest.param(
                game, allowed_seats(game, dict(preset.options))[0], dict(preset.options), id=f"{game.id}-{name}"
            )
            for name, preset in game.presets.items()
        )


def allowed_seats(game: Game, options: dict[str, Any]) -> list[int]:
    """The smallest and the largest number of seats that these options start with."""
    good = []
    for seats in game.seats:
        try:
            game.check_options(options, seats)
        except OptionError:
            continue
        good.append(seats)
    assert good, f"{game.id} starts with no number of seats at {options}"
    return sorted({good[0], good[-1]})


TABLES = list(_tables())


def begin(game: Game, seats: int, options: dict[str, Any], seed: str) -> tuple[dict[str, Any], Any]:
    full = game.check_options(options, seats)
    if game.prepare is not None:
        full = game.prepare(full, seats, step_rng(seed, -1))
    return full, game.setup(full, seats, step_rng(seed, 0))


def bot_orders(game: Game, state: Any, seed: str, step: int, memory: dict[int, dict[str, Any]]) -> dict[int, Any]:
    """Checked orders of all pending seats, from the weakest bot."""
    orders = {}
    for seat in game.pending(state):
        raw = game.bots[0].decide(game.view(state, seat), seat_rng(seed, step, seat), memory.setdefault(seat, {}))
        orders[seat] = game.check(state, seat, raw)
    return orders


def played(game: Game, seats: int, options: dict[str, Any], seed: str) -> Iterator[tuple[int, Any, dict[int, Any]]]:
    """(step, state, orders given on it) of a match between bots in which now and then somebody misses a step."""
    _, state = begin(game, seats, options, seed)
    memory: dict[int, dict[str, Any]] = {}
    dice = SeededRng(f"{seed}:missed")
    for step in range(STEPS):
        if game.outcome(state) is not None:
            yield step, state, {}
            return
        orders = bot_orders(game, state, seed, step, memory)
        for seat in list(orders):
            if dice.randrange(20) == 0:
                orders[seat] = None
        yield step, state, orders
        state, _ = game.resolve(state, orders, step_rng(seed, step + 1))
    yield STEPS, state, {}


def assert_clear(error: OrderError) -> None:
    """A refusal has a word, a place and a sentence without holes."""
    assert error.code
    assert isinstance(error.path, str)
    assert error.message
    echoed = any("%(" in str(value) for value in error.data.values())
    assert echoed or "%(" not in error.message


def as_bytes(value: Any) -> str:
    return json.dumps(value, sort_keys=True, allow_nan=False)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_match_is_longer_than_its_game_says(game: Game) -> None:
    options = dict(game.presets.get("quick", next(iter(game.presets.values()))).options)
    seats = allowed_seats(game, options)[0]
    full, state = begin(game, seats, options, "length")
    assert game.longest is not None
    most = game.longest(full, seats)
    assert game.longest(game.check_options(options, seats), seats) == most, "prepared or not, it is the same match"
    steps, time, memory = 0, 0.0, {}
    while game.outcome(state) is None:
        time += game.clocks[game.timing(state).clock].factor
        state, _ = game.resolve(state, bot_orders(game, state, "length", steps, memory), step_rng("length", steps + 1))
        steps += 1
    assert most.steps is None or steps <= most.steps
    assert most.time is None or time <= most.time + 1e-9
    assert (most.steps is None) == (most.time is None)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_shorter_match_has_legal_options_and_few_steps(game: Game, seats: int, options: dict[str, Any]) -> None:
    full = game.check_options(options, seats)
    assert game.longest is not None
    assert game.shorter is not None
    for steps in (30, 100_000):
        changed = game.shorter(full, seats, steps)
        sooner = game.longest(game.check_options({**options, **changed}, seats), seats)
        assert sooner.rounds <= game.longest(full, seats).rounds
        assert sooner.steps is None or sooner.steps <= steps
        assert steps == 30 or not changed


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_facts_are_complete(game: Game) -> None:
    """The lobby can offer the game: its options' defaults and presets are legal, ids are unique, words are there."""
    assert all([game.name, game.summary, game.rules_version])
    assert len({option.key for option in game.options}) == len(game.options)
    assert len({bot.id for bot in game.bots}) == len(game.bots) > 0
    seats = allowed_seats(game, {})[0]
    full = game.check_options({}, seats)
    assert set(full) == {option.key for option in game.options}
    assert game.check_options(full, seats) == full
    for option in game.options:
        assert option.label
        if option.kind in {"choice", "choices"}:
            assert option.choices
        if option.kind == "int" and option.minimum is not None and option.maximum is not None:
            assert option.minimum <= option.maximum


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_whatever_ends_a_match_is_said_in_a_sentence(game: Game) -> None:
    """The type checker holds that an engine ends no match for another reason than those of its type."""
    given = get_args(import_module(f"games.{game.id}.constants").Reason)
    assert set(game.reasons) == set(given)
    assert all(sentence.endswith(".") for sentence in game.reasons.values())
    # Two of one game that read alike would be one.
    assert len(set(game.reasons.values())) == len(game.reasons)


@pytest.mark.parametrize("reason", get_args(ByPeople))
def test_no_game_ends_a_match_as_people_do(reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        replace(TOY, reasons={**TOY.reasons, reason: "It is over."})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_bad_options_name_themselves(game: Game) -> None:
    """An unknown option, and any option of a wrong kind, is an OptionError whose path starts with its key."""
    seats = allowed_seats(game, {})[0]
    with pytest.raises(OptionError) as refused:
        game.check_options({"no_such_option": 1}, seats)
    assert refused.value.path == "no_such_option"
    for option in game.options:
        with pytest.raises(OptionError) as refused:
            game.check_options({option.key: {"wrong": [True]}}, seats)
        assert refused.value.path.startswith(option.key)
    with pytest.raises(OptionError):
        game.check_options({}, game.seats[-1] + 1)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_match_keeps_every_promise(game: Game, seats: int, options: dict[str, Any]) -> None:
    """Determinism, untouched arguments, round trips, views, events, choices, invariants: at every step of a match."""
    statics: dict[str, Any] = {}
    for step, state, orders in played(game, seats, options, f"contract-{seats}"):
        stored = game.to_json(state)
        text = as_bytes(stored)
        assert as_bytes(game.to_json(game.from_json(json.loads(text)))) == text
        if game.invariants is not None:
            game.invariants(state)
        outcome, pending = game.outcome(state), game.pending(state)
        assert (outcome is None) == bool(pending)
        assert pending == [seat for seat in range(seats) if seat in pending]
        if game.chances is not None and outcome is None:
            estimate = game.chances(state)
            assert all(type(one) is int and one >= 0 for one in estimate)
            assert (len(estimate), sum(estimate)) == (seats, WHOLE)
            assert list(estimate) == list(game.chances(game.from_json(json.loads(text))))
        for audience in [*range(seats), PUBLIC, REFEREE]:
            view = game.view(state, audience)
            assert json.loads(as_bytes(view)) is not None
            for key in game.static_keys:
                assert statics.setdefault(key, view[key]) == view[key]
        for seat in pending:
            default = game.default_orders(state, seat)
            assert game.check(state, seat, default) == game.check(state, seat, game.check(state, seat, default))
            if game.choices is not None:
                as_bytes(game.choices(state, seat))
            if game.forecast is not None:
                as_bytes(game.forecast(game.view(state, seat), default))
        if outcome is not None:
            assert outcome.reason in game.reasons
            assert sorted(place.seat for place in outcome.ranking) == list(range(seats))
            places = [place.place for place in outcome.ranking]
            assert places == sorted(places)
            assert places[0] == 1
            return
        given = copy.deepcopy(orders)
        after, events = game.resolve(state, orders, step_rng("same", step))
        again, again_events = game.resolve(game.from_json(json.loads(text)), orders, step_rng("same", step))
        assert as_bytes(game.to_json(state)) == text, "resolve changed its state"
        assert orders == given, "resolve changed its orders"
        assert as_bytes(game.to_json(after)) == as_bytes(game.to_json(again))
        assert as_bytes(list(events)) == as_bytes(list(again_events))
        for event in events:
            assert isinstance(event["type"], str)
            assert event["to"] == "all" or set(event["to"]) <= set(range(seats))
            assert event["to"] == "all" or len(event["to"]) == len(set(event["to"])), "a seat is named twice"
        for audience in [*range(seats), PUBLIC, REFEREE]:
            assert not any("to" in event or "redacted" in event for event in filter_for(events, audience))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@pytest.mark.parametrize("answer", first(["missed", "default"]))
def test_silence_finishes_a_match(game: Game, seats: int, options: dict[str, Any], answer: str) -> None:
    """No match waits for ever for seats that say nothing, be their steps missed or played by default orders."""
    _, state = begin(game, seats, options, "silence")
    for step in range(2000):
        pending = game.pending(state)
        if not pending:
            break
        orders = {seat: None if answer == "missed" else game.default_orders(state, seat) for seat in pending}
        state, _ = game.resolve(state, orders, step_rng("silence", step + 1))
    assert game.outcome(state) is not None


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_giving_up_ends_it(game: Game, seats: int, options: dict[str, Any]) -> None:
    """Seats that resign one after another are asked no more, and the last one standing has won; also out of turn."""
    _, state = begin(game, seats, options, "giving-up")
    for step, seat in enumerate(range(seats - 1)):
        assert game.outcome(state) is None
        orders: dict[int, Any] = {other: game.default_orders(state, other) for other in game.pending(state)}
        orders[seat] = game.check(state, seat, game.resign_orders)
        state, _ = game.resolve(state, orders, step_rng("giving-up", step + 1))
        assert seat not in game.pending(state)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.ranking[0].seat == seats - 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_hostile_orders_are_orders_or_an_error(game: Game) -> None:
    """Whatever comes in, `check` returns normal orders that resolve, or raises OrderError with a filled sentence."""
    dice = SeededRng("hostile")
    seats = allowed_seats(game, {})[-1]
    good = refused = 0
    for step, state, orders in played(game, seats, {}, "hostile"):
        before = as_bytes(game.to_json(state))
        for seat in range(seats):
            base = orders.get(seat) or game.default_orders(state, seat) if game.pending(state) else {}
            for value in [*hostile_values(), *(mutate(base, dice) for _ in range(12))]:
                try:
                    normal = game.check(state, seat, value)
                except OrderError as error:
                    refused += 1
                    assert_clear(error)
                else:
                    good += 1
                    assert game.check(state, seat, normal) == normal
                    game.resolve(state, {seat: normal}, step_rng("hostile", step + 1))
                if game.forecast is not None:
                    try:
                        game.forecast(game.view(state, seat), value)
                    except OrderError as error:
                        assert_clear(error)
        assert as_bytes(game.to_json(state)) == before
        if step >= 4:
            break
    assert refused > 100
    assert good > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_refusals_do_not_depend_on_what_is_hidden(game: Game) -> None:
    """The same order refused at the same seat in the same state is refused in the same words."""
    seats = allowed_seats(game, {})[-1]
    _, state = begin(game, seats, {}, "words")
    for value in hostile_values():
        answers = set()
        for _ in range(2):
            try:
                answers.add(as_bytes(game.check(state, 0, value)))
            except OrderError as error:
                answers.add(f"{error.code} {error.path} {error.message}")
        assert len(answers) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_bots_need_only_their_view(game: Game) -> None:
    """Every bot answers a view that went through JSON, with an empty memory, twice the same, and legally."""
    seats = allowed_seats(game, {})[0]
    for step, state, _ in played(game, seats, {}, "bots"):
        if step % 10:
            continue
        for seat in game.pending(state):
            view = json.loads(as_bytes(game.view(state, seat)))
            for bot in game.bots:
                first = bot.decide(view, seat_rng("bots", step, seat), {})
                second = bot.decide(copy.deepcopy(view), seat_rng("bots", step, seat), {})
                assert as_bytes(first) == as_bytes(second)
                game.check(state, seat, first)


WORKSHOPS = [game for game in GAMES if game.workshop is not None]


@pytest.mark.parametrize("game", WORKSHOPS, ids=lambda game: game.id)
def test_a_workshop_shows_all_that_a_page_needs_and_judges_whatever_comes_in(game: Game) -> None:
    """Ready-made builds have no faults at tables of a variant and are orders or an option; the empty one has some, each a sentence at a place; targets can be measured against."""
    workshop = game.workshop
    assert workshop is not None
    assert re.fullmatch(r"[a-z][a-z-]*", workshop.word)
    assert all([workshop.name, workshop.one, workshop.help])
    shown = json.loads(as_bytes(workshop.describe({})))
    assert shown["ready"]
    variants = [one["options"] for one in shown.get("variants", [])] or [{}]
    for ready in shown["ready"]:
        options = variants[ready.get("variant", 0)]
        build, faults = workshop.judge(options, ready["build"])
        assert not faults
        assert workshop.judge(options, build) == (build, [])
        _, state = begin(game, allowed_seats(game, options)[0], options, "workshop")
        assert len(as_bytes(build)) <= workshop.most_bytes
        if workshop.orders is not None:
            assert game.check(state, game.pending(state)[0], workshop.orders(build))
        if workshop.option:
            assert_a_table_takes_it(game, build)
        for target in shown["targets"]:
            assert workshop.measure is not None
            as_bytes(workshop.measure({}, build, target))
    assert workshop.judge({}, shown["empty"])[1]
    dice = SeededRng("workshop")
    for value in [*hostile_values(), *(mutate(shown["ready"][0]["build"], dice) for _ in range(60))]:
        build, faults = workshop.judge({}, value)
        assert faults or workshop.orders is None or as_bytes(workshop.orders(build))
        if workshop.option and not faults:
            assert_a_table_takes_it(game, build)
        for fault in faults:
            assert_clear(fault)
        if workshop.read is not None:
            as_bytes(workshop.judge({}, workshop.read(value).build)[0])
        if workshop.measure is None:
            continue
        as_bytes(workshop.measure({}, value, shown["targets"][0]))
        if value not in shown["targets"]:
            with pytest.raises(OptionError):
                workshop.measure({}, {}, value)


def assert_a_table_takes_it(game: Game, build: Json) -> None:
    """A build without faults is a value of the workshop's option at tables of every size that it says."""
    workshop = game.workshop
    assert workshop is not None and workshop.seats is not None
    (option,) = [one for one in game.options if one.key == workshop.option]
    assert option.custom
    for seats in workshop.seats(build):
        game.check_options({option.key: build}, seats)
    assert workshop.facts is None or all(one["text"] for one in workshop.facts(build))
    assert workshop.picture is None or workshop.picture(build).shapes


def cards_of(held: Json, part: dict[str, Json]) -> list[str]:
    """The cards of a part, each as often as it is there."""
    if part["form"] == "one":
        return [held]
    if part["form"] == "counts":
        return [name for name, count in held.items() for _ in range(count)]
    return [one[part["each"]] if "each" in part else one for one in held]


OF_CARDS = [game for game in WORKSHOPS if game.workshop and "parts" in game.workshop.describe({})]


@pytest.mark.parametrize("game", OF_CARDS, ids=lambda game: game.id)
def test_builds_of_cards_can_be_drawn_by_the_shared_room(game: Game) -> None:
    """Every part names a kind of cards, a form and how many it holds; ready-made builds have that form."""
    assert game.workshop is not None
    shown = game.workshop.describe({})
    known = shown["cards"]
    for i, variant in enumerate(shown.get("variants", ())):
        assert variant["name"] in game.words and type(variant["fits"]) is bool
        options = game.check_options(variant["options"], None)
        assert i > 0 or options == game.check_options({}, None), "the first is that of the default options"
    assert all(card["id"] == key and card["name"] for key, card in known.items())
    for part in shown["parts"]:
        assert part["form"] in ("one", "list", "counts") and part["copies"] >= 1
        assert part["key"] in shown["empty"]
        if fits := part.get("fits"):
            printed = [name for card in known.values() if card["kind"] == part["kind"] for name in card[fits["own"]]]
            assert part["each"] and fits["key"] and fits["copies"] >= 1
            assert {known[name]["kind"] for name in printed} == {fits["kind"]}
        for build in (ready["build"] for ready in shown["ready"]):
            ids = cards_of(build[part["key"]], part)
            assert {known[one]["kind"] for one in ids} == {part["kind"]}
            most = part["most"]
            assert len(ids) <= (most if isinstance(most, int) else known[build[most["of"]]][most["under"]][part["key"]])
            assert all(ids.count(one) <= part["copies"] for one in ids)


def test_no_game_may_ask_for_a_long_secret_wait():
    assert Timing(hold=(0.0, LONGEST_HOLD)).hold
    with pytest.raises(ValueError, match="secret wait of 11"):
        Timing(hold=(0.0, 11.0))
