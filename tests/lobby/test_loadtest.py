"""Does the load test play, survive what it does to the site, count what is wrong, and leave nothing behind?"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from lobby.accounts.models import User
from lobby.fog import audience
from lobby.management.commands import loadtest
from lobby.management.commands.loadtest import add_restarts
from lobby.matches.models import Heartbeat, Match
from lobby.operations.load import site
from lobby.operations.load.clients import Course, Leap
from lobby.operations.load.figures import Turn, report, resumed, spread
from lobby.operations.load.kinds import Kind
from lobby.operations.load.matches import LoadMatch, LoadMatches
from lobby.operations.load.proof import Proof
from lobby.operations.load.site import Restart
from lobby.play import referee, web_heartbeat
from lobby.store.positions import digest
from lobby.watch import feed
from tests.databases import make_database
from tests.games.toy import GAME as TOY

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 30.0


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_what_it_made_it_takes_away(alice):
    rooms = LoadMatches(TOY, 2, {"rounds": 3})
    room = rooms.open()
    assert len(room.sessions) == 2 and Match.objects.get().status == Match.Status.RUNNING
    assert Session.objects.count() == 2
    rooms.close()
    assert not Match.objects.exists() and not Session.objects.exists()
    assert [person.pk for person in User.objects.all()] == [alice.pk]


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["--url=http://192.0.2.7:8000"], "is not this machine"),
        (["--url=http://localhost.example.org"], "is not this machine"),
        (["--game=whist"], "--game: one of"),
        (["--matches=0"], "--matches: at least 1"),
        (["--url=http://127.0.0.1:1", "--restarts=1"], "only a site of its own"),
        (["--web=2"], "several processes need"),
        (["--url=http://127.0.0.1:1", "--game=toy", '--options={"rounds": 0}'], "rounds"),
        (["--url=127.0.0.1:8000"], "--url: no address"),
        (["--url=http://127.0.0.1:x"], "--url: no address"),
        (["--url=http://127.0.0.1:8000/lobby/"], "--url: no address"),
        (["--trace=/nope/x"], "--trace: /nope/x cannot be written"),
        (["--options=[]"], "--options: must be a JSON object"),
        (["--options={"], "--options: not JSON"),
        (["--game=toy", "--bot=nobody"], "--bot: one of"),
        (["--game=toy", "--seats=99"], "--seats: toy is for"),
        (["--drop=-1"], "--drop: at least 0"),
        (["--think=inf"], "--think: at least 0"),
        (["--seconds=-1"], "--seconds: at least 1"),
        (["--seconds=nan"], "--seconds: at least 1"),
        (["--seconds=1e12"], "--seconds: at most"),
        (["--spectators=-1"], "--spectators: at least 0"),
        (["--longer=-1"], "--longer: at least 0"),
        (["--bot-matches=-1"], "--bot-matches: at least 0"),
        (["--bot-matches=1", "--web=2"], "have no bots"),
        (["--deadline-matches=-1"], "--deadline-matches: at least 0"),
    ],
)
@pytest.mark.django_db
def test_what_cannot_be_run_is_refused(arguments, refusal, settings):
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match=refusal):
        call_command("loadtest", *arguments, stdout=StringIO())


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["--seconds=nan"], "--seconds: at least 1"),
        (["--step-seconds=0"], "--step-seconds: at least 1"),
        (["--options={"], "--options: not JSON"),
        (["--options=[]"], "--options: must be a JSON object"),
        (['--options={"toy": []}'], "--options: toy: must be a JSON object"),
        (['--options={"whist": {}}'], "--options: whist is none of"),
        (['--options={"toy": {"rounds": 0}}'], "--options: toy: rounds"),
    ],
)
def test_what_cannot_be_soaked_is_refused(arguments, refusal):
    with pytest.raises(CommandError, match=refusal):
        call_command("soak", *arguments, stdout=StringIO())


def test_a_site_of_its_own_takes_nothing_from_the_environment_that_leads_to_another(monkeypatch, tmp_path):
    harmful = ("SQLITE", "METRICS_PORT", "PRODUCTION", "HOSTS", "STATIC", "SECRET_KEY", "EMAIL_HOST", "DRAIN_SECONDS")
    for name in (*harmful, "POSTGRES_DB", "POSTGRES_HOST", "REDIS_URL", "EXTRA_GAMES", "DATA"):
        monkeypatch.setenv(f"FOGBOUND_{name}", "theirs")
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "theirs")
    alone = site.environment_of(str(tmp_path), 1, {})
    assert [name for name, value in alone.items() if value == "theirs"] == ["FOGBOUND_EXTRA_GAMES"]
    assert alone["FOGBOUND_DATA"] == str(tmp_path) and alone["PATH"] == os.environ["PATH"]
    several = site.environment_of(str(tmp_path), 2, {"FOGBOUND_METRICS_PORT": "7"})
    assert sorted(name for name, value in several.items() if value == "theirs") == [
        "FOGBOUND_EXTRA_GAMES", "FOGBOUND_POSTGRES_DB", "FOGBOUND_POSTGRES_HOST", "FOGBOUND_REDIS_URL",
    ]  # fmt: skip
    assert several["FOGBOUND_METRICS_PORT"] == "7"


@pytest.fixture
def several(settings, monkeypatch):
    """As if this database and a Redis were those that several processes were given."""
    settings.REDIS_URL, settings.POSTGRES = "redis://127.0.0.1:1/0", {"NAME": "theirs"}
    started = []

    def start(*arguments, **options):
        started.append(arguments)
        raise RuntimeError("started")

    monkeypatch.setattr(loadtest, "OwnSite", start)
    return started


@pytest.mark.django_db(transaction=True)
def test_several_processes_play_on_no_database_in_which_somebody_is(several, alice):
    with pytest.raises(CommandError, match=r"theirs is in use \(people: 1\)"):
        call_command("loadtest", "--web=2", stdout=StringIO())
    LoadMatches(TOY, 2, {"rounds": 3}).open()
    with pytest.raises(CommandError, match="people: 3, matches: 1"):
        call_command("loadtest", "--web=2", stdout=StringIO())
    assert not several
    with pytest.raises(RuntimeError, match="started"):
        call_command("loadtest", "--web=2", "--even-if-used", stdout=StringIO())


@pytest.mark.parametrize("row", [1, web_heartbeat.WEB])
@pytest.mark.django_db(transaction=True)
def test_several_processes_play_on_no_database_of_a_site_that_runs(several, row):
    Heartbeat.objects.create(pk=row, alive_at=timezone.now())
    with pytest.raises(CommandError, match="a site that runs"):
        call_command("loadtest", "--web=2", stdout=StringIO())
    Heartbeat.objects.update(alive_at=timezone.now() - timedelta(minutes=1))
    with pytest.raises(RuntimeError, match="started"):
        call_command("loadtest", "--web=2", stdout=StringIO())


def errors_of(url):
    """What a second of one match at that address has to say against it, and the exit code."""
    out = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("loadtest", "--game=toy", f"--url={url}", "--matches=1", "--seconds=1", "--json", stdout=out)
    assert end.value.code == 1
    return json.loads(out.getvalue())["errors"]


@pytest.mark.django_db(transaction=True)
def test_where_nobody_listens_nothing_was_measured():
    assert errors_of("http://127.0.0.1:1") == {"never_connected": 2, "no_step": 1}
    assert not Match.objects.exists()


class Ailing:
    """A site of its own on which all went well but for what it does itself."""

    def __init__(self, folder: Path, faults: set[str]) -> None:
        self.folder, self.faults = folder, faults
        self.urls = ["http://127.0.0.1:1"]
        self.is_told = threading.Event()

    def start(self) -> None:
        pass

    def run(self, *arguments: str) -> dict[str, object]:
        (self.folder / "turns.json").write_text('{"matches": [], "until": 0}')
        assert self.is_told.wait(PATIENCE)
        return {"errors": {}}

    def restart(self, *, kill: bool) -> Restart:
        self.is_told.set()
        if "restart_failed" in self.faults:
            raise RuntimeError("it does not answer")
        return Restart("web", time.time())

    def ended(self) -> list[str]:
        return ["web 1"] if "ended" in self.faults else []

    def stop(self) -> bool:
        return "killed" not in self.faults

    def log(self) -> str:
        return ""

    close = stop


@pytest.mark.parametrize("faults", [set(), {"restart_failed"}, {"ended"}, {"killed"}], ids=str)
def test_a_process_that_does_not_come_back_or_ends_by_itself_is_an_error(monkeypatch, tmp_path, faults):
    """Though all clients may have played with the others."""
    monkeypatch.setattr(loadtest, "OwnSite", lambda *given, **named: Ailing(tmp_path, faults))
    out = StringIO()
    with suppress(SystemExit):
        call_command("loadtest", "--restarts=1", "--seconds=1", "--json", stdout=out, stderr=StringIO())
    assert json.loads(out.getvalue())["errors"] == dict.fromkeys(faults, 1)


def test_a_process_of_a_site_that_has_ended_by_itself_is_told_of():
    site_ = site.OwnSite(1)
    try:
        for name, code in (("web 1", "import time; time.sleep(600)"), ("web 2", "pass")):
            process = site_._processes[name] = subprocess.Popen([sys.executable, "-c", code])
        process.wait(PATIENCE)
        assert site_.ended() == ["web 2"]
    finally:
        site_.close()


@pytest.mark.django_db(transaction=True)
def test_whoever_is_told_to_end_while_it_takes_things_away_does_so_first(monkeypatch):
    told = []
    delete = User.objects.filter

    def filtered(*args, **kwargs):
        if not told:
            told.append(True)
            signal.raise_signal(signal.SIGTERM)
        return delete(*args, **kwargs)

    monkeypatch.setattr(User.objects, "filter", filtered)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as end:
        call_command("loadtest", "--game=toy", "--url=http://127.0.0.1:1", "--matches=1", "--seconds=1")
    assert (told, end.value.code) == ([True], 128 + signal.SIGTERM)
    assert not Match.objects.exists() and not User.objects.exists()
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.django_db(transaction=True)
def test_a_site_that_refuses_every_handshake_is_said_to():
    class Refusal(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.send_error(403)

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Refusal) as server:
        threading.Thread(target=server.serve_forever).start()
        errors = errors_of(f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    assert errors.pop("refused_403") >= 2
    assert errors == {"never_connected": 2, "no_step": 1}


def processes_of(folder):
    """Those whose environment names that folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(folder).encode() in (process / "environ").read_bytes():
                found.append(process.name)
    return found


def wait_for(condition):
    patience = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < patience
        time.sleep(0.1)


def begin(folder, *arguments):
    """A load test whose folders and data are there, and which would take long."""
    taken = {name: value for name, value in os.environ.items() if not name.startswith("FOGBOUND_")}
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments, "--seconds=600"],
        cwd=ROOT, env={**taken, "TMPDIR": str(folder), "FOGBOUND_DATA": str(folder)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.any_database
@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (["loadtest", "--forked"], signal.SIGTERM),
        pytest.param(["soak", "--matches=5"], signal.SIGINT, marks=pytest.mark.long),
        pytest.param(["loadtest", "--forked"], signal.SIGKILL, marks=pytest.mark.long),
        pytest.param(["soak", "--matches=5"], signal.SIGKILL, marks=pytest.mark.long),
    ],
)
def test_of_a_site_of_its_own_nothing_is_left_however_the_test_ends(tmp_path, arguments, number):
    running = begin(tmp_path, *arguments)
    # Itself, its site and who plays there; a guard, and who forks.
    wait_for(lambda: len(processes_of(tmp_path)) >= 4 and list(tmp_path.glob("fogbound-load-*/fogbound.sqlite3")))
    time.sleep(1)
    running.send_signal(number)
    if number == signal.SIGKILL:
        running.wait(), running.stdout.close(), running.stderr.close()
        wait_for(lambda: not processes_of(tmp_path))
    else:
        said, complained = running.communicate(timeout=60)
        assert (running.returncode, said) == (128 + number, ""), complained
        assert "Traceback" not in complained
    assert processes_of(tmp_path) == [] and list(tmp_path.glob("fogbound-load-*")) == []


@pytest.mark.long
@pytest.mark.any_database
def test_a_load_test_that_is_ended_takes_away_what_it_made_in_a_site_that_runs(tmp_path):
    taken = {name: value for name, value in os.environ.items() if not name.startswith("FOGBOUND_")}
    environment = {**taken, "FOGBOUND_DATA": str(tmp_path)}
    make_database(environment)

    def rows():
        with closing(sqlite3.connect(tmp_path / "fogbound.sqlite3")) as database:
            tables = ("lobby_match", "lobby_user", "django_session")
            return [database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables]

    running = begin(tmp_path, "loadtest", "--url=http://127.0.0.1:1", "--matches=3")
    wait_for(lambda: rows() == [3, 6, 6])
    running.terminate()
    said, complained = running.communicate(timeout=60)
    assert (running.returncode, said, complained) == (128 + signal.SIGTERM, "", "")
    assert rows() == [0, 0, 0]


def test_loopback_has_many_names():
    here = ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:80", "http://127.9.9.9"]
    assert all(loadtest.is_loopback(url) for url in here)
    assert not any(loadtest.is_loopback(url) for url in ("http://10.0.0.1", "http://example.org", "nonsense"))


def test_after_a_restart_the_next_step_of_each_match_counts_without_what_its_players_think():
    begins, thinks, waits = Turn(5.0, 10.0), Turn(11.4, 11.5), Turn(10.5, 30.0)
    later = [Turn(12.0, 13.0)]
    assert resumed([11.0, 95.0], [[begins, thinks, waits], later], until=100.0) == [pytest.approx(0.1)]
    assert resumed([11.0], [[begins, waits]], until=100.0) == [19.0]
    assert resumed([11.0], [[begins, waits]], until=16.0) == []
    found = {"errors": {}}
    add_restarts(found, [Restart("web", 11.0)], {"matches": [{"turns": [begins, waits]}], "until": 100.0}, 3.0)
    assert found["restarts"] == {"web": 1}
    assert found["errors"] == {"resumed_late": 1}
    assert found["resumed_ms"]["max"] == 19_000


async def test_while_the_database_is_away_no_match_is_begun(monkeypatch):
    answers = [OperationalError("recovery mode"), InterfaceError("closed"), None]

    def open_room(kind):
        if fault := answers.pop(0):
            raise fault
        return LoadMatch("a7", ())

    monkeypatch.setattr(loadtest, "RETRY_UNAVAILABLE", 0)
    room = await loadtest.open_when_possible(SimpleNamespace(open=open_room), lambda: False)
    assert (room, answers) == (LoadMatch("a7", ()), [])
    assert await loadtest.open_when_possible(SimpleNamespace(open=open_room), lambda: True) is None


def test_the_proof_finds_what_is_wrong(make_match, order, alice):
    match = make_match()
    order(match, 0), order(match, 1)
    assert referee.advance_once(match.pk) == 1
    order(match, 0, step=1)
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(minutes=5))
    assert referee.advance_once(match.pk) == 2
    frame = json.loads(audience.frame_bytes(Match.objects.get(), audience.own_seat(0), 1))
    seen = digest([frame["view"], frame["events"]])
    course = Course(seats=2, frames={0: {1: seen}}, acknowledged={0: {0, 1}}, resolved=1)
    proof = Proof()
    proof.look_at(match.pk, course)
    assert not proof.errors, "nobody was shown the step that ended without a seat: the clients had gone"
    course.resolved = 2
    proof = Proof()
    proof.look_at(match.pk, course)
    assert (proof.frames, proof.orders, proof.errors) == (1, 2, {"step_missed": 1})
    course.skipped = {(1, 1)}
    proof = Proof()
    proof.look_at(match.pk, course)
    assert not proof.errors, "it was let pass"
    course.skipped, course.kind = set(), Kind.DEADLINES
    proof.look_at(match.pk, course)
    assert (proof.late, proof.errors) == (1, {})
    course.kind = Kind.PEOPLE
    course.frames[0][1], course.acknowledged[1] = "another", {1}
    proof = Proof()
    proof.look_at(match.pk, course)
    assert proof.errors == {"step_missed": 1, "frame_differs": 1, "acknowledged_order_lost": 1}


@pytest.mark.django_db(transaction=True)
def test_the_proof_finds_who_lost_a_seat_to_a_bot(make_match):
    match, other = make_match(), make_match()
    proof = Proof()
    other.seats.filter(number=0).update(autopilot="thrower")
    proof.look_at_seats([match.pk])
    assert proof.errors == {}
    match.seats.filter(number=1).update(autopilot="thrower")
    proof.look_at_seats([match.pk])
    assert proof.errors == {"seat_lost": 1}


@pytest.mark.parametrize(("room", "errors"), [(0, {}), (1, {"gap": 1})])
def test_what_is_left_out_is_a_gap_unless_it_was_too_much_to_be_sent(make_match, order, monkeypatch, room, errors):
    match = make_match()
    for step in range(3):
        order(match, 0, step=step), order(match, 1, step=step)
        assert referee.advance_once(match.pk) == step + 1
    match.refresh_from_db()
    seat = audience.own_seat(0)
    sizes = [len(audience.frame_bytes(match, seat, step)) for step in range(4)]
    monkeypatch.setattr(feed, "MOST_BYTES", sum(sizes[1:]) - 1 + room)
    proof = Proof()
    proof.look_at(match.pk, Course(seats=2, leaps=[Leap(0, 0, 3, sizes[3])]))
    assert proof.errors == errors


def test_figures_are_summed_up():
    assert spread([]) is None
    assert spread([0.002]) == {"p50": 2.0, "p99": 2.0, "max": 2.0}
    assert spread([number / 1000 for number in range(1, 102)]) == {"p50": 51.0, "p99": 100.0, "max": 101.0}


def test_what_was_found_is_printed_and_errors_end_the_process_with_one():
    written = []
    report({"steps": 7, "errors": {}}, written.append, as_json=False)
    assert written.pop().split() == ["steps", "7", "errors", "{}"]
    with pytest.raises(SystemExit) as end:
        report({"errors": {"wrong": 1}}, written.append, as_json=True)
    assert (end.value.code, json.loads(written[0])) == (1, {"errors": {"wrong": 1}})
