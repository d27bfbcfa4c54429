"""What does advice say? Its sentences, prices, gains and risks, for the platform to translate."""

from __future__ import annotations

from games.core.text import gettext_noop

TAKE = gettext_noop("%(planet)s is nobody’s: a battleship of %(home)s can take it")
SEND = gettext_noop("%(planet)s is nobody’s: battleship %(ship)s can take it")
STORM = gettext_noop("%(planet)s is a rival’s: a battleship of %(home)s can take it")
RAID = gettext_noop("%(planet)s is a rival’s: battleship %(ship)s can take it")
SAVE = gettext_noop("Save for %(planet)s, which is nobody’s: with %(price)s energy %(home)s can take it")
KEEP_IT = gettext_noop("%(home)s keeps its energy")
HOLD = gettext_noop(
    "%(planet)s would have %(left)s energy: a burst of %(burst)s by %(foe)s takes it. Spend nothing there"
)
MINE = gettext_noop("%(home)s builds a miner of %(energy)s energy")
STOP = gettext_noop("A miner that is built now pays nothing back before the end: %(home)s builds no more")
BID = gettext_noop("%(home)s bids %(bid)s a round for the final weapon: the highest bid gains a point")
BID_ON = gettext_noop("The bids of %(home)s end: bid %(bid)s a round again")
RAISE = gettext_noop("Bids of %(was)s lose: %(home)s bids %(bid)s a round")
LOWER = gettext_noop("Bids of %(was)s win, lower ones may as well: %(home)s bids %(bid)s a round")
SHIFT = gettext_noop("%(home)s has more to spend than %(other)s: it bids %(bid)s a round in its place")
ONE_BID = gettext_noop("Planets of yours bid against each other: %(home)s alone bids, %(bid)s a round")
WIN = gettext_noop("%(home)s bids %(bid)s a round: with %(rounds)s bids won in a row the match is yours")
PAUSE = gettext_noop("Bids of %(was)s lose, and nobody knows which one would win: %(home)s bids nothing and saves")
LOOK = gettext_noop("%(home)s builds a scout, which explores by itself")
TRACE = gettext_noop("A rival’s %(kind)s, %(ship)s, is out of sight: scout %(scout)s goes to look")
SEEK = gettext_noop(
    "The map is symmetric: a rival’s planet may be %(tiles)s tiles %(dir)s of yours. Scout %(scout)s goes to look"
)
SEEK_FREE = gettext_noop(
    "The map is symmetric: a planet of nobody may lie %(tiles)s tiles %(dir)s of yours. Scout %(scout)s goes to look"
)
HUNT = gettext_noop("A rival’s miner, %(miner)s, brings him %(pay)s a round: scout %(scout)s takes it apart")
HUNTER = gettext_noop(
    "A rival’s miner, %(miner)s, brings him %(pay)s a round: %(home)s builds a scout that takes it apart"
)
STRIKE = gettext_noop(
    "Battleship %(ship)s has nothing to do: its burst of %(burst)s destroys a rival’s miner, %(miner)s, whose defence is %(defence)s"
)
GUARD = gettext_noop("Battleship %(ship)s has nothing to do: it guards its home and bursts at whoever comes")

ENERGY = gettext_noop("%(price)s of %(has)s energy; %(left)s stay as its defence")
BIDS_GO_ON = gettext_noop(
    "%(price)s of %(has)s energy; %(left)s stay as its defence, and %(bids)s for the bids of this step"
)
BIDS_STOP = gettext_noop(
    "%(price)s of %(has)s energy; its bids stop until it has %(from)s again, about round %(round)s: up to %(points)s points less"
)
A_SHIP = gettext_noop("the ship with its %(energy)s energy")
AS_IT_BURSTS = gettext_noop("nothing, until it bursts: then the ship with its %(energy)s energy")
A_ROUND = gettext_noop("%(bid)s for each round won, half of it back for each lost")
DEFENCE = gettext_noop("%(price)s of %(has)s defence")
BARE = gettext_noop("no ship and no bid in this step")
LACKS = gettext_noop("%(price)s energy, %(has)s is there; no other ship before round %(round)s")
LACKS_BIDS = gettext_noop("%(price)s energy, %(has)s is there; its bids stop, and no other ship before round %(round)s")
FREE = gettext_noop("nothing")
TURNS = gettext_noop("nothing; it leaves the way that the chart shows")

PLANET_MORE = gettext_noop("another planet: %(income)s energy a round, and it builds as well")
PLANET_PAYS = gettext_noop(
    "another planet: %(income)s energy a round, its price %(rounds)s rounds after it is taken; it builds too"
)
CHANGES_SIDES = gettext_noop("his planet is yours: he loses what you gain")
THE_MATCH = gettext_noop(
    "the match in %(rounds)s rounds, whatever others have; you have %(own)s points, they %(others)s at most"
)
ONE_SEAT = gettext_noop("no bid is lost to one of yours, and what the others have stays their defence")
LAST_ONE = gettext_noop("the only planet of a rival that is known: without one he builds nothing and bids nothing")
STAYS_YOURS = gettext_noop("the planet stays yours")
DEFENDED = gettext_noop("its defence is about %(energy)s energy after this step")
PAYS = gettext_noop("%(pay)s energy a round from round %(round)s on, %(sum)s until the end")
EVOLVES = gettext_noop("%(pay)s energy a round from round %(round)s on, %(sum)s in all; a battleship in round %(ship)s")
KEPT = gettext_noop("%(energy)s energy defend it, and it gains %(income)s a round")
STOPPED = gettext_noop("energy for bids and defence")
POINTS = gettext_noop(
    "a point for each round won; you have %(own)s of the %(safe)s that win, nobody else can have more than %(others)s"
)
KEEPS = gettext_noop("%(bid)s energy a round more")
LESS_FOR_HIM = gettext_noop("he has %(pay)s energy a round less")
GUARDED = gettext_noop("whoever comes near it is hurt")
SEEN_AGAIN = gettext_noop("you see again what he does there")
FOUND_OUT = gettext_noop("you see what he has and builds, and can strike it")
PLANET_FOUND = gettext_noop("a planet to take: the known one like it has %(energy)s energy")
KNOWN = gettext_noop("planets and rivals in the dark; %(percent)s % of the map is known")

SURE = gettext_noop("somebody may be there first; else it is yours about round %(round)s, with %(left)s energy")
STORMED = gettext_noop(
    "about round %(round)s it has %(energy)s energy and falls with %(left)s left, unless he adds to it"
)
FAR = gettext_noop("it is far: whether it is taken within %(rounds)s rounds cannot be foreseen")
AGO = gettext_noop("as it was seen in round %(round)s")
FIRST_COME = gettext_noop("somebody else may take it first")
STILL_FALLS = gettext_noop("the burst takes it as long as it has no more than %(burst)s energy")
THEN_BARE = gettext_noop("%(home)s has about %(left)s energy after it: a burst of %(burst)s by %(foe)s would take it")
GUESSED = gettext_noop("it has about %(energy)s energy when the ship is there")
BACK = gettext_noop("a scout may take it apart before round %(round)s, when its price is back")
LIKELY = gettext_noop("such bids win about %(percent)s times of 100, by those of late")
LIKELY_AGAINST = gettext_noop(
    "such bids win about %(percent)s times of 100, by those of late; %(planet)s of a rival can bid up to %(energy)s"
)
NOBODY_KNOWS = gettext_noop("what others bid nobody knows yet")
UNKNOWN_AGAINST = gettext_noop("what others bid nobody knows yet; %(planet)s of a rival can bid up to %(energy)s")
POINTS_GO = gettext_noop("others may gain points for little")
WEAK = gettext_noop("it is weak: any burst near it destroys it")
AWAY = gettext_noop("it was seen last in round %(round)s; the way there is %(tiles)s tiles")
ONE_OF = gettext_noop("%(places)s places are left to look at: the scout goes %(tiles)s tiles, perhaps in vain")
ONLY = gettext_noop("the scout goes %(tiles)s tiles, perhaps in vain; no other place is left to look at")
IN_SIGHT = gettext_noop("it may go away: the way there is %(tiles)s tiles")
IDLE = gettext_noop("energy that lies there earns nothing")
NO_RISK = gettext_noop("none")
NOBODY_NEAR = gettext_noop("nobody is near now: it may wait in vain")
FOE_NEAR = gettext_noop("a rival’s battleship, %(foe)s, is %(tiles)s tiles away")
DIRECTION_WORDS = {
    "north": gettext_noop("north"), "north_east": gettext_noop("north-east"), "east": gettext_noop("east"),
    "south_east": gettext_noop("south-east"), "south": gettext_noop("south"), "south_west": gettext_noop("south-west"),
    "west": gettext_noop("west"), "north_west": gettext_noop("north-west"),
}  # fmt: skip
WORDS = (
    TAKE, SEND, STORM, RAID, LAST_ONE, SAVE, KEEP_IT, HOLD, MINE, STOP, BID, BID_ON, RAISE, LOWER, SHIFT, ONE_BID, WIN, THE_MATCH, ONE_SEAT,
    PAUSE, LOOK, TRACE, SEEK, HUNT, HUNTER,
    STRIKE, GUARD, ENERGY, BIDS_GO_ON, BIDS_STOP,
    A_SHIP, AS_IT_BURSTS, A_ROUND, DEFENCE, BARE, LACKS, LACKS_BIDS, FREE, PLANET_MORE, PLANET_PAYS, CHANGES_SIDES, STAYS_YOURS, DEFENDED,
    TURNS, STILL_FALLS, THEN_BARE,
    PAYS, EVOLVES, KEPT, STOPPED, POINTS, KEEPS, LESS_FOR_HIM, GUARDED, SEEN_AGAIN, FOUND_OUT, KNOWN, SURE, FAR, STORMED, AGO, FIRST_COME,
    GUESSED, BACK, LIKELY, LIKELY_AGAINST, NOBODY_KNOWS, UNKNOWN_AGAINST, POINTS_GO, WEAK, AWAY, ONE_OF, ONLY, IN_SIGHT, IDLE, NO_RISK, NOBODY_NEAR,
    SEEK_FREE, PLANET_FOUND, FOE_NEAR, *DIRECTION_WORDS.values(),
)  # fmt: skip
