"""The sentences of the browser's code: `static/js/texts*.json`, in each language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from kartentisch.words.language import LANGUAGES, language

JS = Path(__file__).resolve().parents[1] / "static" / "js"
LATER = ("options", "pad-now", "tell", "typed")
"""Files `texts-<name>.json` that a page fetches when it first needs them, at `texts/<name>.<language>.json`."""


@cache
def texts(code: str, page: str = "table") -> str:
    """What a page brings, as JSON: the sentences of the table, and of one more page. Some have only their own."""
    own = {"table": ["texts"], "pad": ["texts-pad"], "take": ["texts-take"]}
    return _said(code, own.get(page, ["texts", f"texts-{page}"]))


def later() -> dict[str, bytes]:
    """What pages fetch when they need it, by the path below `static/`."""
    return {
        f"texts/{name}.{code}.json": _said(code, [f"texts-{name}"]).encode() for name in LATER for code in LANGUAGES
    }


def _said(code: str, names: list[str]) -> str:
    t = language(code)
    found: dict[str, str] = {}
    for name in names:
        found |= json.loads((JS / f"{name}.json").read_text(encoding="utf-8"))
    places = {name: f"{{{name}}}" for text in found.values() for name in re.findall(r"{(\w+)}", text)}
    return json.dumps({key: t.say(text, **places) for key, text in found.items()}, ensure_ascii=False)
