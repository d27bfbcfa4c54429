"""Orders and events as texts: the same values as by Python's own library, whatever they are."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.matches.texts import from_text, to_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@dataclass
class Wrapped:
    """What an engine might hand out by mistake."""

    inside: int


def exact(value):
    """With the types of numbers, and the sign of zero."""
    return repr(value)


@given(VALUES)
def test_what_comes_back_is_what_python_would_bring_back(value):
    expected = exact(json.loads(json.dumps(value)))
    assert exact(from_text(to_text(value))) == expected
    assert exact(json.loads(to_text(value))) == expected
    assert exact(from_text(json.dumps(value))) == expected


@pytest.mark.parametrize(
    "value", ["\ud800", {"a": ["x\udfff"]}, 10**40, -(10**40), {1: [2], 2.5: None}, {None: True, False: 0}, 1e300]
)
def test_what_only_python_can_write(value):
    expected = json.loads(json.dumps(value))
    assert from_text(to_text(value)) == expected


def test_what_is_no_json_stays_an_error():
    with pytest.raises(ValueError, match="Expecting"):
        from_text("{")
    for value in (object(), {1, 2}, b"x", datetime.now(UTC), Wrapped(1), {(1, 2): 3}):
        with pytest.raises(TypeError):
            to_text({"a": [value]})
