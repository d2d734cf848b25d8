"""The record of a finished match, with the luck and digests of the log.

It reveals every card, so there is none of a match that still runs.
"""

from __future__ import annotations

import msgspec

from kartentisch.engine import states
from kartentisch.play import record as records
from kartentisch.play import texts
from kartentisch.play.events import DEAL, Event
from kartentisch.table.facts import Fact, begins, given
from kartentisch.table.table import Table
from kartentisch.web.live.room import Room


def finished(table: Table) -> range:
    """Numbers of the matches that are over: they have a record."""
    if table.records is None:
        return range(0)
    return range(1, table.matches + bool(table.records[0]["over"]))


def record(room: Room, number: int) -> str | None:
    """Match `number` of the table, counted from 1, as text with its hash; None if it is not over."""
    table = room.table
    if number not in finished(table):
        return None
    facts = [fact for fact in room.store.facts(room.id) if fact.kind in ("dealt", "moved")]
    starts = [place for place, fact in enumerate(facts) if begins(fact)]
    first = starts[number - 1]
    last = starts[number] if number < len(starts) else len(facts)
    state = given(facts[first])
    start = states.load(table.game, msgspec.json.decode(state)) if state else None
    played = facts[first + bool(state) : last]
    history = [_event(fact) for fact in played]
    head = records.Head(table.game, table.settings.rules, table.seats, table.settings.options, start)
    return texts.hashed(records.write(head, history, [fact.digest for fact in played]))


def _event(fact: Fact) -> Event:
    luck = tuple(int(fact.luck[at : at + 16], 16) for at in range(0, len(fact.luck), 16))
    return (DEAL, "", luck) if fact.kind == "dealt" else (fact.seat, fact.text, luck)
