"""Does a program play on a running site: one match, many at once, through a restart, whatever it does wrong?"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fogbound_client import Address, Refused, Site, TokenRefused, attend, play, play_many, run, text_of
from fogbound_client.__main__ import main
from fogbound_client.deciding import Decider

import games
from games.core.rng import program_rng, seat_seed
from games.core.simulate import replay
from lobby.bots.modules import module_source
from tests.browser.site import Site as RunningSite
from tests.client.conftest import MakeAddress
from tests.lobby.module_texts import DEFAULT

pytestmark = pytest.mark.slow

STEPS = 10
TABLE: Any = {
    "game": "planet_conquer", "options": {"map": "two_lanterns", "max_round": STEPS}, "seats": 2, "step_seconds": 600,
    "bots": {"1": "easy"},
}  # fmt: skip


def decide(view: Any, choices: Any, rng: Any, memory: Any) -> Any:
    memory["steps"] = [*memory.get("steps", []), view["round"]]
    moves = [
        {"from": source["planet"], "to": rng.choice(source["targets"])["planet"], "units": source["units"] // 2}
        for source in choices["sources"]
        if source["targets"] and source["units"] > 1
    ]
    assert view["map"]["planets"], "what never changes in a view is in it"
    return {"moves": moves, "tactic": None}


def own_orders(address: Address, match: str, seat: int) -> list[Any]:
    with Site(address.url, address.token) as site:
        return [step[str(seat)] for step in site.matches_replay_retrieve(match)["orders"]]


def one_of_them(view: Any, choices: Any, rng: Any) -> Any:
    return {"walk": rng.choice([-1, 0, 1]), "throw": rng.randrange(view["size"])}


async def test_a_match_is_played_to_its_end(address_of: MakeAddress) -> None:
    address = address_of("Anna")
    result = await play(decide, table=TABLE, address=address, strict=True)
    assert (result.game, result.status, result.decisions, result.refused) == ("planet_conquer", "finished", STEPS, ())
    assert result.place in (1, 2)
    assert result.seat is not None
    orders = own_orders(address, result.match, result.seat)
    assert len(orders) == STEPS
    assert all(one["moves"] for one in orders)


def test_a_module_is_uploaded_and_made_better(
    address_of: MakeAddress, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = address_of("Ulla")
    file = tmp_path / "diver.wasm"
    file.write_bytes(module_source(DEFAULT))
    where = ["--site", address.url, "--token", address.token]
    assert main(["upload", str(file), "--game", "deep_blue", *where]) == 0
    number, name, *told = capsys.readouterr().out.split()
    assert (name, told[0]) == ("diver", str(file.stat().st_size))
    assert main(["upload", str(file), "--new-version-of", number, "--note", "the same", *where]) == 0
    with Site(address.url, address.token) as site:
        newest, oldest = site.programs_list()
        assert (newest["origin"], newest["note"], oldest["id"]) == (oldest["id"], "the same", int(number))
        assert site.programs_retrieve(newest["id"])["text"] == text_of(file)
    file.write_bytes(b"hello")
    assert main(["upload", str(file), "--game", "deep_blue", *where]) == 1
    assert "no WebAssembly module" in capsys.readouterr().err


async def test_the_same_orders_at_home_as_on_the_site(address_of: MakeAddress) -> None:
    address = address_of("Gerda")

    def moody(view: Any, choices: Any, rng: Any, memory: Any) -> Any:
        memory["mood"] = rng.random() if view["round"] == 1 else memory["mood"] / 2
        orders = decide(view, choices, rng, memory)
        return orders if rng.random() > memory["mood"] / 2 else None

    result = await play(moody, table=TABLE, address=address, strict=True)
    with Site(address.url, address.token) as site:
        record = site.matches_replay_retrieve(result.match)
    game, seat, memory = games.get("planet_conquer"), result.seat, dict[str, Any]()
    assert seat is not None
    given = [{int(number): orders for number, orders in step.items()} for step in record["orders"]]
    states = [state for _, state, _ in replay(game, record["options"], 2, record["seed"], given)]
    for step, (state, orders) in enumerate(zip(states, given, strict=False)):
        view, choices = game.view(state, seat), game.choices(state, seat) if game.choices else None
        rng = program_rng(seat_seed(record["seed"], seat), step)
        again = Decider(moody).ask(view=view, choices=choices, rng=rng, memory=memory)
        assert orders[seat] == (game.default_orders(state, seat) if again is None else game.check(state, seat, again))


async def test_several_matches_at_once(address_of: MakeAddress) -> None:
    results = await play_many(one_of_them, game="toy", matches=3, at_once=3, address=address_of("Berta"), strict=True)
    assert len({result.match for result in results}) == 3
    for result in results:
        assert (result.status, result.refused, result.errors) == ("finished", (), ())
        assert result.decisions > 0


async def test_every_match_of_the_account_is_played(address_of: MakeAddress) -> None:
    address, played = address_of("Carla"), set[str]()

    def conquer(view: Any, choices: Any, rng: Any, memory: Any) -> Any:
        played.add("planet_conquer")
        return decide(view, choices, rng, memory)

    def walk(view: Any) -> Any:
        played.add("toy")
        return {"walk": 1, "throw": None}

    deciders = {"planet_conquer": conquer, "toy": walk}
    with Site(address.url, address.token) as site:
        serving = asyncio.create_task(attend(deciders, address=address, strict=True))
        ids = []
        for table in (TABLE, {**TABLE, "game": "toy", "options": {}, "bots": {"1": "thrower"}}):
            opened = await asyncio.to_thread(lambda table=table: site.tables_create(**table))
            ids.append(opened["id"])
            await asyncio.to_thread(site.tables_start_create, opened["id"])
        while not serving.done():
            states = [(await asyncio.to_thread(site.matches_retrieve, one))["status"]["status"] for one in ids]
            if states == ["finished", "finished"]:
                break
            await asyncio.sleep(0.2)
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
    assert played == {"planet_conquer", "toy"}


async def test_a_challenge_is_accepted_and_played(address_of: MakeAddress) -> None:
    bold, asker = address_of("Hedda"), address_of("Ivar")
    asked: list[Any] = []

    def accept(challenge: Any) -> bool:
        asked.append(challenge)
        return bool(challenge["player"] == "Ivar")

    serving = asyncio.create_task(attend(one_of_them, address=bold, accept=accept, strict=True))
    with Site(asker.url, asker.token) as site:
        made = await asyncio.to_thread(site.challenges_create, player="Hedda", game="toy", seats=2, step_seconds=600)
    asking = asyncio.create_task(attend(one_of_them, address=asker, strict=True))
    with Site(asker.url, asker.token) as site:
        while not serving.done():
            shown = await asyncio.to_thread(site.matches_retrieve, made["id"])
            if shown["status"]["status"] == "finished":
                break
            await asyncio.sleep(0.2)
    for task in (serving, asking):
        task.cancel()
    assert {one["place"] for one in shown["status"]["seats"]} <= {1, 2}
    assert [one["challenge"] for one in asked] == [made["id"]]


async def test_a_restart_of_the_site_costs_no_step(site: RunningSite, address_of: MakeAddress) -> None:
    address, asked = address_of("Dora"), list[int]()

    def killing(view: Any, choices: Any, rng: Any, memory: Any) -> Any:
        asked.append(view["round"])
        if len(asked) == 3:
            site.kill()
            site.start()
        return decide(view, choices, rng, memory)

    result = await play(killing, table=TABLE, address=address, strict=True)
    assert asked == list(range(1, STEPS + 1)), "each step is decided once"
    assert result.seat is not None
    assert None not in own_orders(address, result.match, result.seat)


async def test_what_is_wrong_costs_its_step_and_is_told(address_of: MakeAddress) -> None:
    address, told = address_of("Elsa"), list[Any]()

    def clumsy(view: Any, choices: Any, rng: Any, memory: Any, refused: Any) -> Any:
        told.append((view["round"], refused))
        memory["asked"] = memory.get("asked", 0) + 1
        if view["round"] == 2:
            return {"moves": [{"from": 0, "to": 0, "units": -1}], "tactic": None}
        if view["round"] == 4:
            raise ZeroDivisionError("a mistake")
        if view["round"] == 6:
            return None
        assert memory["asked"] == (view["round"] if view["round"] < 4 else view["round"] - 1)
        return decide(view, choices, rng, memory)

    result = await play(clumsy, table=TABLE, address=address)
    assert result.decisions == STEPS
    assert [step for step, refused in told if refused is not None] == [3]
    refused = dict(told)[3]
    assert refused == result.refused[0]
    assert (refused["step"], refused["path"].split("[")[0]) == (1, "moves")
    assert result.errors == ("step 3: ZeroDivisionError: a mistake",)
    assert result.seat is not None
    orders = own_orders(address, result.match, result.seat)
    # The three steps were played with the game's default orders, and nothing waited for a deadline.
    assert [number for number, one in enumerate(orders, 1) if not one["moves"]] == [2, 4, 6]


async def test_people_meet_in_the_queue(address_of: MakeAddress) -> None:
    both = [address_of("Hanna"), address_of("Ida")]
    played = [play(one_of_them, game="toy", against="people", address=address, strict=True) for address in both]
    first, second = await asyncio.gather(*played)
    assert first.match == second.match
    assert {first.seat, second.seat} == {0, 1}
    assert {first.status, second.status} == {"finished"}


def test_what_cannot_be_played_is_said(address_of: MakeAddress) -> None:
    address = address_of("Frida")
    with pytest.raises(Refused) as refusal:
        run(decide, match="nowhere", site=address.url, token=address.token)
    assert refusal.value.code == "no_match"
    with pytest.raises(TokenRefused) as refusal:
        run(decide, match="nowhere", site=address.url, token="fog_nobody")
    assert (refusal.value.code, refusal.value.status) == ("bad_token", 401)
    with pytest.raises(TokenRefused):
        run(decide, game="planet_conquer", site=address.url, token="fog_nobody")
    with pytest.raises(Refused, match="bot"):
        run(decide, game="planet_conquer", against="nobody", site=address.url, token=address.token)
