"""Replays: the frames that the socket would give, a record that plays the match again, and a check that finds any tampering."""

import json
import re
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import brotli
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

import games
from games.core.simulate import replay as play_again
from lobby.fog import audience
from lobby.governance import votes
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match, Step
from lobby.play import referee, series
from lobby.store import positions
from lobby.store.positions import canonical, pack_text, unpack
from lobby.watch import replay
from tests.games.toy import GAME as TOY

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def finished(make_match, order):
    """A match of four steps with a missed one and a lantern in each."""
    match = make_match(options={"rounds": 4, "hearts": 9}, seed="lanterns")
    for step in range(4):
        order(match, 0, step=step, throw=step, walk=1)
        if step != 2:
            order(match, 1, step=step, throw=0, walk=-1)
        match.refresh_from_db()
        assert referee.advance_once(match.pk, lambda match=match: match.deadline) == step + 1
    match.refresh_from_db()
    assert match.status == "finished"
    return match


def verify(*ids):
    out = StringIO()
    try:
        call_command("verify_replays", *ids, stdout=out)
    except SystemExit as end:
        assert end.code == 1
        return out.getvalue(), 1
    return out.getvalue(), 0


def test_a_record_plays_the_match_again(finished):
    record = json.loads(json.dumps(replay.record(finished)))
    assert record["rules_version"] == TOY.rules_version
    assert record["outcome"] == finished.outcome
    assert [seat["name"] for seat in record["seats"]] == ["Alice", "Bob"]
    history = [{int(seat): orders for seat, orders in step.items()} for step in record["orders"]]
    assert history[2][1] is None
    steps = list(play_again(TOY, record["options"], len(record["seats"]), record["seed"], history))
    assert TOY.to_json(steps[-1][1]) == unpack(Step.objects.get(match=finished, number=4).state)


def test_the_script_for_writers_of_bots_plays_a_record_again(finished, monkeypatch, capsys):
    page = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n([^`]*replay[^`]*)```", page)
    monkeypatch.setattr(sys, "stdin", StringIO(json.dumps(replay.record(finished))))
    exec(script, {})
    last = unpack(Step.objects.get(match=finished, number=4).state)
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == ["0", "1", "2", "3", "4"]
    assert shown[-1] == f"4 {TOY.view(TOY.from_json(last), 0)}"


def test_there_is_no_record_of_a_match_that_runs(make_match):
    with pytest.raises(NotAllowed) as caught:
        replay.record(make_match())
    assert caught.value.message == "This is shown when the match is over."


def test_every_perspective_is_open_after_the_end(finished, charlie):
    for wanted in ("public", "referee", 0, 1):
        shown = replay.frames(finished, charlie.pk, wanted, None, None)
        assert shown["count"] == 5
        assert [frame["step"] for frame in shown["frames"]] == [0, 1, 2, 3, 4]
        assert shown["frames"][-1]["final"]
        assert shown["scores"]["hearts"][0] == [9, 9]
        assert len(shown["scores"]["hearts"]) == 5
        assert shown["info"]["game"] == "toy"
    some = replay.frames(finished, None, "referee", 2, 3)
    assert [frame["step"] for frame in some["frames"]] == [2, 3]
    assert replay.frames(finished, None, "referee", 99, None)["frames"] == []


def test_estimates_of_who_wins_are_told_after_the_end_and_to_whom_asks(finished, make_match, order, alice):
    shown = replay.frames(finished, None, "public", 0, 0, with_chances=True)
    assert len(shown["chances"]) == 5
    assert shown["chances"][0] == [500, 500]
    assert all(sum(step) == 1000 for step in shown["chances"])
    assert "chances" not in replay.frames(finished, None, "public", 0, 0)
    running = make_match(options={"hearts": 9})
    for seat in (0, 1):
        order(running, seat, step=0, throw=0)
    referee.advance_once(running.pk)
    running.refresh_from_db()
    assert replay.frames(running, alice.pk, None, None, None, with_chances=True)["chances"] == []


def test_scores_are_read_and_no_position_is(finished, monkeypatch):
    assert all(
        step.scores == [["hearts", unpack(step.state)["hearts"]]] for step in Step.objects.filter(match=finished)
    )
    monkeypatch.setattr(series, "unpack", None)
    series._of_match.cache_clear()
    assert len(series.of_match(finished)["hearts"]) == 5


def test_steps_of_older_releases_have_the_same_scores(finished):
    expected = series.of_match(finished)
    Step.objects.filter(match=finished, number__in=[1, 3]).update(scores=None)
    series._of_match.cache_clear()
    assert series.of_match(finished) == expected
    assert verify() == ("1 verified, 0 differ\n", 0)
    out = StringIO()
    call_command("fill_scores", stdout=out)
    call_command("fill_scores", stdout=out)
    assert out.getvalue() == "2 steps filled\n0 steps filled\n"
    assert not Step.objects.filter(match=finished, scores__isnull=True).exists()
    series._of_match.cache_clear()
    assert series.of_match(finished) == expected


def test_frames_that_lie_apart_come_in_one_answer(finished, alice, client):
    def asked(steps):
        return client.get(f"/matches/{finished.pk}/frames/?as=0&steps={steps}")

    client.force_login(alice)
    found = asked("3,1,1,99").json()["frames"]
    assert found == [replay.frames(finished, alice.pk, 0, step, step)["frames"][0] for step in (1, 3)]
    assert len(asked(",".join(map(str, range(200)))).json()["frames"]) == 5
    for wrong in ("", "1,", "-1", "x"):
        assert asked(wrong).status_code == 400


def test_frames_that_lie_apart_show_no_more_than_those_in_a_row(make_match, order, alice, charlie):
    match = make_match(options={"rounds": 9, "hearts": 9}, spectator_delay=2)
    for step in range(3):
        order(match, 0, step=step), order(match, 1, step=step)
        assert referee.advance_once(match.pk) == step + 1
    match.refresh_from_db()
    chosen = replay.chosen_frames(match, charlie.pk, None, [0, 1, 2, 3])
    assert chosen == replay.frames(match, charlie.pk, None, None, None)["frames"]
    assert [frame["step"] for frame in chosen] == [0, 1]
    for wanted in ("referee", 0):
        with pytest.raises(NotAllowed):
            replay.chosen_frames(match, charlie.pk, wanted, [0])


def test_frames_are_those_of_the_socket(finished, alice):
    shown = replay.frames(finished, alice.pk, 0, 1, 1)["frames"][0]
    own = audience.may_watch(finished, alice.pk, 0)
    assert shown == json.loads(audience.frame_bytes(finished, own, 1))


def test_frames_are_packed_by_brotli_for_those_who_read_it(finished, alice, client):
    client.force_login(alice)
    address = f"/matches/{finished.pk}/frames/?as=referee"
    plain = client.get(address, headers={"accept-encoding": "identity"})
    packed = client.get(address, headers={"accept-encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "br"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert brotli.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 2


def test_a_running_match_shows_what_the_socket_would_and_no_more(make_match, order, alice, charlie):
    match = make_match(options={"hearts": 9}, spectator_delay=2)
    for step in range(3):
        order(match, 0, step=step)
        order(match, 1, step=step)
        referee.advance_once(match.pk)
    match.refresh_from_db()
    assert replay.frames(match, alice.pk, None, None, None)["count"] == 4
    public = replay.frames(match, charlie.pk, None, 0, 99)
    assert (public["count"], [frame["step"] for frame in public["frames"]]) == (2, [0, 1])
    assert public["scores"] == {}
    for person, wanted, why in (
        (charlie, "referee", "This is shown when the match is over."),
        (charlie, 0, "You cannot watch from this seat before the end."),
        (charlie, 1, "You cannot watch from this seat before the end."),
        (charlie, 2, "This table has no such seat."),
        (alice, 1, "You cannot watch from this seat before the end."),
    ):
        with pytest.raises(NotAllowed) as caught:
            replay.frames(match, person.pk, wanted, None, None)
        assert (caught.value.path, caught.value.message) == ("as", why)
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.LINK)
    with pytest.raises(NoMatch):
        replay.frames(match, charlie.pk, None, None, None)


def test_the_page_opens_with_the_truth_where_it_is_open(finished, make_match, alice, charlie, client):
    def told_to(user, match):
        client.force_login(user)
        page = client.get(f"/matches/{match.pk}/replay/").content.decode()
        return json.loads(page.split('<script id="page" type="application/json">')[1].split("</script>")[0])["opens_as"]

    running = make_match()
    assert [told_to(user, running) for user in (alice, charlie)] == ["", ""]
    assert [told_to(user, finished) for user in (alice, charlie)] == ["referee", "referee"]


def test_spectators_are_as_late_as_the_table_and_the_game_ask():
    for game in games.all_games():
        match = Match(game=game.id, options=game.check_options({}, None), spectator_delay=1)
        assert audience.delay(match) == game.late(match.options).public
        match.spectator_delay = 50
        assert audience.delay(match) == 50
    assert games.get("frames").late(games.get("frames").check_options({}, None)).public > 1


def test_true_matches_are_verified(finished, make_match):
    make_match()
    assert verify() == ("1 verified, 0 differ\n", 0)
    assert verify(finished.pk) == ("1 verified, 0 differ\n", 0)


def test_a_draw_and_an_abort_are_true_as_well(make_match, alice, bob):
    for kind in ("draw", "abort"):
        match = make_match()
        for person in (alice, bob):
            votes.vote(user_id=person.pk, match_id=match.pk, kind=kind, value=True)
    assert verify() == ("2 verified, 0 differ\n", 0)


def test_a_draw_of_the_time_when_it_was_called_as_a_game_may_call_its_own(make_match, replace_toy, alice, bob):
    match = make_match()
    for person in (alice, bob):
        votes.vote(user_id=person.pk, match_id=match.pk, kind="draw", value=True)
    Match.objects.filter(pk=match.pk).update(outcome={"reason": "draw", "places": [1, 1]})
    assert verify() == ("1 verified, 0 differ\n", 0)
    replace_toy(reasons={**TOY.reasons, "draw": "Everybody has as many hearts."})
    told, code = verify()
    assert "but the match goes on" in told
    assert code == 1


def tamper_orders(match):
    step = Step.objects.get(match=match, number=2)
    Step.objects.filter(pk=step.pk).update(orders=step.orders | {"0": step.orders["0"] | {"walk": 0}})


def tamper_state(match):
    step = Step.objects.get(match=match, number=2)
    changed = canonical(unpack(step.state) | {"hearts": [1, 1]})
    Step.objects.filter(pk=step.pk).update(state=pack_text(changed))


def tamper_events(match):
    Step.objects.filter(match=match, number=2).update(events=pack_text(canonical([])))


def tamper_digest(match):
    Step.objects.filter(match=match, number=3).update(digest="0" * 64)


def tamper_scores(match):
    Step.objects.filter(match=match, number=3).update(scores=[["hearts", [99, 0]]])


def tamper_seed(match):
    Match.objects.filter(pk=match.pk).update(seed="another")


def tamper_outcome(match):
    Match.objects.filter(pk=match.pk).update(outcome={"reason": "last_round", "places": [2, 1]})


def tamper_number(match):
    Step.objects.filter(match=match, number=3).delete()


@pytest.mark.parametrize(
    "tamper",
    [
        tamper_orders,
        tamper_state,
        tamper_events,
        tamper_digest,
        tamper_scores,
        tamper_seed,
        tamper_outcome,
        tamper_number,
    ],
    ids=lambda tamper: tamper.__name__,
)
def test_any_tampering_is_found(finished, tamper):
    tamper(finished)
    out, code = verify()
    assert code == 1
    assert finished.pk in out
    assert out.splitlines()[-1] == "0 verified, 1 differ"


def test_orders_that_the_engine_cannot_play_are_a_difference_too(finished):
    Step.objects.filter(match=finished, number=2).update(orders={"0": {"walk": "far"}, "1": None})
    out, code = verify()
    assert code == 1
    assert "engine failed" in out


def test_matches_of_older_rules_are_skipped(finished):
    Match.objects.filter(pk=finished.pk).update(rules_version="0")
    out, code = verify()
    assert code == 0
    assert out.splitlines()[-2:] == ["1 skipped", "0 verified, 0 differ"]


@pytest.mark.parametrize("damaged", [{"state": b"rubbish"}, {"events": b"x\x9crubbish"}, {"orders": {"zero": None}}])
def test_a_record_that_cannot_be_read_is_reported_and_the_others_are_looked_at(finished, make_match, damaged):
    broken = make_match(options={"rounds": 1, "hearts": 9})
    assert referee.advance_once(broken.pk, lambda: broken.deadline + timedelta(hours=1)) == 1
    Step.objects.filter(match=broken, number=1).update(**damaged)
    report, status = verify(broken.pk, finished.pk)
    assert (status, report.splitlines()[-1]) == (1, "1 verified, 1 differ")
    assert f"{broken.pk}: cannot be read: " in report


def test_unknown_matches_are_named(make_match):
    running = make_match()
    with pytest.raises(CommandError, match=running.pk):
        call_command("verify_replays", running.pk)


def test_a_position_weighs_as_much_as_its_state_and_its_events(finished):
    step = Step.objects.get(match=finished, number=4)
    weight = len(positions.unpack_text(step.state)) + len(positions.unpack_text(step.events))
    assert len(positions.unpack_text(step.events)) > len("[]")
    as_resolved = positions.position(finished.pk, 4).weight
    positions.forget()
    assert (as_resolved, positions.position(finished.pk, 4).weight) == (weight, weight)
