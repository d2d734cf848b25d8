"""The checkers of score pads and talk find each thing that they are there to find. No server is needed."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from typing import Any

import pytest

from kartentisch.pad import log
from kartentisch.pad.entries import Entry
from kartentisch.pad.log import Opened
from kartentisch.store import Said
from kartentisch.store.sealing import sealed_said
from kartentisch.table.facts import Fact
from tests.cluster.found import Event, Found
from tests.cluster.pad_checker import check_pads
from tests.cluster.talk_checker import check_talk

KEY = secrets.token_bytes(32)
NAMED = {"id": "form-name", "do": "name", "person": 0, "values": {"name": "Anna"}}
ENTERED = {"id": "entry-001", "do": "enter", "round": 1, "person": 1, "values": {"banked": 3}, "by": 1}
UNDONE = {"id": "entry-002", "do": "undo", "of": "entry-001"}


def facts() -> list[Fact]:
    opened = log.opening(Opened("schweinsgalopp", 2, {}, 3), "open-form", 1)
    entries = [Entry("form-name", "name", person=0), Entry("entry-001", "enter", 1, 1, {"banked": 3})]
    made = [opened, log.written(entries[0], 2, 0, -1, 1), log.written(entries[1], 3, 0, 1, 1)]
    return [*made, log.written(Entry("entry-002", "undo", of="entry-001"), 4, 3, -1, 1)]


def read(page: str, *entries: tuple[int, dict[str, Any]]) -> Event:
    return {"what": "reads", "pad": "p", "page": page, "entries": [{"n": n, **entry} for n, entry in entries]}


@dataclass
class Run:
    facts: list[Fact] = field(default_factory=facts)
    talk: list[Said] = field(
        default_factory=lambda: [Said(5, 0, "Anna", "", "Hi", "say-1"), Said(6, 1, "", "", "Ho", "say-2")]
    )
    stored: list[str] = field(default_factory=lambda: ["p"])
    heard: list[Event] = field(
        default_factory=lambda: [
            {"what": "shared", "form": "f", "entries": [NAMED], "pad": "p"},
            {"what": "entry", "pad": "p", "page": "one", "entry": ENTERED, "at": 1.0},
            read("one", (2, NAMED), (3, ENTERED)),
            {"what": "entered", "pad": "p", "page": "one", "id": "entry-001", "n": 3, "at": 3.0},
            {"what": "entry", "pad": "p", "page": "one", "entry": UNDONE, "at": 3.0},
            read("one", (4, UNDONE)),
            {"what": "entered", "pad": "p", "page": "one", "id": "entry-002", "n": 4, "at": 3.5},
            read("reader", (2, NAMED), (3, ENTERED), (4, UNDONE)),
            {"what": "leaves", "pad": "p", "page": "reader"},
            {"what": "leaves", "pad": "p", "page": "one"},
        ]
    )
    said: list[Event] = field(
        default_factory=lambda: [
            {"what": "ask", "do": "say", "id": "say-1", "seat": 0, "text": "Hi"},
            {"what": "ask", "do": "say", "id": "say-2", "seat": 1, "text": "Ho"},
            {"what": "done", "do": "say", "id": "say-1", "seat": 0},
            {"what": "talk", "seat": 1, "fresh": True, "lines": [{"n": 5, "seat": 0, "text": "Hi"}]},
            {"what": "talk", "seat": 1, "fresh": False, "lines": [{"n": 6, "seat": 1, "text": "Ho"}]},
            {"what": "leaves", "seat": 1},
        ]
    )

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        if "FROM facts" in query:
            return [astuple(fact) for fact in self.facts]
        if "FROM talk" in query:
            return [("t", one.time, one.seat, one.ask, sealed_said(KEY, "t", one), KEY) for one in self.talk]
        if "FROM witness" in query:
            return [(fact.number, 1, "n1", True, "10.77.0.11", 0) for fact in self.facts]
        return [(pad,) for pad in self.stored]

    def checked(self) -> Found:
        found = Found()
        check_pads(self.rows, self.heard, {"10.77.0.11": "n1"}, found)
        check_talk(self.rows, "t", self.said, found)
        return found


def test_where_all_is_right_nothing_is_found() -> None:
    found = Run().checked()
    assert found.faults == []
    assert found.figures["entries acknowledged"] == 2
    assert found.figures["seconds for an entry, at most"] == 2.0
    assert found.figures["lines of talk"] == 2


def lost(run: Run) -> None:
    run.facts.pop()


def twice(run: Run) -> None:
    run.facts.append(log.written(Entry("entry-001", "enter", 1, 1, {"banked": 3}), 5, 0, 1, 1))


def refused(run: Run) -> None:
    run.heard[3] |= {"what": "denied", "code": "moved"}


def unanswered(run: Run) -> None:
    del run.heard[3]


def gap(run: Run) -> None:
    del run.facts[2]


def never_sent(run: Run) -> None:
    run.heard[4]["entry"] = {**UNDONE, "id": "entry-009"}


def another_person(run: Run) -> None:
    run.facts[2] = log.written(Entry("entry-001", "enter", 1, 2, {"banked": 3}), 3, 0, 1, 1)


def another_value(run: Run) -> None:
    run.facts[2] = log.written(Entry("entry-001", "enter", 1, 1, {"banked": 4}), 3, 0, 1, 1)


def read_otherwise(run: Run) -> None:
    run.heard[7] = read("reader", (2, {**NAMED, "values": {"name": ""}}), (3, ENTERED), (4, UNDONE))


def read_with_a_gap(run: Run) -> None:
    run.heard[7] = read("reader", (2, NAMED), (4, UNDONE))


def read_what_is_not_there(run: Run) -> None:
    run.heard[7] = read("reader", (2, NAMED), (3, UNDONE), (4, UNDONE))


def told_too_early(run: Run) -> None:
    run.heard[2], run.heard[3] = run.heard[3], run.heard[2]


def behind(run: Run) -> None:
    run.heard[7] = read("reader", (2, NAMED), (3, ENTERED))


def shared_twice(run: Run) -> None:
    run.heard.append({"what": "shared", "form": "f", "entries": [], "pad": "q"})
    run.stored.append("q")


def without_a_log(run: Run) -> None:
    run.stored.clear()


def line_lost(run: Run) -> None:
    del run.talk[0]


def line_twice(run: Run) -> None:
    run.talk.append(Said(7, 0, "Anna", "", "Hi", "say-1"))


def line_refused(run: Run) -> None:
    run.said[2] |= {"what": "refused", "code": "talk_fast"}


def line_of_another(run: Run) -> None:
    run.talk[1] = Said(6, 0, "", "", "Ho", "say-2")


def line_not_read(run: Run) -> None:
    run.said[3]["lines"] = []


def line_read_otherwise(run: Run) -> None:
    run.said[4]["lines"][0]["text"] = "He"


def left_too_early(run: Run) -> None:
    run.said.insert(0, run.said.pop())
    run.said.insert(0, run.said.pop(3))
    run.said.insert(0, run.said.pop(2))


SPOILED: dict[Callable[[Run], None], str] = {
    lost: "the acknowledged entry entry-002 is 0 times",
    twice: "the acknowledged entry entry-001 is 2 times",
    refused: "the entry entry-001 was refused (moved) and is in the log",
    unanswered: "nobody has answered for the entries ['entry-001']",
    gap: "numbers with a gap",
    never_sent: "fact 4 is not the entry entry-002 as it was sent",
    another_person: "fact 3 is not the entry entry-001",
    another_value: "fact 3 has other values",
    read_otherwise: "reader read the entry form-name otherwise",
    read_with_a_gap: "reader read fact 4, and was to read 3",
    read_what_is_not_there: "reader read the entry entry-002 as fact 3, which the log has not",
    told_too_early: "one was told of fact 3 before",
    behind: "those who only read",
    shared_twice: "the pad f was shared 2 times",
    without_a_log: "p: has no log",
    line_lost: "the acknowledged line say-1 is kept 0 times",
    line_twice: "the acknowledged line say-1 is kept 2 times",
    line_refused: "the line say-1 was refused (talk_fast) and is kept",
    line_of_another: "the line say-2 of seat 0 is kept, and was not said so",
    line_not_read: "seat 1 read other talk than is kept, up to 6",
    line_read_otherwise: "seat 1 read other talk than is kept, up to 6",
    left_too_early: "seat 1 has left without 1 lines",
}


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_whatever_is_wrong_is_found(spoil: Callable[[Run], None]) -> None:
    run = copy.deepcopy(Run())
    spoil(run)
    faults = run.checked().faults
    assert any(SPOILED[spoil] in fault for fault in faults), faults
