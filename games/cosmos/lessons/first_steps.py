"""How does one play? Seven scenes on a board of 32 x 32. The person is seat 0 and lives at 8, 8, seat 1 at 24, 24; north is up."""

from __future__ import annotations

from typing import Any

from games.core.lessons import Lesson, happened, won
from games.core.text import gettext_noop
from games.cosmos.lessons.positions import WAIT, Chart, One, bid, build, direct, go, is_own, is_sensed, own, standing

HOME, HIS_HOME, NEUTRAL = 10001, 20001, 30001
SHIP, SCOUT = 10101, 10102
HIS_MINER, HIS_BATTLESHIP = 20101, 20102

HE = One(HIS_HOME, "planet", 1, (24, 24), 150)

YARD = Chart([One(HOME, "planet", 0, (8, 8), 150), HE], named={"home": HOME})
FOG = Chart(
    [
        One(HOME, "planet", 0, (8, 8), 60),
        One(SCOUT, "scout", 0, (9, 9), 30),
        One(NEUTRAL, "planet", None, (19, 9), 60),
        HE,
    ],
    round=11,
    named={"home": HOME, "free": NEUTRAL, "scout": SCOUT},
)
BURST = Chart(
    [
        One(HOME, "planet", 0, (8, 8), 60),
        One(SHIP, "battleship", 0, (12, 8), 60),
        One(SCOUT, "scout", 0, (11, 9), 20),
        One(NEUTRAL, "planet", None, (13, 8), 40),
        HE,
    ],
    round=21,
    named={"free": NEUTRAL, "ship": SHIP},
)
MASKS = Chart(
    [
        One(HOME, "planet", 0, (8, 8), 60),
        One(SHIP, "battleship", 0, (17, 9), 40),
        One(SCOUT, "scout", 0, (12, 9), 30),
        One(HIS_MINER, "miner", 1, (20, 11), 41, born=5, home=HIS_HOME),
        One(HIS_BATTLESHIP, "battleship", 1, (21, 8), 40),
        HE,
    ],
    round=31,
    named={"ship": SHIP},
)
MINERS = Chart([One(HOME, "planet", 0, (8, 8), 150), HE], named={"home": HOME})
BIDS = Chart(
    [
        One(HOME, "planet", 0, (8, 8), 150),
        One(HIS_HOME, "planet", 1, (24, 24), 90),
    ],
    round=61,
)
LAST = Chart(
    [
        One(HOME, "planet", 0, (8, 8), 120),
        One(HIS_HOME, "planet", 1, (24, 24), 90),
    ],
    round=196,
    points=(40, 42),
)


MINER: dict[str, Any] = {"kind": "miner", "energy": 41, "dir": None}

FIRST_STEPS = Lesson(
    id="first-steps",
    title=gettext_noop("First steps"),
    text=gettext_noop("Seven short scenes, from the first ship to the final weapon."),
    scenes=(
        YARD.scene(
            id="build",
            title=gettext_noop("A ship"),
            text=gettext_noop(
                "%(home)s is your planet. It gains energy in every round and makes ships of it: scouts, miners, battleships. What you give a ship,"
                " the planet loses. Five rounds are played at a time."
            ),
            goal=gettext_noop("Build a ship, whichever you like."),
            hint=gettext_noop(
                "Press %(home)s, then one of the ships beside it, with their prices. Press Ready. Other sizes and sides stand in the panel."
            ),
            learned=gettext_noop("There it is. A ship keeps the energy that it was built with, as long as it lives."),
            done=lambda moment: len(moment.after["own"]) > 1,
            solution=(direct(HOME, build("scout", "north", 41)),),
        ),
        FOG.scene(
            id="fog",
            title=gettext_noop("What the fog hides"),
            text=gettext_noop(
                "You know what your ships and planets sense, a few tiles around each. The glow is aether: where it is dense, ships act often; where"
                " it is thin, they wait long. Ships go on by themselves once they have a standing order."
            ),
            goal=gettext_noop("Find %(free)s, the neutral planet east of %(home)s."),
            hint=gettext_noop(
                "Press scout %(scout)s, then a place to the right of it, seven tiles away (or G and the tile). Press Ready until"
                " %(free)s is in sight."
            ),
            learned=gettext_noop(
                "Scouts sense farthest and see through disguises. What goes out of sight stays on the chart as it was."
            ),
            done=lambda moment: is_sensed(moment.after, NEUTRAL),
            solution=(standing(SCOUT, movement=go(16, 9)), WAIT),
        ),
        BURST.scene(
            id="burst",
            title=gettext_noop("A burst"),
            text=gettext_noop(
                "A battleship fights by bursting, once. Its energy minus 10 is shared among all others in the radius, friends too. Your battleship"
                " has 60, and the neutral planet %(free)s beside it defends itself with 40. Your scout is near as well."
            ),
            goal=gettext_noop("Take %(free)s."),
            hint=gettext_noop(
                "Choose battleship %(ship)s and burst with radius 1: then %(free)s is the only target and takes all 50."
            ),
            learned=gettext_noop(
                "50 against 40: the planet is yours with what is left over. With a larger radius each would have got 25, and nothing would be yours."
            ),
            done=lambda moment: is_own(moment.after, NEUTRAL),
            lost=lambda moment: not own(moment.after, "battleship"),
            solution=(direct(SHIP, {"do": "overload", "radius": 1}),),
        ),
        MASKS.scene(
            id="masks",
            title=gettext_noop("Two masks"),
            text=gettext_noop(
                "Your battleship %(ship)s senses two hostile battleships. But to all except scouts and planets a miner looks like a battleship."
                " Miners feed his planet, and a scout that comes near can analyse one: it is gone, and your bursts are stronger for 50 rounds."
            ),
            goal=gettext_noop("Analyse the miner."),
            hint=gettext_noop(
                "Send the scout beside %(ship)s. There it sees who is a miner: press A and choose the miner, or give the scout the routine Hunter."
            ),
            learned=gettext_noop("A scout of one energy can undo the largest miner. Guard yours, and hunt his."),
            done=happened("analysed"),
            solution=(standing(SCOUT, movement=go(18, 10), reflexes=[{"type": "auto_analyse", "chase": True}]), WAIT),
        ),
        MINERS.scene(
            id="standing",
            title=gettext_noop("Orders that stand"),
            text=gettext_noop(
                "A match has two hundred rounds, and nobody orders every ship in each. A routine tells a planet or ship what to do by itself. A"
                " miner of 41 pays its planet 2 energy a round, from its fiftieth round on."
            ),
            goal=gettext_noop("Have two miners."),
            hint=gettext_noop(
                "Press %(home)s and give it the routine Economy: it builds miners as soon as it can pay. Or build two by hand."
            ),
            learned=gettext_noop("It goes on like this until you say something else, also while you are away."),
            done=lambda moment: len(own(moment.after, "miner")) >= 2,
            solution=(standing(HOME, reflexes=[{"type": "auto_build", "pattern": [MINER], "loop": True, "keep": 30}]),),
        ),
        BIDS.scene(
            id="bid",
            title=gettext_noop("Both at once"),
            text=gettext_noop(
                "In each round planets may bid energy for the final weapon, and nobody sees the bids of others. The highest gains a point and loses"
                " its bid; the others get half back; equal bids gain nothing. He bids 8 in every round."
            ),
            goal=gettext_noop("Gain a point of the final weapon."),
            hint=gettext_noop("Choose your planet and let it bid 9 in every round. With 8 nobody would gain anything."),
            learned=gettext_noop(
                "You bid one more than he did, and both of you had bid before you knew. Here you were told; in a match you must guess."
            ),
            script=({1: standing(HIS_HOME, reflexes=[bid(8)])},),
            done=lambda moment: moment.after["weapon"]["own"],
            solution=(standing(HOME, reflexes=[bid(9)]),),
        ),
        LAST.scene(
            id="win",
            title=gettext_noop("How to win"),
            text=gettext_noop(
                "After the last round the final weapon with the most points wins. The last five rounds begin, you have 40 points and he has 42. He"
                " bids 6 in every round, and your planet has 120 energy, which will be worth nothing afterwards."
            ),
            goal=gettext_noop("Have more points than he has after round 200."),
            hint=gettext_noop("Let your planet bid 7 or more in every round: five rounds, five points."),
            learned=gettext_noop(
                "45 to 42. Who loses all planets and ships before is out, too. Now you know all that a first match needs."
            ),
            script=({1: standing(HIS_HOME, reflexes=[bid(6)])},),
            done=won,
            solution=(standing(HOME, reflexes=[bid(7)]),),
        ),
    ),
)
