"""The campus: our own drawing of a university, 25 by 35 cells (2.2)."""

from __future__ import annotations

from typing import Any

ROWS = (
    ".....+.....~P+DDDD+DDD+DD",
    "PTTTT+TTTT.~P+DDDD+DDD+DD",
    "PTTTT+TTTT.~P+DDDD+DDD+DD",
    "PTTTT+DDDD.~P+DDDD+DDD+DD",
    "+++++++++aa=aa+++++++++++",
    "+....+.....~.+DDDD+DDD+DD",
    "+TTTT+TTTT.~.+DDDD+DDD+DD",
    "+TTTT+TTTT.~.++++++++++++",
    "+TTTT+TTTT.~.+DDDP+DDD+PP",
    "+++++++++aa=aaDDDP+DDD+PP",
    "+....DDTTT.~.++++++++++PP",
    "+....DDTaT.~T+TTTT+PPPPPP",
    "+.......a..~T+TTTT+PPPPPP",
    "+.~~~~~~=~~~T+TTTT+PPPPPP",
    "++++++++a~..T+TTTT+++++++",
    "+.......a.TTT++++++TTT+hh",
    "+.~~~~~.+.TTT+DDTT+TTT+hh",
    "+h~.a~~.+.TTT+DDTT+TTT+hh",
    "+h~~=~~.+PPP.+DDTT+...+hh",
    "+h..a...+PPP.+DDTT+...+hh",
    "+hhha...+....+....+++++..",
    "+++++++++++++++++++++++++",
    "+TTPP~+hh+hhh+TTTT+TTT+hh",
    "+TTPP~+hh+hhh+TTTT+TTT+hh",
    "+TTaa=aah+hhh+TTTT+TTT+hh",
    "+hhhh~+hh+hhh+TTTT+TTT+hh",
    "+hhhh~+hh+hhh+TTTT+TTT+hh",
    "+++++++++++++++++++++++++",
    "+TTTT.+hh.hhh+TTTh+TTT+TT",
    "+TTTT.+hh.hhh+TTTh+TTT+TT",
    "+TTTT.+hh.hhh+....+TTT+hh",
    "+TTPP.+PPPPPP+....+TTT+hh",
    "+++++++++++++++++++++++++",
    "DDDTT.+hhhhhh+....+hhhhhh",
    "DDDTT.+hhhhhh+....+hhhhhh",
)

# Key, name, cell, what is to be known of the place, and name and remark in Chinese.
_PLACES: tuple[tuple[str, str, tuple[int, int], str, str, str], ...] = (
    (
        "zijing", "Zijing and Taoli dormitories", (15, 8),
        "The richest start, and everybody unites against it; dense roads make swaps easy.",
        "紫荆/桃李", "最富的出生地，也最容易被群起而攻之；道路密集，容易换家。",
    ),
    (
        "xiaoqiao", "Xiaoqiao, science departments", (14, 12),
        "Good economy; first line against Zijing; the bridgehead is easy to hold and one can fall back over the river.",
        "小桥烧烤", "经济不错；对抗紫荆的第一线；桥头易守，还可以退到河对岸。",
    ),
    (
        "wanren", "Wanren and the libraries", (8, 7),
        "Fair economy; river to the east with two bridges, hard to cross for both sides; poor land to the south.",
        "万人/新老馆", "经济尚可；东面隔河，只有两座桥，双方都难以越过；南面土地贫瘠。",
    ),
    (
        "wentu", "Humanities library, graduate dormitories", (16, 17),
        "Good economy; second line against Zijing; between two indefensible roads, no depth: easily surrounded.",
        "文图", "经济不错；对抗紫荆的第二线；夹在两条无法防守的道路之间，没有纵深，容易被包围。",
    ),
    (
        "teaching_3_6", "Third and Sixth teaching buildings", (15, 24),
        "All teaching buildings; can enter the Main Building and go north on both roads; "
        "beware of Wanren along Tsinghua Road.",
        "三六教", "全是教学楼；可以占领中主，沿两条路北上；提防万人沿清华路来攻。",
    ),
    (
        "law", "Management, Law, Li Zhaoji", (20, 29),
        "All teaching buildings; poor neighbours shield it early on, "
        "but a fight with the Third and Sixth over the Main Building is certain.",
        "经管/法学院/李兆基", "全是教学楼；前期有贫穷的邻居作屏障，但与三六教争夺中主在所难免。",
    ),
    ("zhaolan", "Zhaolanyuan", (10, 25), "Residential, very poor.", "照澜院", "居民区，非常贫穷。"),
    ("jinchun", "Jinchunyuan", (3, 17), "Islet in the pond, one bridge; very poor.", "近春园", "池中小岛，只有一座桥；非常贫穷。"),
    ("fuzhong", "Attached schools", (2, 23), "Small and poor.", "清华附中/附小", "又小又穷。"),
    ("meiyuan", "Academy of Arts", (23, 24), "Poor; shields the law school.", "美院", "贫穷；是法学院的屏障。"),
    (
        "main_building", "Main Building", (20, 24),
        "Teaching buildings on the way from the Third and Sixth.", "中主", "教学楼；三六教北上必经之地。",
    ),
    ("west_field", "West playground", (9, 18), "A playground.", "西操", "操场。"),
    (
        "pku", "Peking University", (2, 30),
        "Good economy in the far south-west corner; too far away to fight: gets rich quietly.",
        "北京大学", "远在西南角，经济不错；离谁都远，打不起来，闷声发大财。",
    ),
)  # fmt: skip

CAMPUS: dict[str, Any] = {
    "name": "Campus",
    "name_zh": "校园",
    "width": 25,
    "height": 35,
    "rows": list(ROWS),
    "overrides": [],
    "starts": [],
    "landmarks": [
        {"key": key, "name": name, "at": list(at), "note": note, "name_zh": name_zh, "note_zh": note_zh}
        for key, name, at, note, name_zh, note_zh in _PLACES
    ],
}
"""The map object of the campus, complete."""
