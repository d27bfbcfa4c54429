"""How does a table become a CSV file? With a mark by which spreadsheets know UTF-8, and without texts that they run as formulas. The only writer."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

BOM = "\ufeff"
"""Without it Excel reads the file in the code page of the machine."""
_SIGNS = "=+\\-@＝＋－＠﹦﹢﹣﹫−"
"""Signs that begin a formula, in all widths."""
_FORMULA = re.compile(rf"(?:^|(?<=[;,|\t\r\n]))(?=[\s\"'\u200b-\u200f\ufeff]*[{_SIGNS}]|[\t\r\n])")
"""Before a formula: at the beginning, and behind what a spreadsheet may take for the end of a cell."""


def answer(name: str, lines: Iterable[Sequence[str | int | float | None]]) -> HttpResponse:
    """The lines as a file of that name for downloading. Numbers stay numbers; None is an empty cell."""
    response = HttpResponse(BOM, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    # Every text is quoted, so that a semicolon in it ends no cell where semicolons separate them.
    writer = csv.writer(response, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerows(
        [plain(cell) if isinstance(cell, str) else "" if cell is None else cell for cell in line] for line in lines
    )
    return response


def plain(text: str) -> str:
    """The text with an apostrophe before what a spreadsheet would run: it shows such a text as it is."""
    return _FORMULA.sub("'", text)
