"""What are mechs and areas called? A mech by its model and the call sign of its crew, by its place in the fleet; an area by its part of "
"the table."""

from __future__ import annotations

from typing import Any

from games.core.names import SKY, Book, called, composed, named, pairs, shuffled
from games.frames.board import PLACES

CALL_SIGNS = pairs(
    "Comet 彗星, Ember 余烬, Onyx 缟玛瑙, Quartz 石英, Rapier 刺剑, Sable 黑貂, Talon 利爪, Tempest 暴风, Vesper 晚星, Zenith 天顶, "
    "Aurora 极光, Basalt 玄武, "
    "Cinder 煤渣, Dynamo 电机, Eclipse 日蚀, Flint 燧石, Granite 花岗, Halo 光环, Indigo 靛青, Javelin 标枪, Karma 因果, Lancet 柳叶刀, "
    "Mirage 蜃景, Nova 新星, "
    "Opal 蛋白石, Paladin 圣骑, Quasar 类星, Ranger 游骑, Scarab 圣甲虫, Thistle 蓟, Umbra 本影, Vortex 漩涡, Whisper 低语, Yonder 彼方, "
    "Zephyr 西风, Anvil 铁砧"
)
SEATS, PER_SEAT = 2, 16
"""Seats, and call signs of each: more than any fleet has mechs, so that they tell nobody how many there are."""
PARTS = pairs("Deck 甲板, Warship 战舰区, Flank 侧翼, Front 前沿, Middle 中区, Event 事件区")
KINDS = (0, 1, 0, 2, 3, 2, 4, 5, 4, 2, 3, 2, 0, 1, 0)
"""Which of them the areas are, row by row: both seats sit at the foot of their own table, so that no side of it is the same one for both."""


def names(view: Any, key: str) -> dict[str, Book]:
    """Call signs by the ids of mechs, and names of areas by `x,y`. See `Game.names`."""
    signs = iter(shuffled(key, "mechs", CALL_SIGNS))
    mechs = {f"m{seat}_{index}": next(signs) for seat in range(SEATS) for index in range(PER_SEAT)}
    first, _, last = SKY
    worlds = composed(key, "areas", first, last)
    found = {}
    for number, (place, kind) in enumerate(zip(PLACES, KINDS, strict=True)):
        part, world = PARTS[kind], called(worlds, number)
        found[f"{place[0]},{place[1]}"] = [f"{part[0]} {world[0]}", f"{world[1]}{part[1]}"]
    return {"mechs": named(mechs), "areas": named(found)}
