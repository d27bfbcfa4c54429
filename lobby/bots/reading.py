"""How is a program's text read? The same on every version of Python that we support, of which 3.11 is the oldest.

Versions differ in what they take inside the braces of an f-string, and in how they write its parts into the tree. Pure.
"""

from __future__ import annotations

import ast
import io
import tokenize

from games.core.text import gettext_noop
from lobby.bots.refusing import ProgramRefused

OLDEST = (3, 11)
_BEGINS = getattr(tokenize, "FSTRING_START", None)
_ENDS = getattr(tokenize, "FSTRING_END", None)
"""None in Python 3.11, where an f-string is one token and its parser refuses what is refused here."""
_MIDDLE = getattr(tokenize, "FSTRING_MIDDLE", None)
_BREAKS = {tokenize.NL, tokenize.NEWLINE}


def read(text: str) -> ast.Module:
    """The tree of a text. Raises ProgramRefused, SyntaxError, ValueError."""
    tree = ast.parse(text, feature_version=OLDEST)
    _refuse_newer_texts(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            if not isinstance(node.format_spec, ast.JoinedStr):
                node.format_spec = ast.copy_location(ast.JoinedStr([node.format_spec]), node)
            _refuse_deep(node)
        if isinstance(node, ast.JoinedStr):
            node.values = _merged(node.values)
    return tree


def _merged(parts: list[ast.expr]) -> list[ast.expr]:
    found: list[ast.expr] = []
    for part in parts:
        before = found[-1] if found else None
        if isinstance(part, ast.Constant) and isinstance(before, ast.Constant):
            found[-1] = ast.copy_location(ast.Constant(str(before.value) + str(part.value)), before)
        elif not (isinstance(part, ast.Constant) and part.value == ""):
            found.append(part)
    return found


def _refuse_deep(node: ast.FormattedValue) -> None:
    for inner in ast.iter_child_nodes(node.format_spec or node):
        if isinstance(inner, ast.FormattedValue) and inner.format_spec is not None:
            deepest = ast.walk(inner.format_spec)
            if any(isinstance(one, ast.FormattedValue) for one in deepest):
                raise _newer(node.lineno, node.col_offset)


def _refuse_newer_texts(text: str) -> None:
    if _BEGINS is None:
        return
    quotes: list[str] = []
    """The quotes of the f-strings around a token, the outermost first."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except tokenize.TokenError as error:
        raise SyntaxError(str(error)) from None
    for token in tokens:
        if token.type == _ENDS:
            quotes.pop()
            continue
        is_own = token.type == _MIDDLE and len(quotes) == 1
        for quote in quotes if not is_own else ():
            is_break = token.type in _BREAKS and len(quote) == 1
            if quote in token.string or "\\" in token.string or token.type == tokenize.COMMENT or is_break:
                raise _newer(*token.start)
        if token.type == _BEGINS:
            quotes.append(token.string.lstrip("rRfFbBuUtT"))


def _newer(line: int, column: int) -> ProgramRefused:
    return ProgramRefused(
        gettext_noop("Inside the braces of an f-string there are no backslashes, notes or quotes of its own kind."),
        line,
        column + 1,
    )
