"""Modules on the site: sent as a file or over HTTP, tried, played in matches, compared, and handed back as they came."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from lobby.accounts.tokens import create_token
from lobby.bots import hosted, programs, trial_jobs
from lobby.bots.hosted import Runner
from lobby.bots.modules import MODULE_BYTES, module_source
from lobby.matches.models import Orders, Program, ProgramMemory, Seat
from lobby.matches.modules import facts
from lobby.play import timer
from tests.lobby.module_texts import DEFAULT, NO_PROGRAMS, answering, program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

GAME = "deep_blue"
SOURCE = module_source(DEFAULT)
COUNTING = answering('{"orders":null,"memory":{"seen":"ö"}}')
FAILING = program("unreachable")


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> Iterator[None]:
    cache.clear()
    yield
    hosted.SANDBOX.close()
    programs.TRIALS.close()


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def sent(client: Client, source: bytes, **fields):
    file = SimpleUploadedFile("mine.wasm", source, content_type="application/wasm")
    return client.post(
        f"/programs/new/{GAME}/", {"name": "Diver", "text": "what stood there", "module": file, **fields}
    )


def test_a_module_is_sent_as_a_file_and_its_page_says_what_it_is(alice, bob):
    client = client_of(alice)
    answer = sent(client, SOURCE)
    saved = Program.objects.defer(None).get()
    assert (answer.status_code, answer.url, saved.text) == (302, f"/programs/{saved.pk}/", DEFAULT)
    page = client.get(answer.url).content.decode()
    assert facts(DEFAULT).sha256 in page and "WebAssembly" in page
    assert DEFAULT not in page and 'name="text"' not in page and 'name="module"' in page
    back = client.get(f"{answer.url}module/")
    assert (back.content, back.headers["Content-Type"]) == (SOURCE, "application/wasm")
    assert "attachment" in back.headers["Content-Disposition"]
    assert client_of(bob).get(f"{answer.url}module/").status_code == 404
    copied = client.get(f"/programs/new/{GAME}/?from={saved.pk}").content.decode()
    assert DEFAULT not in copied and f'value="{saved.pk}"' in copied


def test_a_module_that_cannot_play_is_refused_at_its_field(alice):
    client = client_of(alice)
    for source, words in (
        (module_source(NO_PROGRAMS["no _start"][0]), "_start"),
        (b"hello", "no WebAssembly module"),
        (module_source(FAILING), "first match"),
        (bytes(MODULE_BYTES + 1), "At most 1024 KB"),
    ):
        answer = sent(client, source)
        page = answer.content.decode()
        assert answer.status_code == 400 and words in page and '<a href="#id_module"' in page
        assert "what stood there" in page and "nothing you wrote is lost" not in page
    assert client.post(f"/programs/new/{GAME}/", {"name": "Diver", "text": " "}).status_code == 400
    assert not Program.objects.exists()


def test_versions_are_compared_by_size_and_hash(alice):
    client = client_of(alice)
    sent(client, SOURCE)
    old = Program.objects.get()
    sent(client, module_source(COUNTING), origin=old.pk)
    new = Program.objects.latest("pk")
    signs = [
        (line["sign"], line["text"])
        for line in programs.differences(programs.own(alice, old.pk), programs.own(alice, new.pk))
    ]
    assert ("-", f"SHA-256 {facts(DEFAULT).sha256}") in signs and ("+", f"SHA-256 {facts(COUNTING).sha256}") in signs
    assert programs.differences(programs.own(alice, old.pk), programs.own(alice, old.pk)) == []
    assert facts(DEFAULT).sha256 in client.get(f"/programs/{new.pk}/").content.decode()


class Api:
    def __init__(self, user) -> None:
        _, text = create_token(user=user, name="all", scopes=["read", "play", "tables"])
        self.client = Client(headers={"authorization": f"Bearer {text}"})

    def post(self, path: str, body):
        answer = self.client.post(f"/api/programs/{path}", data=json.dumps(body), content_type="application/json")
        return answer.status_code, answer.json()


def test_a_module_is_saved_over_http_as_a_data_url(alice):
    api = Api(alice)
    status, saved = api.post("", {"game": GAME, "name": "Diver", "text": DEFAULT})
    assert status == 201
    assert saved["text"] == DEFAULT
    assert saved["module"] == {"size": len(SOURCE), "sha256": facts(DEFAULT).sha256}
    status, refused = api.post("", {"game": GAME, "name": "Diver", "text": NO_PROGRAMS["no memory"][0]})
    assert (status, refused["code"]) == (400, "bad_program") and "memory" in refused["message"]


def test_a_large_module_comes_through_and_a_large_text_does_not(alice):
    """Larger than any other request may be."""
    api = Api(alice)
    large = b"\0asm\1\0\0\0" + bytes(MODULE_BYTES - 8)
    text = "data:application/wasm;base64," + base64.b64encode(large).decode()
    status, refused = api.post("", {"game": GAME, "name": "Diver", "text": text})
    assert (status, refused["code"]) == (400, "bad_program"), "it is no module, but it was read"
    assert (
        api.post("", {"game": GAME, "name": "Diver", "text": "data:application/wasm;base64," + "A" * 2**21})[0] == 413
    )
    status, refused = api.post("", {"game": GAME, "name": "Diver", "text": "#" * 200_000})
    assert status == 400 and "text" in json.dumps(refused)
    answer = api.client.post("/api/tables/", data=json.dumps({"game": "x" * 2**20}), content_type="application/json")
    assert answer.status_code == 413


def test_a_module_is_tried_by_its_text_or_by_the_number_of_its_program(alice, bob):
    sent(client_of(alice), module_source(COUNTING))
    saved = Program.objects.get()
    wanted = {"game": GAME, "level": "easy", "steps": 2}
    for more in ({"text": COUNTING}, {"program": saved.pk}):
        status, told = Api(alice).post("trials/", {**wanted, **more})
        assert status == 202
        trial_jobs.play(told["id"], "runner", lambda: False)
        told = Api(alice).client.get(f"/api/programs/trials/{told['id']}/").json()
        assert (told["status"], told["refusal"]) == ("done", None)
        (run,) = told["runs"][0]
        assert (run["void"], json.loads(run["memory"])) == ("", {"seen": "ö"})
        assert 0 < run["units"] < run["budget"]
    assert Api(bob).post("trials/", {**wanted, "program": saved.pk})[0] == 404
    assert Api(bob).post("trials/", wanted)[0] == 400


async def test_a_module_plays_a_match_beside_a_program_in_python(make_match):
    """The one keeps its memory, and what fails costs its own seat alone."""

    def make():
        match = make_match(game=GAME)
        for number, text in enumerate((COUNTING, FAILING)):
            seat = Seat.objects.get(match=match, number=number)
            made = Program.objects.create(owner_id=seat.user_id, game=GAME, name=f"P{number}", text=text)
            Seat.objects.filter(pk=seat.pk).update(program=made)
        connection.close()
        return match

    with ThreadPoolExecutor(1) as pool:
        match = pool.submit(make).result()
    runner = Runner(hosted.SANDBOX)
    for _ in range(3):
        await runner.play(match.pk)
        await timer.settle()
    rows = [row async for row in Orders.objects.filter(match=match, step__lt=3)]
    assert len(rows) == 6 and {row.by for row in rows} == {"program"}
    kept = {row.seat: row async for row in ProgramMemory.objects.filter(match=match)}
    assert json.loads(kept[0].entities[""]) == {"seen": "ö"}
    assert kept[1].counts == {"error": 3} and "unreachable" in kept[1].console[0]["text"]
