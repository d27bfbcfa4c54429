"""Is a text that somebody hands in as JSON or YAML a JSON value, or refused in words? Whatever its tags and numbers say."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ValidationError

from lobby.platform.characters import written

REFUSED = {
    "a number of thousands of digits": "a: 0x" + "f" * 20000,
    "one in base 60": "a: 1" + ":10" * 9000,
    "one in base 60 with a fraction": "a: 1" + ":10" * 9000 + ".5",
    "one as a key": "? 0x" + "f" * 20000 + "\n: 1",
    "a character beyond all": 'a: "\\Uffffffff"',
    "a number without a digit": 'a: !!int ""',
    "a fraction without a digit": 'a: !!float ""',
    "no truth": "a: !!bool maybe",
    "no time": "a: !!timestamp maybe",
    "an alias": "a: &x [1]\nb: *x",
    "a depth of thousands": "[" * 50000,
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_json_value_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        written.value(text)


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("a: &x [1]\nb: *x", "alias", None),
        ("a: " + "[" * 41 + "1" + "]" * 41, "depth", None),
        ('{"a": ' + "[" * 41 + "1" + "]" * 41 + "}", "depth", None),
        ("a: 1\nb: ]\nc: 2", "syntax", {"line": 2, "column": 4}),
    ],
)
def test_a_refusal_says_what_is_wrong_and_where(text: str, code: str, params: object) -> None:
    with pytest.raises(ValidationError) as refused:
        written.value(text)
    assert refused.value.code == code
    assert params in (None, refused.value.params)


@pytest.mark.parametrize(
    ("text", "value"),
    [("a: [1, 0x10, 1:30]", {"a": [1, 16, 90]}), ("1: yes", {"1": True}), ('{"a": 1e3}', {"a": 1000.0})],
)
def test_what_is_one_can_be_written_again(text: str, value: object) -> None:
    assert written.value(text) == value == json.loads(json.dumps(written.value(text)))
    assert written.value(written.as_yaml(value)) == value
