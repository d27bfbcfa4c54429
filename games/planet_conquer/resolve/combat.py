"""What becomes of planets where fleets arrive? Step 7 (rules 8.5, 8.6 and 9.10); the sums are in `battle.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.planet_conquer.battle import Battle, fight, gather
from games.planet_conquer.resolve.work import Work
from games.planet_conquer.state import Fleet


def fight_battles(work: Work, arrivals: dict[int, list[Fleet]]) -> None:
    """Step 7: battle, joining or occupation on every planet with arriving fleets, by planet id."""
    for planet in sorted(arrivals):
        fleets = arrivals[planet]
        arrived: dict[int, int] = {}
        teleported: dict[int, int] = {}
        for _, seat, _, _, count, _, _, kind in fleets:
            arrived[seat] = arrived.get(seat, 0) + count
            if kind == "teleport":
                teleported[seat] = teleported.get(seat, 0) + count
        if len(arrived) == 1 and (work.state.owner[planet] == seat or not work.state.units[planet]):
            _land(work, planet, seat, arrived[seat], teleported.get(seat, 0))
        else:
            _fight(work, planet, arrived, teleported)


def _land(work: Work, planet: int, seat: int, arrived: int, teleported: int) -> None:
    """Units join their own garrison or occupy a planet where nobody is."""
    state = work.state
    garrison = state.units[planet]
    state.owner[planet], state.units[planet] = seat, garrison + arrived
    work.sides[planet] = 1 << seat
    event: dict[str, Any]
    if garrison:
        event = {
            "type": "joined", "round": work.round, "planet": planet, "seat": seat, "arrived": arrived,
            "units": garrison + arrived, "teleported": teleported, "to": "all",
        }  # fmt: skip
    else:
        event = {
            "type": "occupied", "round": work.round, "planet": planet, "seat": seat, "units": arrived,
            "teleported": teleported, "to": "all",
        }  # fmt: skip
    work.note(event, planet, 1 << seat)


def _fight(work: Work, planet: int, arrived: dict[int, int], teleported: dict[int, int]) -> None:
    state = work.state
    holder, garrison = state.owner[planet], state.units[planet]
    defence = state.chart.defence[planet]
    defended = False
    attackers: Sequence[int] = ()
    gods: Sequence[int] = ()
    if state.effects:
        defended = work.has_effect("defend", planet)
        attackers = work.seats_with("attack", planet)
        gods = work.seats_with("god", planet)
    sides = gather(holder, garrison, defence, arrived, defended=defended, attackers=attackers, gods=gods)
    battle = fight(sides, full_losses=state.settings.full_losses)
    mask = 0
    for side in sides:
        if side[0] is not None:
            mask |= 1 << side[0]
    work.sides[planet] = mask
    state.owner[planet], state.units[planet] = battle.winner, battle.survivors
    event = {
        "type": "battle", "round": work.round, "planet": planet, "sides": _sides_json(battle, defence, defended, teleported),
        "winner": battle.winner, "survivors": battle.survivors, "owner_before": holder, "outcome": battle.result, "to": "all",
    }  # fmt: skip
    work.note(event, planet, mask)
    if holder is None or holder == battle.winner:
        return
    if battle.winner is None:
        work.abandon(planet, holder, "battle")
    else:
        work.lose_owner_effects(planet, "owner_changed")


def _sides_json(battle: Battle, defence: int, defended: bool, teleported: dict[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "garrison": garrison,
            "arrived": arrived,
            "heads": heads,
            "power": plain(power),
            "def": plain(defence) if garrison else None,
            "defended": defended and garrison > 0,
            "attack": attack,
            "god": god,
            "loss_caused": loss,
            "teleported": 0 if seat is None else teleported.get(seat, 0),
        }
        for (seat, garrison, arrived, heads, power, attack, god), loss in zip(battle.sides, battle.losses, strict=True)
    ]


def plain(exact: int) -> int | float:
    """Thousandths as a number with up to three decimals."""
    return exact // 1000 if exact % 1000 == 0 else exact / 1000
