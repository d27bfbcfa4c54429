"""What does a piece of a program weigh, and which methods take work? Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable

ITERATED = frozenset(
    {
        *("extend", "extendleft", "update", "join", "union", "intersection", "difference", "symmetric_difference"),
        *("intersection_update", "difference_update", "symmetric_difference_update", "issubset", "issuperset"),
        *("isdisjoint", "subtract", "fromkeys"),
    }
)
"""Methods that go through their arguments."""
SEARCHED = frozenset({"index", "rindex", "count", "remove", "sort"})
"""Methods that compare what is inside."""
MEASURED = (
    ITERATED
    | SEARCHED
    | {
        *(
            "reverse",
            "copy",
            "insert",
            "rotate",
            "clear",
            "elements",
            "most_common",
            "total",
            "split",
            "rsplit",
            "splitlines",
        ),
        *(
            "replace",
            "find",
            "rfind",
            "upper",
            "lower",
            "title",
            "capitalize",
            "casefold",
            "swapcase",
            "strip",
            "lstrip",
        ),
        *("rstrip", "partition", "rpartition", "removeprefix", "removesuffix", "center", "ljust", "rjust", "zfill"),
        *(
            "expandtabs",
            "translate",
            "encode",
            "decode",
            "isalpha",
            "isalnum",
            "isascii",
            "isdecimal",
            "isdigit",
            "isidentifier",
        ),
        *(
            "islower",
            "isnumeric",
            "isprintable",
            "isspace",
            "istitle",
            "isupper",
            "hex",
            "fromhex",
            "startswith",
            "endswith",
        ),
        *("format", "format_map"),
    }
)
"""Methods of builtin types whose work depends on the size of the object. The sandbox knows no other way to call one."""
MAKING = frozenset(
    {
        *(
            "copy",
            "join",
            "split",
            "rsplit",
            "splitlines",
            "replace",
            "center",
            "ljust",
            "rjust",
            "zfill",
            "expandtabs",
        ),
        *("translate", "encode", "decode", "union", "fromkeys", "elements", "hex"),
    }
)
"""Methods whose result may be larger than what they are given."""
FORMATS = frozenset({"format", "format_map"})

BODIES = ("body", "orelse", "finalbody")


def weight(nodes: Iterable[ast.AST]) -> int:
    """Number of statements and expressions in `nodes`, without the blocks inside them. A huge number weighs more."""
    total = 0
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        total += isinstance(node, ast.stmt | ast.expr)
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            total += node.value.bit_length() // 64
        waiting += _same_block(node)
    return total


def _same_block(node: ast.AST) -> list[ast.AST]:
    """The children of a node that belong to the same block as the node."""
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        return [node.generators[0].iter]
    if isinstance(node, ast.Lambda):
        return [node.args]
    if isinstance(node, ast.ClassDef):
        return list(ast.iter_child_nodes(node))
    inner = {id(child) for field in BODIES for child in block(node, field)}
    return [child for child in ast.iter_child_nodes(node) if id(child) not in inner]


def block(node: ast.AST, field: str) -> list[ast.AST]:
    """The statements of an inner block; an `elif` belongs to the chain that it continues."""
    found = getattr(node, field, None)
    if not isinstance(found, list) or (field == "orelse" and _is_chain(node)):
        return []
    return found


def _is_chain(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)


def stars(*targets: ast.AST) -> list[str]:
    """The names that take what is left over in targets such as `a, *b`."""
    return [
        node.value.id
        for target in targets
        for node in ast.walk(target)
        if isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name)
    ]


def is_short(node: ast.AST) -> bool:
    """True for a slice such as `x[:2]`, whatever x is."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice)):
        return False
    bounds = [one.value if isinstance(one, ast.Constant) else None for one in (node.slice.lower, node.slice.upper)]
    lower = 0 if node.slice.lower is None else bounds[0]
    return node.slice.step is None and isinstance(lower, int) and isinstance(bounds[1], int) and bounds[1] <= 16


def is_placed(call: ast.Call) -> bool:
    """True for a call such as `x.pop(0)` or `x.pop(n)`, which may move what follows; not for `x.pop(-1)` and `x.pop("a")`."""
    place = call.args[0] if call.args else None
    return not isinstance(place, ast.Constant | ast.UnaryOp | None) or (
        isinstance(place, ast.Constant) and isinstance(place.value, int | float)
    )


def is_text(node: ast.stmt) -> bool:
    """True for a statement that is only a text, such as a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str | bytes)
    )
