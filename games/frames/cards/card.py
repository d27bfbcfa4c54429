"""What is a card? A record of plain data: facts, and lists of operations that the interpreter in `resolve/` carries out."""

from __future__ import annotations

from typing import Any

Card = dict[str, Any]
"""`id`, `name` (a message), `kind`, `set` if it is of the second, and what its kind has besides; `short`: a name for a small place, `plays`: how a
fleet plays."""
Effect = dict[str, Any]
"""An operation: `op` and its parameters; `if` names a condition, `per` what it is counted by."""
