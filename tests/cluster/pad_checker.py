"""Whether shared pads hold what phones were told is in, once, and every phone reads what the log says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kartentisch.pad import log
from kartentisch.table.facts import Fact
from tests.cluster.found import FACTS, WITNESSED, Event, Found, Stored

PADS = "SELECT table_id FROM tables WHERE newest > 0 AND kind = 'pad'"
OF_ENTRY = {"id": "", "do": "", "round": 0, "person": -1, "values": {}, "of": "", "by": -1}


def check_pads(
    rows: Callable[..., list[tuple[Any, ...]]], heard: Sequence[Event], names: Mapping[str, str], found: Found
) -> None:
    """`heard`: the reports of all phones. `names`: of the servers, by address."""
    stored = {pad for (pad,) in rows(PADS)}
    by_pad: dict[str, list[Event]] = defaultdict(list)
    led: dict[str, set[str]] = defaultdict(set)
    for event in heard:
        if event.get("pad"):
            by_pad[event["pad"]].append(event)
        if event["what"] == "shared" and event["pad"]:
            led[event["form"]].add(event["pad"])
    for pad in sorted(stored):
        one = Pad(pad, [Fact(*row) for row in rows(FACTS, pad)], found, by_pad[pad])
        if not one.has_a_gap():
            one.check()
        one.check_owners(rows(WITNESSED, pad), names)
    found.faults += [f"{pad}: has no log" for pad in by_pad if pad not in stored]
    found.faults += [f"the pad {form} was shared {len(pads)} times" for form, pads in led.items() if len(pads) > 1]
    found.figures["pads"] = len(stored)
    found.figures["entries acknowledged"] = sum(event["what"] == "entered" for event in heard)
    found.figures["seconds for an entry, at most"] = round(_longest(heard), 1)


def _longest(heard: Sequence[Event]) -> float:
    begun = {event["entry"]["id"]: event["at"] for event in heard if event["what"] == "entry"}
    return max(
        (event["at"] - begun.get(event["id"], event["at"]) for event in heard if event["what"] == "entered"),
        default=0.0,
    )


class Pad(Stored):
    def __init__(self, pad: str, facts: Sequence[Fact], found: Found, heard: Sequence[Event]) -> None:
        super().__init__(pad, facts, found)
        self.heard = heard
        self.sent: dict[str, dict[str, Any]] = {}
        for event in heard:
            for entry in event["entries"] if event["what"] == "shared" else []:
                self.sent[entry["id"]] = OF_ENTRY | entry
            if event["what"] == "entry":
                self.sent[event["entry"]["id"]] = OF_ENTRY | event["entry"]

    def check(self) -> None:
        self._asks()
        self._entries()
        self._phones()

    def _asks(self) -> None:
        counted = Counter(fact.ask for fact in self.facts)
        answered = set[str]()
        for event in self.heard:
            if event["what"] == "entered":
                ask, n = event["id"], event["n"]
                answered.add(ask)
                if counted[ask] != 1 or self.facts[n - 1].ask != ask:
                    self.fault(f"the acknowledged entry {ask} is {counted[ask]} times in the log, or not as fact {n}")
            elif event["what"] == "denied":
                answered.add(event["id"])
                if counted[event["id"]]:
                    self.fault(f"the entry {event['id']} was refused ({event['code']}) and is in the log")
        asked = {event["entry"]["id"] for event in self.heard if event["what"] == "entry"}
        if waiting := sorted(asked - answered):
            self.fault(f"nobody has answered for the entries {waiting}")

    def _entries(self) -> None:
        """Each entry in the log is one that was sent, as it was sent. Names are not in the log."""
        for fact in self.facts[1:]:
            entry, of, by = log.read(fact)
            sent = self.sent.get(fact.ask)
            undone = self.facts[of - 1].ask if of else ""
            stored = {"do": entry.do, "round": entry.round, "person": entry.person, "of": undone, "by": by}
            if sent is None or stored != {key: sent[key] for key in stored}:
                self.fault(f"fact {fact.number} is not the entry {fact.ask} as it was sent")
            elif entry.do == "enter" and entry.values != sent["values"]:
                self.fault(f"fact {fact.number} has other values than the entry {fact.ask}")

    def _phones(self) -> None:
        """Each phone reads all entries in their order, with their names; in the end, all that were acknowledged."""
        newest: dict[str, int] = defaultdict(lambda: 1)
        told = 0
        last: dict[str, int] = {}
        for event in self.heard:
            page = event.get("page", "")
            if event["what"] == "entered":
                told = max(told, event["n"])
                if newest[page] < event["n"]:
                    self.fault(f"{page} was told of fact {event['n']} before it had read it")
            elif event["what"] == "reads":
                for entry in event["entries"]:
                    self._read(page, entry, newest[page] + 1)
                    newest[page] = max(newest[page], entry["n"])
            elif event["what"] == "leaves":
                last[page] = newest[page]
        behind = [page for page, n in last.items() if n < told and "reader" not in page]
        readers = [n for page, n in last.items() if "reader" in page]
        if behind or not readers or max(readers) < len(self.facts):
            self.fault(f"in the end these had not read all: {behind or 'those who only read'}")

    def _read(self, page: str, entry: dict[str, Any], wanted: int) -> None:
        n = entry["n"]
        if n > wanted:
            self.fault(f"{page} read fact {n}, and was to read {wanted}")
        if n > len(self.facts) or self.facts[n - 1].ask != entry["id"]:
            self.fault(f"{page} read the entry {entry['id']} as fact {n}, which the log has not")
            return
        read = {key: value for key, value in (OF_ENTRY | entry).items() if key in OF_ENTRY}
        if read != self.sent.get(entry["id"]):
            self.fault(f"{page} read the entry {entry['id']} otherwise than it was sent")
