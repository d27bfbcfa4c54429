"""What becomes of planets where fleets arrive? Step 7 (rules 8.5, 8.6 and 9.10); the sums are in `battle.py`."""

from __future__ import annotations

from typing import Any

from games.planet_conquer.battle import Battle, fight, gather
from games.planet_conquer.resolve.work import NO_PLANET, Work
from games.planet_conquer.state import Fleet


def fight_battles(work: Work, arrivals: dict[int, list[Fleet]]) -> None:
    """Step 7: battle, joining or occupation on every planet with arriving fleets, by planet id."""
    state = work.state
    owner, units, round_ = state.owner, state.units, state.round
    notes, hidden = work.notes, not work.open
    for planet in sorted(arrivals):
        fleets = arrivals[planet]
        arrived: dict[int, int] = {}
        teleported: dict[int, int] = {}
        for fleet in fleets:
            seat = fleet[1]
            arrived[seat] = arrived.get(seat, 0) + fleet[4]
            if fleet[7] == "teleport":
                teleported[seat] = teleported.get(seat, 0) + fleet[4]
        garrison = units[planet]
        holder = owner[planet]
        seat = fleets[0][1]
        if len(arrived) == 1 and (not garrison or holder == seat):
            count = arrived[seat]
            owner[planet] = seat
            units[planet] = garrison + count
            work.sides[planet] = 1 << seat
            event: dict[str, Any] = {"type": "joined", "round": round_, "planet": planet, "seat": seat}
            if garrison:
                event["arrived"] = count
            else:
                event["type"] = "occupied"
            event["units"] = garrison + count
            event["teleported"] = teleported.get(seat, 0)
            event["to"] = "all"
            notes.append((event, planet if hidden else NO_PLANET, 1 << seat, 0, None))
        else:
            _fight(work, planet, arrived, teleported)


def _fight(work: Work, planet: int, arrived: dict[int, int], teleported: dict[int, int]) -> None:
    state = work.state
    holder, garrison = state.owner[planet], state.units[planet]
    defence = state.chart.defence[planet]
    defended = False
    attackers: list[int] = []
    gods: list[int] = []
    if state.effects:
        here = [effect for effect in state.effects if effect[1] == planet]
        defended = any(effect[0] == "defend" for effect in here)
        attackers = [effect[2] for effect in here if effect[0] == "attack"]
        gods = [effect[2] for effect in here if effect[0] == "god"]
    sides = gather(
        holder, garrison, defence, arrived, defended=defended, attackers=attackers, gods=gods
    )  # fmt: skip
    battle = fight(sides, full_losses=state.settings.full_losses)
    mask = sum(1 << side.seat for side in sides if side.seat is not None)
    work.sides[planet] = mask
    state.owner[planet], state.units[planet] = battle.winner, battle.survivors
    work.tell(
        planet, mask, "battle",
        planet=planet, sides=_sides_json(battle, defence, defended, teleported), winner=battle.winner,
        survivors=battle.survivors, owner_before=holder, outcome=battle.result,
    )  # fmt: skip
    if holder is None or holder == battle.winner:
        return
    if battle.winner is None:
        work.abandon(planet, holder, "battle")
    else:
        work.lose_owner_effects(planet, "owner_changed")


def _sides_json(battle: Battle, defence: int, defended: bool, teleported: dict[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "seat": side.seat,
            "garrison": side.garrison,
            "arrived": side.arrived,
            "heads": side.heads,
            "power": plain(side.power),
            "def": plain(defence) if side.garrison else None,
            "defended": defended and side.garrison > 0,
            "attack": side.attack,
            "god": side.god,
            "loss_caused": loss,
            "teleported": 0 if side.seat is None else teleported.get(side.seat, 0),
        }
        for side, loss in zip(battle.sides, battle.losses, strict=True)
    ]


def plain(exact: int) -> int | float:
    """Thousandths as a number with up to three decimals."""
    return exact // 1000 if exact % 1000 == 0 else exact / 1000
