"""The words around the operator's message."""

from __future__ import annotations

from kartentisch.words.language import Language


def framed(t: Language, text: str) -> str:
    """The sentence as people read it; "" for none."""
    return t.say("Message from this server: {text}", text=text) if text else ""
