"""What does a form of a page send when nobody touches it? Read from the page's HTML, for tests that want what comes of a form and not its looks."""

from __future__ import annotations

from html.parser import HTMLParser

PRESSED = {"submit", "button", "image", "reset", "file"}
TICKED = {"checkbox", "radio"}


class _Forms(HTMLParser):
    """Collects name → values of each form, as browsers do."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = [{}]
        self._select = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name, value, here = told.get("name") or "", told.get("value") or "", self.forms[-1]
        if tag == "form":
            self.forms.append({})
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in told or self._select not in here):
            here[self._select] = [value]
        elif tag == "textarea":
            self._text = name
            here[name] = [""]
        elif tag == "input" and name and told.get("type") not in PRESSED:
            if told.get("type") not in TICKED:
                here[name] = [value]
            elif "checked" in told:
                here.setdefault(name, []).append(value or "on")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._text = ""

    def handle_data(self, data: str) -> None:
        if self._text:
            self.forms[-1][self._text][0] += data


def sent_by(html: str, field: str) -> dict[str, list[str]]:
    """What the form with that field sends: name → values. StopIteration if there is none."""
    forms = _Forms()
    forms.feed(html)
    return next(form for form in forms.forms if field in form)
