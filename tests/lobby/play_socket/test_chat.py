"""Who reads what is said at a table, and which lines can be said?"""

import pytest

from lobby.matches.models import ChatLine, Seat
from lobby.talk import chat
from lobby.talk.chat import BadText
from tests.lobby.play_socket.conftest import in_thread, play_step, quiet

NOTE = {"note": "x"}


def texts(messages):
    return [line["text"] for message in messages if message["type"] == "chat" for line in message["lines"]]


async def test_rooms_are_apart_until_the_end(start_match, connect):
    match = await in_thread(start_match, options={"steps": 1})
    tabs = {name: await connect(name) for name in ("alice", "bob", "charlie", "dana", None)}
    for tab in tabs.values():
        await tab.watch(match)
    await tabs["alice"].ask("chat", match=match.id, text="  to my\n opponent ")
    await tabs["charlie"].ask("chat", match=match.id, text="to the stands")
    await quiet()
    heard = {name: texts(await tab.settle()) for name, tab in tabs.items()}
    assert heard["alice"] == heard["bob"] == ["to my opponent"]
    assert heard["charlie"] == heard["dana"] == heard[None] == ["to the stands"]
    await play_step(match, 0, (tabs["alice"], NOTE), (tabs["bob"], NOTE))
    await quiet()
    heard = {name: texts(await tab.settle()) for name, tab in tabs.items()}
    assert heard["alice"] == heard["bob"] == ["to the stands"]
    assert heard["charlie"] == heard["dana"] == ["to my opponent"]
    await tabs["charlie"].ask("chat", match=match.id, text="well played")
    await quiet()
    assert [texts(await tab.settle()) for tab in tabs.values()] == [["well played"]] * 5
    assert texts(await tabs["bob"].watch(match)) == ["to my opponent", "to the stands", "well played"]


async def test_a_line_says_who_and_when(start_match, connect):
    match = await in_thread(start_match)
    bob, charlie = await connect("bob"), await connect("charlie")
    await bob.watch(match)
    await charlie.watch(match)
    await bob.ask("chat", match=match.id, text="<b>hi</b>")
    line = (await bob.until(lambda message: message["type"] == "chat" and message["lines"]))["lines"][0]
    assert {key: line[key] for key in ("room", "name", "seat", "step", "text")} == {
        "room": "seats", "name": "Bob", "seat": 1, "step": 0, "text": "<b>hi</b>",
    }  # fmt: skip
    await charlie.ask("chat", match=match.id, text="hi")
    line = (await charlie.until(lambda message: message["type"] == "chat" and message["lines"]))["lines"][0]
    assert (line["room"], line["seat"]) == ("spectators", None)


async def test_at_an_open_table_everybody_hears_everybody(start_match, connect):
    match = await in_thread(start_match, begin=False)
    await Seat.objects.filter(match=match, number=1).aupdate(user=None)
    alice, bob = await connect("alice"), await connect("bob")
    await alice.watch(match)
    await bob.watch(match)
    await bob.ask("chat", match=match.id, text="may I join?")
    assert texts([await alice.next("chat")]) == ["may I join?"]


async def test_the_last_hundred_lines(start_match, connect):
    match = await in_thread(start_match)
    lines = (ChatLine(match=match, name="Bob", text=str(n), number=n + 1) for n in range(120))
    await ChatLine.objects.abulk_create(lines)
    alice = await connect("alice")
    assert texts(await alice.watch(match)) == [str(n) for n in range(20, 120)]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("  a  b\n\tc ", "a b c"),
        ("x" * 500, "x" * 500),
        ("👩‍🚀 你好", "👩‍🚀 你好"),
        (" " * 600 + "x", "x"),
        ("?", "?"),
        ("❤️", "❤️"),
    ],
)
def test_lines_are_trimmed(text, clean):
    assert chat.clean_text(text) == clean


@pytest.mark.parametrize(
    "text", ["", "  \n ", "x" * 501, "a\x00b", "a\x1b[31m", "a\u202eb", "a\u2066b", "\x9b", "\u200b \u200d", "\ufe0f"]
)
async def test_lines_that_cannot_be_said(start_match, connect, text):
    with pytest.raises(BadText):
        chat.clean_text(text)
    match = await in_thread(start_match)
    alice = await connect("alice")
    answer = await alice.ask("chat", match=match.id, text=text)
    assert (answer["code"], answer["path"]) == ("bad_message", "text")
    assert not await ChatLine.objects.aexists()
