"""Checks of values, so that every store accepts and refuses the same ones.

A store in a database must give back exactly what it was given, and sort it like any other store. So a text has no NUL
and no half of a surrogate pair, a number has 64 bits, and the id of a log is plain ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kartentisch.store.values import Said, Standing
from kartentisch.table.facts import Fact

ASK = 500
"""The most bytes of the id of an ask, as it is in an index."""
_ID = re.compile(r"[!-~]{1,64}")


def check_id(log_id: str) -> None:
    """Raise ValueError for an id that two stores could sort or compare in different ways."""
    if not _ID.fullmatch(log_id):
        raise ValueError(f"{log_id!r} is no id of a log: 1 to 64 printable ASCII characters, without spaces")


def check_texts(*texts: str) -> None:
    """Raise ValueError for a str that is not text: with NUL, or with half of a surrogate pair (UnicodeEncodeError)."""
    for text in texts:
        if "\0" in text:
            raise ValueError("a text has no NUL")
        text.encode()


def check_said(said: Said) -> None:
    """Raise ValueError or TypeError for a line that a store could not give back exactly."""
    check_texts(said.name, said.figure, said.text, said.ask)
    check_ints(said.time, said.seat)


def check_standing(standing: Standing) -> None:
    """Raise ValueError or TypeError for a standing that a store could not give back exactly."""
    check_texts(standing.phase)
    check_ints(standing.public, *([] if standing.wake_at is None else [standing.wake_at]))


def check_ints(*values: object) -> None:
    for value in values:
        if not isinstance(value, int):
            raise TypeError(f"{value!r} is no int")
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"{value} has more than 64 bits")


def storable(text: str) -> bool:
    """Whether a store may hold this text. A read asks first: not every database can be asked for any text."""
    try:
        check_texts(text)
    except ValueError:
        return False
    return True


def within(number: int) -> int:
    """The nearest number of 64 bits, for a read of what is above or below it."""
    return max(-(2**63), min(number, 2**63 - 1))


def check_facts(expected: int, facts: Sequence[Fact]) -> None:
    """Raise ValueError or TypeError for facts that a store could not give back exactly."""
    for number, fact in enumerate(facts, start=expected + 1):
        if fact.number != number:
            raise ValueError(f"fact {fact.number} stands where {number} should")
        check_ints(fact.number, fact.seat, fact.time)
        check_texts(fact.kind, fact.ask, fact.text, fact.luck, fact.digest)
        if len(fact.ask.encode()) > ASK:
            raise ValueError(f"the id of an ask has at most {ASK} bytes")
    if expected < 0:
        raise ValueError(f"{expected} is no number of a fact")
