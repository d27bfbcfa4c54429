"""How did a match go? Its frames one after the other for a page, its record for a file, and the proof that both are true.

Positions go out by way of `audience` only, so that whoever looks gets here what the socket would give. The record holds the
seed and with it everything that was secret: it exists for matches that are over.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any

import brotli
import orjson

from games.core.contract import Game
from games.core.simulate import Seen, replay
from lobby.matches import audience as audiences
from lobby.matches import runs, series, status, words
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match, Step
from lobby.matches.positions import canonical, digest, game_of, position, unpack
from lobby.matches.protocol import AudienceName, encode
from lobby.matches.shelf import Shelf

FORMAT = 1
"""Version of the record's own shape."""
FRAMES_AT_ONCE = 200
BROTLI_QUALITY, BROTLI_WINDOW = 5, 22
"""Nearly as small as it gets at the cost of gzip; the window is four million bytes."""


def record(match: Match) -> dict[str, Any]:
    """All that is needed to play a match that is over again, as JSON; raises NotAllowed before the end."""
    if not audiences.is_over(match) or match.started_at is None:
        raise NotAllowed("", audiences.NOT_OVER)
    game = game_of(match)
    seats = list(match.seats.select_related("user"))
    return {
        "format": FORMAT,
        "match": match.pk,
        "game": match.game,
        "rules_version": match.rules_version,
        "options": match.options,
        "seed": match.seed,
        "seats": [
            {
                "seat": seat.number,
                "name": game.bot(seat.bot).name if seat.bot else str(seat.user or seat.program or ""),
                "bot": seat.bot,
                "program": str(seat.program or ""),
                "resigned": seat.resigned,
            }
            for seat in seats
        ],
        "start": None if match.forked_step is None else game.to_json(position(match.pk, 0).state),
        "orders": _stored_orders(match),
        "status": str(match.status),
        "outcome": match.outcome,
        "started_at": match.started_at.isoformat(),
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
    }


def frames(
    match: Match, user_id: int | None, perspective: AudienceName | None, first: int | None, last: int | None
) -> dict[str, Any]:
    """Frames `first` to `last` of a perspective with all that a page needs to show them; raises NoMatch, NotAllowed.

    At most `FRAMES_AT_ONCE` frames; `count` says how many there are. Scores are known when the match is over.
    """
    snapshot, audience, steps, count = _asked(match, user_id, perspective, first, last)
    match = snapshot.match
    over = audiences.is_over(match) and match.started_at is not None
    shown = json.loads(encode(status.match_message(snapshot, audience, user_id)))
    return {
        "info": shown["info"],
        "frames": [orjson.loads(audiences.frame_bytes(match, audience, step)) for step in steps],
        "scores": series.of_match(match) if over else {},
        "count": count,
    }


def run(
    match: Match,
    user_id: int | None,
    perspective: AudienceName | None,
    first: int | None,
    last: int | None,
    without: Collection[str] = (),
) -> bytes:
    """The same frames as JSON, packed by brotli: `run` (`runs`; null where there are none) and `count`.

    There are no choices in it, and no key of the view that is in `without`. A match that is over is read once for all who look at it.
    """
    snapshot, audience, steps, count = _asked(match, user_id, perspective, first, last)
    key = match.pk, audience.name, steps, frozenset(without)
    kept = _RUNS.get(key) if audiences.is_over(snapshot.match) else None
    if kept is not None:
        return kept
    made = _run(snapshot.match, audience, steps, without) if steps else None
    packed: bytes = brotli.compress(
        orjson.dumps({"run": made, "count": count}), quality=BROTLI_QUALITY, lgwin=BROTLI_WINDOW
    )
    if audiences.is_over(snapshot.match):
        _RUNS.put(key, packed, len(packed))
    return packed


_RUNS: Shelf[tuple[str, AudienceName, range, frozenset[str]], bytes] = Shelf(most_bytes=8_000_000, most=1_000)
"""Packed, of matches that are over: fifty runs of a hundred steps with 200 entities each."""


def _run(match: Match, audience: audiences.Audience, steps: range, without: Collection[str]) -> dict[str, Any]:
    # As they are sent: what a frame and the one before it have in common is a question about JSON.
    frames = [
        orjson.loads(encode(frame)) for frame in audiences.frames_for_reading(match, audience, steps[0], steps[-1])
    ]
    for frame in frames:
        for key in without:
            frame["view"].pop(key, None)
    return runs.run_of(frames)


def _asked(
    match: Match, user_id: int | None, perspective: AudienceName | None, first: int | None, last: int | None
) -> tuple[status.Snapshot, audiences.Audience, range, int]:
    """The match as it is now, who looks, which of the steps asked for they may see, and how many there are for them in all."""
    snapshot = status.load(match.pk)
    if snapshot is None:
        raise NoMatch
    audience = audiences.may_watch(snapshot.match, user_id, perspective, snapshot.seats)
    newest = audiences.newest_step(snapshot.match, audience)
    count = 0 if newest is None else newest + 1
    start = first or 0
    return (
        snapshot,
        audience,
        range(start, min(count, start + FRAMES_AT_ONCE, count if last is None else last + 1)),
        count,
    )


def unstored_frames(game: Game, course: Iterable[Seen]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The constant keys and the frames of a match that no table was opened for, as pages of a match get them."""
    static: dict[str, Any] = {}
    frames = []
    for seen in course:
        static = static or {key: seen.view[key] for key in game.static_keys}
        frames.append(
            {
                "step": seen.step,
                "view": {key: value for key, value in seen.view.items() if key not in static},
                "events": list(seen.events),
                "choices": None,
                "final": seen.is_over,
            }
        )
    return static, frames


def verify(match: Match) -> list[str]:
    """Every difference between a stored match and what its options, seed and orders lead to; empty if it is true."""
    game = game_of(match)
    stored = list(Step.objects.filter(match=match).order_by("number"))
    numbers = [step.number for step in stored]
    if numbers != list(range(match.step + 1)):
        return [f"steps {numbers} are stored, not 0 to {match.step}"]
    differences: list[str] = []
    history = [{int(seat): orders for seat, orders in step.orders.items()} for step in stored[1:]]
    # What a fork began with is a fact about it like its options; that it is true to its origin is the origin's record to show.
    start = None if match.forked_step is None else game.from_json(unpack(stored[0].state))
    played = replay(game, match.options, match.seats.count(), match.seed, history, start=start)
    for step in stored:
        try:
            _, state, events = next(played)
        except Exception as error:  # noqa: BLE001 whatever stored orders make the engine do is the finding
            return [*differences, f"step {step.number}: the engine failed: {type(error).__name__}: {error}"]
        became = game.to_json(state)
        if digest(became) != step.digest:
            differences.append(f"step {step.number}: the digest of the state")
        if digest(unpack(step.state)) != step.digest:
            differences.append(f"step {step.number}: the stored state")
        if digest(list(events)) != digest(unpack(step.events)):
            differences.append(f"step {step.number}: the events")
        if step.scores is not None and canonical(step.scores).decode() != series.scores_text(game, state):
            differences.append(f"step {step.number}: the scores")
    outcome = game.outcome(state)
    if outcome is not None:
        places = {line.seat: line.place for line in outcome.ranking}
        reached = {"reason": outcome.reason, "places": [places[seat] for seat in sorted(places)]}
        if match.outcome != reached:
            differences.append(f"the outcome: stored {match.outcome}, reached {reached}")
    elif match.status == Match.Status.FINISHED and (match.outcome or {}).get("reason") not in words.endings(game):
        differences.append(f"the outcome: stored {match.outcome}, but the match goes on")
    return differences


def _stored_orders(match: Match) -> list[dict[str, Any]]:
    """Orders of step k at place k, by seat; null for a seat that missed it."""
    steps = Step.objects.filter(match=match, number__gt=0).order_by("number")
    return list(steps.values_list("orders", flat=True))
