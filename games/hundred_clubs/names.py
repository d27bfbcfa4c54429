"""What are the places of the campus called? Every block of a kind of ground is a place: a hall, a house, a lake. The map's own names come first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.names import Book, Name, areas, pairs, shuffled
from games.hundred_clubs.constants import TERRAIN

ROOTS = pairs(
    "Maple 枫, Linden 椴, Cedar 雪松, Willow 柳, Birch 桦, Laurel 月桂, Juniper 桧, Hazel 榛, Rowan 楸, Aspen 杨, Alder 桤, Cherry 樱, "
    "Plum 梅, Peach 桃, Orchid 兰, "
    "Lotus 荷, Jasmine 茉莉, Lilac 丁香, Peony 牡丹, Iris 鸢尾, Bamboo 竹, Magnolia 玉兰, Camellia 山茶, Ginkgo 银杏, Olive 橄榄, "
    "Sycamore 梧桐, Chestnut 栗, "
    "Walnut 胡桃, Heather 石南, Ivy 常春藤, Myrtle 桃金娘, Rose 蔷薇, Violet 堇, Primrose 报春, Poppy 罂粟花, Clover 三叶草, Fern 蕨, "
    "Acacia 金合欢, Almond 杏, "
    "Apple 苹果, Beech 榉, Briar 荆棘, Cypress 柏, Elder 接骨木, Elm 榆, Larch 落叶松, Oak 橡, Pine 松, Spruce 云杉, Yew 紫杉"
)
SUFFIXES = {
    "dormitory": pairs("House 楼, Lodge 舍, Residence 公寓, Quarters 宿舍"),
    "teaching": pairs("Hall 堂, Building 教学楼, College 学院, Wing 翼楼"),
    "playground": pairs("Field 运动场, Pitch 球场, Ground 操场"),
    "water": pairs("Lake 湖, Pond 池, Water 水塘"),
    "grass": pairs("Green 草坪, Lawn 绿地, Meadow 草地, Garden 花园, Park 园, Common 公地, Walk 林荫, Grove 林"),
    "residential": pairs("Court 苑, Close 里, Row 巷, Terrace 坊"),
}
"""By kind of ground, what stands after a root."""
FAMOUS = {
    "teaching": pairs(
        "Library 图书馆, Canteen 食堂, Great Hall 大礼堂, Laboratory 实验楼, Museum 博物馆, Observatory 天文台, Music School 音乐楼, Art "
        "School 美术楼, "
        "Computing Centre 计算中心, Law School 法学楼"
    ),
    "playground": pairs("Stadium 体育场, Tennis Courts 网球场, Running Track 田径场, Basketball Court 篮球场"),
    "dormitory": pairs("Old Dormitory 老宿舍, Guest House 招待所"),
    "water": pairs("Mirror Lake 镜湖, Swimming Pool 游泳池"),
    "grass": pairs("Flagpole Square 旗杆广场, Sundial Lawn 日晷草坪"),
}
"""Names that every campus has once at most."""
BLOCK = 6
"""Cells that a place is wide and high at most: a larger field has several names."""
LEAST = 3
"""Cells of the smallest place with a name of its own, if it is no building; smaller ones belong to what is nearest."""

Cell = tuple[int, int]


def names(view: Any, key: str) -> dict[str, Book]:
    """Names of places by cells. See `Game.names`."""
    document = view["map"]
    rows = document["rows"]
    width, height = document["width"], document["height"]
    kinds = {(x, y): TERRAIN[rows[y][x]].key for y in range(height) for x in range(width)}
    places = [place for place in _blocks(kinds) if kinds[place[0]] in SUFFIXES and _has_name(place, kinds)]
    own = {tuple(one["at"]): [one["name"], one.get("name_zh") or one["name"]] for one in document.get("landmarks", [])}
    drawn = {kind: _drawn(key, kind, {text for name in own.values() for text in name}) for kind in SUFFIXES}
    found: dict[int, Name] = {}
    for number in shuffled(key, "places", range(len(places))):
        marks = [own.pop(cell) for cell in places[number] if cell in own]
        found[number] = marks[0] if marks else next(drawn[kinds[places[number][0]]])
    # What the map names on a road, or beside another of its names, is a place too.
    for cell, name in own.items():
        found[len(places)] = name
        places.append([cell])
    whose = {cell: number for number, place in enumerate(places) for cell in place}
    _spread(whose, kinds)
    return {"places": areas(found, [[whose.get((x, y), -1) for x in range(width)] for y in range(height)])}


def _has_name(place: list[Cell], kinds: dict[Cell, str]) -> bool:
    return len(place) >= LEAST or kinds[place[0]] in ("teaching", "dormitory", "playground")


def _blocks(kinds: dict[Cell, str]) -> Iterator[list[Cell]]:
    """Connected cells of one kind within a block, row by row."""
    left = dict.fromkeys(kinds)
    for first in kinds:
        if first not in left:
            continue
        del left[first]
        place = [first]
        for x, y in place:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                is_same = near in left and kinds[near] == kinds[first]
                if is_same and (near[0] // BLOCK, near[1] // BLOCK) == (first[0] // BLOCK, first[1] // BLOCK):
                    del left[near]
                    place.append(near)
        yield place


def _drawn(key: str, kind: str, taken: set[str]) -> Iterator[Name]:
    """Names for places of this kind in the order of this match: those that every campus has, then roots with suffixes."""
    roots = shuffled(key, f"{kind}: roots", ROOTS)
    suffixes = shuffled(key, f"{kind}: suffixes", SUFFIXES[kind])
    count, most = len(suffixes), len(roots)
    numbers = [(i, (i + more) % count) for more in range(count) for i in range(most)]
    plain = [[f"{roots[i][0]} {suffixes[j][0]}", roots[i][1] + suffixes[j][1]] for i, j in numbers]
    for name in (*shuffled(key, f"{kind}: famous", FAMOUS.get(kind, [])), *plain):
        if not taken & set(name):
            yield name
    for number, (english, chinese) in enumerate(plain * 9):
        yield [f"{english} {_ROMAN[number // len(plain)]}", f"{chinese}{_ORDINAL[number // len(plain)]}"]


_ROMAN = ("East", "West", "North", "South", "Upper", "Lower", "Inner", "Outer", "Far")
_ORDINAL = ("东", "西", "北", "南", "上", "下", "内", "外", "远")


def _spread(whose: dict[Cell, int], kinds: dict[Cell, str]) -> None:
    """Every other cell belongs to the place that is nearest, in place; of equals to the one with the lower number."""
    edge = sorted(whose, key=lambda cell: whose[cell])
    for x, y in edge:
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in kinds and near not in whose:
                whose[near] = whose[x, y]
                edge.append(near)
