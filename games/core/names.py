"""What are the things of a match called? By names in two languages that stay for the match: its ids are for programs.

A *name* is `[English, Chinese]`. A *book* says what things of one kind are called, by their number or key; it is public, the same for everybody,
and made from a key that follows from the match's seed (`games.core.rng.names_key`), never from what the fog hides:

- `{"named": {number: name}}`: for things that everybody knows from the beginning.
- `{"parts": [[part, …], …], "joint": [English, Chinese]}`: for things that come and go in the fog, by their ids. Number n has of every list
  of parts that at place `n % length`, joined. Lengths without a common factor make no two names alike below their product, and nothing
  tells how many things there are.

`joint` stands between parts. A book may have both forms; then `named` comes first. With `rows` a book names the places of a map in cells:
`rows[y][x]` is the number of the place at a cell, -1 where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from games.core.rng import SeededRng

T = TypeVar("T")
Name = Sequence[str]
Book = dict[str, Any]

LANGUAGES = ("en", "zh")
"""Of the texts of a name, in their order."""


def shuffled(key: str, topic: str, items: Iterable[T]) -> list[T]:
    """The items in an order that follows from key and topic. The match's own generator draws nothing for it."""
    found = list(items)
    SeededRng(f"{key}:{topic}").shuffle(found)
    return found


def pairs(text: str) -> list[Name]:
    """Names out of a table: one a line or more, `English 中文`, separated by commas or lines. Blanks within the English are kept."""
    entries = [
        entry.strip().rpartition(" ") for line in text.splitlines() for entry in line.split(",") if entry.strip()
    ]
    return [[english.strip(), chinese] for english, _, chinese in entries]


def composed(key: str, topic: str, *lists: Sequence[Name], joint: Name = ("", "")) -> Book:
    """A book of names in parts; the order of each list is that of this match."""
    parts = [shuffled(key, f"{topic}:{i}", one) for i, one in enumerate(lists)]
    return {"parts": [[list(name) for name in one] for one in parts], "joint": list(joint)}


def named(names: Mapping[Any, Name]) -> Book:
    """A book of single names."""
    return {"named": {str(number): list(name) for number, name in names.items()}}


def areas(names: Mapping[int, Name], rows: Sequence[Sequence[int]]) -> Book:
    """A book of places of a map in cells: `rows` has the number of its place for each cell, row by row from y = 0; -1: none."""
    return {**named(names), "rows": [list(row) for row in rows]}


def called(book: Book, number: int | str) -> Name:
    """The name of a number or key in a book, in both languages; KeyError if it has none."""
    found: Name | None = book.get("named", {}).get(str(number))
    if found is not None:
        return found
    if "parts" not in book or not isinstance(number, int):
        raise KeyError(number)
    parts = [one[number % len(one)] for one in book["parts"]]
    return [book["joint"][i].join(part[i] for part in parts) for i in range(len(LANGUAGES))]


def in_language(name: Name, language: str) -> str:
    """The text of a name for readers of this language (a tag): Chinese for those of Chinese, English for all others."""
    return name[language.startswith("zh")]


SKY = (
    pairs(
        "Ta 塔, Mi 米, Ve 维, O 奥, Ka 卡, Ly 莱, Za 扎, Ne 尼, Bra 布, So 索, Ce 策, Du 杜, Fe 菲, Ga 加, Ha 哈, I 伊, Jo 乔, Lu 卢, Me "
        "梅, Na 纳, Pe 佩, "
        "Qua 夸, Ri 里, Sa 萨, Thu 图, U 乌, Vo 沃, Xe 克, Ya 雅, Zo 佐, Al 阿, Be 贝, Co 科, Dra 德, Er 厄, Fi 非, Gri 格, He 赫, Ju 朱, "
        "Ki 基, Lo 洛, Ma 马, Ny 宁"
    ),
    pairs(
        "ba 巴, bi 比, bo 波, da 达, de 代, di 迪, dro 卓, fa 法, fi 斐, ga 噶, gi 吉, go 戈, ha 汉, hi 希, ka 喀, kei 凯, ki 奇, ko 柯, "
        "la 拉, le 勒, li 利, lo 罗, "
        "lu 鲁, ma 玛, me 默, mi 密, mo 莫, na 娜, ne 内, ni 妮, no 诺, pa 帕, pi 皮, po 坡, ra 兰, re 雷, ri 瑞, ro 若, sa 莎, se 瑟, si "
        "西, ta 他, te 特, ti 蒂, to 托, va 瓦"
    ),
    pairs(
        "bar 巴尔, bor 博尔, dan 丹, del 德尔, den 登, dis 迪斯, dor 多尔, dun 顿, gal 高, gan 甘, gor 戈尔, kan 坎, kar 卡尔, kis 基斯, "
        "kon 康, lan 朗, lar 拉尔, "
        "len 伦, lis 丽斯, lon 龙, lor 洛尔, lun 隆, mar 马尔, mel 梅尔, min 明, mir 米尔, mon 蒙, mus 慕斯, nar 纳尔, nel 内尔, nis "
        "尼斯, nor 诺尔, pan 潘, pel 佩尔, "
        "ran 然, rel 雷尔, rin 琳, ris 里斯, ron 荣, run 润, sar 萨尔, sel 赛尔, sis 西斯, tan 坦, tar 塔尔, tis 蒂斯, von 冯"
    ),
)
"""Beginnings, middles and ends of names of worlds: 43, 46 and 47, so that 92,966 numbers in a row have different names."""
