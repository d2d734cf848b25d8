"""Why a table was closed, as a sentence."""

from __future__ import annotations

from kartentisch.table.contents import Closed
from kartentisch.words.language import Language


def why_closed(t: Language, closed: Closed) -> str:
    """Why a table was closed, as a sentence."""
    match closed.why:
        case "rules":
            return t.say("It was begun under other rules than this server has now.")
        case "unused":
            return t.many("Nobody has played here for {n} day.", "Nobody has played here for {n} days.", closed.days)
        case "host":
            return t.say("The host has closed it.")
        case "server":
            return t.say("The operator of this server has closed it.")
