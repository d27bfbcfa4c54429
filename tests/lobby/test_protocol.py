"""Is `docs/protocol.md` what the code speaks, and what does the parser make of nonsense?"""

import json
import random
import re
import tracemalloc
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from lobby.platform.protocol import client, server
from lobby.platform.protocol.client import ProtocolError, parse

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text()
server_decoder = msgspec.json.Decoder(server.AnyServerMessage, strict=True)


def examples(side: str) -> list[str]:
    blocks = re.findall(rf"```json {side}\n(.*?)```", PAGE, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize("line", examples("client"))
def test_client_examples(line):
    message = parse(line)
    sent, known = json.loads(line), msgspec.to_builtins(message)
    assert {key: known[key] for key in sent} == sent


@pytest.mark.parametrize("line", examples("server"))
def test_server_examples(line):
    message = server_decoder.decode(line)
    assert json.loads(server.encode(message)) == json.loads(line)


def test_every_message_has_an_example():
    assert {json.loads(line)["type"] for line in examples("client")} == tags(client.AnyClientMessage)
    assert {json.loads(line)["type"] for line in examples("server")} == tags(server.AnyServerMessage)


@pytest.mark.parametrize(
    ("side", "union"), [("From the client", client.AnyClientMessage), ("From the server", server.AnyServerMessage)]
)
def test_the_tables_name_every_message_and_field(side, union):
    section = PAGE.split(f"## {side}")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", section, re.MULTILINE))
    for kind in get_args(union):
        fields = {field.encode_name for field in msgspec.structs.fields(kind)}
        if union is client.AnyClientMessage:
            fields.discard("ack")
        assert set(re.findall(r"`(\w+)`", rows[kind.__struct_config__.tag])) == fields


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        ("", "bad_message", ""),
        ("nonsense", "bad_message", ""),
        ("[]", "bad_message", ""),
        ("3", "bad_message", ""),
        ("null", "bad_message", ""),
        ("{}", "bad_message", "type"),
        ('{"type": "nonsense"}', "bad_message", "type"),
        ('{"type": 3}', "bad_message", "type"),
        ('{"type": "watch"}', "bad_message", "match"),
        ('{"type": "watch", "match": 3}', "bad_message", "match"),
        ('{"type": "watch", "match": "a", "as": "god"}', "bad_message", "as"),
        ('{"type": "watch", "match": "a", "as": true}', "bad_message", "as"),
        ('{"type": "watch", "match": "a", "as": -1}', "bad_message", "as"),
        ('{"type": "watch", "match": "a", "as": 0.5}', "bad_message", "as"),
        ('{"type": "watch", "match": "a", "since": 1e99}', "bad_message", "since"),
        ('{"type": "watch", "match": "a", "since": 99999999999999999999}', "bad_message", "since"),
        ('{"type": "watch", "match": "a", "more": 1}', "bad_message", "more"),
        ('{"type": "watch", "match": "a", "ack": "1"}', "bad_message", "ack"),
        ('{"type": "orders", "match": "a", "step": 0}', "bad_message", "orders"),
        ('{"type": "orders", "match": "a", "step": 0, "orders": NaN}', "bad_message", ""),
        ('{"type": "orders", "match": "a", "step": 0, "orders": [1e999]}', "bad_message", "orders[0]"),
        (
            '{"type": "orders", "match": "a", "step": 0, "orders": {"a": [1, {"b": -1e999}]}}',
            "bad_message",
            "orders.a[1].b",
        ),
        ('{"type": "orders", "match": "a", "step": 4294967296, "orders": {}}', "bad_message", "step"),
        ('{"type": "orders", "match": "a", "step": 0, "orders": {}, "ready": 1}', "bad_message", "ready"),
        ('{"type": "vote", "match": "a", "kind": "war", "value": true}', "bad_message", "kind"),
        ('{"type": "ping", "match": "a"}', "bad_message", "match"),
        ('{"type": "chat", "match": "a", "text": "\\ud800"}', "bad_message", ""),
        ('{"type": "chat", "match": "a", "text": "", "to": 3}', "bad_message", "to"),
        ('{"type": "chat", "match": "a", "text": "", "to": null}', "bad_message", "to"),
        ('{"type": "chat", "match": "a", "text": "", "to": [-1]}', "bad_message", "to[0]"),
        ('{"type": "chat", "match": "a", "text": "", "to": [1, true]}', "bad_message", "to[1]"),
        ('{"type": "chat", "match": "a", "text": "", "to": [' + "1," * 64 + "1]}", "bad_message", "to"),
        ('{"type": "watch", "match": "' + "a" * 41 + '"}', "bad_message", "match"),
        ('{"type": "orders", "orders": ' + "[" * 30_000 + "]" * 30_000 + "}", "bad_message", ""),
        ('{"type": "chat", "match": "a", "text": "' + "é" * 33_000 + '"}', "too_large", ""),
        (" " * 65_537, "too_large", ""),
    ],
)
def test_malformed_messages_name_the_field(text, code, path):
    with pytest.raises(ProtocolError) as refused:
        parse(text)
    assert (refused.value.code, refused.value.path) == (code, path)


def test_a_refusal_knows_whose_message_it_was():
    with pytest.raises(ProtocolError) as refused:
        parse('{"type": "watch", "match": "k7m2p9qx4t", "since": -1, "ack": 17}')
    assert (refused.value.ack, refused.value.match) == (17, "k7m2p9qx4t")
    with pytest.raises(ProtocolError) as refused:
        parse('{"type": "watch", "match": [], "ack": true}')
    assert (refused.value.ack, refused.value.match) == (None, None)


def test_a_message_of_exactly_the_limit_is_read():
    message = '{"type": "ping"'
    assert parse(message + " " * (client.MAX_BYTES - len(message) - 1) + "}") == client.Ping()


def test_keys_are_sorted_whatever_order_a_game_filled_them_in():
    frames = [
        server.FrameShown(match="a", audience=0, step=0, view=view, events=[], choices=None, final=False)
        for view in ({"a": 1, "b": {"x": 1, "y": 2}}, {"b": {"y": 2, "x": 1}, "a": 1})
    ]
    assert server.encode(frames[0]) == server.encode(frames[1])


@pytest.mark.parametrize("rounds", [4_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_random_messages_are_read_or_refused(rounds):
    luck = random.Random(7)
    seen: set[str] = set()
    for _ in range(rounds):
        text = hostile_text(luck)
        try:
            seen.add(type(parse(text)).__name__)
        except ProtocolError as refused:
            seen.add(refused.code)
            assert len(refused.path) <= 80
    assert {"bad_message", "Watch", "SendOrders", "Ping"} <= seen


FIELDS = ("type", "match", "as", "since", "step", "orders", "ready", "kind", "value", "text", "ack", "\u202e", "")


def hostile_value(luck: random.Random, depth: int = 0) -> Any:
    simple = [
        None, True, False, 0, 1, -1, 2**31, 2**63, 10**40, 0.5, -0.0, 1e308, "", "a", "k7m2p9qx4t", "public", "referee", "\x00",
        "\u202e", "é" * 50, "__class__", "$where", "../..", "%(x)s", "{}", [], {}, "pause",
    ]  # fmt: skip
    if depth > 3 or luck.random() < 0.7:
        return luck.choice(simple)
    if luck.random() < 0.5:
        return [hostile_value(luck, depth + 1) for _ in range(luck.randrange(4))]
    return {luck.choice(FIELDS): hostile_value(luck, depth + 1) for _ in range(luck.randrange(4))}


def hostile_text(luck: random.Random) -> str:
    """A message of the page with some of its fields changed, dropped or added, and now and then broken text."""
    message = json.loads(luck.choice(examples("client")))
    for _ in range(luck.randrange(4)):
        change = luck.random()
        if change < 0.25 and message:
            del message[luck.choice(sorted(message))]
        else:
            message[luck.choice(FIELDS)] = hostile_value(luck)
    text = json.dumps(message, ensure_ascii=luck.random() < 0.5)
    if luck.random() < 0.15:
        cut = luck.randrange(len(text) + 1)
        text = (
            text[:cut]
            + luck.choice(["", '"', "}", "\x00", "[[[[", "NaN", "\ud800", ",,"])
            + text[cut + luck.randrange(5) :]
        )
    return text


def test_a_number_too_large_is_named_in_little_memory_however_deep_it_lies():
    deep = "".join(f'{{"{"k" * 60}":' for _ in range(400)) + "[" + "0," * 2000 + "1e999]" + "}" * 400
    tracemalloc.start()
    found = client.endless_number(deep)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.startswith("k" * 60 + ".k")
    assert most < 100 * len(deep)


@pytest.mark.parametrize("number", ["9" * 5000, "1e999"])
def test_a_number_of_any_length_is_named_by_its_path_and_the_message_keeps_its_ack(number):
    start = '{"type": "orders", "ack": 7, "match": "abc", "step": 0, "orders": {"moves": [{"units": 1}, {"units": '
    text = f"{start}{number}}}]}}}}"
    with pytest.raises(client.ProtocolError) as refused:
        client.parse(text)
    assert (refused.value.path, refused.value.ack, refused.value.match) == ("orders.moves[1].units", 7, "abc")
