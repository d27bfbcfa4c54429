"""What is in a file of many matches? Reads months, contests and one's own matches, record by record, and makes tables of them.

A record is what `GET /api/matches/<id>/replay/` answers; `docs/records.md` says what each field means. Nothing of a file is kept in memory
but the record that is read.
"""

from __future__ import annotations

import importlib
import json
import lzma
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from zipfile import BadZipFile, ZipFile

from fogbound_client.errors import BadRecord, FogboundError
from fogbound_client.types.rest import MatchRecord

COLUMNS = (
    "match", "game", "rules_version", "clock", "step_seconds", "rated", "started_at", "finished_at", "seconds", "status", "reason", "steps",
    "seats", "seat", "name", "bot", "program", "resigned", "place", "is_won", "orders_given",
)  # fmt: skip
"""Of a row of `rows`."""


def records(file: str | Path) -> Iterator[MatchRecord]:
    """Every match of a file: `2026-10.jsonl.xz` of a month, the ZIP of a contest, `matches.jsonl` of one's own matches, or one record.

    Matches that the site could not read are left out. Raises BadRecord where the file is damaged or no such file.
    """
    path = Path(file)
    try:
        for text in _texts(path):
            found = json.loads(text)
            if not isinstance(found, dict) or "match" not in found:
                raise BadRecord(f"{path}: there is something that is no record of a match")
            if "error" not in found:
                yield cast(MatchRecord, found)
    except (OSError, EOFError, ValueError, lzma.LZMAError, BadZipFile) as error:
        raise BadRecord(f"{path}: {error}") from error


def _texts(path: Path) -> Iterator[str | bytes]:
    if path.suffix == ".zip":
        with ZipFile(path) as whole:
            for name in whole.namelist():
                if name.startswith("replays/"):
                    yield whole.read(name)
    elif path.suffix == ".json":
        yield path.read_text(encoding="utf-8-sig")
    else:
        with (
            lzma.open(path, "rt", encoding="utf-8")
            if path.suffix == ".xz"
            else path.open(encoding="utf-8-sig") as lines
        ):
            yield from (line for line in lines if line.strip())


def rows(found: Iterable[MatchRecord]) -> Iterator[dict[str, Any]]:
    """A row with `COLUMNS` for each seat of each match; what does not apply is None."""
    for record in found:
        places = (record["outcome"] or {}).get("places") or [None] * len(record["seats"])
        begun, ended = record["started_at"], record["finished_at"]
        of_match = {
            "match": record["match"],
            "game": record["game"],
            "rules_version": record["rules_version"],
            "clock": record["clock"],
            "step_seconds": record["step_seconds"],
            "rated": record["rated"],
            "started_at": begun,
            "finished_at": ended,
            "seconds": (datetime.fromisoformat(ended) - datetime.fromisoformat(begun)).total_seconds()
            if ended
            else None,
            "status": record["status"],
            "reason": (record["outcome"] or {}).get("reason"),
            "steps": len(record["orders"]),
            "seats": len(record["seats"]),
        }
        for seat in record["seats"]:
            number = seat["seat"]
            place = places[number]
            yield of_match | {
                "seat": number,
                "name": seat["name"] or None,
                "bot": seat["bot"] or None,
                "program": seat["program"] or None,
                "resigned": seat["resigned"],
                "place": place,
                "is_won": None if place is None else place == 1 and places.count(1) == 1,
                "orders_given": sum(step.get(str(number)) is not None for step in record["orders"]),
            }


def frame(found: str | Path | Iterable[MatchRecord]) -> Any:
    """The rows as a `pandas.DataFrame`, with times as times, and `pandas.NA` for None. Needs pandas, which the package does not bring."""
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise FogboundError("tables need pandas: pip install 'fogbound-client[data]'") from error
    read = records(found) if isinstance(found, str | Path) else found
    made = pandas.DataFrame(rows(read), columns=list(COLUMNS)).convert_dtypes()
    for name in ("started_at", "finished_at"):
        made[name] = pandas.to_datetime(made[name], utc=True, format="ISO8601")
    return made
