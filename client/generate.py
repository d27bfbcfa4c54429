"""Writes what the client knows of the site's interface from the schemas that the site publishes: types, and a method for every operation.

    .venv/bin/python client/generate.py

Nothing is written by hand in the three files; a test fails when they are not what this makes.
"""

from __future__ import annotations

import json
import keyword
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "client/src/fogbound_client"
MADE_BY = "Made by `client/generate.py` from the schema of the site; do not edit."
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
Shape = dict[str, Any]


class Types:
    """TypedDicts for the objects of one schema, in the order in which they are asked for."""

    def __init__(self, named: dict[str, Shape], inline: dict[str, Shape]) -> None:
        """`inline`: names for objects that the schema writes out where they are used."""
        self._inline = inline
        self._made: dict[str, str] = {}
        for name, shape in named.items():
            self._make(name, shape)

    def hint(self, shape: Shape, place: str = "") -> str:
        """The annotation for values of that shape; an object that nobody has named is called after its place."""
        if "$ref" in shape:
            return str(shape["$ref"].rsplit("/", 1)[-1])
        if "enum" in shape:
            values = ("None" if value is None else json.dumps(value) for value in shape["enum"])
            return f"Literal[{', '.join(values)}]"
        if options := shape.get("anyOf") or shape.get("oneOf"):
            return " | ".join(dict.fromkeys(self.hint(option, place) for option in options))
        if "type" not in shape:
            return "Any"
        kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
        return " | ".join(self._of_kind(kind, shape, place) for kind in kinds)

    def _of_kind(self, kind: str, shape: Shape, place: str) -> str:
        if kind == "array":
            return f"list[{self.hint(shape.get('items', {}), place)}]"
        if kind != "object":
            return PLAIN[kind]
        if "properties" not in shape:
            values = shape.get("additionalProperties", {})
            return f"dict[str, {self.hint(values if isinstance(values, dict) else {})}]"
        name = next((name for name, known in self._inline.items() if known == shape), place)
        self._make(name, shape)
        return name

    def _make(self, name: str, shape: Shape) -> None:
        if name in self._made or "properties" not in shape:
            return
        self._made[name] = ""  # its place: what it holds may hold it
        needed = set(shape.get("required", ()))
        fields = {}
        for key, inner in shape["properties"].items():
            hint = self.hint(inner, f"{name}{key.capitalize()}")
            fields[key] = hint if key in needed else f"NotRequired[{hint}]"
        if all(key.isidentifier() and not keyword.iskeyword(key) for key in fields):
            about = f'    """{shape["description"]}"""\n\n' if shape.get("description") else ""
            body = "".join(f"    {key}: {hint}\n" for key, hint in fields.items())
            self._made[name] = f"class {name}(TypedDict):\n{about}{body}"
        else:
            inside = ", ".join(f"{key!r}: {hint!r}" for key, hint in fields.items())
            self._made[name] = f'{name} = TypedDict("{name}", {{{inside}}})\n'

    def module(self, question: str, more: str = "") -> str:
        """The whole file."""
        head = f'"""{question}\n\n{MADE_BY}\n"""\n\nfrom __future__ import annotations\n\n'
        return (
            head + "from typing import Any, Literal, NotRequired, TypedDict\n\n" + "\n".join(self._made.values()) + more
        )


def socket_types(schema: Shape) -> str:
    """Types of the messages of the match socket."""
    types = Types(schema["$defs"], {})
    sides = "".join(
        f"\n{name} = {types.hint(schema[side])}\n" for name, side in (("Sent", "client"), ("Heard", "server"))
    )
    return types.module("Which messages go over the match socket?", sides)


def method(types: Types, verb: str, path: str, operation: Shape, *, is_async: bool) -> str:
    """One operation as a method."""
    parameters = operation.get("parameters", [])
    places = re.findall(r"\{(\w+)\}", path)
    kinds = {one["name"]: types.hint(one["schema"]) for one in parameters}
    queries = [one["name"] for one in parameters if one["in"] == "query"]
    takes = ["self", *(f"{name}: {kinds[name]}" for name in places), *(["/"] if places else [])]
    given = [f'"{verb.upper()}"', ('f"' if places else '"') + re.sub(r"\{(\w+)\}", r"{_part(\1)}", path) + '"']
    if queries:
        takes.append("*")
        # The games that there are differ from site to site.
        hints = {name: "str" if name == "game" else kinds[name] for name in queries}
        takes += [f"{_plain(name)}: {hints[name]} | None = None" for name in queries]
        given.append("query={" + ", ".join(f'"{name}": {_plain(name)}' for name in queries) + "}")
    if "requestBody" in operation:
        takes.append(f"**body: Unpack[{types.hint(operation['requestBody']['content']['application/json']['schema'])}]")
        given.append("body=body")
    answers = []
    for code, answer in operation["responses"].items():
        if code.startswith("2"):
            content = answer.get("content", {}).get("application/json")
            answers.append(types.hint(content["schema"]) if content else "None")
    answer = " | ".join(dict.fromkeys(answers))
    about = _about(operation.get("summary", ""), operation.get("description", ""))
    word, wait = ("async def", "await ") if is_async else ("def", "")
    ask = f"{wait}self._ask({', '.join(given)})"
    body = f"{ask}" if answer == "None" else f"found: {answer} = {ask}\n        return found"
    return f"    {word} {operation['operationId']}({', '.join(takes)}) -> {answer}:\n        {about}\n        {body}\n"


def _about(summary: str, description: str) -> str:
    head = summary if summary.endswith(("?", "!", ".")) else f"{summary}."
    more = textwrap.fill(description, 110, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return f'"""{head}\n\n{more}\n        """' if more else f'"""{head}"""'


def _plain(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def rest(schema: Shape, inline: dict[str, Shape]) -> tuple[str, str]:
    """Types of requests and answers, and the operations that a token may ask for."""
    types = Types(schema["components"]["schemas"], inline)
    operations = [
        (verb, path, operation)
        for path, verbs in sorted(schema["paths"].items())
        for verb, operation in verbs.items()
        if any("token" in way or not way for way in operation["security"])
    ]
    classes = ""
    for name, transport, is_async, about in (
        ("Site", "SiteTransport", False, "The site's REST interface; every method is one request and its answer."),
        ("AsyncSite", "AsyncSiteTransport", True, "The same for asyncio."),
    ):
        methods = [method(types, *one, is_async=is_async) for one in operations]
        classes += f'\n\nclass {name}({transport}):\n    """{about}"""\n\n' + "\n".join(methods)
    module = types.module("What shape have requests and answers of the REST interface?")
    names = sorted(
        name
        for name in re.findall(r"^(?:class )?(\w+)(?: = |\()", module, re.MULTILINE)
        if re.search(rf"\b{name}\b", classes)
    )
    head = f'"""What may a token ask of the site over HTTP? A method for each operation of the schema.\n\n{MADE_BY}\n"""\n\n'
    head += "from __future__ import annotations\n\nfrom typing import Any, Literal, Unpack\nfrom urllib.parse import quote\n\n"
    head += "from fogbound_client.transport import AsyncSiteTransport, SiteTransport\n"
    head += f"from fogbound_client.types.rest import {', '.join(names)}\n\n\n"
    return module, head + 'def _part(value: object) -> str:\n    return quote(str(value), safe="")\n' + classes


def formatted(text: str) -> str:
    """As the project's formatter has it."""
    command = [sys.executable, "-m", "ruff"]
    options = ["--config", str(ROOT / "pyproject.toml"), "--stdin-filename", str(PACKAGE / "made.py"), "-"]
    for action in (["check", "--fix-only", "--quiet", "--select", "I,F401"], ["format", "--quiet"]):
        done = subprocess.run([*command, *action, *options], input=text, stdout=subprocess.PIPE, text=True, check=True)
        text = done.stdout
    return text


def made() -> dict[Path, str]:
    """What the files have to be."""
    from drf_spectacular.generators import SchemaGenerator

    from lobby.api import shapes
    from lobby.api.socket_schema import socket_schema

    shown = {name: shape for name, shape in vars(shapes).items() if name.isupper() and isinstance(shape, dict)}
    inline = {name.title().replace("_", ""): shape for name, shape in shown.items() if "properties" in shape}
    # As it goes over the wire, with plain dicts and texts alone.
    generator: Any = SchemaGenerator  # has no types
    schema = json.loads(json.dumps(generator().get_schema(public=True), default=str))
    types, operations = rest(schema, inline)
    texts = {"types/socket.py": socket_types(socket_schema()), "types/rest.py": types, "operations.py": operations}
    return {PACKAGE / name: formatted(text) for name, text in texts.items()}


def main() -> None:
    """Write the files."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    for path, text in made().items():
        path.write_text(text)


if __name__ == "__main__":
    main()
