"""Is what the client knows of the site's interface what the site publishes now?"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import lobby.api.urls  # noqa: F401 (serializers take the games when they are imported: before any test has games of its own)

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def generator() -> Any:
    spec = importlib.util.spec_from_file_location("generate_client", ROOT / "client/generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_made_files_are_up_to_date(generator: Any) -> None:
    stale = [path.name for path, text in generator.made().items() if path.read_text() != text]
    assert not stale, f"{', '.join(stale)}: run client/generate.py"


def test_a_shape_becomes_a_type(generator: Any) -> None:
    shape = {
        "type": "object",
        "description": "A card.",
        "properties": {
            "id": {"type": "string"},
            "place": {"type": ["integer", "null"]},
            "kind": {"enum": ["a", "b"]},
            "inside": {"type": "array", "items": {"type": "object", "properties": {"x": {}}, "required": ["x"]}},
            "more": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Other"}},
        },
        "required": ["id", "inside"],
    }
    made = generator.Types({"Card": shape}, {}).module("Which?")
    assert made.split("\n\n", 4)[-1] == (
        'class Card(TypedDict):\n    """A card."""\n\n    id: str\n    place: NotRequired[int | None]\n'
        '    kind: NotRequired[Literal["a", "b"]]\n    inside: list[CardInside]\n    more: NotRequired[dict[str, Other]]\n\n'
        "class CardInside(TypedDict):\n    x: Any\n"
    )
