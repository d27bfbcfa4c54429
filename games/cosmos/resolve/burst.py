"""What does an overload do? Chapter 6.2."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.cosmos.constants import BATTLESHIP, BURST_OVERHEAD, HIGHEST_SUM, KINDS, MINER, MOST, PLANET
from games.cosmos.entity import Entity
from games.cosmos.resolve.work import Seats, Work
from games.cosmos.standing import give_defaults


@lru_cache(maxsize=256)
def _powers(bonus: int) -> tuple[int, int]:
    return 1001**bonus, 1000**bonus


def shares(remaining: int, targets: int, bonus: int) -> tuple[int, int]:
    """Each target's share without and with the bonus, rounded down in exact integers (6.2 step 4)."""
    plain = remaining // targets
    if bonus >= HIGHEST_SUM:
        return plain, MOST
    up, down = _powers(bonus)
    return plain, min(remaining * up // (targets * down), MOST)


def factor(bonus: int) -> float:
    """The bonus factor K as a number to look at; rules use exact integers."""
    return round(1.001 ** min(bonus, HIGHEST_SUM), 5)


def overload(work: Work, ship: Entity, radius: int) -> None:
    """The burst of a battleship that may act, in place."""
    state, at, seat = work.state, ship.at, ship.seat
    assert seat is not None
    near = work.board.everybody & work.geometry.mask(radius, at)
    targets = [work.change(state.entities[id_]) for id_ in sorted(work.board.ids_on(near)) if id_ != ship.id]
    remaining = ship.energy - BURST_OVERHEAD
    if remaining < state.options["overload_min_remaining"]:
        targets = []
    bonus = state.bonus_sum(seat)
    seen = work.board.watchers(at)
    before = [(work.board.watchers(e.at), work.board.true_watchers(e.at), e.seat) for e in targets]
    work.remove(ship)
    plain, boosted = shares(remaining, len(targets), bonus) if targets else (0, 0)
    hits = [_hit(work, target, seat, plain, boosted) for target in targets]
    seen |= work.board.watchers(at)
    full = {
        "id": ship.id, "seat": seat, "pos": work.pos(at), "radius": radius, "energy": ship.energy,
        "factor": factor(bonus),
    }  # fmt: skip
    eyes = [_eyes(work, target, was) for target, was in zip(targets, before, strict=True)]
    versions = {viewer: {**full, **_result(hits, eyes, viewer)} for viewer in seen}
    work.tell_each("overloaded", {**full, **_result(hits, eyes, None)}, versions)
    for target, hit, was, looking in zip(targets, hits, before, eyes, strict=True):
        _tell_fate(work, target, hit, was[2], looking)


def _hit(work: Work, target: Entity, seat: int, plain: int, boosted: int) -> dict[str, Any]:
    """The effect on one target (6.2 step 5)."""
    before = target.shield
    hit = {"id": target.id, "kind": KINDS[target.kind], "before": before}
    if target.seat == seat:
        if target.kind == PLANET:
            target.energy += plain
        else:
            target.defence = min(target.initial, target.defence + boosted)
        return {**hit, "after": target.shield, "result": "healed"}
    left = before - boosted
    if left >= 0:
        _set_shield(target, left)
        return {**hit, "after": left, "result": "hurt"}
    if target.kind in (PLANET, BATTLESHIP):
        _set_shield(target, -left if target.kind == PLANET else min(target.initial, -left))
        work.hand_over(target, seat)
        give_defaults(work.state, target.id)
        return {**hit, "after": target.shield, "result": "captured"}
    work.remove(target)
    return {**hit, "after": 0, "result": "destroyed"}


def _set_shield(target: Entity, value: int) -> None:
    if target.kind == PLANET:
        target.energy = value
    else:
        target.defence = value


def _eyes(work: Work, target: Entity, was: tuple[Seats, Seats, int | None]) -> tuple[Seats, Seats]:
    """Who senses a target just before or just after, and who knows its kind; its owners do."""
    owners = {seat for seat in (was[2], target.seat) if seat is not None}
    truly = was[1] | work.board.true_watchers(target.at) | owners
    return was[0] | work.board.watchers(target.at) | owners, truly


def masked(told: dict[str, Any], truly: bool) -> dict[str, Any]:
    """A miner appears as a battleship to those without true sight (4.5)."""
    if truly or told["kind"] != KINDS[MINER]:
        return told
    return {**told, "kind": KINDS[BATTLESHIP]}


def _result(hits: list[dict[str, Any]], eyes: list[tuple[Seats, Seats]], viewer: int | None) -> dict[str, Any]:
    """The part of a burst that a viewer knows: only targets that it senses, also in their number."""
    known = [
        masked(hit, viewer is None or viewer in truly)
        for hit, (seeing, truly) in zip(hits, eyes, strict=True)
        if viewer is None or viewer in seeing
    ]
    return {"n": len(known), "void": not known, "hits": known}


def _tell_fate(
    work: Work, target: Entity, hit: dict[str, Any], old_seat: int | None, eyes: tuple[Seats, Seats]
) -> None:
    seeing, truly = eyes
    full: dict[str, Any] = {"id": target.id, "kind": hit["kind"]}
    if hit["result"] == "captured":
        work.tell("captured", seeing, **full, old_seat=old_seat, new_seat=target.seat)
    elif hit["result"] == "destroyed":
        full["cause"] = "overload"
        work.tell_each("destroyed", full, {seat: masked(full, seat in truly) for seat in seeing})
