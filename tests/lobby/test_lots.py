"""Can anybody draw the seats of a match again, from what the site has shown and nothing else, however the match began?"""

from __future__ import annotations

import html
import io
import json
import re
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

import games
from games.core.rng import SeededRng, seat_lots
from lobby.accounts.models import User
from lobby.contests.formats import contract
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.plans import StagePlan
from lobby.fog import fairness
from lobby.governance import oversight
from lobby.ladder import runner
from lobby.ladder import services as ladder
from lobby.ladder.models import Result
from lobby.matches.models import Match, Program, Seat
from lobby.play import interruptions
from lobby.tables import challenges, forks, queue
from lobby.tables import services as tables
from lobby.tables.services import Settings
from tests.lobby.contest_rows import entered, plan, play_on

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = Settings(seats=3, step_seconds=30)


@pytest.fixture(autouse=True)
def fresh(transactional_db: None, settings, monkeypatch) -> None:
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = False
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")


def page(match_id: str, user: User | None = None) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(f"/matches/{match_id}/fairness/")
    assert answer.status_code > 190
    return answer.content.decode()


def listed(text: str) -> list[str]:
    """The lines of the list, as a reader copies them."""
    found = re.search(r'<ol class="lot" id="lot">(.*?)</ol>', text, re.DOTALL)
    if found is None:
        return []
    rows = re.findall(r"<li>(.*?)</li>", found[1], re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]+>|[\u2068\u2069]", "", row)).strip() for row in rows]


def seed_of(text: str) -> str:
    (seed,) = re.findall(r'id="seed">([^<]*)<', text)
    return seed


def printed(text: str) -> list[str]:
    """What the program on the page prints."""
    (program,) = re.findall(r'<code id="lot-program">(.*?)</code>', text, re.DOTALL)
    run = subprocess.run([sys.executable, "-I", "-"], input=html.unescape(program), capture_output=True, text=True, check=True, timeout=60)  # fmt: skip
    return run.stdout.split()


def ended(match: Match) -> Match:
    interruptions.abort(match, timezone.now())
    match.refresh_from_db()
    return match


def check(match: Match, order: list[str] | None = None) -> list[int]:
    """Draw the seats of a match that is over again, from its page and from its record; `order` is what was copied from the open table."""
    ended(match)
    text = page(match.pk, match.host)
    names = [line.partition(" → ")[0] for line in listed(text)]
    letters = [line.rpartition("Seat ")[2] for line in listed(text)]
    assert printed(text) == letters and letters
    if order is not None:
        assert names == order
    client = Client()
    if match.host is not None:
        client.force_login(match.host)
    record = client.get(f"/api/matches/{match.pk}/replay/").json()
    assert record["seed"] == seed_of(text)
    assert (
        record["lot"] == seat_lots(record["seed"], len(record["seats"])) == ["ABCDEFGH".index(one) for one in letters]
    )
    by_seat = {one["seat"]: one["name"] for one in record["seats"]}
    assert [by_seat[seat] for seat in record["lot"]] == names
    return record["lot"]


# --- Every way in which a match begins


def full_table(alice: User, bob: User, charlie: User, **given: Any) -> Match:
    match = tables.create_table(
        user=alice, game_id="toy", options={}, settings=Settings(**{"seats": 3, "step_seconds": 30, **given})
    )
    for person in (bob, charlie):
        tables.join(user=person, match_id=match.pk)
        tables.set_table_ready(user=person, match_id=match.pk, ready=True)
    return match


@pytest.mark.postgres
def test_a_table_that_its_host_starts(alice, bob, charlie):
    drawn = set()
    for _ in range(6):
        match = full_table(alice, bob, charlie)
        before = page(match.pk)
        order = listed(before)
        assert order == ["Alice", "Bob", "Charlie"]
        assert "lot-program" not in before and match.seed not in before
        match = tables.start(user=alice, match_id=match.pk)
        assert [line.partition(" → ")[0] for line in listed(page(match.pk))] == order
        assert "lot-program" not in page(match.pk)
        drawn.add(tuple(check(match, order)))
    assert len(drawn) > 1


def test_whoever_sits_down_after_others_have_left_is_in_the_list_where_they_sit(alice, bob, charlie, dana):
    match = full_table(alice, bob, charlie)
    tables.leave(user=bob, match_id=match.pk)
    assert listed(page(match.pk)) == ["Alice", "Free seat", "Charlie"]
    tables.join(user=dana, match_id=match.pk)
    tables.set_table_ready(user=dana, match_id=match.pk, ready=True)
    check(tables.start(user=alice, match_id=match.pk), ["Alice", "Dana", "Charlie"])


def test_a_table_with_bots(alice):
    match = tables.create_table(
        user=alice,
        game_id="toy",
        options={},
        settings=Settings(seats=4, step_seconds=30, bots={1: "thrower", 3: "thrower"}),
    )
    tables.seat_bot(user=alice, match_id=match.pk, number=2, bot="thrower")
    order = listed(page(match.pk))
    check(tables.start(user=alice, match_id=match.pk), order)


def test_a_hot_seat(alice):
    match = tables.create_table(
        user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30, kind=Match.Kind.HOT_SEAT)
    )
    order = listed(page(match.pk, alice))
    check(tables.start(user=alice, match_id=match.pk), order)


def test_a_quick_match_against_bots(alice):
    check(tables.quick_match(user=alice, game_id="toy"))


@pytest.mark.postgres
def test_the_queue(alice, bob):
    queue.enter(user=alice, game_id="toy", pace="normal")
    queue.enter(user=bob, game_id="toy", pace="normal")
    check(Match.objects.get(), ["Alice", "Bob"])


@pytest.mark.postgres
def test_a_challenge(alice, bob):
    asked = challenges.challenge(
        user=alice, opponent=bob, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30)
    )
    check(challenges.accept(user=bob, challenge_id=asked.pk), ["Alice", "Bob"])


@pytest.mark.postgres
def test_a_rematch(alice, bob, charlie):
    match = ended(tables.start(user=alice, match_id=full_table(alice, bob, charlie).pk))
    again = tables.rematch(user=charlie, match_id=match.pk)
    assert listed(page(again.pk)) == ["Charlie", "Free seat", "Free seat"]
    for person in (bob, alice):
        again = tables.rematch(user=person, match_id=match.pk)
    assert again.status == "running"
    assert fairness.lot(ended(again)) is None, "its seats follow from those of the match before"


def test_the_ladder(alice, bob, settings):
    settings.LADDER_MATCHES = 6
    for number, owner in enumerate((alice, bob, alice, bob)):
        program = Program.objects.create(owner=owner, game="planet_conquer", name=f"N {number}", text="pass")
        ladder.enter(user=owner, program_id=program.pk)
    begun = runner.top_up(timezone.now(), Random(1))
    assert begun
    for match_id in begun:
        match = Match.objects.get(pk=match_id)
        for result in Result.objects.filter(bout__match=match):
            assert match.seats.get(number=result.seat).program_id == result.program_id
        lot = check(match)
        # Programs by their number, which their pages have in their address; then the bot.
        seats = [match.seats.get(number=seat) for seat in lot]
        assert [seat.program_id or 10**9 for seat in seats] == sorted(seat.program_id or 10**9 for seat in seats)


@pytest.mark.parametrize("key", FORMATS)
def test_a_contest_draws_its_seats_from_its_own_seed(alice, key):
    form = FORMATS[key]
    fields = {name: {"rounds": 2, "games": 2}.get(name, 1) for name in form.FIELDS}
    contest = entered(alice, plan(StagePlan(key, fields)), 5)
    play_on(contest)
    told = Client().get(f"/contests/{contest.pk}/results.json").json()
    ids = sorted(one["id"] for one in told["entrants"])
    seed = told["contest"]["seed"]
    SeededRng(f"{seed}:lots").shuffle(ids)
    entrants = [contract.Entrant(one, lot) for lot, one in enumerate(ids)]
    rules = contract.Rules(table=told["contest"]["table_size"], **told["contest"]["stages"][0]["rules"])
    shown = sorted(told["tables"], key=lambda one: (one["round"], one["number"]))
    played: list[contract.Played] = []
    while len(played) < len(shown):
        answer = form.next_round(rules, entrants, played, SeededRng(f"{seed}:0:{contract.rounds_of(played)}"))
        assert isinstance(answer, contract.Round)
        # Of a knockout the games of a round come one after the other.
        following = shown[len(played) :][: len(answer.tables)]
        for pairing, table in zip(answer.tables, following, strict=True):
            assert [place["entrant"]["id"] for place in table["places"]] == list(pairing.seats)
            places = {place["entrant"]["id"]: place["place"] for place in table["places"]}
            played.append(contract.Played(table["round"], pairing.seats, places, lane=table["lane"]))
    text = page(Match.objects.first().pk)
    assert listed(text) == [] and "its own draw" in text


# --- Where nobody draws


def test_where_a_match_goes_on_no_lot_is_claimed(alice, bob, charlie, dana):
    match = tables.start(user=alice, match_id=full_table(alice, bob, charlie).pk)
    fork = forks.fork(user=alice, match_id=ended(match).pk, step=0)
    old = tables.start(user=alice, match_id=full_table(alice, bob, charlie).pk)
    again = oversight.set_back(staff=dana, match_id=old.pk, step=0, why="a test")
    for one in (fork, again):
        assert set(one.seats.values_list("entry", flat=True)) == {None}
        text = page(ended(one).pk, alice)
        assert listed(text) == [] and "lot-program" not in text and "No lot from this seed" in text
        client = Client()
        client.force_login(alice)
        assert client.get(f"/api/matches/{one.pk}/replay/").json()["lot"] is None


def test_a_match_from_before_the_lot_followed_from_the_seed_claims_none(make_match):
    assert "No lot from this seed" in page(ended(make_match()).pk)


# --- What is secret


def test_where_names_are_hidden_nobody_learns_who_sits_where_before_the_end(alice, bob, charlie):
    match = full_table(alice, bob, charlie, anonymous=True)
    order = listed(page(match.pk))
    match = tables.start(user=alice, match_id=match.pk)
    for reader in (None, alice, bob):
        text = page(match.pk, reader)
        assert listed(text) == [] and "is no secret any more" in text
        assert not any(name in text for name in ("Bob", "Charlie") if reader is None or reader.name != name)
    assert not re.search("entry|lot", json.dumps(Client().get(f"/api/matches/{match.pk}/").json()["info"]["seats"]))
    check(match, order)


def test_a_sealed_match_tells_nothing_of_its_order(alice, bob, make_match):
    match = make_match(sealed=True)
    for number in (0, 1):
        Seat.objects.filter(match=match, number=number).update(entry=1 - number)
    ended(match)
    client = Client()
    client.force_login(alice)
    assert listed(page(match.pk, alice)) == []
    assert client.get(f"/api/matches/{match.pk}/replay/").json()["lot"] is None


def test_the_lot_has_a_stream_of_its_own():
    """Nothing that is shown before the end, such as a map, is drawn from the same numbers."""
    seeds = [f"{number:032x}" for number in range(200)]
    assert len({tuple(seat_lots(seed, 8)) for seed in seeds}) > 190
    assert all(sorted(seat_lots(seed, 5)) == [0, 1, 2, 3, 4] for seed in seeds)
    assert {tuple(seat_lots(seed, 2)) for seed in seeds} == {(0, 1), (1, 0)}
    assert seat_lots("5eed", 6) == SeededRng("5eed:seats").permutation(6)


def test_a_downloaded_match_is_drawn_again_by_a_command(alice, bob, charlie, tmp_path):
    match = ended(tables.start(user=alice, match_id=full_table(alice, bob, charlie).pk))
    answer = Client().get(f"/matches/{match.pk}/replay.json")
    record = json.loads(answer.content if not answer.streaming else async_to_sync(_whole)(answer))
    file, out = tmp_path / "match.json", io.StringIO()
    file.write_text(json.dumps(record))
    call_command("verify_seed", file, stdout=out)
    assert "The seats were drawn from that seed." in out.getvalue()
    file.write_text(json.dumps(record | {"lot": [*record["lot"][1:], record["lot"][0]]}))
    with pytest.raises(SystemExit):
        call_command("verify_seed", file, stdout=out)
    assert "The seats were not drawn from that seed." in out.getvalue()


async def _whole(answer) -> bytes:
    return b"".join([part async for part in answer.streaming_content])
