"""After a run: whether the database holds what people were told, and people were told only what the database holds.

It reads the log itself, not what a server remembers of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from kartentisch.play.games import sheet
from kartentisch.play.proof import examine
from kartentisch.proof import draws
from kartentisch.table.contents import Sealed, Secret, Unsealed
from kartentisch.table.facts import Fact
from kartentisch.table.logs import UnreadableLog, fold, game_of
from kartentisch.table.table import Table
from kartentisch.web.live.record import _written, finished
from tests.cluster.found import FACTS, WITNESSED, Event, Found, Stored, Wait
from tests.cluster.pad_checker import check_pads
from tests.cluster.shown import Shown
from tests.cluster.talk_checker import check_talk


class Fault(NamedTuple):
    """Something that was done to the cluster. `tables`: those that it struck."""

    what: str
    at: float
    """By the monotonic clock of this computer, as all times in reports."""
    tables: frozenset[str]


def events(report: Path) -> list[Event]:
    return [msgspec.json.decode(line) for line in report.read_bytes().splitlines()]


def check(
    rows: Callable[..., list[tuple[Any, ...]]],
    key: bytes,
    heard: Sequence[Event],
    faults: Iterable[Fault] = (),
    names: Mapping[str, str] | None = None,
) -> Found:
    """`rows`: what the database answers. `key`: that of the data folders. `heard`: the reports of people. `names`: of
    the servers, by address.
    """
    found = Found()
    by_table: dict[str, list[Event]] = defaultdict(list)
    for event in heard:
        if "table" in event:
            by_table[event["table"]].append(event)
    stored = [table for (table,) in rows("SELECT table_id FROM tables WHERE newest > 0 AND kind = 'table'")]
    asks = Counter[str]()
    for table in stored:
        facts = [Fact(*row) for row in rows(FACTS, table)]
        log = Log(table, facts, by_table[table], found)
        log.check(key)
        log.check_owners(rows(WITNESSED, table), names or {})
        check_talk(rows, table, by_table[table], found)
        asks.update({fact.ask for fact in facts if fact.kind == "moved"})
    found.faults += [f"{table}: has no log" for table in by_table if table not in stored]
    found.faults += [f"the ask {ask} is in {times} logs" for ask, times in asks.items() if ask and times > 1]
    _forms(heard, stored, found)
    check_pads(rows, heard, names or {}, found)
    for fault in faults:
        waits = [_wait(by_table[table], fault.at) for table in sorted(fault.tables)]
        found.waits.setdefault(fault.what, []).extend(wait for wait in waits if wait is not None)
    found.returns = {table: came for table in by_table if (came := _returns(by_table[table]))}
    counts = Counter(event["what"] for event in heard)
    found.figures |= {
        "tables": len(stored),
        "facts": rows("SELECT count(*) FROM facts")[0][0],
        "moves acknowledged": sum(event["what"] == "done" and event["do"] == "play" for event in heard),
        "moves sent again": counts["again"],
        "moves refused": dict(
            Counter(event["code"] for event in heard if event["what"] == "refused" and event["do"] == "play")
        ),
        "refused": dict(Counter(event["code"] for event in heard if event["what"] in ("refused", "denied"))),
        "connections lost": counts["lost"],
        "farewells": dict(Counter(event["code"] for event in heard if event["what"] == "bye")),
        "pages that gave up": counts["gives up"],
        "scenes compared": found.figures.get("scenes compared", 0),
    }
    return found


def _forms(heard: Sequence[Event], stored: Sequence[str], found: Found) -> None:
    """Each form has opened one table, however often it was sent."""
    led: dict[str, set[str]] = defaultdict(set)
    statuses = Counter[int]()
    for event in heard:
        if event["what"] == "form":
            statuses[event["status"]] += 1
            if event["path"].startswith("/open/"):
                led[event["ask"]] |= {event["to"].split("/")[2]} if event["status"] == 303 else set()
    twice = {ask: len(tables) for ask, tables in led.items() if len(tables) > 1}
    found.faults += [f"the form {ask} has opened {times} tables" for ask, times in twice.items()]
    untold = len(set(stored) - set().union(*led.values()))
    if untold > sum(not tables for tables in led.values()):
        found.faults.append(f"{untold} tables were opened that nobody was told of")
    found.figures["answers to forms"] = dict(statuses)


def _wait(heard: Sequence[Event], since: float) -> Wait | None:
    """None if the match was over, or nobody played on."""
    before = max((event["n"] for event in heard if event["what"] == "scene" and event["at"] < since), default=0)
    scenes, facts, welcome = dict[int, float](), dict[int, float](), set[int]()
    for event in heard:
        if event["at"] < since:
            continue
        if event["what"] == "welcome":
            welcome.add(event["seat"])
        elif event["what"] == "scene":
            if event["n"] > before:
                facts.setdefault(event["seat"], event["at"] - since)
            if event["n"] > before or event["seat"] in welcome:
                scenes.setdefault(event["seat"], event["at"] - since)
    return Wait(max(scenes.values()), max(facts.values())) if facts else None


def _returns(heard: Sequence[Event]) -> list[float]:
    sent: dict[int, float] = {}
    waits = []
    for event in heard:
        if event["what"] == "bye" and event["code"] == "moved":
            sent.setdefault(event["seat"], event["at"])
        elif event["what"] == "scene" and event["seat"] in sent:
            waits.append(event["at"] - sent.pop(event["seat"]))
    return waits


class Log(Stored):
    """A table as the database has it, beside what its people heard."""

    def __init__(self, table: str, facts: Sequence[Fact], heard: Sequence[Event], found: Found) -> None:
        super().__init__(table, facts, found)
        self.heard = heard

    def check(self, key: bytes) -> None:
        if self.has_a_gap():
            return
        self._asks()
        self._order()
        self._luck(key)
        tables: dict[int, Table] = {}
        try:
            for fact, table in fold(game_of(self.facts, sheet), self.facts, every_digest=True):
                tables[fact.number] = table
        except UnreadableLog as error:
            self.fault(str(error))
            return
        Shown(self.facts, tables).compare(self.heard, self.fault, self.found.figures)
        self._records(tables[len(self.facts)])

    def _asks(self) -> None:
        """What was acknowledged stands in the log, once, where the answer says; what was refused does not."""
        counted = Counter(fact.ask for fact in self.facts if fact.kind == "moved")
        for event in self.heard:
            if event["what"] == "done" and event["do"] == "play":
                ask, n = event["id"], event["n"]
                if counted[ask] != 1:
                    self.fault(f"the acknowledged ask {ask} is {counted[ask]} times in the log")
                elif ask not in self._done_by(n):
                    self.fault(f"the ask {ask} was not done by fact {n}, as its answer says")
            elif event["what"] == "refused" and counted[event["id"]]:
                self.fault(f"the ask {event['id']} was refused ({event['code']}) and is in the log")
        asked = {event["id"] for event in self.heard if event["what"] == "ask"}
        for ask, times in counted.items():
            if ask and (times > 1 or ask not in asked):
                self.fault(f"the ask {ask} is {times} times in the log, and was {'' if ask in asked else 'not '}sent")

    def _done_by(self, number: int) -> set[str]:
        """The asks that this fact, or one that brought it along, was done for. A match that ends tells its secret."""
        found = set()
        for fact in reversed(self.facts[:number]):
            found.add(fact.ask)
            if fact.kind != "secret":
                break
        return found

    def _order(self) -> None:
        """Nobody's page goes back to an older fact."""
        newest: dict[int, int] = defaultdict(int)
        for event in self.heard:
            if event["what"] == "scene":
                if event["n"] < newest[event["seat"]]:
                    self.fault(f"seat {event['seat']} saw fact {event['n']} after {newest[event['seat']]}")
                if event["n"] > len(self.facts):
                    self.fault(f"seat {event['seat']} saw fact {event['n']}, which is not in the log")
                newest[event["seat"]] = max(newest[event["seat"]], event["n"])

    def _luck(self, key: bytes) -> None:
        """Each seal has its number; each deal and move has the luck of its draw, also before the match is over."""
        sealed: Sealed | None = None
        mix = secret = ""
        dealt = Counter[int]()
        moves = Counter[int]()
        match = 0
        bind = draws.bind(self.id)
        for fact in self.facts:
            content = fact.content if fact.kind in ("sealed", "unsealed", "secret") else None
            if isinstance(content, Sealed):
                if mix == "open":
                    self.fault(f"draw {content.draw} was closed twice")
                sealed, mix = content, "open"
            elif isinstance(content, Unsealed) and sealed is not None:
                seals, given = dict(sealed.seals), dict(content.numbers)
                for seat, number in given.items():
                    if draws.seal(bind, sealed.draw, seat, number) != seals.get(seat):
                        self.fault(f"the number of seat {seat} in draw {sealed.draw} is not behind its seal")
                if content.missing:
                    self.found.figures["numbers missing"] = self.found.figures.get("numbers missing", 0) + 1
                mix = draws.mix(bind, sealed.draw, sealed.promise, seals, given)
                dealt[sealed.draw] += 1
            elif isinstance(content, Secret):
                if content.secret != secret:
                    self.fault("the secret is not that of the key")
            elif fact.kind == "dealt":
                moves.clear()
                if sealed is None or mix == "open":
                    mix = ""
                    continue
                match = match or 1
                secret = draws.secret(draws.luck_key(key), bind, match)
                if draws.promise(bind, match, secret) != sealed.promise:
                    self.fault(f"the promise of draw {sealed.draw} is not kept")
                if fact.luck != "{:016x}{:016x}".format(*draws.deal_luck(secret, mix)):
                    self.fault(f"the deal at fact {fact.number} is not that of its draw")
            elif fact.kind == "moved" and mix:
                if fact.luck and fact.luck != f"{draws.move_luck(secret, mix, fact.seat, moves[fact.seat]):016x}":
                    self.fault(f"the luck of fact {fact.number} is not that of its draw")
                moves[fact.seat] += 1
        self.found.faults += [f"{self.id}: draw {n} was dealt {times} times" for n, times in dealt.items() if times > 1]

    def _records(self, table: Table) -> None:
        """Finished matches are proved, for those who kept a receipt too."""
        for match in finished(table):
            text = _written(self.id, table, self.facts, match)
            for event in self.heard:
                if event["what"] == "receipt":
                    answer = examine(text, event["text"])
                    kinds = self.found.figures.setdefault("receipts", Counter())
                    kinds[answer.kind] += 1
                    if answer.faults:
                        self.fault(f"seat {event['seat']}: {answer}")
