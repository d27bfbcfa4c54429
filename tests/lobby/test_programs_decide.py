"""`decide` on the site: the same file gives the same orders as at home, and what goes wrong costs its own seat alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection
from django.utils import timezone

import games
from games.core import deciding
from games.core.simulate import play
from lobby.bots.hosted import Runner
from lobby.bots.loader import ProgramRefused
from lobby.bots.programs import save_program
from lobby.bots.sandbox import Sandbox
from lobby.matches.models import Match, Orders, Program, ProgramMemory, Seat
from lobby.operations.own_bots import own_bot
from lobby.play import timer
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db(transaction=True)

DECIDING = [game.id for game in map(games.get, games.GAMES) if game.programs and game.programs.trial_steps]
"""Games whose programs are `decide` alone."""
GAME = "planet_conquer"
STEPS = 6

WANDERER = '''
def decide(view, choices, rng, memory, refused):
    """Sends by lot; in every third turn more than there is."""
    memory["turns"] = memory.get("turns", 0) + 1
    memory.setdefault("refused", []).append(refused and [refused["step"], refused["code"], refused["path"]])
    moves = []
    for source in choices["sources"]:
        too_many = memory["turns"] % 3 == 0
        if source["targets"] and (too_many or rng.random() < 0.7):
            units = 10 ** 6 if too_many else 1 + rng.randrange(source["units"])
            moves.append({"from": source["planet"], "to": rng.choice(source["targets"])["planet"], "units": units})
    rng.shuffle(moves)
    return {"moves": moves, "tactic": None} if moves else None
'''
IDLE = "def decide():\n    return None\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=2)
    yield made
    made.close()


@pytest.fixture
def hosted(make_match) -> Callable[..., Match]:
    """A match in which these texts play the seats."""

    def put(match: Match, texts: tuple[str, ...]) -> None:
        for number, text in enumerate(texts):
            seat = Seat.objects.get(match=match, number=number)
            program = Program.objects.create(owner_id=seat.user_id, game=match.game, name=f"P{number}", text=text)
            Seat.objects.filter(pk=seat.pk).update(program=program)

    def make(*texts: str) -> Match:
        match: Match = make_match(game=GAME)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(put, match, texts).result()
            pool.submit(lambda: connection.close()).result()
        return match

    return make


async def played(match: Match, sandbox: Sandbox, steps: int = STEPS) -> list[dict[int, object]]:
    """Let the programs play; what each seat ordered, by step."""
    runner = Runner(sandbox)
    for _ in range(steps):
        await runner.play(match.pk)
        await timer.settle()
    rows = [row async for row in Orders.objects.filter(match=match, step__lt=steps).order_by("step", "seat")]
    assert len(rows) == 2 * steps and {row.by for row in rows} == {"program"}
    return [{row.seat: row.orders for row in rows if row.step == step} for step in range(steps)]


async def test_a_file_orders_the_same_at_home_and_on_the_site(hosted, sandbox, tmp_path):
    match = hosted(WANDERER, WANDERER)
    (tmp_path / "wanderer.py").write_text(WANDERER)
    bot = own_bot(str(tmp_path / "wanderer.py"))
    at_home = play(games.get(GAME), match.options, 2, [bot, bot], match.seed)
    on_the_site = await played(match, sandbox)
    assert on_the_site == list(at_home.orders[:STEPS])
    assert at_home.refused > 0, "refusals are the same too"


async def test_what_was_refused_is_told_at_the_next_turn_and_to_the_owner(hosted, sandbox):
    match = hosted(WANDERER, IDLE)
    await played(match, sandbox, steps=4)
    memory = await ProgramMemory.objects.aget(match=match, seat=0)
    assert memory.refused is None, "the fourth turn was legal again"
    kept = json.loads(memory.entities[deciding.ENTITY])
    assert kept["turns"] == 4
    assert kept["refused"][:3] == [None, None, None] and kept["refused"][3][0] == 2
    assert any(line.get("void") == "refused" for line in memory.console), memory.console


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("def decide(view):\n    while True: pass\n", id="endless"),
        pytest.param("def decide(view):\n    return [0] * 10 ** 9\n", id="memory"),
        pytest.param("def decide(view):\n    return 'x' * 10 ** 6\n", id="large"),
        pytest.param("def decide(view):\n    return {'moves': {1: {2: []}}}\n", id="other keys"),
        pytest.param("def decide(view):\n    return float('nan')\n", id="nan"),
        pytest.param("def decide(view):\n    return [decide]\n", id="function"),
        pytest.param("def decide(view):\n    a = []\n    a.append(a)\n    return a\n", id="circle"),
        pytest.param("def decide(view, memory):\n    memory['x'] = 'y' * 10 ** 5\n    return None\n", id="much memory"),
        pytest.param("def decide(view):\n    return decide(view)\n", id="depth"),
        pytest.param("def decide(view):\n    raise SystemExit\n", id="exit"),
    ],
)
async def test_a_hostile_program_costs_its_own_seat_the_default_orders(hosted, sandbox, text):
    match = hosted(text, IDLE)
    orders = await played(match, sandbox, steps=1)
    assert orders[0][0] == orders[0][1], "both have the default orders of the first round"
    memory = await ProgramMemory.objects.aget(match=match, seat=0)
    assert [line for line in memory.console if line.get("void")], "its owner is told why"
    assert (await Match.objects.aget(pk=match.pk)).step == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n", 0),
        ("\ndef decide(view, secrets):\n    return None\n", 2),
        ("def decide(view):\n    return view['nothing of this name']\n", 2),
    ],
)
def test_what_cannot_play_is_refused_before_it_is_saved(alice, text, line):
    with pytest.raises(ProgramRefused) as refusal:
        save_program(user=alice, game_id=GAME, name="Mine", text=text)
    assert refusal.value.line == line
    assert not Program.objects.exists()


@pytest.mark.parametrize("game", DECIDING)
def test_the_example_of_the_editor_can_be_saved_as_it_is(alice, game):
    rules = games.get(game).programs
    assert rules is not None
    assert save_program(user=alice, game_id=game, name="Example", text=rules.example).text == rules.example


# --- What happens to programs that fail again and again

WRONG = "def decide(view):\n    return view['nothing of this name']\n"


async def test_a_program_that_fails_too_often_is_off_for_the_rest_of_the_match(hosted, sandbox, settings):
    settings.PROGRAM_STRIKES = 3
    match = hosted(WRONG, IDLE)
    await played(match, sandbox, steps=5)
    memory = await ProgramMemory.objects.aget(match=match, seat=0)
    assert memory.strikes == 3
    assert memory.counts == {"error": 3, "off": 2}, "after that none of its runs begins"
    assert [line["step"] for line in memory.console if line["void"] == "off"] == [2]
    other = await ProgramMemory.objects.aget(match=match, seat=1)
    assert (other.strikes, other.counts) == (0, {})
    program = await Program.objects.aget(seats__match=match, seats__number=0)
    assert (program.failures, program.switched_off) == (1, "")


async def test_refused_orders_are_counted_and_are_no_strike(hosted, sandbox, settings):
    settings.PROGRAM_STRIKES = 1
    match = hosted("def decide():\n    return {'moves': 1}\n", IDLE)
    await played(match, sandbox, steps=3)
    memory = await ProgramMemory.objects.aget(match=match, seat=0)
    assert (memory.strikes, memory.counts) == (0, {"refused": 3})


async def test_a_program_that_fails_in_several_matches_is_switched_off_and_its_owner_is_told(
    hosted, sandbox, settings, alice
):
    settings.PROGRAM_STRIKES, settings.PROGRAM_FAILURES = 1, 2
    first, second = hosted(WRONG, IDLE), hosted(WRONG, IDLE)
    program = await Program.objects.aget(seats__match=first, seats__number=0)
    await Seat.objects.filter(match=second, number=0).aupdate(program=program)
    await played(first, sandbox, steps=2)
    game = games.get(GAME)
    assert await tables.programs_of(alice.pk, game).filter(pk=program.pk).aexists()
    await played(second, sandbox, steps=1)
    await program.arefresh_from_db()
    assert (program.failures, program.switched_off) == (2, "error: KeyError: nothing of this name")
    assert program.switched_off_at is not None
    assert not await tables.programs_of(alice.pk, game).filter(pk=program.pk).aexists(), "it is offered no more"


def test_the_page_of_a_program_that_is_switched_off_says_why_and_how_it_plays_again(alice, client):
    program = Program.objects.create(
        owner=alice,
        game=GAME,
        name="Mine",
        text=WRONG,
        switched_off="error: KeyError: nothing",
        switched_off_at=timezone.now(),
    )
    client.force_login(alice)
    text = client.get(f"/programs/{program.pk}/").content.decode()
    assert "an error: KeyError: nothing" in text and "Make a new version" in text
    assert client.get(f"/api/programs/{program.pk}/").json()["switched_off"] == "an error: KeyError: nothing"
    better = save_program(user=alice, game_id=GAME, name="Mine", text=IDLE, origin_id=program.pk)
    assert tables.programs_of(alice.pk, games.get(GAME)).get() == better


async def test_a_game_that_fails_on_a_program_s_answer_costs_only_its_seat(hosted, sandbox, monkeypatch):
    match = hosted(IDLE, "def decide():\n    return {'moves': []}\n")

    def failing(view, answers):
        if answers[deciding.ENTITY] != [None]:
            raise KeyError("the game")
        return

    rules = replace(games.get(GAME).programs, orders=failing)
    monkeypatch.setattr("lobby.bots.hosted.game_of", lambda match: replace(games.get(GAME), programs=rules))
    await played(match, sandbox, steps=1)
    memory = await ProgramMemory.objects.aget(match=match, seat=1)
    assert memory.refused["code"] == "internal"
    assert (await Match.objects.aget(pk=match.pk)).status == "running"
