"""Do things and bots of a match keep the names that everybody reads?"""

import json

import pytest
from asgiref.sync import async_to_sync
from django.utils import translation

import games
from games.core.errors import OrderError
from games.core.names import called
from lobby.fog import audience
from lobby.matches import personas
from lobby.matches.errors import as_answer
from lobby.pages import lists
from lobby.play import services
from lobby.watch import replay

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_bots_of_one_level_are_two_persons_and_the_level_stays_readable(alice, make_match):
    match = make_match((alice,), ("easy", "easy", "medium"), game="planet_conquer", options={"map": "four_winds"})
    game = games.get("planet_conquer")
    shown = {seat["bot"]: seat for seat in replay.frames(match, alice.pk, None, None, None)["info"]["seats"]}
    bots = [seat for seat in replay.frames(match, alice.pk, None, None, None)["info"]["seats"] if seat["bot"] == "easy"]
    assert len({seat["name"] for seat in bots}) == 2
    for seat in bots:
        english, chinese = seat["given"]
        assert seat["name"] == f"{game.bot('easy').name} {english}"
        assert chinese
    assert (shown["medium"]["name"], shown["medium"]["given"]) == (game.bot("medium").name, [])


def test_lists_and_socket_call_a_bot_by_the_same_name(alice, make_match):
    match = make_match((alice,), ("easy", "easy"), game="planet_conquer", options={"map": "trident"})
    game = games.get("planet_conquer")
    infos = replay.frames(match, alice.pk, None, None, None)["info"]["seats"]
    by_page = {seat.number: lists.sitter(game, match, seat, None).name for seat in match.seats.all()}
    assert {seat["seat"]: seat["name"] for seat in infos if seat["bot"]} == {
        number: name for number, name in by_page.items() if number
    }


def test_a_bot_keeps_its_name_when_seats_are_drawn(alice, make_match):
    match = make_match((alice,), ("thrower", "thrower"))
    seats = list(match.seats.all())
    before = personas.of_table(match.pk, seats)
    for seat in seats:
        seat.entry, seat.number = seat.number, (seat.number + 1) % 3
    after = personas.of_table(match.pk, seats)
    assert {seat.entry: after[seat.number] for seat in seats if seat.bot} == before


def test_no_bot_is_the_namesake_of_a_person_at_the_table(alice, make_match):
    match = make_match((alice,), ("thrower", "thrower"))
    before = personas.of_table(match.pk, list(match.seats.all()))
    (english, chinese), kept = before[1], before[2]
    for name in (english, f"the great {english.upper()}", chinese):
        alice.name = name
        alice.save()
        after = personas.of_table(match.pk, list(match.seats.all()))
        assert after[1] not in (before[1], kept)
        assert after[2] == kept, "the others keep theirs"
        # Whoever sits where nobody is to learn it does not show in the names of others.
        assert personas.of_table(match.pk, list(match.seats.all()), is_anonymous=True)[1] == before[1]


def test_where_nobody_may_learn_who_sat_where_names_follow_from_the_present_seats(alice, make_match):
    match = make_match((alice,), ("thrower", "thrower"))
    seats = list(match.seats.all())
    before = personas.of_table(match.pk, seats, is_anonymous=True)
    for seat in seats:
        seat.entry = 2 - seat.number
    assert personas.of_table(match.pk, seats, is_anonymous=True) == before


def test_names_are_told_once_the_same_to_all_and_tell_no_seed(alice, bob, make_match):
    match = make_match((alice, bob), game="deep_blue")
    told_to = [
        replay.frames(match, user, None, None, None)["info"]["static"]["names"] for user in (alice.pk, bob.pk, None)
    ]
    assert told_to[0] == told_to[1] == told_to[2]
    assert match.seed not in json.dumps(told_to)
    frame = replay.frames(match, alice.pk, None, None, None)["frames"][0]
    assert "names" not in frame["view"]


def test_a_match_that_goes_on_from_another_has_its_names(alice, bob, make_match):
    match = make_match((alice, bob), game="planet_conquer", options={"map": "trident"})
    names = audience.static_view(match)["names"]
    fork = make_match(
        (alice, bob), game="planet_conquer", options={"map": "trident"}, forked_from=match, seed="another"
    )
    assert audience.static_view(fork)["names"] == names
    other = make_match((alice, bob), game="planet_conquer", options={"map": "trident"}, seed="another")
    assert audience.static_view(other)["names"] != names


def test_what_a_seat_could_order_says_names_and_no_numbers_of_things(alice, bob, make_match):
    match = make_match((alice, bob), game="deep_blue")
    names = audience.static_view(match)["names"]
    choices = audience.seat_choices(match, 0, 0)
    spoken_of = [entry for entry in choices if "unit" in entry["data"]]
    assert spoken_of
    for entry in spoken_of:
        (number,) = entry["orders"]["units"]
        book = "buildings" if number in names["buildings"]["named"] else "units"
        english, chinese = called(names[book], int(number))
        assert entry["label"].startswith(f"{entry['data']['unit']['data']['kind']} {english} ")
        assert entry["data"]["unit"]["data"]["name"] == [english, chinese]


@pytest.mark.parametrize(("language", "said"), [("en", "The island {} is not yours."), ("zh-hans", "{}不属于你。")])
def test_a_refusal_says_the_name_in_the_reader_s_language(alice, bob, make_match, language, said):
    match = make_match((alice, bob), game="deep_blue")
    island = next(one for one in audience.seat_view(match, 0, 0)["elements"] if one["kind"] == "island")
    with pytest.raises(OrderError) as refused:
        async_to_sync(services.submit_orders)(
            user_id=alice.pk, match_id=match.pk, step=0, orders={"units": {str(island["id"]): {}}}
        )
    english, chinese = called(audience.static_view(match)["names"]["buildings"], island["id"])
    with translation.override(language):
        answer = as_answer(refused.value)
    assert answer["message"] == said.format(english if language == "en" else f"岛屿{chinese}")
    assert answer["data"]["id"] == island["id"]
