"""How do the medium and the hard bot steer a whole seat? Miners behind a ring, watchers at the opponents' planets, waves that are enough.

They decide by what the seat sees, and give standing orders: those act in every round of a step. Chapter 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.rng import Rng
from games.cosmos.bots.fleets import ALARM, LARGEST_GUARD, MOST_POSTS, RAIDER, Fleets, needed
from games.cosmos.bots.sky import Sky, d2, tiles_between
from games.cosmos.bots.treasury import LATE, best_bid, best_miner, wealth
from games.cosmos.constants import BASE_COOLDOWN, BURST_OVERHEAD, MINING_DELAY, PLANET

Json = Any
MOST_OWN = 110
MOST_MINERS = 40
GUARD = 26
FIRST_MINERS = 1
"""Miners that it has before it takes a neutral planet."""
CHEAP = 150
"""Price of a neutral planet for which it saves."""
BEHIND_FROM = 60
PART, LATE_PART = 0.4, 0.8
"""Part of the wealth that a wave may cost; late in the match, or for who falls behind."""
PIECE = 60
"""Energy from which on a ship is built for a wave that cannot be paid at once."""
RICH = 2
"""How many times the price of a ship that takes a planet alone a seat has that builds it."""
MARGIN = 1.2
"""What a wave is built to have beyond what it needs when it leaves."""
MOST_SCOUTS = 10
RUSH = 145
"""The burst of a battleship that is all that a planet had at first."""
WATCHED_RESERVE = 20
"""What a planet keeps while it sees all planets that ships could come from."""
MOST_GUARDS = 4


@dataclass(frozen=True)
class Character:
    """What a bot of this kind does beside mining behind a ring, guarding and bidding."""

    hunts: bool = True
    """Does it build scouts that take miners apart?"""
    least_raider: int = RAIDER
    """Energy of its smallest raiders."""
    settles: bool = True
    """Does it take neutral planets?"""
    first_miner: int = 63
    """The most that the first miner may have."""
    quiet: int = 22
    """Rounds in which nobody can have come yet."""


def decide(character: Character, view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
    """Orders of the seat."""
    sky = Sky(view, memory)
    fleets = Fleets(sky, hunts=character.hunts, settles=character.settles)
    rules = fleets.rules() | _planets(character, sky, fleets, rng)
    given: dict[str, Json] = memory.get("given", {})
    memory["given"] = {str(id_): rule for id_, rule in rules.items()}
    # Bids that do not last are ordered anew.
    again = {planet["id"] for planet in sky.own["planet"] if sky.view["rules"].get("bids_last")}
    standing = [
        {"id": id_, **rule} for id_, rule in sorted(rules.items()) if id_ in again or given.get(str(id_)) != rule
    ]
    return {"standing": standing}


def _planets(character: Character, sky: Sky, fleets: Fleets, rng: Rng) -> dict[int, Json]:
    """Bids and builds of every own planet."""
    found: dict[int, Json] = {}
    planets = sorted(sky.own["planet"], key=lambda one: (-one["energy"], one["id"]))
    survival = _survival(sky)
    for number, planet in enumerate(planets):
        reserve = _reserve(character, sky, planet)
        due = _guards_due(sky, planet)
        guards = [{"kind": "battleship", "energy": size} for size in due]
        spare = planet["energy"] - reserve - sum(due)
        # It does not bid what it saves for a neutral planet.
        vacant = _wanted(character, sky, fleets) if number == 0 else None
        saved = 0 if vacant is None or (price := fleets.price_of(vacant)) > CHEAP else price
        bid = best_bid(sky, spare - saved, rng) if number == 0 else 0
        reflexes: list[Json] = []
        if guards:
            # What hunters take is worth more than what a planet keeps against those that nobody has seen.
            reflexes.append({"type": "auto_build", "pattern": guards, "keep": _danger(sky, planet)})
        if bid:
            reflexes.append({"type": "auto_charge", "mode": "fixed", "energy": bid, "keep": reserve})
        # A bid is paid in every round of the step.
        pattern = _pattern(character, sky, fleets, planet, spare - bid * (sky.stride - 1), survival, number == 0)
        if pattern:
            reflexes.append({"type": "auto_build", "pattern": pattern, "keep": reserve})
        ring = [
            {"kind": "scout", "energy": 1, "dir": way}
            for way in sky.free_ways(planet, ring=True)[: max(0, MOST_SCOUTS - len(sky.own["scout"]))]
        ]
        if ring and sky.own["miner"]:
            # They cost next to nothing and guard the planet: whatever it must keep.
            reflexes.append({"type": "auto_build", "pattern": ring, "keep": 1})
        found[planet["id"]] = {"reflexes": reflexes}
    return found


def _danger(sky: Sky, planet: Json) -> int:
    """What a planet needs against those in sight."""
    danger = sky.danger(planet, 2 * sky.stride + 2)
    return danger + 3 if danger else 0


def _reserve(character: Character, sky: Sky, planet: Json) -> int:
    """What a planet keeps: more than those in sight could take, and something against those that are not."""
    danger = _danger(sky, planet)
    if sky.left <= sky.stride:
        return danger
    if sky.round < character.quiet:
        # Ships of the ring that can be built until then, and those that stand there.
        due = (character.quiet - sky.round) * sky.density(planet["pos"]) / (1000 * BASE_COOLDOWN[PLANET])
        ring = due + 6 - len(sky.free_ways(planet, ring=True))
        unseen = max(2, int(RUSH / min(3.0, 1.0 + ring / 2.5) - 1.4 * (character.quiet - sky.round)))
    elif sky.round > 2 * character.quiet and sky.hostile and all(sky.senses(one["pos"]) for one in sky.hostile):
        unseen = WATCHED_RESERVE
    else:
        unseen = _rush(sky) // sky.divided(planet) + 2
    return max(unseen, danger)


def _rush(sky: Sky) -> int:
    """The strongest burst that an opponent may have sent unseen: of all that he had at first, what nobody has seen elsewhere."""
    spent = sum(int(one["energy"]) for one in [*sky.foes, *sky.view["ghosts"]] if one["seat"] in sky.view["alive"])
    return max(RUSH // 2, RUSH - spent)


def _survival(sky: Sky) -> float:
    """How likely a miner lives for another round, learnt from those that are gone before their time."""
    memory = sky.memory
    now = {str(one["id"]): one["born"] for one in sky.own["miner"]}
    before: dict[str, int] = memory.get("miners", {})
    gone = sum(id_ not in now and sky.round - born < sky.evolution_age for id_, born in before.items())
    memory["miners"] = now
    memory["lost"] = memory.get("lost", 0) + gone
    memory["watched"] = memory.get("watched", 0) + len(now) * sky.stride
    return float(max(0.98, 1.0 - (memory["lost"] + 1) / (memory["watched"] + 300)))


def _pattern(
    character: Character, sky: Sky, fleets: Fleets, planet: Json, spare: int, survival: float, is_first: bool
) -> list[Json]:
    """What a planet builds in this step, one after the other, as far as it can pay."""
    pattern: list[Json] = []
    room = min(3, sky.stride) if len(sky.view["own"]) < MOST_OWN else 0
    miners = sum(one["home"] == planet["id"] for one in sky.own["miner"])

    ring, gaps = sky.free_ways(planet, ring=True), sky.free_ways(planet, ring=False)

    def add(kind: str, energy: int, *, to_ring: bool = False) -> None:
        nonlocal spare
        if len(pattern) < room and 0 < energy <= spare:
            ways = ring if to_ring and ring else gaps
            pattern.append({"kind": kind, "energy": energy, "dir": ways.pop(0) if ways else None})
            spare -= energy

    if is_first:
        if not miners:
            add(
                "miner",
                best_miner(min(character.first_miner, spare), sky.left, survival, sky.evolution_age),
                to_ring=True,
            )
        if miners or pattern:
            add("scout", _hunter(sky, spare) if character.hunts else 0)
            for _ in range(_watchers_due(character, sky) if len(ring) < 5 else 0):
                add("scout", 1)
    if is_first or spare > 100:
        add("battleship", _raider(character, sky, fleets, spare))
    most = 0 if is_first and _saves(character, sky, fleets, miners) else MOST_MINERS
    while len(pattern) < room and miners + len(pattern) < most:
        size = best_miner(spare, sky.left, survival, sky.evolution_age)
        if not size:
            break
        add("miner", size, to_ring=True)
    return pattern


def _guards_due(sky: Sky, planet: Json) -> list[int]:
    """Sizes of the guards that are wanted: one for every hostile scout near a planet that no guard can destroy."""
    scouts = sky.hunters(planet["pos"], ALARM)
    if scouts:
        sky.memory["hunted"] = sky.round
    guards = sorted(
        one["energy"] for one in sky.own["battleship"]
        if one["energy"] <= LARGEST_GUARD and d2(one["pos"], planet["pos"]) <= 64
    )  # fmt: skip
    due = sorted((max(GUARD, BURST_OVERHEAD + int(foe["defence"]) + 4) for foe in scouts), reverse=True)
    due = [size for size in due if size <= LARGEST_GUARD]
    return due[len(guards) : MOST_GUARDS]


def _watchers_due(character: Character, sky: Sky) -> int:
    """Scouts that only look: at opponents, at what is free, and around."""
    due = 3 + min(1, sky.round // 60) + (min(MOST_POSTS, len(sky.neutral)) if character.settles else 0)
    return int(max(0, due - sum(not sky.is_in_ring(one) for one in sky.own["scout"])))


def _hunter(sky: Sky, spare: int) -> int:
    """Energy of the next scout that hunts miners; 0 if there is nothing to hunt for the scouts that there are."""
    least = int(sky.view["analyse_min_defence"])
    able = sum(sky.kills_of(one) for one in sky.own["scout"])
    wanted = len(sky.prey()) if sky.hostile else 1
    if sky.left < MINING_DELAY or able >= wanted:
        return 0
    if not least:
        return 1
    for kills in range(min(3, max(2, wanted - able)), 0, -1):
        energy = (10 * (least * kills + 1) + 6) // 7
        if energy <= spare:
            return energy
    return 0


def _raider(character: Character, sky: Sky, fleets: Fleets, spare: int) -> int:
    """Energy of the next ship of a wave; 0 if none is wanted."""
    if sky.left < 30 or spare < character.least_raider:
        return 0
    vacant = _wanted(character, sky, fleets)
    if vacant is not None and spare >= fleets.price_of(vacant):
        return max(character.least_raider, fleets.price_of(vacant))
    if fleets.goal is None:
        return 0
    home = min((tiles_between(one["pos"], fleets.goal["pos"]) for one in sky.own["planet"]), default=20)
    wanted = MARGIN * needed(sky, fleets.goal, 10 + home * 3 // 2)
    alone = int(wanted / sky.factor(sky.seat)) + BURST_OVERHEAD
    if spare >= RICH * alone and all(sky.strength([one]) < wanted for one in fleets.wave):
        # Who has plenty does not wait until many small ships have found together.
        return max(character.least_raider, alone)
    lacks = wanted - sky.strength(fleets.wave)
    price = int(lacks / sky.factor(sky.seat)) + BURST_OVERHEAD
    if lacks <= 0:
        return 0
    # A wave pays as long as it costs less than the opponent's part of what is left to win; who falls behind has less to lose.
    is_behind = sky.round > BEHIND_FROM and 5 * sky.view["weapon"]["own"] < 2 * sky.round
    part = LATE_PART if is_behind or sky.left <= LATE else PART
    if price >= part * wealth(sky):
        return 0
    if price <= spare:
        return max(character.least_raider, price)
    return spare if spare >= PIECE else 0


def _wanted(character: Character, sky: Sky, fleets: Fleets) -> Json | None:
    """The neutral planet that it would take next."""
    return fleets.open_neutral() if character.settles and len(sky.own["miner"]) >= FIRST_MINERS else None


def _saves(character: Character, sky: Sky, fleets: Fleets, miners: int) -> bool:
    """Does it build no more miners for now, because a neutral planet near at hand costs little more than it has?"""
    vacant = fleets.open_neutral() if character.settles and miners >= 2 else None
    return vacant is not None and fleets.price_of(vacant) <= CHEAP
