"""What does the landing page show before anybody plays? One match between bots, played on first demand and kept in a file.

The match has no players, so it contains nobody's secrets. It is shown through the fog all the same.
"""

import json
import threading
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

import games
from games.core.contract import Bot, Game, Options
from games.core.simulate import MatchRecord, open_table, play, watch_again
from lobby.matches import personas
from lobby.platform.protocol.server import Info, SeatInfo
from lobby.watch import replay

SEED = "fogbound"
SEATS = 4
FRAMES = 26
"""Positions of the demo: about a minute, few enough for a light page."""

_one_at_a_time = threading.Lock()


def recording(game_id: str) -> bytes:
    """The recorded match as JSON: `info`, `frames` and `count`, as the frames of a match are."""
    game = games.get(game_id)
    path = Path(settings.DEMO_DIR) / f"{game_id}-{game.rules_version}-{FRAMES}.json"
    with _one_at_a_time:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(_record(game))
            unfinished.replace(path)
        return path.read_bytes()


def match(game: Game, options: Options, bots: Sequence[Bot], seed: str, *, first: int | None = None) -> MatchRecord:
    """A match between `bots`, one per seat, without players; its `first` steps alone, or to its end."""
    seats = len(bots)
    return play(game, open_table(game, dict(options), seats, seed), seats, bots, seed, first=first)


def shown(game: Game, played: MatchRecord, *, perspective: int, most: int) -> dict[str, Any]:
    """The first `most` positions as seat `perspective` saw them: `info` and `frames`, in the form that match pages get."""
    static, frames = replay.unstored_frames(game, islice(watch_again(game, played, perspective), most), played.seed)
    info = msgspec.to_builtins(_info(game, played, static))
    return {"info": info, "frames": frames, "count": len(frames), "scores": {}}


def _record(game: Game) -> bytes:
    seats = SEATS if SEATS in game.seats else game.seats[0]
    # The strongest bot thinks too long while a page waits.
    quick = game.bots[:-1] or game.bots
    bots = [quick[(len(quick) - 1 + seat) % len(quick)] for seat in range(seats)]
    # A whole match would take ten times as long, while a visitor waits for its beginning.
    answer = shown(game, match(game, {}, bots, SEED, first=FRAMES), perspective=0, most=FRAMES)
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()


def _info(game: Game, played: MatchRecord, static: dict[str, object]) -> Info:
    given = personas.by_level(played.seed, enumerate(played.bots))
    return Info(
        game=game.id,
        name=game.name,
        turns=game.turns,
        first_step=0,
        rules_version=game.rules_version,
        options=played.options,
        clock="live",
        kind="ordinary",
        rated=False,
        step_seconds=game.step_seconds,
        bank_seconds=0,
        fixed_hour=None,
        time_zone="UTC",
        rest_days=[],
        vacation_days=0,
        draws=game.draws,
        spectator_delay=0,
        has_fog=game.has_fog(played.options),
        press="none",
        anonymous=False,
        host=None,
        public=True,
        static=static,
        seats=[
            SeatInfo(
                seat=seat,
                name=personas.english(game.bot(bot), given.get(seat)),
                kind="bot",
                bot=bot,
                given=list(given.get(seat, ())),
            )
            for seat, bot in enumerate(played.bots)
        ],
        you=None,
        yours=[],
    )
