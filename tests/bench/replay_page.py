"""How quickly is a step of a long match on the screen? Seeks on the replay page in Chromium, while it still reads and afterwards.

For `python -m tests.bench.replay --browser`. A seek lasts from the moment the slider moves until the second picture after the board has
got the frame.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from playwright.sync_api import CDPSession, Page, Request, sync_playwright

from tests.bench import site
from tests.browser.conftest import FLAGS, program

QUIET = 1500
"""Milliseconds without a request after which the page has read what it wants."""
SEEK = """
async (step) => {
  const slider = document.querySelector('.timeline-slider');
  const began = performance.now();
  slider.value = String(step);
  slider.dispatchEvent(new Event('input'));
  const picture = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (new URL(location.href).searchParams.get('step') !== String(step)) await picture();
  await picture();
  await picture();
  return performance.now() - began;
}
"""


def browse(match_id: str, env: dict[str, str], steps: Sequence[int]) -> Iterator[str]:
    """Lines about the page of that match in the database of `env`."""
    with site.web_process(env) as (port, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
        asked: list[Request] = []
        answered: list[Request] = []
        page.on(
            "request",
            lambda request: asked.append(request) if "/frames/" in request.url or "/run/" in request.url else None,
        )
        address = f"http://127.0.0.1:{port}/matches/{match_id}/replay/?as=referee"
        # The first visit is for scripts, which a browser keeps.
        for visit in ("first", "second"):
            page.goto("about:blank")
            began = page.evaluate("Date.now()")
            page.goto(f"{address}&step={steps[0]}")
            page.wait_for_selector("#match[data-state=open]")
            page.wait_for_function(
                "new URL(location.href).searchParams.get('step') && document.querySelector('#seats li')"
            )
            yield f"  {visit} visit: first picture after {page.evaluate('Date.now()') - began:.0f} ms"
        for kind in ("requestfinished", "requestfailed"):
            page.on(kind, lambda request: answered.append(request) if request in asked else None)
        asked.clear()
        early = [page.evaluate(SEEK, step) for step in steps]
        yield f"  seeks while it reads: {spread(early)}; {len(asked)} requests"
        quiet(page, asked, answered)
        size = sum(request.sizes()["responseBodySize"] for request in asked if not request.failure)
        yield f"  the rest of the match: {len(asked)} requests since, {size / 1e6:.2f} MB; heap {heap(page):.0f} MB"
        asked.clear()
        session = page.context.new_cdp_session(page)
        began = metric(session, "TaskDuration")
        late = [page.evaluate(SEEK, step) for step in reversed(steps)]
        each = 1000 * (metric(session, "TaskDuration") - began) / len(steps)
        yield (
            f"  seeks afterwards: {spread(late)}, of which the page works {each:.0f} ms; {len(asked)} requests; "
            f"heap {heap(page):.0f} MB"
        )
        browser.close()


def quiet(page: Page, asked: list[Request], answered: list[Request]) -> None:
    """Wait until nothing is asked for any more."""
    before = -1
    while len(asked) != before or len(answered) < len(asked):
        before = len(asked)
        page.wait_for_timeout(QUIET)


def heap(page: Page) -> float:
    """MB that the page's scripts hold."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    return metric(session, "JSHeapUsedSize") / 1e6


def metric(session: CDPSession, name: str) -> float:
    """What Chromium counts of the page; durations are the processor's time."""
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return next(
        float(each["value"]) for each in session.send("Performance.getMetrics")["metrics"] if each["name"] == name
    )


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{statistics.median(times):.0f} ms (p90 {ordered[len(ordered) * 9 // 10]:.0f}, most {ordered[-1]:.0f})"
