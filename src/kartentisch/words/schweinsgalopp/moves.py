"""Schweinsgalopp in words: the moves."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.words.language import Language
from kartentisch.words.schweinsgalopp.cards import pig
from kartentisch.words.shared import Names


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move in words. Every move is one step."""
    token = tokens[0]
    if token.startswith("@"):
        return t.say("Lay a scoff card on space {space}", space=token[1:])
    if token.startswith("+"):
        return t.say("Set up {pig}", pig=pig(t, token[1:]))
    return t.say("Move {pig}", pig=pig(t, token))
