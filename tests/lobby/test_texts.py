"""Orders and events from their texts: the same values as by Python's own library, whatever they are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.platform.storage.texts import from_text

pytestmark = pytest.mark.postgres

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_what_comes_back_is_what_python_would_bring_back(value):
    text = json.dumps(value)
    # With the types of numbers, and the sign of zero.
    assert repr(from_text(text)) == repr(json.loads(text))
    assert repr(from_text(text.encode())) == repr(json.loads(text))


@pytest.mark.parametrize(
    "value", ["\ud800", {"a": ["x\udfff"]}, 10**40, -(10**40), 1e300, float("inf"), {1: [2], None: 3}]
)
def test_what_only_python_can_read(value):
    text = json.dumps(value)
    assert from_text(text) == json.loads(text)


@pytest.mark.parametrize("text", ["", "{", "[1,]", "nothing"])
def test_what_is_no_json_stays_an_error(text):
    with pytest.raises(ValueError, match="Expecting"):
        from_text(text)
