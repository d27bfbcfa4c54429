"""What an engine says of a thing has the thing's name once the platform has put it in, and its key where nobody does."""

from games.core.errors import OrderError
from games.core.names import areas, composed, named, pairs
from games.core.text import phrase, spoken
from games.core.things import caller, thing
from games.core.things import named as in_names

BOOKS = {
    "units": composed("key", "units", pairs("Bold 勇敢"), pairs("Heron 苍鹭"), joint=(" ", "")),
    "mechs": named({"m0_1": ["Comet", "彗星"]}),
    "seas": areas({0: ["Skar Bank", "斯卡浅滩"]}, [[0, -1]]),
}
SINKS = phrase("%(unit)s sinks in %(sea)s", unit=thing("units", 17), sea=thing("seas", [0, 0]))


def test_a_thing_is_called_by_its_key_until_somebody_knows_its_name():
    assert spoken(SINKS) == "17 sinks in [0, 0]"
    assert OrderError("gone", "", SINKS["text"], SINKS["data"]).message == "17 sinks in [0, 0]"


def test_a_thing_has_its_name_in_both_languages():
    assert spoken(SINKS, call=caller(BOOKS)) == "Bold Heron sinks in Skar Bank"
    told = in_names(SINKS, BOOKS)
    assert told["data"] == {"unit": ["Bold Heron", "勇敢苍鹭"], "sea": ["Skar Bank", "斯卡浅滩"]}
    assert spoken(told) == "Bold Heron sinks in Skar Bank"
    assert spoken(told, lambda message: message.replace(" sinks in ", "沉没于"), side=1) == "勇敢苍鹭沉没于斯卡浅滩"


def test_a_label_says_names_deep_inside_and_leaves_data_that_keep_what_they_have():
    mech = phrase("%(model)s %(number)s", model="Sword", number=thing("mechs", "m0_1", 2))
    (entry,) = in_names([{"label": "…", **phrase("%(mech)s holds", mech=mech), "orders": {"unit": "m0_1"}}], BOOKS)
    assert entry["label"] == "Sword Comet holds"
    assert entry["data"] == {"mech": phrase("%(model)s %(number)s", model="Sword", number=2)}
    assert entry["orders"] == {"unit": "m0_1"}


def test_what_the_books_do_not_know_keeps_its_key():
    unknown = phrase("%(where)s, %(what)s", where=thing("seas", [1, 0]), what=thing("planets", 3))
    assert spoken(in_names(unknown, BOOKS)) == "[1, 0], 3"
