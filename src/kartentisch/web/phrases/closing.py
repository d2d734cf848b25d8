"""Why a table was closed, as a sentence."""

from __future__ import annotations

from kartentisch.words.language import Language

UNUSED = "unused"
"""The first word of the fact's text if nobody has played for a number of days."""


def why_closed(t: Language, why: str) -> str:
    """Why a table was closed, as a sentence."""
    code, _, days = why.partition(" ")
    if code == "rules":
        return t.say("It was begun under other rules than this server has now.")
    if code == UNUSED:
        return t.many("Nobody has played here for {n} day.", "Nobody has played here for {n} days.", int(days))
    return t.say("The host has closed it.")
