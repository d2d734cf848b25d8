"""Whether what people said at a table is kept once, and everybody read the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from kartentisch.store import TALK_KEPT, Said
from kartentisch.store.sealing import said_of
from tests.cluster.found import Event, Found

TALK = """
SELECT table_id, time, seat, ask, sealed, key FROM talk JOIN keys USING (table_id) WHERE table_id = %s ORDER BY time
"""


def check_talk(rows: Callable[..., list[tuple[Any, ...]]], table: str, heard: Sequence[Event], found: Found) -> None:
    """`heard`: the reports of the people at this table."""
    lines = [said_of(*row) for row in rows(TALK, table)]
    talk = Talk(table, lines, found)
    talk.check_asks(heard)
    talk.check_readers(heard)
    found.figures["lines of talk"] = found.figures.get("lines of talk", 0) + len(lines)


class Talk:
    """The talk of a table as the database has it."""

    def __init__(self, table: str, lines: Sequence[Said], found: Found) -> None:
        self.table, self.lines, self.found = table, lines, found
        self.full = len(lines) >= TALK_KEPT
        """Whether older lines may have been removed."""

    def fault(self, what: str) -> None:
        self.found.faults.append(f"{self.table}: {what}")

    def check_asks(self, heard: Sequence[Event]) -> None:
        """What was acknowledged is kept once; what was refused is not; what is kept was said so."""
        counted = Counter(line.ask for line in self.lines)
        said = {event["id"]: event for event in heard if event["what"] == "ask" and event["do"] == "say"}
        for event in heard:
            if event.get("id") not in said:
                continue
            times = counted[event["id"]]
            if event["what"] == "done" and times != 1 and not (self.full and not times):
                self.fault(f"the acknowledged line {event['id']} is kept {times} times")
            if event["what"] == "refused" and times:
                self.fault(f"the line {event['id']} was refused ({event['code']}) and is kept")
        for line in self.lines:
            event = said.get(line.ask, {})
            if counted[line.ask] > 1 or (event.get("seat"), event.get("text")) != (line.seat, line.text):
                self.fault(f"the line {line.ask} of seat {line.seat} is kept, and was not said so")

    def check_readers(self, heard: Sequence[Event]) -> None:
        """Each reader has all that is kept, up to their newest line; in the end, all that was acknowledged."""
        read: dict[int, dict[int, tuple[int, str]]] = defaultdict(dict)
        kept = {line.time: (line.seat, line.text) for line in self.lines}
        said = {event["id"]: event["text"] for event in heard if event["what"] == "ask" and event["do"] == "say"}
        told = set[str]()
        for event in heard:
            if event["what"] == "done" and event["do"] == "say":
                told.add(said[event["id"]])
            elif event["what"] == "talk":
                fresh = {line["n"]: (line["seat"], line["text"]) for line in event["lines"]}
                has = read[event["seat"]] = fresh if event["fresh"] else read[event["seat"]] | fresh
                wanted = {time: line for time, line in kept.items() if time <= max(has, default=-1)}
                if {time: line for time, line in has.items() if time in kept or not self.full} != wanted:
                    self.fault(f"seat {event['seat']} read other talk than is kept, up to {max(has, default=-1)}")
            elif event["what"] == "leaves" and (missed := told - {text for _, text in read[event["seat"]].values()}):
                self.fault(f"seat {event['seat']} has left without {len(missed)} lines that were said")
