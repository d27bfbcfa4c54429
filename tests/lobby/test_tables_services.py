"""What may happen at a table before the match, by whom, and what is refused with nothing changed?"""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

import games
from games.core import path
from games.core.errors import OptionError
from games.core.simulate import open_table
from lobby.matches import openings
from lobby.matches.errors import NoMatch, NotAllowed, NotYourSeat
from lobby.matches.models import Match, Seat, Step
from lobby.tables import services as tables
from lobby.tables.services import Settings

TABLE = Settings(seats=2, step_seconds=30, bank_seconds=60)


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def opened(user, **changes) -> Match:
    return tables.create_table(user=user, game_id="toy", options={}, settings=replace(TABLE, **changes))


def sitting(match: Match) -> list[str]:
    return [seat.bot or (seat.user.name if seat.user else "") for seat in Seat.objects.filter(match=match)]


def state_of(match: Match) -> tuple:
    match = Match.objects.get(pk=match.pk)
    return match.status, match.host_id, match.revision, list(match.seats.values_list("number", "user", "bot", "ready"))


def test_a_new_table_has_its_host_in_the_first_seat_and_bots_where_they_belong(alice):
    match = opened(alice, seats=4, bots={2: "thrower"})
    assert sitting(match) == ["Alice", "", "thrower", ""]
    assert (match.status, match.host, match.rules_version) == ("open", alice, "1")
    assert match.options == {"size": 7, "rounds": 12, "hearts": 2, "fog": True}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"seats": 5}, "seats"),
        ({"seats": 1}, "seats"),
        ({"step_seconds": 4}, "step_seconds"),
        ({"step_seconds": 3601}, "step_seconds"),
        ({"clock": "slow", "step_seconds": 60}, "step_seconds"),
        ({"clock": "sundial"}, "clock"),
        ({"visibility": "secret"}, "visibility"),
        ({"press": "whisper"}, "press"),
        ({"bank_seconds": -1}, "bank_seconds"),
        ({"spectator_delay": -1}, "spectator_delay"),
        ({"spectator_delay": 0}, "spectator_delay"),
        ({"bots": {0: "thrower"}}, "bot_0"),
        ({"bots": {2: "thrower"}}, "bot_2"),
        ({"bots": {1: "hal"}}, "bot_1"),
    ],
)
def test_bad_settings_are_refused_by_name(alice, changes, path):
    with pytest.raises(NotAllowed) as refused:
        opened(alice, **changes)
    assert refused.value.path == path
    assert refused.value.message
    assert not Match.objects.exists()


def test_without_fog_spectators_may_watch_at_once(alice):
    match = tables.create_table(
        user=alice, game_id="toy", options={"fog": False}, settings=replace(TABLE, spectator_delay=0)
    )
    assert match.spectator_delay == 0


def test_bad_options_and_unknown_games_are_refused(alice):
    with pytest.raises(OptionError):
        tables.create_table(user=alice, game_id="toy", options={"size": 99}, settings=TABLE)
    with pytest.raises(NoMatch):
        tables.create_table(user=alice, game_id="chess", options={}, settings=TABLE)
    assert not Match.objects.exists()


def test_one_person_keeps_few_tables_open(alice):
    for _ in range(tables.OPEN_TABLES):
        opened(alice)
    with pytest.raises(tables.TooManyTables) as refused:
        opened(alice)
    assert str(tables.OPEN_TABLES) in refused.value.message


def test_joining_takes_the_first_free_seat_once(alice, bob):
    match = opened(alice, seats=4, bots={1: "thrower"})
    tables.join(user=bob, match_id=match.pk)
    tables.join(user=bob, match_id=match.pk)
    assert sitting(match) == ["Alice", "thrower", "Bob", ""]


def test_a_full_table_takes_nobody(alice, bob, charlie):
    match = opened(alice)
    tables.join(user=bob, match_id=match.pk)
    before = state_of(match)
    with pytest.raises(tables.TableFull):
        tables.join(user=charlie, match_id=match.pk)
    assert state_of(match) == before


def test_leaving_hands_the_table_on_and_the_last_one_closes_it(alice, bob):
    match = opened(alice)
    tables.join(user=bob, match_id=match.pk)
    tables.leave(user=alice, match_id=match.pk)
    match.refresh_from_db()
    assert (match.host, sitting(match)) == (bob, ["", "Bob"])
    assert tables.leave(user=bob, match_id=match.pk) is None
    assert not Match.objects.exists()


def test_bots_alone_keep_no_table(alice):
    match = opened(alice, bots={1: "thrower"})
    assert tables.leave(user=alice, match_id=match.pk) is None
    assert not Match.objects.exists()


def test_only_whoever_sits_there_leaves_or_gets_ready(alice, charlie):
    match = opened(alice)
    for act in (tables.leave, tables.rematch):
        with pytest.raises((NotYourSeat, NotAllowed)):
            act(user=charlie, match_id=match.pk)
    with pytest.raises(NotYourSeat):
        tables.set_table_ready(user=charlie, match_id=match.pk, ready=True)


def test_only_the_host_kicks_seats_bots_and_starts(alice, bob):
    match = opened(alice, seats=3)
    tables.join(user=bob, match_id=match.pk)
    before = state_of(match)
    acts = [
        lambda: tables.kick(user=bob, match_id=match.pk, number=0),
        lambda: tables.seat_bot(user=bob, match_id=match.pk, number=2, bot="thrower"),
        lambda: tables.unseat_bot(user=bob, match_id=match.pk, number=2),
        lambda: tables.start(user=bob, match_id=match.pk),
    ]
    for act in acts:
        with pytest.raises(tables.NotHost):
            act()
    assert state_of(match) == before


def test_whoever_was_kicked_cannot_come_straight_back(alice, bob, charlie):
    match = opened(alice)
    tables.join(user=bob, match_id=match.pk)
    tables.kick(user=alice, match_id=match.pk, number=1)
    assert sitting(match) == ["Alice", ""]
    with pytest.raises(NotAllowed):
        tables.join(user=bob, match_id=match.pk)
    tables.join(user=charlie, match_id=match.pk)
    assert sitting(match) == ["Alice", "Charlie"]


@pytest.mark.parametrize("number", [0, 1, 2, -1])
def test_kicking_needs_another_person_in_that_seat(alice, number):
    match = opened(alice, bots={1: "thrower"})
    with pytest.raises(NotAllowed) as refused:
        tables.kick(user=alice, match_id=match.pk, number=number)
    assert refused.value.path == "number"


def test_the_host_seats_and_unseats_bots(alice, bob):
    match = opened(alice, seats=3)
    tables.seat_bot(user=alice, match_id=match.pk, number=2, bot="thrower")
    assert sitting(match) == ["Alice", "", "thrower"]
    tables.join(user=bob, match_id=match.pk)
    with pytest.raises(tables.SeatTaken):
        tables.seat_bot(user=alice, match_id=match.pk, number=1, bot="thrower")
    with pytest.raises(NotAllowed) as refused:
        tables.seat_bot(user=alice, match_id=match.pk, number=2, bot="hal")
    assert refused.value.path == "bot"
    tables.unseat_bot(user=alice, match_id=match.pk, number=2)
    with pytest.raises(NotAllowed):
        tables.unseat_bot(user=alice, match_id=match.pk, number=2)
    assert sitting(match) == ["Alice", "Bob", ""]


def test_a_match_starts_when_all_seats_are_taken_and_ready(alice, bob):
    match = opened(alice)
    with pytest.raises(tables.NotComplete):
        tables.start(user=alice, match_id=match.pk)
    tables.join(user=bob, match_id=match.pk)
    with pytest.raises(tables.NotComplete):
        tables.start(user=alice, match_id=match.pk)
    assert not Step.objects.exists()
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    tables.start(user=alice, match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, match.step, match.steps.count()) == ("running", 0, 1)
    assert match.deadline is not None
    assert sorted(match.seats.values_list("number", flat=True)) == [0, 1]


def test_seats_are_drawn_by_lot(alice, bob):
    drawn = set()
    for _ in range(20):
        match = opened(alice)
        tables.join(user=bob, match_id=match.pk)
        tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
        tables.start(user=alice, match_id=match.pk)
        drawn.add(match.seats.get(user=alice).number)
    assert drawn == {0, 1}


def test_a_started_table_is_no_table(alice, bob, make_match):
    match = make_match()
    acts = [
        lambda: tables.join(user=bob, match_id=match.pk),
        lambda: tables.leave(user=bob, match_id=match.pk),
        lambda: tables.set_table_ready(user=bob, match_id=match.pk, ready=False),
        lambda: tables.kick(user=alice, match_id=match.pk, number=1),
        lambda: tables.seat_bot(user=alice, match_id=match.pk, number=1, bot="thrower"),
        lambda: tables.unseat_bot(user=alice, match_id=match.pk, number=1),
        lambda: tables.start(user=alice, match_id=match.pk),
    ]
    before = state_of(match)
    for act in acts:
        with pytest.raises(tables.NotOpen):
            act()
    assert state_of(match) == before


def test_a_started_match_by_link_looks_absent_to_whoever_has_the_link(charlie, make_match):
    match = make_match(visibility="link")
    with pytest.raises(NoMatch):
        tables.join(user=charlie, match_id=match.pk)
    with pytest.raises(NoMatch):
        tables.join(user=charlie, match_id="nowhere")


def finished(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now(), deadline=None)
    match.seats.update(finished_at=timezone.now())
    return match


def test_a_rematch_brings_the_same_people_together_and_begins_when_all_have_asked(alice, bob, make_match):
    old = finished(make_match(bots=["thrower"]))
    first = tables.rematch(user=alice, match_id=old.pk)
    assert (first.status, first.rematch_of_id, first.options) == ("open", old.pk, old.options)
    assert sitting(first) == ["Alice", "", "thrower"]
    assert tables.rematch(user=alice, match_id=old.pk).pk == first.pk
    second = tables.rematch(user=bob, match_id=old.pk)
    assert (second.pk, second.status) == (first.pk, "running")
    assert second.seed != old.seed
    assert tables.rematch(user=bob, match_id=old.pk).pk == first.pk


def test_a_rematch_against_bots_begins_at_once(alice, make_match):
    old = finished(make_match(people=[alice], bots=["thrower"]))
    assert tables.rematch(user=alice, match_id=old.pk).status == "running"


def test_who_plays_again_alone_gets_another_draw_of_the_preset_and_people_the_same_map(alice, bob, make_match):
    game = games.get("planet_conquer")
    match = tables.quick_match(user=alice, game_id=game.id)
    quick, maps = dict(game.presets["quick"].options), {match.options["map"]}
    for _ in range(12):
        match = tables.rematch(user=alice, match_id=finished(match).pk)
        assert match.options == open_table(game, quick, 2, match.seed)
        assert path.preset_of(game, match.options, 2, openings.opened_with(match)) == "quick"
        maps.add(match.options["map"])
    assert len(maps) > 1
    together = finished(make_match(game=game.id, options=quick))
    assert tables.rematch(user=alice, match_id=together.pk).options == together.options
    own = finished(make_match(game=game.id, options={**quick, "max_round": 30}, people=[alice], bots=["easy"]))
    assert tables.rematch(user=alice, match_id=own.pk).options == own.options


def test_a_stranger_in_the_rematch_does_not_start_it_unasked(alice, bob, charlie, make_match):
    old = finished(make_match(people=[alice, bob, charlie]))
    match = tables.rematch(user=alice, match_id=old.pk)
    Seat.objects.filter(match=match, number=2).update(user=None)
    tables.join(user=charlie, match_id=match.pk)
    assert tables.rematch(user=bob, match_id=old.pk).status == "open"


def test_a_rematch_needs_the_end_and_a_seat(alice, charlie, make_match):
    old = make_match()
    with pytest.raises(NotAllowed):
        tables.rematch(user=alice, match_id=old.pk)
    finished(old)
    with pytest.raises(NotYourSeat):
        tables.rematch(user=charlie, match_id=old.pk)


def test_a_quick_match_runs_at_once_with_the_quick_preset(alice):
    match = tables.quick_match(user=alice, game_id="toy")
    assert (match.status, match.options["rounds"]) == ("running", 3)
    assert sorted(sitting(match)) == ["Alice", "thrower"]
    with pytest.raises(NotAllowed) as refused:
        tables.quick_match(user=alice, game_id="toy", bot="hal")
    assert refused.value.path == "bot"
    assert Match.objects.count() == 1


def test_old_tables_close_by_their_clock(alice, make_match):
    now = timezone.now()
    live, slow, fresh = opened(alice), opened(alice, clock="slow", step_seconds=3600), opened(alice)
    running = make_match()
    Match.objects.filter(pk__in=[live.pk, slow.pk, running.pk]).update(created_at=now - timedelta(hours=2))
    assert tables.expire_tables(now) == 1
    assert set(Match.objects.values_list("pk", flat=True)) == {slow.pk, fresh.pk, running.pk}
    assert tables.expire_tables(now + timedelta(days=4)) == 2
    assert set(Match.objects.values_list("pk", flat=True)) == {running.pk}
