"""What have the others done to us? Who broke the peace is kept in the bot's memory."""

from __future__ import annotations

from games.core.contract import Json
from games.hundred_clubs.bots.world import World
from games.hundred_clubs.constants import AT_WAR, BACKSTAB, JUSTIFY_WAR


def note_deeds(world: World, memory: dict[str, Json]) -> None:
    """Compare the relations with those of the last round: a war that we did not ask for is remembered for good."""
    before: dict[str, str] = memory.get("relations", {})
    said: dict[str, str] = memory.get("said", {})
    broken = set(memory.get("broken", []))
    for seat in world.living:
        key, now = str(seat), world.relation[seat]
        if now == AT_WAR and before.get(key) not in (None, AT_WAR) and said.get(key) not in (BACKSTAB, JUSTIFY_WAR):
            broken.add(seat)
    memory["relations"] = {str(seat): world.relation[seat] for seat in world.living}
    memory["broken"] = sorted(broken)


def note_words(commands: dict[int, str], memory: dict[str, Json]) -> None:
    """Remember what was said this round."""
    memory["said"] = {str(seat): command for seat, command in commands.items()}


def has_broken(seat: int, memory: dict[str, Json]) -> bool:
    """Did this club begin a war against us, by the knife or with a reason of its own?"""
    return seat in memory.get("broken", [])
