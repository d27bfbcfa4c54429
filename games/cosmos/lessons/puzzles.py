"""What can be tried after the lesson? Three positions out of a recorded match between bots, without the ships that do not matter there."""

from __future__ import annotations

from typing import Any

from games.core.lessons import Lesson, Moment, puzzle, won
from games.core.text import gettext_noop
from games.cosmos.lessons.positions import WAIT, Chart, One, bid, go, is_own, is_sensed, standing

HOME, HIS_HOME = 73899, 78908
SCOUT, FAR_SCOUT = 18434, 87077
RAIDER, ESCORT = 84950, 85927
SURVIVED = 4
"""Steps after which the planet is still one's own."""

DUEL = Chart(
    [
        One(HOME, "planet", 0, (18, 23), 300),
        One(84549, "miner", 0, (21, 23), 63, born=81, home=HOME),
        One(37668, "battleship", 0, (19, 22), 127, born=156, home=HOME),
        One(SCOUT, "scout", 0, (9, 20), 10, born=56, home=HOME),
        One(HIS_HOME, "planet", 1, (13, 8), 281),
        One(51675, "battleship", 1, (9, 6), 60, born=131, home=HIS_HOME),
    ],
    round=191,
    points=(20, 26),
)
SIEGE = Chart(
    [
        One(HOME, "planet", 0, (18, 23), 192, reflexes=[bid(45)]),
        One(51672, "battleship", 0, (26, 27), 60, born=96, home=HOME),
        One(HIS_HOME, "planet", 1, (13, 8), 81),
        One(RAIDER, "battleship", 1, (18, 19), 138, born=76, home=HIS_HOME),
        One(ESCORT, "battleship", 1, (16, 19), 65, born=96, home=HIS_HOME),
    ],
    round=111,
    points=(15, 10),
)
DARK = Chart(
    [
        One(HOME, "planet", 0, (18, 23), 90),
        One(SCOUT, "scout", 0, (9, 19), 20, born=56, home=HOME),
        One(FAR_SCOUT, "scout", 0, (26, 13), 20, born=31, home=HOME),
        One(49792, "planet", None, (2, 20), 67),
        One(93042, "planet", None, (29, 11), 67),
        One(HIS_HOME, "planet", 1, (13, 8), 81),
    ],
    round=66,
    named={"home": HOME, "scout": SCOUT},
)
SIEGE_ORDERS: dict[str, Any] = {
    "movement": {"type": "pursue", "kind": "planet"},
    "reflexes": [{"type": "auto_overload", "min_planets": 1, "min_energy": 30}],
}


def _is_lost(moment: Moment) -> bool:
    return not is_own(moment.after, HOME)


WIN = DUEL.scene(
    id="duel",
    title=gettext_noop("Win in two steps"),
    text=gettext_noop(
        "Ten rounds are left, two steps of five. Your final weapon has 20 points. He is said to have 26, and about as much energy as you. In each"
        " round the planet that bids most gains a point and loses its bid; who bids less gets half back."
    ),
    goal=gettext_noop("Have more points than he has after round 200."),
    hint=gettext_noop(
        "You must win seven rounds of ten. He bids 25 now and will save nothing: 40 in the last five. Pay one more than he does, and no more, or"
        " your energy does not last."
    ),
    learned=gettext_noop(
        "A bid that is one higher wins as surely as one that is twice as high. Guess what he can pay, and leave him behind by one."
    ),
    script=({1: standing(HIS_HOME, reflexes=[bid(25)])}, {1: standing(HIS_HOME, reflexes=[bid(40)])}),
    done=won,
    limit=2,
    solution=(standing(HOME, reflexes=[bid(26)]), standing(HOME, reflexes=[bid(41)])),
)

SURVIVE = SIEGE.scene(
    id="siege",
    title=gettext_noop("Survive"),
    text=gettext_noop(
        "Two of his battleships are beside your planet and will burst: with 128 and with 55 energy. A planet defends itself with the energy it has,"
        " and yours has 192. Look what its standing orders do with it."
    ),
    goal=gettext_noop("Still own your planet after four steps."),
    hint=gettext_noop(
        "It bids 45 in every round for the final weapon. Clear its standing orders, and keep what you have."
    ),
    learned=gettext_noop(
        "The energy of a planet is its wall. A point of the weapon is worth nothing to whoever loses the planet that bid for it."
    ),
    script=({1: {"standing": [{"id": RAIDER, **SIEGE_ORDERS}, {"id": ESCORT, **SIEGE_ORDERS}]}},),
    done=lambda moment: moment.step == SURVIVED and (not _is_lost(moment)),
    lost=_is_lost,
    limit=SURVIVED,
    solution=(standing(HOME, reflexes=[]), WAIT, WAIT, WAIT),
)

FIND = DARK.scene(
    id="mirror",
    title=gettext_noop("Find him"),
    text=gettext_noop(
        "%(home)s, your planet, lies at 18, 23 on a board whose corners are 0, 0 and 31, 31. The neutral planets that you have found"
        " lie at 2, 20 and 29, 11. Every board is symmetric: this one is turned by half. You have two scouts."
    ),
    goal=gettext_noop("Sense his planet within three steps."),
    hint=gettext_noop(
        "Turned by half, x becomes 31 - x and y becomes 31 - y: 2, 20 becomes 29, 11. And 18, 23? Send scout %(scout)s there: it is nearer."
    ),
    learned=gettext_noop(
        "Whoever knows his own half knows the other one as well. Everybody can reckon so, he as well."
    ),
    done=lambda moment: is_sensed(moment.after, HIS_HOME),
    limit=3,
    solution=(standing(SCOUT, movement=go(13, 8)), WAIT),
)

PUZZLES: tuple[Lesson, ...] = (
    puzzle("win-in-two-steps", gettext_noop("Ten rounds are left, and he is ahead by six."), WIN),
    puzzle("survive", gettext_noop("Two battleships stand at your door."), SURVIVE),
    puzzle("find-him", gettext_noop("A dark board, two scouts, and something you know."), FIND),
)
