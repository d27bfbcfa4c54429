"""Runs of frames: they say what the frames said, in few bytes and little work, and nothing to those who may not hear it.

`tests/runs.json` is read by the tests of the browser's half too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection
from pathlib import Path
from typing import Any

import brotli
import orjson
import pytest

import games
from games.core import simulate
from games.core.events import REFEREE, Audience, filter_for
from lobby.fog import audience
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from lobby.platform.protocol import runs
from lobby.platform.protocol.server import FrameShown, encode
from lobby.play import referee
from lobby.store import positions
from lobby.watch import replay

EXAMPLE = Path(__file__).parents[1] / "runs.json"
TYPICAL: dict[str, dict[str, Any]] = {
    "cosmos": {"rounds": 60},
    "hundred_clubs": {},
    "planet_conquer": {},
    "deep_blue": {},
    "frames": {},
}
"""Options of a match of each game."""
STEPS = 40


def changed(value: Any, change: Any) -> Any:
    """The other half, which the page has in JavaScript."""
    if change is None:
        return value
    kind, *parts = change
    if kind == runs.WHOLE:
        return parts[0]
    if kind == runs.OBJECT:
        after = {**value, **{key: changed(value.get(key), part) for key, part in parts[0].items()}}
        return {key: part for key, part in after.items() if key not in parts[1]}
    if kind == runs.LIST:
        news = dict(zip(parts[0], parts[1], strict=True))
        return [changed(part, news.get(place)) for place, part in enumerate(value)]
    gone, added, columns = parts
    rows = [dict(row) for place, row in enumerate(value) if place not in gone]
    for key, (places, values) in columns.items():
        for place, one in zip(places, values, strict=True):
            rows[place][key] = one
    for place, row in added:
        rows.insert(place, row)
    return rows


def frames_of(run: dict[str, Any]) -> list[dict[str, Any]]:
    view, found = run["view"], []
    table = run["events"]
    rows = [iter(zip(*columns, strict=True)) if columns else iter([()] * 10_000) for columns in table["columns"]]
    for place, kinds in enumerate(table["order"]):
        view = changed(view, run["changes"][place - 1]) if place else view
        step = run["first"] + place
        events = [dict(zip(table["keys"][kind], next(rows[kind]), strict=True)) for kind in kinds]
        found.append({"step": step, "view": view, "events": events, "final": step == run["final"]})
    return found


def test_the_example_of_both_halves() -> None:
    example = json.loads(EXAMPLE.read_text())
    assert runs.run_of(example["frames"]) == example["run"]
    assert frames_of(example["run"]) == example["frames"]
    kinds = {change[0] for part in example["run"]["changes"] if part for change in part[1].values()}
    assert kinds == {runs.WHOLE, runs.OBJECT, runs.LIST, runs.ROWS}


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, False), (1, True), (None, 0), (1, "1"), ([1], [True]), ({}, []), ({"a": 0}, {"a": False})],
)
def test_what_is_equal_to_python_is_not_the_same(before: Any, after: Any) -> None:
    assert json.dumps(changed(before, runs.change(before, after))) == json.dumps(after)


def test_any_two_values_are_told_apart() -> None:
    draw = random.Random(7)

    def value(depth: int) -> Any:
        kind = draw.randrange(5 if depth else 3)
        if kind == 3:
            return {draw.choice("abcd"): value(depth - 1) for _ in range(draw.randrange(4))}
        if kind == 4 and draw.random() < 0.5:
            ids = draw.sample(range(6), draw.randrange(5))
            return [{"id": id_, "x": value(0), **({"y": 1} if draw.random() < 0.2 else {})} for id_ in sorted(ids)]
        if kind == 4:
            return [value(depth - 1) for _ in range(draw.randrange(4))]
        return draw.choice([0, 1, True, False, None, "a", 1.5])

    for _ in range(3000):
        before, after = value(3), value(3)
        assert json.dumps(changed(before, runs.change(before, after)), sort_keys=True) == json.dumps(
            after, sort_keys=True
        )


@pytest.mark.parametrize("game_id", list(TYPICAL))
def test_a_run_is_the_frames_in_fewer_bytes(game_id: str) -> None:
    """Of each game, as the referee and as a seat: nothing is lost, and less is sent to both. A seat alone pays up to 2 in 100 more in a few matches."""
    game = games.get(game_id)
    seats = game.seats[0]
    options = simulate.open_table(game, TYPICAL[game_id], seats, "runs")
    record = simulate.play(game, options, seats, [game.bots[0]] * seats, "runs")
    shown: dict[Audience, list[Any]] = {REFEREE: [], 0: []}
    for step, state, events in simulate.replay(game, options, seats, "runs", record.orders[:STEPS]):
        for who, frames in shown.items():
            view = {key: value for key, value in game.view(state, who).items() if key not in game.static_keys}
            told = filter_for(events, who)
            frame = FrameShown(match="m", audience=who, step=step, view=view, events=told, choices=None, final=False)
            frames.append(orjson.loads(encode(frame)))
    sizes = []
    for frames in shown.values():
        run = runs.run_of(frames)
        plain = [{key: frame[key] for key in ("step", "view", "events", "final")} for frame in frames]
        assert frames_of(run) == plain
        assert len(orjson.dumps(run)) < len(orjson.dumps(plain)) / 1.5
        sizes.append((packed(run), packed(plain)))
    assert sum(run for run, _ in sizes) < sum(plain for _, plain in sizes)
    assert all(run < plain * 1.02 for run, plain in sizes)


def packed(value: Any) -> int:
    return len(brotli.compress(orjson.dumps(value), quality=replay.BROTLI_QUALITY, lgwin=replay.BROTLI_WINDOW))


def run_of(match: Match, person: int, who: Any, first: int, last: int, without: Collection[str] = ()) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(brotli.decompress(replay.run(match, person, who, first, last, without)))
    return answer


@pytest.fixture
def played(make_match: Any, order: Any) -> Match:
    """Twelve steps of a match under fog that goes on."""
    match: Match = make_match(options={"rounds": 12, "hearts": 9}, spectator_delay=2)
    for step in range(11):
        order(match, 0, step=step, throw=0, walk=1)
        order(match, 1, step=step, throw=0, walk=-1)
        referee.advance_once(match.pk)
    match.refresh_from_db()
    return match


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
class TestRunsOfAMatch:
    def test_they_hold_what_the_frames_hold(self, played: Match, alice: Any) -> None:
        run = run_of(played, alice.pk, 0, 2, 9)
        frames = replay.frames(played, alice.pk, 0, 2, 9)["frames"]
        assert frames_of(run["run"]) == [
            {key: frame[key] for key in ("step", "view", "events", "final")} for frame in frames
        ]
        assert run["count"] == 12
        lighter = run_of(played, alice.pk, 0, 2, 9, without={"seats", "nothing"})
        assert [{**frame["view"], "seats": 0} for frame in frames_of(lighter["run"])] == [
            {**frame["view"], "seats": 0} for frame in frames
        ]
        assert "seats" in frames[0]["view"] and "seats" not in lighter["run"]["view"]

    def test_nobody_gets_more_of_a_match_that_goes_on(self, played: Match, alice: Any, charlie: Any) -> None:
        late = run_of(played, charlie.pk, None, 0, 99)
        assert (late["count"], len(late["run"]["events"]["order"]), late["run"]["final"]) == (10, 10, None)
        assert run_of(played, charlie.pk, None, 10, 11)["run"] is None
        for person, wanted in ((charlie, "referee"), (charlie, 0), (alice, 1), (alice, "referee")):
            with pytest.raises(NotAllowed):
                run_of(played, person.pk, wanted, 0, 1)
        public = audience.may_watch(played, charlie.pk, None)
        with pytest.raises(ValueError, match="is not for"):
            list(audience.frames_for_reading(played, public, 0, 10))
        with pytest.raises(ValueError, match="is not for"):
            list(audience.frames_for_reading(played, audience.REFEREE, 0, 1))

    def test_a_seek_reads_one_position_and_a_run_each_of_its_own_once(
        self, played: Match, alice: Any, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
    ) -> None:
        read: list[int] = []
        unpacked = positions._unpacked

        def count(game: Any, number: int, *rest: Any) -> Any:
            read.append(number)
            return unpacked(game, number, *rest)

        monkeypatch.setattr(positions, "_unpacked", count)
        positions.forget()
        with django_assert_max_num_queries(8):
            run_of(played, alice.pk, 0, 7, 7)
        # Who is awaited now is read with every match that goes on.
        assert [number for number in read if number != 11] == [7]
        read.clear()
        with django_assert_max_num_queries(8):
            run_of(played, alice.pk, 0, 2, 9)
        assert read == [2, 3, 4, 5, 6, 7, 8, 9]
        assert (played.pk, 5) not in positions._memory

    def test_the_page_gets_one_packed(self, played: Match, alice: Any, client: Any) -> None:
        client.force_login(alice)
        address = f"/matches/{played.pk}/run/?as=0&first=1&last=9"
        answer = client.get(address, headers={"accept-encoding": "br"})
        assert answer.headers["Content-Encoding"] == "br"
        plain = client.get(address, headers={"accept-encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.content == brotli.decompress(answer.content)
        assert "Accept-Encoding" in plain.headers["Vary"] and "Accept-Encoding" in answer.headers["Vary"]
        assert len(frames_of(json.loads(brotli.decompress(answer.content))["run"])) == 9
        assert client.get(f"/matches/{played.pk}/run/?as=0&first=x").json()["path"] == "first"
        assert client.get(f"/matches/{played.pk}/run/?as=referee").json()["code"] == "not_allowed"

    def test_one_of_a_match_that_is_over_is_made_once_for_all(
        self, played: Match, alice: Any, charlie: Any, monkeypatch: pytest.MonkeyPatch, order: Any
    ) -> None:
        before = run_of(played, alice.pk, "public", 0, 5)
        assert run_of(played, charlie.pk, "public", 0, 5)["run"] == before["run"]
        for seat in (0, 1):
            order(played, seat, step=11, throw=0)
        referee.advance_once(played.pk)
        played.refresh_from_db()
        assert played.status == "finished"
        seen = {who: run_of(played, charlie.pk, who, 0, 12) for who in ("public", "referee", 0, 1)}
        assert seen[0]["run"]["view"] != seen[1]["run"]["view"]
        assert seen["public"]["run"]["final"] == 12
        monkeypatch.setattr(runs, "run_of", None)
        for who, run in seen.items():
            assert run_of(played, alice.pk, who, 0, 12)["run"] == run["run"]
        monkeypatch.undo()
        assert "seats" not in run_of(played, alice.pk, 0, 0, 12, without={"seats"})["run"]["view"]
