"""The progress of compiling a game's rules, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kartentisch.words.language import Language


def said(t: Language, args: Mapping[str, Any]) -> str:
    """The progress: "Getting ready: 40 %, about 20 seconds left"."""
    percent, seconds = args["percent"], args["seconds"]
    if not seconds:
        return t.say("Getting ready: {percent} %", percent=percent)
    return t.many(
        "Getting ready: {percent} %, about {n} second left",
        "Getting ready: {percent} %, about {n} seconds left",
        seconds,
        percent=percent,
    )
