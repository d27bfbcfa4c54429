"""What does advice say? Its sentences, prices and odds, for the platform to translate."""

from __future__ import annotations

from games.core.text import gettext_noop

TAKE = gettext_noop("%(planet)s is nobody’s: a battleship of %(home)s can take it")
SEND = gettext_noop("%(planet)s is nobody’s: battleship %(ship)s can take it")
STORM = gettext_noop("%(planet)s is a rival’s: a battleship of %(home)s can take it")
SAVE = gettext_noop("Save for %(planet)s, which is nobody’s: with %(price)s energy %(home)s can take it")
HOLD = gettext_noop(
    "%(planet)s would have %(left)s energy: a burst of %(burst)s by %(foe)s takes it. Spend nothing there"
)
MINE = gettext_noop("%(home)s builds a miner: it pays %(pay)s a round from round %(round)s on")
STOP = gettext_noop("A miner that is built now pays nothing back before the end: %(home)s builds no more")
BID = gettext_noop("%(home)s bids %(bid)s a round for the final weapon: the highest bid gains a point")
BID_ON = gettext_noop("The bids of %(home)s end: bid %(bid)s a round again")
RAISE = gettext_noop("Bids of %(was)s lose: %(home)s bids %(bid)s a round")
LOWER = gettext_noop("Bids of %(was)s win, lower ones may as well: %(home)s bids %(bid)s a round")
SHIFT = gettext_noop("%(home)s has more to spend than %(other)s: it bids %(bid)s a round in its place")
PAUSE = gettext_noop(
    "Bids of %(was)s lose, and a higher one is not worth its price now: %(home)s bids nothing and saves"
)
LOOK = gettext_noop("%(home)s builds a scout, which explores by itself")
TRACE = gettext_noop("A rival’s %(kind)s, %(ship)s, is out of sight: scout %(scout)s goes to look")
SEEK = gettext_noop(
    "The map is symmetric: a rival’s planet may be %(tiles)s tiles %(dir)s of yours. Scout %(scout)s goes to look"
)
HUNT = gettext_noop("A rival’s miner, %(miner)s, brings him %(pay)s a round: scout %(scout)s takes it apart")
HUNTER = gettext_noop(
    "A rival’s miner, %(miner)s, brings him %(pay)s a round: %(home)s builds a scout that takes it apart"
)
STRIKE = gettext_noop("Battleship %(ship)s has nothing to do: its burst destroys a rival’s miner, %(miner)s")
GUARD = gettext_noop("Battleship %(ship)s has nothing to do: it guards its home and bursts at whoever comes")

ENERGY = gettext_noop("%(price)s of %(has)s energy")
A_SHIP = gettext_noop("the ship, %(energy)s energy")
A_ROUND = gettext_noop("%(bid)s for each round won, half of it back for each lost")
DEFENCE = gettext_noop("%(price)s of %(has)s defence")
BARE = gettext_noop("no ship and no bid in this step")
LACKS = gettext_noop("%(price)s energy, %(has)s is there; no other ship before round %(round)s")
FREE = gettext_noop("nothing")

SURE = gettext_noop("taken about round %(round)s, unless somebody is there first")
FAR = gettext_noop("it is far: not taken within %(rounds)s rounds")
AGO = gettext_noop("as it was seen in round %(round)s")
GUESSED = gettext_noop("it has about %(energy)s energy when the ship is there")
BACK = gettext_noop("its price is back in round %(round)s, if no scout finds it")
LIKELY = gettext_noop("such bids win about %(percent)s times of 100, by those of late")
NOBODY_KNOWS = gettext_noop("what others bid nobody knows yet")
KNOWN = gettext_noop("%(percent)s % of the map is known")
AWAY = gettext_noop("last seen in round %(round)s, distance %(tiles)s")
ONE_OF = gettext_noop("one of %(places)s places, distance %(tiles)s")
ONLY = gettext_noop("there is no other place, distance %(tiles)s")
IN_SIGHT = gettext_noop("in sight, distance %(tiles)s")
CERTAIN = gettext_noop("certain")
NOBODY_NEAR = gettext_noop("nobody is near now")
DIRECTION_WORDS = {
    "north": gettext_noop("north"), "north_east": gettext_noop("north-east"), "east": gettext_noop("east"),
    "south_east": gettext_noop("south-east"), "south": gettext_noop("south"), "south_west": gettext_noop("south-west"),
    "west": gettext_noop("west"), "north_west": gettext_noop("north-west"),
}  # fmt: skip
WORDS = (
    TAKE, SEND, STORM, SAVE, HOLD, MINE, STOP, BID, BID_ON, RAISE, LOWER, SHIFT, PAUSE, LOOK, TRACE, SEEK, HUNT, HUNTER,
    STRIKE, GUARD, ENERGY, A_SHIP, A_ROUND, DEFENCE, BARE, LACKS, FREE, SURE, FAR, AGO, GUESSED, BACK, LIKELY, NOBODY_KNOWS,
    KNOWN, AWAY, ONE_OF, ONLY, IN_SIGHT, CERTAIN, NOBODY_NEAR, *DIRECTION_WORDS.values(),
)  # fmt: skip
