"""How do a hundred small modules become few files? `collectstatic` bundles them with esbuild and replaces the entries by the bundles.

Entries (`browser_modules.entries`) keep their names and addresses, so templates, import map and content policy are the same with and without
bundling. Code that several entries share is in `chunks/` and is loaded once. A checkout without `collectstatic` serves its modules unbundled.
"""

from __future__ import annotations

import logging
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedStaticFilesStorage

from lobby.platform.assets import browser_modules

log = logging.getLogger("fogbound.static")

CHUNKS = "chunks"
PATIENCE = 120
"""Seconds until esbuild is stopped; it normally takes a tenth of a second."""
TOGETHER = ((("app/",), ""), (("board/", "kit/"), "games/"), (("match/", "board/"), "match/"))
"""(folders, prefix): shared modules of these folders become one chunk for all entries whose names begin with the prefix."""
APART = ("kit/workshop/", "kit/drawing/")
"""But these, which only workshops need."""
OPTIONS = (
    "--bundle", "--splitting", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning", "--outbase=.",
    f"--chunk-names={CHUNKS}/[name]-[hash]",
    # Already bundled at set-up; the import map finds it.
    "--external:vendor/*",
)  # fmt: skip


class JoinedStaticFilesStorage(CompressedStaticFilesStorage):
    """Bundles modules and style sheets after collection, then compresses all files (`STATIC_PACKED`): nine tenths of the work."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Called by `collectstatic` with the collected files: path → (storage, path in it)."""
        if dry_run:
            return
        source = Path(settings.STATICFILES_DIRS[0])
        names = [name for name in paths if (source / name).is_file() and not name.startswith("vendor/")]
        entries = browser_modules.entries(source, names)
        made = self._join(source, names, entries)
        yield from ((name, name, True) for name in made)
        if settings.STATIC_PACKED:
            yield from super().post_process({**paths, **dict.fromkeys(made)}, **options)

    def _join(self, source: Path, names: list[str], entries: list[str]) -> list[str]:
        """Replace the entries by their bundles, or by their unchanged text if esbuild is missing; returns the names of the written files."""
        esbuild = find_esbuild()
        if esbuild is None:
            log.warning(
                "Pages load each of their modules by itself: node_modules has no esbuild (make install fetches it)"
            )
            return [self._replace(name, (source / name).read_bytes()) for name in entries]
        with tempfile.TemporaryDirectory(prefix="fogbound-joined-") as folder:
            sources, joined = Path(folder, "sources"), Path(folder, "joined")
            late = browser_modules.late(source, names)
            shared = browser_modules.shared(source, entries) - late
            reach = {module: browser_modules.led_to(source, module, late=False) for module in shared}
            for name in [*(name for name in names if name.endswith(".js")), *entries, "tsconfig.json"]:
                (sources / name).parent.mkdir(parents=True, exist_ok=True)
                (sources / name).write_text(_text(source, name, reach if name in late.union(entries) else {}))
            command = [str(esbuild), *entries, *OPTIONS, f"--outdir={joined}"]
            subprocess.run(command, cwd=sources, check=True, timeout=PATIENCE)
            made = sorted(path for path in joined.rglob("*") if path.is_file())
            return [self._replace(path.relative_to(joined).as_posix(), path.read_bytes()) for path in made]

    def _replace(self, name: str, content: bytes) -> str:
        """Replace the file atomically, so that no process serves half of it. A symbolic link to the source becomes a file."""
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True)
        for packed in (".gz", ".br"):
            Path(f"{target}{packed}").unlink(missing_ok=True)
        fresh = target.with_name(f".{target.name}.fresh")
        fresh.write_bytes(content)
        fresh.chmod(0o644)
        os.replace(fresh, target)
        return name


def _text(source: Path, name: str, shared: dict[str, set[str]]) -> str:
    """The text that esbuild gets for that file: before its own the imports of those modules of `shared` that form one chunk.

    `shared`: each of them with all that it leads to.

    Late imports need them as entries do: without them they would cut the chunk into what they need and what they do not. None of them
    leads back to the file.
    """
    if name.endswith(".css"):
        return f'@import "{source / name}";\n'
    gathered = [
        module
        for folders, prefix in TOGETHER
        for module in sorted(shared)
        if name.startswith(prefix) and module.startswith(folders) and not module.startswith(APART)
    ]
    lines = [f'import "{module}";\n' for module in gathered if name not in shared[module]]
    return "".join(lines) + (source / name).read_text()


def find_esbuild() -> Path | None:
    """Path of the esbuild binary, which runs without Node.js; None if npm has not installed it."""
    found = sorted((settings.BASE_DIR / "node_modules" / "@esbuild").glob("*/bin/esbuild"))
    return found[0] if found else None
