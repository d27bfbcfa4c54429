"""Programs that try to be more than they look like, by the three ways in which they come: saved, in a trial, and in a match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async

import games
from lobby.bots.hosted import Runner
from lobby.bots.programs import save_program
from lobby.bots.refusing import ProgramRefused
from lobby.bots.sandbox import Sandbox
from lobby.bots.trial import play_trial, trial_seed
from lobby.matches.models import Match, Orders, Program, Seat
from lobby.play import timer
from lobby.store import positions
from tests.lobby.smuggled_programs import SMUGGLED, WORKING, inside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

GAME = "planet_conquer"
DEAR = {
    "work in methods": inside(*WORKING["upper and lower"]),
    "work by another name": inside(*WORKING["sorted by another name"]),
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


def saved(user: object, text: str) -> Program:
    return save_program(user=user, game_id=GAME, name="Smuggler", text=text)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SMUGGLED)
def test_a_smuggled_text_is_neither_saved_nor_tried(name: str, alice: object, sandbox: Sandbox) -> None:
    text = SMUGGLED[name]
    game = games.get(GAME)
    with pytest.raises(ProgramRefused):
        saved(alice, text)
    with pytest.raises(ProgramRefused):
        sandbox.prepare(game.programs.rules(text), text)
    assert not Program.objects.exists()


@pytest.mark.parametrize("name", DEAR)
def test_work_in_builtins_is_over_the_budget_in_a_trial_and_refused_when_saved(
    name: str, alice: object, sandbox: Sandbox
) -> None:
    text, game = DEAR[name], games.get(GAME)
    with pytest.raises(ProgramRefused, match="within its budget or time"):
        saved(alice, text)
    prepared = sandbox.prepare(game.programs.rules(text), text)
    trial = play_trial(game=game, prepared=prepared, level="easy", seed=trial_seed("x"), steps=2, sandbox=sandbox)
    runs = [run for piece in trial for run in piece.runs]
    assert [run["void"] for run in runs] == ["over its budget"] * 2
    assert all(run["units"] > run["budget"] for run in runs)


@pytest.mark.parametrize("text", [SMUGGLED["the counter in a specification"], *DEAR.values()])
async def test_a_text_that_came_into_a_match_all_the_same_plays_default_orders(
    text: str, make_match, sandbox: Sandbox
) -> None:
    def put() -> Match:
        match = make_match(game=GAME)
        for seat in Seat.objects.filter(match=match):
            program = Program.objects.create(owner_id=seat.user_id, game=GAME, name=f"P{seat.number}", text=text)
            Seat.objects.filter(pk=seat.pk).update(program=program)
        return match

    match = await sync_to_async(put)()
    await Runner(sandbox).play(match.pk)
    await timer.settle()
    await match.arefresh_from_db()
    assert match.step == 1
    begun = (await sync_to_async(positions.position)(match.pk, 0)).state
    default = games.get(GAME).default_orders
    given = [orders.orders async for orders in Orders.objects.filter(match=match, step=0)]
    assert len(given) == 2 and all(one == default(begun, 0) for one in given)
