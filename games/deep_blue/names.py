"""What are ships, islands and parts of the sea called? The chart's places by the map, ships by their ids, which tell nothing else either."""

from __future__ import annotations

from typing import Any

from games.core.names import Book, Name, areas, called, composed, named, pairs, shuffled

TRAITS = pairs(
    "Bold 勇敢, Grey 灰色, Swift 迅捷, Silent 静默, Iron 钢铁, Proud 骄傲, Bright 明亮, Wild 狂野, Stern 严峻, Brave 英勇, Calm 沉着, "
    "Fierce 猛烈, Golden 金色, "
    "Hardy 坚强, Keen 敏锐, Lone 孤独, Merry 欢乐, Noble 高贵, Patient 耐心, Quick 飞快, Ready 待命, Royal 皇家, Steady 稳健, Stout 壮实, "
    "Tall 高大, Valiant 骁勇, "
    "Wise 睿智, Young 年轻, Ancient 古老, Blue 蓝色, Cunning 机巧, Daring 大胆, Eager 热切, Faithful 忠诚, Gallant 豪迈, Happy 快乐, "
    "Humble 谦逊, Jolly 开朗, "
    "Kind 仁慈, Lively 活泼, Lucky 幸运, Mighty 强力, Nimble 灵巧, Old 老练, Plain 朴素, Quiet 宁静, Red 红色, Rapid 疾速, Sharp 锋锐, "
    "Silver 银色, Sober 清醒, "
    "Strong 强壮, Sturdy 结实, Sure 笃定, True 真诚, Vigilant 警觉, Warm 温暖, White 白色, Winter 冬日, Amber 琥珀, Autumn 秋日, Black "
    "黑色, Copper 赤铜, "
    "Coral 珊瑚, Crimson 绯红, Dawn 黎明, Dusk 黄昏, Early 早起, Emerald 翡翠, Evening 傍晚, Far 远方, First 首位, Frost 霜冻, Good 善良, "
    "Green 绿色, Hidden 隐秘, "
    "High 崇高, Island 海岛, Ivory 象牙, Last 最后, Late 迟来, Lucid 清澈, Morning 清晨, Northern 北方, Ocean 海洋, Pale 苍白, Rising "
    "上升, Southern 南方, Storm 风暴"
)
BEASTS = pairs(
    "Heron 苍鹭, Wolf 狼, Falcon 猎隼, Otter 水獭, Badger 獾, Kestrel 红隼, Lynx 猞猁, Raven 渡鸦, Seal 海豹, Shark 鲨鱼, Tiger 虎, Viper "
    "蝰蛇, Walrus 海象, "
    "Albatross 信天翁, Bear 熊, Cormorant 鸬鹚, Dolphin 海豚, Eagle 鹰, Fox 狐, Gannet 塘鹅, Hawk 苍鹰, Ibis 朱鹭, Jackal 豺, Lion 狮, "
    "Marten 貂, Narwhal 独角鲸, "
    "Osprey 鹗, Panther 黑豹, Petrel 海燕, Pike 狗鱼, Puffin 海鹦, Ray 鳐鱼, Salmon 鲑鱼, Skua 贼鸥, Stag 雄鹿, Stork 白鹳, Swan 天鹅, "
    "Tern 燕鸥, Trout 鳟鱼, "
    "Turtle 海龟, Wren 鹪鹩, Adder 毒蛇, Auk 海雀, Beaver 河狸, Bison 野牛, Boar 野猪, Buzzard 鵟, Carp 鲤鱼, Cobra 眼镜蛇, Condor 神鹰, "
    "Cougar 美洲狮, Crane 鹤, "
    "Cuckoo 杜鹃, Curlew 杓鹬, Deer 鹿, Diver 潜鸟, Drake 公鸭, Eel 鳗鱼, Egret 白鹭, Elk 驼鹿, Ermine 白鼬, Finch 雀, Gazelle 瞪羚, "
    "Gecko 壁虎, Goose 大雁, "
    "Gallinule 水鸡, Grouse 松鸡, Gull 海鸥, Harrier 鹞, Hare 野兔, Hornet 马蜂, Horse 骏马, Hound 猎犬, Jaguar 美洲豹, Jay 松鸦, Kite "
    "鸢, Lark 云雀, Leopard 花豹, "
    "Lizard 蜥蜴, Lobster 龙虾, Magpie 喜鹊, Mallard 绿头鸭, Mantis 螳螂, Marlin 旗鱼, Martin 岩燕, Mink 水貂, Moose 麋鹿, Newt 蝾螈, "
    "Oriole 黄鹂, Owl 猫头鹰, "
    "Oyster 牡蛎, Parrot 鹦鹉, Pelican 鹈鹕, Perch 鲈鱼, Plover 鸻鸟, Puma 山狮, Python 蟒蛇, Quail 鹌鹑, Robin 知更鸟, Rook 秃鼻鸦, Ruff "
    "流苏鹬, Sable 紫貂, "
    "Shrike 伯劳, Snipe 沙锥, Sparrow 麻雀, Squid 乌贼, Starling 椋鸟, Stoat 伶鼬, Sturgeon 鲟鱼, Swallow 家燕, Siskin 黄雀, Thrush 画眉, "
    "Tuna 金枪鱼"
)
"""89 and 113: 10,057 different names of ships, more than there are ids."""

ROOTS = pairs(
    "Skar 斯卡, Vind 温德, Oster 奥斯特, Tor 托尔, Grim 格里姆, Hel 赫尔, Ask 阿斯克, Bran 布兰, Dun 邓恩, Eld 埃尔德, Fal 法尔, Gunn "
    "贡恩, Hav 哈夫, Isk 伊斯克, "
    "Jarl 雅尔, Karl 卡尔, Lind 林德, Mor 莫尔, Nor 诺尔, Orm 奥姆, Rav 拉夫, Sig 西格, Thur 图尔, Ulv 乌尔夫, Vest 维斯特, Yng 英格, Alm "
    "阿尔姆, Berg 贝格, Dal 达尔, "
    "Ein 艾因, Frey 弗雷, Gar 加尔, Hrim 赫里姆, Ing 因格, Kol 科尔, Lok 洛克, Myr 米尔, Nesk 内斯克, Odd 奥德, Rolf 罗尔夫, Stein 斯坦, "
    "Tryg 特吕格, Vig 维格"
)
ENDS = {
    "base": pairs("haven 港, port 埠"),
    "island": pairs("holm 岛, ey 屿, sker 礁, ness 岬"),
    "mine": pairs("fell 山, berg 岭"),
    "oilfield": pairs("sand 沙洲, wick 湾"),
}
"""By kind, what stands after a root."""
WATERS = pairs(
    "Bank 浅滩, Deep 海渊, Sound 海峡, Shoals 礁滩, Roads 锚地, Reach 水道, Bight 海湾, Basin 海盆, Narrows 狭水道, Ground 渔场, Swell "
    "涌浪, Water 水域"
)
AREA = 5
"""Cells that a part of the sea is wide and high."""


def names(view: Any, key: str) -> dict[str, Book]:
    """Names of units by their ids, of buildings by theirs, of parts of the sea by cells. See `Game.names`."""
    width, height = view["size"]
    wide = -(-width // AREA)
    rows = [[x // AREA + wide * (y // AREA) for x in range(width)] for y in range(height)]
    places = sorted(
        (one for one in view["elements"] if "rect" in one), key=lambda one: (one["kind"], one["rect"], one["id"])
    )
    ends = {kind: _mixed(key, kind, one, "") for kind, one in ENDS.items()}
    buildings = {one["id"]: ends[one["kind"]].pop() for one in places}
    waters = _mixed(key, "seas", WATERS, " ")
    return {
        "units": composed(key, "units", TRAITS, BEASTS, joint=(" ", "")),
        "buildings": named(buildings),
        "seas": areas(dict(enumerate(waters[: wide * (-(-height // AREA))])), rows),
    }


def _mixed(key: str, topic: str, ends: list[Name], joint: str) -> list[Name]:
    """Every root with every end, in the order of this match; one after the other with different roots."""
    book = composed(key, topic, ROOTS, ends, joint=(joint, ""))
    numbers = shuffled(key, f"{topic} in turn", range(len(ROOTS)))
    return [called(book, number + len(ROOTS) * more) for more in range(len(ends)) for number in numbers]
