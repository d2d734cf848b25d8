"""The record of a finished match, with the luck and digests of the log.

It reveals every card, so a running match has none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from kartentisch.engine import states
from kartentisch.engine.game import Game
from kartentisch.play import record as records
from kartentisch.play import texts
from kartentisch.play.events import DEAL, Event
from kartentisch.play.proof import DrawLine, Proof
from kartentisch.proof.draws import bind
from kartentisch.table.contents import Continued, Move, Sealed, Secret, Unsealed
from kartentisch.table.facts import Fact, begins
from kartentisch.table.logs import fold
from kartentisch.table.table import Table
from kartentisch.web.live.room import Room


def finished(table: Table) -> range:
    """The numbers of the matches that are over, and therefore have a record."""
    if table.records is None:
        return range(0)
    return range(1, table.matches + bool(table.records[0]["over"]))


async def record(room: Room, number: int) -> str | None:
    """Match `number` of the table, counted from 1, as text with its hash. None if it is not over.

    Writing it replays the whole match, so this runs in a thread.
    """
    if number not in finished(room.table):
        return None
    return await asyncio.to_thread(_written, room.id, room.table, await room.store.facts(room.id), number)


def record_of_log(table_id: str, game: Game, log: Sequence[Fact], number: int) -> str:
    """As `record`, but from the whole log alone. It folds the log, so this is for threads. Raises UnreadableLog."""
    *_, (_, table) = fold(game, log)
    if number not in finished(table):
        raise ValueError(f"match {number} of this table is not over")
    return _written(table_id, table, log, number)


def _written(table_id: str, table: Table, log: Sequence[Fact], number: int) -> str:
    facts = [fact for fact in log if fact.kind in ("dealt", "moved")]
    starts = [place for place, fact in enumerate(facts) if begins(fact)]
    first = starts[number - 1]
    last = starts[number] if number < len(starts) else len(facts)
    content, start = facts[first].content, None
    if isinstance(content, Continued):
        first, start = first + 1, states.load(table.game, msgspec.json.decode(content.state))
    played = facts[first:last]
    drawn = _proof(table_id, log, number, played)
    history = [_event(fact) for fact in played]
    head = records.Head(table.game, table.settings.rules, table.seats, table.settings.options, start)
    return texts.hashed(records.write(head, history, [fact.digest for fact in played], drawn))


def _proof(table_id: str, log: Sequence[Fact], match: int, played: Sequence[Fact]) -> Proof | None:
    """Where the luck of a match came from; None if nothing was promised, or none of its deals was drawn."""
    lines, secret, promise, lost = {}, "", "", ""
    sealed: Sealed | None = None
    numbers: dict[int, str] = {}
    places = {fact.number: place for place, fact in enumerate(played)}
    for fact in log:
        content = fact.content if fact.kind in ("sealed", "unsealed", "secret") else None
        if isinstance(content, Sealed):
            sealed, numbers = content, {}
        elif isinstance(content, Unsealed):
            numbers = dict(content.numbers)
        elif isinstance(content, Secret):
            lost = "" if sealed is None or content.secret else sealed.promise
            sealed, secret = None, content.secret
        elif fact.kind == "dealt":
            if sealed is not None and fact.number in places:
                lines[places[fact.number]] = DrawLine(sealed.draw, dict(sealed.seals), numbers)
                promise = promise or sealed.promise
            sealed = None
    promise = promise or lost  # of a draw whose secret was lost before its cards were dealt
    return Proof(bind(table_id), match, promise, secret, lines) if promise else None


def _event(fact: Fact) -> Event:
    luck = tuple(int(fact.luck[at : at + 16], 16) for at in range(0, len(fact.luck), 16))
    content = fact.content
    return (fact.seat, content.move, luck) if isinstance(content, Move) else (DEAL, "", luck)
