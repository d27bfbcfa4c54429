"""How is the schema shown to people? Operations by noun, each with its input and its answer.

A page of our own in place of a viewer from a library: those weigh more than everything else on the site together, need styles inside
the page, and are hard to use with a screen reader.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

_DEEPEST = 3
_METHODS = ("get", "post", "put", "patch", "delete")
Shape = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One parameter, or one field of a body; `name` is its path."""

    name: str
    kind: str
    required: bool
    text: str


@dataclass(frozen=True)
class Operation:
    """One method of one address."""

    id: str
    method: str
    path: str
    summary: str
    text: str
    parameters: list[Row]
    body: list[Row]
    answers: list[tuple[str, str, list[Row]]]
    """Status, its meaning, fields; successes first."""


@dataclass(frozen=True)
class Chapter:
    """All operations of one noun."""

    noun: str
    operations: list[Operation] = field(default_factory=list)


@cache
def schema() -> Shape:
    """The interface as OpenAPI; texts are English."""
    found: Shape = SchemaGenerator().get_schema(request=None, public=True)
    return found


@cache
def chapters() -> list[Chapter]:
    """The whole interface, in the order of its addresses."""
    found: dict[str, Chapter] = {}
    for path, item in schema()["paths"].items():
        for method in _METHODS:
            if method in item:
                noun = item[method]["tags"][0]
                found.setdefault(noun, Chapter(noun)).operations.append(_operation(path, method, item[method]))
    return list(found.values())


def _operation(path: str, method: str, said: Shape) -> Operation:
    parameters = [
        Row(one["name"], _kind(one["schema"]), one.get("required", False), one.get("description", ""))
        for one in said.get("parameters", [])
    ]
    content = said.get("requestBody", {}).get("content", {}).get("application/json", {})
    answers = sorted(said["responses"].items())
    return Operation(
        id=said["operationId"],
        method=method.upper(),
        path=path,
        summary=said.get("summary", ""),
        text=said.get("description", ""),
        parameters=parameters,
        body=list(_rows(content.get("schema", {}))),
        answers=[(code, answer["description"], _answer_rows(code, answer)) for code, answer in answers],
    )


def _answer_rows(code: str, answer: Shape) -> list[Row]:
    if code >= "3":
        return []
    return list(_rows(answer.get("content", {}).get("application/json", {}).get("schema", {})))


def _rows(shape: Shape, before: str = "", depth: int = 0) -> Iterator[Row]:
    """Fields of an object, and of objects inside it, each by its path."""
    shape = _resolved(shape)
    if shape.get("type") == "array":
        yield from _rows(shape.get("items", {}), f"{before}[]", depth)
        return
    if depth == _DEEPEST:
        return
    for name, inner in shape.get("properties", {}).items():
        path = f"{before}.{name}" if before else name
        resolved = _resolved(inner)
        text = inner.get("description") or resolved.get("description", "")
        yield Row(path, _kind(inner), name in shape.get("required", []), text)
        yield from _rows(inner, path, depth + 1)


def _resolved(shape: Shape) -> Shape:
    """The shape that a reference points to; of alternatives, the one that is not null."""
    if "$ref" in shape:
        target: Shape = schema()["components"]["schemas"][shape["$ref"].rsplit("/", 1)[-1]]
        return target
    for several in ("allOf", "oneOf", "anyOf"):
        parts = [part for part in shape.get(several, []) if part.get("type") != "null"]
        if len(parts) == 1:
            return _resolved(parts[0])
    return shape


def _kind(shape: Shape) -> str:
    if "$ref" in shape:
        resolved = _resolved(shape)
        return _kind(resolved) if resolved.get("type") != "object" else "object"
    if "enum" in shape:
        return " | ".join("null" if value is None else f'"{value}"' for value in shape["enum"])
    for several in ("allOf", "oneOf", "anyOf"):
        if several in shape:
            return " | ".join(_kind(part) for part in shape[several])
    kind = shape.get("type", "any")
    if kind == "array":
        return f"list of {_kind(shape.get('items', {}))}"
    return " | ".join(kind) if isinstance(kind, list) else str(kind)
