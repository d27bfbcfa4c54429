"""When does a captain gain a skill, and when does one act by itself? Chapters 7.4 and 9.1."""

from __future__ import annotations

from typing import Any

from games.frames import cards
from games.frames.effects.interpreter import Play, carry_out
from games.frames.effects.work import Work
from games.frames.state import Side, State


def tally(state: State, side: Side, name: str) -> int:
    """How far a seat has come with what a skill counts."""
    if name in side.counters:
        return side.counters[name]
    if name == "rounds":
        return max(0, state.round - 1)
    if name == "mechs_on_board":
        return len(side.board_mechs())
    if name == "ship_hp_behind":
        enemy = state.sides[1 - side.seat]
        return int(side.intact and enemy.intact and side.ship.hp < enemy.ship.hp)
    return 0


def progress(state: State, side: Side, gain: dict[str, Any]) -> tuple[int, int]:
    """What has been counted, and how much is needed; of several ways the one that is nearest to its end."""
    if "any" in gain:
        ways = [progress(state, side, one) for one in gain["any"]]
        return max(ways, key=lambda way: way[0] / way[1])
    done = tally(state, side, gain["tally"])
    if "percent_of_enemy_ship" in gain:
        printed: int = cards.SHIP[state.sides[1 - side.seat].ship.card]["hp"]
        return done, -(-gain["percent_of_enemy_ship"] * printed // 100)
    return done, gain["at_least"]


def update(work: Work) -> None:
    """Gain what has been earned, in secret; then skills that happen by themselves. Without an event nothing has been earned since."""
    state = work.state
    if work.looked_through == len(work.events):
        return
    work.looked_through = len(work.events)
    for side in state.sides:
        if len(side.gained) < len(cards.CAPTAIN[side.captain]["skills"]):
            _gain(work, side)
        if len(side.gained) > len(side.spent):
            _act_alone(work, side)


def _gain(work: Work, side: Side) -> None:
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        if skill["id"] not in side.gained:
            done, needed = progress(work.state, side, skill["gain"])
            if done >= needed:
                side.gained.append(skill["id"])
                work.tell_seat(side.seat, "skill_gained", skill=skill["id"])


def _act_alone(work: Work, side: Side) -> None:
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        if skill["window"] != "auto" or skill["id"] not in side.gained or skill["id"] in side.spent:
            continue
        mechs = side.board_mechs()
        if len(mechs) < skill["gain"]["at_least"]:
            continue
        if work.state.settings.momentum_waits and not any(mech.damaged for mech in mechs):
            continue
        work.reveal_captain(side.seat, skill["id"])
        carry_out(Play(work, side.seat, skill["id"]), skill["do"])
