"""Two worlds: what a seat cannot see is changed, and nothing that reaches it may change by a byte."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

import games
from games.core.clocks import Timing
from lobby.fog import audience, fairness
from lobby.matches.models import Match, Step
from lobby.store import positions
from lobby.store.positions import Position
from tests.games import toy
from tests.lobby.play_socket.conftest import in_thread, play_step

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

ROUNDS = 300
TIMES = re.compile(r'"(now|started_at|deadline|at|id)":\d+')
UNSTEADY = re.compile(r'\{"type":"(pong|orders)"')


async def live(match: Match, connect: Any, secret: int, notes: list[str]) -> dict[Any, list[str]]:
    """Plays a match in which seat 0 has that secret and writes these notes, drafts first; returns what the others heard."""

    def tamper() -> None:
        step = Step.objects.get(match=match, number=0)
        state = positions.unpack(step.state)
        state["secrets"][0] = secret
        state["hidden"] = secret // 2
        step.state = positions.pack_text(positions.canonical(state))
        step.save()
        positions.forget()

    await in_thread(tamper)
    alice, bob, charlie, stranger = [await connect(name) for name in ("alice", "bob", "charlie", None)]
    for tab in (alice, bob, charlie, stranger):
        await tab.watch(match)
    told: dict[Any, list[str]] = {"bob": [], "charlie": [], None: []}

    async def note() -> None:
        """Writes down what has come. How often it was asked whether all is quiet, how many `status` a burst has and whether
        the echo of one's own orders comes before the frame, or is overtaken by it, are matters of speed: of `status` the
        last counts, of a burst the content."""
        for name, tab in (("bob", bob), ("charlie", charlie), (None, stranger)):
            await tab.settle()
            promise = fairness.seed_hash(match.id, match.seed)
            texts = [TIMES.sub(r'"\1":0', text.replace(match.id, "?").replace(promise, "#")) for text in tab.heard]
            status = [text for text in texts if '"type":"status"' in text]
            steady = [text for text in texts if text not in status and not UNSTEADY.match(text)]
            told[name] += sorted(steady) + status[-1:]
            tab.heard.clear()

    for step in range(3):
        for text in notes:
            await alice.ask("orders", match=match.id, step=step, orders={"note": text})
            await alice.ask("forecast", match=match.id, step=step, orders={"note": text})
        await note()
        await bob.ask("orders", match=match.id, step=step, orders={"note": "x" * 101})
        await bob.ask("forecast", match=match.id, step=step, orders={"note": "b"})
        await play_step(match, step, (alice, {"note": notes[-1]}))
        await note()
        await play_step(match, step, (bob, {"note": "b"}))
        await note()
        await charlie.ask("orders", match=match.id, step=step, orders={"note": notes[-1]})
        await charlie.ask("frame", match=match.id, step=step)
        await note()
    return told


async def test_sockets_hear_the_same_in_both_worlds(start_match, connect):
    first = await in_thread(start_match, options={"steps": 10})
    second = await in_thread(start_match, options={"steps": 10})
    one = await live(first, connect, 10**15 + 1, ["short"])
    other = await live(second, connect, 10**15 + 2, ["a", "much longer " * 8, "text and more drafts"])
    for name in one:
        assert other[name] == one[name]
    assert len(one["bob"]) > 15


def test_frames_are_equal_byte_for_byte(monkeypatch):
    """Random positions of the toy; in the other world the cells of everybody whom the watcher does not see are others."""
    monkeypatch.setitem(games.GAMES, "toy", "tests.games.toy")
    luck = random.Random(3)
    options = toy.check_options({"size": 12, "fog": True}, 3)
    match = Match(
        id="2" * 10,
        game="toy",
        options=options,
        status=Match.Status.RUNNING,
        step=5,
        started_at=timezone.now(),
        step_seconds=9,
    )
    changed = 0
    for _ in range(ROUNDS):
        cells = luck.sample(range(12), 3)
        state = toy.State(options, 6, cells, [luck.randrange(1, 3) for _ in range(3)], [None] * 3)
        for who, newest in ((audience.own_seat(0), 0), (audience.seat_window(0), 3), (audience.PUBLIC, 3)):
            # Spectators are late: as if this were three steps ago.
            shown = replace_step(match, 5 + newest)
            seen = {line["seat"]: line["cell"] for line in toy.view(state, who.name)["seats"]}
            hidden = [seat for seat in seen if seen[seat] is None]
            dark = [cell for cell in range(12) if cell not in cells and is_dark(state, who, hidden, cell)]
            other = replace(
                state, cells=[luck.choice(dark) if seat in hidden and dark else cells[seat] for seat in range(3)]
            )
            changed += other.cells != cells
            secret = {"type": "hit", "by": 1, "seat": 2, "cell": cells[2], "to": [1, 2]}
            events = [{"type": "light", "cell": 3, "to": "all"}]
            assert audience_frame(monkeypatch, shown, state, [*events, secret], who) == audience_frame(
                monkeypatch, shown, other, events, who
            )
    assert changed > ROUNDS


def replace_step(match: Match, step: int) -> Match:
    shown = Match(**{field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields})
    shown.step = step
    return shown


def is_dark(state: Any, who: audience.Audience, hidden: list[int], cell: int) -> bool:
    """Would the watcher not see somebody who stands there?"""
    return all(
        toy.view(replace(state, cells=[cell if s == seat else c for s, c in enumerate(state.cells)]), who.name)[
            "seats"
        ][seat]["cell"]
        is None
        for seat in hidden
    )


def audience_frame(
    monkeypatch: pytest.MonkeyPatch, match: Match, state: Any, events: list[Any], who: audience.Audience
) -> bytes:
    audience._FRAMES.clear()
    here = Position(5, state, tuple(events), {}, (0, 1, 2), Timing())
    monkeypatch.setattr(positions, "position", lambda match_id, number: here)
    return audience.frame_bytes(match, who, 5)


@pytest.mark.parametrize("who", [audience.PUBLIC, audience.seat_window(0), audience.REFEREE])
def test_a_frame_that_is_not_due_yet_cannot_be_made(who):
    match = Match(
        id="2" * 10,
        game="toy",
        options={"fog": True},
        status=Match.Status.RUNNING,
        step=5,
        started_at=timezone.now(),
        step_seconds=9,
    )
    with pytest.raises(ValueError, match=r"is not for|closed"):
        audience.frame_bytes(match, who, 4 if who != audience.REFEREE else 1)
    with pytest.raises(ValueError, match="is not for"):
        audience.frame_bytes(match, audience.own_seat(0), 6)
